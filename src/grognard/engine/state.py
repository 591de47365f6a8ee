"""What a game declares of its units and of its state. All else follows from the declaration.

A state is small and flat: numbers, words, and lists or dictionaries of them, never deeper. The types of
its fields, with their marks, say how each is copied, saved, named in files and made blank.
"""

from __future__ import annotations

from collections.abc import Collection
from copy import copy
from enum import Enum
from functools import cache
from typing import Annotated, Any, Self, TypeVar, get_args, get_origin, get_type_hints

import msgspec

T = TypeVar("T")


class Blank(msgspec.Struct, frozen=True):
    """A mark: the value of a per-unit field as long as the game has set nothing."""

    value: Any


Cell = Annotated[int, "cell", Blank(-1)]
"""A cell's number, or below zero a box beside the map: -1 is the setting's first box."""
UnitNumber = Annotated[int, "unit", Blank(-1)]
Flag = Annotated[int, "flag"]
"""0 or 1."""
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
    loc: PerUnit[Cell] = []
    steps: PerUnit[int] = []

    @classmethod
    def hints(cls) -> dict[str, Any]:
        """The fields with their types, marks ('cell', 'per unit') included."""
        return field_hints(cls)

    @classmethod
    def blank(cls, size: int, **given: Any) -> Self:
        """A state for that many units: every per-unit field blank but for those given."""
        fields: dict[str, Any] = {name: [value] * size for name, value in blanks(cls).items()}
        return cls(**{**fields, **given})

    def copy(self) -> Self:
        """A copy with containers of its own. Containers hold nothing that changes, so one level is enough."""
        new: Self = copy(self)
        for name in mutable_fields(type(self)):
            setattr(new, name, getattr(new, name).copy())
        return new

    def clear(self, *names: str) -> None:
        """Make some per-unit fields blank for all units."""
        for name in names:
            setattr(self, name, [blanks(type(self))[name]] * len(self.loc))

    def drop(self, unit: int, *keep: str) -> None:
        """Take everything off a unit that a game has put on it, but for its place, its steps and the fields named."""
        self.drop_all((unit,), *keep)

    def drop_all(self, units: Collection[int], *keep: str) -> None:
        """The same for several units."""
        for name, value in blanks(type(self)).items():
            if name not in ("loc", "steps", *keep):
                values = getattr(self, name)
                for unit in units:
                    values[unit] = value

    def hand_over(self, unit: int, to: int, *keep: str) -> None:
        """Another counter takes the place of a unit with all its marks, but for the fields named."""
        for name in blanks(type(self)):
            if name not in ("loc", "steps", *keep):
                values = getattr(self, name)
                values[to] = values[unit]


class Outcome(msgspec.Struct, frozen=True):
    """How a match ended: the winner (None for a draw), the level and the points with their sources."""

    winner: str | None
    level: str
    points: tuple[tuple[str, int, str, str], ...] = ()
    """Rows of (whose, how many, which case, for what)."""
    case: str = ""


@cache
def marks(hint: Any) -> tuple[Any, tuple[Any, ...]]:
    """The bare type and its marks ('cell', 'unit', 'per unit')."""
    if get_origin(hint) is Annotated:
        bare, *found = get_args(hint)
        return bare, tuple(found)
    return hint, ()


@cache
def field_hints(kind: type[State]) -> dict[str, Any]:
    """Looked up once for each kind of state: for reading only."""
    hints = get_type_hints(kind, include_extras=True)
    return {name: hints[name] for name in kind.__struct_fields__}


@cache
def mutable_fields(kind: type[State]) -> tuple[str, ...]:
    return tuple(n for n, hint in kind.hints().items() if container(hint) in (list, dict, set))


@cache
def blanks(kind: type[State]) -> dict[str, Any]:
    """The per-unit fields, each with the value of a unit to which nothing has happened."""
    return {
        name: blank_value(get_args(get_args(hint)[0])[0])
        for name, hint in kind.hints().items()
        if get_origin(hint) is Annotated and "per unit" in get_args(hint)
    }


def blank_value(hint: Any) -> Any:
    if get_origin(hint) is Annotated:
        bare, *marks = get_args(hint)
        return next((mark.value for mark in marks if isinstance(mark, Blank)), blank_value(bare))
    if isinstance(hint, type) and issubclass(hint, Enum):
        return next(iter(hint))
    return hint()


def container(hint: Any) -> Any:
    """list, dict, set or None: what kind of container a type hint (with its marks) stands for."""
    if get_origin(hint) is Annotated:
        hint = get_args(hint)[0]
    return get_origin(hint)
