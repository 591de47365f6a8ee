"""What stands round a map: title, legend, scale bar, north arrow, and where its facts come from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from grognard.board.board import Board
from grognard.board.drawing.fronts import crenellated, trench_ink, trench_kinds, trench_teeth
from grognard.board.drawing.ground import Bit, lattice_of, open_steps, soft_outline
from grognard.board.drawing.lines import courses_svg, crossing, hachures
from grognard.board.drawing.plane import Plane
from grognard.board.drawing.signs import is_sign, sign, sign_ink
from grognard.board.drawing.stamps import Stencils, houses, stamp
from grognard.board.drawing.styles import INK, SERIF, WATER, WATER_EDGE, Ground, Line, kind_title, slope_line
from grognard.board.drawing.svg import at, escape, mix, num
from grognard.board.drawing.text import text_width, wrapped
from grognard.board.drawing.towns import size_of
from grognard.board.drawing.weave import Course

_SWATCH_WIDE, _SWATCH_HIGH = 48.0, 40.0
_TEXT_SIZE = 10.5


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the legend: a small picture, 48 by 40 round (0, 0), and its name."""

    title: str
    picture: str


def legend_entries(
    board: Board,
    plane: Plane,
    grounds: Mapping[str, Ground],
    sides: Mapping[str, Line],
    links: Mapping[str, Line],
    towns: Mapping[int, str],
    stencils: Stencils,
) -> list[Entry]:
    """Everything that this map shows and that needs a word, in a fixed order."""
    plain = grounds[board.plain].paint if board.plain in grounds else "#f6f0da"
    found = [Entry(_upper(g.title), _cell(board, plane, kind, g, plain, stencils)) for kind, g in grounds.items()]
    for size in ("city", "town", "village", "farm"):
        if size in towns.values():
            words = sorted({p.kind for p in board.places if size_of(p.kind) == size}) or [size]
            title = ", ".join(kind_title(board, "place", word) for word in words)
            # Towns that lie on a terrain of their own, and others that are only houses: told once.
            if _upper(title) not in {entry.title for entry in found}:
                found.append(Entry(_upper(title), _small(houses(size, "#684a40", 0, lattice_of(board)))))
    for look in sides.values():
        found.append(Entry(_upper(look.title), _side_picture(look)))
    for kind in dict.fromkeys(board.slopes.values()):
        look = slope_line(board, kind)
        path = "".join(hachures((-20, -6), (20, -6), (0, 10), look.width * 1.3, 5))
        crest = f'<path d="M-20-6H20" stroke="{look.paint}" stroke-width="1"/>'
        found.append(Entry(_upper(look.title), f'{crest}<path d="{path}" fill="{look.paint}"/>'))
    for kind, look in links.items():
        found.append(Entry(_upper(look.title), _run(kind, look)))
    for kind in trench_kinds(board):
        path = crenellated([(-22, 0), (22, 0)], trench_teeth(board, kind))
        picture = f'<path d="{path}" fill="none" stroke="{trench_ink(board, kind)}" stroke-width="1.9"/>'
        found.append(Entry(_upper(kind_title(board, "feature", kind)), picture))
    used = {tag for tags in board.features.values() for tag in tags if is_sign(tag)}
    for kind in [k for k in dict.fromkeys([*board.kinds.get("feature", {}), *sorted(used)]) if k in used]:
        found.append(Entry(_upper(kind_title(board, "feature", kind)), sign(kind, sign_ink(board, kind))))
    if any(place.value for place in board.places):
        found.append(Entry("Value of a place", _value_picture()))
    return found


def _upper(title: str) -> str:
    return title[:1].upper() + title[1:]


def _cell(board: Board, plane: Plane, kind: str, look: Ground, plain: str, stencils: Stencils) -> str:
    """A cell of that terrain in small."""
    outline = plane.outline
    cell = f"M{at(outline[0])}{open_steps(outline)}z"
    tint = mix(plain, look.paint, 0.55)
    parts = [f'<path d="{cell}" fill="{tint}"/>']
    if not (look.pattern == "none" and kind == board.plain):
        count = len(outline)
        loop = [Bit((i, 0), outline[i], outline[(i + 1) % count], False, (0.0, 0.0)) for i in range(count)]
        parts.append(f'<path d="{soft_outline(loop)}" fill="{look.paint}"/>')
        marks = stamp(look.pattern, kind, look.marks, look.paint, lattice_of(board), 0)
        if marks:
            parts.append(f'<use href="#{stencils.add(marks)}"/>')
    parts.append(f'<path d="{cell}" fill="none" stroke="#7d755f" stroke-width="1"/>')
    return f'<g transform="scale(.58)">{"".join(parts)}</g>'


def _small(body: str) -> str:
    return f'<g transform="scale(.58)">{body}</g>'


def _side_picture(look: Line) -> str:
    if look.form in ("water", "canal"):
        return _run("x", look)
    if look.form in ("bridge", "pontoon", "ferry", "ford"):
        banks = f'<path d="M-22 0H22" stroke="{WATER_EDGE}" stroke-width="6.8"/>'
        water = banks + f'<path d="M-22 0H22" stroke="{WATER}" stroke-width="5"/>'
        return f'<g fill="none">{water}{crossing((0, 0), (0, 1), 7.0, look)}</g>'
    if look.form == "trench":
        path = crenellated([(-22, 0), (22, 0)])
        return f'<path d="{path}" fill="none" stroke="{look.paint}" stroke-width="1.9"/>'
    dash = f' stroke-dasharray="{look.dash}"' if look.dash else ""
    ticks = ""
    if look.form in ("cliff", "wall"):
        long = look.width if look.form == "cliff" else 4.0
        ticks = "".join(f"M{-18 + 6 * i} 0v{num(long)}" for i in range(7))
        ticks = f'<path d="{ticks}" stroke="{look.paint}" stroke-width="1.3"/>'
    return f'<path d="M-22 0H22" stroke="{look.paint}" stroke-width="{num(min(look.width, 2.6))}"{dash}/>{ticks}'


def _run(kind: str, look: Line) -> str:
    course = Course(kind, ("",), "M-22 4C-10 4-8-4 0-4S12 3 22 0", ())
    return f'<g fill="none" stroke-linecap="round">{"".join(courses_svg([course], {kind: look}))}</g>'


def _value_picture() -> str:
    return (
        '<circle r="7" fill="#f2cf5b" stroke="#6d5412" stroke-width="1"/><text y="3.2" font-size="9" '
        'font-weight="bold" text-anchor="middle" fill="#3a2c08">5</text>'
    )


def legend_svg(entries: list[Entry], width: float) -> tuple[str, float]:
    """The legend in even columns, and its height."""
    widest = max((text_width(entry.title, _TEXT_SIZE) for entry in entries), default=0.0)
    column = min(max(_SWATCH_WIDE + 8 + widest + 16, 130.0), width)
    columns = max(1, int(width // column))
    column = width / columns
    rows = -(-len(entries) // columns)
    parts = []
    for index, entry in enumerate(entries):
        x = (index // rows) * column + _SWATCH_WIDE / 2 + 4
        y = (index % rows) * (_SWATCH_HIGH + 4) + _SWATCH_HIGH / 2
        parts.append(
            f'<g transform="translate({num(x)} {num(y)})">{entry.picture}'
            f'<text x="{num(_SWATCH_WIDE / 2 + 8)}" y="3.6" font-size="{num(_TEXT_SIZE)}">'
            f"{escape(entry.title)}</text></g>\n"
        )
    return "".join(parts), rows * (_SWATCH_HIGH + 4)


def scale_svg(board: Board, cell: float) -> tuple[str, float]:
    """The scale bar from (0, 0) to the right, and its width, where a cell measures ``cell``."""
    per_km = cell / (board.scale_km if board.scale_km > 0 else 1.0)
    step = next(s for s in (0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 1e9) if s * per_km >= 40)
    parts = []
    for index in range(4):
        fill = INK if index % 2 == 0 else "#ffffff"
        parts.append(
            f'<rect x="{num(index * step * per_km)}" y="0" width="{num(step * per_km)}" height="6" '
            f'fill="{fill}" stroke="{INK}" stroke-width=".8"/>'
        )
    for index in (0, 1, 2, 4):
        unit = " km" if index == 4 else ""
        x = index * step * per_km
        parts.append(f'<text x="{num(x)}" y="-4" text-anchor="middle" font-size="9">{index * step:g}{unit}</text>')
    return "".join(parts), 4 * step * per_km


def north_svg(board: Board) -> str:
    """An arrow round (0, 0) that points to the map's north."""
    return (
        f'<g transform="rotate({num(board.north_deg)})"><path d="M0-22L8 14L0 7Z" fill="{INK}"/>'
        f'<path d="M0-22L-8 14L0 7Z" fill="#ffffff" stroke="{INK}" stroke-width="1"/>'
        f'<text y="-26" font-size="12" font-weight="bold" text-anchor="middle" font-family="{SERIF}">N</text>'
        "</g>"
    )


def sources_svg(board: Board, width: float) -> tuple[str, float]:
    """Whom the map owes its facts to, in small print."""
    lines = wrapped(" \u00b7 ".join(board.attribution), 8.5, width)
    text = "".join(f'<text y="{num(9 + 11 * n)}" font-size="8.5">{escape(line)}</text>' for n, line in enumerate(lines))
    return text, 11.0 * len(lines)
