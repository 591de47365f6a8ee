"""The way out of a town whose loss decides the scenario, encircled or taken; for bots, no rule depends on it."""

from __future__ import annotations

from collections.abc import Sequence
from heapq import heappop, heappush

from grognard.games.friedensturm_1918.position import Friedensturm, bars_supply
from grognard.games.friedensturm_1918.rules.supply import fed
from grognard.rules.drilling import far_by_rings, rings_around

SAFE = 4
"""A way need not be guarded any farther than to a hex this far from the enemy."""
IN_ZONE, AT_HAND, CLOSE, BARRED = 1.0, 0.5, 0.5, 4.0
"""What a hex costs more in an enemy zone, less where we stand, more the nearer the enemy is, and where he stands."""

RELIEF = 3.0
"""What it is worth to throw the enemy off the way."""
RINGS = 6


def decisive_cells(g: Friedensturm, side: int) -> list[int]:
    """The hexes whose loss would decide the scenario against a side (Scenario 1, Scenario 3)."""
    rules = [rule for rule in g.setting.plan.decisive if g.setting.sides.index(rule.winner) != side]
    return [cell for rule in rules for cell in g.setting.known(rule.cells)]


def towns(g: Friedensturm, side: int) -> list[int]:
    """Scenario 3: the hexes of a side that the enemy need only encircle."""
    rules = [rule for rule in g.setting.plan.decisive if rule.rule == "controls-or-encircles"]
    cells = [c for rule in rules if g.setting.sides.index(rule.winner) != side for c in g.setting.known(rule.cells)]
    return [cell for cell in cells if g.state.held.get(cell) == side]


def is_cut(g: Friedensturm, side: int, cell: int) -> bool:
    """9.1, Scenario 3: no path leads from a town to a source."""
    return not fed(g, side) & (1 << cell | g.setting.around[cell])


def command_of(g: Friedensturm, side: int, hqs: int, blown: Sequence[int], limit: int = 0) -> int:
    """9.1: the hexes that headquarters in some hexes would command, with some bridges down."""
    setting = g.setting
    most = limit or setting.limits["command-range"]
    return setting.command.within(hqs, most, bars_supply(g, side), blown, setting.laid(g.state, side))


def way_out(g: Friedensturm, side: int, town: int, far: Sequence[int]) -> list[int]:
    """The hexes from a town to supply, far from the enemy, by the way that is easiest to guard; without the town."""
    setting = g.setting
    enemies, zones, own = g.occupied(1 - side), g.zone_cells[1 - side], g.fighting[side]
    home, came = fed(g, side), {town: town}
    cost, waiting = {town: 0.0}, [(0.0, town)]
    while waiting:
        spent, cell = heappop(waiting)
        if spent > cost[cell]:
            continue
        if far[cell] >= SAFE and home >> cell & 1:
            found: list[int] = []
            while cell != town:
                found.append(cell)
                cell = came[cell]
            return found[::-1]
        for near in setting.grid.neighbours[cell]:
            if not setting.area >> near & 1:
                continue
            step = 1.0 + IN_ZONE * (zones >> near & 1) - AT_HAND * (own >> near & 1) + CLOSE * max(0, 3 - far[near])
            step += BARRED * (enemies >> near & 1)
            if spent + step < cost.get(near, 999.0):
                cost[near], came[near] = spent + step, cell
                heappush(waiting, (spent + step, near))
    return []


def barred_by(g: Friedensturm, side: int) -> frozenset[int]:
    """The enemy hexes on the way out of a town."""
    found = towns(g, side)
    if not found:
        return frozenset()
    far = far_by_rings(rings_around(g.setting.beside, g.fighting[1 - side], RINGS), len(g.setting.grid.ids))
    ways = [cell for town in found for cell in way_out(g, side, town, far)]
    return frozenset([cell for cell in ways if g.occupied(1 - side) >> cell & 1])
