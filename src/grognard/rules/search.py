"""Searching a map by movement cost, with sets of cells as whole numbers (see `masks`).

Costs are whole numbers (a game with half points counts in halves). The search goes cost by cost: all
cells that can be entered for the same sum are one set, and the whole set steps on at once, price by
price and direction by direction, rather than cell by cell.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from heapq import heappop, heappush

from grognard.rules.masks import Spread, cells_of, mask
from grognard.rules.memo import Memo
from grognard.rules.tolls import flood

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
        self.groups = grouped(steps)
        self._laid_out: Memo[Groups] = Memo(most)

    def now(self, changes: Mapping[Edge, int | None]) -> Groups:
        """The steps with some of them at another price, or (None) not there at all."""
        if not changes:
            return self.groups
        key = frozenset(changes.items())
        found = self._laid_out.get(key)
        if found is None:
            before = {(cell, other): self.steps[cell].get(other) for cell, other in changes}
            found = self._laid_out[key] = altered(self.groups, before, changes)
        return found


def altered(groups: Groups, before: Mapping[Edge, int | None], after: Mapping[Edge, int | None]) -> Groups:
    """The same groups with some steps at other prices; None is no step."""
    out, back = list(groups.out), list(groups.back)
    for (cell, other), price in after.items():
        out[cell] = repriced(out[cell], other, price)
        back[other] = tuple(sorted(repriced(back[other], cell, price)))
    spreads = {price: spread for price, _, spread in groups.by_price}
    for price in {p for p in (*before.values(), *after.values()) if p is not None}:
        gone = [edge for edge, old in before.items() if old == price]
        new = [edge for edge, now in after.items() if now == price]
        spreads[price] = spreads.get(price, Spread(())).altered(gone, new)
    every = [edge for edge, old in before.items() if old is not None]
    there = [edge for edge, now in after.items() if now is not None]
    by_price = tuple([(price, starts(spreads[price]), spreads[price]) for price in sorted(spreads)])
    return Groups(tuple(out), tuple(back), by_price, groups.anywhere.altered(every, there))


def repriced(prices: Prices, other: int, price: int | None) -> Prices:
    """The prices of a cell with one neighbour at another one."""
    found = {paid: cells & ~(1 << other) for paid, cells in prices}
    if price is not None:
        found[price] = found.get(price, 0) | 1 << other
    return tuple([(paid, cells) for paid, cells in found.items() if cells])


def starts(spread: Spread) -> int:
    """The cells that have a step at all."""
    found = 0
    for _, cells in (*spread.forth, *spread.back):
        found |= cells
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


class Tolls:
    """What is paid beside the price of a step, to leave a cell on the way or to enter one.

    Each toll is a price with the set of cells where it is paid. Where several are, they add up. A move's first
    step out of its start pays none for leaving: its price is given with the move.
    """

    def __init__(self, leaving: Iterable[tuple[int, int]] = (), entering: Iterable[tuple[int, int]] = ()) -> None:
        self.leaving = added_up(leaving)
        """The sums, each with its cells; those where nothing is paid come first."""
        free, *self.entering = added_up(entering)
        self.dear = ~free[1]
        """The cells that cost something to enter."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Tolls) and (self.leaving, self.entering) == (other.leaving, other.entering)

    def to_enter(self, cell: int) -> int:
        for price, cells in self.entering:
            if cells >> cell & 1:
                return price
        return 0


def added_up(prices: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """Sets of cells that may overlap, as sets that do not: each with the sum of its prices, 0 first.

    >>> added_up([(2, 0b0110), (3, 0b0100)])[1:]
    [(2, 2), (5, 4)]
    """
    found = [(0, -1)]
    for price, cells in prices:
        if cells:
            paid = [(sum_so_far + price, among & cells) for sum_so_far, among in found if among & cells]
            found = [(sum_so_far, among & ~cells) for sum_so_far, among in found] + paid
    return [found[0], *[(price, cells) for price, cells in found[1:] if cells]]


def first_steps(groups: Groups, start: int, zones: int, more: int = 0) -> Prices:
    """The steps out of a start where nobody may go from zone to zone; ``more`` is what they cost in addition."""
    allowed = ~zones if zones >> start & 1 else -1
    return tuple([(price + more, cells & allowed) for price, cells in groups.out[start]])


def entries(prices: Sequence[int]) -> Prices:
    """The first steps of whoever may come on the map in any cell: the prices of all cells, made once."""
    found: dict[int, int] = {}
    for cell, price in enumerate(prices):
        found[price] = found.get(price, 0) | 1 << cell
    return tuple(found.items())


class Reach:
    """Where something can go: the cells in reach, the cost of each and the way to it."""

    def __init__(
        self, start: int, cells: int, levels: list[int], groups: Groups, zones: int, first: int, begin: Prices,
        tolls: Tolls | None, closed: int = 0,
    ) -> None:  # fmt: skip
        self.start = start
        self.cells = cells
        """The set of cells in reach, without the start."""
        self.levels = levels
        self.groups = groups
        self.zones = zones
        self.first = first
        self.begin = begin
        self.tolls = tolls
        self.closed = closed
        """The cells that were never to be entered."""

    def __contains__(self, cell: int) -> bool:
        return bool(self.cells >> cell & 1)

    def cost(self, cell: int) -> int:
        bit = 1 << cell
        for cost, level in enumerate(self.levels):
            if level & bit:
                return cost
        raise KeyError(cell)

    def within(self, points: int) -> int:
        """The set of cells that cost no more than that."""
        found = 0
        for level in self.levels[: points + 1]:
            found |= level
        return found

    def add(self, cells: int, cost: int) -> None:
        """More cells, each entered from the start for that cost."""
        self.cells |= cells
        self.levels[cost] |= cells

    def path(self, cell: int) -> list[int]:
        """The cells entered on a cheapest way, the last one included, the start not.

        Of several ways always the same one is taken, on every machine: back from the end, by the cheapest step
        and out of the lowest cell; where there are tolls, from the start if that is possible, else out of the
        lowest cell.
        """
        path = [cell]
        spent = self.cost(cell)
        if self.tolls is not None:
            while True:
                cell, spent = self._before_toll(cell, spent, self.tolls)
                if cell < 0:
                    return path[::-1]
                path.append(cell)
        levels, back, free, start, first = self.levels, self.groups.back, ~self.zones, self.start, self.first
        found = -1
        while found:
            found = 0  # it stays so also if a cell was entered from the start for a price of its own (see `add`)
            for price, sources in back[cell]:
                if price > spent or (price + first == spent and sources >> start & 1 and self._begins(cell, price)):
                    break
                found = levels[spent - price] & sources & free
                if found:
                    cell, spent = (found & -found).bit_length() - 1, spent - price
                    path.append(cell)
                    break
        return path[::-1]

    def _begins(self, cell: int, price: int) -> bool:
        """Whether a cell may be entered from the start for a price: first steps can be barred (see `first_steps`)."""
        found = 0
        for paid, cells in self.begin:
            if paid == price:
                found |= cells
        return bool(found >> cell & 1)

    def _before_toll(self, cell: int, spent: int, tolls: Tolls) -> tuple[int, int]:
        """The cell out of which this one is entered, and its cost; below zero if that is the start."""
        spent -= tolls.to_enter(cell)
        for price, cells in self.begin:
            if price == spent and cells >> cell & 1:
                return -1, 0
        levels, free = self.levels, ~self.zones
        lowest = cost = 0
        for price, sources in self.groups.back[cell]:
            if price > spent:
                break
            sources &= free
            for toll, among in tolls.leaving:
                left = spent - price - toll
                found = levels[left] & sources & among if left >= 0 else 0
                if found:
                    low = found & -found
                    if not lowest or low < lowest:
                        lowest, cost = low, left
        return lowest.bit_length() - 1, cost


def reach(
    groups: Groups, start: int, allowance: int, closed: int, zones: int, leaving: int = 0, *,
    begin: Prices | None = None, tolls: Tolls | None = None,
) -> Reach:  # fmt: skip
    """Every cell in reach: ``closed`` cells are never entered, ``zones`` end the move of whoever enters.

    ``leaving`` is the extra cost of the first step out of a zone. Both are sets of cells. ``begin`` are the
    first steps if they are others than those out of the start (see `first_steps`, `entries`); then the start
    may be below zero, off the map.
    """
    levels = [0] * (allowance + 1)
    open_cells = ~(closed | 1 << start) if start >= 0 else ~closed
    free = ~zones
    reached = 0
    first = leaving if begin is None and zones >> start & 1 else 0
    if begin is None:
        begin = groups.out[start]
    for price, found in begin:
        if price + first <= allowance:
            levels[price + first] |= found
    dear = tolls.dear if tolls is not None else 0
    late = [0] * (allowance + 1 if dear else 0)  # cells with a toll to enter, by what they cost with it
    last = allowance - groups.least  # with more spent than that, nobody goes on
    for spent, level in enumerate(levels):
        if tolls is not None and dear:
            for toll, cells in tolls.entering:
                if level & cells & open_cells and spent + toll <= allowance:
                    late[spent + toll] |= level & cells
            levels[spent] = level = level & ~dear | late[spent]
        if level:
            levels[spent] = new = level & open_cells
            open_cells ^= new
            reached |= new
            going = new & free
            if going and spent <= last:
                if tolls is None:
                    step_on(groups, going, spent, levels)
                else:
                    for toll, cells in tolls.leaving:
                        if spent + toll <= last and going & cells:
                            step_on(groups, going & cells, spent + toll, levels)
    return Reach(start, reached, levels, groups, zones, first, begin, tolls, closed)


FAR = 8
"""A move of more steps is taken to touch the whole map."""


class Going:
    """Moves by one table of costs, each found once: what bars the way far from the start does not matter for it."""

    def __init__(self, groups: Groups, most: int = 4096) -> None:
        self.groups = groups
        self._found: Memo[Reach] = Memo(most)
        self._near: dict[tuple[int, int], int] = {}
        self._touched: dict[tuple[int, int], int] = {}

    def reach(
        self, start: int, points: int, closed: int, zones: int, leaving: int = 0, minimum: int = 0, *,
        apart: bool = False, dear: int = 0, toll: int = 0,
    ) -> Reach:  # fmt: skip
        """`reach`, remembered. ``minimum`` are neighbours that can be entered even where the points do not suffice.

        ``apart``: out of a zone nobody goes directly into another. To enter a ``dear`` cell costs a ``toll`` more.
        """
        near = self.near(start, points) | minimum
        closed &= near
        zones &= near
        if dear & near:
            dear &= self.touched(start, points) | minimum  # of equal ways, tolls have a say only where they may be paid
        else:
            dear = 0
        key = (start, points, closed, zones, leaving, minimum, apart, dear, toll)
        found = self._found.get(key)
        if found is None:
            begin = first_steps(self.groups, start, zones, leaving) if apart else None
            tolls = Tolls(entering=[(toll, dear)]) if dear else None
            found = reach(self.groups, start, points, closed, zones, leaving, tolls=tolls, begin=begin)
            found.add(minimum & ~found.cells & ~closed, points)
            self._found[key] = found
        return found

    def near(self, start: int, points: int) -> int:
        """All cells that a move with these points could come near: the rest of the map does not matter for it.

        Counted as if every step had the lowest price: to search the open ground costs more than it saves.
        """
        steps = max(points // max(self.groups.least, 1), 1)
        if steps > FAR:
            return -1
        key = (start, steps)
        found = self._near.get(key)
        if found is None:
            found = self._near[key] = self.groups.anywhere.within(1 << start, steps)
        return found

    def touched(self, start: int, points: int) -> int:
        """The same without those that it could not pay for."""
        key = (start, points)
        found = self._touched.get(key)
        if found is None:
            found = reach(self.groups, start, points, 0, 0).cells | self.groups.anywhere.within(1 << start, 1)
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


def cheapest_way(groups: Groups, start: int, goals: int, barred: int) -> list[int]:
    """The cells of the cheapest way to any goal, the start first; nothing where there is none.

    Neither the start nor whether it costs too much is tested.
    """
    before, paid = {start: -1}, {start: 0}
    waiting = [(0, start)]
    while waiting:
        spent, cell = heappop(waiting)
        if goals >> cell & 1:
            way = [cell]
            while before[way[-1]] >= 0:
                way.append(before[way[-1]])
            return way[::-1]
        for price, found in groups.out[cell]:
            for other in cells_of(found & ~barred):
                if spent + price < paid.get(other, spent + price + 1):
                    before[other], paid[other] = cell, spent + price
                    heappush(waiting, (spent + price, other))
    return []


@lru_cache(maxsize=20_000)
def connected(groups: Groups, start: tuple[int, ...], barred: int) -> int:
    """The set of cells that hang together with the starting ones by steps of any price.

    Remembered, because bots ask for the same ones again and again: most units move without barring any.
    """
    return flood(groups.anywhere, mask(start), barred)


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
