"""Joining pieces into courses, outlines into loops, trench cells into lines."""

from __future__ import annotations

from collections.abc import Hashable

import pytest

from grognard.board import Board
from grognard.board.drawing.fronts import crenellated, trench_lines, trench_runs
from grognard.board.drawing.ground import hard_outline, loops
from grognard.board.drawing.plane import Plane, jitter
from grognard.board.drawing.weave import Piece, weave
from grognard.grid import Grid, hex_grid, square_grid

NODES: dict[Hashable, tuple[float, float]] = {
    "a": (0, 0), "b": (10, 0), "c": (20, 0), "d": (30, 0), "e": (10, 10),
}  # fmt: skip


def piece(ends: str, kind: str = "river", name: str = "") -> Piece:
    (x, y), (u, v) = NODES[ends[0]], NODES[ends[1]]
    return Piece((ends[0], ends[1]), ((x + u) / 2, (y + v) / 2), kind, name)


def test_a_chain_becomes_one_course() -> None:
    courses = weave([piece("bc"), piece("ab"), piece("cd")], NODES, 0.7)
    assert len(courses) == 1
    assert courses[0].points[0] in ((0.0, 0.0), (30.0, 0.0))
    assert len(courses[0].names) == 3


def test_a_tributary_ends_on_the_river_and_the_name_decides_which_is_which() -> None:
    parts = [piece("ab", name="Marne"), piece("bc"), piece("be", name="Marne")]
    courses = weave(parts, NODES, 0.7)
    named = [c for c in courses if "Marne" in c.names]
    assert len(courses) == 2
    assert named[0].names == ("Marne", "Marne")
    other = next(c for c in courses if c is not named[0])
    assert min(abs(x - 10) + abs(y) for x, y in other.points) < 5  # on the bend, not off it


def test_two_kinds_meet_without_a_gap() -> None:
    courses = weave([piece("ab", "river"), piece("bc", "stream")], NODES, 0.7)
    ends = [set(c.points) & set(d.points) for c in courses for d in courses if c is not d]
    assert len(courses) == 2
    assert ends[0]


def test_a_ring_is_drawn_whole() -> None:
    ring = [piece("ab"), piece("be"), Piece(("e", "a"), (5, 5), "river", "")]
    courses = weave(ring, NODES, 0.7)
    assert len(courses) == 1
    assert courses[0].path.count("C") == 3


def test_jitter_is_small_and_always_the_same() -> None:
    values = [jitter(n, 3) for n in range(500)]
    assert all(-1 <= value <= 1 for value in values)
    assert len(set(values)) > 490
    assert -0.15 < sum(values) / 500 < 0.15
    assert jitter(1, 2) == jitter(1, 2)


def plain(grid: object) -> Board:
    return Board(name="p", title="P", grid=grid, terrain=("clear",) * len(grid), plain="clear")  # type: ignore[arg-type]


def test_the_rim_of_a_hex_and_of_a_ring_with_a_hole() -> None:
    board = plain(hex_grid((1, 7), (1, 7)))
    plane, middle = Plane(board.grid), board.grid.cell("0404")
    assert [len(loop) for loop in loops(board, plane, {middle})] == [6]
    around = set(board.grid.ring(middle, 1))
    assert sorted(len(loop) for loop in loops(board, plane, around)) == [6, 18]


def test_squares_that_touch_at_a_corner_are_two_areas() -> None:
    board = plain(square_grid((1, 4), (1, 4)))
    cells = {board.cell("B2"), board.cell("C3")}
    rims = loops(board, Plane(board.grid), cells)
    assert [len(loop) for loop in rims] == [4, 4]
    assert hard_outline(rims[0]).count("L") == 3


@pytest.mark.parametrize("grid", [hex_grid((1, 9), (1, 9)), square_grid((1, 9), (1, 9))])
def test_a_trench_runs_through_all_its_cells_once(grid: object) -> None:
    board = plain(grid)
    plane = Plane(board.grid)
    line = board.grid.line(0, len(board.grid) - 1)
    spots = {cell: plane.centres[cell] for cell in line}
    runs = trench_runs(board, spots)
    assert len(runs) == 1
    assert sorted(runs[0]) == sorted(spots)
    belt = {cell: plane.centres[cell] for cell in board.grid.within(40, 2)}
    reached = [cell for run in trench_runs(board, belt) for cell in run]
    assert set(reached) == set(belt)


def test_teeth_differ() -> None:
    run = [(0.0, 0.0), (60.0, 0.0), (120.0, 30.0)]
    drawn = {crenellated(run, teeth) for teeth in ("square", "pointed", "long")}
    assert len(drawn) == 3


def test_a_road_that_turns_back_from_another_kind_joins_it_without_a_gap() -> None:
    # A highroad passes b; a side road comes from e; a trail leaves b back towards e. They must all meet.
    here = {**NODES, "f": (16.0, 10.0)}
    parts = [
        piece("ab", "primary", "N93"),
        piece("bc", "primary", "N93"),
        piece("be", "primary", "N29"),
        Piece(("b", "f"), (13.0, 5.0), "trail", ""),
    ]
    courses = weave(parts, here, 0.86)
    side = next(course for course in courses if "N29" in course.names)
    assert min(abs(x - 10) + abs(y) for x, y in side.points) < 1


@pytest.mark.parametrize("grid", [hex_grid((1, 9), (1, 9)), square_grid((1, 9), (1, 9))])
def test_a_trench_that_ends_on_the_rim_runs_over_it(grid: Grid) -> None:
    line = grid.line(grid.edge("north")[4], grid.edge("south")[4])
    board = Board(
        name="t", title="T", grid=grid, terrain=("clear",) * len(grid), plain="clear",
        features={**dict.fromkeys(line, ("trench",)), grid.within(0, 0)[0]: ("trench-old",)},
    )  # fmt: skip
    plane = Plane(grid)
    run = max(trench_lines(board, plane), key=len)
    ys = sorted(y for _, y in run)
    assert ys[0] <= 32  # the sheet begins at 0; the rim of a shifted column lies half a cell lower
    assert ys[-1] >= plane.height - 32
    assert len(run) == len(line) + 2
