"""Laws of every grid, whatever its stagger, its numbering, its short lines or its holes."""

from __future__ import annotations

from itertools import pairwise
from math import dist

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grognard.grid import Grid, hex_grid, square_grid
from grognard.grid.numbering import print_id


@st.composite
def grids(draw: st.DrawFn, holes: bool = True) -> Grid:
    columns = (first := draw(st.integers(1, 9)), first + draw(st.integers(1, 9)))
    rows = (first := draw(st.integers(1, 9)), first + draw(st.integers(1, 9)))
    places = st.tuples(st.integers(*columns), st.integers(*rows))
    cut = draw(st.lists(places, max_size=4)) if holes else []
    if draw(st.booleans()):
        return square_grid(columns, rows, cut=[print_id("A1", *place) for place in cut])
    numbering = draw(st.sampled_from(("CCRR", "RRCC", "CC.RR")))
    return hex_grid(
        columns,
        rows,
        numbering=numbering,
        orientation=draw(st.sampled_from(("flat", "pointy"))),
        shifted=draw(st.sampled_from(("even", "odd"))),
        short=draw(st.sampled_from(("none", "even", "odd"))) if holes else "none",
        cut=[print_id(numbering, *place) for place in cut],
    )


@st.composite
def cells(draw: st.DrawFn, count: int, holes: bool = True) -> tuple[Grid, list[int]]:
    grid = draw(grids(holes).filter(len))
    return grid, [draw(st.integers(0, len(grid) - 1)) for _ in range(count)]


@given(grids())
def test_numbers_are_unique_and_read_back(grid: Grid) -> None:
    assert len(set(grid.ids)) == len(grid)
    for cell, id in enumerate(grid.ids):
        assert grid.cell(id) == cell
        assert grid.at(grid.column(cell), grid.row(cell)) == cell


@given(grids())
def test_neighbours_are_symmetric_and_directions_lead_back(grid: Grid) -> None:
    for a in range(len(grid)):
        assert grid.neighbours[a] == tuple(cell for cell in grid.toward[a] if cell >= 0)
        assert len(grid.toward[a]) == len(grid.directions)
        count = len(grid.directions)
        for direction, b in enumerate(grid.toward[a]):
            if b >= 0:
                back = (direction + count // 2) % count
                assert a in grid.neighbours[b]
                assert grid.direction(a, b) == direction
                assert grid.direction(b, a) == back
                assert grid.toward[b][back] == a
        assert grid.direction(a, a) == grid.direction(a, -1) == -1


@given(grids())
def test_neighbours_are_the_cells_at_distance_one_and_truly_near(grid: Grid) -> None:
    far = 1.5 if grid.kind == "square" else 1.01
    for a in range(len(grid)):
        near = {b for b in range(len(grid)) if b != a and dist(grid.centre(a), grid.centre(b)) < far}
        assert set(grid.neighbours[a]) == near == {b for b in range(len(grid)) if grid.distance(a, b) == 1}


@given(grids())
def test_directions_point_where_their_names_say(grid: Grid) -> None:
    for a in range(len(grid)):
        for name, b in zip(grid.directions, grid.toward[a], strict=True):
            if b >= 0:
                dx, dy = (q - p for p, q in zip(grid.centre(a), grid.centre(b), strict=True))
                assert ("N" in name) == (dy < -0.1)
                assert ("S" in name) == (dy > 0.1)
                assert ("E" in name) == (dx > 0.1)
                assert ("W" in name) == (dx < -0.1)


@given(cells(3))
def test_distance_is_a_distance(drawn: tuple[Grid, list[int]]) -> None:
    grid, (a, b, c) = drawn
    assert grid.distance(a, a) == 0
    assert grid.distance(a, b) == grid.distance(b, a) == grid.distances(a)[b]
    assert (grid.distance(a, b) == 0) == (a == b)
    assert grid.distance(a, c) <= grid.distance(a, b) + grid.distance(b, c)


@given(cells(1, holes=False))
def test_distance_counts_steps(drawn: tuple[Grid, list[int]]) -> None:
    """On a whole map the distance is what a breadth-first walk over neighbours counts."""
    grid, (start,) = drawn
    steps, front = {start: 0}, [start]
    while front:
        reached = {b for a in front for b in grid.neighbours[a]} - steps.keys()
        steps |= dict.fromkeys(reached, steps[front[0]] + 1)
        front = list(reached)
    assert [steps[cell] for cell in range(len(grid))] == list(grid.distances(start))


@given(cells(1), st.integers(0, 6))
def test_rings_hold_the_cells_at_that_distance(drawn: tuple[Grid, list[int]], n: int) -> None:
    grid, (a,) = drawn
    ring = grid.ring(a, n)
    assert sorted(ring) == [b for b in range(len(grid)) if grid.distance(a, b) == n]
    assert sorted(grid.within(a, n)) == [b for b in range(len(grid)) if grid.distance(a, b) <= n]
    assert grid.within(a, n)[0] == a
    assert grid.ring(a, -1) == ()


@pytest.mark.parametrize("n", [0, 1, 2, 5])
def test_full_rings_have_6n_hexes_and_8n_squares(n: int) -> None:
    hexes, squares = hex_grid((1, 20), (1, 20)), square_grid((1, 20), (1, 20))
    assert len(hexes.ring(hexes.at(10, 10), n)) == (6 * n or 1)
    assert len(squares.ring(squares.at(10, 10), n)) == (8 * n or 1)
    assert len(hexes.within(hexes.at(10, 10), n)) == 1 + 3 * n * (n + 1)
    assert len(squares.within(squares.at(10, 10), n)) == (2 * n + 1) ** 2


@pytest.mark.parametrize(
    "grid", [hex_grid((1, 9), (1, 9)), square_grid((1, 9), (1, 9))], ids=["hex", "square"]
)
def test_rings_go_round_clockwise_from_the_first_direction(grid: Grid) -> None:
    middle = grid.at(5, 5)
    assert grid.ring(middle, 1) == grid.toward[middle]
    ring = grid.ring(middle, 3)
    assert all(grid.distance(a, b) == 1 for a, b in pairwise((*ring, ring[0])))


@settings(max_examples=200)
@given(cells(2, holes=False))
def test_lines_join_their_ends_by_the_shortest_way(drawn: tuple[Grid, list[int]]) -> None:
    grid, (a, b) = drawn
    line = grid.line(a, b)
    assert (line[0], line[-1]) == (a, b)
    assert grid.line(b, a) == line[::-1]
    if grid.kind == "square":  # a square map has no bays that a straight line could leave
        assert len(line) == grid.distance(a, b) + 1
    assert all(grid.distance(a, cell) + grid.distance(cell, b) == grid.distance(a, b) for cell in line)


@settings(max_examples=200)
@given(cells(2, holes=False))
def test_lines_take_the_cells_nearest_to_the_straight_line(drawn: tuple[Grid, list[int]]) -> None:
    grid, (a, b) = drawn
    line = grid.line(a, b)
    if len(line) == grid.distance(a, b) + 1:  # the line does not leave the map
        (ax, ay), (bx, by) = grid.centre(a), grid.centre(b)
        for step, cell in enumerate(line):
            share = step / max(1, grid.distance(a, b))
            point = (ax + (bx - ax) * share, ay + (by - ay) * share)
            nearest = min(dist(point, grid.centre(other)) for other in range(len(grid)))
            assert dist(point, grid.centre(cell)) < nearest + 1e-4


@given(cells(2))
def test_lines_keep_to_the_map_even_where_it_has_holes(drawn: tuple[Grid, list[int]]) -> None:
    grid, (a, b) = drawn
    line = grid.line(a, b)
    assert (line[0], line[-1]) == (a, b)
    assert len(set(line)) == len(line)
    assert all(0 <= cell < len(grid) for cell in line)


@given(cells(2))
def test_what_lies_between_is_the_same_from_both_ends(drawn: tuple[Grid, list[int]]) -> None:
    grid, (a, b) = drawn
    forth, back = grid.between(a, b), grid.between(b, a)
    assert [set(step) for step in forth] == [set(step) for step in reversed(back)]
    assert all(1 <= len(step) <= 2 for step in forth)
    assert not {a, b} & {cell for step in forth for cell in step}


@pytest.mark.parametrize("shifted", ["even", "odd"])
@pytest.mark.parametrize("orientation", ["flat", "pointy"])
def test_a_line_through_a_corner_runs_along_the_side_of_two_hexes(orientation: str, shifted: str) -> None:
    grid = hex_grid((1, 9), (1, 9), orientation=orientation, shifted=shifted)
    middle = grid.at(5, 5)
    for straight, b in enumerate(grid.ring(middle, 2)):
        (step,) = grid.between(middle, b)
        common = set(grid.neighbours[middle]) & set(grid.neighbours[b])
        assert set(step) == common
        assert len(step) == 1 + straight % 2


@given(grids())
def test_neighbours_share_the_same_side(grid: Grid) -> None:
    for a in range(len(grid)):
        for b in grid.neighbours[a]:
            (one, two), (three, four) = grid.side_line(a, b), grid.side_line(b, a)
            assert dist(one, four) < 1e-9  # clockwise round the one is anticlockwise round the other
            assert dist(two, three) < 1e-9


@given(grids())
def test_edges_are_on_the_rim(grid: Grid) -> None:
    for name, letter in (("north", "N"), ("south", "S"), ("east", "E"), ("west", "W")):
        for cell in grid.edge(name):
            outward = [grid.toward[cell][i] for i, d in enumerate(grid.directions) if letter in d]
            assert -1 in outward
