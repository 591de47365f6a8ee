"""The data files of Friedensturm, read plainly: for tests of the data that need none of its rules."""

from __future__ import annotations

from typing import Any

from tests.games.data_files import DataFiles, Row

FILES = DataFiles("friedensturm_1918")
ROOT = FILES.root
SCENARIOS = ("gneisenau", "blucher", "friedensturm", "foch-attacks")
rows = FILES.rows
toml = FILES.toml
table = FILES.table
number = FILES.number
units = FILES.units
of = FILES.of
region = FILES.region


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


def apart(a: str, b: str) -> int:
    """Hexes between two cells: even columns lie half a hex lower."""
    (ca, ra), (cb, rb) = ((int(id[:2]), int(id[3:])) for id in (a, b))
    (za, zb) = (row - (column + column % 2) // 2 for column, row in ((ca, ra), (cb, rb)))
    return max(abs(ca - cb), abs(za - zb), abs(ca + za - cb - zb))
