"""Trench lines: one crenellated line through the cells that have the feature.

A trench kind is a feature whose name has "trench" in it; the other features are signs (``signs.py``).
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from math import hypot

from grognard.board.board import Board
from grognard.board.drawing.lines import side_courses
from grognard.board.drawing.plane import CELL, Plane, between, moved, unit
from grognard.board.drawing.styles import Line, feature_colour
from grognard.board.drawing.svg import Point, escape, open_line

_TRENCH_INKS = (("german", "#4a5148"), ("french", "#3d5a8c"), ("allied", "#3d5a8c"), ("british", "#8a4a32"))
_TRENCH_WORDS = ("trench", "entrench", "frontline", "front-line")


def is_trench(kind: str) -> bool:
    return any(word in kind for word in _TRENCH_WORDS)


def trench_ink(board: Board, kind: str) -> str:
    guess = next((ink for word, ink in _TRENCH_INKS if word in kind), "#5a4632")
    return feature_colour(board, kind, guess)


def trenches_svg(board: Board, plane: Plane, looks: dict[str, Line]) -> Iterator[str]:
    """Every trench line: those of cells, then those that lie on sides."""
    for kind in trench_kinds(board):
        path = "".join(crenellated(run, trench_teeth(board, kind)) for run in _kind_runs(board, plane, kind))
        yield _trench(path, trench_ink(board, kind), kind)
    for kind, look in looks.items():
        if look.form == "trench":
            runs = [list(course.points) for course in side_courses(board, plane, {kind})]
            yield _trench("".join(crenellated(run) for run in runs), look.paint, kind)


def trench_lines(board: Board, plane: Plane) -> list[list[Point]]:
    """The lines of all trench cells, for whoever wants to keep clear of them."""
    return [run for kind in trench_kinds(board) for run in _kind_runs(board, plane, kind)]


def _kind_runs(board: Board, plane: Plane, kind: str) -> list[list[Point]]:
    kinds = trench_kinds(board)
    # Two sides' trenches may share a cell; each kind keeps a little to its own hand.
    shift = 5.0 * ((kinds.index(kind) % 3) - 1) if len(kinds) > 1 else 0.0
    cells = [cell for cell, tags in sorted(board.features.items()) if kind in tags]
    spots = {cell: (plane.centres[cell][0] + shift, plane.centres[cell][1] + 7 + shift) for cell in cells}
    runs = trench_runs(board, spots)
    return [_over_the_rim(plane, run, spots) if len(run) > 1 else _lone(spots[run[0]]) for run in runs]


def _trench(path: str, ink: str, kind: str) -> str:
    return (
        f'<path d="{path}" stroke="#fbf8ee" stroke-width="4" stroke-opacity=".7"/>'
        f'<path d="{path}" stroke="{ink}" stroke-width="1.9" data-kind="{escape(kind)}"/>\n'
    )


def trench_kinds(board: Board) -> list[str]:
    used = {tag for tags in board.features.values() for tag in tags if is_trench(tag)}
    return [kind for kind in dict.fromkeys([*board.kinds.get("feature", {}), *sorted(used)]) if kind in used]


def trench_runs(board: Board, spots: dict[int, Point]) -> list[list[int]]:
    """The lines through neighbouring cells: long runs first, without cutting across thick belts."""
    joined: dict[int, list[int]] = {cell: [] for cell in spots}
    root = {cell: cell for cell in spots}

    def top(cell: int) -> int:
        while root[cell] != cell:
            cell = root[cell]
        return cell

    steps = [(a, b) for a in spots for b in board.grid.neighbours[a] if b > a and b in spots]

    # Straight steps before diagonal ones (squares), then in the order of the cells; no rings of three.
    def length(step: tuple[int, int]) -> float:
        (x, y), (u, v) = spots[step[0]], spots[step[1]]
        return round(hypot(u - x, v - y), 1)

    for a, b in sorted(steps, key=lambda step: (length(step), step)):
        if len(joined[a]) < 2 and len(joined[b]) < 2 and top(a) != top(b):
            joined[a].append(b)
            joined[b].append(a)
            root[top(a)] = top(b)
    runs, seen = [], set()
    for cell in sorted(spots, key=lambda c: (len(joined[c]), c)):
        if cell in seen:
            continue
        run, here = [], cell
        while True:
            seen.add(here)
            run.append(here)
            onward = [other for other in joined[here] if other not in seen]
            if not onward:
                break
            here = onward[0]
        runs.append(run)
    return runs


def _over_the_rim(plane: Plane, run: list[int], spots: dict[int, Point]) -> list[Point]:
    """The points of a run; a line that ends on the rim of the map is drawn to the rim."""
    points = [spots[cell] for cell in run]
    if (start := _outward(plane, run[0], run[1])) is not None:
        points.insert(0, start)
    if (end := _outward(plane, run[-1], run[-2])) is not None:
        points.append(end)
    return points


def _outward(plane: Plane, cell: int, before: int) -> Point | None:
    (x, y), come = plane.centres[cell], unit(plane.centres[before], plane.centres[cell])
    rims = [(round((u - x) * come[0] + (v - y) * come[1], 2), (u, v)) for u, v in plane.rims(cell)]
    ahead = [rim for rim in rims if rim[0] > CELL * 0.2]
    return moved(max(ahead)[1], unit((x, y), max(ahead)[1]), 5.0) if ahead else None


def _lone(spot: Point) -> list[Point]:
    return [(spot[0] - 20, spot[1] + 2), spot, (spot[0] + 20, spot[1] + 2)]


TEETH = ("square", "pointed", "long")


def trench_teeth(board: Board, kind: str) -> str:
    """The two sides' trenches differ in the shape of their teeth, not only in colour."""
    return TEETH[trench_kinds(board).index(kind) % len(TEETH)]


def crenellated(run: list[Point], teeth: str = "square") -> str:
    """Path data of a battlement along a smooth line through the points."""
    high = 3.6
    line = _even(_smooth(run), 9.0 if teeth == "long" else 5.0)
    if len(line) < 2:
        return ""
    points: list[Point] = []
    for index in range(len(line) - 1):
        a, b = line[index], line[index + 1]
        along = unit(a, b)
        across = (-along[1], along[0])
        hand = high / 2 if index % 2 else -high / 2
        if teeth == "pointed":
            points += [moved(a, across, -hand * 1.25)]
        else:
            points += [moved(a, across, hand), moved(b, across, hand)]
    return open_line(points)


def _smooth(run: list[Point]) -> list[Point]:
    """Points along a curve through the run (Catmull-Rom)."""
    if len(run) < 3:
        return run
    found = [run[0]]
    padded = [run[0], *run, run[-1]]
    for p, a, b, q in zip(padded, padded[1:], padded[2:], padded[3:], strict=False):
        for share in (0.25, 0.5, 0.75, 1.0):
            x = _spline(p[0], a[0], b[0], q[0], share)
            found.append((x, _spline(p[1], a[1], b[1], q[1], share)))
    return found


def _spline(p: float, a: float, b: float, q: float, t: float) -> float:
    return 0.5 * (2 * a + (b - p) * t + (2 * p - 5 * a + 4 * b - q) * t * t + (3 * a - p - 3 * b + q) * t**3)


def _even(line: list[Point], step: float) -> list[Point]:
    """The same line, cut into equal steps."""
    found, left = [line[0]], step
    for a, b in itertools.pairwise(line):
        length = hypot(b[0] - a[0], b[1] - a[1])
        done = 0.0
        while length - done >= left:
            done += left
            found.append(between(a, b, done / length))
            left = step
        left -= length - done
    return found
