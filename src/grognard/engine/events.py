"""The journal: what happened, for machines first; the text of the log is made from it."""

from __future__ import annotations

import string
from collections.abc import Callable, Mapping
from typing import Any

import msgspec


class Event(msgspec.Struct, frozen=True, gc=False):
    """Something that happened, under which cases.

    ``seen_by`` is None where everybody sees it, or the one side that does. ``result`` marks the events
    that sum up what chance decided: the exact odds of an action are counted by them.
    """

    kind: str
    cites: tuple[str, ...]
    data: dict[str, Any]
    seen_by: str | None = None
    result: bool = False


FIELD_KINDS = {
    "unit": "unit",
    "units": "unit",
    "donor": "unit",
    "cell": "cell",
    "cells": "cell",
    "to": "cell",
    "target": "cell",
    "path": "cell",
}
"""What a number means in an event's field of that name; games keep to these names."""


def plain_data(data: Mapping[str, Any], specs: Mapping[str, Callable[[Any], str]]) -> dict[str, Any]:
    """An event's data with names instead of numbers for units and cells."""
    plain: dict[str, Any] = {}
    for key, value in data.items():
        spec = specs.get(FIELD_KINDS.get(key, ""))
        if spec is None:
            plain[key] = value
        elif isinstance(value, list | tuple):
            plain[key] = [spec(item) for item in value]
        else:
            plain[key] = spec(value)
    return plain


def counted(number: int, one: str, many: str) -> str:
    """A number with its word.

    >>> counted(1, "step", "steps"), counted(0, "step", "steps")
    ('1 step', '0 steps')
    """
    return f"{number} {one if number == 1 else many}"


class Writer(string.Formatter):
    """Makes sentences of events: ``{unit:unit} moves to {to:cell}`` with the game's own names.

    Each format specification is a function of the writer (``unit``, ``cell``, ``side`` ...); several
    units or cells are joined with commas. Two words with a bar between them are for one and for many:
    ``{steps:step|steps}`` is "1 step" or "3 steps", and of a list only the word that fits its length.
    """

    def __init__(self, messages: Mapping[str, str], specs: Mapping[str, Callable[[Any], str]]) -> None:
        self.messages = messages
        self.specs = specs

    def format_field(self, value: Any, format_spec: str) -> str:
        if "|" in format_spec:
            one, _, many = format_spec.partition("|")
            if isinstance(value, list | tuple):
                return one if len(value) == 1 else many
            return counted(value, one, many)
        spec = self.specs.get(format_spec)
        if spec is None:
            return str(super().format_field(value, format_spec))
        if isinstance(value, list | tuple):
            return ", ".join(spec(item) for item in value)
        return spec(value)

    def sentence(self, event: Event) -> str:
        message = self.messages.get(event.kind)
        if message is None:
            return f"{event.kind} {event.data}"
        return self.format(message, **event.data)

    def line(self, event: Event) -> str:
        """The sentence with its cases, as the log shows it."""
        cites = ", ".join(event.cites)
        return f"{self.sentence(event)} [{cites}]" if cites else self.sentence(event)
