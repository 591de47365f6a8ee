"""Saving and loading: a match is its start, its seed and its actions.

Loading plays the actions again and compares the fingerprint, so a save that was damaged, edited or
made under other rules is noticed, with the action at which it departs.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import msgspec

from grognard.data import typed
from grognard.engine.game import find_game
from grognard.engine.match import Match
from grognard.engine.positions import read_position
from grognard.engine.records import HEAD as RECORD
from grognard.engine.records import read_record
from grognard.engine.ruling import Refused
from grognard.engine.starting import start
from grognard.errors import GrognardError, SaveError

FORMAT = 1


class SavedMatch(msgspec.Struct, forbid_unknown_fields=True):
    """What a save file holds."""

    grognard: int
    game: str
    rules: str
    scenario: str
    options: dict[str, str]
    seed: str
    actions: list[tuple[str, str]]
    fingerprint: str
    start: str = ""
    """The position file that the match began with, where it was not a scenario's set-up."""
    overlay: str = ""
    """The hash of the user's own data folder, where one was used."""


def saved(match: Match) -> SavedMatch:
    return SavedMatch(
        grognard=FORMAT,
        game=match.game.slug,
        rules=match.game.rules_version,
        scenario=match.setting.scenario,
        options=match.setting.options,
        seed=match.seed,
        fingerprint=match.fingerprint(),
        actions=[(node.side, match.write(node.action)) for node in match.history()],
        overlay=match.setting.data.digest(),
        start=match.start_text,
    )


def save(match: Match, path: Path) -> None:
    """Write a save atomically: whatever happens, the old file or the new one is there, whole."""
    content = msgspec.json.format(msgspec.json.encode(saved(match)), indent=1) + b"\n"
    write_atomically(path, content)


def write_atomically(path: Path, content: bytes) -> None:
    import tempfile  # takes a while, and only those who save need it

    try:
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    except OSError as problem:
        raise SaveError(f"{path}: cannot be written ({problem.strerror})") from None
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        os.replace(name, path)
    except BaseException as problem:
        Path(name).unlink(missing_ok=True)
        if isinstance(problem, OSError):
            raise SaveError(f"{path}: cannot be written ({problem.strerror})") from None
        raise


def load(path: Path | str, overlay: Path | None = None) -> Match:
    """A match from its save, or from its record: the position at the end of it."""
    path = Path(path)
    try:
        content = path.read_bytes()
    except FileNotFoundError:
        raise SaveError(f"{path}: no such file") from None
    except OSError as problem:
        raise SaveError(f"{path}: cannot be read ({problem.strerror})") from None
    if content.startswith(RECORD[:-1].encode()):  # of whatever version
        return read_record(content.decode(errors="replace"), str(path), overlay)
    return restore(decode(content, str(path)), str(path), overlay)


def decode(content: bytes, name: str) -> SavedMatch:
    try:
        document: Any = msgspec.json.decode(content)
        if not isinstance(document, dict) or "grognard" not in document:
            raise SaveError(f"{name}: this is not a Grognard save")
        if document["grognard"] != FORMAT:
            raise SaveError(f"{name}: the save has format {document['grognard']}, this version reads {FORMAT}")
        return typed(document, SavedMatch)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as problem:
        raise SaveError(f"{name}: the save is damaged ({problem})") from None


def restore(document: SavedMatch, name: str, overlay: Path | None = None) -> Match:
    """The match that a save tells of, played again action by action."""
    match = _beginning(document, name, overlay)
    if match.setting.data.digest() != document.overlay:
        raise SaveError(f"{name}: the match was played with other data (overlay {document.overlay or 'none'})")
    for number, (side, text) in enumerate(document.actions, 1):
        try:
            match.play(text, by=side)
        except Refused as refused:
            raise SaveError(
                f"{name}: action {number} ('{text}') is refused by {refused.ruling.case}: {refused.ruling.text}"
                f"{_version_hint(document, match)}"
            ) from None
        except GrognardError as problem:
            raise SaveError(f"{name}: action {number} ('{text}'): {problem}") from None
    if match.fingerprint() != document.fingerprint:
        raise SaveError(f"{name}: the save does not lead to the position it claims{_version_hint(document, match)}")
    return match


def _beginning(document: SavedMatch, name: str, overlay: Path | None) -> Match:
    try:
        if document.start:
            found = read_position(document.start, "its start", overlay)
            return found if found.seed == document.seed else found.with_dice(document.seed)
        return start(find_game(document.game), document.scenario, document.seed, document.options, overlay)
    except GrognardError as problem:
        raise SaveError(f"{name}: {problem}") from None


def _version_hint(document: SavedMatch, match: Match) -> str:
    if document.rules == match.game.rules_version:
        return ""
    return f" (saved under rules {document.rules}, these are {match.game.rules_version})"
