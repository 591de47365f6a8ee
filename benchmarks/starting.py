"""What happens once: importing, reading a board, starting a match, drawing a map."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Mapping

from benchmarks.measure import Benchmark, Figure, each, percentile
from grognard.board import load_board
from grognard.engine import find_game, start
from grognard.picture import draw_match

IMPORT = "import time; t = time.process_time(); import grognard; print(time.process_time() - t)"


def import_seconds() -> float:
    """In a process of its own, where nothing has been imported yet."""
    done = subprocess.run([sys.executable, "-c", IMPORT], capture_output=True, text=True, check=True)
    return float(done.stdout)


def importing() -> Benchmark:
    def prepare(seconds: float) -> Callable[[], Mapping[str, float]]:
        times = max(1, round(3 * seconds))
        return lambda: {"import grognard": min(import_seconds() for _ in range(times)) * 1e3}

    return Benchmark("import", [Figure("import grognard", "ms", at_most=150)], prepare)


def milliseconds(name: str, figure: str, at_most: float, step: Callable[[], object]) -> Benchmark:
    def prepare(seconds: float) -> Callable[[], Mapping[str, float]]:
        return lambda: {figure: percentile(each(step, seconds / 2, least=3), 0.5) * 1e3}

    return Benchmark(name, [Figure(figure, "ms", at_most=at_most)], prepare)


def benchmarks(game: str = "marne-1914") -> list[Benchmark]:
    rules = find_game(game)
    match = start(game)
    return [
        importing(),
        milliseconds("board", "load the board", 100, lambda: load_board(rules.data())),
        milliseconds("start", "start a match (data read before)", 10, lambda: start(game, None, 1)),
        milliseconds("draw", "draw the map with all units", 1000, lambda: draw_match(match)),
    ]
