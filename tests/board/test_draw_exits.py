"""Where roads leave the map, and what a border does beside a river."""

from __future__ import annotations

from math import hypot
from pathlib import Path

import pytest

import grognard.board
from grognard.board import Board, Place, Segment, load_board
from grognard.board.drawing.exits import goes_on
from grognard.board.drawing.lines import border_runs, link_courses, link_looks, side_looks, water_courses
from grognard.board.drawing.plane import CELL, Plane, close_points
from grognard.data import DataFolder
from grognard.grid import hex_grid

GAMES = Path(grognard.board.__file__).parents[1] / "games"


def game_board(game: str) -> Board:
    return load_board(DataFolder(GAMES / game.replace("-", "_")))


def touched_rims(board: Board) -> set[tuple[str, int]]:
    """The kinds of link that reach the rim, with the cell in which they do."""
    plane = Plane(board.grid)
    ends = [
        (course.kind, end)
        for course in link_courses(board, plane, link_looks(board))
        for end in (course.points[0], course.points[-1])
    ]
    return {
        (kind, cell)
        for cell in range(len(board.grid))
        for x, y in plane.rims(cell)
        for kind, (u, v) in ends
        if hypot(u - x, v - y) < 0.01
    }


@pytest.mark.parametrize(
    ("kind", "cell"),
    [
        ("primary", "4115"),  # the N93 ends in an open cell beside another road
        ("primary", "4315"),  # the N4 goes on from Rhisnes to Namur
        ("railroad", "4315"),
        ("primary", "4715"),
        ("primary", "4815"),
        ("primary", "4601"),  # the N29 goes on from Jodoigne to Tienen
        ("primary", "3415"),
    ],
)
def test_highroads_of_hannut_leave_the_map(kind: str, cell: str) -> None:
    board = game_board("hannut-1940")
    assert (kind, board.cell(cell)) in touched_rims(board)


@pytest.mark.parametrize("cell", ["3314", "6414", "3304", "5315"])
def test_a_road_to_a_place_on_the_rim_ends_there(cell: str) -> None:
    board = game_board("hannut-1940")  # Ligny, Huy, Ottignies, Vezin
    assert board.cell(cell) not in {where for _, where in touched_rims(board)}


@pytest.mark.parametrize("game", ["marne-1914", "somme-1916"])
def test_every_road_exit_of_the_data_is_drawn(game: str) -> None:
    board = game_board(game)
    told = {cell for name, cells in board.regions.items() if name.startswith("road-exit-") for cell in cells}
    assert told
    assert told <= {cell for _, cell in touched_rims(board)}


def test_the_side_road_of_sombreffe_has_no_gap() -> None:
    board = game_board("hannut-1940")
    plane = Plane(board.grid)
    x, y = plane.centres[board.cell("3414")]
    courses = [c for c in link_courses(board, plane, link_looks(board)) if c.kind == "primary"]
    fleurus = next(c for c in courses if any("Fleurus" in name for name in c.names))
    assert min(hypot(u - x, v - y) for u, v in fleurus.points) < CELL / 6


def small(name: str) -> Board:
    grid = hex_grid((1, 5), (1, 5))
    a, b = grid.cell("0101"), grid.cell("0102")
    return Board(
        name="s", title="S", grid=grid, terrain=("clear",) * len(grid), plain="clear",
        links={(a, b): ("road",)},
        link_rows=(Segment(a, b, "road", name, "x"),),
        places=(
            Place("Rhisnes", "village", (a,), 0, "x"),
            Place("Wavre-Saint-Paul", "town", (b,), 0, "x"),
        ),
    )  # fmt: skip


@pytest.mark.parametrize(
    ("name", "leaves"),
    [
        ("N4 Wavre - Namur", True),  # Wavre is on the map, Namur is not
        ("Wavre \u2013 Gembloux \u2013 Namur", True),
        ("Wavre - Rhisnes", False),
        ("Rhisnes - Namur", False),  # begins here
        ("Wavr - Wavre", True),  # only whole words count as a short name
        ("Roman road", False),
        ("", False),
    ],
)
def test_the_name_of_a_road_tells_whether_it_goes_on(name: str, leaves: bool) -> None:
    board = small(name)
    assert goes_on(board, board.cell("0101"), name) is leaves
    assert (("road", board.cell("0101")) in touched_rims(board)) is leaves


def test_a_front_line_on_a_river_keeps_beside_it() -> None:
    board = game_board("soissons-1918")
    plane, looks = Plane(board.grid), side_looks(board)
    stream = [c for c in water_courses(board, plane, looks) if "Savières" in c.names]
    water = [point for course in stream for point in close_points(course.points)]
    pairs = [pair for pair, kinds in sorted(board.sides.items()) if "front" in kinds]
    wet = [pair for pair in pairs if "stream" in board.sides[pair]]
    assert len(wet) > 8
    runs = border_runs(board, plane, wet, looks)
    apart = [min(hypot(x - u, y - v) for u, v in water) for run in runs for x, y in run]
    assert min(apart) > 2.0
    dry = [pair for pair in pairs if pair not in wet]
    corners = {plane.node(point) for pair in dry for point in plane.side(*pair)}
    assert {plane.node(point) for run in border_runs(board, plane, dry, looks) for point in run} == corners
    assert len(border_runs(board, plane, pairs, looks)) == 1  # one line from the Aisne to the south edge
