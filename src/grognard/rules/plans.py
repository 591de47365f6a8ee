"""Scenario files as typed plans: what a scenario must hold, so that no later step stumbles over it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Annotated, Any, TypeVar

import msgspec

from grognard.data import DataFolder
from grognard.errors import DataError


class Part(msgspec.Struct, forbid_unknown_fields=True, kw_only=True, frozen=True):
    """A table of a scenario file; each says where it comes from."""

    source: Annotated[str, msgspec.Meta(min_length=1)]


class ScenarioPlan(Part, kw_only=True, frozen=True):
    """What every scenario says of itself; a game's own plan adds set-up, reinforcements and special rules."""

    title: str
    text: str
    first_turn: int
    last_turn: int

    def faults(self, data: DataFolder) -> Iterator[tuple[str, str]]:
        """What does not agree within the file, each with a word to find the line by."""
        if self.last_turn < self.first_turn:
            yield f"the last turn, {self.last_turn}, comes before the first, {self.first_turn}", "last_turn"


L = TypeVar("L", bound=ScenarioPlan)


def plan_file(scenario: str) -> str:
    return f"scenarios/{scenario}.toml"


def read_plan(data: DataFolder, scenario: str, kind: type[L], more: Mapping[str, Any] | None = None) -> L:
    """The plan of a scenario; DataError names the file and, where it can be found, the line.

    ``more`` are tables that the scenario takes from elsewhere.
    """
    name = plan_file(scenario)
    table = {**data.toml(name), **(more or {})}
    try:
        plan = msgspec.convert(table, kind)
    except msgspec.ValidationError as problem:
        raise DataError(*explained(str(problem), data, name)) from None
    for sentence, word in plan.faults(data):
        raise DataError(sentence, data.path(name), data.line(name, word))
    return plan


def explained(problem: str, data: DataFolder, name: str) -> tuple[str, Path, int | None]:
    """What msgspec complains of in plainer words, and the line, where the key stands only once."""
    words = {
        "Object missing required field": "missing is",
        "Object contains unknown field": "unknown is",
        " - at": " in",
        "`$.": "`",
        "`": "'",
    }
    sentence = problem
    for old, new in words.items():
        sentence = sentence.replace(old, new)
    key = re.search(r"unknown field `(\w+)`|at `\$\.(?:\w+\.)?(\w+)`$", problem)
    line = data.line(name, key[1] or key[2]) if key else None
    return f"not a valid scenario: {sentence}", data.path(name), line
