"""Ground that units hold: who fights where, whose zones and threats lie over it, now or after a move thought of."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Self

from mypy_extensions import mypyc_attr

from grognard.engine import Dice
from grognard.rules.layers import C, S
from grognard.rules.masks import Spread
from grognard.rules.position import WarPosition


class Ground:
    """Who holds which cells: all that zones of control, threats and lines of supply depend on."""

    __slots__ = ("fighting", "held")

    def __init__(self, fighting: tuple[int, int], held: tuple[int, int]) -> None:
        self.fighting = fighting
        """For each side its cells with units that exert zones."""
        self.held = held
        """For each side its cells with any units."""

    def with_side(self, side: int, fighting: int, held: int) -> Ground:
        """The same with other cells of one side."""
        if side == 0:
            return Ground((fighting, self.fighting[1]), (held, self.held[1]))
        return Ground((self.fighting[0], fighting), (self.held[0], held))

    def moved(self, side: int, gone: int, come: int = 0) -> Ground:
        """The same after all units of a side have left some cells, and some that fight have come to others."""
        return self.with_side(side, self.fighting[side] & ~gone | come, self.held[side] & ~gone | come)


@mypyc_attr(allow_interpreted_subclasses=True)
class GroundPosition(WarPosition[C, S]):
    """A position in which only some units exert zones of control (`fights`), and others merely stand there."""

    def __init__(self, setting: C, state: S, dice: Dice, lay_out: bool = True) -> None:
        self.fighting: list[int] = [0, 0]
        """For each side the set of cells with units that fight: a layer like those of `MapPosition`."""
        super().__init__(setting, state, dice, lay_out)

    def fights(self, unit: int) -> bool:
        """Whether a unit exerts a zone of control."""
        return True

    def rides(self, unit: int) -> bool:
        """Whether a counter only goes with another unit of its cell, and holds nothing by itself."""
        return False

    # -- layers --

    def zone(self, unit: int, cell: int) -> Sequence[int]:
        return self.setting.grid.neighbours[cell] if self.fights(unit) else ()

    def rebuild(self) -> None:
        self.fighting = [0, 0]
        super().rebuild()

    def copy_layers(self, new: Self) -> None:
        super().copy_layers(new)
        new.fighting = self.fighting[:]

    def layers(self) -> tuple[object, ...]:
        return *super().layers(), self.fighting

    def _add(self, unit: int, cell: int) -> None:
        super()._add(unit, cell)
        if self.fights(unit):
            self.fighting[self.setting.side[unit]] |= 1 << cell

    def _remove(self, unit: int, cell: int) -> None:
        super()._remove(unit, cell)
        if self.fights(unit) and not any(self.fights(u) for u in self.stack[cell]):
            self.fighting[self.setting.side[unit]] &= ~(1 << cell)

    # -- questions --

    def fighters_at(self, cell: int) -> list[int]:
        return [u for u in self.stack[cell] if self.fights(u)]

    def counters_at(self, cell: int) -> list[int]:
        """The units of a cell that stand for themselves."""
        return [u for u in self.stack[cell] if not self.rides(u)]

    def enemy_beside(self, unit: int) -> int:
        """The set of adjacent cells with enemies that fight."""
        return self.setting.around[self.state.loc[unit]] & self.fighting[1 - self.setting.side[unit]]

    def ground(self) -> Ground:
        return Ground((self.fighting[0], self.fighting[1]), (self.occupied(0), self.occupied(1)))

    def ground_if(self, units: tuple[int, ...], cell: int) -> Ground:
        """The ground after some units of one cell have gone to another; -1 for nowhere."""
        side, here = self.setting.side[units[0]], self.state.loc[units[0]]
        fighting, held = self.fighting[side], self.occupied(side)
        if here >= 0:
            left = [u for u in self.counters_at(here) if u not in units]
            held &= ~(0 if left else 1 << here)
            fighting &= ~(0 if any(self.fights(u) for u in left) else 1 << here)
        if cell >= 0:
            held |= 1 << cell
            fighting |= 1 << cell if any(self.fights(u) for u in units) else 0
        return self.ground().with_side(side, fighting, held)


def zones_and_threat(beside: Spread, side: int, now: Ground) -> int:
    """The cells in a side's zones of control or in its threat.

    A threat reaches two cells far, by a cell between that is free of enemies who fight and of their zones. It does
    not fall on enemies, nor on their zones.
    """
    foe, foe_held = now.fighting[1 - side], now.held[1 - side]
    zones, foe_zones = beside.of(now.fighting[side]), beside.of(foe)
    return zones | beside.of(zones & ~foe_zones & ~foe) & ~foe_zones & ~foe_held


def open_to(beside: Spread, start: int, enemy: int, ground: int, steps: int, pinned: bool = False) -> int:
    """Where units can come to in some steps: over free cells of some ground, into enemy zones but not through them.

    Whoever begins in a zone counts as free, unless it is ``pinned``.
    """
    zones, free = beside.of(enemy), ground & ~enemy
    found, edge = start, start & ~zones if pinned else start
    for _ in range(steps):
        edge = beside.of(edge) & free & ~found
        if not edge:
            break
        found |= edge
        edge &= ~zones
    return found
