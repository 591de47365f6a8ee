"""Runs the benchmarks and prints the report."""

from __future__ import annotations

import importlib
import platform
from collections.abc import Sequence
from pathlib import Path

import msgspec
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from benchmarks.measure import Benchmark, Measured, measure_all, number
from grognard.errors import GrognardError, NotUnderstood

PEERS = ("chess", "networkx")
SECONDS, QUICK = 1.5, 0.05


def all_benchmarks() -> list[Benchmark]:
    from benchmarks import play, positions, search, starting

    return [*play.benchmarks(), *search.benchmarks(), *positions.benchmarks(), *starting.benchmarks()]


def slow_benchmarks() -> list[Benchmark]:
    """Measured only where they are named: they take minutes."""
    from benchmarks import bots

    return bots.benchmarks()


def require_peers() -> None:
    missing = []
    for peer in PEERS:
        try:
            importlib.import_module(peer)
        except ImportError:
            missing.append(peer)
    if missing:
        raise GrognardError(
            f"the benchmarks need {' and '.join(missing)} to compare with: pip install 'grognard[bench]', "
            "or run: python3 dev.py bench"
        )


def run(only: Sequence[str], *, repeats: int = 5, quick: bool = False, json: Path | None = None) -> None:
    require_peers()
    chosen = all_benchmarks()
    if only:
        chosen += slow_benchmarks()
        known = [b.name for b in chosen]
        chosen = [b for b in chosen if any(word in b.name for word in only)]
        if not chosen:
            raise NotUnderstood(f"no benchmark is called '{' '.join(only)}'; there are {', '.join(known)}")
    console = Console(highlight=False)
    repeats = 1 if quick else repeats
    found: dict[str, list[Measured]] = {}
    with Progress(console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task("measuring", total=repeats * len(chosen))
        for name, measured in measure_all(chosen, repeats, QUICK if quick else SECONDS):
            found[name] = measured
            progress.update(task, advance=1, description=name)
    figures = [measured for one in found.values() for measured in one]
    console.print(table(figures, repeats))
    console.print(f"Python {platform.python_version()} on {platform.machine()}, one core", style="dim")
    if not only:
        named = ", ".join(b.name for b in slow_benchmarks())
        console.print(f"only by name, because they take long: {named}", style="dim")
    if json is not None:
        write(json, figures)
        console.print(f"wrote {json}", soft_wrap=True)


def table(figures: Sequence[Measured], repeats: int) -> Table:
    shown = Table(title=f"Benchmarks, median of {repeats}", title_justify="left", box=SIMPLE_HEAD)
    for head in ("what", "median", "unit", "range", "target", ""):
        right = head in ("median", "range", "target")
        shown.add_column(head, no_wrap=head != "what", justify="right" if right else "left")
    for one in figures:
        met = one.figure.met(one.median)
        verdict = "" if met is None else "[green]met[/]" if met else "[red]missed[/]"
        span = f"{number(min(one.values))} - {number(max(one.values))}"
        shown.add_row(one.figure.name, number(one.median), one.figure.unit, span, one.figure.target, verdict)
    return shown


def write(path: Path, figures: Sequence[Measured]) -> None:
    content = {
        "python": platform.python_version(),
        "figures": [
            {
                "name": one.figure.name, "unit": one.figure.unit, "median": one.median, "values": one.values,
                "target": one.figure.target, "met": one.figure.met(one.median),
            }
            for one in figures
        ],
    }  # fmt: skip
    try:
        path.write_bytes(msgspec.json.format(msgspec.json.encode(content), indent=1) + b"\n")
    except OSError as problem:
        raise GrognardError(f"cannot write {path}: {problem.strerror}") from None
