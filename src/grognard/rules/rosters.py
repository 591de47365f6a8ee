"""Reading a game's units.csv."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

from grognard.data import DataFolder, Row
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


def factors_by_step(row: Row, column: str, steps: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Attack and defence by steps left from '6/5 5/4 3/3 2/2', full strength first; without steps a unit has none."""
    pairs = row.text(column).split()
    if len(pairs) != steps:
        raise row.error(f"column '{column}' has {len(pairs)} levels, the unit has {steps} steps")
    try:
        levels = [(int(a), int(d)) for a, d in (pair.split("/") for pair in reversed(pairs))]
    except ValueError:
        raise row.error(f"column '{column}' should be like '6/5 5/4', not '{row[column]}'") from None
    if any(a < 0 or d < 0 for a, d in levels):
        raise row.error(f"column '{column}' has a factor below zero")
    return (0, *(a for a, _ in levels)), (0, *(d for _, d in levels))
