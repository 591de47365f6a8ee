"""The form of the scenario files."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Annotated, Literal

import msgspec

from grognard.data import DataFolder, nearest
from grognard.rules.plans import Part, Ruled, ScenarioPlan, named_twice
from grognard.rules.victory import VictoryLevel

Side = Literal["allied", "german"]
Nation = Literal["french", "british", "american", "italian", "german"]
DoctrineName = Literal["foch", "evolving", "petain"]
WeatherName = Literal["fair", "fog", "overcast"]
Entry = Literal["edge", "hex", "region", "hq", "hq-adjacent"]
"""11.1.5: over an edge at the cost of the first hex, onto one of some hexes, anywhere in a region away from the
enemy, with a headquarters, or with it or beside it."""
TurnNumber = Annotated[int, msgspec.Meta(ge=1, le=19)]
Sequence = Annotated[int, msgspec.Meta(ge=1, le=3)]


class TurnPlan(Ruled, kw_only=True, frozen=True):
    """What the scenario fixes for one turn."""

    number: TurnNumber
    initiative: Side
    offensive: bool = False
    """Declared by the player with the initiative, always (8.0, ruling Q99)."""
    bonus: list[int] = msgspec.field(default_factory=lambda: [0, 0, 0])
    """The offensive modifier by operational sequence."""
    guns: Annotated[int, msgspec.Meta(ge=0, le=2)] = 0
    """Army artillery units that go to offensive mode, at most."""
    bruchmuller: bool = False
    weather: dict[str, WeatherName] = {}
    """Fixed weather by operational sequence; otherwise it is rolled for (10.0)."""
    frozen: str = ""
    """The region in which nothing moves on this turn."""
    us_morale: Annotated[int, msgspec.Meta(ge=0, le=2)] = 0
    """Added to every morale that is printed with a plus."""


class Doctrine(Ruled, kw_only=True, frozen=True):
    nation: Nation
    doctrine: DoctrineName
    origin: Literal["any", "start", "reinforcement"] = "any"


class Placed(Part, kw_only=True, frozen=True):
    """A line of the printed set-up."""

    units: Annotated[list[str], msgspec.Meta(min_length=1)]
    cell: str
    spread: bool = False
    """The owner may also use the six hexes around (Scenario 4, 21.20)."""


class Free(Ruled, kw_only=True, frozen=True):
    """Units that their owner sets up where he likes, within a rule."""

    side: Side
    units: Annotated[list[str], msgspec.Meta(min_length=1)]
    rule: Literal["elite-regiments"]


class Window(msgspec.Struct, kw_only=True, frozen=True, forbid_unknown_fields=True):
    """When and where units may come in."""

    turn: TurnNumber
    sequence: Sequence
    entry: Entry
    regions: list[str] = []
    """For edge, hex and region: the map's regions, any hex of any of them."""
    hqs: list[str] = []
    """For hq and hq-adjacent: whose; empty for any friendly one."""
    otherwise: str = ""
    """The region where they come in instead if the enemy bars every hex (rulings Q37, Q38)."""


class Reinforcement(Ruled, kw_only=True, frozen=True):
    """Units that arrive together; with several windows their owner picks one for each unit (ruling Q30)."""

    side: Side
    units: Annotated[list[str], msgspec.Meta(min_length=1)]
    windows: Annotated[list[Window], msgspec.Meta(min_length=1)]
    roll: int = 0
    """They come once a die plus the Allied victory points reaches this; 0: they come anyway."""


class Objective(Ruled, kw_only=True, frozen=True):
    """A victory hex, or several of which one is enough."""

    name: str
    cells: Annotated[list[str], msgspec.Meta(min_length=1)]
    points: Annotated[int, msgspec.Meta(ge=1, le=20)]
    side: Side
    """Who earns the points."""
    held: Side
    """Who controls it at the start (ruling Q35)."""


class Decisive(Ruled, kw_only=True, frozen=True):
    """What decides the scenario whatever the points are."""

    rule: Literal["controls", "controls-or-encircles", "encircles-divisions"]
    winner: Side
    level: str
    cells: list[str] = []
    number: int = 0


class FriedensturmPlan(ScenarioPlan, kw_only=True, frozen=True):
    case: str
    area: str
    """The region in which the scenario is played."""
    outside: list[str] = []
    """Hexes beyond the area on which units stand all the same (Reims in Scenario 2)."""
    supply_allied: str
    supply_german: str
    """The regions of each side's sources (9.1, ruling Q28)."""
    german_tanks: int = 0
    """Tank events of the German player (15.4.2)."""
    immune: list[str] = []
    """Units that are never attacked nor eliminated."""
    turn: list[TurnPlan]
    doctrine: list[Doctrine]
    setup: list[Placed]
    free: list[Free] = []
    reinforcement: list[Reinforcement]
    objective: list[Objective]
    level: list[VictoryLevel]
    decisive: list[Decisive] = []

    def faults(self, data: DataFolder) -> Iterator[tuple[str, str]]:
        yield from super().faults(data)
        yield from named_twice(self.everybody())
        kinds = {row["id"]: row["kind"] for row in data.rows("units.csv", ["id", "kind"])}
        for uid in [uid for uid in self.everybody() if uid not in kinds]:
            yield f"there is no unit '{uid}'{nearest(uid, kinds)}", uid
        for placed in self.setup:
            yield from company_faults(placed, Counter(kinds.get(uid, "") for uid in placed.units))
        numbers = [turn.number for turn in self.turn]
        if numbers != list(range(self.first_turn, self.last_turn + 1)):
            yield f"the turns are {numbers}, not {self.first_turn} to {self.last_turn}", "[[turn]]"
        for turn in self.turn:
            yield from turn_faults(turn)
        for order in self.reinforcement:
            for window in order.windows:
                yield from self.window_faults(order, window)
        for before, level in zip([None, *self.level], self.level, strict=False):
            if level.fault(before):
                yield f"level '{level.level}': {level.fault(before)}", level.level
            if level.winner not in ("allied", "german", "draw"):
                yield f"'{level.winner}' cannot win", level.level

    def everybody(self) -> Iterator[str]:
        """Every unit of the scenario, as often as it is named."""
        for placed in self.setup:
            yield from placed.units
        for free in self.free:
            yield from free.units
        for order in self.reinforcement:
            yield from order.units

    def window_faults(self, order: Reinforcement, window: Window) -> Iterator[tuple[str, str]]:
        who = ", ".join(order.units)
        turn = next((turn for turn in self.turn if turn.number == window.turn), None)
        if turn is None:
            yield f"{who} would arrive in turn {window.turn}, which the scenario does not have", order.units[0]
        elif window.sequence > 1 and not turn.offensive:
            yield f"{who} would arrive in a sequence that turn {window.turn} does not have (7.0)", order.units[0]
        by_hq = window.entry in ("hq", "hq-adjacent")
        if (by_hq and window.regions) or (not by_hq and (window.hqs or not window.regions)):
            yield f"{who}: entry '{window.entry}' needs {'no regions' if by_hq else 'regions only'}", order.units[0]


def company_faults(placed: Placed, kinds: Counter[str]) -> Iterator[tuple[str, str]]:
    """Who never stands without somebody else."""
    if kinds["stoss"] > kinds["regiment"]:
        yield f"the Stosstruppen in {placed.cell} need a regiment each (11.3.2)", f'"{placed.cell}"'
    if kinds["air"] and not kinds["hq"]:
        yield f"the air units in {placed.cell} need a headquarters (17.1)", f'"{placed.cell}"'


def turn_faults(turn: TurnPlan) -> Iterator[tuple[str, str]]:
    """8.0: an offensive has three bonuses and one or two army guns; a turn without has neither."""
    where = f"number = {turn.number}"
    if len(turn.bonus) != 3 or any(not 0 <= bonus <= 3 for bonus in turn.bonus):
        yield f"turn {turn.number} should have three bonuses from 0 to 3 (12.2.6)", where
    if turn.offensive != (turn.guns > 0):
        yield f"turn {turn.number}: an offensive has one or two army artillery units, other turns none (8.0)", where
    if not turn.offensive and (any(turn.bonus) or turn.bruchmuller):
        yield f"turn {turn.number} has a bonus without an offensive (8.0)", where
    if not set(turn.weather) <= ({"1", "2", "3"} if turn.offensive else {"1"}):
        yield f"turn {turn.number} fixes the weather of a sequence that it does not have (7.0)", where
