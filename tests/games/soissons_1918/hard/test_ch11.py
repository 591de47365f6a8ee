"""Hard positions of chapter 11: supply and isolation."""

from __future__ import annotations

from tests.games.soissons_1918.hard.position import answer, hard, isolated, seen
from tests.games.soissons_1918.position import allowed, asked, destinations, play, refused, retreated


def test_s11_01_leaving_a_friend_isolated() -> None:
    """S11-01: a step back cuts him off, a step forward does not."""
    refused(hard("S11-01"), "move 153DI 1608", "11.2.1", "isolate a friendly unit")
    match = hard("S11-01t")
    play(match, "move 153DI 1610")
    assert not isolated(match)
    assert asked(match) == "maneuver"


def test_s11_02_into_isolation() -> None:
    """S11-02: refused, unless it isolates those who cut it off (K108)."""
    match = hard("S11-02")
    assert allowed(match, "move DM 1610")
    refused(match, "move DM 1611", "11.2.1", "would be isolated")
    match = hard("S11-02t")
    play(match, "move DM 1610", "move DM 1611")
    assert asked(match) == "fallback"
    assert isolated(match) >= {"28D", "20D"}
    play(match, "fallback 28D 1413")
    answer(match, stop="maneuver")
    assert "DM" not in isolated(match)
    assert destinations(match, "DM")


def test_s11_03_the_exception_for_the_german() -> None:
    """S11-03: he may stand isolated if the enemy must leave; without the third regiment he may not."""
    match = hard("S11-03")
    play(match, "move 14R/16 1811")
    assert asked(match) == "fallback"
    assert {"1710", "1610", "1609"} <= destinations(match, "2US", "fallback")
    play(match, "fallback 2US 1710")
    assert not isolated(match)
    refused(hard("S11-03t"), "move 14R/16 1811", "11.2.1")


def test_s11_04_the_closest_perimeter_hex_counts() -> None:
    """S11-04: a barred shortest line isolates, even if a longer one is free."""
    match = hard("S11-04")
    assert isolated(match) == {"34D"}
    refused(match, "end", "13.1", "34D must fall back")
    match = hard("S11-04t")
    assert not isolated(match)
    assert allowed(match, "end")


def test_s11_05_a_fallback_isolates_the_next() -> None:
    """S11-05: which hex the first takes decides about the second."""
    for name, to, second in (("S11-05", "1716", True), ("S11-05t", "1615", False)):
        match = hard(name)
        play(match, "move 48DI 2013", "move 48DI 2014", "move 48DI 2015")
        assert not isolated(match)
        play(match, "move 48DI 1916")
        assert isolated(match) == {"REM1"}
        play(match, f"fallback REM1 {to}")
        assert ("14R/16" in isolated(match)) == second
        assert (asked(match) == "fallback") == second


def test_s11_06_a_town_lets_the_line_pass() -> None:
    """S11-06: a zone in a town is no bar (K30); the threat behind it is, unless a friend cancels it."""
    match = hard("S11-06")
    play(match, "move 48DI 1814")
    assert (asked(match), isolated(match)) == ("maneuver", set())
    match = hard("S11-06t")
    play(match, "move 48DI 1814")
    assert (asked(match), isolated(match)) == ("fallback", {"3R/2"})


def test_s11_07_the_second_division_holds_the_door() -> None:
    """S11-07: a hex further back, and the first may not go so far."""
    match = hard("S11-07")
    play(match, "move 69DI 1609", "move DM 1611", "move DM 1612")
    assert not isolated(match)
    match = hard("S11-07t")
    play(match, "move 69DI 1608", "move DM 1611")
    refused(match, "move DM 1612", "11.2.1")


def test_s11_08_a_combat_retreat_isolates_a_friend() -> None:
    """S11-08: allowed; he must fall back in the next fallback segment (K70)."""
    match = hard("S11-08", "assault entente", "2US 1612 12 order=prepare \n HQ-XX 1610", dice=[6])
    play(match, "attack 1713 by 2US")
    answer(match, "convert 1713", stop="retreat")
    play(match, "retreat 14R/53 1715")
    assert isolated(match) == {"14R/16"}
    assert asked(match) == "fallback"
    refused(match, "end", "13.1", "14R/16")


def test_s11_09_from_isolation_into_isolation() -> None:
    """S11-09: the ban is for units in supply (K109); in the enemy's fallback segment it must go."""
    match = hard("S11-09")
    assert isolated(match) == {"DM"}
    play(match, "move DM 1611")
    assert isolated(match) == {"DM"}
    match = hard("S11-09t")
    refused(match, "end", "13.1", "DM")
    ends = destinations(match, "DM", "fallback")
    assert "1610" in ends
    assert "1611" not in ends
    play(match, "fallback DM 1610")
    assert retreated(match, "DM")
    assert seen(match, "DM") == "1610 8 Good Order R"
