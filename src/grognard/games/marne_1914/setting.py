"""What stays the same during a match: units, tables, scenario, and costs laid over the board."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from grognard.board import Board, load_board
from grognard.data import DataFolder, Row, nearest
from grognard.engine import Game, Unit
from grognard.errors import DataError, GrognardError
from grognard.games.marne_1914.plan import load_plan
from grognard.rules.masks import Spread, mask
from grognard.rules.memo import Memo
from grognard.rules.search import Reach, grouped, reach
from grognard.rules.settings import SharedSetting
from grognard.rules.tables import ResultsTable

CP, ENTENTE = 0, 1
SIDES = ("cp", "entente")
NATIONS = ("german", "french", "british")
ARMIES = ("I", "II", "6", "BEF", "5", "9")
MARKERS: Mapping[str, tuple[str, str]] = {
    "cp": ("I", "II"), "6/BEF": ("6", "BEF"), "BEF/5": ("BEF", "5"), "5/9": ("5", "9"),
}
"""5.1.1: the markers with the army west of each and the army east of it (5.1.5, 5.1.6)."""


class MarneUnit(Unit, frozen=True, kw_only=True):
    army: str
    corps: str
    arm: str
    af: tuple[int, ...]
    """Attack factors by steps left; index 0 is a unit without steps."""
    df: tuple[int, ...]
    ma: int
    guard: bool = False


class CombatResult(msgspec.Struct, frozen=True):
    """A cell of the Combat Results Table (8.4.6)."""

    attacker_loss: int
    attacker_disrupted: bool
    """A red number."""
    defender_loss: int
    retreat: bool

    def __str__(self) -> str:
        attacker = f"{self.attacker_loss}{'*' if self.attacker_disrupted else ''}" if self.attacker_loss else "-"
        defender = str(self.defender_loss) if self.defender_loss else "R" if self.retreat else "-"
        return f"{attacker}/{defender}"


class Terrain(msgspec.Struct, frozen=True):
    """A row of the Terrain Effects Chart; points counted in halves."""

    mp: int
    df: int
    strategic_waived: bool
    source: str


class Award(msgspec.Struct, frozen=True):
    """A row of the VP Chart (13.0.2)."""

    id: str
    scenario: str
    points: int
    when: str
    what: str
    places: tuple[str, ...]
    source: str


class MarneSetting(SharedSetting):
    boxes = ("off-map", "cadre")

    units: tuple[MarneUnit, ...]

    def __init__(
        self, game: Game, data: DataFolder, scenario: str, options: Mapping[str, str],
        board: Board | None = None, units: Sequence[Unit] | None = None,
    ) -> None:
        board = board or load_board(data)
        units = units if units is not None else load_units(data)
        words = [*MARKERS, *{getattr(u, "corps", "") for u in units}]
        super().__init__(game, data, scenario, options, board, units, words)
        self.plan: dict[str, Any] = load_plan(data, scenario)
        self.plan_file = str(data.path(f"scenarios/{scenario}.toml"))
        self.crt = load_crt(data)
        self.tec = load_tec(data)
        self.awards = load_awards(data)
        self.victory_levels = load_victory_levels(data)
        self.initiative_range = load_initiative(data)
        self.replacements = load_replacements(data)
        self.reductions = load_reductions(data)
        self._lay_out_units()
        self._lay_out_board()

    def take_options(self) -> None:
        """How cavalry stacks and who attacks at full strength are options; board and tables depend on none."""
        self._lay_out_units()

    def _lay_out_units(self) -> None:
        self.side = tuple(SIDES.index(u.side) for u in self.units)
        self.units_of = tuple(
            tuple(n for n, side in enumerate(self.side) if side == s) for s in (CP, ENTENTE)
        )
        self.infantry = tuple(u.arm == "infantry" for u in self.units)
        self.british = tuple(u.nation == "british" for u in self.units)
        self.guard = tuple(u.guard for u in self.units)
        self.af = tuple(u.af for u in self.units)
        self.df = tuple(u.df for u in self.units)
        self.ma = tuple(2 * u.ma for u in self.units)
        # C07: a cavalry unit counts one stacking point, or a division two by the option.
        two = self.options["cavalry_stacking"] == "divisions-two"
        self.stacking_points = tuple(2 if two and u.size == "division" else 1 for u in self.units)
        self.full_strength_corps = frozenset(self._full_strength_corps())

    def _full_strength_corps(self) -> list[str]:
        """14.1.3, with the reading of the unknown name IC that the option chooses (C08)."""
        corps: list[str] = self.plan["full_strength_attacks"]["corps"]
        for other in self.plan.get("alternative", []):
            if "full_strength_attacks" in other and self.options[other["option"]] == other["choice"]:
                corps = other["full_strength_attacks"]
        return corps

    def _lay_out_board(self) -> None:
        board, grid = self.board, self.grid
        size = len(grid.ids)
        self.column = tuple(grid.column(c) for c in range(size))
        self.south = tuple(round(2 * grid.centre(c)[1]) for c in range(size))
        """How far south a hex lies, in half hexes."""
        self._lay_out_edges()
        self.reaches: Memo[Reach] = Memo(4096)
        """Where units could go, by all that it depends on: friendly units do not matter for it."""
        self.links: Memo[int] = Memo(4096)
        """What can be linked to a hex (4.5.1), by the hex and by what is blocked near it."""
        self.whole_chains: Memo[bool] = Memo(2048)
        self.front_lines: Memo[list[int]] = Memo(64)
        """The front line by the hexes that are covered (4.6.1): nothing else matters for it."""
        self._between: dict[tuple[int, int], int] = {}
        self._within: dict[tuple[int, int], int] = {}
        self._unhindered: dict[tuple[int, int], int] = {}
        self.around = tuple(mask(grid.neighbours[c]) for c in range(size))
        """The neighbours of each hex as a set of cells."""
        self.beside = Spread((a, b) for a in range(size) for b in grid.neighbours[a])
        """The same for sets of hexes."""
        self.near = tuple(mask(grid.within(c, 2)) for c in range(size))
        """The hexes within two of each hex: all that a link of corps integrity can pass."""
        self.paris = board.regions.get("paris", ())
        self.paris_mask = mask(self.paris)
        south = sorted(set(self.south))
        self.from_south = {y: mask(c for c in range(size) if self.south[c] >= y) for y in south}
        """The set of hexes that lie no further north than a given one."""
        self.town_cells = tuple(c for c in range(size) if board.terrain[c] == "town")
        self.scored = frozenset((*self.town_cells, *self.paris))
        exits = {name: board.regions.get(f"road-exit-{name}", ()) for name in ("north", "south", "east", "west")}
        self.north_exits = frozenset(exits["north"])
        self.exits = frozenset(cell for cells in exits.values() for cell in cells)
        """The board-edge road hexes, by which supply (10.1.3, 10.1.4) and reinforcements come."""
        self.held = self.scored | self.exits
        """The hexes whose control matters (10.1.2, 13.0.3)."""
        terrain = tuple(self._terrain(kind) for kind in board.terrain)
        self.terrain_df = tuple(t.df for t in terrain)
        normal: list[list[tuple[int, int]]] = [[] for _ in range(size)]
        strategic: list[list[tuple[int, int]]] = [[] for _ in range(size)]
        roads: list[list[tuple[int, int]]] = [[] for _ in range(size)]
        supply: list[list[tuple[int, int]]] = [[] for _ in range(size)]
        for a in range(size):
            for b in grid.neighbours[a]:
                crossing = self.crossing(a, b)
                extra = crossing.mp if crossing else 0
                cost = terrain[b].mp + extra                                   # 6.1.3, 6.1.4
                normal[a].append((b, cost))
                road = "road" in board.link(a, b)
                fast = terrain[b].mp
                if road and terrain[b].strategic_waived:                       # 6.2.2b, 6.2.2d
                    fast = 1
                if not (crossing and crossing.strategic_waived):               # 6.2.2c
                    fast += extra
                strategic[a].append((b, fast))
                if road:
                    roads[a].append((b, fast))
                supply[a].append((b, 1 if road else cost))                     # 10.1.7
        self.normal_steps = grouped(normal)
        self.strategic_steps = grouped(strategic)
        self.road_steps = grouped(roads)
        # Supply is searched from the unit outward along these very costs (10.1.8).
        self.supply_steps = grouped(supply)

    def between_columns(self, west: int, east: int) -> int:
        """The set of hexes from one column to another, both included."""
        found = self._between.get((west, east))
        if found is None:
            found = mask(c for c, column in enumerate(self.column) if west <= column <= east)
            self._between[west, east] = found
        return found

    def within(self, cell: int, distance: int) -> int:
        """The set of hexes no further away than that."""
        found = self._within.get((cell, distance))
        if found is None:
            found = self._within[cell, distance] = mask(self.grid.within(cell, distance))
        return found

    def unhindered(self, start: int, points: int) -> int:
        """All that a move by so many half points (6.1) could touch: an enemy elsewhere does not matter for it."""
        found = self._unhindered.get((start, points))
        if found is None:
            found = reach(self.normal_steps, start, points, 0, 0).cells | self.around[start] | 1 << start
            self._unhindered[start, points] = found
        return found

    def _terrain(self, kind: str) -> Terrain:
        if kind not in self.tec:
            raise DataError(f"the Terrain Effects Chart has no row for '{kind}'", self.data.path("tables/tec.csv"))
        return self.tec[kind]

    def crossing(self, a: int, b: int) -> Terrain | None:
        """The river between two hexes, bridged or not."""
        kinds = self.board.side(a, b)
        if "bridge" in kinds:
            return self.tec["bridge"]
        return self.tec["river"] if "river" in kinds else None

    def edge_cell(self, marker: str, column: int) -> int:
        """Where a boundary marker of that column lies: north edge or south edge (5.1.2, 5.1.3)."""
        return self._edge_cells[marker == "cp", column]

    def _lay_out_edges(self) -> None:
        """The northernmost and the southernmost hex of each column."""
        self._edge_cells: dict[tuple[bool, int], int] = {}
        for cell in sorted(range(len(self.grid.ids)), key=lambda c: self.south[c]):
            self._edge_cells.setdefault((True, self.column[cell]), cell)
            self._edge_cells[False, self.column[cell]] = cell
        self.columns = tuple(sorted(set(self.column)))


def load_units(data: DataFolder) -> list[MarneUnit]:
    columns = ["id", "name", "side", "nation", "army", "corps", "arm", "size", "steps", "strengths", "ma", "guard"]
    columns.append("source")
    units: list[MarneUnit] = []
    seen: dict[str, int] = {}
    for row in data.rows("units.csv", columns):
        uid = row.text("id")
        if uid.lower() in seen:
            raise row.error(f"unit '{uid}' is already on line {seen[uid.lower()]}")
        seen[uid.lower()] = row.line
        steps = row.integer("steps", 1, 4)
        af, df = read_strengths(row, steps)
        units.append(MarneUnit(
            id=uid, name=row.text("name"), side=row.word("side", SIDES), nation=row.word("nation", NATIONS),
            army=row.word("army", ARMIES), corps=row.text("corps"), arm=row.word("arm", ("infantry", "cavalry")),
            size=row.word("size", ("division", "brigade")), symbol=row.text("arm"), steps=steps, af=af, df=df,
            ma=row.integer("ma", 1, 20), guard=row["guard"] == "yes", source=row.text("source"),
        ))
    return units


def read_strengths(row: Row, steps: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Factors by steps left from '6/5 5/4 3/3 2/2', full strength first."""
    pairs = row.text("strengths").split()
    if len(pairs) != steps:
        raise row.error(f"column 'strengths' has {len(pairs)} levels, the unit has {steps} steps")
    try:
        levels = [(int(a), int(d)) for a, d in (pair.split("/") for pair in reversed(pairs))]
    except ValueError:
        raise row.error(f"column 'strengths' should be like '6/5 5/4', not '{row['strengths']}'") from None
    if any(a < 0 or d < 0 for a, d in levels):
        raise row.error("column 'strengths' has a factor below zero")
    return (0, *(a for a, _ in levels)), (0, *(d for _, d in levels))


def load_crt(data: DataFolder) -> ResultsTable[CombatResult]:
    cells: dict[tuple[int, int], tuple[CombatResult, str]] = {}
    for row in data.rows("tables/crt.csv", ["differential", "die", "attacker", "defender", "source"]):
        key = (row.integer("differential", -3, 6), row.integer("die", 1, 6))
        if key in cells:
            raise row.error(f"column {key[0]}, die {key[1]} is given twice")
        attacker = row.word("attacker", ("-", "1", "2", "3", "1*", "2*", "3*"))
        defender = row.word("defender", ("-", "R", "1", "2", "3"))
        result = CombatResult(
            attacker_loss=0 if attacker == "-" else int(attacker[0]), attacker_disrupted=attacker.endswith("*"),
            defender_loss=int(defender) if defender.isdigit() else 0, retreat=defender != "-",
        )
        cells[key] = (result, row.text("source"))
    return ResultsTable(str(data.path("tables/crt.csv")), cells, range(-3, 7), range(1, 7))


def load_tec(data: DataFolder) -> dict[str, Terrain]:
    tec: dict[str, Terrain] = {}
    for row in data.rows("tables/tec.csv", ["kind", "what", "mp", "df", "strategic_waived", "source"]):
        low = 1 if row.word("what", ("terrain", "side")) == "terrain" else 0
        tec[row.text("kind")] = Terrain(
            mp=2 * row.integer("mp", low, 20), df=row.integer("df", -5, 10),
            strategic_waived=row.word("strategic_waived", ("yes", "no")) == "yes", source=row.text("source"),
        )
    for kind in ("clear", "town", "paris", "river", "bridge"):
        if kind not in tec:
            raise DataError(f"the row for '{kind}' is missing", data.path("tables/tec.csv"))
    return tec


def by_key(data: DataFolder, file: str, columns: list[str]) -> dict[str, Row]:
    """The rows of a file by their first column, which must not repeat."""
    found: dict[str, Row] = {}
    for row in data.rows(file, columns):
        key = row.text(columns[0])
        if key in found:
            raise row.error(f"{columns[0]} '{key}' is already on line {found[key].line}")
        found[key] = row
    return found


AWARDS = (
    "front-gap", "british-south-supply", "paris-hex", "town-south-of-marne", "entente-division-lost",
    "german-division-lost", "german-out-of-supply", "late-initiative", "first-entry-",
)
"""The awards that the rules know how to count; those for a first entry differ in their places."""


def load_awards(data: DataFolder) -> dict[str, Award]:
    columns = ["id", "scenario", "points", "when", "what", "places", "source"]
    rows = by_key(data, "tables/victory_points.csv", columns)
    for id, row in rows.items():
        if id not in AWARDS and not id.startswith("first-entry-"):
            raise row.error(f"nothing counts the award '{id}'{nearest(id, AWARDS)}")
    for id in AWARDS[:2]:                                                       # 4.6.2, 10.1.3b
        if id not in rows:
            raise DataError(f"the row for '{id}' is missing", data.path("tables/victory_points.csv"))
    return {
        id: Award(
            id=id, scenario=row.word("scenario", ("common", "full-battle")),
            points=row.integer("points"), what=row.text("what"), source=row.text("source"),
            when=row.word("when", ("at-once", "combat-phase-end", "turn-end", "end")),
            places=tuple(p.strip() for p in row["places"].split(";") if p.strip()),
        )
        for id, row in rows.items()
    }


def load_reductions(data: DataFolder) -> dict[str, Row]:
    """14.2.1a, 15.1: the steps that each corps has lost at the start."""
    columns = ["corps", "historical", "low", "high", "source"]
    rows = by_key(data, "tables/at_start_reductions.csv", columns)
    for row in rows.values():
        middle = row.integer("historical", 0, 12)
        row.integer("low", 0, middle)
        row.integer("high", middle, 12)
    return rows


class VictoryLevel(msgspec.Struct, frozen=True):
    low: int
    high: int
    level: str
    winner: str


def load_victory_levels(data: DataFolder) -> list[VictoryLevel]:
    levels: list[VictoryLevel] = []
    for row in data.rows("tables/victory_levels.csv", ["low", "high", "level", "winner", "source"]):
        level = VictoryLevel(
            row.integer("low"), row.integer("high"), row.text("level"), row.word("winner", (*SIDES, "draw"))
        )
        if level.high < level.low:
            raise row.error(f"the range {level.low} to {level.high} is upside down")
        if levels and level.low != levels[-1].high + 1:
            raise row.error(f"begins at {level.low}, but the row before ends at {levels[-1].high}")
        levels.append(level)
    if not levels:
        raise DataError("has no rows", data.path("tables/victory_levels.csv"))
    return levels


def load_initiative(data: DataFolder) -> dict[int, tuple[int, int]]:
    ranges: dict[int, tuple[int, int]] = {}
    for row in by_key(data, "tables/initiative.csv", ["turn", "low", "high", "source"]).values():
        low = row.integer("low", 1, 6)
        ranges[row.integer("turn", 7, 14)] = (low, row.integer("high", low, 6))
    for turn in range(7, 15):
        if turn not in ranges:
            raise DataError(f"the row for turn {turn} is missing", data.path("tables/initiative.csv"))
    return ranges


def load_replacements(data: DataFolder) -> dict[tuple[str, int], int]:
    table: dict[tuple[str, int], int] = {}
    for row in by_key(data, "tables/replacements.csv", ["die", *ARMIES, "source"]).values():
        for army in ARMIES:
            table[army, row.integer("die", 1, 6)] = row.integer(army, 0, 6)
    for die in range(1, 7):
        if ("I", die) not in table:
            raise DataError(f"the row for die {die} is missing", data.path("tables/replacements.csv"))
    return table


def scenario_cell(setting: MarneSetting, name: str) -> int:
    """A hex that a scenario file names; DataError with the file where the map has none."""
    try:
        return setting.grid.cell(name)
    except GrognardError as problem:
        line = setting.data.line(f"scenarios/{setting.scenario}.toml", name)
        raise DataError(str(problem), setting.plan_file, line) from None
