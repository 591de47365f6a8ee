"""Lines and what lies behind them (6.6, 12.1.3, 13.1.1, 14.2.1; ruling D03)."""

from __future__ import annotations

from grognard.games.somme_1916.setting import ALLIED, GERMAN
from grognard.games.somme_1916.state import Somme
from grognard.rules.masks import cells_of

AIR_REACH = 3
"""6.6: the air counter goes no more than three squares behind the German line."""
BESIDE = 1
"""Units of a line stand for the rows beside their own too: their zones of control reach so far (7.5)."""


def behind_line(g: Somme, side: int, cell: int) -> bool:
    return bool(squares_behind(g, side) >> cell & 1)


def squares_behind(g: Somme, side: int) -> int:
    """The squares behind a side's line: no nearer to anything of the enemy's than to something of its own (D03).

    A side's own are its units, and the squares of its home edge that the enemy does not control.
    """
    key = ("behind", side)
    found = g.map_cache.get(key)
    if not isinstance(found, int):
        spread, everywhere = g.setting.nearby, g.setting.everywhere
        mine, theirs = own_squares(g, side), own_squares(g, 1 - side)
        found = mine & ~theirs
        reached = 0
        while mine not in (reached, everywhere):
            reached = mine
            mine |= spread.of(mine)
            found |= mine & ~theirs
            theirs |= spread.of(theirs)
        g.map_cache[key] = found
    return found


def own_squares(g: Somme, side: int) -> int:
    edge = g.setting.edges["west" if side == ALLIED else "east"]
    return g.occupied(side) | edge & ~g.zone_mask(1 - side)


def home_edge(g: Somme, side: int, *edges: str) -> int:
    """The squares of some map edges behind a side's line where its units can appear (7.4.2, 12.1.3)."""
    cells = 0
    for name in edges:
        cells |= g.setting.edges[name]
    cells &= squares_behind(g, side) & ~g.occupied(1 - side) & ~g.setting.shaded
    for cell in g.state.engaged:
        cells &= ~(1 << cell)
    return cells


def front_units(g: Somme) -> list[int]:
    """The squares of the German line: units in an Allied zone of control, and those with no German west of them.

    West of them means in their own row and in the rows beside it.
    """
    setting = g.setting
    first: dict[int, int] = {}
    held = cells_of(g.occupied(GERMAN))
    for cell in held:
        for row in range(setting.row[cell] - BESIDE, setting.row[cell] + BESIDE + 1):
            first[row] = min(first.get(row, setting.column[cell]), setting.column[cell])
    zones = g.zone_mask(ALLIED)
    return [c for c in held if zones >> c & 1 or setting.column[c] == first[setting.row[c]]]


def air_squares(g: Somme) -> list[int]:
    """6.6: the German line and up to three squares east of it, without Allied units and engagements (ruling D22)."""
    setting = g.setting
    found = set()
    for front in front_units(g):
        row, column = setting.row[front], setting.column[front]
        for cell in setting.grid.within(front, AIR_REACH):
            if abs(setting.row[cell] - row) <= BESIDE and column <= setting.column[cell]:
                found.add(cell)
    closed = g.occupied(ALLIED)
    return sorted(c for c in found if not closed >> c & 1 and c not in g.state.engaged)
