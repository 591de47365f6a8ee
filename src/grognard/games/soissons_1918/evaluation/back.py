"""Fallbacks and retreats (chapter 13, 16.5): who goes back, and where to; for bots only."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.engine import Action, Decision
from grognard.games.soissons_1918.evaluation.moves import Moves
from grognard.games.soissons_1918.position import Soissons
from grognard.games.soissons_1918.rules.stacking import room_for
from grognard.games.soissons_1918.setting import ENTENTE, GERMAN
from grognard.games.soissons_1918.state import Order
from grognard.rules.drilling import Answer
from grognard.rules.masks import cells_of
from grognard.rules.orders import END, UnitOrders

AGAIN = 0.06
"""What it costs to go back a second time in a turn (13.5)."""
REST = 0.05
"""What a level of disruption is worth that goes overnight only out of contact (6.3)."""
ENDS = (8, 20)
"""How many ends of a way back are looked at, the nearest first; with care more."""
MARGIN = 0.05
"""What staying must cost more than going."""


class Back(Moves):
    """The ways back of one side in one position."""

    def go_back(self, decision: UnitOrders[Soissons]) -> Answer:
        """Forced ways back by the best place; others where staying costs more."""
        kind = "retreat" if "retreat" in decision.verbs() else "fallback"
        if "end" not in decision.verbs() or not decision.may_end():
            units = [u for u in decision.units() if decision.cells(u)[kind]]
            unit = max(self.bound(units) or units, key=lambda u: (self.g.state.steps[u], -u))
            return Action(kind, (unit, self.best_end(unit, decision.cells(unit)[kind]))), "has to fall back"
        if self.side == ENTENTE:
            return END, "stands"
        found = [action for unit in decision.units() for action in self.leaves(decision, unit)]
        return (found, "gives ground to save men") if found else (END, "stands")

    def bound(self, units: Sequence[int]) -> list[int]:
        """Those who must go: isolated units and headquarters in contact (13.1)."""
        g = self.g
        lone = self.values.isolated(g, g.ground(), self.side)
        return [u for u in units if lone >> g.state.loc[u] & 1 or u in g.state.moving
                or (g.setting.hq[u] and g.in_enemy_zone(u))]

    def best_end(self, unit: int, cells: int) -> int:
        """The end of a way back that is worth most, with room for the unit if there is such a hex (10.0)."""
        cells = room_for(self.g, (unit,), cells) or cells
        if self.g.setting.hq[unit]:
            return max(cells_of(cells), key=lambda c: (self.post(unit, c), -c))
        far = self.g.setting.grid.distances(self.g.state.loc[unit])
        near = sorted(cells_of(cells), key=lambda c: (far[c], c))[:ENDS[self.careful]]
        return max(near, key=lambda c: (self.end_worth(unit, c), -c))

    def end_worth(self, unit: int, cell: int) -> float:
        """Short ways before long ones; remnants to each other, for two make a regiment (5.5.2)."""
        g = self.g
        worth = self.worth(unit, cell, g.ground_if((unit,), cell))
        worth -= 0.005 * g.setting.grid.distance(g.state.loc[unit], cell)
        if g.setting.remnant[unit] and any(g.setting.remnant[u] for u in g.fighters_at(cell)):
            worth += 0.05
        return worth

    def leaves(self, decision: UnitOrders[Soissons], unit: int) -> list[Action]:
        """13.1: a German leaves contact where what is coming costs more than the ground."""
        g = self.g
        if g.setting.hq[unit] or not g.in_enemy_zone(unit):
            return []
        here = g.state.loc[unit]
        threat = self.threat(here) * self.posture.caution * 2
        tired = g.is_night and g.state.disruption[unit]
        cells = room_for(g, (unit,), decision.cells(unit)["fallback"]) if threat > MARGIN or tired else 0
        if not cells:
            return []
        cell = self.best_end(unit, cells)
        price = self.worth(unit, here, g.ground()) - self.end_worth(unit, cell)
        price += AGAIN if g.state.retreated[unit] else 0.0
        price -= REST * min(g.state.disruption[unit], 3) if g.is_night else 0.0
        return [Action("fallback", (unit, cell))] if price + MARGIN < threat else []

    def threat(self, cell: int) -> float:
        """What the attacks that are ordered against a hex cost us, or those that could be ordered now."""
        g = self.g
        around, waits = g.setting.around[cell], g.state.phase == "fallback-1"
        beside = [u for u in g.on_map(ENTENTE) if g.setting.infantry[u] and around >> g.state.loc[u] & 1]
        fit = [u for u in beside if not g.is_shocked(u) and not g.is_spent(u) and not g.state.retreated[u]]
        prepared = [u for u in fit if g.state.order[u] == Order.PREPARE or waits]
        probing = [u for u in fit if g.state.order[u] == Order.LOW and g.state.aim[u] == cell]
        found = 0.0
        for units, assault in ((prepared, not waits), (probing, False)):
            strongest = tuple(sorted(sorted(units, key=lambda u: -g.state.steps[u])[:3]))
            if strongest:
                found = max(found, self.prospect((cell,), strongest, assault, int(assault), 0.1).worth)
        return found

    def conversion(self, decision: Decision) -> Answer:
        """16.5.3: a loss is turned into a retreat where the ground costs less, or goes with the last point anyway."""
        hold, options = Action("hold"), list(decision.all_actions())
        for action in options:
            if action.verb == "convert":
                cell = action.number()
                units = self.g.fighters_at(cell)
                if sum([self.g.state.steps[u] for u in units]) == 1:
                    return action, "saves its last point"
                saved = max([self.values.point(self.g, u) for u in units])
                if saved + 0.5 * self.threat(cell) > self.price(cell, units):
                    return action, "trades ground for men"
        return hold, "holds its ground"

    def price(self, cell: int, units: Sequence[int]) -> float:
        """What leaving a hex costs: two hexes back along the line of retreat."""
        g, now = self.g, self.g.ground()
        line = g.setting.east.lines[cell] if self.side == GERMAN else ()
        gone = now.moved(self.side, 1 << cell, 1 << line[1] if len(line) >= 2 else 0)
        change = self.ground(now) - self.ground(gone) + (0.3 if self.side == ENTENTE else 0.0)
        return change + (AGAIN if any(g.state.retreated[u] for u in units) else 0.0)
