"""Hard positions of chapter 14: German divisions break down."""

from __future__ import annotations

from tests.games.soissons_1918.hard.position import answer, fight, hard, seen, survivors
from tests.games.soissons_1918.position import (
    allowed,
    asked,
    destinations,
    game,
    level,
    listed,
    number,
    place,
    play,
    refused,
    steps,
)


def regiments(division: str, numbers: str, corps: str) -> str:
    return "\n".join(f"{division}/{n} pool corps={corps}" for n in numbers.split())


def test_s14_01_in_a_retreat() -> None:
    """S14-01: 8 points as 3, 3 and 2, each by its own way, with what the division had (K54)."""
    match = hard("S14-01", more=regiments("28D", "109 110 40", "WATTER"), dice=[6])
    assert fight(match, "1512", "1US", "1US", "28D") == "3-2 +0"
    play(match, "attack 1512 by 1US", "losses 1", "convert 1512")
    assert (steps(match, "1US"), seen(match, "28D")) == (12, "1512 8 Reforming")
    play(match, "breakdown 28D 3-3-2", "retreat 28D/109 1513", "retreat 28D/110 1514", "retreat 28D/40 1515")
    found = [seen(match, f"28D/{n}") for n in (109, 110, 40)]
    assert found == ["1513 3 Reforming R", "1514 3 Reforming R", "1515 2 Reforming R"]
    assert game(match).state.corps[number(match, "28D/40")] == "WATTER"


def test_s14_01t_too_weak_to_break() -> None:
    """S14-01t: 3 points retreat as a division."""
    match = hard("S14-01t", more=regiments("28D", "109 110 40", "WATTER"), dice=[6])
    play(match, "attack 1512 by 1US", "convert 1512")
    assert seen(match, "28D") == "1512 3 Disorganized"
    assert not [text for text in listed(match, "28D") if text.startswith("breakdown")]


def test_s14_02_not_without_a_movement() -> None:
    """S14-02: neither in an enemy zone nor standing still (K93); on the way at any point."""
    match = hard("S14-02", more=regiments("46R", "214 215 216", "WATTER"))
    refused(match, "breakdown 46R 3-3-3", "14.0", "move it first")
    match = hard("S14-02t", more=regiments("46R", "214 215 216", "WATTER"))
    refused(match, "breakdown 46R 3-3-3", "14.0", "move it first")
    play(match, "move 46R 1714", "breakdown 46R 3-3-3", "move 46R/214 1715")
    assert (place(match, "46R/214"), place(match, "46R/215")) == ("1715", "1714")


def test_s14_03_a_spent_division() -> None:
    """S14-03: no maneuver (K01), but it may break in a fallback, and its regiments are not Spent (K55)."""
    more = regiments("34D", "30 67 145", "STAABS")
    refused(hard("S14-03", more=more), "move 34D 1114", "12.0", "Spent")
    match = hard("S14-03", "fallback-1 entente", more, turn=10)
    play(match, "breakdown 34D 2-2", "fallback 34D/30 1114", "fallback 34D/67 1114")
    assert [seen(match, f"34D/{n}") for n in (30, 67)] == ["1114 2 Good Order R"] * 2
    assert not game(match).is_spent(number(match, "34D/30"))


def test_s14_04_onto_another_regiment() -> None:
    """S14-04: crowded in 1714; one there and two in 1713 fit."""
    more = regiments("20D", "77 79 92", "WATTER")
    match = hard("S14-04", more=more)
    play(match, "breakdown 20D 3-3-2", "fallback 20D/77 1714", "fallback 20D/79 1713", "fallback 20D/92 1713")
    assert survivors(match, "1714") == ["14R/16", "20D/77"]
    match = hard("S14-04", more=more)
    play(match, "breakdown 20D 3-3-2", "fallback 20D/77 1714", "fallback 20D/79 1714")
    assert asked(match) == "overstack"


def test_s14_05_in_an_advance() -> None:
    """S14-05: the marker is lost with the division; unbroken it stays."""
    more = regiments("6D", "24 64 396", "STAABS")
    match = hard("S14-05", more=more)
    play(match, "advance 6D 1311", "breakdown 6D 3-3-3")
    found = survivors(match, "1311")
    assert len(found) == 3
    assert all(seen(match, uid) == "1311 3 Good Order" for uid in found)
    match = hard("S14-05t", more=more)
    play(match, "advance 6D 1311", "hold")
    assert seen(match, "6D") == "1311 9 Good Order Prepare"


def test_s14_06_in_a_column() -> None:
    """S14-06: the regiments go on in column, for they are the reinforcement (K113)."""
    more = f"6D 1018 column corps=STAABS \n {regiments('6D', '24 64 396', 'STAABS')}"
    match = hard("S14-06", more=more)
    play(match, *[f"move 6D {cell}" for cell in ("0918", "0817", "0717", "0716")], "breakdown 6D 3-3-3")
    assert game(match).state.mp[number(match, "6D/24")] == 8
    play(match, *[f"move 6D/24 {cell}" for cell in ("0615", "0614", "0613", "0713")])
    assert game(match).state.mp[number(match, "6D/24")] == 4
    assert allowed(match, "move 6D/64 0816")


def test_s14_07_a_division_becomes_a_remnant() -> None:
    """S14-07: one remnant, Shocked; its regiments were never in play and cannot reform (K82)."""
    more = "46R 1513 2 disruption=2 corps=WATTER \n" + regiments("46R", "214 215 216", "WATTER")
    match = hard("S14-07", more=more, dice=[3])
    assert fight(match, "1513", "DM", "DM", "46R") == "4-1 +2"
    play(match, "attack 1513 by DM")
    answer(match, stop="retreat")
    assert survivors(match, "1513") == ["remnant 1513 1 Shocked"]
    assert not {"1412", "1512", "1612"} & destinations(match, "REM1", "retreat")
    assert (place(match, "46R"), place(match, "46R/214")) == ("removed", "pool")


def test_s14_08_two_regiments_two_dice() -> None:
    """S14-08: each recovers by itself."""
    match = hard("S14-08", more=regiments("28D", "109 110 40", "WATTER") + "\n 11DI 0302", dice=[3, 4])
    play(match, "move 28D 1615", "breakdown 28D 3-3")
    while not game(match).state.phase.startswith("recovery") and game(match).is_night:
        play(match, "end")
    assert (level(match, "28D/109"), level(match, "28D/110")) == (0, 0)
