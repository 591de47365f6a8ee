"""The drill of bots in Hannut 1940: where they march, stand, fire, attack and give way."""

from __future__ import annotations

import pytest

from grognard.bots import make_bot
from grognard.bots.view import view_of
from grognard.engine import Match, start
from grognard.evaluation import Orders, evaluation_of
from grognard.games.hannut_1940.evaluation import HannutEvaluation
from grognard.games.hannut_1940.evaluation.moves import Moves
from grognard.games.hannut_1940.rules.movement import MovementOrders
from grognard.games.hannut_1940.rules.victory import has_line
from grognard.games.hannut_1940.setting import GERMAN
from tests.games.hannut_1940.position import game, play, refused, study

HQS = "4Pz-HQ 6003 \n 3DLM-HQ 4808 \n bp 4-pz=5 3-dlm=6 \n level 4-pz=9 3-dlm=12 \n"


def drill(match: Match) -> HannutEvaluation:
    evaluation = evaluation_of(match.game, match.setting)
    assert isinstance(evaluation, HannutEvaluation)
    return evaluation


def orders(match: Match, careful: bool = False) -> Orders:
    evaluation, decision = drill(match), match.decision
    assert decision is not None
    return evaluation.orders(game(match), decision.side, decision, evaluation.postures(decision.side)[0], careful)


def said(match: Match, careful: bool = False) -> list[str]:
    return [match.setting.language.write(action) for action in orders(match, careful).actions]


def play_to(match: Match, turn: int, name: str = "sergeant") -> None:
    """Both sides by one bot; whatever it answers must be legal."""
    bots = {side: make_bot(name, f"test {side}") for side in match.game.sides}
    while match.outcome is None and match.position.state.turn < turn:
        side = next(iter(match.decisions))
        match.play(bots[side].decide(view_of(match, side, bots[side].seed)).action, side)


def test_good_odds_are_taken() -> None:
    lines = HQS + "I/12Sch 5504 \n II/12Sch 5504 \n Eng1-3DLM 5505"
    assert said(study("tactical german", lines)) == ["assign I/12Sch", "assign II/12Sch", "end"]


def test_no_assault_without_hope() -> None:
    lines = HQS + "Auf7-Kr 5504 steps=1 \n I/11RDP 5505 \n I/1Cuir 5505"
    assert said(study("tactical german", lines)) == ["end"]


def test_markers_that_are_too_many_come_off() -> None:
    """Without its HQ a division has no exploitation markers (9.1.2): a drill that keeps them never ends the step."""
    match = study("markers german", "4Pz-HQ eliminated \n I/35Pz 5504 mark=EXP \n I/11RDP 5008")
    refused(match, "end", "9.1.2")
    assert said(match, careful=True) == ["unmark I/35Pz"]
    play(match, "unmark I/35Pz")
    assert said(match, careful=True) == ["end"]


def test_guns_fire_at_what_is_assaulted() -> None:
    lines = HQS.replace("6003", "5502") + "I/12Sch 5504 mark=TA \n I/11RDP 5505 \n II/11RDP 5404 \n III/11RDP 5603"
    fired = said(study("artillery-active german", lines))
    assert fired[0].startswith("fire I/12Sch at ")


def test_the_germans_drive_west() -> None:
    match = study("movement german", HQS + "I/35Pz 5808 \n II/11RDP 4001", board="real")
    evaluation, decision = drill(match), match.decision
    assert isinstance(decision, MovementOrders)
    moves = Moves(game(match), evaluation.lay, GERMAN, evaluation.postures("german")[0], False)
    found = [match.setting.language.write(action) for action in moves.march(decision)[0]]
    move = next(text for text in found if text.startswith("move I/35Pz"))
    assert int(move.split()[2][:2]) < 54


def test_nobody_marches_into_a_halt_on_the_way_to_elsewhere() -> None:
    """6.6: a column that is stopped before its goal piles up where it stops."""
    match = start("hannut-1940", seed=11)
    play_to(match, 3)
    stacks = [units for units in game(match).stack if len(units) > 4]
    assert stacks == []


def test_the_french_set_up_a_continuous_line_and_rest_at_night() -> None:
    """19.9, 14.0."""
    match = start("hannut-1940", seed=12)
    while next(iter(match.decisions.values())).kind in ("chit-aside", "deploy"):
        side = next(iter(match.decisions))
        match.play(orders(match).actions[0], side)
    assert has_line(game(match))
    night = study("movement french", HQS + "I/11RDP 5005 \n I/35Pz 5604", turn=3)
    assert said(night) == ["end"]


@pytest.mark.parametrize(("name", "turn"), [("sergeant", 99), ("colonel", 5)])
def test_whatever_bots_answer_is_legal(name: str, turn: int) -> None:
    match = start("hannut-1940", seed=13)
    play_to(match, turn, name)
    assert match.outcome is not None or turn < 15
    evaluation = drill(match)
    assert evaluation.points(game(match), "german") == -evaluation.points(game(match), "french")


def test_a_sudden_death_counts_as_a_decisive_victory() -> None:
    """19.10."""
    match = study("combat-end french", "4Pz-HQ 3511 \n I/35Pz 3313", turn=5, board="real")
    play_to(match, 6)
    if match.outcome is not None:
        assert drill(match).points(game(match), "german") >= 20
