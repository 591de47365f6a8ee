"""Turns played through: shared moves and dice, the worse half dropped, the budget kept, and the end by points."""

from __future__ import annotations

import pytest

import grognard
from grognard.bots import Budget, SideView, Stopped, make_bot, view_of
from grognard.bots.marching import March, listed_moves
from grognard.bots.playout import LONGEST, THOUGHT, Manner, Rehearsal
from grognard.engine import Match

GAME = "marne-1914"


def at_movement(turn: int, side: str, seed: int = 7) -> Match:
    """Where a side begins to move in a game of Sergeants."""
    match = grognard.start(GAME, "counter-attack", seed)
    bots = {name: make_bot("sergeant", name) for name in ("cp", "entente")}
    state = match.position.state
    while (state.turn, state.phasing, state.phase) != (turn, side, "movement"):
        assert match.decision is not None
        asked = match.decision.side
        match.play(bots[asked].decide(view_of(match, asked)).action, by=asked)
        state = match.position.state
    return match


@pytest.fixture(scope="module")
def view() -> SideView:
    return view_of(at_movement(9, "entente"), "entente")


@pytest.fixture(scope="module")
def manners(view: SideView) -> list[Manner]:
    return [Manner(posture, False) for posture in view.evaluation.postures("entente")[:4]]


def test_the_moves_of_a_manner_are_always_the_same(view: SideView, manners: list[Manner]) -> None:
    rehearsal = Rehearsal(view, 1, "x", Budget(1000))
    moved = [rehearsal.moved(manners[0]).position.state.loc for _ in range(2)]
    assert moved[0] == moved[1] != view.position.state.loc


def test_the_worse_half_is_left_out(view: SideView, manners: list[Manner], monkeypatch: pytest.MonkeyPatch) -> None:
    rehearsal = Rehearsal(view, 1, "x", Budget(1000))
    played: list[tuple[str, int]] = []

    def worth(began: Match, manner: Manner, sample: int) -> float:
        played.append((manner.name, sample))
        rehearsal.budget.spend(100)
        return float(manners.index(manner))

    monkeypatch.setattr(rehearsal, "moved", lambda manner: None)
    monkeypatch.setattr(rehearsal, "worth", worth)
    found = rehearsal.weigh(manners, 1000)
    assert found == {manners[2]: 2.0, manners[3]: 3.0}
    samples = [sum(name == manner.name for name, _ in played) for manner in manners]
    assert samples[0] == samples[1] < samples[2] == samples[3]
    assert rehearsal.budget.spent <= 1100
    assert {sample for _, sample in played} == set(range(samples[3]))  # the same dice for all


def test_a_small_budget_plays_everything_once(view: SideView, manners: list[Manner]) -> None:
    budget = Budget(1)
    found = Rehearsal(view, 1, "x", budget).weigh(manners, 1)
    assert set(found) == set(manners)
    assert budget.spent < THOUGHT * LONGEST


def test_thinking_can_be_stopped(view: SideView, manners: list[Manner]) -> None:
    budget = Budget(1000)
    budget.stop = True
    with pytest.raises(Stopped):
        Rehearsal(view, 1, "x", budget).weigh(manners, 1000)


def test_the_end_of_the_game_is_counted_by_its_points() -> None:
    view = view_of(at_movement(14, "cp"), "cp")
    rehearsal = Rehearsal(view, 1, "x", Budget(1000))
    assert rehearsal.replies == LONGEST
    manner = Manner(view.evaluation.posture(view.position, "cp"), True)
    worth = rehearsal.worth(rehearsal.moved(manner), manner, 0)
    assert worth == int(worth)


def test_the_last_places_are_those_that_count() -> None:
    """13.0.2: towns and supply; with them in mind the last march brings more than without."""
    view = view_of(at_movement(14, "cp", seed=11), "cp")
    evaluation, posture = view.evaluation, view.evaluation.posture(view.position, "cp")
    moves = listed_moves(view.decision, evaluation, view.decision.subjects())
    counted = []
    for settles in (False, True):
        plan = March(view.position, "cp", evaluation, posture, moves, Budget(5000), careful=True, settles=settles)
        plan.plan()
        found = evaluation.closing(plan.scratch, "cp")
        assert found is not None
        counted.append(found)
    assert counted[1] > counted[0]
    assert "stands where it scores at the end" in plan.why.values()
