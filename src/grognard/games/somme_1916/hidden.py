"""What each side may not see (13.1.1, 15.6.1): the only hidden things of the game are the objectives."""

from __future__ import annotations

from grognard.games.somme_1916.state import Somme


def redacted(g: Somme, side: str) -> Somme:
    """A copy without the secrets of the other side.

    Unrevealed answers (operations, replacement numbers) are no part of the state, and the faces of mines
    are drawn only when they explode.
    """
    new = g.copy()
    if side != "allied":
        # The German knows how many markers there are, and the one that he has discovered.
        new.state.objectives = [new.state.discovered] if new.state.discovered else []
    else:
        new.state.discovered = ""
    return new
