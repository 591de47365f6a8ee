"""Golden games: whole recorded games that must replay exactly, action by action and die by die."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import grognard
from tests.games.somme_1916.record_golden import FOLDER, GAMES

FILES = sorted(FOLDER.glob("*.json"))
HINT = "If the rules were changed on purpose, record anew: python -m tests.games.somme_1916.record_golden"


def test_every_game_is_there() -> None:
    assert [file.stem for file in FILES] == sorted(GAMES)


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_golden_game_replays(file: Path) -> None:
    """Loading plays every action again and compares the fingerprint of the end."""
    try:
        match = grognard.load(file)
    except grognard.GrognardError as problem:
        pytest.fail(f"{problem}\n{HINT}")
    assert match.outcome is not None
    assert match.number == len(json.loads(file.read_text())["actions"])


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_golden_game_is_small(file: Path) -> None:
    assert file.stat().st_size < 100_000
