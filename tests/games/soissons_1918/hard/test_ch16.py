"""Hard positions of chapter 16: combat, retreat, advance."""

from __future__ import annotations

from tests.games.soissons_1918.hard.position import (
    answer,
    fight,
    fire,
    hard,
    isolated,
    path,
    seen,
    strengths,
    survivors,
)
from tests.games.soissons_1918.position import (
    allowed,
    asked,
    destinations,
    level,
    only,
    order,
    place,
    play,
    refused,
    steps,
    until,
)


def test_s16_01_a_promised_attack() -> None:
    """S16-01: must be kept (K47); without anybody to keep it the first attack is refused."""
    match = hard("S16-01", dice=[3])
    play(match, "attack 1611 by DM")
    answer(match)
    refused(match, "end", "16.1", "1512")
    match = hard("S16-01t")
    refused(match, "attack 1611 by DM", "16.1", "1512")
    assert allowed(match, "attack 1512-1611 by DM")
    assert fight(match, "1512-1611", "DM", "DM", "14R/16").startswith("3-2")


def test_s16_02_a_neighbour_falls_back_in_time() -> None:
    """S16-02: then the other can be attacked alone."""
    match = hard("S16-02")
    play(match, "fallback 14R/16 1514", "end")
    until(match, "combat")
    assert allowed(match, "attack 1611 by DM")
    assert fight(match, "1611", "DM", "DM", "14R/53") == "3-1 +2"
    match = hard("S16-02t")
    play(match, "end")
    until(match, "combat")
    refused(match, "attack 1611 by DM", "16.1")
    assert allowed(match, "attack 1512-1611 by DM")


def test_s16_03_two_hexes_and_a_conversion() -> None:
    """S16-03: both retreat (K45); without it the second loss falls on the second unit (K98)."""
    match = hard("S16-03", dice=[5])
    assert fight(match, "1211-1312", "DM", "DM", "34D/30") == "2-1 +0"
    play(match, "attack 1211-1312 by DM", "lead 34D/30", "losses 2")
    play(match, next(text for text in map(match.write, match.legal_actions()) if text.startswith("convert")))
    assert steps(match, "DM") == 8
    assert [seen(match, f"34D/{n}") for n in (30, 67)] == ["1312 2 Reforming", "1211 2 Reforming"]
    while asked(match) == "retreat":
        play(match, match.write(next(iter(match.legal_actions()))))
    assert {"1211", "1312"}.isdisjoint({place(match, "34D/30"), place(match, "34D/67")})
    match = hard("S16-03t", dice=[5])
    play(match, "attack 1211-1312 by DM", "lead 34D/30", "losses 2", "hold")
    assert steps(match, "34D/30") == 2
    assert survivors(match, "1211") == ["remnant 1211 1 Disorganized"]
    assert asked(match) == "withdraw"


def test_s16_04_six_remnants() -> None:
    """S16-04: a loss less and a loss more for the attacker; all the defender's losses are hexes."""
    match = hard("S16-04", dice=[1])
    assert fight(match, "1313", "2US", "2US", "REM1") == "2-1 +3"
    play(match, "attack 1313 by 2US")
    answer(match, "losses 1", stop="retreat")
    assert seen(match, "2US") == "1312 13 Reforming Prepare"
    ends = destinations(match, "REM1", "retreat")
    assert "1315" in ends
    assert "1312" not in ends
    assert path(match, "retreat REM1 1314") == ["1213", "1314"], "two hexes of way"


def test_s16_05_way_and_distance() -> None:
    """S16-05: both must reach the number (K07)."""
    more = "DM 1304 order=prepare \n 2US 1404 order=prepare \n HQ-XX 1402"
    match = hard("S16-05", more=more, dice=[3])
    play(match, "attack 1305 by DM,2US")
    answer(match, stop="retreat")
    refused(match, "retreat REM1 1205", "16.5", "not far enough")
    assert allowed(match, "retreat REM1 1206")


def test_s16_06_the_leaders_stream() -> None:
    """S16-06: only the lead attacker's side of the hex counts."""
    match = hard("S16-06")
    assert fight(match, "2004", "115/136,115/171", "115/171", "41DI") == "3-2 -3"
    assert fight(match, "2004", "115/136,115/171", "115/136", "41DI") == "3-2 -2"


def test_s16_07_an_advance_cuts_a_row() -> None:
    """S16-07: the regiment falls back at once, the marker is gone."""
    match = hard("S16-07")
    play(match, "advance 41DI 2412")
    assert isolated(match) == {"40/104"}
    assert {"2212", "2112"} <= destinations(match, "40/104", "fallback")
    assert seen(match, "41DI") == "2412 8 Good Order"


def test_s16_08_who_keeps_the_marker() -> None:
    """S16-08: not who could have attacked and did not; but who never could (K02)."""
    match = hard("S16-08", dice=[4])
    play(match, "attack 1512 by DM", "convert 1512", "retreat 14R/16 1514")
    until(match, "advance")
    assert (bool(order(match, "DM")), bool(order(match, "69DI"))) == (True, False)
    assert destinations(match, "DM", "advance") >= {"1512", "1611"}
    match = hard("S16-08t", dice=[5])
    play(match, "attack 1512 by DM", "convert 1512", "retreat 14R/16 1514")
    until(match, "advance")
    assert allowed(match, "advance 69DI 1512")


def test_s16_09_no_way_back_after_the_bombardment() -> None:
    """S16-09: the assault is carried through."""
    match = hard("S16-09", more=f"{fire('1010 entente 3')} \n 6D 1010 corps=STAABS", dice=[1, 4])
    assert fight(match, "1010", "11DI", "11DI", "6D") == "1-1 -1"
    events = play(match, "attack 1010 by 11DI")
    assert only(events, "bombardment").data["outcome"] == "no effect"
    assert only(events, "combat").data["drm"] == -1


def test_s16_10_an_assault_is_no_low_intensity_attack() -> None:
    """S16-10: each segment has its own duties."""
    lines = "DM 1511 9 order=low aim=1512 \n 1US 1410 12 assaulted"
    match = hard("S16-10", "attack entente", lines)
    refused(match, "attack 1512 by DM", "16.1", "1411")
    assert allowed(match, "attack 1411-1512 by DM")
    match = hard("S16-10", "attack entente", lines.replace("12 assaulted", "12 order=low aim=1411"))
    assert allowed(match, "attack 1512 by DM")


def test_s16_11_one_regiment_of_a_stack() -> None:
    """S16-11: only who attacks suffers."""
    more = "28D/109 1512 3 order=low aim=1511 corps=WATTER \n 28D/110 1512 3 corps=WATTER"
    match = hard("S16-11", more=more, dice=[2])
    assert strengths(match, "28D/109", "1511", "28D/109") == (3, 4)
    assert fight(match, "1511", "28D/109", "28D/109", "58DI") == "3-2 +0"
    play(match, "attack 1511 by 28D/109")
    assert (seen(match, "28D/109")[:16], level(match, "28D/110")) == ("1512 2 Reforming", 0)


def test_s16_12_all_units_of_a_hex_retreat() -> None:
    """S16-12: a headquarters, too; in a fallback it may stay behind, and must then flee (K50)."""
    match = hard("S16-12", "attack german", "20D 1912 order=low aim=1911 corps=WATTER \n HQ-WATTER 1914", dice=[6])
    play(match, "attack 1911 by 20D")
    answer(match, "withdraw 1911", stop="retreat")
    play(match, "retreat 48DI 1910")
    assert asked(match) == "retreat"
    assert "1910" in destinations(match, "HQ-XXX", "retreat")
    play(match, "retreat HQ-XXX 1910")
    assert (steps(match, "BCL-1"), seen(match, "HQ-XXX")) == (1, "1910 R silent")
    match = hard("S16-12t")
    play(match, "fallback 48DI 1910")
    assert asked(match) == "fallback"
    assert not {"1910", "1810"} & destinations(match, "HQ-XXX", "fallback")
    assert "1908" in destinations(match, "HQ-XXX", "fallback")
