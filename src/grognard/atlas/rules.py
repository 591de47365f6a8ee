"""Reading ``atlas/GAME/rules.toml``: what is to be made from which part of the geography."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from grognard.data import DataFolder, nearest
from grognard.errors import DataError

SELECTION = ("from", "names", "not_names", "kinds", "population")
KEYS: dict[str, tuple[str, ...]] = {
    "cells": ("terrain", "source"),
    "sheet": ("reach",),
    "pin": ("name", "lat", "lon", "cell", "source"),
    "place": (*SELECTION, "kind", "terrain", "feature", "value", "values", "cells", "rename", "source"),
    "paint": (
        *SELECTION, "share", "centre", "line", "list", "cells", "columns", "rows", "over",
        "terrain", "feature", "source",
    ),
    "side": (*SELECTION, "kind", "banks", "sides", "name", "source"),
    "link": (*SELECTION, "kind", "name", "via", "diagonal", "avoid", "source"),
    "bridge": ("kind", "sides", "links", "source"),
    "region": (
        "name", "cells", "edge", "columns", "rows", "exits", "terrain", "places", "flood", "areas",
        "within", "not_in", "links", "source",
    ),
}  # fmt: skip
SINGLE = ("cells", "sheet", "bridge")


class Rule:
    """One table of the rules; complaints name the file, the table and its place among its like."""

    def __init__(self, table: Mapping[str, Any], file: Path, section: str, number: int) -> None:
        self.table = table
        self.file = file
        told = table.get("name") or table.get("kind") or table.get("terrain") or table.get("feature") or ""
        brackets = f"[{section}]" if section in SINGLE else f"[[{section}]] number {number}"
        self.label = f"{brackets} ({told})" if isinstance(told, str) and told else brackets
        for key in table:
            if key not in KEYS[section]:
                raise self.error(f"unknown key '{key}'{nearest(key, KEYS[section])}")

    def error(self, message: str) -> DataError:
        return DataError(f"{self.label}: {message}", self.file)

    def has(self, key: str) -> bool:
        return key in self.table

    def text(self, key: str, default: str | None = None) -> str:
        value = self.table.get(key, default)
        if not isinstance(value, str) or (not value and default is None):
            missing = "" if key in self.table else ", and is missing"
            raise self.error(f"'{key}' should be a text{missing}")
        return value

    def texts(self, key: str) -> list[str]:
        """A list of texts; one text alone may stand without brackets."""
        value = self.table.get(key, [])
        if isinstance(value, str):
            value = [value]
        if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
            raise self.error(f"'{key}' should be a list of texts")
        return value

    def number(self, key: str, default: float | None = None) -> float:
        value = self.table.get(key, default)
        if isinstance(value, bool) or not isinstance(value, int | float):
            missing = "" if key in self.table else ", and is missing"
            raise self.error(f"'{key}' should be a number{missing}")
        return float(value)

    def flag(self, key: str) -> bool:
        value = self.table.get(key, False)
        if not isinstance(value, bool):
            raise self.error(f"'{key}' should be true or false")
        return value

    def span(self, key: str) -> tuple[int, int] | None:
        """The first and the last of printed columns or rows, if given."""
        value = self.table.get(key)
        if value is None:
            return None
        whole = isinstance(value, list) and len(value) == 2 and all(type(one) is int for one in value)
        if not whole or value[0] > value[1]:
            raise self.error(f"'{key}' should be the first and the last number, like [27, 45]")
        return value[0], value[1]

    def mapping(self, key: str) -> dict[str, Any]:
        value = self.table.get(key, {})
        if not isinstance(value, dict):
            raise self.error(f"'{key}' should be a table")
        return value

    def items(self, key: str) -> list[Any]:
        value = self.table.get(key, [])
        if not isinstance(value, list):
            raise self.error(f"'{key}' should be a list")
        return value


class Rules:
    """The whole file, section by section."""

    def __init__(self, folder: DataFolder) -> None:
        self.file = folder.path("rules.toml")
        table = folder.toml("rules.toml")
        for key in table:
            if key not in KEYS:
                raise DataError(f"unknown section '{key}'{nearest(key, KEYS)}", self.file)
        self._sections = {name: self._rules(name, table.get(name, [])) for name in KEYS}

    def _rules(self, name: str, entry: Any) -> list[Rule]:
        if name in SINGLE and isinstance(entry, dict):
            entry = [entry]
        if not isinstance(entry, list) or not all(isinstance(one, dict) for one in entry):
            brackets = f"[{name}]" if name in SINGLE else f"[[{name}]]"
            raise DataError(f"'{name}' should be a table {brackets}", self.file)
        return [Rule(one, self.file, name, i) for i, one in enumerate(entry, 1)]

    def all(self, name: str) -> list[Rule]:
        return self._sections[name]

    def one(self, name: str) -> Rule:
        rules = self._sections[name]
        return rules[0] if rules else Rule({}, self.file, name, 1)
