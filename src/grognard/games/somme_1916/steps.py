"""Steps that the nations of a side take one after the other."""

from __future__ import annotations

from collections.abc import Callable

from grognard.games.somme_1916.state import Somme


def by_nation(name: str, after: str) -> Callable[[Somme], str]:
    """The next step after one that each Allied nation takes by itself when it has a player (1.0)."""

    def following(g: Somme) -> str:
        if g.state.acting == "british" and g.state.phasing == "allied":
            g.state.acting = "french"
            return name
        g.state.acting = g.first_acting()
        return after

    return following
