"""Where a unit can go: terrain, passage, interdiction, zones of control, off-front movement (7.2-7.6).

Costs are counted in halves of a movement point. The search goes cost by cost with sets of squares (see
`grognard.rules.search`); what a unit pays to leave a square that friends hold or that is interdicted is
added on the way out of it.
"""

from __future__ import annotations

from collections.abc import Iterable

from grognard.games.somme_1916.state import Somme
from grognard.games.somme_1916.terms import AHEAD, BACK, DISRUPTED, SUPPRESSED
from grognard.rules.masks import layer_mask, mask
from grognard.rules.search import step_on


def allowance(g: Somme, unit: int) -> int:
    """A unit's movement points in halves, before doubling: weather and Suppression first, then halving (7.0)."""
    state, setting = g.state, g.setting
    if unit in state.broken or unit in state.held or (setting.hqs[unit] and state.mode[unit] == BACK):
        return 0                                                                # 7.8, 14.1.3, 7.4.2
    points = g.face(unit).mp + setting.weather_effects[state.weather].mp        # 5.3, 5.4
    if state.status[unit] == SUPPRESSED:
        points += setting.costs["suppressed"]                                   # 6.5.1
    points = max(0, points)
    if state.status[unit] == DISRUPTED:
        points = -(-points // setting.costs["disrupted"])                       # 6.5.1: halved, rounded up
    return 2 * points


def near_enemy(g: Somme, side: int) -> tuple[int, int]:
    """7.6: squares less than three from an enemy that is not totally surrounded, and with them those one farther."""
    key = ("near", side)
    found = g.map_cache.get(key)
    if not isinstance(found, tuple):
        unheld = g.setting.everywhere & ~(g.occupied(side) | g.zone_mask(side))
        enemies = g.occupied(1 - side) & g.setting.nearby.of(unheld)
        found = g.map_cache[key] = g.setting.nearness(enemies)
    return found


def points_left(g: Somme, unit: int) -> int:
    """What a unit on the map has left in halves; doubled while it has kept far from the enemy (7.6)."""
    points, cell = allowance(g, unit), g.state.loc[unit]
    if unit not in g.state.near and not near_enemy(g, g.setting.side[unit])[0] >> cell & 1:
        points *= g.setting.costs["off-front"]
    return points - g.state.spent[unit]


def interdicted_squares(g: Somme) -> int:
    found = g.map_cache.get("interdicted")
    if not isinstance(found, int):
        found = g.map_cache["interdicted"] = mask(g.state.interdicted)
    return found


def costs_of_leaving(g: Somme, friends: int, interdicted: int) -> list[tuple[int, int]]:
    """What is paid to leave a square, beside the price of the step, each with the squares where it is (6.5.1, 7.3)."""
    passage, leaving = 2 * g.setting.costs["passage"], 2 * g.setting.costs["interdicted-exit"]
    if not interdicted:
        return [(0, ~friends), (passage, friends)]
    return [
        (0, ~(friends | interdicted)), (passage, friends & ~interdicted),
        (leaving, interdicted & ~friends), (leaving + passage, interdicted & friends),
    ]


def zones_against(g: Somme, unit: int) -> int:
    """The enemy zones that hold a unit; of engaged defenders not those in their own square (X07)."""
    side, cell = g.setting.side[unit], g.state.loc[unit]
    if cell not in g.state.engaged or g.setting.options["engaged_withdrawal"] != "free":
        return g.zone_mask(1 - side)
    layer = g.zones[1 - side][:]
    for enemy in g.enemies_in(cell, side):
        for other in g.zone(enemy, cell):
            layer[other] -= 1
    return layer_mask(layer)


class Ways:
    """The squares in reach with their costs, and the way to each."""

    __slots__ = ("cells", "extra", "friends", "g", "levels", "start", "zones")

    def __init__(
        self, g: Somme, start: int, cells: int, levels: list[int], zones: int, friends: int, extra: int,
    ) -> None:
        self.g = g
        self.start = start
        self.cells = cells
        self.levels = levels
        self.zones = zones
        self.friends = friends
        self.extra = extra
        """The interdicted squares."""

    def __contains__(self, cell: int) -> bool:
        return bool(self.cells >> cell & 1)

    def cost(self, cell: int) -> int:
        for cost, level in enumerate(self.levels):
            if level >> cell & 1:
                return cost
        raise KeyError(cell)

    def keeps_off(self, cells: int, points: int) -> bool:
        """Whether nothing in reach with that many points lies in a set of squares."""
        within = 1 << self.start
        for level in self.levels[:points + 1]:
            within |= level
        return not within & cells

    def path(self, cell: int) -> list[int]:
        """The squares entered on a cheapest way, the last one included, the start not; always the same one."""
        path = [cell]
        spent = self.cost(cell)
        leaving = costs_of_leaving(self.g, self.friends, self.extra)
        while (before := self._before(cell, spent, leaving)) is not None:
            cell, spent = before
            path.append(cell)
        return path[::-1]

    def _before(self, cell: int, spent: int, leaving: list[tuple[int, int]]) -> tuple[int, int] | None:
        """The square from which this one was entered, and its cost; None if that was the start."""
        spent -= self._entry(cell)
        if spent == (self._first_step(cell) if self.start >= 0 else self.g.setting.entry_cost[cell]):
            return None
        best = best_cost = 0
        for price, sources in self.g.setting.move_steps.back[cell]:
            for more, among in leaving:
                cost = spent - price - more
                found = self.levels[cost] & sources & among & ~self.zones if cost >= 0 else 0
                low = found & -found
                if found and (not best or low < best):                          # of several always the first square
                    best, best_cost = low, cost
        return (best.bit_length() - 1, best_cost) if best else None

    def _entry(self, cell: int) -> int:
        return 2 * self.g.setting.costs["interdicted-entry"] if self.extra >> cell & 1 else 0

    def _first_step(self, cell: int) -> int:
        """What the step from the start costs; far too much where none is possible."""
        bit = 1 << cell
        price = next((p for p, found in self.g.setting.move_steps[self.start] if found & bit), 9999)
        if self.extra >> self.start & 1:
            price += 2 * self.g.setting.costs["interdicted-exit"]
        return price


def search(
    g: Somme, side: int, start: int, points: int, closed: int, zones: int, sources: Iterable[int] = (),
) -> Ways:
    """All squares in reach. Without a start the unit comes on the map by one of the ``sources`` (7.7)."""
    setting = g.setting
    steps, extra, friends = setting.move_steps, interdicted_squares(g), g.occupied(side)
    leaving = costs_of_leaving(g, friends, extra)
    entry = 2 * setting.costs["interdicted-entry"]
    levels = [0] * (points + 1)
    late = [0] * (points + 1)  # interdicted squares, when what it costs to enter them has been paid
    barred = closed
    if start >= 0:
        barred |= 1 << start
        base = 2 * setting.costs["interdicted-exit"] if extra >> start & 1 else 0
        # 7.5: out of an enemy zone first into a square that is free of them.
        only = ~zones if zones >> start & 1 else -1
        for price, found in steps[start]:
            if price + base <= points:
                levels[price + base] |= found & only
    else:
        for cell in sources:
            if setting.entry_cost[cell] <= points:
                levels[setting.entry_cost[cell]] |= 1 << cell
    for spent, level in enumerate(levels):
        if not level and not late[spent]:
            continue
        new = level & ~barred
        if extra:
            if spent + entry <= points:
                late[spent + entry] |= new & extra
            new = new & ~extra | late[spent] & ~barred
        levels[spent] = new
        if not new:
            continue
        barred |= new
        going = new & ~zones                                                    # 7.5: whoever enters a zone stops
        for more, among in leaving:
            if going & among:
                step_on(steps, going & among, spent + more, levels)
    cells = barred & ~closed
    if start >= 0:
        cells &= ~(1 << start)
    return Ways(g, start, cells, levels, zones, friends, extra)


def default_facing(g: Somme, unit: int, direction: int) -> int:
    """7.2.2: where a unit faces that has just moved; of two sides beside a diagonal its own, else the enemy's."""
    if direction % 2 == 0:
        return direction
    sides = ((direction - 1) % 8, (direction + 1) % 8)
    ahead = AHEAD[g.setting.side[unit]]
    for wanted in (g.state.facing[unit], ahead):
        if wanted in sides:
            return wanted
    return sides[0]
