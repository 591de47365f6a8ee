"""``grognard bench``: how fast it is, measured beside its peers."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path
from typing import Annotated

import typer

from grognard.errors import GrognardError

ROOT = Path(__file__).resolve().parents[3]
"""The source tree: benchmarks are no part of an installed package."""


def bench(
    only: Annotated[
        list[str] | None,
        typer.Argument(metavar="[WORD]...", help="Run only the benchmarks whose name contains one of these words."),
    ] = None,
    repeats: Annotated[
        int, typer.Option("--repeats", "-r", min=1, help="Runs of each benchmark; the median counts.")
    ] = 5,
    quick: Annotated[bool, typer.Option("--quick", help="Short runs: a smoke test, not figures to quote.")] = False,
    json: Annotated[
        Path | None, typer.Option("--json", metavar="FILE", help="Write the figures to a file as well.")
    ] = None,
) -> None:
    """Measure speed: random play, copies, searches, start, drawing; next to python-chess and networkx.

    Runs from the source tree and needs the extra `bench` (`pip install 'grognard[bench]'`). Repeats are
    interleaved and medians reported, so noise on the machine affects all of them alike.

    Examples:

    - `grognard bench` measures everything; a minute or two.

    - `grognard bench reach clone` measures only these.

    - `grognard bench thinking pool -r 1` measures how long bots think and how two processes share games; minutes.
    """
    if not (ROOT / "benchmarks" / "__main__.py").is_file():
        raise GrognardError("the benchmarks are in the source tree of Grognard, not in an installed copy")
    if str(ROOT) not in sys.path:
        sys.path.insert(0, str(ROOT))
    importlib.import_module("benchmarks.run").run(only or [], repeats=repeats, quick=quick, json=json)
