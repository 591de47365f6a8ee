"""Which tests are left out by `dev.py test --fast`: those that play whole games, start servers or build things."""

from __future__ import annotations

from pathlib import Path

import pytest

HERE = Path(__file__).parent
SLOW_PLACES = (
    "atlas", "attacks", "bots", "server", "simulate", "web",
    "board/test_draw", "board/test_load_damage.py", "board/test_maps_of_the_games.py",
    "commands/test_bench.py", "commands/test_check.py", "commands/test_facts.py", "commands/test_fuzz.py",
    "commands/test_map.py", "commands/test_new_game.py", "commands/test_play.py", "engine/test_worlds.py",
    "games/somme_1916/test_plan.py", "games/test_messages.py", "referee/test_english.py",
    "referee/test_everything_asked.py", "referee/test_questions.py", "referee/test_two_worlds.py",
    "test_dev.py", "test_docs.py", "test_docs_site.py", "test_picture.py", "test_plugins.py", "test_project.py",
)  # fmt: skip
SLOW_NAMES = (
    "test_checks.py", "test_evaluation.py", "test_golden.py", "test_laws.py", "test_seats.py", "test_secrets.py",
)  # fmt: skip
"""Modules and tests of any game."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if HERE not in item.path.parents:
            continue
        place = item.path.relative_to(HERE).as_posix()
        name = f"{item.path.name}::{item.name}"
        if place.startswith(SLOW_PLACES) or name.startswith(SLOW_NAMES):
            item.add_marker(pytest.mark.slow)
