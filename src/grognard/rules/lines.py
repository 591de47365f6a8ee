"""Straight lines of command: shortest paths as the crow flies, and whether one of them can keep out of the way."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.grid import Grid
from grognard.rules.masks import cells_of, mask
from grognard.rules.memo import Memo


class CrowPaths:
    """The shortest paths between cells of a board, without the cells where they begin and end.

    ``ground`` are the cells that a path may enter at all. A path that would need others does not exist.
    """

    def __init__(self, grid: Grid, ground: int) -> None:
        self.grid = grid
        self.ground = ground
        self._between: dict[tuple[int, int], int] = {}
        self._paths: dict[tuple[int, int], tuple[int, ...]] = {}
        self._free: Memo[bool] = Memo(20_000)

    def between(self, a: int, b: int) -> int:
        """The set of all cells on the shortest paths between two cells."""
        key = (a, b) if a < b else (b, a)
        found = self._between.get(key)
        if found is None:
            from_a, from_b = self.grid.distances(a), self.grid.distances(b)
            far = from_a[b]
            cells = [c for c, (to_a, to_b) in enumerate(zip(from_a, from_b, strict=True)) if to_a + to_b == far]
            found = self._between[key] = mask(cells) & self.ground & ~(1 << a) & ~(1 << b)
        return found

    def paths(self, a: int, b: int) -> tuple[int, ...]:
        """Every shortest path, as a set of cells; for short distances, for there are many over long ones."""
        found = self._paths.get((a, b))
        if found is None:
            found = self._paths[a, b] = tuple(self._trace(a, b))
        return found

    def _trace(self, a: int, b: int) -> list[int]:
        far = self.grid.distance(a, b)
        if far <= 1:
            return [0]
        nearer = [c for c in self.grid.neighbours[a] if self.grid.distance(c, b) < far and self.ground >> c & 1]
        return [1 << c | rest for c in nearer for rest in self.paths(c, b)]

    def may_trace(self, a: int, b: int, barred: int, others: Sequence[tuple[int, int]]) -> bool:
        """Whether some shortest path enters no barred cell and meets no path of others, which give way if they can."""
        return any(
            not path & barred
            and all(not self.between(*other) & path or self.has_path(*other, path) for other in others)
            for path in self.paths(a, b)
        )

    def has_path(self, a: int, b: int, barred: int) -> bool:
        """Whether some shortest path enters no barred cell."""
        hull = self.between(a, b)
        key = (a, b, hull & barred)
        found = self._free.get(key)
        if found is None:
            found = self._free[key] = self._search(a, b, hull & ~barred)
        return found

    def _search(self, a: int, b: int, cells: int) -> bool:
        here, to_b = [a], self.grid.distances(b)
        for left in range(to_b[a] - 1, 0, -1):
            onward = mask([c for cell in here for c in self.grid.neighbours[cell] if to_b[c] == left])
            here = cells_of(onward & cells)
        return bool(here)
