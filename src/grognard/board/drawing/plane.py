"""Where the cells of a board lie on the sheet, and small deterministic irregularities.

One cell is ``CELL`` drawing units from flat to flat; the map's own corner is (0, 0), so that the
coordinates do not depend on the title, the legend or the scale.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Sequence
from math import hypot

from grognard.board.drawing.svg import Point
from grognard.grid import Grid

CELL = 64.0
Node = tuple[int, int]


def between(a: Point, b: Point, share: float = 0.5) -> Point:
    return a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share


def unit(a: Point, b: Point) -> Point:
    """The direction from ``a`` to ``b`` with length 1."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    length = hypot(dx, dy) or 1.0
    return dx / length, dy / length


def moved(point: Point, direction: Point, far: float) -> Point:
    return point[0] + direction[0] * far, point[1] + direction[1] * far


def close_points(line: Sequence[Point]) -> Iterator[Point]:
    """Points along a line, closer together than a letter is high."""
    for a, b in itertools.pairwise(line):
        count = max(1, round(hypot(b[0] - a[0], b[1] - a[1]) / 9))
        for index in range(count):
            yield between(a, b, index / count)
    yield from line[-1:]


class Crowd:
    """Points that something new should keep clear of, in a coarse grid so that asking is quick."""

    def __init__(self, lines: Iterable[Sequence[Point]]) -> None:
        self._bins: dict[tuple[int, int], list[Point]] = {}
        for line in lines:
            for point in close_points(line):
                self._bins.setdefault((int(point[0] // CELL), int(point[1] // CELL)), []).append(point)

    def count(self, x: float, y: float, half: float) -> int:
        """How many points lie in the square of that half breadth round (x, y)."""
        total = 0
        for i in range(int((x - half) // CELL), int((x + half) // CELL) + 1):
            for j in range(int((y - half) // CELL), int((y + half) // CELL) + 1):
                for u, v in self._bins.get((i, j), ()):
                    if abs(u - x) < half and abs(v - y) < half:
                        total += 1
        return total


def jitter(*numbers: int) -> float:
    """A number from -1 to 1 that depends only on ``numbers``: nature without chance."""
    mixed = 0x9E3779B9
    for number in numbers:
        mixed = ((mixed ^ (number & 0xFFFFFFFF)) * 0x85EBCA6B) & 0xFFFFFFFF
        mixed ^= mixed >> 15
    mixed = (mixed * 0xC2B2AE35) & 0xFFFFFFFF
    mixed ^= mixed >> 13
    return mixed / 0x7FFFFFFF - 1.0


class Plane:
    """The cells of a grid in drawing units."""

    def __init__(self, grid: Grid) -> None:
        self.grid = grid
        raw = [grid.corners(cell) for cell in range(len(grid))]
        left = min(x for outline in raw for x, _ in outline)
        top = min(y for outline in raw for _, y in outline)
        self.corners: list[tuple[Point, ...]] = [
            tuple([((x - left) * CELL, (y - top) * CELL) for x, y in outline]) for outline in raw
        ]
        self.centres: list[Point] = []
        for cell in range(len(grid)):
            x, y = grid.centre(cell)
            self.centres.append(((x - left) * CELL, (y - top) * CELL))
        self.width = max(x for outline in self.corners for x, _ in outline)
        self.height = max(y for outline in self.corners for _, y in outline)
        self.outline: tuple[Point, ...] = tuple(
            [(x - self.centres[0][0], y - self.centres[0][1]) for x, y in self.corners[0]]
        )
        """The outline of one cell round its centre."""
        self._origin = left, top

    def node(self, point: Point) -> Node:
        """A key that is the same for a corner whichever cell it was reached from."""
        return round(point[0] * 0.35), round(point[1] * 0.35)

    def side(self, a: int, b: int) -> tuple[Point, Point]:
        """The two ends of the side between neighbours (one point twice where squares meet at a corner)."""
        (x1, y1), (x2, y2) = self.grid.side_line(a, b)
        left, top = self._origin
        return ((x1 - left) * CELL, (y1 - top) * CELL), ((x2 - left) * CELL, (y2 - top) * CELL)

    def rims(self, cell: int) -> list[Point]:
        """The middles of the sides of a cell that lie on the rim of the map."""
        corners, toward = self.corners[cell], self.grid.toward[cell]
        count = 6 if self.grid.kind == "hex" else 4
        return [
            between(corners[number], corners[(number + 1) % count])
            for number in range(count)
            if toward[number if count == 6 else number * 2] < 0
        ]

    def crossing(self, a: int, b: int) -> Point:
        """Where a road crosses the side between two cells: near its middle, never twice alike."""
        a, b = (a, b) if a < b else (b, a)
        p, q = self.side(a, b)
        return between(p, q, 0.5 + 0.04 * jitter(a, b, 3))
