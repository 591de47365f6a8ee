"""Tables of die-roll modifiers: what each is, and by how much it changes the die."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from grognard.data import DataFolder
from grognard.rules.arithmetic import Row
from grognard.rules.reading import by_key


class Modifier(msgspec.Struct, frozen=True):
    id: str
    drm: int
    what: str
    source: str


class Modifiers:
    """A table of modifiers by name; the rules ask for the rows that hold."""

    def __init__(self, data: DataFolder, file: str, case: str, needs: Iterable[str] = ()) -> None:
        self.case = case
        self.table: dict[str, Modifier] = by_key(data, file, Modifier, needs=needs)

    def rows(self, ids: Iterable[str]) -> list[Row]:
        return [self.row(id) for id in ids]

    def row(self, id: str, times: int = 1, case: str = "") -> Row:
        found = self.table[id]
        return Row(found.what, found.drm * times, case or self.case)
