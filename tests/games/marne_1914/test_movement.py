"""Zones of control (section 4.2) and movement (module 6)."""

from __future__ import annotations

from itertools import pairwise

import pytest

from grognard.errors import NotUnderstood
from tests.games.marne_1914.position import (
    allowed,
    asked,
    cost,
    destinations,
    game,
    number,
    of_kind,
    place,
    play,
    refused,
    study,
)

RING = {"2009", "2110", "2111", "2011", "1911", "1910"}
"""The six hexes round 2010."""


def moat(hex_name: str, kind: str) -> str:
    """A line that paints all sides of a hex."""
    grid = study("movement entente").setting.grid
    return f"side {kind} " + " ".join(f"{hex_name}-{grid.ids[n]}" for n in grid.neighbours[grid.cell(hex_name)])


# -- 4.2 zones of control --


def test_4_2_a_unit_controls_the_six_hexes_round_it() -> None:
    """4.2, 4.2.1: in every phase, and cavalry too."""
    for uid in ("3ID", "4KD"):
        match = study("combat entente", f"{uid} 2010")
        zone = {match.setting.grid.ids[c] for c, n in enumerate(game(match).zones[0]) if n}
        assert zone == RING


def test_4_2_2_whoever_enters_a_zone_must_stop() -> None:
    """4.2.2: the unit cannot go on from there, now or later in the segment."""
    match = study("movement entente", "14DI 2012 \n 3ID 2010")
    refused(match, "move 14DI 1909", "4.2.2", "must stop")
    play(match, "move 14DI 2011")
    refused(match, "move 14DI 2012", "6.1.1", "finished its move")


def test_m025_zone_to_zone() -> None:
    """4.2.3, 4.2.4: from 2011 to 2012 beside the German in 2112 costs 2, and there it stops."""
    match = study("movement entente", "14DI 2011 \n 3ID 2112")
    assert cost(match, "move 14DI 2012") == 2
    play(match, "move 14DI 2012")
    assert game(match).state.left == 0
    refused(match, "move 14DI 2013", "6.1.1")


def test_4_2_4_leaving_a_zone_costs_one_more() -> None:
    """4.2.4, 6.1.5: two hexes away costs 3 instead of 2."""
    match = study("movement entente", "14DI 2011 \n 3ID 2112")
    assert cost(match, "move 14DI 2009") == 3
    refused(match, "move 14DI 2007", "4.2.4", "1 MP more", "5 MP of 4")
    free = study("movement entente", "14DI 2011")
    assert cost(free, "move 14DI 2009") == 2


def test_4_2_5_friendly_zones_do_not_cancel_enemy_ones() -> None:
    """4.2.5: nor do friendly units."""
    match = study("movement entente", "14DI 2012 \n 63DR 1911 \n 1DC 1910 \n 3ID 2010")
    refused(match, "move 14DI 1909", "4.2.2")


def test_m034_minimum_move_into_an_enemy_hex() -> None:
    """6.1.7, 6.1.8: enemy hexes can never be entered."""
    match = study("movement entente", "1DI 2011 \n 2KD 2010 1")
    refused(match, "move 1DI 2010", "6.1.8", "enemy-occupied")


# -- 6.1 general rules --


def test_6_1_1_units_move_in_any_order_some_or_none() -> None:
    """6.1.1: and only the own ones."""
    match = study("movement entente", "14DI 2010 \n 63DR 2012 \n 3ID 1003")
    play(match, "move 63DR 2013", "move 14DI 2011")
    refused(match, "move 63DR 2014", "6.1.1", "finished its move")
    refused(match, "move 3ID 1004", "6.1.1", "not your unit")
    refused(match, "move 55DR 2011", "6.1.1", "not on the map")
    play(match, "end")
    assert asked(match) == "combat"


def test_6_1_1_a_unit_may_go_on_with_what_is_left_of_its_allowance() -> None:
    """6.1.1: hex after hex up to its MA, as long as no other unit has moved in between."""
    match = study("movement entente", "14DI 2010 \n 63DR 2012")
    play(match, "move 14DI 2009", "move 14DI 2007")
    assert game(match).state.left == 2          # one MP, in halves
    assert destinations(match, "14DI") == {"2006", "2008", "2107", "2108", "1907", "1908"} - {"2010"}
    refused(match, "strategic 14DI 2006", "6.2.1", "must continue that way")
    play(match, "move 63DR 2011")
    refused(match, "move 14DI 2008", "6.1.1")


@pytest.mark.parametrize(("uid", "far"), [("14DI", 4), ("1DC", 6), ("1Div", 4), ("3CavB", 6)])
def test_6_1_1_never_more_than_the_allowance(uid: str, far: int) -> None:
    """6.1.1, 6.1.6: on open ground as many hexes as MP."""
    match = study("movement entente", f"{uid} 2010")
    grid = match.setting.grid
    reached = {grid.distance(grid.cell("2010"), grid.cell(end)) for end in destinations(match, uid)}
    assert reached == set(range(1, far + 1))
    refused(match, f"move {uid} 20{10 + far + 1:02d}", "6.1.6", f"has {far}")


def test_6_1_2_a_move_goes_from_hex_to_adjacent_hex() -> None:
    """6.1.2: the way that the journal tells is unbroken."""
    match = study("movement entente", "14DI 2010")
    refused(match, "move 14DI 2010", "6.1.2", "already")
    (moved,) = of_kind(play(match, "move 14DI 2310"), "move")
    way = [match.setting.grid.cell("2010"), *moved.data["path"]]
    assert all(match.setting.grid.distance(a, b) == 1 for a, b in pairwise(way))
    assert moved.data["mp"] == 6


@pytest.mark.parametrize("kind", ["clear", "woods", "rough", "marsh", "town", "paris"])
def test_6_1_3_terrain_has_its_cost(kind: str) -> None:
    """6.1.3: as the Terrain Effects Chart says."""
    match = study("movement entente", f"terrain {kind} 2011 \n 14DI 2010")
    assert cost(match, "move 14DI 2011") == game(match).setting.tec[kind].mp / 2


def test_6_1_4_rivers_cost_more_without_a_bridge() -> None:
    """6.1.4: on top of the terrain."""
    match = study("movement entente", f"{moat('2011', 'river')} \n {moat('2009', 'river+bridge')} \n 14DI 2010")
    tec = game(match).setting.tec
    assert cost(match, "move 14DI 2011") == 1 + tec["river"].mp / 2
    assert cost(match, "move 14DI 2009") == 1 + tec["bridge"].mp / 2
    assert tec["river"].mp > tec["bridge"].mp > 0


def test_m043_bridged_river_in_normal_movement() -> None:
    """6.1.4: along a road too: the half cost and the free bridge belong to Strategic Movement."""
    match = study("movement entente", "side river+bridge 3010-3011 \n link road 3010-3011 \n 5DI 3010")
    assert cost(match, "move 5DI 3011") == 2


def test_6_1_5_leaving_a_zone_costs_one_mp_also_towards_open_country() -> None:
    """6.1.5."""
    match = study("movement entente", "14DI 2011 \n 3ID 2010")
    assert cost(match, "move 14DI 2012") == 2


def test_6_1_6_a_hex_that_costs_more_than_is_left_is_not_entered() -> None:
    """6.1.6: three clear hexes leave 1 MP, not enough for woods."""
    match = study("movement entente", "terrain woods 2006 \n 14DI 2010")
    refused(match, "move 14DI 2006", "6.1.6", "costs 5 MP")


def test_6_1_7_one_hex_can_always_be_moved() -> None:
    """6.1.7: a marsh across a river out of an enemy zone would cost 6 of 4 MP."""
    match = study("movement entente", "terrain marsh 2011 \n side river 2010-2011 \n 3ID 2009 \n 14DI 2010")
    assert allowed(match, "move 14DI 2011")
    play(match, "move 14DI 2011")
    assert game(match).state.left == 0


def test_6_1_7_the_minimum_move_is_a_whole_move() -> None:
    """6.1.7: not after the unit has moved."""
    match = study("movement entente", "terrain marsh 2006 \n 14DI 2010")
    play(match, "move 14DI 2008")
    assert "2006" not in destinations(match, "14DI")
    play(match, "move 14DI 2007")
    refused(match, "move 14DI 2006", "6.1.6")


def test_6_1_7_observes_stacking() -> None:
    """6.1.7, 4.1.1."""
    match = study("movement entente", "terrain marsh 2011 \n side river 2010-2011 \n 14DI 2010 \n 63DR 2011")
    refused(match, "move 14DI 2011", "4.1.1")


PARIS = "terrain paris 1112 1212 \n region paris 1112 1212"


def test_6_1_7_not_for_germans_into_paris() -> None:
    """6.1.7, ruling C20: with the garrison destroyed Paris is open at its full cost, never as the minimum."""
    rivers = moat("1212", "river")
    match = study("movement cp", f"{PARIS} \n garrisons none \n {rivers} \n 3ID 1211")
    assert cost(match, "move 3ID 1212") == 4                # 2 for Paris, 2 for the river
    match = study("movement cp", f"{PARIS} \n garrisons none \n {rivers} \n unit S like 3ID ma=3 \n S 1211")
    refused(match, "move S 1212", "6.1.6")
    entente = study("movement entente", f"{PARIS} \n garrisons none \n {rivers} \n unit S like 14DI ma=3 \n S 1211")
    assert allowed(entente, "move S 1212")


def test_6_1_8_enemy_hexes_bar_the_way() -> None:
    """6.1.8: a unit shut in by the enemy has nowhere to go."""
    germans = ("3ID", "4ID", "5ID", "6ID", "7ID", "8ID")
    ring = " \n ".join(f"{uid} {end}" for uid, end in zip(germans, sorted(RING), strict=True))
    match = study("movement entente", f"14DI 2010 \n {ring}")
    assert destinations(match, "14DI") == set()
    refused(match, "move 14DI 2012", "6.1.8", "the enemy blocks every route")


def test_6_1_9_any_number_of_units_may_pass_a_hex() -> None:
    """6.1.9: three units through the same hexes in one phase."""
    match = study("movement entente", "14DI 2010 \n 63DR 2011 \n 55DR 2012")
    play(match, "move 55DR 2009", "move 63DR 2008", "move 14DI 2007")
    assert [place(match, uid) for uid in ("14DI", "63DR", "55DR")] == ["2007", "2008", "2009"]


def test_m036_units_cannot_leave_the_map() -> None:
    """6.1.10: no hex lies south of 2816, and there is no action for going there."""
    match = study("movement entente", "38DI 2816", board="real")
    with pytest.raises(NotUnderstood, match="2817"):
        match.check("move 38DI 2817")
    assert all(int(end[:2]) in range(10, 41) for end in destinations(match, "38DI"))


# -- 6.2 Strategic Movement --


def test_6_2_1_not_from_an_enemy_zone() -> None:
    """6.2.1."""
    match = study("movement entente", "14DI 2011 \n 3ID 2010")
    refused(match, "strategic 14DI 2014", "6.2.1", "starts in an enemy zone")


def test_6_2_1_not_into_or_through_an_enemy_zone() -> None:
    """6.2.1: neither as the end nor on the way."""
    match = study("movement entente", "14DI 2015 \n 3ID 2010")
    refused(match, "strategic 14DI 2011", "6.2.1", "cannot enter it")
    assert "1909" not in destinations(match, "14DI", "strategic")
    assert allowed(match, "strategic 14DI 2012")


def test_6_2_2a_two_mp_more() -> None:
    """6.2.2a: six clear hexes for a division of 4 MP."""
    match = study("movement entente", "14DI 2010")
    assert "2004" in destinations(match, "14DI", "strategic")
    assert "2003" not in destinations(match, "14DI", "strategic")
    refused(match, "strategic 14DI 2003", "6.2.2a", "costs 7 MP")


ROAD = "link road 1010-1011-1012-1013-1014-1015-1016"


def test_6_2_2b_road_hexes_cost_half() -> None:
    """6.2.2b: whatever their terrain, if entered along the road."""
    match = study("movement entente", f"{ROAD} \n terrain woods 1012 1013 \n 14DI 1010")
    assert cost(match, "strategic 14DI 1014") == 2
    assert cost(match, "strategic 14DI 1115") == 3.0        # 1114 or 1014 by the road, then off it for 1 MP
    assert cost(match, "move 14DI 1011") == 1               # no half cost without Strategic Movement


def test_6_2_2b_only_from_a_connected_road_hex() -> None:
    """6.2.2b: entering a road from the side costs the terrain."""
    match = study("movement entente", "link road 1010-1011 \n terrain woods 1010 1011 \n 14DI 1012")
    assert cost(match, "strategic 14DI 1011") == 2
    assert cost(match, "strategic 14DI 1010") == 2.5


def test_m042_bridged_and_unbridged_rivers() -> None:
    """6.2.2c: a road over a bridge 0.5; then clear ground over an unbridged river 3."""
    match = study("movement entente", f"{ROAD} \n {moat('1111', 'river')} \n side river+bridge 1010-1011 \n 14DI 1010")
    assert cost(match, "strategic 14DI 1011") == 0.5
    play(match, "strategic 14DI 1011")
    assert cost(match, "strategic 14DI 1111") == 3


def test_6_2_2c_the_bridge_is_free_off_the_road_too() -> None:
    """6.2.2c."""
    match = study("movement entente", f"{moat('2011', 'river+bridge')} \n 14DI 2010")
    assert cost(match, "strategic 14DI 2011") == 1


@pytest.mark.parametrize("kind", ["town", "paris"])
def test_6_2_2d_towns_and_paris_cost_their_full_price(kind: str) -> None:
    """6.2.2d: on a road as well."""
    match = study("movement entente", f"{ROAD} \n terrain {kind} 1011 \n 14DI 1010")
    assert cost(match, "strategic 14DI 1011") == game(match).setting.tec[kind].mp / 2


def test_m044_out_of_supply_movement() -> None:
    """10.2.1a, 10.2.1b: MA 3 instead of 4, and no Strategic Movement."""
    match = study("movement cp", "17ID 3013", supply="no")
    assert "3010" in destinations(match, "17ID")
    assert "3009" not in destinations(match, "17ID")
    refused(match, "move 17ID 3009", "6.1.6", "has 3")
    refused(match, "strategic 17ID 3011", "10.2.1b", "out of supply")
    play(match, "move 17ID 3012")
    assert game(match).state.out_of_supply[number(match, "17ID")] == 1


def test_m201_walking_into_garrisoned_paris() -> None:
    """6.1.8, 12.1.1, ruling C20: a hex of Paris with its garrison counts as the enemy's."""
    match = study("movement cp", f"{PARIS} \n 3ID 1211")
    refused(match, "move 3ID 1212", "12.1.1", "garrison of Paris")
