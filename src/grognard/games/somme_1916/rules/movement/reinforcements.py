"""Reinforcements (section 7.7)."""

from __future__ import annotations

from grognard.games.somme_1916.position import Somme
from grognard.games.somme_1916.rules.victory.control import squares_behind
from grognard.games.somme_1916.rules.victory.exits import return_squares
from grognard.games.somme_1916.terms import ALLIED, EXITED, FRONT, OFF_MAP, POOL, TRACK, Return
from grognard.rules.masks import mask


def call_brigades(g: Somme) -> None:
    """14.2.1: 'BB4' is the first brigade of attack 4 that is in the pool when its turn comes."""
    for order in g.setting.plan.reinforcement:
        if order.turn != g.state.turn:
            continue
        for name in order.units:
            if name in g.setting.unit_ids:
                continue
            ids = enumerate(g.setting.unit_ids)
            pool = [u for u, uid in ids if uid.startswith(f"{name}.") and g.state.loc[u] == POOL]
            if pool:
                g.place(pool[0], OFF_MAP)
                g.state.due[pool[0]] = g.state.turn
                g.state.steps[pool[0]] = order.steps or 2


def ignore_calls(g: Somme) -> None:
    """15.1: a later call for a unit that has come before has no effect."""
    for call in g.setting.plan.ignored_call:
        if call.turn == g.state.turn:
            g.note("call-ignored", call.case, unit=g.setting.unit_named(call.unit))


def is_waiting(g: Somme, unit: int) -> bool:
    """Whether a unit off the map may enter in this turn; it may also be delayed (7.7)."""
    state = g.state
    if state.loc[unit] == TRACK and state.returns[unit] != Return.FLIGHT:
        return False                                                            # 11.2.1: those are replacements
    return state.loc[unit] in (OFF_MAP, EXITED, TRACK) and 0 < state.due[unit] <= state.turn


def waiting_units(g: Somme, side: int) -> list[int]:
    due, turn = g.state.due, g.state.turn
    return [u for u in g.setting.units_of[side] if due[u] and due[u] <= turn and is_waiting(g, u)]


def home_edge(g: Somme, side: int, *edges: str) -> int:
    """The squares of some map edges behind a side's line where its units can appear (7.4.2, 12.1.3)."""
    cells = 0
    for name in edges:
        cells |= g.setting.edges[name]
    return cells & squares_behind(g, side) & ~(g.occupied(1 - side) | g.setting.shaded | mask(g.state.engaged))


def entry_squares(g: Somme, unit: int) -> int:
    """The set of squares by which a unit may come on the map now."""
    side = g.setting.side[unit]
    if g.state.loc[unit] == EXITED:
        return return_squares(g, unit)
    if g.state.loc[unit] == TRACK:
        return home_edge(g, side, "west" if side == ALLIED else "east")         # 7.4.2, ruling D04
    order = g.setting.orders.get(unit)
    if order is None:
        return 0
    blocked = g.occupied(1 - side)
    if order.free_of_enemy_zoc:
        blocked |= g.zone_cells[1 - side]
    if order.entry == "east-edge":
        return g.setting.edges["east"] & ~blocked & ~g.setting.shaded
    for name in order.entry.split():
        # The squares are named in order: the first that is usable counts.
        cell = g.setting.cell_named(name)
        on_edge = any(cells >> cell & 1 for cells in g.setting.edges.values())
        if not blocked >> cell & 1 and (on_edge or squares_behind(g, side) >> cell & 1):
            return 1 << cell
    return 0


def arrive(g: Somme, unit: int) -> None:
    """What is marked on a unit that has come on the map."""
    state = g.state
    state.due[unit] = 0
    state.returns[unit] = Return.NONE
    if not state.arrived[unit]:
        state.arrived[unit] = state.turn
    if g.setting.hqs[unit]:
        state.mode[unit] = FRONT                                                # 7.7.1
    state.entered.append(unit)
