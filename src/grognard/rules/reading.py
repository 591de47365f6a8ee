"""Tables of a game's data as typed records, so that every complaint names the file and the line.

A record is declared once, as a Struct. Each field is read from the column of its name, by its type: words,
whole numbers (``Annotated[int, Meta(ge=1, le=6)]`` bounds them), yes and no, one of several words
(``Literal`` or an enum), lists with semicolons between, pairs like ``markers=2 range=8``, half points, or a
type that reads itself with ``from_text``. A record may have a method ``fault(before)`` that says what is wrong
with it after the one before.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from enum import Enum
from functools import cache
from typing import Annotated, Any, Literal, TypeVar, get_args, get_origin, get_type_hints

import msgspec

from grognard.data import DataFolder, Row
from grognard.errors import DataError

R = TypeVar("R", bound=msgspec.Struct)
K = TypeVar("K")
Reader = Callable[[Row, str], Any]

Halves = Annotated[int, "halves"]
"""Movement points counted in halves: '3' is 6, '1/2' is 1, an empty cell 0."""
Quarters = Annotated[int, "quarters"]
"""Movement points counted in quarters: '2' is 8, '0.75' is 3; '-' is -1, prohibited."""


def read_record(row: Row, kind: type[R], **given: Any) -> R:
    """A record from one row; ``given`` are fields that no column holds as they are."""
    for name, read in readers(kind).items():
        if name not in given and (name in row or name in required(kind)):
            value = read(row, name)
            if value is not None:
                given[name] = value
    return kind(**given)


def as_record(kind: type[R]) -> Callable[[Row], R]:
    """For tables that are read row by row: what makes a record of one."""
    return lambda row: read_record(row, kind)


def records(data: DataFolder, file: str, kind: type[R]) -> list[R]:
    """All rows of a file; the header must have every field that has no default."""
    found = [record for _, record in read_rows(data, file, kind)]
    if not found:
        raise DataError("has no rows", data.path(file))
    return found


def read_rows(data: DataFolder, file: str, kind: type[R]) -> Iterator[tuple[Row, R]]:
    fault = getattr(kind, "fault", None)
    before: R | None = None
    for row in data.rows(file, required(kind)):
        record = read_record(row, kind)
        problem = fault(record, before) if fault is not None else ""
        if problem:
            raise row.error(problem)
        yield row, record
        before = record


def by_key(
    data: DataFolder, file: str, kind: type[R], key: str = "id", needs: Iterable[str | int] = ()
) -> dict[Any, R]:
    """The rows of a file by one of their fields, which must not repeat; those that the rules ask for must be there."""
    found: dict[Any, R] = {}
    lines: dict[Any, int] = {}
    for row, record in read_rows(data, file, kind):
        value = getattr(record, key)
        if value in lines:
            raise row.error(f"{key} '{value}' is already on line {lines[value]}")
        found[value], lines[value] = record, row.line
    require_rows(data, file, found, needs, key)
    return found


def numbers(
    data: DataFolder, file: str, keys: Mapping[str, Callable[[Row, str], Any]], value: str, low: int, high: int,
    needs: Iterable[Any] = (),
) -> dict[Any, int]:  # fmt: skip
    """A table of whole numbers by one or several columns, each with the function that reads it."""
    found: dict[Any, int] = {}
    lines: dict[Any, int] = {}
    label = ", ".join(keys)
    for row in data.rows(file, [*keys, value, "source"]):
        parts = tuple(read(row, column) for column, read in keys.items())
        key = parts[0] if len(parts) == 1 else parts
        if key in found:
            raise row.error(f"{label} '{key}' is already on line {lines[key]}")
        found[key], lines[key] = row.integer(value, low, high), row.line
    require_rows(data, file, found, needs, label)
    return found


def word(row: Row, column: str) -> str:
    return row.text(column)


def words(data: DataFolder, file: str, key: str, value: str) -> dict[str, str]:
    """A table of one word by another."""
    return {row.text(key): row.text(value) for row in data.rows(file, [key, value, "source"])}


def by_die(
    data: DataFolder, file: str, key: str, value: str, words: Iterable[str], needs: Iterable[int] = ()
) -> dict[int, str]:
    """A table of one word for each die or total, without holes; see `at` for numbers beyond its ends."""
    known = list(words)
    found: dict[int, str] = {}
    for row in data.rows(file, [key, value, "source"]):
        found[row.integer(key, -20, 40)] = row.word(value, known)
    require_rows(data, file, found, (*range(min(found, default=0), max(found, default=0) + 1), *needs), key)
    return found


def at(table: Mapping[int, K], total: int) -> K:
    """What a total means; beyond the table's ends its first or last row counts."""
    return table[max(min(table), min(max(table), total))]


def require_rows(data: DataFolder, file: str, found: Collection[Any], needs: Iterable[Any], label: str = "") -> None:
    """Complain of rows that the rules ask for and that are not there."""
    if not found:
        raise DataError("has no rows", data.path(file))
    for key in needs:
        if key not in found:
            name = f"'{key}'" if isinstance(key, str) else f"{label} {key}"
            raise DataError(f"the row for {name} is missing", data.path(file))


@cache
def required(kind: type[msgspec.Struct]) -> tuple[str, ...]:
    """The fields without a default: the header must have their columns."""
    return tuple(field.name for field in msgspec.structs.fields(kind) if field.required)


@cache
def readers(kind: type[msgspec.Struct]) -> dict[str, Reader]:
    """For each field how it is read; None for an empty cell of a field with a default."""
    hints = get_type_hints(kind, include_extras=True)
    fields = msgspec.structs.fields(kind)
    return {field.name: reader(hints[field.name], optional=not field.required) for field in fields}


def reader(hint: Any, optional: bool = False) -> Reader:
    read = plain_reader(hint)
    if optional:
        return lambda row, column: read(row, column) if row.get(column) else None
    return read


def plain_reader(hint: Any) -> Reader:
    marks: tuple[Any, ...] = ()
    if get_origin(hint) is Annotated:
        hint, *rest = get_args(hint)
        marks = tuple(rest)
    if "halves" in marks:
        return half_points
    if "quarters" in marks:
        return quarter_points
    if hint is int:
        meta = next((mark for mark in marks if isinstance(mark, msgspec.Meta)), msgspec.Meta())
        return lambda row, column: row.integer(column, meta.ge, meta.le)  # type: ignore[arg-type]
    if hint is bool:
        return lambda row, column: row.word(column, ("yes", "no")) == "yes"
    if get_origin(hint) is Literal:
        words = get_args(hint)
        return lambda row, column: row.word(column, words)
    if isinstance(hint, type) and issubclass(hint, Enum):
        values = [str(member.value) for member in hint]
        return lambda row, column: hint(row.word(column, values))
    if get_origin(hint) is tuple:
        return lambda row, column: tuple(part.strip() for part in row[column].split(";") if part.strip())
    if get_origin(hint) is dict:
        return lambda row, column: dict([pair(row, column, word) for word in row[column].split()])
    from_text = getattr(hint, "from_text", None)
    if from_text is not None:
        return lambda row, column: from_cell(row, column, from_text)
    return lambda row, column: row.text(column)


def pair(row: Row, column: str, word: str) -> tuple[str, str]:
    key, mark, value = word.partition("=")
    if not mark:
        raise row.error(f"column '{column}': '{word}' should be like name=value")
    return key, value


def from_cell(row: Row, column: str, from_text: Callable[[str], Any]) -> Any:
    try:
        return from_text(row.text(column))
    except ValueError as problem:
        raise row.error(f"column '{column}': {problem}") from None


def half_points(row: Row, column: str) -> int:
    value = row.get(column, "")
    if value == "1/2":
        return 1
    return 2 * row.integer(column, 0, 20) if value else 0


def quarter_points(row: Row, column: str) -> int:
    value = row.text(column)
    if value == "-":
        return -1
    if not re.fullmatch(r"\d+(\.25|\.5|\.75)?", value):
        raise row.error(f"column '{column}' should be like 2, 0.75 or -, not '{value}'")
    return int(float(value) * 4)
