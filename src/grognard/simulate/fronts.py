"""Where the armies stood, over many games: a map with the front as often as it ran there."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Mapping, Sequence
from html import escape
from textwrap import wrap

import msgspec

from grognard.board import Board
from grognard.board.drawing.styles import ground, link_line, side_line
from grognard.board.drawing.svg import mix
from grognard.simulate.charts import picture

FRONT_RANGE = 4
"""How many cells from the nearest unit a front is still drawn; farther off nobody stands."""
SHADES = 10
"""Shades of a colour: few enough that cells of one shade are one path."""
LEAST_SHADE = 2
"""A front of a paler shade is left out: it would only veil the map."""
SHEET_SIZE = 820
"""The longer side of the map in the picture, in pixels."""
WATER = "#6fa3c8"
FRONT = "#a3122f"

EXPLAINED = (
    "Ground belongs to the side with the nearest units: full colour in all games, paler where it changes hands. "
    "Red: the front ran there in 20, 60, 100 % of the games."
)

Pair = tuple[int, int]


class Fronts(msgspec.Struct, frozen=True):
    """What many games had in common at the end of one turn."""

    held: Mapping[str, Mapping[int, float]]
    """Side -> cell -> the share of games in which the side's units were the nearest, at most so far away."""
    lines: Mapping[Pair, float]
    """Two neighbours -> the share of games in which the front ran between them."""


def find_fronts(board: Board, looks: Sequence[Mapping[str, Sequence[int]]]) -> Fronts:
    """``looks``: for each game the cells where each side stands."""
    held: dict[str, Counter[int]] = {}
    lines: Counter[Pair] = Counter()
    for look in looks:
        owner = nearest_army(board, look)
        for cell, side in owner.items():
            held.setdefault(side, Counter())[cell] += 1
        lines.update(front_of(board, owner))
    number = max(1, len(looks))
    return Fronts(
        {side: {cell: n / number for cell, n in cells.items()} for side, cells in held.items()},
        {pair: n / number for pair, n in lines.items()},
    )


def nearest_army(board: Board, look: Mapping[str, Sequence[int]]) -> dict[int, str]:
    """Whose units are nearest to each cell that is not too far from any."""
    owner: dict[int, str] = {}
    far: dict[int, int] = {}
    queue: deque[int] = deque()
    for side, cells in look.items():
        for cell in cells:
            if cell not in owner:
                owner[cell], far[cell] = side, 0
                queue.append(cell)
    while queue:
        cell = queue.popleft()
        if far[cell] == FRONT_RANGE:
            continue
        for other in board.grid.neighbours[cell]:
            if other not in owner:
                owner[other], far[other] = owner[cell], far[cell] + 1
                queue.append(other)
    return owner


def front_of(board: Board, owner: Mapping[int, str]) -> list[Pair]:
    """Pairs of neighbours that are not the same side's: the front runs between them."""
    return [
        (cell, other)
        for cell, side in owner.items()
        for other in board.grid.neighbours[cell]
        if cell < other and owner.get(other, side) != side
    ]


# -- drawing --


class Sheet:
    """The way from the board's plane to the picture, without the empty margin."""

    def __init__(self, board: Board) -> None:
        corners = [point for cell in range(len(board.grid.ids)) for point in board.grid.corners(cell)]
        self.left, self.top = min(x for x, _ in corners), min(y for _, y in corners)
        right, bottom = max(x for x, _ in corners), max(y for _, y in corners)
        self.size = SHEET_SIZE / max(right - self.left, bottom - self.top)
        self.width, self.height = (right - self.left) * self.size, (bottom - self.top) * self.size

    def at(self, point: tuple[float, float]) -> tuple[float, float]:
        return (point[0] - self.left) * self.size, (point[1] - self.top) * self.size

    def outline(self, corners: Sequence[tuple[float, float]]) -> str:
        return "M" + "L".join(f"{x:.0f} {y:.0f}" for x, y in map(self.at, corners)) + "Z"

    def between(self, board: Board, a: int, b: int) -> str:
        """The side that two neighbours share; nothing where they touch at a corner only."""
        theirs = board.grid.corners(b)
        shared = [p for p in board.grid.corners(a) if any(abs(p[0] - q[0]) + abs(p[1] - q[1]) < 1e-6 for q in theirs)]
        if len(shared) != 2:
            return ""
        (x0, y0), (x1, y1) = map(self.at, shared)
        return f"M{x0:.0f} {y0:.0f}L{x1:.0f} {y1:.0f}"


def front_map(board: Board, fronts: Fronts, names: Mapping[str, str], colours: Mapping[str, str], title: str) -> str:
    """The board, each side's colour where it stood, and the front in red: the more often, the stronger."""
    sheet = Sheet(board)
    parts = [*grounds(board, sheet), *holding(board, sheet, fronts, colours), *waters(board, sheet)]
    parts += front_lines(board, sheet, fronts)
    parts += labels(board, sheet)
    parts += legend(sheet, names, colours)
    return picture(parts, round(sheet.width), round(sheet.height) + 32 + 16 * len(explained(sheet)), title)


def grounds(board: Board, sheet: Sheet) -> list[str]:
    by_kind: dict[str, list[str]] = {}
    for cell, kind in enumerate(board.terrain):
        by_kind.setdefault(kind, []).append(sheet.outline(board.grid.corners(cell)))
    return [
        f'<path d="{"".join(shapes)}" fill="{mix(ground(board, kind).paint, "#ffffff", 0.6)}" stroke="#d8d4c8" '
        'stroke-width="0.5"/>'
        for kind, shapes in by_kind.items()
    ]


def holding(board: Board, sheet: Sheet, fronts: Fronts, colours: Mapping[str, str]) -> list[str]:
    """Each cell in the colour of the side that holds it more often, the paler the more it changes hands."""
    by_look: dict[tuple[str, int], list[str]] = {}
    for cell in sorted({cell for cells in fronts.held.values() for cell in cells}):
        values = sorted(((cells.get(cell, 0.0), side) for side, cells in fronts.held.items()), reverse=True)
        lead = values[0][0] - (values[1][0] if len(values) > 1 else 0.0)
        if level := round(lead * SHADES):
            by_look.setdefault((values[0][1], level), []).append(sheet.outline(board.grid.corners(cell)))
    return [
        f'<path d="{"".join(shapes)}" fill="{colours[side]}" opacity="{tint(level / SHADES):.2f}"/>'
        for (side, level), shapes in sorted(by_look.items())
    ]


def tint(value: float) -> float:
    return 0.6 * value


def depth(value: float) -> float:
    """How strongly the front is drawn for a share from 0 to 1."""
    return 0.25 + 0.65 * value


def waters(board: Board, sheet: Sheet) -> list[str]:
    """Rivers and canals, along sides and from cell to cell, as the drawing of the map knows them."""
    along = "".join(
        sheet.between(board, a, b)
        for (a, b), kinds in board.sides.items()
        if any(side_line(board, kind).form in ("water", "canal") for kind in kinds)
    )
    across = ""
    for (a, b), kinds in board.links.items():
        if any(link_line(board, kind).form in ("water", "canal") for kind in kinds):
            (x0, y0), (x1, y1) = (sheet.at(board.grid.centre(cell)) for cell in (a, b))
            across += f"M{x0:.0f} {y0:.0f}L{x1:.0f} {y1:.0f}"
    parts = []
    for path, width in ((along, 3.0), (across, 1.5)):
        if path:
            parts.append(
                f'<path d="{path}" fill="none" stroke="{WATER}" stroke-width="{width}" stroke-linecap="round"/>'
            )
    return parts


def front_lines(board: Board, sheet: Sheet, fronts: Fronts) -> list[str]:
    by_level: dict[int, list[str]] = {}
    for (a, b), value in sorted(fronts.lines.items()):
        by_level.setdefault(round(value * SHADES), []).append(sheet.between(board, a, b))
    return [
        f'<path d="{"".join(shapes)}" fill="none" stroke="{FRONT}" stroke-width="{thickness(level / SHADES):.1f}" '
        f'opacity="{depth(level / SHADES):.2f}" stroke-linecap="round"/>'
        for level, shapes in sorted(by_level.items())
        if level >= LEAST_SHADE
    ]


def thickness(value: float) -> float:
    return 1.0 + 5.0 * value


def labels(board: Board, sheet: Sheet) -> list[str]:
    """Names of places: the weightier first, and none over another."""
    rank = {kind: n for n, kind in enumerate(("city", "town", "village"))}
    places = sorted(board.places, key=lambda p: (rank.get(p.kind, 9), -p.value))
    taken: list[tuple[float, float, float, float]] = []
    parts = []
    for place in places:
        if place.kind not in rank:
            continue
        size = {"city": 15.0, "town": 12.0}.get(place.kind, 10.0)
        x, y = sheet.at(board.grid.centre(place.cells[0]))
        half = 0.29 * size * len(place.name)
        x = min(max(x, half + 2), sheet.width - half - 2)
        box = (x - half, y - size, x + half, y + 0.5 * size)
        if any(box[0] < t[2] and t[0] < box[2] and box[1] < t[3] and t[1] < box[3] for t in taken):
            continue
        taken.append(box)
        parts.append(
            f'<text x="{x:.0f}" y="{y + 0.35 * size:.0f}" text-anchor="middle" font-size="{size:g}" '
            f'paint-order="stroke" stroke="#fff" stroke-width="2.5" stroke-linejoin="round">{escape(place.name)}</text>'
        )
    return parts


def explained(sheet: Sheet) -> list[str]:
    """The lines under the legend, as long as the map is wide."""
    return wrap(EXPLAINED, int((sheet.width - 16) / 6.3))


def legend(sheet: Sheet, names: Mapping[str, str], colours: Mapping[str, str]) -> list[str]:
    """Under the map: what each colour means, from seldom to always."""
    top = sheet.height + 8
    parts = []
    x = 8.0
    for side, name in names.items():
        for level in (0.2, 0.6, 1.0):
            parts.append(
                f'<rect x="{x:.0f}" y="{top:.0f}" width="22" height="12" fill="{colours[side]}" '
                f'opacity="{tint(level):.2f}"/>'
            )
            x += 22
        parts.append(f'<text x="{x + 6:.0f}" y="{top + 10:.0f}" font-size="12">{escape(name)}</text>')
        x += 24 + 7 * len(name)
    for level in (0.2, 0.6, 1.0):
        parts.append(
            f'<path d="M{x:.0f} {top + 6:.0f}h22" stroke="{FRONT}" stroke-width="{thickness(level):.1f}" '
            f'opacity="{depth(level):.2f}"/>'
        )
        x += 24
    parts.append(f'<text x="{x + 4:.0f}" y="{top + 10:.0f}" font-size="12">the front</text>')
    for number, line in enumerate(explained(sheet)):
        parts.append(f'<text x="8" y="{top + 30 + 16 * number:.0f}" font-size="12" fill="#444">{line}</text>')
    return parts
