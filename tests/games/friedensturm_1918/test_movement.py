"""Zones of control (chapter 5) and movement (11.1, 11.2)."""

from __future__ import annotations

import pytest

from tests.games.friedensturm_1918.position import (
    allowed,
    asked,
    cell,
    cost,
    destinations,
    disorder,
    game,
    listed,
    names,
    number,
    of_kind,
    only,
    place,
    play,
    refused,
    study,
    until,
)

# -- 5.0 --


def test_5_0_six_hexes_around_infantry_but_not_around_tanks_and_support() -> None:
    """5.0, ZC03: over every terrain, into occupied hexes; tanks have none."""
    lines = "18DI 10.10 \n BCL-1 05.05 \n ACA-1 15.15 \n 5RD 10.11"
    match = study("combat german", f"terrain woods 10.09\nside major-river 10.10-10.11\n{lines}")
    zones = names(match, game(match).zone_cells[0])
    assert zones == {"10.09", "10.11", "09.10", "09.11", "11.10", "11.11"}


def test_5_0_nobody_stops_beside_a_tank() -> None:
    match = study("movement german", "5RD 10.10 \n BCL-1 10.12")
    assert "12.12" in destinations(match, "5RD")


# -- 11.1 --


def test_11_1_1_terrain_costs_add_up() -> None:
    """11.1.1: over a minor river into cratered woods costs 4 (the example of the book)."""
    lines = "terrain woods 10.11\nfeature craters 10.11\nside minor-river 10.10-10.11\n5RD 10.10 \n 18DI 02.02"
    assert cost(study("movement german", lines), "move 5RD 10.11") == 4


@pytest.mark.parametrize(("terrain", "points"), [("clear", 1), ("woods", 2), ("village", 1), ("town", 1)])
def test_11_1_1_terrain(terrain: str, points: int) -> None:
    assert (
        cost(study("movement german", f"terrain {terrain} 10.11\n5RD 10.10 \n 18DI 02.02"), "move 5RD 10.11") == points
    )


def test_11_1_1_enemies_are_never_entered_and_friends_do_not_matter() -> None:
    match = study("movement german", "5RD 10.10 \n 222ID 10.11 \n 18DI 10.14")
    assert cost(match, "move 5RD 10.12") == 2
    refused(match, "move 5RD 10.14", "11.1.1", "occupied by the enemy")
    refused(match, "move 5RD 10.17", "11.1.1", "MP, 5RD has 4")
    refused(match, "move 18DI 10.13", "11.1.1", "not yours")


def test_11_1_1_a_stack_that_began_together_moves_together() -> None:
    """11.1.1: with the allowance of the slowest."""
    match = study("movement german", "5ID/8 10.10 \n 5ID/12 10.10 \n 5RD 10.12 \n 18DI 02.02")
    play(match, "march 5ID/8 10.12")
    assert (place(match, "5ID/8"), place(match, "5ID/12")) == ("10.12", "10.12")
    refused(match, "march 5RD 10.13", "11.1.1", "stack moves as one")
    play(match, "march 5ID/8 10.15")
    assert place(match, "5ID/12") == "10.15"


def test_11_1_1_a_move_goes_on_until_another_unit_moves() -> None:
    match = study("movement german", "5RD 10.10 \n 222ID 05.05 \n 18DI 02.18")
    play(match, "move 5RD 10.11", "move 5RD 10.12", "move 222ID 05.06")
    refused(match, "move 5RD 10.13", "11.1.1", "finished")


def test_11_1_2_one_hex_whatever_it_costs() -> None:
    """11.1.2, 11.3.1.2: a corps gun with 2 MP climbs a slope into woods for 3; not after another hex (MV03)."""
    lines = "terrain woods 10.11\nslope slope 10.10-10.11\nGCA-1 10.10 \n 18DI 02.02"
    match = study("movement german", lines)
    assert allowed(match, "move GCA-1 10.11")
    play(match, "move GCA-1 09.11")
    refused(match, "move GCA-1 10.11", "11.1.1")


def test_11_1_2_never_out_of_one_zone_into_another() -> None:
    """11.1.2, 11.2.1, ZC06, ZC12: not even by a minimum move, with a stackmate that stays."""
    lines = (
        "terrain woods 09.11 11.11\n15DI 10.10 \n 11DI/26 10.10 disorder=2 \n ACA-1 10.10 \n 5RD 10.09 \n 222ID 10.12"
    )
    match = study("movement allied", lines)
    refused(match, "move 11DI/26 10.11", "11.2.1", "directly from one")
    refused(match, "move ACA-1 10.11", "11.3.1", "enemy zone")


def test_11_1_3_roads_ignore_terrain_and_rivers() -> None:
    """11.1.3, 11.3.1.2: half a point, craters and slopes or not; a road over a river is a bridge."""
    lines = """terrain woods 10.11 10.12\nfeature craters 10.11\nside major-river+bridge 10.11-10.12
        link road 10.10-10.11-10.12\n5RD 10.10 \n GCA-1 10.10 \n 18DI 02.02"""
    match = study("movement german", lines)
    assert cost(match, "move 5RD 10.12") == 1
    assert cost(match, "move GCA-1 10.12") == 1


@pytest.mark.parametrize(("river", "points"), [("major-river", 2), ("minor-river", 1)])
def test_11_1_4_rail_bridges(river: str, points: int) -> None:
    """11.1.4, 11.2.3, MV09: a point more over a major river, nothing over a minor one."""
    lines = f"side {river}+rail-bridge 10.10-10.11\nlink rail 10.10-10.11\n5RD 10.10 \n 18DI 02.02"
    assert cost(study("movement german", lines), "move 5RD 10.11") == points


# -- 11.2.1, 11.2.2 --


def test_11_2_1_a_zone_ends_the_move_and_friends_do_not_lift_it() -> None:
    lines = "5RD 10.10 \n 222ID 10.12 \n 18DI 10.13 \n JD 02.02"
    match = study("movement german", lines)
    assert "11.13" in destinations(match, "5RD")
    refused(match, "move 5RD 11.14", "11.2.1", "must stop")
    play(match, "move 5RD 11.13")
    refused(match, "move 5RD 11.12", "11.1.1", "finished")


RELIEF = "106ID 10.10 \n 10DI 10.11 \n 1DI 10.14 \n 9DI 15.15"


def test_11_2_2_the_example_of_relief() -> None:
    """11.2.2: the 12th moves in and stops; the 10th may go at once, and only then (ZC09)."""
    match = study("movement allied", f"unit 106ID like 5RD\n{RELIEF}")
    refused(match, "move 10DI 10.12", "11.2.2", "relieves")
    play(match, "move 1DI 10.11")
    refused(match, "move 1DI 10.12", "11.1.1")
    assert allowed(match, "move 10DI 10.13")
    play(match, "move 9DI 15.14")
    refused(match, "move 10DI 10.13", "11.2.2", "at once")


def test_11_2_2_the_relieved_unit_goes_as_far_as_it_can_but_not_into_a_zone() -> None:
    match = study("movement allied", f"unit 106ID like 5RD\n{RELIEF}")
    play(match, "move 1DI 10.11")
    assert cost(match, "move 10DI 11.11") == 2  # not directly, but around by 11.12
    assert "10.15" in destinations(match, "10DI")


def test_11_2_2_of_a_stack_one_unit_stays() -> None:
    match = study("movement allied", "11DI/26 10.11 \n 11DI/69 10.11 \n 5RD 10.10")
    play(match, "move 11DI/26 10.13")
    refused(match, "move 11DI/69 10.12", "11.2.2")
    refused(match, "march 11DI/69 10.12", "11.1.1")


# -- 11.2.3 --


def test_11_2_3_a_major_river_takes_the_whole_move() -> None:
    """11.2.3, MV06: from beside it, with everything; not after another hex."""
    river = "side major-river 10.10-10.11 10.10-09.11 10.10-11.11 09.10-09.11 09.10-08.10 08.09-08.10 08.09-07.10"
    river += " 07.09-07.10 07.09-06.09 06.08-06.09 12.09-12.10 11.10-12.10 11.10-11.11 12.09-13.10 13.09-13.10"
    match = study("movement german", f"{river}\n5RD 10.10 \n 222ID 10.09 \n 18DI 02.02")
    assert cost(match, "move 5RD 10.11") == 4
    play(match, "move 222ID 09.10")
    refused(match, "move 222ID 10.11", "11.1.1")
    refused(match, "move 222ID 09.11", "11.2.3", "whole move")
    play(match, "move 5RD 10.11")
    refused(match, "move 5RD 10.12", "11.1.1", "finished")


def test_11_2_3_not_from_zone_to_zone() -> None:
    lines = "side major-river 10.10-11.11\nterrain woods 10.11\n5RD 10.10 disorder=2 \n 222ID 10.10 1 \n 18DI 11.10"
    refused(study("movement german", lines), "move 5RD 11.11", "11.2.1")


# -- 11.2.6 --

ROAD = "link road " + "-".join(f"10.{row:02d}" for row in range(2, 19))


def test_11_2_6_twice_the_allowance_along_a_road() -> None:
    match = study("movement german", f"{ROAD}\n5RD 10.02 \n 18DI 02.19")
    refused(match, "move 5RD 10.18", "11.1.1")
    play(match, "force 5RD 10.18")
    assert place(match, "5RD") == "10.18"
    assert disorder(match, "5RD") == "disorganised"  # an offensive is under way


@pytest.mark.parametrize(("turn", "rule", "state"), [(6, "offensive", "none"), (6, "always", "disorganised")])
def test_11_2_6_without_an_offensive_nobody_is_disorganised(turn: int, rule: str, state: str) -> None:
    """11.2.6, MV18, SC13, ruling Q15."""
    match = study("movement german", f"{ROAD}\n5RD 10.02 \n 18DI 02.19", turn=turn, sequence=1, forced_march=rule)
    play(match, "force 5RD 10.12")
    assert disorder(match, "5RD") == state


def test_11_2_6_who_may_not() -> None:
    """11.2.6: tanks, disorganised units, guns; nobody within 2 hexes of an enemy unit, guns included."""
    lines = f"{ROAD}\n5RD 10.02 disorder=2 \n GCA-1 10.04 \n JD 10.05 \n 222ID 10.12 \n ACA-1 12.14"
    match = study("movement german", lines)
    refused(match, "force 5RD 10.06", "11.2.6", "disorganised")
    refused(match, "force GCA-1 10.06", "11.2.6", "not a regiment")
    refused(match, "force JD 10.14", "11.2.6", "within 2 hexes")
    refused(match, "force 222ID 10.13", "11.2.6", "within 2 hexes")
    refused(match, "force JD 11.05", "11.2.6", "no free road")


def test_11_2_6_not_in_exploitation() -> None:
    """11.2.6, 14.2, MV21."""
    match = study("exploitation german", f"{ROAD}\n5RD 10.02 marker=3 \n 18DI 02.19")
    refused(match, "force 5RD 10.08", "11.2.6", "exploitation")


# -- 11.1.5 --


def test_11_1_5_reinforcements_over_the_edge_pay_for_the_first_hex() -> None:
    """11.1.5, Scenario 1: by the western edge in turn 5, also by the southern one in turn 6, unit by unit (Q30)."""
    match = study("movement allied", start=True, sequence=3)
    found = {text.split()[2] for text in listed(match, "152DI")}
    assert found
    assert all(hexname.startswith("01.") for hexname in found)
    target = sorted(found)[0]
    event = only(play(match, f"enter 152DI {target}"), "enter")
    assert event.data["unit"] == number(match, "152DI")
    g = game(match)
    assert g.state.mp[number(match, "152DI")] == 8 - g.setting.entry_price(cell(match, target))
    assert g.state.late[number(match, "152DI")]
    late = study("movement allied", start=True, turn=6, sequence=1)
    assert any(text.split()[2].endswith(".18") for text in listed(late, "152DI"))


def test_11_1_5_not_before_their_time_and_not_onto_enemies() -> None:
    match = study("movement allied", start=True, sequence=2)
    assert not [text for text in listed(match) if text.startswith("enter")]
    match = study("movement allied", "5RD 01.10", start=True, sequence=3)
    refused(match, "enter 152DI 01.10", "11.1.5", "occupied")
    refused(match, "enter 152DI 13.13", "11.1.5", "does not enter")


def test_11_1_5_with_a_headquarters_before_it_moves() -> None:
    """11.1.5: the 2nd Guards come with the Seventh Army's headquarters."""
    match = study("movement german", start=True, scenario="blucher", turn=1, sequence=2)
    assert {text.split()[2] for text in listed(match, "2GD/1GG")} == {"35.08"}
    play(match, "move AOK-7 35.07")
    assert not [text for text in listed(match) if text.startswith("enter")]


def test_playing_area() -> None:
    """Playing Area: nobody leaves the part of the map that the scenario uses."""
    match = study("movement allied", "35DI 19.16 \n 5RD 10.06", blank=False)
    refused(match, "move 35DI 20.16", "Playing Area", "outside")


def test_ends_of_phases_come_in_order() -> None:
    """11.2.5, 11.2.7: bridges, then markers, then the combat phase."""
    match = study("movement german", "5RD 10.10 \n 18DI 10.11")
    events = play(match, "end")
    assert asked(match) == "markers"
    assert not of_kind(events, "phases")
    until(match, "combat")
