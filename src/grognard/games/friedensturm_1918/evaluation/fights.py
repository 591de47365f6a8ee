"""What an attack promises: means over the dice of its ten steps (12.2); guns; for bots, no rule depends on it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from grognard.engine import Action, Decision
from grognard.games.friedensturm_1918.evaluation.lifeline import Lifeline
from grognard.games.friedensturm_1918.evaluation.values import HIT, LAST_STEP
from grognard.games.friedensturm_1918.position import has_air
from grognard.games.friedensturm_1918.rules.artillery import bombardment_rows, fire, may_fire, strength
from grognard.games.friedensturm_1918.rules.combat import able_to_join, leads_among
from grognard.games.friedensturm_1918.rules.coordination import attacker_rows, defender_rows, levels_of
from grognard.games.friedensturm_1918.rules.fight import Combat
from grognard.games.friedensturm_1918.rules.losses import price
from grognard.games.friedensturm_1918.rules.odds import is_cancelled, work_out
from grognard.games.friedensturm_1918.setting import ALLIED
from grognard.games.friedensturm_1918.state import Mission
from grognard.rules.arithmetic import total
from grognard.rules.drilling import NO_ATTACK, Answer, Prospect, best_of
from grognard.rules.orders import END
from grognard.rules.results import faces

COUNTERED, ANSWERED = 0.4, 0.6
"""How much of the defender's guns is likely to fire counter-battery, and how much at the attackers."""
BASE_PUSH = 0.12
"""What it is worth to throw anybody out of a hex."""
ONWARD = 0.35
"""What counts of the pull that a hex gained brings more."""
RELIEF = 3.0
"""What it is worth to throw the enemy off the way out of a town."""
WASTED = 0.3
"""How many of the attacker's hit points buy no step; a Sergeant does not know."""
SPARED = 0.03
"""What an attack may lose by leaving a unit out that has another enemy beside it."""
SAVED_GUN = 0.25
"""The hit points that a gun must bring to be used in a combat."""


class Fights(Lifeline):
    """The attacks that a side can make from where its units stand, and what its guns bring in them."""

    @cached_property
    def take(self) -> Sequence[float]:
        """The pull of what is not ours."""
        return self.values.pull(self.g, self.side, False)

    @cached_property
    def men(self) -> float:
        """How much men still count; a Sergeant does not look that far ahead."""
        return self.values.urgency(self.g, self.side) if self.careful else 1.0

    def attack_next(self, decision: Decision) -> Answer:
        """The attack that promises most, if it is worth it."""
        targets = [action.number() for action in decision.all_actions() if action != END]
        found = {cell: self.best(cell) for cell in targets}
        chosen = best_of([(prospect.worth, cell) for cell, prospect in found.items()], self.posture.nerve)
        if chosen is None:
            return END, f"no attack promises more than {self.posture.nerve:+.2f}"
        best = found[chosen]
        why = f"{self.g.cell_name(chosen)} promises {best.worth:+.2f}: {best.loss:.1f} hit points for {best.own:.1f}"
        return Action("attack", (chosen,)), why

    def name_attackers(self, decision: Decision) -> Answer:
        """Who was planned to attack; where the book wants one more, the first that can join."""
        joining = [u for u in self.best(self.g.state.target).units if u not in self.g.state.attackers]
        if joining:
            return [*[Action("join", (u,)) for u in joining], END], "as planned"
        return END if decision.check(END) else next(iter(decision.all_actions())), "nobody else"

    def best(self, target: int) -> Prospect:
        """The attack on a hex by all who can join, less those who are not needed and have another enemy beside them."""
        g = self.g
        units = able_to_join(g, Combat(g, target))
        tanks = [u for u in units if g.setting.tank[u]]
        best = self.prospect(target, [u for u in units if u not in tanks[1:]])
        for unit in sorted(best.units, key=lambda u: (g.attack(u), u)):
            if len(best.units) > 1:
                fewer = self.prospect(target, [u for u in best.units if u != unit])
                elsewhere = g.enemy_beside(unit) & ~(1 << target)
                if fewer.worth > best.worth - (SPARED if elsewhere else 0.0):
                    best = fewer
        return best

    def prospect(self, target: int, units: Sequence[int]) -> Prospect:
        """An attack of some units on a hex, the best of both sides leading."""
        g, leads = self.g, leads_among(self.g, units)
        if not leads:
            return NO_ATTACK
        c = Combat(g, target)
        c.attackers = list(units)
        c.lead = max(leads, key=lambda u: (g.lead_morale(u), g.is_elite(u), -u))
        c.chief = max(c.defenders, key=lambda u: (g.lead_morale(u), g.is_elite(u), -u))
        c.uses_stoss = bool(c.stoss(c.attacker))
        odds = work_out(g, c)
        return NO_ATTACK if is_cancelled(g, odds) else self.reckon(c, odds.column)

    def reckon(self, c: Combat, column: int) -> Prospect:
        """12.2.5 to 12.2.8: bombardment, results, coordination of both, retreat or losses."""
        g, limits = self.g, self.g.setting.limits
        ours, theirs = 0 if c.exploits else self.guns(c, c.attacker), self.guns(c, c.defender)
        shells = self.shells(c, ours - COUNTERED * theirs)
        surplus = max(0, ours - g.setting.tables.bombardment.columns[-1])        # these fire counter-battery
        answer = self.mean_shells(ANSWERED * max(0, theirs - surplus))
        more = limits["foch-hits"] if c.attacker == ALLIED and g.doctrine(c.lead) == "foch" else 0
        more -= limits["fog-hits"] if g.is_fog else 0
        yields = self.chance_of_order(total(defender_rows(g, c)))
        own, loss, won, room = answer, 0.0, 0.0, self.room(c.defenders)
        for chance, result in self.values.results[column]:
            own += chance * max(0, result.attacker + more)
            hits = result.defender + shells
            if hits >= room:
                gone, lost = 1.0, room + LAST_STEP * len(c.defenders) / HIT
            elif 2 * hits >= room:
                gone, lost = yields, hits - yields * 1.5 * limits["retreat-hits"]
            else:
                gone, lost = 0.3 * yields, hits
            won += chance * gone
            loss += chance * lost
        advances = self.chance_of_order(total(attacker_rows(g, c)))
        worth = self.men * HIT * (loss - (1.0 - WASTED * self.careful) * own)
        onward = self.take[c.target] - min([self.take[g.state.loc[u]] for u in c.attackers])
        worth += won * (self.push(c.target) + ONWARD * max(0.0, onward)) * (0.3 + 0.7 * advances)
        return Prospect(worth, own, loss, won, tuple(c.attackers))

    def push(self, target: int) -> float:
        """What it is worth that the defenders leave a hex."""
        theirs = self.g.state.held.get(target, self.side) != self.side
        return BASE_PUSH + RELIEF * (self.barred_by >> target & 1) + (self.values.prizes[target] if theirs else 0.0)

    def room(self, units: Sequence[int]) -> int:
        """12.2.8: the hit points that some units can take."""
        return sum([self.g.state.steps[u] * price(self.g, u) for u in units])

    def chance_of_order(self, drm: int) -> float:
        """12.2.6: how likely coordination is at least partial."""
        return sum([level in ("partial", "perfect") for level in levels_of(self.g, drm)]) / 6

    # -- guns (12.2.2, 15.2.2) --

    def guns(self, c: Combat, side: int) -> int:
        """The strength of all who can fire in a combat that is only thought of."""
        for gun in sorted(self.g.guns(side), key=lambda u: (-fire(self.g, u), u)):
            if may_fire(self.g, c, side, gun):
                c.guns[side].append(gun)
        return strength(self.g, c, side)

    def shells(self, c: Combat, points: float) -> float:
        """The mean hits of a bombardment of the defenders; forts keep them off."""
        observed = has_air(self.g, c.attacker, c.target, Mission.OBSERVATION)
        if self.g.setting.forts >> c.target & 1:
            return 0.0
        return self.mean_shells(points, int(observed), total(bombardment_rows(self.g, c)))

    def mean_shells(self, points: float, columns: int = 0, drm: int = 0) -> float:
        table = self.g.setting.tables.bombardment
        if points < 0.5:
            return 0.0
        return sum([result.hits for result in faces(table, table.clamp(round(points) + columns), drm)]) / 6

    def name_guns(self, decision: Decision) -> Answer:
        """Steps 2 to 4: what brings most hit points more than the enemy's."""
        c = Combat.under_way(self.g)
        least = self.balance(c) + (0.0 if decision.kind == "counter-battery" else SAVED_GUN)
        named = [action for action in decision.all_actions() if action != END]
        best = best_of([(self.balance(c, action), action) for action in named], least)
        return best or END, "the guns that bring most"

    def balance(self, c: Combat, action: Action | None = None) -> float:
        """The mean hit points of our bombardment less those of theirs, with one gun more or set otherwise."""
        ours, theirs = strength(self.g, c, self.side), strength(self.g, c, 1 - self.side)
        if action is not None:
            points = fire(self.g, action.number())
            supports = action.verb == "support"
            ours += points if supports else -points * (action.number() in c.guns[self.side])
            theirs -= 0 if supports else points
        return self.mean_shells(ours) - self.mean_shells(theirs)
