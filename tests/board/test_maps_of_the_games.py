"""The five games' maps are there, load, and are sound as a whole."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

import grognard.board
from grognard.board import blank_board, check_board, load_board
from grognard.cli import app
from grognard.data import DataFolder

GAMES = Path(grognard.board.__file__).parents[1] / "games"
FIVE = ("soissons_1918", "friedensturm_1918", "hannut_1940", "somme_1916", "marne_1914")


def test_these_are_all_the_maps() -> None:
    drawn = {cells.parents[1].name for cells in GAMES.glob("*/map/cells.csv")}
    assert drawn == set(FIVE)


@pytest.mark.parametrize("game", FIVE)
def test_the_map_is_sound(game: str) -> None:
    board = load_board(DataFolder(GAMES / game))
    assert board.name == game.replace("_", "-")
    assert check_board(board) == []


@pytest.mark.parametrize("game", FIVE)
def test_the_command_finds_it_clean(game: str) -> None:
    slug = game.replace("_", "-")
    result = CliRunner(env={"COLUMNS": "200", "NO_COLOR": "1"}).invoke(app, ["check", slug])
    assert result.output.startswith(f"{slug}: clean")
    assert result.exit_code == 0


@pytest.mark.parametrize("game", FIVE)
def test_study_positions_can_be_set_on_a_blank_map(game: str) -> None:
    board = load_board(DataFolder(GAMES / game))
    blank = blank_board(8, 6, board)
    assert (len(blank.grid), blank.grid.directions) == (48, board.grid.directions)
    assert set(blank.terrain) == {board.plain}
