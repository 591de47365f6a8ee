"""What runs along sides and between cells: water, bridges, slopes, roads and railways."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from math import hypot

from grognard.board.board import Board, Pair, Segment
from grognard.board.drawing.exits import exits
from grognard.board.drawing.plane import CELL, Node, Plane, between, jitter, moved, unit
from grognard.board.drawing.styles import Line, link_line, side_line, slope_line
from grognard.board.drawing.svg import Point, at, num, open_line
from grognard.board.drawing.towns import size_of
from grognard.board.drawing.weave import Course, Piece, weave

_WATER_BEND = 0.5
_WATER_PULL = 0.28
"""A river leans towards the corners, so that nobody doubts along which sides it runs."""
_ROAD_BEND = 0.86


def names_of(rows: Iterable[Segment]) -> dict[tuple[Pair, str], str]:
    """The name of each stretch of river or road, by its two cells and its kind."""
    return {((min(r.a, r.b), max(r.a, r.b)), r.kind): r.name for r in rows if r.name}


def side_looks(board: Board) -> dict[str, Line]:
    used = {kind for kinds in board.sides.values() for kind in kinds}
    order = [*board.kinds.get("side", {}), *sorted(used)]
    return {kind: side_line(board, kind) for kind in dict.fromkeys(order) if kind in used}


def link_looks(board: Board) -> dict[str, Line]:
    used = {kind for kinds in board.links.values() for kind in kinds}
    order = [*board.kinds.get("link", {}), *sorted(used)]
    return {kind: link_line(board, kind) for kind in dict.fromkeys(order) if kind in used}


# Courses -------------------------------------------------------------------------------------------


def water_courses(board: Board, plane: Plane, looks: dict[str, Line]) -> list[Course]:
    """Rivers, streams and canals on sides, joined into smooth courses; a river bends only a little."""
    return side_courses(board, plane, {k for k, look in looks.items() if look.form in ("water", "canal")})


def side_courses(board: Board, plane: Plane, kinds: set[str]) -> list[Course]:
    names = names_of(board.side_rows)
    pieces = []
    where: dict[Hashable, Point] = {}
    for (a, b), here in sorted(board.sides.items()):
        for kind in here:
            if kind not in kinds:
                continue
            p, q = plane.side(a, b)
            if p == q:
                continue
            ends = plane.node(p), plane.node(q)
            for end, point in zip(ends, (p, q), strict=True):
                shift = 2.4 * jitter(*end, 1), 2.4 * jitter(*end, 2)
                where[end] = (point[0] + shift[0], point[1] + shift[1])
            across = unit(p, q)
            middle = moved(between(p, q), (-across[1], across[0]), 1.4 * jitter(a, b, 5))
            pieces.append(Piece(ends, middle, kind, names.get(((a, b), kind), "")))
    return weave(pieces, where, _WATER_BEND, pull=_WATER_PULL)


def link_courses(board: Board, plane: Plane, looks: dict[str, Line]) -> list[Course]:
    """Roads, railways and rivers that run from cell to cell; each sort joins only with its own."""
    names = names_of(board.link_rows)
    # A road passes the houses that it leads to; in open country it keeps its way.
    built = {cell for place in board.places if size_of(place.kind) not in ("", "farm") for cell in place.cells}
    courses = []
    for sort in ("water", "rail", "road"):
        kinds = {k for k, look in looks.items() if _sort(look) == sort}
        aside = 6.0 if sort == "rail" else 0.0
        pieces = []
        where: dict[Hashable, Point] = {}
        for (a, b), here in sorted(board.links.items()):
            for kind in here:
                if kind not in kinds:
                    continue
                shared = aside and any(_sort(looks[other]) == "road" for other in here)
                through = plane.crossing(a, b)
                if shared:
                    through = _beside(through, plane.centres[a], plane.centres[b], aside)
                pieces.append(Piece((a, b), through, kind, names.get(((a, b), kind), "")))
                for cell in (a, b):
                    where[cell] = _station(board, plane, cell, looks, sort, aside)
        for piece in exits(board, plane, pieces, {kind: looks[kind].rank for kind in kinds}):
            pieces.append(piece)
            where[piece.ends[1]] = piece.through
        courses += weave(pieces, where, _ROAD_BEND, built if sort == "road" else ())
    return courses


def _sort(look: Line) -> str:
    return "water" if look.form in ("water", "canal") else "rail" if look.form == "rail" else "road"


def _beside(point: Point, a: Point, b: Point, far: float) -> Point:
    """A point moved aside from the line between two cells, always to the same hand: north, or west."""
    dx, dy = unit(a, b)
    side = (dy, -dx) if dx > 0.01 or (abs(dx) <= 0.01 and dy < 0) else (-dy, dx)
    return moved(point, side, far)


def _station(board: Board, plane: Plane, cell: int, looks: dict[str, Line], sort: str, aside: float) -> Point:
    """Where lines of one sort meet in a cell; railways pass the crossroads by where there is one."""
    x, y = plane.centres[cell]
    if sort == "rail":
        for other in board.grid.neighbours[cell]:
            if any(_sort(looks[kind]) == "road" for kind in board.link(cell, other)):
                return x - 0.3 * aside, y - aside
    return x, y


# Drawing -------------------------------------------------------------------------------------------


def courses_svg(courses: list[Course], looks: dict[str, Line]) -> Iterator[str]:
    """All courses, thin ones first: first the dark edges, then the bodies, so that junctions are open."""
    kinds = sorted({course.kind for course in courses}, key=lambda kind: (looks[kind].rank, kind))
    paths = {kind: "".join(c.path for c in courses if c.kind == kind) for kind in kinds}
    for kind in kinds:
        look = looks[kind]
        if look.casing and look.form != "rail":
            yield (f'<path d="{paths[kind]}" stroke="{look.casing}" stroke-width="{num(look.width + 1.5)}"/>\n')
    for kind in kinds:
        look = looks[kind]
        dash = f' stroke-dasharray="{look.dash}"' if look.dash else ""
        width = num(look.width)
        yield (f'<path d="{paths[kind]}" stroke="{look.paint}" stroke-width="{width}"{dash} data-kind="{kind}"/>\n')
        if look.form == "rail":
            yield (
                f'<path d="{paths[kind]}" stroke="{look.paint}" stroke-width="{num(look.width * 3 + 1.5)}" '
                'stroke-dasharray="1.3 6.7" stroke-linecap="butt"/>\n'
            )
        elif look.form == "canal":
            yield (
                f'<path d="{paths[kind]}" stroke="{look.casing}" stroke-width="{num(look.width + 4)}" '
                'stroke-dasharray="1.2 9" stroke-linecap="butt"/>\n'
            )


def crossings_svg(board: Board, plane: Plane, looks: dict[str, Line]) -> Iterator[str]:
    """Bridges, pontoons, ferries and fords, over the roads that use them."""
    for (a, b), kinds in sorted(board.sides.items()):
        wet = [looks[kind].width for kind in kinds if looks[kind].form in ("water", "canal")]
        reach = max(wet, default=4.0) / 2 + 3.4
        for kind in kinds:
            look = looks[kind]
            if look.form not in ("bridge", "pontoon", "ferry", "ford"):
                continue
            middle, along = plane.crossing(a, b), unit(plane.centres[a], plane.centres[b])
            rails = any(link_line(board, link).form == "rail" for link in board.link(a, b))
            roads = any(link_line(board, link).form == "road" for link in board.link(a, b))
            if "rail" in kind and rails and roads:
                middle = _beside(middle, plane.centres[a], plane.centres[b], 6.0)
            yield crossing(middle, along, reach, look)


def crossing(middle: Point, along: Point, reach: float, look: Line) -> str:
    across = (-along[1], along[0])
    start, end = moved(middle, along, -reach), moved(middle, along, reach)
    if look.form == "ford":
        dots = [moved(middle, along, reach * step) for step in (-0.8, 0.0, 0.8)]
        path = "".join(f"M{at(moved(d, across, 3.5))}L{at(moved(d, across, -3.5))}" for d in dots)
        return f'<path d="{path}" stroke="{look.paint}" stroke-width="1.6"/>\n'
    if look.form == "ferry":
        path = f"M{at(start)}L{at(end)}"
        return f'<path d="{path}" stroke="{look.casing}" stroke-width="1.6" stroke-dasharray="2 2"/>\n'
    half = 3.6
    rails = []
    for hand in (-1, 1):
        a, b = moved(start, across, hand * half), moved(end, across, hand * half)
        # The parapets flare at both ends, as on every printed map.
        out_a = moved(moved(a, along, -2.2), across, hand * 2.4)
        out_b = moved(moved(b, along, 2.2), across, hand * 2.4)
        rails.append(f"M{at(out_a)}L{at(a)}L{at(b)}L{at(out_b)}")
    dash = ' stroke-dasharray="2.2 1.6"' if look.form == "pontoon" else ""
    return (
        f'<path d="{"".join(rails)}" stroke="#fbf8ee" stroke-width="3.2"/>'
        f'<path d="{"".join(rails)}" stroke="{look.casing}" stroke-width="1.7"{dash}/>\n'
    )


def edges_svg(board: Board, plane: Plane, looks: dict[str, Line]) -> Iterator[str]:
    """Sides that are neither water nor crossing: cliffs, walls, borders."""
    for kind, look in looks.items():
        if look.form not in ("cliff", "wall", "border"):
            continue
        pairs = [pair for pair, kinds in sorted(board.sides.items()) if kind in kinds]
        dash = f' stroke-dasharray="{look.dash}"' if look.dash else ""
        width = "1.6" if look.form == "cliff" else num(look.width)
        path = "".join(open_line(run) for run in border_runs(board, plane, pairs, looks))
        yield f'<path d="{path}" stroke="{look.paint}" stroke-width="{width}"{dash} data-kind="{kind}"/>\n'
        if look.form == "border":
            continue
        ticks = []
        for a, b in pairs:
            p, q = plane.side(a, b)
            if p != q:
                ticks += _ticks(p, q, plane.centres[a], look.width if look.form == "cliff" else 4.0, 6)
        yield f'<path d="{"".join(ticks)}" stroke="{look.paint}" stroke-width="1.3"/>\n'


def border_runs(board: Board, plane: Plane, pairs: list[Pair], looks: dict[str, Line]) -> list[list[Point]]:
    """Sides joined into long lines; where a river runs on the same side, the line keeps to its east bank."""
    where: dict[Node, Point] = {}
    pushes: dict[Node, list[Point]] = {}
    banks: dict[Node, list[Point]] = {}
    joined: dict[Node, list[Node]] = {}
    for a, b in pairs:
        p, q = plane.side(a, b)
        ends = plane.node(p), plane.node(q)
        wet = max((looks[k].width for k in board.side(a, b) if looks[k].form in ("water", "canal")), default=0.0)
        dx, dy = unit(plane.centres[a], plane.centres[b])
        if dx < -0.01 or (abs(dx) <= 0.01 and dy < 0):
            dx, dy = -dx, -dy
        far = wet / 2 + 5.0 if wet else 0.0
        for end, point, other in ((ends[0], p, ends[1]), (ends[1], q, ends[0])):
            where[end] = point
            pushes.setdefault(end, []).append((dx * far, dy * far))
            joined.setdefault(end, []).append(other)
            if wet:
                banks.setdefault(end, []).append(between(p, q))
    for end, moves in pushes.items():
        if len(river := banks.get(end, [])) == 2:  # the river cuts the corner, and the line with it
            where[end] = between(between(river[0], river[1]), where[end], 0.25)
        x, y = where[end]
        where[end] = x + sum(m[0] for m in moves) / len(moves), y + sum(m[1] for m in moves) / len(moves)
    return [[where[node] for node in run] for run in _chains(joined)]


def _chains(joined: dict[Node, list[Node]]) -> list[list[Node]]:
    """The runs of a net of nodes: from loose ends and forks first, then what goes round."""
    left = {node: list(others) for node, others in joined.items()}
    runs = []
    for start in sorted(left, key=lambda node: (len(joined[node]) == 2, node)):
        while left[start]:
            run, here = [start], start
            while left[here]:
                onward = left[here].pop(0)
                left[onward].remove(here)
                run.append(onward)
                here = onward
                if len(joined[here]) != 2:
                    break
            runs.append(run)
    return runs


def _ticks(p: Point, q: Point, towards: Point, long: float, count: int) -> list[str]:
    along = unit(p, q)
    down = (-along[1], along[0])
    middle = between(p, q)
    if (towards[0] - middle[0]) * down[0] + (towards[1] - middle[1]) * down[1] < 0:
        down = (-down[0], -down[1])
    ticks = []
    for index in range(count):
        foot = between(p, q, (index + 0.5) / count)
        ticks.append(f"M{at(foot)}L{at(moved(foot, down, long))}")
    return ticks


def slopes_svg(board: Board, plane: Plane) -> Iterator[str]:
    """Slopes: the crest lies on the side, tapering hachures run down into the low cell."""
    by_kind: dict[str, list[Pair]] = {}
    for pair, kind in sorted(board.slopes.items()):
        by_kind.setdefault(kind, []).append(pair)
    for kind, pairs in by_kind.items():
        look = slope_line(board, kind)
        path = []
        for low, high in pairs:
            p, q = plane.side(low, high)
            if p == q:
                continue
            path += hachures(p, q, plane.centres[low], look.width, low * 7 + high)
        yield f'<path d="{"".join(path)}" fill="{look.paint}" stroke="none" data-kind="{kind}"/>\n'


def hachures(p: Point, q: Point, low: Point, long: float, seed: int) -> list[str]:
    """Thin wedges, broad at the crest and pointed at the foot."""
    count = max(4, round(hypot(q[0] - p[0], q[1] - p[1]) / (CELL * 0.065)))
    along = unit(p, q)
    down = (-along[1], along[0])
    middle = between(p, q)
    if (low[0] - middle[0]) * down[0] + (low[1] - middle[1]) * down[1] < 0:
        down = (-down[0], -down[1])
    found = []
    for index in range(count):
        crest = moved(between(p, q, (index + 0.5) / count), down, 0.6)
        foot = moved(crest, down, long * (0.85 + 0.25 * jitter(seed, index)))
        a, b = moved(crest, along, -1.0), moved(crest, along, 1.0)
        found.append(f"M{at(a)}L{at(b)}L{at(foot)}Z")
    return found
