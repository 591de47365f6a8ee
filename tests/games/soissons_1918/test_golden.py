"""Golden games: whole recorded games that must replay exactly, action by action and die by die."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.games.golden import require_replay
from tests.games.soissons_1918 import record_golden
from tests.games.soissons_1918.record_golden import FOLDER, GAMES

FILES = sorted(FOLDER.glob("*.json"))


def test_every_game_is_there() -> None:
    assert [file.stem for file in FILES] == sorted(GAMES)


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_golden_game_replays(file: Path) -> None:
    require_replay(file, record_golden.__name__)
