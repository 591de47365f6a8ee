"""Writing maps to files: SVG, PNG, PDF; whole or not at all."""

from __future__ import annotations

import importlib
import os
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from grognard.board import Board
from grognard.board.drawing import draw_board, write_map
from grognard.errors import GrognardError, NotUnderstood
from grognard.grid import hex_grid


@pytest.fixture
def svg() -> str:
    grid = hex_grid((1, 3), (1, 3))
    return draw_board(Board(name="s", title="Épernay", grid=grid, terrain=("clear",) * 9, plain="clear"))


def test_svg_is_written_as_it_is(svg: str, tmp_path: Path) -> None:
    goal = tmp_path / "map.svg"
    goal.write_text("old")
    write_map(svg, goal)
    assert goal.read_text(encoding="utf-8") == svg
    assert [path.name for path in tmp_path.iterdir()] == ["map.svg"]


def test_png_and_pdf(svg: str, tmp_path: Path) -> None:
    pytest.importorskip("vl_convert")
    write_map(svg, tmp_path / "map.png")
    write_map(svg, str(tmp_path / "again.PNG"))
    write_map(svg, tmp_path / "map.pdf")
    png = (tmp_path / "map.png").read_bytes()
    assert png.startswith(b"\x89PNG")
    wanted = ElementTree.fromstring(svg).get("width")
    assert wanted is not None
    assert abs(int.from_bytes(png[16:20]) - float(wanted)) <= 1
    assert (tmp_path / "again.PNG").read_bytes() == png
    pdf = (tmp_path / "map.pdf").read_bytes()
    assert pdf.startswith(b"%PDF")
    assert b"/Font" in pdf  # letters stay letters


def test_a_missing_extra_is_told_and_nothing_is_written(
    svg: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def missing(name: str) -> object:
        raise ModuleNotFoundError(name)

    monkeypatch.setattr(importlib, "import_module", missing)
    with pytest.raises(
        GrognardError, match=r"writing PDF needs the extra 'draw': pip install 'grognard\[draw\]'"
    ):
        write_map(svg, tmp_path / "map.pdf")
    write_map(svg, tmp_path / "map.svg")
    assert [path.name for path in tmp_path.iterdir()] == ["map.svg"]


def test_other_endings_are_refused(svg: str, tmp_path: Path) -> None:
    with pytest.raises(NotUnderstood, match=r"\.svg, \.png or \.pdf, not as 'map.gif'"):
        write_map(svg, tmp_path / "map.gif")


def test_a_folder_that_is_not_there(svg: str, tmp_path: Path) -> None:
    with pytest.raises(GrognardError, match=r"cannot write .*No such file"):
        write_map(svg, tmp_path / "nowhere" / "map.svg")


def test_a_failing_write_keeps_the_old_map(svg: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    goal = tmp_path / "map.svg"
    goal.write_text("old")

    def fail(self: Path, target: object) -> Path:
        raise OSError(28, os.strerror(28))

    monkeypatch.setattr(Path, "replace", fail)
    with pytest.raises(GrognardError, match="No space left"):
        write_map(svg, goal)
    assert goal.read_text() == "old"
    assert [path.name for path in tmp_path.iterdir()] == ["map.svg"]


def test_a_picture_that_is_too_large(svg: str, tmp_path: Path) -> None:
    pytest.importorskip("vl_convert")
    huge = re.sub(r'width="[\d.]+" height="[\d.]+"', 'width="20000" height="20000"', svg, count=1)
    with pytest.raises(NotUnderstood, match="too large"):
        write_map(huge, tmp_path / "map.png")
