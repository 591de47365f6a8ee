"""The reconstructed values that may be tuned (calibration.toml), and overlays in which they are changed."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from pathlib import Path

import msgspec

from grognard.data import DataFolder, typed
from grognard.errors import DataError


class Knob(msgspec.Struct, frozen=True):
    """A reconstructed value that may be tuned."""

    name: str
    file: str
    row: Mapping[str, str]
    """The columns that tell the row."""
    column: str
    low: int
    high: int
    step: int = 1
    source: str = ""


def knobs(data: DataFolder) -> list[Knob]:
    """What may be tuned; every row must exist, be marked as a reconstruction and lie within its bounds."""
    if not data.exists("calibration.toml"):
        raise DataError("the game has no values to tune (calibration.toml is missing)", data.root)
    found = []
    for entry in data.toml("calibration.toml").get("knob", []):
        try:
            knob = typed(entry, Knob)
        except msgspec.ValidationError as problem:
            raise DataError(str(problem), data.path("calibration.toml")) from None
        row = row_of(data, knob)
        if not any("reconstruction" in value for key, value in row.items() if key.startswith("source")):
            raise DataError(f"'{knob.name}' names a value that is not marked as a reconstruction", data.path(knob.file))
        if knob.step < 1 or not knob.low <= value_of(data, knob) <= knob.high:
            raise DataError(f"'{knob.name}' has a value outside its bounds", data.path("calibration.toml"))
        found.append(knob)
    return found


def row_of(data: DataFolder, knob: Knob) -> Mapping[str, str]:
    for row in data.rows(knob.file, [*knob.row, knob.column]):
        if all(row[key] == value for key, value in knob.row.items()):
            return row
    raise DataError(f"'{knob.name}' names a row that does not exist: {dict(knob.row)}", data.path(knob.file))


def value_of(data: DataFolder, knob: Knob) -> int:
    return int(row_of(data, knob)[knob.column])


def overlay_with(data: DataFolder, changes: Sequence[tuple[Knob, int]], folder: Path, note: str = "") -> Path:
    """An overlay folder in which those values are changed, remarks and order of the files kept."""
    by_file: dict[str, list[tuple[Knob, int]]] = {}
    for knob, value in changes:
        by_file.setdefault(knob.file, []).append((knob, value))
    folder.mkdir(parents=True, exist_ok=True)
    for name, wanted in by_file.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(changed_file(data.text(name), wanted, note), encoding="utf-8")
    return folder


def changed_file(text: str, wanted: Sequence[tuple[Knob, int]], note: str) -> str:
    lines = text.splitlines()
    head = next(n for n, line in enumerate(lines) if line.strip() and not line.startswith("#"))
    header = next(csv.reader([lines[head]]))
    for n in range(head + 1, len(lines)):
        if not lines[n].strip() or lines[n].startswith("#"):
            continue
        cells = [c.strip() for c in next(csv.reader([lines[n]]))]
        row = dict(zip(header, cells, strict=True))
        for knob, value in wanted:
            if all(row[key] == word for key, word in knob.row.items()) and int(row[knob.column]) != value:
                cells[header.index(knob.column)] = str(value)
                if note and "source" in header:
                    cells[header.index("source")] += f"; {knob.column} {note}"
                lines[n] = csv_line(cells)
    return "\n".join(lines) + "\n"


def csv_line(cells: Sequence[str]) -> str:
    out = io.StringIO()
    csv.writer(out, lineterminator="").writerow(cells)
    return out.getvalue()
