"""Drawing on a grid: woods become cells, rivers become sides, roads become links.

A river takes the cheapest way along the corners of the cells, a road the cheapest way from cell to
cell; a step costs its length times (1 + 6 d²), d being its distance from the true line, so that the
drawn line hugs the true one and never has a gap.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from grognard.atlas.geometry import (
    COST_UNIT,
    Lattice,
    Line,
    Side,
    cheapest_path,
    distance,
    distance_to_line,
    inside,
    pair,
    resampled,
    without_loops,
)
from grognard.grid import Point

RIVER_STRAY_COST = 6.0  # how dear it is for a river to leave the true line
ROAD_STRAY_COST = 3.0  # a road is drawn through few points, so its line is less true
WAYPOINT_EVERY = 2.0  # a river is nailed down this often, so that its loops survive
TOWN_CLEARANCE = 0.6  # a river passes a town at this distance from the centre of its cell: round, not through
RIM_FACTOR = 4  # a river shuns the edge of the map, where it would be no side between two cells
REUSE_FACTOR = 0.8  # a road likes to run along another one
CROSSING_COST = 1.5  # and does not cross a river without need


# Areas ---------------------------------------------------------------------------------------------


def shares(lattice: Lattice, polygons: Sequence[Sequence[Point]]) -> dict[int, tuple[float, set[int]]]:
    """For each cell that a polygon touches: the share covered by all of them, and which ones touch it."""
    boxes = [(min(x for x, _ in p), min(y for _, y in p), max(x for x, _ in p), max(y for _, y in p)) for p in polygons]
    found: dict[int, tuple[float, set[int]]] = {}
    for cell, (cx, cy) in enumerate(lattice.centres):
        near = [
            i
            for i, (left, top, right, bottom) in enumerate(boxes)
            if left - 1 < cx < right + 1 and top - 1 < cy < bottom + 1
        ]
        if not near:
            continue
        points = list(lattice.samples(cell))
        touching: set[int] = set()
        covered = 0
        for p in points:
            here = {i for i in near if inside(p, polygons[i])}
            touching |= here
            covered += bool(here)
        if covered:
            found[cell] = (covered / len(points), touching)
    return found


def at_centres(lattice: Lattice, polygons: Sequence[Sequence[Point]]) -> dict[int, set[int]]:
    """The cells whose centre lies in a polygon, with the numbers of those polygons."""
    found: dict[int, set[int]] = {}
    for cell, centre in enumerate(lattice.centres):
        here = {i for i, polygon in enumerate(polygons) if inside(centre, polygon)}
        if here:
            found[cell] = here
    return found


def cells_along(lattice: Lattice, line: Sequence[Point]) -> list[int]:
    """The cells that a line passes through, in order, without one-step zigzags."""
    chain: list[int] = []
    for p in resampled(line, 0.05):
        cell = lattice.cell_at(p)
        if cell is not None and (not chain or chain[-1] != cell):
            chain.append(cell)
    chain = without_loops(chain)
    i = 1
    while i < len(chain) - 1:
        if lattice.grid.direction(chain[i - 1], chain[i + 1]) >= 0:
            del chain[i]
        else:
            i += 1
    return chain


# Rivers ---------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Bank:
    """A shown town's cell: rivers go round it, leaving it on ``side`` where that is known."""

    centre: Point
    side: str = ""


def kept_off(line: Iterable[Point], banks: Sequence[Bank]) -> Line:
    """The line pushed out of the towns' cells, to the side on which it passes them."""
    pushed = []
    for p in line:
        for bank in banks:
            dx, dy = p[0] - bank.centre[0], p[1] - bank.centre[1]
            far = distance(p, bank.centre)
            if far >= TOWN_CLEARANCE:
                continue
            if bank.side in ("north", "south"):
                dy = abs(dy) if bank.side == "north" else -abs(dy)
            elif bank.side in ("west", "east"):
                dx = abs(dx) if bank.side == "west" else -abs(dx)
            if far < 1e-9:
                dx, dy, far = 0.0, 1.0, 1.0
            p = (bank.centre[0] + dx * TOWN_CLEARANCE / far, bank.centre[1] + dy * TOWN_CLEARANCE / far)
        pushed.append(p)
    return pushed


def corner_paths(lattice: Lattice, line: Sequence[Point], mouth: Iterable[int] = ()) -> list[list[int]]:
    """The river's way along the corners, one path for each stretch on the map.

    ``mouth`` are the corners of the rivers drawn before: a river that ends within a hex of one of
    them flows into it.
    """
    paths = []
    drawn = sorted(mouth)
    rim = sorted(lattice.rim)
    everywhere = range(len(lattice.corners))
    for stretch, cut_start, cut_end in lattice.runs(line):
        stops = _waypoints(stretch)
        corners = []
        for n, i in enumerate(stops):
            p = stretch[i]
            ends = (n == 0 and cut_start) or (n == len(stops) - 1 and cut_end)
            choice: Sequence[int] = rim if ends else everywhere
            if n == len(stops) - 1 and not cut_end:
                near = [c for c in drawn if distance(lattice.corners[c], p) <= 1.0]
                choice = near or everywhere
            corners.append(min(choice, key=lambda c: (distance(lattice.corners[c], p), c)))
        path = [corners[0]]
        for n in range(len(stops) - 1):
            leg = stretch[stops[n] : stops[n + 1] + 1]
            way = cheapest_path(corners[n], corners[n + 1], _corner_steps(lattice, leg[::3] + leg[-1:]))
            path += way[1:] if way else []
        path = without_loops(path)
        if len(path) > 1:
            paths.append(path)
    return paths


def sides_of(lattice: Lattice, path: Sequence[int]) -> list[Side]:
    """The sides along a path of corners; stretches on the edge of the map are left out."""
    keys = [pair(a, b) for a, b in pairwise(path)]
    return [lattice.side_at[key] for key in keys if key in lattice.side_at]


def _waypoints(stretch: Sequence[Point]) -> list[int]:
    stops, walked = [0], 0.0
    for i in range(1, len(stretch)):
        walked += distance(stretch[i - 1], stretch[i])
        if walked >= WAYPOINT_EVERY:
            stops.append(i)
            walked = 0.0
    if len(stretch) - 1 not in stops:
        if walked < WAYPOINT_EVERY / 2 and len(stops) > 1:
            stops.pop()
        stops.append(len(stretch) - 1)
    return stops


def _corner_steps(lattice: Lattice, line: Sequence[Point]) -> Callable[[int], Iterable[tuple[int, int]]]:
    known: dict[Side, int] = {}

    def cost(a: int, b: int) -> int:
        key = pair(a, b)
        if key not in known:
            p, q = lattice.corners[a], lattice.corners[b]
            middle = ((p[0] + q[0]) / 2, (p[1] + q[1]) / 2)
            square = sum(distance_to_line(x, line) ** 2 for x in (p, middle, q)) / 3
            price = distance(p, q) * (1 + RIVER_STRAY_COST * square)
            known[key] = int(COST_UNIT * price) * (1 if key in lattice.side_at else RIM_FACTOR)
        return known[key]

    return lambda node: [(other, cost(node, other)) for other in lattice.net[node]]


# Roads ----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Stop:
    """A point of a road; ``cell`` where the road must pass through that cell."""

    point: Point
    cell: int | None = None


@dataclass
class Route:
    """A road on the map: its cells in order, and the edges over which it leaves."""

    cells: list[int]
    exits: list[tuple[str, int]]


def routes(
    lattice: Lattice,
    stops: Sequence[Stop],
    existing: Mapping[Side, object],
    rivers: Iterable[Side],
    diagonal: bool,
) -> list[Route]:
    """The road's way from cell to cell, one route for each stretch on the map."""
    found = []
    blocked = frozenset(rivers)
    for run, before, after in _stretches(lattice, stops):
        first, last = lattice.cell_at(run[0].point), lattice.cell_at(run[-1].point)
        goals = [i for i, stop in enumerate(run) if stop.cell is not None]
        marks = [(0, first)] if not goals or goals[0] != 0 else []
        marks += [(i, run[i].cell) for i in goals]
        if not goals or goals[-1] != len(run) - 1:
            marks.append((len(run) - 1, last))
        cells = [_sure(marks[0][1])]
        for (i, start), (j, goal) in pairwise(marks):
            line = [stop.point for stop in run[i : j + 1]]
            steps = _cell_steps(lattice, line[::2] + line[-1:], existing, blocked, diagonal)
            way = cheapest_path(_sure(start), _sure(goal), steps)
            cells += way[1:] if way else []
        route = Route(without_loops(cells), [])
        for beyond, cell in ((before, cells[0]), (after, cells[-1])):
            edge = edge_towards(lattice, cell, beyond) if beyond is not None else ""
            if edge:
                route.exits.append((edge, cell))
        if len(route.cells) > 1:
            found.append(route)
    return found


def edge_towards(lattice: Lattice, cell: int, beyond: Point) -> str:
    """The map edge over which one leaves from this cell towards a point off the map; '' if none."""
    x, y = lattice.centres[cell]
    dx, dy = beyond[0] - x, beyond[1] - y
    lean = {"north": -dy, "south": dy, "east": dx, "west": -dx}
    names = [name for name in ("north", "south", "east", "west") if cell in lattice.edges[name]]
    return max(names, key=lambda name: lean[name]) if names else ""


def _stretches(lattice: Lattice, stops: Sequence[Stop]) -> list[tuple[list[Stop], Point | None, Point | None]]:
    """The stretches on the map, each with the point off the map before it and after it."""
    found: list[tuple[list[Stop], Point | None, Point | None]] = []
    run: list[Stop] = []
    before: Point | None = None
    for stop in _fine(stops):
        if stop.cell is None and lattice.cell_at(stop.point) is None:
            if run:
                found.append((run, before, stop.point))
            run, before = [], stop.point
        else:
            run.append(stop)
    if run:
        found.append((run, before, None))
    return found


def _fine(stops: Sequence[Stop]) -> list[Stop]:
    fine = [stops[0]]
    for a, b in pairwise(stops):
        between = resampled([a.point, b.point], 0.1)
        fine += [Stop(p) for p in between[1:-1]]
        fine.append(b)
    return fine


def _cell_steps(
    lattice: Lattice,
    line: Sequence[Point],
    existing: Mapping[Side, object],
    rivers: frozenset[Side],
    diagonal: bool,
) -> Callable[[int], Iterable[tuple[int, int]]]:
    stray: dict[int, float] = {}

    def cost(a: int, b: int) -> int:
        if b not in stray:
            off = distance_to_line(lattice.centres[b], line)
            stray[b] = 1 + ROAD_STRAY_COST * off * off
        price = distance(lattice.centres[a], lattice.centres[b]) * stray[b]
        if pair(a, b) in existing:
            price *= REUSE_FACTOR
        elif pair(a, b) in rivers:
            price += CROSSING_COST
        return int(COST_UNIT * price)

    def steps(node: int) -> Iterable[tuple[int, int]]:
        for other in lattice.grid.neighbours[node]:
            if diagonal or lattice.shares_side(node, other):
                yield other, cost(node, other)

    return steps


def _sure(cell: int | None) -> int:
    assert cell is not None  # a stretch lies on the map by construction
    return cell
