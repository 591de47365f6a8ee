"""Searching a map by movement cost.

Costs are whole numbers (a game with half points counts in halves), so a bucket for every cost is
faster than a heap. ``steps[cell]`` lists the neighbours of a cell with the cost to enter them; a game
makes such a table for each kind of movement once, when its board is loaded.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

Steps = Sequence[Sequence[tuple[int, int]]]


class Reach:
    """Where something can go: the cost of every cell in reach and the way to it."""

    __slots__ = ("came", "cost", "start")

    def __init__(self, start: int, cost: dict[int, int], came: dict[int, int]) -> None:
        self.start = start
        self.cost = cost
        self.came = came

    def path(self, cell: int) -> list[int]:
        """The cells entered on the way, the last one included, the start not."""
        path = []
        while cell != self.start:
            path.append(cell)
            cell = self.came[cell]
        return path[::-1]


def reach(
    steps: Steps, start: int, allowance: int, closed: Sequence[int], zones: Sequence[int], leaving: int = 0
) -> Reach:
    """Every cell in reach: ``closed`` cells are never entered, ``zones`` end the move of whoever enters.

    ``leaving`` is the extra cost of the first step out of a zone.
    """
    cost = {start: 0}
    came: dict[int, int] = {}
    buckets: list[list[int]] = [[] for _ in range(allowance + 1)]
    buckets[0].append(start)
    spent = 0
    for bucket in buckets:
        for cell in bucket:
            if cost[cell] != spent:
                continue
            base = spent
            if zones[cell]:
                if cell != start:
                    continue
                base += leaving
            for neighbour, price in steps[cell]:
                total = base + price
                if total <= allowance and not closed[neighbour] and total < cost.get(neighbour, 1 << 30):
                    cost[neighbour] = total
                    came[neighbour] = cell
                    buckets[total].append(neighbour)
        spent += 1
    return Reach(start, cost, came)


def reach_avoiding(
    steps: Steps, start: int, allowance: int, closed: Sequence[int], zones: Sequence[int]
) -> Reach:
    """As `reach`, but cells with zones are not entered at all."""
    cost = {start: 0}
    came: dict[int, int] = {}
    buckets: list[list[int]] = [[] for _ in range(allowance + 1)]
    buckets[0].append(start)
    spent = 0
    for bucket in buckets:
        for cell in bucket:
            if cost[cell] != spent:
                continue
            for neighbour, price in steps[cell]:
                total = spent + price
                if total > allowance or closed[neighbour] or zones[neighbour]:
                    continue
                if total < cost.get(neighbour, 1 << 30):
                    cost[neighbour] = total
                    came[neighbour] = cell
                    buckets[total].append(neighbour)
        spent += 1
    return Reach(start, cost, came)


def cheapest(
    steps: Steps, start: int, limit: int, goals: Collection[int], barred: Sequence[int]
) -> int | None:
    """The cost of the cheapest way to any goal within the limit; None where there is none."""
    if start in goals:
        return 0
    cost = {start: 0}
    buckets: list[list[int]] = [[] for _ in range(limit + 1)]
    buckets[0].append(start)
    for spent, bucket in enumerate(buckets):
        for cell in bucket:
            if cost[cell] != spent:
                continue
            if cell in goals:
                return spent
            for neighbour, price in steps[cell]:
                total = spent + price
                if total <= limit and not barred[neighbour] and total < cost.get(neighbour, 1 << 30):
                    cost[neighbour] = total
                    buckets[total].append(neighbour)
    return None
