"""Who holds a square or an area (13.1.1; rulings X40, X56)."""

from __future__ import annotations

from grognard.games.somme_1916.setting import ALLIED, GERMAN
from grognard.games.somme_1916.state import Somme


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
    """13.1.1: so many squares of the area as it needs, held by that nation."""
    goal = g.setting.objectives[objective]
    return sum(holds(g, nation, g.setting.cell_named(name)) for name in goal.squares) >= goal.needed


def exclusive_zone(g: Somme, side: int, cell: int) -> bool:
    """Whether a square lies in zones of control of one side only."""
    return g.zones[side][cell] > 0 and not g.zones[1 - side][cell]

