"""The Artillery Bombardment Table (6.2, 6.5.1)."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.data import DataFolder
from grognard.games.somme_1916.charts.dice import load_modifiers
from grognard.games.somme_1916.charts.ground import TERRAINS
from grognard.rules.reading import numbers, require_rows
from grognard.rules.tables import one_of, read_results

BOMBARDMENT_RESULTS = ("-", "I", "S", "D", "ST", "2ST", "3ST")
"""From the weakest to the strongest."""
COLUMNS = tuple(f"c{n}" for n in range(1, 10))


class BombardmentTable:
    """Factors and terrain give a column, the die a result."""

    def __init__(self, data: DataFolder) -> None:
        file = "tables/bombardment_columns.csv"
        self.rows: dict[str, tuple[int, ...]] = {}
        """For each terrain the factors of its nine columns; 0 where the row has none."""
        for row in data.rows(file, ["terrain", *COLUMNS, "source"]):
            factors = tuple([row.integer(column, 1, 99) if row[column] else 0 for column in COLUMNS])
            if not any(factors):
                raise row.error("no column can be reached")
            self.rows[row.text("terrain")] = factors
        require_rows(data, file, self.rows, (*TERRAINS, "second-trench", "start-trench"))
        self.results = read_results(
            data, "tables/bombardment.csv", "column", range(1, 10), "die", None, one_of(BOMBARDMENT_RESULTS)
        )
        dice = {"dice": lambda row, column: row.integer(column, 2, 12)}
        self.air: dict[int, int] = numbers(data, "tables/air_bombardment.csv", dice, "column", 0, 9, range(2, 13))
        needs = ("heavy-gun", "out-of-supply", "air-observation", "british-cavalry")
        self.modifiers = load_modifiers(data, "bombardment_modifiers", needs)

    def minimum(self, terrain: str) -> int:
        """The fewest factors that can strike at such terrain (6.2.1)."""
        return next(factors for factors in self.rows[terrain] if factors)

    def hardest(self, rows: Sequence[str]) -> str:
        """The row that asks for the most factors (6.2), the first of several."""
        return max(rows, key=lambda row: (self.minimum(row), self.rows[row]))

    def column(self, terrain: str, factors: int) -> int:
        """The column for a number of factors, 0 if they are too few (6.2.1)."""
        found = 0
        for number, needed in enumerate(self.rows[terrain], 1):
            if needed and factors >= needed:
                found = number
        return found

    def result(self, column: int, die: int) -> str:
        low, high = self.results.dice[0], self.results.dice[-1]
        return self.results.result(column, max(low, min(high, die)))
