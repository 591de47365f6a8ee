"""The Entente front line (section 4.6)."""

from __future__ import annotations

import heapq

from grognard.games.marne_1914.position import Marne
from grognard.games.marne_1914.setting import ENTENTE
from grognard.rules.masks import cells_of


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
        line = g.setting.front_lines[covered] = trace_front_line(g, covered)
    return line


def trace_front_line(g: Marne, covered: int) -> list[int]:
    """The cheapest way across the map, found step by step from the west (Dijkstra)."""
    grid, south = g.setting.grid, g.setting.south
    size, last = len(grid.ids), set(grid.edge("east"))
    gap = 1_000_000                     # one uncovered hex outweighs the longest way round
    price = [gap + y for y in south]
    for cell in cells_of(covered):
        price[cell] = south[cell]
    cost = [gap * size] * size
    came: dict[int, int] = {}
    heap = []                           # cost and hex in one number: of equal costs the lower hex comes first
    for cell in grid.edge("west"):
        cost[cell] = price[cell]
        heap.append(price[cell] * size + cell)
    heapq.heapify(heap)
    while heap:
        value, cell = divmod(heapq.heappop(heap), size)
        if value > cost[cell]:
            continue
        if cell in last:
            line = [cell]
            while line[-1] in came:
                line.append(came[line[-1]])
            return line[::-1]
        for neighbour in grid.neighbours[cell]:
            total = value + price[neighbour]
            if total < cost[neighbour]:
                cost[neighbour] = total
                came[neighbour] = cell
                heapq.heappush(heap, total * size + neighbour)
    return []


def south_of_front(g: Marne, cells: tuple[int, ...], edge: str) -> list[int]:
    """Those hexes of the west or east edge that lie south of the line (7.1.1, 7.1.4, 10.1.3a)."""
    line = front_line(g)
    if not line:
        return list(cells)
    end = line[0] if edge == "west" else line[-1]
    return [c for c in cells if g.setting.south[c] > g.setting.south[end]]


def award_gaps(g: Marne) -> None:
    """4.6.2: at the end of the Entente's Combat Phase each uncovered hex of the line counts."""
    covered = covered_hexes(g)
    gaps = [c for c in front_line(g) if not covered >> c & 1]
    if gaps:
        points = len(gaps) * g.setting.tables.awards["front-gap"].points
        g.award(points, "4.6.2", f"front line open at {g.cell_names(gaps)}")
