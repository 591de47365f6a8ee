"""The counters of units.csv and their faces (3.4.1)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

from grognard.data import DataFolder, Row
from grognard.engine import Unit
from grognard.games.somme_1916.terms import NATIONS, SIDES, SIZES, TYPES


class Face(NamedTuple):
    """One face of a counter (3.4.1). For artillery ``attack`` is the Bombardment factor."""

    attack: int
    defence: int
    mp: int
    range: int = 0

    @classmethod
    def from_text(cls, text: str) -> Face:
        """A face as the rulebook writes it: '7-5-6', '3-8' with one combat factor, '4-3-5(9)', 'supply'."""
        if text == "supply":
            return cls(0, 0, 0)
        found = re.fullmatch(r"(\d+)-(\d+)(?:-(\d+)(?:\((\d+)\))?)?", text)
        if found is None:
            raise ValueError(f"'{text}' is not a face of a counter")
        numbers = [int(n) for n in found.groups() if n is not None]
        return cls(numbers[0], numbers[0], numbers[1]) if len(numbers) == 2 else cls(*numbers)


class SommeUnit(Unit, frozen=True, kw_only=True):
    type: str
    formation: str
    front: Face
    back: Face
    stacking: int
    reduces_to: str = ""


def load_units(data: DataFolder) -> list[SommeUnit]:
    columns = ["id", "name", "side", "nation", "type", "size", "formation", "steps", "front", "back", "stacking",
               "reduces_to", "symbol", "source"]
    units: list[SommeUnit] = []
    seen: dict[str, int] = {}
    for row in data.rows("units.csv", columns):
        uid = row.text("id")
        if uid.lower() in seen:
            raise row.error(f"unit '{uid}' is already on line {seen[uid.lower()]}")
        seen[uid.lower()] = row.line
        kind = row.word("type", TYPES)
        units.append(SommeUnit(
            id=uid, name=row.text("name"), side=row.word("side", SIDES), nation=row.word("nation", NATIONS), type=kind,
            size=row.word("size", SIZES), formation=row["formation"], steps=row.integer("steps", 1, 2),
            front=read_face(row, "front", kind), back=read_face(row, "back", kind),
            stacking=row.integer("stacking", 0, 4), reduces_to=row["reduces_to"], symbol=row.text("symbol"),
            source=row.text("source"),
        ))
    return units


FACE_PATTERNS: Mapping[str, str] = {"cavalry": r"\d+-\d+", "hq": r"\d+-\d+|supply", "artillery": r"\d+-\d+-\d+\(\d+\)"}


def read_face(row: Row, column: str, kind: str) -> Face:
    """A face of the form that counters of this kind have."""
    text = row.text(column)
    if re.fullmatch(FACE_PATTERNS.get(kind, r"\d+-\d+-\d+"), text) is None:
        raise row.error(f"column '{column}': '{text}' is not a face of {kind}")
    return Face.from_text(text)
