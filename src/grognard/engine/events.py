"""The journal: what happened, for machines first; the text of the log is made from it.

A game declares each kind of event with its sentence (``"move": "{unit:unit} goes to {to:cell}."``). The
sentence says what each field holds; `Told` adds the fields that it leaves out. The log, the names that a
client gets instead of our numbers, and the law that nothing else leaves all follow from that declaration.
"""

from __future__ import annotations

import string
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import cache
from types import MappingProxyType
from typing import Any, Literal

import msgspec

Holds = Literal["unit", "cell", "side", "number", "text", "flag", "data"]
"""What a field holds, one of it or several; "data" is a structure that holds names already."""


class Event(msgspec.Struct, frozen=True, gc=False):
    """Something that happened, under which cases.

    ``seen_by`` is None where everybody sees it, or the one side that does. ``result`` marks the events
    that sum up what chance decided: the exact odds of an action are counted by them. ``hidden_from`` names
    the sides that could not identify the units in it when it happened; they get another form of it, see `told_to`.
    """

    kind: str
    cites: tuple[str, ...]
    data: dict[str, Any]
    seen_by: str | None = None
    result: bool = False
    hidden_from: tuple[str, ...] = ()


class Told:
    """A kind of event: its sentence, and what the fields hold that the sentence does not name.

    ``hidden`` is the kind that sides hear of who may not identify the units in it: declared like any other, with
    some of the same fields. Without it they hear nothing. ``reveals`` marks a kind that tells what was hidden.

    >>> Told("{unit:unit} goes to {to:cell}, {steps:step|steps} left.", path="cell").fields
    {'unit': 'unit', 'to': 'cell', 'steps': 'number', 'path': 'cell'}
    """

    __slots__ = ("fields", "hidden", "reveals", "sentence")

    def __init__(self, sentence: str, *, hidden: str = "", reveals: bool = False, **others: Holds) -> None:
        self.sentence = sentence
        self.hidden = hidden
        self.reveals = reveals
        self.fields: dict[str, str] = {**spoken(sentence), **others}
        """Each field with the name of its `Wording`."""


Messages = Mapping[str, str | Told]
"""Each kind of event with its sentence: a plain one where it names every field."""


def spoken(sentence: str) -> dict[str, str]:
    """The fields of a sentence with the names of their wordings; a field without one is a text."""
    found: dict[str, str] = {}
    for _, field, wording, _ in string.Formatter().parse(sentence):
        if field is not None and "|" in (wording or ""):
            found.setdefault(field, "number")  # or a list, which has its wording elsewhere
        elif field is not None:
            found[field] = wording or "text"
    return found


@cache
def plainly(sentence: str) -> Told:
    """The declaration that a sentence alone stands for."""
    return Told(sentence)


def declared(message: str | Told) -> Told:
    return plainly(message) if isinstance(message, str) else message


def told_to(messages: Messages, events: Iterable[Event], sides: Collection[str]) -> list[Event]:
    """What all of some sides may know of some events, each in the form that they may know."""
    found = []
    for event in events:
        if event.seen_by is not None and any(side != event.seen_by for side in sides):
            continue
        told: Event | None = event
        if event.hidden_from and any(side in event.hidden_from for side in sides):
            told = unnamed(messages, event)
        if told is not None:
            found.append(told)
    return found


def unnamed(messages: Messages, event: Event) -> Event | None:
    """An event as those hear of it who may not identify the units in it; None if they do not."""
    kind = declared(messages[event.kind]).hidden if event.kind in messages else ""
    if not kind:
        return None
    data = {name: event.data[name] for name in declared(messages[kind]).fields}
    return Event(kind, event.cites, data, None, event.result)


class Wording(msgspec.Struct, frozen=True):
    """What a name after the colon of a field stands for: what the field holds, and how the log writes it."""

    holds: Holds
    write: Callable[[Any], str]
    plain: Callable[[Any], Any] | None = None
    """What machines get instead of the value itself, where the rules count in other units than the book."""


def flag(yes: str, no: str = "") -> Wording:
    """The wording of a field that is true or false.

    >>> flag("rallies", "does not rally").write(False)
    'does not rally'
    """
    return Wording("flag", lambda so: yes if so else no)


COMMON_WORDINGS: Mapping[str, Wording] = MappingProxyType(
    {
        "text": Wording("text", str),
        "number": Wording("number", str),
        "signed": Wording("number", lambda number: f"{number:+d}"),
        "flag": flag("yes", "no"),
        "data": Wording("data", str),
    }
)
"""What the sentences of every game may use, besides unit, cell and side."""
COMMON_MESSAGES: Messages = MappingProxyType({"dice": Told("Die for {why}: {total:number}.", dice="number")})
"""What the engine itself notes; a game may word it otherwise."""


def counted(number: int, one: str, many: str) -> str:
    """A number with its word.

    >>> counted(1, "step", "steps"), counted(0, "step", "steps")
    ('1 step', '0 steps')
    """
    return f"{number} {one if number == 1 else many}"


def several(value: Any) -> Sequence[Any]:
    """The values of a field that holds one or several."""
    return value if isinstance(value, list | tuple) else (value,)


class Writer(string.Formatter):
    """Tells events: as sentences for people, and with names instead of numbers for machines.

    The name after a colon is that of a `Wording` (``unit``, ``cell``, ``side`` ...); several units or
    cells are joined with commas. Two words with a bar between them are for one and for many:
    ``{steps:step|steps}`` is "1 step" or "3 steps", and of a list only the word that fits its length.
    """

    def __init__(self, messages: Messages, wordings: Mapping[str, Wording]) -> None:
        self.messages = {**COMMON_MESSAGES, **messages}
        self.wordings = {**COMMON_WORDINGS, **wordings}

    def format_field(self, value: Any, format_spec: str) -> str:
        if "|" in format_spec:
            one, _, many = format_spec.partition("|")
            if isinstance(value, list | tuple):
                return one if len(value) == 1 else many
            return counted(value, one, many)
        write = self.wordings[format_spec or "text"].write
        return ", ".join(write(item) for item in several(value))

    def told(self, kind: str) -> Told | None:
        """The declaration of a kind of event; None if it has none."""
        message = self.messages.get(kind)
        return declared(message) if message is not None else None

    def sentence(self, event: Event) -> str:
        message = self.told(event.kind)
        return event.kind if message is None else self.format(message.sentence, **event.data)

    def line(self, event: Event) -> str:
        """The sentence with its cases, as the log shows it."""
        cites = ", ".join(event.cites)
        return f"{self.sentence(event)} [{cites}]" if cites else self.sentence(event)

    def holds(self, event: Event) -> dict[str, Holds]:
        """What each field of an event holds, as declared; a field that nobody declared is left out."""
        message = self.told(event.kind)
        fields = message.fields if message is not None else {}
        return {name: self.wordings[fields[name]].holds for name in event.data if name in fields}

    def plain(self, event: Event) -> dict[str, Any]:
        """An event's data with names for units and cells. What is not declared stays inside."""
        found: dict[str, Any] = {}
        message = self.told(event.kind)
        for name, holds in self.holds(event).items():
            value = event.data[name]
            if holds not in ("unit", "cell"):
                plain = self.wordings[message.fields[name]].plain if message is not None else None
                found[name] = value if plain is None else plain(value)
            elif isinstance(value, list | tuple):
                found[name] = [self.wordings[holds].write(item) for item in value]
            else:
                found[name] = self.wordings[holds].write(value)
        return found

    def named(self, event: Event, holds: Holds) -> Iterable[int]:
        """The units or the cells that an event names, each once."""
        fields = self.holds(event).items()
        return dict.fromkeys(number for name, kind in fields if kind == holds for number in several(event.data[name]))
