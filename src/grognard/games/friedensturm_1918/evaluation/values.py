"""What ground and men are worth, in victory points; for bots, no rule depends on it."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.games.friedensturm_1918.position import Friedensturm
from grognard.games.friedensturm_1918.rules.losses import price
from grognard.games.friedensturm_1918.rules.victory import is_decided, points
from grognard.games.friedensturm_1918.setting import FriedensturmSetting
from grognard.games.friedensturm_1918.state import Marker
from grognard.rules.drilling import Pull

DECISIVE = 6.0
"""What a hex is worth that decides the scenario, besides its points."""
DECIDED = 15.0
"""What a victory outright counts for in points, at least."""
HIT = 0.05
"""What a hit point is worth; a step has two or three (12.2.8)."""
LAST_STEP = 0.12
"""What a unit loses with its last step besides it: its zone, and the hex."""
GROUND, HOLE = 0.3, 0.3
"""For a retreat: what counts of the ground that it gives up, and what a unit is worth for being there at all."""
DISORDER, UNSUPPLIED, POISED = 0.08, 0.3, 0.05
GUN, STAFF, SHOCK = 0.6, 1.5, 0.15
"""Artillery, headquarters, Stosstruppen."""
URGENCY = (0.25, 0.6, 1.0)
"""What men count for in the last phases of a side, the very last one first."""
FADE = 0.86
"""How the pull of a victory hex fades with each hex."""
NEAR, FALLS = 0.8, 0.8
"""How likely a victory hex changes hands that the enemy is next to, and how that fades with each hex to go."""
ROOTS = {"27.15": 5.0, "28.20": 2.0, "32.21": 2.0}
"""Soissons, Oulchy and Fère: whoever takes them cuts off what stands in the salient (Scenario 3)."""
ZONE, UNIT, FARTHEST = 2, 4, 14
"""Hexes that a way is longer through an enemy zone of control, and through an enemy."""


class Values:
    """The worths of one setting."""

    def __init__(self, setting: FriedensturmSetting) -> None:
        self.setting = setting
        self.prizes: dict[int, float] = {}
        """16.0: the victory hexes, with what it is worth to hold them."""
        for row in setting.plan.objective:
            for cell in setting.known(row.cells):
                self.prizes[cell] = self.prizes.get(cell, 0.0) + row.points
        for rule in setting.plan.decisive:
            for cell in setting.known(rule.cells):
                self.prizes[cell] = self.prizes.get(cell, 0.0) + DECISIVE
        cutters = [rule.winner for rule in setting.plan.decisive if rule.rule == "encircles-divisions"]
        self.cutter = setting.sides.index(cutters[0]) if cutters else -1
        """Who wins by encircling divisions, if anybody does."""
        self.goals = self.prizes | {setting.grid.ids.index(name): worth for name, worth in ROOTS.items() if cutters}
        """What draws units: victory hexes, and the roots of a salient that is to be cut off."""
        self.scorer = setting.sides.index(setting.plan.objective[0].side)
        self._pull = Pull(setting.grid, FADE)
        tables = setting.tables
        ways = [6 - abs(7 - total) for total in range(2, 13)]
        self.results = {
            column: [(weight / 36, result) for weight, result in zip(ways, tables.crt.row(column), strict=True)]
            for column in tables.crt.columns
        }
        self.mean = {
            column: (sum([p * r.attacker for p, r in row]), sum([p * r.defender for p, r in row]))
            for column, row in self.results.items()
        }
        """The mean hit points of attacker and defender by column."""

    # -- ground --

    def pull(self, g: Friedensturm, side: int, held: bool) -> tuple[float, ...]:
        """How the victory hexes draw a side, hex by hex: those that it does not hold, or those that it does."""
        return self.pull_of([c for c in self.goals if self.owns(g, side, c) == held])

    def owns(self, g: Friedensturm, side: int, cell: int) -> bool:
        """Whether a side holds a goal; a root is the cutter's once his men stand there."""
        if cell in self.prizes:
            return g.state.held.get(cell) == side
        return (g.fighting[self.cutter] >> cell & 1 == 1) == (side == self.cutter)

    def pull_of(self, goals: Sequence[int]) -> tuple[float, ...]:
        return self._pull.of(tuple([(goal, self.goals[goal]) for goal in goals]))

    def hexes_to_go(self, g: Friedensturm, side: int) -> list[int]:
        """Ring after ring of the hexes that a side's combat units can come to; enemies and their zones hold them up."""
        beside, area = self.setting.beside, self.setting.area
        units, zones = g.occupied(1 - side), g.zone_cells[1 - side]
        levels = [0] * (FARTHEST + UNIT + 1)
        levels[0], seen = g.fighting[side], 0
        for far in range(FARTHEST):
            ring = levels[far] & ~seen
            seen |= ring
            levels[far] = ring
            onward = beside.of(ring) & area & ~seen
            levels[far + UNIT] |= onward & units
            levels[far + ZONE] |= onward & zones & ~units
            levels[far + 1] |= onward & ~zones & ~units
        return levels[:FARTHEST]

    def phases_left(self, g: Friedensturm, side: int) -> int:
        """How many times a side still moves, this one included."""
        limits, now = self.setting.limits, g.state
        total = 0
        for turn in self.setting.plan.turn:
            sequences = limits["offensive-sequences"] if turn.offensive else limits["sequences"]
            if turn.number > now.turn:
                total += sequences
            elif turn.number == now.turn:
                total += sequences - now.sequence + (g.phasing == side or g.phasing == g.initiative)
        return total

    def urgency(self, g: Friedensturm, side: int) -> float:
        """How much men still count: at the end only victory hexes do."""
        return URGENCY[min(len(URGENCY) - 1, max(0, self.phases_left(g, side) - 1))]

    def standing(self, g: Friedensturm, side: int) -> float:
        """What the victory hexes are worth to a side: held, or about to change hands."""
        rings = [self.hexes_to_go(g, 0), self.hexes_to_go(g, 1)]
        open_for = [self.phases_left(g, 0), self.phases_left(g, 1)]
        total = 0.0
        for cell, worth in self.prizes.items():
            holder = g.state.held.get(cell, 1 - self.scorer)
            taker = 1 - holder
            far = next((n for n, ring in enumerate(rings[taker]) if ring >> cell & 1), FARTHEST)
            changes = NEAR * FALLS ** max(0, far - 1) if far <= 4 * open_for[taker] else 0.0
            total += worth * ((1.0 - changes) if holder == side else changes)
        return total

    # -- men --

    def unit(self, g: Friedensturm, unit: int) -> float:
        """What a unit on the map is worth to its owner as it is."""
        setting, state = self.setting, g.state
        if setting.combat[unit]:
            worth = HIT * price(g, unit) * state.steps[unit] + HOLE
            worth -= DISORDER * bool(state.disorder[unit]) + UNSUPPLIED * state.unsupplied[unit]
            return worth + (POISED if state.marker[unit] == Marker.EXPLOITATION else 0.0)
        if setting.gun[unit]:
            return GUN
        return STAFF if setting.hq[unit] else SHOCK if setting.is_stoss[unit] else 0.0

    def men(self, g: Friedensturm, side: int) -> float:
        return sum([self.unit(g, u) for u in self.setting.units_of[side] if g.state.loc[u] >= 0])

    def score(self, g: Friedensturm, side: int) -> float:
        return GROUND * self.standing(g, side) + self.men(g, side) - self.men(g, 1 - side)

    def points(self, g: Friedensturm) -> float:
        """16.0: the points of whoever earns them; a victory outright counts at least as much as a good score."""
        found = float(points(g))
        won = {rule.winner for rule in self.setting.plan.decisive if is_decided(g, rule)}
        if len(won) != 1:
            return found
        return max(found, DECIDED) if self.setting.sides.index(won.pop()) == self.scorer else min(found, -DECIDED)
