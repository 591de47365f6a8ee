"""Joins single pieces (a river's hexsides, a road's steps) into long smooth courses.

A piece runs between two nodes and passes through a point of its own. At every node the pieces are
paired: those of one kind and name first, then the straightest. A pair runs on as one quiet curve from point to
point: it keeps its distance from the node, unless others meet it there or it must pass. A piece that is left over
ends on the curve of the others, as a tributary does.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Mapping, Sequence
from dataclasses import dataclass
from math import hypot

from grognard.board.drawing.plane import between, moved, unit
from grognard.board.drawing.svg import Point, at


@dataclass(frozen=True, slots=True)
class Piece:
    """One step of a river or a road: two nodes and the point between them that it passes."""

    ends: tuple[Hashable, Hashable]
    through: Point
    kind: str
    name: str


@dataclass(frozen=True, slots=True)
class Course:
    """A run of pieces of one kind: path data, and points along it for labels."""

    kind: str
    names: tuple[str, ...]
    path: str
    points: tuple[Point, ...]


_HANDLE = 0.34
"""How long the handles of a curve are, as a share of the way between its points."""


def weave(
    pieces: Sequence[Piece],
    where: Mapping[Hashable, Point],
    bend: float,
    passed: Collection[Hashable] = frozenset(),
    pull: float = 0.0,
) -> list[Course]:
    """The courses of all pieces.

    ``bend`` (0 to 1) says how near to a node its lines meet; through those that are ``passed`` they run exactly.
    ``pull`` says how far a line leans towards the other nodes on its way.
    """
    pairs, meeting, busy = _pair_up(pieces, where, bend)
    meeting.update({node: where[node] for node in passed if node in meeting})
    busy |= {node for node in passed if node in meeting}
    net = _Net(pieces, where, pairs, meeting, busy, pull)
    used = [False] * len(pieces)
    courses = []
    for closed in (False, True):  # first the courses that have an end, then the rings that are left
        for index, piece in enumerate(pieces):
            if used[index]:
                continue
            for start in piece.ends:
                partner = pairs.get((index, start))
                if closed or partner is None or pieces[partner].kind != piece.kind:
                    courses.append(_follow(net, used, index, start))
                    break
    return courses


_Pairs = dict[tuple[int, Hashable], int]


@dataclass(frozen=True, slots=True)
class _Net:
    """All pieces of a sort, and how they meet."""

    pieces: Sequence[Piece]
    where: Mapping[Hashable, Point]
    pairs: _Pairs
    meeting: Mapping[Hashable, Point]
    busy: Collection[Hashable]
    pull: float


def _pair_up(
    pieces: Sequence[Piece], where: Mapping[Hashable, Point], bend: float
) -> tuple[_Pairs, dict[Hashable, Point], set[Hashable]]:
    """Which piece goes on as which at a node, where lines meet there, and the nodes where more than one pair does."""
    at_node: dict[Hashable, list[int]] = {}
    for index, piece in enumerate(pieces):
        for end in piece.ends:
            at_node.setdefault(end, []).append(index)
    pairs: _Pairs = {}
    meeting: dict[Hashable, Point] = {}
    for node, here in at_node.items():
        ranked = []
        for i, first in enumerate(here):
            for second in here[i + 1 :]:
                a, b = pieces[first], pieces[second]
                unlike = 2 if a.kind != b.kind else (0 if a.name == b.name and a.name else 1)
                if unlike == 2 and _sharp(a.through, b.through, where[node]):
                    continue  # a side road that turns back ends on the others' curve
                ranked.append((unlike, -_spread(a.through, b.through), first, second))
        free = set(here)
        for _, _, first, second in sorted(ranked):
            if first in free and second in free:
                free -= {first, second}
                pairs[first, node] = second
                pairs[second, node] = first
                if node not in meeting:
                    middle = between(pieces[first].through, pieces[second].through)
                    meeting[node] = between(middle, where[node], 0.75 * bend)
    busy = {node for node, here in at_node.items() if len(here) > 2}
    return pairs, meeting, busy


def _spread(a: Point, b: Point) -> float:
    """Large where ``a`` and ``b`` lie on opposite sides of their node."""
    return round((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2, 3)


def _sharp(a: Point, b: Point, node: Point) -> bool:
    """Whether the way from ``a`` over the node to ``b`` turns back."""
    (x, y), (u, v) = (a[0] - node[0], a[1] - node[1]), (b[0] - node[0], b[1] - node[1])
    return x * u + y * v > 0.25 * hypot(x, y) * hypot(u, v)


def _follow(net: _Net, used: list[bool], index: int, start: Hashable) -> Course:
    """Walks from one end of a course to the other, writing its path."""
    pieces, pairs = net.pieces, net.pairs
    kind, names, node = pieces[index].kind, list[str](), start
    stops: list[Point] = []
    points: list[Point] = []
    before, first, last = pairs.get((index, start)), None, None
    ring = before is not None and not used[before] and pieces[before].kind == kind
    if not ring:
        stops.append(net.meeting.get(start, net.where[start]))
        points.append(stops[0])
        if before is not None:
            first = unit(pieces[before].through, pieces[index].through)
    while True:
        piece = pieces[index]
        used[index] = True
        names.append(piece.name)
        stops.append(piece.through)
        points.append(piece.through)
        node = piece.ends[1] if piece.ends[0] == node else piece.ends[0]
        following = pairs.get((index, node))
        if following is None or pieces[following].kind != kind:
            stops.append(net.meeting.get(node, net.where[node]))
            points.append(stops[-1])
            if following is not None:
                last = unit(piece.through, pieces[following].through)
            break
        onward = pieces[following]
        middle = between(between(piece.through, onward.through), net.where[node], net.pull)
        if node in net.busy or net.pull:
            stops.append(net.meeting[node] if node in net.busy else middle)
        points.append(net.meeting[node] if node in net.busy else middle)
        if used[following]:
            stops.append(onward.through)
            break
        index = following
    return Course(kind, tuple(names), smooth(stops, first, last, ring), tuple(points))


def smooth(stops: Sequence[Point], first: Point | None = None, last: Point | None = None, ring: bool = False) -> str:
    """A curve through some points; at each it heads for where the next one lies from the one before.

    ``first`` and ``last`` are the headings at its ends, where it goes on as another line.
    """
    headings: list[Point] = []
    for index, stop in enumerate(stops):
        before = stops[index - 1] if index else stops[-2] if ring else stop
        after = stops[index + 1] if index + 1 < len(stops) else stops[1] if ring else stop
        headings.append(unit(before, after))
    headings[0] = first or headings[0]
    headings[-1] = last or headings[-1]
    path = [f"M{at(stops[0])}"]
    for index in range(len(stops) - 1):
        a, b = stops[index], stops[index + 1]
        far = hypot(b[0] - a[0], b[1] - a[1]) * _HANDLE
        path.append(f"C{at(moved(a, headings[index], far))} {at(moved(b, headings[index + 1], -far))} {at(b)}")
    return "".join(path)
