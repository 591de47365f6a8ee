"""The whole sheet: draws every part of a map and lays out the page round it."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite

from grognard.board.board import Board
from grognard.board.drawing.counters import counters_svg, markers_svg
from grognard.board.drawing.fronts import trench_lines, trenches_svg
from grognard.board.drawing.furniture import (
    legend_entries,
    legend_svg,
    north_svg,
    scale_svg,
    sources_svg,
)
from grognard.board.drawing.ground import (
    NUMBER_SIZE,
    cells_svg,
    grid_svg,
    hard_outline,
    loops,
    numbers_svg,
    styles_used,
    terrain_svg,
)
from grognard.board.drawing.labels import labels_svg
from grognard.board.drawing.lines import (
    courses_svg,
    crossings_svg,
    edges_svg,
    link_courses,
    link_looks,
    side_looks,
    slopes_svg,
    water_courses,
)
from grognard.board.drawing.names import map_labels
from grognard.board.drawing.plane import CELL, Crowd, Plane
from grognard.board.drawing.relief import relief_svg
from grognard.board.drawing.signs import sign_spots, signs_svg
from grognard.board.drawing.stamps import Stencils
from grognard.board.drawing.styles import INK, PAPER, SANS, SERIF
from grognard.board.drawing.svg import escape, greyed, group, num
from grognard.board.drawing.text import text_width
from grognard.board.drawing.towns import settlements, town_points, towns_svg
from grognard.board.pieces import Counter, Marker
from grognard.errors import DataError

_MARGIN = 26.0

_STROKES = 'fill="none" stroke-linecap="round" stroke-linejoin="round" pointer-events="none"'
_LETTERS = f'font-family="{SANS}" text-anchor="middle" pointer-events="none"'
_HALO = f'stroke="{PAPER}" stroke-width="2.4" stroke-opacity=".85" stroke-linejoin="round" paint-order="stroke"'


def draw_parts(board: Board) -> dict[str, str]:
    """The layers of a map, bottom first, each a ``<g>`` with its name as id; "defs" comes first.

    The map's own corner is (0, 0) and one cell is 64 units, so that a client can lay its own layers
    between these. Every layer exists, if only as an empty group.
    """
    stencils = Stencils()
    layers = _layers(board, Plane(board.grid), stencils, crowded=True)
    return {"defs": f"<defs>\n{stencils.svg()}</defs>\n", **layers}


def draw_chart(board: Board) -> list[tuple[str, str]]:
    """What the map shows, kind by kind: a title and a picture, 48 by 40 units round (0, 0)."""
    plane, stencils = Plane(board.grid), Stencils()
    style = styles_used(board)
    towns = settlements(board, style)
    entries = legend_entries(board, plane, style, side_looks(board), link_looks(board), towns, stencils)
    return [(entry.title, stencils.inlined(entry.picture)) for entry in entries]


def _layers(
    board: Board, plane: Plane, stencils: Stencils, covered: frozenset[int] = frozenset(), crowded: bool = False
) -> dict[str, str]:
    """The layers, bottom first; their drawings go into ``stencils``. Names avoid the ``covered`` cells.

    A ``crowded`` map may have counters anywhere: its names stand between them, as far as there is room.
    """
    style, sides, links = styles_used(board), side_looks(board), link_looks(board)
    water = water_courses(board, plane, sides)
    ways = link_courses(board, plane, links)
    wet_ways = [way for way in ways if links[way.kind].form in ("water", "canal")]
    dry_ways = [way for way in ways if links[way.kind].form not in ("water", "canal")]
    towns = settlements(board, style)
    looks = {**links, **sides}
    trenches = trench_lines(board, plane)
    lines = [course.points for course in (*water, *ways)]
    crowd = Crowd([*lines, *trenches])
    houses = town_points(plane, crowd, towns)
    signs = sign_spots(board, plane, crowd, towns)
    labels = map_labels(
        board,
        plane,
        style,
        [*water, *wet_ways],
        dry_ways,
        looks,
        signs=signs,
        houses=houses,
        covered=covered,
        crowded=crowded,
    )
    # Rivers and roads that leave the map end clean at its rim.
    rim = "".join(hard_outline(loop) for loop in loops(board, plane, set(range(len(board.grid)))))
    clip_path = stencils.clip(rim)
    clip = f'clip-path="url(#{clip_path})"'
    return {
        "terrain": group(
            "terrain",
            [
                group("cells", cells_svg(board, plane, style)),
                group("ground", terrain_svg(board, plane, style, stencils), 'pointer-events="none"'),
            ],
        ),
        "grid": group("grid", grid_svg(board, plane), 'pointer-events="none"'),
        "slopes": group(
            "slopes", [*relief_svg(board, plane, style), *slopes_svg(board, plane)], 'pointer-events="none"'
        ),
        "sides": group(
            "sides",
            [*courses_svg([*water, *wet_ways], looks), *edges_svg(board, plane, sides)],
            f"{_STROKES} {clip}",
        ),
        "links": group("links", courses_svg(dry_ways, links), f"{_STROKES} {clip}"),
        "bridges": group("bridges", crossings_svg(board, plane, sides), _STROKES),
        "towns": group("towns", towns_svg(board, towns, houses, stencils), 'pointer-events="none"'),
        "fronts": group("fronts", trenches_svg(board, plane, sides), f"{_STROKES} {clip}"),
        "features": group("features", signs_svg(board, plane, signs, trenches), 'pointer-events="none"'),
        "numbers": group(
            "numbers",
            numbers_svg(board, plane),
            f'{_LETTERS} font-size="{num(NUMBER_SIZE)}" fill="#474131" {_HALO.replace("2.4", "1.9")}',
        ),
        "names": group("names", labels_svg(labels), f"{_LETTERS} {_HALO}"),
    }


def draw_board(
    board: Board,
    *,
    counters: Sequence[Counter] = (),
    markers: Sequence[Marker] = (),
    scale: float = 1.0,
    grey: bool = False,
) -> str:
    """A board as an SVG picture, for a browser, a notebook or a printer.

    ``counters`` are fanned where several lie in one cell, the last on top. ``scale`` enlarges the picture
    (at 1, a cell is 64 pixels from flat to flat); ``grey`` is for printers without colours. The same board
    always gives the same text.
    """
    if not isfinite(scale) or not 0.05 <= scale <= 20:
        raise DataError(f"the scale of a map should be from 0.05 to 20, not {scale}")
    plane, stencils = Plane(board.grid), Stencils()
    covered = frozenset(counter.cell for counter in counters if 0 <= counter.cell < len(board.grid))
    layers = [
        *_layers(board, plane, stencils, covered).values(),
        group("markers", markers_svg(board, plane, markers), f'{_LETTERS} font-weight="bold"'),
        group(
            "counters",
            counters_svg(board, plane, counters, stencils),
            f'font-family="{SANS}" text-anchor="middle" font-weight="bold"',
        ),
    ]
    frame, box = _furniture(board, plane, stencils)
    left, top, width, height = box
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" '
        f'viewBox="{num(left)} {num(top)} {num(width)} {num(height)}" '
        f'width="{num(width * scale)}" height="{num(height * scale)}" role="img" '
        f'data-board="{escape(board.name)}"><title>{escape(board.title)}</title>\n'
        + f"<defs>\n{stencils.svg()}</defs>\n"
        + frame
        + f'<g id="map">\n{"".join(layers)}</g>\n</svg>\n'
    )
    return greyed(svg) if grey else svg


def _furniture(board: Board, plane: Plane, stencils: Stencils) -> tuple[str, tuple[float, float, float, float]]:
    """What stands round the map, and the box of the whole sheet."""
    pad = 8.0
    width = plane.width
    sheet = max(width + 2 * pad, 360.0)
    left, bottom = (width - sheet) / 2, plane.height + pad
    zoom = min(1.7, max(1.0, width / 1900))  # a large map gets a larger title and legend
    size = min(30.0 * zoom, 30.0 * sheet / max(1.0, text_width(board.title, 30.0, bold=True)))
    head = size + 22.0
    foot, high = _foot(board, plane, stencils, sheet / zoom, CELL / zoom)
    parts = [
        f'<text x="{num(left)}" y="{num(-pad - 0.45 * size)}" font-size="{num(size)}" font-weight="bold" '
        f'font-family="{SERIF}">{escape(board.title)}</text>\n',
        f'<g transform="translate({num(left)} {num(bottom)}) scale({zoom:.3f})">{foot}</g>\n',
    ]
    bottom += high * zoom
    box = (left - _MARGIN, -pad - head - _MARGIN, sheet + 2 * _MARGIN, bottom + pad + head + 2 * _MARGIN)
    paper = (
        f'<rect x="{num(box[0])}" y="{num(box[1])}" width="{num(box[2])}" height="{num(box[3])}" '
        f'fill="{PAPER}"/>\n'
        f'<rect x="{num(-pad)}" y="{num(-pad)}" width="{num(width + 2 * pad)}" '
        f'height="{num(plane.height + 2 * pad)}" fill="#d8d0b8" stroke="{INK}" stroke-width="1.6"/>\n'
    )
    frame = group("furniture", [paper, *parts], f'font-family="{SANS}" fill="{INK}" pointer-events="none"')
    return frame, box


def _foot(board: Board, plane: Plane, stencils: Stencils, width: float, cell: float) -> tuple[str, float]:
    """Legend, scale, north arrow and sources below the map, from (0, 0) down; and their height."""
    style, sides, links = styles_used(board), side_looks(board), link_looks(board)
    entries = legend_entries(board, plane, style, sides, links, settlements(board, style), stencils)
    bar, bar_wide = scale_svg(board, cell)
    beside = bar_wide + 130.0 <= width * 0.45
    body, high = legend_svg(entries, width - bar_wide - 130.0 if beside else width)
    top = 22.0
    parts = [f'<g id="legend" transform="translate(0 {num(top)})">{body}</g>\n']
    bar_top = top + 34.0 if beside else top + high + 40.0
    x = width - bar_wide - 24.0
    parts.append(f'<g id="scale" transform="translate({num(x)} {num(bar_top)})">{bar}')
    parts.append(f'<text y="22" font-size="9.5">1 {board.grid.word} = {board.scale_km:g} km</text></g>\n')
    parts.append(f'<g id="north" transform="translate({num(x - 46)} {num(bar_top)})">{north_svg(board)}</g>\n')
    top = max(top + high, bar_top + 34.0) + 10.0
    text, high = sources_svg(board, width)
    parts.append(f'<g id="sources" transform="translate(0 {num(top)})" fill="#6a6252">{text}</g>\n')
    return "".join(parts), top + high
