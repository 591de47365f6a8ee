"""A sequence of play: named steps, each with what happens in it and which one comes next.

A step is entered from the state alone, so that a position can be taken up again at any rest point: what
is thrown or marked at the beginning of a phase is a step of its own before it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Generic, TypeVar

from grognard.engine import Position, Procedure

P = TypeVar("P", bound=Position)


class Step(Generic[P]):
    """A step of the sequence: what happens, and the name of the next step or how to find it."""

    __slots__ = ("does", "next")

    def __init__(self, does: Callable[[P], Procedure | None], next: str | Callable[[P], str]) -> None:
        self.does = does
        self.next = next


def play_steps(g: P, steps: Mapping[str, Step[P]]) -> Procedure:
    """The whole game: step after step, from the one that the state names until there is an outcome."""
    while g.outcome is None:
        step = steps[g.state.phase]
        doing = step.does(g)
        if doing is not None:
            yield from doing
        if g.dice.are_done:
            return
        g.state.phase = step.next(g) if callable(step.next) else step.next
