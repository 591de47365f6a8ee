"""The counters of units.csv and their faces (3.4.1)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Annotated, ClassVar, Literal, NamedTuple

from msgspec import Meta

from grognard.data import Row
from grognard.engine import Unit
from grognard.games.somme_1916.terms import Nation
from grognard.rules.reading import read_record


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


FORMS: Mapping[str, str] = {"cavalry": r"\d+-\d+", "hq": r"\d+-\d+|supply", "artillery": r"\d+-\d+-\d+\(\d+\)"}
"""The form of a face for each type of counter that has not all three numbers and no range."""


class SommeUnit(Unit, frozen=True, kw_only=True):
    nation: Nation
    type: Literal["infantry", "artillery", "cavalry", "tank", "hq"]
    size: Literal["division", "brigade", "regiment", "battalion", "company", "corps"]
    steps: Annotated[int, Meta(ge=1, le=2)]
    front: Face
    back: Face
    stacking: Annotated[int, Meta(ge=0, le=4)]
    symbol: str
    formation: str = ""
    reduces_to: str = ""
    columns: ClassVar[tuple[str, ...]] = ("nation", "type", "size", "steps", "front", "back", "stacking", "symbol")

    @classmethod
    def from_row(cls, row: Row) -> SommeUnit:
        unit = read_record(row, cls)
        for column in ("front", "back"):
            if re.fullmatch(FORMS.get(unit.type, r"\d+-\d+-\d+"), row[column]) is None:
                raise row.error(f"column '{column}': '{row[column]}' is not a face of {unit.type}")
        return unit
