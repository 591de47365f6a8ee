"""The form of a scenario file (modules 14 and 15)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Annotated, Literal

import msgspec

from grognard.data import DataFolder
from grognard.games.somme_1916.terms import Nation
from grognard.rules.plans import Part, Reinforcements, Ruled, ScenarioPlan

Turn = Annotated[int, msgspec.Meta(ge=1, le=21)]
Side = Literal["allied", "german"]
Edge = Literal["north", "east", "south", "west"]
Span = tuple[int, int]
"""The first and the last of some rows or of some faces of a die."""


class SetUp(Part, kw_only=True, frozen=True):
    """A unit at the start; its owner chooses the mode of an HQ where that is 'choice' (14.1.1)."""

    id: str
    cell: str
    facing: Edge
    steps: int
    mode: Literal["mobile", "entrenched", "command", "supply", "choice"] = "mobile"
    held: bool = False


class Alternative(Part, kw_only=True, frozen=True):
    """What an option adds to the set-up."""

    option: str
    choice: str
    setup: list[SetUp]


class Pool(Ruled, kw_only=True, frozen=True):
    """12.1: who begins in the Replacement Boxes; 'brigades' and 'battalions' are those that are not on the map."""

    allied: list[str]
    german: list[str]


class GunSetUp(Ruled, kw_only=True, frozen=True):
    """14.2.1: guns that their owners place, in turn by ``order``; at least as many on each bank as it says."""

    nation: Nation
    side: Side
    order: int
    units: list[str]
    rows: Span
    free_of_enemy_zoc: bool = False
    south_of_somme: int = 0
    north_of_somme: int = 0
    suggested: dict[str, str]


class Reinforcement(Reinforcements, kw_only=True, frozen=True):
    """``entry``: 'east-edge', or squares of which the first usable one counts; 'BB4' is any brigade of attack 4."""

    side: Side
    turn: Turn
    free_of_enemy_zoc: bool = False


class IgnoredCall(Ruled, kw_only=True, frozen=True):
    unit: str
    turn: Turn


class Sectors(Ruled, kw_only=True, frozen=True):
    british: Span
    french: Span
    vp: int
    set_up_outside_exempt: bool = False


class LaterSectors(Part, kw_only=True, frozen=True):
    first_turn: Turn
    british_last_row: int


class ForcedExit(Ruled, kw_only=True, frozen=True):
    forced_vp: int
    """To the enemy of a unit that combat forces off the map; it does not come back."""


class GermanExit(Ruled, kw_only=True, frozen=True):
    voluntary_edges: list[Edge]
    voluntary_vp: int
    forced_vp: int
    raid_edges: list[Edge] = []
    raid_vp: int = 0
    north_only_west_of_trench: bool = False
    returns_after: int
    forced_returns_after: int = 0
    """0: as the others."""
    returns_where: Literal["anywhere", "behind-lines", "free-of-allied-zoc"]


class AlliedExit(Ruled, kw_only=True, frozen=True):
    edges: list[Edge]
    units: Literal["infantry", "divisions-and-full-brigades"]
    only_with_marker: str = ""


class Mines(Ruled, kw_only=True, frozen=True):
    markers: int
    rows: Span
    explodes_on: Span


class Release(Ruled, kw_only=True, frozen=True):
    first_turn: Turn
    last_turn: Turn
    released_on: Span


class Cup(Ruled, kw_only=True, frozen=True):
    """15.6.1: how many markers each nation draws."""

    draw: dict[Nation, int]


def tag_of(name: str) -> str:
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "-", name).lower()


class Condition(msgspec.Struct, tag=tag_of, tag_field="kind", forbid_unknown_fields=True, frozen=True, kw_only=True):
    """A condition of victory; its ``kind`` in the file is the name of the class ('hold-and-trace')."""


class TrenchClear(Condition, frozen=True, kw_only=True):
    trench: Side


class Claim(Condition, frozen=True, kw_only=True):
    nation: Nation
    at_least: int
    objectives: list[str]


class Exits(Condition, frozen=True, kw_only=True):
    at_least: int
    british_at_least: int = 0
    exclusive_zoc: bool = False


class HoldAndTrace(Condition, frozen=True, kw_only=True):
    objectives: list[str]
    good_order: bool = False
    trace_to: Edge


class Avoid(Condition, frozen=True, kw_only=True):
    victories: list[str]


class VpLead(Condition, frozen=True, kw_only=True):
    points: int
    heaps: list[Literal["losses", "replacements", "exits"]]


class OccupyTrench(Condition, frozen=True, kw_only=True):
    trench: Side
    at_least: int
    exclude: list[str] = []


class DrawnObjectives(Condition, frozen=True, kw_only=True):
    markers: list[str]


class VpRatio(Condition, frozen=True, kw_only=True):
    ratio: int
    unless_drawn: str


class StrengthAndLead(Condition, frozen=True, kw_only=True):
    points: int
    if_drawn: str


AnyCondition = (
    TrenchClear | Claim | Exits | HoldAndTrace | Avoid | VpLead | OccupyTrench | DrawnObjectives | VpRatio
    | StrengthAndLead
)


class Victory(Ruled, kw_only=True, frozen=True):
    name: str
    side: Side
    need: Literal["all", "any"]
    text: str
    conditions: list[AnyCondition]


class SommePlan(ScenarioPlan, kw_only=True, frozen=True):
    case: str
    first_turn: Turn
    last_turn: Turn
    first_weather: Literal["fair", "roll"]
    first_player: Side
    setup_from: str = ""
    """15.0.1: another scenario whose set-up this one takes."""
    setup: list[SetUp] = []
    alternative: list[Alternative] = []
    pool: Pool
    free_setup: list[GunSetUp] = []
    reinforcement: list[Reinforcement] = []
    ignored_call: list[IgnoredCall] = []
    """15.1: calls for units that have come before."""
    sectors: Sectors | None = None
    sectors_by_turn: list[LaterSectors] = []
    exits: ForcedExit | None = None
    german_exit: GermanExit | None = None
    allied_exit: AlliedExit | None = None
    mines: Mines | None = None
    cavalry_release: Release | None = None
    operations: Ruled | None = None
    """15.5: there are operations and secret objectives, as in the campaign."""
    objectives: Cup = Cup(draw={}, case="", source="none are drawn")
    victory: list[Victory]
    draw: Ruled

    def faults(self, data: DataFolder) -> Iterator[tuple[str, str]]:
        yield from super().faults(data)
        seen: set[str] = set()
        for entry in self.setup:
            if entry.id in seen:
                yield f"{entry.id} is set up twice", entry.id
            seen.add(entry.id)
        named: set[str] = set()
        for victory in self.victory:
            for condition in victory.conditions:
                if isinstance(condition, Avoid) and not named.issuperset(condition.victories):
                    yield f"{victory.name} avoids a victory that does not stand before it", victory.name
            named.add(victory.name)
