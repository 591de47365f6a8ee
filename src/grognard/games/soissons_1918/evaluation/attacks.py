"""Which attacks are made, and who takes orders for them (12.2.2, 16.0); for bots, no rule depends on it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from grognard.engine import Action
from grognard.games.soissons_1918.evaluation.fights import NOTHING, Prospect, prospect, push_worth
from grognard.games.soissons_1918.evaluation.values import Values
from grognard.games.soissons_1918.position import Soissons
from grognard.games.soissons_1918.rules.combat import CombatOrders, is_assault
from grognard.games.soissons_1918.rules.maneuver import may_take_order
from grognard.games.soissons_1918.setting import ENTENTE
from grognard.games.soissons_1918.state import Order
from grognard.rules.masks import cells_of

END = Action("end")
MOST = 3
"""How many units attack together in a plan."""
DUTY = 0.25
"""What it costs to leave somebody beside the attackers to others (16.1)."""
PATIENCE = 0.85
"""An assault of the next turn counts for less than an attack now: they may be gone by then."""
SHELLS = 1
"""The modifier that guns are likely to bring by shaking the defenders of an assault that is planned."""


class Planned(msgspec.Struct, frozen=True):
    cells: tuple[int, ...]
    units: tuple[int, ...]
    prospect: Prospect


class Attacks:
    """Attacks of the phasing side in one position."""

    def __init__(self, g: Soissons, values: Values) -> None:
        self.g = g
        self.values = values
        self._push: dict[tuple[int, ...], float] = {}
        self._known: dict[object, Prospect] = {}

    def prospect(self, cells: Sequence[int], units: Sequence[int], assault: bool, help: int = 0) -> Prospect:
        key = (tuple(cells), tuple(units), assault, help)
        found = self._known.get(key)
        if found is None:
            push = self._push.get(key[0])
            if push is None:
                push = self._push[key[0]] = push_worth(self.g, self.values, cells)
            found = prospect(self.g, self.values, units, cells, assault, push, help)
            self._known[key] = found
        return found

    # -- combat segments (steps B.4c and B.9c) --

    def declare(self, decision: CombatOrders, nerve: float) -> tuple[Action, str]:
        """The attack that promises most, or none; where attacks are owed, the one that costs least."""
        assault = is_assault(self.g)
        best, chosen, found = -99.0, END, NOTHING
        for action in decision.all_actions():
            if action.verb != "attack":
                continue
            cells, units = action.numbers(0), action.numbers(1)
            prospect = self.prospect(cells, units, assault, self.shelled(cells))
            worth = prospect.worth - DUTY * self.left_over(cells, units).bit_count()
            if worth > best:
                best, chosen, found = worth, action, prospect
        if best > nerve or not decision.may_end():
            return chosen, f"promises {found.worth:+.2f}: {found.loss:.1f} points for {found.own:.1f}"
        return END, f"nothing promises more than {nerve:+.2f}"

    def shelled(self, cells: Iterable[int]) -> int:
        """Guns that are already aimed shake the defenders first (16.4.1)."""
        return int(any(sum(self.g.state.fire.get(c, (0, 0, 0))[1:]) >= 2 for c in cells))

    def left_over(self, cells: Sequence[int], units: Sequence[int]) -> int:
        """16.1: who else stands beside the attackers and has not been attacked."""
        g, found = self.g, 0
        for unit in units:
            found |= g.enemy_beside(unit)
        for cell in cells_of(found):
            if cell in cells or any(g.state.struck[u] for u in g.fighters_at(cell)):
                found &= ~(1 << cell)
        return found

    # -- orders in the Maneuver segment (12.2.2) --

    def plan(self, units: Sequence[int], assault: bool, nerve: float) -> list[Planned]:
        """Attacks worth more than ``nerve``, the best first, each unit and each hex once."""
        g = self.g
        free, plans, taken = list(units), [], 0
        beside = {u: g.enemy_beside(u) for u in units}
        while free:
            best: tuple[float, Planned] | None = None
            targets = 0
            for unit in free:
                targets |= beside[unit] & ~taken
            for cell in cells_of(targets):
                for group in self.groups([u for u in free if beside[u] >> cell & 1]):
                    others = 0
                    for unit in group:
                        others |= beside[unit]
                    others &= ~taken & ~(1 << cell)
                    cells: tuple[int, ...] = (cell,)
                    if others and len({g.state.loc[u] for u in group}) == 1:
                        alone = others
                        for unit in free:
                            alone &= ~(beside[unit] if unit not in group else 0)
                        cells, others = tuple(sorted((cell, *cells_of(alone)))), others & ~alone
                    found = self.prospect(cells, group, assault, SHELLS if assault else 0)
                    worth = found.worth - DUTY * others.bit_count()
                    if best is None or worth > best[0]:
                        best = (worth, Planned(cells, group, found))
            if best is None or best[0] <= nerve:
                break
            plans.append(best[1])
            free = [u for u in free if u not in best[1].units]
            for cell in best[1].cells:
                taken |= 1 << cell
        return plans

    def groups(self, units: Sequence[int]) -> list[tuple[int, ...]]:
        """The strongest alone, the two strongest, and so on; and each alone."""
        order = sorted(units, key=lambda u: (-self.strength(u), u))[:MOST]
        found = [tuple(sorted(order[:n])) for n in range(1, len(order) + 1)]
        return list(dict.fromkeys([*found, *[(u,) for u in order]]))

    def strength(self, unit: int) -> int:
        steps = self.g.state.steps[unit]
        return steps // 2 if self.g.state.disruption[unit] else steps

    def orders(self, units: Sequence[int], nerve: float) -> dict[int, Action]:
        """Of units that can still take orders: who prepares for the next turn's assault, and who probes now."""
        g = self.g
        waiting = [u for u in units if g.enemy_beside(u) and not g.state.bought[u] and g.state.order[u] != Order.LOW]
        able = [u for u in waiting if may_take_order(g, u, Order.PREPARE)] if self.can_assault_next() else []
        later = self.plan(able, True, nerve)
        set_on = {unit: PATIENCE * p.prospect.worth / len(p.units) for p in later for unit in p.units}
        found = {unit: Action("prepare", (unit,)) for unit in set_on}
        if g.is_night:
            return found
        probing = [u for u in waiting if any(may_take_order(g, u, Order.LOW, c) for c in cells_of(g.enemy_beside(u)))]
        for planned in self.plan(probing, False, max(0.0, nerve)):
            if planned.prospect.worth > sum([set_on.get(u, 0.0) for u in planned.units]):
                for unit in planned.units:
                    aims = [c for c in planned.cells if may_take_order(g, unit, Order.LOW, c)]
                    if aims:
                        found[unit] = Action("probe", (unit, aims[0]))
        return found

    def can_assault_next(self) -> bool:
        """Step B.6: a marker bought in the afternoon is lost in the night; on the last turn nobody assaults again."""
        g, plan = self.g, self.g.setting.plan
        last = plan.last_turn if g.phasing == ENTENTE else plan.last_german_turn
        return g.turn.part != "pm" and g.state.turn < last
