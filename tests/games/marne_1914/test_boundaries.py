"""Army boundaries (module 5)."""

from __future__ import annotations

import pytest

from grognard.games.marne_1914.rules.boundaries import area, in_area
from grognard.games.marne_1914.rules.closing_up import outside_units
from tests.games.marne_1914.position import (
    allowed,
    asked,
    cell,
    disrupted,
    fight,
    game,
    number,
    of_kind,
    place,
    play,
    refused,
    study,
)

MARKERS = "markers cp=32 6/BEF=19 BEF/5=28 5/9=37"
"""Where 14.1.1 puts them."""
INSIDE = ["4Div 1910", "4Div 2815", "1DI 2815", "1DI 3712", "17DI 3712", "14DI 1003"]
OUTSIDE = ["4Div 1810", "4Div 2915", "1DI 2715", "17DI 3612", "14DI 2003"]


@pytest.mark.parametrize("where", INSIDE + OUTSIDE)
def test_m070_entente_areas(where: str) -> None:
    """5.1.4, 5.1.5, 5.1.7: between the marker columns, both included, or out to the map edge."""
    match = study("movement entente", f"{MARKERS} \n {where}")
    uid, hex_name = where.split()
    assert in_area(game(match), number(match, uid), cell(match, hex_name)) is (where in INSIDE)


def test_5_1_1_there_are_one_german_and_three_entente_markers() -> None:
    """5.1.1: each player shifts his own only."""
    match = study("boundary entente", MARKERS)
    shifted = {str(action.args[0]) for action in match.legal_actions() if action.args}
    assert shifted == {"6/BEF", "BEF/5", "5/9"}
    refused(match, "shift cp 3101", "5.1.1", "not your marker")
    refused(study("boundary cp", MARKERS), "shift 5/9 3617", "5.1.1", "yours: cp")


def test_5_1_2_the_german_marker_lies_on_the_north_edge() -> None:
    """5.1.2."""
    match = study("boundary cp", MARKERS)
    assert allowed(match, "shift cp 3101")
    refused(match, "shift cp 3102", "5.1.2", "northernmost")


def test_5_1_3_the_entente_markers_lie_on_the_south_edge() -> None:
    """5.1.3: odd columns of the real map end at row 17, even ones at row 16."""
    match = study("boundary entente", MARKERS, board="real")
    assert allowed(match, "shift 6/BEF 1816")
    assert allowed(match, "shift 6/BEF 1717")
    refused(match, "shift 6/BEF 1815", "5.1.3", "southernmost")


def test_5_1_6_german_areas_are_mirrored() -> None:
    """5.1.6: seen from the north; the I Army works west of its marker, the II Army east of it."""
    match = study("movement cp", MARKERS)
    assert area(game(match), "I") == (0, 32)
    assert area(game(match), "II") == (32, 99)


def test_5_1_7_both_armies_may_use_the_column_of_the_marker() -> None:
    """5.1.7, 4.1.2: but not one hex of it."""
    match = study("movement cp", f"{MARKERS} \n 17ID 3213 \n GKD 3208")
    for uid in ("17ID", "GKD"):
        assert in_area(game(match), number(match, uid), cell(match, "3210"))
    refused(match, "move GKD 3213", "4.1.2")


def test_5_2_1_a_marker_is_shifted_once_in_the_phase() -> None:
    """5.2, 5.2.1: east or west, in the own Army Boundary Phase."""
    match = study("boundary entente", MARKERS)
    events = play(match, "shift 6/BEF 2017")
    assert of_kind(events, "shift")[0].cites == ("5.2.1",)
    assert game(match).state.markers["6/BEF"] == 20
    refused(match, "shift 6/BEF 2117", "5.2.1", "has already shifted")
    play(match, "shift BEF/5 2717", "end")
    assert asked(match) == "movement"


@pytest.mark.parametrize(("column", "legal"), [(28, False), (29, True), (31, True), (35, True), (36, False)])
def test_5_2_2_up_to_three_hexes_either_way(column: int, legal: bool) -> None:
    """5.2.2."""
    match = study("boundary cp", MARKERS)
    if legal:
        assert allowed(match, f"shift cp {column}01")
    else:
        refused(match, f"shift cp {column}01", "5.2.2", "up to 3 hexes", "not 4")


def test_ruling_c43_markers_keep_their_order() -> None:
    """5.1.5: from west to east, never in one column."""
    match = study("boundary entente", "markers 6/BEF=19 BEF/5=20 5/9=21")
    refused(match, "shift 6/BEF 2017", "5.1.5", "order of the armies")
    refused(match, "shift BEF/5 2217", "5.1.5")
    assert allowed(match, "shift 5/9 2217")


def test_m192_german_marker_shifted_west_in_the_counter_attack() -> None:
    """5.2.2, 5.2.3: legal; the units in 3013 and 3112 are then outside the area of the I Army."""
    match = study("boundary cp", start=True, board="real", supply=None)
    play(match, "shift cp 2901")
    outside = outside_units(game(match))
    assert {place(match, game(match).name(u)) for u in outside} == {"3013", "3112"}


def test_m071_ix_corps_unit_at_3612_must_come_into_its_area() -> None:
    """5.2.3, 14.1.1b, ruling C03: move it to column 37 or shift the 5/9 marker; leaving it is not legal."""
    match = study("boundary entente", start=True, board="real", supply=None)
    play(match, "end", "end")
    assert asked(match) == "close-up"
    refused(match, "move MRCN 3613", "5.2.3", "outside the area of MRCN")
    play(match, "move MRCN 3713")
    assert place(match, "MRCN") == "3713"
    for column in (36, 35, 34):
        match = study("boundary entente", start=True, board="real", supply=None)
        edge = f"{column}{17 if column % 2 else 16}"
        play(match, f"shift 5/9 {edge}")
        assert number(match, "MRCN") not in outside_units(game(match))


def test_m073_no_ninth_army_before_turn_7() -> None:
    """5.1.5, 7.1.2: the 5th Army, and the Moroccans with it, work as far as the east edge."""
    lines = "markers 6/BEF=17 BEF/5=28 \n turn 6 \n MRCN 3913 4 army=5"
    match = study("movement entente", lines, scenario="full-battle")
    assert area(game(match), "5") == (28, 99)
    assert outside_units(game(match)) == []


def test_5_2_3_a_unit_left_outside_that_can_get_in_must() -> None:
    """5.2.3: it moves anew, to a hex inside."""
    match = study("movement entente", f"{MARKERS} \n 4Div 1810")
    play(match, "end")
    assert asked(match) == "close-up"
    assert match.decision is not None
    assert match.decision.case == "5.2.3"
    play(match, "move 4Div 1910")
    assert not disrupted(match, "4Div")


def test_5_2_4_a_unit_that_cannot_get_in_is_disrupted_and_may_not_attack() -> None:
    """5.2.4, ruling C11: nor is the disruption removed in the same phase."""
    match = study("movement entente", f"{MARKERS} \n 4Div 1010 \n 3ID 1008")
    events = play(match, "move 4Div 1009", "end")
    assert disrupted(match, "4Div")
    assert [e.cites for e in of_kind(events, "disrupted")] == [("5.2.4",)]
    assert asked(match) == "combat"
    refused(match, "attack 1008 by 4Div", "5.2.4", "outside its army's area")


def test_5_2_4_the_ban_lasts_without_the_marker() -> None:
    """5.2.4, ruling C11: until it is within its area again, disrupted or not."""
    match = study("combat entente", f"{MARKERS} \n 4Div 1010 disrupted=0 \n 3ID 1009")
    assert not disrupted(match, "4Div")
    refused(match, "attack 1009 by 4Div", "5.2.4")
    assert [action.verb for action in match.legal_actions()] == ["end"]


def test_9_2_1_disruption_stays_while_the_unit_is_outside_its_area() -> None:
    """9.2.1, 5.2.4, ruling C11."""
    match = study("disruption entente", f"{MARKERS} \n 4Div 1010 3 disrupted \n 14DI 1012 4 disrupted")
    assert disrupted(match, "4Div")
    assert not disrupted(match, "14DI")


def test_ruling_c42_an_advance_does_not_leave_the_area() -> None:
    """5.1.5, 8.6.1: attacks reach into other areas, advances do not."""
    match = study("combat entente", f"{MARKERS} \n 14DI 1910 \n unit G1 like 3ID df=1 \n G1 2009 1", dice=[6])
    fight(match, "2009", "14DI")
    assert place(match, "G1") != "2009"
    assert place(match, "14DI") == "1910"
    assert asked(match) == "combat"
