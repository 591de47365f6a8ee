"""Map edges as the rear of two sides: how far they are, which steps do not turn back, straight lines to them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from grognard.grid import Grid
from grognard.rules.masks import Spread, cells_of
from grognard.rules.tolls import Steps, flood

Pairs = Sequence[tuple[int, int]]


class Edges:
    """The friendly edges of both sides over a board whose open steps are given."""

    def __init__(self, grid: Grid, steps: Pairs, edges: Sequence[int]) -> None:
        size = len(grid.ids)
        self.edges = tuple(edges)
        """For each side the set of cells of its own edge."""
        self.far = [[min([grid.distance(c, e) for e in cells_of(edge)]) for c in range(size)] for edge in edges]
        """How far each cell lies from each of them, as the crow flies."""
        self.back = tuple([Steps(size, [(a, b) for a, b in steps if far[b] >= far[a]]) for far in reversed(self.far)])
        """For each side the steps that do not bring it closer to the enemy's edge."""

    def reached(self, side: int, barred: int) -> int:
        """From where a side can trace a path to its edge that never comes closer to the enemy's.

        The cell where a path begins is not tested.
        """
        back = self.back[side].back
        found = flood(back, self.edges[side], barred)
        return self.edges[side] | found | back.of(found)


class StraightLines:
    """From each cell a straight line to an edge: always the first of some directions that is open."""

    def __init__(self, grid: Grid, steps: Pairs, edge: int, ways: Iterable[str]) -> None:
        allowed, size = set(steps), len(grid.ids)
        headings = [grid.directions.index(way) for way in ways]
        onward = [next((c for w in headings if (a, c := grid.toward[a][w]) in allowed), -1) for a in range(size)]
        self.edge = edge
        self.lines: tuple[tuple[int, ...], ...] = tuple([tuple(self._follow(cell, onward)) for cell in range(size)])
        self.back = Steps(size, [(c, line[0]) for c, line in enumerate(self.lines) if line]).back

    def _follow(self, cell: int, onward: Sequence[int]) -> list[int]:
        line: list[int] = []
        while not self.edge >> cell & 1:
            cell = onward[cell]
            if cell < 0:
                return []
            line.append(cell)
        return line

    def reached(self, barred: int) -> int:
        """From where the line is free; the cell where it begins is not tested."""
        return self.edge | self.back.of(flood(self.back, self.edge, barred))


class Nearby:
    """The cells by their distance from a set of goals, as far as it counts."""

    def __init__(self, beside: Spread, ground: int, goals: int, most: int) -> None:
        self.goals, self.cells = goals, goals
        self.beside = beside
        self.levels = [goals]
        for _ in range(most):
            self.levels.append(beside.of(self.levels[-1]) & ground & ~self.cells)
            self.cells |= self.levels[-1]

    def reached(self, barred: int) -> int:
        """From where a shortest path to the closest goals is free; the cell where it begins is not tested."""
        found, here = self.goals, self.goals & ~barred
        for level in self.levels[1:]:
            here = self.beside.of(here) & level
            found |= here
            here &= ~barred
        return found
