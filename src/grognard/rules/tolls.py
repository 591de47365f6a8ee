"""Searching a map whose prices depend on what is on it: towns that change hands, roads under the enemy's eyes.

Steps of one kind cost the same, but for cells of a set that is given with each search. Like `search`, it
goes cost by cost, a whole set of cells at a time. `search.Tolls` adds to the price of a cell, however it is
entered; here the price hangs on the kind of step, so that a road into an enemy town is as cheap as into one's own.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from grognard.rules.masks import Spread, cell_at, cells_of


class Steps:
    """Steps from cell to cell of one kind, to be taken forth and back."""

    def __init__(self, size: int, steps: Iterable[tuple[int, int]]) -> None:
        pairs = list(steps)
        self.forth = Spread(pairs)
        self.back = Spread([(b, a) for a, b in pairs])
        sources = [0] * size
        for a, b in pairs:
            sources[b] |= 1 << a
        self.sources = tuple(sources)
        """For each cell the set of cells from which a step leads into it."""


class Toll:
    """What steps of a kind cost now: a price, and another one for entering the cells of a set."""

    __slots__ = ("cells", "other", "price", "steps")

    def __init__(self, steps: Steps, price: int, cells: int = 0, other: int = 0) -> None:
        self.steps = steps
        self.price = price
        self.cells = cells
        self.other = other

    def to_enter(self, cell: int) -> int:
        return self.other if self.cells >> cell & 1 else self.price


class March:
    """Where something can go: the cells in reach, the cost of each and the way to it."""

    def __init__(self, start: int, tolls: Sequence[Toll], stops: int, before: March | None) -> None:
        self.start = start
        self.tolls = tolls
        self.stops = stops & ~(1 << start)
        self.before = before
        """Another march from the same start, such as a column on a road, which this one may leave at any cell."""
        self.cells = 0
        """The set of cells in reach, without the start."""
        self.levels: list[int] = []

    def __contains__(self, cell: int) -> bool:
        return bool(self.cells >> cell & 1)

    def cost(self, cell: int) -> int:
        for cost, level in enumerate(self.levels):
            if level >> cell & 1:
                return cost
        raise KeyError(cell)

    def path(self, cell: int) -> list[int]:
        """The cells entered on a cheapest way, the last one included, the start not. Always the same of several."""
        path: list[int] = []
        spent = self.cost(cell)
        while cell != self.start:
            if self.before is not None and self.before.levels[spent] >> cell & 1:
                return self.before.path(cell) + path[::-1]
            path.append(cell)
            cell, spent = self._step_back(cell, spent)
        return path[::-1]

    def _step_back(self, cell: int, spent: int) -> tuple[int, int]:
        for toll in self.tolls:
            price = toll.to_enter(cell)
            if price <= spent:
                sources = self.levels[spent - price] & toll.steps.sources[cell] & ~self.stops
                if sources:
                    return (sources & -sources).bit_length() - 1, spent - price
        raise KeyError(cell)


def march(
    tolls: Sequence[Toll], start: int, allowance: int, closed: int, stops: int, before: March | None = None
) -> March:
    """Every cell in reach: ``closed`` cells are never entered, ``stops`` end the move of whoever enters."""
    found = March(start, tolls, stops, before)
    levels = [0] * (allowance + 1) if before is None else before.levels[: allowance + 1]
    levels[0] |= 1 << start
    open_cells = ~closed | 1 << start
    free = ~found.stops
    for spent in range(allowance + 1):
        new = levels[spent] & open_cells
        levels[spent] = new
        if not new:
            continue
        open_cells &= ~new
        found.cells |= new
        going = new & free
        if going:
            for toll in tolls:
                _pay(toll, toll.steps.forth.of(going) & open_cells, spent, levels)
    found.cells &= ~(1 << start)
    found.levels = levels
    return found


def _pay(toll: Toll, entered: int, spent: int, levels: list[int]) -> None:
    """Mark the cells entered in the level of what they cost."""
    dear = entered & toll.cells
    if dear and spent + toll.other < len(levels):
        levels[spent + toll.other] |= dear
    if spent + toll.price < len(levels):
        levels[spent + toll.price] |= entered & ~toll.cells


def flood(steps: Spread, start: int, barred: int) -> int:
    """All cells that hang together with a set by steps, the set itself included; barred cells are not entered.

    What one direction has found takes the next one at once, so that fewer rounds are needed than the way is long.
    """
    found, open_cells, before = start & ~barred, ~barred, -1
    while found != before:
        before = found
        for by, able in steps.forth:
            found |= (found & able) << by & open_cells
        for by, able in steps.back:
            found |= (found & able) >> by & open_cells
    return found


def way_to(steps: Spread, start: int, goals: int, barred: int) -> list[int]:
    """The cells of a shortest way to any goal, the start first; nothing where there is none.

    The start itself is not tested.
    """
    levels, seen = [1 << start], 1 << start
    while not levels[-1] & goals:
        new = steps.of(levels[-1]) & ~seen & ~barred
        if not new:
            return []
        seen |= new
        levels.append(new)
    way = [cell_at(levels[-1] & goals, 0)]
    for level in reversed(levels[:-1]):
        way.append(next(cell for cell in cells_of(level) if steps.of(1 << cell) >> way[-1] & 1))
    return way[::-1]
