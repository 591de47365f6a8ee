"""Maneuver (chapter 12) with attack orders (12.2.2) and column movement (17.3)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from grognard.engine import ALLOW, Action, Procedure, Ruling, refuse
from grognard.games.soissons_1918.position import Soissons
from grognard.games.soissons_1918.rules.fallback import fall_back_at_once
from grognard.games.soissons_1918.rules.stacking import may_stack, room_for
from grognard.games.soissons_1918.rules.supply import LINES, isolated_units
from grognard.games.soissons_1918.rules.units import break_down, lose_tank
from grognard.games.soissons_1918.rules.victory import leave_map, may_leave_map, reach_perimeter
from grognard.games.soissons_1918.rules.zones import towns_of
from grognard.games.soissons_1918.setting import ENTENTE
from grognard.games.soissons_1918.state import Order
from grognard.rules.masks import cells_of, mask
from grognard.rules.orders import UnitOrders
from grognard.rules.tolls import March, Toll, march
from grognard.rules.walking import HALVES

ORDER_NAMES = {Order.PREPARE: "prepare", Order.LOW: "low-intensity"}


def allowance(g: Soissons, unit: int) -> int:
    """12.1, in halves; for a headquarters a hex is two of them, whatever the terrain."""
    column = "disrupted" if g.state.disruption[unit] else "good_order"
    return HALVES * g.setting.tables.allowance[column][allowance_row(g, unit)]


def allowance_row(g: Soissons, unit: int) -> str:
    state = g.state
    if g.setting.hq[unit]:
        return "hq"
    if g.is_night:
        return "night"                                                          # 12.1.2
    if g.is_surprise and not state.disruption[unit]:                            # 4.1, ruling K05
        who = g.setting.options["surprise_movement"]
        if who == "all" or (state.prepared[unit] if who == "prepared" else state.assaulted[unit]):
            return "surprise"
    return "day-after-assault" if state.assaulted[unit] else "day"              # 12.1.1


def points_left(g: Soissons, unit: int) -> int:
    return g.state.mp[unit] if g.state.mp[unit] >= 0 else allowance(g, unit)


def order_price(g: Soissons, unit: int, order: Order, target: int = -1) -> int | None:
    """12.2.2, in halves; None at night for Low Intensity (step L.2)."""
    when, kind = "night" if g.is_night else "day", "any"
    if order == Order.LOW and not g.is_night:
        stream = g.setting.across_stream(g.state.loc[unit], target)
        kind = "clear" if max([row.order for row in g.setting.ground(target)]) <= 1 and not stream else "other"
    price = g.setting.tables.order_cost[ORDER_NAMES[order], when, kind]
    return None if price == "-" else HALVES * int(price)


def step_price(g: Soissons, unit: int, start: int, cell: int) -> int:
    """12.2.1: what entering a hex costs at this moment, in halves; a town by who controls it now (ruling K33)."""
    if g.setting.hq[unit]:
        return HALVES
    prices = [*column_tolls(g, unit), *tolls(g, unit)]
    return next(toll for toll in prices if toll.steps.sources[cell] >> start & 1).to_enter(cell)


def tolls(g: Soissons, unit: int) -> list[Toll]:
    """12.2.1: 1 MP along a road, into clear ground or a controlled town, else 2; for headquarters always 1 (7.0)."""
    setting, side = g.setting, g.setting.side[unit]
    steps = setting.march_steps[g.state.tank[unit] >= 0]
    dear = HALVES if setting.hq[unit] else 2 * HALVES
    held = towns_of(g, side) if setting.towns else 0
    return [Toll(steps["plain"], HALVES), Toll(steps["rough"], dear), Toll(steps["town"], dear, held, HALVES)]


def column_tolls(g: Soissons, unit: int) -> list[Toll]:
    """17.3: half a point from hex to hex along a road (ruling K95), a whole one within 2 hexes of an enemy (K61)."""
    if not g.state.column[unit]:
        return []
    table = g.setting.tables.column
    near = g.setting.beside.within(g.occupied(1 - g.setting.side[unit]), int(table["enemy-distance"]))
    return [Toll(g.setting.road_steps, int(HALVES * float(table["mp"])), near, HALVES)]


def may_activate(g: Soissons, unit: int) -> Ruling:
    """12.0, step B.6: who takes part in the Maneuver segment at all."""
    state, name = g.state, g.name(unit)
    if not g.is_phasing(unit):
        return refuse("12.0", f"{name} is not yours to move")
    if state.loc[unit] < 0:
        return refuse("12.0", f"{name} is not on the map")
    if state.retreated[unit]:
        return refuse("12.0", f"{name} has a Retreat marker")
    if g.is_shocked(unit):
        return refuse("6.2", f"{name} is Shocked")
    if g.setting.remnant[unit]:
        return refuse("5.5", f"{name} is a remnant and does not move in its own Maneuver segment")
    if g.is_spent(unit) and g.has_option("spent_maneuver", "no"):               # ruling K01
        return refuse("12.0", f"{name} is Spent")
    if state.done[unit]:
        return refuse("12.0", f"{name} has finished in this segment")
    return ALLOW


def may_leave_hex(g: Soissons, unit: int) -> Ruling:
    """9.1.1: not out of an enemy zone of control."""
    name = g.name(unit)
    if g.in_enemy_zone(unit):
        return refuse("9.1.1", f"{name} is in an enemy zone of control and may not move")
    if g.state.locked[unit] and g.has_option("zoc_lock", "segment-start"):      # ruling K34
        return refuse("9.1.1", f"{name} began the segment in an enemy zone of control")
    return ALLOW


def may_take_order(g: Soissons, unit: int, order: Order, target: int = -1) -> Ruling:
    """12.2.2: next to an enemy (ruling K90), paid for, and as long as there are markers."""
    name, side = g.name(unit), g.setting.side[unit]
    if not g.setting.infantry[unit] or g.is_spent(unit):
        return refuse("12.2.2", f"{name} cannot take attack orders")
    if not g.enemy_beside(unit):
        return refuse("12.2.2", f"{name} is not next to an enemy unit")
    if order == Order.LOW and not g.enemy_beside(unit) >> target & 1:
        return refuse("12.2.2", f"the marker must point at an adjacent enemy, and {g.cell_name(target)} has none")
    price = order_price(g, unit, order, target)
    if price is None:
        return refuse("step L.2", "there are no Low Intensity attacks at night")
    if price > points_left(g, unit):
        return refuse("12.2.2", f"the order costs {price / 2:g} MP, {name} has {points_left(g, unit) / 2:g}")
    if markers_left(g, side, order) <= (0 if g.state.order[unit] != order else -1):
        return refuse("12.2.2", f"all {ORDER_NAMES[order]} markers are on the map")
    return ALLOW


def markers_left(g: Soissons, side: int, order: Order) -> int:
    """12.2.2: the counter mix limits attack orders (ruling K87)."""
    limits = g.setting.options["marker_limits"]
    name = ORDER_NAMES[order]
    if limits == "none" or (limits == "german-prepare" and (side == ENTENTE or order == Order.LOW)):
        return 99
    used = sum([g.state.order[u] == order for u in g.on_map(side)])
    return g.setting.tables.marker_limits[g.side_name(side), name] - used


def stack_with(g: Soissons, unit: int) -> tuple[int, ...]:
    """12.0, ruling L04: the stack that moves with a unit, which may be a headquarters: the combat units of its hex."""
    here = [u for u in g.counters_at(g.state.loc[unit]) if u == unit or g.setting.infantry[u]]
    return tuple(sorted([u for u in here if g.state.mp[u] < 0 and (u == unit or may_activate(g, u))]))


def find_march(g: Soissons, units: tuple[int, ...]) -> March:
    """12.0: every hex in reach of a unit or stack. It stops in enemy zones of control (9.1.1) and where it would
    isolate an enemy to free itself; it never enters a hex where it would be isolated (11.2.1)."""
    setting, state = g.setting, g.state
    side, start = setting.side[units[0]], state.loc[units[0]]
    closed, stops = g.closed_cells[side], g.zone_cells[1 - side] | other_divisions(g, units)
    walkers = [u for u in units if not setting.hq[u]]
    if not walkers:
        closed |= g.zone_cells[1 - side] & ~g.fighting[side]              # 7.0, ruling K94
    elif len(walkers) < len(units):
        closed |= ~setting.around[start]                                        # 7.0: one hex
    walkers = walkers or list(units)
    slowest = max(walkers, key=lambda u: state.tank[u])
    points = min([points_left(g, u) for u in walkers]) if all(points_left(g, u) for u in units) else 0
    column = [toll for u in walkers for toll in column_tolls(g, u)]
    if len(column) < len(walkers):
        column = []

    def search(closed: int, stops: int) -> March:
        before = march(column[:1], start, points, closed, stops) if column else None
        return march(prices, start, points, closed, stops, before)

    prices = tolls(g, slowest)
    found = search(closed, stops)
    if found.cells:
        barred, freeing = LINES.moves_into_isolation(g, units, found.cells)
        if barred or freeing:
            found = search(closed | barred, stops | freeing)
    return found


def other_divisions(g: Soissons, units: Sequence[int]) -> int:
    """10.0, 12.0: a division does not move through another."""
    is_division, loc = g.setting.division, g.state.loc
    if not any(is_division[u] for u in units):
        return 0
    return mask([loc[u] for u in g.on_map(g.setting.side[units[0]]) if is_division[u] and u not in units])


class MovingOrders(UnitOrders[Soissons]):
    """What Maneuver and Advance share: divisions may leave the map, tank groups may be given up (5.4.4)."""

    def may_move(self, unit: int) -> Ruling:
        raise NotImplementedError

    def may_exit(self, unit: int) -> Ruling:
        return may_leave_map(self.g, unit)

    def may_act(self, unit: int) -> Ruling:
        if not self.g.setting.is_tank[unit]:
            return self.may_move(unit)
        carrier = self.g.carrier_of(unit)
        return self.may_move(carrier) if carrier >= 0 else refuse("5.4.4", f"{self.g.name(unit)} has no division")

    def others(self, unit: int) -> Sequence[Action]:
        if self.g.setting.is_tank[unit]:
            return [Action("abandon", (unit,))]
        return [Action("exit", (unit,))] if self.may_exit(unit) else []

    def may_do(self, action: Action) -> Ruling:
        unit = action.number()
        if action in self.others(unit):
            return ALLOW
        if action.verb == "exit" and not self.g.setting.is_tank[unit]:
            return self.may_exit(unit)
        return refuse("5.4", f"{self.g.name(unit)} cannot do that: tank groups move with their divisions")


def step_aside(g: Soissons, action: Action) -> Procedure:
    """A tank group is given up (5.4.4), or a division leaves the map (3.3.1)."""
    if action.verb == "abandon":
        lose_tank(g, g.carrier_of(action.number()), "5.4.4")
    else:
        activate(g, [action.number()])                                          # leaving is a move (ruling K62)
        leave_map(g, action.number())
        g.state.moving.remove(action.number())
        yield from fall_back_at_once(g)


class ManeuverOrders(MovingOrders):
    """Which unit or stack moves, and where to, or what it prepares for (12.0)."""

    def __init__(self, g: Soissons) -> None:
        super().__init__(g, g.phasing, "maneuver", "12.0", "move units, give attack orders")
        self._found: dict[tuple[int, ...], March] = {}

    def verbs(self) -> Sequence[str]:
        return ("move", "march", "prepare", "probe", "breakdown", "exit", "abandon", "end")

    def units(self) -> Sequence[int]:
        state, units = self.g.state, self.g.setting.units_of[self.number]
        return [u for u in units if state.loc[u] >= 0 and not state.done[u] and not state.retreated[u]]

    def reach(self, units: tuple[int, ...]) -> March:
        if units not in self._found:
            self._found[units] = find_march(self.g, units)
        return self._found[units]

    def group(self, verb: str, unit: int) -> tuple[int, ...]:
        """Who moves: those under way go on together; else the unit alone, or its stack.

        A stack is named by its headquarters, or else by its first unit, so that it is listed once.
        """
        moving = tuple(self.g.state.moving)
        if unit in moving:
            return moving if (verb == "march") == (len(moving) > 1) and unit == moving[0] else ()
        if verb == "move":
            return (unit,)
        units = stack_with(self.g, unit)
        return units if len(units) > 1 and (self.g.setting.hq[unit] or unit == units[0]) else ()

    def cells(self, unit: int) -> Mapping[str, int]:
        g = self.g
        if g.setting.is_tank[unit]:
            return {}
        found = {"move": 0, "march": 0, "probe": 0}
        if points_left(g, unit) and may_leave_hex(g, unit):
            for verb in ("move", "march"):
                if units := self.group(verb, unit):
                    ends = room_for(g, units, self.reach(units).cells)
                    found[verb] = ends & ~LINES.forsakes_friends(g, units, ends)
        enemies = g.enemy_beside(unit)
        if enemies and not g.is_night:
            found["probe"] = sum(1 << c for c in cells_of(enemies) if may_take_order(g, unit, Order.LOW, c))
        return found

    def others(self, unit: int) -> Sequence[Action]:
        found = list(super().others(unit))
        if may_take_order(self.g, unit, Order.PREPARE):
            found.append(Action("prepare", (unit,)))
        return [*found, *self.g.setting.breaking.actions(self.g, unit)] if is_under_way(self.g, unit) else found

    def may_move(self, unit: int) -> Ruling:
        return may_activate(self.g, unit)

    def may_exit(self, unit: int) -> Ruling:
        """Ruling K62: for 1 MP."""
        price, left = HALVES * self.g.setting.limits["exit-mp"], points_left(self.g, unit)
        if left < price:
            return refuse("3.3.1", f"leaving the map costs {price / 2:g} MP, {self.g.name(unit)} has {left / 2:g}")
        return may_leave_map(self.g, unit) and may_leave_hex(self.g, unit)

    def may_do(self, action: Action) -> Ruling:
        g, unit = self.g, action.number()
        if action.verb == "prepare" and not g.setting.is_tank[unit]:
            return may_take_order(g, unit, Order.PREPARE)
        if action.verb != "breakdown" or g.setting.is_tank[unit]:
            return super().may_do(action)
        if unit in g.setting.regiments_of and not is_under_way(g, unit):
            return refuse("14.0", f"{g.name(unit)} breaks down only during a move: move it first")
        return g.setting.breaking.may(g, action)

    def may(self, verb: str, unit: int, cell: int) -> Ruling:
        if verb == "probe":
            return may_take_order(self.g, unit, Order.LOW, cell)
        units, name = self.group(verb, unit), self.g.name(unit)
        if not units:
            return refuse("12.0", f"{name} cannot move like that: a stack moves as one, named after its first unit")
        return may_leave_hex(self.g, unit) and may_march(self.g, units, cell, self.reach(units))

    def cost(self, action: Action) -> str:
        if action.verb in ("move", "march"):
            found = self.reach(self.group(action.verb, action.number()))
            return f"{found.cost(action.number(1)) / 2:g} MP" if action.number(1) in found else ""
        if action.verb in ("prepare", "probe"):
            order, target = (Order.PREPARE, -1) if action.verb == "prepare" else (Order.LOW, action.number(1))
            return f"{(order_price(self.g, action.number(), order, target) or 0) / 2:g} MP"
        return ""

    def way(self, action: Action) -> Sequence[int]:
        if action.verb not in ("move", "march"):
            return ()
        found = self.reach(self.group(action.verb, action.number()))
        return found.path(action.number(1)) if action.number(1) in found else ()


def is_under_way(g: Soissons, unit: int) -> bool:
    """14.0, ruling K93: it has moved in this segment and may still go on."""
    return unit in g.state.moving and g.state.mp[unit] < allowance(g, unit)


def may_march(g: Soissons, units: tuple[int, ...], cell: int, found: March) -> Ruling:
    """Why units cannot end a move in a hex."""
    side, name, here = g.setting.side[units[0]], g.names(units), g.cell_name(cell)
    if cell in found:
        if LINES.forsakes_friends(g, units, 1 << cell):
            return refuse("11.2.1", f"{name} would isolate a friendly unit by moving to {here}")
        return may_stack(g, units, cell)
    if g.closed[side][cell]:
        return refuse("12.0", f"{here} is occupied by the enemy")
    if not g.setting.playable >> cell & 1:
        return refuse("2.2", f"{here} is out of play, north of the Aisne")
    if LINES.moves_into_isolation(g, units, 1 << cell)[0]:
        return refuse("11.2.1", f"{name} would be isolated in {here}")
    if any(g.setting.hq[u] for u in units):
        return refuse("7.0", f"{name} goes one hex, and not alone into an enemy zone of control")
    points = min([points_left(g, u) for u in units])
    closed, zones = g.closed_cells[side], g.zone_cells[1 - side]
    way = partial(march, tolls(g, max(units, key=lambda u: g.state.tank[u])), found.start)
    free = way(200, closed, 0)
    if cell not in free:
        ravine = any(g.state.tank[u] >= 0 for u in units) and g.setting.ravines & (1 << cell | 1 << found.start)
        return refuse("5.4.1", f"{name} has tanks, which use ravines only along a road") if ravine else refuse(
            "12.2.1", f"there is no way to {here}")
    if free.cost(cell) > points:
        return refuse("12.1", f"{here} costs {free.cost(cell) / 2:g} MP, {name} has {points / 2:g}")
    if cell in way(points, closed, zones | other_divisions(g, units)):
        return refuse("11.2.1", f"{name} would be isolated on the way to {here}")
    if cell in way(points, closed, zones):
        return refuse("10.0", f"{name} may not move through another division on the way to {here}")
    return refuse("9.1.1", f"{name} must stop in the first enemy zone of control on the way to {here}")


def begin_moving(g: Soissons) -> None:
    """9.1.1: who is in an enemy zone of control now is held for the Maneuver or Advance segment (ruling K34)."""
    g.state.clear("done", "locked")
    for unit in g.on_map(g.phasing):
        g.state.locked[unit] = int(g.in_enemy_zone(unit))


def activate(g: Soissons, units: Sequence[int]) -> None:
    """12.0: who moved before is finished, but for regiments of one division (ruling K54); Prepare goes (step B.6)."""
    state = g.state
    if any(u not in state.moving for u in units):
        goes_on = state.mp[units[0]] >= 0
        for unit in state.moving if goes_on else [u for u in g.on_map(g.phasing) if state.mp[u] >= 0]:
            state.done[unit] = 1
        state.moving = list(units)
    for unit in units:
        if state.mp[unit] < 0:
            state.mp[unit] = allowance(g, unit)
            g.strip_order(unit)


def maneuver_segment(g: Soissons) -> Procedure:
    """Step B.6: unit after unit, until the player ends it."""
    while True:
        orders = ManeuverOrders(g)
        action: Action = yield orders
        if action.verb == "end":
            return
        unit = action.number()
        if action.verb in ("move", "march"):
            units = orders.group(action.verb, unit)
            path = orders.reach(units).path(action.number(1))
            activate(g, units)
            yield from move_along(g, units, path)
        elif action.verb in ("prepare", "probe"):
            take_order(g, unit, Order.PREPARE if action.verb == "prepare" else Order.LOW, action)
        elif action.verb == "breakdown":
            g.state.moving = [u for u in g.state.moving if u != unit]
            break_down(g, action)
        else:
            yield from step_aside(g, action)


def take_order(g: Soissons, unit: int, order: Order, action: Action) -> None:
    """12.2.2: the order ends the unit's movement."""
    state = g.state
    target = action.number(1) if order == Order.LOW else -1
    price = order_price(g, unit, order, target)
    activate(g, [unit])
    state.order[unit], state.aim[unit] = order, target
    state.bought[unit], state.done[unit] = 1, 1
    state.moving = [u for u in state.moving if u != unit]
    g.note("order", "12.2.2", unit=unit, order=ORDER_NAMES[order], mp=price, aim=[target] if target >= 0 else [])


def move_along(g: Soissons, units: Sequence[int], path: Sequence[int]) -> Procedure:
    """Hex by hex; an emergency fallback of the enemy interrupts the move (13.2), which may then go on."""
    state, side = g.state, g.setting.side[units[0]]
    start, gone, spent, stopped = state.loc[units[0]], [], 0, False
    before = {*units, *isolated_units(g, side)}
    for cell in path:
        here = state.loc[units[0]]
        prices = [step_price(g, u, here, cell) for u in units]                  # ruling K33
        if any(price > state.mp[u] for u, price in zip(units, prices, strict=True)):
            break
        for unit, price in zip(units, prices, strict=True):
            state.mp[unit] -= price
            state.column[unit] &= g.setting.road_steps.sources[cell] >> here & 1  # 17.3
            g.place(unit, cell)
        gone.append(cell)
        spent += max(prices)
        reach_perimeter(g, units, cell)
        forsaken = {*isolated_units(g, side)} - before                          # 11.2.1
        stopped = (yield from fall_back_at_once(g, 1 - side, cell)) or stopped
        if stopped and may_stack(g, units, cell) and not forsaken & {*isolated_units(g, side)}:     # else it goes on
            break
    g.note("move", "12.0", units=list(units), start=start, to=state.loc[units[0]], path=gone, mp=spent)


def end_maneuver(g: Soissons) -> None:
    """Step B.6: Prepare markers go that were not bought in this segment (ruling K36)."""
    state = g.state
    kept = g.is_night and g.has_option("prepare_overnight", "kept")
    for unit in g.on_map(g.phasing):
        if state.order[unit] == Order.PREPARE and not state.bought[unit] and not kept:
            g.strip_order(unit)
    state.moving = []
    state.clear("mp", "done", "locked", "bought", "column")
