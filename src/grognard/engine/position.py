"""A position: what stays the same in a match (setting), what changes (state), and layers over the map.

The state is small and flat: numbers, words, and lists or dictionaries of them, never deeper. Copying
is then a handful of slices. Layers (occupation, zones of control) are kept up as units move and can
always be rebuilt from the state.
"""

from __future__ import annotations

import copy
from collections.abc import Hashable, Iterable, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Annotated, Any, Self, TypeVar, get_args, get_origin, get_type_hints

import msgspec

from grognard.board import Board
from grognard.data import DataFolder
from grognard.engine.actions import Language
from grognard.engine.decisions import Subject
from grognard.engine.dice import Dice
from grognard.engine.events import Event
from grognard.errors import NotUnderstood

if TYPE_CHECKING:
    from grognard.engine.game import Game

T = TypeVar("T")
Cell = Annotated[int, "cell"]
"""A cell's number, or below zero a box beside the map: -1 is the setting's first box."""
UnitNumber = Annotated[int, "unit"]
PerUnit = Annotated[list[T], "per unit"]
"""A list with one entry for each unit of the setting."""


class Unit(msgspec.Struct, frozen=True, kw_only=True):
    """A unit as its counter shows it; a game's own unit class adds the rest."""

    id: str
    name: str
    side: str
    nation: str
    steps: int
    symbol: str = "infantry"
    size: str = ""
    source: str = ""


class State(msgspec.Struct, kw_only=True, gc=False):
    """What changes during a match. A game derives its own state and adds flat fields."""

    turn: int = 0
    phase: str = ""
    phasing: str = ""
    loc: PerUnit[Cell] = msgspec.field(default_factory=list)
    steps: PerUnit[int] = msgspec.field(default_factory=list)

    @classmethod
    def hints(cls) -> dict[str, Any]:
        """The fields with their types, marks ('cell', 'per unit') included."""
        return field_hints(cls)

    def copy(self) -> Self:
        """A copy with containers of its own. Containers hold nothing that changes, so one level is enough."""
        new: Self = copy.copy(self)
        for name in mutable_fields(type(self)):
            setattr(new, name, getattr(new, name).copy())
        return new


@cache
def field_hints(kind: type[State]) -> dict[str, Any]:
    """Looked up once for each kind of state: for reading only."""
    hints = get_type_hints(kind, include_extras=True)
    return {name: hints[name] for name in kind.__struct_fields__}


@cache
def mutable_fields(kind: type[State]) -> tuple[str, ...]:
    return tuple(n for n, hint in kind.hints().items() if container(hint) in (list, dict, set))


def container(hint: Any) -> Any:
    """list, dict, set or None: what kind of container a type hint (with its marks) stands for."""
    if get_origin(hint) is Annotated:
        hint = get_args(hint)[0]
    return get_origin(hint)


class Outcome(msgspec.Struct, frozen=True):
    """How a match ended: the winner (None for a draw), the level and the points with their sources."""

    winner: str | None
    level: str
    points: tuple[tuple[str, int, str, str], ...] = ()
    """Rows of (whose, how many, which case, for what)."""
    case: str = ""


class Setting:
    """All that stays the same during a match: board, units, tables, scenario and options."""

    boxes: tuple[str, ...] = ("off-map",)
    hides: bool = True
    """Whether its matches keep anything from a side, in a game that can (`Game.redact`)."""

    def __init__(
        self,
        game: Game,
        data: DataFolder,
        scenario: str,
        options: Mapping[str, str],
        board: Board,
        units: Sequence[Unit],
        words: Iterable[str] = (),
    ) -> None:
        self.game = game
        self.data = data
        self.study: tuple[str, ...] = ()
        """The lines of a position file that changed board, units or assumptions; empty in real matches."""
        self.assumed: dict[tuple[str, str], bool] = {}
        """What a study takes for granted: ("supply", "3ID") or ("supply", "all") -> yes or no."""
        self.seats: dict[str, str] = {side: side for side in game.sides}
        """Who sits at the table, each with his side; a game may give the nations of a side players of their own."""
        self.scenario = scenario
        self.options = dict(options)
        self.board = board
        self.grid = board.grid
        self.units: Sequence[Unit] = tuple(units)
        self.unit_ids = tuple(u.id for u in units)
        self.language = Language(game.verbs, self.unit_ids, board.grid, words)
        self.unit_subjects = tuple(Subject("unit", n) for n in range(len(units)))
        self.cell_subjects = tuple(Subject("cell", n) for n in range(len(board.grid.ids)))

    def seat_name(self, seat: str) -> str:
        """A seat's name for people."""
        return self.game.sides.get(seat, seat.capitalize())

    def assumption(self, what: str, unit: int) -> bool | None:
        """What a study takes for granted of a unit; None if nothing."""
        if not self.assumed:
            return None
        found = self.assumed.get((what, self.unit_ids[unit]))
        return found if found is not None else self.assumed.get((what, "all"))

    def unit_number(self, uid: str) -> int:
        return self.language.unit(uid)

    def place_name(self, cell: int) -> str:
        """A cell's id, or the name of the box beside the map."""
        return self.grid.ids[cell] if cell >= 0 else self.boxes[-1 - cell]

    def place_number(self, name: str) -> int:
        if name in self.boxes:
            return -1 - self.boxes.index(name)
        return self.grid.cell(name)

    def subject_name(self, subject: Subject) -> str:
        if subject.kind == "unit" and isinstance(subject.ref, int):
            return self.unit_ids[subject.ref]
        if subject.kind == "cell" and isinstance(subject.ref, int):
            return self.grid.ids[subject.ref]
        return str(subject.ref)

    def subject(self, name: str) -> Subject:
        """The subject that a name means: a button, a unit or a cell, in that order."""
        first = name.split()[0] if name.split() else name
        if first in self.language.verbs:
            return Subject("button", name)
        try:
            return Subject("unit", self.unit_number(name))
        except NotUnderstood:
            return Subject("cell", self.grid.cell(name))


class Position:
    """Setting, state and dice, with what the rules ask of them. A game derives its own."""

    __slots__ = ("dice", "events", "outcome", "setting", "shown", "state")

    setting: Setting
    state: State
    outcome: Outcome | None

    def __init__(self, setting: Setting, state: State, dice: Dice) -> None:
        self.setting = setting
        self.state = state
        self.dice = dice
        self.events: list[Event] = []
        self.outcome = None
        self.shown = False
        """Whether a match has handed it out: then somebody may have changed it without an action."""
        self.rebuild()

    def rebuild(self) -> None:
        """Make the layers anew from the state (after a set-up, a load or an edit)."""

    def copy_layers(self, new: Self) -> None:
        """Give ``new`` its own copies of this position's layers."""

    def copy(self) -> Self:
        new = object.__new__(type(self))
        new.setting = self.setting
        new.state = self.state.copy()
        new.dice = self.dice.copy()
        new.events = []
        new.outcome = self.outcome
        new.shown = self.shown
        self.copy_layers(new)
        return new

    def note(self, kind: str, *cites: str, seen_by: str | None = None, result: bool = False, **data: Any) -> None:
        """Write an event into the journal."""
        self.events.append(Event(kind, cites, data, seen_by, result))

    def throw(
        self, case: str, why: str, number: int = 1, faces: int = 6, same: Sequence[Hashable] | None = None
    ) -> int:
        """Throw dice and note them; the total. ``same`` groups totals that mean the same (for odds)."""
        dice = self.dice.throw(number, faces, same)
        total = sum(dice)
        self.events.append(Event("dice", (case,), {"dice": dice, "total": total, "why": why}))
        return total
