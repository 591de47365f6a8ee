"""The small marks that fill a cell: trees, tufts of a marsh, hachures, houses.

A pattern has several stamps, each as large as a cell and strewn differently; a map refers to them with
``<use>``, so that a forest of five hundred cells costs a few bytes a cell and no tree is cut in half.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from math import cos, pi, sin
from zlib import crc32

from grognard.board.drawing.plane import CELL, jitter
from grognard.board.drawing.svg import Point, mix, num

VARIANTS_PER_STAMP = 5
_USE = re.compile(r'<use href="#(\w+)"/>')


class Stencils:
    """The drawings of one picture that are used more than once.

    An id is made from the content, so that several maps on one page (a notebook) never mix theirs up.
    """

    def __init__(self) -> None:
        self._known: dict[str, str] = {}
        self._clips: dict[str, str] = {}

    def add(self, content: str) -> str:
        """The id under which ``content`` can be used."""
        id = f"d{crc32(content.encode()):08x}"
        self._known[id] = content
        return id

    def clip(self, path: str) -> str:
        """The id of a clipping path."""
        id = f"k{crc32(path.encode()):08x}"
        self._clips[id] = path
        return id

    def inlined(self, picture: str) -> str:
        """A picture that stands alone: the drawings that it uses are in it."""
        return _USE.sub(lambda found: self._known.get(found[1], ""), picture)

    def svg(self) -> str:
        drawings = [f'<g id="{id}">{content}</g>\n' for id, content in self._known.items()]
        clips = [f'<clipPath id="{id}"><path d="{path}"/></clipPath>\n' for id, path in self._clips.items()]
        return "".join(drawings + clips)


def stamp(pattern: str, kind: str, ink: str, paint: str, lattice: str, variant: int) -> str:
    """The marks of one variant, round (0, 0); empty for a pattern without marks.

    ``lattice`` is "flat" or "pointy" for hexes, or "square".
    """
    draw = _STAMPS.get(pattern)
    return draw(kind, ink, paint, lattice, variant) if draw else ""


def _strewn(count: int, apart: float, seed: int, lattice: str, reach: float = 0.44) -> list[Point]:
    """Points in a cell that keep their distance from each other, from the top to the bottom."""
    found: list[Point] = []
    for attempt in range(count * 60):
        x, y = jitter(seed, attempt, 1) * 0.5 * CELL, jitter(seed, attempt, 2) * 0.5 * CELL
        inside = x * x + y * y < (reach * CELL) ** 2 if lattice != "square" else True
        if abs(x) > reach * CELL or abs(y) > reach * CELL or not inside or _is_number(x, y, lattice):
            continue
        if all((x - u) ** 2 + (y - v) ** 2 > apart * apart for u, v in found):
            found.append((x, y))
            if len(found) == count:
                break
    return sorted(found, key=lambda point: (point[1], point[0]))


def _is_number(x: float, y: float, lattice: str) -> bool:
    """Whether a mark here would lie on the printed number of its cell."""
    if lattice == "square":
        return x < -0.22 * CELL and y < -0.3 * CELL
    return abs(x) < 13 and y < (-20 if lattice == "flat" else -19)


def _trees(kind: str, ink: str, paint: str, lattice: str, variant: int, dense: bool = False) -> str:
    count, apart, size = (17, 9.5, 4.3) if dense else (9, 12.5, 4.4)
    leaf = mix(paint, ink, 0.55 if dense else 0.42)
    crowns, shades = [], []
    for index, (x, y) in enumerate(_strewn(count, apart, 11 + variant, lattice, 0.42)):
        r = size * (1 + 0.18 * jitter(variant, index, 9))
        # A crown of three lobes, and a short shadow under it to the south-east.
        crowns.append(
            f"M{num(x - r)} {num(y)}"
            + _lobe(r, 0.62, 0.62, 0.55, -0.75)
            + _lobe(r, 0.6, 0.6, 0.95, 0.0)
            + _lobe(r, 0.62, 0.62, 0.5, 0.75)
            + _lobe(r, 0.7, 0.6, -1.0, 0.45)
            + _lobe(r, 0.7, 0.6, -1.0, -0.45)
            + "z"
        )
        shades.append(f"M{num(x - r * 0.1)} {num(y + r * 0.95)}h{num(r * 1.1)}")
    return (
        f'<path d="{"".join(shades)}" stroke="{ink}" stroke-width="1.1" opacity=".55"/>'
        f'<path d="{"".join(crowns)}" fill="{leaf}" stroke="{ink}" stroke-width=".7"/>'
    )


def _forest(kind: str, ink: str, paint: str, lattice: str, variant: int) -> str:
    return _trees(kind, ink, paint, lattice, variant, dense=True)


def _marsh(kind: str, ink: str, paint: str, lattice: str, variant: int) -> str:
    path = []
    for x, y in _strewn(8, 14, 31 + variant, lattice, 0.38):
        path.append(
            f"M{num(x - 5)} {num(y)}h10M{num(x)} {num(y)}v-4.6M{num(x - 2)} {num(y)}l-1.4-3.6"
            f"M{num(x + 2)} {num(y)}l1.4-3.6"
        )
    return f'<path d="{"".join(path)}" fill="none" stroke="{ink}" stroke-width=".9"/>'


def _hachure(kind: str, ink: str, paint: str, lattice: str, variant: int) -> str:
    path = []
    for index, (x, y) in enumerate(_strewn(8, 14, 51 + variant, lattice, 0.38)):
        lean = 1.2 * jitter(variant, index, 5)
        for step in (-1, 0, 1):
            long = 5.2 if step == 0 else 4.0
            path.append(f"M{num(x + 3.1 * step)} {num(y - long / 2)}l{num(lean + step)} {num(long)}")
    return f'<path d="{"".join(path)}" fill="none" stroke="{ink}" stroke-width=".9" stroke-linecap="round"/>'


def _hills(kind: str, ink: str, paint: str, lattice: str, variant: int) -> str:
    """Brows of hills: an arc with short strokes down its slope."""
    path = []
    for x, y in _strewn(5, 18, 61 + variant, lattice, 0.33):
        path.append(f"M{num(x - 8)} {num(y + 1)}q8-9 16 0")
        for dx, dy, lean in ((-5, -1.6, -1.2), (-1.8, -3.3, -0.4), (1.8, -3.3, 0.4), (5, -1.6, 1.2)):
            path.append(f"M{num(x + dx)} {num(y + dy)}l{num(lean)} 4.4")
    return f'<path d="{"".join(path)}" fill="none" stroke="{ink}" stroke-width=".9" stroke-linecap="round"/>'


def _cross(kind: str, ink: str, paint: str, lattice: str, variant: int) -> str:
    path = []
    for x, y in _strewn(11, 11.5, 71 + variant, lattice, 0.4):
        path.append(f"M{num(x - 1.8)} {num(y - 1.8)}l3.6 3.6m0-3.6l-3.6 3.6")
    return f'<path d="{"".join(path)}" fill="none" stroke="{ink}" stroke-width=".9"/>'


def _dots(kind: str, ink: str, paint: str, lattice: str, variant: int) -> str:
    path = [f"M{num(x)} {num(y)}h0" for x, y in _strewn(16, 9, 91 + variant, lattice, 0.42)]
    return f'<path d="{"".join(path)}" stroke="{ink}" stroke-width="2.2" stroke-linecap="round"/>'


def _waves(kind: str, ink: str, paint: str, lattice: str, variant: int) -> str:
    path = [f"M{num(x - 6)} {num(y)}q3-2.6 6 0t6 0" for x, y in _strewn(7, 15, 111 + variant, lattice, 0.36)]
    return f'<path d="{"".join(path)}" fill="none" stroke="{ink}" stroke-width=".9"/>'


def _craters(kind: str, ink: str, paint: str, lattice: str, variant: int) -> str:
    path = []
    for index, (x, y) in enumerate(_strewn(10, 12, 131 + variant, lattice, 0.4)):
        r = 2.2 + 0.8 * jitter(variant, index, 7)
        path.append(f"M{num(x - r)} {num(y)}a{num(r)} {num(r * 0.7)} 0 1 1 {num(2 * r)} 0")
    return f'<path d="{"".join(path)}" fill="none" stroke="{ink}" stroke-width=".9" stroke-linecap="round"/>'


def _blocks(kind: str, ink: str, paint: str, lattice: str, variant: int) -> str:
    size = "village" if "village" in kind else "city" if "city" in kind or "urban" in kind else "town"
    return houses(size, ink, variant, lattice)


# Houses stand between the roads: roads leave a centre towards the sides, houses stand towards the corners.
_RINGS = {
    "village": ((1, 10.0, 5.2),),
    "town": ((1, 10.5, 6.0), (2, 19.0, 5.2)),
    "city": ((1, 10.5, 6.4), (2, 19.5, 6.0), (2, 26.5, 5.0)),
}
"""The rings of houses of each size: houses a sector, distance from the centre, breadth of a house."""
_FARM = "M-6.5-5h13v10h-4v-6h-5v6h-4Z"
"""A farm is one house round three sides of a yard."""


def houses(size: str, ink: str, variant: int, lattice: str) -> str:
    """A cluster of houses round a crossroads: a farm, a village, a town or a city."""
    sectors = 8 if lattice == "square" else 6
    turn = 0.0 if lattice == "flat" else pi / sectors
    if size == "farm":
        return f'<path d="{_FARM}" fill="{ink}" stroke="#fbf8ee" stroke-width=".8"/>'
    path = []
    for per_sector, radius, house in _RINGS[size]:
        for sector in range(sectors):
            if size == "village" and (sector + variant) % (sectors - 2) == 1:
                continue
            for place in range(per_sector):
                spread = (place - (per_sector - 1) / 2) * 0.36
                angle = turn + 2 * pi * sector / sectors + spread + 0.06 * jitter(sector, place, variant)
                far = radius * (1 + 0.07 * jitter(sector, place, variant, 3))
                wide = house * (1 + 0.22 * jitter(sector, place, variant, 5))
                deep = house * (0.78 + 0.15 * jitter(sector, place, variant, 7))
                path.append(_house(far * cos(angle), far * sin(angle), wide, deep, angle + pi / 2))
    return f'<path d="{"".join(path)}" fill="{ink}"/>'


def _house(x: float, y: float, wide: float, deep: float, angle: float) -> str:
    ux, uy = cos(angle) * wide / 2, sin(angle) * wide / 2
    vx, vy = -sin(angle) * deep / 2, cos(angle) * deep / 2
    corners = [(x + a * ux + b * vx, y + a * uy + b * vy) for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
    return "M" + "L".join(f"{num(cx)} {num(cy)}" for cx, cy in corners) + "Z"


def _lobe(r: float, rx: float, ry: float, dx: float, dy: float) -> str:
    """One arc of a tree's crown, in shares of its size."""
    return f"a{num(r * rx)} {num(r * ry)} 0 0 1 {num(r * dx)} {num(r * dy)}"


_STAMPS: dict[str, Callable[[str, str, str, str, int], str]] = {
    "trees": _trees,
    "forest": _forest,
    "marsh": _marsh,
    "hachure": _hachure,
    "hills": _hills,
    "cross": _cross,
    "dots": _dots,
    "waves": _waves,
    "craters": _craters,
    "blocks": _blocks,
}
