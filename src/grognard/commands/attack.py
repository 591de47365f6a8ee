"""``grognard attack``: the attacks that the server and the engine must bear, for as long as you like."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path
from typing import Annotated

import typer

from grognard.commands.common import out
from grognard.errors import GrognardError

ROOT = Path(__file__).resolve().parents[3]
"""The source tree: the attacks are tests, and no part of an installed package."""


def attack(
    only: Annotated[
        list[str] | None, typer.Argument(metavar="[ATTACK]...", help="Only these attacks; default: all.")
    ] = None,
    hours: Annotated[float, typer.Option("--hours", min=0.0, help="For how long, all attacks together.")] = 1.0,
    seed: Annotated[int, typer.Option("--seed", help="The same seed tries the same things.")] = 0,
) -> None:
    """Attack the engine and a server of its own: forged actions, kills, damaged files, slow clients and more.

    Runs from the source tree. Exits with code 1 if anything was found; the tests run short forms of the same attacks.

    Examples:

    - `grognard attack --hours 8` overnight.

    - `grognard attack forged worlds --hours 0.5`
    """
    if not (ROOT / "tests" / "attacks" / "run.py").is_file():
        raise GrognardError("the attacks are in the source tree of Grognard, not in an installed copy")
    if str(ROOT) not in sys.path:
        sys.path.insert(0, str(ROOT))
    console = out()

    def say(text: str) -> None:
        console.print(text, markup=False, soft_wrap=True)

    if importlib.import_module("tests.attacks.run").run(only or [], hours, seed, say):
        raise typer.Exit(1)
