"""How a map prints the number of a cell, and how a person may type it.

Four styles: ``CCRR`` (column, row), ``RRCC`` (row, column), ``CC.RR`` (with a point between) and
``A1`` (a letter for the column, then the row).
"""

from __future__ import annotations

import re

STYLES = ("CCRR", "RRCC", "CC.RR", "A1")
"""The styles that ``board.toml`` may name."""

_SEPARATORS = re.compile(r"[\s.,:/_-]+")
_LETTER_AND_ROW = re.compile(r"([A-Z])0*([0-9]{1,3})")


def largest(style: str) -> tuple[int, int]:
    """The largest column and row that the style can print."""
    return (26, 999) if style == "A1" else (99, 99)


def print_id(style: str, column: int, row: int) -> str:
    """The number of a cell as the map prints it."""
    if style == "CCRR":
        return f"{column:02d}{row:02d}"
    if style == "RRCC":
        return f"{row:02d}{column:02d}"
    if style == "CC.RR":
        return f"{column:02d}.{row:02d}"
    return f"{chr(64 + column)}{row}"


def read_id(style: str, typed: str) -> tuple[int, int] | None:
    """The column and row that a person means, or None where the text is no number of a cell.

    Blanks, points and leading zeros do not matter: "2710" and "27.10" are one hex, "p 16" is P16.
    """
    parts = [part for part in _SEPARATORS.split(typed.strip().upper()) if part]
    if style == "A1":
        match = _LETTER_AND_ROW.fullmatch("".join(parts))
        return (ord(match[1]) - 64, int(match[2])) if match else None
    if not parts or any(not (part.isascii() and part.isdigit()) for part in parts):
        return None
    if len(parts) == 1 and 3 <= len(parts[0]) <= 4:
        digits = parts[0].zfill(4)
        parts = [digits[:2], digits[2:]]
    if len(parts) != 2 or any(len(part) > 2 for part in parts):
        return None
    first, second = int(parts[0]), int(parts[1])
    return (second, first) if style == "RRCC" else (first, second)
