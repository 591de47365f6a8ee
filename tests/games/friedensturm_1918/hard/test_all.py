"""Every hard position is played."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.games.friedensturm_1918.hard.position import positions


@pytest.mark.parametrize("name", positions())
def test_every_position_is_played(name: str) -> None:
    """Each id of hard_positions.toml is named by a test of its chapter, unless the file says why not (unplayed)."""
    position = positions()[name]
    texts = [file.read_text(encoding="utf-8") for file in Path(__file__).parent.glob(f"test_ch{name[1:3]}*.py")]
    played = any(re.search(rf"\b{name}\b", text) for text in texts)
    assert played != ("unplayed" in position), f"{name} has no test in its chapter"
    assert position["chapter"] == int(name[1:3])
