"""Exploitation Phases (6.4) with overruns (13.13)."""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from typing import Any

from grognard.engine import ALLOW, Action, Procedure, Ruling, refuse
from grognard.engine.game import Asked
from grognard.games.hannut_1940.position import Hannut, counted_enemies
from grognard.games.hannut_1940.rules.allowances import activate, jams, keep_points, mover, points_left
from grognard.games.hannut_1940.rules.assault import finish, put_together, roll, weigh
from grognard.games.hannut_1940.rules.fire import mission
from grognard.games.hannut_1940.rules.halts import meets_halt
from grognard.games.hannut_1940.rules.markers import hexes_with
from grognard.games.hannut_1940.rules.movement import (
    MovementOrders,
    move_units,
    named_units,
    partner_of,
    step_price,
    stop,
    use_stocks,
)
from grognard.games.hannut_1940.rules.observation import air_range
from grognard.games.hannut_1940.rules.odds import Assault
from grognard.games.hannut_1940.rules.results import Suffering
from grognard.games.hannut_1940.rules.stacking import may_share
from grognard.games.hannut_1940.setting import GERMAN, QUARTERS, ROAD
from grognard.games.hannut_1940.state import CLOSED, Mark
from grognard.rules.masks import cells_of
from grognard.rules.position import Choosing


def entry_price(g: Hannut, unit: int, way: int, cell: int) -> int | None:
    """13.13: entering the hex, and a point for the overrun."""
    price = step_price(g, unit, way, g.state.loc[unit], cell)
    return None if price is None else price + QUARTERS * g.setting.limits["overrun-mp"]


def open_ways(g: Hannut, units: Sequence[int], cell: int) -> list[int]:
    """The ways in which all of the units can pay for an overrun."""
    found = []
    for way in g.setting.ways[units[0]]:
        prices = [(entry_price(g, u, way, cell), points_left(g, u, way)) for u in units]
        if all(price is not None and price <= left for price, left in prices):
            found.append(way)
    return found


def near_enemies(g: Hannut, unit: int) -> int:
    """13.13: enemies next to a unit, but for those that it has overrun (13.13.2)."""
    return g.setting.around[g.state.loc[unit]] & counted_enemies(g, unit)


def may_overrun(g: Hannut, units: Sequence[int], cell: int) -> Ruling:
    """13.13."""
    unit, name, here = units[0], g.name(units[0]), g.cell_name(cell)
    side = g.setting.side[unit]
    if not g.may_assault_now(side):
        return refuse("19.5", "without a real night chit there are no ground assaults tonight")
    if any(g.setting.units[u].pr_attack < 0 for u in units):
        return refuse("5.5", f"{name} has no offensive proficiency and cannot attack")
    if not g.occupied(1 - side) >> cell & 1 or not g.beside(unit, cell):
        return refuse("13.13", f"no enemy is in {here}, next to {name}")
    if not counted_enemies(g, unit) >> cell & 1:
        return refuse("13.13.2", f"{name} has overrun {here} in this phase, and ignores it from then on")
    if near_enemies(g, unit) & ~(1 << cell):
        return refuse("13.13", f"{name} is next to other enemies, too")
    if not g.setting.limit[g.division(unit)] >> cell & 1:
        return refuse("19.6", f"{name} may not go as far as {here}")
    if not open_ways(g, units, cell):
        return refuse("13.13", f"{name} does not have the movement points to overrun {here}")
    return ALLOW


class ExploitationOrders(MovementOrders):
    """Movement in an Exploitation Phase, and overruns."""

    def verbs(self) -> Sequence[str]:
        return ("move", "march", "overrun", "sweep", "end")

    def cells(self, unit: int) -> Mapping[str, int]:
        g = self.g
        found = dict(super().cells(unit)) if not g.state.halted[unit] else {"move": 0, "march": 0}
        near = cells_of(near_enemies(g, unit))
        found["overrun"] = found["sweep"] = 0
        if len(near) == 1:
            if may_overrun(g, [unit], near[0]):
                found["overrun"] = 1 << near[0]
            partner = partner_of(g, unit) if self.number == GERMAN else -1
            if partner >= 0 and may_overrun(g, [unit, partner], near[0]):
                found["sweep"] = 1 << near[0]
        return found

    def others(self, unit: int) -> Sequence[Action]:
        return ()

    def may(self, verb: str, unit: int, cell: int) -> Ruling:
        if verb in ("overrun", "sweep"):
            partner = partner_of(self.g, unit) if verb == "sweep" and self.number == GERMAN else -1
            if verb == "sweep" and partner < 0:
                return refuse("7.1", f"no AFV company moves with {self.g.name(unit)}")
            return may_overrun(self.g, [unit] if verb == "overrun" else [unit, partner], cell)
        if self.g.state.halted[unit]:
            return refuse("6.6", f"{self.g.name(unit)} was halted")
        return super().may(verb, unit, cell)


def exploitation_phase(g: Hannut) -> Procedure:
    """6.4. A side without exploitation markers, which show, is not asked."""
    while hexes_with(g, mover(g), Mark.EXP):
        orders = ExploitationOrders(g, "exploitation", "6.4", "move or overrun with exploiting units, or end the phase")
        action: Action = yield orders
        if action.verb == "end":
            return
        if action.verb in ("move", "march"):
            move_units(g, orders, action)
        else:
            units = named_units(g, action)
            yield from overrun(g, units, action.number(1))
            for unit in g.living(units):
                use_stocks(g, unit)                                             # 15.2: won or lost, it has cost its MP


# -- 13.13 --


def overrun(g: Hannut, units: list[int], cell: int) -> Procedure:
    """13.13; a unit that a halt has stopped does not come this far (6.6, ruling C31)."""
    ways, start = open_ways(g, units, cell), g.state.loc[units[0]]
    activate(g, units)
    pay_overrun(g, units, cell, ways)
    yield from air_mission(g, units, cell)
    units = [u for u in g.living(units) if g.state.loc[u] == start]             # ruling D19: driven off, no overrun
    if not units or not g.enemies_in(cell, g.setting.side[units[0]]):
        yield from after(g, units, cell, won=bool(units))
        return
    a = Assault(g, units, cell, overrun=True)
    yield from put_together(a)
    won = yield from resolve(a)
    finish(a)
    if won:
        ignore(g, a.everybody[1])
    yield from after(g, g.living(units), cell, won)


def ignore(g: Hannut, units: Sequence[int]) -> None:
    """13.13.2: the overrun units count for nothing any more, wherever they went, unless others are with them."""
    for cell in sorted({g.state.loc[u] for u in g.living(units)} - set(g.state.overrun)):
        if all(u in units for u in g.stack[cell]):
            g.state.overrun.append(cell)


def pay_overrun(g: Hannut, units: Sequence[int], cell: int, ways: Sequence[int]) -> None:
    for unit in units:
        for way in g.setting.ways[unit]:
            left, price = points_left(g, unit, way), entry_price(g, unit, way, cell)
            if way not in ways or price is None or left < price:
                keep_points(g, unit, way, CLOSED)
            else:
                keep_points(g, unit, way, left - price)


def air_mission(g: Hannut, units: Sequence[int], cell: int) -> Procedure:
    """13.13.1: the German side, attacking or defending, may fly one mission within range of the HQ concerned."""
    side = g.setting.side[units[0]]
    attacks = side == GERMAN
    target = cell if attacks else g.state.loc[units[0]]
    own = list(units) if attacks else list(g.stack[cell])
    if g.is_night or not g.state.air.get("german", 0):
        return
    near = not g.setting.hidden_from_air >> target & 1 and any(                 # 8.3
        g.has_hq(d) and g.in_range(d, target, air_range(g, d)) for d in {g.division(u) for u in own}
    )
    most = min(g.state.air["german"], g.setting.limits["ap-most"]) if near else 0    # 10.3.3, 10.3.9: without a spotter
    options = [*[Action("strafe", (number,)) for number in range(1, most + 1)], Action("hold")]
    question = f"how many air points against {g.cell_name(target)}?"
    action = yield from g.ask(GERMAN, "strafe", "13.13.1", question, options, even_if_one=True)
    if action.verb == "strafe":
        g.state.air["german"] -= action.number()
        g.note("air-mission", "13.13.1", side="german", cell=target, points=action.number())
        yield from mission(g, GERMAN, air=True, spotter=-1, cell=target, points=action.number())


def resolve(a: Assault) -> Generator[Asked, Any, bool]:
    """13.13.2: success if the attacker suffers less, and can pay for it in steps (rulings C30, C84)."""
    g, fight = a.g, weigh(a)

    def thrown() -> tuple[Suffering, Suffering, bool]:
        ours, theirs = [Suffering(a, role, result) for role, result in enumerate(roll(a, fight))]
        for one in (ours, theirs):
            one.check_lead()
        won = weight(g, ours) < weight(g, theirs) and ours.points < g.steps_in_hex(ours.units)
        g.note("overrun", "13.13.2", result=True, cell=a.cell, won=won)
        return ours, theirs, won

    ours, theirs, won = g.by_chance(thrown)
    a.suffering = [ours, theirs]
    if won:
        yield from ours.hits.lose(ours.points)
    else:
        ours.rooted = True                                                      # 13.13.3, ruling D20
        yield from ours.meet()
    yield from theirs.meet()
    theirs.settle()
    return won


def weight(g: Hannut, one: Suffering) -> int:
    """Ruling C30: points of obligations, or the number of kinds."""
    if g.has_option("overrun_success", "points"):
        return one.points
    return int(one.mandatory > 0) + int(one.discretionary > 0) + int(one.check)


def after(g: Hannut, units: Sequence[int], cell: int, won: bool) -> Procedure:
    """13.13.2, 13.13.3: on into or past the hex, or no further."""
    g.state.safe = []
    if not units:
        return
    side = g.setting.side[units[0]]
    if not won:
        for unit in units:
            g.state.done[unit] = 1
        return
    start = g.state.loc[units[0]]
    past = bool(g.enemies_in(cell, side))
    to = cell
    if past or not may_share(g, (*units, *g.stack[cell])):
        found = yield from exit_hex(g, units, cell)
        if found < 0:
            for unit in units:
                g.state.done[unit] = 1
            return
        to = found
    for unit in units:
        g.place(unit, to)
        g.state.halted[unit] = 0
    if meets_halt(g, side, to):
        stop(g, units)
    g.note("move", "13.13.2", units=list(units), start=start, to=to)


def exits(g: Hannut, unit: int, cell: int, to: int) -> list[int]:
    """What is left in each way after the step out of an overrun hex (6.1, 6.5); along a road nothing in a jam (6.2)."""
    found = []
    jammed = to != g.state.loc[unit] and jams(g, g.setting.side[unit]) >> to & 1
    for way in g.setting.ways[unit]:
        left, price = points_left(g, unit, way), step_price(g, unit, way, cell, to)
        if price is None or price > left:
            found.append(CLOSED)
        else:
            found.append(0 if way == ROAD and jammed else left - price)
    return found


def exit_hex(g: Hannut, units: Sequence[int], cell: int) -> Choosing:
    """13.13.2: past the overrun units: paid for while there are points, else placed next to the hex; -1 for nowhere."""
    side, setting = g.setting.side[units[0]], g.setting
    limit = setting.limit[g.division(units[0])]
    free = [
        c for c in setting.grid.neighbours[cell]
        if not g.occupied(1 - side) >> c & 1 and limit >> c & 1
        and may_share(g, (*units, *[u for u in g.stack[c] if u not in units]))
    ]
    if not free:
        return -1
    payable = [c for c in free if all(max(exits(g, u, cell, c)) >= 0 for u in units)]
    question = "where do the overrunning units go on to?"
    to = yield from g.choose(side, "place", "13.13.2", question, "place", payable or free, about="cell")
    for unit in units:
        for way, left in zip(setting.ways[unit], exits(g, unit, cell, to), strict=True):
            keep_points(g, unit, way, left)
        if max([points_left(g, unit, way) for way in setting.ways[unit]]) <= 0:
            g.state.done[unit] = 1
    return to

