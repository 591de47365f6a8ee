"""Playing plans through: the own turn and the enemy's reply in the real engine, with dice that plans share."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from grognard.bots.protocol import Bot, Budget
from grognard.bots.sergeant import Sergeant
from grognard.bots.view import SideView, fork, view_of
from grognard.engine import Dice, Match
from grognard.engine.hints import Posture

LONGEST = 900
"""No player-turns that are played through need more actions."""


class Manner(msgspec.Struct, frozen=True):
    """A way to play a turn: a posture, whether every place is weighed carefully, and how often anew."""

    posture: Posture
    careful: bool
    sweeps: int = 1

    @property
    def name(self) -> str:
        care = f", with care {self.sweeps}" if self.careful else ""
        return f"{self.posture.name}{care}"


class Quick(Sergeant):
    """A Sergeant who goes by rules of thumb, for thoughts that play many turns through."""

    name = "quick"
    exact = 0

    def __init__(self, seed: str = "0", manner: Manner | None = None) -> None:
        super().__init__(seed)
        self.manner = manner
        if manner is not None:
            self.careful, self.sweeps = manner.careful, manner.sweeps

    def posture(self, view: SideView) -> Posture:
        return self.manner.posture if self.manner is not None else super().posture(view)


def weigh(
    view: SideView, manners: Sequence[Manner], samples: int, replies: int, seed: str, budget: Budget
) -> dict[Manner, float]:
    """The mean worth of each manner, all played through with the same dice."""
    assert view.match is not None
    if view.hints.horizon == "moves":
        samples = 1  # hardly any die is thrown before the battles
    totals = dict.fromkeys(manners, 0.0)
    for sample in range(samples):
        for manner in manners:
            dice = Dice(f"{seed} {view.number} {sample}", view.position.dice.count)
            trial = fork(view.match, dice)
            bots: dict[str, Bot] = {s: Quick(seed, manner if s == view.side else None) for s in view.hints.sides}
            if view.hints.horizon == "moves":
                play_moves(trial, view.side, bots[view.side])
            else:
                play_turns(trial, view.side, bots, replies)
            totals[manner] += view.hints.foresee(trial.position, view.side) / samples
            budget.spend()
    return totals


def play_moves(match: Match, side: str, bot: Bot) -> None:
    """To the end of the own phase of moves."""
    phase = match.position.state.phase
    for _ in range(LONGEST):
        decision = match.decision
        if decision is None or decision.side != side or match.position.state.phase != phase:
            return
        match._play(bot.decide(view_of(match, side, "thought")).action, side)


def play_turns(match: Match, side: str, bots: dict[str, Bot], replies: int) -> None:
    """To the end of the own turn and through so many turns of the enemy, or to the end of the game."""
    turns, phasing = 0, side
    for _ in range(LONGEST):
        decision = match.decision
        if decision is None:
            return
        now = match.position.state.phasing
        if now != phasing:
            turns += phasing != side
            phasing = now
            if turns >= replies:
                return
        answer = bots[decision.side].decide(view_of(match, decision.side, "thought"))
        match._play(answer.action, decision.side)
