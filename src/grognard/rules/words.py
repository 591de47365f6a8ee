"""A game's words.toml: what players can do and what the log says, in one file that people can read and translate."""

from __future__ import annotations

from typing import Any

import msgspec

from grognard.data import DataFolder, typed
from grognard.engine import Messages, Told, Verb
from grognard.errors import DataError

FILE = "words.toml"


class Words(msgspec.Struct, forbid_unknown_fields=True):
    verbs: dict[str, dict[str, Any]]
    """Each verb with its shape, the case that grants it, and when that is."""
    messages: dict[str, str | dict[str, str]]
    """Each kind of event with its sentence, or a table of ``told`` and what the other fields hold."""


def read_words(data: DataFolder) -> tuple[tuple[Verb, ...], Messages]:
    """The verbs and the messages of a game."""
    try:
        words = typed(data.toml(FILE), Words)
        verbs = [typed({"name": name, **verb}, Verb) for name, verb in words.verbs.items()]
    except msgspec.ValidationError as problem:
        raise DataError(f"not valid words: {problem}", data.path(FILE)) from None
    return tuple(verbs), {kind: message_of(message) for kind, message in words.messages.items()}


def message_of(message: str | dict[str, Any]) -> str | Told:
    if isinstance(message, str):
        return message
    others = {name: holds for name, holds in message.items() if name not in ("told", "reveals")}
    return Told(message["told"], reveals=message.get("reveals") == "yes", **others)
