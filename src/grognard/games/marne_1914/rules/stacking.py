"""Stacking (section 4.1)."""

from __future__ import annotations

from collections.abc import Iterable

from grognard.engine import ALLOW, Ruling, refuse
from grognard.games.marne_1914.position import Marne


def fits(g: Marne, unit: int, cell: int) -> bool:
    """Whether a unit may end its move in a hex with whoever is there already (4.1.4): `may_share` in short."""
    army, infantry, points = g.state.army, g.setting.infantry, g.setting.stacking_points
    foot = int(infantry[unit])
    horse = 1 - foot
    room_taken = horse * points[unit]
    for other in g.stack[cell]:
        if other == unit:
            continue
        if army[other] != army[unit]:
            return False                                                        # 4.1.2
        if infantry[other]:
            foot += 1
        else:
            horse += 1
            room_taken += points[other]
    return room_taken <= 2 if foot == 1 else foot == 0 and horse <= 3           # 4.1.1


def may_share(g: Marne, units: Iterable[int]) -> Ruling:
    """The limits of 4.1.1 and 4.1.2 for units that would share a hex. Markers do not count (4.1.3)."""
    units = tuple(units)
    army, infantry = g.state.army, g.setting.infantry
    if len({army[u] for u in units}) > 1:
        return refuse("4.1.2", "units of different armies may not stack together")
    foot = sum([infantry[u] for u in units])
    if foot > 1:
        return refuse("4.1.1", "a hex holds one infantry unit only")
    horse = [u for u in units if not infantry[u]]
    if foot and sum([g.setting.stacking_points[u] for u in horse]) > 2:
        return refuse("4.1.1", "an infantry unit has room for 2 stacking points of cavalry beside it, no more")
    if len(horse) > 3:
        return refuse("4.1.1", "a hex holds three cavalry units at most")
    return ALLOW


def may_stack(g: Marne, unit: int, cell: int) -> Ruling:
    if fits(g, unit, cell):
        return ALLOW
    others = [u for u in g.stack[cell] if u != unit]
    ruling = may_share(g, (unit, *others))
    where = f"{g.cell_name(cell)} with {g.names(others)}"
    return refuse(ruling.case, f"{g.name(unit)} cannot end in {where}: {ruling.text} (4.1.4)")
