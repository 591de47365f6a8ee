"""What an attack promises, which attacks are made, and who takes orders for them (12.2.2, 16.0); for bots only."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

import msgspec

from grognard.engine import Action
from grognard.engine.facts import derived
from grognard.games.soissons_1918.evaluation.values import Values
from grognard.games.soissons_1918.position import Soissons
from grognard.games.soissons_1918.rules.aftermath import loss_rows
from grognard.games.soissons_1918.rules.combat import CombatOrders, is_assault
from grognard.games.soissons_1918.rules.maneuver import may_take_order
from grognard.games.soissons_1918.rules.odds import possible_leads, work_out
from grognard.games.soissons_1918.setting import ENTENTE, GERMAN
from grognard.games.soissons_1918.state import Order
from grognard.rules.arithmetic import Fight, total
from grognard.rules.drilling import NO_ATTACK, Answer, Drill, Prospect, best_in_turn, best_of, mean_of, strongest_groups
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


class Attacks(Drill[Soissons, Values]):
    """Attacks of the phasing side in one position."""

    # -- what an attack promises: the mean over the die of its table (16.4) --

    @derived
    def prospect(
        self, cells: tuple[int, ...], units: tuple[int, ...], assault: bool, help: int = 0, push: float | None = None
    ) -> Prospect:
        """An attack of some units on some hexes; ``help`` is a modifier more, ``push`` what emptying them is worth."""
        g, tables = self.g, self.g.setting.tables
        defenders = [u for cell in cells for u in g.fighters_at(cell)]
        odds = self.odds(units, defenders, assault)
        if odds is None:
            return NO_ATTACK
        fight, lead, chief = odds
        results = faces(tables.assault if assault else tables.low_intensity, fight.column, (fight.drm or 0) + help)
        ours, theirs = [total(rows) for rows in loss_rows(g, units, defenders, fight)]
        surprise, remnants = assault and g.is_surprise, all(g.setting.remnant[u] for u in defenders)
        price, gain = self.values.point(g, lead), self.values.point(g, chief)
        push = self.push(cells) if push is None else push
        found = []
        for face, result in enumerate(results, 1):
            code = result.attacker.code
            shaken = 0.0 if surprise else sum([self.values.shaken(g, u, code) for u in units])
            if face == 1 and not surprise:
                more = self.values.shaken(g, lead, tables.aggravated[code])
                shaken += more - self.values.shaken(g, lead, code)
            scattered = sum([self.values.shaken(g, u, result.defender.code) for u in defenders])
            outcomes = []
            for x in (1, 2) if X in (result.attacker.losses, result.defender.losses) else (1,):
                own, loss = max(0, result.attacker.value(x) + ours), max(0, result.defender.value(x) + theirs)
                gone = chance_to_vacate(result, loss, remnants, surprise)
                outcomes.append(Prospect(gain * loss + scattered + gone * push - price * own - shaken, own, loss, gone))
            found.append(max(outcomes, key=lambda outcome: outcome.worth))
        return mean_of(found)

    def odds(self, units: Sequence[int], defenders: Sequence[int], assault: bool) -> tuple[Fight, int, int] | None:
        """The odds with the best lead on either side, and who they are."""
        g, leads = self.g, possible_leads(self.g, units)
        if not leads or not defenders:
            return None
        lead = max(leads, key=lambda u: (g.setting.units[u].stars, g.state.steps[u]))
        firm = [u for u in defenders if not g.setting.remnant[u]] or list(defenders)
        kinds = {(g.state.loc[u], g.setting.units[u].stars, g.state.disruption[u]): u for u in firm}
        found = [(work_out(g, units, defenders, lead, chief, assault), lead, chief) for chief in kinds.values()]
        return min(found, key=lambda f: f[0].drm or 0)

    @derived
    def push(self, cells: Sequence[int]) -> float:
        """What it is worth to the attacker that some hexes are left by their defenders."""
        now, side = self.g.ground(), self.g.other
        then = now.moved(side, mask(cells))
        gain = self.values.standing(self.g, then) - self.values.standing(self.g, now)
        return min(2.5, max(0.05, gain if side == GERMAN else -gain))

    # -- combat segments (steps B.4c and B.9c) --

    def declare(self, decision: CombatOrders) -> Answer:
        """The attack that promises most, or none; where attacks are owed, the one that costs least."""
        assault, nerve, found = is_assault(self.g), self.posture.nerve, []
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

    def plans(self, units: Sequence[int], assault: bool, nerve: float) -> list[Planned]:
        """Attacks worth more than ``nerve``, the best first, each unit and each hex once."""
        free, found = {u: self.g.enemy_beside(u) for u in units}, []
        for planned in best_in_turn(lambda: self.possible(free, assault), nerve):
            found.append(planned)
            for unit in planned.units:
                del free[unit]
            for unit in free:
                free[unit] &= ~mask(planned.cells)
        return found

    def possible(self, free: Mapping[int, int], assault: bool) -> Iterator[tuple[float, Planned]]:
        """Attacks of units, each with the enemies beside it; less what it costs to leave some of these to others."""
        targets = 0
        for enemies in free.values():
            targets |= enemies
        for cell in cells_of(targets):
            near = [u for u, enemies in free.items() if enemies >> cell & 1]
            for group in strongest_groups(near, self.strength, MOST):
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

    def strength(self, unit: int) -> int:
        steps = self.g.state.steps[unit]
        return steps // 2 if self.g.state.disruption[unit] else steps

    def attack_orders(self, units: Sequence[int]) -> dict[int, Action]:
        """Of units that can still take orders: who prepares for the next turn's assault, and who probes now."""
        g, nerve = self.g, self.posture.nerve
        waiting = [u for u in units if g.enemy_beside(u) and not g.state.bought[u] and g.state.order[u] != Order.LOW]
        able = [u for u in waiting if may_take_order(g, u, Order.PREPARE)] if self.can_assault_next() else []
        set_on = {u: PATIENCE * p.worth / len(p.units) for p in self.plans(able, True, nerve) for u in p.units}
        found = {unit: Action("prepare", (unit,)) for unit in set_on}
        if g.is_night:
            return found
        probing = [u for u in waiting if any(may_take_order(g, u, Order.LOW, c) for c in cells_of(g.enemy_beside(u)))]
        for planned in self.plans(probing, False, max(0.0, nerve)):
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


def chance_to_vacate(result: CombatResult, loss: int, remnants: bool, surprise: bool) -> float:
    if (remnants and loss) or (surprise and result.retreat):
        return 1.0
    return YIELDS if loss else 0.05
