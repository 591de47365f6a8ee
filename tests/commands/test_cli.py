"""What all commands have in common: help that teaches, errors in one sentence, a quick start."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import grognard
from grognard.cli import app
from tests.commands.conftest import Run

COMMANDS = ["games", "play", "ask", "rules", "sources", "map", "check", "fuzz", "bench", "atlas build"]


@pytest.mark.parametrize("command", COMMANDS)
def test_help_teaches_by_examples(run: Run, command: str) -> None:
    result = run(*command.split(), "--help")
    assert result.exit_code == 0
    assert "Examples:" in result.output
    assert f"grognard {command}" in result.output


def test_every_command_is_in_the_help(run: Run) -> None:
    shown = run("--help").output
    names = {info.callback.__name__ for info in app.registered_commands if info.callback is not None}
    assert names >= {"games", "play", "check", "fuzz", "bench", "map"}
    assert all(name.replace("_", "-") in shown for name in (*names, "atlas"))


def test_version(run: Run) -> None:
    assert run("--version").output.split() == ["grognard", grognard.__version__]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["games", "marn-1914"], "no game is called 'marn-1914'; did you mean 'marne-1914'?"),
        (["check", "chess"], "no game is called 'chess'; there are "),
        (["check", "marne-1914", "--folder", "/no/such/folder"], "there is no folder /no/such/folder"),
        (["check", "marne-1914", "--data", "/no/such/folder"], "the overlay folder does not exist"),
        (["play", "marne-1914", "--scenario", "counterattack"], "did you mean 'counter-attack'?"),
        (["play", "marne-1914", "--side", "french"], "marne-1914 has no side 'french'; its sides are cp, entente"),
        (["play", "marne-1914", "--option", "setup"], "write an option as NAME=VALUE, not 'setup'"),
        (["play", "marne-1914", "-o", "setup=open"], "option 'setup' of marne-1914 takes printed, free, not 'open'"),
        (["play", "marne-1914", "--against", "napoleon"], "there is no bot 'napoleon'"),
        (["play", "--load", "/no/such/file"], "/no/such/file: no such file"),
        (["play", "marne-1914", "--load", "x"], "a saved match has its own game"),
        (["fuzz", "marne-1914", "--option", "sett=x"], "marne-1914 has no option 'sett'; did you mean 'setup'?"),
        (["fuzz", "marne-1914", "--scenario", "x"], "marne-1914 has no scenario 'x'"),
        (["map", "marne-1914", "-o", "map.gif"], "a map is written as .svg, .png or .pdf, not as 'map.gif'"),
        (["map", "marne-1914", "-o", "/no/such/folder/map.svg"], "cannot write /no/such/folder/map.svg"),
        (["map", "marne-1914", "--scale", "0"], "the scale of a map should be from 0.05 to 20"),
        (["atlas", "build", "chess"], "there is no atlas folder for 'chess'"),
        (["bench", "chess-boxing"], "no benchmark is called 'chess-boxing'"),
    ],
)  # fmt: skip
def test_wrong_input_is_one_sentence_and_code_2(run: Run, arguments: list[str], said: str) -> None:
    result = run(*arguments)
    assert result.exit_code == 2
    assert said in result.stderr
    assert len(result.stderr.strip().splitlines()) == 1


@pytest.mark.parametrize("arguments", [["plai"], ["fuzz"], ["fuzz", "marne-1914", "-n", "many"], ["map", "--grey"]])
def test_wrong_usage_is_code_2(run: Run, arguments: list[str]) -> None:
    result = run(*arguments)
    assert result.exit_code == 2
    assert "Usage" in result.stderr


def test_the_command_itself_ends_without_a_traceback() -> None:
    """Through the real door: a process of its own, with pipes for a terminal."""
    command = [sys.executable, "-m", "grognard.cli", "games", "marn-1914"]
    done = subprocess.run(command, capture_output=True, text=True, env={**os.environ, "COLUMNS": "60"})
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr == "no game is called 'marn-1914'; did you mean 'marne-1914'?\n"


def test_a_slow_library_is_not_imported_for_every_command() -> None:
    """Drawing, process pools and the laws are loaded by the commands that need them."""
    code = "import sys, grognard.cli; print([m for m in sys.modules if m.startswith('grognard.') or m == 'rich.table'])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    for module in ("grognard.board.drawing", "grognard.laws", "grognard.commands.session", "concurrent.futures"):
        assert f"'{module}'" not in done.stdout


def test_games_are_listed_with_scenarios_and_those_that_have_only_a_map(run: Run, tmp_path: Path) -> None:
    shown = run("games").output
    assert "counter-attack" in shown
    assert "9 to 14" in shown
    one = run("games", "marne-1914").output
    assert "Central Powers (cp)" in one
    assert "setup = printed | free  [14.2.1]" in one
    assert "both players place their units themselves" in " ".join(one.split())


def test_an_unfinished_game_says_so(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    from grognard.engine import find_game
    from grognard.server.catalogue import summary

    game = find_game("marne-1914")
    assert summary(game).unfinished == ""
    monkeypatch.setattr(type(game), "unfinished", "its bots are missing.")
    assert "Unfinished: its bots are missing." in run("games", "marne-1914").output
    assert summary(game).unfinished == "its bots are missing."
