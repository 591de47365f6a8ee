"""How each kind of terrain, side, road and feature looks.

A map's ``board.toml`` may give a kind its colour and pattern; whatever it leaves open is guessed here
from the words in the kind's name ("river-major", "rail", "woods"), so that a new map looks right
without any drawing instructions. Colour never carries a meaning alone: every terrain also has a pattern,
every line also a width or a dash, so that the map survives a grey printer and colour-blind eyes.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from grognard.board.board import Board, Kind
from grognard.board.drawing.svg import colour, ink_on, mix
from grognard.errors import DataError

PAPER = "#fbf8ee"
INK = "#2a2320"
WATER = "#7fb2d6"
WATER_EDGE = "#2f6690"
SANS = "'Liberation Sans', Arial, Helvetica, 'DejaVu Sans Condensed', 'DejaVu Sans', sans-serif"
SERIF = "Georgia, 'Times New Roman', 'Liberation Serif', 'DejaVu Serif', 'Liberation Sans', serif"

PATTERNS = (
    "none", "trees", "forest", "hachure", "hills", "marsh", "blocks", "cross", "dots", "waves", "craters",
)  # fmt: skip
"""The patterns that a ``[terrain.KIND]`` table may name."""


@dataclass(frozen=True, slots=True)
class Ground:
    """The look of a kind of terrain."""

    title: str
    paint: str
    pattern: str
    marks: str
    """The ink of the pattern."""


@dataclass(frozen=True, slots=True)
class Line:
    """The look of a road, a railway, a river or another line."""

    title: str
    form: str
    """road, rail, water, canal, bridge, ford, slope, cliff, trench, wall, border or none."""
    paint: str
    casing: str
    width: float
    dash: str = ""
    rank: int = 0
    """Lines of a higher rank are drawn over those of a lower one."""


# A word found in the kind's name -> colour, pattern, ink of the pattern. The first that fits wins.
_GROUNDS: tuple[tuple[str, str, str, str], ...] = (
    ("forest", "#a9c48d", "forest", "#3c6134"),
    ("wood", "#bdd3a0", "trees", "#4a7440"),
    ("orchard", "#d3deab", "dots", "#5c8245"),
    ("vine", "#dfdfae", "cross", "#6d7f3c"),
    ("bocage", "#cbd8a4", "dots", "#56793f"),
    ("marsh", "#d3e2da", "marsh", "#3f7480"),
    ("swamp", "#d3e2da", "marsh", "#3f7480"),
    ("lake", "#b9d7ea", "waves", "#5e95bf"),
    ("sea", "#b9d7ea", "waves", "#5e95bf"),
    ("water", "#b9d7ea", "waves", "#5e95bf"),
    ("city", "#d3b7a5", "blocks", "#5c4038"),
    ("town", "#dcc4b3", "blocks", "#684a40"),
    ("village", "#e8d8c6", "blocks", "#755548"),
    ("urban", "#d3b7a5", "blocks", "#5c4038"),
    ("built", "#d3b7a5", "blocks", "#5c4038"),
    ("fort", "#d5cbbb", "cross", "#5b4d42"),
    ("crater", "#d9cdb6", "craters", "#8a7554"),
    ("mountain", "#cdb58f", "hills", "#6f5230"),
    ("ridge", "#e3cf9f", "hills", "#94703a"),
    ("hill", "#e3cf9f", "hills", "#94703a"),
    ("high", "#e3cf9f", "hills", "#94703a"),
    ("rough", "#e0cda3", "hachure", "#8a6a3c"),
    ("broken", "#e0cda3", "hachure", "#8a6a3c"),
    ("trench", "#e2d6bf", "cross", "#8a6f4f"),
    ("clear", "#f6f0da", "none", "#b5a982"),
    ("plain", "#f6f0da", "none", "#b5a982"),
    ("open", "#f6f0da", "none", "#b5a982"),
)

# The ink of a pattern where the kind's name says nothing.
_PATTERN_INKS = {
    "trees": "#4a7440", "forest": "#3c6134", "marsh": "#3f7480", "waves": "#5e95bf", "blocks": "#5c4038",
    "hachure": "#8a6a3c", "hills": "#94703a", "cross": "#5b4d42", "craters": "#8a7554", "dots": "#8a7d62",
    "none": "#b5a982",
}  # fmt: skip

_WATER_WIDTHS = (
    ("major", 8.5), ("large", 8.5), ("great", 8.5), ("minor", 4.2), ("small", 3.4), ("stream", 2.4),
    ("brook", 2.0), ("creek", 2.0), ("canal", 4.4),
)  # fmt: skip

_LINKS: tuple[tuple[str, Line], ...] = (
    ("trail", Line("", "road", "#7a5a38", "", 1.6, "5 3", 3)),
    ("light-rail", Line("", "rail", "#3a3a3e", "#3a3a3e", 1.1, "", 1)),
    ("rail", Line("", "rail", "#28282c", "#28282c", 1.7, "", 2)),
    ("track", Line("", "road", "#7a5a38", "", 1.6, "5 3", 3)),
    ("path", Line("", "road", "#7a5a38", "", 1.3, "2.5 2.5", 3)),
    ("minor", Line("", "road", "#fdf9ee", "#98826a", 1.7, "", 4)),
    ("secondary", Line("", "road", "#fdf3d0", "#98826a", 2.2, "", 5)),
    ("primary", Line("", "road", "#d57a5e", "#8a5a48", 2.8, "", 7)),
    ("major", Line("", "road", "#d57a5e", "#8a5a48", 2.8, "", 7)),
    ("highway", Line("", "road", "#d57a5e", "#8a5a48", 2.8, "", 7)),
    ("road", Line("", "road", "#ecc988", "#98774f", 2.3, "", 6)),
)


def ground(board: Board, kind: str) -> Ground:
    """The look of a terrain: what ``board.toml`` says, else a guess from its name."""
    known = board.kinds.get("terrain", {}).get(kind)
    paint, pattern, marks = _guess_ground(kind, kind == board.plain)
    title = kind.replace("-", " ")
    if known is not None:
        title = known.title
        paint = _given_colour(known, "terrain") or paint
        if known.pattern and known.pattern not in PATTERNS:
            choice = ", ".join(PATTERNS)
            raise DataError(f"[terrain.{kind}] pattern is '{known.pattern}'; it should be one of {choice}")
        if known.pattern and known.pattern != pattern:
            pattern = known.pattern
            marks = _PATTERN_INKS[pattern]
    return Ground(title, paint, pattern, marks)


def _guess_ground(kind: str, plain: bool) -> tuple[str, str, str]:
    for word, paint, pattern, marks in _GROUNDS:
        if word in kind:
            return paint, pattern, marks
    return ("#f6f0da", "none", "#b5a982") if plain else ("#e4dcc6", "dots", "#8a7d62")


def side_line(board: Board, kind: str) -> Line:
    """The look of what lies on a side."""
    return _line(board, "side", kind, _guess_side(kind))


def slope_line(board: Board, kind: str) -> Line:
    steep = any(word in kind for word in ("steep", "cliff", "escarp", "ravine"))
    return _line(board, "slope", kind, Line("", "slope", "#8d6a3f", "", 9.0 if steep else 7.0))


def link_line(board: Board, kind: str) -> Line:
    """The look of a road, a railway or another link between two cells."""
    if any(word in kind for word in ("river", "stream", "canal")):
        return _line(board, "link", kind, _guess_side(kind))
    guess = next((line for word, line in _LINKS if word in kind), _LINKS[-1][1])
    if "road" in kind and "minor" not in kind and guess.rank == 4:
        guess = _LINKS[-1][1]
    return _line(board, "link", kind, guess)


def _guess_side(kind: str) -> Line:
    if any(word in kind for word in ("bridge", "pontoon", "ferry")):
        form = "ferry" if "ferry" in kind else "pontoon" if "pontoon" in kind else "bridge"
        return Line("", form, "#e8dfc9", "#3a302a", 9.0, "", 20)
    if "ford" in kind:
        return Line("", "ford", WATER_EDGE, "", 2.0, "", 20)
    if any(word in kind for word in ("cliff", "escarp", "bluff", "ravine", "bank")):
        return Line("", "cliff", "#6f5230", "", 7.0, "", 2)
    if any(word in kind for word in ("slope", "ridge", "hill", "crest")):
        return Line("", "cliff", "#8d6a3f", "", 5.5, "", 1)
    if "trench" in kind:
        return Line("", "trench", "#5a4632", "", 2.0, "", 12)
    if any(word in kind for word in ("wall", "embank", "rampart", "wire")):
        return Line("", "wall", "#4a4038", "", 2.4, "", 11)
    if any(word in kind for word in ("border", "boundary", "front", "line", "perimeter", "zone")):
        return Line("", "border", "#b03a3a", "", 2.6, "9 3 2 3", 10)
    width = next((w for word, w in _WATER_WIDTHS if word in kind), 6.0)
    if "canal" in kind:
        return Line("", "canal", "#8fb9d8", WATER_EDGE, width, "", 8)
    if width <= 2.4:
        return Line("", "water", "#3f7fae", "", width, "", 6)
    return Line("", "water", WATER, WATER_EDGE, width, "", 7 if width < 6 else 9)


def _line(board: Board, legend: str, kind: str, guess: Line) -> Line:
    known = board.kinds.get(legend, {}).get(kind)
    title = kind.replace("-", " ")
    if known is None:
        return replace(guess, title=title)
    paint, casing = guess.paint, guess.casing
    given = _given_colour(known, legend)
    if given:
        # A dark colour is a line of its own; a light one needs a dark edge to be seen.
        paint, casing = given, mix(given, "#000000", 0.5) if casing else ""
    return replace(
        guess,
        title=known.title or title,
        paint=paint,
        casing=casing,
        width=_number(known.more, "width", guess.width, legend, kind),
    )


def _given_colour(kind: Kind, legend: str) -> str:
    if not kind.colour:
        return ""
    try:
        return colour(kind.colour)
    except DataError as problem:
        raise DataError(f"[{legend}.{kind.name}] colour: {problem.message}") from None


def _number(more: Mapping[str, Any], key: str, default: float, legend: str, kind: str) -> float:
    value = more.get(key, default)
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 < value <= 30:
        raise DataError(f"[{legend}.{kind}] {key} should be a number from 0 to 30, not {value!r}")
    return float(value)


def feature_colour(board: Board, kind: str, default: str) -> str:
    known = board.kinds.get("feature", {}).get(kind)
    return (_given_colour(known, "feature") if known else "") or default


def kind_title(board: Board, legend: str, kind: str) -> str:
    """What a player reads for a kind."""
    known = board.kinds.get(legend, {}).get(kind)
    return known.title if known else kind.replace("-", " ")


@lru_cache(maxsize=256)
def edge_of(paint: str) -> str:
    """A darker edge for a coloured area."""
    return mix(paint, "#000000", 0.35)


@lru_cache(maxsize=256)
def text_on(paint: str) -> str:
    return ink_on(paint)
