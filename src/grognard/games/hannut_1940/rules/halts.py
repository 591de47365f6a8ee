"""Movement halts (6.6): what stops a unit is found only when it enters a hex."""

from __future__ import annotations

from grognard.games.hannut_1940.position import Hannut
from grognard.games.hannut_1940.rules.stacking import hidden_units
from grognard.games.hannut_1940.setting import GERMAN
from grognard.games.hannut_1940.state import Mark


def is_halted(g: Hannut, side: int, cell: int) -> bool:
    """6.6: whether the enemy stops a side's unit that enters a hex; whom it has overrun it ignores (13.13.2)."""
    setting, enemy = g.setting, 1 - side
    near = setting.around[cell] & g.occupied(enemy)
    if not near or setting.no_halt >> cell & 1:                                 # 6.6c
        return False
    only_from_ip = g.is_night and not setting.clear >> cell & 1
    steps = 0
    for beside in setting.grid.neighbours[cell]:
        if near >> beside & 1 and beside not in g.state.overrun and (not only_from_ip or g.in_ip(beside)):
            for unit in g.stack[beside]:
                if setting.is_hq[unit] or g.state.mark[unit] == Mark.EXP:
                    continue
                if setting.units[unit].red_hexagon:                             # 6.6: an 88 alone is enough
                    return True
                steps += g.state.steps[unit]
    return steps >= setting.limits["halt-steps"] and guns_reach(g, enemy, cell)


def meets_halt(g: Hannut, side: int, cell: int) -> bool:
    """6.6, 11.4: whether a unit that has entered a hex is halted; everybody hears it, and that it is not, too, where
    covered units (7.3) could have done it: after the answer there is no free undo."""
    halted, enemy = is_halted(g, side, cell), 1 - side
    near = 0 if g.setting.no_halt >> cell & 1 else g.setting.around[cell]
    guns = enemy == GERMAN or any(g.state.bp.get(division, 0) for division in g.setting.divisions_of[enemy])
    unknown = hidden_units(g, side) if guns and near & g.occupied(enemy) else ()
    if halted or any(g.setting.is_hq[u] or near >> g.state.loc[u] & 1 for u in unknown):
        g.note("halt" if halted else "no-halt", "6.6", side=g.side_name(side), cell=cell)
    return halted


def guns_reach(g: Hannut, side: int, cell: int) -> bool:
    """6.6b: an HQ with points left has the hex in range."""
    return any(
        g.state.bp.get(division, 0) > 0 and g.in_range(division, cell, g.artillery_range(division))
        for division in g.divisions_of(side)
    )
