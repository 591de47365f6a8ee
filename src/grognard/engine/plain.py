"""States as plain values with names instead of numbers, and back.

The types of a state's fields say what a number means (a cell, a unit), so views, saves and position
files need no code of their own for each game.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import Enum
from functools import lru_cache
from typing import Any, get_args, get_origin

import msgspec

from grognard.data import nearest, whole_number
from grognard.engine.position import Position, Setting
from grognard.engine.state import State, marks
from grognard.errors import NotUnderstood

Writer = Callable[[Setting, Any], Any]


def to_plain(setting: Setting, value: Any, hint: Any) -> Any:
    write = writer(hint)
    return value if write is None else write(setting, value)


@lru_cache(maxsize=1024)
def writer(hint: Any) -> Writer | None:
    """What makes values of a type plain; None for those that are plain already. The type is looked at only once."""
    bare, found = marks(hint)
    if "cell" in found:
        return lambda setting, value: setting.place_name(value)
    if "unit" in found:
        return lambda setting, value: setting.unit_ids[value] if value >= 0 else "none"
    kind, inner = get_origin(bare), get_args(bare)
    if kind is list or kind is set:
        return list_writer(kind is set, writer(inner[0]))
    if kind is dict:
        return dict_writer(writer(inner[0]), writer(inner[1]))
    if kind is tuple:
        if len(inner) == 2 and inner[1] is Ellipsis:
            return list_writer(False, writer(inner[0]))
        return tuple_writer([writer(part) for part in inner])
    return None


def list_writer(in_order: bool, write: Writer | None) -> Writer:
    def one(setting: Setting, value: Any) -> Any:
        values = sorted(value) if in_order else value
        return list(values) if write is None else [write(setting, v) for v in values]

    return one


def dict_writer(key: Writer | None, write: Writer | None) -> Writer:
    def one(setting: Setting, value: Any) -> Any:
        return {
            (k if key is None else key(setting, k)): (v if write is None else write(setting, v))
            for k, v in value.items()
        }

    return one


def tuple_writer(parts: Sequence[Writer | None]) -> Writer:
    def one(setting: Setting, value: Any) -> Any:
        return [v if write is None else write(setting, v) for v, write in zip(value, parts, strict=True)]

    return one


@lru_cache(maxsize=64)
def fields_of(kind: type[State]) -> Sequence[tuple[str, bool, Writer | None]]:
    """The fields of a state: whether each unit has an entry, and what makes a value (or an entry) plain."""
    found = []
    for name, hint in kind.hints().items():
        bare, marked = marks(hint)
        per_unit = "per unit" in marked
        found.append((name, per_unit, writer(get_args(bare)[0] if per_unit else hint)))
    return found


def from_plain(setting: Setting, value: Any, hint: Any) -> Any:
    """The reverse of `to_plain`; NotUnderstood where the value does not fit the type."""
    bare, found = marks(hint)
    if "cell" in found:
        return setting.place_number(str(value))
    if "unit" in found:
        return -1 if value == "none" else setting.unit_number(str(value))
    inner = get_args(bare)
    kind = get_origin(bare)
    if kind in (list, set, tuple) and isinstance(value, list | tuple):
        if kind is tuple:
            hints = [inner[0]] * len(value) if len(inner) == 2 and inner[1] is Ellipsis else inner
            if len(hints) != len(value):
                raise NotUnderstood(f"{value} should have {len(hints)} parts")
            return tuple(from_plain(setting, v, h) for v, h in zip(value, hints, strict=True))
        return kind(from_plain(setting, v, inner[0]) for v in value)
    if kind is dict and isinstance(value, dict):
        return {from_plain(setting, k, inner[0]): from_plain(setting, v, inner[1]) for k, v in value.items()}
    if isinstance(bare, type) and issubclass(bare, Enum):
        return enum_member(bare, value)
    if bare is int and isinstance(value, str) and (number := whole_number(value)) is not None:
        return number
    if isinstance(bare, type) and isinstance(value, bare) and not (bare is int and isinstance(value, bool)):
        return value
    raise NotUnderstood(f"'{str(value)[:80]}' should be {getattr(bare, '__name__', bare)}")


def enum_member(kind: type[Enum], value: Any) -> Enum:
    """A member by its value, or by its name in any letter case ('moved', '1')."""
    if isinstance(value, kind):
        return value
    for member in kind:
        if value in (member.value, str(member.value)) or str(value).lower() == member.name.lower():
            return member
    names = ", ".join(member.name.lower() for member in kind)
    raise NotUnderstood(f"'{value}' should be one of {names}")


def plain_position(position: Position) -> dict[str, Any]:
    """The state with names: one object for each unit, then everything that is not the units'.

    Of what a side sees (`Game.seen`), units that it cannot identify are left out: only the covered counters tell of
    them.
    """
    setting, state, hidden = position.setting, position.state, position.concealed.units
    units: list[dict[str, Any]] = [{"id": uid} for uid in setting.unit_ids]
    rest: dict[str, Any] = {}
    for name, per_unit, write in fields_of(type(state)):
        value = getattr(state, name)
        if per_unit:
            entries = value if write is None else [write(setting, entry) for entry in value]
            for unit, entry in zip(units, entries, strict=True):
                unit[name] = entry
        else:
            rest[name] = value if write is None else write(setting, value)
    if hidden:
        units = [unit for number, unit in enumerate(units) if number not in hidden]
    return {"units": units, "covered": plain_covered(position), "state": rest}


def plain_covered(position: Position) -> list[dict[str, Any]]:
    """The anonymous counters that a side sees, in an order that tells nothing."""
    found = [msgspec.structs.asdict(counter) for counter in position.concealed.counters]
    for counter in found:
        counter["loc"] = position.setting.place_name(counter.pop("cell"))
    return found


def list_from_plain(setting: Setting, values: Sequence[Any], hint: Any) -> list[Any]:
    """Many values of one type; the type is looked at only once."""
    bare, found = marks(hint)
    if "cell" in found:
        return [setting.place_number(str(value)) for value in values]
    if isinstance(bare, type) and "unit" not in found and all(type(value) is bare for value in values):
        return list(values)
    return [from_plain(setting, value, hint) for value in values]


def state_from_plain(setting: Setting, kind: type[State], plain: dict[str, Any]) -> State:
    """A state from what `plain_position` made of one."""
    hints = kind.hints()
    values: dict[str, Any] = {}
    for name, hint in hints.items():
        bare, found = marks(hint)
        if "per unit" in found:
            values[name] = list_from_plain(setting, [unit[name] for unit in plain["units"]], get_args(bare)[0])
        else:
            values[name] = from_plain(setting, plain["state"][name], hint)
    unknown = set(plain["state"]) - set(hints)
    if unknown:
        word = min(unknown)
        raise NotUnderstood(f"the state has no '{word}'{nearest(word, hints)}")
    return kind(**values)
