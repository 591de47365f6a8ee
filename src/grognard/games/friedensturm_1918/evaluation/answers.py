"""Small questions: leads, losses, retreats, markers, aircraft; for bots, no rule depends on them."""

from __future__ import annotations

from grognard.engine import Action
from grognard.games.friedensturm_1918.evaluation.moves import Moves
from grognard.games.friedensturm_1918.rules.air import AirOrders
from grognard.games.friedensturm_1918.rules.retreat import is_hot
from grognard.rules.drilling import Answer
from grognard.rules.masks import cells_of
from grognard.rules.orders import END


class Answers(Moves):
    """The reflexes of one side in one position."""

    def lose(self, action: Action) -> float:
        return -self.missed(action.number())

    def missed(self, unit: int) -> float:
        """What a step costs: strength on the map, and all of it with the last one."""
        g = self.g
        if not g.setting.combat[unit]:
            return 1.2
        if g.state.steps[unit] == 1:
            return 1.5 + 0.2 * g.attack(unit)
        return 0.3 + 0.25 * (g.attack(unit) - g.setting.units[unit].attack2) if g.at_full_strength(unit) else 0.2

    def afflict(self, action: Action) -> float:
        """The best of theirs, the least of ours; whoever may lead above all (12.2.3)."""
        g, unit = self.g, action.number()
        worth = 20.0 * (g.morale(unit) >= g.setting.limits["attack-morale"]) + g.attack(unit) + g.defence(unit)
        return worth if g.setting.side[unit] != self.side else -worth

    def lead(self, action: Action) -> float:
        unit = action.number()
        return self.g.lead_morale(unit) + 0.5 * self.g.is_elite(unit) - 0.1 * self.missed(unit)

    def activate(self, action: Action) -> float:
        """8.0: army artillery where many can attack, and where that leads somewhere."""
        g, setting, gun = self.g, self.g.setting, action.number()
        near = setting.within(g.state.loc[gun], setting.units[gun].range2)
        men = sum([g.attack(u) for u in g.living(setting.combat_of[self.side]) if near >> g.state.loc[u] & 1])
        return 1.0 + 0.05 * men + 0.3 * min((near & self.enemy).bit_count(), 6) + 0.5 * self.take[g.state.loc[gun]]

    def assign(self, action: Action) -> float:
        """Scenario 3: Stosstruppen to regiments before the enemy that can lead; later they stay where they are."""
        g, regiment = self.g, action.number(1)
        if g.state.phase != "deployment":
            return -0.5
        return 2.0 * bool(g.enemy_beside(regiment)) + 0.2 * g.attack(regiment) + self.take[g.state.loc[regiment]]

    def strongest(self, action: Action) -> float:
        return 1.0 + self.g.attack(action.number())

    def way_back(self, action: Action) -> float:
        """12.3: out of enemy zones, where there is room, before what is ours; 13.0: an enemy is led the other way."""
        g, cell = self.g, action.number()
        owner = g.phasing if g.state.phase == "disengagement" else self.side
        room = g.setting.limits["stacking"] - g.stacked(g.combat_at(cell))
        cool = sum([not is_hot(g, owner, c) for c in cells_of(g.setting.around[cell])])
        pull = self.values.pull(g, owner, True)[cell]
        worth = 0.03 * cool + 0.05 * min(room, 3) + 0.05 * pull - is_hot(g, owner, cell)
        return worth if owner == self.side else -worth

    def displace(self, action: Action) -> float:
        return float(self.far[action.number(1)])

    def station(self, action: Action) -> float:
        return float(self.far[self.g.state.loc[action.number(1)]])

    # -- aircraft (17.0) --

    def fly(self, decision: AirOrders) -> Answer:
        """Over the combat that matters most: support first; a second unit observes."""
        g, prizes = self.g, self.values.prizes
        flown = {g.state.loc[u] for u in g.setting.air_of[self.side] if g.state.mission[u] > 1}
        if self.side == g.phasing:
            worths = {cell: self.battle(cell) for cell in cells_of(self.enemy)}
        else:
            cells = cells_of(g.fighting[self.side] & g.setting.beside.within(self.enemy, 1))
            worths = {c: 0.01 * self.threat(c) + 0.1 * prizes.get(c, 0.0) for c in cells}
        wanted = sorted([c for c in worths if worths[c] > 0.0 and c not in flown], key=lambda c: -worths[c])
        ways = (Action("assist", (unit, cell)) for cell in wanted for unit in decision.units())
        return next((action for action in ways if decision.check(action)), END), "over the fight that matters most"
