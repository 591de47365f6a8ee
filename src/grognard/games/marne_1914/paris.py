"""Paris (module 12, without the taxis, which movement.py drives)."""

from __future__ import annotations

from collections.abc import Generator

from grognard.engine import Action, Choice
from grognard.engine.game import Asked
from grognard.games.marne_1914.setting import CP
from grognard.games.marne_1914.state import Marne


def stand_or_retreat(g: Marne, owner: int, target: int) -> Generator[Asked, Action, bool]:
    """12.0.1: units in Paris may take one more step loss and stay (ruling C18)."""
    side = g.side_name(owner)
    action: Action = yield Choice(
        side, "stand", "12.0.1",
        f"{g.setting.game.sides[side]}: stand in {g.setting.grid.ids[target]} for one more step, or retreat?",
        [Action("stand"), Action("withdraw")],
    )
    if action.verb == "stand":
        g.note("stand", "12.0.1", cell=target)
        return True
    return False


def attack_on_garrison(g: Marne, cell: int, losses: int) -> None:
    """12.1.4: R and no effect do nothing; 6 losses destroy, fewer only with a die within them."""
    if losses == 0:
        g.note("garrison-holds", "12.1.4", cell=cell, result=True)
        return
    if losses < 6:
        die = g.throw("12.1.4", "garrison of Paris", same=[face <= losses for face in range(1, 7)])
        if die > losses:
            g.note("garrison-holds", "12.1.4", cell=cell, result=True)
            return
    g.state.garrisons.remove(cell)                                              # 12.1.5
    g.reopen(CP, cell)
    g.map_cache = {}
    g.note("garrison-destroyed", "12.1.4", "12.1.5", cell=cell, result=True)
