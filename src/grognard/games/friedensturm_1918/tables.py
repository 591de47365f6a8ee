"""Units and tables as the game's files have them."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal, get_args

import msgspec
from msgspec import Meta

from grognard.data import DataFolder, Row
from grognard.engine import Unit
from grognard.rules.modifiers import Modifiers
from grognard.rules.reading import Halves, as_record, by_die, by_key, numbers, read_record, records, word
from grognard.rules.results import read_cells
from grognard.rules.tables import ResultsTable, read_results

Kind = Literal["division", "regiment", "tank", "stoss", "corps-artillery", "army-artillery", "hq", "air"]
SYMBOLS = {
    "tank": "armour", "stoss": "infantry", "corps-artillery": "artillery", "army-artillery": "artillery",
    "hq": "hq", "air": "air",
}  # fmt: skip
SIZES = {
    "division": "division", "regiment": "regiment", "tank": "battalion", "stoss": "battalion",
    "corps-artillery": "corps", "army-artillery": "army", "hq": "army", "air": "group",
}  # fmt: skip
ODDS = {"1/2": -1, "1/1": 0, "2/1": 1, "3/1": 2, "4/1": 3, "5/1": 4, "6/1": 5}
"""The columns of the Combat Results Table; below the first the combat is cancelled (12.2.4)."""
TWO_DICE = range(2, 13)


class FriedensturmUnit(Unit, frozen=True, kw_only=True):
    """A counter (2.2); whatever a kind does not have is 0."""

    nation: Literal["french", "british", "american", "italian", "german"]
    kind: Kind
    type: Literal["infantry", "mountain", "marine", "cavalry", ""] = ""
    size: str = ""
    division: str = ""
    """The parent division of a regiment (14.0)."""
    morale: Annotated[int, Meta(ge=0, le=6)] = 0
    plus: bool = False
    """The plus beside the morale (3.0): scenarios raise it."""
    attack: Annotated[int, Meta(ge=0, le=20)] = 0
    defence: Annotated[int, Meta(ge=0, le=25)] = 0
    attack2: Annotated[int, Meta(ge=0, le=20)] = 0
    defence2: Annotated[int, Meta(ge=0, le=25)] = 0
    """The reduced side; the third step of a division fights with it too (6.0)."""
    movement: Annotated[int, Meta(ge=0, le=8)] = 0
    coordination: Annotated[int, Meta(ge=0, le=3)] = 0
    protection: Annotated[int, Meta(ge=0, le=6)] = 0
    """The two ratings of a tank unit (15.4.1)."""
    fire: Annotated[int, Meta(ge=0, le=6)] = 0
    range: Annotated[int, Meta(ge=0, le=9)] = 0
    """Artillery in bombardment mode; corps artillery counter-batteries with the same (15.2.2)."""
    fire2: Annotated[int, Meta(ge=0, le=6)] = 0
    range2: Annotated[int, Meta(ge=0, le=9)] = 0
    """Army artillery in offensive mode."""
    columns: ClassVar[tuple[str, ...]] = ("kind", "nation", "steps")

    @classmethod
    def from_row(cls, row: Row) -> FriedensturmUnit:
        kind = row.word("kind", get_args(Kind))
        arm = row.get("type", "")
        symbol = SYMBOLS.get(kind, "cavalry" if arm == "cavalry" else "infantry")
        return read_record(row, cls, symbol=symbol, size=row.get("size") or SIZES[kind])


class Terrain(msgspec.Struct, frozen=True):
    """A row of the Terrain Effects Chart: movement in half points, combat by 12.2.4."""

    kind: str
    what: Literal["terrain", "feature", "side", "slope", "link"]
    source: str
    mp: Halves = 0
    """To enter a hex of this terrain, or to go along this link."""
    extra: Halves = 0
    """Added for entering or crossing."""
    extra_minor: Halves = 0
    """The same where a minor river is crossed."""
    defence: int = 1
    """The defence strength is multiplied by it."""
    halves_attack: bool = False


class Result(msgspec.Struct, frozen=True):
    """A cell of the Combat Results Table: hit points of both sides, and the asterisk."""

    attacker: Annotated[int, Meta(ge=0, le=12)]
    defender: Annotated[int, Meta(ge=0, le=12)]
    star: bool

    def is_worse_than(self, other: Result) -> bool:
        """For the attacker."""
        return self.attacker > other.attacker or self.defender < other.defender or (self.star and not other.star)

    def __str__(self) -> str:
        return f"A{self.attacker} D{self.defender}{'*' if self.star else ''}"


class Bombardment(msgspec.Struct, frozen=True):
    """A cell of the bombardment table; the diamond costs a step in a fort (15.2.2)."""

    hits: Annotated[int, Meta(ge=0, le=6)]
    diamond: bool

    def is_worse_than(self, other: Bombardment) -> bool:
        return self.hits < other.hits or (other.diamond and not self.diamond)

    def __str__(self) -> str:
        return f"{self.hits}{'♦' if self.diamond else ''}"


class Coordination(msgspec.Struct, frozen=True):
    """What a result of tactical coordination allows (12.2.6)."""

    id: Literal["misunderstood", "none", "partial", "perfect"]
    low: int
    high: int
    retreat: int
    """Hexes that the defender may retreat."""
    retreat_limited: int
    """The same under the Foch doctrine or with a disorganised defender."""
    reaction: int
    """Combat units that the defender may move."""
    exploitation: int
    """Units that the attacker may mark."""
    advance: int
    """Hexes of advance into an eliminated defender's hex and beyond (12.4)."""
    source: str


class Order(msgspec.Struct, frozen=True):
    """A misunderstood order (12.2.6)."""

    role: Literal["attacker", "defender"]
    die: Annotated[int, Meta(ge=1, le=6)]
    id: str
    name: str
    what: str
    source: str


class Disengagement(msgspec.Struct, frozen=True):
    """A result of disengagement (13.0)."""

    die: int
    code: str
    least: int
    most: int
    step: bool
    """The unit whose morale was used loses a step."""
    by_enemy: bool
    """The other player chooses the path, and the stack is disorganised."""
    source: str


class Mission(msgspec.Struct, frozen=True):
    """What an air unit can do (17.0)."""

    id: str
    name: str
    target: Literal["enemy-hex", "own-hex", "any-hex", "enemy-air", "hq"]
    overcast: bool
    what: str
    source: str


class Turn(msgspec.Struct, frozen=True):
    """A space of the turn track."""

    turn: int
    dates: str
    source: str


class FriedensturmTables:
    """All tables, read once for a setting."""

    def __init__(self, data: DataFolder) -> None:
        self.terrain: dict[str, Terrain] = by_key(data, "tables/terrain.csv", Terrain, "kind", needs=TERRAIN)
        self.limits: dict[str, int] = numbers(data, "tables/limits.csv", {"id": word}, "value", -9, 99, LIMITS)
        self.stacking = numbers(data, "tables/stacking.csv", {"id": word}, "points", 0, 4, STACKING)
        """4.0: what counts for how much of the limit."""
        self.hits = numbers(data, "tables/hit_points.csv", {"id": word}, "hits", 1, 9, HITS)
        """12.2.8: hit points for a step, or for disorganising a unit."""
        self.crt: ResultsTable[Result] = read_cells(data, "tables/crt.csv", ODDS, "odds", TWO_DICE, as_record(Result))
        self.bombardment: ResultsTable[Bombardment] = read_results(
            data, "tables/bombardment.csv", "strength", range(1, 7), "die", range(8), as_record(Bombardment)
        )
        self.shifts = Modifiers(data, "tables/shifts.csv", "12.2.4", SHIFTS)
        self.bombardment_drm = Modifiers(data, "tables/bombardment_modifiers.csv", "15.2.2", BOMBARDMENT)
        self.attack_drm = Modifiers(data, "tables/coordination_attacker.csv", "12.2.6", ATTACKER)
        self.defence_drm = Modifiers(data, "tables/coordination_defender.csv", "12.2.6", DEFENDER)
        self.pontoon_drm = Modifiers(data, "tables/pontoon_modifiers.csv", "11.2.4", PONTOONS)
        self.bridge_drm = Modifiers(data, "tables/bridge_modifiers.csv", "11.2.5", BRIDGES)
        self.disengagement_drm = Modifiers(data, "tables/disengagement_modifiers.csv", "13.0", DISENGAGEMENT)
        self.disengagement: dict[int, Disengagement] = by_key(
            data, "tables/disengagement.csv", Disengagement, "die", needs=range(8)
        )
        self.coordination: dict[str, Coordination] = by_key(
            data, "tables/coordination.csv", Coordination, needs=("misunderstood", "none", "partial", "perfect")
        )
        self.orders: dict[tuple[str, int], Order] = {
            (order.role, order.die): order for order in records(data, "tables/orders.csv", Order)
        }
        self.weather = by_die(
            data, "tables/weather.csv", "total", "weather", ("fair", "fog", "overcast"), TWO_DICE
        )
        self.missions: dict[str, Mission] = by_key(data, "tables/air_missions.csv", Mission, needs=MISSIONS)
        self.turns: dict[int, Turn] = by_key(data, "tables/turn_track.csv", Turn, "turn", needs=range(1, 20))


TERRAIN = (
    "clear", "woods", "village", "town", "craters", "trench-allied", "trench-german", "fort", "slope",
    "minor-river", "major-river", "bridge", "rail-bridge", "pontoon", "road", "rail",
)  # fmt: skip
LIMITS = (
    "stacking", "command-range", "attack-morale", "elite-morale", "forced-march", "forced-march-distance",
    "exploitation-divisor", "disorganised-divisor", "reserve-bonus", "reserve-german", "reserve-allied",
    "reserve-cavalry", "pontoons", "pontoon-attempts", "pontoon-success", "pontoon-allied-distance", "bridge-success",
    "bridge-enemy", "fog-hits", "foch-hits", "retreat-hits", "orders-hits", "cancelled-steps", "zone-retreat-steps",
    "interdiction-steps", "retreat-disorganises", "reaction-range", "reaction-divisor", "strip-range",
    "army-counts-as", "offensive-attacks", "offensive-defences", "normal-combats", "offensive-move-road",
    "german-tank-hits", "air-range", "air-under", "sequences", "offensive-sequences", "concentric",
)  # fmt: skip
STACKING = ("division", "reduced-division", "regiment", "tank", "support")
HITS = ("regiment", "division", "american-regiment", "american-division", "stoss", "disorganise")
SHIFTS = (
    "woods", "village", "fort", "minor-river", "stoss", "morale", "unsupplied", "foch", "offensive", "concentric",
    "tank",
)  # fmt: skip
BOMBARDMENT = ("bruchmuller", "trench", "town", "petain")
ATTACKER = (
    "stoss", "elite", "friendly-air", "enemy-air", "nations", "offensive", "foch", "petain", "morale-3", "morale-2",
)  # fmt: skip
DEFENDER = (
    "trench", "elite", "friendly-air", "enemy-air", "disorganised", "bruchmuller", "foch", "nations",
)  # fmt: skip
PONTOONS = ("allied-near", "marne", "far-bank", "minor-river")
BRIDGES = ("aisne-turn-1", "enemy-zone", "marne")
DISENGAGEMENT = (
    "morale-2", "morale-3", "morale-5", "morale-6", "trench", "town", "surrounded", "disorganised",
)  # fmt: skip
MISSIONS = ("observation", "support", "interdiction", "interception", "rebase")
