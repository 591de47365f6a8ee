"""The middle of a map as a small picture, for the card of a game: a fraction of what the whole map weighs."""

from __future__ import annotations

import re

from grognard.board.board import Board
from grognard.board.drawing.ground import styles_used
from grognard.board.drawing.page import draw_parts
from grognard.board.drawing.plane import Plane
from grognard.board.drawing.svg import num

WIDE, HIGH = 960.0, 404.0
_LEFT_OUT = ("defs", "grid", "numbers", "names")
_CELLS = re.compile(r'<g id="cells".*?</g>\n</g>\n', re.DOTALL)
_USE = re.compile(r'<use href="#(\w+)" x="(-?[\d.]+)" y="(-?[\d.]+)"[^>]*/>\n?')
_PATH = re.compile(r'<path d="([^"]*)"([^>]*)/>\n?')
_NUMBER = re.compile(r"-?\d*\.?\d+")
_DRAWING = re.compile(r'<g id="(\w+)">.*?</g>\n', re.DOTALL)
Box = tuple[float, float, float, float]


def draw_cover(board: Board) -> str:
    """An SVG picture of the middle of a map, without grid, numbers and names."""
    plane = Plane(board.grid)
    wide, high = min(plane.width, WIDE), min(plane.height, HIGH)
    left, top = (plane.width - wide) / 2, (plane.height - high) / 2
    box = (left, top, left + wide, top + high)
    parts = draw_parts(board)
    body = "".join(cropped(part, box) for name, part in parts.items() if name not in _LEFT_OUT)
    body = body.replace("clip-path", "data-clip")
    used = set(re.findall(r'href="#(\w+)"', body))
    drawings = "".join(found[0] for found in _DRAWING.finditer(parts["defs"]) if found[1] in used)
    style = styles_used(board)
    plain = style[board.plain].paint if board.plain in style else "#f6f0da"
    view = " ".join(map(num, (left, top, wide, high)))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{view}" preserveAspectRatio="xMidYMid slice">'
        f'<defs>{drawings}</defs><rect x="{num(left)}" y="{num(top)}" width="{num(wide)}" height="{num(high)}" '
        f'fill="{plain}"/>{body}</svg>'
    )


def cropped(svg: str, box: Box) -> str:
    """A layer without what lies outside of a box."""
    left, top, right, bottom = box
    svg = _CELLS.sub("", svg)

    def near(x: float, y: float) -> bool:
        return left - 70 < x < right + 70 and top - 70 < y < bottom + 70

    def stamp(found: re.Match[str]) -> str:
        return found[0] if near(float(found[2]), float(found[3])) else ""

    def path(found: re.Match[str]) -> str:
        kept = []
        for run in found[1].split("M")[1:]:
            numbers = [float(n) for n in _NUMBER.findall(run)]
            if any(letter in run for letter in "lhvcqaz"):  # relative to where the run begins
                numbers = numbers[:2]
            if any(near(x, y) for x, y in zip(numbers[::2], numbers[1::2], strict=False)):
                kept.append(run)
        return f'<path d="M{"M".join(kept)}"{found[2]}/>' if kept else ""

    return _PATH.sub(path, _USE.sub(stamp, svg))
