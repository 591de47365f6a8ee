"""The data files of Soissons, read plainly: for tests of the data that need none of its rules."""

from __future__ import annotations

import csv
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import grognard

ROOT = Path(grognard.__file__).parent / "games" / "soissons_1918"
Row = dict[str, str]


@cache
def rows(name: str) -> list[Row]:
    text = (ROOT / name).read_text(encoding="utf-8")
    return list(csv.DictReader(line for line in text.splitlines() if not line.startswith("#")))


@cache
def toml(name: str) -> dict[str, Any]:
    return tomllib.loads((ROOT / name).read_text(encoding="utf-8"))


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


# The map, read plainly -------------------------------------------------------------------------------


@cache
def terrain() -> dict[str, str]:
    return {row["cell"]: row["terrain"] for row in rows("map/cells.csv")}


@cache
def region(name: str) -> frozenset[str]:
    found = frozenset(row["cell"] for row in rows("map/regions.csv") if row["region"] == name)
    assert found, name
    return found


@cache
def roads() -> frozenset[frozenset[str]]:
    return frozenset(frozenset((row["a"], row["b"])) for row in rows("map/links.csv"))


def apart(a: str, b: str) -> int:
    """Hexes between two cells: even rows lie half a hex further east."""
    (ra, ca), (rb, cb) = ((int(id[:2]), int(id[2:])) for id in (a, b))
    across = (ca - (ra + ra % 2) // 2) - (cb - (rb + rb % 2) // 2)
    return max(abs(across), abs(ra - rb), abs(across + ra - rb))


def near(id: str) -> set[str]:
    return {other for other in terrain() if apart(id, other) == 1}


# The scenario ----------------------------------------------------------------------------------------


@cache
def campaign() -> dict[str, Any]:
    return toml("scenarios/campaign.toml")


def placed() -> dict[str, dict[str, Any]]:
    return {entry["id"]: entry for entry in campaign()["setup"]}


def cell(id: str) -> str:
    return str(placed()[id]["cell"])


def front_regiments() -> list[str]:
    return [u["id"] for u in of(kind="regiment") if u["id"] in placed() and u["division"] != "3R"]


def at_start(kind: str, side: str) -> list[str]:
    return [u["id"] for u in of(kind=kind, side=side) if u["id"] in placed()]
