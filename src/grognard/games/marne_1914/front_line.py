"""The Entente front line (section 4.6)."""

from __future__ import annotations

import heapq

from grognard.games.marne_1914.setting import ENTENTE
from grognard.games.marne_1914.state import Marne
from grognard.rules.masks import cells_of, layer_mask, mask


def covered_hexes(g: Marne) -> int:
    """4.6.2: hexes with an Entente unit or its zone of control, even where a German stands (ruling C24)."""
    return layer_mask(g.zones[ENTENTE]) | mask(g.state.loc[u] for u in g.on_map(ENTENTE))


def covered(g: Marne, cell: int) -> bool:
    return bool(covered_hexes(g) >> cell & 1)


def front_line(g: Marne) -> list[int]:
    """The line from the west edge to the east edge with the fewest uncovered hexes (4.6.1).

    Of equal lines the northern one (ruling C24). It is the current one whenever asked (ruling C26).
    """
    line = g.map_cache.get("front line")
    if not isinstance(line, list):
        line = g.map_cache["front line"] = trace_front_line(g)
    return line


def trace_front_line(g: Marne) -> list[int]:
    grid, south = g.setting.grid, g.setting.south
    last = set(grid.edge("east"))
    gap = 1_000_000                     # one uncovered hex outweighs the longest way round
    cost: dict[int, int] = {}
    came: dict[int, int] = {}
    price = [gap + y for y in south]
    for cell in cells_of(covered_hexes(g)):
        price[cell] = south[cell]
    heap = [(price[c], c) for c in grid.edge("west")]
    for value, cell in heap:
        cost[cell] = value
    heapq.heapify(heap)
    while heap:
        value, cell = heapq.heappop(heap)
        if value > cost[cell]:
            continue
        if cell in last:
            line = [cell]
            while line[-1] in came:
                line.append(came[line[-1]])
            return line[::-1]
        for neighbour in grid.neighbours[cell]:
            total = value + price[neighbour]
            if total < cost.get(neighbour, 1 << 60):
                cost[neighbour] = total
                came[neighbour] = cell
                heapq.heappush(heap, (total, neighbour))
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
        names = ", ".join(g.setting.grid.ids[c] for c in gaps)
        g.award(len(gaps) * g.setting.awards["front-gap"].points, "4.6.2", f"front line open at {names}")
