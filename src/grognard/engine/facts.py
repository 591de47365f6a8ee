"""Derived facts: what the rules have worked out about a position, kept until something in it changes.

There is one place for them, ``position.known``, and one way to fill it, `derived`. Whatever changes places,
markers or control goes through a method of the position that calls ``changed()``; then all is forgotten. The
laws work every known fact out again on a fresh position and compare.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from inspect import unwrap
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, Protocol, TypeVar, cast

if TYPE_CHECKING:
    from grognard.engine.position import Position


class Knowing(Protocol):
    """A position, or whatever else keeps what was worked out about it."""

    known: dict[Any, Any]


G = TypeVar("G", bound=Knowing)
A = ParamSpec("A")
V = TypeVar("V")
UNKNOWN: Any = object()
"""In place of a fact that has not been worked out."""


def derived(find: Callable[Concatenate[G, A], V]) -> Callable[Concatenate[G, A], V]:
    """A question to a position that is worked out once and then known, until something changes.

    The arguments must be hashable and given by place. Nobody may change what it answers.
    """

    ask: Callable[..., V] = find

    @wraps(find)
    def known(g: G, /, *args: Any) -> V:
        key = (find, args)
        value: V = g.known.get(key, UNKNOWN)
        if value is UNKNOWN:
            value = g.known[key] = ask(g, *args)
        return value

    return cast(Callable[Concatenate[G, A], V], known)


def forget(position: Position, *facts: Callable[..., Any]) -> None:
    """Something has changed on which only some facts depend: these are forgotten, and all others kept."""
    finders = [unwrap(fact) for fact in facts]
    position.known = {key: value for key, value in position.known.items() if key[0] not in finders}


def stale_facts(position: Position, fresh: Position) -> list[str]:
    """The known facts that are no longer true: worked out again on a fresh position they come out otherwise."""
    return [
        f"{find.__name__}{args} is {value} but should be {now}"
        for (find, args), value in list(position.known.items())
        if (now := find(fresh, *args)) != value
    ]
