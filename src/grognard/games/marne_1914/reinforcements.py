"""Reinforcements (module 7)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from grognard.engine import ALLOW, Action, Procedure, Ruling, Subject, refuse
from grognard.games.marne_1914.front_line import south_of_front
from grognard.games.marne_1914.mending import mark_outside
from grognard.games.marne_1914.movement import STRATEGIC_BONUS, MoveDecision, carry_out, finish_taxi_ride
from grognard.games.marne_1914.setting import CP
from grognard.games.marne_1914.stacking import may_stack, why_no_stacking
from grognard.games.marne_1914.state import OFF_MAP, Marne
from grognard.games.marne_1914.victory import take_control
from grognard.grid import EDGES

ALTERNATIVES = 5
"""7.0.2: a delayed unit enters within five hexes of its entry hex."""


def order_for(g: Marne, unit: int) -> Mapping[str, Any]:
    """The scenario's entry for a reinforcement."""
    uid = g.setting.unit_ids[unit]
    found: Mapping[str, Any] = next(o for o in g.setting.plan["reinforcement"] if uid in o["units"])
    return found


def paris_lost(g: Marne) -> bool:
    """7.1.1: either hex of Paris under Central Powers control."""
    return any(g.state.control.get(c) == "cp" for c in g.setting.paris)


def entry_hexes(g: Marne, unit: int) -> list[int]:
    """The hexes by which a unit is to enter, whether open or not (7.1, 7.2)."""
    order = order_for(g, unit)
    regions = g.setting.board.regions
    if order["entry"] == "paris":
        if not paris_lost(g):
            return list(g.setting.paris)
        return south_of_front(g, regions.get(order["alternate"], ()), "west")   # 7.1.1
    cells = regions.get(order["entry"], ())
    if order.get("south_of_front"):
        return south_of_front(g, cells, "west")                                 # 7.1.4
    if not g.state.delayed[unit]:
        return list(cells)
    return beside_entry(g, unit, cells)


def beside_entry(g: Marne, unit: int, cells: Sequence[int]) -> list[int]:
    """7.0.2 and ruling C21: one to five hexes along the map edge, for the Entente to the south."""
    grid, south = g.setting.grid, g.setting.south
    edges = [set(grid.edge(name)) for name in EDGES if set(grid.edge(name)) & set(cells)]
    beside = [c for c in sorted(set().union(*edges)) if 1 <= min(grid.distance(c, e) for e in cells) <= ALTERNATIVES]
    if g.setting.side[unit] == CP or set(cells) & set(grid.edge("south")):
        return beside
    return [c for c in beside if south[c] > min(south[e] for e in cells)]


def blocked(g: Marne, unit: int, cell: int) -> Ruling:
    """7.0.2: an entry hex that is enemy occupied or in an enemy zone of control."""
    side = g.setting.side[unit]
    if g.closed[side][cell]:
        return refuse("7.0.2", f"{g.setting.grid.ids[cell]} is occupied by the enemy")
    if g.zones[1 - side][cell] and cell not in g.setting.paris:
        return refuse("7.0.2", f"{g.setting.grid.ids[cell]} lies in an enemy zone of control")
    return ALLOW


def entry_open(g: Marne, unit: int) -> bool:
    return any(blocked(g, unit, cell) for cell in entry_hexes(g, unit))


def entry_cost(g: Marne, unit: int, cell: int, strategic: bool) -> int:
    """7.0.3: the hex's own cost, and more for each unit that entered there before, in halves."""
    if cell in g.setting.paris and order_for(g, unit)["entry"] == "paris":
        return 0                                                                # 7.1.1: placed, not moved
    before = g.state.entries.get(cell, 0)
    terrain = g.setting.tec[g.setting.board.terrain[cell]]
    if strategic and cell in g.setting.exits:                                   # following a road
        return (1 if terrain.strategic_waived else terrain.mp) + before
    return terrain.mp + 2 * before


def allowance_on_entry(g: Marne, unit: int, strategic: bool) -> int:
    return g.setting.ma[unit] + (STRATEGIC_BONUS if strategic else 0)


class ReinforcementDecision(MoveDecision):
    """Which unit enters, or goes on after it has entered (7.0.1)."""

    __slots__ = ("waiting",)

    def __init__(self, g: Marne, waiting: Sequence[int]) -> None:
        super().__init__(g, units=g.state.arrived, kind="reinforcement")
        self.waiting = waiting
        self.case = "7.0.1"
        self.prompt = f"{g.setting.game.sides[self.side]}: bring in reinforcements"

    def verbs(self) -> Sequence[str]:
        return ("enter", "rush", "move", "strategic", "taxi", "end")

    def subjects(self) -> Sequence[Subject]:
        entering = [self.g.setting.unit_subjects[u] for u in self.waiting if self.entries(u)]
        return [*entering, *super().subjects()]

    def entries(self, unit: int) -> list[Action]:
        g = self.g
        found = []
        for cell in entry_hexes(g, unit):
            found += [
                Action(verb, (unit, cell)) for verb in ("enter", "rush")
                if self.may_enter_by(verb, unit, cell)
            ]
        return found

    def may_enter(self, verb: str, unit: int, cell: int) -> Ruling:
        g = self.g
        if unit not in self.waiting:
            return refuse("7.0.1", f"{g.name(unit)} is not due to arrive now")
        if cell not in entry_hexes(g, unit):
            return refuse(order_for(g, unit)["case"], f"{g.name(unit)} does not enter by {g.setting.grid.ids[cell]}")
        return self.may_enter_by(verb, unit, cell)

    def may_enter_by(self, verb: str, unit: int, cell: int) -> Ruling:
        """The same for a unit that is due, and one of its entry hexes."""
        g = self.g
        ruling = blocked(g, unit, cell)
        if not ruling:
            return ruling
        strategic = verb == "rush"
        if strategic and order_for(g, unit)["entry"] == "paris" and cell in g.setting.paris:
            return refuse("7.1.1", f"{g.name(unit)} is placed in Paris and does not march there")
        cost, points = entry_cost(g, unit, cell, strategic), allowance_on_entry(g, unit, strategic)
        if cost > points:
            return refuse("7.0.3", f"entering costs {cost / 2:g} MP, {g.name(unit)} has {points / 2:g}")
        return why_no_stacking(g, unit, cell)

    def actions(self, subject: Subject) -> Iterable[Action]:
        if subject.kind == "unit" and subject.ref in self.waiting and isinstance(subject.ref, int):
            return self.entries(subject.ref)
        return super().actions(subject)

    def cost(self, action: Action) -> str:
        if action.verb in ("enter", "rush"):
            halves = entry_cost(self.g, action.number(0), action.number(1), action.verb == "rush")
            return f"{halves / 2:g} MP"
        return super().cost(action)

    def check(self, action: Action) -> Ruling:
        if action.verb in ("enter", "rush"):
            unit, cell = action.number(0), action.number(1)
            return self.may_enter(action.verb, unit, cell)
        return super().check(action)


def delay_blocked(g: Marne) -> None:
    """7.0.2: a unit whose entry hex is blocked comes a turn later, by a hex beside it."""
    state = g.state
    for unit in due_units(g):
        if order_for(g, unit)["entry"] == "paris" and not paris_lost(g):
            continue
        if entry_hexes(g, unit) and not entry_open(g, unit):
            state.due[unit] = state.turn + 1
            state.delayed[unit] = 1
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
        if not state.arrived and not any(may_come(g, unit) for unit in waiting):
            break
        decision = ReinforcementDecision(g, waiting)
        action: Action = yield decision
        if action.verb == "end":
            break
        if action.verb in ("enter", "rush"):
            enter(g, action)
        else:
            carry_out(g, decision, action)
            if action.verb == "taxi":
                yield from finish_taxi_ride(g, int(action.args[0]))  # type: ignore[arg-type]
    for unit, cell in state.entered:
        take_control(g, unit, cell)
    state.entered = []
    state.moving, state.left = -1, 0
    mark_outside(g)


def may_come(g: Marne, unit: int) -> bool:
    """Whether some entry hex is open and has room."""
    return any(blocked(g, unit, c) and may_stack(g, unit, c) for c in entry_hexes(g, unit))


def enter(g: Marne, action: Action) -> None:
    state = g.state
    unit, cell = action.number(0), action.number(1)
    order = order_for(g, unit)
    strategic = action.verb == "rush"
    in_paris = order["entry"] == "paris" and cell in g.setting.paris
    cost = entry_cost(g, unit, cell, strategic)
    state.steps[unit] = order["steps"]                                          # 7.0.1
    state.entries[cell] = state.entries.get(cell, 0) + 1
    g.place(unit, cell)
    state.origin[unit] = cell
    state.moved[unit] = 1
    state.arrived.append(unit)
    state.due[unit] = 0
    state.moving, state.mode = unit, "strategic" if strategic else "move"
    stopped = in_paris or g.zones[1 - g.setting.side[unit]][cell]
    state.left = 0 if stopped else allowance_on_entry(g, unit, strategic) - cost
    if in_paris and order.get("taxis"):
        state.taxi[unit] = 1                                                    # 12.2.1
        if g.setting.options["taxi_on_arrival"] == "on":                        # ruling C40
            state.moved[unit] = 0
    if cell in g.setting.held:
        state.entered.append((unit, cell))
    g.note("enter", order["case"], "7.0.3", unit=unit, to=cell, mp=cost, how=action.verb)
