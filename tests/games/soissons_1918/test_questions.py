"""The sample questions S18-002 to S18-230: those that no other test answers, and that each has a test."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.games.soissons_1918.position import (
    asked,
    cost,
    game,
    listed,
    names,
    number,
    order,
    play,
    refused,
    study,
    until,
)

QUESTIONS = """
002 005 008 011 014 017 020 023 026 029 032 035 038 041 044 047 050 053 056 059 062 065 068 071 074 077 080 083 086 089
092 095 098 101 104 107 110 113 116 119 122 125 128 131 134 137 140 143 146 149 152 155 158 161 164 167 170 173 176 179
182 185 188 191 194 197 200 203 206 209 212 215 218 221 224 227 230
"""


def test_every_question_has_a_test() -> None:
    text = " ".join(file.read_text() for file in Path(__file__).parent.rglob("test_*.py"))
    missing = [n for n in QUESTIONS.split() if not re.search(rf"S18-{n}|s18_{n}", text)]
    assert missing == []
    assert len(QUESTIONS.split()) == 77


def test_s18_002_six_neighbours() -> None:
    """9.2, S18-002: the grid of the map."""
    match = study("maneuver entente", "162DI 0906", board="map")
    around = game(match).setting.around[match.setting.grid.cell("0906")]
    assert names(match, around) == {"0805", "0806", "0905", "0907", "1005", "1006"}


def test_s18_038_a_marker_that_was_not_used() -> None:
    """Step B.4d, S18-038: it goes, and the division has its full allowance."""
    match = study("assault entente", "162DI 1405 order=prepare \n 42/17 1406")
    play(match, "end")
    assert not order(match, "162DI")
    play(match, "fallback 42/17 1415")
    until(match, "maneuver")
    assert cost(match, "move 162DI 1411") == 6


def test_s18_098_a_friend_cancels_no_zone() -> None:
    """9.1, S18-098: an occupied hex is in the enemy's zone all the same."""
    match = study("maneuver entente", "162DI 1406 \n 42/17 1407 \n 11DI 1405 5 \n 153DI 1505 1")
    assert game(match).in_enemy_zone(number(match, "162DI"))
    refused(match, "move 162DI 1305", "9.1.1")


@pytest.mark.parametrize(
    ("points", "ways"),
    [(9, "3-3-3"), (8, "3-3-2"), (7, "3-2-2"), (6, "3-3 2-2-2"), (5, "3-2"), (4, "2-2"), (3, "")],
)
def test_s18_149_how_a_division_breaks(points: int, ways: str) -> None:
    """14.0, S18-149: into regiments of 3 and 2 points."""
    match = study("fallback-1 entente", f"28D 1410 {points} corps=WATTER \n 162DI 1405")
    found = {text.split()[-1] for text in listed(match, "28D") if text.startswith("breakdown")}
    assert found == set(ways.split())


def test_s18_221_one_x_for_both_sides() -> None:
    """16.4.11, S18-221: the attacker chooses once."""
    match = study("assault entente", "1US 1405 order=prepare \n 42/17 1406", dice=[2])
    play(match, "attack 1406 by 1US")
    assert match.decision is not None
    assert (asked(match), match.decision.side) == ("losses", "entente")
    assert sorted(listed(match)) == ["losses 1", "losses 2"]
