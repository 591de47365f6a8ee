"""States as plain values with names instead of numbers, and back.

The types of a state's fields say what a number means (a cell, a unit), so views, saves and position
files need no code of their own for each game.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import Any, get_args, get_origin

import msgspec

from grognard.data import nearest
from grognard.engine.position import Position, Setting
from grognard.engine.state import State, marks
from grognard.errors import NotUnderstood


def to_plain(setting: Setting, value: Any, hint: Any) -> Any:
    if hint is int or hint is str:
        return value
    bare, found = marks(hint)
    if "cell" in found:
        return setting.place_name(value)
    if "unit" in found:
        return setting.unit_ids[value] if value >= 0 else "none"
    inner = get_args(bare)
    kind = get_origin(bare)
    if kind is list or kind is set:
        return [to_plain(setting, v, inner[0]) for v in (value if kind is list else sorted(value))]
    if kind is dict:
        return {to_plain(setting, k, inner[0]): to_plain(setting, v, inner[1]) for k, v in value.items()}
    if kind is tuple:
        hints = [inner[0]] * len(value) if len(inner) == 2 and inner[1] is Ellipsis else inner
        return [to_plain(setting, v, h) for v, h in zip(value, hints, strict=True)]
    return value


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
    if bare is int and isinstance(value, str) and value.lstrip("+-").isdigit():
        return int(value)
    if isinstance(bare, type) and isinstance(value, bare):
        return value
    raise NotUnderstood(f"'{value}' should be {getattr(bare, '__name__', bare)}")


def enum_member(kind: type[Enum], value: Any) -> Enum:
    """A member by its value, or by its name in any letter case ('moved', '1')."""
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
    for name, hint in type(state).hints().items():
        value = getattr(state, name)
        bare, found = marks(hint)
        if "per unit" in found:
            for unit, entry in zip(units, plain_list(setting, value, get_args(bare)[0]), strict=True):
                unit[name] = entry
        else:
            rest[name] = to_plain(setting, value, hint)
    if hidden:
        units = [unit for number, unit in enumerate(units) if number not in hidden]
    return {"units": units, "covered": plain_covered(position), "state": rest}


def plain_covered(position: Position) -> list[dict[str, Any]]:
    """The anonymous counters that a side sees, in an order that tells nothing."""
    found = [msgspec.structs.asdict(counter) for counter in position.concealed.counters]
    for counter in found:
        counter["loc"] = position.setting.place_name(counter.pop("cell"))
    return found


def plain_list(setting: Setting, values: Sequence[Any], hint: Any) -> Sequence[Any]:
    """Many values of one type; the type is looked at only once."""
    if hint is int or hint is str:
        return values
    if "cell" in marks(hint)[1]:
        return [setting.place_name(value) for value in values]
    return [to_plain(setting, value, hint) for value in values]


def state_from_plain(setting: Setting, kind: type[State], plain: dict[str, Any]) -> State:
    """A state from what `plain_position` made of one."""
    hints = kind.hints()
    values: dict[str, Any] = {}
    for name, hint in hints.items():
        bare, found = marks(hint)
        if "per unit" in found:
            inner = get_args(bare)[0]
            values[name] = [from_plain(setting, unit[name], inner) for unit in plain["units"]]
        else:
            values[name] = from_plain(setting, plain["state"][name], hint)
    unknown = set(plain["state"]) - set(hints)
    if unknown:
        word = min(unknown)
        raise NotUnderstood(f"the state has no '{word}'{nearest(word, hints)}")
    return kind(**values)
