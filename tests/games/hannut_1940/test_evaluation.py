"""The drill of bots in Hannut 1940: where they march, stand, fire, attack and give way."""

from __future__ import annotations

import pytest

from grognard.bots import make_bot
from grognard.bots.view import view_of
from grognard.engine import Decision, Match, start
from grognard.evaluation import Orders, evaluation_of
from grognard.games.hannut_1940.evaluation import HannutEvaluation
from grognard.games.hannut_1940.evaluation.answers import Answers
from grognard.games.hannut_1940.evaluation.combat import Combat
from grognard.games.hannut_1940.evaluation.ground import GEMBLOUX, WIDTH
from grognard.games.hannut_1940.evaluation.moves import Moves
from grognard.games.hannut_1940.rules.assault import TacticalOrders
from grognard.games.hannut_1940.rules.movement import MovementOrders
from grognard.games.hannut_1940.rules.victory import has_line
from grognard.games.hannut_1940.setting import FRENCH, GERMAN
from tests.games.hannut_1940.position import game, play, refused, study

HQS = "4Pz-HQ 6003 \n 3DLM-HQ 4808 \n bp 4-pz=5 3-dlm=6 \n level 4-pz=9 3-dlm=12 \n"


def drill(match: Match) -> HannutEvaluation:
    evaluation = evaluation_of(match.game, match.setting)
    assert isinstance(evaluation, HannutEvaluation)
    return evaluation


def orders(match: Match, careful: bool = False) -> Orders:
    evaluation, decision = drill(match), match.decision
    assert decision is not None
    found = evaluation.orders(game(match), decision.side, decision, evaluation.postures(decision.side)[0], careful)
    assert found is not None
    return found


def said(match: Match, careful: bool = False) -> list[str]:
    return [match.setting.language.write(action) for action in orders(match, careful).actions]


def play_to(match: Match, turn: int, name: str = "sergeant", stop: type[Decision] | None = None) -> None:
    """Both sides by one bot; whatever it answers must be legal."""
    bots = {side: make_bot(name, f"test {side}") for side in match.game.sides}
    while match.outcome is None and match.position.state.turn < turn:
        decision = next(iter(match.decisions.values()))
        if stop is not None and match.position.state.turn == turn - 1 and isinstance(decision, stop):
            return
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
    play_to(match, 3, stop=TacticalOrders)
    stacks = [units for units in game(match).stack if len(units) > 4]
    assert stacks == []


def moves_of(match: Match, side: int) -> Moves:
    evaluation = drill(match)
    return Moves(game(match), evaluation.lay, side, evaluation.postures(game(match).side_name(side))[0], True)


def gone_to(match: Match, side: int, unit: str) -> int:
    """Where the drill sends a unit, or where it stands."""
    decision, number = match.decision, match.setting.unit_number(unit)
    assert isinstance(decision, MovementOrders)
    for action in moves_of(match, side).march(decision)[0]:
        if action.verb == "move" and action.number() == number:
            return action.number(1)
    return game(match).state.loc[number]


def test_the_infantry_digs_in_before_gembloux_while_the_cavalry_screens() -> None:
    """19.6: only the divisions that will leave go out to meet the enemy."""
    match = study("movement french", HQS + "I/4RI 4208 \n I/1Cuir 4407 \n I/35Pz 5005", turn=7, board="real")
    lay = drill(match).lay
    assert lay.depth[gone_to(match, FRENCH, "I/4RI")] < GEMBLOUX + WIDTH
    screen, line = (moves_of(match, FRENCH).posts[cavalry] for cavalry in (True, False))
    assert min(lay.depth[c] for c in screen) > GEMBLOUX + WIDTH > max(lay.depth[c] for c in line)


def test_nobody_leaves_gembloux_to_attack_beyond_the_line() -> None:
    """19.10: but whoever is in the line is thrown out of it."""
    beyond = HQS + "1Mar-HQ 3611 \n III/2RTM 3911 \n II/2RTM 3911 \n Auf7-Kr 4011"
    assert said(study("tactical french", beyond, turn=10, board="real"), careful=True) == ["end"]
    inside = HQS + "1Mar-HQ 3611 \n III/2RTM 3911 \n II/2RTM 3911 \n Auf7-Kr 4012"
    assert len(said(study("tactical french", inside, turn=10, board="real"), careful=True)) > 1


def test_somebody_of_little_use_elsewhere_holds_hannut() -> None:
    """19.10: a victory hex in the rear counts as much as one in front."""
    match = study("movement german", HQS + "PzJg49 5604 \n I/11RDP 4208", turn=6, board="real")
    assert gone_to(match, GERMAN, "PzJg49") == match.setting.grid.cell("5604")


def test_in_the_last_night_victory_hexes_are_worth_the_fatigue() -> None:
    """14.0, 19.10."""
    lines = HQS.replace("6003", "4607") + "I/35Pz 4408 \n I/1RI 3808"
    assert moves_of(study("movement german", lines, turn=12, board="real"), GERMAN).rests()
    last = study("movement german", lines, turn=15, board="real")
    assert not moves_of(last, GERMAN).rests()
    assert gone_to(last, GERMAN, "I/35Pz") in game(last).setting.values


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


def test_divisions_do_not_mix_in_one_hex() -> None:
    """13.7.1e: they would defend a column worse; the Sergeant doesn't think of it."""
    match = study("movement french", HQS + "I/4RI 4012 \n I/1RTM 3812 \n I/35Pz 4408", turn=10, board="real")
    evaluation, unit = drill(match), match.setting.unit_number("I/1RTM")
    cell = match.setting.grid.cell("4012")
    posture = evaluation.postures("french")[0]
    careful, simple = [Moves(game(match), evaluation.lay, FRENCH, posture, careful) for careful in (True, False)]
    assert careful.mixes(unit, cell) > 0
    assert simple.mixes(unit, cell) == 0
    assert careful.mixes(match.setting.unit_number("II/4RI"), cell) == 0
    assert careful.mixes(unit, match.setting.grid.cell("3813")) == 0


def test_combat_reserves_stand_behind_a_line_in_contact() -> None:
    """13.7.1c, 13.8.3: a garrison that may be attacked gets no marker, since it would defend a column worse."""
    lines = HQS + "I/4RI 4011 \n II/4RI 3911 \n III/4RI 3910 \n I/27RI 4012 \n 15Mot-HQ 3612 \n I/35Pz 4110"
    match = study("markers french", lines, turn=10, board="real")
    combat = Combat(game(match), drill(match).lay, FRENCH, drill(match).postures("french")[0], True)
    assert [match.setting.language.write(action) for action in combat.reserve()] == ["mark III/4RI cr"]
    more = "I/134RI 3910 \n II/134RI 3910"
    match = study("markers french", f"{lines} \n {more}", turn=10, board="real")
    combat = Combat(game(match), drill(match).lay, FRENCH, drill(match).postures("french")[0], True)
    assert combat.reserve() == [], "an overstack has to part (7.0)"


def test_corps_units_join_the_division_in_their_hex() -> None:
    """9.3.1, 13.7.1e: even if more of another one stands near by."""
    lines = "15Mot-HQ 4014 \n 1Mar-HQ 3513 \n 13BCC 4012 \n I/4RI 4012"
    others = "I/1RTM 4013 \n II/1RTM 3912 \n III/1RTM 3911 \n I/2RTM 4011 \n II/2RTM 3912"
    match = study("movement french", f"{lines} \n {others}", turn=10, board="real")
    evaluation, unit = drill(match), match.setting.unit_number("13BCC")
    answers = Answers(game(match), evaluation.lay, FRENCH, evaluation.postures("french")[0], True)
    assert answers.attach(unit, "15-mot") > answers.attach(unit, "1-moroccan")
