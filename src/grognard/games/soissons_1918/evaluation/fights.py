"""What an attack promises, who attacks, who takes orders for it, and where guns fire (12.2.2, 15.0, 16.0)."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.engine import Action, Choice
from grognard.engine.facts import derived
from grognard.games.soissons_1918.evaluation.values import Values, Weights
from grognard.games.soissons_1918.position import Soissons
from grognard.games.soissons_1918.rules.aftermath import loss_rows
from grognard.games.soissons_1918.rules.artillery import drm_rows
from grognard.games.soissons_1918.rules.combat import CombatOrders, is_assault
from grognard.games.soissons_1918.rules.maneuver import may_take_order
from grognard.games.soissons_1918.rules.odds import possible_leads, work_out
from grognard.games.soissons_1918.setting import ENTENTE, GERMAN
from grognard.games.soissons_1918.state import Order
from grognard.rules.arithmetic import Fight, total
from grognard.rules.attack_plans import Planned, best_attack, mean_of, plan_attacks, strongest_groups
from grognard.rules.drilling import NO_ATTACK, Answer, FieldDrill, Prospect, best_of, or_end
from grognard.rules.masks import cells_of, mask, union
from grognard.rules.results import faces


class Fights(FieldDrill[Soissons, Values]):
    """The attacks of the phasing side in one position, and the artillery of either."""

    w: Weights

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
        price, gain = self.values.point(g, lead), self.values.point(g, chief)
        push, found = self.push(cells) if push is None else push, []
        for result in results:
            own, loss = max(0, result.attacker.value(1) + ours), max(0, result.defender.value(1) + theirs)
            gone = self.w.yields[loss > 0]
            shaken = sum([self.values.shaken(g, u, result.defender.code) for u in defenders])
            shaken -= sum([self.values.shaken(g, u, result.attacker.code) for u in units])
            found.append(Prospect(gain * loss - price * own + gone * push + shaken, own, loss, gone))
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
        assault, found = is_assault(self.g), []
        for action in decision.all_actions():
            if action.verb == "attack":
                cells, units = action.numbers(0), action.numbers(1)
                prospect = self.prospect(cells, units, assault)
                duties = self.w.duty * self.left_over(cells, units).bit_count()
                found.append((prospect.worth - duties, action, prospect))
        return best_attack(found, self.posture.nerve if decision.may_end() else -99.0)

    def left_over(self, cells: Sequence[int], units: Sequence[int]) -> int:
        """16.1: who else stands beside the attackers and has not been attacked."""
        g, found = self.g, union(self.g.enemy_beside(u) for u in units)
        done = [c for c in cells_of(found) if c in cells or any(g.state.struck[u] for u in g.fighters_at(c))]
        return found & ~mask(done)

    # -- orders in the Maneuver segment (12.2.2) --

    def plans(self, units: Sequence[int], assault: bool, nerve: float) -> list[Planned]:
        """Attacks worth more than ``nerve``, the best first, each unit and each hex once."""
        help = self.w.shells if assault else 0
        free = {u: self.g.enemy_beside(u) for u in units}
        return plan_attacks(
            free, lambda near: strongest_groups(near, self.strength, self.w.most_attackers),
            lambda cell, group: self.prospect((cell,), group, assault, help).worth, nerve, self.w.duty,
        )

    def strength(self, unit: int) -> int:
        steps = self.g.state.steps[unit]
        return steps // 2 if self.g.state.disruption[unit] else steps

    def attack_orders(self, units: Sequence[int]) -> dict[int, Action]:
        """Of units that can still take orders: who prepares for the next turn's assault, and who probes now."""
        g, nerve = self.g, self.posture.nerve
        waiting = [u for u in units if g.enemy_beside(u) and not g.state.bought[u] and g.state.order[u] != Order.LOW]
        able = [u for u in waiting if may_take_order(g, u, Order.PREPARE)] if self.can_assault_next() else []
        set_on = {u: self.w.patience * p.worth / len(p.units) for p in self.plans(able, True, nerve) for u in p.units}
        found = {unit: Action("prepare", (unit,)) for unit in set_on}
        if g.is_night:
            return found
        probing = [u for u in waiting if any(may_take_order(g, u, Order.LOW, c) for c in cells_of(g.enemy_beside(u)))]
        for planned in self.plans(probing, False, max(0.0, nerve)):
            if planned.worth > sum([set_on.get(u, 0.0) for u in planned.units]):
                able = [u for u in planned.units if may_take_order(g, u, Order.LOW, planned.cell)]
                found.update({unit: Action("probe", (unit, planned.cell)) for unit in able})
        return found

    def can_assault_next(self) -> bool:
        """Step B.6: a marker bought in the afternoon is lost in the night; on the last turn nobody assaults again."""
        g, plan = self.g, self.g.setting.plan
        last = plan.last_turn if g.phasing == ENTENTE else plan.last_german_turn
        return g.turn.part != "pm" and g.state.turn < last

    # -- where guns and aircraft fire (15.0) --

    @property
    def assaults(self) -> bool:
        """Whether an Assault segment is under way (15.5)."""
        return self.g.state.phase in ("bombard-1", "barrage-1")

    def fire(self, decision: Choice) -> Answer:
        """The next point where it adds most; where all add little they are kept for later, if there is a later."""
        options = [action for action in decision.options if action.verb != "end"]
        found = [(self.gain(a.number(a.verb == "direct")) + 0.001 * cheapness(a), a) for a in options]
        return or_end(best_of(found, self.least()), "where it shakes them most", "no target is worth it")

    def least(self) -> float:
        """At night and in the afternoon points that are not fired are lost; barrages want few (15.2.2)."""
        g = self.g
        return 0.001 if g.is_night or (g.turn.part == "pm" and g.state.phase == "bombard-2") else self.w.least_shell

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
        loss, help, worth = min([self.values.point(g, u) for u in units]), self.help(cell, units), 0.0
        for code in codes:
            effect = g.setting.tables.effects[code]
            if effect.when == "any" or g.is_night:
                shaken = sum([self.values.shaken(g, u, code) for u in units])
                worth += shaken + (help if shaken else 0.0) + (loss if effect.loss else 0.0)
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


def cheapness(action: Action) -> int:
    """What reaches everywhere is kept longest."""
    return 3 if action.verb == "direct" else {"medium": 2, "air": 1}.get(action.word(1), 0)
