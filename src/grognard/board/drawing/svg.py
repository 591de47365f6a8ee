"""The few words of SVG that the drawing needs, and colours that can be trusted.

Everything that comes from data passes through ``escape`` or ``colour`` on its way into the picture.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from html import escape as _html_escape

from grognard.errors import DataError

Point = tuple[float, float]

_NAMED = {
    "black": "#000000", "white": "#ffffff", "grey": "#808080", "gray": "#808080", "red": "#c0392b",
    "green": "#3f7d3a", "blue": "#2f6fa8", "yellow": "#f0d060", "orange": "#e08a2e", "brown": "#8a5a33",
    "purple": "#7a4a8a", "pink": "#e6a5a5", "tan": "#d2b48c", "khaki": "#c3b58a", "navy": "#24395c",
    "olive": "#7d7d3a", "teal": "#2f7f7f", "maroon": "#7a2a2a", "silver": "#c0c0c0", "gold": "#e0b020",
}  # fmt: skip
_HEX = re.compile(r"#(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6})")
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
_PAINT = re.compile(r'="(#[0-9a-f]{6})"')


def escape(text: str) -> str:
    """Text that is safe between tags and inside quotes; what XML cannot hold at all is dropped."""
    return _html_escape(_CONTROL.sub("", text), quote=True)


def num(value: float) -> str:
    """A coordinate with one decimal at most."""
    text = f"{value:.1f}"
    if text.endswith(".0"):
        text = text[:-2]
    return "0" if text in ("-0", "") else text


def at(point: Point) -> str:
    return f"{num(point[0])} {num(point[1])}"


def open_line(points: Iterable[Point]) -> str:
    """Path data of a broken line."""
    return "M" + "L".join(at(point) for point in points)


def group(id: str, body: Iterable[str] | str, attributes: str = "") -> str:
    """A group with a stable id; it exists even where it is empty, so that a client can fill it."""
    inside = body if isinstance(body, str) else "".join(body)
    return f'<g id="{id}"{" " + attributes if attributes else ""}>{inside}</g>\n'


# Colours -------------------------------------------------------------------------------------------


def colour(text: str) -> str:
    """A colour from data as ``#rrggbb``; a DataError for anything that is no colour."""
    word = text.strip().lower()
    if _HEX.fullmatch(word):
        return word if len(word) == 7 else "#" + "".join(c + c for c in word[1:])
    if word in _NAMED:
        return _NAMED[word]
    raise DataError(f"'{text}' is not a colour; write it like #9dbb7f or as one of {', '.join(sorted(_NAMED))}")


def channels(paint: str) -> tuple[int, int, int]:
    return int(paint[1:3], 16), int(paint[3:5], 16), int(paint[5:7], 16)


def mix(paint: str, other: str, share: float) -> str:
    """``paint`` with that share of ``other`` stirred in."""
    pairs = zip(channels(paint), channels(other), strict=True)
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in pairs)


def luminance(paint: str) -> float:
    """How light a colour looks, 0 to 255."""
    red, green, blue = channels(paint)
    return 0.299 * red + 0.587 * green + 0.114 * blue


def ink_on(paint: str) -> str:
    """Black or white ink, whichever reads better on that colour."""
    return "#1d1a16" if luminance(paint) > 128 else "#ffffff"


# Lines that would look alike if only their colour were taken away: water stays a soft grey, roads turn
# white between dark edges, highroads nearly black.
_GREYS = {
    "#7fb2d6": "#9a9a9a", "#8fb9d8": "#9a9a9a", "#3f7fae": "#8e8e8e", "#2f6690": "#6a6a6a",
    "#ecc988": "#fafafa", "#98774f": "#5a5a5a", "#d57a5e": "#383838", "#8a5a48": "#101010",
}  # fmt: skip


def greyed(svg: str) -> str:
    """The same picture for a printer without colours.

    A quotation mark in text is always escaped, so only attributes can match.
    """

    def grey(found: re.Match[str]) -> str:
        level = round(luminance(found[1]))
        return f'="{_GREYS.get(found[1], f"#{level:02x}{level:02x}{level:02x}")}"'

    return _PAINT.sub(grey, svg)
