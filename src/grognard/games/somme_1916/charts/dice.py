"""Tables by die and die-roll modifiers, as several charts have them."""

from __future__ import annotations

from typing import NamedTuple

from grognard.data import DataFolder
from grognard.errors import DataError
from grognard.rules.tables import ResultsTable


class Modifier(NamedTuple):
    """A die-roll modifier: how much, and for each what ("once", "unit", "square")."""

    drm: int
    per: str
    what: str


def load_modifiers(data: DataFolder, name: str) -> dict[str, Modifier]:
    return {
        row.text("id"): Modifier(row.integer("drm", -9, 9), row.get("per", "") or "once", row.text("what"))
        for row in data.rows(f"tables/{name}.csv", ["id", "drm", "what", "source"])
    }


def load_by_die(data: DataFolder, name: str, key: str, value: str, words: tuple[str, ...]) -> dict[int, str]:
    """A table of one word for each die or total; see `by_die` for numbers beyond it."""
    rows = data.rows(f"tables/{name}.csv", [key, value, "source"])
    if not rows:
        raise DataError("has no rows", data.path(f"tables/{name}.csv"))
    found = {row.integer(key, -20, 40): row.word(value, words) for row in rows}
    low, high = min(found), max(found)
    for number in range(low, high + 1):
        if number not in found:
            raise DataError(f"the row for {number} is missing", data.path(f"tables/{name}.csv"))
    return found


def by_die(table: dict[int, str], total: int) -> str:
    """What a total means; beyond the table its first or last row counts."""
    return table[max(min(table), min(max(table), total))]


def load_results(
    data: DataFolder, name: str, column: str, columns: range, words: tuple[str, ...]
) -> ResultsTable[str]:
    cells: dict[tuple[int, int], tuple[str, str]] = {}
    for row in data.rows(f"tables/{name}.csv", [column, "dice", "result", "source"]):
        key = (row.integer(column, columns[0], columns[-1]), row.integer("dice", 2, 12))
        if key in cells:
            raise row.error(f"column {key[0]}, dice {key[1]} is given twice")
        cells[key] = (row.word("result", words), row.text("source"))
    return ResultsTable(str(data.path(f"tables/{name}.csv")), cells, columns, range(2, 13))
