"""Movement (chapter 6): tactical and road movement, prepared assaults, exploitation, night. Halts are in `halts`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from grognard.engine import ALLOW, Action, Procedure, Ruling, refuse
from grognard.games.hannut_1940.position import Hannut
from grognard.games.hannut_1940.rules.allowances import (
    activate,
    dear_cells,
    exploits_now,
    has_begun,
    jams,
    keep_points,
    mover,
    points_left,
    printed_allowance,
    toll,
)
from grognard.games.hannut_1940.rules.arrivals import enter, entry_cells, may_enter
from grognard.games.hannut_1940.rules.halts import meets_halt
from grognard.games.hannut_1940.rules.markers import entering_marks, put_mark
from grognard.games.hannut_1940.rules.stacking import STACKING, fits, may_share, may_stack, rides_free
from grognard.games.hannut_1940.setting import FOOT, GERMAN, OFF_MAP, QUARTERS, ROAD, WHEELS
from grognard.games.hannut_1940.state import ANYWHERE, BY_ROAD, CLOSED, Mark, Supply
from grognard.rules.masks import cells_of, mask
from grognard.rules.orders import UnitOrders
from grognard.rules.search import Reach

HELD = {
    Mark.EXP: "an exploitation marker", Mark.CR: "a combat reserve marker", Mark.BUILDS: "a position to build",
}


# -- 6.1, 6.2 where to --


def own_way(g: Hannut, unit: int, way: int) -> int:
    """5.3: the way in which a unit pays its part of a pair's move (7.1): infantry beside tanks may be on foot."""
    return FOOT if way == WHEELS and not g.setting.mech[unit] else way


def find_reach(g: Hannut, unit: int, way: int, points: int, fresh: bool, within: int, on_foot: bool = False) -> Reach:
    """6.1: where a unit can go in one way, or tanks with infantry on foot; a fresh one always goes one hex."""
    setting, side, start = g.setting, g.setting.side[unit], g.state.loc[unit]
    mech = setting.mech[unit]
    going = setting.mixed_going(way, g.is_night) if on_foot else setting.going[way, mech, g.is_night]
    stops = jams(g, side) & ~(1 << start) if way == ROAD and mech else 0
    return going.reach(
        start, points, g.occupied(1 - side) | ~within, stops, toll=toll(g, unit, way),
        minimum=going.groups.anywhere.of(1 << start) if fresh else 0, dear=dear_cells(g, unit),
    )


def full_front(g: Hannut, units: Sequence[int]) -> int:
    """7.0, ruling D23: full stacks beside the enemy, through which nobody goes; a halt would leave him there (6.6)."""
    if g.has_option("full_stacks", "open"):
        return 0
    setting, side, here = g.setting, g.setting.side[units[0]], g.state.loc[units[0]]
    front = g.occupied(side) & setting.beside.of(g.occupied(1 - side)) & ~setting.no_halt & ~(1 << here)
    return mask([cell for cell in cells_of(front) if not may_share(g, (*units, *g.stack[cell]))])


class Routes:
    """Where a unit, or a pair that moves as one (7.1), can go, in every way that is still open to it."""

    def __init__(self, g: Hannut, units: Sequence[int]) -> None:
        self.g = g
        self.units = units
        self.found: list[tuple[int, int, Reach]] = []
        self.cells = 0
        self._ends = -1
        fresh = not any(has_begun(g, u) for u in units)
        within = g.setting.everywhere
        for unit in units:
            within &= g.setting.limit[g.division(unit)]                         # 19.6
        within &= ~full_front(g, units)
        slowest = max(units, key=lambda u: not g.setting.personnel[u])
        on_foot = len({g.setting.mech[u] for u in units}) > 1
        for way in g.setting.ways[slowest]:
            points = min([points_left(g, u, own_way(g, u, way)) for u in units])
            if points > 0:
                got = find_reach(g, slowest, way, points, fresh, within, on_foot)
                self.found.append((way, points, got))
                self.cells |= got.cells

    def ends(self) -> int:
        """7.0: nobody ends his move in an overstack by his own will. Found once."""
        if self._ends < 0:
            g, cells = self.g, self.cells
            for cell in cells_of(cells & g.occupied(g.setting.side[self.units[0]])):
                if not may_share(g, (*self.units, *g.stack[cell])):
                    cells &= ~(1 << cell)
            self._ends = cells
        return self._ends

    def best(self, cell: int) -> tuple[int, Reach]:
        """The way that leaves the most points."""
        left = [(points - got.cost(cell), -way, got) for way, points, got in self.found if cell in got]
        _, way, got = max(left, key=lambda entry: entry[:2])
        return -way, got

    def cost(self, cell: int) -> int:
        return self.best(cell)[1].cost(cell)


def prepared_ends(g: Hannut, unit: int) -> dict[int, list[int]]:
    """6.3: where a PA unit can go, one hex or two, or a second after the first, and how."""
    here, gone = g.state.loc[unit], g.state.granted[unit]
    found = {cell: [cell] for cell in prepared_steps(g, unit, here, gone if gone < 0 else ANYWHERE)}
    if gone >= 0:
        for first in sorted(found):
            how = goes_on(g, unit, here, first)
            for second in prepared_steps(g, unit, first, how) if how else ():
                if second != here:
                    found.setdefault(second, [first, second])
    return {cell: path for cell, path in found.items() if fits(g, unit, cell)}


def prepared_steps(g: Hannut, unit: int, here: int, how: int) -> list[int]:
    """6.3: the next hexes of a prepared move."""
    return g.open_steps([unit], here, by_road=how == BY_ROAD)


def goes_on(g: Hannut, unit: int, here: int, first: int) -> int:
    """6.3: whether a prepared move goes on from its first hex, and how; 0 if not."""
    setting = g.setting
    if not two_hexes(g, unit) or setting.around[first] & g.occupied(1 - setting.side[unit]):           # 6.5c
        return 0
    slow = setting.across_stream(here, first) or setting.no_halt >> first & 1   # forest or town
    return ANYWHERE if not slow else BY_ROAD if (here, first) in setting.roads else 0


def two_hexes(g: Hannut, unit: int) -> bool:
    """6.3b: Mech units; of the French only those of the 2nd DLM; not at night (6.7)."""
    setting, division = g.setting, g.setting.divisions.get(g.division(unit))
    far = setting.mech[unit] and division is not None and division.two_hex_pa
    most = setting.limits["pa-mech" if far else "pa-leg"]
    return min(most, setting.limits["pa-night"]) > 1 if g.is_night else most > 1


# -- who may move --


def may_move(g: Hannut, unit: int) -> Ruling:
    """4.3.2 step 4, 6.0, 6.4, 9.1.1."""
    state, name = g.state, g.name(unit)
    if g.setting.side[unit] != mover(g):
        return refuse("6.0", f"{name} belongs to the side that is not moving")
    if state.loc[unit] < 0:
        return refuse("6.0", f"{name} is not on the map")
    if state.done[unit]:
        return refuse("6.0", f"{name} has finished its movement")
    if g.setting.is_hq[unit] and g.is_static(g.division(unit)):
        return refuse("9.1.1", f"{name} is in static mode and may not move")
    mark = state.mark[unit]
    if exploits_now(g):
        return ALLOW if mark == Mark.EXP else refuse("6.4", f"{name} has no exploitation marker")
    if mark in HELD:
        return refuse("4.3.2", f"{name} has {HELD[mark]} and does not move in the Movement Phase")
    return ALLOW


def partner_of(g: Hannut, unit: int) -> int:
    """7.1: the AFV company that moves with an infantry or Recon battalion as one unit; -1 for none."""
    setting, state = g.setting, g.state
    if not setting.bn[unit] or not (setting.recon[unit] or setting.units[unit].kind == "infantry"):
        return -1
    here = [u for u in g.stack[state.loc[unit]] if u != unit and not state.done[u]]
    return rides_free(setting, [unit, *[u for u in here if state.mark[u] == state.mark[unit]]])


def named_units(g: Hannut, action: Action) -> list[int]:
    """7.1: who moves or overruns: one unit, or the pair that marches or sweeps as one."""
    unit = action.number()
    return [unit, partner_of(g, unit)] if action.verb in ("march", "sweep") else [unit]


class MovementOrders(UnitOrders[Hannut]):
    """Which unit moves where (6.0). Overruns of the Exploitation Phases are added by `overruns`."""

    def __init__(self, g: Hannut, kind: str, case: str, question: str) -> None:
        super().__init__(g, mover(g), kind, case, question)
        self._routes: dict[tuple[int, ...], Routes] = {}
        self._prepared: dict[int, dict[int, list[int]]] = {}

    def verbs(self) -> Sequence[str]:
        return ("move", "march", "end") if exploits_now(self.g) else ("move", "march", "enter", "mark", "end")

    def units(self) -> Sequence[int]:
        g, state = self.g, self.g.state
        exploiting = exploits_now(g)
        found = []
        for unit in g.setting.units_of[self.number]:
            if state.loc[unit] >= 0:
                if not state.done[unit] and (state.mark[unit] == Mark.EXP) == exploiting:
                    found.append(unit)
            elif state.loc[unit] == OFF_MAP and not exploiting and may_enter(g, unit):
                found.append(unit)
        return found

    def may_act(self, unit: int) -> Ruling:
        if self.g.state.loc[unit] == OFF_MAP and self.g.setting.side[unit] == self.number:
            return may_enter(self.g, unit)
        return may_move(self.g, unit)

    def routes(self, *units: int) -> Routes:
        found = self._routes.get(units)
        if found is None:
            found = self._routes[units] = Routes(self.g, units)
        return found

    def prepared(self, unit: int) -> dict[int, list[int]]:
        found = self._prepared.get(unit)
        if found is None:
            found = self._prepared[unit] = prepared_ends(self.g, unit)
        return found

    def cells(self, unit: int) -> Mapping[str, int]:
        g = self.g
        if g.state.loc[unit] < 0:
            return {"enter": entry_cells(g, unit)}
        if g.state.mark[unit] == Mark.PA:
            return {"move": mask(self.prepared(unit))}
        partner = partner_of(g, unit) if self.number == GERMAN else -1
        march = self.routes(unit, partner).ends() if partner >= 0 else 0
        return {"move": self.routes(unit).ends(), "march": march}

    def others(self, unit: int) -> Sequence[Action]:
        return entering_marks(self.g, unit)

    def may_end(self) -> Ruling:
        """7.0: an overstack is corrected in the next phase of movement, if one of its units can move."""
        g = self.g
        for cell in STACKING.overstacked_cells(g, self.number):
            if any(may_move(g, u) and self.is_able(u) for u in g.stack[cell]):
                return refuse("7.0", f"the overstack in {g.cell_name(cell)} must be corrected first")
        return ALLOW

    def may_do(self, action: Action) -> Ruling:
        if action.verb == "mark":
            return refuse("4.3.2", f"{self.g.name(action.number())} has not just entered on the first turn")
        return self.may(action.verb, action.number(), action.number(1))

    def may(self, verb: str, unit: int, cell: int) -> Ruling:
        g = self.g
        name, here = g.name(unit), g.cell_name(cell)
        enters = verb == "enter"
        if enters != (g.state.loc[unit] < 0):
            return refuse("18.1", f"{name} is {'already' if enters else 'not'} on the map")
        if g.occupied(1 - self.number) >> cell & 1:
            return refuse("18.1" if enters else "6.0", f"enemy units are in {here}")
        division = g.division(unit)
        if not g.setting.limit[division] >> cell & 1:
            return refuse("19.6", f"the {g.setting.divisions[division].name} may not go as far as {here}")
        if verb == "march" and (self.number != GERMAN or partner_of(g, unit) < 0):
            return refuse("7.1", f"no AFV company moves with {name}")
        if verb == "march" and g.state.mark[unit] == Mark.PA:
            return refuse("6.3", f"with PA markers {name} and its AFV company move one after the other")
        stacks = may_stack(g, unit, cell)
        if not stacks:
            return stacks
        if enters:
            return refuse("18.1", f"{name} does not enter the map in {here}")
        if g.state.mark[unit] == Mark.PA:
            hexes = 2 if two_hexes(g, unit) else 1
            return refuse("6.3", f"with its PA marker {name} goes {hexes} hex{'es' if hexes > 1 else ''} at most, and "
                          f"stops in forests and towns, across streams and next to enemies: {here} is out of its reach")
        return refuse("6.1", f"{here} is out of reach for {name}")

    def cost(self, action: Action) -> str:
        if action.verb not in ("move", "march"):
            return ""
        unit, cell = action.number(), action.number(1)
        if self.g.state.mark[unit] == Mark.PA:
            hexes = len(self.prepared(unit)[cell])
            return f"{hexes} hex{'es' if hexes > 1 else ''}"
        return f"{self.routes(*named_units(self.g, action)).cost(cell) / QUARTERS:g} MP"


# -- moving --


def move_units(g: Hannut, orders: MovementOrders, action: Action) -> None:
    """6.1, 6.3: hex by hex, until the way ends or a halt does (6.6)."""
    unit, cell = action.number(), action.number(1)
    if g.state.mark[unit] == Mark.PA:
        path, start = orders.prepared(unit)[cell], g.state.loc[unit]
        how = goes_on(g, unit, start, cell) if len(path) == 1 and g.state.granted[unit] >= 0 else 0
        activate(g, [unit])
        go_along(g, [unit], path, -1)
        g.state.granted[unit] = how
        g.state.done[unit] |= int(not how)
        return
    units = named_units(g, action)
    way, found = orders.routes(*units).best(cell)
    path = found.path(cell)
    activate(g, units)
    go_along(g, units, path, way)


def go_along(g: Hannut, units: Sequence[int], path: Sequence[int], way: int) -> None:
    """``way`` below zero: without movement points (6.3)."""
    start, side = g.state.loc[units[0]], g.setting.side[units[0]]
    jammed = jams(g, side) & ~(1 << start)                                      # 6.2: nobody of a pair jams the other
    for cell in path:
        if way >= 0:
            here = g.state.loc[units[0]]
            prices = [step_price(g, u, own_way(g, u, way), here, cell) or 0 for u in units]
            for unit in units:                                                  # ruling C64: the dearer cost
                pay_step(g, unit, cell, own_way(g, unit, way), max(prices), jammed)
        for unit in units:
            g.place(unit, cell)
        if meets_halt(g, side, cell):
            stop(g, units)
            break
    for unit in units:
        use_stocks(g, unit)                                                     # 15.2: what a jam takes is not used
        if way == ROAD and g.setting.mech[unit] and jammed >> g.state.loc[unit] & 1:
            keep_points(g, unit, ROAD, 0)
    g.note("move", "6.0", units=list(units), start=start, to=g.state.loc[units[0]])


def stop(g: Hannut, units: Sequence[int]) -> None:
    """6.6: the move is over; by an option an exploiting unit may still overrun (ruling C31)."""
    field = g.state.halted if exploits_now(g) and g.has_option("overrun_halt", "ignored") else g.state.done
    for unit in units:
        field[unit] = 1


def step_price(g: Hannut, unit: int, way: int, start: int, cell: int) -> int | None:
    """What a step costs in quarters, with what is paid next to enemies (6.5); None where it cannot be made."""
    setting = g.setting
    price = setting.prices[way, setting.mech[unit], g.is_night].get((start, cell))
    if price is not None and dear_cells(g, unit) >> cell & 1:
        price += toll(g, unit, way)
    return price


def pay_step(g: Hannut, unit: int, cell: int, taken: int, cost: int, full: int) -> None:
    """The step costs that in the way taken, and counts in every way that the move could still be made in."""
    here, jammed = g.state.loc[unit], g.setting.mech[unit] and full >> cell & 1
    for way in g.setting.ways[unit]:
        left = points_left(g, unit, way)
        if left < 0:
            continue
        price = step_price(g, unit, way, here, cell)
        if way == taken:
            left = max(0, left - cost)                                          # 6.1: one hex is always allowed
        else:
            left = CLOSED if price is None or price > left else left - price
        keep_points(g, unit, way, min(left, 0) if way == ROAD != taken and jammed else left)


def use_stocks(g: Hannut, unit: int) -> None:
    """15.2: On-Hand Supply is used up by more than half of the MA."""
    if g.state.supply[unit] == Supply.ON_HAND and has_begun(g, unit):
        spent = g.state.granted[unit] - max([0, *[points_left(g, unit, way) for way in g.setting.ways[unit]]])
        if 2 * spent > QUARTERS * printed_allowance(g, unit):
            g.go_out_of_supply([unit], "15.2")


def movement_phase(g: Hannut) -> Procedure:
    """4.3.2 steps 3 and 4: reinforcements and movement, unit after unit."""
    while True:
        orders = MovementOrders(g, "movement", "6.0", "move a unit, or end the Movement Phase")
        action: Action = yield orders
        if action.verb == "end":
            return
        unit = action.number()
        if action.verb == "enter":
            enter(g, unit, action.number(1))
        elif action.verb == "mark":
            put_mark(g, unit, Mark[action.word(1).upper()])
            g.state.done[unit] = int(g.state.mark[unit] != Mark.PA)
        else:
            move_units(g, orders, action)


def begin_movement(g: Hannut) -> None:
    """A phase of movement begins: nobody has moved yet."""
    g.state.clear("on_road", "on_wheels", "on_foot", "granted", "done", "halted")
    g.state.moving, g.state.overrun, g.state.queue = [], [], {}


def end_movement(g: Hannut) -> None:
    """19.5: whoever moved at night is fatigued, but for divisions that arrive rested (19.6)."""
    for unit in g.on_map(mover(g)):
        if g.state.moved[unit]:
            arrival = g.setting.arrivals.get(unit)
            rested = g.state.arrived[unit] and (arrival is None or arrival.rested)
            if not rested:
                g.tire_at_night(unit)
    g.state.clear("on_road", "on_wheels", "on_foot", "granted", "done", "halted")
    g.state.moving, g.state.overrun = [], []
