"""The data files of a game, read plainly: for tests of the data that need none of its rules."""

from __future__ import annotations

import csv
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import grognard

Row = dict[str, str]


class DataFiles:
    """The files of one game's package, ``DataFiles("hannut_1940")``."""

    def __init__(self, package: str) -> None:
        self.root = Path(grognard.__file__).parent / "games" / package
        self.text = cache(self._text)
        self.rows = cache(self._rows)
        self.toml = cache(self._toml)
        self.units = cache(self._units)
        self.region = cache(self._region)

    def _text(self, name: str) -> str:
        return (self.root / name).read_text(encoding="utf-8")

    def _rows(self, name: str) -> list[Row]:
        return list(csv.DictReader(line for line in self.text(name).splitlines() if not line.startswith("#")))

    def _toml(self, name: str) -> dict[str, Any]:
        return tomllib.loads(self.text(name))

    def table(self, name: str, key: str = "id") -> dict[str, Row]:
        found = {row[key]: row for row in self.rows(f"tables/{name}.csv")}
        assert len(found) == len(self.rows(f"tables/{name}.csv")), f"{name}: {key} twice"
        return found

    def number(self, name: str, id: str, column: str = "value") -> int:
        return int(self.table(name)[id][column])

    def _units(self) -> dict[str, Row]:
        found = {row["id"]: row for row in self.rows("units.csv")}
        assert len(found) == len(self.rows("units.csv"))
        return found

    def of(self, **wanted: str) -> list[Row]:
        return [u for u in self.units().values() if all(u[key] == value for key, value in wanted.items())]

    def _region(self, name: str) -> frozenset[str]:
        found = frozenset(row["cell"] for row in self.rows("map/regions.csv") if row["region"] == name)
        assert found, name
        return found
