"""Command Support (8.2-8.5): paths from HQs in Command Mode, and the paths of all other support.

A path is counted in squares. It runs through no enemy unit and through no enemy zone of control unless
a friendly unit stands in the square (7.5, ruling X10), and over the Somme only at a crossing (X52).
"""

from __future__ import annotations

from grognard.engine.facts import derived
from grognard.games.somme_1916.position import Somme
from grognard.games.somme_1916.terms import FRONT, GOOD_ORDER, SIDE_OF
from grognard.rules.masks import mask
from grognard.rules.search import cheapest

FARTHEST_COMMAND = 8
"""11.7.1: beyond that no HQ commands anything."""


def barred(g: Somme, side: int) -> int:
    """The squares that no path of a side passes (7.5, 8.2, 11.1)."""
    return g.occupied(1 - side) | g.zone_cells[1 - side] & ~g.occupied(side)


def headquarters(g: Somme, nation: str, mode: int) -> list[int]:
    """The HQs of a nation on the map in that mode."""
    loc, modes = g.state.loc, g.state.mode
    return [u for u in g.setting.hq_units[nation] if loc[u] >= 0 and modes[u] == mode]


def path_length(g: Somme, side: int, end: int, goals: int, limit: int) -> int | None:
    """How many squares lie between an end and the nearest goal, the goal included; None if too many."""
    if not goals or limit < 0:
        return None
    return cheapest(g.setting.path_steps, end, limit, goals, barred(g, side) & ~goals)


def command_range(g: Somme, nation: str, good_order: bool, small: bool) -> int:
    """8.3, 8.4: the table; ``small`` if British brigades or tanks take part."""
    ranges = g.setting.combat.command_range
    if not good_order:
        return ranges[nation, "disrupted", "any"]
    found = ranges.get((nation, "good-order", "small" if small else "large"))
    return found if found is not None else ranges[nation, "good-order", "any"]


@derived
def has_command(g: Somme, nation: str, end: int, small: bool) -> bool:
    """8.2: whether a Command Mode HQ of the nation supports an Assault on (or from) that square.

    8.5: it may support any number of Assaults, so nothing is used up.
    """
    state = g.state
    good = poor = 0
    for hq in headquarters(g, nation, FRONT):
        cell = state.loc[hq]
        if cell in state.engaged:
            if cell == end:                                                     # 8.3: only its own square
                return True
        elif state.status[hq] == GOOD_ORDER:
            good |= 1 << cell
        else:
            poor |= 1 << cell                                                   # Suppressed as Disrupted: ruling D13
    side = SIDE_OF[nation]
    return (
        path_length(g, side, end, good, command_range(g, nation, True, small)) is not None
        or path_length(g, side, end, poor, command_range(g, nation, False, small)) is not None
    )


def command_distance(g: Somme, nation: str, end: int) -> int | None:
    """11.7.1: squares to the nearest Good Order HQ in Command Mode, at most 8; None if there is none."""
    state = g.state
    cells = mask(
        state.loc[hq] for hq in headquarters(g, nation, FRONT)
        if state.status[hq] == GOOD_ORDER and (state.loc[hq] not in state.engaged or state.loc[hq] == end)
    )
    return path_length(g, SIDE_OF[nation], end, cells, FARTHEST_COMMAND)
