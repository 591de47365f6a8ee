"""The papers tell the truth: their commands are run, their sessions played, their examples read."""

from __future__ import annotations

import doctest
import re
import shlex
import textwrap
import tomllib
from pathlib import Path

import pytest
from typer.testing import CliRunner

from grognard.cli import app
from grognard.errors import DataError
from grognard.grid.numbering import STYLES
from grognard.grid.settings import _HEX_KEYS, _SQUARE_KEYS, grid_from

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
BLOCK = re.compile(r"```console\n\$ (.*?)\n(.*?)```", re.DOTALL)


def run(command: str) -> str:
    words = shlex.split(command)
    assert words.pop(0) == "grognard"
    return CliRunner().invoke(app, words, env={"COLUMNS": "120", "NO_COLOR": "1"}).output


def printed(command: str) -> str:
    """What a command prints, without the lines that say where in the code and tests a case is found."""
    lines = [line for line in run(command).splitlines() if not line.startswith(("  code:", "  tests:"))]
    return "\n".join(lines).strip()


def console_blocks() -> list[tuple[str, str, str]]:
    found = []
    for page in sorted(DOCS.rglob("*.md")):
        for command, output in BLOCK.findall(page.read_text(encoding="utf-8")):
            found.append((page.name, command, output))
    return found


@pytest.mark.parametrize(("page", "command", "output"), console_blocks())
def test_commands_print_what_the_page_says(
    page: str, command: str, output: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    assert printed(command) == output.strip()


def test_what_the_page_quotes_of_the_sample_game_is_there() -> None:
    text = (DOCS / "add-a-game.md").read_text(encoding="utf-8")
    quoted = [block for block in re.findall(r"```python\n(.*?)```", text, re.DOTALL) if ">>>" not in block]
    sample = ROOT / "src" / "grognard" / "samples" / "night_patrol"
    code = "".join(path.read_text(encoding="utf-8") for path in sample.glob("*.py"))
    assert len(quoted) >= 3
    for block in quoted:
        assert block in code


def test_there_are_commands_to_check() -> None:
    assert len([page for page, _, _ in console_blocks() if page == "referee.md"]) >= 8


@pytest.mark.parametrize("example", sorted((DOCS / "examples").glob("*.txt")), ids=lambda p: p.name)
def test_examples_are_shown_as_they_are(example: Path) -> None:
    assert (
        example.read_text(encoding="utf-8") in (DOCS / "referee.md").read_text(encoding="utf-8")
        or example.name == "afternoon.txt"
    )


@pytest.mark.parametrize(
    "page", [p for p in sorted(DOCS.rglob("*.md")) if ">>> " in p.read_text(encoding="utf-8")], ids=lambda p: p.name
)
def test_sessions_run(page: Path) -> None:
    failed, tried = doctest.testfile(str(page), module_relative=False, optionflags=doctest.ELLIPSIS)
    assert tried
    assert not failed


def test_every_key_of_a_grid_is_documented() -> None:
    text = (DOCS / "maps.md").read_text(encoding="utf-8").partition("### The grid")[2].partition("A source starts")[0]
    told = set(re.findall(r"`(\w+)`", text)) | set(re.findall(r'"([\w.]+)"', text))
    assert {*_HEX_KEYS, *_SQUARE_KEYS, *STYLES, "flat", "pointy", "even", "odd", "none", "hex", "square"} <= told


def test_the_grid_of_the_docs_can_be_read() -> None:
    text = (DOCS / "maps.md").read_text(encoding="utf-8").partition("### The grid")[2]
    (block,) = re.findall(r"^((?:    .*\n)+)", text.partition("A source starts")[0], re.MULTILINE)
    grid = grid_from(tomllib.loads(textwrap.dedent(block))["grid"], lambda message, key: DataError(f"{key}: {message}"))
    assert grid.ids[0] == "1001"
    assert {grid.ids[c] for c in grid.neighbours[grid.cell("1002")]} >= {"1102", "1103"}
    assert "1017" not in grid.ids
