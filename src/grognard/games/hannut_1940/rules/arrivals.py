"""Reinforcements (chapter 18, 19.6) and the withdrawal of the light mechanized divisions (19.6)."""

from __future__ import annotations

from grognard.engine import ALLOW, Action, Procedure, Ruling, refuse
from grognard.games.hannut_1940.plan import Arrival
from grognard.games.hannut_1940.position import Hannut
from grognard.games.hannut_1940.rules.allowances import (
    activate,
    allowance,
    halved,
    jams,
    keep_points,
    toll,
    toll_cells,
)
from grognard.games.hannut_1940.rules.command import attach, reset_points
from grognard.games.hannut_1940.rules.halts import meets_halt
from grognard.games.hannut_1940.rules.stacking import fits
from grognard.games.hannut_1940.setting import FRENCH, OFF_MAP, QUARTERS, ROAD, WHEELS, WITHDRAWN
from grognard.games.hannut_1940.state import CLOSED
from grognard.rules.masks import cells_of, mask

# -- 18.1 --


def orders_for(g: Hannut, unit: int) -> list[Arrival]:
    """The arrivals with which a unit may come; an independent unit with any division that brings some (19.6)."""
    setting = g.setting
    found = setting.arrivals.get(unit)
    if found is not None:
        return [found] if found.turn <= g.state.turn else []
    if unit not in setting.corps:
        return []
    return [
        order for order in setting.plan.reinforcement
        if order.corps_units and order.turn == g.state.turn and came_with(g, order) < order.corps_units
    ]


def came_with(g: Hannut, order: Arrival) -> int:
    """19.6: how many independent units have come with a division so far."""
    return g.state.came.get(order.division, 0)


def may_enter(g: Hannut, unit: int) -> Ruling:
    """18.1: on the turn of arrival or later."""
    if g.state.loc[unit] != OFF_MAP:
        return refuse("18.1", f"{g.name(unit)} does not arrive as a reinforcement now")
    if orders_for(g, unit):
        return ALLOW
    found = g.setting.arrivals.get(unit)
    if found is not None:
        return refuse("18.1", f"{g.name(unit)} arrives in game turn {found.turn}")
    if unit in g.setting.corps:
        return refuse("19.6", "only three corps units come with each arriving division")
    return refuse("18.1", f"{g.name(unit)} never enters the map")


def entry_cells(g: Hannut, unit: int) -> int:
    """19.2, 19.6: the entry hexes that are free of enemies and have room."""
    regions = g.setting.board.regions
    found = mask([c for order in orders_for(g, unit) for c in regions.get(order.region, ())])
    found &= ~g.occupied(1 - g.setting.side[unit])
    return mask([c for c in cells_of(found) if fits(g, unit, c)])


def enter(g: Hannut, unit: int, cell: int) -> None:
    """18.1: the entry hex is paid for; by road each unit waits for those ahead of it."""
    state, setting = g.state, g.setting
    regions = setting.board.regions
    order = next(o for o in orders_for(g, unit) if cell in regions.get(o.region, ()))
    if unit in setting.corps:
        state.attached[unit] = order.division
        state.came[order.division] = came_with(g, order) + 1
    points = allowance(g, unit)
    by_road = entry_by_road(g, unit, cell)
    jammed = setting.mech[unit] and jams(g, setting.side[unit]) >> cell & 1      # 6.2
    activate(g, [unit])
    for way in setting.ways[unit]:
        price = by_road if way == ROAD else entry_price(g, unit, cell, way)
        keep_points(g, unit, way, CLOSED if price < 0 else 0 if way == ROAD and jammed else max(0, points - price))
    g.place(unit, cell)
    state.arrived[unit] = 1
    if by_road >= 0:
        state.queue[cell] = state.queue.get(cell, 0) + 1
    state.done[unit] |= int(meets_halt(g, setting.side[unit], cell))
    g.note("enter", "18.1", unit=unit, to=cell)
    arrive_hq(g, unit)


def entry_price(g: Hannut, unit: int, cell: int, way: int) -> int:
    price = g.setting.terrain_price(cell, way == WHEELS)
    if price < 0:
        return price
    if g.is_night and not g.setting.has_road(cell):
        price += QUARTERS * g.setting.limits["night-mp"]                        # 6.7
    return price + entry_toll(g, unit, cell, way)


def entry_toll(g: Hannut, unit: int, cell: int, way: int) -> int:
    return toll(g, unit, way) if toll_cells(g, g.setting.side[unit], False) >> cell & 1 else 0


def entry_by_road(g: Hannut, unit: int, cell: int) -> int:
    """18.1, ruling C50: one battalion of a division at a time, and a point for each unit ahead; -1 if not so."""
    setting = g.setting
    prices = setting.prices[ROAD, setting.mech[unit], g.is_night]               # 6.2
    steps = [prices[a, cell] for a in setting.grid.neighbours[cell] if (a, cell) in setting.roads]
    same = [u for u in g.stack[cell] if setting.bn[u] and g.division(u) == g.division(unit)]
    if not steps or (setting.bn[unit] and len(same) >= setting.limits["entry-bns"]):
        return -1
    ahead = QUARTERS * setting.limits["entry-queue"] * g.state.queue.get(cell, 0)
    return min(steps) + ahead + entry_toll(g, unit, cell, ROAD)


def arrive_hq(g: Hannut, unit: int) -> None:
    """19.6: an HQ that comes in the middle of a day is mobile, and brings its points (ruling C39)."""
    division = g.setting.units[unit].division
    if g.setting.is_hq[unit]:
        g.state.level[division] = g.state.base[division]
        g.state.newcomers.append(division)
        reset_points(g, division)


def begin_arrivals(g: Hannut) -> None:
    """19.6: corps points, points that later units bring (ruling C68), and HQs that stay off the map."""
    setting, state = g.setting, g.state
    for order in setting.plan.reinforcement:
        if order.turn == state.turn and order.side == state.phasing:
            if order.bp:
                state.base[order.division] += order.bp
            if order.bp and g.has_hq(order.division):                           # ruling C53: none for a lost HQ
                state.level[order.division] = state.level.get(order.division, 0) + order.bp
                static = g.is_static(order.division)
                state.bp[order.division] = state.bp.get(order.division, 0) + (order.bp if static else halved(order.bp))
            if order.division in setting.off_map_hq and order.division not in state.level:
                state.static.append(order.division)                             # 19.6: in static mode
                state.level[order.division] = state.bp[order.division] = state.base[order.division]


# -- 19.6: the DLMs leave --


def withdrawal(g: Hannut) -> Procedure:
    """At the beginning of the French player turns 8 to 11."""
    plan, state = g.setting.plan, g.state
    row = next((row for row in plan.withdrawal if row.turn == state.turn), None)
    left = [d for d in plan.withdrawing if d not in state.withdrawn]
    if row is None or not left or g.phasing != FRENCH:
        return
    if not row.forced:
        faces = row.none_gone if len(left) == len(plan.withdrawing) else row.one_gone
        die = g.throw("19.6", "the withdrawal of a DLM", faces=10, lowest=0, same=[face in faces for face in range(10)])
        if die not in faces:
            return
    if not row.forced and not row.both and len(left) > 1:                       # ruling C42: the French choose
        options = [Action("withdraw", (division,)) for division in left]
        action = yield from g.ask(FRENCH, "withdrawal", "19.6", "which light mechanized division withdraws?", options)
        left = [action.word()]
    for division in left:
        withdraw(g, division)


def withdraw(g: Hannut, division: str) -> None:
    """18.1: simply removed; its points go to the corps (19.6) from the next Command Phase on (ruling C43)."""
    state = g.state
    state.withdrawn.append(division)
    g.note("withdrawn", "18.1", division=g.setting.divisions[division].name)    # first: all that goes with it follows
    for unit in [u for u in g.setting.units_of[FRENCH] if g.division(u) == division]:
        if unit in g.setting.corps:
            attach(g, unit, "")                                                 # an attached unit stays (ruling C63)
        elif state.loc[unit] >= 0:
            g.remove(unit, WITHDRAWN)
    state.base["french"] = state.base.get("french", 0) + state.base.pop(division, 0)
    for points in (state.level, state.bp):
        points.pop(division, None)
    state.static = [d for d in state.static if d != division]
    g.changed()
