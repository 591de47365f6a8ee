"""General: plays several postures of a Colonel through the real engine against a reply before choosing one.

Every posture is played to the end of the own turn and through the enemy's next one, all of them with the
same dice (which are the bot's own, not the match's). The one that leaves the side best is kept for the turn.
"""

from __future__ import annotations

from grognard.bots.colonel import Colonel
from grognard.bots.protocol import Bot
from grognard.bots.sergeant import Sergeant
from grognard.bots.view import SideView, fork, view_of
from grognard.engine import Dice, Match
from grognard.engine.hints import Posture

LONGEST = 600
"""No two player-turns need more actions."""


class General(Colonel):
    name = "general"
    text = "postures of a Colonel played through against a reply, with shared dice"
    samples = 2
    """How many times each posture is played through, with other dice each time."""

    def __init__(self, seed: str = "0", budget: int | None = None, posture: str | None = None) -> None:
        super().__init__(seed, budget, posture)
        self.chosen: Posture | None = None
        self.turn: tuple[object, ...] = ()
        self.weighed: list[str] = []

    def begin_phase(self, view: SideView) -> None:
        """At the first decision of an own turn that moves units, the portfolio is weighed."""
        state = view.position.state
        turn = (state.turn, state.phasing)
        roles = {view.hints.role(verb) for verb in view.decision.verbs()}
        if turn == self.turn or "move" not in roles or state.phasing != view.side or view.match is None:
            return
        self.turn = turn
        self.chosen = self.weigh(view)

    def posture(self, view: SideView) -> Posture:
        if self.fixed_posture is None and self.chosen is not None and view.position.state.phasing == view.side:
            return self.chosen
        return super().posture(view)

    def weigh(self, view: SideView) -> Posture:
        """The posture with the best mean over the samples; the usual one wins a tie."""
        assert view.match is not None
        usual = super().posture(view)
        postures = [usual, *(p for p in view.hints.postures(view.side) if p != usual)]
        totals = dict.fromkeys((p.name for p in postures), 0.0)
        for sample in range(self.samples):
            for posture in postures:
                dice = Dice(f"{self.seed} {view.number} {sample}", view.position.dice.count)
                totals[posture.name] += self.play_through(view, posture, dice) / self.samples
                self.budget.spend()
        best = max(postures, key=lambda p: (totals[p.name], p is usual))
        self.weighed = [f"{name} {value:+.2f}" for name, value in totals.items()]
        return best

    def play_through(self, view: SideView, posture: Posture, dice: Dice) -> float:
        assert view.match is not None
        trial = fork(view.match, dice)
        mine = Colonel(self.seed, posture=posture.name)
        theirs = Sergeant(self.seed)
        bots: dict[str, Bot] = {side: mine if side == view.side else theirs for side in view.hints.sides}
        play_two_turns(trial, view.side, bots)
        return view.hints.foresee(trial.position, view.side)


def play_two_turns(match: Match, side: str, bots: dict[str, Bot]) -> None:
    """To the end of the own turn and through the enemy's, or to the end of the game."""
    replied = False
    for _ in range(LONGEST):
        decision = match.decision
        if decision is None:
            return
        phasing = match.position.state.phasing
        if phasing != side:
            replied = True
        elif replied:
            return
        answer = bots[decision.side].decide(inner_view(match, decision.side))
        match._play(answer.action, decision.side)


def inner_view(match: Match, side: str) -> SideView:
    """A view inside a General's own thoughts: nothing there is hidden from him any more than it was."""
    return view_of(match, side, "thought")
