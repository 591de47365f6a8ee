"""The ``[grid]`` table of a ``board.toml``: reading it, with a clear complaint for every mistake."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from grognard.data import nearest
from grognard.errors import DataError
from grognard.grid.build import hex_grid, square_grid
from grognard.grid.grid import Grid, Span
from grognard.grid.numbering import STYLES, largest, read_id

Complain = Callable[[str, str], DataError]
"""Makes the error from a message and the key that it is about."""

_HEX_KEYS = (
    "kind", "numbering", "columns", "rows", "orientation", "shifted", "short_columns", "short_rows", "cut",
    "source",
)  # fmt: skip
_SQUARE_KEYS = ("kind", "numbering", "columns", "rows", "cut", "source")


def grid_from(table: Mapping[str, Any], error: Complain) -> Grid:
    """The grid that a ``[grid]`` table describes; ``error(message, key)`` makes the complaint."""
    kind = _word(table, "kind", ("hex", "square"), None, error)
    for key in table:
        known = _HEX_KEYS if kind == "hex" else _SQUARE_KEYS
        if key not in known:
            raise error(f"[grid] has an unknown key '{key}'{nearest(key, known)}", key)
    numbering = _word(table, "numbering", STYLES, None, error)
    columns, rows = _span(table, "columns", numbering, error), _span(table, "rows", numbering, error)
    cut = _cut_list(table, numbering, columns, rows, error)
    grid: Grid
    if kind == "square":
        grid = square_grid(columns, rows, numbering=numbering, cut=cut)
    else:
        orientation = _word(table, "orientation", ("flat", "pointy"), None, error)
        lines = "short_columns" if orientation == "flat" else "short_rows"
        other = "short_rows" if orientation == "flat" else "short_columns"
        if other in table:
            raise error(f"[grid] {other}: {orientation} hexes can only have {lines}", other)
        grid = hex_grid(
            columns,
            rows,
            numbering=numbering,
            orientation=orientation,
            shifted=_word(table, "shifted", ("even", "odd"), None, error),
            short=_word(table, lines, ("none", "even", "odd"), "none", error),
            cut=cut,
        )
    if not len(grid):
        raise error("[grid] leaves no cell on the map", "columns")
    return grid


def _word(
    table: Mapping[str, Any],
    key: str,
    words: tuple[str, ...],
    default: str | None,
    error: Complain,
) -> str:
    value = table.get(key, default)
    if value is None:
        raise error(f"[grid] has no '{key}'; it is one of {', '.join(words)}", key)
    if value not in words:
        raise error(f"[grid] {key} is '{value}'; it should be one of {', '.join(words)}", key)
    return str(value)


def _span(table: Mapping[str, Any], key: str, numbering: str, error: Complain) -> Span:
    """Two whole numbers, first and last; with A1 numbering the columns may be letters."""
    value = table.get(key)
    if value is None:
        raise error(f"[grid] has no '{key}'; give the first and the last, like [1, 34]", key)
    ends = list(value) if isinstance(value, list) else []
    if key == "columns" and numbering == "A1":
        ends = [ord(e) - 64 if isinstance(e, str) and len(e) == 1 and "A" <= e <= "Z" else e for e in ends]
    whole = len(ends) == 2 and all(isinstance(e, int) and not isinstance(e, bool) for e in ends)
    if not whole:
        raise error(f"[grid] {key} should be the first and the last, like [1, 34], not {value!r}", key)
    limit = largest(numbering)[0 if key == "columns" else 1]
    if not 0 <= ends[0] <= ends[1] <= limit or (numbering == "A1" and ends[0] < 1):
        raise error(f"[grid] {key} {value!r} should grow and stay within what {numbering} can print", key)
    return ends[0], ends[1]


def _cut_list(
    table: Mapping[str, Any],
    numbering: str,
    columns: Span,
    rows: Span,
    error: Complain,
) -> list[str]:
    value = table.get("cut", [])
    if not isinstance(value, list) or not all(isinstance(id, str) for id in value):
        raise error("[grid] cut should be a list of cell numbers in quotes", "cut")
    for id in value:
        place = read_id(numbering, id)
        inside = place and columns[0] <= place[0] <= columns[1] and rows[0] <= place[1] <= rows[1]
        if not inside:
            raise error(f"[grid] cut names '{id}', which is outside the columns and rows anyway", "cut")
    return value
