"""The long forms: every attack in turn, for as long as one likes. `grognard attack` calls this."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random

from grognard.errors import NotUnderstood
from tests.attacks import damaged, forged, full_disk, kills, over_http, poisoned, slow, worlds
from tests.attacks.tally import Attack, Tally, seconds

ATTACKS: Mapping[str, tuple[Attack, float]] = {
    "forged": (forged.attack, 3.0),
    "over-http": (over_http.attack, 3.0),
    "worlds": (worlds.attack, 2.0),
    "kills": (kills.attack, 3.0),
    "damaged": (damaged.attack, 1.0),
    "poisoned": (poisoned.attack, 1.0),
    "full-disk": (full_disk.attack, 0.5),
    "slow": (slow.attack, 1.0),
}
"""Each attack with its share of the time."""


def run(only: Sequence[str], hours: float, seed: int, say: Callable[[str], None]) -> int:
    """Run attacks for some hours in all; how many findings there were."""
    for name in only:
        if name not in ATTACKS:
            raise NotUnderstood(f"no attack is called '{name}'; there are {', '.join(ATTACKS)}")
    chosen = {name: found for name, found in ATTACKS.items() if name in only or not only}
    whole = sum(share for _, share in chosen.values())
    findings = 0
    for name, (attack, share) in chosen.items():
        tally = Tally(seconds(hours * 3600 * share / whole), Random(f"{name} {seed}"))
        attack(tally)
        say(f"{name}: {tally}; {len(tally.findings)} findings")
        for finding in tally.findings:
            say(f"  {finding}")
        findings += len(tally.findings)
    return findings
