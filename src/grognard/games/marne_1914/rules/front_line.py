"""The Entente front line (section 4.6)."""

from __future__ import annotations

from grognard.games.marne_1914.position import Marne
from grognard.games.marne_1914.setting import ENTENTE
from grognard.rules.ways import line_with_fewest_gaps


def covered_hexes(g: Marne) -> int:
    """4.6.2: hexes with an Entente unit or its zone of control, even where a German stands (ruling C24)."""
    return g.zone_cells[ENTENTE] | g.held(ENTENTE)


def front_line(g: Marne) -> list[int]:
    """The line from the west edge to the east edge with the fewest uncovered hexes (4.6.1).

    Of equal lines the northern one (ruling C24). It is the current one whenever asked (ruling C26).
    """
    covered = covered_hexes(g)
    line = g.setting.front_lines.get(covered)
    if line is None:
        west, east = g.setting.grid.edge("west"), g.setting.grid.edge("east")
        line = line_with_fewest_gaps(g.setting.grid.neighbours, g.setting.beside, west, east, covered, g.setting.south)
        g.setting.front_lines[covered] = line
    return line


def south_of_front(g: Marne, cells: tuple[int, ...], edge: str) -> list[int]:
    """Those hexes of the west or east edge that lie south of the line (7.1.1, 7.1.4, 10.1.3a)."""
    line = front_line(g)
    if not line:
        return list(cells)
    end = line[0] if edge == "west" else line[-1]
    return [c for c in cells if g.setting.south[c] > g.setting.south[end]]


def award_gaps(g: Marne) -> None:
    """4.6.1, 4.6.2: at the end of the Entente's Combat Phase each uncovered hex of the line counts."""
    covered = covered_hexes(g)
    gaps = [c for c in front_line(g) if not covered >> c & 1] if g.phasing == ENTENTE else []
    if gaps:
        points = len(gaps) * g.setting.tables.awards["front-gap"].points
        g.award(points, "4.6.2", f"front line open at {g.cell_names(gaps)}")
