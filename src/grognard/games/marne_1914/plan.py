"""The form of a scenario file (module 14): what it must hold, so that no later step stumbles over it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec

from grognard.data import DataFolder, nearest
from grognard.errors import DataError
from grognard.rules.options import load_options

Turn = Annotated[int, msgspec.Meta(ge=1, le=14)]
Side = Literal["cp", "entente"]


class Part(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A table of the file; each says where it comes from."""

    source: Annotated[str, msgspec.Meta(min_length=1)]


class Corps(Part, kw_only=True):
    """A corps at the start: where each unit stands and how many steps it has left."""

    corps: str
    cells: list[str]
    losses: int
    units: dict[str, str]
    steps: dict[str, int]
    cadre: list[str] = []
    case: str


class Reinforcement(Part, kw_only=True):
    units: list[str]
    turn: Turn
    entry: str
    alternate: str | None = None
    steps: int
    army: str | None = None
    taxis: bool = False
    south_of_front: bool = False
    case: str


class Alternative(Part, kw_only=True):
    """What an option changes in the scenario."""

    option: str
    choice: str
    corps: str | None = None
    units: dict[str, str] | None = None
    full_strength_attacks: list[str] | None = None


class Area(Part, kw_only=True):
    corps: str
    region: str
    cells: list[str]
    case: str


class LaterMarker(Part, kw_only=True):
    name: str
    turn: Turn
    suggested: str
    case: str


class Front(Part, kw_only=True):
    cells: list[str]
    case: str


class Attackers(Part, kw_only=True):
    corps: list[str]
    case: str


class Plan(Part, kw_only=True):
    title: str
    text: str
    case: str
    first_turn: Turn
    last_turn: Turn
    start_vp: int
    initiative: Side
    setup_order: list[Side]
    control: Literal["front-line", "entente"]
    cp_distance: int = 0
    front: Front | None = None
    full_strength_attacks: Attackers
    markers: dict[str, str]
    later_marker: list[LaterMarker] = []
    setup: list[Corps]
    reinforcement: list[Reinforcement] = []
    alternative: list[Alternative] = []
    area: list[Area] = []


def load_plan(data: DataFolder, scenario: str) -> dict[str, Any]:
    """A scenario file as it stands, once it is known to have the right form."""
    name = f"scenarios/{scenario}.toml"
    table = data.toml(name)
    try:
        plan = msgspec.convert(table, Plan)
    except msgspec.ValidationError as problem:
        raise DataError(*explained(str(problem), data, name)) from None
    for sentence, word in faults(plan, data):
        raise DataError(sentence, data.path(name), data.line(name, word))
    return table


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
    return f"not a scenario: {sentence}", data.path(name), line


def faults(plan: Plan, data: DataFolder) -> Iterator[tuple[str, str]]:
    """What does not agree within the file, with a word to find the line by."""
    if plan.last_turn < plan.first_turn:
        yield f"the last turn, {plan.last_turn}, comes before the first, {plan.first_turn}", "last_turn"
    seen: dict[str, str] = {}
    for entry in plan.setup:
        for uid in set(entry.units) ^ set(entry.steps):
            yield f"{entry.corps}: {uid} should be both in 'units' and in 'steps'", uid
        for uid in (*entry.units, *entry.cadre):
            if uid in seen:
                yield f"{uid} is set up twice, in {seen[uid]} and in {entry.corps}", uid
            seen[uid] = entry.corps
    options = {option.name: option for option in load_options(data)}
    for other in plan.alternative:
        if other.option not in options:
            yield f"there is no option '{other.option}'{nearest(other.option, options)}", other.option
        elif other.choice not in options[other.option].choices:
            yield f"option '{other.option}' has no choice '{other.choice}'", other.choice
