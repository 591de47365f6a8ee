"""Moves by a named way: what each step costs, which one cannot be made, and the best way under a condition.

A `Reach` knows the steps of a move and what bars it; here one way through it is followed step by step.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from grognard.engine.decisions import Walk
from grognard.engine.ruling import ALLOW, Ruling, refuse
from grognard.rules.masks import cells_of
from grognard.rules.position import WarPosition
from grognard.rules.search import Reach

HALVES = 2
"""Movement points are counted in halves."""


class Walking(msgspec.Struct, frozen=True, kw_only=True):
    """The cases of a game that bind a move step by step."""

    adjacent: str = ""
    closed: str = ""
    zone: str = ""
    cost: str = ""
    points: int = HALVES
    """How the rules count a movement point."""


def price_of(way: Reach, here: int, cell: int) -> int | None:
    """What a step costs, tolls included; None where the way knows no such step."""
    first = here == way.start
    steps = way.begin if first else way.groups.out[here]
    price = min([paid for paid, cells in steps if cells >> cell & 1], default=None)
    if price is None:
        return None
    if first:
        price += way.first
    tolls = way.tolls
    if tolls is None:
        return price
    leaving = 0 if first else next((toll for toll, cells in tolls.leaving if cells >> here & 1), 0)
    return price + leaving + tolls.to_enter(cell)


def allowance_of(way: Reach) -> int:
    return len(way.levels) - 1


def points_text(number: int, cases: Walking) -> str:
    return f"{number / cases.points:g} MP"


def walk(g: WarPosition[Any, Any], cases: Walking, unit: int, way: Reach, cells: Sequence[int], note: str = "") -> Walk:
    """Follow a way cell by cell until it ends or cannot go on."""
    costs: list[int] = []
    here, ruling = way.start, ALLOW
    for cell in cells:
        price = price_of(way, here, cell)
        if not costs and way.cells >> cell & 1 and (price is None or price > allowance_of(way)):
            price = way.cost(cell)  # one step is always allowed, for all that the unit has
        ruling = may_step(g, cases, unit, way, here, cell, price, sum(costs))
        if not ruling:
            break
        assert price is not None
        costs.append(price)
        here = cell
    told = tuple([points_text(cost, cases) for cost in costs])
    return Walk(tuple(cells), told, points_text(sum(costs), cases), ruling, note)


def may_step(
    g: WarPosition[Any, Any], cases: Walking, unit: int, way: Reach, here: int, cell: int, price: int | None, spent: int
) -> Ruling:
    """Whether a unit may take one more step, and the one reason why not."""
    name, there = g.name(unit), g.cell_name(cell)
    side = g.setting.side[unit]
    if here >= 0 and cell not in g.setting.grid.neighbours[here]:
        return refuse(cases.adjacent, f"{there} is not adjacent to {g.cell_name(here)}")
    if g.closed_cells[side] >> cell & 1:
        return refuse(cases.closed, f"{there} is enemy-occupied")
    if way.closed >> cell & 1:
        return refuse(cases.zone, f"{there} is in an enemy zone of control, which this way of moving cannot enter")
    if here >= 0 and here != way.start and way.zones >> here & 1:
        return refuse(cases.zone, f"{name} must stop in {g.cell_name(here)}, an enemy zone of control")
    if price is None:
        if way.zones >> cell & 1:
            return refuse(cases.zone, f"{name} cannot go from one enemy zone of control into another, {there}")
        return refuse(cases.cost, f"this way of moving knows no step to {there}")
    if spent + price > allowance_of(way):
        needed, has = points_text(spent + price, cases), points_text(allowance_of(way), cases)
        return refuse(cases.cost, f"the way costs {needed} as far as {there}, and {name} has {has}")
    return ALLOW


def onward(way: Reach, here: int, zones: int) -> Iterator[tuple[int, int]]:
    """The steps out of a cell of a way with their prices; none into the zones named."""
    if here >= 0 and here != way.start and way.zones >> here & 1:
        return
    steps = way.begin if here == way.start else way.groups.out[here]
    around = 0
    for _, cells in steps:
        around |= cells
    for cell in cells_of(around & ~(way.closed | zones)):
        price = price_of(way, here, cell)
        if price is not None and cell != way.start:
            yield cell, price


def best_walk(way: Reach, goal: int, zones: int, fewest: bool) -> list[int]:
    """The cheapest way to a cell that enters none of some zones, or the shortest one; [] where there is none."""
    most = allowance_of(way)
    least: dict[tuple[int, int], int] = {}
    """What it costs at least to be in a cell after a number of steps."""
    heap: list[tuple[int, int, tuple[int, ...]]] = [(0, 0, (way.start,))]
    while heap:
        first, second, path = heapq.heappop(heap)
        if path[-1] == goal:
            return list(path[1:])
        spent, length = (second, first) if fewest else (first, second)
        for cell, price in onward(way, path[-1], zones):
            total, key = spent + price, (cell, length + 1)
            if total <= most and total < least.get(key, most + 1):
                least[key] = total
                ranks = (length + 1, total) if fewest else (total, length + 1)
                heapq.heappush(heap, (*ranks, (*path, cell)))
    alone = way.cells & ~zones & ~way.closed
    beside = way.start >= 0 and alone >> goal & 1 and goal in {c for _, cells in way.begin for c in cells_of(cells)}
    return [goal] if beside else []  # one step is always allowed, for all that the unit has


def no_walk(g: WarPosition[Any, Any], cases: Walking, goal: int, ruling: Ruling, no_zones: bool) -> Walk:
    """The answer where no way leads to a cell: the ruling on the move itself, or the zones that were to be avoided."""
    if ruling:
        where = g.cell_name(goal)
        ruling = refuse(cases.zone, f"every way to {where} enters an enemy zone of control" if no_zones else
                        f"no way leads to {where}")
    return Walk((), (), points_text(0, cases), ruling)
