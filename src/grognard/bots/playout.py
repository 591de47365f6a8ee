"""Playing plans through: the own turn and the enemy's reply in the real engine, with dice that plans share."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import fmean

import msgspec

from grognard.bots.protocol import Bot, Budget
from grognard.bots.sergeant import Sergeant
from grognard.bots.view import SideView, fork, view_of
from grognard.engine import Dice, Match
from grognard.evaluation import Posture

LONGEST = 900
"""No player-turns that are played through need more actions."""
THOUGHT = 16
"""An answer in a turn that is played through costs as much as this many evaluations."""


class Manner(msgspec.Struct, frozen=True):
    """A way to play a turn: a posture, whether every place is weighed carefully, and in how many sweeps."""

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

    def __init__(self, seed: str = "0", manner: Manner | None = None, settles: bool = False) -> None:
        super().__init__(seed)
        self.manner = manner
        self.settles = settles
        if manner is not None:
            self.careful = self.thorough = manner.careful
            self.sweeps = manner.sweeps

    def posture(self, view: SideView) -> Posture:
        return self.manner.posture if self.manner is not None else super().posture(view)


class CarefulQuick(Quick):
    """The same with a Colonel's care."""

    careful = thorough = True


class Rehearsal:
    """A side's turn to come, played through in several manners."""

    def __init__(
        self,
        view: SideView,
        replies: int,
        seed: str,
        budget: Budget,
        enemy: type[Quick] = Quick,
        settles: bool = False,
    ) -> None:
        self.view = view
        self.seed = seed
        self.budget = budget
        self.enemy = enemy
        """Who answers for the other side."""
        self.settles = settles
        self.replies = replies
        """How many turns of the other side are played; so near to its end the game is played out."""
        if view.evaluation.replies(view.position, view.side) <= replies:
            self.replies = LONGEST
        self.worths: dict[Manner, list[float]] = {}
        """What each manner has brought, sample by sample."""

    def weigh(self, manners: Sequence[Manner], evaluations: int) -> dict[Manner, float]:
        """The mean worth of the best manners, all played through with the same dice.

        The evaluations are shared out over rounds, and after each one the worse half of the manners is left out.
        """
        budget, worths = self.budget, self.worths
        last = budget.spent + evaluations
        began = {manner: self.moved(manner) for manner in manners}
        worths.update({manner: [] for manner in manners})
        left, number = list(manners), 0
        for rounds in range(max(1, (len(left) - 1).bit_length()), 0, -1):
            if number:
                if budget.spent >= last:
                    break
                left = sorted(left, key=lambda manner: -sum(worths[manner]))[: (len(left) + 1) // 2]
            until, price = budget.spent + (last - budget.spent) // rounds, 0
            while not price or budget.spent + price // 2 <= until:
                before = budget.spent
                for manner in left:
                    worths[manner].append(self.worth(began[manner], manner, number))
                number, price = number + 1, budget.spent - before
                if not price:
                    break  # the moves have ended the game: no sample can differ
        return {manner: fmean(worths[manner]) for manner in left}

    def moved(self, manner: Manner) -> Match:
        """The own phase of moves played to its end, where the next dice fall: the same for all samples."""
        view = self.view
        assert view.match is not None
        trial = fork(view.match)
        bot, phase = Quick(self.seed, manner, self.settles), view.position.state.phase
        for _ in range(LONGEST):
            decision = trial.decision
            if decision is None or decision.side != view.side:
                break
            if trial.position.state.phase != phase and trial.at_rest:
                break
            self.answer(trial, bot)
        return trial

    def worth(self, began: Match, manner: Manner, sample: int) -> float:
        """What a turn whose moves are made is worth with the dice of a sample: by points if the game ends."""
        view = self.view
        trial = fork(began, Dice(f"{self.seed} {view.number} {sample}", began.position.dice.count))
        bots: dict[str, Bot] = {side: self.enemy(self.seed, settles=self.settles) for side in view.evaluation.sides}
        bots[view.side] = Quick(self.seed, manner, self.settles)
        self.play_turns(trial, bots)
        judge = view.evaluation.points if trial.decision is None else view.evaluation.foresee
        return judge(trial.position, view.side)

    def play_turns(self, trial: Match, bots: dict[str, Bot]) -> None:
        """To the end of the own turn and through some turns of the enemy, or to the end of the game."""
        turns, phasing = 0, self.view.side
        for _ in range(LONGEST):
            decision = trial.decision
            if decision is None:
                return
            now = trial.position.state.phasing
            if now != phasing:
                turns += phasing != self.view.side
                phasing = now
                if turns >= self.replies:
                    return
            self.answer(trial, bots[decision.side])

    def answer(self, trial: Match, bot: Bot) -> None:
        assert trial.decision is not None
        side = trial.decision.side
        trial.play_listed(bot.decide(view_of(trial, side, "thought")).action, side)
        self.budget.spend(THOUGHT)
