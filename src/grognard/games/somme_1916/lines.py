"""Lines and what lies behind them (6.6, 12.1.3, 14.2.1; ruling D03)."""

from __future__ import annotations

from grognard.games.somme_1916.setting import ALLIED, GERMAN
from grognard.games.somme_1916.state import Somme

AIR_REACH = 3
"""6.6: the air counter goes no more than three squares behind the German line."""


def behind_line(g: Somme, side: int, cell: int) -> bool:
    """No enemy stands in that row from the side's own edge to the square itself."""
    return bool(squares_behind(g, side) >> cell & 1)


def squares_behind(g: Somme, side: int) -> int:
    """All squares behind a side's line, row by row: west for the Allies, east for the Germans."""
    key = ("behind", side)
    found = g.map_cache.get(key)
    if not isinstance(found, int):
        found = 0
        enemies = g.occupied(1 - side)
        for cells in g.setting.of_row.values():
            held = enemies & cells
            if not held:
                found |= cells
            elif side == ALLIED:
                # Within a row cells are numbered from west to east or not: columns decide, not numbers.
                first = min(g.setting.column[c] for c in cells_in(held))
                found |= west_of(g, cells, first)
            else:
                last = max(g.setting.column[c] for c in cells_in(held))
                found |= cells & ~west_of(g, cells, last + 1)
        g.map_cache[key] = found
    return found


def cells_in(bits: int) -> list[int]:
    found = []
    while bits:
        low = bits & -bits
        bits ^= low
        found.append(low.bit_length() - 1)
    return found


def west_of(g: Somme, cells: int, column: int) -> int:
    """Those of some squares that lie west of a column."""
    found = 0
    for cell in cells_in(cells):
        if g.setting.column[cell] < column:
            found |= 1 << cell
    return found


def air_squares(g: Somme) -> list[int]:
    """6.6: from the westernmost German unit of each row up to three squares behind it, not engaged squares."""
    found = []
    germans = g.occupied(GERMAN)
    for cells in g.setting.of_row.values():
        held = germans & cells
        if held:
            first = min(g.setting.column[c] for c in cells_in(held))
            found += [c for c in cells_in(cells) if first <= g.setting.column[c] <= first + AIR_REACH]
    return sorted(c for c in found if c not in g.state.engaged)
