"""Hard positions of chapter 13: fallback."""

from __future__ import annotations

from tests.games.soissons_1918.hard.position import answer, fight, hard, isolated, path, seen
from tests.games.soissons_1918.position import (
    allowed,
    asked,
    destinations,
    force,
    number,
    of_kind,
    place,
    play,
    refused,
    steps,
    until,
)


def test_s13_01_nowhere_to_go() -> None:
    """S13-01: eliminated; where the row is only covered by a zone it passes through."""
    match = hard("S13-01")
    events = play(match, "end")
    assert [event.data["unit"] for event in of_kind(events, "eliminated")] == [number(match, "14R/16")]
    match = hard("S13-01t")
    ends = destinations(match, "14R/16", "fallback")
    assert {"1717", "1718", "1615", "1616"} <= ends
    assert not {"1713", "1714", "1715", "1716"} & ends
    play(match, "fallback 14R/16 1717")
    assert seen(match, "14R/16") == "1717 3 Good Order R"


def test_s13_02_the_last_hex_of_the_row() -> None:
    """S13-02: no conversion by choice without a hex to go to; a remnant that must go is lost (K46, K84)."""
    match = hard("S13-02", dice=[5])
    assert fight(match, "1519", "34BR", "34BR", "20D/77") == "3-1 +0"
    play(match, "attack 1519 by 34BR")
    assert seen(match, "20D/77") == "1519 2 Reforming"
    match = hard("S13-02t", dice=[5])
    assert fight(match, "1519", "34BR", "34BR", "REM1") == "6-1 +2"
    events = play(match, "attack 1519 by 34BR")
    assert len(of_kind(events, "eliminated")) == 1


def test_s13_03_the_way_to_the_perimeter() -> None:
    """S13-03: by the fewest zones, then the shortest (K23)."""
    match = hard("S13-03")
    assert isolated(match) == {"34D/30"}
    refused(match, "fallback 34D/30 1112", "13.3", "next to an enemy")
    assert path(match, "fallback 34D/30 1013") == ["1211", "1212", "1113", "1013"]
    for end in ("1211", "1310"):
        assert allowed(hard("S13-03"), f"fallback 34D/30 {end}")
    assert "1111" not in destinations(hard("S13-03"), "34D/30", "fallback")


def test_s13_03t_the_short_way_is_free() -> None:
    """S13-03t: 1111 is on the direction now; row 12 is left too early for 1013."""
    match = hard("S13-03t")
    for end in ("1112", "1211", "1111"):
        assert allowed(match, f"fallback 34D/30 {end}")
    refused(match, "fallback 34D/30 1310", "13.3", "next to an enemy")


def test_s13_04_south_west_from_an_even_row() -> None:
    """S13-04: level from an even row, closer to the enemy's edge from an odd one (K21)."""
    assert allowed(hard("S13-04"), "fallback 14R/16 1912")
    match = hard("S13-04t")
    refused(match, "fallback 14R/16 1812", "13.3", "closer to the enemy")
    assert {"1714", "1613", "1813"} <= destinations(match, "14R/16", "fallback")


def test_s13_05_a_voluntary_fallback_isolates_a_friend() -> None:
    """S13-05: he must go before the segment ends."""
    match = hard("S13-05")
    play(match, "fallback 14R/53 1715")
    assert isolated(match) == {"14R/16"}
    refused(match, "end", "13.1", "14R/16")
    assert {"1811", "1909", "1910"} <= destinations(match, "14R/16", "fallback")
    play(match, "fallback 14R/16 1811")
    assert (seen(match, "14R/16"), seen(match, "14R/53")) == ("1811 3 Good Order R", "1715 3 Good Order R")


def test_s13_06_four_times_in_one_phase() -> None:
    """S13-06: each time after the first a level more."""
    lines = "11DI 0809 order=prepare \n 153DI 0908 \n HQ-I 0807"
    match = hard("S13-06", "assault entente", lines, dice=[2])
    play(match, "attack 0810 by 11DI")
    answer(match, "withdraw 0810", stop="retreat")
    play(match, "retreat 46R/214 0812")
    assert seen(match, "46R/214").endswith("Good Order R")
    play(match, "fallback 46R/214 0814")
    assert seen(match, "46R/214").endswith("Reforming R")
    assert asked(match) == "maneuver"
    until(match, "fallback")
    play(match, "fallback 46R/214 0816")
    assert seen(match, "46R/214").endswith("Disorganized R")
    match = hard("S09-01", more="40/104 2211 3 disruption=1 retreated")
    play(match, "move 41DI 2412", "fallback 40/104 2212")
    assert seen(match, "40/104") == "2212 3 Disorganized R", "an emergency counts like any other"


def test_s13_07_tanks_on_the_way_back() -> None:
    """S13-07: a hex reduces them, a second hex in another segment ends them; two at once do the same."""
    match = hard("S13-07")
    play(match, "fallback 48DI 1910", "end")
    assert steps(match, "BCL-1") == 1
    until(match, "fallback")
    play(match, "fallback 48DI 1909")
    assert (place(match, "BCL-1"), seen(match, "48DI")) == ("removed", "1909 9 Reforming R")
    match = hard("S13-07t")
    play(match, "fallback 48DI 1909")
    assert (place(match, "BCL-1"), seen(match, "48DI")) == ("removed", "1909 9 Good Order R")


def test_s13_08_next_to_a_lone_headquarters() -> None:
    """S13-08: only enemy combat units bar the end of a fallback (K08); the headquarters flees (K50)."""
    match = hard("S13-08")
    play(match, "fallback 14R/16 1814")
    assert asked(match) == "fallback"
    assert match.decision is not None
    assert match.decision.side == "entente"
    play(match, next(text for text in map(match.write, match.legal_actions("HQ-XXX"))))
    assert seen(match, "HQ-XXX").endswith("R silent")
    literal = hard("S13-08", fallback_end="any-unit")
    refused(literal, "fallback 14R/16 1814", "13.3", "next to an enemy")


def test_s13_09_three_hexes_of_way() -> None:
    """S13-09: counted along the way (K112)."""
    match = hard("S13-09", more="14R/16 2016")
    play(match, "move 2US 1710")
    assert asked(match) == "fallback"
    assert path(match, "fallback HQ-WATTER 1712") == ["1811", "1812", "1712"]
    force(match)
