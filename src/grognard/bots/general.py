"""General: a larger portfolio, played further and more often, then mutated.

Every manner of playing the turn is played through the real engine against a reply, all with the same dice
(which are the bot's own, not the match's). The best one is then varied, and the variations are played too.
"""

from __future__ import annotations

import random

import msgspec

from grognard.bots.colonel import Colonel
from grognard.bots.playout import Manner, weigh
from grognard.bots.view import SideView

KEPT = 2
"""So many of the best manners are varied."""
SPREAD = 1.6
"""How far a weight is varied: multiplied or divided by up to so much."""


class General(Colonel):
    name = "general"
    text = "postures played through against replies with shared dice, then mutated"
    samples = 4
    margin = 0.3
    children = 3
    """How many variations each of the best manners gets."""

    def manners(self, view: SideView) -> list[Manner]:
        """Every posture with and without care, the usual one first."""
        first = super().manners(view)
        others = [Manner(posture, careful) for posture in view.hints.postures(view.side) for careful in (True, False)]
        return list(dict.fromkeys((*first, *others)))

    def begin_phase(self, view: SideView) -> None:
        before = self.turn
        super().begin_phase(view)
        if self.turn == before or self.chosen is None or self.fixed_posture is not None:
            return
        rng = random.Random(f"{self.seed} {view.number}")
        parents = sorted(self.manners(view), key=lambda m: -self.weighed[m.name])[:KEPT]
        varied = [mutated(parent, rng, n) for parent in parents for n in range(self.children)]
        totals = weigh(view, [*parents, *varied], self.samples + 1, self.replies, f"{self.seed} again", self.budget)
        self.chosen = max(totals, key=lambda manner: totals[manner] + (self.margin if manner == parents[0] else 0.0))
        self.careful, self.sweeps = self.chosen.careful, self.chosen.sweeps
        self.weighed.update({manner.name: round(worth, 2) for manner, worth in totals.items()})


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
