"""From a journal back to its match: the actions that stand are played again."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import msgspec

from grognard.engine import Match
from grognard.errors import GrognardError
from grognard.server.problems import Problem
from grognard.server.storage import Entry, Stored
from grognard.server.thinking import begin


def line_of(entries: Sequence[Entry]) -> list[Entry]:
    """The actions that stand, after all that was taken back."""
    actions: list[Entry] = []
    for entry in entries:
        if entry.kind == "action":
            actions.append(entry)
        elif entry.kind == "undo":
            del actions[int(entry.text) :]
    return actions


def replayed(stored: Stored, line: Sequence[Entry], seed: str | None, kept: Path) -> Match:
    """The match after some actions; says so if today's rules do not lead there any more."""
    start = stored.start if seed is None else msgspec.structs.replace(stored.start, seed=seed)
    try:
        match = begin(start, kept)
        for entry in line:
            match.play(entry.text, by=entry.seat)
            if entry.thrown >= 0 and entry.thrown != match.readable.dice.count:
                raise GrognardError(f"'{entry.text}' no longer rolls the same dice")
    except GrognardError as problem:
        raise Problem(
            409,
            "rules-changed",
            f"this match was played under other rules or data (version {stored.start.rules}): {problem}",
        ) from None
    return match
