"""Hidden identity: units that a side may not identify, and the anonymous counters that it sees instead.

A side knows that something is there and what the book makes public of it, as a player at the table sees the
back of a stack. An anonymous counter carries nothing that follows a unit: no number, no order, no count that
the game does not show on purpose. docs/hidden-units.md tells how a game uses this.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from functools import cache
from typing import TYPE_CHECKING, Any, get_args, get_origin

import msgspec

from grognard.engine.events import Event, several
from grognard.engine.state import State, blank_value, blanks, marks

if TYPE_CHECKING:
    from grognard.engine.position import Position, Setting


class Covered(msgspec.Struct, frozen=True, order=True):
    """A counter that a side sees without knowing which unit it is: its place, and what the book makes public."""

    cell: int
    """A cell, or below zero a box beside the map."""
    side: str
    nation: str = ""
    label: str = ""
    """A few letters to show on it."""
    symbol: str = ""
    size: str = ""


class Concealed(msgspec.Struct, frozen=True):
    """What a side may not identify, and what it sees instead; a counter may stand for one unit, several or none."""

    units: frozenset[int] = frozenset()
    counters: tuple[Covered, ...] = ()


NOTHING_CONCEALED = Concealed()


def concealed_together(found: Iterable[Concealed]) -> Concealed:
    """What several sides may not identify, one or the other; the counters in an order that tells nothing."""
    first, *others = found
    if not others:
        return Concealed(first.units, tuple(sorted(first.counters)))
    units: frozenset[int] = frozenset()
    counters: Counter[Covered] = Counter()
    for one in (first, *others):
        units |= one.units
        counters |= Counter(one.counters)
    return Concealed(units, tuple(sorted(counters.elements())))


# -- a state without them --


class _Gone:
    """What is left of a value that names a hidden unit."""


_GONE = _Gone()


def take_away(position: Position, units: Collection[int]) -> None:
    """Take some units out of a position: they are nowhere, nothing is marked on them, and nothing names them."""
    setting, state = position.setting, position.state
    state.drop_all(units)
    for unit in units:
        state.loc[unit] = setting.nowhere
        state.steps[unit] = setting.units[unit].steps
    for name, hint, inner in fields_with_units(type(state)):
        value = getattr(state, name)
        if inner is not None:
            setattr(state, name, [entry_without(entry, inner, units) for entry in value])
        else:
            setattr(state, name, entry_without(value, hint, units))


@cache
def fields_with_units(kind: type[State]) -> tuple[tuple[str, Any, Any], ...]:
    """The fields of a state that can name units, with their types and, where each unit has one, that of an entry."""
    per_unit = blanks(kind)
    return tuple(
        [
            (name, hint, get_args(marks(hint)[0])[0] if name in per_unit else None)
            for name, hint in kind.hints().items()
            if names_units(hint)
        ]
    )


def names_units(hint: Any) -> bool:
    """Whether a value of that type can name a unit."""
    bare, found = marks(hint)
    return "unit" in found or any(names_units(inner) for inner in get_args(bare))


def entry_without(value: Any, hint: Any, units: Collection[int]) -> Any:
    left = without(value, hint, units)
    return blank_value(hint) if left is _GONE else left


def without(value: Any, hint: Any, units: Collection[int]) -> Any:
    """A value without some units: what names one of them leaves its list or dictionary, and no gap is seen."""
    bare, found = marks(hint)
    if "unit" in found:
        return _GONE if value in units else value
    kind, inner = get_origin(bare), get_args(bare)
    if kind is list or kind is set:
        return kind(left for one in value if (left := without(one, inner[0], units)) is not _GONE)
    if kind is dict:
        pairs = [(without(key, inner[0], units), without(one, inner[1], units)) for key, one in value.items()]
        return {key: one for key, one in pairs if key is not _GONE and one is not _GONE}
    if kind is tuple:
        hints = [inner[0]] * len(value) if len(inner) == 2 and inner[1] is Ellipsis else inner
        parts = [without(one, part, units) for one, part in zip(value, hints, strict=True)]
        return _GONE if any(part is _GONE for part in parts) else tuple(parts)
    return value


# -- events that name them --


def unit_fields(setting: Setting) -> dict[str, tuple[str, ...]]:
    """For each kind of event the fields that hold units."""
    writer = setting.game.writer(setting)
    wordings = writer.wordings
    found = {}
    for kind in writer.messages:
        told = writer.told(kind)
        fields = told.fields.items() if told is not None else ()
        found[kind] = tuple(name for name, word in fields if word in wordings and wordings[word].holds == "unit")
    return found


def units_in(setting: Setting, kind: str, data: Mapping[str, Any]) -> list[int]:
    """The units that an event names."""
    return [unit for field in setting.unit_fields.get(kind, ()) if field in data for unit in several(data[field])]


def unknown_to(position: Position, kind: str, data: Mapping[str, Any]) -> tuple[str, ...]:
    """The sides that cannot identify every unit that an event names, as things stand now."""
    units = units_in(position.setting, kind, data)
    if not units:
        return ()
    game = position.setting.game
    return tuple([side for side in game.sides if not game.hidden_units(position, side).isdisjoint(units)])


def enlightens(setting: Setting, event: Event, side: str, hidden: Collection[int]) -> bool:
    """Whether an event brings to light for a side what was hidden from it, in the form that the side hears."""
    if event.seen_by not in (None, side):
        return False
    if event.kind in setting.revealing:
        return True
    if side in event.hidden_from:
        return setting.unnamed.get(event.kind) in setting.revealing
    return bool(hidden) and any(unit in hidden for unit in units_in(setting, event.kind, event.data))


def came_to_light(position: Position, before: Mapping[str, Collection[int]], events: Iterable[Event]) -> bool:
    """Whether a side can identify a unit that it could not before, or could for a while."""
    setting = position.setting
    for side, hidden in before.items():
        after = setting.game.hidden_units(position, side)
        if not after.issuperset(hidden) or any(enlightens(setting, event, side, hidden) for event in events):
            return True
    return False
