"""Where headquarters go: in command of as many men as they can be, and out of danger; for bots only."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.games.friedensturm_1918.evaluation.lifeline import command_of
from grognard.games.friedensturm_1918.position import Friedensturm
from grognard.rules.drilling import Places
from grognard.rules.masks import mask

STAFF_RANGE, STAFF_STAYS = 13, 0.1
"""How far a headquarters should have its men, of the 15 hexes that the rules allow (9.1)."""
LED, LED_DRY, SECOND = 0.1, 0.05, 0.005
"""What it is worth to command a unit that no other does, without a bridge on the way, and one that another does too."""
CROWDED, BESIDE = 0.1, 3
"""What it costs two headquarters to be side by side: whoever breaks through there has both."""
STAFF_DANGER = {0: 2.0, 1: 2.0, 2: 1.2, 3: 0.8, 4: 0.5, 5: 0.2}
"""What it costs a headquarters to be that near to the enemy."""


class Staffs:
    """The headquarters of one side, with its combat units where a plan has them."""

    def __init__(self, g: Friedensturm, side: int, plan: Places, far: Sequence[int]) -> None:
        self.g = g
        self.side = side
        self.plan = plan
        self.far = far
        self.places = {hq: g.state.loc[hq] for hq in g.headquarters(side)}
        """Where headquarters will be."""
        self._led: dict[int, int] = {}

    def post(self, unit: int, cell: int) -> float:
        """9.1: out of reach of the enemy, in command of our men, of those of no other above all, no bridge between."""
        g, alone = self.g, self.uncommanded(unit)
        reach = command_of(g, self.side, 1 << cell, g.state.blown, STAFF_RANGE)
        dry = command_of(g, self.side, 1 << cell, [c for pair in g.setting.bridges for c in pair], STAFF_RANGE)
        distance = self.g.setting.grid.distances(cell)
        charge = [c for c in alone if reach >> c & 1]
        total = LED * len(charge) + LED_DRY * sum([dry >> c & 1 for c in charge])
        total += SECOND * sum([reach >> c & 1 for c in self.plan.place_of.values()])
        total -= 0.01 * sum([distance[c] for c in charge]) / max(1, len(charge))
        total -= CROWDED * any(hq != unit and distance[c] <= BESIDE for hq, c in self.places.items())
        return total - STAFF_DANGER.get(self.far[cell], 0.0) * (0.5 if self.plan.at.get(cell) else 1.0)

    def uncommanded(self, staff: int) -> list[int]:
        """The hexes of own units that no other headquarters commands, as all are planned to stand."""
        g = self.g
        others = mask([cell for hq, cell in self.places.items() if hq != staff])
        reach = self._led.get(others)
        if reach is None:
            reach = self._led[others] = command_of(g, self.side, others, g.state.blown, STAFF_RANGE)
        return [c for c in self.plan.place_of.values() if not reach >> c & 1]
