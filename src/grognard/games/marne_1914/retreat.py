"""Retreats (section 8.5)."""

from __future__ import annotations

import heapq
from collections.abc import Sequence

from grognard.engine import Action, Choice, Procedure, Ruling, refuse
from grognard.games.marne_1914.stacking import may_stack
from grognard.games.marne_1914.state import CADRE, Marne
from grognard.games.marne_1914.victory import take_control


class Way:
    """A way of retreat: its hexes, how many lie in enemy zones of control, whether it went on too far."""

    __slots__ = ("overstack", "path", "zones")

    def __init__(self, path: list[int], zones: int, overstack: int) -> None:
        self.path = path
        self.zones = zones
        self.overstack = overstack


def ways_of_retreat(g: Marne, unit: int, attackers: Sequence[int]) -> list[Way]:
    """The best ways, one for each hex where they end.

    Ruling C16 puts first things first: away from every attacker (8.5.1, ruling C36), through as few
    enemy zones of control as can be (8.5.2), without going on because of a full hex (8.5.3), and short.
    """
    grid, loc = g.setting.grid, g.state.loc
    side = g.setting.side[unit]
    zones, closed = g.zones[1 - side], g.closed[side]
    beside = {n for a in attackers if loc[a] >= 0 for n in grid.neighbours[loc[a]]}
    start = loc[unit]
    best: dict[tuple[int, int], tuple[int, int, int]] = {(start, 0): (0, 0, 0)}
    came: dict[tuple[int, int], tuple[int, int]] = {}
    heap: list[tuple[tuple[int, int, int], int, int]] = [((0, 0, 0), start, 0)]
    found: list[Way] = []
    limit: tuple[int, int, int] | None = None
    while heap:
        cost, cell, over = heapq.heappop(heap)
        if cost > best[cell, over]:
            continue
        if limit is not None and cost > limit:
            break
        here = (cell, over)
        if cell != start and cell not in beside:
            if may_stack(g, unit, cell):
                limit = cost
                if all(way.path[-1] != cell for way in found):
                    found.append(Way(path_to(came, here, start), cost[0], over))
                continue
            over = 1                                    # full: it must go on, and pays a step once (8.5.3)
        for neighbour in grid.neighbours[cell]:
            if closed[neighbour] or neighbour == start:
                continue
            # 8.5.2a: friendly units do not lift enemy zones of control.
            total = (cost[0] + (1 if zones[neighbour] else 0), max(cost[1], over), cost[2] + 1)
            key = (neighbour, over)
            if key not in best or total < best[key]:
                best[key] = total
                came[key] = here
                heapq.heappush(heap, (total, neighbour, over))
    return found


def path_to(came: dict[tuple[int, int], tuple[int, int]], key: tuple[int, int], start: int) -> list[int]:
    path = []
    while key[0] != start:
        path.append(key[0])
        key = came[key]
    return path[::-1]


def retreat_all(g: Marne, target: int, attackers: Sequence[int]) -> Procedure:
    """Every unit of the hex retreats, each for itself (ruling C56)."""
    owner = g.side_name(1 - g.phasing)
    waiting = list(g.stack[target])
    while waiting:
        unit = waiting.pop(0)
        ways = ways_of_retreat(g, unit, attackers)
        if not ways:
            # 8.5.2c, 8.5.5: only the enemy's hexes or the map's edge are left.
            g.note("no-retreat", "8.5.2c", "8.5.5", unit=unit)
            g.state.steps[unit] = 0
            g.state.disrupted[unit] = 0
            g.place(unit, CADRE)
            continue
        way = ways[0]
        if len(ways) > 1:
            action: Action = yield Choice(
                owner, "retreat", "8.5.1", f"{g.setting.game.sides[owner]}: where does {g.name(unit)} retreat to?",
                [Action("retreat", (unit, w.path[-1])) for w in ways],
                why_not=lambda a, unit=unit: why_no_retreat(g, unit, a),  # type: ignore[misc]
            )
            way = next(w for w in ways if w.path[-1] == action.args[1])
        go_back(g, unit, way)


def why_no_retreat(g: Marne, unit: int, action: Action) -> Ruling:
    if action.args and action.args[0] != unit:
        return refuse("8.5.1", f"it is {g.name(unit)} that retreats now")
    duty = "must get away from its attackers, avoid enemy zones of control and full hexes"
    return refuse("8.5.2", f"{g.name(unit)} {duty}, and go no further than it must")


def go_back(g: Marne, unit: int, way: Way) -> None:
    cell = way.path[-1]
    g.place(unit, cell)
    g.note("retreat", "8.5.1", unit=unit, to=cell, path=way.path)
    for passed in way.path:
        take_control(g, unit, passed)
    per_hex = g.setting.options["retreat_zoc_losses"] == "per-hex"              # ruling C15
    zones = way.zones if per_hex else min(1, way.zones)
    if zones:
        g.lose_steps(unit, zones, "8.5.2b")
    if way.overstack and g.state.loc[unit] >= 0:
        g.lose_steps(unit, 1, "8.5.3")                                          # with 4.1.5, ruling C45
    if zones or way.overstack:
        g.disrupt(unit, "8.5.4")
