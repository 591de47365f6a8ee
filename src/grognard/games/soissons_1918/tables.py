"""Units and tables as the game's files have them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Annotated, ClassVar, Literal, TypeVar

import msgspec
from msgspec import Meta

from grognard.data import DataFolder, Row
from grognard.engine import Unit
from grognard.errors import DataError
from grognard.rules.arithmetic import Ratio
from grognard.rules.reading import by_die, by_key, numbers, read_record, records
from grognard.rules.tables import ResultsTable
from grognard.rules.victory import load_victory_levels

Side = Literal["entente", "german"]
Guns = Literal["heavy", "medium", "air"]
GUNS: tuple[Guns, ...] = ("heavy", "medium", "air")
Kind = Literal["hq", "division", "regiment", "remnant", "tank"]
TANK_STRENGTH = {"full": 2, "reduced": 1, "gone": 0}
"""5.4: the two sides of a tank group's counter, counted as steps."""
X = -1
"""A loss of X, which the attacker fixes (16.4.11)."""
R = TypeVar("R")


class SoissonsUnit(Unit, frozen=True, kw_only=True):
    nation: Literal["french", "british", "american", "german"]
    kind: Kind
    corps: str = ""
    division: str = ""
    steps: Annotated[int, Meta(ge=1, le=14)]
    """Strength points (5.2); the two strengths of a tank group (5.4); 1 for a headquarters."""
    stars: Annotated[int, Meta(ge=0, le=3)] = 0
    letter: str = ""
    columns: ClassVar[tuple[str, ...]] = ("kind", "corps", "division", "strength", "stars")

    @classmethod
    def from_row(cls, row: Row) -> SoissonsUnit:
        kind = row.word("kind", ("hq", "division", "regiment", "remnant", "tank"))
        steps = {"hq": 1, "tank": 2}.get(kind) or row.integer("strength", 1, 14)
        symbol = {"hq": "hq", "tank": "armour"}.get(kind, "infantry")
        size = {"hq": "corps", "tank": "battalion", "remnant": "battalion"}.get(kind, kind)
        return read_record(row, cls, steps=steps, symbol=symbol, size=size)


class Half(msgspec.Struct, frozen=True):
    """One side's part of a combat result: losses, and a letter of disruption (16.4.9, 16.4.11)."""

    losses: int
    """Or X."""
    code: str

    @classmethod
    def from_cell(cls, row: Row, column: str) -> Half:
        text = row.text(column)
        code = text[-1] if text[-1] in "dD" else "-"
        number = text.rstrip("dD")
        if number != "X" and not number.isdigit():
            raise row.error(f"column '{column}' should be like 2, X or 1D, not '{text}'")
        return cls(X if number == "X" else int(number), code)

    def __str__(self) -> str:
        return f"{'X' if self.losses == X else self.losses}{self.code.strip('-')}"


class CombatResult(msgspec.Struct, frozen=True):
    """A cell of one of the two combat tables (16.2)."""

    attacker: Half
    defender: Half
    retreat: int = 0
    """The printed retreat number, for the first turn (16.5)."""

    def __str__(self) -> str:
        return f"{self.attacker}/{self.defender}{f' retreat {self.retreat}' if self.retreat else ''}"


class Terrain(msgspec.Struct, frozen=True):
    """A row of the Terrain Effects Chart."""

    kind: str
    what: Literal["terrain", "feature", "side", "link"]
    source: str
    mp: str = "-"
    mp_controlled: str = "-"
    order: int = 0
    combat: str = ""
    bombardment: str = ""
    tank_move: str = "yes"
    tank_attack: str = "full"


class Modifier(msgspec.Struct, frozen=True):
    """A row of a table of die-roll modifiers (15.5, 16.4.7)."""

    id: str
    drm: int
    what: str
    source: str


class LossModifier(msgspec.Struct, frozen=True):
    id: str
    attacker: int
    defender: int
    what: str
    source: str


class Effect(msgspec.Struct, frozen=True):
    """What a letter of the tables does (15.6, 16.4.9)."""

    code: str
    levels: int
    loss: int
    when: Literal["any", "night"]
    source: str
    at_least: int = 0
    at_most: int = 99


class Turn(msgspec.Struct, frozen=True):
    """A space of the Turn Track (3.2) with the points of both sides (15.2.2)."""

    turn: int
    label: str
    part: Literal["am", "pm", "night"]
    german_operations: bool
    entente_heavy: int
    entente_medium: int
    entente_air: int
    german_heavy: int
    german_medium: int
    german_air: int
    source: str

    def points(self, side: str, kind: Guns) -> int:
        found: int = getattr(self, f"{side}_{kind}")
        return found


class Allowance(msgspec.Struct, frozen=True):
    id: str
    good_order: int
    disrupted: int
    source: str


class Recovery(msgspec.Struct, frozen=True):
    """6.3: levels that a unit sheds at night."""

    who: Literal["entente", "german", "remnant"]
    command: Literal["any", "in", "out"]
    enemy_zoc: bool
    low: int
    high: int
    levels: int
    source: str


class Breakdown(msgspec.Struct, frozen=True):
    strength: int
    regiments: str
    source: str

    @property
    def parts(self) -> tuple[int, ...]:
        return tuple([int(part) for part in self.regiments.split()])


class Surprise(msgspec.Struct, frozen=True):
    id: str
    value: str
    source: str


class Points(msgspec.Struct, frozen=True):
    """3.3.2."""

    id: str
    points: str
    what: str
    source: str


class SoissonsTables:
    """All tables, read once for a setting."""

    def __init__(self, data: DataFolder) -> None:
        self.terrain: dict[str, Terrain] = by_key(data, "tables/terrain.csv", Terrain, "kind")
        self.limits: dict[str, int] = numbers(data, "tables/limits.csv", {"id": word}, "value", -9, 99, LIMITS)
        self.turns: dict[int, Turn] = by_key(data, "tables/turn_track.csv", Turn, "turn", needs=range(1, 18))
        odds = [(row.text("odds"), row) for row in data.rows("tables/odds_columns.csv", ["odds", "attack", "defence"])]
        self.assault_odds = columns_of(odds, "assault")
        self.low_intensity_odds = columns_of(odds, "low_intensity")
        self.assault = by_odds(data, "tables/assault.csv", self.assault_odds)
        self.low_intensity = by_odds(data, "tables/low_intensity.csv", self.low_intensity_odds)
        self.bombardment = read_table(
            data, "tables/bombardment.csv", range(1, 5), range(-2, 8), lambda row: row.integer("points", 1, 4),
            lambda row: row.word("result", ("-", "d", "D", "(D)", "1D")),
        )
        self.combat_drm: dict[str, Modifier] = by_key(data, "tables/combat_modifiers.csv", Modifier)
        self.bombardment_drm: dict[str, Modifier] = by_key(data, "tables/bombardment_modifiers.csv", Modifier)
        self.loss_modifiers: dict[str, LossModifier] = by_key(data, "tables/loss_modifiers.csv", LossModifier)
        self.effects: dict[str, Effect] = by_key(data, "tables/disruption_results.csv", Effect, "code")
        self.aggravated = {row.text("printed"): row.text("becomes") for row in
                           data.rows("tables/aggravated_disruption.csv", ["printed", "becomes"])}
        self.availability = by_die(data, "tables/artillery_availability.csv", "die", "from", ("am", "pm"), range(1, 7))
        self.ranges = {row.text("type"): row.text("range") for row in
                       data.rows("tables/artillery_types.csv", ["type", "range"])}
        self.allowance: dict[str, Allowance] = by_key(data, "tables/movement_allowance.csv", Allowance)
        order = {"order": word, "when": word, "target": word}
        self.order_cost = {
            tuple(row[key] for key in order): row["mp"] for row in data.rows("tables/order_costs.csv", [*order, "mp"])
        }
        """12.2.2: by order, time of day and target; '-' where it is not to be had."""
        self.readiness = {
            (row.text("subordinated") == "yes", row.text("in_command") == "yes"): row
            for row in data.rows("tables/readiness.csv", ["subordinated", "in_command", "good_order", "disrupted"])
        }
        self.marker_limits = numbers(data, "tables/markers.csv", {"side": word, "order": word}, "number", 0, 99)
        self.spent = numbers(data, "tables/spent.csv", {"nation": word}, "losses", 1, 13)
        self.recovery = records(data, "tables/recovery.csv", Recovery)
        self.breakdown = records(data, "tables/breakdown.csv", Breakdown)
        self.tank_attrition = {
            row.text("cause"): {TANK_STRENGTH[side]: TANK_STRENGTH[row.word(side, TANK_STRENGTH)]
                                for side in ("full", "reduced")}
            for row in data.rows("tables/tank_attrition.csv", ["cause", "full", "reduced"])
        }
        self.column_mp = {row.text("id"): row.text("value") for row in
                          data.rows("tables/column_movement.csv", ["id", "value"])}
        stacking = {row.text("id"): row for row in data.rows("tables/stacking.csv", ["id", "units", "sp"])}
        self.stacking = {
            "regiments": stacking["regiments"].integer("units", 1), "mixed": stacking["mixed"].integer("sp", 1),
        }
        """10.0: regiments of one division in a hex, and strength points of any units."""
        self.surprise: dict[str, Surprise] = by_key(data, "tables/surprise.csv", Surprise)
        self.points: dict[str, Points] = by_key(data, "tables/victory_points.csv", Points)
        self.victory_levels = load_victory_levels(data)


def word(row: Row, column: str) -> str:
    return row.text(column)


LIMITS = (
    "command-range", "perimeter-range", "hq-fallback", "german-hq-setup", "guns-per-hex", "air-per-hex",
    "conversions", "remnants-removed", "first-removal", "remnants-to-reform", "reformed-strength", "breakdown-least",
    "large-attack", "large-defence", "aggravated-die", "x-low", "x-high", "exit-mp",
)
DICE = range(-2, 11)
"""The modified dice that the combat tables have; beyond them the first and the last count."""


def columns_of(odds: Sequence[tuple[str, Row]], table: str) -> tuple[Ratio, ...]:
    """16.4.6: the columns of a combat table, from the lowest odds on."""
    rows = [row for _, row in odds if row.word(table, ("yes", "no")) == "yes"]
    return tuple([(row.integer("attack", 1), row.integer("defence", 1)) for row in rows])


def by_odds(data: DataFolder, file: str, odds: Sequence[Ratio]) -> ResultsTable[CombatResult]:
    """A combat table; its columns are numbered in the order of the odds."""
    places = {f"{attack}-{defence}": place for place, (attack, defence) in enumerate(odds)}

    def read(row: Row) -> CombatResult:
        retreat = row.integer("retreat", 0, 9) if "retreat" in row else 0
        return CombatResult(Half.from_cell(row, "attacker"), Half.from_cell(row, "defender"), retreat)

    return read_table(data, file, range(len(odds)), DICE, lambda row: places[row.word("odds", places)], read)


def read_table(
    data: DataFolder, file: str, columns: range, dice: range, column: Callable[[Row], int], read: Callable[[Row], R]
) -> ResultsTable[R]:
    cells: dict[tuple[int, int], tuple[R, str]] = {}
    for row in data.rows(file, ["die", "source"]):
        key = column(row), row.integer("die", dice[0], dice[-1])
        if key in cells:
            raise row.error(f"die {key[1]} of that column is given twice")
        cells[key] = read(row), row.text("source")
    if not cells:
        raise DataError("has no rows", data.path(file))
    return ResultsTable(str(data.path(file)), cells, columns, dice)
