"""A position of The Big Push: the plainest questions about it, and what happens to units."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from grognard.games.somme_1916.charts.counters import Face
from grognard.games.somme_1916.setting import SommeSetting
from grognard.games.somme_1916.state import SommeState
from grognard.games.somme_1916.terms import (
    ALLIED,
    BACK,
    BRITISH,
    DISRUPTED,
    FRONT,
    GERMAN,
    GOOD_ORDER,
    NO_FACING,
    POOL,
    SIDES,
    SUPPRESSED,
    Heap,
    Mode,
    Operation,
    Status,
    Tally,
)
from grognard.rules.position import WarPosition


class Somme(WarPosition[SommeSetting, SommeState]):
    """The state with the questions that all modules ask."""

    # -- layers --

    def zone(self, unit: int, cell: int) -> Sequence[int]:
        """7.5: a zone around a unit in Good Order; of all others in their own square only."""
        state = self.state
        if state.status[unit] or cell in state.interdicted or (state.mode[unit] and self.setting.hqs[unit]):
            return self.setting.own_zone[cell]
        return self.setting.full_zone[cell]

    def may_share(self, cell: int) -> bool:
        return cell in self.state.engaged                                       # 11.8

    def set_status(self, unit: int, status: Status) -> None:
        """Change a unit's order; its zone of control changes with it (7.5)."""
        self.change_zones([unit], lambda: self.state.status.__setitem__(unit, status))

    def set_mode(self, unit: int, mode: Mode) -> None:
        self.change_zones([unit], lambda: self.state.mode.__setitem__(unit, mode))
        if self.setting.hqs[unit] and mode == BACK:
            self.state.facing[unit] = NO_FACING                                 # 7.4.2

    def interdict(self, cell: int, side: int) -> None:
        """6.5.1: lay an interdict marker; units there lose their outer zones (7.5)."""
        marker = self.marker_of(side)
        self.change_zones(self.stack[cell], lambda: self.state.interdicted.__setitem__(cell, marker))

    def marker_of(self, side: int) -> tuple[str, int]:
        """An interdict marker laid now: whose, and the turn in which the enemy moves under it next (X01)."""
        return SIDES[side], self.state.turn + (side == self.phasing == GERMAN)

    def clear_interdiction(self, cell: int) -> None:
        self.change_zones(self.stack[cell], lambda: self.state.interdicted.pop(cell, None))

    # -- sides, nations, seats --

    def seat(self, side: int, nation: str = "") -> str:
        """1.0: with three players the French player answers for French units, else the side itself."""
        if side == GERMAN or not self.setting.three_seats:
            return SIDES[side]
        return nation or self.state.acting or BRITISH

    def common_seat(self, side: int) -> str:
        """Ruling D11: what is common to the Allies belongs to the British player."""
        return self.seat(side, BRITISH)

    def first_acting(self) -> str:
        """The nation that begins a phase which each Allied nation takes by itself (three players)."""
        return BRITISH if self.setting.three_seats and self.phasing == ALLIED else ""

    def acts(self, unit: int) -> bool:
        """Whether the unit belongs to the nation that acts now (always, without a French player)."""
        return not self.state.acting or self.setting.nation[unit] == self.state.acting

    def of_nation(self, units: Iterable[int], nation: str) -> list[int]:
        """Those of some units that belong to a nation; all of them if none is named."""
        return [u for u in units if nation in ("", self.setting.nation[u])]

    # -- units --

    def face(self, unit: int) -> Face:
        """The face that a counter shows."""
        if self.setting.two_modes[unit]:
            return self.setting.faces[unit][self.state.mode[unit]]
        return self.setting.faces[unit][FRONT if self.state.steps[unit] >= 2 else BACK]

    def attack(self, unit: int) -> int:
        """The first number; for artillery the Bombardment factor."""
        return self.face(unit).attack

    def defence(self, unit: int) -> int:
        return self.face(unit).defence

    def printed_attack(self, unit: int) -> int:
        """The attack factor of a counter's front, full strength or mobile."""
        return self.setting.faces[unit][FRONT].attack

    def in_pool(self, nation: str, kinds: Sequence[bool]) -> list[int]:
        """The units of some kind in a nation's Replacement Pool."""
        return [u for u in self.setting.units_of_nation[nation] if kinds[u] and self.state.loc[u] == POOL]

    def is_entrenched(self, unit: int) -> bool:
        return self.setting.infantry[unit] and self.state.mode[unit] == BACK

    def in_supply_mode(self, unit: int) -> bool:
        return self.setting.hqs[unit] and self.state.mode[unit] == BACK

    def in_command_mode(self, unit: int) -> bool:
        return self.setting.hqs[unit] and self.state.mode[unit] == FRONT

    def good_order(self, unit: int) -> bool:
        """3.5: without a Disrupted or Suppressed marker."""
        return self.state.status[unit] == GOOD_ORDER

    def is_suppressed(self, unit: int) -> bool:
        return self.state.status[unit] == SUPPRESSED

    def is_disrupted(self, unit: int) -> bool:
        return self.state.status[unit] == DISRUPTED

    def is_interdicted(self, cell: int) -> bool:
        return cell in self.state.interdicted

    def is_engaged(self, unit: int) -> bool:
        return self.state.loc[unit] in self.state.engaged

    def has_operation(self, name: Operation) -> bool:
        """15.5."""
        return name in self.state.operations

    # -- what happens to units --

    def suppress(self, unit: int, case: str) -> None:
        """6.5.1: Suppression takes Good Order away and turns entrenched Germans mobile."""
        if not self.good_order(unit):
            return                                                              # X32
        self.set_status(unit, SUPPRESSED)
        if self.is_entrenched(unit):
            self.set_mode(unit, FRONT)
        self.note("suppressed", case, unit=unit)

    def disrupt(self, unit: int, case: str) -> None:
        """6.5.1; newly Disrupted units count for replacements (12.1.1)."""
        if self.is_disrupted(unit):
            return
        self.set_status(unit, DISRUPTED)
        self.count(self.setting.side[unit], Tally.DISRUPTED)
        self.note("disrupted", case, unit=unit)

    def count(self, side: int, what: Tally, number: int = 1) -> None:
        """12.1.1: what a side has done or suffered in this turn."""
        add(self.state.working, side, what, number)

    def award(self, side: int, heap: Heap, points: int, case: str, what: str) -> None:
        """13.0: points for a side, into a heap."""
        if not points:
            return
        add(self.state.vp, side, heap, points)
        self.state.awards.append((SIDES[side], points, heap, case, what))
        self.note("award", case, side=SIDES[side], points=points, what=what, total=self.points(side))

    def points(self, side: int, heaps: Iterable[str] = ()) -> int:
        """A side's victory points, all or of some heaps."""
        own, wanted = f"{SIDES[side]}-", [f"{SIDES[side]}-{heap}" for heap in heaps]
        return sum(n for key, n in self.state.vp.items() if key.startswith(own) and (not wanted or key in wanted))

    def pass_through(self, unit: int, cell: int) -> None:
        """13.1.1: whoever passed an objective square last."""
        if cell in self.setting.objective_cells:
            self.state.control[cell] = self.setting.nation[unit]


def add(counts: dict[str, int], side: int, what: str, number: int) -> None:
    """Numbers by owner and what they count: 'allied-losses'."""
    key = f"{SIDES[side]}-{what}"
    counts[key] = counts.get(key, 0) + number
