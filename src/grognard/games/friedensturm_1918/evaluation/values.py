"""What ground and men are worth, in victory points; for bots, no rule depends on it."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.games.friedensturm_1918.position import Friedensturm
from grognard.games.friedensturm_1918.rules.losses import price
from grognard.games.friedensturm_1918.rules.victory import is_decided, points
from grognard.games.friedensturm_1918.setting import FriedensturmSetting
from grognard.rules.drilling import Pull
from grognard.rules.manners import Weights
from grognard.rules.search import grouped

DECISIVE = 6.0
"""What a hex is worth that decides the scenario, besides its points."""
DECIDED = 15.0
"""What a victory outright counts for in points, at least."""
HIT = 0.05
"""What a hit point is worth; a step has two or three (12.2.8)."""
LAST_STEP = 0.12
"""What a unit loses with its last step besides it: its zone, and the hex."""
HOLE = 0.3
"""For a retreat: what a unit is worth for being there at all."""
DISORDER, UNSUPPLIED = 0.08, 0.3
GUN, STAFF, SHOCK = 0.6, 1.5, 0.15
"""Artillery, headquarters, Stosstruppen."""
URGENCY = (0.25, 0.6, 1.0)
"""What men count for in the last phases of a side, the very last one first."""
FADE = 0.86
"""How the pull of a victory hex fades with each hex."""
ROOTS = {"27.15": 5.0, "28.20": 2.0, "32.21": 2.0}
"""Soissons, Oulchy and Fère: whoever takes them cuts off what stands in the salient (Scenario 3)."""


class Values:
    """The worths of one setting."""

    def __init__(self, setting: FriedensturmSetting, w: Weights) -> None:
        self.setting = setting
        self.w: Weights = w
        plan = setting.plan
        self.prizes: dict[int, float] = {}
        """16.0: the victory hexes, with what it is worth to hold them."""
        worths = [(row.cells, float(row.points)) for row in plan.objective]
        for cells, worth in [*worths, *[(rule.cells, DECISIVE) for rule in plan.decisive]]:
            for cell in setting.known(cells):
                self.prizes[cell] = self.prizes.get(cell, 0.0) + worth
        cutters = [rule.winner for rule in plan.decisive if rule.rule == "encircles-divisions"]
        self.cutter = setting.sides.index(cutters[0]) if cutters else -1
        """Who wins by encircling divisions, if anybody does."""
        self.goals = self.prizes | {setting.grid.ids.index(name): worth for name, worth in ROOTS.items() if cutters}
        """What draws units: victory hexes, and the roots of a salient that is to be cut off."""
        self.scorer = setting.sides.index(plan.objective[0].side)
        self.steps = grouped([[(near, 1) for near in around] for around in setting.grid.neighbours])
        """From hex to hex, whatever lies there."""
        self._pull = Pull(setting.grid, FADE)
        crt = setting.tables.crt
        weights = [6 - abs(7 - total) for total in range(2, 13)]
        self.results = {
            column: [(weight / 36, result) for weight, result in zip(weights, crt.row(column), strict=True)]
            for column in crt.columns
        }
        """By column the results of two dice with their chances."""
        self.mean = {
            column: (sum([p * r.attacker for p, r in row]), sum([p * r.defender for p, r in row]))
            for column, row in self.results.items()
        }
        """The mean hit points of attacker and defender by column."""

    # -- ground --

    def owns(self, g: Friedensturm, side: int, cell: int) -> bool:
        """Whether a side holds a goal; a root is the cutter's once his men stand there."""
        if cell in self.prizes:
            return g.state.held.get(cell) == side
        return (g.fighting[self.cutter] >> cell & 1 == 1) == (side == self.cutter)

    def pull(self, g: Friedensturm, side: int, held: bool) -> tuple[float, ...]:
        """How the goals draw a side, hex by hex: those that it does not hold, or those that it does."""
        return self.pull_of([c for c in self.goals if self.owns(g, side, c) == held])

    def pull_of(self, goals: Sequence[int]) -> tuple[float, ...]:
        return self._pull.of(tuple([(goal, self.goals[goal]) for goal in goals]))

    def urgency(self, g: Friedensturm, side: int) -> float:
        """How much men still count: in the last phases of a side only victory hexes do."""
        limits, turns = self.setting.limits, [turn for turn in self.setting.plan.turn if turn.number >= g.state.turn]
        sequences = sum([limits["offensive-sequences" if turn.offensive else "sequences"] for turn in turns])
        left = sequences - g.state.sequence + (g.phasing in (side, g.initiative))
        return URGENCY[min(len(URGENCY) - 1, max(0, left - 1))]

    # -- men --

    def unit(self, g: Friedensturm, unit: int) -> float:
        """What a unit on the map is worth to its owner as it is."""
        setting, state = self.setting, g.state
        if setting.combat[unit]:
            worth = HIT * price(g, unit) * state.steps[unit] + HOLE
            return worth - DISORDER * bool(state.disorder[unit]) - UNSUPPLIED * state.unsupplied[unit]
        return GUN if setting.gun[unit] else STAFF if setting.hq[unit] else SHOCK * setting.is_stoss[unit]

    def points(self, g: Friedensturm) -> float:
        """16.0: the points of whoever earns them; a victory outright counts at least as much as a good score."""
        found = float(points(g))
        won = {rule.winner for rule in self.setting.plan.decisive if is_decided(g, rule)}
        if len(won) != 1:
            return found
        return max(found, DECIDED) if self.setting.sides.index(won.pop()) == self.scorer else min(found, -DECIDED)
