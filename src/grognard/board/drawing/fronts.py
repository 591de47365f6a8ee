"""Trench lines and the other features of cells.

A trench kind (a feature whose name has "trench" in it) is drawn as one crenellated line through the
cells that have it; other features are small signs in a free part of their cell.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from math import hypot

from grognard.board.board import Board
from grognard.board.drawing.lines import side_courses
from grognard.board.drawing.plane import Plane, between, moved, unit
from grognard.board.drawing.styles import Line, feature_colour, kind_title
from grognard.board.drawing.svg import Point, escape, num, open_line

_TRENCH_INKS = (("german", "#4a5148"), ("french", "#3d5a8c"), ("allied", "#3d5a8c"), ("british", "#8a4a32"))
_TRENCH_WORDS = ("trench", "entrench", "frontline", "front-line")
_TOWN_WORDS = ("city", "town", "village", "hamlet", "farm")


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
    return trench_runs(board, spots)


def _trench(path: str, ink: str, kind: str) -> str:
    return (
        f'<path d="{path}" stroke="#fbf8ee" stroke-width="4" stroke-opacity=".7"/>'
        f'<path d="{path}" stroke="{ink}" stroke-width="1.9" data-kind="{escape(kind)}"/>\n'
    )


def trench_kinds(board: Board) -> list[str]:
    used = {tag for tags in board.features.values() for tag in tags if is_trench(tag)}
    return [kind for kind in dict.fromkeys([*board.kinds.get("feature", {}), *sorted(used)]) if kind in used]


def trench_runs(board: Board, spots: dict[int, Point]) -> list[list[Point]]:
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
        runs.append([spots[one] for one in run])
    return [_lone(run[0]) if len(run) == 1 else run for run in runs]


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


# Signs ---------------------------------------------------------------------------------------------

_SLOTS = ((-19.0, 12.0), (19.0, 12.0), (-19.0, -8.0), (19.0, -8.0), (0.0, 22.0))
"""Where in a cell its signs stand: left, right, higher up, below."""


def sign(kind: str, ink: str) -> str:
    """The sign of a feature, round (0, 0), about 12 units wide."""
    edge = f'stroke="{ink}" stroke-width="1.4" stroke-linejoin="round"'
    if "fort" in kind or "redoubt" in kind or "strong" in kind:
        return f'<path d="M-6-2L0-6.5L6-2V5.5H-6Z" fill="#efe6d2" {edge}/><path d="M-2.5 1.5h5" {edge}/>'
    if "crater" in kind:
        rims = "M-5 2a5 3.4 0 1 1 10 0M-7.5 3.5a2 1.5 0 1 1 4 0M3 5a2.4 1.7 0 1 1 4.8 0"
        return f'<path d="{rims}" fill="none" {edge}/>'
    if "air" in kind:
        return f'<circle r="6" fill="#efe6d2" {edge}/><path d="M0-4V4M-4-1H4M-2 3.4H2" {edge}/>'
    if "station" in kind or "railhead" in kind or "depot" in kind or "supply" in kind:
        return f'<path d="M-6-3.5H6V4H-6Z" fill="#efe6d2" {edge}/><path d="M-6 1H6" {edge}/>'
    if "church" in kind or "chateau" in kind or "abbey" in kind:
        return f'<path d="M0-7V-1M-2.4-4.8H2.4M-4-1H4V6H-4Z" fill="#efe6d2" {edge}/>'
    if "vantage" in kind or "height" in kind or "hill" in kind or "observation" in kind:
        return f'<path d="M0-6L6 4.5H-6Z" fill="#efe6d2" {edge}/><circle cy="1" r="1" fill="{ink}"/>'
    if "wire" in kind or "mine" in kind:
        return f'<path d="M-7 0H7M-5-2.5l3 5m0-5l-3 5M2-2.5l3 5m0-5l-3 5" fill="none" {edge}/>'
    if "star" in kind or "objective" in kind or "victory" in kind or "perimeter" in kind:
        return (
            f'<path d="M0-6.5L1.8-2H6.4L2.7 1L4 5.6L0 2.9L-4 5.6L-2.7 1L-6.4-2H-1.8Z" fill="{ink}" '
            'stroke="#fbf8ee" stroke-width=".8"/>'
        )
    if any(word in kind for word in ("farm", "location", "stone", "building")):
        return f'<path d="M-5-4H5V4H-5Z" fill="{ink}" stroke="#fbf8ee" stroke-width=".8"/>'
    return f'<path d="M0-5L5 0L0 5L-5 0Z" fill="#efe6d2" {edge}/>'


def sign_ink(board: Board, kind: str) -> str:
    star = any(word in kind for word in ("star", "objective", "victory", "perimeter"))
    return feature_colour(board, kind, "#b03a3a" if star else "#4a3b30")


def is_sign(kind: str) -> bool:
    """Whether a feature is drawn as a sign: trenches and towns have drawings of their own."""
    return not is_trench(kind) and not any(
        kind == word or kind.startswith(word + "-") for word in _TOWN_WORDS
    )


def sign_spots(board: Board, plane: Plane) -> list[tuple[Point, int, str]]:
    """Where each sign stands: point, cell, kind."""
    found = []
    for cell, tags in sorted(board.features.items()):
        x, y = plane.centres[cell]
        for slot, kind in enumerate(tag for tag in tags if is_sign(tag)):
            dx, dy = _SLOTS[slot % len(_SLOTS)]
            found.append(((x + dx, y + dy), cell, kind))
    return found


def signs_svg(board: Board, plane: Plane) -> Iterator[str]:
    for (x, y), _, kind in sign_spots(board, plane):
        title = escape(kind_title(board, "feature", kind))
        body = sign(kind, sign_ink(board, kind))
        yield f'<g transform="translate({num(x)} {num(y)})"><title>{title}</title>{body}</g>\n'
