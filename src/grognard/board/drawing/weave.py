"""Joins single pieces (a river's hexsides, a road's steps) into long smooth courses.

A piece runs between two nodes and passes through a point of its own. At every node the pieces are
paired: those of one kind and name first, then the straightest. A pair runs on as one curve that bends
towards the node; a piece that is left over ends on the curve of the others, as a tributary does.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from math import hypot

from grognard.board.drawing.plane import between
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


def weave(pieces: Sequence[Piece], where: Mapping[Hashable, Point], bend: float) -> list[Course]:
    """The courses of all pieces. ``bend`` (0 to 1) says how near a curve comes to a node."""
    pairs, meeting = _pair_up(pieces, where, bend)
    used = [False] * len(pieces)
    courses = []
    for closed in (False, True):  # first the courses that have an end, then the rings that are left
        for index, piece in enumerate(pieces):
            if used[index]:
                continue
            for start in piece.ends:
                partner = pairs.get((index, start))
                if closed or partner is None or pieces[partner].kind != piece.kind:
                    courses.append(_follow(pieces, where, bend, pairs, meeting, used, index, start))
                    break
    return courses


_Pairs = dict[tuple[int, Hashable], int]


def _pair_up(
    pieces: Sequence[Piece], where: Mapping[Hashable, Point], bend: float
) -> tuple[_Pairs, dict[Hashable, Point]]:
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
    return pairs, meeting


def _spread(a: Point, b: Point) -> float:
    """Large where ``a`` and ``b`` lie on opposite sides of their node."""
    return round((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2, 3)


def _sharp(a: Point, b: Point, node: Point) -> bool:
    """Whether the way from ``a`` over the node to ``b`` turns back."""
    (x, y), (u, v) = (a[0] - node[0], a[1] - node[1]), (b[0] - node[0], b[1] - node[1])
    return x * u + y * v > 0.25 * hypot(x, y) * hypot(u, v)


def _follow(
    pieces: Sequence[Piece],
    where: Mapping[Hashable, Point],
    bend: float,
    pairs: _Pairs,
    meeting: Mapping[Hashable, Point],
    used: list[bool],
    index: int,
    start: Hashable,
) -> Course:
    """Walks from one end of a course to the other, writing its path."""
    kind, names, node = pieces[index].kind, [], start
    path: list[str] = []
    points: list[Point] = []
    before = pairs.get((index, start))
    if before is None:
        first = meeting.get(start, where[start])
        path.append(f"M{at(first)}L{at(pieces[index].through)}")
        points.append(first)
    elif used[before] or pieces[before].kind != kind:
        half = _half(pieces[before].through, where[start], pieces[index].through, bend)
        path.append(f"M{at(half[0])}C{at(half[1])} {at(half[2])} {at(half[3])}")
        points.append(half[0])
    else:
        path.append(f"M{at(pieces[index].through)}")
    while True:
        piece = pieces[index]
        used[index] = True
        names.append(piece.name)
        points.append(piece.through)
        node = piece.ends[1] if piece.ends[0] == node else piece.ends[0]
        following = pairs.get((index, node))
        if following is None:
            last = meeting.get(node, where[node])
            path.append(f"L{at(last)}")
            points.append(last)
            break
        onward = pieces[following]
        if onward.kind != kind:
            half = _half(piece.through, where[node], onward.through, bend)
            # The first half of the curve, the way we came: the second half reversed.
            other = _half(onward.through, where[node], piece.through, bend)
            path.append(f"C{at(other[2])} {at(other[1])} {at(other[0])}")
            points.append(half[0])
            break
        into, out = (between(p.through, where[node], bend) for p in (piece, onward))
        path.append(f"C{at(into)} {at(out)} {at(onward.through)}")
        points.append(between(between(piece.through, onward.through), where[node], 0.75 * bend))
        if used[following]:
            break
        index = following
    return Course(kind, tuple(names), "".join(path), tuple(points))


def _half(a: Point, node: Point, b: Point, bend: float) -> tuple[Point, Point, Point, Point]:
    """The second half of the curve from ``a`` to ``b``: its middle, two handles, and ``b``."""
    out_a, out_b = between(a, node, bend), between(b, node, bend)
    top = between(out_a, out_b)
    near_a, near_b = between(a, out_a), between(out_b, b)
    over_a, over_b = between(near_a, top), between(top, near_b)
    return between(over_a, over_b), over_b, near_b, b
