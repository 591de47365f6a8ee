"""Counting: these positions have exactly so many legal actions, and so many courses from there."""

from __future__ import annotations

import pytest

import grognard
from grognard.engine import Match
from tests.games.marne_1914.position import destinations, play, study


def count(match: Match) -> int:
    return len(list(match.legal_actions()))


def courses(match: Match, depth: int) -> int:
    """How many sequences of so many actions there are; dice fall as they fall."""
    if depth == 0 or match.decision is None:
        return 1
    total = 0
    for action in match.legal_actions():
        copy = match.clone()
        copy.play(action)
        total += courses(copy, depth - 1)
    return total


# -- counts that can be checked by hand --


def test_a_division_alone_on_open_ground() -> None:
    """60 hexes within 4 MP, 126 within 6 MP by Strategic Movement, and the end of the segment."""
    match = study("movement entente", "14DI 2509")
    assert (len(destinations(match, "14DI")), len(destinations(match, "14DI", "strategic"))) == (60, 126)
    assert count(match) == 60 + 126 + 1


def test_cavalry_alone_on_open_ground() -> None:
    """126 hexes within 6 MP, 216 within 8."""
    match = study("movement entente", "1DC 2509")
    assert (len(destinations(match, "1DC")), len(destinations(match, "1DC", "strategic"))) == (126, 216)


def test_beside_an_enemy() -> None:
    """In a zone: 4 MP less 1 for leaving it, and no Strategic Movement: 25 of the 36 hexes within 3."""
    match = study("movement entente", "14DI 2509 \n 3ID 2508")
    reached = destinations(match, "14DI")
    grid = match.setting.grid
    assert "2508" not in reached
    assert max(grid.distance(grid.cell("2509"), grid.cell(end)) for end in reached) == 3
    assert len(reached) == 25                           # the others are the enemy's, or lie behind his zone
    assert destinations(match, "14DI", "strategic") == set()


def test_boundary_markers() -> None:
    """14.1: three markers with six columns each, and the end of the phase."""
    match = grognard.start("marne-1914", "counter-attack", 1)
    assert count(match) == 3 * 6 + 1
    play(match, "shift 6/BEF 1816")
    assert count(match) == 2 * 6 + 1


def test_a_stack_attacks() -> None:
    """One division with two cavalry units: alone, with either, with both; each cavalry unit alone; end."""
    match = study("combat cp", "3ID 2009 \n 2KD 2009 \n 4KD 2009 \n 63DR 2010")
    assert count(match) == 4 + 2 + 1
    assert count(study("combat cp", "3ID 2009 \n 2KD 2009 \n 4KD 2009 \n 63DR 2010 \n 14DI 1910")) == 2 * 6 + 1


def test_a_retreat_has_three_ways() -> None:
    match = study("combat cp", "unit A like 3ID af=8 \n A 2009 \n 63DR 2010", dice=[1])
    play(match, "attack 2010 by A", "resolve")
    assert count(match) == 3


# -- counts that were taken once --


@pytest.mark.parametrize(("scenario", "kinds"), [
    ("counter-attack", {"boundary": 19, "movement": 2603}),
    ("full-battle", {"boundary": 7, "movement": 1212}),
])
def test_the_first_decisions_of_a_scenario(scenario: str, kinds: dict[str, int]) -> None:
    match = grognard.start("marne-1914", scenario, 1)
    found = {}
    for _ in range(2):
        assert match.decision is not None
        found[match.decision.kind] = count(match)
        play(match, "end")
    assert found == kinds


@pytest.mark.parametrize(("depth", "expected"), [(1, 5), (2, 13), (3, 99)])
def test_courses_of_a_small_combat(depth: int, expected: int) -> None:
    """Two divisions, one with cavalry, against a stack; all dice 4.

    By hand: 3ID, 3ID with 4KD, 4KD, 4ID or the end are 5; then 3 + 2 + 3 + 4 + 1 are 13.
    """
    match = study("combat cp", "3ID 2009 \n 4KD 2009 \n 4ID 2110 \n 63DR 2010 \n 1DC 2010", dice=[4] * 12)
    assert courses(match, depth) == expected


def test_a_slow_unit() -> None:
    """MA 1 in the open: 6 hexes, 36 by Strategic Movement, or the end."""
    assert courses(study("movement entente", "unit S like 14DI ma=1 \n S 2509"), 1) == 6 + 36 + 1
