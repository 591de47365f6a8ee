"""Imports point one way: the contracts in pyproject.toml hold, and would notice if they did not."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
MODULES = [
    "errors", "data", "grid", "board", "engine", "evaluation", "rules", "games", "games.one", "games.two",
    "bots", "referee", "simulate", "server", "atlas", "cli",
]  # fmt: skip


def lint(folder: Path) -> subprocess.CompletedProcess[str]:
    """Run the linter on the package that lies in ``folder``, under the contracts of this project."""
    command = [sys.executable, "-c", "from importlinter.cli import lint_imports_command as main; main()"]
    command += ["--config", str(ROOT / "pyproject.toml"), "--no-cache", "--no-logo"]
    environment = {**os.environ, "PYTHONPATH": str(folder)}
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True)


def test_the_project_keeps_its_layers() -> None:
    done = lint(ROOT / "src")
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.fixture
def model(tmp_path: Path) -> Path:
    """A package with the same modules as ours, all empty."""
    for name in ["", *MODULES]:
        folder = tmp_path.joinpath("grognard", *filter(None, name.split(".")))
        folder.mkdir()
        (folder / "__init__.py").touch()
    return tmp_path


def write(model: Path, module: str, code: str) -> None:
    model.joinpath("grognard", *module.split("."), "__init__.py").write_text(code, encoding="utf-8")


def test_imports_downward_are_allowed(model: Path) -> None:
    write(model, "cli", "import grognard.server\nimport grognard.games.one")
    write(model, "server", "import grognard.bots\nimport grognard.engine")
    write(model, "games.one", "import grognard.rules\nimport grognard.board")
    write(model, "atlas", "import grognard.board")
    write(model, "data", "import grognard.errors")
    done = lint(model)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize(
    ("module", "wrong"),
    [
        ("errors", "data"),
        ("data", "grid"),
        ("grid", "board"),
        ("board", "engine"),
        ("engine", "evaluation"),
        ("evaluation", "rules"),
        ("engine", "rules"),
        ("engine", "games.one"),
        ("rules", "games.one"),
        ("games.one", "bots"),
        ("games.one", "games.two"),
        ("server", "cli"),
        ("server", "atlas"),
        ("board", "atlas"),
        ("atlas", "engine"),
    ],
)
def test_imports_upward_and_between_games_are_refused(model: Path, module: str, wrong: str) -> None:
    write(model, module, f"import grognard.{wrong}")
    done = lint(model)
    assert done.returncode == 1
    assert f"grognard.{module} -> grognard.{wrong}" in done.stdout


def test_a_module_without_a_place_is_refused(model: Path) -> None:
    shutil.copytree(model / "grognard" / "grid", model / "grognard" / "stray")
    done = lint(model)
    assert done.returncode == 1
    assert "stray" in done.stdout


@pytest.mark.parametrize("package", ["grid", "board", "atlas", "engine", "rules", "referee", "bots", "server"])
def test_shared_code_names_no_game(package: str) -> None:
    """What several games use knows none of them; only examples in docstrings may name one."""
    names = re.compile(r"\b(soissons|friedensturm|marne|hannut|somme)\b", re.IGNORECASE)
    for file in sorted((ROOT / "src" / "grognard" / package).rglob("*.py")):
        lines = file.read_text(encoding="utf-8").splitlines()
        named = [line for line in lines if names.search(line) and not line.strip().startswith(">>>")]
        assert not named, f"{file.name}: {named}"
