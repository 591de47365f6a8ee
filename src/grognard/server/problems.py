"""What can go wrong with a request, always answered as ``{"error": {"kind", "case", "text"}}``."""

from __future__ import annotations

import re

from grognard.engine.ruling import PROTOCOL, Ruling
from grognard.errors import DataError, GrognardError, NotUnderstood, SaveError, UnknownGame


class StorageError(GrognardError):
    """The file that keeps the matches cannot be opened, read or written."""


class Problem(GrognardError):
    """A request that is refused: the HTTP status, a word for machines, the case and a sentence."""

    def __init__(self, status: int, kind: str, text: str, case: str = PROTOCOL) -> None:
        self.status = status
        self.kind = kind
        self.text = text
        self.case = case
        super().__init__(text)

    def plain(self) -> dict[str, dict[str, str]]:
        return {"error": {"kind": self.kind, "case": self.case, "text": self.text}}


def problem_of(error: GrognardError) -> Problem:
    """The answer to an error of the engine."""
    if isinstance(error, Problem):
        return error
    if isinstance(error, NotUnderstood):
        return Problem(422, "not-understood", str(error))
    if isinstance(error, UnknownGame):
        return Problem(404, "unknown-game", str(error))
    if isinstance(error, SaveError):
        return Problem(422, "bad-file", str(error))
    if isinstance(error, DataError):
        return Problem(500, "bad-data", without_folders(str(error)))
    if isinstance(error, StorageError):
        return Problem(503, "storage", without_folders(str(error)))
    return Problem(422, "cannot-answer", without_folders(str(error)))


FOLDERS = re.compile(r"(?<![\w'/.])(?:[A-Za-z]:)?(?:[/\\][^\s:/\\'\"]+)+[/\\]")


def without_folders(text: str) -> str:
    """A sentence that does not show where on the server its files lie.

    >>> without_folders("/var/games/anna/matches.sqlite: disk I/O error")
    'matches.sqlite: disk I/O error'
    """
    return FOLDERS.sub("", text)


def refused(ruling: Ruling) -> Problem:
    """An action that the rules do not allow."""
    return Problem(422, "refused", ruling.text, ruling.case)


def stale(text: str) -> Problem:
    return Problem(409, "stale", text)


def over() -> Problem:
    return Problem(409, "over", "the match is over")


def no_seat(text: str) -> Problem:
    return Problem(403, "no-seat", text)


def unknown_match(id: str) -> Problem:
    return Problem(404, "unknown-match", f"there is no match '{id[:40]}' here")
