"""The data files of Hannut, read plainly: for tests of the data that need none of its rules."""

from __future__ import annotations

from functools import cache
from typing import Any

from tests.games.data_files import DataFiles, Row

FILES = DataFiles("hannut_1940")
ROOT = FILES.root
text = FILES.text
rows = FILES.rows
toml = FILES.toml
table = FILES.table
number = FILES.number
units = FILES.units
of = FILES.of
region = FILES.region


def steps(found: list[Row]) -> int:
    return sum(int(u["steps"]) for u in found)


# The scenario ----------------------------------------------------------------------------------------


@cache
def plan() -> dict[str, Any]:
    return toml("scenarios/hannut.toml")


def entry(table_name: str, **wanted: Any) -> dict[str, Any]:
    """The only row of a table of the scenario that has these values."""
    (found,) = (row for row in plan()[table_name] if all(row.get(key) == value for key, value in wanted.items()))
    return dict(found)


def cell(id: str) -> str:
    return str(entry("setup", id=id)["cell"])


# The map, read plainly -------------------------------------------------------------------------------


def apart(a: str, b: str) -> int:
    """Hexes between two cells: odd columns lie half a hex lower."""
    (ca, ra), (cb, rb) = ((int(id[:2]), int(id[2:])) for id in (a, b))
    down = (ra - (ca - ca % 2) // 2) - (rb - (cb - cb % 2) // 2)
    return max(abs(ca - cb), abs(down), abs(ca - cb + down))


# Tables of a page ------------------------------------------------------------------------------------


def markdown_table(name: str, first: str) -> list[list[str]]:
    """The rows of the table of a page whose header begins with a word."""
    lines = text(name).splitlines()
    start = next(n for n, line in enumerate(lines) if line.startswith(f"| {first} |"))
    found = []
    for line in lines[start + 2 :]:
        if not line.startswith("|"):
            break
        found.append([part.strip() for part in line.strip("|").split("|")])
    return found
