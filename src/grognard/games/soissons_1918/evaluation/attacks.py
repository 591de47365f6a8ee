"""What an attack promises, which attacks are made, and who takes orders for them (12.2.2, 16.0); for bots only."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

import msgspec

from grognard.engine import Action
from grognard.games.soissons_1918.evaluation.values import Values
from grognard.games.soissons_1918.position import Soissons
from grognard.games.soissons_1918.rules.aftermath import loss_rows
from grognard.games.soissons_1918.rules.combat import CombatOrders, is_assault
from grognard.games.soissons_1918.rules.maneuver import may_take_order
from grognard.games.soissons_1918.rules.odds import possible_leads, work_out
from grognard.games.soissons_1918.setting import ENTENTE, GERMAN
from grognard.games.soissons_1918.state import Order
from grognard.rules.arithmetic import Fight, total
from grognard.rules.drilling import NO_ATTACK, Prospect, best_of
from grognard.rules.masks import cells_of, mask
from grognard.rules.orders import END
from grognard.rules.results import CombatResult, X, faces

YIELDS = 0.4
"""How often a defender who loses points leaves his hex."""
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
    worth: float


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
            found = self._known[key] = prospect(self.g, self.values, units, cells, assault, push, help)
        return found

    # -- combat segments (steps B.4c and B.9c) --

    def declare(self, decision: CombatOrders, nerve: float) -> tuple[Action, str]:
        """The attack that promises most, or none; where attacks are owed, the one that costs least."""
        assault, found = is_assault(self.g), []
        for action in decision.all_actions():
            if action.verb == "attack":
                cells, units = action.numbers(0), action.numbers(1)
                prospect = self.prospect(cells, units, assault, self.shelled(cells))
                duties = DUTY * self.left_over(cells, units).bit_count()
                found.append((prospect.worth - duties, (action, prospect)))
        best = best_of(found, nerve if decision.may_end() else -99.0)
        if best is None:
            return END, f"nothing promises more than {nerve:+.2f}"
        action, prospect = best
        return action, f"promises {prospect.worth:+.2f}: {prospect.loss:.1f} points for {prospect.own:.1f}"

    def shelled(self, cells: Iterable[int]) -> int:
        """Guns that are already aimed shake the defenders first (16.4.1)."""
        return int(any(sum(self.g.state.fire.get(c, (0, 0, 0))[1:]) >= 2 for c in cells))

    def left_over(self, cells: Sequence[int], units: Sequence[int]) -> int:
        """16.1: who else stands beside the attackers and has not been attacked."""
        g, found = self.g, 0
        for unit in units:
            found |= g.enemy_beside(unit)
        done = [c for c in cells_of(found) if c in cells or any(g.state.struck[u] for u in g.fighters_at(c))]
        return found & ~mask(done)

    # -- orders in the Maneuver segment (12.2.2) --

    def plan(self, units: Sequence[int], assault: bool, nerve: float) -> list[Planned]:
        """Attacks worth more than ``nerve``, the best first, each unit and each hex once."""
        free = {u: self.g.enemy_beside(u) for u in units}
        plans: list[Planned] = []
        while best := best_of(self.possible(free, assault), nerve):
            plans.append(best)
            taken = mask(best.cells)
            free = {u: enemies & ~taken for u, enemies in free.items() if u not in best.units}
        return plans

    def possible(self, free: Mapping[int, int], assault: bool) -> Iterator[tuple[float, Planned]]:
        """Attacks of units, each with the enemies beside it; less what it costs to leave some of these to others."""
        targets = 0
        for enemies in free.values():
            targets |= enemies
        for cell in cells_of(targets):
            for group in self.groups([u for u, enemies in free.items() if enemies >> cell & 1]):
                cells: tuple[int, ...] = (cell,)
                others = 0
                for unit in group:
                    others |= free[unit]
                others &= ~(1 << cell)
                if others and len({self.g.state.loc[u] for u in group}) == 1:
                    alone = others
                    for unit, enemies in free.items():
                        alone &= ~(enemies if unit not in group else 0)
                    cells, others = tuple(sorted((cell, *cells_of(alone)))), others & ~alone
                found = self.prospect(cells, group, assault, SHELLS if assault else 0).worth
                yield found - DUTY * others.bit_count(), Planned(cells, group, found)

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
        set_on = {u: PATIENCE * p.worth / len(p.units) for p in self.plan(able, True, nerve) for u in p.units}
        found = {unit: Action("prepare", (unit,)) for unit in set_on}
        if g.is_night:
            return found
        probing = [u for u in waiting if any(may_take_order(g, u, Order.LOW, c) for c in cells_of(g.enemy_beside(u)))]
        for planned in self.plan(probing, False, max(0.0, nerve)):
            if planned.worth > sum([set_on.get(u, 0.0) for u in planned.units]):
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


# -- what an attack promises: the mean over the die of its table (16.4) --


def odds_for(
    g: Soissons, units: Sequence[int], defenders: Sequence[int], assault: bool
) -> tuple[Fight, int, int] | None:
    """The odds with the best lead on either side, and who they are."""
    leads = possible_leads(g, units)
    if not leads or not defenders:
        return None
    lead = max(leads, key=lambda u: (g.setting.units[u].stars, g.state.steps[u]))
    firm = [u for u in defenders if not g.setting.remnant[u]] or list(defenders)
    kinds = {(g.state.loc[u], g.setting.units[u].stars, g.state.disruption[u]): u for u in firm}
    found = [(work_out(g, units, defenders, lead, chief, assault), lead, chief) for chief in kinds.values()]
    return min(found, key=lambda f: f[0].drm or 0)


def prospect(
    g: Soissons, values: Values, units: Sequence[int], cells: Sequence[int], assault: bool, push: float,
    help: int = 0,
) -> Prospect:
    """An attack of some units on some hexes; ``push`` is what emptying them is worth, ``help`` a modifier more."""
    defenders = [u for cell in cells for u in g.fighters_at(cell)]
    odds = odds_for(g, units, defenders, assault)
    if odds is None:
        return NO_ATTACK
    fight, lead, chief = odds
    tables = g.setting.tables
    results = faces(tables.assault if assault else tables.low_intensity, fight.column, (fight.drm or 0) + help)
    ours, theirs = [total(rows) for rows in loss_rows(g, units, defenders, fight)]
    surprise = assault and g.is_surprise
    price, gain = values.point(g, lead), values.point(g, chief)
    remnants = all(g.setting.remnant[u] for u in defenders)
    means = [0.0, 0.0, 0.0, 0.0]
    for face, result in enumerate(results, 1):
        code = result.attacker.code if face > 1 else tables.aggravated[result.attacker.code]
        shaken = 0.0 if surprise else sum([values.shaken(g, u, result.attacker.code) for u in units])
        if face == 1 and not surprise:
            shaken += values.shaken(g, lead, code) - values.shaken(g, lead, result.attacker.code)
        scattered = sum([values.shaken(g, u, result.defender.code) for u in defenders])
        best = (NO_ATTACK.worth, 0.0, 0.0, 0.0)
        for x in (1, 2) if X in (result.attacker.losses, result.defender.losses) else (1,):
            own, loss = max(0, result.attacker.value(x) + ours), max(0, result.defender.value(x) + theirs)
            gone = chance_to_vacate(result, loss, remnants, surprise)
            worth = gain * loss + scattered + gone * push - price * own - shaken
            if worth > best[0]:
                best = (worth, own, loss, gone)
        means = [mean + value / len(results) for mean, value in zip(means, best, strict=True)]
    return Prospect(means[0], means[1], means[2], means[3])


def chance_to_vacate(result: CombatResult, loss: int, remnants: bool, surprise: bool) -> float:
    if (remnants and loss) or (surprise and result.retreat):
        return 1.0
    return YIELDS if loss else 0.05


def push_worth(g: Soissons, values: Values, cells: Sequence[int]) -> float:
    """What it is worth to the attacker that some hexes are left by their defenders."""
    now, side = g.ground(), 1 - g.phasing
    gone = mask(cells)
    then = now.with_side(side, now.fighting[side] & ~gone, now.held[side] & ~gone)
    gain = values.standing(g, then) - values.standing(g, now)
    return min(2.5, max(0.05, gain if side == GERMAN else -gain))
