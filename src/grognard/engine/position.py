"""A position: what stays the same in a match (setting), what changes (state), and layers over the map.

Layers (occupation, zones of control) are kept up as units move and can always be rebuilt from the state.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Self

from mypy_extensions import mypyc_attr
from typing_extensions import TypeVar

from grognard.board import Board
from grognard.data import DataFolder
from grognard.engine.actions import Language
from grognard.engine.concealed import NOTHING_CONCEALED, Concealed, unit_fields, unknown_to
from grognard.engine.decisions import Subject
from grognard.engine.dice import Dice
from grognard.engine.events import Event, Told
from grognard.engine.state import Outcome, State, Unit
from grognard.errors import NotUnderstood
from grognard.grid import Grid

if TYPE_CHECKING:
    from grognard.engine.game import Game

U = TypeVar("U", bound=Unit, covariant=True, default=Unit)


@mypyc_attr(allow_interpreted_subclasses=True)
class Setting(Generic[U]):
    """All that stays the same during a match: board, units, tables, scenario and options."""

    boxes: ClassVar[tuple[str, ...]] = ("off-map",)
    """The boxes beside the map."""

    def __init__(
        self,
        game: Game,
        data: DataFolder,
        scenario: str,
        options: Mapping[str, str],
        board: Board,
        units: Sequence[U],
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
        self.hides = True
        """Whether its matches keep anything from a side, in a game that can (`Game.redact`, `Game.concealed`)."""
        self.conceals = game.conceals
        """Whether it is a game with units that a side may not identify."""
        self.scenario = scenario
        self.options = dict(options)
        self.board = board
        self.grid: Grid = board.grid
        self.units: tuple[U, ...] = tuple(units)
        self.unit_ids: tuple[str, ...] = tuple([u.id for u in units])
        self.language = Language(game.verbs, self.unit_ids, board.grid, words)
        self.unit_subjects: tuple[Subject, ...] = tuple([Subject("unit", n) for n in range(len(units))])
        self.cell_subjects: tuple[Subject, ...] = tuple([Subject("cell", n) for n in range(len(board.grid.ids))])
        told = {kind: message for kind, message in game.messages.items() if isinstance(message, Told)}
        self.revealing = frozenset(["revealed", *[kind for kind, message in told.items() if message.reveals]])
        """The kinds of events that tell what was hidden."""
        self.unnamed = {kind: message.hidden for kind, message in told.items() if message.hidden}
        """For each kind of event the one that those hear who may not identify its units."""
        self.unit_fields = unit_fields(self) if self.conceals else {}
        """For each kind of event the fields that hold units, in a game where some may not be identified."""

    def seat_name(self, seat: str) -> str:
        """A seat's name for people."""
        return self.game.sides.get(seat, seat.capitalize())

    def seat_called(self, seat: str) -> str:
        """What a seat is called within a sentence: "the Entente", "the Germans"."""
        return self.game.called.get(seat, f"the {self.seat_name(seat)}")

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
        if cell >= 0:
            return self.grid.ids[cell]
        return "unknown" if cell == self.nowhere else self.boxes[-1 - cell]

    @property
    def nowhere(self) -> int:
        """The place of a unit that a side may not identify, in what that side sees: no cell and no box."""
        return -1 - len(self.boxes)

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


class Supposition:
    """What a question to the referee supposes of the first fight: its column, or the result on its table."""

    def __init__(self, result: str = "", column: int | None = None) -> None:
        self.result = result
        self.column = column
        self.used = False
        """Whether a fight has come to it."""


R = TypeVar("R")
C = TypeVar("C", bound=Setting, covariant=True, default=Setting)
S = TypeVar("S", bound=State, covariant=True, default=State)


@mypyc_attr(allow_interpreted_subclasses=True)
class Position(Generic[C, S]):
    """Setting, state and dice, with what the rules ask of them. A game derives its own."""

    concealed: Concealed = NOTHING_CONCEALED
    """In what a side sees (`Game.seen`): what it may not identify. Nothing in a position that is played."""

    def __init__(self, setting: C, state: S, dice: Dice, lay_out: bool = True) -> None:
        self.setting: C = setting
        self.state: S = state
        self.dice = dice
        self.events: list[Event] = []
        self.known: dict[tuple[Callable[..., Any], tuple[Any, ...]], Any] = {}
        """What was worked out since the last change, see `facts`; a copy shares it until one of the two changes."""
        self.outcome: Outcome | None = None
        self.shown = False
        """Whether a match has handed it out: then somebody may have changed it without an action."""
        self.asks_everything = False
        """Whether even a choice with one answer is asked: so that nothing is fought while a position is read."""
        self.supposed: Supposition | None = None
        self.result_to_come = ""
        """The supposed result, as long as no dice have brought it."""
        if lay_out:
            self.rebuild()

    def rebuild(self) -> None:
        """Make the layers from the state (after a set-up, a load or an edit)."""
        self.changed()

    def changed(self) -> None:
        """Something has changed on the map: what was worked out before may no longer hold."""
        self.known = {}  # never cleared: a copy may share the old one

    def layers(self) -> tuple[object, ...]:
        """All layers, to be compared with what a rebuilt position has."""
        return ()

    def copy_layers(self, new: Self) -> None:
        """Give ``new`` its own copies of this position's layers."""

    def copy(self) -> Self:
        new = type(self)(self.setting, self.state.copy(), self.dice.copy(), False)
        new.outcome = self.outcome
        new.shown = self.shown
        new.asks_everything = self.asks_everything
        new.supposed, new.result_to_come = self.supposed, self.result_to_come
        new.known = self.known
        self.copy_layers(new)
        return new

    def suppose(self, supposed: Supposition) -> None:
        """From here on, fights come out as a question to the referee supposes."""
        self.supposed, self.result_to_come = supposed, supposed.result

    def with_seed(self, seed: str) -> Self:
        """A copy whose dice to come are read from another seed."""
        new = self.copy()
        new.dice.seed = seed
        return new

    def note(self, kind: str, *cites: str, seen_by: str | None = None, result: bool = False, **data: Any) -> None:
        """Write an event into the journal."""
        hidden = unknown_to(self, kind, data) if self.setting.conceals else ()
        self.events.append(Event(kind, cites, data, seen_by, result, hidden))

    def throw(
        self, case: str, why: str, number: int = 1, faces: int = 6, same: Sequence[Hashable] | None = None, *,
        lowest: int = 1, seen_by: str | None = None,
    ) -> int:  # fmt: skip
        """Throw dice and note them; the total. ``same`` groups totals that mean the same (for odds).

        ``lowest`` is the lowest face of a die. Only the side named in ``seen_by`` sees what falls.
        """
        dice = self.dice.throw(number, faces, same, lowest)
        total = sum(dice)
        self.events.append(Event("dice", (case,), {"dice": dice, "total": total, "why": why}, seen_by))
        return total

    def by_chance(self, course: Callable[[], R]) -> R:
        """What a course of throws and notes brings that changes nothing else.

        Odds end with it: all its ways are gone through on the spot, and what follows is not played for each.
        """
        return self.dice.follow(course)
