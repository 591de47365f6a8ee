"""How much room text takes, without a font at hand.

The widths are those of the common sans-serif faces (Helvetica and its metric twins), in thousandths of
the size, widened to what the widest common fallback (DejaVu Sans) takes.
"""

from __future__ import annotations

import unicodedata

_WIDTHS = {
    " ": 278, "!": 278, "'": 191, "(": 333, ")": 333, "*": 389, "+": 584, ",": 278, "-": 333, ".": 278,
    "/": 278, ":": 278, ";": 278, "&": 667,
    "a": 556, "b": 556, "c": 500, "d": 556, "e": 556, "f": 278, "g": 556, "h": 556, "i": 222, "j": 222,
    "k": 500, "l": 222, "m": 833, "n": 556, "o": 556, "p": 556, "q": 556, "r": 333, "s": 500, "t": 278,
    "u": 556, "v": 500, "w": 722, "x": 500, "y": 500, "z": 500,
    "A": 667, "B": 667, "C": 722, "D": 722, "E": 667, "F": 611, "G": 778, "H": 722, "I": 278, "J": 500,
    "K": 667, "L": 556, "M": 833, "N": 722, "O": 778, "P": 667, "Q": 778, "R": 722, "S": 667, "T": 611,
    "U": 722, "V": 667, "W": 944, "X": 667, "Y": 667, "Z": 611,
}  # fmt: skip
_FALLBACK_FACTOR = 1.13
_BOLD_FACTOR = 1.13


def text_width(text: str, size: float, bold: bool = False, spacing: float = 0.0) -> float:
    """How wide a line of text is, in the unit of ``size``."""
    plain = (c for c in unicodedata.normalize("NFD", text) if not unicodedata.combining(c))
    thousandths = sum(_WIDTHS.get(c, 600) for c in plain)
    return thousandths / 1000 * size * _FALLBACK_FACTOR * (_BOLD_FACTOR if bold else 1.0) + spacing * len(text)


def wrapped(text: str, size: float, width: float) -> list[str]:
    """The text in lines of that width at most; a single long word stays whole."""
    lines: list[str] = []
    for word in text.split():
        if lines and text_width(f"{lines[-1]} {word}", size) <= width:
            lines[-1] += " " + word
        else:
            lines.append(word)
    return lines
