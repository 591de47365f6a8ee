"""Small charts as SVG, drawn by hand so that a report is one file that needs nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape

from grognard.board import Board
from grognard.simulate.statistics import Estimate

WIDTH, HEIGHT = 640, 260
LEFT, RIGHT, TOP, BOTTOM = 56, 130, 14, 34
WATER = ("river", "somme", "stream", "canal")
COLOURS = ("#4c6a8f", "#8f6a3c", "#5d8f5a", "#8a4f7d", "#777777", "#b0524a")


def picture(body: Sequence[str], width: float = WIDTH, height: float = HEIGHT, title: str = "") -> str:
    label = f"<title>{escape(title)}</title>" if title else ""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" width="{width:g}" role="img" '
        f'font-family="sans-serif" font-size="11">{label}{"".join(body)}</svg>'
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

    def axes(self, x_ticks: Sequence[float]) -> list[str]:
        bottom, right = HEIGHT - BOTTOM, WIDTH - RIGHT
        parts = [f'<path d="M{LEFT} {TOP}V{bottom}H{right}" fill="none" stroke="#444"/>']
        for value in ticks(self.y0, self.y1):
            y = self.y(value)
            parts.append(f'<path d="M{LEFT} {y:.1f}H{right}" stroke="#e4e4e4"/>')
            parts.append(f'<text x="{LEFT - 6}" y="{y + 4:.1f}" text-anchor="end">{value:g}</text>')
        for value in x_ticks:
            parts.append(f'<text x="{self.x(value):.1f}" y="{bottom + 14}" text-anchor="middle">{value:g}</text>')
        parts.append(
            f'<text x="{(LEFT + right) / 2}" y="{HEIGHT - 4}" text-anchor="middle">{escape(self.x_name)}</text>'
        )
        parts.append(
            f'<text x="12" y="{HEIGHT / 2}" text-anchor="middle" transform="rotate(-90 12 {HEIGHT / 2})">'
            f"{escape(self.y_name)}</text>"
        )
        return parts


def ticks(low: float, high: float) -> list[float]:
    """Round values across a range, about five of them.

    >>> ticks(0, 10)
    [0.0, 2.5, 5.0, 7.5, 10.0]
    """
    step = 10.0 ** (len(str(int(abs(high - low)))) - 1)
    while (high - low) / step < 4:
        step /= 2
    while (high - low) / step > 8:
        step *= 2
    first = int(low / step) * step
    found = [round(first + n * step, 6) for n in range(12)]
    return [value for value in found if low <= value <= high]


def bands(
    series: Mapping[str, Sequence[tuple[float, float, float, float]]],
    x_name: str,
    y_name: str,
    title: str,
) -> str:
    """Lines with bands: (x, middle, low, high) for each point of each series."""
    points = [p for line in series.values() for p in line]
    if not points:
        return ""
    xs = sorted({p[0] for p in points})
    frame = Frame((xs[0], xs[-1]), (min(p[2] for p in points), max(p[3] for p in points)), x_name, y_name)
    parts = frame.axes(xs if len(xs) < 16 else xs[:: len(xs) // 10])
    for number, (name, line) in enumerate(series.items()):
        colour = COLOURS[number % len(COLOURS)]
        upper = [f"{frame.x(x):.1f},{frame.y(high):.1f}" for x, _, _, high in line]
        lower = [f"{frame.x(x):.1f},{frame.y(low):.1f}" for x, _, low, _ in reversed(line)]
        middle = " ".join(f"{frame.x(x):.1f},{frame.y(mid):.1f}" for x, mid, _, _ in line)
        parts.append(f'<polygon points="{" ".join(upper + lower)}" fill="{colour}" opacity="0.18"/>')
        parts.append(f'<polyline points="{middle}" fill="none" stroke="{colour}" stroke-width="2"/>')
        y = TOP + 14 + 16 * number
        parts.append(f'<rect x="{WIDTH - RIGHT + 10}" y="{y - 9}" width="10" height="10" fill="{colour}"/>')
        parts.append(f'<text x="{WIDTH - RIGHT + 25}" y="{y}">{escape(name)}</text>')
    return picture(parts, title=title)


def shares(rows: Sequence[tuple[str, Estimate]], title: str) -> str:
    """Horizontal bars of shares with their intervals."""
    height = 26 * len(rows) + 30
    left, width = 210, 330
    parts = []
    for number, (name, estimate) in enumerate(rows):
        y = 8 + 26 * number
        colour = COLOURS[number % len(COLOURS)]
        middle = y + 9
        parts.append(f'<text x="{left - 8}" y="{y + 13}" text-anchor="end">{escape(name)}</text>')
        parts.append(
            f'<rect x="{left}" y="{y}" width="{width * estimate.value:.1f}" height="18" '
            f'fill="{colour}" opacity="0.75"/>'
        )
        parts.append(
            f'<path d="M{left + width * estimate.low:.1f} {middle}H{left + width * estimate.high:.1f}" stroke="#222"/>'
        )
        parts.append(f'<text x="{left + width + 10}" y="{y + 13}">{estimate.value:.0%}</text>')
    for part in (0, 0.25, 0.5, 0.75, 1):
        x = left + width * part
        parts.append(f'<text x="{x}" y="{height - 6}" text-anchor="middle" fill="#666">{part:.0%}</text>')
    return picture(parts, WIDTH, height, title)


def histogram(values: Sequence[float], x_name: str, title: str, bins: int = 24, mark: float | None = None) -> str:
    """How often each range of values occurred; ``mark`` draws a line at a value of note."""
    if not values:
        return ""
    low, high = min(values), max(values)
    if mark is not None:
        low, high = min(low, mark), max(high, mark)
    whole = all(v == int(v) for v in values) and high - low < bins
    number = int(high - low) + 1 if whole else bins
    size = 1.0 if whole else (high - low) / number or 1.0
    counts = [0] * number
    for value in values:
        counts[min(number - 1, int((value - low) / size))] += 1
    frame = Frame((low, low + size * number), (0, max(counts)), x_name, "games")
    frame.y0 = 0
    parts = frame.axes(ticks(low, low + size * number))
    for place, count in enumerate(counts):
        x0, x1 = frame.x(low + place * size), frame.x(low + (place + 1) * size)
        top = frame.y(count)
        parts.append(
            f'<rect x="{x0:.1f}" y="{top:.1f}" width="{max(1, x1 - x0 - 1):.1f}" '
            f'height="{HEIGHT - BOTTOM - top:.1f}" fill="{COLOURS[0]}" opacity="0.8"/>'
        )
    if mark is not None:
        x = frame.x(mark + size / 2 if whole else mark)
        parts.append(f'<path d="M{x:.1f} {TOP}V{HEIGHT - BOTTOM}" stroke="{COLOURS[5]}" stroke-dasharray="4 3"/>')
        parts.append(f'<text x="{x + 4:.1f}" y="{TOP + 10}" fill="{COLOURS[5]}">history</text>')
    return picture(parts, title=title)


class Sheet:
    """The way from the board's plane to a picture of about 900 units, without the empty margin."""

    def __init__(self, board: Board) -> None:
        corners = [point for cell in range(len(board.grid.ids)) for point in board.grid.corners(cell)]
        self.left, self.top = min(x for x, _ in corners), min(y for _, y in corners)
        right, bottom = max(x for x, _ in corners), max(y for _, y in corners)
        self.size = 900 / max(right - self.left, bottom - self.top)
        self.width, self.height = (right - self.left) * self.size, (bottom - self.top) * self.size

    def at(self, point: tuple[float, float]) -> tuple[float, float]:
        return (point[0] - self.left) * self.size, (point[1] - self.top) * self.size

    def points(self, corners: Sequence[tuple[float, float]]) -> str:
        return " ".join(f"{x:.1f},{y:.1f}" for x, y in map(self.at, corners))


def heat_map(
    board: Board, layers: Mapping[str, Mapping[int, float]], title: str, colours: Mapping[str, str] | None = None
) -> str:
    """The board with each side's presence laid over it: the more often, the stronger its colour."""
    grid, sheet = board.grid, Sheet(board)
    inks = {name: (colours or {}).get(name, COLOURS[n % len(COLOURS)]) for n, name in enumerate(layers)}
    parts = []
    for cell in range(len(grid.ids)):
        shape = sheet.points(grid.corners(cell))
        fill = ground(board.terrain[cell])
        parts.append(f'<polygon points="{shape}" fill="{fill}" stroke="#ccc" stroke-width="0.4"/>')
        for name, shares_ in layers.items():
            value = shares_.get(cell, 0.0)
            if value > 0.01:
                parts.append(
                    f'<polygon points="{shape}" fill="{inks[name]}" opacity="{strength(value):.2f}">'
                    f"<title>{escape(grid.ids[cell])}: {escape(name)} {value:.0%}</title></polygon>"
                )
    parts += rivers(board, sheet)
    for place in board.places:
        if place.kind in ("town", "city"):
            x, y = sheet.at(grid.centre(place.cells[0]))
            parts.append(
                f'<text x="{x:.1f}" y="{y + 3:.1f}" text-anchor="middle" font-size="{sheet.size * 0.45:.1f}" '
                f'paint-order="stroke" stroke="#fff" stroke-width="1.5">{escape(place.name)}</text>'
            )
    for number, name in enumerate(layers):
        parts.append(
            f'<rect x="{10 + 160 * number}" y="{sheet.height + 6:.1f}" width="10" height="10" fill="{inks[name]}"/>'
        )
        parts.append(f'<text x="{26 + 160 * number}" y="{sheet.height + 15:.1f}">{escape(name)}</text>')
    return picture(parts, sheet.width, sheet.height + 22, title)


def rivers(board: Board, sheet: Sheet) -> list[str]:
    """The sides with water, as blue lines."""
    parts = []
    for (a, b), kinds in board.sides.items():
        if not any(kind in WATER for kind in kinds):
            continue
        theirs = board.grid.corners(b)
        shared = [p for p in board.grid.corners(a) if any(abs(p[0] - q[0]) + abs(p[1] - q[1]) < 1e-6 for q in theirs)]
        if len(shared) == 2:
            (x0, y0), (x1, y1) = map(sheet.at, shared)
            parts.append(f'<path d="M{x0:.1f} {y0:.1f}L{x1:.1f} {y1:.1f}" stroke="#5b8fb5" stroke-width="2"/>')
    return parts


def strength(value: float) -> float:
    """How strongly a colour is laid on for a share from 0 to 1."""
    return min(0.9, 0.15 + 0.75 * value)


def ground(terrain: str) -> str:
    return {"woods": "#e3ecda", "town": "#ece4da", "city": "#e0d4c8", "paris": "#e0d4c8", "marsh": "#e2ebee"}.get(
        terrain, "#f7f6f1"
    )
