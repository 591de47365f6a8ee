"""The ground: every cell, the terrain that grows over it, the grid lines and the numbers.

A cell keeps a faint tint of its terrain up to its very edge, so that its kind is never in doubt; over it
lies the terrain itself with a soft outline, joined with its neighbours of the same kind.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator
from math import sqrt

from grognard.board.board import Board
from grognard.board.drawing.plane import CELL, Node, Plane, between, jitter, moved, unit
from grognard.board.drawing.stamps import VARIANTS_PER_STAMP, Stencils, stamp
from grognard.board.drawing.styles import Ground, ground
from grognard.board.drawing.svg import Point, at, escape, mix, num
from grognard.board.drawing.text import text_width
from grognard.grid import HexGrid

_CORNER_SHARE = 0.76
"""How far the outline of a wood reaches from the middle of a side towards the corner."""


def lattice_of(board: Board) -> str:
    """flat, pointy or square: which way the sides of a cell look."""
    grid = board.grid
    return grid.orientation if isinstance(grid, HexGrid) else "square"


def cells_svg(board: Board, plane: Plane, style: dict[str, Ground]) -> Iterator[str]:
    """One path a cell, with the number as its id, grouped by terrain."""
    plain = style[board.plain].paint if board.plain in style else "#f6f0da"
    outline = _relative(plane.outline)
    for kind in style:
        tint = mix(plain, style[kind].paint, 0.55)
        yield f'<g fill="{tint}" stroke="{tint}" stroke-width=".5" data-terrain="{escape(kind)}">\n'
        for cell, own in enumerate(board.terrain):
            if own == kind:
                id = escape(board.grid.ids[cell])
                start = at(plane.corners[cell][0])
                yield f'<path id="c-{id}" data-cell="{id}" d="M{start}{outline}"/>\n'
        yield "</g>\n"


def _relative(outline: tuple[Point, ...]) -> str:
    """The outline as steps from its first corner: the same text for every cell."""
    return open_steps(outline) + "z"


def open_steps(outline: tuple[Point, ...]) -> str:
    steps = []
    for (x, y), (u, v) in itertools.pairwise(outline):
        dx, dy = num(u - x), num(v - y)
        steps.append(f"h{dx}" if dy == "0" else f"v{dy}" if dx == "0" else f"l{dx} {dy}")
    return "".join(steps).replace(" -", "-")


def terrain_svg(board: Board, plane: Plane, style: dict[str, Ground], stencils: Stencils) -> Iterator[str]:
    """The terrain over the cells: soft areas, then their marks."""
    for kind, look in style.items():
        if look.pattern == "none" and kind == board.plain:
            continue
        cells = [cell for cell, own in enumerate(board.terrain) if own == kind]
        area = "".join(soft_outline(loop) for loop in loops(board, plane, set(cells)))
        edge = mix(look.paint, look.marks, 0.5)
        rim = f'stroke="{edge}" stroke-width=".8"'
        yield f'<path d="{area}" fill="{look.paint}" {rim} fill-rule="evenodd"/>\n'
        if look.pattern != "none":
            yield from _marks(board, plane, kind, look, cells, stencils)


def _marks(
    board: Board, plane: Plane, kind: str, look: Ground, cells: Iterable[int], stencils: Stencils
) -> Iterator[str]:
    lattice = lattice_of(board)
    ids = [
        stencils.add(stamp(look.pattern, kind, look.marks, look.paint, lattice, variant))
        for variant in range(VARIANTS_PER_STAMP)
    ]
    for cell in cells:
        x, y = plane.centres[cell]
        variant = int((jitter(cell, 41) + 1) * 0.499 * VARIANTS_PER_STAMP)
        yield f'<use href="#{ids[variant]}" x="{num(x)}" y="{num(y)}"/>\n'


# The outlines of areas -----------------------------------------------------------------------------


class Bit:
    """One side on the rim of an area: from a corner to a corner, the area on its right hand."""

    __slots__ = ("first", "inner", "last", "rim", "start")

    def __init__(self, start: Node, first: Point, last: Point, rim: bool, inner: Point) -> None:
        self.start = start
        self.first = first
        self.last = last
        self.rim = rim
        """On the rim of the whole map, where an area ends as if cut off."""
        self.inner = inner


def loops(board: Board, plane: Plane, cells: set[int]) -> list[list[Bit]]:
    """The closed rims of an area made of cells; islands and holes each give one."""
    grid = board.grid
    by_start: dict[Node, list[Bit]] = {}
    sides = 6 if grid.kind == "hex" else 4
    for cell in sorted(cells):
        corners = plane.corners[cell]
        for number in range(sides):
            beyond = grid.toward[cell][number if sides == 6 else number * 2]
            if beyond in cells:
                continue
            first, last = corners[number], corners[(number + 1) % sides]
            bit = Bit(plane.node(first), first, last, beyond < 0, plane.centres[cell])
            by_start.setdefault(bit.start, []).append(bit)
    found = []
    while by_start:
        start = next(iter(by_start))
        loop = [_take(by_start, start, None)]
        while (node := plane.node(loop[-1].last)) != start:
            loop.append(_take(by_start, node, loop[-1]))
        found.append(loop)
    return found


def _take(by_start: dict[Node, list[Bit]], node: Node, before: Bit | None) -> Bit:
    choices = by_start[node]
    # Two squares that meet only at a corner: stay with the cell we are walking round.
    same = [bit for bit in choices if before is not None and bit.inner == before.inner]
    bit = same[0] if same else choices[0]
    choices.remove(bit)
    if not choices:
        del by_start[node]
    return bit


def soft_outline(loop: list[Bit]) -> str:
    """Path data of a rim: through the middles of its sides, round its corners, sharp at the map's edge."""
    middles = []
    for bit in loop:
        shift = 2.6 + 1.8 * jitter(*bit.start, round(bit.last[0]), 17)
        middle = between(bit.first, bit.last, 0.5 + 0.08 * jitter(*bit.start, round(bit.last[1]), 19))
        middles.append(middle if bit.rim else moved(middle, unit(middle, bit.inner), shift))
    path = [f"M{at(middles[0])}"]
    for index, bit in enumerate(loop):
        following = (index + 1) % len(loop)
        corner, goal = bit.last, middles[following]
        if bit.rim or loop[following].rim:
            path.append(f"L{at(corner)}L{at(goal)}")
        else:
            into, out = between(middles[index], corner, _CORNER_SHARE), between(goal, corner, _CORNER_SHARE)
            path.append(f"C{at(into)} {at(out)} {at(goal)}")
    return "".join(path) + "Z"


def hard_outline(loop: list[Bit]) -> str:
    """Path data of a rim along the very sides of the cells."""
    return "M" + "L".join(at(bit.first) for bit in loop) + "Z"


# The grid and its numbers --------------------------------------------------------------------------


def grid_svg(board: Board, plane: Plane) -> str:
    """The lines between the cells, each side once."""
    grid, parts = board.grid, []
    count = 6 if grid.kind == "hex" else 4
    half = count // 2
    run = open_steps(plane.outline[: half + 1])
    for cell in range(len(grid)):
        corners = plane.corners[cell]
        parts.append(f"M{at(corners[0])}{run}")
        for number in range(half, count):
            if grid.toward[cell][number if count == 6 else number * 2] < 0:
                parts.append(f"M{at(corners[number])}L{at(corners[(number + 1) % count])}")
    return (
        f'<path d="{"".join(parts)}" fill="none" stroke="#7d755f" stroke-width=".7" '
        'stroke-opacity=".75" stroke-linejoin="round"/>\n'
    )


NUMBER_SIZE = 7.0


def number_place(board: Board, plane: Plane, cell: int) -> Point:
    """The middle of the baseline of a cell's printed number: small, at the top of the cell.

    Where a road crosses the top side, the number steps aside; where a river lies on it, down a little.
    """
    x, y = plane.centres[cell]
    lattice = lattice_of(board)
    if lattice == "pointy":
        return x, y - CELL / sqrt(3) + 12.5
    if lattice == "square":
        return x - CELL / 2 + 3 + text_width(board.grid.ids[cell], NUMBER_SIZE) / 2, y - CELL / 2 + 8.6
    north = board.grid.toward[cell][0]
    aside = 12.0 if north >= 0 and board.link(cell, north) else 0.0
    drop = 3.0 if north >= 0 and board.side(cell, north) else 0.0
    return x - aside, y - CELL / 2 + 8.6 + drop


def numbers_svg(board: Board, plane: Plane) -> Iterator[str]:
    for cell, id in enumerate(board.grid.ids):
        x, y = number_place(board, plane, cell)
        yield f'<text x="{num(x)}" y="{num(y)}">{escape(id)}</text>\n'


def styles_used(board: Board) -> dict[str, Ground]:
    """The looks of the terrain on this map, in the legend's order, the plainest first."""
    used = set(board.terrain)
    order = [board.plain, *board.kinds.get("terrain", {}), *sorted(used)]
    return {kind: ground(board, kind) for kind in dict.fromkeys(order) if kind in used}
