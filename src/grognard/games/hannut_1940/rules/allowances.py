"""Movement allowances (6.0): who moves, with how many points, and what is paid next to enemies (6.5)."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.engine.facts import derived
from grognard.games.hannut_1940.position import Hannut, counted_enemies
from grognard.games.hannut_1940.rules.stacking import is_overstacked
from grognard.games.hannut_1940.setting import FOOT, GERMAN, QUARTERS, ROAD, WHEELS
from grognard.games.hannut_1940.state import CLOSED, Supply
from grognard.rules.masks import mask


def mover(g: Hannut) -> int:
    """4.3.3: the Germans exploit in the French player turn too."""
    return GERMAN if g.state.phase == "german-exploitation" else g.phasing


def exploits_now(g: Hannut) -> bool:
    return g.state.phase in ("exploitation", "german-exploitation")


def halved(points: int, times: int = 1) -> int:
    """2.3: fractions are rounded up."""
    for _ in range(times):
        points = -(-points // 2)
    return points


def printed_allowance(g: Hannut, unit: int) -> int:
    """6.0; 8 for the 4th Panzer Division on its first turn (19.2)."""
    arrival = g.setting.arrivals.get(unit)
    first = g.setting.plan.first_turn
    if g.state.turn == first and arrival is not None and arrival.turn == first:
        return g.setting.limits["first-turn-ma"]
    return g.setting.units[unit].ma


def allowance(g: Hannut, unit: int) -> int:
    """6.0: the movement points of a phase, in quarters; every halving is rounded up."""
    state = g.state
    points = printed_allowance(g, unit)
    if state.supply[unit] == Supply.OUT:
        points = halved(points)                                                 # 15.2, ruling C08
    points = halved(points, state.fatigue[unit])                                # 14.1
    here = state.loc[unit]
    if here >= 0 and len(g.stack[here]) > 2 and is_overstacked(g, here):
        points = halved(points)                                                 # 7.2
    if lacks_fuel(g, unit):
        points = halved(points)
    if exploits_now(g) and halves_exploitation(g):
        points = halved(points)                                                 # 4.3.2, 6.4
    return QUARTERS * points


def halves_exploitation(g: Hannut) -> bool:
    """4.3.2: by side, player turn and part of the day."""
    return g.setting.tables.exploitation.get((g.side_name(mover(g)), g.state.phasing, g.turn.part), False)


def lacks_fuel(g: Hannut, unit: int) -> bool:
    """19.8: all German Mech units but those of one panzer division."""
    setting, state = g.setting, g.state
    return (
        bool(state.fuelled) and state.turn == state.fuel and setting.side[unit] == GERMAN and setting.mech[unit]
        and g.division(unit) != state.fuelled
    )


def points_left(g: Hannut, unit: int, way: int) -> int:
    """What is left if the whole move of the phase is made in one way; below zero where it cannot be."""
    state = g.state
    left = (state.on_road, state.on_wheels, state.on_foot)[way][unit]
    if left == -1:
        road_start = way != ROAD or g.setting.has_road(state.loc[unit])         # 6.2: must start on a road
        return allowance(g, unit) if road_start and way in g.setting.ways[unit] else CLOSED
    return left


def has_begun(g: Hannut, unit: int) -> bool:
    return g.state.on_road[unit] != -1


def keep_points(g: Hannut, unit: int, way: int, left: int) -> None:
    (g.state.on_road, g.state.on_wheels, g.state.on_foot)[way][unit] = left


@derived
def toll_cells(g: Hannut, side: int, exploiting: bool) -> int:
    """6.5: hexes next to enemies; in woods, forests and towns an exploiting unit pays nothing more."""
    found = g.setting.beside.of(g.occupied(1 - side))
    return found & ~g.setting.sheltered if exploiting else found


def dear_cells(g: Hannut, unit: int) -> int:
    """6.5; nothing is paid for moving next to units that were overrun (13.13.2)."""
    if not g.state.overrun or unit not in g.state.moving:
        return toll_cells(g, g.setting.side[unit], exploits_now(g))
    return g.setting.beside.of(counted_enemies(g, unit)) & ~g.setting.sheltered


def toll(g: Hannut, unit: int, way: int) -> int:
    """6.5a, 6.5b."""
    wheels = g.setting.mech[unit] and way != FOOT
    return QUARTERS * g.setting.limits["enemy-mech" if wheels else "enemy-leg"]


@derived
def jams(g: Hannut, side: int) -> int:
    """6.2: hexes with two steps of Mech units, where a Mech unit on a road must stop."""
    steps: dict[int, int] = {}
    for unit in g.living(g.setting.mech_of[side]):
        cell = g.state.loc[unit]
        steps[cell] = steps.get(cell, 0) + g.state.steps[unit]
    return mask([cell for cell, number in steps.items() if number >= g.setting.limits["road-stop-steps"]])


def activate(g: Hannut, units: Sequence[int]) -> None:
    """6.0: the unit that moved before has finished."""
    state = g.state
    for unit in state.moving:
        if unit not in units:
            state.done[unit] = 1
    if any(u not in state.moving for u in units):
        state.overrun = []
    state.moving = list(units)
    for unit in units:
        state.moved[unit] = 1
        if not has_begun(g, unit):
            state.granted[unit] = allowance(g, unit)
            left = [points_left(g, unit, way) for way in (ROAD, WHEELS, FOOT)]
            for way in (ROAD, WHEELS, FOOT):
                keep_points(g, unit, way, left[way])
