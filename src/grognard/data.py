"""Reading a game's plain files, so that every complaint names the file and the line.

A game's data lies in its package; an owner of the boxed game may lay a folder of his own over it
(the overlay), file by file: a file that exists there is read instead of ours.
"""

from __future__ import annotations

import csv
import hashlib
import re
import threading
import tomllib
from collections.abc import Iterable, Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from grognard.errors import DataError, UnknownGame

OUR_GAMES = Path(__file__).resolve().parent / "games"
"""Where our own games lie; the folder of another one is known once it is loaded."""

T = TypeVar("T")
_ONE_AT_A_TIME = threading.Lock()


def typed(value: Any, kind: type[T]) -> T:
    """Plain data as a typed value; msgspec.ValidationError says what does not fit.

    The only door to ``msgspec.convert``: msgspec works out a type when it first meets it, and two threads that do
    so at once end the process (a segmentation fault, seen with 0.22.0 when several players began matches together).
    """
    with _ONE_AT_A_TIME:
        return msgspec.convert(value, kind)  # noqa: TID251


class Row(dict[str, str]):
    """One row of a CSV file; knows its file and line, and reads its cells with clear complaints."""

    def __init__(self, cells: Iterable[tuple[str, str]], file: str, line: int) -> None:
        super().__init__(cells)
        self.file = file
        self.line = line

    def error(self, message: str) -> DataError:
        return DataError(message, self.file, self.line)

    def text(self, column: str) -> str:
        """The cell's text; an empty or absent cell is an error."""
        value = self.get(column, "")
        if not value:
            raise self.error(f"column '{column}' is empty")
        return value

    def integer(self, column: str, low: int | None = None, high: int | None = None) -> int:
        value = self.text(column)
        number = whole_number(value)
        if number is None:
            raise self.error(f"column '{column}' should be a whole number, not '{value[:40]}'")
        if (low is not None and number < low) or (high is not None and number > high):
            raise self.error(f"column '{column}' is {number}, outside {low} to {high}")
        return number

    def word(self, column: str, words: Iterable[str]) -> str:
        """The cell's text, which must be one of ``words``."""
        value, known = self.text(column), list(words)
        if value not in known:
            raise self.error(f"column '{column}': unknown '{value}'{nearest(value, known)}")
        return value


WHOLE = re.compile(r"[+-]?[0-9]{1,9}")


def whole_number(text: str) -> int | None:
    """The whole number that a text is; None for anything else, and for numbers that no game has.

    >>> whole_number("12"), whole_number("-3"), whole_number("1" * 5000), whole_number("\u00b2")
    (12, -3, None, None)
    """
    return int(text) if WHOLE.fullmatch(text) else None


def is_text(text: str) -> bool:
    """Whether a text can be written at all: half a character, as JSON and damaged files can have it, cannot."""
    return not any("\ud800" <= letter <= "\udfff" for letter in text)


def nearest(word: str, known: Iterable[str]) -> str:
    """A hint such as "; did you mean 'town'?" or, where nothing is near, an empty string."""
    import difflib  # takes a while, and only mistakes need it

    if len(word) > 60:
        return ""  # nobody has mistyped that, and comparing takes long
    close = difflib.get_close_matches(word, list(known), n=1, cutoff=0.5)
    return f"; did you mean '{close[0]}'?" if close else ""


class DataFolder:
    """A game's data: our folder, and optionally the user's overlay that wins file by file."""

    def __init__(self, root: Path, overlay: Path | None = None) -> None:
        if overlay is not None and not overlay.is_dir():
            raise DataError("the overlay folder does not exist", overlay)
        self.root = root
        self.overlay = overlay

    def path(self, name: str) -> Path:
        if self.overlay is not None and (self.overlay / name).is_file():
            return self.overlay / name
        return self.root / name

    def exists(self, name: str) -> bool:
        return self.path(name).is_file()

    def text(self, name: str) -> str:
        path = self.path(name)
        try:
            return path.read_text(encoding="utf-8")
        except FileNotFoundError:
            raise DataError("the file is missing", path) from None
        except (OSError, UnicodeDecodeError) as problem:
            raise DataError(f"cannot be read ({problem})", path) from None

    def rows(self, name: str, columns: Iterable[str]) -> list[Row]:
        """The rows of a CSV file. Lines that begin with '#' are remarks. All ``columns`` must exist."""
        return list(parse_rows(self.text(name), str(self.path(name)), columns))

    def toml(self, name: str) -> dict[str, Any]:
        try:
            return _parse_toml(self.text(name))
        except tomllib.TOMLDecodeError as problem:
            where = re.search(r"at line (\d+)", str(problem))
            line = int(where[1]) if where else None
            raise DataError(f"not valid TOML ({problem})", self.path(name), line) from None

    def line(self, name: str, word: str) -> int | None:
        """The first line of a file that has a word: TOML gives values without their lines."""
        pattern = re.compile(rf"(?<![\w-]){re.escape(word)}(?![\w-])")
        lines = enumerate(self.text(name).splitlines(), 1)
        return next((n for n, line in lines if pattern.search(line) and not line.startswith("#")), None)

    def names(self, folder: str, suffix: str) -> list[str]:
        """The files of a sub-folder with that ending, ours and the overlay's together, sorted."""
        found = set()
        for base in (self.root, self.overlay):
            if base is not None and (base / folder).is_dir():
                found |= {f"{folder}/{p.name}" for p in (base / folder).iterdir() if p.suffix == suffix}
        return sorted(found)

    def digest(self) -> str:
        """A short hash of the overlay's content ('' without one), so that records can name it."""
        if self.overlay is None:
            return ""
        mix = hashlib.blake2b(digest_size=8)
        for path in sorted(p for p in self.overlay.rglob("*") if p.is_file()):
            mix.update(path.relative_to(self.overlay).as_posix().encode())
            mix.update(path.read_bytes())
        return mix.hexdigest()


def game_folder(slug: str) -> Path:
    """The folder of one of our own games, whether or not it has rules yet."""
    folder = OUR_GAMES / slug.replace("-", "_")
    if not (folder / "map" / "board.toml").is_file():
        raise UnknownGame(f"'{slug}' is not one of our games: {folder} has no map/board.toml")
    return folder


@lru_cache(maxsize=64)
def _parse_toml(text: str) -> dict[str, Any]:
    """Parsed once for each text: what is returned is for reading only."""
    return tomllib.loads(text)


def parse_rows(text: str, file: str, columns: Iterable[str]) -> Iterator[Row]:
    lines = text.splitlines()
    numbered = [(n, line) for n, line in enumerate(lines, 1) if line.strip() and not line.startswith("#")]
    if not numbered:
        raise DataError("the file has no header line", file)
    header = split_quoted(numbered[0][1], file, numbered[0][0])
    for column in columns:
        if column not in header:
            raise DataError(f"column '{column}' is missing{nearest(column, header)}", file, numbered[0][0])
    sourced = "source" in header  # every row says where it comes from
    for number, line in numbered[1:]:
        cells = line.split(",") if '"' not in line else split_quoted(line, file, number)
        if len(cells) != len(header):
            raise DataError(f"has {len(cells)} cells, the header has {len(header)}", file, number)
        row = Row(zip(header, map(str.strip, cells), strict=True), file, number)
        if sourced and not row["source"]:
            raise row.error("the source is empty")
        yield row


def split_quoted(line: str, file: str, number: int) -> list[str]:
    """The cells of a line with quotation marks in it; the plain split is three times as fast."""
    try:
        return next(csv.reader([line], strict=True))
    except csv.Error as problem:
        raise DataError(f"cannot be read ({problem})", file, number) from None
