"""Ways back by rank, and lines from edge to edge, against brute force."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import pairwise

import pytest

from grognard.grid import square_grid
from grognard.rules.masks import Spread, cells_of, mask
from grognard.rules.ways import cheapest_line, lines_with_fewest_gaps, ways_back

GRID = square_grid((1, 4), (1, 4))
SIZE = len(GRID.ids)


def every_way(start: int, closed: set[int], longest: int) -> Iterator[list[int]]:
    def go(path: list[int]) -> Iterator[list[int]]:
        for cell in GRID.neighbours[path[-1]]:
            if cell not in closed and cell not in path:
                yield [*path, cell]
                if len(path) < longest:
                    yield from go([*path, cell])

    return go([start])


@pytest.mark.parametrize("seed", range(25))
def test_the_best_ways_back_by_brute_force(seed: int) -> None:
    """Fewest cells to avoid, then none past a full cell, then short; it stops where it may."""
    rng = random.Random(seed)
    cells = rng.sample(range(SIZE), 12)
    start, closed = cells[0], set(cells[1:4])
    avoid, near, full = set(cells[4:8]), set(cells[6:9]), set(cells[9:12])
    found = ways_back(
        GRID.neighbours, start, closed=mask(closed), avoid=mask(avoid), pass_by=mask(near),
        has_room=lambda cell: cell not in full,
    )

    def price(path: list[int]) -> tuple[int, bool, int] | None:
        """What a way costs; None where it may not end, or should have ended before."""
        before = [cell for cell in path[1:-1] if cell not in near]
        if path[-1] in near or path[-1] in full or any(cell not in full for cell in before):
            return None
        return sum(cell in avoid for cell in path[1:]), bool(before), len(path) - 1

    prices: dict[int, tuple[int, bool, int]] = {}
    for path in every_way(start, closed, 6):
        cost = price(path)
        if cost is not None:
            prices[path[-1]] = min(cost, prices.get(path[-1], cost))
    best = min(prices.values(), default=None)
    assert {way.end for way in found} == {end for end, cost in prices.items() if cost == best}
    for way in found:
        assert best is not None
        assert (way.avoided, way.went_on, len(way.path)) == best
        assert all(b in GRID.neighbours[a] for a, b in pairwise([start, *way.path]))


@pytest.mark.parametrize("seed", range(10))
def test_the_cheapest_line_by_brute_force(seed: int) -> None:
    rng = random.Random(seed)
    prices = {cell: rng.randint(1, 9) for cell in range(SIZE)}
    first, last = GRID.edge("west"), GRID.edge("east")
    line = cheapest_line(GRID.neighbours, prices, first, last)
    lines = [way for start in first for way in every_way(start, set(), 5) if way[-1] in last]
    assert line[0] in first
    assert line[-1] in last
    assert sum(prices[cell] for cell in line) <= min(sum(prices[cell] for cell in way) for way in lines)


@pytest.mark.parametrize("seed", range(20))
def test_a_line_needs_only_the_cells_with_the_fewest_gaps(seed: int) -> None:
    """The same line is found among all cells and among those on lines with the fewest gaps."""
    rng = random.Random(seed)
    covered = mask([cell for cell in range(SIZE) if rng.random() < seed / 20])
    prices = {cell: cell % 7 + (0 if covered >> cell & 1 else 1000) for cell in range(SIZE)}
    first, last = GRID.edge("west"), GRID.edge("east")
    beside = Spread([(a, b) for a in range(SIZE) for b in GRID.neighbours[a]])
    found = lines_with_fewest_gaps(beside, mask(first), mask(last), covered)
    line = cheapest_line(GRID.neighbours, prices, first, last)
    assert found & mask(line) == mask(line)
    assert cheapest_line(GRID.neighbours, {c: prices[c] for c in cells_of(found)}, first, last) == line


def test_no_line_where_the_map_is_cut() -> None:
    neighbours: list[tuple[int, ...]] = [(), ()]
    assert cheapest_line(neighbours, {0: 1, 1: 1}, [0], [1]) == []
