"""Golden games: whole games between random players, recorded once, that must replay exactly."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import grognard
from grognard.engine import RandomPlayer
from grognard.laws import play_out

Games = dict[str, tuple[str, int, dict[str, str]]]
"""For each name: the scenario, a number for dice and players, the options."""


def record(game: str, games: Games, folder: Path) -> None:
    folder.mkdir(exist_ok=True)
    for name, (scenario, seed, options) in games.items():
        match = grognard.start(game, scenario, f"golden {seed}", options)
        for _ in play_out(match, RandomPlayer(seed)):
            pass
        match.save(folder / f"{name}.json")
        print(f"{name}: {match.number} actions, {match.outcome.level if match.outcome else 'unfinished'}")


def require_replay(file: Path, recorder: str) -> None:
    """Loading plays every action again and compares the fingerprint of the end."""
    try:
        match = grognard.load(file)
    except grognard.GrognardError as problem:
        pytest.fail(f"{problem}\nIf the rules were changed on purpose, record again: python -m {recorder}")
    assert match.outcome is not None
    assert match.number == len(json.loads(file.read_text())["actions"])
    assert file.stat().st_size < 100_000, "a golden game is small"
