"""Units and tables as the game's files have them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, ClassVar, Literal, get_args

import msgspec
from msgspec import Meta

from grognard.board import Board
from grognard.data import DataFolder, Row, nearest
from grognard.engine import Unit
from grognard.rules.reading import Halves, by_key, numbers, read_record
from grognard.rules.rosters import factors_by_step
from grognard.rules.tables import ResultsTable, read_results
from grognard.rules.victory import load_victory_levels

Army = Literal["I", "II", "6", "BEF", "5", "9"]
ARMIES: tuple[str, ...] = get_args(Army)
ARMY_NAMES = {
    "I": "First Army", "II": "Second Army", "6": "6th Army", "BEF": "the BEF", "5": "5th Army", "9": "9th Army",
}
MARKERS: Mapping[str, tuple[str, str]] = {
    "cp": ("I", "II"), "6/BEF": ("6", "BEF"), "BEF/5": ("BEF", "5"), "5/9": ("5", "9"),
}
"""5.1.1: the markers with the army west of each and the army east of it (5.1.5, 5.1.6)."""
Die = Annotated[int, Meta(ge=1, le=6)]


class MarneUnit(Unit, frozen=True, kw_only=True):
    nation: Literal["german", "french", "british"]
    army: Army
    corps: str
    arm: Literal["infantry", "cavalry"]
    size: Literal["division", "brigade"]
    steps: Annotated[int, Meta(ge=1, le=4)]
    af: tuple[int, ...]
    """Attack factors by steps left; index 0 is a unit without steps."""
    df: tuple[int, ...]
    ma: Annotated[int, Meta(ge=1, le=20)]
    guard: bool = False
    columns: ClassVar[tuple[str, ...]] = ("strengths", "arm", "army", "corps", "ma", "steps")

    @classmethod
    def from_row(cls, row: Row) -> MarneUnit:
        af, df = factors_by_step(row, "strengths", row.integer("steps", 1, 4))
        return read_record(row, cls, symbol=row.text("arm"), af=af, df=df)


class CombatResult(msgspec.Struct, frozen=True):
    """A cell of the Combat Results Table (8.4.6)."""

    attacker_loss: int
    attacker_disrupted: bool
    """A red number."""
    defender_loss: int
    retreat: bool

    @classmethod
    def from_row(cls, row: Row) -> CombatResult:
        attacker = row.word("attacker", ("-", "1", "2", "3", "1*", "2*", "3*"))
        defender = row.word("defender", ("-", "R", "1", "2", "3"))
        return cls(
            attacker_loss=0 if attacker == "-" else int(attacker[0]), attacker_disrupted=attacker.endswith("*"),
            defender_loss=int(defender) if defender.isdigit() else 0, retreat=defender != "-",
        )

    def is_worse_than(self, other: CombatResult) -> bool:
        """For the attacker."""
        mine = (self.attacker_loss, self.attacker_disrupted) > (other.attacker_loss, other.attacker_disrupted)
        return mine or (self.defender_loss, self.retreat) < (other.defender_loss, other.retreat)

    def __str__(self) -> str:
        attacker = f"{self.attacker_loss}{'*' if self.attacker_disrupted else ''}" if self.attacker_loss else "-"
        defender = str(self.defender_loss) if self.defender_loss else "R" if self.retreat else "-"
        return f"{attacker}/{defender}"


class Terrain(msgspec.Struct, frozen=True):
    """A row of the Terrain Effects Chart."""

    kind: str
    what: Literal["terrain", "side"]
    mp: Halves
    df: Annotated[int, Meta(ge=-5, le=10)]
    strategic_waived: bool
    source: str

    def fault(self, before: Terrain | None) -> str:
        free = self.what == "terrain" and not self.mp
        return "column 'mp' is 0, outside 1 to 20" if free else ""


AWARDS = (
    "front-gap", "british-south-supply", "paris-hex", "town-south-of-marne", "entente-division-lost",
    "german-division-lost", "german-out-of-supply", "late-initiative", "first-entry-",
)
"""The awards that the rules know how to count; those for a first entry differ in their places."""


class Award(msgspec.Struct, frozen=True):
    """A row of the VP Chart (13.0.2)."""

    id: str
    scenario: Literal["common", "full-battle"]
    points: int
    when: Literal["at-once", "combat-phase-end", "turn-end", "end"]
    what: str
    places: tuple[str, ...]
    source: str

    def fault(self, before: Award | None) -> str:
        known = self.id in AWARDS or self.id.startswith("first-entry-")
        return "" if known else f"nothing counts the award '{self.id}'{nearest(self.id, AWARDS)}"


class InitiativeRange(msgspec.Struct, frozen=True):
    turn: Annotated[int, Meta(ge=7, le=14)]
    low: Die
    high: Die
    source: str

    def fault(self, before: InitiativeRange | None) -> str:
        return f"column 'high' is {self.high}, outside {self.low} to 6" if self.high < self.low else ""


class Reduction(msgspec.Struct, frozen=True):
    """14.2.1a, 15.1: the steps that a corps has lost at the start, and how few or many it might have."""

    corps: str
    historical: Annotated[int, Meta(ge=0, le=12)]
    low: Annotated[int, Meta(ge=0, le=12)]
    high: Annotated[int, Meta(ge=0, le=12)]
    source: str

    def fault(self, before: Reduction | None) -> str:
        fits = self.low <= self.historical <= self.high
        return "" if fits else f"{self.historical} is outside {self.low} to {self.high}"


class MarneTables:
    """All tables, read once for a setting."""

    def __init__(self, data: DataFolder, board: Board) -> None:
        self.crt: ResultsTable[CombatResult] = read_results(
            data, "tables/crt.csv", "differential", range(-3, 7), "die", range(1, 7), CombatResult.from_row
        )
        kinds = (*board.terrain, "town", "paris", "river", "bridge")
        self.tec: dict[str, Terrain] = by_key(data, "tables/tec.csv", Terrain, "kind", needs=kinds)
        # 4.6.2 and 10.1.3b count these two by name.
        self.awards: dict[str, Award] = by_key(data, "tables/victory_points.csv", Award, needs=AWARDS[:2])
        self.victory_levels = load_victory_levels(data)
        self.initiative_range: dict[int, InitiativeRange] = by_key(
            data, "tables/initiative.csv", InitiativeRange, "turn", needs=range(7, 15)
        )
        die = {"die": lambda row, column: row.integer(column, 1, 6)}
        file = "tables/replacements.csv"
        self.replacements = {army: numbers(data, file, die, army, 0, 6, needs=range(1, 7)) for army in ARMIES}
        """11.1.3a: for each army the steps by die."""
        self.reductions: dict[str, Reduction] = by_key(
            data, "tables/at_start_reductions.csv", Reduction, "corps"
        )
