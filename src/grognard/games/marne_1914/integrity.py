"""Corps command integrity (section 4.5)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from grognard.games.marne_1914.setting import CP
from grognard.games.marne_1914.state import Marne

LINK = 3
"""4.5.1: no further than 3 hexes apart, so with at most 2 hexes between."""


def corps_members(g: Marne, side: int) -> dict[str, list[int]]:
    """The infantry of each corps on the map; cavalry is exempt (4.5.3)."""
    members: dict[str, list[int]] = {}
    for unit in g.on_map(side):
        if g.setting.infantry[unit]:
            members.setdefault(g.state.corps[unit], []).append(unit)
    return members


def base_unit(g: Marne, members: Sequence[int]) -> int:
    """4.5.4: nearest to the owner's edge, south for the Entente, north for the Central Powers."""
    south = g.setting.south
    sign = 1 if g.setting.side[members[0]] == CP else -1
    return min(members, key=lambda u: (sign * south[g.state.loc[u]], u))


def in_integrity(g: Marne, members: Sequence[int]) -> bool:
    """4.5.1 for two units; a chain from the base unit for more (4.5.5)."""
    cells = [g.state.loc[u] for u in members]
    return chained(g, g.setting.side[members[0]], g.state.corps[members[0]], cells)


def chained(g: Marne, side: int, corps: str, cells: Sequence[int]) -> bool:
    """Whether every cell hangs on the others by links of at most 2 hexes between.

    A chain that holds together does so from whichever unit is the base (4.5.4), so the base unit
    only matters when integrity is out of reach.
    """
    blocks = blocker(g, side, corps)
    open_cells, found = list(cells[1:]), [cells[0]]
    for cell in found:
        for other in [c for c in open_cells if linked(g, blocks, cell, c)]:
            open_cells.remove(other)
            found.append(other)
    return not open_cells


def blocker(g: Marne, side: int, corps: str) -> Callable[[int], bool]:
    """4.5.2: what a link may not pass: other corps' infantry, the enemy, and his zones of control.

    Friendly cavalry is looked through (4.5.3); enemy cavalry is not (ruling C23).
    """
    zones, closed = g.zones[1 - side], g.closed[side]
    stack, infantry, corps_of = g.stack, g.setting.infantry, g.state.corps

    def blocks(cell: int) -> bool:
        if zones[cell] or closed[cell]:
            return True
        return any(infantry[u] and corps_of[u] != corps for u in stack[cell])

    return blocks


def linked(g: Marne, blocks: Callable[[int], bool], a: int, b: int) -> bool:
    """A way of at most two free hexes between; it may bend round what blocks it (ruling C62)."""
    grid = g.setting.grid
    distance = grid.distance(a, b)
    if distance > LINK:
        return False
    if distance <= 1:
        return True
    beside_b = grid.neighbours[b]
    for first in grid.neighbours[a]:
        if grid.distance(first, b) > 2 or blocks(first):
            continue
        if first in beside_b:
            return True
        if any(second in beside_b and not blocks(second) for second in grid.neighbours[first]):
            return True
    return False


def can_be_mended(
    g: Marne, members: Sequence[int], choices: Mapping[int, Sequence[int]], tries: int = 4000
) -> bool:
    """Whether some choice of cells for the members brings the corps together (ruling C22).

    Other units are taken where they stand. The search stops after so many tries and then says no;
    its order is fixed, so the answer is the same on every machine.
    """
    side, corps = g.setting.side[members[0]], g.state.corps[members[0]]
    blocks = blocker(g, side, corps)
    distance = g.setting.grid.distance
    order = sorted(members, key=lambda u: (len(choices[u]), u))
    budget = [tries]

    def extend(placed: list[int], waiting: list[int]) -> bool:
        if not waiting:
            return True
        for unit in waiting:
            others = [u for u in waiting if u != unit]
            for cell in choices[unit]:
                if cell in placed:
                    continue
                near = [p for p in placed if distance(p, cell) <= LINK]
                if not near:
                    continue
                budget[0] -= 1
                if budget[0] < 0:
                    return False
                if any(linked(g, blocks, p, cell) for p in near) and extend([*placed, cell], others):
                    return True
        return False

    first, rest = order[0], order[1:]
    return any(extend([cell], rest) for cell in choices[first])
