"""Tables of die-roll modifiers: what each is, and by how much it changes the die."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec

from grognard.data import DataFolder
from grognard.rules.arithmetic import Row
from grognard.rules.reading import numbers, word, words


class Modifier(msgspec.Struct, frozen=True):
    what: str
    drm: int


class Modifiers:
    """A table of modifiers by name; the rules ask for the rows that hold."""

    def __init__(
        self, data: DataFolder, file: str, case: str, needs: Iterable[str] = (), column: str = "drm"
    ) -> None:
        self.case = case
        what = words(data, file, "id", "what")
        values = numbers(data, file, {"id": word}, column, -9, 9, needs)
        self.table = {id: Modifier(what[id], value) for id, value in values.items()}

    def rows(self, ids: Iterable[str]) -> list[Row]:
        return [self.row(id) for id in ids]

    def holding(self, found: Mapping[str, object]) -> list[Row]:
        """The rows that hold, of some that are told apart by name."""
        return self.rows([id for id, holds in found.items() if holds])

    def row(self, id: str, times: int = 1, case: str = "") -> Row:
        found = self.table[id]
        return Row(found.what, found.drm * times, case or self.case)
