"""Every map that a game brings loads, and is sound as a whole."""

from __future__ import annotations

from pathlib import Path

import pytest

import grognard.board
from grognard.board import blank_board, check_board, load_board
from grognard.data import DataFolder

GAMES = Path(grognard.board.__file__).parents[1] / "games"
DRAWN = sorted(cells.parents[1].name for cells in GAMES.glob("*/map/cells.csv"))


@pytest.mark.parametrize("game", DRAWN)
def test_the_map_is_sound(game: str) -> None:
    board = load_board(DataFolder(GAMES / game))
    assert board.name == game.replace("_", "-")
    assert check_board(board) == []


@pytest.mark.parametrize("game", DRAWN)
def test_study_positions_can_be_set_on_a_blank_map(game: str) -> None:
    board = load_board(DataFolder(GAMES / game))
    blank = blank_board(8, 6, board)
    assert (len(blank.grid), blank.grid.directions) == (48, board.grid.directions)
    assert set(blank.terrain) == {board.plain}
