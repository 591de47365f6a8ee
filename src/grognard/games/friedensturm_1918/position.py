"""A position of Friedensturm 1918: the plainest questions about it."""

from __future__ import annotations

from collections.abc import Iterable

from grognard.engine.facts import derived
from grognard.games.friedensturm_1918.plan import TurnPlan
from grognard.games.friedensturm_1918.setting import LOST, FriedensturmSetting
from grognard.games.friedensturm_1918.state import Disorder, FriedensturmState, Marker, Mission
from grognard.rules.masks import mask
from grognard.rules.riders import RidingPosition


class Friedensturm(RidingPosition[FriedensturmSetting, FriedensturmState]):
    """5.0: regiments and divisions exert zones of control; tanks and support units do not.

    Air units are over the map, not on it: they are in no stack and bar nobody's way (17.1).
    """

    def fights(self, unit: int) -> bool:
        return self.setting.infantry[unit]

    def rides(self, unit: int) -> bool:
        return self.setting.is_stoss[unit]

    def carried(self) -> list[int]:
        return self.state.stoss                                                 # 11.3.2: under its regiment

    def _add(self, unit: int, cell: int) -> None:
        if not self.setting.air[unit]:
            super()._add(unit, cell)

    def _remove(self, unit: int, cell: int) -> None:
        if not self.setting.air[unit]:
            super()._remove(unit, cell)

    def place(self, unit: int, cell: int) -> None:
        super().place(unit, cell)
        if cell >= 0 and self.setting.combat[unit]:
            self.take(cell, self.setting.side[unit])

    def take(self, cell: int, side: int) -> None:
        """16.0: who entered a victory hex last with a combat unit controls it."""
        if self.setting.prizes >> cell & 1 and self.state.held.get(cell) != side:
            self.state.held[cell] = side
            self.note("control", "16.0", cell=cell, side=self.side_name(side))

    # -- time --

    @property
    def turn_plan(self) -> TurnPlan:
        """What the scenario says of this turn; a study may stand outside of it."""
        turns = self.setting.turns
        return turns[max(min(turns), min(max(turns), self.state.turn))]

    @property
    def initiative(self) -> int:
        return self.setting.sides.index(self.state.initiative or self.turn_plan.initiative)

    @property
    def is_fog(self) -> bool:
        """10.0: morning fog lies over the initiative player's phases only."""
        return self.state.weather == "fog" and self.phasing == self.initiative

    # -- units --

    def combat_at(self, cell: int) -> list[int]:
        combat = self.setting.combat
        return [u for u in self.stack[cell] if combat[u]]

    def at_full_strength(self, unit: int) -> bool:
        return self.state.steps[unit] == self.setting.whole[unit]

    def attack(self, unit: int) -> int:
        u = self.setting.units[unit]
        return u.attack if self.at_full_strength(unit) else u.attack2

    def defence(self, unit: int) -> int:
        u = self.setting.units[unit]
        return u.defence if self.at_full_strength(unit) else u.defence2

    def is_disorganised(self, unit: int) -> bool:
        """12.5: disorganised or reorganising, it is the same."""
        return self.state.disorder[unit] != Disorder.NONE

    def morale(self, unit: int) -> int:
        """3.0: American morale goes up by scenario and turn."""
        u = self.setting.units[unit]
        return u.morale + (self.turn_plan.us_morale if u.plus else 0)

    def lead_morale(self, unit: int) -> int:
        """12.2.3; a tank alone has its protection for morale (15.4.1)."""
        return self.setting.units[unit].protection if self.setting.tank[unit] else self.morale(unit)

    def is_elite(self, unit: int) -> bool:
        """3.0: a regiment with a morale of 5 or 6."""
        return self.setting.regiment[unit] and self.morale(unit) >= self.setting.limits["elite-morale"]

    def doctrine(self, unit: int) -> str:
        """Scenarios: by nation, and in one scenario by whether a unit began on the map."""
        return self.setting.doctrines[self.setting.units[unit].nation, bool(self.state.late[unit])]

    def stacked(self, units: Iterable[int]) -> int:
        """4.0: what units count for stacking; support units count for nothing."""
        setting, steps = self.setting, self.state.steps
        whole, fresh, worn = setting.whole, setting.fresh_points, setting.worn_points
        return sum([fresh[u] if steps[u] == whole[u] else worn[u] for u in units])

    def fire_range(self, gun: int) -> int:
        u = self.setting.units[gun]
        return u.range2 if self.state.offensive[gun] else u.range

    def guns(self, side: int) -> list[int]:
        return self.living(self.setting.guns_of[side])

    def headquarters(self, side: int) -> list[int]:
        return self.living(self.setting.hqs_of[side])

    def tanks_last(self, units: Iterable[int]) -> list[int]:
        """15.4.1: those of some units that are left, without tanks as long as there are others."""
        alive = self.living(units)
        return [u for u in alive if not self.setting.tank[u]] or alive

    def with_marker(self, side: int, marker: Marker) -> list[int]:
        loc, markers = self.state.loc, self.state.marker
        return [u for u in self.setting.units_of[side] if markers[u] == marker and loc[u] >= 0]

    # -- what happens --

    def disorganise(self, unit: int, case: str) -> None:
        """12.5: combat units but for tanks (15.4.1); a reorganising unit is disorganised once more."""
        state = self.state
        if self.setting.infantry[unit] and state.loc[unit] >= 0 and state.disorder[unit] != Disorder.DISORGANISED:
            state.disorder[unit] = Disorder.DISORGANISED
            if state.marker[unit] in (Marker.EXPLOITATION, Marker.RESERVE):
                state.marker[unit] = Marker.NONE                                # 12.5: exploitation is impossible
            self.changed()
            self.note("disorganised", case, unit=unit)

    def mark(self, unit: int, marker: Marker) -> None:
        self.state.marker[unit] = marker

    def take_off(self, unit: int, box: int = LOST) -> None:
        """Off the map, without markers; its origin stays known."""
        self.place(unit, box)
        self.state.drop(unit, "late", "back")


@derived
def frozen(g: Friedensturm) -> int:
    """Scenario 3: the part of the map where nothing moves in this turn."""
    return g.setting.region(g.turn_plan.frozen)


@derived
def in_play(g: Friedensturm) -> int:
    """The hexes that units may enter by moving."""
    return g.setting.area & ~frozen(g)


@derived
def unpinned_zones(g: Friedensturm, side: int) -> int:
    """12.2.6: the zones of a side without those of pinned units."""
    pinned = g.state.pinned
    cells = mask([g.state.loc[u] for u in g.on_map(side) if g.fights(u) and not pinned[u]])
    return g.setting.beside.of(cells)


@derived
def bars_supply(g: Friedensturm, side: int) -> int:
    """9.1: enemy units, and enemy zones unless a friendly unit stands in the hex."""
    return g.closed_cells[side] | g.zone_cells[1 - side] & ~g.occupied(side)


def has_air(g: Friedensturm, side: int, cell: int, mission: Mission) -> bool:
    """17.2: whether a side flies a mission over a hex."""
    state = g.state
    return any(state.mission[u] == mission and state.loc[u] == cell for u in g.setting.air_of[side])
