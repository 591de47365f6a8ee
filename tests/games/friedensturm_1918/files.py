"""The data files of Friedensturm, read plainly: for tests of the data that need none of its rules."""

from __future__ import annotations

import csv
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import grognard

ROOT = Path(grognard.__file__).parent / "games" / "friedensturm_1918"
SCENARIOS = ("gneisenau", "blucher", "friedensturm", "foch-attacks")
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


def factors(unit: Row) -> str:
    return "-".join((unit["attack"], unit["defence"], unit["movement"]))


def reduced(unit: Row) -> str:
    return "-".join((unit["attack2"], unit["defence2"], unit["movement"]))


# Scenarios -------------------------------------------------------------------------------------------


def scenario(name: str) -> dict[str, Any]:
    return toml(f"scenarios/{name}.toml")


def set_up(name: str) -> dict[str, list[str]]:
    """The units of each hex."""
    found: dict[str, list[str]] = {}
    for line in scenario(name)["setup"]:
        assert line["cell"] not in found
        found[line["cell"]] = line["units"]
    return found


def arrivals(name: str) -> list[str]:
    return [id for order in scenario(name)["reinforcement"] for id in order["units"]]


def at_start(name: str) -> list[str]:
    return [id for line in scenario(name)["setup"] for id in line["units"]]


def free(name: str) -> list[str]:
    return [id for order in scenario(name).get("free", []) for id in order["units"]]


# The map ---------------------------------------------------------------------------------------------


@cache
def region(name: str) -> frozenset[str]:
    found = frozenset(row["cell"] for row in rows("map/regions.csv") if row["region"] == name)
    assert found, name
    return found


def apart(a: str, b: str) -> int:
    """Hexes between two cells: even columns lie half a hex lower."""
    (ca, ra), (cb, rb) = ((int(id[:2]), int(id[3:])) for id in (a, b))
    (za, zb) = (row - (column + column % 2) // 2 for column, row in ((ca, ra), (cb, rb)))
    return max(abs(ca - cb), abs(za - zb), abs(ca + za - cb - zb))
