"""Where a unit can go: our search beside networkx's Dijkstra, on the same map with the same costs."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import Any

from benchmarks.measure import Benchmark, Figure, clock
from grognard.engine import start
from grognard.games.marne_1914.setting import MarneSetting
from grognard.rules.masks import cells_of
from grognard.rules.search import reach

POINTS = (4, 8, 12)
"""Movement points; the search counts in halves."""
LEAST_RATIO = 4.0
TOGETHER = 10


def graph(setting: MarneSetting) -> Any:
    import networkx

    found = networkx.DiGraph()
    for cell, groups in enumerate(setting.normal.groups.out):
        for price, others in groups:
            found.add_weighted_edges_from((cell, other, price) for other in cells_of(others))
    return found


def require_same(setting: MarneSetting, net: Any, dijkstra: Any) -> None:
    """Both find the same cells at the same cost, or the comparison means nothing."""
    for cell in range(0, len(setting.grid.ids), 7):
        for points in POINTS:
            ours = reach(setting.normal.groups, cell, 2 * points, 0, 0)
            theirs = dijkstra(net, cell, cutoff=2 * points)
            theirs.pop(cell)
            if {c: ours.cost(c) for c in cells_of(ours.cells)} != theirs:
                raise AssertionError(f"from {setting.grid.ids[cell]} with {points} MP the two searches disagree")


def benchmarks() -> list[Benchmark]:
    figures = []
    for points in POINTS:
        figures.append(Figure(f"reach, {points} MP", "µs"))
        figures.append(Figure(f"networkx, {points} MP", "µs"))
        figures.append(Figure(f"networkx / reach, {points} MP", "ratio", at_least=LEAST_RATIO))

    def prepare(seconds: float) -> Callable[[], Mapping[str, float]]:
        from networkx import single_source_dijkstra_path_length as dijkstra

        setting = start("marne-1914").setting
        assert isinstance(setting, MarneSetting)
        net = graph(setting)
        require_same(setting, net, dijkstra)
        rng = random.Random(2)
        cells = [rng.randrange(len(setting.grid.ids)) for _ in range(max(20, int(400 * seconds)))]

        def measure() -> Mapping[str, float]:
            values: dict[str, float] = {}
            for points in POINTS:
                ours = theirs = 0.0
                # A few searches each in turn, so that noise strikes both; asking the clock takes time, too.
                for first in range(0, len(cells), TOGETHER):
                    some = cells[first : first + TOGETHER]
                    begun = clock()
                    for cell in some:
                        cells_of(reach(setting.normal.groups, cell, 2 * points, 0, 0).cells)
                    between = clock()
                    for cell in some:
                        dijkstra(net, cell, cutoff=2 * points)
                    theirs += clock() - between
                    ours += between - begun
                values[f"reach, {points} MP"] = ours / len(cells) * 1e6
                values[f"networkx, {points} MP"] = theirs / len(cells) * 1e6
                values[f"networkx / reach, {points} MP"] = theirs / ours
            return values

        return measure

    return [Benchmark("reach", figures, prepare)]
