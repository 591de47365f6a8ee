"""Hard positions of chapter 9: supply and command."""

from __future__ import annotations

import pytest

from grognard.engine import Match
from tests.games.friedensturm_1918.hard.position import BOTH, GERMANS, can, is_unsupplied, roll_for
from tests.games.friedensturm_1918.position import allowed, asked, game, listed, place, play, refused, study, until


def supplied(lines: str, *units: str) -> list[bool]:
    """Who is on the map without a marker after the supply phase."""
    match = study("supply german", lines, supply=None, command=None)
    return [not is_unsupplied(match, uid) and place(match, uid) != "lost" for uid in units]


@pytest.mark.parametrize(("name", "hex", "reached"), [("F09-01", "10.17", True), ("F09-01t", "10.18", False)])
def test_fifteen_hexes(name: str, hex: str, reached: bool) -> None:
    lines = f"AOK-18 10.02 \n 206ID {hex} \n 18DI 19.19 \n HQ-III 19.20"
    assert supplied(lines, "206ID") == [reached], name


def test_f09_02_the_way_round_counts() -> None:
    """F09-02: 18DI bars the straight way of 15 hexes, the way round is 16; a hex nearer it is 15."""
    lines = "AOK-18 10.02 \n 18DI 11.10 \n HQ-III 19.20"
    assert supplied(f"{lines} \n 206ID 10.17", "206ID") == [False]
    assert supplied(f"{lines} \n 206ID 10.16", "206ID") == [True]


def long_river() -> str:
    """A major river between rows 10 and 11, from edge to edge."""
    straight = [f"side major-river {c:02}.10-{c:02}.11" for c in range(1, 21)]
    slanted = [f"side major-river {c:02}.10-{d:02}.11" for c in range(2, 21, 2) for d in (c - 1, c + 1) if d <= 20]
    return "\n".join([*straight, *slanted])


@pytest.mark.parametrize(
    ("name", "crossing", "beyond"),
    [
        ("F09-03", "", False),
        ("F09-03t", "side major-river+bridge 10.10-10.11", True),
        ("F09-04", "pontoons 10.10 10.11", False),
        ("a blown bridge", "side major-river+bridge 10.10-10.11 \n blown 10.10 10.11", False),
    ],
)
def test_one_hex_beyond_a_river(name: str, crossing: str, beyond: bool) -> None:
    units = "HQ-III 10.14 \n 11DI/26 10.10 \n 11DI/69 10.09 \n 206ID 02.02 \n AOK-18 03.02"
    found = supplied(f"{long_river()}\n{crossing}\n{units}", "11DI/26", "11DI/69")
    assert found == [True, beyond], name


def test_f09_04_a_pontoon_serves_the_germans() -> None:
    """F09-04: the other way round it is a crossing."""
    units = "AOK-18 10.07 \n 19ID/74 10.11 \n 19ID/78 10.12 \n 18DI 18.19 \n HQ-III 19.19"
    assert supplied(f"{long_river()}\n{units}", "19ID/74", "19ID/78") == [True, False]
    assert supplied(f"{long_river()}\npontoons 10.10 10.11\n{units}", "19ID/74", "19ID/78") == [True, True]


CUT_OFF = "18DI 10.08 \n 36DI 08.09 \n 15DI 12.09 \n 1DI 08.12 \n 125DI 12.12 \n 35DI 10.14 \n HQ-III 10.19"


def cut_off(more: str, air: str = "no") -> Match:
    lines = f"AOK-18 10.10 \n 206ID 10.11 \n {CUT_OFF} \n {more}"
    return study("supply german", lines, supply=None, command=None, air=air)


def test_f09_05_a_headquarters_falls_back_until_it_can_trace() -> None:
    """F09-05: over the enemy to 10.06; units are checked from there."""
    match = cut_off("222ID 10.02 \n 46RD 10.20")
    assert place(match, "AOK-18") == "10.06"
    assert not is_unsupplied(match, "222ID")
    assert is_unsupplied(match, "46RD")
    assert is_unsupplied(match, "206ID")  # the ring is closed to its commander, who has gone


def test_f09_06_its_aircraft_go() -> None:
    """F09-06: off the map until next turn."""
    match = cut_off("AIR-II 10.10 base=AOK-18", air="yes")
    assert place(match, "AOK-18") == "10.06"
    assert place(match, "AIR-II") == "off-map"
    g = game(match)
    assert g.state.back[match.setting.unit_number("AIR-II")] == g.state.turn + 1


def test_f09_07_the_second_failure_eliminates() -> None:
    """F09-07: back in range the marker comes off."""
    lines = "AOK-18 10.02 \n 206ID 10.19 unsupplied=1 \n 222ID 10.15 unsupplied=1 \n 18DI 02.19 \n HQ-III 02.20"
    match = study("supply german", lines, supply=None, command=None)
    assert place(match, "206ID") == "lost"
    assert place(match, "222ID") == "10.15"
    assert not is_unsupplied(match, "222ID")


def test_f09_07t_the_marker_forbids_attacks_until_then() -> None:
    """F09-07t: back in range, but marked (Q77)."""
    match = study("combat allied", f"18DI 10.11 unsupplied=1 \n 36DI 09.11 \n 206ID 10.10 \n {BOTH}")
    play(match, "attack 10.10")
    assert not any("18DI" in action for action in listed(match))
    alone = study("combat allied", f"18DI 10.11 unsupplied=1 \n 206ID 10.10 \n {BOTH}")
    assert not can(alone, "attack 10.10")


def test_f09_08_guns_go_and_stosstruppen_stay() -> None:
    """F09-08: Stosstruppen are supplied like combat units."""
    lines = "AOK-18 10.02 \n 19ID/74 10.19 stoss=ST-1 \n GCA-1 10.19 \n 19ID/78 10.19 \n 18DI 02.19 \n HQ-III 02.20"
    match = study("supply german", lines, supply=None, command=None)
    assert place(match, "GCA-1") == "lost"
    assert place(match, "ST-1") == "10.19"
    assert is_unsupplied(match, "19ID/74")
    assert is_unsupplied(match, "19ID/78")


def test_f09_09_only_back_into_supply() -> None:
    """F09-09: to 10.17, not sideways."""
    lines = "AOK-18 10.02 \n 206ID 10.20 unsupplied=1 \n 18DI 02.19 \n HQ-III 02.20"
    match = study("movement german", lines, supply=None, command=None)
    refused(match, "move 206ID 09.20", "9.2", "out of supply")
    assert allowed(match, "move 206ID 10.17")


def test_f09_10_reims_does_not_feed_itself() -> None:
    """F09-10: with Germans all round the city its headquarters has to go."""
    hexes = ("46.18", "46.20", "45.19", "45.20", "47.19", "47.20")
    ring = "\n".join(f"{uid} {hex}" for uid, hex in zip(GERMANS, hexes, strict=False))
    lines = f"HQ-V 46.19 \n {ring} \n AOK-1 46.15"
    match = study(
        "supply german", lines, scenario="friedensturm", turn=18, blank=False, supply=None, command=None
    )
    if asked(match) == "displace":  # its owner picks among equal ways
        play(match, listed(match)[0])
    assert place(match, "HQ-V") not in ("46.19", "lost")
    free = lines.replace(ring, "206ID 46.17")
    match = study("supply german", free, scenario="friedensturm", turn=18, blank=False, supply=None, command=None)
    assert place(match, "HQ-V") == "46.19"


@pytest.mark.parametrize(("friend", "reached"), [("11DI/26 06.15", True), ("", False)])
def test_f09_11_the_printed_example(friend: str, reached: bool) -> None:
    """F09-11: a line from edge to edge leaves 06.15 only, in the zones of two divisions."""
    columns = [c for c in range(1, 21) if c != 6]
    wall = "\n".join(f"{uid} {c:02}.15" for uid, c in zip(GERMANS, columns, strict=False))
    lines = f"{wall}\n 35DI 06.14 \n HQ-X 06.18 \n AOK-18 10.02 \n {friend}"
    assert supplied(lines, "35DI") == [reached]


@pytest.mark.parametrize(("name", "mark", "free"), [("F09-12", "unsupplied=1", False), ("F09-12t", "", True)])
def test_unsupplied_units_react_homewards(name: str, mark: str, free: bool) -> None:
    """36DI is 16 hexes from its headquarters and has 2 MP."""
    lines = f"206ID 10.01 \n AOK-18 05.01 \n 18DI 10.02 \n 36DI 10.04 {mark} \n HQ-III 10.20"
    match = study("combat german", f"{lines} \n 7RD 18.10 \n 126DI 18.11", supply=None, command=None)
    roll_for(match, "10.02", "206ID", defender=3, rolls=(3, 2))
    play(match, "attack 10.02")
    until(match, "reaction", "hold")
    assert can(match, "react 36DI 10.03") == free, name
    assert can(match, "react 36DI 10.05")
    assert can(match, "react 36DI 10.06")


@pytest.mark.parametrize(("blown", "may"), [("blown 10.10 10.11", False), ("", True)])
def test_f09_13_command_over_a_bridge_that_is_gone(blown: str, may: bool) -> None:
    """F09-13: traced when the attack is declared (Q78)."""
    river = f"{long_river()}\nside major-river+bridge 10.10-10.11\n{blown}"
    lines = f"{river}\nAOK-18 10.07 \n 206ID 10.12 \n 222ID 10.11 \n 18DI 10.13 \n HQ-III 10.19"
    lines += "\n 46RD 04.05 \n 36DI 04.06"
    match = study("combat german", lines, supply=None, command=None)
    assert can(match, "attack 10.13") == may
    if not may:
        refused(match, "attack 10.13", "12.2.1", "in command")
