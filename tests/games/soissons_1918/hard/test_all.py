"""Every hard position has a test."""

from __future__ import annotations

import re
from pathlib import Path

from tests.games.soissons_1918.hard.position import positions


def test_every_position_is_played() -> None:
    """Each id of hard_positions.toml is named in a test module of its chapter."""
    for name in positions():
        module = Path(__file__).parent / f"test_ch{name[1:3]}.py"
        assert re.search(rf'"{name}"', module.read_text()), f"{name} has no test in {module.name}"
    assert len(positions()) == 231
