"""What both sides have lost, read from the events of a match as the game's losses.toml says."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec

from grognard.data import DataFolder, typed
from grognard.engine import Setting
from grognard.engine.events import Event
from grognard.errors import DataError

FILE = "losses.toml"


class Told(msgspec.Struct, frozen=True):
    """A kind of event that tells of losses."""

    kind: str
    number: str
    """The event's field that says how many steps."""
    unit: str = ""
    """The field that names the unit, or ..."""
    gainer: str = ""
    """... the field that names the side which gains by the loss."""
    case: str = ""
    """Only events that cite this case, if there is one."""
    source: str = ""


class Losses(msgspec.Struct, frozen=True):
    name: str
    event: tuple[Told, ...]


def told_losses(data: DataFolder) -> Losses | None:
    """How a game tells of losses; None if its data says nothing about it."""
    if not data.exists(FILE):
        return None
    try:
        return typed(data.toml(FILE), Losses)
    except msgspec.ValidationError as problem:
        raise DataError(str(problem), data.path(FILE)) from None


def count(setting: Setting, told: Losses, events: Iterable[Event]) -> dict[str, int]:
    """The steps that each side lost in these events."""
    sides = tuple(setting.game.sides)
    lost = dict.fromkeys(sides, 0)
    by_kind = {one.kind: one for one in told.event}
    for event in events:
        one = by_kind.get(event.kind)
        if one is None or (one.case and one.case not in event.cites):
            continue
        lost[loser(setting, one, event.data, sides)] += int(event.data[one.number])
    return lost


def loser(setting: Setting, one: Told, data: Mapping[str, object], sides: tuple[str, ...]) -> str:
    if one.unit:
        return setting.units[int(str(data[one.unit]))].side
    gainer = data[one.gainer]
    return next(side for side in sides if side != gainer)
