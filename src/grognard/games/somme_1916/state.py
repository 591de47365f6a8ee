"""What changes during a match of The Big Push, and the plainest questions about it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Annotated, Self

import msgspec

from grognard.engine import Cell, Dice, PerUnit, State, UnitNumber
from grognard.engine.state import Blank
from grognard.games.somme_1916.charts.counters import Face
from grognard.games.somme_1916.setting import SommeSetting
from grognard.games.somme_1916.terms import (
    ALLIED,
    BACK,
    BRITISH,
    DISRUPTED,
    FRONT,
    GERMAN,
    GOOD_ORDER,
    NO_FACING,
    NOWHERE,
    SIDES,
    SUPPRESSED,
    Heap,
    Operation,
    Tally,
    Weather,
)
from grognard.rules.position import WarPosition


class SommeState(State, kw_only=True):
    """Flat, so that copying is a handful of slices. Movement points are counted in halves.

    ``steps``: 2 full strength, 1 reduced; German infantry and HQs have one.
    """

    mode: PerUnit[int] = msgspec.field(default_factory=list)
    """`Mode` (7.4)."""
    status: PerUnit[int] = msgspec.field(default_factory=list)
    """`Status` (6.5.1)."""
    facing: PerUnit[Annotated[int, Blank(NO_FACING)]] = msgspec.field(default_factory=list)
    """`Facing` (7.2.2), or `NO_FACING`."""
    due: PerUnit[int] = msgspec.field(default_factory=list)
    """The turn from which a unit off the map may come in; 0 for none."""
    returns: PerUnit[str] = msgspec.field(default_factory=list)
    """`Return`: why or where a unit off the map comes back."""
    arrived: PerUnit[int] = msgspec.field(default_factory=list)
    """The first turn that a unit plays on the map, 0 if it has not come (7.8)."""
    sector: PerUnit[int] = msgspec.field(default_factory=list)
    """`Sector` (14.1.3)."""
    spent: PerUnit[int] = msgspec.field(default_factory=list)
    """Half movement points spent in this Movement Phase."""
    moved: PerUnit[int] = msgspec.field(default_factory=list)
    """`Move`."""
    commit: PerUnit[Cell] = msgspec.field(default_factory=list)
    """8.6: the square that a unit is committed to attack."""
    over: PerUnit[int] = msgspec.field(default_factory=list)
    """`OverTheTop` (8.7)."""
    jump_off: PerUnit[Cell] = msgspec.field(default_factory=list)
    """Where a committed or engaged attacker came from (10.2, 11.8.1)."""

    first_turn: int = 1
    """The first turn that is played: Train Troops begins later (15.5.2)."""
    acting: str = ""
    """With three players the Allied nation that acts now (1.0)."""
    weather: str = Weather.FAIR
    observation: list[str] = msgspec.field(default_factory=list)
    """5.6: the sides that have air observation in this turn."""
    interdicted: dict[Cell, tuple[str, int]] = msgspec.field(default_factory=dict)
    """6.5.1: the squares with an interdict marker, with the side that laid it and the turn."""
    air: Cell = NOWHERE
    """6.6: where the British air counter lies."""
    engaged: dict[Cell, str] = msgspec.field(default_factory=dict)
    """11.8: squares that hold both sides, with the side that attacked."""
    mines: list[Cell] = msgspec.field(default_factory=list)
    mines_seen: list[str] = msgspec.field(default_factory=list)
    """The faces of mines that have come up in this Mines Phase (14.1.3)."""
    control: dict[Cell, str] = msgspec.field(default_factory=dict)
    """13.1.1: the nation that held or passed each objective square last."""

    fired: list[UnitNumber] = msgspec.field(default_factory=list)
    """Guns that have fired in this Bombardment Phase, units that have fired in this Defensive Fire."""
    off_map_fired: int = 0
    """15.5.3: 1 if the Off-Map Artillery has fired in this Bombardment Phase."""
    answered: list[Cell] = msgspec.field(default_factory=list)
    """6.3.2: firing squares that have had their Counter-battery Fire in this phase."""
    firing: list[UnitNumber] = msgspec.field(default_factory=list)
    """The guns of the bombardment that is under way, and its target in ``target``."""
    moving: list[UnitNumber] = msgspec.field(default_factory=list)
    """The units whose move may still go on; several after a breakdown (7.4.3)."""
    near: list[UnitNumber] = msgspec.field(default_factory=list)
    """7.6: units that have come near the enemy in this phase, or began so."""
    flipped: list[UnitNumber] = msgspec.field(default_factory=list)
    """7.4.1: units that have changed mode in this phase."""
    turned: list[UnitNumber] = msgspec.field(default_factory=list)
    """7.2.2: units that have been turned since they last moved."""
    diagonal: dict[UnitNumber, int] = msgspec.field(default_factory=dict)
    """7.2.2, X65: moving units whose last step was diagonal, with its direction."""
    entered: list[UnitNumber] = msgspec.field(default_factory=list)
    """7.7: units that have come on the map in this phase."""
    crowded: list[Cell] = msgspec.field(default_factory=list)
    """7.3: squares that were over-stacked when the phase began."""
    tried: list[UnitNumber] = msgspec.field(default_factory=list)
    """Cavalry that has rolled for its release in this turn (14.1.3)."""
    held: list[UnitNumber] = msgspec.field(default_factory=list)
    broken: list[UnitNumber] = msgspec.field(default_factory=list)
    """7.8: tanks that have broken down."""

    target: Cell = NOWHERE
    """The square that is bombarded or assaulted just now."""
    stage: str = ""
    """A sub-step of the phase, where it has some."""
    done: list[Cell] = msgspec.field(default_factory=list)
    """Squares assaulted in this Assault Phase."""
    resources: dict[str, int] = msgspec.field(default_factory=dict)
    """9.3: how many of each `Resource` the phasing player has left."""
    used: list[str] = msgspec.field(default_factory=list)
    """The Command Resources declared for the Assault that is under way."""
    supply_used: list[UnitNumber] = msgspec.field(default_factory=list)
    """11.2.1: HQs that gave supply in this Assault Phase."""
    working: dict[str, int] = msgspec.field(default_factory=dict)
    """12.1.1: by owner and `Tally`: 'allied-assaults', 'german-steps' ..."""

    vp: dict[str, int] = msgspec.field(default_factory=dict)
    """Victory points by owner and `Heap`: 'allied-losses', 'german-exits' ..."""
    awards: list[tuple[str, int, str, str, str]] = msgspec.field(default_factory=list)
    """Each award: to which side, how many, of which heap, by which case, for what."""
    exits: list[tuple[UnitNumber, Cell]] = msgspec.field(default_factory=list)
    """13.4: Allied units that have left for victory, with the square they left by."""
    strength_lost: int = 0
    """15.6.5: the primary factors, mobile side, of the German infantry lost."""
    breakthroughs: int = 0
    """15.6.4: breakthroughs with tanks or cavalry."""
    regiments_back: int = 0
    """15.6.6: German regiments that came back as replacements."""
    operations: list[str] = msgspec.field(default_factory=list)
    """15.5: each `Operation` that is in force."""
    objectives: list[str] = msgspec.field(default_factory=list)
    """15.6.1: the markers that the Allied player has drawn; hidden from the German."""
    discovered: str = ""
    """15.5.3: the marker that the German has seen; hidden from the Allied player."""

    aim: dict[UnitNumber, Cell] = msgspec.field(default_factory=dict)
    """10.2, X09: defenders that keep their fire for one of several attacked squares."""
    fired_at: list[Cell] = msgspec.field(default_factory=list)
    """10.2: attacked squares whose defenders have fired in this Defensive Fire."""
    secondary: int = 0
    """11.10: 1 while a Secondary Attack is made."""
    levels: dict[str, int] = msgspec.field(default_factory=dict)
    """12.1.2: the replacement steps that each side may still take in this Reorganization."""
    rallied: list[UnitNumber] = msgspec.field(default_factory=list)
    """12.2: units that have tried to rally in this Reorganization."""
    recovered: list[UnitNumber] = msgspec.field(default_factory=list)
    """12.3: tanks that have tried to recover in this Reorganization."""
    spent_operations: list[str] = msgspec.field(default_factory=list)
    """15.5: operations that work once and have been used (Command Center)."""


class Somme(WarPosition[SommeSetting, SommeState]):
    """A position of the game: the state with the questions that all modules ask."""

    def __init__(self, setting: SommeSetting, state: SommeState, dice: Dice, lay_out: bool = True) -> None:
        self.map_cache: dict[object, object] = {}
        """What the modules have found out since the last change on the map; see `forget`."""
        super().__init__(setting, state, dice, lay_out)

    # -- layers --

    def rebuild(self) -> None:
        self.map_cache = {}
        super().rebuild()

    def copy_layers(self, new: Self) -> None:
        super().copy_layers(new)
        new.map_cache = {}

    def zone(self, unit: int, cell: int) -> Sequence[int]:
        """7.5: a zone around a unit in Good Order; of all others in their own square only."""
        state = self.state
        if state.status[unit] or cell in state.interdicted or (state.mode[unit] and self.setting.hqs[unit]):
            return self.setting.own_zone[cell]
        return self.setting.full_zone[cell]

    def may_share(self, cell: int) -> bool:
        return cell in self.state.engaged                                       # 11.8

    def changed(self) -> None:
        super().changed()
        self.map_cache = {}

    def forget(self) -> None:
        """What was found out about the map no longer holds."""
        self.changed()

    def place(self, unit: int, cell: int) -> None:
        super().place(unit, cell)
        self.forget()

    def set_status(self, unit: int, status: int) -> None:
        """Change a unit's order; its zone of control changes with it (7.5)."""
        cell = self.state.loc[unit]
        if cell >= 0:
            self._remove(unit, cell)
        self.state.status[unit] = status
        if cell >= 0:
            self._add(unit, cell)
        self.forget()

    def set_mode(self, unit: int, mode: int) -> None:
        cell = self.state.loc[unit]
        if cell >= 0:
            self._remove(unit, cell)
        self.state.mode[unit] = mode
        if self.setting.hqs[unit] and mode == BACK:
            self.state.facing[unit] = NO_FACING                                 # 7.4.2
        if cell >= 0:
            self._add(unit, cell)
        self.forget()

    def interdict(self, cell: int, side: int) -> None:
        """6.5.1: lay an interdict marker; units there lose their outer zones (7.5)."""
        self._with_stack(cell, lambda: self.state.interdicted.__setitem__(cell, (SIDES[side], self.state.turn)))

    def clear_interdiction(self, cell: int) -> None:
        self._with_stack(cell, lambda: self.state.interdicted.pop(cell, None))

    def _with_stack(self, cell: int, change: Callable[[], object]) -> None:
        units = self.stack[cell]
        for unit in units:
            self._remove(unit, cell)
        change()
        for unit in units:
            self._add(unit, cell)
        self.forget()

    # -- sides, nations, seats --

    def seat(self, side: int, nation: str = "") -> str:
        """1.0: with three players the French player answers for French units, else the side itself."""
        if not self.setting.three_seats:
            return SIDES[side]
        if side == GERMAN:
            return SIDES[GERMAN]
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

    # -- units --

    def friends_in(self, cell: int, side: int) -> list[int]:
        """The units of one side in a square; an engaged square holds both."""
        sides = self.setting.side
        return [u for u in self.stack[cell] if sides[u] == side]

    def enemies_in(self, cell: int, side: int) -> list[int]:
        return self.friends_in(cell, 1 - side)

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

    def is_entrenched(self, unit: int) -> bool:
        return self.setting.infantry[unit] and self.state.mode[unit] == BACK

    def in_supply_mode(self, unit: int) -> bool:
        return self.setting.hqs[unit] and self.state.mode[unit] == BACK

    def in_command_mode(self, unit: int) -> bool:
        return self.setting.hqs[unit] and self.state.mode[unit] == FRONT

    def good_order(self, unit: int) -> bool:
        """3.5: without a Disrupted or Suppressed marker."""
        return self.state.status[unit] == GOOD_ORDER

    def is_interdicted(self, cell: int) -> bool:
        return cell in self.state.interdicted

    def is_engaged(self, unit: int) -> bool:
        return self.state.loc[unit] in self.state.engaged

    def zone_mask(self, side: int) -> int:
        """The squares in the zones of control of a side."""
        return self.zone_cells[side]

    def has_operation(self, name: Operation) -> bool:
        """15.5."""
        return name in self.state.operations

    # -- what happens to units --

    def suppress(self, unit: int, case: str) -> None:
        """6.5.1: Suppression takes Good Order away and turns entrenched Germans mobile."""
        if self.state.status[unit] != GOOD_ORDER:
            return                                                              # X32
        self.set_status(unit, SUPPRESSED)
        if self.is_entrenched(unit):
            self.set_mode(unit, FRONT)
        self.note("suppressed", case, unit=unit)

    def disrupt(self, unit: int, case: str) -> None:
        """6.5.1; newly Disrupted units count for replacements (12.1.1)."""
        if self.state.status[unit] == DISRUPTED:
            return
        self.set_status(unit, DISRUPTED)
        self.count(self.setting.side[unit], Tally.DISRUPTED)
        self.note("disrupted", case, unit=unit)

    def count(self, side: int, what: Tally, number: int = 1) -> None:
        """12.1.1: what a side has done or suffered in this turn."""
        key = f"{SIDES[side]}-{what}"
        self.state.working[key] = self.state.working.get(key, 0) + number

    def award(self, side: int, heap: Heap, points: int, case: str, what: str) -> None:
        """13.0: points for a side, into a heap."""
        if not points:
            return
        key = f"{SIDES[side]}-{heap}"
        self.state.vp[key] = self.state.vp.get(key, 0) + points
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
