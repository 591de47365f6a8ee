"""Searching by tolls, and what hangs together."""

from __future__ import annotations

from grognard.grid import hex_grid
from grognard.rules.masks import cells_of, mask
from grognard.rules.tolls import Steps, Toll, flood, march

GRID = hex_grid((1, 9), (1, 9), numbering="RRCC", orientation="pointy", shifted="even")
EVERY = [(a, b) for a in range(len(GRID)) for b in GRID.neighbours[a]]
STEPS = Steps(len(GRID), EVERY)


def cell(name: str) -> int:
    return GRID.cell(name)


def test_cells_by_cost_and_the_way_to_each() -> None:
    found = march([Toll(STEPS, 2)], cell("0505"), 5, 0, 0)
    assert {GRID.distance(cell("0505"), c) for c in cells_of(found.cells)} == {1, 2}
    assert found.cost(cell("0507")) == 4
    assert found.path(cell("0507")) == [cell("0506"), cell("0507")]
    assert cell("0505") not in found


def test_some_cells_have_another_price() -> None:
    dear = mask([cell("0506")])
    found = march([Toll(STEPS, 2, dear, 5)], cell("0505"), 5, 0, 0)
    assert found.cost(cell("0506")) == 5
    assert found.cost(cell("0406")) == 4
    assert cell("0507") not in found, "round it costs more than there is"


def test_stops_end_a_march_and_closed_cells_are_never_entered() -> None:
    wall = mask([c for c in range(len(GRID)) if GRID.column(c) == 6])
    stopped = march([Toll(STEPS, 1)], cell("0505"), 9, 0, wall)
    assert cell("0506") in stopped
    assert not any(GRID.column(c) > 6 for c in cells_of(stopped.cells))
    shut = march([Toll(STEPS, 1)], cell("0505"), 9, wall, 0)
    assert not any(GRID.column(c) >= 6 for c in cells_of(shut.cells))
    inside = march([Toll(STEPS, 1)], cell("0506"), 1, 0, wall)
    assert len(cells_of(inside.cells)) == 6, "who begins in a stop may leave it"


def test_a_march_may_leave_another_at_any_cell() -> None:
    """A column on a road for half the price, and off it for the full one."""
    road = [cell(f"05{column:02d}") for column in range(1, 9)]
    pairs = [(a, b) for a, b in EVERY if a in road and b in road]
    column = march([Toll(Steps(len(GRID), pairs), 1)], road[0], 8, 0, 0)
    found = march([Toll(STEPS, 2)], road[0], 8, 0, 0, before=column)
    assert found.cost(road[5]) == 5
    assert found.cost(cell("0607")) == 8
    assert found.path(cell("0607"))[:5] == road[1:6]


def test_flood() -> None:
    wall = mask([c for c in range(len(GRID)) if GRID.column(c) == 6])
    found = flood(STEPS.forth, mask([cell("0101"), cell("0906")]), wall)
    assert {GRID.column(c) for c in cells_of(found)} == {1, 2, 3, 4, 5}
