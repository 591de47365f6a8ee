"""Hard positions of chapter 17: reinforcements."""

from __future__ import annotations

import pytest

from tests.games.soissons_1918.hard.position import fight, hard, path, seen, strengths
from tests.games.soissons_1918.position import (
    allowed,
    asked,
    cost,
    destinations,
    game,
    number,
    place,
    play,
    refused,
    until,
)

DUE = "6D off-map due=7 \n 46R off-map due=7 \n HQ-STAABS 1015 \n HQ-WATTER 2115"


def test_s17_01_an_enemy_on_the_edge() -> None:
    """S17-01: not onto him; beside him, but then it is held (K68); two hexes away it moves."""
    match = hard("S17-01", "reinforcements german", DUE)
    refused(match, "enter 6D 1519", "17.1", "occupied")
    play(match, "enter 6D 1418", "assign 6D HQ-STAABS", "enter 46R 1018", "assign 46R HQ-STAABS")
    until(match, "maneuver")
    refused(match, "move 6D 1417", "9.1.1")
    assert allowed(match, "prepare 6D")
    match = hard("S17-01t", "reinforcements german", DUE)
    play(match, "enter 6D 1319", "assign 6D HQ-STAABS", "enter 46R 1018", "assign 46R HQ-STAABS")
    until(match, "maneuver")
    assert allowed(match, "move 6D 1318")
    assert not game(match).state.column[number(match, "6D")]


def test_s17_02_column_and_contact() -> None:
    """S17-02: half a point, a whole one within two hexes of an enemy (K61), and the order."""
    match = hard("S17-02", more="20D 1919 column corps=WATTER")
    play(match, *[f"move 20D {c}" for c in ("1918", "1917", "1916", "1915", "1914", "1813")])
    assert game(match).state.mp[number(match, "20D")] == 6
    play(match, "move 20D 1812", "move 20D 1811")
    assert cost(match, "probe 20D 1810") == 1
    play(match, "probe 20D 1810")
    match = hard("S17-02t", more="20D 1818 corps=WATTER")
    assert cost(match, "move 20D 1813") == 6
    assert "1812" not in destinations(match, "20D")


def test_s17_03_off_the_road_and_back() -> None:
    """S17-03: the column is over; half a point is left unused (K95)."""
    match = hard("S17-03", more="20D 1919 column corps=WATTER \n 11DI 0802")
    play(match, *[f"move 20D {c}" for c in ("1918", "1917", "1916", "1915", "1914", "1913", "1912", "1812")])
    assert game(match).state.mp[number(match, "20D")] == 1
    refused(match, "move 20D 1811", "12.1", "0.5")


def test_s17_04_a_column_behind_another() -> None:
    """S17-04: not through a division; through a regiment."""
    more = "20D 1919 column corps=WATTER \n 11DI 0802"
    assert "1917" not in path(hard("S17-04", more=more), "move 20D 1916")
    assert path(hard("S17-04t", more=more), "move 20D 1916") == ["1918", "1917", "1916"]


@pytest.mark.parametrize(("name", "corps", "points"), [("S17-05", "STAABS", 4), ("S17-05t", "WATTER", 9)])
def test_s17_05_the_headquarters_of_the_leader_coordinates(name: str, corps: str, points: int) -> None:
    """S17-05: not the one next door."""
    match = hard(name)
    assert game(match).state.corps[number(match, "20D")] == corps
    assert strengths(match, "20D", "1810", "20D") == (points, 9)
    assert fight(match, "1810", "20D", "20D", "48DI") == "3-2 +1"


def test_s17_06_tanks_on_the_turn_of_their_arrival() -> None:
    """S17-06: to the box, to a division that they can reach, and into the assault; a zone on the only way bars it."""
    due = "BCL-1 off-map due=7"
    match = hard("S17-06", "operations entente", due)
    play(match, "attach BCL-1 to DM")
    until(match, "combat")
    assert fight(match, "1513", "DM", "DM", "14R/16") == "2-1 +4"
    match = hard("S17-06t", "operations entente", f"{due} \n 162DI 1101 \n HQ-I 1002")
    until(match, "attach")
    assert place(match, "BCL-1") == "tank-box"
    refused(match, "attach BCL-1 to DM", "5.4.2", "tanks have no way")


def test_s17_07_a_headquarters_stops_the_column() -> None:
    """S17-07: within two hexes of it a hex costs a whole point (K122); touched it flees."""
    match = hard("S17-07", more="69DI 1101 column")
    for where in ("1201", "1302", "1303", "1203", "1204", "1205"):
        play(match, f"move 69DI {where}")
    assert game(match).state.mp[number(match, "69DI")] == 6
    play(match, "move 69DI 1206", "move 69DI 1207")
    assert game(match).state.mp[number(match, "69DI")] == 2
    ends = destinations(match, "HQ-STAABS", "fallback")
    assert {"1211", "1110", "1310"} <= ends
    play(match, "fallback HQ-STAABS 1211")
    assert allowed(match, "move 69DI 1208")


@pytest.mark.parametrize(("name", "far"), [("S17-08", True), ("S17-08t", False)])
def test_s17_08_twelve_hexes_through_soissons(name: str, far: bool) -> None:
    """S17-08: six points; the last hex within two of an enemy is one too many."""
    match = hard(name, "maneuver german", "34D 1018 column corps=STAABS")
    way = ("0918", "0817", "0717", "0716", "0615", "0614", "0613", "0713", "0812", "0912", "1012")
    for where in way:
        play(match, f"move 34D {where}")
    assert game(match).state.mp[number(match, "34D")] == 1
    assert bool(match.check("move 34D 1011")) == far
    assert asked(match) == "maneuver"
    assert seen(match, "34D") == "1012 9 Good Order"
