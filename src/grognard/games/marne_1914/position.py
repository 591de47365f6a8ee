"""A position of the First Battle of the Marne: the plainest questions about it, and what happens to units."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.engine import Dice
from grognard.games.marne_1914.setting import CP, ENTENTE, MarneSetting
from grognard.games.marne_1914.state import MarneState
from grognard.rules.position import WarPosition

OFF_MAP, CADRE = -1, -2
"""The boxes beside the map: not yet arrived, and the Cadre Box of the order of battle chart."""


class Marne(WarPosition[MarneSetting, MarneState]):
    """Zones of control are exerted at all times (4.2.1), friendly ones notwithstanding (4.2.5)."""

    def __init__(self, setting: MarneSetting, state: MarneState, dice: Dice, lay_out: bool = True) -> None:
        self.infantry_cells: list[int] = [0, 0]
        """For each side the set of hexes with infantry: a layer like those of `MapPosition`."""
        super().__init__(setting, state, dice, lay_out)

    # -- layers --

    def rebuild(self) -> None:
        self.infantry_cells = [0, 0]
        super().rebuild()
        for cell in self.state.garrisons:
            self.close(CP, cell)

    def copy_layers(self, new: Marne) -> None:
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
        infantry, side = self.setting.infantry, self.setting.side
        left = self.stack[cell]
        if infantry[unit] and not (left and any(infantry[u] and side[u] == side[unit] for u in left)):
            self.infantry_cells[side[unit]] &= ~(1 << cell)

    # -- questions --

    def held(self, side: int) -> int:
        """The set of hexes where a side has units: what bars the other one, but for garrisons that are alone (12.1)."""
        cells = self.closed_cells[1 - side]
        if side == ENTENTE:
            for cell in self.state.garrisons:
                if not self.stack[cell]:
                    cells &= ~(1 << cell)
        return cells

    def controller(self, cell: int) -> str:
        """13.0.3: the last side to enter a place, in the phase that is under way too; empty where none has."""
        state = self.state
        side = state.control.get(cell, "")
        return state.phasing if side != state.phasing and cell in [c for _, c in state.entered] else side

    def controlled(self, side: int, cells: Sequence[int]) -> list[int]:
        """Those of some places whose `controller` is a side."""
        name, control, entered = self.side_name(side), self.state.control, [c for _, c in self.state.entered]
        if entered and side == self.phasing:
            return [c for c in cells if c in entered or control.get(c) == name]
        return [c for c in cells if control.get(c) == name and c not in entered]

    def attack_factor(self, unit: int) -> int:
        return self.setting.af[unit][self.state.steps[unit]]

    def defence_factor(self, unit: int) -> int:
        return self.setting.df[unit][self.state.steps[unit]]

    # -- what happens --

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
            self.to_cadre(unit)
            self.note("cadre", "8.4.7", unit=unit)

    def to_cadre(self, unit: int) -> None:
        self.state.steps[unit] = self.state.disrupted[unit] = 0
        self.place(unit, CADRE)

    def disrupt(self, unit: int, case: str) -> None:
        """9.1.4: a second disruption adds nothing."""
        if not self.state.disrupted[unit] and self.state.loc[unit] >= 0:
            self.state.disrupted[unit] = 1
            self.note("disrupted", case, unit=unit)
