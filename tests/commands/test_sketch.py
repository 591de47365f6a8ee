"""Maps in letters, on every kind of grid."""

from __future__ import annotations

import pytest

import grognard
from grognard.commands.sketch import Sketch, layout, letters
from grognard.grid import Grid, hex_grid, square_grid

GRIDS = [
    hex_grid((1, 6), (1, 5)),
    hex_grid((1, 6), (1, 5), orientation="pointy"),
    square_grid((1, 6), (1, 5)),
]


@pytest.mark.parametrize("grid", GRIDS, ids=["flat", "pointy", "square"])
@pytest.mark.parametrize(("wide", "high"), [(2, 2), (10, 4)])
def test_no_two_cells_overlap(grid: Grid, wide: int, high: int) -> None:
    taken: dict[tuple[int, int], int] = {}
    for cell, (x, y) in layout(grid, wide, high).items():
        for dx in range(wide):
            assert taken.setdefault((x + dx, y), cell) == cell


@pytest.mark.parametrize("grid", GRIDS, ids=["flat", "pointy", "square"])
def test_neighbours_lie_beside_each_other(grid: Grid) -> None:
    spots = layout(grid, 10, 4)
    for cell in range(len(grid)):
        for other in grid.neighbours[cell]:
            assert abs(spots[cell][0] - spots[other][0]) <= 11
            assert abs(spots[cell][1] - spots[other][1]) <= 4


def test_each_word_has_a_letter_of_its_own() -> None:
    found = letters(["woods", "water", "rough", "road"], "abcdefghijklmnopqrstuvwxyz")
    assert len(set(found.values())) == 4
    assert found["woods"] == "w"


def test_a_large_stack_says_how_many_more() -> None:
    match = grognard.start("marne-1914", "counter-attack")
    position = match.position
    cell = position.setting.grid.cell("3210")
    for uid in ("3ID", "4ID"):
        position.state.loc[position.setting.unit_number(uid)] = cell
    sketch = Sketch(match.game, position)
    shown = sketch.around(cell).plain
    assert "+3 more" in shown
    assert "5KD" in sketch.describe(cell)
    assert "G5" in sketch.whole().plain
