"""Fallback (chapter 13): voluntary, compulsory and at once; directions; what it does."""

from __future__ import annotations

from grognard.engine import Match
from grognard.games.soissons_1918.rules.fallback import directions
from grognard.games.soissons_1918.state import Order
from tests.games.soissons_1918.position import (
    allowed,
    asked,
    destinations,
    game,
    level,
    listed,
    names,
    number,
    only,
    order,
    place,
    play,
    refused,
    retreated,
    steps,
    study,
    until,
)


def ends(match: Match, uid: str) -> set[str]:
    return destinations(match, uid, "fallback")


# -- 13.3, 13.4 where to --


def test_13_4_the_straight_line_east_and_its_last_hex() -> None:
    """13.3, 13.4, S18-140, ruling K26: on the row, or with the last hex beside it; never back."""
    match = study("fallback-1 entente", "42/17 1508 \n 162DI 0305")
    found = ends(match, "42/17")
    assert {"1509", "1510", "1511", "1519"} <= found
    assert {"1410", "1408", "1608", "1411"} <= found
    assert "1507" not in found
    refused(match, "fallback 42/17 1507", "13.3", "closer to the enemy")
    refused(match, "fallback 42/17 1309", "13.4", "neither on the retreat direction")
    path = only(play(match, "fallback 42/17 1410"), "fallback").data["path"]
    assert [match.setting.grid.ids[c] for c in path] == ["1509", "1510", "1410"]


def test_13_3_never_next_to_an_enemy_and_never_onto_one() -> None:
    """13.3, S18-143: zones may be passed (9.1.2); an enemy on the line ends it."""
    match = study("fallback-1 entente", "42/17 1508 \n 162DI 1511")
    found = ends(match, "42/17")
    assert "1509" in found
    assert not {"1510", "1511", "1512", "1513"} & found
    refused(match, "fallback 42/17 1510", "13.3", "next to an enemy")
    refused(match, "fallback 42/17 1511", "13.3", "occupied")


def test_13_3_not_where_it_would_be_isolated() -> None:
    """13.3."""
    match = study("fallback-1 entente", "42/17 1508 \n 162DI 1512", supply=None)
    refused(match, "fallback 42/17 1509", "13.3", "isolated")
    assert "1514" not in ends(match, "42/17")
    assert not {c for c in ends(match, "42/17") if c.startswith("15")}


def test_13_4_the_entente_goes_west_by_the_fewest_zones() -> None:
    """13.4, rulings K23 and K24: first the fewest zones, then the shortest path."""
    match = study("fallback-1 german", "162DI 1405 \n 42/17 1603")
    g = game(match)
    (way,) = directions(g, number(match, "162DI"))
    assert len(way.depths) == 4
    found = ends(match, "162DI")
    assert {"1404", "1401"} <= found
    match = study("fallback-1 german", "162DI 1405 \n 42/17 1403")
    (way,) = directions(game(match), number(match, "162DI"))
    used = {name for cells in way.at[1:] for name in names(match, cells)}
    assert not {"1404", "1402", "1303", "1304", "1503", "1504"} & used, "round the zone"


EXAMPLE = "42/17 1210 \n 162DI 1110 \n 11DI 1010 \n 153DI 1311"


def test_13_4_example_towards_soissons() -> None:
    """13.4: within 4 hexes of 0812, but the best paths enter one zone and are 5 hexes long, one of them by 1113."""
    match = study("fallback-1 entente", EXAMPLE, board="map")
    g = game(match)
    east, soissons, *_ = directions(g, number(match, "42/17"))
    assert [len(d.depths) for d in (east, soissons)] == [8, 5]
    assert "1211" in names(match, soissons.at[1])
    assert "1113" in names(match, soissons.at[3])
    assert {"0812", "0914", "1014"} <= names(match, soissons.at[5])
    assert "1011" not in names(match, soissons.at[2]), "the straight path to 0812 enters two zones"


def test_13_4_beyond_the_perimeter_in_the_same_direction() -> None:
    """13.4: and past it where the perimeter hex itself is in a zone."""
    lines = "region soissons-perimeter 1210 \n 42/17 1208"
    match = study("fallback-1 entente", lines)
    way = directions(game(match), number(match, "42/17"))[2]
    assert [names(match, cells) for cells in way.at[1:5]] == [{"1209"}, {"1210"}, {"1211"}, {"1212"}]
    match = study("fallback-1 entente", "region soissons-perimeter 0910 \n 42/17 1208")
    ways = directions(game(match), number(match, "42/17"))[2:]
    assert any("0810" in names(match, d.at[4]) for d in ways)


def test_16_5_2_example_the_way_without_zones() -> None:
    """16.5.2: towards Soissons only by a path that enters no zone, where there is one."""
    lines = "region soissons-perimeter 0812 0813 \n 42/17 1210 \n 162DI 0911"
    match = study("fallback-1 entente", lines)
    way = directions(game(match), number(match, "42/17"))[1]
    zones = game(match).zone_cells[0]
    assert not any(cells & zones for cells in way.at[1:])
    assert "0813" in names(match, way.at[-1]) or "0812" in names(match, way.at[-1])


def test_13_3_ruling_k84_nobody_goes_off_the_map() -> None:
    """13.3, ruling K84: who cannot is eliminated, remnants too."""
    match = study("fallback-1 entente", "REM1 1419 \n 162DI 1418 \n 11DI 1217 \n 153DI 1617", supply="no")
    play(match, "end")
    assert place(match, "REM1") == "pool"


# -- 13.1, 13.2 when --


def test_13_1_any_unit_of_the_player_who_is_not_phasing() -> None:
    """13.1, S18-065, S18-146: Shocked units, remnants and those with Retreat markers, one of a stack or several."""
    lines = "REM1 1410 disruption=4 \n 42/17 1410 retreated \n 42/131 1412 disruption=3 \n 162DI 1405"
    match = study("fallback-1 entente", lines)
    play(match, "fallback REM1 1414", "fallback 42/131 1416")
    assert (level(match, "REM1"), retreated(match, "REM1")) == (4, True)
    assert place(match, "42/17") == "1410"
    refused(match, "fallback 162DI 1404", "13.1", "not the unit going back")


def test_13_1_ruling_l02_once_a_segment() -> None:
    """13.1, ruling L02: a fallback has any length; a second one of the same unit only if it must."""
    match = study("fallback-1 entente", "42/17 1410 \n 162DI 1405")
    play(match, "fallback 42/17 1412")
    assert asked(match) != "fallback" or "fallback 42/17 1413" not in listed(match)


def test_13_1_whom_a_friend_isolates_must_follow() -> None:
    """13.1: the zone of 42/131 cancels the threat on the row; without it 42/17 is isolated."""
    lines = "42/17 1508 \n 42/131 1512 \n 162DI 1312"
    match = study("fallback-1 entente", lines, supply=None)
    assert allowed(match, "end")
    play(match, "fallback 42/131 1518")
    refused(match, "end", "13.1", "42/17 must fall back")


def test_step_b_5_and_step_b_7_two_segments() -> None:
    """Step B.5 and step B.7: before and after Maneuver; at night, too (step L.1 and step L.3)."""
    for turn in (4, 6):
        match = study("fallback-1 entente", "42/17 1410 \n 162DI 1405", turn=turn)
        play(match, "end", "end")
        assert (asked(match), game(match).state.phase) == ("fallback", "fallback-2")
        play(match, "fallback 42/17 1412")
        assert retreated(match, "42/17")


# -- 13.5 effects --


def test_13_5_a_marker_first_then_a_level_each_time() -> None:
    """13.5: the first fallback marks, each further one disrupts."""
    match = study("fallback-1 entente", "42/17 1410 \n 162DI 1405")
    play(match, "fallback 42/17 1412")
    assert (retreated(match, "42/17"), level(match, "42/17")) == (True, 0)
    match = study("fallback-1 entente", "42/17 1410 retreated disruption=2 \n 162DI 1405")
    play(match, "fallback 42/17 1412")
    assert level(match, "42/17") == 3


def test_13_0_a_fallback_costs_the_attack_order() -> None:
    """13.0, 12.2.2, S18-218: a division that prepared at night and falls back neither assaults nor moves."""
    match = study("fallback-1 german", "162DI 1405 order=prepare \n 42/17 1410 \n 11DI 2005", turn=6)
    play(match, "fallback 162DI 1403")
    assert (order(match, "162DI"), retreated(match, "162DI")) == (Order.NONE, True)
    until(match, "maneuver", "end")
    until(match, "fallback", "end")
    while game(match).state.phasing != "entente" or asked(match) != "maneuver":
        match.play("end")
    refused(match, "move 162DI 1404", "12.0", "Retreat marker")


def test_step_b_11a_the_owners_end_of_operations_removes_the_marker() -> None:
    """Step B.11a, S18-032: a German who falls back in the Entente's phase keeps it through his own."""
    match = study("fallback-1 entente", "42/17 1410 \n 162DI 1405 \n 42/131 2010")
    play(match, "fallback 42/17 1412")
    while game(match).state.phasing != "german" or asked(match) != "maneuver":
        match.play("end")
    refused(match, "move 42/17 1413", "12.0", "Retreat marker")
    while game(match).state.turn == 4:
        match.play("end")
    assert not retreated(match, "42/17")


def test_13_5_tank_groups_are_reduced_or_lost() -> None:
    """13.5, S18-047: one hex reduces, more eliminate; a reduced group is gone at once."""
    lines = "162DI 1405 tank=AS-I \n 42/17 1410"
    match = study("fallback-1 german", lines)
    play(match, "fallback 162DI 1404")
    assert (place(match, "AS-I"), steps(match, "AS-I")) == ("1404", 1)
    match = study("fallback-1 german", lines)
    play(match, "fallback 162DI 1403")
    assert place(match, "AS-I") == "removed"
    match = study("fallback-1 german", f"{lines} \n AS-I 1405 1")
    play(match, "fallback 162DI 1404")
    assert place(match, "AS-I") == "removed"
    match = study("fallback-1 german", f"terrain ravine 1404 \n {lines}")
    play(match, "fallback 162DI 1404")
    assert place(match, "AS-I") == "removed", "5.4.1: into a ravine off the road"


def test_14_0_a_division_breaks_while_it_falls_back() -> None:
    """14.0, ruling K93: and then every regiment must really go."""
    match = study("fallback-1 entente", "28D 1410 9 corps=WATTER retreated \n 162DI 1405")
    play(match, "breakdown 28D into 3-3-3")
    parts = [a.split()[1] for a in listed(match) if a.startswith("fallback")]
    first, second, third = sorted(set(parts))
    refused(match, "end", "13.1", "must fall back first")
    play(match, f"fallback {first} 1412", f"fallback {second} 1413", f"fallback {third} 1412")
    assert [level(match, uid) for uid in (first, second, third)] == [1, 1, 1]
    assert asked(match) != "fallback" or allowed(match, "end")
