"""Facts as JSON for programs, and tables that fit a terminal of 80 columns."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from rich.cells import cell_len
from typer.testing import CliRunner

from grognard.cli import app
from grognard.engine import start
from grognard.engine.records import write_record

OURS = ("marne-1914", "somme-1916", "soissons-1918", "friedensturm-1918", "hannut-1940")


def run(*arguments: str, typed: str = "") -> str:
    result = CliRunner(env={"COLUMNS": "80", "NO_COLOR": "1"}).invoke(app, list(arguments), input=typed)
    assert result.exit_code == 0, result.output
    return result.stdout


def facts(*arguments: str) -> Any:
    return json.loads(run(*arguments, "--json"))


def test_games() -> None:
    found = {game["game"]: game for game in facts("games")}
    assert [s["name"] for s in found["marne-1914"]["scenarios"]] == ["counter-attack", "full-battle"]
    one = facts("games", "marne-1914")
    assert one == found["marne-1914"]
    assert one["sides"] == {"cp": "Central Powers", "entente": "Entente"}
    assert {option["name"] for option in one["options"]} > {"setup", "great_retreat"}


def test_check() -> None:
    assert facts("check", "marne-1914") == [{"game": "marne-1914", "clean": True, "problems": []}]


def test_rules_and_sources() -> None:
    (case,) = facts("rules", "marne-1914", "8.3.4")
    assert (case["number"], case["title"], case["rulings"]) == ("8.3.4", "Mixed armies", ["C54"])
    assert case["standing"] == "tested"
    assert facts("rules", "marne-1914", "--coverage")["missing"] == []
    files = {file["name"]: file for file in facts("sources", "marne-1914")}
    assert files["tables/crt.csv"]["rows"] > 20
    rows = facts("sources", "marne-1914", "--file", "tables/victory_points.csv")
    assert rows[0]["source"].startswith("reconstruction")


def test_match_and_fuzz() -> None:
    (game,) = facts("match", "marne-1914", "random", "random", "--seed", "3", "-s", "counter-attack")
    assert game["pairing"]["bots"] == {"cp": "random", "entente": "random"}
    assert game["decisions"] > 100
    assert facts("fuzz", "marne-1914", "-n", "1", "-j", "1", "-s", "counter-attack")["failures"] == []
    assert CliRunner().invoke(app, ["match", "marne-1914", "--why", "--json"]).exit_code == 2


def test_verify(tmp_path: Path) -> None:
    match = start("marne-1914", seed=7)
    match.play("end")
    (tmp_path / "game.txt").write_text(write_record(match), encoding="utf-8")
    found = facts("verify", str(tmp_path / "game.txt"))
    assert (found["actions"], found["dice"]) == (1, 0)
    assert found["verdict"]


@pytest.mark.parametrize("game", OURS)
def test_tables_fit_in_80_columns(game: str) -> None:
    """No row is wider than the terminal, and no unit or place is cut off."""
    lines = run("games").splitlines()
    lines += run("sources", game).splitlines()
    lines += run("rules", game, "--coverage").splitlines()
    units = run("play", game, "--against", "none", "--seed", "3", typed="units\nquit!\n").splitlines()
    table = [line for line in units if line.startswith("  ")]
    assert [line for line in [*lines, *table] if cell_len(line) > 80 and line.startswith(("  ", "│", "┃"))] == []
    assert "…" not in "\n".join([*lines, *table])
    head = next(line for line in table if line.split()[:2] == ["unit", "where"])
    match = start(game, seed=3)
    rows = {words[0]: words[1] for line in table[table.index(head) :] if len(words := line.split()) > 1}
    for number, unit in enumerate(match.setting.units):
        if " " not in unit.id:
            assert rows[unit.id] == match.setting.place_name(match.position.state.loc[number]).split()[0], unit.id


@pytest.mark.parametrize(
    ("words", "offered"),
    [("che", "check"), ("games marne-1", "marne-1914"), ("check somme", "somme-1916"), ("fuzz han", "hannut-1940")],
)
def test_the_shell_completes_commands_and_games(words: str, offered: str) -> None:
    number = str(len(words.split()))
    asked = {"_GROGNARD_COMPLETE": "complete_bash", "COMP_WORDS": f"grognard {words}", "COMP_CWORD": number}
    result = CliRunner(env=asked).invoke(app, prog_name="grognard")
    assert result.output.split() == [offered]
