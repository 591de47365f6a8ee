"""Who holds a square or an area, and what lies behind a side's line (13.1.1; rulings D03, X40, X56)."""

from __future__ import annotations

from grognard.engine.facts import derived
from grognard.games.somme_1916.position import Somme
from grognard.games.somme_1916.terms import ALLIED, GERMAN


def holds(g: Somme, nation: str, cell: int) -> bool:
    """Occupation goes before an exclusive zone of control, that before the last passage (X56)."""
    setting = g.setting
    occupants = {setting.nation[u] for u in g.stack[cell]}
    if occupants:
        return occupants == {nation}                                            # both sides: nobody's
    allied, german = g.zones[ALLIED][cell] > 0, g.zones[GERMAN][cell] > 0
    if allied != german:
        return nation in zone_nations(g, cell)
    return g.state.control.get(cell) == nation


def zone_nations(g: Somme, cell: int) -> set[str]:
    """The nations whose zones of control lie on a square."""
    return {
        g.setting.nation[u] for near in g.setting.full_zone[cell] for u in g.stack[near] if cell in g.zone(u, near)
    }


def claims(g: Somme, nation: str, objective: str) -> bool:
    """13.1.1: as many squares of the area as it needs, held by that nation."""
    goal = g.setting.objectives[objective]
    return sum(holds(g, nation, g.setting.cell_named(name)) for name in goal.squares) >= goal.needed


def exclusive_zone(g: Somme, side: int, cell: int) -> bool:
    """Whether a square lies in zones of control of one side only."""
    return g.zones[side][cell] > 0 and not g.zones[1 - side][cell]


@derived
def squares_behind(g: Somme, side: int) -> int:
    """The squares behind a side's line: no nearer to anything of the enemy's than to something of its own (D03).

    A side's own are its units, and the squares of its home edge that the enemy does not control.
    """
    spread, everywhere = g.setting.beside, g.setting.everywhere
    mine, theirs = own_squares(g, side), own_squares(g, 1 - side)
    found = mine & ~theirs
    reached = 0
    while mine not in (reached, everywhere):
        reached = mine
        mine |= spread.of(mine)
        found |= mine & ~theirs
        theirs |= spread.of(theirs)
    return found


def own_squares(g: Somme, side: int) -> int:
    edge = g.setting.edges["west" if side == ALLIED else "east"]
    return g.occupied(side) | edge & ~g.zone_cells[1 - side]
