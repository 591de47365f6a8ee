"""The errors that a user of Grognard can meet.

Every one is a sentence that a person understands and that says where to look. The command line
prints the sentence and ends with code 2; nothing else ever reaches the user as a traceback.
"""

from __future__ import annotations

from pathlib import Path


class GrognardError(Exception):
    """The root of all errors that are the input's fault and not the program's."""


class DataError(GrognardError):
    """A data file is damaged: names the file, the line where known, and what is wrong."""

    def __init__(self, message: str, file: Path | str | None = None, line: int | None = None) -> None:
        self.message = message
        self.file = str(file) if file is not None else None
        self.line = line
        where = self.file or ""
        if line is not None:
            where += f", line {line}"
        super().__init__(f"{where}: {message}" if where else message)


class SaveError(GrognardError):
    """A save, a record or a position file cannot be read."""


class NotUnderstood(GrognardError):
    """Typed text that names no action, unit, cell or word that we know (not the same as illegal)."""


class UnknownGame(GrognardError):
    """No installed game, scenario or option has that name."""


class DamagedGame(UnknownGame):
    """A game is installed, but cannot be loaded; the others are not affected."""
