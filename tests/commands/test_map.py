"""``grognard map`` and ``grognard atlas build``: pictures and map files."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest

import grognard
from grognard.atlas import atlas_games
from grognard.commands.common import map_slugs
from grognard.data import OUR_GAMES
from tests.commands.conftest import Run

SVG = "{http://www.w3.org/2000/svg}"


def units_in(svg: Path) -> set[str]:
    """The ids of all counters in a picture."""
    return {g.attrib["data-unit"] for g in ElementTree.parse(svg).iter(f"{SVG}g") if "data-unit" in g.attrib}


# Not the games of other tests, which may have been registered before.
@pytest.mark.parametrize("slug", [slug for slug in map_slugs() if (OUR_GAMES / slug.replace("-", "_")).is_dir()])
def test_every_map_is_drawn(run: Run, slug: str, tmp_path: Path) -> None:
    goal = tmp_path / "map.svg"
    result = run("map", slug, "--no-units", "-o", goal)
    assert result.exit_code == 0, result.output
    assert result.output == f"wrote {goal}\n"
    assert ElementTree.parse(goal).getroot().tag == f"{SVG}svg"
    assert units_in(goal) == set()


def test_units_stand_where_the_scenario_puts_them(run: Run, tmp_path: Path) -> None:
    goal = tmp_path / "map.svg"
    run("map", "marne-1914", "--scenario", "full-battle", "-o", goal)
    match = grognard.start("marne-1914", "full-battle")
    on_map = {uid for uid, cell in zip(match.setting.unit_ids, match.position.state.loc, strict=True) if cell >= 0}
    assert units_in(goal) == on_map
    text = goal.read_text(encoding="utf-8")
    assert 'data-unit="14DI" data-cell="1203"' in text


def test_a_saved_match_is_drawn(run: Run, tmp_path: Path) -> None:
    match = grognard.start("marne-1914", "counter-attack", seed=3)
    match.play("end")
    match.play("move 5Div 2014")
    match.save(tmp_path / "match.json")
    run("map", "marne-1914", "--load", tmp_path / "match.json", "-o", tmp_path / "map.svg")
    assert 'data-unit="5Div" data-cell="2014"' in (tmp_path / "map.svg").read_text(encoding="utf-8")
    wrong = run("map", "soissons-1918", "--load", tmp_path / "match.json", "-o", tmp_path / "map.svg")
    assert wrong.exit_code == 2
    assert "is a match of marne-1914, not of soissons-1918" in wrong.stderr


def test_png_is_written(run: Run, tmp_path: Path) -> None:
    pytest.importorskip("vl_convert")
    goal = tmp_path / "map.png"
    run("map", "marne-1914", "-o", goal, "--scale", "0.2", "--grey")
    assert goal.read_bytes().startswith(b"\x89PNG\r\n\x1a\n")


def test_grey_has_no_colours(run: Run, tmp_path: Path) -> None:
    run("map", "marne-1914", "-o", tmp_path / "map.svg", "--grey")
    colours = {c for c in _colours((tmp_path / "map.svg").read_text(encoding="utf-8")) if len(c) == 7}
    assert colours
    assert all(c[1:3] == c[3:5] == c[5:7] for c in colours)


def _colours(svg: str) -> set[str]:
    import re

    return set(re.findall(r'"(#[0-9a-fA-F]{6})"', svg))


def test_without_a_name_the_game_names_the_file(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert run("map", "marne-1914", "--no-units").output == "wrote marne-1914.svg\n"
    assert (tmp_path / "marne-1914.svg").is_file()


def test_the_atlas_builds_the_map_that_is_there(run: Run, tmp_path: Path) -> None:
    assert "marne-1914" in atlas_games()
    first = run("atlas", "build", "marne-1914", "--into", tmp_path)
    assert f"wrote {tmp_path / 'cells.csv'}" in first.output
    again = run("atlas", "build", "marne-1914", "--into", tmp_path)
    assert again.output == "marne-1914: the map is up to date\n"
