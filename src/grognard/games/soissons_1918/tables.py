"""Units and tables as the game's files have them."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

import msgspec
from msgspec import Meta

from grognard.data import DataFolder, Row
from grognard.engine import Unit
from grognard.rules.disorder import load_effects
from grognard.rules.modifiers import Modifiers
from grognard.rules.reading import by_die, by_key, numbers, read_record, records, word, words
from grognard.rules.results import read_by_odds, read_cells, read_odds
from grognard.rules.victory import load_victory_levels

Side = Literal["entente", "german"]
Guns = Literal["heavy", "medium", "air"]
GUNS: tuple[Guns, ...] = ("heavy", "medium", "air")
Kind = Literal["hq", "division", "regiment", "remnant", "tank"]
TANK_STRENGTH = {"full": 2, "reduced": 1, "gone": 0}
"""5.4: the two sides of a tank group's counter, counted as steps."""


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
        return int(getattr(self, f"{side}_{kind}"))


class Recovery(msgspec.Struct, frozen=True):
    """6.3: levels that a unit sheds at night."""

    who: Literal["entente", "german", "remnant"]
    command: Literal["any", "in", "out"]
    enemy_zoc: bool
    low: int
    high: int
    levels: int
    source: str


class SoissonsTables:
    """All tables, read once for a setting."""

    def __init__(self, data: DataFolder) -> None:
        self.terrain: dict[str, Terrain] = by_key(data, "tables/terrain.csv", Terrain, "kind")
        self.limits: dict[str, int] = numbers(data, "tables/limits.csv", {"id": word}, "value", -9, 99, LIMITS)
        self.turns: dict[int, Turn] = by_key(data, "tables/turn_track.csv", Turn, "turn", needs=range(1, 18))
        odds = data.rows("tables/odds_columns.csv", ["attack", "defence", "assault", "low_intensity"])
        self.assault_odds, self.low_intensity_odds = read_odds(odds, "assault"), read_odds(odds, "low_intensity")
        self.assault = read_by_odds(data, "tables/assault.csv", self.assault_odds, DICE)
        self.low_intensity = read_by_odds(data, "tables/low_intensity.csv", self.low_intensity_odds, DICE)
        self.effects = load_effects(data, "tables/disruption_results.csv")
        points = {str(number): number for number in range(1, 5)}
        self.bombardment = read_cells(
            data, "tables/bombardment.csv", points, "points", range(-2, 8), lambda row: row.word("result", self.effects)
        )
        self.combat_drm = Modifiers(data, "tables/combat_modifiers.csv", "16.4.7")
        self.bombardment_drm = Modifiers(data, "tables/bombardment_modifiers.csv", "15.5")
        self.more_losses = [
            Modifiers(data, "tables/loss_modifiers.csv", "16.4.11", column=side) for side in ("attacker", "defender")
        ]
        self.aggravated = words(data, "tables/aggravated_disruption.csv", "printed", "becomes")
        self.availability = by_die(data, "tables/artillery_availability.csv", "die", "from", ("am", "pm"), range(1, 7))
        self.ranges = words(data, "tables/artillery_types.csv", "type", "range")
        self.allowance = {
            column: numbers(data, "tables/movement_allowance.csv", {"id": word}, column, 0, 20)
            for column in ("good_order", "disrupted")
        }
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
        self.breakdown = [
            (row.integer("strength", 1), tuple([int(part) for part in row.text("regiments").split()]))
            for row in data.rows("tables/breakdown.csv", ["strength", "regiments", "source"])
        ]
        """14.0: strengths of a division, each with those of its regiments."""
        self.tank_attrition = {
            (row.text("cause"), TANK_STRENGTH[side]): TANK_STRENGTH[row.word(side, TANK_STRENGTH)]
            for row in data.rows("tables/tank_attrition.csv", ["cause"]) for side in ("full", "reduced")
        }
        self.column = words(data, "tables/column_movement.csv", "id", "value")
        stacking = {row.text("id"): row for row in data.rows("tables/stacking.csv", ["id", "units", "sp"])}
        self.regiments_in_hex = stacking["regiments"].integer("units", 1)
        self.points_in_hex = stacking["mixed"].integer("sp", 1)
        """10.0: regiments of one division, or strength points of any units."""
        self.surprise = words(data, "tables/surprise.csv", "id", "value")
        self.points = words(data, "tables/victory_points.csv", "id", "points")
        self.victory_levels = load_victory_levels(data)


LIMITS = (
    "command-range", "perimeter-range", "hq-fallback", "german-hq-setup", "guns-per-hex", "air-per-hex",
    "conversions", "remnants-removed", "first-removal", "remnants-to-reform", "reformed-strength", "breakdown-least",
    "sound-divisions", "large-attack", "large-defence", "aggravated-die", "x-low", "x-high", "exit-mp",
)
DICE = range(-2, 11)
"""The modified dice that the combat tables have; beyond them the first and the last count."""
