"""Relief: hachures that run down from high ground, lit from the north-west as on old staff maps."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from grognard.board.board import Board
from grognard.board.drawing.plane import Plane, between, jitter, moved, unit
from grognard.board.drawing.styles import Ground
from grognard.board.drawing.svg import Point, at, num

_HIGH = ("hills", "hachure")
"""The patterns of ground that stands above what lies round it."""
_STROKES = 6
"""On each side of a cell."""
_SHADE = unit((0.0, 0.0), (1.0, 1.0))
"""Where the shadow falls."""


def relief_svg(board: Board, plane: Plane, style: Mapping[str, Ground]) -> Iterator[str]:
    """The rims of hills, ridges and broken ground, and the banks of ravines: heavy in the shade, light in the sun."""
    for kind, look in style.items():
        if look.pattern not in _HIGH:
            continue
        sunny: list[str] = []
        shady: list[str] = []
        for cell, own in enumerate(board.terrain):
            if own != kind:
                continue
            for other in board.grid.neighbours[cell]:
                if board.terrain[other] == kind or board.slope(cell, other) or board.slope(other, cell):
                    continue
                p, q = plane.side(cell, other)
                if p == q:
                    continue
                high, low = (other, cell) if "ravine" in kind else (cell, other)
                down = unit(plane.centres[high], plane.centres[low])
                dark = (down[0] * _SHADE[0] + down[1] * _SHADE[1] + 1) / 2
                strokes = _strokes(p, q, down, 3.5 + 4.5 * dark, cell * 7 + other)
                (shady if dark > 0.5 else sunny).append(strokes)
        for path, width, opacity in (("".join(sunny), 0.8, 0.45), ("".join(shady), 1.3, 0.8)):
            if path:
                yield (
                    f'<path d="{path}" fill="none" stroke="{look.marks}" stroke-width="{num(width)}" '
                    f'stroke-opacity="{opacity}" stroke-linecap="round" data-relief="{kind}"/>\n'
                )


def _strokes(p: Point, q: Point, down: Point, long: float, seed: int) -> str:
    path = []
    for index in range(_STROKES):
        crest = moved(between(p, q, (index + 0.5) / _STROKES), down, -long * 0.55)
        far = long * (0.9 + 0.2 * jitter(seed, index))
        path.append(f"M{at(crest)}l{num(down[0] * far)} {num(down[1] * far)}")
    return "".join(path)
