"""Plane geometry for the atlas: lines, polygons, and a grid seen as cells, corners and sides.

Only sums, products and square roots are used, and costs are whole numbers, so that a map built on
one machine is the same, byte for byte, on any other.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise
from math import sqrt

from grognard.grid import EDGES, Grid, Point

Line = list[Point]
Side = tuple[int, int]
Corner = tuple[int, int]

COST_UNIT = 1_000_000  # costs are kept as whole millionths, so that ties are real ties
SAMPLES_ACROSS = 11
"""Points in a row when a cell is sampled."""


def pair(a: int, b: int) -> Side:
    """The key of an undirected side or link."""
    return (a, b) if a < b else (b, a)


def distance(p: Point, q: Point) -> float:
    dx, dy = p[0] - q[0], p[1] - q[1]
    return sqrt(dx * dx + dy * dy)


def distance_to_segment(p: Point, a: Point, b: Point) -> float:
    dx, dy = b[0] - a[0], b[1] - a[1]
    square = dx * dx + dy * dy
    if square == 0.0:
        return distance(p, a)
    t = ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / square
    t = min(1.0, max(0.0, t))
    return distance(p, (a[0] + t * dx, a[1] + t * dy))


def distance_to_line(p: Point, line: Sequence[Point]) -> float:
    if len(line) == 1:
        return distance(p, line[0])
    return min(distance_to_segment(p, line[i], line[i + 1]) for i in range(len(line) - 1))


def resampled(line: Sequence[Point], step: float) -> Line:
    """The same line with a point at least every ``step``; its own points are all kept."""
    points: Line = [line[0]]
    for a, b in pairwise(line):
        pieces = int(distance(a, b) / step) + 1
        for i in range(1, pieces + 1):
            t = i / pieces
            points.append((a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])))
    return points


def inside(p: Point, polygon: Sequence[Point]) -> bool:
    """Whether the point lies in the polygon (even-odd rule; the polygon need not be closed)."""
    x, y = p
    odd = False
    before = polygon[-1]
    for corner in polygon:
        if (corner[1] > y) != (before[1] > y):
            cut = (before[0] - corner[0]) * (y - corner[1]) / (before[1] - corner[1]) + corner[0]
            if x < cut:
                odd = not odd
        before = corner
    return odd


def without_loops(path: Iterable[int]) -> list[int]:
    """The path with every excursion that returns to its own start cut out."""
    kept: list[int] = []
    at: dict[int, int] = {}
    for node in path:
        if node in at:
            for dropped in kept[at[node] + 1 :]:
                del at[dropped]
            del kept[at[node] + 1 :]
        else:
            at[node] = len(kept)
            kept.append(node)
    return kept


def cheapest_path(start: int, goal: int, steps: Callable[[int], Iterable[tuple[int, int]]]) -> list[int] | None:
    """Dijkstra; ties go to the smaller node, so the answer never depends on the machine."""
    best = {start: 0}
    came: dict[int, int] = {}
    queue = [(0, start)]
    while queue:
        cost, node = heapq.heappop(queue)
        if node == goal:
            path = [node]
            while node != start:
                node = came[node]
                path.append(node)
            return path[::-1]
        if cost > best[node]:
            continue
        for other, extra in steps(node):
            total = cost + extra
            if other not in best or total < best[other]:
                best[other] = total
                came[other] = node
                heapq.heappush(queue, (total, other))
    return None


class Lattice:
    """A grid prepared for drawing on it: which cell holds a point, and the net of its corners."""

    def __init__(self, grid: Grid) -> None:
        self.grid = grid
        self.centres: list[Point] = [grid.centre(c) for c in range(len(grid.ids))]
        self.outlines: list[tuple[Point, ...]] = [tuple(grid.corners(c)) for c in range(len(grid.ids))]
        self._buckets: dict[tuple[int, int], list[int]] = {}
        for cell, (x, y) in enumerate(self.centres):
            self._buckets.setdefault((int(x // 1), int(y // 1)), []).append(cell)
        self._join_corners()
        self.edges: dict[str, frozenset[int]] = {name: frozenset(grid.edge(name)) for name in EDGES}

    def _join_corners(self) -> None:
        """Number the corners; two cells that meet in two corners share a side."""
        number: dict[Corner, int] = {}
        self.corners: list[Point] = []
        owners: dict[Side, list[int]] = {}
        for cell, outline in enumerate(self.outlines):
            ring = []
            for x, y in outline:
                # The odd offset keeps a corner, computed from two cells, from falling into two keys.
                key = (int((x * 100 + 0.123) // 1), int((y * 100 + 0.123) // 1))
                if key not in number:
                    number[key] = len(self.corners)
                    self.corners.append((x, y))
                ring.append(number[key])
            for i, corner in enumerate(ring):
                owners.setdefault(pair(corner, ring[i - 1]), []).append(cell)
        self.net: list[list[int]] = [[] for _ in self.corners]
        self.side_at: dict[Side, Side] = {}  # corner pair -> the two cells that meet there
        self.rim: set[int] = set()  # corners on the edge of the map
        for (a, b), cells in sorted(owners.items()):
            self.net[a].append(b)
            self.net[b].append(a)
            if len(cells) == 2:
                self.side_at[a, b] = pair(cells[0], cells[1])
            else:
                self.rim |= {a, b}
        self.sides = frozenset(self.side_at.values())

    def nearest(self, p: Point) -> int:
        """The cell whose centre is nearest."""
        column, row = int(p[0] // 1), int(p[1] // 1)
        for reach in (1, 3):
            near = [
                cell
                for i in range(column - reach, column + reach + 1)
                for j in range(row - reach, row + reach + 1)
                for cell in self._buckets.get((i, j), ())
            ]
            if near:
                return min(near, key=lambda cell: (distance(p, self.centres[cell]), cell))
        return min(range(len(self.centres)), key=lambda cell: (distance(p, self.centres[cell]), cell))

    def cell_at(self, p: Point) -> int | None:
        """The cell that holds the point, or None off the map."""
        cell = self.nearest(p)
        x, y = self.centres[cell]
        # A hair nearer to the centre, so that a point exactly between two cells belongs to one of them.
        inward = (p[0] + (x - p[0]) * 0.001, p[1] + (y - p[1]) * 0.001)
        return cell if inside(inward, self.outlines[cell]) else None

    def shares_side(self, a: int, b: int) -> bool:
        """Whether the two cells meet along a side (on squares, diagonal neighbours do not)."""
        return pair(a, b) in self.sides

    def samples(self, cell: int) -> Iterator[Point]:
        """Points spread evenly over a cell."""
        outline = self.outlines[cell]
        xs, ys = [x for x, _ in outline], [y for _, y in outline]
        for i in range(SAMPLES_ACROSS):
            for j in range(SAMPLES_ACROSS):
                p = (
                    min(xs) + (max(xs) - min(xs)) * (i + 0.5) / SAMPLES_ACROSS,
                    min(ys) + (max(ys) - min(ys)) * (j + 0.5) / SAMPLES_ACROSS,
                )
                if inside(p, outline):
                    yield p

    def runs(self, line: Sequence[Point]) -> list[tuple[Line, bool, bool]]:
        """The stretches of a line that lie on the map, and whether each was cut at its start and end."""
        stretches: list[tuple[Line, bool, bool]] = []
        current: Line = []
        cut_start = False
        for p in line:
            if self.cell_at(p) is None:
                if current:
                    stretches.append((current, cut_start, True))
                current, cut_start = [], True
            else:
                current.append(p)
        if current:
            stretches.append((current, cut_start, False))
        return stretches
