"""Ways over the map by something else than movement points: retreats, lines from edge to edge."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

from grognard.rules.masks import Spread, cells_of, mask

Key = tuple[int, bool]
"""A cell, and whether the way had to go on past a full one."""
Rank = tuple[int, ...]
"""What counts first, then what decides between equals; the lowest is best."""


class Way:
    """A way back: its cells, how many of them were to be avoided, whether it went on past a full cell."""

    def __init__(self, path: list[int], avoided: int, went_on: bool) -> None:
        self.path = path
        self.end = path[-1]
        self.avoided = avoided
        self.went_on = went_on


def ways_back(
    neighbours: Sequence[Sequence[int]], start: int, *, closed: int, avoid: int, pass_by: int,
    has_room: Callable[[int], bool],
) -> list[Way]:  # fmt: skip
    """The best ways of unlimited length, one for each cell where they end.

    ``closed`` cells are never entered. Of all ways those that enter the fewest cells to ``avoid`` come first,
    then those that need not go on past a full cell, then the short ones. None ends in ``pass_by``, or where
    there is no room.
    """
    best: dict[Key, tuple[int, bool, int]] = {(start, False): (0, False, 0)}
    came: dict[Key, Key] = {}
    heap: list[tuple[tuple[int, bool, int], int, bool]] = [((0, False, 0), start, False)]
    found: dict[int, Way] = {}
    limit: tuple[int, bool, int] | None = None
    while heap:
        cost, cell, over = heapq.heappop(heap)
        if cost > best[cell, over]:
            continue
        if limit is not None and cost > limit:
            break
        here = (cell, over)
        if cell != start and not pass_by >> cell & 1:
            if has_room(cell):
                limit = cost
                if cell not in found:
                    found[cell] = Way(path_to(came, here, start), cost[0], over)
                continue
            over = True
        for neighbour in neighbours[cell]:
            if closed >> neighbour & 1 or neighbour == start:
                continue
            total = (cost[0] + (avoid >> neighbour & 1), max(cost[1], over), cost[2] + 1)
            key = (neighbour, over)
            if key not in best or total < best[key]:
                best[key] = total
                came[key] = here
                heapq.heappush(heap, (total, neighbour, over))
    return list(found.values())


def best_cells(cells: Iterable[int], rank: Callable[[int], Rank]) -> list[int]:
    """The cells of the lowest rank, in their order: where a unit goes that has no choice but among equals.

    >>> best_cells([3, 4, 5, 6], lambda cell: (cell % 2,))
    [4, 6]
    """
    ranks = [(cell, rank(cell)) for cell in cells]
    lowest = min([key for _, key in ranks], default=None)
    return [cell for cell, key in ranks if key == lowest]


def path_to(came: dict[Key, Key], key: Key, start: int) -> list[int]:
    path = []
    while key[0] != start:
        path.append(key[0])
        key = came[key]
    return path[::-1]


def by_gaps(beside: Spread, start: int, goal: int, covered: int) -> list[int]:
    """Sets of cells by the fewest uncovered ones on a way from the start, its ends included, until the goal is met."""
    levels: list[int] = []
    seen, new, later = 0, start & covered, start & ~covered
    while new or later:
        level = grown = new
        while grown:
            grown = beside.of(grown) & covered & ~(seen | level)
            level |= grown
        levels.append(level)
        if level & goal:
            break
        seen |= level
        new, later = (beside.of(level) | later) & ~seen, 0
    return levels


def lines_with_fewest_gaps(beside: Spread, first: int, last: int, covered: int) -> int:
    """All cells on the ways from the first to the last cells that pass the fewest uncovered ones; sets of cells."""
    forth, back = by_gaps(beside, first, last, covered), by_gaps(beside, last, first, covered)
    fewest = len(forth) - 1 if forth and forth[-1] & last else -1
    found = 0
    for gaps in range(fewest + 1):
        # An uncovered cell counts from both ends.
        rest = back[fewest - gaps] & covered
        if gaps:
            rest |= back[fewest - gaps + 1] & ~covered
        found |= forth[gaps] & rest
    return found


GAP = 1_000_000
"""One uncovered cell outweighs the longest way round."""


def line_with_fewest_gaps(
    neighbours: Sequence[Sequence[int]], beside: Spread, first: Sequence[int], last: Sequence[int], covered: int,
    rank: Sequence[int],
) -> list[int]:  # fmt: skip
    """The line across the map that passes the fewest uncovered cells; of equal ones that of the lowest ranks."""
    cells = cells_of(lines_with_fewest_gaps(beside, mask(first), mask(last), covered))
    prices = {cell: rank[cell] + (0 if covered >> cell & 1 else GAP) for cell in cells}
    return cheapest_line(neighbours, prices, first, frozenset(last))


def cheapest_line(
    neighbours: Sequence[Sequence[int]], prices: Mapping[int, int], first: Iterable[int], last: Collection[int]
) -> list[int]:
    """The cheapest way across the map from one of the first cells to one of the last, both included.

    It leads through cells that have a price, and of equal ways the one through lower cells is taken. Empty where
    there is none.
    """
    size = len(neighbours)
    came = {cell: -1 for cell in first if cell in prices}
    heap = [prices[cell] * size + cell for cell in came]  # in one number: of equal costs the lower cell comes first
    heapq.heapify(heap)
    while heap:
        value, cell = divmod(heapq.heappop(heap), size)
        if cell in last:
            line = [cell]
            while came[line[-1]] >= 0:
                line.append(came[line[-1]])
            return line[::-1]
        for neighbour in neighbours[cell]:
            if neighbour in prices and neighbour not in came:  # whoever comes first comes for the least
                came[neighbour] = cell
                heapq.heappush(heap, (value + prices[neighbour]) * size + neighbour)
    return []


def links_up(held: int, first: int, last: int, near: Callable[[int], int]) -> bool:
    """Whether a chain of held cells leads from a set of cells to another; ``near`` is what one link can bridge."""
    new = found = mask([cell for cell in cells_of(held) if near(cell) & first])
    while new:
        bridged = 0
        for cell in cells_of(new):
            bridged |= near(cell)
        if bridged & last:
            return True
        new = bridged & held & ~found
        found |= new
    return False
