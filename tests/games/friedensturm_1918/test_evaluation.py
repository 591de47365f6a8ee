"""The drill of bots in Friedensturm 1918: where they attack, shoot, stand and give way."""

from __future__ import annotations

from itertools import pairwise

import pytest

from grognard.bots import make_bot
from grognard.bots.view import view_of
from grognard.engine import Match
from grognard.evaluation import Orders, evaluation_of
from grognard.games.friedensturm_1918.evaluation import FriedensturmEvaluation
from grognard.games.friedensturm_1918.evaluation.fights import Fights
from grognard.games.friedensturm_1918.evaluation.moves import Moves
from grognard.games.friedensturm_1918.evaluation.values import HIT
from grognard.games.friedensturm_1918.rules.movement import MoveOrders
from grognard.games.friedensturm_1918.setting import ALLIED, GERMAN
from grognard.rules.masks import cells_of
from tests.games.friedensturm_1918.position import cell, game, number, play, start, study, until


def drill(match: Match) -> FriedensturmEvaluation:
    evaluation = evaluation_of(match.game, match.setting)
    assert isinstance(evaluation, FriedensturmEvaluation)
    return evaluation


PUSH, HOLD, _ = drill(start("gneisenau")).postures("german")


def orders(match: Match, careful: bool = False) -> Orders:
    decision = match.decision
    assert decision is not None
    found = drill(match).orders(game(match), decision.side, decision, PUSH, careful)
    assert found is not None
    return found


def said(match: Match, careful: bool = False) -> list[str]:
    return [match.setting.language.write(action) for action in orders(match, careful).actions]


RIVER = "\n".join(
    f"side major-river {column:02d}.10-{other:02d}.11"
    for column in range(1, 21) for other in ((column - 1, column, column + 1) if column % 2 == 0 else (column,))
    if 1 <= other <= 20 and (column, other) != (10, 10)
) + "\nside major-river+bridge 10.10-10.11\nlink road 10.10-10.11"
"""All sides between rows 10 and 11 of the blank board, with one bridge."""
STRONG = "5RD 10.10 \n JD 11.11 \n 46RD 09.11 \n 58DI 10.11 1"


def test_good_odds_are_taken() -> None:
    match = study("combat german", STRONG)
    assert said(match) == ["attack 10.11"]
    play(match, "attack 10.11")
    assert "join JD" in said(match)
    assert said(match)[-1] == "end"


def test_no_attack_without_hope() -> None:
    assert said(study("combat german", "5RD 10.10 1 \n 18DI 10.11 \n 15DI 10.11 1")) == ["end"]


def test_more_strength_promises_more() -> None:
    match = study("combat german", STRONG.replace("58DI 10.11 1", "18DI 10.11"))
    fights = Fights(game(match), drill(match).values, GERMAN, PUSH, careful=False)
    one, three = (
        fights.prospect(cell(match, "10.11"), [number(match, uid) for uid in units.split()])
        for units in ("5RD", "5RD JD 46RD")
    )
    assert three.worth > one.worth
    assert three.won > one.won
    assert three.own < one.own


def test_guns_fire_and_the_best_unit_leads() -> None:
    lines = "5ID/8 10.10 \n 5RD 10.10 \n GCA-1 10.09 \n 18DI 10.11"
    match = study("combat german", lines)
    play(match, "attack 10.11", "all")
    assert said(match) == ["support GCA-1"]
    play(match, "support GCA-1")
    while match.decision is not None and match.decision.kind != "lead-attacker":
        match.play(next(iter(match.legal_actions())))
    assert said(match) == ["lead 5ID/8"]


def test_a_loss_goes_where_it_hurts_least() -> None:
    """Not the last step of a unit while another one has two."""
    match = study("combat german", "5ID/8 10.10 1 \n 5RD 10.10 2 \n 18DI 10.11 \n ACA-1 10.13", dice=[6, 4, 3, 3, 3])
    play(match, "attack 10.11", "all", "support ACA-1")
    assert match.decision is not None
    assert match.decision.kind == "hits"
    assert said(match) == ["lose 5RD"]


def test_guns_do_not_stand_alone_before_the_enemy() -> None:
    match = study("movement german", "GCA-1 10.06 \n 5RD 12.10 \n 18DI 10.10 \n 15DI 14.14")
    moves, gun = Moves(game(match), drill(match).values, GERMAN, PUSH, careful=False), number(match, "GCA-1")
    alone, behind, with_friends = (moves.gun_post(gun, cell(match, name)) for name in ("10.09", "10.07", "12.10"))
    assert alone < behind < with_friends


def test_an_open_victory_hex_is_taken() -> None:
    """10.09 is worth a point to the Germans of Scenario 1."""
    match = study("movement german", "5RD 10.07 \n 18DI 16.16")
    assert "move 5RD 10.09" in said(match)


def test_an_empty_victory_hex_near_the_enemy_is_manned_first() -> None:
    """Scenario 1: Montdidier (06.05) decides the game; a Colonel does not leave it for an attack."""
    match = study("movement german", "5RD 06.04 \n JD 07.03 \n 58DI 06.07 1 \n AOK-18 06.01", blank=False)
    assert any(text in ("move 5RD 06.05", "move JD 06.05") for text in said(match, careful=True))


@pytest.mark.parametrize(("men", "answer"), [("", "blow 10.10-10.11"), ("15DI 09.09", "end"), ("15DI 02.05", "end")])
def test_no_bridge_goes_down_behind_men_of_ours(men: str, answer: str) -> None:
    """11.2.5, 9.1: neither with men near it on the enemy's side, nor where it is their only line of command."""
    match = study("bridges allied", f"{RIVER}\n18DI 10.12 \n 5RD 10.08 \n HQ-III 10.16 \n {men}", command=None)
    assert said(match, careful=True) == [answer]


def test_a_headquarters_stays_on_the_bank_of_its_men() -> None:
    """9.1: beyond a river without a bridge command ends with the first hex."""
    match = study("movement allied", f"{RIVER}\n18DI 10.09 \n 15DI 12.09 \n HQ-III 10.09 \n 5RD 20.20", command=None)
    g, hq = game(match), number(match, "HQ-III")
    g.state.blown = [cell(match, "10.10"), cell(match, "10.11")]
    g.changed()
    moves = Moves(g, drill(match).values, ALLIED, HOLD, careful=True)
    near, beyond = cell(match, "10.02"), cell(match, "10.12")
    assert moves.post(hq, near) > moves.post(hq, beyond)


def test_a_second_headquarters_keeps_men_that_the_first_does_not_reach() -> None:
    lines = "18DI 03.06 \n 15DI 18.06 \n HQ-III 03.10 \n HQ-X 18.10 \n 5RD 10.01"
    match = study("movement allied", lines, command=None)
    moves = Moves(game(match), drill(match).values, ALLIED, HOLD, careful=True)
    post = {name: moves.post(number(match, "HQ-X"), cell(match, name)) for name in ("18.10", "05.10")}
    assert post["18.10"] > post["05.10"]


def test_the_way_out_of_reims_is_held() -> None:
    """Scenario 3: encircled, the town is as good as lost."""
    match = study("movement allied", start=True, scenario="friedensturm", turn=17, sequence=2)
    moves = Moves(game(match), drill(match).values, ALLIED, HOLD, careful=True)
    way, grid = moves.ways, match.setting.grid
    assert way
    assert all(here in grid.neighbours[before] for before, here in pairwise([cell(match, "46.19"), *way]))
    assert min(grid.row(c) for c in way) >= grid.row(cell(match, "46.19"))
    free = next(c for c in way if not moves.plan.at.get(c))
    sent = [action for action in orders(match, careful=True).actions if action.verb == "move"]
    assert any(action.number(1) == free for action in sent)


def test_whoever_bars_the_way_out_of_reims_is_attacked_first() -> None:
    around = "123ID 45.20 \n 22ID 47.20 \n 50RD 46.20 \n 86ID 45.19 \n 213ID 47.19 \n 19ED 46.18"
    lines = f"7DI 46.19 \n 10DI 46.22 \n HQ-V 46.28 \n {around} \n AOK-1 50.16"
    match = study("movement allied", lines, scenario="friedensturm", blank=False)
    moves = Moves(game(match), drill(match).values, ALLIED, HOLD, careful=True)
    assert moves.barred_by & game(match).fighting[GERMAN] == moves.barred_by
    bars, other = cells_of(moves.barred_by)[0], cell(match, "46.18")
    assert moves.target(bars).push > moves.target(other).push + 2


def test_nobody_stays_where_there_are_too_many() -> None:
    """4.0: what leaves a hex goes before what comes into it."""
    match = study("movement german", "5RD 10.07 \n JD 10.08 \n 5ID/8 10.08 \n 18DI 10.12 \n 15DI 11.12")
    for action in orders(match, careful=True).actions:
        match.play(action)
    g = game(match)
    assert all(g.stacked(g.stack[c]) <= 4 for c in {g.state.loc[u] for u in g.setting.combat_of[GERMAN]} if c >= 0)


def test_the_side_that_earns_no_points_holds() -> None:
    match = start("gneisenau")
    assert drill(match).posture(game(match), "german") == PUSH
    assert drill(match).posture(game(match), "allied") == HOLD


@pytest.mark.parametrize(("held", "points"), [(0, -15.0), (1, 0.0)])
def test_a_victory_outright_counts_more_than_points(held: int, points: float) -> None:
    """Scenario 1: Montdidier (06.05)."""
    match = start("gneisenau")
    g = game(match)
    g.state.held[cell(match, "06.05")] = held
    assert drill(match).points(g, "german") == points
    assert drill(match).points(g, "allied") == -points


@pytest.mark.parametrize("name", ["sergeant", "colonel"])
def test_a_whole_game(name: str) -> None:
    match = start("foch-attacks", 3)
    bots = {side: make_bot(name, f"{side} 3") for side in ("allied", "german")}
    while match.decision is not None:
        side = match.decision.side
        match.play(bots[side].decide(view_of(match, side, "3")).action)
        assert match.number < 2_000
    assert match.outcome is not None
    lost = [event.cites[0] for event in match.events() if event.kind == "eliminated"]
    assert lost
    assert "4.0" not in lost, "nobody is eliminated because a hex is too full"


def test_a_gun_lost_on_its_way_is_not_moved_on() -> None:
    """11.3.1: it may pass beside a tank, which has no zone, and is lost there; the drill goes on with the others."""
    match = study("movement german", "GCA-1 10.08 \n JD 05.05 \n SCH-1 10.11")
    play(match, "move GCA-1 10.10")
    assert game(match).state.loc[number(match, "GCA-1")] < 0
    assert number(match, "GCA-1") in game(match).state.moving
    assert said(match)


def test_defenders_who_would_be_wiped_out_go_back_by_a_way_out_of_enemy_zones() -> None:
    """12.2.6, 12.3: 09.12 lies next to a German regiment and would cost a step."""
    lines = "5RD 10.10 \n JD 10.10 \n 46RD 09.11 \n 5ID/8 08.12 \n 58DI 10.11 \n HQ-III 10.18"
    match = study("combat german", lines, dice=[3, 3, 6, 3])
    play(match, "attack 10.11", "all")
    until(match, "withdraw")
    assert make_bot("colonel", "1").decide(view_of(match, "allied", "1")).action.verb == "withdraw"
    play(match, "withdraw 1")
    assert match.check("retreat 09.12")
    assert said(match)[0] in ("retreat 10.12", "retreat 11.12")


def test_a_colonel_keeps_units_back_as_reserves() -> None:
    """11.2.8: only who has not moved can go through the gaps after the combats."""
    lines = "GAA-1 10.08 offensive=1 \n 5RD 10.08 \n 18DI 10.11 \n AOK-18 10.03"
    match = study("movement german", lines)
    moves = Moves(game(match), drill(match).values, GERMAN, PUSH, careful=True)
    assert moves.reserves([number(match, "5RD")]) == [number(match, "5RD")]
    assert moves.reserves([number(match, "18DI")]) == []


@pytest.mark.parametrize(("scenario", "has_roots"), [("friedensturm", True), ("blucher", False)])
def test_a_salient_is_cut_off_and_held_at_its_roots(scenario: str, has_roots: bool) -> None:
    """Scenario 3: eight encircled divisions decide it, so Soissons draws the Allies, and the Germans back."""
    match = start(scenario)
    values, soissons = drill(match).values, cell(match, "27.15")
    assert (values.goals != values.prizes) == has_roots
    if has_roots:
        allied, german = (values.owns(game(match), side, soissons) for side in (ALLIED, GERMAN))
        assert (allied, german) == (False, True)
        assert values.pull(game(match), ALLIED, held=False)[soissons] >= values.goals[soissons]
        assert values.pull(game(match), GERMAN, held=True)[soissons] >= values.goals[soissons]


def test_more_attackers_than_the_defenders_have_steps_for_gain_nothing_but_fewer_losses() -> None:
    """12.2.8: a division on its last step takes three hit points; whoever is not needed attacks elsewhere."""
    match = study("movement german", "5RD 10.08 \n JD 09.08 \n 58DI 10.11 1 \n AOK-18 10.03")
    moves, hex = Moves(game(match), drill(match).values, GERMAN, PUSH, careful=True), cell(match, "10.11")
    target = moves.target(hex)
    few, many = (moves.means(strength, target.defence, target.shift) for strength in (6.0, 18.0))
    assert few is not None
    assert many is not None
    assert many[1] > few[1] > target.room
    assert moves.battle(hex, 18.0) - moves.battle(hex, 6.0) == pytest.approx(HIT * (few[0] - many[0]))


def test_a_victory_hex_left_empty_beside_the_enemy_is_as_good_as_lost() -> None:
    """12.2.6: how far to retreat is judged before the attacker advances. Montdidier (06.05) decides Scenario 1."""
    match = study("combat german", "5RD 06.04 \n 58DI 06.05 \n AOK-18 06.01", blank=False)
    g, evaluation = game(match), drill(match)
    g.state.held[cell(match, "06.05")] = ALLIED
    before = evaluation.score(g, "allied")
    g.place(number(match, "58DI"), cell(match, "06.06"))
    assert evaluation.score(g, "allied") < before - 1


def test_the_only_garrison_of_a_victory_hex_stays() -> None:
    """Scenario 1: it does not leave Estrées (07.14) to the enemy for a town that is worth more."""
    match = study("movement allied", "123DI 07.14 \n 5RD 07.12 \n HQ-III 13.20", blank=False)
    g, unit = game(match), number(match, "123DI")
    decision = match.decision
    assert isinstance(decision, MoveOrders)
    moves = {careful: Moves(g, drill(match).values, ALLIED, HOLD, careful) for careful in (False, True)}
    assert cell(match, "07.14") in moves[True].posts
    assert moves[False].orders({unit: decision.cells(unit)})
    assert not moves[True].orders({unit: decision.cells(unit)})


def test_whoever_holds_his_ground_gathers_against_a_victory_hex_that_he_has_lost() -> None:
    """Scenario 1: the Germans hold Estrées (07.14); a single division can do nothing there."""
    towns = "69DI 13.14 \n 60DI 14.13 \n 53DI 13.13 \n 58DI 02.15 \n 123DI 07.18 \n 126DI 06.09"
    lines = f"5RD 07.14 \n {towns} \n 18DI 09.17 \n 15DI 05.17 \n 36DI 08.17 \n HQ-III 13.20"
    match = study("movement allied", lines, blank=False)
    g, town = game(match), cell(match, "07.14")
    g.state.held[town] = GERMAN
    decision = match.decision
    assert isinstance(decision, MoveOrders)
    moves = Moves(g, drill(match).values, ALLIED, HOLD, careful=True)
    found = moves.orders({u: decision.cells(u) for u in g.living(g.setting.combat_of[ALLIED])})
    assert sum(g.setting.around[town] >> action.number(1) & 1 for action in found) >= 2
