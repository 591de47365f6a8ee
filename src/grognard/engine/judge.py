"""What the referee can be asked about a game beyond moves and fights: a game derives its judge from `Judge`.

Everything has a plain default, so that a game answers what it has rules for. A judge decides nothing: it asks the
rules, and it gets the position as whoever asks may see it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Generic, TypeVar

import msgspec

from grognard.engine.position import Position, Setting
from grognard.engine.ruling import Ruling

P = TypeVar("P", bound=Position)


class Fault(msgspec.Struct, frozen=True, kw_only=True):
    """One reason why a position may not stand as it does."""

    case: str
    text: str
    units: Sequence[int] = ()
    cells: Sequence[int] = ()
    when: str = ""
    """The moment at which it must be put right ("at the end of the Movement Phase"); empty if it may never be."""


class Holder(msgspec.Struct, frozen=True):
    """Who controls a place: a side or a nation, or nobody (""), by which case and why."""

    who: str
    case: str
    text: str


class Front(msgspec.Struct, frozen=True, kw_only=True):
    """A side's front line, and where it is open."""

    name: str
    side: str
    case: str
    cells: Sequence[int]
    gaps: Sequence[int] = ()


class Missing(msgspec.Struct, frozen=True):
    """What a side lacks for a victory, or for a better level of it."""

    side: str
    level: str
    case: str
    text: str


class Standing(msgspec.Struct, frozen=True, kw_only=True):
    """How the match would end if it ended now, why, and what is missing to the next level."""

    level: str
    winner: str | None
    case: str
    text: str
    missing: Sequence[Missing] = ()


class Formation(msgspec.Struct, frozen=True, kw_only=True):
    """A corps or division: its units on the map, its base units, and whether it holds together."""

    name: str
    side: str
    units: Sequence[int]
    base: Sequence[int] = ()
    ruling: Ruling


class WayBack(msgspec.Struct, frozen=True, kw_only=True):
    """A cell that a unit could retreat to, with what counts for and against it, first things first."""

    cell: int
    path: Sequence[int] = ()
    ranks: Mapping[str, int] = {}
    open: bool = True
    """Whether it is among the best, so that the unit may go there."""
    ruling: Ruling


class Reaching(msgspec.Struct, frozen=True, kw_only=True):
    """How far a unit fires, commands, supplies or sees."""

    what: str
    distance: int
    case: str
    cells: Sequence[int] = ()


class Judge(Generic[P]):
    """The answers of a game that has nothing special to say."""

    def __init__(self, setting: Setting) -> None:
        self.setting = setting

    def faults(self, position: P) -> Sequence[Fault]:
        """Every reason why the position may not stand: now, or at the end of the phase that is under way."""
        return ()

    def holder(self, position: P, cell: int) -> Holder | None:
        """Who controls a cell; None where the game does not say."""
        return None

    def fronts(self, position: P) -> Sequence[Front]:
        """The front lines as they are now."""
        return ()

    def standing(self, position: P) -> Standing | None:
        """Who would win now, and why; None where the game cannot say before its end."""
        return None

    def formations(self, position: P) -> Sequence[Formation]:
        """The corps or divisions whose units must keep together."""
        return ()

    def ways_back(self, position: P, unit: int) -> Sequence[WayBack] | None:
        """Every cell that a unit could think of retreating to; None where the game has no retreats."""
        return None

    def ranges(self, position: P, unit: int) -> Sequence[Reaching]:
        """How far a unit's fire, command or supply reaches now."""
        return ()

    def sees(self, position: P, start: int, end: int) -> Ruling | None:
        """Whether one cell is in sight of another; None where the game has no lines of sight."""
        return None
