"""Every attack in its short form: bounded, repeatable, and without a finding. `grognard attack` runs them for hours."""

from __future__ import annotations

from random import Random

import pytest

from tests.attacks import damaged, forged, full_disk, kills, over_http, poisoned, slow, worlds
from tests.attacks.tally import Attack, Tally, times

SHORT: list[tuple[Attack, str, int]] = [
    (forged.attack, "forged actions", 20_000),
    (over_http.attack, "forged requests", 600),
    (lambda tally: worlds.attack(tally, longest=60), "games under every law", 3),
    (kills.attack, "kills of the server", 4),
    (damaged.attack, "damaged databases", 40),
    (poisoned.attack, "poisoned files", 12),
    (full_disk.attack, "actions on a full disk", 40),
    (slow.attack, "half-sent requests", 300),
]


@pytest.mark.parametrize(("attack", "what", "number"), SHORT, ids=[what.replace(" ", "-") for _, what, _ in SHORT])
def test_the_attack_finds_nothing(attack: Attack, what: str, number: int) -> None:
    tally = Tally(times(what, number), Random(what))
    attack(tally)
    assert not tally.findings, "\n".join(tally.findings)
    assert tally.counts[what] >= number
