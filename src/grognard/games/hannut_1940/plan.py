"""The form of the scenario file."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal

import msgspec

from grognard.data import DataFolder
from grognard.rules.plans import Ruled, ScenarioPlan, named_twice

GameTurn = Annotated[int, msgspec.Meta(ge=1, le=15)]
Side = Literal["german", "french"]
Count = Annotated[int, msgspec.Meta(ge=0, le=99)]
Face = Annotated[int, msgspec.Meta(ge=0, le=9)]
"""Of the ten-sided die (2.0)."""


class Placed(Ruled, kw_only=True, frozen=True):
    """A unit of the suggested French deployment."""

    id: str
    cell: str


class Area(Ruled, kw_only=True, frozen=True):
    """19.2: where a division is set up."""

    side: Side
    division: str
    region: str


class Division(Ruled, kw_only=True, frozen=True):
    """A division, or the corps' own units (9.3)."""

    id: str
    side: Side
    name: str
    hq: str
    """The unit; the one of the 1st Motorized Division never enters the map (19.6)."""
    hq_off_map: bool = False
    bp: Count
    """Barrage points at its first Command Phase or arrival (19.1, 19.6)."""
    kind: Literal["panzer", "dlm", "infantry"]
    """15.1c: road hexes count half for panzer divisions and light mechanized divisions."""
    exploits: bool = True
    """6.4: not the 3rd DLM."""
    two_hex_pa: bool = True
    """6.3: of the French, only the 2nd DLM."""
    limit: str = ""
    """19.6: the region that its units never leave."""
    mobile_days: Count = 0
    """19.1: its HQ must be mobile until the end of this day."""


class Arrival(Ruled, kw_only=True, frozen=True):
    """Reinforcements (18.1, 19.6)."""

    side: Side
    turn: GameTurn
    division: str
    units: list[str]
    region: str
    corps_units: Count = 0
    """19.6: how many independent units may come with it."""
    bp: Count = 0
    """Barrage points that come with these units and not with the division's first."""
    rested: bool = False
    """19.6: no fatigue for moving in the night of arrival."""


class CorpsPoints(Ruled, kw_only=True, frozen=True):
    """Barrage points added to a side's corps (19.1, 19.6); usable in the next Command Phase."""

    side: Side
    turn: GameTurn
    points: Count


class Split(Ruled, kw_only=True, frozen=True):
    """19.1: the French corps points that are assigned already, until the turn given."""

    division: str
    points: Count
    until: GameTurn


class Chits(Ruled, kw_only=True, frozen=True):
    """19.5: night chits."""

    side: Side
    real: Count
    dummy: Count
    set_aside: Count


class Replacements(Ruled, kw_only=True, frozen=True):
    """19.7: steps for each night without a real chit."""

    side: Side
    afv: Count
    infantry: Count


class Withdrawal(Ruled, kw_only=True, frozen=True):
    """19.6: faces of the die on which light mechanized divisions leave."""

    turn: GameTurn
    none_gone: list[Face]
    one_gone: list[Face]
    both: bool = False
    """With none gone, both leave."""
    forced: bool = False


class Supply(Ruled, kw_only=True, frozen=True):
    """15.1, 19.3: supply sources and the turns in which they work."""

    side: Side
    region: str
    first_turn: GameTurn
    last_turn: GameTurn


class LowFuel(Ruled, kw_only=True, frozen=True):
    """19.8."""

    first_turn: GameTurn
    divisions: list[str]
    """One of these keeps its full MA."""


class SuddenDeath(Ruled, kw_only=True, frozen=True):
    """19.10: hexes for the German side; a road, the ground beyond it and the first turn for the French."""

    german: str
    road: str
    beyond: str
    first_french_turn: GameTurn


class HannutPlan(ScenarioPlan, kw_only=True, frozen=True):
    case: str
    first_turn: GameTurn
    last_turn: GameTurn
    first_player: Side
    setup: list[Placed]
    area: list[Area]
    division: list[Division]
    corps_units: list[str]
    """9.3.1: units with a white square."""
    reinforcement: list[Arrival]
    corps_bp: list[CorpsPoints]
    first_split: list[Split]
    chits: list[Chits]
    replacements: list[Replacements]
    withdrawing: list[str]
    withdrawal: list[Withdrawal]
    supply: list[Supply]
    low_fuel: LowFuel
    sudden_death: SuddenDeath

    def faults(self, data: DataFolder) -> Iterator[tuple[str, str]]:
        yield from super().faults(data)
        arriving = [uid for order in self.reinforcement for uid in order.units]
        yield from named_twice([*(entry.id for entry in self.setup), *arriving, *self.corps_units])
        known = [division.id for division in self.division]
        for name in sorted({id for id in known if known.count(id) > 1}):
            yield f"division {name} is there twice", name
        named = [area.division for area in self.area] + [order.division for order in self.reinforcement]
        named += [split.division for split in self.first_split] + self.withdrawing + self.low_fuel.divisions
        for name in named:
            if name not in known:
                yield f"there is no division '{name}'", name
