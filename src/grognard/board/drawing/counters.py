"""Draws what a match lays on the map: counters and markers."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from grognard.board.board import Board
from grognard.board.drawing.plane import Plane
from grognard.board.drawing.stamps import Stencils
from grognard.board.drawing.styles import edge_of, text_on
from grognard.board.drawing.svg import Point, colour, escape, mix, num
from grognard.board.drawing.symbols import size_mark, symbol
from grognard.board.drawing.text import text_width
from grognard.board.pieces import Counter, Marker
from grognard.errors import DataError

FACE_SIZE = 40.0
"""The side of a counter; a cell measures 64."""

BACK = "M-20-8L-8-20M-20 6L6-20M-20 20L20-20M-6 20L20-6M8 20L20 8"
"""The hatching of a counter that lies face down."""
SHAPES = ("disc", "square", "star", "flag", "cross")


# Counters ------------------------------------------------------------------------------------------


def element_id(prefix: str, id: str) -> str:
    """An id that is legal in XML and can still be guessed from the unit's own."""
    return prefix + re.sub(r"[^\w.:-]", "_", id)


def counter_svg(counter: Counter, stencils: Stencils, x: float = 0.0, y: float = 0.0, cell: str = "") -> str:
    """One counter with its centre at (x, y)."""
    paint = colour(counter.colour)
    ink = text_on(paint)
    half = FACE_SIZE / 2
    where = f' data-cell="{escape(cell)}"' if cell else ""
    parts = [
        f'<g id="{element_id("u-", counter.id)}" data-unit="{escape(counter.id)}"{where} '
        f'transform="translate({num(x)} {num(y)})"><title>{escape(_read_out(counter))}</title>',
        f'<rect x="-{num(half - 1)}" y="-{num(half - 2)}" width="{num(FACE_SIZE)}" height="{num(FACE_SIZE)}" rx="4" '
        'fill="#000000" fill-opacity=".28"/>',
        f'<rect x="-{num(half)}" y="-{num(half)}" width="{num(FACE_SIZE)}" height="{num(FACE_SIZE)}" rx="4" '
        f'fill="{paint}" stroke="{edge_of(paint)}" stroke-width="1.2"/>',
    ]
    if counter.covered:
        parts.append(f'<path d="{BACK}" stroke="{edge_of(paint)}" stroke-width="1.6" stroke-opacity=".55"/>')
    if counter.size:
        parts.append(_line(size_mark(counter.size), -13.2, 6.6, ink, 34))
    if counter.symbol:
        id = stencils.add(symbol(counter.symbol, ink, mix(paint, "#ffffff", 0.35) if ink != "#ffffff" else paint))
        parts.append(f'<use href="#{id}" transform="translate(0-5.4)scale(.72)"/>')
    label_at, label_size = (8.4, 6.4) if counter.symbol else (0.0, 9.0)
    if counter.label:
        parts.append(_line(counter.label, label_at, label_size, ink, 37))
    if counter.factors:
        parts.append(_line(counter.factors, 18.0, 10.5, ink, 36))
    parts += _steps(counter, ink)
    parts += _tags(counter)
    parts.append("</g>\n")
    return "".join(parts)


def _line(text: str, y: float, size: float, ink: str, room: float) -> str:
    """A centred line of text that shrinks until it fits."""
    wide = text_width(text, size, bold=True)
    if wide > room:
        size = max(3.6, size * room / wide)
    return f'<text y="{num(y)}" font-size="{num(size)}" fill="{ink}">{escape(text)}</text>'


def _steps(counter: Counter, ink: str) -> Iterator[str]:
    """A dot for each step on the right rim: full while it lives, hollow when lost."""
    full = max(counter.full_steps, counter.steps)
    if full > 6:
        yield (
            f'<text x="16.5" y="-9" font-size="6" fill="{ink}">{counter.steps}'
            f"{'/' + str(full) if counter.steps < full else ''}</text>"
        )
    elif full > 1:
        for number in range(full):
            fill = ink if number < counter.steps else "none"
            y = 1.6 - number * 4.2
            yield f'<circle cx="16.6" cy="{num(y)}" r="1.4" fill="{fill}" stroke="{ink}" stroke-width=".6"/>'


def _tags(counter: Counter) -> Iterator[str]:
    """Short words for what ails the unit, one below the other on the left rim."""
    for number, word in enumerate(counter.status[:4]):
        wide = max(9.0, text_width(word, 5.8, bold=True) + 3)
        y = -FACE_SIZE / 2 - 1.5 + number * 8.2
        yield (
            f'<rect x="-21.5" y="{num(y)}" width="{num(wide)}" height="7.8" rx="1.8" fill="#8f2323" '
            f'stroke="#ffffff" stroke-width=".6"/><text x="{num(wide / 2 - 21.5)}" y="{num(y + 6)}" '
            f'font-size="5.8" fill="#ffffff">{escape(word)}</text>'
        )


def _read_out(counter: Counter) -> str:
    """What a pointer over the counter reads."""
    if counter.covered:
        return ", ".join(filter(None, ["unknown unit", counter.nation, counter.label]))
    parts = [counter.label or counter.id, counter.nation, counter.size, counter.symbol, counter.factors]
    if counter.full_steps:
        parts.append(f"{counter.steps} of {counter.full_steps} steps")
    return ", ".join([part for part in (*parts, *counter.status) if part])


def counters_svg(board: Board, plane: Plane, counters: Sequence[Counter], stencils: Stencils) -> Iterator[str]:
    """All counters on the map; the last one given for a cell lies on top of its stack."""
    stacks: dict[int, list[Counter]] = {}
    for counter in counters:
        _on_map(board, counter.cell, f"counter {counter.id}")
        stacks.setdefault(counter.cell, []).append(counter)
    for cell, stack in sorted(stacks.items()):
        yield from _stack(plane, cell, stack, stencils, board.grid.ids[cell])


def fan(count: int) -> list[Point]:
    """How far each counter of a stack is moved from the cell's centre, bottom one first."""
    step = min(4.5, 15.0 / max(1, count - 1))
    middle = (count - 1) / 2
    return [((index - middle) * step, (middle - index) * -step + 2.0) for index in range(count)]


def _stack(plane: Plane, cell: int, stack: list[Counter], stencils: Stencils, id: str) -> Iterator[str]:
    x, y = plane.centres[cell]
    for counter, (dx, dy) in zip(stack, fan(len(stack)), strict=True):
        yield counter_svg(counter, stencils, x + dx, y + dy, id)
    if len(stack) > 1:
        dx, dy = fan(len(stack))[-1]
        cx, cy = x + dx + FACE_SIZE / 2 - 1, y + dy - FACE_SIZE / 2 + 1
        yield (
            f'<g data-stack="{escape(id)}"><circle cx="{num(cx)}" cy="{num(cy)}" r="6.2" fill="#fbf8ee" '
            f'stroke="#2a2320" stroke-width="1"/><text x="{num(cx)}" y="{num(cy + 2.9)}" font-size="8" '
            f'fill="#2a2320">{len(stack)}</text></g>\n'
        )


def _on_map(board: Board, cell: int, what: str) -> None:
    if not 0 <= cell < len(board.grid):
        raise DataError(f"{what} lies on cell {cell}, which is not on the map of {board.name}")


# Markers --------------------------------------------------------------------------------------------


def markers_svg(board: Board, plane: Plane, markers: Sequence[Marker]) -> Iterator[str]:
    for marker in markers:
        _on_map(board, marker.cell, f"marker '{marker.label}'")
        if marker.shape not in SHAPES:
            raise DataError(f"a marker's shape is one of {', '.join(SHAPES)}, not '{marker.shape}'")
        x, y = plane.centres[marker.cell]
        paint = colour(marker.colour)
        ink = text_on(paint)
        title = escape(marker.title or marker.label)
        text = _line(marker.label, -0.6 if marker.shape == "flag" else 3.0, 8.4, ink, 13) if marker.label else ""
        yield (
            f'<g data-cell="{escape(board.grid.ids[marker.cell])}" transform="translate({num(x + 17)} '
            f'{num(y + 17)})"><title>{title}</title>{_marker_shape(marker.shape, paint)}{text}</g>\n'
        )


def _marker_shape(shape: str, paint: str) -> str:
    edge = f'fill="{paint}" stroke="#fbf8ee" stroke-width="1.2" stroke-linejoin="round"'
    if shape == "square":
        return f'<rect x="-8.5" y="-8.5" width="17" height="17" rx="2" {edge}/>'
    if shape == "star":
        return f'<path d="M0-11L3-3.6H11L4.6 1.4L7 9.4L0 4.8L-7 9.4L-4.6 1.4L-11-3.6H-3Z" {edge}/>'
    if shape == "flag":
        return f'<path d="M-6 11V-9H10L6-3.5L10 2H-6" {edge}/>'
    if shape == "cross":
        return f'<path d="M-9-5L-5-9L0-4L5-9L9-5L4 0L9 5L5 9L0 4L-5 9L-9 5L-4 0Z" {edge}/>'
    return f'<circle r="9" {edge}/>'
