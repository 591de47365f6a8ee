"""How bots play a game, as its file ``bots.toml`` says: the postures of each side and the weights of the game's drill.

All of it is judgement; no rule depends on it. Whoever lays a file of his own over ours plays against other bots.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from typing import Any, Generic, TypeVar

import msgspec

from grognard.data import DataFolder, nearest, typed
from grognard.errors import DataError
from grognard.evaluation import Posture
from grognard.rules.plans import plainer

FILE = "bots.toml"


class Weights:
    """The numbers that a drill goes by.

    A game's own class names them, each with a number or a tuple of its kind, and the file must have them all:
    ``stay = caught = 0.0`` are two numbers, ``looked_at = (0, 0)`` is a pair of whole ones.
    """


W = TypeVar("W", bound=Weights)
S = TypeVar("S", bound=msgspec.Struct)


class Manners(msgspec.Struct, Generic[W], frozen=True):
    postures: Mapping[str, tuple[Posture, ...]]
    """The postures of each side, the usual one first."""
    staff: Mapping[str, str]
    """By side the posture that a careful staff thinks best, where it is not the usual one."""
    weights: W


class Shape(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The file before its names are checked."""

    source: str
    postures: dict[str, dict[str, dict[str, Any]]]
    staff: dict[str, str] = {}
    weights: dict[str, Any] = {}


def read_manners(data: DataFolder, sides: Iterable[str], kind: type[W]) -> Manners[W]:
    """What the file says; DataError names the posture or weight that is wrong and, where it can be found, the line."""
    file, postures = read_part(data, "", data.toml(FILE), Shape), {}
    check_names(data, "postures", file.postures, sides, sides)
    for side, entries in file.postures.items():
        if not entries:
            raise DataError(f"postures: {side} has none", data.path(FILE), data.line(FILE, side))
        postures[side] = tuple([read_posture(data, name, entry) for name, entry in entries.items()])
    check_names(data, "staff", file.staff, sides)
    for side, name in file.staff.items():
        check_names(data, f"staff, {side}", [name], file.postures[side])
    return Manners(postures, file.staff, read_weights(data, file.weights, kind))


def read_posture(data: DataFolder, name: str, entry: Mapping[str, Any]) -> Posture:
    return read_part(data, name, {"name": name, **entry}, Posture)


def read_part(data: DataFolder, name: str, table: Mapping[str, Any], kind: type[S]) -> S:
    """A table of the file, by its name ("": the whole)."""
    what, line = (f"'{name}': ", data.line(FILE, name)) if name else ("", None)
    for key, value in table.items():
        if isinstance(value, float) and not math.isfinite(value):
            raise DataError(f"{what}'{key}' is {value}", data.path(FILE), line)
    try:
        return typed(table, kind)
    except msgspec.ValidationError as problem:
        raise DataError(what + plainer(str(problem)), data.path(FILE), line) from None


def read_weights(data: DataFolder, table: Mapping[str, Any], kind: type[W]) -> W:
    wanted = {name: example for name, example in vars(kind).items() if not name.startswith("_")}
    check_names(data, "weights", table, wanted, wanted)
    found = kind()
    for name, example in wanted.items():
        value = frozen(table[name])
        if not is_like(value, example):
            problem = f"weights: '{name}' is {value}, but should be like {example}"
            raise DataError(problem, data.path(FILE), data.line(FILE, name))
        setattr(found, name, value)
    return found


def frozen(value: Any) -> Any:
    """Lists as tuples."""
    return tuple(map(frozen, value)) if isinstance(value, list) else value


def is_like(value: Any, example: Any) -> bool:
    """Whether a value is of a kind with another one: a finite number, a whole one, or just as many of them.

    >>> is_like(3, 0.0), is_like(0.5, 0), is_like((0.5, 1), (0.0, 0.0)), is_like((0.5,), (0.0, 0.0))
    (True, False, True, False)
    """
    if isinstance(example, tuple):
        return isinstance(value, tuple) and len(value) == len(example) and all(map(is_like, value, example))
    if isinstance(value, bool) or not isinstance(value, int | float):
        return False
    return isinstance(value, int) or (isinstance(example, float) and math.isfinite(value))


def check_names(
    data: DataFolder, what: str, found: Iterable[str], known: Iterable[str], needs: Iterable[str] = ()
) -> None:  # fmt: skip
    """No name that nobody asks for, and all that somebody needs."""
    for name in found:
        if name not in known:
            hint = nearest(name, known)
            raise DataError(f"{what}: there is no '{name}'{hint}", data.path(FILE), data.line(FILE, name))
    for name in needs:
        if name not in found:
            raise DataError(f"{what}: '{name}' is missing", data.path(FILE))
