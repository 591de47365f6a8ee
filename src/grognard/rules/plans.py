"""Scenario files as typed plans: what a scenario must hold, so that no later step stumbles over it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import msgspec

from grognard.data import DataFolder, nearest, typed
from grognard.errors import DataError

if TYPE_CHECKING:
    from grognard.rules.setting import WarSetting


class Part(msgspec.Struct, forbid_unknown_fields=True, kw_only=True, frozen=True):
    """A table of a scenario file; each says where it comes from."""

    source: Annotated[str, msgspec.Meta(min_length=1)]


class Ruled(Part, kw_only=True, frozen=True):
    """A table that obeys a case of the rulebook."""

    case: str


class Reinforcements(Ruled, kw_only=True, frozen=True):
    """Units that arrive together; a game's own class adds what its book says of them."""

    units: list[str]
    turn: int
    entry: str
    steps: int = 0
    """0: at full strength."""


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


def named_twice(uids: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Units that a scenario places or brings more than once, as faults."""
    for uid, times in Counter(uids).items():
        if times > 1:
            yield f"{uid} is in the scenario twice", uid


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
        plan = typed(table, kind)
    except msgspec.ValidationError as problem:
        raise DataError(*explained(str(problem), data, name)) from None
    for sentence, word in plan.faults(data):
        raise DataError(sentence, data.path(name), data.line(name, word))
    return plan


def explained(problem: str, data: DataFolder, name: str) -> tuple[str, Path, int | None]:
    """What msgspec complains of in plainer words, and the line, where the key stands only once."""
    key = re.search(r"unknown field `(\w+)`|at `\$\.(?:\w+\.)?(\w+)`$", problem)
    line = data.line(name, key[1] or key[2]) if key else None
    return f"not a valid scenario: {plainer(problem)}", data.path(name), line


def plainer(problem: str) -> str:
    """What msgspec complains of, in plainer words."""
    words = {
        "Object missing required field": "missing is",
        "Object contains unknown field": "unknown is",
        " - at": " in",
        "`$.": "`",
        "`": "'",
    }
    for old, new in words.items():
        problem = problem.replace(old, new)
    return problem


def check_reinforcements(setting: WarSetting, orders: Iterable[Reinforcements]) -> list[str]:
    """Each comes in a turn of the scenario, as a unit with steps that it has."""
    wrong: list[str] = []
    plan = setting.plan
    for order in orders:
        if not plan.first_turn <= order.turn <= plan.last_turn:
            who = ", ".join(order.units)
            wrong.append(f"{who} would arrive on turn {order.turn}, but the scenario has no such turn")
        for uid in order.units:
            if not 0 <= order.steps <= setting.units[setting.unit_named(uid)].steps:
                wrong.append(f"{uid} cannot arrive with {order.steps} steps")
    return wrong


def check_regions(setting: WarSetting, names: Iterable[str]) -> list[str]:
    """The map has every region that a scenario names."""
    regions = setting.board.regions
    return [f"the map has no region '{name}'{nearest(name, regions)}" for name in names if not regions.get(name)]
