"""The odds of a combat before its dice fall: the same as over all dice that can fall, played one by one."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from fractions import Fraction
from itertools import product

import pytest

from grognard.engine import Event, Match
from grognard.engine.preview import preview
from tests.games.friedensturm_1918.position import force, play, study

FACES = range(1, 7)
TOTALS = Counter(a + b for a, b in product(FACES, FACES))
DICE = {"die", "dice"}
"""What a result says of the dice themselves: the odds give one example of those that mean the same."""
Key = tuple[tuple[str, str], ...]

PLAIN = "JD 10.10 \n 227ID 09.11 \n 46RD 11.11 \n 18DI 10.11 disorder=2 \n 15DI 10.12"
STOSS = "5ID/8 10.10 stoss=ST-1 \n 46RD 09.11 \n 45RD 11.11 \n 58DI 10.11 1"


def key(results: list[Event]) -> Key:
    return tuple([(e.kind, str({k: v for k, v in e.data.items() if k not in DICE})) for e in results])


def foretold(match: Match, action: str) -> dict[Key, Fraction]:
    found: dict[Key, Fraction] = defaultdict(Fraction)
    for chance in match.preview(action).chances:
        found[key(list(chance.results))] += chance.probability
    return found


def courses() -> Iterator[tuple[tuple[int, ...], Fraction]]:
    """The dice of a combat, both coordination rolls and one order, with their chances."""
    for total, defender, attacker in product(TOTALS, FACES, FACES):
        first = min(6, total - 1)
        yield (first, total - first, defender, attacker), Fraction(TOTALS[total], 36 * 36)


def forced(match: Match, action: str) -> dict[Key, Fraction]:
    """Every course of the dice played; of two misunderstood orders the first, which falls before any decision."""
    found: dict[Key, Fraction] = defaultdict(Fraction)
    for dice, share in courses():
        for order in FACES:
            copy = match.clone()
            force(copy, *dice, order, 1)
            results = [e for e in copy.play(action) if e.result]
            orders = [n for n, e in enumerate(results) if e.kind == "orders"]
            if not orders:
                found[key(results)] += share
                break
            found[key(results[: orders[0] + 1])] += share / 6
    return found


@pytest.mark.parametrize(
    ("lines", "before", "action"),
    [
        (PLAIN, ["attack 10.11", "all"], "lead JD"),
        (f"{PLAIN} \n 45RD 16.10 \n 36DI 16.11", ["attack 10.11", "join 227ID", "join JD"], "end"),
    ],
    ids=["the last combat of the phase", "one of several"],
)
def test_12_2_the_odds_are_those_of_all_dice(lines: str, before: list[str], action: str) -> None:
    match = study("combat german", lines)
    play(match, *before)
    odds = foretold(match, action)
    assert sum(odds.values()) == 1
    assert odds == forced(match, action)


def test_12_2_the_odds_end_with_the_fight() -> None:
    """The last combat of a phase: nothing is foretold of the phases after it."""
    match = study("combat german", PLAIN)
    play(match, "attack 10.11", "all")
    found = match.preview("lead JD")
    kinds = {e.kind for chance in found.chances for e in chance.results}
    assert kinds == {"combat", "coordination", "orders"}
    assert "phases" not in {e.kind for e in found.certain}


def test_12_2_8_an_asterisk_costs_stosstruppen_before_an_order_is_thrown_for() -> None:
    """The odds of such a result go as far as coordination."""
    match = study("combat german", STOSS)
    play(match, "attack 10.11", "all", "use")
    assert match.decision is not None
    while match.decision.kind != "lead-attacker":
        play(match, "end")
    starred = [c for c in match.preview("lead 5ID/8").chances if "*" in c.results[0].data["outcome"]]
    assert starred
    assert all([e.kind for e in c.results] == ["combat", "coordination", "coordination"] for c in starred)


def test_the_page_still_finds_what_a_fight_comes_to() -> None:
    """Where ends are asked for, every course is played to the end of its phase."""
    match = study("combat german", PLAIN)
    play(match, "attack 10.11", "all")
    ends: dict[bytes, tuple[Fraction, Match]] = {}
    found = preview(match, match.read("lead JD"), ends)
    assert sum(share for share, _ in ends.values()) == 1
    assert len(ends) == len(found.chances)
    assert {trial.readable.state.phasing for _, trial in ends.values()} == {"german"}
