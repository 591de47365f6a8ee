"""Avoiding isolation in one's own movement (11.2.1)."""

from __future__ import annotations

from grognard.games.soissons_1918.position import Soissons
from grognard.games.soissons_1918.rules.supply import isolated_in, supplied, supplied_if
from grognard.games.soissons_1918.rules.zones import Ground, ground_if
from grognard.rules.masks import cells_of


def moves_into_isolation(g: Soissons, units: tuple[int, ...], cells: int) -> tuple[int, int]:
    """11.2.1: the hexes that units may not enter, and those that they may because the enemy must then leave.

    Who is isolated already may go anywhere.
    """
    side = g.setting.side[units[0]]
    if not supplied(g, side) >> g.state.loc[units[0]] & 1:
        return 0, 0
    alone = isolated_in(g, units, cells)
    freeing = 0
    for cell in cells_of(alone):
        if frees_itself(g, units, cell):
            freeing |= 1 << cell
    return alone & ~freeing, freeing


def frees_itself(g: Soissons, units: tuple[int, ...], cell: int) -> bool:
    """Whether the enemies that this move would isolate are all that isolates the mover."""
    side = g.setting.side[units[0]]
    foe = 1 - side
    now = ground_if(g, units, cell)
    infantry, held = now.infantry[foe], now.held[foe]
    beside = g.setting.around[cell] & held & ~infantry
    held &= ~beside                                                             # 7.0: a lone headquarters flees
    gone = False
    while True:
        then = Ground((now.infantry[0], infantry), (now.held[0], held)) if side == 0 else Ground(
            (infantry, now.infantry[1]), (held, now.held[1]))
        if (gone or beside) and supplied_if(g, side, then) >> cell & 1:
            return True
        left = held & ~supplied_if(g, foe, then)
        if not left:
            return False
        gone = True
        held &= ~left
        infantry &= ~left
