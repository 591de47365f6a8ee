"""Where every number of a game comes from: the rulebook, geography, reconstruction or judgement."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import msgspec

from grognard.data import DataFolder

KINDS = ("rulebook", "geography", "reconstruction", "judgement", "printed", "history", "calibration")


class SourceFile(msgspec.Struct):
    """A data file, and how many of its rows rest on what."""

    name: str
    rows: int
    kinds: dict[str, int]
    overlaid: bool


def source_files(data: DataFolder) -> list[SourceFile]:
    """All tables of a game with their sources counted."""
    found = []
    for name in data_files(data):
        rows = data.rows(name, ["source"])
        counts = Counter(kind for row in rows for kind in kinds_of(row["source"]))
        overlaid = data.overlay is not None and data.path(name).is_relative_to(data.overlay)
        found.append(SourceFile(name, len(rows), dict(counts), overlaid))
    return found


def data_files(data: DataFolder) -> Iterator[str]:
    yield from data.names(".", ".csv") and [n.removeprefix("./") for n in data.names(".", ".csv")]
    yield from data.names("tables", ".csv")
    yield from data.names("map", ".csv")


def kinds_of(source: str) -> list[str]:
    """What a source rests on; several where it says so."""
    words = source.lower()
    return [kind for kind in KINDS if kind in words] or ["other"]


def reconstructed_rows(data: DataFolder, name: str) -> list[tuple[int, str, str]]:
    """The rows of a file that are not the rulebook's alone: line, content, source."""
    found = []
    for row in data.rows(name, ["source"]):
        if kinds_of(row["source"]) != ["rulebook"]:
            content = ", ".join(f"{k} {v}" for k, v in row.items() if k != "source" and v)
            found.append((row.line, content, row["source"]))
    return found


HOW_TO_REPLACE = (
    "To play with the printed values of your own copy, put a file of the same name into a folder of your "
    "own (say mine/tables/crt.csv) and add --data mine to the command. The folder is checked like ours, "
    "and records of such games name it."
)
