"""Towns and villages: houses round the crossroads of their cell."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from grognard.board.board import Board, Place
from grognard.board.drawing.ground import lattice_of
from grognard.board.drawing.plane import Crowd, Plane, jitter, moved, unit
from grognard.board.drawing.stamps import VARIANTS_PER_STAMP, Stencils, houses
from grognard.board.drawing.styles import Ground
from grognard.board.drawing.svg import Point, num

_INK = "#684a40"
RADIUS = {"city": 30.0, "town": 22.0, "village": 13.0, "farm": 7.0}
"""How far the houses of each size reach from the centre of a cell."""


def size_of(kind: str) -> str:
    """city, town, village or farm; "" for what is no settlement."""
    if "city" in kind or "capital" in kind or "fortress" in kind:
        return "city"
    if "town" in kind:
        return "town"
    if "village" in kind:
        return "village"
    return "farm" if any(word in kind for word in ("hamlet", "farm", "location", "chateau")) else ""


def is_settlement(feature: str) -> bool:
    """Whether a feature is drawn as houses."""
    return feature.split("-")[0] in ("city", "town", "village", "hamlet", "farm", "location")


def settlements(board: Board, style: Mapping[str, Ground]) -> dict[int, str]:
    """The size of the settlement of each cell that needs houses drawn.

    Terrain with a pattern of houses brings its own; there only its size is given to the labels.
    """
    found: dict[int, str] = {}
    order = list(RADIUS)

    def note(cell: int, size: str) -> None:
        if size and (cell not in found or order.index(size) < order.index(found[cell])):
            found[cell] = size

    for place in board.places:
        for cell in place.cells:
            note(cell, size_of(place.kind))
    for cell, tags in board.features.items():
        for tag in tags:
            if is_settlement(tag):
                note(cell, size_of(tag))
    return {cell: size for cell, size in sorted(found.items()) if not built(board, style, cell)}


def built(board: Board, style: Mapping[str, Ground], cell: int) -> bool:
    """Whether the terrain of the cell draws houses already."""
    return style[board.terrain[cell]].pattern == "blocks"


def marked_size(board: Board, style: Mapping[str, Ground], found: Mapping[int, str], cell: int) -> str:
    """The size of what is drawn in a cell, however it is drawn."""
    if built(board, style, cell):
        return size_of(board.terrain[cell]) or "town"
    return found.get(cell, "")


def town_points(plane: Plane, crowd: Crowd, found: Mapping[int, str]) -> dict[int, Point]:
    """Where the houses of each settlement stand: round the centre, but a farm stands beside its road."""
    points = {}
    for cell, size in found.items():
        x, y = plane.centres[cell]
        spots = [(x, y)]
        if size == "farm":
            spots += [moved((x, y), unit((x, y), corner), 13.0) for corner in plane.corners[cell]]
        costs = [crowd.count(*spot, 8.5) for spot in spots]
        points[cell] = spots[costs.index(min(costs))] if size == "farm" else (x, y)
    return points


def towns_svg(board: Board, found: Mapping[int, str], points: Mapping[int, Point], stencils: Stencils) -> Iterator[str]:
    lattice = lattice_of(board)
    ids: dict[tuple[str, int], str] = {}
    for cell, size in found.items():
        variant = int((jitter(cell, 43) + 1) * 0.499 * VARIANTS_PER_STAMP)
        if (size, variant) not in ids:
            ids[size, variant] = stencils.add(houses(size, _INK, variant, lattice))
        x, y = points[cell]
        yield f'<use href="#{ids[size, variant]}" x="{num(x)}" y="{num(y)}"/>\n'


def order_of(place: Place) -> tuple[int, str]:
    """Important places first: they get the best room for their names."""
    sizes = ["city", "town", "village", "farm", ""]
    return sizes.index(size_of(place.kind)), place.name
