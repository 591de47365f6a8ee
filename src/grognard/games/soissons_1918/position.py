"""A position of Soissons 1918: the plainest questions about it."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.engine import Dice
from grognard.games.soissons_1918.setting import ENTENTE, GERMAN, SoissonsSetting
from grognard.games.soissons_1918.state import Level, Order, SoissonsState
from grognard.games.soissons_1918.tables import Turn
from grognard.rules.position import WarPosition

LEVELS = {Level.GOOD_ORDER: "Good Order", Level.REFORMING: "Reforming", Level.DISORGANIZED: "Disorganized"}


class Soissons(WarPosition[SoissonsSetting, SoissonsState]):
    """Zones of control are exerted by infantry alone (9.1); tank groups go with their division (5.4)."""

    def __init__(self, setting: SoissonsSetting, state: SoissonsState, dice: Dice, lay_out: bool = True) -> None:
        self.infantry_cells: list[int] = [0, 0]
        """For each side the set of hexes with divisions, regiments or remnants."""
        super().__init__(setting, state, dice, lay_out)

    # -- layers --

    def zone(self, unit: int, cell: int) -> Sequence[int]:
        return self.setting.grid.neighbours[cell] if self.setting.infantry[unit] else ()

    def rebuild(self) -> None:
        self.infantry_cells = [0, 0]
        super().rebuild()

    def copy_layers(self, new: Soissons) -> None:
        super().copy_layers(new)
        new.infantry_cells = self.infantry_cells[:]

    def layers(self) -> tuple[object, ...]:
        return *super().layers(), self.infantry_cells

    def _add(self, unit: int, cell: int) -> None:
        super()._add(unit, cell)
        if self.setting.infantry[unit]:
            self.infantry_cells[self.setting.side[unit]] |= 1 << cell

    def _remove(self, unit: int, cell: int) -> None:
        super()._remove(unit, cell)
        infantry = self.setting.infantry
        if infantry[unit] and not any(infantry[u] for u in self.stack[cell]):
            self.infantry_cells[self.setting.side[unit]] &= ~(1 << cell)

    def place(self, unit: int, cell: int) -> None:
        super().place(unit, cell)
        tank = self.state.tank[unit]
        if tank >= 0:
            super().place(tank, cell)                                           # 5.4: always with its division

    # -- questions --

    @property
    def turn(self) -> Turn:
        """The space of the Turn Track; a study may stand outside of it."""
        turns = self.setting.tables.turns
        return turns[max(min(turns), min(max(turns), self.state.turn))]

    @property
    def is_night(self) -> bool:
        return self.turn.part == "night"

    @property
    def is_surprise(self) -> bool:
        """4.1: the Entente's phase of July 18 AM."""
        return self.state.turn == self.setting.plan.surprise_turn and self.phasing == ENTENTE

    def has_option(self, name: str, choice: str) -> bool:
        return self.setting.options[name] == choice

    def infantry_at(self, cell: int) -> list[int]:
        infantry = self.setting.infantry
        return [u for u in self.stack[cell] if infantry[u]]

    def counters_at(self, cell: int) -> list[int]:
        """The units of a hex without tank groups, which are never alone (5.4)."""
        is_tank = self.setting.is_tank
        return [u for u in self.stack[cell] if not is_tank[u]]

    def losses(self, unit: int) -> int:
        return self.setting.units[unit].steps - self.state.steps[unit]

    def is_spent(self, unit: int) -> bool:
        """5.3: a division at half its strength or less."""
        setting = self.setting
        return setting.division[unit] and self.losses(unit) >= setting.tables.spent[setting.units[unit].nation]

    def is_shocked(self, unit: int) -> bool:
        return self.state.disruption[unit] >= Level.SHOCKED

    def is_alone(self, hq: int) -> bool:
        """Whether a headquarters has no combat unit with it; a second headquarters is no escort (ruling K75)."""
        return not self.infantry_cells[self.setting.side[hq]] >> self.state.loc[hq] & 1

    def enemy_beside(self, unit: int) -> int:
        """The set of adjacent hexes with enemy combat units."""
        here = self.state.loc[unit]
        return self.setting.around[here] & self.infantry_cells[1 - self.setting.side[unit]]

    def headquarters_of(self, unit: int) -> int:
        """The parent headquarters (8.1), on the map or not; -1 for remnants."""
        return self.setting.headquarters.get(self.state.corps[unit], -1)

    def level_name(self, unit: int) -> str:
        level = self.state.disruption[unit]
        shocks = level - Level.DISORGANIZED
        return LEVELS.get(level) or f"Shocked{f' ({shocks} levels)' if shocks > 1 else ''}"  # type: ignore[call-overload]

    # -- what happens --

    def strip_order(self, unit: int) -> None:
        """12.2.2: the attack order marker goes."""
        if self.state.order[unit]:
            self.state.order[unit], self.state.aim[unit], self.state.bought[unit] = Order.NONE, -1, 0
            self.note("order-lost", "12.2.2", unit=unit)

    def other_side(self) -> int:
        return GERMAN if self.phasing == ENTENTE else ENTENTE
