"""Asking a board, painting a copy of it, and blank boards for study positions."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from dataclasses import FrozenInstanceError

import pytest

from grognard.board import Board, Place, blank_board
from grognard.errors import DataError, NotUnderstood

Cells = Callable[[str], list[int]]


def test_unknown_places_and_regions_are_refused_with_a_hint(board: Board) -> None:
    with pytest.raises(
        DataError, match=r"^the map of study-1914 has no place 'Meux'; did you mean 'Meaux'\?$"
    ):
        board.place("Meux")
    with pytest.raises(DataError, match=r"has no region 'entry-2'; did you mean 'entry-1'\?$"):
        board.region("entry-2")
    assert board.region("entry-1") == (board.cell("0401"),)


def test_a_board_does_not_change(board: Board) -> None:
    with pytest.raises(FrozenInstanceError):
        board.name = "other"  # type: ignore[misc]


def test_tags_of_a_plain_cell_are_empty(board: Board, cells: Cells) -> None:
    town, plain = cells("0103 0101")
    assert (board.tags(town), board.tags(plain)) == (("town", "fort"), ())


def test_painting_changes_a_copy(board: Board, cells: Cells) -> None:
    a, b, c = cells("0101 0102 0103")
    copy = board.painted(
        terrain={"0101": "woods"},
        features={b: ["town"], "0103": ()},
        sides={(b, a): ["stream", "bridge"], ("0201", "0202"): ()},
        links={("0101", "0102"): "road rail"},
        slopes={(a, b): "slope", ("0102", "0202"): ""},
        places=[Place("Meaux", "town", (a,), 9, "judgement: a study")],
        regions={"paris": ["0103"]},
    )
    assert (copy.terrain[a], board.terrain[a]) == ("woods", "clear")
    assert copy.features == {b: ("town",)}
    assert copy.side(a, b) == ("stream", "bridge")
    assert len(copy.sides) == 2  # the bridge of 0201-0202 is gone, 0202-0302 stays
    assert copy.link(a, b) == ("road", "rail")
    assert copy.slopes == {(a, b): "slope"}
    assert copy.place("Meaux").value == 9
    assert [place.name for place in copy.places] == ["Ferme, la grande", "Meaux"]
    assert copy.regions["paris"] == (c,)
    assert board.regions["paris"] == (a, b)
    assert board.side(a, b) == ()


def test_painting_nothing_gives_the_same_map(board: Board) -> None:
    copy = board.painted()
    assert (copy.terrain, copy.sides, copy.links) == (board.terrain, board.sides, board.links)


def test_painting_refuses_what_the_map_does_not_know(board: Board) -> None:
    with pytest.raises(NotUnderstood, match=r"has no terrain 'wood'; did you mean 'woods'\?$"):
        board.painted(terrain={"0101": "wood"})
    with pytest.raises(NotUnderstood, match=r"has no side 'canal'"):
        board.painted(sides={("0101", "0102"): ["canal"]})
    with pytest.raises(NotUnderstood, match=r"^0101 and 0103 are not neighbours$"):
        board.painted(links={("0101", "0103"): ["road"]})
    with pytest.raises(NotUnderstood, match=r"^0101 and 0101 are not neighbours$"):
        board.painted(slopes={("0101", "0101"): "slope"})
    with pytest.raises(NotUnderstood, match=r"^cell 99 is not on the map of study-1914$"):
        board.painted(features={99: ["town"]})
    with pytest.raises(NotUnderstood, match=r"^there is no hex 0900"):
        board.painted(regions={"paris": ["0900"]})


def test_a_blank_board_is_numbered_like_the_game(board: Board) -> None:
    blank = blank_board(10, 8, board)
    assert len(blank.grid) == 80
    assert (blank.grid.ids[0], blank.grid.ids[-1]) == ("0101", "1008")
    assert set(blank.terrain) == {"clear"}
    empty = [blank.features, blank.sides, blank.slopes, blank.links, blank.places, blank.regions]
    assert not any(empty)
    neighbours = [blank.grid.ids[cell] for cell in blank.grid.neighbours[blank.cell("0404")]]
    assert neighbours == ["0403", "0504", "0505", "0405", "0305", "0304"]
    assert blank.painted(terrain={"0404": "woods"}).terrain[blank.cell("0404")] == "woods"


def test_a_blank_board_may_start_at_any_number(board: Board) -> None:
    blank = blank_board((20, 24), (9, 12), board)
    assert (blank.grid.ids[0], blank.grid.ids[-1], len(blank.grid)) == ("2009", "2412", 20)


@pytest.mark.parametrize("size", [0, -1, 100, (5, 4)])
def test_a_blank_board_has_a_sensible_size(board: Board, size: int | tuple[int, int]) -> None:
    with pytest.raises(NotUnderstood, match="a map cannot have columns or rows from"):
        blank_board(size, 5, board)


def test_a_board_travels_between_processes(board: Board) -> None:
    copy = pickle.loads(pickle.dumps(board))
    assert (copy.terrain, copy.sides, copy.grid.ids) == (board.terrain, board.sides, board.grid.ids)
    assert copy.grid.neighbours == board.grid.neighbours
