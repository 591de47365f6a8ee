"""Stacking (section 4.1)."""

from __future__ import annotations

from collections.abc import Iterable

from grognard.engine import ALLOW, Ruling, refuse
from grognard.games.marne_1914.state import Marne


def may_stack(g: Marne, unit: int, cell: int) -> bool:
    """Whether a unit may end its move in a hex with whoever is there already (4.1.4)."""
    others = g.stack[cell]
    if not others or others == (unit,):
        return True
    return bool(stack_ruling(g, (unit, *(u for u in others if u != unit))))


def stack_ruling(g: Marne, units: Iterable[int]) -> Ruling:
    """The limits of 4.1.1 and 4.1.2 for units that would share a hex. Markers do not count (4.1.3)."""
    units = tuple(units)
    army, infantry = g.state.army, g.setting.infantry
    if len({army[u] for u in units}) > 1:
        return refuse("4.1.2", "units of different armies may not stack together")
    foot = sum(infantry[u] for u in units)
    if foot > 1:
        return refuse("4.1.1", "a hex holds one infantry unit only")
    horse = [u for u in units if not infantry[u]]
    if foot and sum(g.setting.stacking_points[u] for u in horse) > 2:
        return refuse("4.1.1", "an infantry unit has room for 2 stacking points of cavalry beside it, no more")
    if len(horse) > 3:
        return refuse("4.1.1", "a hex holds three cavalry units at most")
    return ALLOW


def why_no_stacking(g: Marne, unit: int, cell: int) -> Ruling:
    ruling = stack_ruling(g, (unit, *(u for u in g.stack[cell] if u != unit)))
    if ruling:
        return ALLOW
    there = ", ".join(g.name(u) for u in g.stack[cell] if u != unit)
    where = g.setting.grid.ids[cell]
    return refuse(ruling.case, f"{g.name(unit)} cannot end in {where} with {there}: {ruling.text} (4.1.4)")
