"""Every hard position has a test."""

from __future__ import annotations

import ast
import re
from pathlib import Path

from tests.games.hannut_1940.hard.position import positions


def named() -> dict[str, str]:
    """The position ids that docstrings of tests name, with the module they stand in."""
    found: dict[str, str] = {}
    for module in sorted(Path(__file__).parent.glob("test_ch*.py")):
        for node in ast.walk(ast.parse(module.read_text())):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                for name in re.findall(r"\bH\d\d-\d\dt?\b", ast.get_docstring(node) or ""):
                    found[name] = module.name
    return found


def test_every_position_is_played() -> None:
    """Each id of hard_positions.toml is named by a test of its chapter, or has its reason (``unplayed``) there."""
    played = named()
    for name, entry in positions().items():
        if entry.get("unplayed"):
            assert name not in played, f"{name} is played after all"
        else:
            assert played.get(name, "").startswith(f"test_ch{name[1:3]}"), f"{name} has no test in its chapter"
    assert set(played) <= set(positions())
