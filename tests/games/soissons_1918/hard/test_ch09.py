"""Hard positions of chapter 9: zones of control and threat zones."""

from __future__ import annotations

import pytest

from tests.games.soissons_1918.hard.position import fight, hard, isolated, path, seen
from tests.games.soissons_1918.position import allowed, asked, destinations, play, refused, retreated


def test_s09_01_a_threat_zone_cuts_a_row() -> None:
    """S09-01: two hexes away; and whoever began the segment in a zone stays (K34)."""
    match = hard("S09-01")
    play(match, "move 41DI 2410", "move 41DI 2411")
    assert not isolated(match)
    play(match, "move 41DI 2412")
    assert asked(match) == "fallback"
    assert {"2212", "2112"} <= destinations(match, "40/104", "fallback")
    play(match, "fallback 40/104 2212")
    assert retreated(match, "40/104")
    assert allowed(match, "move 41DI 2413")
    match = hard("S09-01")
    play(match, "move 41DI 2412", "fallback 40/104 2214")
    refused(match, "move 128DI 2209", "9.1.1", "began the segment")
    refused(match, "prepare 128DI", "12.2.2", "not next to an enemy")
    match = hard("S09-01t")
    play(match, "move 41DI 2412")
    assert (asked(match), seen(match, "40/104")) == ("maneuver", "2211 3 Good Order")
    refused(match, "move 128DI 2209", "9.1.1")


def test_s09_02_going_on_after_an_interrupt() -> None:
    """S09-02: when the zone is gone (K35), unless another covers the hex."""
    match = hard("S09-02")
    play(match, "move 2US 1609", "move 2US 1610", "move 2US 1711")
    assert asked(match) == "fallback"
    assert {"1911", "1812", "1912", "1813"} <= destinations(match, "14R/16", "fallback")
    play(match, "fallback 14R/16 1816")
    assert allowed(match, "move 2US 1812")
    match = hard("S09-02t")
    play(match, "move 2US 1609", "move 2US 1610", "move 2US 1711")
    play(match, "fallback 14R/16 1816")
    refused(match, "move 2US 1811", "9.1.1")
    assert allowed(match, "probe 2US 1712")


@pytest.mark.parametrize(
    ("name", "move", "cut"),
    [
        ("S09-03", "1611", {"14R/16"}),
        ("S09-03t", "1612", set()),
        ("S09-04", "1611", set()),
        ("S09-04t", "1611", {"14R/16"}),
        ("S09-05", "1712", {"14R/16", "14R/53"}),
    ],
)
def test_s09_03_to_05_who_is_cut_off(name: str, move: str, cut: set[str]) -> None:
    """S09-03, S09-04, S09-05: one open hex lets the threat through (K27); a headquarters cancels it in its own hex only
    (K29); a zone of control is never cancelled. Of several the owner chooses who goes first (K105)."""
    match = hard(name)
    path = ["1512", "1612"] if name == "S09-03t" else [move]
    play(match, *[f"move 2US {cell}" for cell in path])
    assert isolated(match) == cut
    assert (asked(match) == "fallback") == bool(cut)
    assert all(destinations(match, uid, "fallback") for uid in cut)


def test_s09_06_every_enemy_in_the_zone() -> None:
    """S09-06: must be attacked, too; two hexes away he need not."""
    match = hard("S09-06")
    refused(match, "attack 1512 by 69DI", "16.1", "1611")
    assert allowed(match, "attack 1512-1611 by 69DI")
    assert fight(match, "1512-1611", "69DI", "69DI", "14R/16").startswith("3-2")
    match = hard("S09-06t")
    assert allowed(match, "attack 1512 by 69DI")
    assert fight(match, "1512", "69DI", "69DI", "14R/16").startswith("3-1")


def test_s09_07_no_advance_out_of_a_zone() -> None:
    """S09-07: neither forward nor back; two hexes away both go."""
    match = hard("S09-07", more="1DI 2208 order=prepare")
    refused(match, "advance 41DI 2312", "9.1.1")
    refused(match, "advance 5DI 2310", "9.1.1")
    match = hard("S09-07t")
    play(match, "advance 41DI 2312", "advance 5DI 2310")
    assert seen(match, "41DI") == "2312 8 Good Order"
    assert seen(match, "5DI") == "2310 9 Good Order Prepare"


def test_s09_08_round_two_zones() -> None:
    """S09-08: the fewest zones first, however long the way (K23)."""
    match = hard("S09-08")
    refused(match, "fallback 11DI 1110", "13.3", "next to an enemy")
    assert allowed(match, "fallback 11DI 1111")
    assert path(match, "fallback 11DI 1207") == ["1111", "1210", "1209", "1208", "1207"]
    match = hard("S09-08")
    assert path(match, "fallback 11DI 1107")[:4] == ["1111", "1210", "1209", "1208"], "not by 1109 and 1108"
