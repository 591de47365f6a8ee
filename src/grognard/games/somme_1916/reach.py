"""Where a unit can go: terrain, passage, interdiction, zones of control, off-front movement (7.2-7.6).

Costs are counted in halves of a movement point. The search goes cost by cost with sets of squares (see
`grognard.rules.search`); what a unit pays to leave a square that friends hold or that is interdicted is
added on the way out of it.
"""

from __future__ import annotations

from collections.abc import Iterable

from grognard.games.somme_1916.setting import BACK, FACINGS, GERMAN
from grognard.games.somme_1916.state import DISRUPTED, SUPPRESSED, Somme
from grognard.rules.masks import cells_of, layer_mask, mask


def allowance(g: Somme, unit: int) -> int:
    """A unit's movement points in halves, before doubling: weather and Suppression first, then halving (7.0)."""
    state, setting = g.state, g.setting
    if unit in state.broken or unit in state.held or (state.mode[unit] == BACK and setting.hqs[unit]):
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
        held = g.occupied(side) | g.zone_mask(side)
        around = g.setting.around
        enemies = 0
        for cell in cells_of(g.occupied(1 - side)):
            if around[cell] & ~held:
                enemies |= 1 << cell
        found = g.map_cache[key] = g.setting.nearness(enemies)
    return found


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
        """Whether nothing within so many points comes to any of some squares."""
        within = 1 << self.start
        for level in self.levels[:points + 1]:
            within |= level
        return not within & cells

    def path(self, cell: int) -> list[int]:
        """The squares entered on a cheapest way, the last one included, the start not; always the same one."""
        path = [cell]
        spent = self.cost(cell)
        while (before := self._before(cell, spent)) is not None:
            cell, spent = before
            path.append(cell)
        return path[::-1]

    def _before(self, cell: int, spent: int) -> tuple[int, int] | None:
        """The square from which this one was entered, and its cost; None if that was the start."""
        if self.start < 0 and spent == self.g.setting.entry_cost[cell] + self._entry(cell):
            return None
        if self.start >= 0 and self._step(self.start, cell, first=True) == spent:
            return None
        for other in cells_of(self.g.setting.around[cell] & self.cells & ~self.zones):
            cost = spent - self._step(other, cell, first=False)
            if cost >= 0 and self.levels[cost] >> other & 1:
                return other, cost
        return None

    def _entry(self, cell: int) -> int:
        return 2 * self.g.setting.costs["interdicted-entry"] if self.extra >> cell & 1 else 0

    def _step(self, a: int, b: int, first: bool) -> int:
        """What a step costs with all extras; far too much where none is possible."""
        bit = 1 << b
        price = next((p for p, found in self.g.setting.move_steps[a] if found & bit), 9999)
        costs = self.g.setting.costs
        if self.extra >> a & 1:
            price += 2 * costs["interdicted-exit"]
        if not first and self.friends >> a & 1:
            price += 2 * costs["passage"]
        return price + self._entry(b)


def search(
    g: Somme, side: int, start: int, points: int, closed: int, zones: int, sources: Iterable[int] = (),
) -> Ways:
    """All squares in reach. Without a start the unit comes on the map by one of the ``sources`` (7.7)."""
    setting = g.setting
    steps, costs = setting.move_steps, setting.costs
    extra = mask(g.state.interdicted)
    friends = g.occupied(side)
    entry, leaving, passage = 2 * costs["interdicted-entry"], 2 * costs["interdicted-exit"], 2 * costs["passage"]
    levels = [0] * (points + 1)
    barred = closed
    if start >= 0:
        barred |= 1 << start
        base = leaving if extra >> start & 1 else 0
        # 7.5: out of an enemy zone first into a square that is free of them.
        only = ~zones if zones >> start & 1 else -1
        for price, found in steps[start]:
            _mark(levels, price + base, points, found & only, extra, entry)
    else:
        for cell in sources:
            _mark(levels, setting.entry_cost[cell], points, 1 << cell, extra, entry)
    beside = extra
    for cell in g.state.interdicted:
        beside |= setting.around[cell]
    for spent in range(points + 1):
        new = levels[spent] & ~barred
        levels[spent] = new
        if not new:
            continue
        barred |= new
        going = new & ~zones                                                    # 7.5: whoever enters a zone stops
        left = points - spent
        held = going & friends & ~beside
        dear = going & beside
        plain = going & ~(friends | beside)
        while plain:
            low = plain & -plain
            plain ^= low
            for price, found in steps[low.bit_length() - 1]:
                if price <= left:
                    levels[spent + price] |= found
        while held:
            low = held & -held
            held ^= low
            for price, found in steps[low.bit_length() - 1]:
                if price + passage <= left:
                    levels[spent + price + passage] |= found
        while dear:
            low = dear & -dear
            dear ^= low
            more = (passage if friends & low else 0) + (leaving if extra & low else 0)
            for price, found in steps[low.bit_length() - 1]:
                _mark(levels, spent + price + more, points, found, extra, entry)
    cells = barred & ~closed
    if start >= 0:
        cells &= ~(1 << start)
    return Ways(g, start, cells, levels, zones, friends, extra)


def _mark(levels: list[int], cost: int, points: int, found: int, extra: int, entry: int) -> None:
    """Squares that can be entered for a cost; the interdicted ones among them cost more."""
    if cost <= points:
        levels[cost] |= found & ~extra
        if found & extra and cost + entry <= points:
            levels[cost + entry] |= found & extra


def default_facing(g: Somme, unit: int, direction: int) -> int:
    """7.2.2: where a unit faces that has just moved; of two sides beside a diagonal its own, else the enemy's."""
    if direction % 2 == 0:
        return direction
    sides = ((direction - 1) % 8, (direction + 1) % 8)
    ahead = FACINGS["west" if g.setting.side[unit] == GERMAN else "east"]
    for wanted in (g.state.facing[unit], ahead):
        if wanted in sides:
            return wanted
    return sides[0]
