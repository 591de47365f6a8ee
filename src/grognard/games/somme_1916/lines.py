"""Lines and what lies behind them (6.6, 12.1.3, 14.2.1; ruling D03)."""

from __future__ import annotations

from grognard.games.somme_1916.setting import ALLIED, GERMAN
from grognard.games.somme_1916.state import Somme
from grognard.rules.masks import cells_of

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
        rows = dict(g.setting.of_row)
        beyond = g.setting.west_of if side == ALLIED else g.setting.east_of
        for cell in cells_of(g.occupied(1 - side)):
            rows[g.setting.row[cell]] &= beyond[cell]
        found = 0
        for cells in rows.values():
            found |= cells
        g.map_cache[key] = found
    return found


def air_squares(g: Somme) -> list[int]:
    """6.6: from the westernmost German unit of each row up to three squares behind it, not engaged squares."""
    first: dict[int, int] = {}
    for cell in cells_of(g.occupied(GERMAN)):
        row, column = g.setting.row[cell], g.setting.column[cell]
        first[row] = min(first.get(row, column), column)
    return [
        c for row, column in first.items() for c in cells_of(g.setting.of_row[row])
        if column <= g.setting.column[c] <= column + AIR_REACH and c not in g.state.engaged
    ]
