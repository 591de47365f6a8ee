"""``grognard new-game``: what it makes runs, passes its own tests and is found once installed."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from grognard.engine import RandomPlayer, register, start
from grognard.laws import check_laws
from grognard.samples.skirmish import GAME
from tests.commands.conftest import Run

ROOT = Path(__file__).parents[2]


@pytest.fixture
def made(run: Run, tmp_path: Path) -> Path:
    folder = tmp_path / "verdun"
    result = run("new-game", "verdun-1916", "--title", "Verdun, 1916", "--into", folder)
    assert result.exit_code == 0, result.output
    return folder


def python(*arguments: object, folder: Path, path: list[Path]) -> str:
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, path)), "PIP_DISABLE_PIP_VERSION_CHECK": "1"}
    done = subprocess.run(
        [sys.executable, *map(str, arguments)], cwd=folder, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_the_template_is_a_game_that_keeps_the_laws() -> None:
    register(GAME)
    assert GAME.check(GAME.data()) == []
    for seed in range(3):
        check_laws(start("skirmish", seed=seed), RandomPlayer(seed))


def test_nothing_of_the_template_is_left(made: Path) -> None:
    files = [path for path in made.rglob("*") if path.is_file()]
    assert {path.relative_to(made).parts[0] for path in files} == {"pyproject.toml", "README.md", "src", "tests"}
    for path in files:
        text = path.read_text(encoding="utf-8")
        assert "skirmish" not in text.lower(), path
        assert not [word for word in ("PACKAGE", "SLUG", "TITLE") if word in text], path


def test_its_own_tests_pass(made: Path) -> None:
    assert "failed" not in python("-m", "pytest", "-q", "-p", "no:cacheprovider", folder=made, path=[ROOT / "src"])


def test_installed_it_is_found_and_random_games_keep_the_laws(made: Path, tmp_path: Path) -> None:
    site = tmp_path / "site"
    options = ["--quiet", "--no-deps", "--no-build-isolation", "--no-index", "--target", site]
    python("-m", "pip", "install", *options, made, folder=tmp_path, path=[])
    path = [site, ROOT / "src"]
    assert "verdun-1916" in python("-m", "grognard", "games", folder=tmp_path, path=path)
    assert python("-m", "grognard", "check", "verdun-1916", folder=tmp_path, path=path) == "verdun-1916: clean\n"
    laws = ["-n", "3", "-j", "1", "--laws", "every"]
    assert "none failed" in python("-m", "grognard", "fuzz", "verdun-1916", *laws, folder=tmp_path, path=path)


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("Verdun 1916", "cannot be a name"),
        ("class", "cannot be a name"),
        ("-x", "cannot be a name"),
        ("../verdun", "cannot be a name"),
        ("marne-1914", "already a game"),
        ("json", "already has a module"),
    ],
)
def test_names_that_cannot_be(name: str, said: str, run: Run, tmp_path: Path) -> None:
    result = run("new-game", "--into", tmp_path / "x", "--", name)
    assert (result.exit_code, said in result.output) == (2, True)
    assert not (tmp_path / "x").exists()


@pytest.mark.parametrize("title", ['"Verdun"', "Ver\\dun", "Ver\ndun"])
def test_titles_that_would_break_the_code(title: str, run: Run, tmp_path: Path) -> None:
    result = run("new-game", "verdun-1916", "--title", title, "--into", tmp_path / "x")
    assert (result.exit_code, "quotation marks" in result.output) == (2, True)


def test_a_folder_with_something_in_it_is_left_alone(run: Run, tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("mine", encoding="utf-8")
    result = run("new-game", "verdun-1916", "--into", tmp_path)
    assert (result.exit_code, "already exists" in result.output) == (2, True)
    assert [path.name for path in tmp_path.iterdir()] == ["mine.txt"]
