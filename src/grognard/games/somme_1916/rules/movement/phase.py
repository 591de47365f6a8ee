"""The Movement Phase (7.0): units move one at a time, and some change mode, separate, combine, enter or leave."""

from __future__ import annotations

from grognard.engine import Action, Procedure
from grognard.games.somme_1916.position import Somme
from grognard.games.somme_1916.rules.assault.results import settle
from grognard.games.somme_1916.rules.movement.breakdown import combine, separate
from grognard.games.somme_1916.rules.movement.facing import default_facing, settle_facing, turn
from grognard.games.somme_1916.rules.movement.modes import change_mode
from grognard.games.somme_1916.rules.movement.orders import MoveOrders
from grognard.games.somme_1916.rules.movement.reach import path_to
from grognard.games.somme_1916.rules.movement.reinforcements import arrive
from grognard.games.somme_1916.rules.movement.stacking import STACKING
from grognard.games.somme_1916.rules.scenarios import check_sectors, release
from grognard.games.somme_1916.rules.victory.exits import leave_map
from grognard.games.somme_1916.terms import AHEAD, ALLIED, BEGUN, FACINGS, FINISHED, NOT_BEGUN
from grognard.rules.reading import at


def begin_movement(g: Somme) -> None:
    state = g.state
    state.clear("spent", "moved")
    state.moving, state.near, state.flipped, state.turned = [], [], [], []
    state.entered, state.tried, state.diagonal = [], [], {}
    state.crowded = STACKING.overstacked_cells(g, g.phasing)
    check_breakdowns(g)


def movement_phase(g: Somme) -> Procedure:
    """7.0: units act one after the other until the player ends the phase."""
    while action := (yield from g.order(orders := MoveOrders(g))):
        carry_out(g, orders, action)


def end_movement(g: Somme) -> None:
    state = g.state
    state.moving, state.diagonal, state.near, state.entered, state.turned, state.crowded = [], {}, [], [], [], []
    check_sectors(g)


# -- what actions do --


def begin_action(g: Somme, unit: int) -> None:
    """Units move one at a time (7.2): whoever moved before is finished."""
    state = g.state
    if unit not in state.moving:
        for other in state.moving:
            state.moved[other] = FINISHED
        state.moving = [unit]
        state.diagonal = {}
    if state.moved[unit] == NOT_BEGUN:
        state.moved[unit] = BEGUN


def carry_out(g: Somme, orders: MoveOrders, action: Action) -> None:
    if action.verb == "combine":
        combine(g, action.numbers(), action.number(1))
        return
    first = action.number()
    if action.verb == "release":
        release(g, first)
        return
    if action.verb == "mode" and g.state.loc[first] < 0:
        change_mode(g, first)
        return
    begin_action(g, first)
    if action.verb in ("move", "enter"):
        go(g, orders, first, action.number(1))
    elif action.verb == "face":
        turn(g, first, FACINGS[action.word(1)])
    elif action.verb == "mode":
        change_mode(g, first)
    elif action.verb == "separate":
        separate(g, first, action.numbers(1))
    else:
        leave_map(g, first, action.word(1), forced=False)
        g.state.moving = [u for u in g.state.moving if u != first]


def go(g: Somme, orders: MoveOrders, unit: int, cell: int) -> None:
    """A unit goes its cheapest way to a square, or comes on the map there."""
    state = g.state
    found = orders.way_to(unit, cell)
    assert found is not None
    way, off_front = found
    path, spent = path_to(g, way, cell), way.cost(cell)
    before = path[-2] if len(path) > 1 else state.loc[unit]
    entering = state.loc[unit] < 0
    if entering:
        arrive(g, unit)
    ahead = AHEAD[g.setting.side[unit]]
    direction = g.setting.grid.direction(before, cell) if before >= 0 else ahead
    facing = default_facing(g, unit, direction)
    left = state.loc[unit]
    g.place(unit, cell)
    settle(g, left)                                                             # 8.8: leaving may end an engagement
    state.spent[unit] += spent
    settle_facing(g, unit, facing)
    state.diagonal.pop(unit, None)
    if direction % 2:
        state.diagonal[unit] = direction
    if not off_front and unit not in state.near:
        state.near.append(unit)
    if unit in state.turned:
        state.turned.remove(unit)
    if g.in_enemy_zone(unit):
        state.moved[unit] = FINISHED                                            # 7.5
    for passed in path:
        g.pass_through(unit, passed)
    g.note("enter" if entering else "move", "7.7" if entering else "7.6" if off_front else "7.2",
           unit=unit, to=cell, path=path, mp=spent)


def check_breakdowns(g: Somme) -> None:
    """At the beginning of Allied movement, a die for each tank that runs, but not in its first turn."""
    state = g.state
    if g.phasing != ALLIED:
        return
    drm = g.setting.weather_effects[state.weather].tank
    for unit in g.setting.units_of[ALLIED]:
        if not g.setting.tanks[unit] or state.loc[unit] < 0:
            continue
        if unit in state.broken or state.arrived[unit] == state.turn:
            continue
        results = [at(g.setting.tank_breakdown, die + drm) for die in range(1, 7)]
        if g.roll("7.8", f"breakdown of {g.name(unit)}", results) == "breaks-down":
            state.broken.append(unit)
            g.note("broken-down", "7.8", result=True, unit=unit)
