"""The features of cells that are no trenches and no houses: small signs in a free part of their cell."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import hypot
from typing import NamedTuple

from grognard.board.board import Board
from grognard.board.drawing.fronts import is_trench
from grognard.board.drawing.ground import lattice_of
from grognard.board.drawing.plane import CELL, Crowd, Plane, between, close_points, moved, unit
from grognard.board.drawing.styles import SANS, feature_colour, kind_title
from grognard.board.drawing.svg import Point, at, escape, num
from grognard.board.drawing.towns import RADIUS, is_settlement

_PAPER = "#efe6d2"

_SLOTS = (
    (-19.0, 12.0), (19.0, 12.0), (-19.0, -9.0), (19.0, -9.0), (0.0, 22.0), (-11.0, 19.0), (11.0, 19.0),
    (0.0, -14.0),
)  # fmt: skip
"""Where in a cell its signs may stand, best first: left, right, higher up, below, above."""


class Spot(NamedTuple):
    """A sign in its place."""

    point: Point
    cell: int
    kind: str


def is_sign(kind: str) -> bool:
    """Whether a feature is drawn as a sign: trenches and settlements have drawings of their own."""
    return not is_trench(kind) and not is_settlement(kind)


def _is_star(kind: str) -> bool:
    return any(word in kind for word in ("star", "objective", "victory", "perimeter"))


def _is_corner(kind: str) -> bool:
    return "corner" in kind


def _is_shade(kind: str) -> bool:
    return any(word in kind for word in ("shaded", "shade", "bank"))


def covers_cell(kind: str) -> bool:
    """Whether the sign belongs to the whole cell or its corner, and takes no place of its own."""
    return _is_shade(kind) or _is_corner(kind)


def sign_ink(board: Board, kind: str) -> str:
    guess = "#4a3b30"
    if _is_star(kind):
        guess = "#b03a3a"
    elif _is_shade(kind):
        guess = "#3f6f8c"
    elif "wood" in kind or "forest" in kind:
        guess = "#3c6134"
    elif "marsh" in kind:
        guess = "#3f7480"
    elif "ravine" in kind:
        guess = "#7d5b2c"
    return feature_colour(board, kind, guess)


# Drawings ------------------------------------------------------------------------------------------


def sign(kind: str, ink: str) -> str:
    """The sign of a feature, round (0, 0), about 12 units wide."""
    edge = f'stroke="{ink}" stroke-width="1.4" stroke-linejoin="round"'
    fill = f'fill="{_PAPER}" {edge}'
    if _is_corner(kind):
        return _cut_corner((10.0, -8.0), (-1.0, 0.0), (0.0, 1.0), ink)
    if _is_shade(kind):
        return f'<path d="{_hatching((-22.0, -13.0, 22.0, 13.0))}" {_hatch_look(ink)}/>'
    if "fort" in kind or "redoubt" in kind or "strong" in kind:
        # A square with bastions at its corners, as engineers draw a fort.
        walls = "M-6.5-6.5h4v2h5v-2h4v4h-2v5h2v4h-4v-2h-5v2h-4v-4h2v-5h-2Z"
        return f'<path d="{walls}" {fill}/><path d="M-1.5 0h3M0-1.5v3" {edge}/>'
    if "crater" in kind:
        holes = ((-3.2, -1.6, 3.6), (4.2, -2.8, 2.4), (2.6, 3.2, 3.0))
        return "".join(_crater(x, y, r, ink) for x, y, r in holes)
    if "wood" in kind or "forest" in kind:
        return "".join(_tree(x, y, ink) for x, y in ((-4.6, 1.8), (4.6, 1.8), (0.0, -2.6)))
    if "marsh" in kind or "swamp" in kind:
        tufts = "M-7 4H7M-4 4V-2M-6 4l-1.6-4M-2 4l1.6-4M4 4V-2M2 4l-1.2-4M6 4l1.6-4"
        return f'<path d="M-8.5-4.5h17v10.5h-17Z" fill="{_PAPER}" fill-opacity=".8"/><path d="{tufts}" {edge}/>'
    if "ravine" in kind:
        strokes = "M-4.4-2.2l-.8 4.6M-1.4-2.8l-.2 5M1.6-2.8l.2 5M4.6-2.2l.8 4.6"
        return f'<ellipse rx="8.5" ry="5.6" fill="#d9c49a" {edge}/><path d="{strokes}" fill="none" {edge}/>'
    if "rail" in kind:
        rails = "M-2-6V6M2-6V6M-5-4H5M-5 0H5M-5 4H5"
        return f'<path d="M-6.5-7.5h13v15h-13Z" fill="{_PAPER}"/><path d="{rails}" fill="none" {edge}/>'
    if "air" in kind:
        return f'<circle r="6" {fill}/><path d="M0-4V4M-4-1H4M-2 3.4H2" {edge}/>'
    if "supply" in kind:
        return _supply(kind, ink)
    if "station" in kind or "depot" in kind:
        return f'<path d="M-6.5-4H6.5V4.5H-6.5Z" {fill}/><path d="M-6.5 1.3H6.5" {edge}/>'
    if "church" in kind or "chateau" in kind or "abbey" in kind:
        return f'<path d="M0-7V-1M-2.4-4.8H2.4M-4-1H4V6H-4Z" {fill}/>'
    if "vantage" in kind or "height" in kind or "hill" in kind or "observation" in kind:
        return f'<path d="M0-6L6 4.5H-6Z" {fill}/><circle cy="1" r="1" fill="{ink}"/>'
    if "wire" in kind or "mine" in kind:
        return f'<path d="M-7 0H7M-5-2.5l3 5m0-5l-3 5M2-2.5l3 5m0-5l-3 5" fill="none" {edge}/>'
    if _is_star(kind):
        return (
            f'<path d="M0-6.5L1.8-2H6.4L2.7 1L4 5.6L0 2.9L-4 5.6L-2.7 1L-6.4-2H-1.8Z" fill="{ink}" '
            'stroke="#fbf8ee" stroke-width=".8"/>'
        )
    if "stone" in kind or "building" in kind:
        return f'<path d="M-5-4H5V4H-5Z" fill="{ink}" stroke="#fbf8ee" stroke-width=".8"/>'
    return f'<path d="M0-5.5L5.5 0L0 5.5L-5.5 0Z" {fill}/>'


def _supply(kind: str, ink: str) -> str:
    """A box with a letter for whose it is, and with the turn if it counts only from or until one."""
    words = kind.split("-")
    owner = "".join(word[0].upper() for word in words[1:2])
    turn = "".join(word for word in words if word.isdigit())
    text = owner + turn + ("+" if turn and "from" in words else "")
    half = 5.0 + 2.3 * len(text)
    return (
        f'<path d="M{num(-half)}-5.5H{num(half)}V5.5H{num(-half)}Z" fill="{_PAPER}" stroke="{ink}" '
        f'stroke-width="1.6"/><path d="M{num(-half)}-3.4H{num(half)}" stroke="{ink}" stroke-width="1.2"/>'
        f'<text y="4.4" font-size="7.5" font-weight="bold" text-anchor="middle" font-family="{SANS}" '
        f'fill="{ink}">{escape(text)}</text>'
    )


def _tree(x: float, y: float, ink: str) -> str:
    return (
        f'<path d="M{num(x)} {num(y)}v4.4" stroke="{ink}" stroke-width="1.2"/><circle cx="{num(x)}" '
        f'cy="{num(y)}" r="3.3" fill="#9dbb7f" stroke="{ink}" stroke-width="1"/>'
    )


def _crater(x: float, y: float, r: float, ink: str) -> str:
    return (
        f'<ellipse cx="{num(x)}" cy="{num(y)}" rx="{num(r)}" ry="{num(r * 0.7)}" fill="{_PAPER}" '
        f'stroke="{ink}" stroke-width="1.1"/><path d="M{num(x - r)} {num(y)}a{num(r)} {num(r * 0.7)} 0 0 1 '
        f'{num(2 * r)} 0q{num(-r)} {num(-r * 0.5)} {num(-2 * r)} 0Z" fill="{ink}"/>'
    )


def _cut_corner(corner: Point, along: Point, down: Point, ink: str) -> str:
    """A corner of a cell cut off by a short trench line: whoever stands in the cell is not in the trench."""
    a, b = moved(corner, along, 17), moved(corner, down, 17)
    teeth = "".join(f"M{at(p)}L{at(moved(p, unit(p, corner), 4.2))}" for p in (between(a, b, s) for s in _TEETH))
    return (
        f'<path d="M{at(corner)}L{at(a)}L{at(b)}Z" fill="{ink}" fill-opacity=".16"/>'
        f'<path d="M{at(a)}L{at(b)}{teeth}" fill="none" stroke="{ink}" stroke-width="1.5"/>'
    )


_TEETH = (0.14, 0.38, 0.62, 0.86)


def _hatch_look(ink: str) -> str:
    return f'fill="none" stroke="{ink}" stroke-width="1.1" stroke-opacity=".6"'


def _hatching(box: tuple[float, float, float, float], step: float = 6.0) -> str:
    """Slanted lines that fill a box."""
    left, top, right, bottom = box
    path, start = [], left - (bottom - top) + step / 2
    while start < right:
        # Each line falls from the top to the left; what sticks out of the box is cut off.
        a = (min(start + (bottom - top), right), top + max(0.0, start + (bottom - top) - right))
        b = (max(start, left), bottom - max(0.0, left - start))
        path.append(f"M{at(a)}L{at(b)}")
        start += step
    return "".join(path)


# Places --------------------------------------------------------------------------------------------


def sign_spots(board: Board, plane: Plane, crowd: Crowd, towns: Mapping[int, str]) -> list[Spot]:
    """Where each sign stands: clear of roads, rivers and trenches (``crowd``) and of houses, if it can."""
    found = []
    for cell, tags in sorted(board.features.items()):
        free: list[Point] = []
        x, y = plane.centres[cell]
        for kind in tags:
            if not is_sign(kind):
                continue
            if covers_cell(kind):
                found.append(Spot((x, y), cell, kind))
                continue
            free = free or list(_slots(board))
            reach = RADIUS[towns[cell]] + 3 if cell in towns else 0.0
            costs = [4 * (hypot(*slot) < reach) + crowd.count(x + slot[0], y + slot[1], 9.5) for slot in free]
            dx, dy = free.pop(costs.index(min(costs)))
            found.append(Spot((x + dx, y + dy), cell, kind))
    return found


def _slots(board: Board) -> Sequence[Point]:
    """A square has its number in the corner, so that its middle above is free."""
    if lattice_of(board) == "square":
        return (*_SLOTS[:2], (20.0, -17.0), *_SLOTS[4:])
    return _SLOTS


def signs_svg(board: Board, plane: Plane, spots: Sequence[Spot], trenches: Sequence[Sequence[Point]]) -> Iterator[str]:
    # Hatching covers a whole cell, so it lies below the signs.
    for spot in sorted(spots, key=lambda one: not _is_shade(one.kind)):
        (x, y), cell, kind = spot
        title = escape(kind_title(board, "feature", kind))
        ink = sign_ink(board, kind)
        if _is_shade(kind):
            half = CELL / 2 - 3 if lattice_of(board) == "square" else CELL * 0.38
            body = f'<path d="{_hatching((-half, -half, half, half), 8.0)}" {_hatch_look(ink)}/>'
        elif _is_corner(kind):
            body = _corner_towards(plane, cell, trenches, ink)
        else:
            body = sign(kind, ink)
        yield f'<g transform="translate({num(x)} {num(y)})"><title>{title}</title>{body}</g>\n'


def _corner_towards(plane: Plane, cell: int, trenches: Sequence[Sequence[Point]], ink: str) -> str:
    """The cut corner on that corner of the cell which a trench passes."""
    corners = plane.corners[cell]
    points = [point for line in trenches for point in close_points(line)]
    far = [
        (round(min((hypot(x - u, y - v) for u, v in points), default=0.0), 2), index)
        for index, (x, y) in enumerate(corners)
    ]
    index = min(far)[1]
    x, y = plane.centres[cell]
    corner, before, after = corners[index], corners[index - 1], corners[(index + 1) % len(corners)]
    moved_corner = (corner[0] - x, corner[1] - y)
    return _cut_corner(moved_corner, unit(corner, before), unit(corner, after), ink)
