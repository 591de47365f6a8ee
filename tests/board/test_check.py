"""Faults of a map that no single line shows."""

from __future__ import annotations

from dataclasses import replace

from grognard.board import Board, Place, check_board
from grognard.grid import hex_grid, square_grid


def test_a_sound_map_has_no_faults(board: Board) -> None:
    assert check_board(board) == []


def test_a_bridge_needs_water(board: Board) -> None:
    dry = board.painted(sides={("0101", "0102"): ["bridge"]})
    assert check_board(dry) == ["the bridge on 0101-0102 crosses no water"]
    wet = board.painted(sides={("0202", "0302"): ["stream", "bridge"]})
    assert check_board(wet) == []


def test_a_crossing_says_what_it_crosses(board: Board) -> None:
    sides = board.kinds["side"]
    gap = sides["bridge"]._replace(name="gap", more={"crosses": "wire"})
    wire = sides["river"]._replace(name="wire", group="wire")
    kinds = {**board.kinds, "side": {**sides, "gap": gap, "wire": wire}}
    fenced = replace(board, sides={}, kinds=kinds)
    assert check_board(fenced.painted(sides={("0202", "0302"): ["wire", "gap"]})) == []
    bare = fenced.painted(sides={("0202", "0302"): ["gap"]})
    assert check_board(bare) == ["the gap on 0202-0302 crosses no wire"]


def test_a_stray_piece_of_river(board: Board) -> None:
    # Both ends of the side 0202-0302 lie inside the map; without 0201-0202 it touches nothing.
    stray = board.painted(sides={("0201", "0202"): ()})
    assert check_board(stray) == ["the water on 0202-0302 touches no other water"]
    # One end of 0201-0301 lies on the north edge: a river may leave the map there.
    leaving = board.painted(sides={("0201", "0202"): (), ("0202", "0302"): (), ("0201", "0301"): ["river"]})
    assert check_board(leaving) == []


def test_links_and_sides_join_neighbours(board: Board) -> None:
    a, b, c = (board.cell(id) for id in ("0101", "0102", "0103"))
    broken = replace(board, links={(a, a): ("road",), (a, c): ("rail",), (b, a): ("road",)})
    assert check_board(broken) == [
        "a link joins 0101 with itself",
        "a link joins 0101-0103, which are not neighbours",
        "the link 0102-0101 has its lower cell second",
    ]


def test_a_slope_rises_one_way(board: Board) -> None:
    both = board.painted(slopes={("0202", "0102"): "slope"})
    assert check_board(both) == ["the slope 0102-0202 rises both ways"]


def test_places_and_regions_have_cells(board: Board) -> None:
    empty = replace(board, places=(Place("Nowhere", "town", (), 0, "x"),), regions={"void": ()})
    assert check_board(empty) == ["the place 'Nowhere' has no cells", "the region 'void' has no cells"]


def test_cells_have_known_terrain(board: Board) -> None:
    assert check_board(replace(board, terrain=board.terrain[:-1])) == [
        "the map has 11 cells, but 10 kinds of terrain"
    ]
    muddy = replace(board, terrain=("mud", *board.terrain[1:]))
    assert check_board(muddy) == ["0101 has unknown terrain 'mud'"]


def test_no_cell_is_cut_off(board: Board) -> None:
    island = hex_grid((1, 4), (1, 1), cut=["0201"])
    split = Board("x", "x", island, ("clear",) * 3, "clear", kinds=board.kinds)
    assert check_board(split) == ["0101 is cut off from the rest of the map"]


def test_squares_have_no_stray_water(board: Board) -> None:
    squares = square_grid((1, 3), (1, 3))
    plain = Board("x", "x", squares, ("clear",) * 9, "clear", kinds=board.kinds)
    assert check_board(plain.painted(sides={("B2", "B3"): ["river"]})) == []
