"""Where guns and aircraft fire (chapter 15); for bots, no rule depends on it."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.engine import Action, Choice
from grognard.engine.facts import derived
from grognard.games.soissons_1918.evaluation.attacks import Attacks
from grognard.games.soissons_1918.rules.artillery import drm_rows
from grognard.games.soissons_1918.state import Order
from grognard.rules.arithmetic import total
from grognard.rules.drilling import Answer, best_of
from grognard.rules.orders import END
from grognard.rules.results import faces

LEAST = 0.05
"""What a point must be worth to be fired while it can still be kept."""


def aim(action: Action) -> int:
    return action.number(1) if action.verb == "direct" else action.number()


def cheapness(action: Action) -> int:
    """What reaches everywhere is kept longest."""
    return 3 if action.verb == "direct" else {"medium": 2, "air": 1}.get(action.word(1), 0)


class Guns(Attacks):
    """The artillery of one side in one position."""

    @property
    def assaults(self) -> bool:
        """Whether an Assault segment is under way (15.5)."""
        return self.g.state.phase in ("bombard-1", "barrage-1")

    def fire(self, decision: Choice) -> Answer:
        """The next point where it adds most; where all add little they are kept for later, if there is a later."""
        options = [action for action in decision.options if action.verb != "end"]
        found = [(self.gain(aim(a)) + 0.001 * cheapness(a), a) for a in options]
        best = best_of(found, self.least())
        return (best, "where it shakes them most") if best is not None else (END, "no target is worth it")

    def least(self) -> float:
        """At night and in the afternoon points that are not fired are lost; barrages want few (15.2.2)."""
        g = self.g
        return 0.001 if g.is_night or (g.turn.part == "pm" and g.state.phase == "bombard-2") else LEAST

    @derived
    def gain(self, cell: int) -> float:
        """What the next point adds, looking two points ahead: the first one alone does little."""
        here = sum(self.g.state.fire.get(cell, (0, 0, 0))[1:])
        now = self.effect(cell, here)
        return max([(self.effect(cell, here + n) - now) / n for n in (1, 2, 3) if here + n <= 4], default=0.0)

    def effect(self, cell: int, points: int) -> float:
        """The mean of a bombardment: losses, and what disruption costs those who are there (15.6)."""
        g, units = self.g, self.g.fighters_at(cell)
        if not units or not points:
            return 0.0
        drm = total(drm_rows(g, self.side, cell, points, self.assaults))
        codes = faces(g.setting.tables.bombardment, points, drm)
        help = self.help(cell, units)
        loss = min([self.values.point(g, u) for u in units])
        worth = 0.0
        for code in codes:
            effect = g.setting.tables.effects[code]
            if effect.when != "any" and not g.is_night:
                continue
            shaken = [u for u in units if effect.after(g.state.disruption[u]) > g.state.disruption[u]]
            worth += sum([self.values.shaken(g, u, code) for u in shaken]) + (help if shaken else 0.0)
            worth += loss if effect.loss else 0.0
        return worth / len(codes)

    def help(self, cell: int, units: Sequence[int]) -> float:
        """What it is worth for the coming fight that they are shaken: a better die, or an attack at half strength."""
        g = self.g
        if self.side != g.phasing:                                              # a barrage (6.2)
            orders = [u for u in units if g.state.order[u] and not g.state.disruption[u]]
            return 0.03 * sum([g.state.steps[u] for u in orders])
        order = Order.PREPARE if self.assaults else Order.LOW
        around = g.setting.around[cell]
        attackers = [u for u in g.on_map(self.side) if g.state.order[u] == order and around >> g.state.loc[u] & 1]
        if not attackers or g.is_night:
            return 0.0
        two = tuple(sorted(sorted(attackers, key=lambda u: -g.state.steps[u])[:2]))
        before, after = [self.prospect((cell,), two, self.assaults, help) for help in (0, 1)]
        return max(0.0, after.worth - before.worth)
