"""Layers over the map: who stands where, and whose zones of control lie where.

They are kept up as units move. All of them can be rebuilt from the state, and the laws compare the two.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar, Self

from mypy_extensions import mypyc_attr
from typing_extensions import TypeVar

from grognard.engine import Dice, Position, State
from grognard.rules.setting import WarSetting

C = TypeVar("C", bound=WarSetting, covariant=True, default=WarSetting)
S = TypeVar("S", bound=State, covariant=True, default=State)


_EMPTY = (bytearray(), bytearray())


@mypyc_attr(allow_interpreted_subclasses=True)
class MapPosition(Position[C, S]):
    """A position with layers for two sides, numbered 0 and 1.

    ``stack[cell]`` holds the units there; ``zones[side][cell]`` counts that side's units whose zone of
    control lies on the cell; ``closed[side][cell]`` counts what keeps that side out of the cell. What is
    counted at all is kept as sets of cells, too (see `masks`), for those who search the map.
    """

    exerts_zones: ClassVar[bool] = True
    """Whether the game has zones of control at all."""

    def __init__(self, setting: C, state: S, dice: Dice, lay_out: bool = True) -> None:
        self.stack: list[tuple[int, ...]] = []
        self.zones: tuple[bytearray, bytearray] = _EMPTY
        self.closed: tuple[bytearray, bytearray] = _EMPTY
        self.zone_cells: list[int] = [0, 0]
        self.closed_cells: list[int] = [0, 0]
        self.shares = False
        """Whether a copy has the same layers: then they are copied before anything in them changes."""
        super().__init__(setting, state, dice, lay_out)

    def zone(self, unit: int, cell: int) -> Sequence[int]:
        """The cells on which a unit there exerts its zone of control."""
        return self.setting.grid.neighbours[cell]

    def rebuild(self) -> None:
        size = len(self.setting.grid.ids)
        self.stack = [()] * size
        self.zones = (bytearray(size), bytearray(size))
        self.closed = (bytearray(size), bytearray(size))
        self.zone_cells, self.closed_cells = [0, 0], [0, 0]
        self.shares = False
        super().rebuild()
        for unit, cell in enumerate(self.state.loc):
            if cell >= 0:
                self._add(unit, cell)

    def copy_layers(self, new: Self) -> None:
        new.stack, new.zones, new.closed = self.stack, self.zones, self.closed
        new.zone_cells, new.closed_cells = self.zone_cells, self.closed_cells
        self.shares = new.shares = True

    def _own_layers(self) -> None:
        """Before a change: what a copy uses, too, is copied. Most copies are only looked at."""
        self.stack = self.stack[:]
        self.zones = (self.zones[0][:], self.zones[1][:])
        self.closed = (self.closed[0][:], self.closed[1][:])
        self.zone_cells, self.closed_cells = self.zone_cells[:], self.closed_cells[:]
        self.shares = False

    def layers(self) -> tuple[object, ...]:
        return self.stack, self.zones, self.closed, self.zone_cells, self.closed_cells

    def place(self, unit: int, cell: int) -> None:
        """Put a unit on a cell, or below zero into a box; every change of place goes through here."""
        self.changed()
        old = self.state.loc[unit]
        if old >= 0:
            self._remove(unit, old)
        self.state.loc[unit] = cell
        if cell >= 0:
            self._add(unit, cell)

    def change_zones(self, units: Sequence[int], change: Callable[[], object]) -> None:
        """Make a change on which the zones of control of some units depend."""
        self.changed()
        placed = [(unit, cell) for unit in units if (cell := self.state.loc[unit]) >= 0]
        for unit, cell in placed:
            self._remove(unit, cell)
        change()
        for unit, cell in placed:
            self._add(unit, cell)

    def close(self, side: int, cell: int) -> None:
        """One thing more keeps a side out of a cell."""
        self.changed()
        self._close(side, cell)

    def reopen(self, side: int, cell: int) -> None:
        """One thing less keeps a side out of a cell."""
        self.changed()
        self._reopen(side, cell)

    def _close(self, side: int, cell: int) -> None:
        if self.shares:
            self._own_layers()
        self.closed[side][cell] += 1
        self.closed_cells[side] |= 1 << cell

    def _reopen(self, side: int, cell: int) -> None:
        if self.shares:
            self._own_layers()
        self.closed[side][cell] -= 1
        if not self.closed[side][cell]:
            self.closed_cells[side] ^= 1 << cell

    def _add(self, unit: int, cell: int) -> None:
        if self.shares:
            self._own_layers()
        side = self.setting.side[unit]
        self.closed[1 - side][cell] += 1
        self.closed_cells[1 - side] |= 1 << cell
        there = self.stack[cell]
        self.stack[cell] = (*there, unit) if not there or there[-1] < unit else tuple(sorted((*there, unit)))
        if not self.exerts_zones:
            return
        zones, found = self.zones[side], self.zone_cells[side]
        for other in self.zone(unit, cell):
            number = zones[other]
            zones[other] = number + 1
            if not number:
                found |= 1 << other
        self.zone_cells[side] = found

    def _remove(self, unit: int, cell: int) -> None:
        side = self.setting.side[unit]
        self._reopen(1 - side, cell)
        there = self.stack[cell]
        self.stack[cell] = tuple([u for u in there if u != unit]) if len(there) > 1 else ()
        if not self.exerts_zones:
            return
        zones, found = self.zones[side], self.zone_cells[side]
        for other in self.zone(unit, cell):
            number = zones[other] - 1
            zones[other] = number
            if not number:
                found ^= 1 << other
        self.zone_cells[side] = found
