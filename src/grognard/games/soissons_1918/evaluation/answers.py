"""Small questions: set-up, tanks, leaders, losses, withdrawals, remnants; for bots, no rule depends on them."""

from __future__ import annotations

from grognard.engine import Action
from grognard.games.soissons_1918.evaluation.moves import Moves
from grognard.games.soissons_1918.position import Soissons
from grognard.games.soissons_1918.setting import ENTENTE, GERMAN
from grognard.rules.drilling import Answer
from grognard.rules.masks import cells_of
from grognard.rules.orders import Placing


class Answers(Moves):
    """The reflexes of one side in one position."""

    def liking(self, action: Action) -> float:
        """How gladly an answer is given; 0 for those that leave things as they are."""
        g, verb, kind = self.g, action.verb, self.g.setting
        if verb == "lose":
            unit = action.number()
            return -self.values.point(g, unit) - 0.01 * g.state.steps[unit]
        if verb == "lead":
            return self.leader(action.number())
        if verb == "losses":
            return self.bargain(int(action.word()))
        if verb in ("attach", "shift"):
            return self.tank(action.number(0), action.number(1)) if action.args else 0.0
        if verb == "withdraw-unit":
            return self.withdrawal(action.number())
        if verb == "remove":
            return -self.missed(action.number())
        if verb == "reform":
            return 1.0 + kind.units[action.number()].stars
        if verb == "assign":
            hq = action.number(1)
            return -float(kind.grid.distance(g.state.loc[action.number()], g.state.loc[hq]))
        if verb == "hold":
            return 0.1
        return 0.0

    def leader(self, unit: int) -> float:
        """16.4.2, 16.4.4: stars and good order first, then whoever bears the loss best."""
        g = self.g
        ground = 0.0
        if not g.is_phasing(unit):
            ground = float(g.setting.shelter >> g.state.loc[unit] & 1) - 0.7 * min(g.state.disruption[unit], 4)
        return g.setting.units[unit].stars + ground - self.values.point(g, unit)

    def bargain(self, losses: int) -> float:
        """16.4.11: X is 2 where a German point is worth more than one of ours."""
        g = self.g
        own = [u for u in g.on_map(g.phasing) if g.state.fought[u]]
        foes = [u for u in g.on_map(1 - g.phasing) if g.state.struck[u]]
        price = max([self.values.point(g, u) for u in own], default=0.2)
        gain = max([self.values.point(g, u) for u in foes], default=0.2)
        return losses * (gain - price)

    # -- set-up and arrivals (3.1, 17.1) --

    def place(self, decision: Placing[Soissons]) -> Answer:
        g = self.g
        unit = decision.units()[0]
        verb = decision.verbs()[0]
        cells = cells_of(decision.cells(unit)[verb])
        wanted = self.suggested(unit)
        far = g.setting.grid.distances(wanted) if wanted >= 0 else None
        if verb == "enter":
            cell = max(cells, key=lambda c: (self.arrival(unit, c), -c))
            return Action(verb, (unit, cell)), "where it is needed"
        cell = min(cells, key=lambda c: (far[c] if far is not None else 0, c))
        return Action(verb, (unit, cell)), "as the scenario suggests"

    def suggested(self, unit: int) -> int:
        """The hex of the printed deployment; -1 if there is none."""
        setting = self.g.setting
        cells = (setting.cell_named(e.cell) for e in setting.plan.setup if setting.unit_named(e.id) == unit)
        return next(cells, -1)

    def arrival(self, unit: int, cell: int) -> float:
        """17.3: on a road; for the Entente near the headquarters, for the German near the goals where he is thin."""
        g, setting = self.g, self.g.setting
        road = 3.0 if setting.road_steps.forth.of(1 << cell) else 0.0
        crowd = 2.0 * len(g.fighters_at(cell))
        if setting.side[unit] == ENTENTE:
            hq = g.headquarters_of(unit)
            near = -setting.grid.distance(cell, g.state.loc[hq]) if hq >= 0 and g.state.loc[hq] >= 0 else 0
            return road + near - crowd
        far = setting.grid.distances(cell)
        thin = sum([1.0 / (1 + far[g.state.loc[u]]) for u in g.on_map(GERMAN) if setting.infantry[u]])
        return road + 0.5 * self.pull[cell] - 1.5 * thin - crowd

    # -- tanks (5.4) --

    def tank(self, tank: int, unit: int) -> float:
        """5.4.2: to strong divisions in good order that will attack, on open ground; never to and fro."""
        g = self.g
        here = self.use_of_tanks(unit)
        if g.state.loc[tank] >= 0:
            carrier = next(u for u in g.on_map(ENTENTE) if g.state.tank[u] == tank)
            return here - self.use_of_tanks(carrier) - 0.5
        if g.state.phase == "deployment":
            return here + 1.0 + 3.0 * (self.printed_tank(tank) == unit)
        return here

    def use_of_tanks(self, unit: int) -> float:
        g, setting = self.g, self.g.setting
        targets = g.enemy_beside(unit)
        open_ground = sum([not (setting.ravines | setting.woods) >> c & 1 for c in cells_of(targets)])
        total = 0.1 * g.state.steps[unit] + 0.3 * open_ground - 0.5 * g.state.disruption[unit]
        total -= 2.0 * g.is_spent(unit)
        return total + (1.0 if g.state.order[unit] else 0.0) - 0.3 * max(0, self.far[g.state.loc[unit]] - 1)

    def printed_tank(self, tank: int) -> int:
        setting, name = self.g.setting, self.g.name(tank)
        return next((setting.unit_named(e.id) for e in setting.plan.setup if e.tank == name), -1)

    # -- the night (5.3, 5.5) --

    def withdrawal(self, unit: int) -> float:
        """5.3: a Spent division costs a point at the end; it stays only where a town would be lost with it."""
        return 1.0 + self.missed(unit)

    def missed(self, unit: int) -> float:
        """5.5.1: what the Entente gains, or loses, where a unit leaves the line."""
        g = self.g
        return self.values.standing(g, g.ground_if((unit,), -1)) - self.values.standing(g, g.ground())
