"""What an attack promises: means over the dice of its ten steps (12.2); for bots, no rule depends on it."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.games.friedensturm_1918.evaluation.lifeline import RELIEF, barred_by
from grognard.games.friedensturm_1918.evaluation.values import HIT, LAST_STEP, Values
from grognard.games.friedensturm_1918.position import Friedensturm, has_air
from grognard.games.friedensturm_1918.rules.artillery import bombardment_rows, fire, in_range
from grognard.games.friedensturm_1918.rules.combat import able_to_join, leads_among
from grognard.games.friedensturm_1918.rules.coordination import attacker_rows, defender_rows, levels_of
from grognard.games.friedensturm_1918.rules.fight import Combat
from grognard.games.friedensturm_1918.rules.losses import price
from grognard.games.friedensturm_1918.rules.odds import is_cancelled, work_out
from grognard.games.friedensturm_1918.setting import ALLIED
from grognard.games.friedensturm_1918.state import Mission
from grognard.rules.arithmetic import total
from grognard.rules.drilling import NO_ATTACK, Prospect
from grognard.rules.results import faces

COUNTERED, ANSWERED = 0.4, 0.6
"""How much of the defender's guns is likely to fire counter-battery, and how much at the attackers."""
STRONGEST = 6
"""15.2.2: the last column of the Bombardment table."""
BASE_PUSH = 0.12
"""What it is worth to throw anybody out of a hex."""
PUSH = 0.35
"""What counts of the pull that a hex gained brings more."""
CANCELLED, PENALTY = (0.45, 0.2), 8.0
"""How likely guns cancel the attack of one unit and of two divisions, and the hit points that three steps are worth."""
WASTED = 0.3
"""How many of the attacker's hit points buy no step; a Sergeant does not know."""
GARRISON = 0.05
"""What counts of a victory hex whose garrison attacks."""
SPARED = 0.03
"""What an attack may lose by leaving a unit out that has another enemy beside it."""


class Fights:
    """The attacks that one side can make from where its units stand."""

    def __init__(self, g: Friedensturm, values: Values, careful: bool = False) -> None:
        self.g = g
        self.values = values
        self.hit = HIT * values.urgency(g, g.phasing) if careful else HIT
        self.wasted = WASTED if careful else 0.0
        self.take = values.pull(g, g.phasing, held=False)
        self.barred_by = barred_by(g, g.phasing) if careful else frozenset()

    def push(self, target: int, units: Sequence[int]) -> float:
        """What it is worth that the defenders leave a hex."""
        g, worth = self.g, BASE_PUSH
        if g.state.held.get(target, g.phasing) != g.phasing:
            worth += self.values.prizes[target]
        worth += RELIEF if target in self.barred_by else 0.0
        behind = min([self.take[g.state.loc[u]] for u in units], default=0.0)
        return worth + PUSH * max(0.0, self.take[target] - behind)

    def guns(self, c: Combat, side: int) -> list[int]:
        """Who can still fire in this phase, the strongest first; one unit in offensive mode at most (12.2.2)."""
        g, found = self.g, []
        for gun in g.guns(side):
            most = 4 if g.state.offensive[gun] and side == c.attacker else 1
            if g.state.uses[gun] < most and in_range(g, gun, c.target):
                found.append(gun)
        found.sort(key=lambda u: (-fire(g, u), u))
        heavy = [u for u in found if g.state.offensive[u]]
        return [u for u in found if u not in heavy[1:]]

    def best(self, target: int) -> Prospect:
        """The attack on a hex by all who can join, less those who are not needed and have another enemy beside them."""
        g = self.g
        units = able_to_join(g, Combat(g, target))
        tanks = [u for u in units if g.setting.tank[u]]
        units = [u for u in units if u not in tanks[1:]]
        best = self.prospect(target, units)
        for unit in sorted(units, key=lambda u: (self.strength(u), u)):
            if len(best.units) > 1:
                fewer = [u for u in best.units if u != unit]
                found = self.prospect(target, fewer)
                elsewhere = (g.enemy_beside(unit) & ~(1 << target)).bit_count()
                if found.worth > best.worth - (SPARED if elsewhere else 0.0):
                    best = found
        return best

    def strength(self, unit: int) -> int:
        return self.g.attack(unit)

    def prospect(self, target: int, units: Sequence[int]) -> Prospect:
        g = self.g
        leads = leads_among(g, units)
        if not leads:
            return NO_ATTACK
        c = Combat(g, target)
        c.attackers, c.tank = list(units), next((u for u in units if g.setting.tank[u]), -1)
        c.lead = max(leads, key=lambda u: (g.lead_morale(u), g.is_elite(u), -u))
        c.chief = max(c.defenders, key=lambda u: (g.lead_morale(u), g.is_elite(u), -u))
        c.uses_stoss = bool(c.stoss(c.attacker))
        odds = work_out(g, c)
        if is_cancelled(g, odds):
            return NO_ATTACK
        return self.reckon(c, odds.column)

    def reckon(self, c: Combat, column: int) -> Prospect:
        """12.2.5 to 12.2.8: bombardment, results, coordination of both, retreat or losses."""
        g, values = self.g, self.values
        ours = 0 if c.exploits else sum([fire(g, u) for u in self.guns(c, c.attacker)])
        theirs = sum([fire(g, u) for u in self.guns(c, c.defender)])
        shells = self.shells(c, ours - COUNTERED * theirs)
        answer = self.mean_shells(ANSWERED * max(0.0, theirs - (0 if c.exploits else max(0, ours - STRONGEST))))
        more = (g.setting.limits["foch-hits"] if c.attacker == ALLIED and g.doctrine(c.lead) == "foch" else 0)
        more -= g.setting.limits["fog-hits"] if g.is_fog else 0
        advances = self.chance_of_order(total(attacker_rows(g, c)))
        yields = self.chance_of_order(total(defender_rows(g, c)))
        room = sum([g.state.steps[u] * price(g, u) for u in c.defenders])
        push, zones = self.push(c.target, c.attackers), LAST_STEP * len(c.defenders)
        saved = g.setting.limits["retreat-hits"]
        own = loss = won = 0.0
        for chance, result in values.results[column]:
            own += chance * max(0, result.attacker + more)
            for odds, shell in shells:
                hits, p = result.defender + shell, chance * odds
                if hits >= room:
                    gone, lost = 1.0, room + zones / HIT
                elif 2 * hits >= room:
                    gone, lost = yields, hits - yields * 1.5 * saved
                else:
                    gone, lost = 0.3 * yields, float(hits)
                won += p * gone
                loss += p * lost
        men = self.hit * (loss - (1.0 - self.wasted) * (own + answer))
        worth = men + won * push * (0.3 + 0.7 * advances) - self.left_open(c)
        shaken = self.cancelled(c) if answer else 0.0
        worth = (1.0 - shaken) * worth - shaken * self.hit * PENALTY
        return Prospect(worth, own + answer, loss, won, tuple(c.attackers))

    def cancelled(self, c: Combat) -> float:
        """12.2.3, 12.2.8: how likely the enemy's guns leave nobody to lead: hits that buy no step disorganise."""
        men = [u for u in c.attackers if self.g.setting.infantry[u]]
        if len(men) == 1:
            return CANCELLED[0]
        return CANCELLED[1] if len(men) == 2 and all(self.g.setting.division[u] for u in men) else 0.0

    def left_open(self, c: Combat) -> float:
        """What it costs to wear out those who hold a victory hex."""
        cells = {self.g.state.loc[u] for u in c.attackers}
        return GARRISON * sum([self.values.prizes.get(cell, 0.0) for cell in cells])

    def shells(self, c: Combat, strength: float) -> list[tuple[float, int]]:
        """15.2.2: the hits of a bombardment with their chances; forts keep them off."""
        g = self.g
        table = g.setting.tables.bombardment
        column = round(strength) + (1 if has_air(g, c.attacker, c.target, Mission.OBSERVATION) else 0)
        if strength < 0.5 or g.setting.forts >> c.target & 1:
            return [(1.0, 0)]
        found: dict[int, float] = {}
        for result in faces(table, table.clamp(column), total(bombardment_rows(g, c))):
            found[result.hits] = found.get(result.hits, 0.0) + 1 / 6
        return [(chance, hits) for hits, chance in found.items()]

    def mean_shells(self, strength: float) -> float:
        table = self.g.setting.tables.bombardment
        if strength < 0.5:
            return 0.0
        return sum([result.hits for result in faces(table, table.clamp(round(strength)), 0)]) / 6

    def chance_of_order(self, drm: int) -> float:
        """12.2.6: how likely coordination is at least partial."""
        return sum([level in ("partial", "perfect") for level in levels_of(self.g, drm)]) / 6
