"""Reading a game's units.csv."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

from grognard.data import DataFolder
from grognard.engine import Unit
from grognard.rules.reading import read_record

U = TypeVar("U", bound=Unit)


def read_units(data: DataFolder, kind: type[U], sides: Sequence[str]) -> list[U]:
    """All units; ids differ in more than their letter case, and each belongs to a side.

    Without such columns a unit is of its side's nation and has one step. A unit class may have a method
    ``from_row`` for what no single column holds, and then names its ``columns``.
    """
    from_row: Any = getattr(kind, "from_row", None)
    units: list[U] = []
    seen: dict[str, int] = {}
    for row in data.rows("units.csv", ["id", "name", "side", "source", *getattr(kind, "columns", ())]):
        uid = row.text("id")
        if uid.lower() in seen:
            raise row.error(f"unit '{uid}' is already on line {seen[uid.lower()]}")
        seen[uid.lower()] = row.line
        row.setdefault("nation", row.word("side", sides))
        row.setdefault("steps", "1")
        units.append(from_row(row) if from_row is not None else read_record(row, kind))
    return units
