"""The data files of Soissons, read plainly: for tests of the data that need none of its rules."""

from __future__ import annotations

from functools import cache
from typing import Any

from tests.games.data_files import DataFiles

FILES = DataFiles("soissons_1918")
ROOT = FILES.root
rows = FILES.rows
toml = FILES.toml
table = FILES.table
number = FILES.number
units = FILES.units
of = FILES.of
region = FILES.region


# The map, read plainly -------------------------------------------------------------------------------


@cache
def terrain() -> dict[str, str]:
    return {row["cell"]: row["terrain"] for row in rows("map/cells.csv")}


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
