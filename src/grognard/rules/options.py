"""Reading a game's options.toml."""

from __future__ import annotations

from functools import lru_cache

from grognard.data import DataFolder
from grognard.engine import Option
from grognard.errors import DataError


def load_options(data: DataFolder) -> tuple[Option, ...]:
    """The options of a game, each with its default among its choices."""
    return _load(data.text("options.toml"), data)


@lru_cache(maxsize=16)
def _load(text: str, data: DataFolder) -> tuple[Option, ...]:
    found = []
    for number, entry in enumerate(data.toml("options.toml").get("option", []), 1):
        missing = {"name", "default", "choices", "case", "text"} - set(entry)
        if missing:
            raise DataError(f"option {number} has no '{min(missing)}'", data.path("options.toml"))
        if entry["default"] not in entry["choices"]:
            raise DataError(
                f"option '{entry['name']}': the default '{entry['default']}' is not among its choices",
                data.path("options.toml"),
            )
        found.append(Option(entry["name"], entry["default"], tuple(entry["choices"]), entry["case"], entry["text"]))
    return tuple(found)
