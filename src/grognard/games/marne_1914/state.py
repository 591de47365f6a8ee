"""What changes during a match of the First Battle of the Marne, and the plainest questions about it."""

from __future__ import annotations

import msgspec

from grognard.engine import Cell, PerUnit, State, UnitNumber
from grognard.games.marne_1914.setting import CP, ENTENTE, MarneSetting
from grognard.rules.layers import MapPosition

OFF_MAP, CADRE = -1, -2
"""The boxes beside the map: not yet arrived, and the Cadre Box of the order of battle chart."""


class MarneState(State, kw_only=True):
    """Flat, so that copying is a handful of slices. Movement points are counted in halves."""

    disrupted: PerUnit[int] = msgspec.field(default_factory=list)
    army: PerUnit[str] = msgspec.field(default_factory=list)
    corps: PerUnit[str] = msgspec.field(default_factory=list)
    taxi: PerUnit[int] = msgspec.field(default_factory=list)
    """12.2.1: 1 with a taxi marker that may still be used, 2 after the ride."""
    due: PerUnit[int] = msgspec.field(default_factory=list)
    """The turn in which a unit off the map may enter; 0 for none."""
    delayed: PerUnit[int] = msgspec.field(default_factory=list)
    """7.0.2: 1 if its entry hex was blocked once, so that it may enter beside it."""
    out_of_supply: PerUnit[int] = msgspec.field(default_factory=list)
    """10.1.1: as found at the start of the unit's movement."""
    origin: PerUnit[Cell] = msgspec.field(default_factory=list)
    moved: PerUnit[int] = msgspec.field(default_factory=list)
    """0 not yet, 1 moved, 2 moved again to mend what the phase may not end with."""
    attacked: PerUnit[int] = msgspec.field(default_factory=list)
    recovered: PerUnit[int] = msgspec.field(default_factory=list)
    """1 if it gained a step (11.1.3b) or gave one (11.1.4b) in this segment."""
    initiative: str = "cp"
    vp: int = 0
    awards: list[tuple[int, str, str]] = msgspec.field(default_factory=list)
    """Each change of the victory points: how many, by which case, for what."""
    markers: dict[str, int] = msgspec.field(default_factory=dict)
    """The column of each army boundary marker on the map."""
    shifted: list[str] = msgspec.field(default_factory=list)
    moving: UnitNumber = -1
    """The unit that may still go on with its move, how (6.1, 6.2) and with how many half points."""
    mode: str = ""
    left: int = 0
    entered: list[tuple[UnitNumber, Cell]] = msgspec.field(default_factory=list)
    """Places entered in this Movement Segment; control changes at its end (13.0.3)."""
    control: dict[Cell, str] = msgspec.field(default_factory=dict)
    """Who controls each town, each hex of Paris and each road off the map (10.1.2, 13.0.3)."""
    garrisons: list[Cell] = msgspec.field(default_factory=list)
    """The hexes of Paris whose garrison is not destroyed (12.1)."""
    visited: list[Cell] = msgspec.field(default_factory=list)
    """Towns that the Central Powers have entered at least once."""
    british_south_turn: int = 0
    """10.1.3b: the turn in which the point for British supply from the south was given last."""
    entries: dict[Cell, int] = msgspec.field(default_factory=dict)
    """7.0.3: how many units have entered by each hex in this segment."""
    arrived: list[UnitNumber] = msgspec.field(default_factory=list)
    pool: dict[str, int] = msgspec.field(default_factory=dict)
    """11.1.3a: the replacement steps of each army that are left in this segment."""
    tried: list[str] = msgspec.field(default_factory=list)
    """11.2.1: the corps that have rolled for a unit in the Cadre Box in this segment."""
    target: Cell = -1
    declared: list[tuple[UnitNumber, ...]] = msgspec.field(default_factory=list)
    """8.1.3: the attacks declared against the target, each by one unit or one group."""
    targets: list[Cell] = msgspec.field(default_factory=list)
    """The hexes already attacked in this Combat Phase."""


class Marne(MapPosition):
    """A position of the game: the state with the questions that all modules ask."""

    __slots__ = ("infantry_cells", "map_cache")

    setting: MarneSetting
    state: MarneState
    infantry_cells: list[int]
    """For each side the set of hexes with infantry: a layer like those of `MapPosition`."""
    map_cache: dict[str, object]
    """What supply has found out since the last unit moved."""

    def rebuild(self) -> None:
        self.infantry_cells = [0, 0]
        super().rebuild()
        for cell in self.state.garrisons:
            self.close(CP, cell)
        self.map_cache = {}

    def copy_layers(self, new: Marne) -> None:
        super().copy_layers(new)
        new.infantry_cells = self.infantry_cells[:]
        new.map_cache = {}

    def layers(self) -> tuple[object, ...]:
        return *super().layers(), self.infantry_cells

    def side_number(self, unit: int) -> int:
        return self.setting.side[unit]

    def place(self, unit: int, cell: int) -> None:
        super().place(unit, cell)
        if self.map_cache:
            self.map_cache = {}

    def _add(self, unit: int, cell: int) -> None:
        super()._add(unit, cell)
        if self.setting.infantry[unit]:
            self.infantry_cells[self.setting.side[unit]] |= 1 << cell

    def _remove(self, unit: int, cell: int) -> None:
        super()._remove(unit, cell)
        infantry, side = self.setting.infantry, self.setting.side
        left = self.stack[cell]
        if infantry[unit] and not (left and any(infantry[u] and side[u] == side[unit] for u in left)):
            self.infantry_cells[side[unit]] &= ~(1 << cell)

    @property
    def phasing(self) -> int:
        return CP if self.state.phasing == "cp" else ENTENTE

    def on_map(self, side: int) -> list[int]:
        loc = self.state.loc
        return [u for u in self.setting.units_of[side] if loc[u] >= 0]

    def held(self, side: int) -> int:
        """The set of hexes where a side has units: what bars the other one, but for garrisons that are alone (12.1)."""
        cells = self.closed_cells[1 - side]
        if side == ENTENTE:
            for cell in self.state.garrisons:
                if not self.stack[cell]:
                    cells &= ~(1 << cell)
        return cells

    def in_enemy_zone(self, unit: int) -> bool:
        """Section 4.2: zones of control are exerted at all times (4.2.1), friendly ones notwithstanding (4.2.5)."""
        return self.zones[1 - self.setting.side[unit]][self.state.loc[unit]] > 0

    def attack_factor(self, unit: int) -> int:
        return self.setting.af[unit][self.state.steps[unit]]

    def defence_factor(self, unit: int) -> int:
        return self.setting.df[unit][self.state.steps[unit]]

    def name(self, unit: int) -> str:
        return self.setting.unit_ids[unit]

    def side_name(self, side: int) -> str:
        return "cp" if side == CP else "entente"

    def award(self, points: int, case: str, what: str) -> None:
        """Victory points belong to the Central Powers (13.0.1)."""
        self.state.vp += points
        self.state.awards.append((points, case, what))
        self.note("award", case, points=points, what=what, total=self.state.vp)

    def lose_steps(self, unit: int, number: int, case: str) -> None:
        """4.3.3-4.3.6 and 8.4.7: step by step down the counters, then into the Cadre Box."""
        state = self.state
        lost = min(number, state.steps[unit])
        state.steps[unit] -= lost
        self.note("loss", case, "4.3.3", unit=unit, steps=lost, left=state.steps[unit])
        if state.steps[unit] == 0:
            self.place(unit, CADRE)
            state.disrupted[unit] = 0
            self.note("cadre", "8.4.7", unit=unit)

    def disrupt(self, unit: int, case: str) -> None:
        """9.1.4: a second disruption adds nothing."""
        if not self.state.disrupted[unit] and self.state.loc[unit] >= 0:
            self.state.disrupted[unit] = 1
            self.note("disrupted", case, unit=unit)
