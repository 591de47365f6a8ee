"""Paris (module 12, without the taxis, which movement.py drives)."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from grognard.engine import Action
from grognard.games.marne_1914.position import Marne
from grognard.games.marne_1914.setting import CP

DESTROYED_BY = 6
"""12.1.4: losses that destroy a garrison without a die."""


def stand_or_retreat(g: Marne, owner: int, target: int) -> Generator[Any, Any, bool]:
    """12.0.1: units in Paris may take one more step loss and stay (ruling C18)."""
    question = f"stand in {g.cell_name(target)} for one more step, or retreat"
    action = yield from g.ask(owner, "stand", "12.0.1", question, [Action("stand"), Action("withdraw")])
    if action.verb == "stand":
        g.note("stand", "12.0.1", cell=target)
    return action.verb == "stand"


def attack_on_garrison(g: Marne, cell: int, losses: int) -> None:
    """12.1.4: R and no effect do nothing; 6 losses destroy, fewer only with a die within them."""
    destroyed = losses >= DESTROYED_BY
    if 0 < losses < DESTROYED_BY:
        destroyed = g.succeeds("12.1.4", "garrison of Paris", 1, losses)
    if not destroyed:
        g.note("garrison-holds", "12.1.4", cell=cell, result=True)
        return
    g.state.garrisons.remove(cell)                                              # 12.1.5
    g.reopen(CP, cell)
    g.note("garrison-destroyed", "12.1.4", "12.1.5", cell=cell, result=True)
