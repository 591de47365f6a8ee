"""Units and tables as the game's files have them."""

from __future__ import annotations

import re
from itertools import product
from typing import Annotated, ClassVar, Literal

import msgspec
from msgspec import Meta

from grognard.data import DataFolder, Row
from grognard.engine import Unit
from grognard.errors import DataError
from grognard.rules.arithmetic import Ratio, ratio_column
from grognard.rules.modifiers import Modifiers
from grognard.rules.reading import Quarters, by_key, from_cell, numbers, read_record, records, require_rows
from grognard.rules.rosters import factors_by_step
from grognard.rules.spans import Span, span_of
from grognard.rules.victory import VictoryLevel, load_victory_levels

Side = Literal["german", "french"]
Part = Literal["am", "pm", "night"]
Kind = Literal["hq", "infantry", "engineer", "recon", "armored-recon", "armor", "anti-tank", "flak"]
Movement = Literal["leg", "mech"]
Section = Literal["attacker", "defender"]
SECTIONS: tuple[Section, ...] = ("attacker", "defender")
PERSONNEL: tuple[Kind, ...] = ("infantry", "engineer", "recon")
"""5.2.1: all other kinds are vehicular (5.2.2)."""
DIVISIONS = ("4-pz", "3-pz", "18", "20-mot", "2-dlm", "3-dlm", "15-mot", "1-moroccan", "1-mot", "corps")
COLUMNS = "ABCDEFGHJKLMN"
"""13.10: the columns of the Ground Assault Table."""
LINES = ("line1", "line2", "line3")
"""13.2: the defender's terrain lines."""
FIRST_FAVOURABLE = COLUMNS.index("J")
"""13.10: from here on the result column beside N counts."""
PROHIBITED = -1
ABSENT = -1
"""A superscript or an offensive proficiency that the counter does not have."""


class HannutUnit(Unit, frozen=True, kw_only=True):
    nation: Side
    division: str
    """'corps': independent, with a white square (9.3.1)."""
    regiment: str = ""
    battalion: str = ""
    """Of a company, the battalion that it is part of (7.1, 13.8.4)."""
    kind: Kind
    size: Literal["battalion", "company", "division"]
    movement: Movement
    afv: bool
    """Has the AFV symbol (5.2.2)."""
    steps: Annotated[int, Meta(ge=1, le=3)]
    attack: tuple[int, ...]
    defence: tuple[int, ...]
    """By steps left (5.4)."""
    armor: Annotated[int, Meta(ge=0, le=9)] = ABSENT
    at: Annotated[int, Meta(ge=0, le=9)] = ABSENT
    """The superscripts (13.8.5): of attack, and of defence. Without the first the second is an AT rating."""
    pr_attack: Annotated[int, Meta(ge=0, le=9)] = ABSENT
    pr_defence: Annotated[int, Meta(ge=0, le=9)]
    ma: Annotated[int, Meta(ge=1, le=20)]
    red_hexagon: bool = False
    """An 88 (6.6)."""
    type: str
    """The row of the method that made the factors (reconstruction.md)."""
    columns: ClassVar[tuple[str, ...]] = (
        "division", "kind", "size", "movement", "afv", "steps", "strengths", "pr_defence", "ma", "type",
    )

    @property
    def personnel(self) -> bool:
        return self.kind in PERSONNEL

    @property
    def engineer(self) -> bool:
        return self.kind == "engineer"

    @property
    def recon(self) -> bool:
        return self.kind in ("recon", "armored-recon")

    @property
    def bn(self) -> bool:
        return self.size == "battalion"

    @property
    def co(self) -> bool:
        return self.size == "company"

    @classmethod
    def from_row(cls, row: Row) -> HannutUnit:
        attack, defence = factors_by_step(row, "strengths", row.integer("steps", 1, 3))
        row.word("division", DIVISIONS)
        return read_record(row, cls, attack=attack, defence=defence)


class Turn(msgspec.Struct, frozen=True):
    """A space of the Game Turn Record Track (4.1)."""

    turn: int
    label: str
    day: Annotated[int, Meta(ge=1, le=5)]
    part: Part
    german_ap: Annotated[int, Meta(ge=0, le=99)]
    french_ap: Annotated[int, Meta(ge=0, le=99)]
    source: str

    def air(self, side: str) -> int:
        """17.0: air points of the day, received with its AM turn."""
        return self.german_ap if side == "german" else self.french_ap


class Terrain(msgspec.Struct, frozen=True):
    """A row of the Terrain Effects Chart."""

    kind: str
    what: Literal["terrain", "feature", "side", "road"]
    leg: Quarters
    mech: Quarters
    fs: Annotated[int, Meta(ge=-9, le=0)]
    line: Annotated[int, Meta(ge=0, le=3)]
    armor: Annotated[int, Meta(ge=-9, le=0)]
    covers: bool
    blocks: bool
    sight: Annotated[int, Meta(ge=0, le=9)]
    air_sees: bool
    halts: bool
    combined_arms: bool
    source: str


class FireResult(Span, frozen=True):
    """Values of a volley with one result, AS/# (10.3.12)."""

    shifts: Annotated[int, Meta(ge=0, le=1)]
    hits: Annotated[int, Meta(ge=0, le=4)]
    source: str


class Density(Span, frozen=True):
    """10.3.10d: steps in the target hex."""

    drm: Annotated[int, Meta(ge=-9, le=9)]
    source: str


class Obligation(msgspec.Struct, frozen=True):
    """13.11: what a side must satisfy after a ground assault."""

    check: bool = False
    mandatory: int = 0
    discretionary: int = 0

    @classmethod
    def from_text(cls, text: str) -> Obligation:
        found = re.fullmatch(r"(\*?)(?:\(([1-3])\))?([1-3]?)", "" if text == "-" else text)
        if found is None:
            raise ValueError(f"should be like -, *, (1)2 or *3, not '{text}'")
        return cls(bool(found[1]), int(found[2] or 0), int(found[3] or 0))

    def is_worse_than(self, other: Obligation) -> bool:
        """For the side that suffers it: all points, then mandatory ones, then the check."""
        return self.weight > other.weight

    @property
    def weight(self) -> tuple[int, int, bool]:
        return self.mandatory + self.discretionary, self.mandatory, self.check

    def __str__(self) -> str:
        mandatory = f"({self.mandatory})" if self.mandatory else ""
        return f"{'*' if self.check else ''}{mandatory}{self.discretionary or ''}" or "-"


class Counted(msgspec.Struct, frozen=True):
    """A column shift or a DRM bonus, and how often it can count in one assault."""

    id: str
    value: int
    most: int
    what: str
    source: str


class GroundAssaultTable:
    """13.6: three lines of ratios, ten entries under each column, two columns of results."""

    def __init__(self, data: DataFolder) -> None:
        file = "tables/assault_columns.csv"
        rows = {row.text("column"): row for row in data.rows(file, ["column", *LINES, "results", "source"])}
        require_rows(data, file, rows, COLUMNS)
        self.ratios: dict[int, tuple[Ratio, ...]] = {
            int(line[-1]): tuple([ratio(rows[letter], line) for letter in COLUMNS]) for line in LINES
        }
        self.entries = read_entries(data)
        """By column, the first modified die of each of the ten entries."""
        file = "tables/assault_results.csv"
        self.results: dict[tuple[str, int, bool], Obligation] = {
            (row.word("who", SECTIONS), row.integer("entry", 1, 10) - 1, favourable):
            from_cell(row, column, Obligation.from_text)
            for row in data.rows(file, ["entry", "who", "a_to_h", "j_to_n", "source"])
            for column, favourable in (("a_to_h", False), ("j_to_n", True))
        }
        require_rows(data, file, self.results, product(SECTIONS, range(10), (False, True)))

    def column(self, line: int, attack: int, defence: int) -> int:
        """13.6.1: the last ratio that is not above the real one; below all of them the first (ruling C73)."""
        return ratio_column(self.ratios[line], attack, defence)

    def entry(self, column: int, roll: int) -> int:
        """13.9: which of the ten entries, from 0 to 9, a modified die falls in; the same for both sections."""
        return sum([roll >= first for first in self.entries[column]]) - 1

    def result(self, who: Section, column: int, entry: int) -> Obligation:
        """13.10: what a side suffers, by the result column beside H or beside N."""
        return self.results[who, entry, column >= FIRST_FAVOURABLE]


class HannutTables:
    """All tables, read once for a setting."""

    def __init__(self, data: DataFolder) -> None:
        self.turns: dict[int, Turn] = by_key(data, "tables/turn_track.csv", Turn, "turn", needs=range(1, 16))
        self.terrain: dict[str, Terrain] = by_key(data, "tables/terrain.csv", Terrain, "kind", TERRAIN)
        self.fire = records(data, "tables/fire_support.csv", FireResult)
        self.fire_drm = Modifiers(data, "tables/fire_drm.csv", "10.3.10", FIRE_DRM)
        self.density = records(data, "tables/density.csv", Density)
        self.gat = GroundAssaultTable(data)
        self.shifts: dict[str, Counted] = by_key(data, "tables/shifts.csv", Counted, needs=SHIFTS)
        self.bonuses: dict[str, Counted] = by_key(data, "tables/bonuses.csv", Counted, needs=BONUSES)
        self.limits: dict[str, int] = numbers(data, "tables/limits.csv", {"id": word}, "value", -9, 99, LIMITS)
        self.retreat = numbers(data, "tables/retreat.csv", {"role": word, "movement": word}, "hexes", 1, 9, RETREATS)
        self.advance = numbers(data, "tables/advance.csv", {"marker": word, "movement": word}, "hexes", 1, 9, ADVANCES)
        self.exploitation: dict[tuple[str, str, str], bool] = {
            (row.text("side"), row.text("turn_of"), row.text("part")): row.word("half", ("yes", "no")) == "yes"
            for row in data.rows("tables/exploitation.csv", ["side", "turn_of", "part", "half", "source"])
        }
        """4.3.2: whether with half the MA; without a row there is no phase."""
        self.construction: dict[str, Row] = {
            row.text("id"): row
            for row in data.rows("tables/ip_construction.csv", ["id", "engineers", "personnel", "when", "source"])
        }
        self.points: dict[str, tuple[int, int]] = {
            row.text("id"): (row.integer("steps", 1, 99), row.integer("points", 0, 99))
            for row in data.rows("tables/victory_points.csv", ["id", "steps", "points", "source"])
        }
        """19.10: how many steps or turns make how many points."""
        self.victory_levels: list[VictoryLevel] = load_victory_levels(data)

    def fire_result(self, fsv: int) -> tuple[int, int]:
        """10.3.11: AS and numerical hits for the value of a volley."""
        row = span_of(self.fire, fsv)
        return row.shifts, row.hits

    def density_drm(self, steps: int) -> int:
        return span_of(self.density, steps).drm


def read_entries(data: DataFolder) -> list[tuple[int, ...]]:
    """The first die of each entry, column by column; entries follow each other without a hole."""
    file = "tables/assault_entries.csv"
    found: dict[str, list[Span]] = {letter: [] for letter in COLUMNS}
    for row in data.rows(file, ["column", "entry", "low", "high", "source"]):
        letter, entry = row.word("column", COLUMNS), row.integer("entry", 1, 10)
        span, before = Span(row.integer("low"), row.integer("high")), found[letter]
        if entry != len(before) + 1 or span.fault(before[-1] if before else None):
            raise row.error(f"entry {entry} of column {letter} does not follow on")
        before.append(span)
    for letter, spans in found.items():
        if len(spans) != 10:
            raise DataError(f"column {letter} needs ten entries (13.9)", data.path(file))
    return [tuple([span.low for span in spans]) for spans in found.values()]


def ratio(row: Row, column: str) -> Ratio:
    found = re.fullmatch(r"([1-9]\d?):([1-9]\d?)", row.text(column))
    if found is None:
        raise row.error(f"column '{column}': a ratio should be like 3:2, not '{row[column]}'")
    return int(found[1]), int(found[2])


def word(row: Row, column: str) -> str:
    return row.text(column)


TERRAIN = (
    "clear", "rough", "woods", "forest", "location", "village", "town", "vantage-point",
    "stream", "primary", "secondary", "trail", "railroad",
)
"""Ground, population features (2.1.3), heights, streams (2.1.2) and roads, railroads among them (2.1.1)."""
FIRE_DRM = (
    "rough", "woods", "forest", "location", "village", "town", "ip", "pure-afv", "mixed-afv", "night", "vantage",
    "german-air",
)
SHIFTS = (
    "pa", "as-defenders", "cr-defenders", "overstack-defenders", "divisions-defenders", "exploit-defenders", "vantage",
    "as-attackers", "overstack-attackers", "night", "ip", "divisions-attackers", "support", "support-vantage",
)
BONUSES = ("proficiency", "reserve", "regiment", "armor")
RETREATS = tuple(product(("fire", "defender", "attacker"), ("leg", "mech")))
ADVANCES = tuple(product(("ta", "pa"), ("leg", "mech")))
LIMITS = (
    "static-range", "mobile-range", "air-static", "air-mobile", "ga-static-german", "ga-static-french",
    "ga-mobile-german", "ga-mobile-french", "exp-static-german", "exp-static-french", "exp-mobile-german",
    "exp-mobile-french", "bn-bp", "bn-ip-bp", "bn-pa-bp", "bn-ap", "co-bp", "co-ip-bp", "co-pa-bp", "co-ap", "volley",
    "fs-per-ap", "ap-most", "spots-bn", "spots-co", "as-most", "shift-as-most", "fatigue-most", "stack-units",
    "stack-bns", "pa-leg", "pa-mech", "pa-night", "trail-rough", "off-road", "road-stop-steps", "enemy-leg",
    "enemy-mech", "halt-steps", "night-mp", "first-turn-ma", "entry-queue", "entry-bns", "night-sight", "rough-sight",
    "bonus", "armor-bonus", "armor-night", "armor-ip", "drm-most", "cr-range", "cr-most", "cr-steps", "rib-most",
    "rib-least", "rib-steps", "support-steps", "pa-assaults", "ta-assaults", "eliminated-advance", "night-advance",
    "recon-advance", "overrun-mp", "recovery-distance", "supply-range", "ip", "line-gap", "dead-afv-steps",
    "corps-per-division",
)
