"""Removal of disruption (section 9.2) and the Recovery Segment (module 11)."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.engine import Match
from grognard.games.marne_1914.rules.recovery import cadre_hexes
from tests.games.marne_1914.position import (
    allowed,
    asked,
    cell,
    disrupted,
    game,
    number,
    of_kind,
    place,
    play,
    refused,
    steps,
    study,
)


def recovering(lines: str, *dice: int, side: str = "entente", **more: Any) -> Match:
    return study(f"recovery {side}", lines, dice=dice, **more)


# -- 9.2 --


def test_9_2_1_disruption_goes_outside_enemy_zones_and_in_supply() -> None:
    """9.2.1: three units, one in a zone, one out of supply."""
    units = "14DI 1510 4 disrupted \n 63DR 2011 4 disrupted \n 55DR 1010 4 disrupted \n 3ID 2010"
    match = study("disruption entente", f"assume supply 55DR no \n {units}")
    assert [disrupted(match, uid) for uid in ("14DI", "63DR", "55DR")] == [False, True, True]
    assert [e.cites for e in of_kind(match.events(), "rallied")] == [("9.2.1",)]


def test_m014_only_in_the_own_movement_phase() -> None:
    """9.2.1: the phasing side's markers go, the other's stay."""
    match = study("disruption entente", "14DI 1510 4 disrupted \n 3ID 2508 4 disrupted")
    assert not disrupted(match, "14DI")
    assert disrupted(match, "3ID")


def test_ruling_c37_whoever_is_cleared_may_recover_at_once() -> None:
    """9.2.1, 11.1.1, 3.0: disruption is removed before the Recovery Segment."""
    match = study("disruption entente", "14DI 1510 2 disrupted", dice=[6])
    assert allowed(match, "recover 14DI")


# -- 11.1 --


def test_11_1_1_recovery_follows_movement_and_reinforcements() -> None:
    """11.1.1: in its own segment."""
    match = study("movement entente", "14DI 1510 2 \n 63DR 1511", dice=[6])
    refused(match, "recover 14DI", "11.1.1", "Recovery Segment")
    play(match, "end")
    assert asked(match) == "recovery"
    refused(match, "recover 3ID", "11.1.1", "not your unit")


def test_11_1_2_not_in_a_zone_not_disrupted_not_out_of_supply() -> None:
    """11.1.2 with 9.1.2 and 10.2.3."""
    lines = """
        assume supply 55DR no
        14DI 2011 2 \n 63DR 1012 2 disrupted \n 55DR 1010 2 \n 56DR 1510 2 \n 3ID 2010 \n 4ID 1013
    """
    match = recovering(lines, 6)
    refused(match, "recover 14DI", "11.1.2", "enemy zone")
    refused(match, "recover 55DR", "10.2.3")
    assert allowed(match, "recover 56DR")
    match = recovering("63DR 1012 2 disrupted \n 56DR 1510 2", 6)
    refused(match, "recover 63DR", "9.1.2", "disrupted")


def test_11_1_3a_a_die_for_each_army_on_the_map() -> None:
    """11.1.3a: each army's own column of the table."""
    for die in range(1, 7):
        match = recovering("14DI 1510 2 \n 1DI 3010 2", die, die)
        rolled = of_kind(match.events(), "replacements")
        table = game(match).setting.tables.replacements
        assert [(e.data["army"], e.data["steps"]) for e in rolled] == [(army, table[army][die]) for army in ("6", "5")]


def test_m150_no_roll_for_an_absent_army() -> None:
    """11.1.3a: three armies on the map on turn 5, three rolls."""
    lines = "turn 5 \n 14DI 1510 2 \n 1Div 2010 2 \n 1DI 3010 2"
    match = study("recovery entente", lines, scenario="full-battle", dice=[1, 1, 1])
    assert len(of_kind(match.events(), "replacements")) == 3


def test_11_1_3a_steps_are_for_units_of_that_army() -> None:
    """11.1.3a."""
    match = recovering("14DI 1510 2 \n 1DI 3010 2", 6, 1)
    assert game(match).state.pool == {"6": 2}
    refused(match, "recover 1DI", "11.1.3a", "no replacement steps left")
    refused(match, "recover 63DR", "11.1.3", "not on the map")


def test_11_1_3b_one_step_for_each_unit() -> None:
    """11.1.3b."""
    match = recovering("14DI 1510 1 \n 63DR 1511 2", 6)
    play(match, "recover 14DI")
    assert steps(match, "14DI") == 2
    refused(match, "recover 14DI", "11.1.3b", "has already had its step")
    play(match, "recover 63DR")
    assert asked(match) != "recovery"


def test_11_1_3_a_full_unit_needs_nothing() -> None:
    """11.1.3."""
    match = recovering("14DI 1510 4 \n 63DR 1511 2", 6)
    refused(match, "recover 14DI", "11.1.3", "full strength")


def test_11_1_3c_unused_steps_are_lost() -> None:
    """11.1.3c."""
    match = recovering("14DI 1510 1 \n 63DR 1511 2", 6)
    play(match, "end")
    assert game(match).state.pool == {}
    assert steps(match, "14DI") == 1


# -- 11.1.4 the Guard --

GUARD = "1GD 3205 1 \n 2GD 3305 1 \n 13ID 3007 3 \n 14ID 3107 3"


def guard(lines: str, initiative: str = "entente") -> Match:
    """The Recovery Segment, with a step for the II Army."""
    return study("recovery cp", f"initiative {initiative} \n {lines}", dice=[6])


def test_11_1_4a_nothing_for_the_guard_before_the_entente_has_the_initiative() -> None:
    """11.1.4a."""
    match = study("recovery cp", f"initiative cp \n {GUARD}", scenario="full-battle", dice=[6])
    refused(match, "transfer 1GD from 13ID", "11.1.4a", "until the Entente has the Initiative")
    assert allowed(match, "recover 13ID")


def test_11_1_4b_another_unit_gives_the_step() -> None:
    """11.1.4b: of either army; one replacement step is spent as well."""
    match = guard(GUARD)
    refused(match, "recover 1GD", "11.1.4b", "another unit must give the step")
    refused(match, "transfer 13ID from 14ID", "11.1.4b", "only Guard units")
    play(match, "transfer 1GD from 13ID")
    assert (steps(match, "1GD"), steps(match, "13ID")) == (2, 2)
    assert game(match).state.pool == {}


def test_11_1_4b_a_donor_of_the_other_army() -> None:
    """11.1.4b: "from either Army"."""
    match = study("recovery cp", "initiative entente \n 1GD 3205 1 \n 3ID 1510 3", dice=[1, 6])
    assert game(match).state.pool == {"II": 1}
    play(match, "transfer 1GD from 3ID")
    assert (steps(match, "1GD"), steps(match, "3ID")) == (2, 2)


def test_m158_donor_in_a_zone() -> None:
    """11.1.4b: a division in an enemy zone cannot give; with nobody else the Guard is not raised."""
    match = study("recovery cp", "initiative entente \n 1GD 3205 1 \n 13ID 3011 3 \n 14DI 3012", dice=[6])
    assert asked(match) == "combat"
    lines = "initiative entente \n 1GD 3205 1 \n 13ID 3011 3 \n 14ID 3007 2 \n 14DI 3012"
    match = study("recovery cp", lines, dice=[6])
    refused(match, "transfer 1GD from 13ID", "11.1.4b", "enemy zone")


def test_ruling_c30_who_can_give() -> None:
    """11.1.4b: no Guard unit, nobody with one step, nobody off the map."""
    match = guard("1GD 3205 1 \n 2GD 3305 3 \n 13ID 3007 1 \n 14ID 3107 3 \n 19ID cadre 0")
    refused(match, "transfer 1GD from 2GD", "11.1.4b", "itself a Guard unit")
    refused(match, "transfer 1GD from 13ID", "11.1.4b", "no step to give")
    refused(match, "transfer 1GD from 19ID", "11.1.4b")
    assert allowed(match, "transfer 1GD from 14ID")


def test_m207_two_guard_units_in_one_segment() -> None:
    """11.1.4b, ruling C30: two steps, two donors; one donor cannot give twice."""
    match = study("recovery cp", f"initiative entente \n {GUARD}", dice=[6])
    game(match).state.pool["II"] = 2
    play(match, "transfer 1GD from 13ID")
    refused(match, "transfer 2GD from 13ID", "11.1.4b", "no step to give")
    play(match, "transfer 2GD from 14ID")
    assert [steps(match, uid) for uid in ("1GD", "2GD", "13ID", "14ID")] == [2, 2, 2, 2]


def test_ruling_c29_a_guard_unit_gains_one_step_at_most() -> None:
    """11.1.3b, 11.1.4."""
    match = study("recovery cp", f"initiative entente \n {GUARD}", dice=[6])
    game(match).state.pool["II"] = 2
    play(match, "transfer 1GD from 13ID")
    refused(match, "transfer 1GD from 14ID", "11.1.3b")


# -- 11.2 the Cadre Box --


def returning(lines: str, *dice: int, side: str = "entente", **more: Any) -> Match:
    return study(f"cadre {side}", lines, dice=dice, **more)


@pytest.mark.parametrize("die", range(1, 7))
def test_11_2_2_a_unit_returns_on_1_or_2(die: int) -> None:
    """11.2.2: with one step."""
    match = returning("14DI cadre 0", die)
    (rolled,) = of_kind(play(match, "return 14DI"), "cadre-roll")
    assert rolled.data["back"] is (die <= 2)
    if die <= 2:
        play(match, "place 14DI 1510")
        assert (place(match, "14DI"), steps(match, "14DI")) == ("1510", 1)
    else:
        assert place(match, "14DI") == "cadre"


def test_m153_one_attempt_for_each_corps() -> None:
    """11.2.1: three British brigades and one French division are two attempts at most."""
    match = returning("1CavB cadre 0 \n 2CavB cadre 0 \n 4CavB cadre 0 \n 10DC cadre 0", 6, 6)
    play(match, "return 1CavB")
    refused(match, "return 2CavB", "11.2.1", "has already had its attempt")
    play(match, "return 10DC")
    assert asked(match) == "combat"


def test_11_2_1_only_own_units_in_the_cadre_box() -> None:
    """11.2.1."""
    match = returning("14DI cadre 0 \n 63DR 1510 \n 3ID cadre 0", 1)
    refused(match, "return 63DR", "11.2.1", "not in your Cadre Box")
    refused(match, "return 3ID", "11.2.1", "not in your Cadre Box")
    play(match, "end")
    assert asked(match) == "combat"


def test_11_2_2_at_least_three_hexes_from_any_enemy() -> None:
    """11.2.2."""
    match = returning("14DI cadre 0 \n 3ID 1510", 1)
    play(match, "return 14DI")
    refused(match, "place 14DI 1512", "11.2.2", "at least 3 hexes")
    assert allowed(match, "place 14DI 1513")


def test_11_2_2_within_its_area() -> None:
    """11.2.2, 5.1."""
    match = returning("markers 6/BEF=19 BEF/5=28 \n 14DI cadre 0", 1)
    play(match, "return 14DI")
    refused(match, "place 14DI 2010", "11.2.2", "outside the area")
    assert allowed(match, "place 14DI 1910")


def test_11_2_2_near_its_corps() -> None:
    """11.2.2, 4.5.6: within a link of another unit of the corps."""
    match = returning("14DI cadre 0 \n 63DR 1510", 1)
    play(match, "return 14DI")
    refused(match, "place 14DI 1514", "11.2.2", "corps integrity")
    assert allowed(match, "place 14DI 1513")
    refused(match, "place 63DR 1513", "11.2.2")


def test_4_5_6_the_link_must_be_free() -> None:
    """4.5.6, 4.5.2: infantry of another corps between them blocks it."""
    match = returning("14DI cadre 0 \n 63DR 1510 \n 55DR 1511 \n 56DR 1512", 1)
    assert cell(match, "1513") not in cadre_hexes(game(match), number(match, "14DI"))


def test_m206_without_corps_mates_no_distance_is_needed() -> None:
    """11.2.2: nobody of the corps on the map."""
    match = returning("14DI cadre 0 \n 55DR 1510", 1)
    play(match, "return 14DI")
    assert allowed(match, "place 14DI 3010")


def test_ruling_c31_cavalry_need_not_be_near_its_corps() -> None:
    """11.2.2, 4.5.3; nor need any unit be in supply."""
    match = returning("10DC cadre 0 \n 4DC 3010", 1, supply="no")
    play(match, "return 10DC")
    assert allowed(match, "place 10DC 1510")


@pytest.mark.parametrize("option", ["anywhere", "in-supply"])
def test_ruling_c31_behind_the_enemy_or_not(option: str) -> None:
    """11.2.2, option cadre_return: cavalry on the German side of the line, where no line of supply leads."""
    lines = "region road-exit-south 2517 \n region road-exit-north 2501 \n 10DC cadre 0 \n 3ID 2410 \n 4ID 2710"
    match = returning(f"{lines} \n 5ID 2110 \n 6ID 3010", 1, supply=None, cadre_return=option)
    play(match, "return 10DC")
    assert allowed(match, "place 10DC 2514")
    if option == "anywhere":
        assert allowed(match, "place 10DC 2504")
    else:
        refused(match, "place 10DC 2504", "11.2.2", "out of supply")
        assert cell(match, "2504") not in cadre_hexes(game(match), number(match, "10DC"))


def test_ruling_c31_a_unit_that_is_placed_has_entered_the_hex() -> None:
    """11.2.2, 13.0.3: a town of the enemy's changes hands."""
    match = returning('terrain town 2510 \n control {"2510":"cp"} \n 10DC cadre 0', 1)
    play(match, "return 10DC", "place 10DC 2510")
    assert game(match).state.control[cell(match, "2510")] == "entente"


def test_11_2_2_not_onto_a_full_hex() -> None:
    """11.2.2, 4.1.1."""
    match = returning("14DI cadre 0 \n 63DR 1510", 1)
    play(match, "return 14DI")
    refused(match, "place 14DI 1510", "4.1.1")


def test_11_2_2_the_player_may_leave_it_in_the_box() -> None:
    """11.2.2: "may place"."""
    match = returning("14DI cadre 0", 1)
    play(match, "return 14DI", "end")
    assert place(match, "14DI") == "cadre"
    assert asked(match) == "combat"


def test_11_2_2_without_a_hex_it_stays() -> None:
    """11.2.2: the journal says so."""
    match = returning("markers 6/BEF=10 BEF/5=40 \n 14DI cadre 0 \n 3ID 1003 \n 4ID 1008 \n 5ID 1013 \n 6ID 1017", 1)
    events = play(match, "return 14DI")
    assert of_kind(events, "no-room")[0].cites == ("11.2.2",)
    assert place(match, "14DI") == "cadre"


def test_11_2_3_a_returning_guard_unit_needs_a_donor() -> None:
    """11.2.3, 11.1.4b."""
    match = returning("1GD cadre 0 \n 13ID 3007 3 \n 14ID 3010 3 \n 14DI 3011", 1, side="cp")
    play(match, "return 1GD", "place 1GD 3205")
    assert asked(match) == "donate"
    refused(match, "donate 14ID", "11.1.4b", "enemy zone")
    play(match, "donate 13ID")
    assert (place(match, "1GD"), steps(match, "1GD"), steps(match, "13ID")) == ("3205", 1, 2)


def test_11_2_3_without_a_donor_there_is_no_roll() -> None:
    """11.2.3."""
    match = returning("1GD cadre 0 \n 13ID 3007 1 \n 19ID cadre 0", 1, side="cp")
    refused(match, "return 1GD", "11.2.3", "no unit can give")


def test_ruling_c59_each_segment_anew() -> None:
    """11.2.1: the attempts are counted for one Recovery Segment."""
    match = study("supply entente", "tried F-VII \n 14DI cadre 0 \n 55DR 1510", dice=[1, 1])
    while asked(match) != "cadre":
        play(match, "end")
    assert allowed(match, "return 14DI")
