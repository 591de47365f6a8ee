"""Maneuver and attack orders (chapter 12), column movement (17.3)."""

from __future__ import annotations

import pytest

from grognard.games.soissons_1918.rules.maneuver import allowance, points_left
from grognard.games.soissons_1918.state import Order
from tests.games.soissons_1918.position import (
    allowed,
    asked,
    cost,
    destinations,
    game,
    listed,
    number,
    of_kind,
    only,
    order,
    place,
    play,
    refused,
    study,
    until,
)


def points(lines: str, uid: str, phase: str = "maneuver entente", turn: int = 4, **options: str) -> float:
    match = study(phase, lines, turn=turn, **options)  # type: ignore[arg-type]
    return allowance(game(match), number(match, uid)) / 2


# -- 12.0 who moves --


@pytest.mark.parametrize(
    ("marks", "case"),
    [("retreated", "12.0"), ("disruption=3", "6.2"), ("4", "12.0")],
)
def test_12_0_who_does_not_move(marks: str, case: str) -> None:
    """12.0: Retreat markers, Shocked and Spent units stay; so do remnants (5.5)."""
    match = study("maneuver entente", f"162DI 1405 {marks} \n 11DI 1705")
    refused(match, "move 162DI 1404", case)


def test_12_0_remnants_and_enemies_do_not_move() -> None:
    """12.0, 5.5: remnants move in the enemy's phase only."""
    match = study("maneuver german", "REM1 1405 \n 42/17 1410 \n 162DI 1401")
    refused(match, "move REM1 1406", "5.5", "remnant")
    refused(match, "move 162DI 1402", "12.0", "not yours")
    refused(match, "move 42/131 1411", "12.0", "not on the map")


def test_5_3_ruling_k01_spent_divisions() -> None:
    """5.3, ruling K01: by option they move, but take no orders."""
    match = study("maneuver entente", "162DI 1405 4 \n 42/17 1407", spent_maneuver="yes")
    play(match, "move 162DI 1406")
    refused(match, "probe 162DI 1407", "12.2.2", "cannot take")


def test_12_0_one_movement_after_the_other() -> None:
    """12.0: points left are lost when another unit begins."""
    match = study("maneuver entente", "162DI 1405 \n 11DI 1705")
    play(match, "move 162DI 1406", "move 162DI 1407", "move 11DI 1706")
    refused(match, "move 162DI 1408", "12.0", "has finished")
    assert allowed(match, "move 11DI 1707")


def test_12_0_a_stack_moves_as_one() -> None:
    """12.0, ruling L04: all combat units of the hex that may move, by the points of the slowest."""
    lines = "42/17 1410 \n 42/131 1410 disruption=1 \n 42/138 1410 disruption=3"
    match = study("maneuver german", lines)
    assert "1407" in destinations(match, "42/17", "march")
    assert "1406" not in destinations(match, "42/17", "march")
    refused(match, "march 42/131 1409", "12.0", "first unit")
    event = only(play(match, "march 42/17 1409"), "move")
    assert event.data["units"] == [number(match, "42/17"), number(match, "42/131")]
    assert place(match, "42/138") == "1410"
    refused(match, "move 42/131 1408", "12.0", "as one")
    play(match, "march 42/17 1408")
    assert place(match, "42/131") == "1408"


# -- 12.1 points --


def test_12_1_1_points_by_day() -> None:
    """12.1.1: 6, or 3 if disrupted; after an assault 4 or 2."""
    assert points("162DI 1405", "162DI") == 6
    assert points("162DI 1405 disruption=1", "162DI") == points("162DI 1405 disruption=2", "162DI") == 3
    assert points("162DI 1405 assaulted", "162DI") == 4
    assert points("162DI 1405 assaulted disruption=2", "162DI") == 2
    assert points("HQ-I 1405", "HQ-I") == 1


def test_12_1_2_points_at_night() -> None:
    """12.1.2, step L.2: 8, or 4 if disrupted, whatever was done by day."""
    assert points("162DI 1405", "162DI", turn=6) == 8
    assert points("162DI 1405 disruption=2", "162DI", turn=6) == 4


def test_4_1_eight_points_after_the_surprise() -> None:
    """4.1, S18-026, ruling K05: those who began with Prepare markers; Reforming units have 3."""
    assert points("162DI 1405 prepared assaulted", "162DI", turn=1) == 8
    assert points("58DI 1405 disruption=1", "58DI", turn=1) == 3
    assert points("162DI 1405", "162DI", turn=1) == 6
    assert points("162DI 1405", "162DI", turn=1, surprise_movement="all") == 8
    assert points("162DI 1405 prepared", "162DI", turn=1, surprise_movement="assaulted") == 6
    assert points("42/17 1405", "42/17", phase="maneuver german", turn=1) == 6


# -- 12.2.1 terrain --


COSTS = """
terrain woods 1406 1306
terrain town 1206 1010 0806
terrain ravine 1006
link road 1305-1306 0805-0806 0605-0606
side stream 1605-1606 1005-1006
side stream+bridge 0605-0606
162DI 1405
11DI 1305
153DI 1605
72DI 1005
1US 1205
2US 1009
DM 0805
58DI 0605
69DI 1705
"""


def test_12_2_1_costs_of_terrain() -> None:
    """12.2.1, S18-119: each step of the list."""
    lines = f"{COSTS} \n 42/17 1014 \n 42/131 0814"
    match = study("maneuver entente", lines)
    assert cost(match, "move 69DI 1706") == 1  # clear
    assert cost(match, "move 162DI 1406") == 2  # woods off the road
    assert cost(match, "move 11DI 1306") == 1  # woods along a road
    assert cost(match, "move 153DI 1606") == 2  # clear across a stream
    assert cost(match, "move 72DI 1006") == 2  # a ravine across a stream
    assert cost(match, "move DM 0806") == 1  # a town along a road
    assert cost(match, "move 58DI 0606") == 1  # along a road over a bridge


def test_12_2_1_a_town_costs_by_who_controls_it() -> None:
    """12.2.1, S18-230, ruling K33: 1 for the side that controls it now, 2 for the other."""
    shut = "terrain town 1408 \n 162DI 1410 \n 11DI 1307 \n 153DI 1507 \n 42/17 1618"
    match = study("maneuver entente", f"{shut} \n 72DI 1406")
    assert cost(match, "move 72DI 1408") == 2
    free = study("maneuver entente", "terrain town 1408 \n 72DI 1406")
    assert cost(free, "move 72DI 1408") == 2 + 1, "still German: paths lead east round the division"
    assert cost(study("maneuver german", "terrain town 1408 \n 42/17 1410"), "move 42/17 1408") == 2


def test_12_2_1_the_price_is_that_of_the_moment() -> None:
    """Ruling K33: control is looked up just before the unit enters, with its zone where it then stands."""
    lines = "terrain town 1408 \n 162DI 1405 \n 11DI 1308 \n 153DI 1508"
    match = study("maneuver entente", lines)
    expected = cost(match, "move 162DI 1408")
    event = only(play(match, "move 162DI 1408"), "move")
    assert event.data["mp"] / 2 <= expected


def test_12_2_1_nobody_crosses_the_aisne() -> None:
    """12.2.1, 2.2."""
    match = study("maneuver entente", "162DI 0301", board="map")
    refused(match, "move 162DI 0201", "2.2", "out of play")


# -- 12.2.2 orders --


def test_12_2_2_prices_of_orders() -> None:
    """12.2.2: Prepare 4 by day and 5 at night, Low Intensity 1 or 2 by target and stream."""
    lines = """terrain woods 1306
    side stream+bridge 1405-1505
    162DI 1405
    42/17 1406
    42/131 1306
    42/138 1505"""
    match = study("maneuver entente", lines)
    assert cost(match, "prepare 162DI") == 4
    assert cost(match, "probe 162DI 1406") == 1
    assert cost(match, "probe 162DI 1306") == 2
    assert cost(match, "probe 162DI 1505") == 2
    night = study("maneuver entente", lines, turn=6)
    assert cost(night, "prepare 162DI") == 5
    refused(night, "probe 162DI 1406", "step L.2", "night")


def test_12_2_2_next_to_an_enemy_and_never_two() -> None:
    """12.2.2, S18-128, ruling K90: one marker at a time; a headquarters alone is no target."""
    match = study("maneuver entente", "162DI 1405 \n 11DI 1605 \n 42/17 1406 \n HQ-WATTER 1607")
    refused(match, "prepare 11DI", "12.2.2", "not next to an enemy")
    refused(match, "probe 162DI 1404", "12.2.2", "must point at")
    play(match, "prepare 162DI")
    assert order(match, "162DI") == Order.PREPARE
    refused(match, "probe 162DI 1406", "12.0", "has finished")
    refused(match, "move 162DI 1404", "12.0", "has finished")


def test_12_1_1_what_an_assaulter_can_still_do() -> None:
    """12.1.1, S18-122: 4 MP prepare again in place, or move, or move and probe; not move and prepare."""
    lines = "162DI 1405 assaulted order=prepare"
    match = study("maneuver entente", f"{lines} \n 42/17 1406")
    play(match, "prepare 162DI")
    assert order(match, "162DI") == Order.PREPARE
    match = study("maneuver entente", f"{lines} \n 42/17 1409")
    assert "1401" in destinations(match, "162DI")
    play(match, "move 162DI 1408")
    refused(match, "prepare 162DI", "12.2.2", "costs 4 MP")
    assert cost(match, "probe 162DI 1409") == 1
    match = study("maneuver entente", f"{lines} \n 42/17 1407")
    play(match, "move 162DI 1406")
    refused(match, "prepare 162DI", "12.2.2", "has 3")


def test_12_2_2_ruling_k91_disrupted_units_never_prepare() -> None:
    """12.2.2, ruling K91: 3 MP by day and 4 at night are not enough."""
    for turn in (4, 6):
        match = study("maneuver entente", "162DI 1405 disruption=1 \n 42/17 1406", turn=turn)
        refused(match, "prepare 162DI", "12.2.2", "costs")


def test_12_2_2_the_counter_mix_is_a_limit() -> None:
    """12.2.2: the German has six Prepare markers; K87, and the option for owners of other counters."""
    front = "\n".join(f"{uid} {c} order=prepare" for uid, c in zip(
        ("42/17", "42/131", "42/138", "14R/16", "14R/53", "14R/159"), ("0405", "0605", "0805", "1005", "1205", "1405"),
        strict=True,
    ))
    lines = f"{front} \n 115/40 1805 \n 162DI 1804 \n 11DI 0404"
    match = study("maneuver german", lines)
    refused(match, "prepare 115/40", "12.2.2", "all prepare markers")
    play(match, "prepare 42/17")
    refused(match, "prepare 115/40", "12.2.2", "all prepare markers")
    play(match, "move 42/131 0606")
    assert allowed(match, "prepare 115/40"), "a marker that is discarded can be used again (step B.6)"
    assert allowed(study("maneuver german", lines, marker_limits="none"), "prepare 115/40")


def test_12_2_2_a_marker_is_discarded_when_its_unit_is_activated() -> None:
    """Step B.6: and at the end of the segment from those who were not."""
    match = study("maneuver entente", "162DI 1405 order=prepare assaulted \n 11DI 1705 order=prepare assaulted")
    play(match, "move 162DI 1406")
    assert (order(match, "162DI"), order(match, "11DI")) == (Order.NONE, Order.PREPARE)
    play(match, "end")
    assert order(match, "11DI") == Order.NONE


def test_step_b_6_ruling_k36_a_prepare_marker_of_the_afternoon() -> None:
    """Step L.2, ruling K36: it goes at the end of the night's Maneuver segment, unless the option keeps it."""
    lines = "162DI 1405 order=prepare \n 42/17 1406"
    for keep, left in (("discarded", Order.NONE), ("kept", Order.PREPARE)):
        match = study("maneuver entente", lines, turn=6, prepare_overnight=keep)
        play(match, "end")
        assert order(match, "162DI") == left
    match = study("maneuver entente", lines, turn=6)
    play(match, "prepare 162DI", "end")
    assert order(match, "162DI") == Order.PREPARE


# -- 5.4.1 tanks on the move --


def test_5_4_1_tanks_and_ravines() -> None:
    """5.4.1, S18-050: into and out of a ravine along a road only, or without the tank group (5.4.4)."""
    lines = "terrain ravine 1406 1606 \n link road 1605-1606 \n 162DI 1405 tank=AS-I \n 11DI 1605 tank=AS-III"
    match = study("maneuver entente", lines)
    refused(match, "move 162DI 1406", "5.4.1", "along a road")
    assert allowed(match, "move 11DI 1606")
    play(match, "abandon AS-I")
    assert place(match, "AS-I") == "removed"
    assert cost(match, "move 162DI 1406") == 2
    play(match, "move 11DI 1606")
    assert place(match, "AS-III") == "1606"
    assert destinations(match, "11DI") >= {"1605", "1604"}
    assert cost(match, "move 11DI 1607") > 2, "only round by 1605"


# -- 17.3 column movement --


ROAD = "link road 1401-1402-1403-1404-1405-1406-1407-1408-1409-1410-1411-1412"


def test_17_3_half_a_point_along_a_road() -> None:
    """17.3, S18-131: ten road hexes and a clear one for 6 MP; ruling K95."""
    match = study("maneuver entente", f"{ROAD} \n 72DI 1401 column \n 42/17 1418")
    assert cost(match, "move 72DI 1411") == 5
    assert cost(match, "move 72DI 1512") == 6
    play(match, "move 72DI 1404")
    assert points_left(game(match), number(match, "72DI")) == 2 * 4.5
    assert cost(match, "move 72DI 1412") == 4


def test_17_3_within_two_hexes_of_an_enemy_the_normal_price() -> None:
    """17.3, S18-134, ruling K61: but the column goes on behind."""
    match = study("maneuver entente", f"{ROAD} \n 72DI 1401 column \n HQ-WATTER 1605")
    costs = [cost(match, f"move 72DI {name}") for name in ("1402", "1403", "1404", "1405", "1406", "1407")]
    assert costs == [0.5, 1, 2, 3, 4, 4.5]


def test_17_3_off_the_road_for_good() -> None:
    """17.3: back on the road it pays the normal rate."""
    match = study("maneuver entente", f"{ROAD} \n 72DI 1401 column")
    play(match, "move 72DI 1402", "move 72DI 1502", "move 72DI 1402")
    assert cost(match, "move 72DI 1404") == 2


def test_14_0_breakdown_in_a_move() -> None:
    """14.0, rulings K54 and K93: after a first hex; regiments go on one by one with what is left."""
    match = study("maneuver german", "28D 1415 6 corps=WATTER disruption=1 \n 42/17 1205")
    refused(match, "breakdown 28D into 3-3", "14.0", "move it first")
    play(match, "move 28D 1414")
    refused(match, "breakdown 28D into 3-2", "14.0", "3-3, 2-2-2")
    play(match, "breakdown 28D into 2-2-2")
    g = game(match)
    found = [u for u in g.on_map(1) if g.setting.units[u].division == g.setting.units[number(match, "28D")].division]
    assert [g.state.steps[u] for u in found] == [2, 2, 2]
    assert all(g.state.disruption[u] == 1 and g.state.corps[u] == "WATTER" for u in found)
    assert place(match, "28D") == "removed"
    first, second = g.name(found[0]), g.name(found[1])
    assert "1412" in destinations(match, first)
    play(match, f"move {first} 1413", f"move {second} 1513")
    refused(match, f"move {first} 1412", "12.0", "has finished")


def test_12_0_maneuver_ends_when_the_player_says_so() -> None:
    """12.0: some, none or all units move."""
    match = study("maneuver entente", "162DI 1405 \n 42/17 1412")
    play(match, "end")
    assert asked(match) == "fallback"
    events = until(match, "maneuver")
    assert of_kind(events, "operations")
    assert listed(match)
