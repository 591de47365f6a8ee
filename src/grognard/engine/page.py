"""What people see of a position beyond what every game has.

A game derives its page from `Page` and says what it has to say; everything has a plain default. The browser,
the terminal and the drawn map ask the same page. A page decides nothing: it only asks the rules, and it gets
the position as the viewer may see it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Generic, Literal, TypeVar

import msgspec

from grognard.board.pieces import Marker
from grognard.data import DataFolder, typed
from grognard.engine.position import Position, Setting
from grognard.errors import DataError

P = TypeVar("P", bound=Position)


class Lesson(msgspec.Struct, frozen=True):
    """What the guided first turn says at a kind of decision."""

    kind: str
    title: str
    text: str


class Guide(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    lesson: Sequence[Lesson] = ()
    glossary: Mapping[str, str] = {}
    """What the short words of the results tables mean."""
    phases: Mapping[str, str] = {}
    """What players call the steps of the sequence of play; steps of the same name are one to them."""
    needs: Mapping[str, Sequence[str]] = {}
    """For kinds of decisions the names of the facts that stand beside the question."""
    buttons: Mapping[str, str] = {}
    """What stands on a button, by its name or by the kind of decision and its name ("bombard end")."""


def read_guide(data: DataFolder) -> Guide:
    """A game's guide.toml, if it has one."""
    if not data.exists("guide.toml"):
        return Guide()
    try:
        return typed(data.toml("guide.toml"), Guide)
    except msgspec.ValidationError as problem:
        raise DataError(f"not a valid guide: {problem}", data.path("guide.toml")) from None


class Facing(msgspec.Struct, frozen=True):
    """Where a unit's state says which way it faces, and how many directions make a full turn."""

    field: str
    turns: int


class Arrow(msgspec.Struct, frozen=True):
    """An attack or a commitment that stands, from cell to cell."""

    start: int
    end: int
    side: str
    title: str


class Points(msgspec.Struct, frozen=True):
    """Victory points: whose, how many, under which case and for what."""

    side: str
    points: int
    case: str
    what: str


class Fact(msgspec.Struct, frozen=True):
    """A line of how the match stands (weather, losses, levels); a side's own or everybody's."""

    name: str
    value: str
    case: str
    side: str | None = None


class Level(msgspec.Struct, frozen=True):
    """How well one wins with some points ("3 to 4"), and whether it stands so now."""

    span: str
    name: str
    now: bool


class Arrival(msgspec.Struct, frozen=True, order=True):
    """When and where a unit comes."""

    turn: int
    where: str
    case: str


class Coming(msgspec.Struct, frozen=True):
    """The units of a side that come at the same time to the same place."""

    turn: int
    side: str
    units: Sequence[int]
    where: str
    case: str


class Overlay(msgspec.Struct, frozen=True, kw_only=True):
    """Cells or units to point out on the map, under a name and a kind that a player can ask for."""

    name: str
    kind: str
    title: str
    case: str = ""
    side: str | None = None
    note: str = ""
    cells: Sequence[int] = ()
    units: Sequence[int] = ()
    drawn: Literal["", "cells", "area", "line", "path"] = ""
    """How the cells are shown: as an "area" by its rim, as a "line" through neighbours, as a "path" in the order in
    which they are told, or each of the "cells"."""


class Page(Generic[P]):
    """What a game shows of its positions."""

    weighed: Sequence[str] = ()
    """The verbs whose odds are shown before they are done."""
    aimed: Sequence[str] = ()
    """The verbs whose cell a player may click first: attacks on it, and advances into it."""
    fired: Sequence[str] = ()
    """The verbs by which guns and aircraft choose a target; a player may click it first, too."""
    joined: Sequence[str] = ()
    """The verbs by which units are named for a fight one after the other; `fought_over` says where it is."""
    sets_up: Sequence[str] = ()
    """The kinds of decisions by which a side sets up; a player may leave the rest of it to a bot."""
    lines: Mapping[str, Sequence[str]] = {}
    """For kinds of decisions the kinds of overlays on which their rules turn: these are shown unasked."""
    lost: Sequence[str] = ()
    """The boxes where lost units lie."""
    factors_are: str = ""
    """What the numbers on a counter are ("attack, defence, movement")."""
    statuses: Mapping[str, str] = {}
    """What the short words on a counter mean."""
    facing: Facing | None = None

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        guide = read_guide(setting.data)
        self.guide: Sequence[Lesson] = guide.lesson
        """The guided first turn."""
        self.glossary: Mapping[str, str] = guide.glossary
        self.phases = guide.phases
        self.needs = guide.needs
        self.buttons = guide.buttons

    def factors(self, position: P, unit: int) -> str:
        """The line of numbers on a unit's counter as it stands now ("6-5-4")."""
        return ""

    def steps(self, position: P, unit: int) -> int:
        """The steps that a unit can still lose before it is gone."""
        return position.state.steps[unit]

    def formation(self, position: P, unit: int) -> tuple[str, ...]:
        """The army and the corps that a unit belongs to, the largest first, as far as they matter."""
        return ()

    def status(self, position: P, unit: int) -> tuple[str, ...]:
        """Short words for what ails a unit ("D", "OOS"), shown as tags on its counter."""
        return ()

    def layer(self, position: P, unit: int) -> int:
        """How high a counter lies in its stack: below 0 what is attached to others, so that these are seen."""
        return 0

    def standing(self, position: P) -> str:
        """How the match stands, in a few words ("Central Powers 12 VP")."""
        return ""

    def fought_over(self, position: P) -> int:
        """The cell of the fight that is under way, which everybody knows; -1 if there is none."""
        return -1

    def markers(self, position: P) -> Sequence[Marker]:
        """Markers on the map."""
        return ()

    def arrows(self, position: P) -> Sequence[Arrow]:
        """Attacks and commitments that stand."""
        return ()

    def points(self, position: P) -> Sequence[Points]:
        """The victory points so far."""
        return ()

    def facts(self, position: P) -> Sequence[Fact]:
        """How the match stands, line by line."""
        return ()

    def levels(self, position: P) -> Sequence[Level]:
        """How many points win how well, where the scenario says it and not a table of the game."""
        return ()

    def arrival(self, position: P, unit: int) -> Arrival | None:
        """When and where a unit comes that is not on the map; None if it does not."""
        return None

    def coming(self, position: P) -> list[Coming]:
        """Everybody who is still to come, the next ones first."""
        found: dict[tuple[int, str, Arrival], list[int]] = {}
        for number, unit in enumerate(position.setting.units):
            arrival = None if number in position.concealed.units else self.arrival(position, number)
            if arrival is not None:
                found.setdefault((arrival.turn, unit.side, arrival), []).append(number)
        return [Coming(turn, side, units, a.where, a.case) for (turn, side, a), units in sorted(found.items())]

    def overlays(self, position: P) -> Sequence[Overlay]:
        """Cells to point out, besides zones of control, supply, reach and threat, which every game has."""
        return ()

    def supply_line(self, position: P, unit: int) -> Sequence[int]:
        """The cells of a line of supply, from a unit to its source; nothing if it has none."""
        return ()

    def reach(self, position: P, unit: int) -> Iterable[int] | None:
        """The cells that a unit could move to in a turn of its own; None if the game does not say."""
        return None
