"""What Skirmish is made of: units, scenario, state and tables, as its files have them."""

from __future__ import annotations

from typing import Annotated

import msgspec

from grognard.engine import Cell, Flag, PerUnit, State, Unit
from grognard.rules.plans import ScenarioPlan

LOST = -1
RESULTS = ("A1", "-", "DR", "D1")
"""A step of the attacker, nothing, the defender retreats, a step of the defender."""


class SkirmishUnit(Unit, kw_only=True, frozen=True):
    attack: int
    defence: int
    movement: int


class SkirmishPlan(ScenarioPlan, kw_only=True, frozen=True):
    setup: dict[str, str]


class Terrain(msgspec.Struct, frozen=True):
    """A row of tables/terrain.csv."""

    kind: str
    mp: Annotated[int, msgspec.Meta(ge=1)]
    shift: int
    source: str


class SkirmishState(State, kw_only=True):
    moved: PerUnit[Flag] = []
    attacked: PerUnit[Flag] = []
    holder: dict[Cell, str] = {}
    """Who was last on each objective (4.1)."""
