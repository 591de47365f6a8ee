"""What keeps men in supply and in command: the way out of an encircled town, bridges, headquarters; for bots only."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from grognard.engine import Action
from grognard.engine.facts import derived
from grognard.games.friedensturm_1918.evaluation.values import Values
from grognard.games.friedensturm_1918.position import Friedensturm, bars_supply
from grognard.games.friedensturm_1918.rules.supply import fed
from grognard.rules.drilling import FieldDrill, Places
from grognard.rules.masks import cells_of, mask
from grognard.rules.rivers import pairs
from grognard.rules.search import Tolls, reach

REACH = 3
"""How far the enemy comes in a phase."""
SAFE, LONGEST = 4, 60
"""A way need not be guarded any farther than to a hex this far from the enemy, nor any longer, in thirds of a hex."""
HEX, IN_ZONE, UNMANNED, CLOSE, BARRED = 1, 2, 1, 1, 8
"""What a hex of a way costs, and more in an enemy zone, where we do not stand, the nearer the enemy is (for each hex
within three), and where he stands."""
OWN_BANK = 3
"""No bridge goes down that men of ours on the enemy's side are this near to."""
STAFF_RANGE = 13
"""How far a headquarters should have its men, of the 15 hexes that the rules allow (9.1)."""
LED, LED_DRY, SECOND = 0.1, 0.05, 0.005
"""What it is worth to command a unit that no other does, without a bridge on the way, and one that another does too."""
CROWDED, BESIDE = 0.1, 3
"""What it costs two headquarters to be side by side: whoever breaks through there has both."""
STAFF_DANGER = {0: 2.0, 1: 2.0, 2: 1.2, 3: 0.8, 4: 0.5, 5: 0.2}
"""What it costs a headquarters to be that near to the enemy."""


class Lifeline(FieldDrill[Friedensturm, Values]):
    """Where the units of a side stand, as planned so far, and how they are reached."""

    farthest = 11

    @cached_property
    def plan(self) -> Places:
        """The combat units, wherever they will be."""
        plan = Places(self.g.setting.grid)
        for unit in self.g.living(self.g.setting.combat_of[self.side]):
            plan.put(unit, self.g.state.loc[unit])
        return plan

    @cached_property
    def staffs(self) -> dict[int, int]:
        """Where headquarters will be."""
        return {hq: self.g.state.loc[hq] for hq in self.g.headquarters(self.side)}

    # -- a town whose loss decides the scenario, encircled or taken (Scenario 3) --

    @cached_property
    def ways(self) -> list[int]:
        """The hexes where the way out of such a town must be held, or opened; a Sergeant does not know."""
        g, rules = self.g, self.g.setting.plan.decisive if self.careful else []
        lost_by = [rule for rule in rules if g.setting.sides.index(rule.winner) != self.side]
        names = [name for rule in lost_by if rule.rule == "controls-or-encircles" for name in rule.cells]
        towns = [c for c in g.setting.known(names) if g.state.held.get(c) == self.side and self.far[c] <= REACH]
        return [cell for town in towns for cell in self.way_out(town)]

    def way_out(self, town: int) -> list[int]:
        """The hexes from a town to supply, far from the enemy, by the way that is easiest to guard."""
        g, setting = self.g, self.g.setting
        enemy, own, zones = g.occupied(1 - self.side), g.fighting[self.side], g.zone_cells[1 - self.side]
        near = [(CLOSE, setting.beside.within(g.fighting[1 - self.side], far)) for far in range(3)]
        tolls = Tolls(entering=[(IN_ZONE, zones), (UNMANNED, ~own), (BARRED, enemy), *near])
        found = reach(self.values.steps, town, LONGEST, ~setting.area, 0, tolls=tolls)
        safe = found.cells & fed(g, self.side) & ~setting.beside.within(g.fighting[1 - self.side], SAFE - 1)
        return found.path(min(cells_of(safe), key=found.cost)) if safe else []

    @cached_property
    def barred_by(self) -> int:
        """The enemy hexes on the way out of a town."""
        return mask(self.ways) & self.g.occupied(1 - self.side)

    # -- bridges (11.2.5) --

    def bridge(self, action: Action) -> float:
        """Down before the enemy, never behind men of ours or on their line of command (9.1); up to attack."""
        g, pair = self.g, action.numbers(0)
        attacks = g.initiative == self.side
        if action.verb == "repair":
            without = [cell for other in pairs(g.state.blown) if other != tuple(pair) for cell in other]
            return 1.0 if attacks or self.led(without) > self.led(g.state.blown) else -1.0
        if attacks or self.led([*g.state.blown, *pair]) < self.led(g.state.blown):
            return -1.0
        there, here = sorted(pair, key=lambda cell: self.far[cell])
        near, far = g.setting.grid.distances(there), g.setting.grid.distances(here)
        return -1.0 if any(near[c] <= OWN_BANK and near[c] < far[c] for c in self.plan.place_of.values()) else 1.0

    def led(self, blown: Sequence[int]) -> int:
        """How many hexes of our men the headquarters would command with some bridges down."""
        command = self.command_of(mask(self.staffs.values()), blown, self.g.setting.limits["command-range"])
        return (command & self.g.fighting[self.side]).bit_count()

    # -- headquarters (9.1) --

    def command_of(self, hqs: int, blown: Sequence[int], limit: int = STAFF_RANGE) -> int:
        """The hexes that headquarters in some hexes would command, with some bridges down."""
        setting, barred = self.g.setting, bars_supply(self.g, self.side)
        return setting.command.within(hqs, limit, barred, blown, setting.laid(self.g.state, self.side))

    @derived
    def led_by(self, hqs: int) -> int:
        return self.command_of(hqs, self.g.state.blown)

    def post(self, unit: int, cell: int) -> float:
        """Out of reach of the enemy, in command of our men, of those of no other above all, no bridge between."""
        men, bridges = self.plan.place_of.values(), [c for pair in self.g.setting.bridges for c in pair]
        others = {hq: c for hq, c in self.staffs.items() if hq != unit}
        reach, dry = self.led_by(1 << cell), self.command_of(1 << cell, bridges)
        led = self.led_by(mask(others.values()))
        charge = [c for c in men if reach >> c & 1 and not led >> c & 1]
        distance = self.g.setting.grid.distances(cell)
        total = LED * len(charge) + LED_DRY * sum([dry >> c & 1 for c in charge])
        total += SECOND * sum([reach >> c & 1 for c in men])
        total -= 0.01 * sum([distance[c] for c in charge]) / max(1, len(charge))
        total -= CROWDED * any(distance[c] <= BESIDE for c in others.values())
        return total - STAFF_DANGER.get(self.far[cell], 0.0) * (0.5 if self.plan.at.get(cell) else 1.0)
