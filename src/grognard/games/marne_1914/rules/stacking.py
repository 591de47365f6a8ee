"""Stacking (section 4.1)."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.engine import ALLOW, Ruling, refuse
from grognard.games.marne_1914.position import Marne
from grognard.rules.stacking import Stacking


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


def may_share(g: Marne, units: Sequence[int]) -> Ruling:
    """The limits of 4.1.1 and 4.1.2 for units that would share a hex. Markers do not count (4.1.3)."""
    army, infantry = g.state.army, g.setting.infantry
    if len({army[u] for u in units}) > 1:
        return refuse("4.1.2", "units of different armies cannot stack")
    foot = sum([infantry[u] for u in units])
    if foot > 1:
        return refuse("4.1.1", "a hex holds only one infantry unit")
    horse = [u for u in units if not infantry[u]]
    if foot and sum([g.setting.stacking_points[u] for u in horse]) > 2:
        return refuse("4.1.1", "an infantry unit leaves room for only 2 stacking points of cavalry")
    if len(horse) > 3:
        return refuse("4.1.1", "a hex holds at most three cavalry units")
    return ALLOW


may_stack = Stacking(may_share, " (4.1.4)").may_stack
