"""The form of the scenario file."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal

import msgspec

from grognard.data import DataFolder
from grognard.rules.plans import Part, Reinforcements, Ruled, ScenarioPlan, named_twice

Side = Literal["entente", "german"]


class Placed(Part, kw_only=True, frozen=True):
    """A unit of the printed deployment."""

    id: str
    cell: str
    losses: int = 0
    disruption: Annotated[int, msgspec.Meta(ge=0, le=3)] = 0
    order: Literal["none", "prepare"] = "none"
    tank: str = ""
    artillery: bool = True


class Area(Ruled, kw_only=True, frozen=True):
    """3.1: where the units of a formation may be set up."""

    side: Side
    units: list[str]
    regions: list[str]
    rule: Literal["front-alone", "in-contact", "off-front", "near-own-front-regiment", "any"]


class TankBox(Ruled, kw_only=True, frozen=True):
    groups: list[str]


class Pool(Ruled, kw_only=True, frozen=True):
    """What waits beside the map: remnants, and the regiments of these divisions (14.0)."""

    remnants: str
    regiments: list[str]


class Reinforcement(Reinforcements, kw_only=True, frozen=True):
    side: Side
    entry: Literal["edge-east", "edge-west", "tank-box"]
    suggested: list[str] = []


class SoissonsPlan(ScenarioPlan, kw_only=True, frozen=True):
    case: str
    last_german_turn: int
    first_player: Side
    setup_order: list[Side]
    surprise_turn: int
    setup: list[Placed]
    area: list[Area]
    tank_box: TankBox
    pool: Pool
    reinforcement: list[Reinforcement]

    def faults(self, data: DataFolder) -> Iterator[tuple[str, str]]:
        yield from super().faults(data)
        arriving = [uid for order in self.reinforcement for uid in order.units]
        yield from named_twice([*(entry.id for entry in self.setup), *arriving])
        for entry in self.setup:
            if entry.tank and entry.tank not in self.tank_box.groups:
                yield f"{entry.id} has the tank group {entry.tank}, which is not in the box at the start", entry.tank
