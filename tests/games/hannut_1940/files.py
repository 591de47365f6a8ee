"""The data files of Hannut, read plainly: for tests of the data that need none of its rules."""

from __future__ import annotations

import csv
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import grognard

ROOT = Path(grognard.__file__).parent / "games" / "hannut_1940"
Row = dict[str, str]


@cache
def text(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


@cache
def rows(name: str) -> list[Row]:
    return list(csv.DictReader(line for line in text(name).splitlines() if not line.startswith("#")))


@cache
def toml(name: str) -> dict[str, Any]:
    return tomllib.loads(text(name))


def table(name: str, key: str = "id") -> dict[str, Row]:
    found = {row[key]: row for row in rows(f"tables/{name}.csv")}
    assert len(found) == len(rows(f"tables/{name}.csv")), f"{name}: {key} twice"
    return found


def number(name: str, id: str, column: str = "value") -> int:
    return int(table(name)[id][column])


@cache
def units() -> dict[str, Row]:
    found = {row["id"]: row for row in rows("units.csv")}
    assert len(found) == len(rows("units.csv"))
    return found


def of(**wanted: str) -> list[Row]:
    return [u for u in units().values() if all(u[key] == value for key, value in wanted.items())]


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


@cache
def region(name: str) -> frozenset[str]:
    found = frozenset(row["cell"] for row in rows("map/regions.csv") if row["region"] == name)
    assert found, name
    return found


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
