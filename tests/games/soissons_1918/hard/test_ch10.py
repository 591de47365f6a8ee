"""Hard positions of chapter 10: stacking."""

from __future__ import annotations

from tests.games.soissons_1918.hard.position import answer, hard, path, seen, survivors
from tests.games.soissons_1918.position import (
    allowed,
    asked,
    destinations,
    game,
    place,
    play,
    refused,
    steps,
    study,
    until,
)


def test_s10_01_a_retreat_onto_a_full_hex() -> None:
    """S10-01: possible, at the price of points (K106); of one division three regiments fit."""
    more = "69DI 1511 order=prepare \n HQ-XX 1509"
    match = hard("S10-01", "assault entente", more, dice=[3])
    play(match, "attack 1512 by 69DI", "lead 28D/109")
    answer(match, "withdraw 1512", stop="retreat")
    play(match, "retreat 28D/109 1513")
    assert asked(match) == "retreat", "3 and 3 points are no crowd"
    assert allowed(match, "retreat 28D/110 1514")
    play(match, "retreat 28D/110 1513")
    assert asked(match) == "overstack"
    play(match, "lose 14R/16", "lose 14R/16")
    assert asked(match) == "overstack", "a remnant of another division is one too many"
    play(match, "lose REM1")
    assert survivors(match, "1513") == ["28D/109", "28D/110"]
    match = hard("S10-01t", "assault entente", more, dice=[3])
    play(match, "attack 1512 by 69DI", "lead 28D/109")
    answer(match, "withdraw 1512", stop="retreat")
    play(match, "retreat 28D/109 1513", "retreat 28D/110 1513")
    assert survivors(match, "1513") == ["28D/109", "28D/110", "28D/40"]


def test_s10_02_through_another_division() -> None:
    """S10-02: not in Maneuver, but in a fallback."""
    match = hard("S10-02")
    assert "1910" not in destinations(match, "48DI")
    assert "1910" not in path(match, "move 48DI 1911"), "it goes round"
    match = hard("S10-02t")
    play(match, "fallback 19DI 1908")
    assert seen(match, "19DI") == "1908 3 Good Order R"


def test_s10_03_two_spent_divisions() -> None:
    """S10-03: 7 points are one too many, 6 are not."""
    match = hard("S10-03")
    play(match, "fallback 153DI 0907")
    assert asked(match) == "overstack"
    play(match, "lose 11DI")
    assert (steps(match, "153DI"), steps(match, "11DI")) == (3, 3)
    match = hard("S10-03t")
    play(match, "fallback 153DI 0907")
    assert asked(match) == "fallback"
    assert (steps(match, "153DI"), steps(match, "11DI")) == (3, 3)


def test_s10_04_a_remnant_on_three_regiments() -> None:
    """S10-04: fits no rule; with two regiments of 5 points it does, and the headquarters does not count."""
    group = "\n".join(f"34D/{n} 1114 {points} corps=STAABS" for n, points in ((30, 3), (67, 2), (145, 3)))
    match = hard("S10-04", more=group)
    play(match, "fallback REM1 1114")
    assert asked(match) == "overstack"
    play(match, "lose REM1")
    assert survivors(match, "1114") == ["34D/145", "34D/30", "34D/67", "HQ-STAABS"]
    match = hard("S10-04t", more="34D/30 1114 3 corps=STAABS \n 34D/67 1114 2 corps=STAABS")
    play(match, "fallback REM1 1114")
    assert asked(match) == "fallback"
    assert "remnant 1114 1 Disorganized R" in survivors(match, "1114")


def test_s10_05_reinforcements_left_on_the_edge() -> None:
    """S10-05: the exception ends with the turn of their arrival (L07); whoever comes later crowds them."""
    match = hard("S10-05", "maneuver german")
    play(match, "end")
    until(match, "overstack")
    assert (game(match).state.turn, game(match).state.phase) == (4, "next-turn")
    match = study("fallback-1 entente", "28D 1519 corps=WATTER \n 14R/16 1513 \n 2US 1512 12", turn=5, board="map",
                  supply=None, command=None)
    play(match, "fallback 14R/16 1519")
    assert asked(match) == "overstack"
    assert {"1514", "1518"} <= destinations(hard("S10-05", "fallback-1 entente", "20D 1518"), "14R/16", "fallback")


def test_s10_06_a_headquarters_and_infantry_of_another_corps() -> None:
    """S10-06: the hex is closed to the headquarters (K107); the regiment may go there."""
    more = "1US 1111 12 order=low aim=1112 \n HQ-XX 1109"
    match = hard("S10-06", "attack entente", more, dice=[5])
    play(match, "attack 1112 by 1US")
    answer(match, "convert 1112", stop="retreat")
    assert "1113" in destinations(match, "11B/22", "retreat")
    ends = destinations(match, "HQ-STAABS", "retreat")
    assert {"1114", "1013", "1213"} <= ends
    assert "1113" not in ends
    refused(match, "retreat HQ-STAABS 1113", "7.0", "another corps")


def test_s10_07_through_regiments() -> None:
    """S10-07: a division passes regiments, not a division."""
    match = hard("S10-07")
    assert "1116" not in destinations(match, "46R"), "12 points are too many to stay"
    assert path(match, "move 46R 1117") == ["1116", "1117"]
    assert "1116" not in path(hard("S10-07t"), "move 46R 1117")


def test_s10_08_two_spent_divisions_with_tanks() -> None:
    """S10-08: each keeps its own group; the one that came two hexes has lost it."""
    match = hard("S10-08")
    play(match, "fallback 2US 1407")
    assert asked(match) == "fallback"
    assert (place(match, "BCL-1"), place(match, "AS-XI")) == ("removed", "1407")
