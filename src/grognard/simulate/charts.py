"""Small charts as SVG, drawn by hand so that a report is one file that needs nothing."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from html import escape

from grognard.simulate.statistics import Estimate

WIDTH, HEIGHT = 640, 260
LEFT, RIGHT, TOP, BOTTOM = 56, 130, 14, 34
COLOURS = ("#3f5f86", "#a06a2c", "#4d8049", "#7d4670", "#666666", "#b0524a")
HISTORY = "#b0524a"
MOST_BINS = 24
"""A histogram has at most about this number of bars."""

Point = tuple[float, float, float, float]
"""x, middle, low and high of a line with a band."""


def picture(body: Sequence[str], width: float = WIDTH, height: float = HEIGHT, title: str = "") -> str:
    label = f"<title>{escape(title)}</title>" if title else ""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" width="{width:g}" '
        f'height="{height:g}" role="img" font-family="sans-serif" font-size="11">{label}'
        f'<rect width="100%" height="100%" fill="#fff"/>{"".join(body)}</svg>'
    )


class Frame:
    """The axes of a chart and the way from values to the picture."""

    def __init__(self, xs: tuple[float, float], ys: tuple[float, float], x_name: str, y_name: str) -> None:
        self.x0, self.x1 = xs if xs[1] > xs[0] else (xs[0] - 0.5, xs[0] + 0.5)
        low, high = ys if ys[1] > ys[0] else (ys[0] - 1, ys[0] + 1)
        margin = 0.05 * (high - low)
        self.y0, self.y1 = low - margin, high + margin
        self.x_name, self.y_name = x_name, y_name

    def x(self, value: float) -> float:
        return LEFT + (value - self.x0) / (self.x1 - self.x0) * (WIDTH - LEFT - RIGHT)

    def y(self, value: float) -> float:
        return HEIGHT - BOTTOM - (value - self.y0) / (self.y1 - self.y0) * (HEIGHT - TOP - BOTTOM)

    def axes(self, x_ticks: Sequence[float], whole: bool = False) -> list[str]:
        """``whole``: only whole numbers at the left, as for games."""
        bottom, right = HEIGHT - BOTTOM, WIDTH - RIGHT
        parts = [f'<path d="M{LEFT} {TOP}V{bottom}H{right}" fill="none" stroke="#444"/>']
        for value in ticks(self.y0, self.y1):
            if whole and value != int(value):
                continue
            y = self.y(value)
            parts.append(f'<path d="M{LEFT} {y:.1f}H{right}" stroke="{"#999" if value == 0 else "#e4e4e4"}"/>')
            parts.append(f'<text x="{LEFT - 6}" y="{y + 4:.1f}" text-anchor="end">{value:g}</text>')
        for value in x_ticks:
            parts.append(f'<text x="{self.x(value):.1f}" y="{bottom + 14}" text-anchor="middle">{value:g}</text>')
        parts.append(
            f'<text x="{(LEFT + right) / 2}" y="{HEIGHT - 4}" text-anchor="middle">{escape(self.x_name)}</text>'
        )
        middle = (TOP + bottom) / 2
        parts.append(
            f'<text x="12" y="{middle}" text-anchor="middle" transform="rotate(-90 12 {middle})">'
            f"{escape(self.y_name)}</text>"
        )
        return parts


def ticks(low: float, high: float, most: int = 6) -> list[float]:
    """Round values across a range: steps of 1, 2 or 5 with their tens, ``most`` values at most.

    >>> ticks(0, 10)
    [0.0, 2.0, 4.0, 6.0, 8.0, 10.0]
    >>> ticks(-3.2, 0.7)
    [-3.0, -2.0, -1.0, 0.0]
    """
    size = 10.0 ** math.floor(math.log10((high - low) / most))
    step = next(size * n for n in (1, 2, 5, 10, 20) if (high - low) / (size * n) <= most)
    first = math.ceil(low / step - 1e-9)
    last = math.floor(high / step + 1e-9)
    return [round(n * step, 9) + 0.0 for n in range(first, last + 1)]


def key(names: Mapping[str, str], dashed: str = "") -> list[str]:
    """The legend at the right: each name beside its colour, and what a dashed line means."""
    x = WIDTH - RIGHT + 10
    parts = []
    for number, (name, colour) in enumerate(names.items()):
        y = TOP + 14 + 16 * number
        parts.append(f'<rect x="{x}" y="{y - 9}" width="10" height="10" fill="{colour}"/>')
        parts.append(f'<text x="{x + 15}" y="{y}">{escape(name)}</text>')
    if dashed:
        y = TOP + 14 + 16 * len(names)
        parts.append(f'<path d="M{x - 2} {y - 4}h14" stroke="{HISTORY}" stroke-width="1.5" stroke-dasharray="4 3"/>')
        parts.append(f'<text x="{x + 15}" y="{y}">{escape(dashed)}</text>')
    return parts


def bands(
    series: Mapping[str, Sequence[Point]],
    x_name: str,
    y_name: str,
    title: str,
    colours: Mapping[str, str] | None = None,
    history: float | None = None,
    floor: float | None = None,
    turn: int | None = None,
) -> str:
    """Lines with bands for each series.

    ``history`` is a value to compare the last ones with, or those after a ``turn``; ``floor`` is one that the axis
    should show at all events.
    """
    points = [p for line in series.values() for p in line]
    if not points:
        return ""
    xs = sorted({p[0] for p in points})
    heights = [p[2] for p in points] + [p[3] for p in points] + [v for v in (history, floor) if v is not None]
    frame = Frame((xs[0], xs[-1]), (min(heights), max(heights)), x_name, y_name)
    parts = frame.axes(xs if len(xs) < 22 else xs[:: len(xs) // 10])
    inks = {name: (colours or {}).get(name, COLOURS[n % len(COLOURS)]) for n, name in enumerate(series)}
    for name, line in series.items():
        upper = [f"{frame.x(x):.1f},{frame.y(high):.1f}" for x, _, _, high in line]
        lower = [f"{frame.x(x):.1f},{frame.y(low):.1f}" for x, _, low, _ in reversed(line)]
        middle = " ".join(f"{frame.x(x):.1f},{frame.y(mid):.1f}" for x, mid, _, _ in line)
        parts.append(f'<polygon points="{" ".join(upper + lower)}" fill="{inks[name]}" opacity="0.2"/>')
        parts.append(f'<polyline points="{middle}" fill="none" stroke="{inks[name]}" stroke-width="2"/>')
    if history is not None:
        y = frame.y(history)
        parts.append(
            f'<path d="M{LEFT} {y:.1f}H{WIDTH - RIGHT}" stroke="{HISTORY}" stroke-width="1.5" stroke-dasharray="4 3"/>'
        )
    when = "at the end" if turn is None else f"after turn {turn}"
    parts += key(inks, f"history, {when}" if history is not None else "")
    return picture(parts, title=title)


def shares(
    rows: Sequence[tuple[str, Estimate]], title: str, colours: Mapping[str, str] | None = None, mark: str = ""
) -> str:
    """Horizontal bars of shares with their intervals; ``mark`` is the row that history would fill."""
    height = 26 * len(rows) + 30
    left, width = 190, 270
    parts = []
    for part in (0, 0.25, 0.5, 0.75, 1):
        x = left + width * part
        parts.append(f'<path d="M{x:.1f} 4V{height - 20}" stroke="#e4e4e4"/>')
        parts.append(f'<text x="{x:.1f}" y="{height - 6}" text-anchor="middle" fill="#555">{part:.0%}</text>')
    for number, (name, estimate) in enumerate(rows):
        y = 8 + 26 * number
        colour = (colours or {}).get(name, COLOURS[4])
        middle = y + 9
        low, high = left + width * estimate.low, left + width * estimate.high
        parts.append(f'<text x="{left - 8}" y="{y + 13}" text-anchor="end">{escape(name)}</text>')
        parts.append(
            f'<rect x="{left}" y="{y}" width="{width * estimate.value:.1f}" height="18" fill="{colour}" '
            'opacity="0.75"/>'
        )
        parts.append(
            f'<path d="M{low:.1f} {middle}H{high:.1f}M{low:.1f} {middle - 4}v8M{high:.1f} {middle - 4}v8" '
            'stroke="#222"/>'
        )
        note = f"{estimate.value:.0%} ({estimate.low:.0%} to {estimate.high:.0%})"
        parts.append(f'<text x="{left + width + 14}" y="{y + 13}">{note}</text>')
        if name == mark:
            parts.append(f'<text x="{left + width + 142}" y="{y + 13}" fill="{HISTORY}">as in history</text>')
    return picture(parts, WIDTH + 60, height, title)


def histogram(
    values: Sequence[float],
    x_name: str,
    title: str,
    mark: float | None = None,
    colour: str = COLOURS[0],
) -> str:
    """How often each range of values occurred; ``mark`` draws a line at what history says."""
    if not values:
        return ""
    low, high = min(values), max(values)
    if mark is not None:
        low, high = min(low, mark), max(high, mark)
    whole = all(v == int(v) for v in values)
    # Whole numbers go into bins of whole numbers: else some bins would hold more values than others.
    size = float(max(1, math.ceil((high - low + 1) / MOST_BINS))) if whole else (high - low) / MOST_BINS or 1.0
    low = math.floor(low / size) * size - (0.5 if whole else 0.0)
    number = max(1, math.ceil((high - low) / size + 1e-9))
    counts = [0] * number
    for value in values:
        counts[min(number - 1, int((value - low) / size))] += 1
    frame = Frame((low, low + size * number), (0, max(counts)), x_name, "games")
    frame.y0 = 0
    parts = frame.axes(ticks(low, low + size * number, 10), whole=True)
    for place, count in enumerate(counts):
        x0, x1 = frame.x(low + place * size), frame.x(low + (place + 1) * size)
        top = frame.y(count)
        parts.append(
            f'<rect x="{x0 + 0.5:.1f}" y="{top:.1f}" width="{max(1, x1 - x0 - 1):.1f}" '
            f'height="{HEIGHT - BOTTOM - top:.1f}" fill="{colour}" opacity="0.8"/>'
        )
    if mark is not None:
        x = frame.x(mark)
        parts.append(
            f'<path d="M{x:.1f} {TOP}V{HEIGHT - BOTTOM}" stroke="{HISTORY}" stroke-width="1.5" stroke-dasharray="4 3"/>'
        )
        parts += key({}, "history")
    return picture(parts, title=title)


def signed(value: float) -> str:
    return f"{value:+g}" if value else "0"


def effects(rows: Sequence[tuple[str, Estimate]], x_name: str, title: str) -> str:
    """Changes with their intervals about zero: what does not touch the line in the middle is clear."""
    known = [(name, e) for name, e in rows if math.isfinite(e.low) and math.isfinite(e.high)]
    if not known:
        return ""
    height = 26 * len(known) + 46
    left, width = 210, 400
    low, high = min(0.0, *(e.low for _, e in known)), max(0.0, *(e.high for _, e in known))
    if high == low:
        low, high = -1.0, 1.0

    def at(value: float) -> float:
        return left + width * (value - low) / (high - low)

    bottom = height - 36
    parts = []
    for value in ticks(low, high):
        parts.append(f'<path d="M{at(value):.1f} 4V{bottom}" stroke="{"#444" if value == 0 else "#e4e4e4"}"/>')
        parts.append(
            f'<text x="{at(value):.1f}" y="{bottom + 14}" text-anchor="middle" fill="#555">{signed(value)}</text>'
        )
    for number, (name, e) in enumerate(known):
        y = 18 + 26 * number
        clear = e.low > 0 or e.high < 0
        ink = HISTORY if clear else "#777"
        parts.append(f'<text x="{left - 10}" y="{y + 4}" text-anchor="end">{escape(name)}</text>')
        parts.append(f'<path d="M{at(e.low):.1f} {y}H{at(e.high):.1f}" stroke="{ink}" stroke-width="2"/>')
        parts.append(f'<circle cx="{at(e.value):.1f}" cy="{y}" r="4" fill="{ink}"/>')
    parts.append(f'<text x="{left + width / 2}" y="{height - 6}" text-anchor="middle">{escape(x_name)}</text>')
    return picture(parts, WIDTH, height, title)
