"""The tables of Bombardment, Command Resources, Defensive Fire, Assault, Reorganization, campaign (6, 8-12, 15)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from grognard.data import DataFolder, Row
from grognard.games.somme_1916.charts.ground import TERRAINS
from grognard.games.somme_1916.terms import ARMS, RESOURCES, SIDES, STRENGTHS, Nation
from grognard.rules.reading import at, by_die, by_key, numbers, require_rows
from grognard.rules.tables import one_of, read_results

BOMBARDMENT_RESULTS = ("-", "I", "S", "D", "ST", "2ST", "3ST")
"""From the weakest to the strongest."""
COLUMNS = tuple(f"c{n}" for n in range(1, 10))
ASSAULT_RESULTS = ("A2SR", "ASR", "C", "ENG", "DR", "DSR", "D2SR", "DE", "DEBT")
"""From the worst for the attacker to the best."""
FIRE_RESULTS = ("-", "1", "R", "2", "D", "3")
"""From the best for the attacker to the worst."""
Number = Annotated[int, Meta(ge=0, le=99)]


def load_modifiers(data: DataFolder, name: str, needs: Iterable[str] = ()) -> dict[str, int]:
    """Die-roll modifiers by name."""
    return numbers(data, f"tables/{name}.csv", {"id": Row.text}, "drm", -9, 9, needs)


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


class Marker(msgspec.Struct, frozen=True):
    """An objective marker of the campaign (15.6)."""

    id: str
    nation: Nation
    kind: Literal["place", "exit", "breakthrough", "strength", "reserves"]
    vp: Number
    what: str
    source: str
    objective: str = ""
    needed: Annotated[int, Meta(ge=0, le=999)] = 0


class OperationRow(msgspec.Struct, frozen=True):
    """An option of the Operations Tables (15.5.1)."""

    id: str
    side: Literal["allied", "german"]
    name: str
    vp: Number
    what: str
    source: str
    parameters: dict[str, str] = {}

    def number(self, key: str) -> int:
        return int(self.parameters[key])


class CombatTables:
    """Loaded once for a setting."""

    def __init__(self, data: DataFolder) -> None:
        self._load_fights(data)
        self._load_reorganization(data)
        scoring = ("step-lost", "replacement-step")
        self.points = numbers(data, "tables/victory_points.csv", {"id": Row.text}, "points", 0, 99, scoring)
        self.markers: dict[str, Marker] = by_key(data, "tables/objective_markers.csv", Marker)
        self.operations: dict[str, OperationRow] = by_key(data, "tables/operations.csv", OperationRow)
        self.plans = {side: self._plans(side) for side in SIDES}
        """15.5: all that a side can write on its paper: its operations joined by commas."""
        plans = [plan for side in SIDES for plan in self.plans[side]]
        self.words = (*RESOURCES, *STRENGTHS, *ARMS, *self.markers, *plans)
        """The words that actions of these modules use."""

    def _load_fights(self, data: DataFolder) -> None:
        """Modules 8 to 11."""
        dice = range(2, 13)
        self.assault = read_results(
            data, "tables/assault.csv", "column", range(-3, 6), "dice", dice, one_of(ASSAULT_RESULTS)
        )
        self.fire = read_results(
            data, "tables/defensive_fire.csv", "factors", range(1, 11), "dice", dice, one_of(FIRE_RESULTS)
        )
        self.shifts: dict[str, int] = numbers(
            data, "tables/assault_shifts.csv", {"id": Row.text}, "shift", -9, 9,
            ("creeping-barrage", "tank-cavalry", "gas", "night-attack", "train-troops"),
        )
        self.assault_modifiers = load_modifiers(data, "assault_modifiers", (
            "hq-near", "hq-far", "out-of-supply", "second-trench", "flank", "disrupted-defender",
            "suppressed-defender", "interdicted-attacker", "interdicted-defender", "assaulting-unit",
            "lift-barrage", "smoke",
        ))
        self.test_modifiers = load_modifiers(data, "assault_test_modifiers", ("suppressed", "train-troops"))
        self.fire_modifiers = load_modifiers(
            data, "defensive_fire_modifiers", ("assaulting-unit", "interdicted-attacker", "reinforced-defenses")
        )
        self.command_center_modifiers = load_modifiers(data, "command_center_modifiers")
        self.command_center: dict[str, dict[int, int]] = {
            resource: numbers(
                data, "tables/command_center.csv", {"dice": Row.integer}, resource.replace("-", "_"), 0, 9, dice
            )
            for resource in RESOURCES
        }
        """9.1: for each resource the number by dice."""
        self.resource_rolls = {
            drm: [tuple(self.resources(total + drm).items()) for total in range(2, 13)]
            for drm in (0, *self.command_center_modifiers.values())
        }
        """What each total of two dice awards, by the modifier."""
        keys = {"nation": Row.text, "hq": Row.text, "units": Row.text}
        self.command_range: dict[tuple[str, str, str], int] = numbers(
            data, "tables/command_range.csv", keys, "range", 0, 40
        )
        self.coordination = by_die(
            data, "tables/attack_coordination.csv", "die", "coordinated", ("yes", "no"), range(1, 7)
        )

    def _load_reorganization(self, data: DataFolder) -> None:
        """Module 12, and how long an HQ is away (11.2.1)."""
        self.hq_replacement: dict[int, int] = numbers(
            data, "tables/hq_replacement.csv", {"die": Row.integer}, "turns", 1, 21, range(1, 7)
        )
        self.rally: dict[str, int] = numbers(
            data, "tables/rally.csv", {"id": Row.text}, "value", -9, 9, ("target", "enemy-zoc", "hq", "hq-range")
        )
        self.tank_recovery = by_die(data, "tables/tank_recovery.csv", "die", "result", ("recovers", "stays"))
        self.replacements = read_results(
            data, "tables/replacements.csv", "total", None, "dice", range(2, 13),
            lambda row: row.integer("steps", 0, 99),
        )
        keys = {"size": Row.text, "type": Row.text, "state": Row.text}
        self.replacement_costs: dict[tuple[str, str, str], int] = numbers(
            data, "tables/replacement_costs.csv", keys, "steps", 0, 9
        )

    def _plans(self, side: str) -> tuple[str, ...]:
        names = [o.id for o in self.operations.values() if o.side == side]
        return tuple(",".join(some) for n in range(1, len(names) + 1) for some in combinations(names, n))

    def resources(self, total: int) -> dict[str, int]:
        """The Command Center Table (9.1); beyond its ends the first or last row."""
        return {resource: at(table, total) for resource, table in self.command_center.items()}
