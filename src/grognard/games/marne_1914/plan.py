"""The form of a scenario file (module 14)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal

import msgspec

from grognard.data import DataFolder, nearest
from grognard.rules.options import load_options
from grognard.rules.plans import Part, Reinforcements, Ruled, ScenarioPlan

Turn = Annotated[int, msgspec.Meta(ge=1, le=14)]
Side = Literal["cp", "entente"]


class Corps(Ruled, kw_only=True, frozen=True):
    """A corps at the start: where each unit stands and how many steps it has left."""

    corps: str
    cells: list[str]
    losses: int
    units: dict[str, str]
    steps: dict[str, int]
    cadre: list[str] = []


class Reinforcement(Reinforcements, kw_only=True, frozen=True):
    turn: Turn
    alternate: str = ""
    army: str = ""
    taxis: bool = False
    south_of_front: bool = False


class Alternative(Part, kw_only=True, frozen=True):
    """What an option changes in the scenario."""

    option: str
    choice: str
    corps: str = ""
    units: dict[str, str] = {}
    full_strength_attacks: list[str] = []


class Area(Ruled, kw_only=True, frozen=True):
    corps: str
    region: str
    cells: list[str]


class LaterMarker(Ruled, kw_only=True, frozen=True):
    name: str
    turn: Turn
    suggested: str


class Front(Ruled, kw_only=True, frozen=True):
    cells: list[str]


class Attackers(Ruled, kw_only=True, frozen=True):
    corps: list[str]


class MarnePlan(ScenarioPlan, kw_only=True, frozen=True):
    case: str
    first_turn: Turn
    last_turn: Turn
    start_vp: int
    initiative: Side
    setup_order: list[Side]
    control: Literal["front-line", "entente"]
    cp_distance: int = 0
    front: Front | None = None
    full_strength_attacks: Attackers
    markers: dict[str, str]
    later_marker: list[LaterMarker] = []
    setup: list[Corps]
    reinforcement: list[Reinforcement] = []
    alternative: list[Alternative] = []
    area: list[Area] = []

    def faults(self, data: DataFolder) -> Iterator[tuple[str, str]]:
        yield from super().faults(data)
        seen: dict[str, str] = {}
        for entry in self.setup:
            for uid in set(entry.units) ^ set(entry.steps):
                yield f"{entry.corps}: {uid} should be both in 'units' and in 'steps'", uid
            for uid in (*entry.units, *entry.cadre):
                if uid in seen:
                    yield f"{uid} is set up twice, in {seen[uid]} and in {entry.corps}", uid
                seen[uid] = entry.corps
        options = {option.name: option for option in load_options(data)}
        for other in self.alternative:
            if other.option not in options:
                yield f"there is no option '{other.option}'{nearest(other.option, options)}", other.option
            elif other.choice not in options[other.option].choices:
                yield f"option '{other.option}' has no choice '{other.choice}'", other.choice
