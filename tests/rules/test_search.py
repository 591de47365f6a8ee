"""Searching a map: the same answers as a plain Dijkstra over the same costs."""

from __future__ import annotations

import heapq
from itertools import pairwise
from typing import NamedTuple

from hypothesis import given, settings
from hypothesis import strategies as st

from grognard.grid import hex_grid
from grognard.rules.masks import Spread, cells_of, mask
from grognard.rules.search import (
    ChangingSteps,
    Going,
    Prices,
    Tolls,
    cheapest,
    cheapest_way,
    connected,
    entries,
    first_steps,
    grouped,
    reach,
)
from grognard.rules.tolls import way_to

GRID = hex_grid((1, 6), (1, 6))
SIZE = len(GRID.ids)


class Ground(NamedTuple):
    """A map with a price for every step, some cells closed and some in enemy zones."""

    steps: list[list[tuple[int, int]]]
    start: int
    closed: set[int]
    zones: set[int]


@st.composite
def grounds(draw: st.DrawFn) -> Ground:
    prices = draw(st.lists(st.integers(1, 6), min_size=SIZE, max_size=SIZE))
    dear = draw(st.dictionaries(st.tuples(st.integers(0, SIZE - 1), st.integers(0, 5)), st.integers(1, 8), max_size=30))
    steps = [
        [(n, prices[n] + dear.get((c, d), 0)) for d, n in enumerate(GRID.neighbours[c])] for c in range(SIZE)
    ]
    start = draw(st.integers(0, SIZE - 1))
    closed = draw(st.sets(st.integers(0, SIZE - 1), max_size=12)) - {start}
    return Ground(steps, start, closed, draw(st.sets(st.integers(0, SIZE - 1), max_size=14)))


def dijkstra(ground: Ground, allowance: int, leaving: int) -> dict[int, int]:
    """The plain way: a heap, a cell at a time; zones are entered and not left again in the same move."""
    first = leaving if ground.start in ground.zones else 0
    best: dict[int, int] = {}
    heap = [(first + price, cell) for cell, price in ground.steps[ground.start]]
    heapq.heapify(heap)
    while heap:
        spent, cell = heapq.heappop(heap)
        if spent > allowance or cell in ground.closed or cell == ground.start or cell in best:
            continue
        best[cell] = spent
        if cell not in ground.zones:
            for neighbour, price in ground.steps[cell]:
                heapq.heappush(heap, (spent + price, neighbour))
    return best


@settings(max_examples=60)
@given(grounds(), st.integers(0, 24), st.integers(0, 3))
def test_reach_is_dijkstra(ground: Ground, allowance: int, leaving: int) -> None:
    groups = grouped(ground.steps)
    found = reach(groups, ground.start, allowance, mask(ground.closed), mask(ground.zones), leaving)
    expected = dijkstra(ground, allowance, leaving)
    assert set(cells_of(found.cells)) == set(expected)
    for cell in range(SIZE):
        assert (cell in found) is (cell in expected)
    for cell, spent in expected.items():
        assert found.cost(cell) == spent


@settings(max_examples=50)
@given(grounds(), st.integers(0, 20), st.integers(0, 3))
def test_paths_cost_what_they_say(ground: Ground, allowance: int, leaving: int) -> None:
    """From the start over neighbours, through no closed cell, stopping in the first zone."""
    found = reach(grouped(ground.steps), ground.start, allowance, mask(ground.closed), mask(ground.zones), leaving)
    first = leaving if ground.start in ground.zones else 0
    for cell in cells_of(found.cells):
        path = found.path(cell)
        assert path[-1] == cell
        assert ground.start not in path
        assert not set(path) & ground.closed
        assert not set(path[:-1]) & ground.zones
        spent = first + sum(dict(ground.steps[a])[b] for a, b in pairwise([ground.start, *path]))
        assert spent == found.cost(cell)


@settings(max_examples=40)
@given(grounds(), st.integers(1, 10))
def test_cells_that_are_added_are_entered_from_the_start(ground: Ground, allowance: int) -> None:
    """The minimum move: beside the start, for the whole allowance."""
    found = reach(grouped(ground.steps), ground.start, allowance, mask(ground.closed), mask(ground.zones))
    more = mask(GRID.neighbours[ground.start]) & ~found.cells & ~mask(ground.closed)
    found.add(more, allowance)
    for cell in cells_of(more):
        assert found.path(cell) == [cell]
        assert found.cost(cell) == allowance
        assert cell in found


TollSets = list[tuple[int, set[int]]]
toll_sets = st.lists(st.tuples(st.integers(1, 4), st.sets(st.integers(0, SIZE - 1), max_size=20)), max_size=3)


def with_tolls(ground: Ground, allowance: int, begin: Prices, leaving: TollSets, entering: TollSets) -> dict[int, int]:
    """The plain way again: every toll is added where its cell is left or entered."""

    def paid(tolls: TollSets, cell: int) -> int:
        return sum(price for price, cells in tolls if cell in cells)

    best: dict[int, int] = {}
    heap = [(price + paid(entering, cell), cell) for price, cells in begin for cell in cells_of(cells)]
    heapq.heapify(heap)
    while heap:
        spent, cell = heapq.heappop(heap)
        if spent > allowance or cell in ground.closed or cell == ground.start or cell in best:
            continue
        best[cell] = spent
        if cell not in ground.zones:
            for other, price in ground.steps[cell]:
                heapq.heappush(heap, (spent + paid(leaving, cell) + price + paid(entering, other), other))
    return best


@settings(max_examples=80)
@given(grounds(), st.integers(0, 24), toll_sets, toll_sets, st.booleans())
def test_tolls_are_paid_on_leaving_and_entering(
    ground: Ground, allowance: int, leaving: TollSets, entering: TollSets, off_map: bool
) -> None:
    """Out of a zone only into cells that are free of them; from outside the map by its first column."""
    groups, zones = grouped(ground.steps), mask(ground.zones)
    if off_map:
        ground = ground._replace(start=-1)
        begin = tuple((price, cells & mask(range(6))) for price, cells in entries([1 + c % 3 for c in range(SIZE)]))
    else:
        begin = first_steps(groups, ground.start, zones, 2)
        if ground.start in ground.zones:
            assert not any(cells & zones for _, cells in begin)
    tolls = Tolls([(p, mask(cells)) for p, cells in leaving], [(p, mask(cells)) for p, cells in entering])
    found = reach(groups, ground.start, allowance, mask(ground.closed), zones, begin=begin, tolls=tolls)
    expected = with_tolls(ground, allowance, begin, leaving, entering)
    assert {cell: found.cost(cell) for cell in cells_of(found.cells)} == expected
    assert found.within(allowance // 2) == mask(c for c, cost in expected.items() if cost <= allowance // 2)
    for cell, cost in expected.items():
        path = found.path(cell)
        first = min(price for price, cells in begin if cells >> path[0] & 1)
        spent = first + sum(dict(ground.steps[a])[b] for a, b in pairwise(path))
        spent += sum(price for price, cells in leaving for c in path[:-1] if c in cells)
        assert spent + sum(price for price, cells in entering for c in path if c in cells) == cost
        assert not set(path[:-1]) & ground.zones


@settings(max_examples=60)
@given(grounds(), st.integers(0, 24), st.sets(st.integers(0, SIZE - 1), max_size=5))
def test_cheapest_is_the_least_of_dijkstra(ground: Ground, limit: int, goals: set[int]) -> None:
    """Barred cells are not entered, but the start may be one."""
    found = cheapest(grouped(ground.steps), ground.start, limit, mask(goals), mask(ground.closed))
    costs = dijkstra(ground._replace(zones=set()), limit, 0)
    costs[ground.start] = 0
    assert found == min((costs[goal] for goal in goals if goal in costs), default=None)


def test_cheapest_may_begin_in_a_barred_cell() -> None:
    groups = grouped([[(n, 1) for n in GRID.neighbours[c]] for c in range(SIZE)])
    start, goal = GRID.cell("0101"), GRID.cell("0103")
    assert cheapest(groups, start, 5, 1 << goal, 1 << start) == 2
    assert cheapest(groups, start, 5, 1 << start, 1 << start) == 0
    assert cheapest(groups, start, 1, 1 << goal, 0) is None


@settings(max_examples=60)
@given(st.lists(st.tuples(st.integers(0, SIZE - 1), st.integers(0, 5)), max_size=40), st.sets(st.integers(0, SIZE - 1)),
       st.sets(st.integers(0, SIZE - 1), max_size=4))
def test_connected_is_a_flood(links: list[tuple[int, int]], barred: set[int], start: set[int]) -> None:
    steps: list[list[tuple[int, int]]] = [[] for _ in range(SIZE)]
    for cell, direction in links:
        if direction < len(GRID.neighbours[cell]):
            other = GRID.neighbours[cell][direction]
            steps[cell].append((other, 1 + direction))
            steps[other].append((cell, 1))
    flood = {cell for cell in start if cell not in barred}
    waiting = list(flood)
    while waiting:
        for other, _ in steps[waiting.pop()]:
            if other not in flood and other not in barred:
                flood.add(other)
                waiting.append(other)
    assert set(cells_of(connected(grouped(steps), tuple(sorted(start)), mask(barred)))) == flood


def test_tolls_are_equal_by_what_is_paid() -> None:
    """Derived facts are compared with fresh ones."""
    assert Tolls([(2, 0b110)], [(1, 0b1)]) == Tolls([(2, 0b110)], [(1, 0b1)])
    assert Tolls([(2, 0b110)]) != Tolls([(2, 0b111)])
    assert Tolls(entering=[(2, 0b110)]) != Tolls(entering=[(3, 0b110)])


@settings(deadline=None)
@given(grounds(), st.lists(st.tuples(st.integers(0, SIZE - 1), st.integers(0, 5), st.integers(0, 5)), max_size=8))
def test_steps_that_change_are_as_if_laid_out_again(ground: Ground, edits: list[tuple[int, int, int]]) -> None:
    """A price of 0 stands for no step at all."""
    changes: dict[tuple[int, int], int | None] = {}
    for cell, way, price in edits:
        changes[cell, GRID.neighbours[cell][way % len(GRID.neighbours[cell])]] = price or None
    changed = ChangingSteps(ground.steps).now(changes)
    steps = [dict(onward) for onward in ground.steps]
    for (cell, other), new in changes.items():
        if new is None:
            steps[cell].pop(other, None)
        else:
            steps[cell][other] = new
    fresh = grouped([list(onward.items()) for onward in steps])
    closed, zones = mask(ground.closed), mask(ground.zones)
    for allowance in (3, 9):
        ours = reach(changed, ground.start, allowance, closed, zones)
        theirs = reach(fresh, ground.start, allowance, closed, zones)
        assert ours.levels == theirs.levels
        assert [ours.path(c) for c in cells_of(ours.cells)] == [theirs.path(c) for c in cells_of(theirs.cells)]
    assert connected(changed, (ground.start,), closed) == connected(fresh, (ground.start,), closed)


@settings(deadline=None)
@given(grounds(), st.integers(1, 12))
def test_apart_nobody_goes_from_zone_to_zone(ground: Ground, allowance: int) -> None:
    closed, zones = mask(ground.closed), mask(ground.zones)
    found = Going(grouped(ground.steps)).reach(ground.start, allowance, closed, zones, apart=True)
    prices = [dict(onward) for onward in ground.steps]
    for cell in cells_of(found.cells):
        path = [ground.start, *found.path(cell)]
        assert not any(zones >> a & 1 and zones >> b & 1 for a, b in pairwise(path))
        assert sum(prices[a][b] for a, b in pairwise(path)) == found.cost(cell)


def test_the_cheapest_way_is_told_cell_by_cell() -> None:
    # 0 - 1 - 2 costs less than 0 - 2; 3 is barred, 4 lies behind it.
    groups = grouped([[(1, 1), (2, 5)], [(0, 1), (2, 1)], [(3, 1)], [(4, 1)], []])
    assert cheapest_way(groups, 0, 1 << 2, 0) == [0, 1, 2]
    assert cheapest_way(groups, 0, 1 << 0, 0) == [0]
    assert cheapest_way(groups, 0, 1 << 4, 0) == [0, 1, 2, 3, 4]
    assert cheapest_way(groups, 0, 1 << 4, 1 << 3) == []


def test_a_shortest_way_by_steps_of_one_kind() -> None:
    steps = Spread([(0, 1), (1, 2), (0, 3), (3, 4), (4, 2)])
    assert way_to(steps, 0, 1 << 2, 0) == [0, 1, 2]
    assert way_to(steps, 0, 1 << 2, 1 << 1) == [0, 3, 4, 2]
    assert way_to(steps, 0, 1 << 2 | 1 << 0, 1 << 0) == [0]  # the start is not tested
    assert way_to(steps, 2, 1 << 0, 0) == []
