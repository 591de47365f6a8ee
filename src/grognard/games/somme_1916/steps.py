"""The steps of the sequence of play: what happens in each, and what comes next.

A step is entered from the state alone, so that a position can be taken up again at any rest point: what
is thrown or marked at the beginning of a phase is a step of its own before it.
"""

from __future__ import annotations

from collections.abc import Callable

from grognard.engine import Procedure
from grognard.games.somme_1916.state import Somme


class Step:
    """A step of the sequence: what happens, and the name of the next step."""

    __slots__ = ("does", "next")

    def __init__(self, does: Callable[[Somme], Procedure | None], next: str | Callable[[Somme], str]) -> None:
        self.does = does
        self.next = next


def by_nation(name: str, after: str) -> Callable[[Somme], str]:
    """The next step after one that each Allied nation takes by itself when it has a player (1.0)."""

    def following(g: Somme) -> str:
        if g.state.acting == "british" and g.state.phasing == "allied":
            g.state.acting = "french"
            return name
        g.state.acting = g.first_acting()
        return after

    return following
