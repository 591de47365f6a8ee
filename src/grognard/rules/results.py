"""Combat results in two halves: losses and a letter of disorder for the attacker, the same for the defender."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

import msgspec

from grognard.data import DataFolder, Row
from grognard.errors import DataError
from grognard.rules.arithmetic import Ratio, odds_text
from grognard.rules.tables import ResultsTable

R = TypeVar("R")
X = -1
"""Losses that somebody fixes when the result falls."""
NO_CODE = "-"


class Half(msgspec.Struct, frozen=True):
    """One side's part of a result ("2D", "X", "0")."""

    losses: int
    """Or X."""
    code: str

    @classmethod
    def from_cell(cls, row: Row, column: str) -> Half:
        text = row.text(column)
        code = text[-1] if text[-1] in "dD" else NO_CODE
        number = text.rstrip("dD")
        if number != "X" and not number.isdigit():
            raise row.error(f"column '{column}' should be like 2, X or 1D, not '{text}'")
        return cls(X if number == "X" else int(number), code)

    def value(self, x: int) -> int:
        """The losses, X being that many."""
        return x if self.losses == X else self.losses

    def __str__(self) -> str:
        return f"{'X' if self.losses == X else self.losses}{self.code.strip(NO_CODE)}"


class CombatResult(msgspec.Struct, frozen=True):
    attacker: Half
    defender: Half
    retreat: int = 0
    """A printed retreat number, where the table has them."""

    @classmethod
    def from_row(cls, row: Row) -> CombatResult:
        retreat = row.integer("retreat", 0, 9) if "retreat" in row else 0
        return cls(Half.from_cell(row, "attacker"), Half.from_cell(row, "defender"), retreat)

    def is_worse_than(self, other: CombatResult) -> bool:
        """For the attacker, whatever he makes of an X."""
        codes = [NO_CODE, "d", "D"]
        mine, theirs = self.attacker, other.attacker
        dear = mine.value(1) > theirs.value(1) or codes.index(mine.code) > codes.index(theirs.code)
        mine, theirs = self.defender, other.defender
        weak = mine.value(2) < theirs.value(2) or codes.index(mine.code) < codes.index(theirs.code)
        return dear or weak or self.retreat < other.retreat

    def __str__(self) -> str:
        return f"{self.attacker}/{self.defender}{f' retreat {self.retreat}' if self.retreat else ''}"


def read_odds(rows: Sequence[Row], table: str) -> tuple[Ratio, ...]:
    """The columns of one of several tables, from the lowest odds on: rows with attack, defence, and yes or no."""
    mine = [row for row in rows if row.word(table, ("yes", "no")) == "yes"]
    return tuple([(row.integer("attack", 1), row.integer("defence", 1)) for row in mine])


def read_by_odds(data: DataFolder, file: str, odds: Sequence[Ratio], dice: range) -> ResultsTable[CombatResult]:
    """A combat table; its columns are numbered in the order of the odds."""
    places = {odds_text(ratio): place for place, ratio in enumerate(odds)}
    return read_cells(data, file, places, "odds", dice, CombatResult.from_row)


def read_cells(
    data: DataFolder, file: str, columns: Mapping[str, int], column: str, dice: range, read: Callable[[Row], R]
) -> ResultsTable[R]:
    """A results table whose columns have names; the dice are modified ones, as far as the table goes."""
    cells: dict[tuple[int, int], tuple[R, str]] = {}
    for row in data.rows(file, [column, "die", "source"]):
        key = columns[row.word(column, columns)], row.integer("die", dice[0], dice[-1])
        if key in cells:
            raise row.error(f"die {key[1]} of column {row[column]} is given twice")
        cells[key] = read(row), row.text("source")
    if not cells:
        raise DataError("has no rows", data.path(file))
    return ResultsTable(str(data.path(file)), cells, sorted(columns.values()), dice)


def faces(table: ResultsTable[R], column: int, drm: int, sides: int = 6) -> list[R]:
    """What each face of a die means with its modifier; beyond the table its first and last row count."""
    low, high = table.dice[0], table.dice[-1]
    return [table.result(column, max(low, min(high, face + drm))) for face in range(1, sides + 1)]
