"""Where cells lie on the plane, and which of them make an edge or a line."""

from __future__ import annotations

from math import dist, sqrt

import pytest

from grognard.grid import Grid, hex_grid, square_grid

FLAT = hex_grid((1, 8), (1, 8), numbering="CC.RR")
LOW_ODD = hex_grid((33, 40), (1, 8), shifted="odd")
POINTY = hex_grid((1, 8), (1, 8), numbering="RRCC", orientation="pointy")
SQUARES = square_grid((1, 8), (1, 8))


@pytest.mark.parametrize(
    ("grid", "id", "x", "y"),
    [
        (FLAT, "03.02", 3 * sqrt(3) / 2, 2.0),
        (FLAT, "04.02", 4 * sqrt(3) / 2, 2.5),
        (LOW_ODD, "3302", 33 * sqrt(3) / 2, 2.5),
        (LOW_ODD, "3402", 34 * sqrt(3) / 2, 2.0),
        (POINTY, "0302", 2.0, 3 * sqrt(3) / 2),
        (POINTY, "0402", 2.5, 4 * sqrt(3) / 2),
        (SQUARES, "C2", 3.0, 2.0),
    ],
)
def test_centres(grid: Grid, id: str, x: float, y: float) -> None:
    assert grid.centre(grid.cell(id)) == pytest.approx((x, y))


@pytest.mark.parametrize(
    "grid", [FLAT, LOW_ODD, POINTY, SQUARES], ids=["flat", "low odd", "pointy", "square"]
)
def test_outlines_are_regular_and_clockwise(grid: Grid) -> None:
    middle = grid.cell(grid.ids[len(grid) // 2 + 3])
    corners, (cx, cy) = grid.corners(middle), grid.centre(middle)
    assert len(corners) == (4 if grid.kind == "square" else 6)
    side = 1.0 if grid.kind == "square" else 1 / sqrt(3)
    for (x1, y1), (x2, y2) in zip(corners, (*corners[1:], corners[0]), strict=True):
        assert dist((x1, y1), (x2, y2)) == pytest.approx(side)
        assert (x1 - cx) * (y2 - cy) - (y1 - cy) * (x2 - cx) > 0  # clockwise where y grows downward


@pytest.mark.parametrize("grid", [FLAT, POINTY], ids=["flat", "pointy"])
def test_the_side_of_a_direction_runs_from_its_corner_to_the_next(grid: Grid) -> None:
    middle = grid.cell("0404")
    corners = grid.corners(middle)
    for direction, other in enumerate(grid.toward[middle]):
        halfway = tuple((p + q) / 2 for p, q in zip(grid.centre(middle), grid.centre(other), strict=True))
        ends = corners[direction], corners[(direction + 1) % 6]
        assert halfway == pytest.approx(((ends[0][0] + ends[1][0]) / 2, (ends[0][1] + ends[1][1]) / 2))
        assert grid.side_line(middle, other) == ends


def test_squares_that_touch_at_a_corner_share_one_point() -> None:
    a, b = SQUARES.cell("C3"), SQUARES.cell("D4")
    assert SQUARES.side_line(a, b) == ((3.5, 3.5), (3.5, 3.5))
    assert SQUARES.side_line(a, SQUARES.cell("D3")) == ((3.5, 2.5), (3.5, 3.5))


@pytest.mark.parametrize(("grid", "a", "b"), [(FLAT, "0101", "0301"), (SQUARES, "A1", "A3")])
def test_cells_apart_share_no_side(grid: Grid, a: str, b: str) -> None:
    with pytest.raises(ValueError, match="share no side"):
        grid.side_line(grid.cell(a), grid.cell(b))


def test_edges_run_from_west_and_from_north() -> None:
    grid = hex_grid((1, 4), (1, 3), short="even", cut=["0101"])
    named = {
        name: [grid.ids[cell] for cell in grid.edge(name)] for name in ("north", "south", "east", "west")
    }
    assert named == {
        "north": ["0201", "0301", "0401"],
        "south": ["0103", "0202", "0303", "0402"],
        "east": ["0401", "0402"],
        "west": ["0102", "0103"],
    }


def test_short_rows_of_pointy_hexes_end_one_column_earlier() -> None:
    grid = hex_grid((1, 4), (1, 4), numbering="RRCC", orientation="pointy", short="even")
    assert [grid.ids[cell] for cell in grid.edge("east")] == ["0104", "0203", "0304", "0403"]


def test_an_edge_has_one_of_four_names() -> None:
    with pytest.raises(ValueError, match="north, south, east, west"):
        FLAT.edge("top")


def test_a_line_along_a_side_passes_between_two_hexes() -> None:
    # From 0404 the hex 0604 lies due east: the line runs along the side of 0504 and 0505.
    a, b = FLAT.cell("0404"), FLAT.cell("0604")
    assert [{FLAT.ids[cell] for cell in step} for step in FLAT.between(a, b)] == [{"05.04", "05.05"}]
    c = FLAT.cell("0407")
    assert [[FLAT.ids[cell] for cell in step] for step in FLAT.between(a, c)] == [["04.05"], ["04.06"]]


def test_neighbours_have_nothing_between_them() -> None:
    assert FLAT.between(FLAT.cell("0404"), FLAT.cell("0405")) == ()
    assert FLAT.between(FLAT.cell("0404"), FLAT.cell("0404")) == ()


def test_resizing_keeps_the_layout() -> None:
    grid = POINTY.resized((1, 3), (1, 2))
    assert grid.ids == ("0101", "0102", "0103", "0201", "0202", "0203")
    assert [grid.ids[cell] for cell in grid.neighbours[grid.cell("0202")]] == ["0103", "0203", "0201", "0102"]
    assert SQUARES.resized((1, 2), (1, 2)).ids == ("A1", "A2", "B1", "B2")
