"""Reinforcements (module 7)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from grognard.engine import ALLOW, Action, Procedure, Ruling, refuse
from grognard.games.marne_1914.position import OFF_MAP, Marne
from grognard.games.marne_1914.rules.front_line import south_of_front
from grognard.games.marne_1914.rules.movement import STRATEGIC_BONUS, MoveOrders, carry_out, reach_on, room_for
from grognard.games.marne_1914.rules.stacking import fits, may_stack
from grognard.games.marne_1914.setting import CP
from grognard.games.marne_1914.state import Moved, Taxi
from grognard.grid import EDGES
from grognard.rules.masks import mask

ENTERING = {"enter": "move", "rush": "strategic"}
"""The ways to enter, and how a unit goes on after each."""
ALTERNATIVES = 5
"""7.0.2: a delayed unit enters within five hexes of its entry hex."""


def paris_lost(g: Marne) -> bool:
    """7.1.1: either hex of Paris under Central Powers control."""
    return bool(g.controlled(CP, g.setting.paris))


def entry_hexes(g: Marne, unit: int) -> list[int]:
    """The hexes by which a unit is to enter, whether open or not (7.1, 7.2)."""
    order, regions = g.setting.order_of[unit], g.setting.board.regions
    if order.entry == "paris":
        if not paris_lost(g):
            return list(g.setting.paris)
        return south_of_front(g, regions.get(order.alternate, ()), "west")      # 7.1.1
    cells = regions.get(order.entry, ())
    if order.south_of_front:
        return south_of_front(g, cells, "west")                                 # 7.1.4
    return beside_entry(g, unit, cells) if g.state.delayed[unit] else list(cells)


def beside_entry(g: Marne, unit: int, cells: Sequence[int]) -> list[int]:
    """7.0.2 and ruling C21: one to five hexes along the map edge, for the Entente to the south."""
    grid, south = g.setting.grid, g.setting.south
    edges = [set(grid.edge(name)) for name in EDGES if set(grid.edge(name)) & set(cells)]
    beside = [c for c in sorted(set().union(*edges)) if 1 <= min(grid.distance(c, e) for e in cells) <= ALTERNATIVES]
    if g.setting.side[unit] == CP or set(cells) & set(grid.edge("south")):
        return beside
    return [c for c in beside if south[c] > min(south[e] for e in cells)]


def is_open(g: Marne, unit: int, cell: int) -> Ruling:
    """7.0.2: an entry hex must not be enemy occupied or in an enemy zone of control."""
    side = g.setting.side[unit]
    if g.closed[side][cell]:
        return refuse("7.0.2", f"{g.cell_name(cell)} is enemy-occupied")
    if g.zones[1 - side][cell] and cell not in g.setting.paris:
        return refuse("7.0.2", f"{g.cell_name(cell)} is in an enemy zone of control")
    return ALLOW


def entry_open(g: Marne, unit: int) -> bool:
    return any(is_open(g, unit, cell) for cell in entry_hexes(g, unit))


def placed_in_paris(g: Marne, unit: int, cell: int) -> bool:
    """7.1.1: placed, not moved."""
    return g.setting.order_of[unit].entry == "paris" and cell in g.setting.paris


def entry_cost(g: Marne, unit: int, cell: int, verb: str) -> int:
    """7.0.3: the hex's own cost, and more for each unit that entered there before, in halves."""
    if placed_in_paris(g, unit, cell):
        return 0
    before = g.state.entries.get(cell, 0)
    terrain = g.setting.tec[g.setting.board.terrain[cell]]
    if verb == "rush" and cell in g.setting.exits:                              # following a road
        return (1 if terrain.strategic_waived else terrain.mp) + before
    return terrain.mp + 2 * before


def allowance_on_entry(g: Marne, unit: int, verb: str) -> int:
    return g.setting.ma[unit] + (STRATEGIC_BONUS if verb == "rush" else 0)


class ReinforcementOrders(MoveOrders):
    """Which unit enters, or goes on after it has entered (7.0.1)."""

    offers = ("enter", "rush", "move", "strategic", "taxi", "end")

    def __init__(self, g: Marne, waiting: Sequence[int]) -> None:
        super().__init__(g, list(g.state.arrived), "reinforcement", "7.0.1", "bring in reinforcements")
        self.waiting = waiting
        moving = g.state.moving
        self.crowding = moving if moving >= 0 and not fits(g, moving, g.state.loc[moving]) else -1
        """The unit that has just entered a full hex, and must go on (4.1.4, ruling C66)."""

    def units(self) -> Sequence[int]:
        return [*self.waiting, *super().units()] if self.crowding < 0 else [self.crowding]

    def is_able(self, unit: int) -> bool:
        return unit not in self.waiting or any(self.cells(unit).values())

    def cells(self, unit: int) -> Mapping[str, int]:
        if unit not in self.waiting:
            return super().cells(unit)
        hexes = entry_hexes(self.g, unit)
        return {verb: mask([c for c in hexes if may_enter(self.g, verb, unit, c)]) for verb in ENTERING}

    def may_end(self) -> Ruling:
        full = f"{self.g.name(self.crowding)} has entered a full hex and must move on first"
        return ALLOW if self.crowding < 0 else refuse("4.1.4", full)

    def may_act(self, unit: int) -> Ruling:
        if self.crowding not in (-1, unit):
            return self.may_end()
        return ALLOW if unit in self.waiting else super().may_act(unit)

    def check(self, action: Action) -> Ruling:
        if action.verb in ENTERING:
            if action.number() not in self.waiting:
                late = action.number() in due_units(self.g)                     # ruling C58
                case, why = ("7.1.3", "waits for the 5/9 marker") if late else ("7.0.1", "is not due to arrive now")
                return refuse(case, f"{self.g.name(action.number())} {why}")
        elif action.verb != "end" and action.number() in self.waiting:
            return super().may_act(action.number())
        return super().check(action)

    def may(self, verb: str, unit: int, cell: int) -> Ruling:
        if verb not in ENTERING:
            return super().may(verb, unit, cell)
        g = self.g
        if cell not in entry_hexes(g, unit):
            return refuse(g.setting.order_of[unit].case, f"{g.name(unit)} does not enter at {g.cell_name(cell)}")
        return may_enter(g, verb, unit, cell)

    def cost(self, action: Action) -> str:
        if action.verb in ENTERING:
            return f"{entry_cost(self.g, action.number(0), action.number(1), action.verb) / 2:g} MP"
        return super().cost(action)


def may_enter(g: Marne, verb: str, unit: int, cell: int) -> Ruling:
    """Whether a unit that is due may come in by one of its entry hexes."""
    ruling, name, in_paris = is_open(g, unit, cell), g.name(unit), placed_in_paris(g, unit, cell)
    if not ruling:
        return ruling
    if verb == "rush" and in_paris:
        return refuse("7.1.1", f"{name} appears in Paris; it does not march there")
    cost, points = entry_cost(g, unit, cell, verb), allowance_on_entry(g, unit, verb)
    if cost > points:
        return refuse("7.0.3", f"entering costs {cost / 2:g} MP, {name} has {points / 2:g}")
    ruling = may_stack(g, unit, cell)
    if ruling or in_paris:
        return ruling                                                           # ruling C63
    onward = reach_on(g, unit, cell, ENTERING[verb], points - cost).cells       # 6.1.9, ruling C66
    full = f"{g.cell_name(cell)} is full, and {name} could not move on to a hex with room"
    return ALLOW if room_for(g, unit, onward) else refuse("4.1.4", full)


def delay_blocked(g: Marne) -> None:
    """7.0.2: a unit whose entry hex is blocked comes a turn later, by a hex beside it."""
    state = g.state
    for unit in due_units(g):
        if entry_hexes(g, unit) and not entry_open(g, unit):
            state.due[unit], state.delayed[unit] = state.turn + 1, 1
            g.note("delayed", "7.0.2", unit=unit)


def due_units(g: Marne) -> list[int]:
    state = g.state
    return [u for u in g.setting.units_of[g.phasing] if state.loc[u] == OFF_MAP and 0 < state.due[u] <= state.turn]


def waits_for_marker(g: Marne, unit: int) -> bool:
    """Ruling C58: IX and XI Corps cannot come before the 9th Army has its area."""
    return g.setting.side[unit] != CP and g.state.army[unit] == "9" and "5/9" not in g.state.markers


def reinforcement_segment(g: Marne) -> Procedure:
    """The Reinforcement Segment: after regular movement (7.0.1)."""
    state = g.state
    while True:
        waiting = [unit for unit in due_units(g) if not waits_for_marker(g, unit)]
        ways = [(verb, unit, cell) for unit in waiting for cell in entry_hexes(g, unit) for verb in ENTERING]
        if not state.arrived and not any(may_enter(g, *way) for way in ways):
            for unit in waiting:
                case = "4.1.4" if entry_hexes(g, unit) else g.setting.order_of[unit].case
                g.note("shut-out", case, "7.0.1", unit=unit)
            break
        orders = ReinforcementOrders(g, waiting)
        action: Action = yield orders
        if action.verb == "end":
            break
        if action.verb in ENTERING:
            enter(g, action)
        else:
            yield from carry_out(g, orders, action)
    state.moving, state.left = -1, 0


def enter(g: Marne, action: Action) -> None:
    state = g.state
    unit, cell, verb = action.number(0), action.number(1), action.verb
    order, in_paris = g.setting.order_of[unit], placed_in_paris(g, unit, cell)
    cost = entry_cost(g, unit, cell, verb)
    state.steps[unit] = order.steps                                             # 7.0.1
    state.entries[cell] = state.entries.get(cell, 0) + 1
    g.place(unit, cell)
    state.origin[unit] = cell
    state.moved[unit] = Moved.MOVED
    state.due[unit] = 0
    stopped = in_paris or g.zones[1 - g.setting.side[unit]][cell]
    state.moving, state.mode = unit, ENTERING[verb]
    state.left = 0 if stopped else allowance_on_entry(g, unit, verb) - cost
    state.arrived[unit] = (state.mode, state.left)
    if in_paris and order.taxis:
        state.taxi[unit] = Taxi.WAITING                                         # 12.2.1
        if g.has_option("taxi_on_arrival"):                                     # ruling C40
            state.moved[unit] = Moved.NOT_YET
    if cell in g.setting.held:
        state.entered.append((unit, cell))
    g.note("enter", order.case, "7.0.3", unit=unit, to=cell, mp=cost, how=verb)
