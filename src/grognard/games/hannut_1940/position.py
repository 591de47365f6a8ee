"""A position of Hannut 1940: the plainest questions about it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeVar

from grognard.engine.facts import derived, forget
from grognard.games.hannut_1940.setting import ELIMINATED, GERMAN, HannutSetting
from grognard.games.hannut_1940.state import ACTIVE, TIRED, HannutState, Mark, Supply
from grognard.games.hannut_1940.tables import Turn
from grognard.rules.masks import mask, union
from grognard.rules.position import WarPosition

ATTACK = (Mark.PA, Mark.TA)
F = TypeVar("F", bound=Callable[..., Any])
ON_MARKERS: list[Callable[..., Any]] = []
"""The facts that depend on markers."""


def on_markers(fact: F) -> F:
    """A fact that is forgotten where a marker is put on or taken off; all others stay."""
    ON_MARKERS.append(fact)
    return fact


class Hannut(WarPosition[HannutSetting, HannutState]):
    """Nobody exerts a zone of control; what stops a unit is found where it enters (6.6)."""

    exerts_zones = False

    # -- time --

    @property
    def turn(self) -> Turn:
        """The space of the Game Turn Record Track (4.1); a study may stand outside of it."""
        turns, now = self.setting.tables.turns, self.state.turn
        return turns[now] if now in turns else turns[max(min(turns), min(max(turns), now))]

    @property
    def is_night(self) -> bool:
        return self.turn.part == "night"

    def may_assault_now(self, side: int) -> bool:
        """19.5: at night only with a real chit."""
        return not self.is_night or self.setting.sides[side] in self.state.awake

    # -- divisions --

    def division(self, unit: int) -> str:
        """9.3: organic, or as attached (9.3.1)."""
        return self.state.attached[unit] or self.setting.units[unit].division

    def hq(self, division: str) -> int:
        """The HQ counter of a division; -1 for none."""
        return self.setting.hq_of.get(division, -1)

    def is_static(self, division: str) -> bool:
        return division in self.state.static

    def artillery_range(self, division: str) -> int:
        return self.setting.limits["static-range" if self.is_static(division) else "mobile-range"]

    def within_range(self, division: str, distance: int) -> int:
        """9.1: the hexes in range of the HQ's; the 1st Motorized's stands one hex off the map (19.6)."""
        off_map, within = self.setting.off_map_hq.get(division), self.setting.within
        if off_map is not None:
            return union(within(cell, distance - 1) for cell in off_map)
        hq = self.hq(division)
        here = self.state.loc[hq] if hq >= 0 else -1
        return within(here, distance) if here >= 0 else 0

    def in_range(self, division: str, cell: int, distance: int) -> bool:
        return bool(self.within_range(division, distance) >> cell & 1)

    def divisions_of(self, side: int) -> list[str]:
        """The divisions whose HQ is in play, in the order of the scenario."""
        return [d for d in self.setting.divisions_of[side] if self.has_hq(d)]

    def has_hq(self, division: str) -> bool:
        if division in self.setting.off_map_hq:
            return self.state.turn >= self.setting.first_turn_of[division]
        hq = self.hq(division)
        return hq >= 0 and self.state.loc[hq] >= 0

    def has_hidden_hq(self, division: str) -> bool:
        """7.3: in what a side sees, whether the HQ may lie under another counter."""
        hq = self.hq(division)
        return hq >= 0 and self.state.loc[hq] == self.setting.nowhere

    # -- units --

    def designated(self, unit: int) -> bool:
        """10.2: with a PA or TA marker."""
        return self.state.mark[unit] in ATTACK

    def in_supply(self, unit: int) -> bool:
        return self.state.supply[unit] == Supply.GENERAL

    def steps_in_hex(self, units: Iterable[int]) -> int:
        steps = self.state.steps
        return sum([steps[u] for u in units])

    def lost_steps(self, unit: int) -> int:
        """19.10: steps that are gone and have not been replaced (ruling C48)."""
        printed = self.setting.units[unit].steps
        if self.state.loc[unit] == ELIMINATED:
            return printed
        return printed - self.state.steps[unit] if self.state.loc[unit] >= 0 else 0

    def in_ip(self, cell: int) -> bool:
        """16.1: a finished improved position."""
        return self.state.ip.get(cell, 0) == 2

    def open_steps(self, units: Sequence[int], here: int, by_road: bool = False) -> list[int]:
        """The next hexes without enemies that all of some units can enter (6.1), and may (19.6)."""
        setting = self.setting
        closed = self.occupied(1 - setting.side[units[0]])
        for unit in units:
            closed |= ~setting.limit[self.division(unit)]
        steps = [setting.roads] if by_road else [setting.steps_of(u) for u in units]
        around = setting.grid.neighbours[here]
        return [c for c in around if not closed >> c & 1 and all((here, c) in found for found in steps)]

    def designated_units(self) -> list[int]:
        """10.2: the active side's on the map."""
        return [u for u in self.on_map(self.phasing) if self.state.mark[u] in ATTACK]

    # -- what happens --

    def place(self, unit: int, cell: int) -> None:
        here = self.state.loc[unit]
        super().place(unit, cell)
        if here >= 0 and not self.stack[here] and here in self.state.ip:
            del self.state.ip[here]                                             # 16.1: unoccupied, removed at once
            self.note("ip-removed", "16.1", cell=here)
        if cell >= 0 and self.setting.side[unit] == GERMAN and self.setting.beyond_road >> cell & 1:
            self.state.crossed = 1                                              # 19.10

    def set_mark(self, unit: int, mark: Mark) -> None:
        self.state.mark[unit] = mark
        forget(self, *ON_MARKERS)

    def go_out_of_supply(self, units: Sequence[int], case: str) -> None:
        """15.2: exploitation markers go at once."""
        for unit in units:
            self.state.supply[unit] = Supply.OUT
            if self.state.mark[unit] == Mark.EXP:
                self.state.mark[unit] = Mark.NONE
        self.changed()
        for unit in units:
            self.note("out-of-supply", case, unit=unit)

    def tire(self, unit: int, case: str = "14.0") -> None:
        """A level of fatigue; an exploitation marker goes (6.4)."""
        state = self.state
        if state.fatigue[unit] >= self.setting.limits["fatigue-most"]:
            return
        state.fatigue[unit] += 1
        if state.mark[unit] == Mark.EXP:
            self.set_mark(unit, Mark.NONE)
        self.note("fatigue", case, unit=unit, level=state.fatigue[unit])

    def tires_tonight(self, unit: int) -> bool:
        """14.0, 19.5: one level a night, not with a real chit in effect (ruling C35)."""
        side = self.setting.sides[self.setting.side[unit]]
        return self.is_night and self.state.tired[unit] != TIRED and side not in self.state.awake

    def tire_at_night(self, unit: int, spared: bool = False) -> None:
        """14.0; 9.2: or it has only been active."""
        if self.tires_tonight(unit) and not spared:
            self.state.tired[unit] = TIRED
            self.tire(unit)
        elif self.is_night and not self.state.tired[unit]:
            self.state.tired[unit] = ACTIVE

    def d10(self, case: str, why: str, pass_at: int) -> bool:
        """5.5.1: a proficiency check; the die runs from 0 to 9 (2.0)."""
        die = self.throw(case, why, faces=10, lowest=0, same=[face <= pass_at for face in range(10)])
        return die <= pass_at


@derived
def recon_sees(g: Hannut, side: int) -> int:
    """7.3: the hexes beside a side's Recon units."""
    found = 0
    for unit in g.living(g.setting.recon_of[side]):
        found |= g.setting.around[g.state.loc[unit]]
    return found


def counted_enemies(g: Hannut, unit: int) -> int:
    """The hexes with enemies of a unit, but for those that it has overrun on its move (13.13.2)."""
    enemies = g.occupied(1 - g.setting.side[unit])
    return enemies & ~mask(g.state.overrun) if unit in g.state.moving else enemies


def defending(g: Hannut, units: Sequence[int]) -> list[int]:
    """11.2a, ruling D17: units that retreated into a hex do not defend it, unless they are alone there."""
    return [u for u in units if not g.state.retreated[u]] or list(units)


def enemies_beside(g: Hannut, unit: int) -> int:
    """The set of hexes with enemies next to a unit."""
    return g.setting.around[g.state.loc[unit]] & g.occupied(1 - g.setting.side[unit])

