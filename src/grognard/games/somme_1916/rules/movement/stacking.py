"""Stacking (section 7.3)."""

from __future__ import annotations

from collections.abc import Iterable

from grognard.engine import ALLOW, Ruling, refuse
from grognard.games.somme_1916.state import Somme
from grognard.games.somme_1916.terms import BACK, Nation
from grognard.rules.masks import cells_of

ROOM = 4
"""Points in a square: a division fills it, so do two brigades or regiments, or four battalions (units.csv)."""


def may_stack_together(g: Somme, units: Iterable[int]) -> Ruling:
    """Whether units of one side may share a square."""
    units = tuple(units)
    if len(units) < 2:
        return ALLOW
    setting, mode = g.setting, g.state.mode
    if len({setting.nation[u] for u in units}) > 1:
        return refuse("7.3.1", "British and French units may never stack together")
    if any(setting.divisions[u] for u in units):
        if any(setting.hqs[u] for u in units):
            return refuse("7.3.3", "an HQ never stacks with a division")
        return refuse("7.3.1", "a division stands alone in its square")
    if any(setting.hqs[u] and mode[u] == BACK for u in units):
        return refuse("7.3.3", "an HQ in Supply Mode may not stack")
    if sum(setting.stacking_points[u] for u in units) > ROOM:
        if setting.nation[units[0]] == Nation.GERMAN:
            return refuse("7.3.2", "a square holds two regiments or guns, a battalion counting half")
        return refuse("7.3.1", "a square holds two brigades, guns, tanks or cavalry units")
    return ALLOW


def company(g: Somme, unit: int, cell: int) -> tuple[int, ...]:
    """The unit with those of its side that are in a square: each side stacks for itself (X48)."""
    side = g.setting.side
    return (unit, *(u for u in g.stack[cell] if u != unit and side[u] == side[unit]))


def fits(g: Somme, unit: int, cell: int) -> bool:
    """Whether a unit may end in a square with whoever of its side is there (7.3)."""
    others = g.stack[cell]
    if not others or others == (unit,):
        return True
    return bool(may_stack_together(g, company(g, unit, cell)))


def may_stack(g: Somme, unit: int, cell: int) -> Ruling:
    together = company(g, unit, cell)
    ruling = may_stack_together(g, together)
    if ruling:
        return ALLOW
    here = f"{g.setting.grid.ids[cell]} with {g.names(together[1:])}"
    return refuse(ruling.case, f"{g.name(unit)} cannot end in {here}: {ruling.text}")


def overstacked(g: Somme, side: int, cell: int) -> bool:
    """Whether a side has more in a square than may stay there at the end of a phase."""
    return len(g.stack[cell]) > 1 and not may_stack_together(g, g.friends_in(cell, side))


def overstacked_cells(g: Somme, side: int) -> list[int]:
    """All squares in which a side is over-stacked: by set-up (7.3), breakdown, retreat."""
    seen: set[int] = set()
    shared: set[int] = set()
    loc = g.state.loc
    for unit in g.setting.units_of[side]:
        cell = loc[unit]
        if cell >= 0:
            (shared if cell in seen else seen).add(cell)
    return [c for c in sorted(shared) if overstacked(g, side, c)]


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
