"""Advance (16.6, steps B.10 and L.4)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from grognard.engine import Action, Procedure, Ruling, refuse
from grognard.games.soissons_1918.position import Soissons
from grognard.games.soissons_1918.rules.fallback import fall_back_at_once
from grognard.games.soissons_1918.rules.maneuver import MovingOrders, may_leave_hex, step_aside
from grognard.games.soissons_1918.rules.stacking import may_stack, room_for
from grognard.games.soissons_1918.rules.supply import LINES
from grognard.games.soissons_1918.rules.units import break_down
from grognard.games.soissons_1918.rules.victory import reach_perimeter
from grognard.games.soissons_1918.state import Order


def may_advance(g: Soissons, unit: int) -> Ruling:
    """16.6: with a marker, and not in an enemy zone of control."""
    name = g.name(unit)
    if not g.is_phasing(unit) or g.state.loc[unit] < 0:
        return refuse("16.6", f"{name} is not one of your units on the map")
    if not g.state.order[unit]:
        return refuse("16.6", f"{name} has no attack order marker")
    if g.state.done[unit]:
        return refuse("16.6", f"{name} has already advanced")
    return may_leave_hex(g, unit)


def hexes_ahead(g: Soissons, unit: int) -> int:
    """16.6: any adjacent hex with a Prepare marker; else the hex pointed at and those next to it. Tanks: 5.4.1."""
    here, setting = g.state.loc[unit], g.setting
    steps = setting.tank_steps if g.state.tank[unit] >= 0 else setting.open_steps
    cells = steps.forth.of(1 << here)
    if g.state.order[unit] == Order.LOW:
        aim = g.state.aim[unit]
        cells &= setting.around[aim] | 1 << aim
    return cells & ~g.closed_cells[setting.side[unit]]


class AdvanceOrders(MovingOrders):
    """Which unit advances by a hex."""

    def __init__(self, g: Soissons) -> None:
        super().__init__(g, g.phasing, "advance", "16.6", "advance units with attack orders")

    def verbs(self) -> Sequence[str]:
        return ("advance", "exit", "abandon", "end")

    def units(self) -> Sequence[int]:
        g = self.g
        ready = [u for u in g.on_map(self.number) if g.state.order[u] and may_advance(g, u)]
        return [*ready, *(g.state.tank[u] for u in ready if g.state.tank[u] >= 0)]

    def cells(self, unit: int) -> Mapping[str, int]:
        if self.g.setting.is_tank[unit]:
            return {}
        cells = room_for(self.g, (unit,), hexes_ahead(self.g, unit))
        cells &= ~LINES.moves_into_isolation(self.g, (unit,), cells)[0]
        return {"advance": cells & ~LINES.forsakes_friends(self.g, (unit,), cells)}

    def may_move(self, unit: int) -> Ruling:
        return may_advance(self.g, unit)

    def may_exit(self, unit: int) -> Ruling:
        """Ruling K62: off the map is no hex that a Low Intensity marker points at."""
        name = self.g.name(unit)
        if self.g.state.order[unit] == Order.LOW:
            return refuse("16.6", f"{name} has a Low Intensity marker, which does not let it leave the map")
        return super().may_exit(unit)

    def may(self, verb: str, unit: int, cell: int) -> Ruling:
        g, name, here = self.g, self.g.name(unit), self.g.cell_name(cell)
        if not hexes_ahead(g, unit) >> cell & 1:
            if g.state.order[unit] == Order.LOW and g.beside(unit, cell):
                return refuse("16.6", f"{name} advances into the hex that its marker points at, or next to that hex")
            return refuse("16.6", f"{name} advances one hex, onto ground it may enter, never onto an enemy")
        if LINES.moves_into_isolation(g, (unit,), 1 << cell)[0]:
            return refuse("11.2.1", f"{name} would be isolated in {here}")
        if LINES.forsakes_friends(g, (unit,), 1 << cell):
            return refuse("11.2.1", f"{name} would isolate a friendly unit by moving to {here}")
        return may_stack(g, (unit,), cell)


def advance_segment(g: Soissons) -> Procedure:
    yield from fall_back_at_once(g, g.other)                                    # ruling K70
    while AdvanceOrders(g).units():
        action: Action = yield AdvanceOrders(g)
        if action.verb == "end":
            return
        if action.verb == "advance":
            yield from advance(g, action.number(0), action.number(1))
        else:
            yield from step_aside(g, action)


def advance(g: Soissons, unit: int, cell: int) -> Procedure:
    """One hex; a Prepare marker stays, a Low Intensity marker goes. A German division may break down (14.0)."""
    g.state.done[unit] = 1
    g.place(unit, cell)
    g.note("advance", "16.6", unit=unit, to=cell)
    if g.state.order[unit] == Order.LOW:
        g.strip_order(unit)
    reach_perimeter(g, (unit,), cell)
    yield from fall_back_at_once(g, g.other, cell)
    ways = g.setting.breaking.actions(g, unit)
    if ways:
        question = f"does {g.name(unit)} break down into regiments?"
        action = yield from g.ask(g.phasing, "breakdown", "14.0", question, [*ways, Action("hold")])
        if action.verb == "breakdown":
            break_down(g, action)


def end_advance(g: Soissons) -> None:
    """Step B.10: all remaining Low Intensity markers are removed."""
    for unit in g.on_map(g.phasing):
        if g.state.order[unit] == Order.LOW:
            g.strip_order(unit)
    g.state.clear("done", "locked")
