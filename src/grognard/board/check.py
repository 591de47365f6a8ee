"""What a loaded map may still have wrong: things that no single line of a file can show."""

from __future__ import annotations

from collections.abc import Callable

from grognard.board.board import Board, Pair

WATER = "water"
"""The group of side kinds that a bridge crosses, unless its legend says ``crosses = "..."``."""


def check_board(board: Board) -> list[str]:
    """A sentence for each fault of the map as a whole; an empty list for a sound one."""
    faults: list[str] = []
    for check in (
        _cells_have_terrain,
        _pairs_are_neighbours,
        _bridges_cross_something,
        _no_stray_water,
        _places_have_cells,
        _no_isolated_cells,
    ):
        faults += check(board)
    return faults


def _cells_have_terrain(board: Board) -> list[str]:
    if len(board.terrain) != len(board.grid):
        return [f"the map has {len(board.grid)} cells, but {len(board.terrain)} kinds of terrain"]
    known = board.kinds.get("terrain", {})
    unknown = [cell for cell, kind in enumerate(board.terrain) if kind not in known]
    return [f"{board.grid.ids[cell]} has unknown terrain '{board.terrain[cell]}'" for cell in unknown]


def _pairs_are_neighbours(board: Board) -> list[str]:
    faults = []
    for what, pairs in (("side", board.sides), ("link", board.links), ("slope", board.slopes)):
        for a, b in pairs:
            if a == b:
                faults.append(f"a {what} joins {board.grid.ids[a]} with itself")
            elif board.grid.direction(a, b) < 0:
                faults.append(f"a {what} joins {_name(board, (a, b))}, which are not neighbours")
            elif a > b and what != "slope":
                faults.append(f"the {what} {_name(board, (a, b))} has its lower cell second")
    faults += [
        f"the slope {_name(board, (low, high))} rises both ways"
        for low, high in board.slopes
        if low < high and (high, low) in board.slopes
    ]
    return faults


def _bridges_cross_something(board: Board) -> list[str]:
    """A bridge (or a kind that says what it ``crosses``) needs that on the same side."""
    legend = board.kinds.get("side", {})
    crossing = {
        name: str(kind.more.get("crosses", WATER))
        for name, kind in legend.items()
        if name == "bridge" or "crosses" in kind.more
    }
    faults = []
    for pair, kinds in board.sides.items():
        for kind in kinds:
            if kind in crossing and not any(legend[k].group == crossing[kind] for k in kinds if k in legend):
                faults.append(f"the {kind} on {_name(board, pair)} crosses no {crossing[kind]}")
    return faults


def _no_stray_water(board: Board) -> list[str]:
    """A single side of water that touches no other water and no map edge is a slip of the pen."""
    if board.grid.kind != "hex":
        return []
    legend = board.kinds.get("side", {})
    water = {name for name, kind in legend.items() if kind.group == WATER}
    wet = {pair for pair, kinds in board.sides.items() if water.intersection(kinds)}
    faults = []
    for a, b in sorted(wet):
        both = [c for c in board.grid.neighbours[a] if c in board.grid.neighbours[b]]
        touching = [(min(x, c), max(x, c)) for c in both for x in (a, b)]
        if len(both) == 2 and not wet.intersection(touching):
            faults.append(f"the water on {_name(board, (a, b))} touches no other water")
    return faults


def _places_have_cells(board: Board) -> list[str]:
    faults = [f"the place '{place.name}' has no cells" for place in board.places if not place.cells]
    return faults + [f"the region '{name}' has no cells" for name, cells in board.regions.items() if not cells]


def _no_isolated_cells(board: Board) -> list[str]:
    """Every cell can be reached from the largest piece of the map."""
    grid = board.grid
    pieces: list[set[int]] = []
    left = set(range(len(grid)))
    while left:
        piece = connected(left.pop(), lambda cell: grid.neighbours[cell])
        left -= piece
        pieces.append(piece)
    pieces.sort(key=len)
    return [f"{grid.ids[cell]} is cut off from the rest of the map" for p in pieces[:-1] for cell in sorted(p)]


def connected(start: int, onward: Callable[[int], tuple[int, ...]]) -> set[int]:
    """All cells that can be reached from ``start`` by going ``onward`` again and again."""
    found, open_cells = {start}, [start]
    while open_cells:
        for cell in onward(open_cells.pop()):
            if cell not in found:
                found.add(cell)
                open_cells.append(cell)
    return found


def _name(board: Board, pair: Pair) -> str:
    return f"{board.grid.ids[pair[0]]}-{board.grid.ids[pair[1]]}"
