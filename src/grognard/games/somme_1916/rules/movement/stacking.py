"""Stacking (section 7.3)."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.engine import ALLOW, Ruling, refuse
from grognard.games.somme_1916.position import Somme
from grognard.games.somme_1916.terms import BACK, Nation
from grognard.rules.masks import cells_of
from grognard.rules.stacking import Stacking

ROOM = 4
"""Points in a square: a division fills it, so do two brigades or regiments, or four battalions (units.csv)."""


def may_stack_together(g: Somme, units: Sequence[int]) -> Ruling:
    """Whether units of one side may share a square."""
    if len(units) < 2:
        return ALLOW
    setting, mode = g.setting, g.state.mode
    if len({setting.nation[u] for u in units}) > 1:
        return refuse("7.3.1", "British and French units can never stack")
    if any(setting.divisions[u] for u in units):
        if any(setting.hqs[u] for u in units):
            return refuse("7.3.3", "an HQ never stacks with a division")
        return refuse("7.3.1", "a division must be alone in its square")
    if any(setting.hqs[u] and mode[u] == BACK for u in units):
        return refuse("7.3.3", "an HQ in Supply Mode cannot stack")
    if sum(setting.stacking_points[u] for u in units) > ROOM:
        if setting.nation[units[0]] == Nation.GERMAN:
            return refuse("7.3.2", "a square holds two regiments or guns, a battalion counting half")
        return refuse("7.3.1", "a square holds two brigades, guns, tanks or cavalry units")
    return ALLOW


STACKING = Stacking(may_stack_together)                                         # X48: each side for itself
fits, may_stack = STACKING.fits, STACKING.may_stack


def room(g: Somme, unit: int, cells: int) -> int:
    """Those squares of a set where a unit may end its move: `fits` for many squares at once."""
    setting, mode = g.setting, g.state.mode
    taken = cells & g.occupied(setting.side[unit])
    if not taken:
        return cells
    cells &= ~taken
    nations, divisions, hqs, points = setting.nation, setting.divisions, setting.hqs, setting.stacking_points
    if divisions[unit] or g.in_supply_mode(unit):
        return cells
    nation, most = nations[unit], ROOM - points[unit]
    for cell in cells_of(taken):
        left = most
        for other in g.stack[cell]:
            if nations[other] != nation or divisions[other] or (hqs[other] and mode[other]):
                break
            left -= points[other]
        else:
            if left >= 0:
                cells |= 1 << cell
    return cells
