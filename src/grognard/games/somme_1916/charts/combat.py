"""The tables of Command Resources, Defensive Fire, Assault, Reorganization and campaign (modules 8-12, 15)."""

from __future__ import annotations

from collections.abc import Collection
from itertools import combinations
from typing import Any, NamedTuple

from grognard.data import DataFolder
from grognard.errors import DataError
from grognard.games.somme_1916.charts.dice import Modifier, load_by_die, load_modifiers, load_results
from grognard.games.somme_1916.terms import ARMS, NATIONS, RESOURCES, SIDES, STRENGTHS

ASSAULT_RESULTS = ("A2SR", "ASR", "C", "ENG", "DR", "DSR", "D2SR", "DE", "DEBT")
FIRE_RESULTS = ("-", "1", "R", "2", "D", "3")


class Points(NamedTuple):
    """A row of the victory points: how many, and to which heap they go (13.0)."""

    points: int
    heap: str
    what: str


class Marker(NamedTuple):
    """An objective marker of the campaign (15.6)."""

    id: str
    nation: str
    kind: str
    objective: str
    needed: int
    vp: int
    what: str


class OperationRow(NamedTuple):
    """An option of the Operations Tables (15.5.1)."""

    id: str
    side: str
    name: str
    vp: int
    parameters: dict[str, str]
    what: str

    def number(self, key: str) -> int:
        return int(self.parameters[key])


class CombatTables:
    """Loaded once for a setting."""

    def __init__(self, data: DataFolder) -> None:
        self.assault = load_results(data, "assault", "column", range(-3, 6), ASSAULT_RESULTS)
        self.fire = load_results(data, "defensive_fire", "factors", range(1, 11), FIRE_RESULTS)
        self.shifts = {
            row.text("id"): row.integer("shift", -9, 9)
            for row in data.rows("tables/assault_shifts.csv", ["id", "shift", "what", "source"])
        }
        self.assault_modifiers = load_modifiers(data, "assault_modifiers")
        self.test_modifiers = load_modifiers(data, "assault_test_modifiers")
        self.fire_modifiers = load_modifiers(data, "defensive_fire_modifiers")
        self.command_center_modifiers: dict[str, Modifier] = load_modifiers(data, "command_center_modifiers")
        self.command_center = load_command_center(data)
        self.command_range = {
            (row.word("nation", NATIONS), row.text("hq"), row.text("units")): row.integer("range", 0, 40)
            for row in data.rows("tables/command_range.csv", ["nation", "hq", "units", "range", "source"])
        }
        self.coordination = load_by_die(data, "attack_coordination", "die", "coordinated", ("yes", "no"))
        self.hq_replacement = {
            row.integer("die", 1, 6): row.integer("turns", 1, 21)
            for row in data.rows("tables/hq_replacement.csv", ["die", "turns", "source"])
        }
        self.rally = {
            row.text("id"): row.integer("value", -9, 9)
            for row in data.rows("tables/rally.csv", ["id", "value", "what", "source"])
        }
        self.tank_recovery = load_by_die(data, "tank_recovery", "die", "result", ("recovers", "stays"))
        self.replacements = {
            (row.integer("total", 0, 99), row.integer("dice", 2, 12)): row.integer("steps", 0, 99)
            for row in data.rows("tables/replacements.csv", ["total", "dice", "steps", "source"])
        }
        self.replacement_costs = {
            (row.text("size"), row.text("type"), row.text("state")): row.integer("steps", 0, 9)
            for row in data.rows("tables/replacement_costs.csv", ["size", "type", "state", "steps", "source"])
        }
        self.points = {
            row.text("id"): Points(row.integer("points", 0, 99), row.text("heap"), row.text("what"))
            for row in data.rows("tables/victory_points.csv", ["id", "points", "heap", "what", "source"])
        }
        self.markers = load_markers(data)
        self.operations = load_operations(data)
        self._require(data)
        self.plans = {side: self._plans(side) for side in SIDES}
        """15.5: all that a side can write on its paper: its operations joined by commas."""
        plans = [plan for side in SIDES for plan in self.plans[side]]
        self.words = (*RESOURCES, *STRENGTHS, *ARMS, *self.markers, *plans)
        """The words that actions of these modules use."""

    def _plans(self, side: str) -> tuple[str, ...]:
        names = [o.id for o in self.operations.values() if o.side == side]
        return tuple(",".join(some) for n in range(1, len(names) + 1) for some in combinations(names, n))

    def _require(self, data: DataFolder) -> None:
        """Complain of rows that the rules ask for and that are not there."""
        totals = [total for total, _ in self.replacements]
        if not totals:
            raise DataError("has no rows", data.path("tables/replacements.csv"))
        self.lowest_total, self.highest_total = min(totals), max(totals)
        chart = [(t, d) for t in range(self.lowest_total, self.highest_total + 1) for d in range(2, 13)]
        needed: dict[str, tuple[Collection[Any], Collection[Any]]] = {
            "hq_replacement": (self.hq_replacement, range(1, 7)),
            "replacements": (self.replacements, chart),
            "rally": (self.rally, ("target", "enemy-zoc", "hq", "hq-range")),
            "assault_shifts": (
                self.shifts, ("creeping-barrage", "tank-cavalry", "gas", "night-attack", "train-troops")
            ),
            "assault_modifiers": (self.assault_modifiers, (
                "hq-near", "hq-far", "out-of-supply", "second-trench", "flank", "disrupted-defender",
                "suppressed-defender", "interdicted-attacker", "interdicted-defender", "assaulting-unit",
                "lift-barrage", "smoke",
            )),
            "assault_test_modifiers": (self.test_modifiers, ("suppressed", "train-troops")),
            "defensive_fire_modifiers": (
                self.fire_modifiers, ("assaulting-unit", "interdicted-attacker", "reinforced-defenses")
            ),
            "victory_points": (self.points, (
                "step-lost", "replacement-step", "out-of-sector", "forced-exit-s1", "voluntary-exit", "forced-exit",
                "raid-exit", "voluntary-exit-campaign", "forced-exit-campaign",
            )),
        }
        for name, (table, rows) in needed.items():
            for row in rows:
                if row not in table:
                    raise DataError(f"the row for {row} is missing", data.path(f"tables/{name}.csv"))

    def replacement_steps(self, total: int, dice: int) -> int:
        """The Replacement Chart (12.1.1): nothing below its first column, the last one for all above."""
        if total < self.lowest_total:
            return 0
        return self.replacements[min(total, self.highest_total), dice]

    def resources(self, total: int) -> dict[str, int]:
        """The Command Center Table (9.1); beyond its ends the first or last row."""
        low, high = min(self.command_center), max(self.command_center)
        return dict(self.command_center[max(low, min(high, total))])


def load_command_center(data: DataFolder) -> dict[int, dict[str, int]]:
    columns = {resource: resource.replace("-", "_") for resource in RESOURCES}
    found = {
        row.integer("dice", 2, 20): {r: row.integer(column, 0, 9) for r, column in columns.items()}
        for row in data.rows("tables/command_center.csv", ["dice", *columns.values(), "source"])
    }
    for dice in range(2, 13):
        if dice not in found:
            raise DataError(f"the row for dice {dice} is missing", data.path("tables/command_center.csv"))
    return found


def load_markers(data: DataFolder) -> dict[str, Marker]:
    columns = ["id", "nation", "kind", "objective", "needed", "vp", "what", "source"]
    return {
        row.text("id"): Marker(
            row.text("id"), row.word("nation", NATIONS),
            row.word("kind", ("place", "exit", "breakthrough", "strength", "reserves")), row["objective"],
            row.integer("needed", 0, 999) if row["needed"] else 0, row.integer("vp", 0, 99), row.text("what"),
        )
        for row in data.rows("tables/objective_markers.csv", columns)
    }


def load_operations(data: DataFolder) -> dict[str, OperationRow]:
    found: dict[str, OperationRow] = {}
    for row in data.rows("tables/operations.csv", ["id", "side", "name", "vp", "parameters", "what", "source"]):
        pairs = [pair.partition("=") for pair in row["parameters"].split()]
        found[row.text("id")] = OperationRow(
            row.text("id"), row.word("side", SIDES), row.text("name"), row.integer("vp", 0, 99),
            {key: value for key, _, value in pairs}, row.text("what"),
        )
    return found
