"""Hard positions of a third reading, answered from the book before they were played: where two cases meet."""

from __future__ import annotations

import pytest

from grognard.engine import Match
from tests.games.friedensturm_1918.hard.position import BOTH, can, coordination, roll_for, shifts
from tests.games.friedensturm_1918.position import (
    allowed,
    asked,
    destinations,
    disorder,
    force,
    game,
    listed,
    marker,
    number,
    of_kind,
    place,
    play,
    refused,
    steps,
    study,
    until,
    who,
)

# -- arrivals and movement (11.1.5, 11.2) --


def on_the_ourcq() -> Match:
    """Scenario 4, the Germans' first movement phase."""
    match = study("movement german", scenario="foch-attacks", turn=18, sequence=1, blank=False, start=True)
    until(match, "movement")
    return match


def test_units_join_a_headquarters_that_has_just_arrived() -> None:
    """11.1.5: they must be placed before it moves, not before it comes."""
    match = on_the_ourcq()
    refused(match, "enter 3RD 30.21", "11.1.5")
    play(match, "enter AOK-7 30.21", "enter 3RD 30.21")
    play(match, f"move AOK-7 {sorted(destinations(match, 'AOK-7'))[0]}")
    refused(match, "enter 45RD 30.21", "11.1.5")


def test_two_leave_when_a_third_comes() -> None:
    """11.2.2: of a stack one leaves freely, the other by relief at once."""
    match = study("movement german", "206ID 10.07 \n 222ID 10.09 1 \n 84ID 10.09 1 \n 18DI 10.10 \n 126DI 18.12")
    play(match, "move 222ID 10.08")
    refused(match, "move 84ID 10.08", "11.2.2")
    match = study("movement german", "19ID/74 10.08 \n 19ID/78 10.09 \n 84ID 10.09 1 \n 18DI 10.10 \n 126DI 18.12")
    play(match, "move 19ID/74 10.09", "move 19ID/78 10.08")
    assert allowed(match, "move 84ID 10.08")


def test_guns_need_no_relief() -> None:
    """11.2.2 speaks of combat units; 11.3.1 forbids to enter a zone, not to leave one."""
    match = study("movement german", "206ID 10.09 \n GCA-1 10.09 \n 18DI 10.10 \n 126DI 18.12")
    assert "10.08" in destinations(match, "GCA-1")
    refused(match, "move 206ID 10.08", "11.2.2")
    play(match, "move GCA-1 10.08")
    refused(match, "move GCA-1 10.09", "11.3.1")


def test_home_already_but_still_marked() -> None:
    """9.2, ruling Q77: it may move only to come back into supply, and it is there."""
    match = study("movement german", "206ID 10.05 unsupplied=1 \n AOK-18 10.03 \n 18DI 15.15", command=None)
    refused(match, "move 206ID 10.06", "9.2")


def test_whoever_has_moved_can_still_build() -> None:
    """11.2.4: at any moment of the phase, without points; over a blown bridge too."""
    bridge = "side major-river+bridge 10.10-10.11 \n link road 10.10-10.11 \n blown 10.10 10.11"
    match = study("movement german", f"{bridge} \n 206ID 10.08 \n 84ID 02.02 \n 18DI 18.18", dice=[1])
    play(match, "move 206ID 10.10", "move 84ID 02.03")
    play(match, "bridge 206ID 10.11")
    assert len(game(match).state.pontoons) == 2


# -- losses (12.2.6, 12.2.8, 15.4.1) --


def test_an_attacking_tank_may_take_an_extra_step() -> None:
    """12.2.6, 12.2.8, ruling Q45: a tank is the last only when defending or bombarded."""
    lines = f"15BR 10.12 \n BCL-1 10.12 \n 58DI 09.12 \n 206ID 10.11 \n {BOTH}"
    match = study("combat allied", lines)
    roll_for(match, "10.11", "15BR,BCL-1,58DI", "lead 15BR", rolls=(3, 1, 3))
    play(match, "attack 10.11", "all")
    until(match, "hits", "hold")
    assert set(listed(match)) == {"lose 15BR", "lose 58DI", "lose BCL-1"}


def test_a_defending_tank_takes_it_last() -> None:
    """12.2.8: Sacrifice costs both sides a step; the defender's tank is not offered."""
    attackers = "206ID 10.10 \n 46RD 09.11 \n 222ID 11.11"
    lines = f"{attackers} \n 58DI 10.11 disorder=2 \n 11DI/26 10.11 late=1 \n BCL-1 10.11 \n {BOTH}"
    match = study("combat german", lines)
    roll_for(match, "10.11", "206ID,46RD,222ID", "lead 11DI/26", rolls=(1, 3, 1))
    play(match, "attack 10.11", "all")
    until(match, "hits", "lead 11DI/26")
    assert who(match) == "allied"
    assert set(listed(match)) == {"lose 58DI", "lose 11DI/26"}


@pytest.mark.parametrize("option", ["free", "most"])
def test_the_lead_unit_is_first_even_at_a_waste(option: str) -> None:
    """12.2.3, 12.2.8: the first step is the lead unit's if the points suffice; thrift comes after it (Q43)."""
    lines = f"206ID 10.10 \n 19ID/74 10.10 \n 18DI 10.11 \n {BOTH}"
    match = study("combat german", lines, hit_conversion=option)
    roll_for(match, "10.11", "206ID,19ID/74", "lead 206ID", attacker=4, rolls=(3, 2))
    play(match, "attack 10.11", "all", "lead 206ID")
    until(match, "combat", "hold")
    assert (steps(match, "206ID"), steps(match, "19ID/74")) == (2, 2)
    assert disorder(match, "206ID") == "disorganised"


def test_retreated_and_then_eliminated() -> None:
    """12.4: back three hexes, then gone by what is left: three hexes of advance, or two, whatever is more (N22)."""
    lines = f"206ID 10.10 \n 222ID 09.11 \n 46RD 11.11 \n 11DI/26 10.11 1 \n {BOTH}"
    match = study("combat german", lines)
    units = "206ID,222ID,46RD"
    roll_for(match, "10.11", units, "lead 206ID", defender=11, rolls=(6, 6))
    play(match, "attack 10.11", "all", "lead 206ID", "withdraw 3")
    until(match, "advance", "retreat 10.12", "retreat 10.13", "retreat 10.14")
    assert place(match, "11DI/26") == "lost"
    play(match, "advance 222ID 10.11", "advance 222ID 10.12")
    assert "10.13" in destinations(match, "222ID", "advance")


def test_who_takes_over_the_stosstruppen() -> None:
    """11.3.2: the last step of their regiment; the German player says who has them now (N23)."""
    lines = f"19ID/74 10.10 1 stoss=ST-1 \n 19ID/78 10.10 \n 19ID/91 10.10 \n 206ID 09.11 \n 18DI 10.11 \n {BOTH}"
    match = study("combat german", lines)
    roll_for(match, "10.11", "19ID/74,206ID", "hold", "lead 19ID/74", rolls=(3, 3))
    play(match, "attack 10.11", "join 19ID/74", "join 206ID", "end")
    until(match, "assign", "hold", "lead 19ID/74", "lose 19ID/74")
    assert who(match) == "german"
    assert set(listed(match)) == {"assign ST-1 to 19ID/78", "assign ST-1 to 19ID/91"}
    play(match, "assign ST-1 to 19ID/78")
    assert game(match).state.stoss[number(match, "19ID/78")] == number(match, "ST-1")


def test_losses_make_room_for_the_reserve() -> None:
    """12.2.6, 4.0, ruling Q07: a division that has lost a step leaves room for a regiment more."""
    lines = f"206ID 10.10 \n 18DI 10.11 late=1 \n 11DI/26 10.11 \n 11DI/69 10.13 \n {BOTH}"
    match = study("combat german", lines)
    roll_for(match, "10.11", "206ID", "lead 18DI", defender=3, rolls=(4, 2))
    play(match, "attack 10.11")
    until(match, "reaction", "lead 18DI", "hold")
    play(match, "react 11DI/69 10.11")
    assert place(match, "11DI/69") == "10.11"


def test_bombardment_leaves_a_tank_alone() -> None:
    """12.2.3, 15.4.1: a tank by itself has morale 3, so the attack is cancelled and costs the tank."""
    lines = f"10DI 10.12 1 \n BCL-1 10.12 \n 15BR 09.12 1 \n 206ID 10.11 \n GAA-1 10.09 \n GCA-1 10.09 \n {BOTH}"
    match = study("combat allied", lines)
    force(match, 6)
    play(match, "attack 10.11", "join 15BR", "join BCL-1", "end")
    events = until(match, "combat", "support GAA-1", "support GCA-1")
    assert of_kind(events, "cancelled")[0]


def test_both_kinds_of_lost_markers() -> None:
    """12.2.6, 12.2.7: Orders countermanded takes one marker, and the missing coordination another."""
    lines = f"84ID 10.10 \n 206ID 10.10 1 \n 222ID 09.10 marker=3 \n 46RD 11.10 marker=3 \n 18DI 10.11 \n {BOTH}"
    match = study("combat german", lines)
    roll_for(match, "10.11", "84ID,206ID", "lead 206ID", rolls=(2, 1, 6))
    play(match, "attack 10.11")
    until(match, "strip", "lead 206ID")
    assert (asked(match), who(match)) == ("strip", "allied")
    play(match, "strip 222ID")
    assert asked(match) == "strip"
    play(match, "strip 46RD")
    assert {marker(match, uid) for uid in ("222ID", "46RD")} == {"none"}


def test_a_headquarters_goes_with_its_stack() -> None:
    """11.3.3, 12.3, 17.1: it does not retreat; its aircraft are back next turn."""
    lines = "206ID 10.10 \n 18DI 10.11 \n HQ-X 10.11 \n AIR-FEQUANT 10.11 base=HQ-X mission=1"
    match = study("combat german", f"{lines} \n {BOTH}", air="yes")
    roll_for(match, "10.11", "206ID", rolls=(3, 2))
    play(match, "attack 10.11")
    until(match, "retreat", "withdraw 1")
    play(match, "retreat 10.12")
    assert place(match, "HQ-X") == "lost"
    assert game(match).state.back[number(match, "AIR-FEQUANT")] == game(match).state.turn + 1


def test_only_attackers_of_the_division_exploit() -> None:
    """14.0: they share the marker, but whoever did not attack gets none."""
    lines = f"19ID/74 10.10 \n 19ID/78 10.10 \n 19ID/91 10.10 \n 84ID 10.11 \n 58DI 10.11 1 \n {BOTH}"
    match = study("combat german", lines.replace("84ID 10.11 \n ", ""))
    roll_for(match, "10.11", "19ID/74,19ID/78", "lead 19ID/74", attacker=0, rolls=(3, 5))
    play(match, "attack 10.11", "join 19ID/74", "join 19ID/78", "end")
    until(match, "exploit", "lead 19ID/74")
    play(match, "exploit 19ID/74")
    assert [marker(match, f"19ID/{n}") for n in (74, 78, 91)] == ["exploitation", "exploitation", "none"]


# -- retreats and disengagement (12.3, 13.0) --


def test_back_into_a_full_hex_at_the_end_of_the_map() -> None:
    """12.3, 4.0: no hex to find room in, so the owner loses what is too much at the end of the phase."""
    lines = "206ID 10.18 \n 18DI 10.19 \n 36DI 10.20 \n 126DI 09.20 \n 15DI 11.20 \n 60DI 18.11 \n 7RD 18.10"
    match = study("combat german", f"{lines} \n AOK-18 10.01 \n HQ-III 10.20")
    roll_for(match, "10.19", "206ID", defender=3, rolls=(3, 2))
    play(match, "attack 10.19")
    until(match, "retreat", "withdraw 1")
    play(match, "retreat 10.20")
    until(match, "overstack", "end")
    assert who(match) == "allied"
    assert set(listed(match)) == {"eliminate 18DI", "eliminate 36DI"}


def test_a_disengaging_tank_may_pay_for_the_zone() -> None:
    """12.3, 12.2.8: nobody defends; the owner chooses which unit takes the step."""
    germans = "206ID 10.10 \n 222ID 10.13 \n 227ID 09.13 \n 46RD 11.13 \n 7RD 18.10"
    lines = f"{germans} \n 18DI 10.11 marker=1 \n BCL-1 10.11 marker=1 \n HQ-III 10.19"
    match = study("disengagement allied", lines, dice=[6])
    play(match, "disengage 18DI", "withdraw 1", "retreat 10.12")
    assert set(listed(match)) == {"lose 18DI", "lose BCL-1"}


def test_the_unmarked_stay() -> None:
    """13.0, 11.2.7: of a stack only the marked units go."""
    lines = "206ID 10.10 \n 18DI 10.11 marker=1 \n 11DI/26 10.11 \n HQ-III 10.19"
    match = study("disengagement allied", lines, dice=[3])
    play(match, "disengage 18DI", "withdraw 1", "retreat 10.12")
    assert (place(match, "18DI"), place(match, "11DI/26")) == ("10.12", "10.11")


def test_refusals_of_markers_name_their_case() -> None:
    """11.2.7 is about Disengagement markers, 11.2.8 about reserves."""
    lines = "GAA-1 10.05 offensive=1 \n 206ID 10.06 \n 222ID 10.07 \n 84ID 10.09 \n 18DI 10.10"
    match = study("movement german", lines)
    until(match, "markers")
    play(match, "reserve 206ID")
    refused(match, "reserve 206ID", "11.2.8", "already")
    refused(match, "reserve 18DI", "11.2.8")
    refused(match, "mark 18DI", "11.2.7")


# -- tanks have no zones (5.0), and yet they are there --


def test_nobody_walks_over_a_lone_tank() -> None:
    """11.1.1, 9.1: it is a combat unit, so its hex is closed to moves and to supply; around it one may move freely."""
    match = study("movement german", "206ID 10.09 \n BCL-1 10.10 \n 126DI 18.12")
    refused(match, "move 206ID 10.10", "11.1.1")
    assert {"10.11", "09.11"} <= destinations(match, "206ID")


def test_a_gun_that_drives_up_to_a_tank() -> None:
    """11.3.1, 5.0: no zone forbids the hex, but alone beside a combat unit the gun is lost; the phase goes on."""
    match = study("movement german", "GCA-1 10.07 \n 206ID 05.05 \n BCL-1 10.10 \n 126DI 18.12")
    play(match, "move GCA-1 10.09")
    assert place(match, "GCA-1") == "lost"
    play(match, "move 206ID 05.06")
    assert place(match, "206ID") == "05.06"


def test_a_reserve_beside_a_tank() -> None:
    """11.2.8, 12.1: no zone, so it may be marked; and it may attack the hex in the combat phase."""
    lines = "GAA-1 10.07 offensive=1 \n 206ID 10.09 \n BCL-1 10.10 \n 126DI 18.12"
    match = study("movement german", lines)
    until(match, "markers")
    refused(match, "mark 206ID", "11.2.7", "zone")
    play(match, "reserve 206ID")
    until(match, "combat")
    assert allowed(match, "attack 10.10")


def test_relief_by_a_marked_unit() -> None:
    """14.2, 11.2.2: in exploitation too, whoever leaves a zone must be relieved, and both must be marked."""
    lines = "206ID 10.08 marker=2 \n 222ID 10.09 marker=2 \n 18DI 10.10 \n 84ID 09.09"
    match = study("exploitation german", lines)
    refused(match, "move 222ID 11.09", "11.2.2")
    refused(match, "move 84ID 10.09", "14.2")
    play(match, "move 206ID 10.09")
    assert place(match, "206ID") == "10.09"


def test_an_arrival_in_an_enemy_zone_stays_there() -> None:
    """11.1.5, 11.2.1, 11.2.2: placed beside its headquarters and an enemy, it has entered a zone."""
    lines = "AOK-7 35.08 \n 61DI 35.10"
    match = study("movement german", lines, scenario="blucher", turn=2, sequence=2, blank=False)
    play(match, "enter 28ID 35.09")
    refused(match, "move 28ID 35.08", "11.1.1", "finished")
    play(match, "enter 47RD 35.08")
    assert allowed(match, "move 47RD 34.07")


# -- artillery and air (15.2, 17.1) --


def test_the_last_crew_and_the_offensive_modifier() -> None:
    """12.2.4, 11.3.1, 15.2.2: the bombardment kills the attackers beside the offensive gun, and the gun with them."""
    guns = "GAA-1 10.10 offensive=1 \n ACA-1 10.12 \n AAA-1 10.12"
    lines = f"84ID 10.10 1 \n 206ID 09.11 \n 18DI 10.11 \n {guns} \n {BOTH}"
    match = study("combat german", lines, turn=5, sequence=1)
    force(match, 2, 3, 3, 4, 3, 3)
    play(match, "attack 10.11", "all")
    events = until(match, "disengagement", "support ACA-1", "support AAA-1", "lose 84ID")
    assert (place(match, "84ID"), place(match, "GAA-1")) == ("lost", "lost")
    assert "offensive" not in " ".join(shifts(events)).lower()


def test_a_base_that_moves_while_its_aircraft_fly() -> None:
    """17.1: only those that are there are lost for a time."""
    lines = "AOK-18 10.03 \n AIR-I 10.03 base=AOK-18 mission=1 \n AIR-II 10.08 mission=4 \n 206ID 10.07 \n 18DI 10.10"
    match = study("movement german", lines, air="yes")
    play(match, "move AOK-18 10.04")
    assert place(match, "AIR-II") == "10.08"
    assert game(match).state.back[number(match, "AIR-I")]
    assert not game(match).state.back[number(match, "AIR-II")]


# -- the frozen west (Scenario 3) --


def in_the_west(more: str, option: str) -> Match:
    lines = f"AOK-7 33.16 \n HQ-IX 24.27 \n 84ID 50.19 \n 165DI 50.20 \n {more}"
    return study("combat german", lines, scenario="friedensturm", turn=17, blank=False, frozen_zone=option)


def test_back_into_the_frozen_west() -> None:
    """Scenario 3, ruling Q26, 12.3, 12.4: retreats may enter it; nobody advances into it, and no reserve comes out."""
    match = in_the_west("206ID 32.27 \n 167DI 31.28 \n 47DI/A 30.29", "no-attacks")
    force(match, 6, 6, 5, 6)
    play(match, "attack 31.28")
    until(match, "retreat", "withdraw 1")
    assert can(match, "retreat 30.28") or can(match, "retreat 30.27")
    play(match, next(t for t in listed(match) if t.startswith("retreat 30")))
    assert asked(match) != "reaction"


def test_fighting_in_the_frozen_west() -> None:
    """Scenario 3, option frozen_zone: who may fight there still does not advance."""
    match = in_the_west("206ID 25.20 \n 167DI 25.21 1", "movement-only")
    force(match, 6, 6, 1, 6)
    play(match, "attack 25.21")
    until(match, "combat", "lead 206ID")
    assert place(match, "206ID") == "25.20"


def test_surrounded_at_the_edge_of_the_playing_area() -> None:
    """13.0, Playing Area: the hexes east of column 19 are no way out of Scenario 1 (N24)."""
    lines = "206ID 19.12 \n 222ID 18.13 \n 18DI 19.13 marker=1 \n HQ-III 13.17"
    match = study("disengagement allied", lines, blank=False, dice=[6])
    events = play(match, "disengage 18DI")
    rows = of_kind(events, "disengagement")[0].data["rows"]
    assert any("surrounded" in str(row) for row in rows), rows


def test_refusals_that_say_why() -> None:
    """12.1, 12.2.6: what a player hears who asks for too much."""
    lines = f"206ID 10.10 \n 222ID 09.11 \n 46RD 11.11 \n 18DI 10.11 3 \n 36DI 10.13 \n {BOTH}"
    match = study("combat german", lines)
    refused(match, "attack 10.13", "12.1", "next to")
    roll_for(match, "10.11", "206ID,222ID,46RD", "lead 206ID", rolls=(4, 4))
    play(match, "attack 10.11", "all", "lead 206ID")
    until(match, "reaction", "withdraw 1", "retreat 10.12")
    refused(match, "react 36DI 10.11", "12.2.6", "no defender is left")
    refused(match, "react 36DI 10.12", "4.0", "room")
    refused(match, "react 36DI 10.19", "12.2.6", "half")
    refused(match, "react 18DI 10.13", "12.2.6", "attacked")


# -- exploitation (14.0) --


def test_two_regiments_of_no_division() -> None:
    """14.0: the 6th and 11th Tirailleurs have no parent in common, so each takes a marker of its own."""
    lines = "6T 10.12 \n 11T 10.12 \n 36DI 09.12 \n 84ID 10.11 1 \n 80RD 18.10 \n 42US 18.11"
    match = study("combat allied", f"{lines} \n HQ-V 10.19 \n AOK-1 10.01", scenario="friedensturm", turn=18)
    roll_for(match, "10.11", "6T,11T,36DI", "lead 6T", rolls=(3, 4))
    play(match, "attack 10.11", "all")
    until(match, "exploit", "lead 6T")
    play(match, "exploit 6T")
    assert (marker(match, "6T"), marker(match, "11T")) == ("exploitation", "none")


def test_stripped_one_by_one() -> None:
    """12.2.6, 14.0: the defender's one marker is that of one of them."""
    lines = "6T 10.13 marker=3 \n 11T 10.13 marker=3 \n 20DI 10.12 \n 8DI 09.12 \n 80RD 10.11 \n 42US 18.11"
    match = study("combat allied", f"{lines} \n HQ-V 10.19 \n AOK-1 10.01", scenario="friedensturm", turn=18)
    roll_for(match, "10.11", "20DI,8DI", rolls=(3, 1, 2))
    play(match, "attack 10.11", "all")
    until(match, "strip")
    play(match, "strip 6T")
    assert (marker(match, "6T"), marker(match, "11T")) == ("none", "exploitation")


def test_out_of_two_pinned_zones() -> None:
    """12.2.6, 14.1, 14.2: with Stosstruppen, from zone to zone and without relief; the third enemy is not pinned."""
    lines = "19ID/74 10.10 stoss=ST-1 marker=3 \n 18DI 10.11 pinned=1 \n 36DI 12.11 pinned=1 \n 15DI 08.08"
    match = study("exploitation german", f"{lines} \n 206ID 02.02 marker=3")
    assert allowed(match, "move 19ID/74 11.11")
    match = study("exploitation german", f"{lines.replace('stoss=ST-1', '')} \n 206ID 02.02 marker=3")
    refused(match, "move 19ID/74 11.11", "14.2")  # 14.1: it lost its marker in the zone


@pytest.mark.parametrize(("sequence", "shift"), [(1, -2), (2, 0)])
def test_bruchmuller_in_exploitation(sequence: int, shift: int) -> None:
    """15.2.2, 14.1, ruling N09: no gun fires in support, but the defender is shaken, in the first sequence only."""
    lines = f"206ID 10.10 marker=3 \n GAA-1 10.08 offensive=1 \n 18DI 10.11 \n {BOTH}"
    match = study("exploitation-combat german", lines, turn=5, sequence=sequence)
    events = play(match, "attack 10.11")
    rows = coordination(events, "allied").data["rows"]
    assert any("-2" in row for row in rows if "Bruch" in row) == bool(shift), rows


# -- who is still there (12.2.3, 12.2.6) --


def test_the_headquarters_dies_in_the_bombardment() -> None:
    """11.3.3, 12.2.3: with it the attackers lose command, and the attack is cancelled for want of a leader."""
    lines = "84ID 10.10 1 \n AOK-18 10.10 \n 206ID 09.11 \n 18DI 10.11 \n ACA-1 10.12 \n AAA-1 10.12 \n HQ-III 10.19"
    match = study("combat german", lines, command=None)
    force(match, 2)
    play(match, "attack 10.11", "all", "support ACA-1")
    events = play(match, "support AAA-1")
    if asked(match) == "hits":
        events += play(match, "lose 84ID")
    assert place(match, "AOK-18") == "lost"
    assert of_kind(events, "cancelled")
    assert steps(match, "206ID") == 0


def test_the_lead_unit_dies_by_orders() -> None:
    """12.2.6, 12.2.8, ruling N16: nobody has to be first then."""
    lines = f"11ID/10 10.10 1 \n 84ID 09.11 \n 202ID 09.11 1 \n 58DI 10.11 1 \n {BOTH}"
    match = study("combat german", lines)
    roll_for(match, "10.11", "11ID/10,84ID,202ID", "lead 11ID/10", "lose 11ID/10", attacker=3, rolls=(2, 1, 3))
    play(match, "attack 10.11", "all")
    until(match, "hits", "lead 11ID/10")
    play(match, "lose 11ID/10")
    assert set(listed(match)) == {"lose 84ID", "lose 202ID"}


def test_sacrifice_of_the_last_step() -> None:
    """12.2.6, 12.4: the defender is eliminated by his own orders; two hexes for a perfect attacker."""
    lines = f"206ID 10.10 \n 222ID 09.11 \n 58DI 10.11 1 disorder=2 \n {BOTH}"
    match = study("combat german", lines)
    roll_for(match, "10.11", "206ID,222ID", "lead 206ID", rolls=(1, 6, 1))
    play(match, "attack 10.11", "all", "lead 206ID")
    until(match, "advance", "lose 206ID", "lose 206ID")
    assert place(match, "58DI") == "lost"
    play(match, "advance 222ID 10.11")
    assert destinations(match, "222ID", "advance")


def test_a_tank_goes_back_over_the_river() -> None:
    """12.3, 15.4.1: the river stops it after one hex, but tanks are never disorganised."""
    river = "side major-river 10.11-10.12 10.11-09.12 10.11-11.12"
    match = study("combat german", f"{river} \n 206ID 10.10 \n 46RD 09.11 \n BCL-1 10.11 \n {BOTH}")
    roll_for(match, "10.11", "206ID,46RD", "lead 206ID", defender=8, rolls=(4, 2))
    play(match, "attack 10.11", "all", "lead 206ID")
    until(match, "retreat", "withdraw 2")
    play(match, "retreat 10.12")
    assert place(match, "BCL-1") == "lost"  # 8 - 3 points: one hex only
    assert asked(match) != "retreat"


def test_the_third_regiment_beside_a_tank() -> None:
    """15.4.2, 4.0, ruling Q72: four in the hex are too many for the German tank, three are not."""
    lines = "4GD/5GF 10.10 \n 4GD/5GG 10.10 \n 84ID 10.10 1 \n 19ID/74 09.11 \n 18DI 10.11 \n tanks 1"
    match = study("combat german", f"{lines} \n {BOTH}")
    play(match, "attack 10.11", "join 4GD/5GF", "join 19ID/74")
    refused(match, "commit A7V 4GD/5GF", "4.0", "room")
    assert allowed(match, "commit A7V 19ID/74")
    refused(match, "commit A7V 84ID", "15.4.2", "attacking unit")


@pytest.mark.parametrize(("morale", "drm"), [("58DI", -2), ("10DI", -1), ("15DI", 0)])
def test_the_worst_division_counts(morale: str, drm: int) -> None:
    """12.2.6: -2 for morale 2, not -3 with a division of morale 3 besides."""
    lines = f"36DI 10.12 \n 10DI 09.12 1 \n {morale} 11.12 1 \n 84ID 10.11 \n {BOTH}"
    lines = lines.replace("10DI 09.12 1 \n 10DI", "10DI") if morale == "10DI" else lines
    lines = lines.replace("10DI 09.12 1 \n", "") if morale == "15DI" else lines
    match = study("combat allied", lines)
    events = [*play(match, "attack 10.11", "all"), *until(match, "combat", "lead 36DI")]
    rows = coordination(events, "allied").data["rows"]
    assert [f"{drm} " in row for row in rows if "morale" in row] == [True] * bool(drm), rows


def test_the_disorganised_react_at_a_quarter() -> None:
    """12.2.6, 12.5: half of half of 4 MP, one hex; and two units after a perfect result, one after the other."""
    lines = f"206ID 10.10 \n 18DI 10.11 \n 36DI 10.14 disorder=2 \n 15DI 08.13 \n {BOTH}"
    match = study("combat german", lines)
    roll_for(match, "10.11", "206ID", rolls=(6, 2))
    play(match, "attack 10.11")
    until(match, "reaction", "hold")
    assert destinations(match, "36DI", "react") <= {"10.13", "10.15", "09.14", "09.15", "11.14", "11.15"}
    play(match, "react 36DI 10.13")
    refused(match, "react 36DI 10.14", "12.2.6")
    play(match, "react 15DI 09.13")
    assert asked(match) != "reaction"


def test_a_reaction_takes_the_pontoon() -> None:
    """11.2.4, 12.2.6: the unit has ended a move beside it, and no German is in the hex."""
    lines = f"side major-river 12.10-12.11 \n pontoons 12.10 12.11 \n 206ID 10.10 \n 18DI 10.11 \n 36DI 12.13 \n {BOTH}"
    match = study("combat german", lines)
    roll_for(match, "10.11", "206ID", rolls=(4, 2))
    play(match, "attack 10.11")
    until(match, "reaction", "hold")
    play(match, "react 36DI 12.11")
    assert not game(match).state.pontoons


def test_concentric_by_those_who_attack() -> None:
    """12.2.4, ruling Q58: whoever stands by covers no hex, though his zone reaches it."""
    ring = "206ID 10.10 \n 222ID 09.12 \n 46RD 11.12"
    for joins, found in ((["all"], True), (["join 206ID", "join 222ID", "end"], False)):
        match = study("combat german", f"{ring} \n 18DI 10.11 \n {BOTH}")
        play(match, "attack 10.11", *joins)
        events = until(match, "combat", "lead 206ID")
        assert any("oncentric" in what for what in shifts(events)) == found


def test_panic_leaves_the_guns() -> None:
    """12.2.6, 11.3.1: the attacking division goes, its gun beside the enemy is lost."""
    lines = f"84ID 10.10 \n GCA-1 10.10 \n 206ID 09.11 \n 18DI 10.11 \n {BOTH}"
    match = study("combat german", lines)
    roll_for(match, "10.11", "84ID,206ID", rolls=(2, 1, 4))
    play(match, "attack 10.11", "all")
    until(match, "panic")
    assert who(match) == "german"
    play(match, "panic 84ID")
    until(match, "combat")
    assert place(match, "GCA-1") == "lost"


# -- more of arrivals, losses and the end --


def test_a_headquarters_that_arrives_beside_a_tank() -> None:
    """11.3.3, 5.0, ruling Q74: a tank has no zone to bar the hex; the headquarters is lost, and nobody joins it."""
    lines = "BCL-1 30.22 \n 87ID 28.25 \n AOK-9 27.15"
    match = study("movement german", lines, scenario="foch-attacks", turn=18, sequence=1, blank=False)
    play(match, "enter AOK-7 30.21")
    assert place(match, "AOK-7") == "lost"
    refused(match, "enter 3RD 30.21", "11.1.5")
    assert allowed(match, "enter 3RD 27.15")


def test_stosstruppen_out_of_supply() -> None:
    """9.2, 9.3, 11.3.2: their regiment dies of hunger; the one that joined the hex since then takes them over."""
    lines = "19ID/74 10.10 stoss=ST-1 unsupplied=1 \n 19ID/78 10.10 \n 18DI 18.18 \n HQ-III 18.20"
    match = study("supply", lines, command=None, supply=None)
    assert place(match, "19ID/74") == "lost"
    assert (place(match, "ST-1"), place(match, "19ID/78")) == ("10.10", "10.10")


def test_a_tank_reaches_the_pontoon() -> None:
    """11.2.4, 15.4.1: tanks are combat units, so they take an unguarded pontoon; a headquarters does not."""
    lines = "side major-river 10.10-10.11 \n pontoons 10.10 10.11 \n 206ID 02.02 \n 18DI 18.18"
    for unit, left in (("BCL-1 10.13", 0), ("HQ-X 10.13", 2)):
        match = study("movement allied", f"{lines} \n {unit}")
        play(match, f"move {unit.split()[0]} 10.12", f"move {unit.split()[0]} 10.11")
        until(match, "combat", "end")
        assert len(game(match).state.pontoons) == left, unit


def test_no_second_chance_after_relief() -> None:
    """11.2.2: the relieved unit goes at once, or stays until another comes."""
    lines = "11DI/26 10.11 \n 11DI/69 10.13 \n 11DI/79 11.14 \n 36DI 02.10 \n 206ID 10.10"
    match = study("movement allied", lines)
    play(match, "move 11DI/69 10.11", "move 36DI 02.11")
    refused(match, "move 11DI/26 10.12", "11.2.2", "at once")
    play(match, "move 11DI/79 10.11", "move 11DI/26 10.12")
    assert place(match, "11DI/26") == "10.12"


def test_repair_needs_a_friend_at_the_far_end() -> None:
    """11.2.5: the far end is in an enemy zone, a friend there negates it, and the zone makes it harder all the same."""
    bridge = "side major-river+bridge 10.10-10.11 \n link road 10.10-10.11 \n blown 10.10 10.11"
    lines = f"{bridge} \n 206ID 10.10 \n 18DI 10.13 \n 36DI 11.13"
    refused(study("bridges german", f"{lines} \n 84ID 10.11"), "blow 10.10-10.11", "11.2.5", "already")
    match = study("bridges german", f"{lines} \n 84ID 10.11 \n 18DI 10.12", dice=[3])
    event = of_kind(play(match, "repair 10.10-10.11"), "repair")[0]
    assert (event.data["drm"], event.data["done"]) == (2, False)


def test_the_star_kills_the_unit_that_was_picked() -> None:
    """13.0: the step is its last; the others of the stack retreat their hex."""
    lines = "206ID 10.10 \n 58DI 10.11 1 marker=1 \n 11DI/26 10.11 marker=1 \n HQ-III 10.19 \n 227ID 18.10"
    match = study("disengagement allied", lines, dice=[1])
    play(match, "disengage 58DI")
    if place(match, "58DI") != "lost":
        pytest.fail("2 - 2 for the morale is *r1")
    until(match, "exploitation-combat", "retreat 10.12")
    assert place(match, "11DI/26") == "10.12"


def test_out_and_back_again_is_a_relief() -> None:
    """11.2.2: whoever has come back into the zone relieves his comrade, who goes at once or stays."""
    match = study("movement allied", "11DI/26 10.11 \n 11DI/69 10.11 \n 36DI 02.10 \n 206ID 10.10")
    play(match, "move 11DI/26 10.12", "move 11DI/26 10.11")
    assert allowed(match, "move 11DI/69 10.12")
    play(match, "move 36DI 02.11")
    refused(match, "move 11DI/69 10.12", "11.2.2", "at once")
