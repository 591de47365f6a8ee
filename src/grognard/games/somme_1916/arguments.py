"""The arguments of actions by what they are; the engine has seen to it that they are of that kind."""

from __future__ import annotations

from grognard.engine import Action


def number(action: Action, index: int = 0) -> int:
    """A unit, a cell or a number."""
    value = action.args[index]
    assert isinstance(value, int)
    return value


def numbers(action: Action, index: int = 0) -> tuple[int, ...]:
    """Several units or cells."""
    value = action.args[index]
    assert isinstance(value, tuple)
    return value


def word(action: Action, index: int = 0) -> str:
    value = action.args[index]
    assert isinstance(value, str)
    return value
