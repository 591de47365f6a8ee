"""Colonel: plans moves and battles of a turn together, and thinks of the enemy's next one.

Objectives make a field of influence, the enemy one of threat. Every unit gets its place in several sweeps,
each place weighed with the attacks it allows, the risk it runs, its formation, its supply and the gaps it
opens or closes in the line. Battles are chosen by the exact distribution of their outcomes, with smaller
attacks and the counter-stroke thought of, and planned anew after each result.
"""

from __future__ import annotations

from grognard.bots.outcomes import settle
from grognard.bots.playout import Manner, weigh
from grognard.bots.protocol import Answer
from grognard.bots.sergeant import Sergeant
from grognard.bots.view import SideView, fork
from grognard.engine.hints import Posture

FEW = 12
"""A small question with so many answers is looked at closely."""


class Colonel(Sergeant):
    name = "colonel"
    text = "plans moves and battles together, with gaps, rest and counter-strokes"
    careful = True
    looked_at = 8
    exact = 160
    samples = 3
    """How often each manner of playing the turn is played through, with other dice each time."""
    replies = 1
    margin = 0.4
    """What another manner must promise more than the usual one: dice make differences too."""

    def __init__(self, seed: str = "0", budget: int | None = None, posture: str | None = None) -> None:
        super().__init__(seed, budget, posture)
        self.turn: tuple[object, ...] = ()
        self.chosen: Manner | None = None
        self.weighed: dict[str, float] = {}

    def begin_phase(self, view: SideView) -> None:
        """At the first decision of an own turn that moves units, manners of playing it are weighed."""
        state = view.position.state
        turn = (state.turn, state.phasing)
        if turn == self.turn or state.phasing != view.side or view.match is None:
            return
        if not view.hints.turning_point(view.position, view.decision):
            return
        self.turn = turn
        self.careful = True
        if self.fixed_posture is not None:
            return
        totals = weigh(view, self.manners(view), self.samples, self.replies, self.seed, self.budget)
        self.chosen = self.pick(totals)
        self.careful, self.sweeps = self.chosen.careful, self.chosen.sweeps
        self.weighed = {manner.name: round(worth, 2) for manner, worth in totals.items()}

    def pick(self, totals: dict[Manner, float]) -> Manner:
        """The best manner, if it is clearly better than the usual one, which comes first."""
        usual = next(iter(totals))
        best = max(totals, key=lambda manner: totals[manner])
        return best if totals[best] > totals[usual] + self.margin else usual

    def manners(self, view: SideView) -> list[Manner]:
        """The usual posture with and without care, and the next one."""
        usual = super().posture(view)
        other = next((p for p in view.hints.postures(view.side)[:2] if p != usual), usual)
        found = (Manner(usual, True), Manner(usual, True, 3), Manner(usual, False), Manner(other, True))
        return list(dict.fromkeys(found))

    def posture(self, view: SideView) -> Posture:
        if self.chosen is not None and view.position.state.phasing == view.side:
            return self.chosen.posture
        return super().posture(view)

    def small_question(self, view: SideView) -> Answer:
        """As the Sergeant answers, unless another answer keeps the line closed that this one opens."""
        usual = super().small_question(view)
        price = view.hints.gap_worth(view.side)
        options = list(view.decision.all_actions())
        if not price or view.match is None or not 1 < len(options) <= FEW:
            return usual
        best, answer = -1e9, usual
        for action in options:
            trial = fork(view.match)
            trial._play(action, view.side)
            settle(trial, view.hints)
            self.budget.spend()
            worth = -price * len(view.hints.gaps(trial.position, view.side))
            worth += 0.01 if action == usual.action else 0.0
            liking = self.liking(view, action)
            worth += 0.2 * liking if liking is not None else 0.0
            if worth > best:
                best, answer = (
                    worth,
                    Answer(action, usual.reason if action == usual.action else "keeps the line closed"),
                )
        return answer
