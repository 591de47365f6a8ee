"""Results tables: columns by odds or difference, rows by die, every cell with its source."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Generic, TypeVar

from grognard.errors import DataError

R = TypeVar("R")


class ResultsTable(Generic[R]):
    """A table without holes; ``table.result(column, die)`` answers, ``table.source`` says from where."""

    def __init__(
        self, name: str, cells: Mapping[tuple[int, int], tuple[R, str]], columns: Iterable[int], dice: Iterable[int]
    ) -> None:
        self.name = name
        self.columns = tuple(columns)
        self.dice = tuple(dice)
        self._cells = dict(cells)
        for column in self.columns:
            for die in self.dice:
                if (column, die) not in self._cells:
                    raise DataError(f"the cell of column {column}, die {die} is missing", name)
        extra = set(self._cells) - {(c, d) for c in self.columns for d in self.dice}
        if extra:
            column, die = min(extra)
            raise DataError(f"there is no place for column {column}, die {die}", name)

    def clamp(self, column: int) -> int:
        """The column itself, or the outermost one on its side."""
        return max(self.columns[0], min(self.columns[-1], column))

    def result(self, column: int, die: int) -> R:
        return self._cells[column, die][0]

    def source(self, column: int, die: int) -> str:
        return self._cells[column, die][1]

    def row(self, column: int) -> list[R]:
        """The results of one column, die by die."""
        return [self.result(column, die) for die in self.dice]
