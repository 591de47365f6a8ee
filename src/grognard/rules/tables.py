"""Results tables: columns by odds or difference, rows by dice, every cell with its source."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Generic, TypeVar

from grognard.data import DataFolder, Row
from grognard.errors import DataError

R = TypeVar("R")


class ResultsTable(Generic[R]):
    """A table without holes; ``table.result(column, die)`` answers, ``table.source`` says from where."""

    def __init__(
        self, name: str, cells: Mapping[tuple[int, int], tuple[R, str]], columns: Sequence[int], dice: Sequence[int]
    ) -> None:
        self.name = name
        self.columns = tuple(columns)
        self.dice = tuple(dice)
        self._cells = dict(cells)
        self._rows: dict[tuple[int, int], list[R]] = {}
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

    def row(self, column: int, drm: int = 0) -> list[R]:
        """The results of one column, total by total; a modified total never leaves the table. For reading only."""
        found = self._rows.get((column, drm))
        if found is None:
            low, high = self.dice[0], self.dice[-1]
            found = [self.result(column, max(low, min(high, die + drm))) for die in self.dice]
            self._rows[column, drm] = found
        return found

    def backward(
        self, is_worse: Callable[[R, R], bool], columns: bool = True, low_is_good: bool = False
    ) -> list[str]:
        """Where the table runs the wrong way: a higher total, or a column further on, is worse than the one before.

        ``low_is_good``: a higher total is to be the worse one.
        """
        found = []
        for column in self.columns:
            for die in self.dice:
                here = self.result(column, die)
                before = self.result(column, max(self.dice[0], die - 1))
                if low_is_good and is_worse(before, here):
                    found.append(f"column {column}, die {die} is better for the attacker than die {die - 1}")
                elif not low_is_good and is_worse(here, before):
                    found.append(f"column {column}, die {die} is worse for the attacker than die {die - 1}")
                if columns and column > self.columns[0] and is_worse(here, self.result(column - 1, die)):
                    found.append(f"column {column}, die {die} is worse for the attacker than column {column - 1}")
        return [f"{self.name}: {problem}" for problem in found]


def read_results(
    data: DataFolder, file: str, column: str, columns: range | None, die: str, dice: range | None,
    read: Callable[[Row], R],
) -> ResultsTable[R]:  # fmt: skip
    """A results table with a row for each cell; ``read`` makes the result of a row.

    Without a range of columns or dice the table goes as far as the file does.
    """
    cells: dict[tuple[int, int], tuple[R, str]] = {}
    for row in data.rows(file, [column, die, "source"]):
        key = (bounded(row, column, columns), bounded(row, die, dice))
        if key in cells:
            raise row.error(f"column {key[0]}, {die} {key[1]} is given twice")
        cells[key] = (read(row), row.text("source"))
    if not cells:
        raise DataError("has no rows", data.path(file))
    found = [range(min(numbers), max(numbers) + 1) for numbers in zip(*cells, strict=True)]
    return ResultsTable(str(data.path(file)), cells, columns or found[0], dice or found[1])


def bounded(row: Row, name: str, bounds: range | None) -> int:
    return row.integer(name) if bounds is None else row.integer(name, bounds[0], bounds[-1])


def one_of(words: Sequence[str], column: str = "result") -> Callable[[Row], str]:
    """For `read_results`: a result that is a word of a column."""
    return lambda row: row.word(column, words)
