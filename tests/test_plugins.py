"""A damaged game of another distribution is listed with its error, and takes nobody else down."""

from __future__ import annotations

import json
import sys
import types
from collections.abc import Iterator
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

import grognard
from grognard.bots import registry as bots
from grognard.cli import app
from grognard.engine import Game, find_game
from grognard.engine import game as games
from grognard.errors import DamagedGame
from grognard.samples.night_patrol import GAME
from grognard.samples.night_patrol.game import NightPatrol
from grognard.server import catalogue
from grognard.server.thinking import bot_levels

MODULE = "a_plugin_of_the_tests"


class Untold(NightPatrol):
    """Its list of scenarios fails."""

    def scenarios(self, data: Any) -> Any:
        raise TypeError("no scenarios today")


class Boardless(NightPatrol):
    """It is listed, but its map is not there."""

    folder = Path("nowhere")


class Stuck(NightPatrol):
    """Its scenario cannot begin."""

    def start(self, setting: Any, seed: str) -> Any:
        raise ZeroDivisionError("no start")


# The module's text (or what it holds), and what must be said.
DAMAGED: dict[str, tuple[str | Game, str]] = {
    "missing module": ("import a_module_that_is_not_there", "ModuleNotFoundError: No module named"),
    "syntax": ("def broken(:", "SyntaxError"),
    "raises": ("raise RuntimeError('bad day')", "RuntimeError: bad day"),
    "exits": ("import sys; sys.exit(3)", "SystemExit: 3"),
    "nothing there": ("", "AttributeError"),
    "no game": ("GAME = 7", "is not a game"),
    "another name": (GAME, "calls itself 'night-patrol'"),
}
LISTED_LATE: dict[str, tuple[Game, str]] = {
    "scenarios fail": (Untold(), "TypeError: no scenarios today"),
    "no files": (Boardless(), "nowhere"),
}


@pytest.fixture
def install(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Any]:
    """Installs a plugin beside our own games, as a module with some text or with a ready game in it."""
    monkeypatch.setattr(games, "_registered", {})
    ours = games._entry_points()

    def one(what: str | Game, slug: str = "plugin-game") -> None:
        if isinstance(what, str):
            (tmp_path / f"{MODULE}.py").write_text(what, encoding="utf-8")
            monkeypatch.syspath_prepend(tmp_path)
        else:
            module = types.ModuleType(MODULE)
            module.__dict__["GAME"] = what
            monkeypatch.setitem(sys.modules, MODULE, module)
        point = EntryPoint(slug, f"{MODULE}:GAME", "grognard.games")
        monkeypatch.setattr(games, "_entry_points", lambda: {**ours, slug: point})

    yield one
    sys.modules.pop(MODULE, None)


def run(*arguments: str) -> tuple[int, str]:
    result = CliRunner(env={"COLUMNS": "80", "NO_COLOR": "1"}).invoke(app, list(arguments))
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result.exit_code, result.output


@pytest.mark.parametrize("what", DAMAGED)
def test_a_game_that_cannot_be_loaded(what: str, install: Any) -> None:
    module, said = DAMAGED[what]
    install(module)
    with pytest.raises(DamagedGame, match="plugin-game"):
        find_game("plugin-game")
    assert grognard.start("marne-1914").decision is not None
    code, text = run("games")
    assert (code, "plugin-game is damaged: " in text, "marne-1914" in text) == (0, True, True)
    assert said in " ".join(text.split())
    code, text = run("games", "plugin-game")
    assert (code, "plugin-game" in text) == (2, True)


@pytest.mark.parametrize("what", LISTED_LATE)
def test_a_game_that_loads_and_then_fails(what: str, install: Any) -> None:
    game, said = LISTED_LATE[what]
    install(game, "night-patrol")
    code, text = run("games")
    assert (code, "somme-1916" in text) == (0, True)
    assert "night-patrol is damaged: " in text
    assert said in text


@pytest.mark.parametrize("what", [*DAMAGED, *LISTED_LATE])
def test_the_lobby_lists_it_with_its_error(what: str, install: Any) -> None:
    module, said = {**DAMAGED, **LISTED_LATE}[what]
    slug = "night-patrol" if what in LISTED_LATE else "plugin-game"
    install(module, slug)
    found = {summary.slug: summary for summary in catalogue.summaries()}
    assert said in found[slug].error
    assert not found[slug].scenarios
    assert found["marne-1914"].error == ""
    assert found["marne-1914"].scenarios


def test_check_goes_through_all_games(install: Any) -> None:
    """Boards, settings and starts of every scenario of every game, plugins too."""
    install("raise RuntimeError('bad day')")
    code, text = run("check", "--json")
    found = {entry["game"]: entry for entry in json.loads(text)}
    assert code == 1
    said = f"plugin-game cannot be loaded from {MODULE}:GAME: RuntimeError: bad day"
    assert found["plugin-game"]["problems"] == [said]
    assert all(entry["clean"] for slug, entry in found.items() if slug != "plugin-game")
    assert set(found) >= {"marne-1914", "somme-1916", "soissons-1918", "friedensturm-1918", "hannut-1940"}


@pytest.mark.parametrize(
    ("game", "said"),
    [(Stuck(), "ZeroDivisionError: no start"), (Boardless(), "nowhere"), (Untold(), "TypeError: no scenarios today")],
)
def test_check_finds_a_start_that_fails(game: Game, said: str, install: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    install(game, "night-patrol")
    monkeypatch.setattr("grognard.commands.check.map_slugs", lambda: ["night-patrol"])
    code, text = run("check")
    assert (code, said in text) == (1, True)
    assert "night-patrol: 1 thing is wrong" in text


def test_check_of_all_takes_no_folder() -> None:
    code, text = run("check", "--folder", "somewhere")
    assert (code, "name the game" in text) == (2, True)


def test_a_damaged_bot_does_not_hide_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    point = EntryPoint("marshal", "a_module_that_is_not_there:Marshal", "grognard.bots")
    monkeypatch.setattr(bots, "_entry_points", lambda: {"marshal": point})
    assert set(bot_levels()) == {"random", "sergeant", "colonel", "general"}
