"""General: a larger portfolio, played through more often against a careful enemy, then mutated.

Every manner of playing the turn is played through the real engine against a reply, all with the same dice
(which are the bot's own, not the match's). The best ones are then varied, and the variations are played too.
"""

from __future__ import annotations

import random

import msgspec

from grognard.bots.colonel import Colonel
from grognard.bots.playout import CarefulQuick, Manner
from grognard.bots.view import SideView
from grognard.evaluation import Posture

KEPT = 2
"""How many of the best manners are varied."""
SPREAD = 1.6
"""How far a weight is varied: multiplied or divided by up to this."""


class General(Colonel):
    name = "general"
    text = "rehearses more plans more often and improves the best ones: slower than the Colonel"
    evaluations = 80_000
    enemy = CarefulQuick
    settles = True
    children = 3
    """How many variations each of the best manners gets."""

    def manners(self, view: SideView) -> list[Manner]:
        """Every posture with and without care, the usual one first."""
        others = (Manner(posture, False) for posture in view.evaluation.postures(view.side))
        return list(dict.fromkeys((*super().manners(view), *others)))

    def posture(self, view: SideView) -> Posture:
        return view.evaluation.refined(super().posture(view))

    def plan(self, view: SideView) -> Manner:
        self.weighed = {}
        found = self.weigh(view, self.manners(view), self.seed, self.budget.left // 2)
        parents = sorted(found, key=lambda manner: -found[manner])[:KEPT]
        rng = random.Random(f"{self.seed} {view.number}")
        varied = [mutated(parent, rng, n) for parent in parents for n in range(self.children)]
        again = self.weigh(view, [*parents, *varied], f"{self.seed} again", self.budget.left)
        return self.pick(again, parents[0])


def mutated(manner: Manner, rng: random.Random, number: int) -> Manner:
    """The same manner with its weights varied."""
    posture = manner.posture
    changes = {
        name: getattr(posture, name) * SPREAD ** rng.uniform(-1, 1)
        for name in ("goal", "battle", "caution", "line", "pressure")
    }
    changed = msgspec.structs.replace(
        posture, name=f"{posture.name} {number + 1}", nerve=posture.nerve + rng.uniform(-0.08, 0.08), **changes
    )
    return Manner(changed, manner.careful, manner.sweeps)
