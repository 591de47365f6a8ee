"""Colonel: plans moves and battles of a turn together, and thinks of the enemy's next one.

A turn is played through in several manners against a reply, and the best one is kept. Every unit gets its
place weighed with the attacks it allows, the risk it runs, its formation, its supply and the gaps it opens or
closes in the line. Battles are chosen by the exact distribution of their outcomes, judged by what they bring
by the end of the game, with smaller attacks and the counter-stroke thought of, and planned again after each
result.
"""

from __future__ import annotations

from collections.abc import Sequence
from statistics import fmean

from grognard.bots.outcomes import settle
from grognard.bots.playout import Manner, Quick, Rehearsal
from grognard.bots.protocol import Answer
from grognard.bots.sergeant import Sergeant
from grognard.bots.view import SideView, fork
from grognard.evaluation import Posture

FEW = 12
"""A small question with no more answers than this is looked at closely."""


class Colonel(Sergeant):
    name = "colonel"
    text = "plans moves and battles together and rehearses the turn against your reply"
    careful = thorough = True
    looked_at = 8
    exact = 160
    evaluations = 3_000
    replies = 1
    """How many turns of the enemy are played through."""
    enemy = Quick
    """Who plays them."""
    margin = 0.4
    """What another manner must promise more than the first one: dice make differences too."""

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
        if not view.evaluation.turning_point(view.position, view.decision):
            return
        self.turn = turn
        if self.fixed_posture is None and view.evaluation.horizon != "drill":
            self.chosen = self.plan(view)
            self.careful, self.sweeps = self.chosen.careful, self.chosen.sweeps
            self.budget.renew()

    def plan(self, view: SideView) -> Manner:
        """How to play the turn that begins."""
        self.weighed = {}
        manners = self.manners(view)
        return self.pick(self.weigh(view, manners, self.seed, self.budget.left), manners[0])

    def weigh(self, view: SideView, manners: Sequence[Manner], seed: str, evaluations: int) -> dict[Manner, float]:
        """The best manners with what they are worth; all that were thought of are kept to be told."""
        rehearsal = Rehearsal(view, self.replies, seed, self.budget, self.enemy, self.settles)
        best = rehearsal.weigh(manners, evaluations)
        self.weighed.update({manner.name: round(fmean(found), 2) for manner, found in rehearsal.worths.items()})
        return best

    def pick(self, found: dict[Manner, float], first: Manner) -> Manner:
        """The best manner; the first one if that is nearly as good."""
        best = max(found, key=lambda manner: found[manner])
        return first if first in found and found[best] <= found[first] + self.margin else best

    def manners(self, view: SideView) -> list[Manner]:
        """The posture of a careful staff, also with more sweeps, every other one, and the usual one without care."""
        evaluation = view.evaluation
        first, usual = evaluation.staff_posture(view.position, view.side), super().posture(view)
        others = (Manner(posture, True) for posture in evaluation.postures(view.side))
        return list(dict.fromkeys((Manner(first, True), Manner(first, True, 3), Manner(usual, False), *others)))

    def posture(self, view: SideView) -> Posture:
        if self.chosen is not None and view.position.state.phasing == view.side:
            return self.chosen.posture
        return super().posture(view)

    def small_question(self, view: SideView) -> Answer:
        """As the Sergeant answers, unless another answer keeps the line closed that this one opens."""
        usual = super().small_question(view)
        price = view.evaluation.gap_worth(view.side)
        options = list(view.decision.all_actions())
        if not price or view.match is None or not 1 < len(options) <= FEW:
            return usual
        best, answer = -1e9, usual
        for action in options:
            trial = fork(view.match)
            trial.play_listed(action, view.side)
            settle(trial, view.evaluation)
            self.budget.spend()
            worth = -price * len(view.evaluation.gaps(trial.position, view.side))
            worth += 0.01 if action == usual.action else 0.0
            liking = self.liking(view, action)
            worth += 0.2 * liking if liking is not None else 0.0
            if worth > best:
                best, answer = (
                    worth,
                    Answer(action, usual.reason if action == usual.action else "keeps the line closed"),
                )
        return answer
