"""Where guns and aircraft fire (chapter 15); for bots, no rule depends on it."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.engine import Action, Choice
from grognard.games.soissons_1918.evaluation.attacks import Attacks
from grognard.games.soissons_1918.evaluation.values import Values
from grognard.games.soissons_1918.position import Soissons
from grognard.games.soissons_1918.rules.artillery import drm_rows, guns_key
from grognard.games.soissons_1918.state import Order
from grognard.rules.arithmetic import total
from grognard.rules.drilling import best_of
from grognard.rules.orders import END
from grognard.rules.results import faces

LEAST = 0.05
"""What a point must be worth to be fired while it can still be kept."""


def aim(action: Action) -> int:
    return action.number(1) if action.verb == "direct" else action.number()


def cheapness(action: Action) -> int:
    """What reaches everywhere is kept longest."""
    return 3 if action.verb == "direct" else {"medium": 2, "air": 1}.get(action.word(1), 0)


class Gunner:
    """The artillery of one side in one position."""

    def __init__(self, g: Soissons, values: Values, side: int, assault: bool) -> None:
        self.g = g
        self.values = values
        self.side = side
        self.assault = assault
        """Whether it fires in an Assault segment (15.5)."""
        self.attacks = Attacks(g, values)
        self._worth: dict[tuple[int, int], float] = {}

    def fire(self, decision: Choice) -> tuple[list[Action], str]:
        """Point after point where it adds most; where all add little they are kept for later, if there is a later."""
        points = {cell: sum(fire[1:]) for cell, fire in self.g.state.fire.items()}
        guns = {cell: fire[1] for cell, fire in self.g.state.fire.items()}
        left = dict(self.g.state.guns)
        options = [action for action in decision.options if action.verb != "end"]
        chosen: list[Action] = []
        while action := best_of(
            [(self.gain(aim(a), points.get(aim(a), 0)) + 0.001 * cheapness(a), a) for a in options], self.least(),
        ):
            cell, air = aim(action), action.verb == "bombard" and action.word(1) == "air"
            chosen.append(action)
            points[cell] = points.get(cell, 0) + 1
            guns[cell] = guns.get(cell, 0) + (not air)
            if action.verb == "direct":
                gone = [a for a in options if a.verb == "direct" and a.args[0] == action.args[0]]
            else:
                key = guns_key(self.g.side_name(self.side), action.word(1))
                left[key] -= 1
                gone = [a for a in options if a.args[1:] == action.args[1:]] if not left[key] else []
            if air:
                gone += [a for a in options if a.verb == "bombard" and a.word(1) == "air" and aim(a) == cell]
            elif guns[cell] >= self.g.setting.limits["guns-per-hex"]:
                gone += [a for a in options if aim(a) == cell and not (a.verb == "bombard" and a.word(1) == "air")]
            options = [a for a in options if a not in gone]
        return chosen or [END], "where it shakes them most" if chosen else "no target is worth it"

    def least(self) -> float:
        """At night and in the afternoon points that are not fired are lost; barrages want few (15.2.2)."""
        g = self.g
        return 0.001 if g.is_night or (g.turn.part == "pm" and g.state.phase == "bombard-2") else LEAST

    def gain(self, cell: int, here: int) -> float:
        """What the next point adds, looking two points ahead: the first one alone does little."""
        now = self.worth(cell, here)
        return max([(self.worth(cell, min(4, here + n)) - now) / n for n in (1, 2, 3) if here + n <= 4], default=0.0)

    def worth(self, cell: int, points: int) -> float:
        if not points:
            return 0.0
        found = self._worth.get((cell, points))
        if found is None:
            found = self._worth[cell, points] = self.effect(cell, points)
        return found

    def effect(self, cell: int, points: int) -> float:
        """The mean of a bombardment: losses, and what disruption costs those who are there (15.6)."""
        g, units = self.g, self.g.fighters_at(cell)
        if not units:
            return 0.0
        drm = total(drm_rows(g, self.side, cell, points, self.assault))
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
        order = Order.PREPARE if self.assault else Order.LOW
        around = g.setting.around[cell]
        attackers = [u for u in g.on_map(self.side) if g.state.order[u] == order and around >> g.state.loc[u] & 1]
        if not attackers or g.is_night:
            return 0.0
        attackers = sorted(attackers, key=lambda u: -g.state.steps[u])[:2]
        before = self.attacks.prospect((cell,), tuple(sorted(attackers)), self.assault)
        after = self.attacks.prospect((cell,), tuple(sorted(attackers)), self.assault, 1)
        return max(0.0, after.worth - before.worth)
