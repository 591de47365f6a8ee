"""Where Reorganization, exits, operations and the last turn meet (modules 12 to 15)."""

from __future__ import annotations

import pytest

from grognard.engine import Match
from grognard.games.somme_1916.rules.victory.conditions import victories
from grognard.games.somme_1916.terms import WEST
from tests.games.somme_1916.position import (
    allowed,
    asked,
    cell,
    force,
    game,
    listed,
    only,
    place,
    play,
    points,
    refused,
    status,
    study,
)


def finish(match: Match) -> None:
    """End every phase to the end of the game; where a choice must be made, the first."""
    while match.decision is not None:
        play(match, "end" if match.check("end") else listed(match)[0])


def test_who_rallies_first_helps_the_next() -> None:
    """12.2: two Disrupted brigades in an enemy zone; once the first stands, the second has no +1."""
    match = study("allied-rally", "BB4.1 L15 status=2 \n BB4.2 L15 status=2 \n 28R/110 M15", dice=[2, 3])
    first = only(play(match, "rally BB4.1"), "rally").data
    assert (first["modifier"], status(match, "BB4.1")) == (1, "good order")
    second = only(play(match, "rally BB4.2"), "rally").data
    assert (second["modifier"], second["rallied"]) == (0, True)


def test_the_germans_rally_under_the_zone_of_allies_who_have_just_rallied() -> None:
    """12.2, 4.1 (X01): in the joint step the Allies go first, and their zone is back when the German throws."""
    match = study("allied-rally", "BB4.1 L15 status=2 \n 28R/110 M15 status=2", dice=[1])
    play(match, "rally BB4.1")
    assert asked(match) == "rally"
    force(match, 3)
    assert only(play(match, "rally 28R/110"), "rally").data["modifier"] == 1


def test_a_disrupted_hq_helps_others_and_not_itself() -> None:
    """12.2.1 (X58): -1 for the brigade, none for the HQ."""
    match = study("allied-rally", "BB4.1 L15 status=2 \n HQ-VII K15 status=2 \n 28R/110 V34", dice=[6, 4])
    assert only(play(match, "rally HQ-VII"), "rally").data["modifier"] == 0
    assert only(play(match, "rally BB4.1"), "rally").data["rallied"]


def test_a_raid_on_the_last_turn_comes_to_nothing() -> None:
    """15.7.1: the raider cannot come back, so it is eliminated, and its points with those of all other raids go."""
    match = study("movement german", "turn 21 \n 28R/110 A20 \n 46Div C20", scenario="campaign")
    play(match, "exit 28R/110 west")
    assert points(match, "german", "exits") == 5
    finish(match)
    assert (points(match, "german", "exits"), place(match, "28R/110")) == (0, "pool")
    assert points(match, "allied", "losses") == 2


@pytest.mark.parametrize(("enemy", "met"), [("", True), ("28R/110 V17", False)])
def test_one_contested_exit_square_spoils_them_all(enemy: str, met: bool) -> None:
    """14.3.7, 7.5: ten left by two squares; at the end all must lie in Allied zones alone."""
    match = study("movement allied", f"turn 15 \n BB4.1 U15 \n BB4.2 U19 \n {enemy}", scenario="devil-machines")
    g = game(match)
    brigades = [u for u in g.setting.units_of_nation["british"] if g.setting.brigades[u] and g.state.loc[u] < 0][:10]
    g.state.exits = [(u, cell(match, "V15" if i else "V18")) for i, u in enumerate(brigades)]
    assert len(brigades) == 10
    assert victories(g)["allied-2"] is met


def test_one_division_makes_three_units_that_exit() -> None:
    """7.4.3, 7.3, 14.2.4: units of any size count; the first brigade that leaves makes room for the others."""
    lines = "turn 11 \n 46Div V20 \n BB3.1 pool \n BB2.1 pool \n BB2.2 pool \n 28R/110 A34"
    match = study("movement allied", lines, scenario="a-punishing-land")
    play(match, "separate 46Div into BB3.1,BB2.1,BB2.2")
    play(match, "exit BB3.1 east", "exit BB2.1 east", "exit BB2.2 east")
    assert len(game(match).state.exits) == 3


def test_the_new_gun_at_b20_makes_way_for_the_supply_hq() -> None:
    """15.5.2, 7.3, 7.3.3 (X12): XV Corps began there in Supply Mode; the first movement must clear the square."""
    match = study("movement allied", "BrGun9 B20 \n HQ-XV B20 mode=1 \n 28R/110 V20", scenario="campaign")
    refused(match, "end", "7.3", "B20 is over-stacked")
    play(match, "mode HQ-XV command")
    assert allowed(match, "end")


def test_reserves_come_without_a_level_and_still_cost_points() -> None:
    """15.5.3, 12.1.2, 13.3: battalions take no steps, so they come back even where the chart gives none."""
    match = study("german-replacements", "operations commit-reserves \n Bn1 pool \n 28R/110 V20 \n BB4.1 A1",
                  scenario="campaign")
    play(match, "replace Bn1 V20 full")
    assert (place(match, "Bn1"), points(match, "allied", "replacements")) == ("V20", 1)


def test_both_sides_meet_their_conditions() -> None:
    """14.3.7: four squares of the Allied trench and an Allied line from Bapaume: a draw."""
    lines = "turn 15 \n 46Div P7 \n 28R/110 B5 \n 28R/111 A1"
    g = game(study("movement german", lines, board="own", scenario="devil-machines"))
    trench = [c for c in range(len(g.stack)) if g.setting.trench["allied"] >> c & 1][-4:]
    free = [u for u in g.setting.units_of[1] if g.setting.regiments[u] and g.state.loc[u] < 0][:4]
    for unit, square in zip(free, trench, strict=True):
        g.state.facing[unit] = WEST
        g.place(unit, square)
    found = victories(g)
    assert (found["german-2"], found["allied-3"]) == (True, True)
