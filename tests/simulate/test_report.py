"""The pieces of a report: fronts, charts, and the form that goes into documentation."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import msgspec
import pytest
from typer.testing import CliRunner

from grognard.board import Board
from grognard.cli import app
from grognard.engine import find_game, start
from grognard.simulate.charts import bands, effects, histogram, shares, ticks
from grognard.simulate.fronts import find_fronts, front_map, nearest_army
from grognard.simulate.pages import Heading, Paragraph, Table, markdown_piece, numbers
from grognard.simulate.report import kind_of, pieces, side_colours
from grognard.simulate.statistics import Estimate
from grognard.simulate.study import make_plan
from grognard.simulate.work import Ledger, run


@pytest.fixture(scope="module")
def board() -> Board:
    return start("marne-1914", "counter-attack").setting.board


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small study that was played by the command."""
    path = tmp_path_factory.mktemp("study")
    words = ["study", "marne-1914", "-s", "counter-attack", "--bot", "random", "-n", "2", "-j", "1", "--out", str(path)]
    done = CliRunner().invoke(app, words)
    assert done.exit_code == 0, done.output
    return path


def test_the_front_runs_between_the_armies(board: Board) -> None:
    west, east = board.cell("1505"), board.cell("1805")
    owner = nearest_army(board, {"a": [west], "b": [east]})
    assert owner[west] == "a"
    assert owner[board.cell("1904")] == "b"
    far = next(
        cell for cell in range(len(board.grid.ids)) if min(board.grid.distance(cell, c) for c in (west, east)) > 4
    )
    assert far not in owner
    fronts = find_fronts(board, [{"a": [west], "b": [east]}, {"a": [west], "b": []}])
    assert fronts.held["a"][west] == 1.0
    assert fronts.held["b"][east] == 0.5
    assert fronts.lines
    assert set(fronts.lines.values()) == {0.5}
    for a, b in fronts.lines:
        assert {owner[a], owner[b]} == {"a", "b"}


def test_a_map_of_the_front_shows_water_and_names_of_any_game() -> None:
    for slug in ("marne-1914", "somme-1916"):
        match = start(slug)
        game, setting = match.game, match.setting
        colours = side_colours(game, setting)
        assert len(set(colours.values())) == 2
        where = {
            side: [
                cell for u, cell in enumerate(match.position.state.loc) if cell >= 0 and setting.units[u].side == side
            ]
            for side in game.sides
        }
        svg = front_map(setting.board, find_fronts(setting.board, [where]), game.sides, colours, "the front")
        ElementTree.fromstring(svg)
        assert svg.count("#6fa3c8") >= 1
        for name in game.sides.values():
            assert name in svg
        assert len(re.findall(r"paint-order", svg)) > 20


def test_charts_hold_their_values() -> None:
    assert ticks(0, 1) == [0.0, 0.2, 0.4, 0.6, 0.8, 1.0]
    assert ticks(-40, 40) == [-40.0, -20.0, 0.0, 20.0, 40.0]
    for svg in (
        bands({"a": [(1.0, 2.0, 1.0, 3.0), (2.0, 2.0, 2.0, 2.0)]}, "turn", "points", "t", history=5.0),
        shares([("a & b", Estimate(0.5, 0.2, 0.8, 10))], "who won", mark="a & b"),
        histogram([3.0], "x", "one value", mark=9.0),
        histogram([1.5, 2.25, 7.0], "x", "parts"),
        effects([("v", Estimate(1.0, 0.5, 1.5, 10)), ("w", Estimate(0.0, -1.0, 1.0, 10))], "change", "t"),
    ):
        numbers = [float(n) for n in re.findall(r"[ \"MHV](-?\d+\.\d)", svg)]
        ElementTree.fromstring(svg)
        assert all(-1 <= n <= 700 for n in numbers)
    assert bands({}, "", "", "") == histogram([], "", "") == effects([], "", "") == ""


def test_awards_of_one_kind_are_one_row() -> None:
    names = ["10Bav/16", "10Bav"]
    assert kind_of("10Bav/16 loses a step", names) == "a unit loses a step"
    assert kind_of("front line open at 1504, 2715", names) == "front line open"
    assert kind_of("each town (8)", names) == "each town"


def test_markdown_keeps_what_it_would_take_for_signs() -> None:
    assert markdown_piece(Paragraph("a*b_c|d")) == ["a\\*b\\_c\\|d"]
    assert markdown_piece(Heading(2, "Points")) == ["## Points"]
    table = Table(("what", "n"), [("x", "+1.5"), ("y", "12% (3% to 20%)")])
    assert numbers(table) == [False, True]
    assert markdown_piece(table)[1] == "| --- | ---: |"


def test_one_command_makes_the_report_for_documentation(folder: Path, tmp_path: Path) -> None:
    pytest.importorskip("vl_convert")
    done = CliRunner().invoke(app, ["report", str(folder), "--docs", str(tmp_path / "docs" / "marne-1914")])
    assert done.exit_code == 0, done.output
    text = (tmp_path / "docs" / "marne-1914.md").read_text(encoding="utf-8")
    pictures = re.findall(r"\]\((.*?)\)", text)
    assert len(pictures) >= 5
    files = {path.relative_to(tmp_path / "docs").as_posix() for path in (tmp_path / "docs").rglob("*.*g")}
    assert set(pictures) == files
    assert any(name.endswith(".png") for name in files)
    assert sum(path.stat().st_size for path in (tmp_path / "docs").rglob("*") if path.is_file()) < 150_000
    assert text.startswith("# The First Battle of the Marne, 1914: a study of 2 games\n")


def test_a_report_is_written_anew_and_of_what_is_there(folder: Path) -> None:
    (folder / "report.html").unlink()
    assert CliRunner().invoke(app, ["report", str(folder)]).exit_code == 0
    assert "a study of 2 games" in (folder / "report.html").read_text(encoding="utf-8")


def test_a_folder_without_a_study_is_refused(tmp_path: Path) -> None:
    done = CliRunner().invoke(app, ["report", str(tmp_path)])
    assert done.exit_code == 2
    assert "not a study folder" in done.output


def test_another_study_does_not_go_into_the_same_folder(folder: Path) -> None:
    words = ["study", "marne-1914", "-s", "full-battle", "--bot", "random", "-n", "2", "--out", str(folder)]
    done = CliRunner().invoke(app, words)
    assert done.exit_code == 2
    assert "holds another study" in " ".join(done.output.split())


def test_a_study_of_the_other_game_is_told_with_its_own_names() -> None:
    plan = make_plan("somme-1916", ["over-the-top"], {"allied": "random", "german": "random"}, 1, 0, {}, [], [])
    found = pieces(plan, run(plan.pairings(), Ledger(None), jobs=1))
    text = " ".join(str(msgspec.to_builtins(piece)) for piece in found)
    for words in ("Allied points at the end", "turn 4 (July 22)", "steps lost", find_game("somme-1916").title):
        assert words in text
