"""Searching a map by movement cost, with sets of cells as whole numbers (see `masks`).

Costs are whole numbers (a game with half points counts in halves). The search goes cost by cost: all
cells that can be entered for the same sum are one set, and the whole set steps on at once, price by
price and direction by direction, rather than cell by cell.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

from grognard.rules.masks import Spread, cells_of, mask
from grognard.rules.memo import Memo

Steps = Sequence[Sequence[tuple[int, int]]]
"""For each cell its neighbours with the cost to enter them."""
Prices = tuple[tuple[int, int], ...]
"""Prices, each with the set of neighbours that cost it."""


class Groups:
    """Steps made ready for searching: for each cell the prices ``out`` of it, and in ``back`` those into it.

    A board's own, and as a key of a cache the same only as itself: thousands of steps are not compared each time.
    """

    def __init__(
        self, out: tuple[Prices, ...], back: tuple[Prices, ...], by_price: tuple[tuple[int, int, Spread], ...],
        anywhere: Spread,
    ) -> None:  # fmt: skip
        self.out = out
        self.back = back
        self.by_price = by_price
        """The prices, lowest first, each with the cells that have a step of it and with these steps."""
        self.anywhere = anywhere
        """All steps, whatever they cost."""
        self.few = len(anywhere.forth) + len(anywhere.back)
        """Up to this number of cells step on faster one by one than all together."""
        self.least = by_price[0][0] if by_price else 0
        """The lowest price."""

    def __getitem__(self, cell: int) -> Prices:
        return self.out[cell]


def grouped(steps: Steps) -> Groups:
    """Neighbours by price; made once, when a board is laid out."""
    out: list[dict[int, int]] = [{} for _ in steps]
    back: list[dict[int, int]] = [{} for _ in steps]
    of_price: dict[int, list[tuple[int, int]]] = {}
    for cell, onward in enumerate(steps):
        for neighbour, price in onward:
            out[cell][price] = out[cell].get(price, 0) | 1 << neighbour
            back[neighbour][price] = back[neighbour].get(price, 0) | 1 << cell
            of_price.setdefault(price, []).append((cell, neighbour))
    return Groups(
        tuple([tuple(prices.items()) for prices in out]),
        tuple([tuple(sorted(prices.items())) for prices in back]),
        tuple([(price, mask([c for c, _ in of_price[price]]), Spread(of_price[price])) for price in sorted(of_price)]),
        Spread([(cell, neighbour) for cell, onward in enumerate(steps) for neighbour, _ in onward]),
    )


Edge = tuple[int, int]
"""A step from one cell to a neighbour."""


class ChangingSteps:
    """Steps that change in play: bridges blown and repaired, pontoons laid. Each state of them is laid out once."""

    def __init__(self, steps: Steps, most: int = 64) -> None:
        self.steps = [dict(onward) for onward in steps]
        self._laid_out: Memo[Groups] = Memo(most)

    def now(self, changes: Mapping[Edge, int | None]) -> Groups:
        """The steps with some of them at another price, or (None) not there at all."""
        key = frozenset(changes.items())
        found = self._laid_out.get(key)
        if found is None:
            steps = [dict(onward) for onward in self.steps]
            for (cell, neighbour), price in changes.items():
                if price is None:
                    steps[cell].pop(neighbour, None)
                else:
                    steps[cell][neighbour] = price
            found = grouped([list(onward.items()) for onward in steps])
            self._laid_out[key] = found
        return found


def step_on(groups: Groups, cells: int, spent: int, levels: list[int]) -> None:
    """Mark in the levels all neighbours of a set of cells, each at what was spent with the price of the step."""
    left = len(levels) - 1 - spent
    if cells.bit_count() > groups.few:
        for price, able, spread in groups.by_price:
            if price > left:
                return
            going = cells & able
            if going:
                found = levels[spent + price]
                for by, moving in spread.forth:  # `Spread.of` written out, in the innermost loop of all searches
                    found |= (going & moving) << by
                for by, moving in spread.back:
                    found |= (going & moving) >> by
                levels[spent + price] = found
        return
    while cells:
        low = cells & -cells
        cells ^= low
        for price, found in groups.out[low.bit_length() - 1]:
            if price <= left:
                levels[spent + price] |= found


class Reach:
    """Where something can go: the cells in reach, the cost of each and the way to it."""

    def __init__(self, start: int, cells: int, levels: list[int], groups: Groups, zones: int, first: int) -> None:
        self.start = start
        self.cells = cells
        """The set of cells in reach, without the start."""
        self.levels = levels
        self.groups = groups
        self.zones = zones
        self.first = first

    def __contains__(self, cell: int) -> bool:
        return bool(self.cells >> cell & 1)

    def cost(self, cell: int) -> int:
        bit = 1 << cell
        for cost, level in enumerate(self.levels):
            if level & bit:
                return cost
        raise KeyError(cell)

    def add(self, cells: int, cost: int) -> None:
        """More cells, each entered from the start for that cost."""
        self.cells |= cells
        self.levels[cost] |= cells

    def path(self, cell: int) -> list[int]:
        """The cells entered on a cheapest way, the last one included, the start not.

        Of several ways always the same one is taken, on every machine.
        """
        path = [cell]
        spent = self.cost(cell)
        levels, back, free = self.levels, self.groups.back, ~self.zones
        start, first = 1 << self.start, self.first
        while True:
            for price, sources in back[cell]:
                if price + first == spent and sources & start:
                    return path[::-1]
                before = levels[spent - price] & sources & free if price <= spent else 0
                if before:
                    cell, spent = (before & -before).bit_length() - 1, spent - price
                    path.append(cell)
                    break
            else:
                return path[::-1]  # entered from the start for a price of its own (see `add`)


def reach(groups: Groups, start: int, allowance: int, closed: int, zones: int, leaving: int = 0) -> Reach:
    """Every cell in reach: ``closed`` cells are never entered, ``zones`` end the move of whoever enters.

    ``leaving`` is the extra cost of the first step out of a zone. Both are sets of cells.
    """
    levels = [0] * (allowance + 1)
    open_cells = ~(closed | 1 << start)
    free = ~zones
    reached = 0
    first = leaving if zones >> start & 1 else 0
    for price, found in groups.out[start]:
        if price + first <= allowance:
            levels[price + first] |= found
    last = allowance - groups.least  # with more spent than that, nobody goes on
    for spent, level in enumerate(levels):
        if level:
            levels[spent] = new = level & open_cells
            open_cells ^= new
            reached |= new
            going = new & free
            if going and spent <= last:
                step_on(groups, going, spent, levels)
    return Reach(start, reached, levels, groups, zones, first)


class Going:
    """Moves by one table of costs, each found once: what bars the way far from the start does not matter for it."""

    def __init__(self, groups: Groups, most: int = 4096) -> None:
        self.groups = groups
        self._found: Memo[Reach] = Memo(most)
        self._touched: dict[tuple[int, int], int] = {}

    def reach(
        self, start: int, points: int, closed: int, zones: int, leaving: int = 0, minimum: int = 0
    ) -> Reach:
        """`reach`, remembered. ``minimum`` are neighbours that can be entered even where the points do not suffice."""
        near = self.touched(start, points)
        closed &= near
        zones &= near
        key = (start, points, closed, zones, leaving, minimum)
        found = self._found.get(key)
        if found is None:
            found = reach(self.groups, start, points, closed, zones, leaving)
            found.add(minimum & ~found.cells & ~closed, points)
            self._found[key] = found
        return found

    def touched(self, start: int, points: int) -> int:
        """All cells that a move with these points could come near: the rest of the map does not matter for it."""
        key = (start, points)
        found = self._touched.get(key)
        if found is None:
            around = mask([cell for _, cells in self.groups.out[start] for cell in cells_of(cells)])
            found = reach(self.groups, start, points, 0, 0).cells | around | 1 << start
            self._touched[key] = found
        return found


def cheapest(groups: Groups, start: int, limit: int, goals: int, barred: int) -> int | None:
    """The cost of the cheapest way to any goal within the limit; None where there is none."""
    if goals >> start & 1:
        return 0
    levels = [0] * (limit + 1)
    open_cells = ~(barred | 1 << start)
    for price, found in groups.out[start]:
        if price <= limit:
            levels[price] |= found
    for spent, level in enumerate(levels):
        new = level & open_cells
        if new:
            if new & goals:
                return spent
            open_cells ^= new
            step_on(groups, new, spent, levels)
    return None


@lru_cache(maxsize=20_000)
def connected(groups: Groups, start: tuple[int, ...], barred: int) -> int:
    """The set of cells that hang together with the starting ones by steps of any price.

    Remembered, because bots ask for the same ones again and again: most units move without barring any.
    """
    new = found = mask(start) & ~barred
    while new:
        new = groups.anywhere.of(new) & ~found & ~barred
        found |= new
    return found


@lru_cache(maxsize=20_000)
def cells_near(groups: Groups, goals: int, limit: int, barred: int) -> int:
    """All cells from which a way within the limit leads to a goal: `cheapest` for the whole map at once.

    A way may begin in a barred cell, but not lead through one.
    """
    back = backwards(groups)
    levels = [goals] + [0] * limit
    found = 0
    for spent, level in enumerate(levels):
        new = level & ~found
        if new:
            found |= new
            step_on(back, new & ~barred, spent, levels)
    return found


@lru_cache(maxsize=64)
def backwards(groups: Groups) -> Groups:
    """The same steps, walked the other way for the same price."""
    return grouped([[(cell, price) for price, cells in into for cell in cells_of(cells)] for into in groups.back])
