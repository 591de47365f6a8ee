"""The Artillery Bombardment Table (6.2, 6.5.1)."""

from __future__ import annotations

from grognard.data import DataFolder
from grognard.errors import DataError
from grognard.games.somme_1916.charts.dice import load_modifiers
from grognard.games.somme_1916.charts.ground import TERRAINS

BOMBARDMENT_RESULTS = ("-", "I", "S", "D", "ST", "2ST", "3ST")


class BombardmentTable:
    """The Artillery Bombardment Table (6.2, 6.5.1): factors and terrain give a column, the die a result."""

    def __init__(self, data: DataFolder) -> None:
        columns = [f"c{n}" for n in range(1, 10)]
        self.rows: dict[str, tuple[int, ...]] = {}
        """For each terrain the factors of its nine columns; 0 where the row has none."""
        for row in data.rows("tables/bombardment_columns.csv", ["terrain", *columns, "source"]):
            self.rows[row.text("terrain")] = tuple(row.integer(c, 1, 99) if row[c] else 0 for c in columns)
        for kind in (*TERRAINS, "second-trench", "start-trench"):
            if kind not in self.rows or not any(self.rows[kind]):
                raise DataError(f"the row for '{kind}' is missing", data.path("tables/bombardment_columns.csv"))
        self.results: dict[tuple[int, int], str] = {}
        for row in data.rows("tables/bombardment.csv", ["column", "die", "result", "source"]):
            key = (row.integer("column", 1, 9), row.integer("die", -9, 20))
            self.results[key] = row.word("result", BOMBARDMENT_RESULTS)
        dice = [die for _, die in self.results]
        if not dice:
            raise DataError("has no rows", data.path("tables/bombardment.csv"))
        self.lowest, self.highest = min(dice), max(dice)
        for column in range(1, 10):
            for die in range(self.lowest, self.highest + 1):
                if (column, die) not in self.results:
                    raise DataError(
                        f"the cell of column {column}, die {die} is missing", data.path("tables/bombardment.csv")
                    )
        self.air: dict[int, int] = {
            row.integer("dice", 2, 12): row.integer("column", 0, 9)
            for row in data.rows("tables/air_bombardment.csv", ["dice", "column", "source"])
        }
        self.modifiers = load_modifiers(data, "bombardment_modifiers")

    def minimum(self, terrain: str) -> int:
        """The fewest factors that can strike at such terrain (6.2.1)."""
        return next(factors for factors in self.rows[terrain] if factors)

    def column(self, terrain: str, factors: int) -> int:
        """The column for a number of factors, 0 if they are too few (6.2.1)."""
        found = 0
        for number, needed in enumerate(self.rows[terrain], 1):
            if needed and factors >= needed:
                found = number
        return found

    def result(self, column: int, die: int) -> str:
        return self.results[column, max(self.lowest, min(self.highest, die))]
