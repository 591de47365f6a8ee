"""The drill of bots in The Big Push: where they attack, shoot, stand and give way."""

from __future__ import annotations

import msgspec
import pytest

from grognard.bots import make_bot
from grognard.bots.view import view_of
from grognard.engine import Action, Match, Outcome, start
from grognard.evaluation import Orders, evaluation_of
from grognard.games.somme_1916.evaluation import SommeEvaluation
from grognard.games.somme_1916.evaluation.assault import prospect
from grognard.games.somme_1916.evaluation.corps import Corps
from grognard.games.somme_1916.evaluation.defence import HOLE, Defence, holes
from grognard.games.somme_1916.rules.movement.phase import MoveOrders
from grognard.games.somme_1916.terms import ALLIED, DISRUPTED, FRONT, GERMAN, GOOD_ORDER
from tests.games.somme_1916.position import cell, game, number, study

HQ = "HQ-X J14 facing=2 \n"
TWO_DIVISIONS = "46Div K13 facing=2 \n 56Div K16 facing=2 \n"
REGIMENT = "28R/110 N15 facing=6 mode=1 \n"


def drill(match: Match) -> SommeEvaluation:
    evaluation = evaluation_of(match.game, match.setting)
    assert isinstance(evaluation, SommeEvaluation)
    return evaluation


def orders(match: Match, careful: bool = True, posture: str = "", effort: int = 1) -> Orders:
    evaluation, decision = drill(match), match.decision
    assert decision is not None
    postures = evaluation.postures(decision.side)
    usual = next((p for p in postures if p.name == posture), postures[0])
    usual = msgspec.structs.replace(usual, effort=effort)
    return evaluation.orders(game(match), decision.side, decision, usual, careful) or Orders((), "")


def moves(match: Match, found: Orders) -> dict[str, str]:
    ids, units = match.setting.grid.ids, match.setting.units
    return {units[a.number()].id: ids[a.number(1)] for a in found.actions if a.verb == "move"}


def test_divisions_go_where_they_attack_together() -> None:
    match = study("movement allied", HQ + TWO_DIVISIONS + REGIMENT)
    assert not moves(match, orders(match))  # a Colonel marches first and works the Assaults out then
    found = moves(match, orders(match, effort=2))
    near = {match.setting.grid.ids[c] for c in match.setting.grid.neighbours[cell(match, "N15")]}
    assert found["46Div"] in near
    assert found["56Div"] in near


def test_headquarters_ride_within_four_squares_of_an_assault() -> None:
    match = study("movement allied", "HQ-X G15 facing=2 \n" + TWO_DIVISIONS + REGIMENT)
    found = moves(match, orders(match, effort=2))
    assert match.setting.grid.distance(cell(match, found["HQ-X"]), cell(match, "N15")) <= 4


def test_units_that_attack_from_their_places_are_kept_there() -> None:
    match = study("movement allied", HQ + "4Div M15 facing=2 \n 56Div K16 facing=2 \n" + REGIMENT)
    assert number(match, "4Div") in orders(match, effort=2).stay


def test_no_assault_without_hope() -> None:
    lines = HQ + "BB2.1 M15 facing=2 \n 2GR/77 N15 facing=6 mode=1 \n 2GR/91 N15 facing=6 mode=1"
    match = study("commitment allied", lines)
    assert [a.verb for a in orders(match).actions] == ["end"]


def test_good_odds_are_taken() -> None:
    match = study("commitment allied", HQ + "4Div M15 facing=2 \n 29Div M14 facing=2 \n Bn1 N15 facing=6")
    assert {a.verb for a in orders(match).actions} == {"commit"}


def test_guns_fire_where_an_assault_follows() -> None:
    lines = HQ + "4Div M15 facing=2 \n 28R/110 N15 facing=6 \n 28R/111 N21 facing=6 \n"
    lines += "BrGun3 J18 \n BrGun4 J19 \n BrGun5 J17 \n BrGun8 J20"
    match = study("bombardment allied", lines)
    first = orders(match, effort=2).actions[0]
    assert (first.verb, first.number()) == ("bombard", cell(match, "N15"))


def test_germans_strike_back_at_a_broken_brigade_on_the_last_turn() -> None:
    lines = "HQ-XIVR Q15 facing=6 \n BB3.1 M15 facing=2 status=2 \n"
    lines += "2GR/77 N15 facing=6 mode=1 \n 2GR/91 N14 facing=6 mode=1 \n"
    match = study("movement german", lines + "turn 4")
    assert [a for a in orders(match).actions if a.verb == "mode" and a.word(1) == "mobile"]


def test_germans_stay_in_their_trenches_before_a_strong_division() -> None:
    lines = "HQ-XIVR Q15 facing=6 \n 4Div M15 facing=2 \n 29Div M16 facing=2 \n"
    lines += "2GR/77 N15 facing=6 mode=1 \n Bn1 N14 facing=6 mode=1"
    match = study("movement german", lines)
    assert not [a for a in orders(match).actions if a.verb == "mode" and a.word(1) == "mobile"]


def test_who_must_retreat_goes_where_no_enemy_waits() -> None:
    lines = "4Div M15 facing=2 \n 29Div O13 facing=2 \n 28R/110 N15 facing=6"
    match = study("movement german", lines)
    evaluation, unit = drill(match), number(match, "28R/110")
    likings = {
        where: evaluation.prefer(game(match), "german", Action("retreat", (unit, cell(match, where))))
        for where in ("O14", "O16")
    }
    assert (likings["O16"] or 0.0) > (likings["O14"] or 0.0)


def test_the_french_are_not_sent_into_british_rows() -> None:
    match = study("movement allied", "HQ-XX J22 facing=2 \n 39DI K21 facing=2 \n 28R/110 L18 facing=6")
    found = moves(match, orders(match))
    assert "39DI" not in found or int(found["39DI"][1:]) > 20


def test_one_of_two_headquarters_becomes_the_depot() -> None:
    lines = "HQ-X J14 facing=2 \n HQ-III J17 facing=2 \n" + TWO_DIVISIONS + REGIMENT + "28R/111 N13 facing=6"
    match = study("movement allied", lines)
    evaluation = drill(match)
    assert len(Corps(game(match), evaluation.values, evaluation.places, "british").choose_modes()) == 1


def test_fire_goes_first_at_the_attack_that_it_hurts_most() -> None:
    lines = HQ + "4Div M15 facing=2 \n BB3.1 M18 facing=2 \n"
    lines += "2GR/77 N15 facing=6 mode=1 \n 2GR/91 N15 facing=6 mode=1 \n Bn1 N18 facing=6 mode=1"
    match = study("commitment allied", lines)
    for unit, target in (("4Div", "N15"), ("BB3.1", "N18")):
        match.play(Action("commit", (number(match, unit), cell(match, target))), by="allied")
    match.play(Action("end"), by="allied")
    while match.decision is not None and match.decision.kind != "defensive-fire":
        match.play(list(match.decision.all_actions())[-1], by=match.decision.side)
    assert orders(match).actions[0] == Action("shoot", (cell(match, "N15"),))


def test_points_are_losses_and_objectives_and_not_the_victory_itself() -> None:
    match = study("movement allied", HQ + TWO_DIVISIONS + REGIMENT)
    evaluation, g = drill(match), game(match)
    before = evaluation.points(g, "allied")
    g.outcome = Outcome(winner="german", level="german victory", case="14.1.4", points=())
    assert evaluation.points(g, "allied") == before


def test_a_general_knows_that_disruption_may_stand_for_a_last_step() -> None:
    losses: dict[tuple[str, int], list[float]] = {}
    for unit in ("Bn1", "2GR/77"):
        for status in (GOOD_ORDER, DISRUPTED):
            match = study("movement allied", f"4Div M15 facing=2 \n {unit} N15 facing=6 status={status}")
            evaluation, square = drill(match), cell(match, "N15")
            losses[unit, status] = [
                prospect(game(match), values, evaluation.tables, [number(match, "4Div")], square, pips=0).loss
                for values in (evaluation.values, evaluation.thorough[ALLIED])
            ]
    for usual, thorough in losses.values():
        assert thorough <= usual
    fresh, shaken = losses["Bn1", GOOD_ORDER], losses["Bn1", DISRUPTED]
    assert fresh[1] < fresh[0]
    assert shaken[1] > fresh[1]
    assert losses["2GR/77", GOOD_ORDER][1] > fresh[1]


def defence(match: Match) -> Defence:
    evaluation, decision = drill(match), match.decision
    assert isinstance(decision, MoveOrders)
    return Defence(game(match), evaluation.values, evaluation.tables, decision, {})


def test_a_trench_lessens_the_danger_and_who_can_dig_in_is_thought_to() -> None:
    dug_in, mobile = (
        study("movement german", f"4Div M15 facing=2 \n 2GR/77 N15 facing=6 mode={mode}") for mode in (1, 0)
    )
    square, unit = cell(dug_in, "N15"), number(dug_in, "2GR/77")
    in_trench, in_open = defence(dug_in), defence(mobile)
    assert in_open.danger(square) == in_trench.danger(square)
    in_open.put(unit, square, FRONT)
    assert in_open.danger(square).one > in_trench.danger(square).one > 0


def test_no_attacker_is_reckoned_with_twice() -> None:
    match = study("movement german", "4Div M15 facing=2 \n Bn1 N14 facing=6 mode=1 \n Bn2 N16 facing=6 mode=1")
    both = defence(match)
    dangers = [both.danger(cell(match, square)).one for square in ("N14", "N16")]
    assert min(dangers) > 0
    open_line = len(holes(game(match), GERMAN))
    assert both.total() == pytest.approx(max(dangers) + HOLE * open_line)


def test_defenders_are_placed_by_legal_moves_that_leave_the_enemy_less() -> None:
    match = start("somme-1916", "over-the-top", "7")
    bots = {side: make_bot("sergeant", "7") for side in ("allied", "german")}
    while not (isinstance(match.decision, MoveOrders) and match.decision.side == "german"):
        assert match.decision is not None
        side = match.decision.side
        match.play(bots[side].decide(view_of(match, side)).action, by=side)
    before = defence(match)
    actions, _ = defence(match).make()
    assert actions
    for action in actions:
        if action.verb == "move" or match.check(action, "german"):  # the way is longer through friends: no time to dig
            match.play(action, by="german")
    assert isinstance(match.decision, MoveOrders)
    assert defence(match).total() < before.total()
