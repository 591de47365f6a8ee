"""Movement (module 6) and the taxis of Paris (section 12.2)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from grognard.engine import ALLOW, Action, Procedure, Ruling, refuse
from grognard.games.marne_1914.position import OFF_MAP, Marne
from grognard.games.marne_1914.rules.stacking import fits, may_stack
from grognard.games.marne_1914.rules.supply import determine_supply, out_of_supply
from grognard.games.marne_1914.setting import CP, ENTENTE
from grognard.games.marne_1914.state import Moved, Taxi
from grognard.rules.masks import cells_of
from grognard.rules.orders import UnitOrders
from grognard.rules.search import Reach, reach
from grognard.rules.walking import Walking

LEAVING = 2
"""4.2.4, 6.1.5: one MP more to leave an enemy zone of control, in halves."""
STRATEGIC_BONUS = 4
"""6.2.2a: two MP more, in halves."""
CASES = {"move": "6.1.1", "strategic": "6.2.1", "taxi": "12.2.2"}


def allowance(g: Marne, unit: int) -> int:
    """The movement allowance in halves; one MP less if out of supply at the start (10.2.1a)."""
    return g.setting.ma[unit] - 2 * out_of_supply(g, unit)


# -- where a unit can go --


def reach_normal(g: Marne, unit: int, start: int, points: int, fresh: bool) -> Reach:
    """Where a unit can go (6.1). A unit that has not moved yet may always go one hex (6.1.7).

    The first enemy zone of control entered ends the move (4.2.2), also when it comes out of another
    (4.2.3); friendly zones do not lift it (4.2.5). Friendly units are no obstacle on the way (6.1.9).
    The map has no hexes beyond its edge, so nobody moves off it (6.1.10).
    """
    side = g.setting.side[unit]
    minimum = g.setting.around[start] if fresh else 0
    if side == CP:
        minimum &= ~g.setting.paris_mask
    return g.setting.normal.reach(start, points, g.closed_cells[side], g.zone_cells[1 - side], LEAVING, minimum)


def reach_strategic(g: Marne, unit: int, start: int, points: int) -> Reach:
    """6.2.1: never in an enemy zone of control, neither at the start nor on the way nor at the end."""
    side = g.setting.side[unit]
    return g.setting.strategic.reach(start, points, g.closed_cells[side] | g.zone_cells[1 - side], 0)


def reach_on(g: Marne, unit: int, start: int, mode: str, points: int) -> Reach:
    """Where a unit that has begun its move, or entered the map, goes on in the same way."""
    if mode == "move":
        return reach_normal(g, unit, start, points, fresh=False)
    return reach_strategic(g, unit, start, points)


def ways_from(g: Marne, unit: int, start: int) -> dict[str, Reach]:
    """Where a unit can go that begins its move in a hex, normally and by Strategic Movement."""
    whole, points = g.setting.ma[unit], allowance(g, unit)
    ways = {"move": reach_normal(g, unit, start, points, fresh=True)}
    if points == whole and not g.zones[1 - g.setting.side[unit]][start]:        # in supply: 10.2.1b, 6.2.1
        ways["strategic"] = reach_strategic(g, unit, start, whole + STRATEGIC_BONUS)
    return ways


def reach_by_taxi(g: Marne, unit: int) -> Reach:
    """12.2.4: along roads only; the last hex may lie in an enemy zone of control."""
    points = g.setting.ma[unit] + STRATEGIC_BONUS
    return reach(g.setting.road_steps, g.state.loc[unit], points, g.closed_cells[ENTENTE], g.zone_cells[CP])


def room_for(g: Marne, unit: int, cells: int) -> int:
    """Those cells of a set where a unit may end its move: stacking (4.1.4), falling back (14.2.2)."""
    if must_fall_back(g, unit):
        cells &= g.setting.from_south[g.setting.south[g.state.origin[unit]]]
    side, here = g.setting.side[unit], g.state.loc[unit]
    taken = g.closed_cells[1 - side] & cells
    if not taken:
        return cells
    cells &= ~taken
    if g.setting.infantry[unit]:
        # Beside other infantry there is no room (4.1.1), so only hexes of cavalry are looked at.
        taken &= ~g.infantry_cells[side] | (1 << here if here >= 0 else 0)
    army, stack = g.state.army, g.stack
    for cell in cells_of(taken):
        # Another army's unit there already says no (4.1.2).
        if (not stack[cell] or army[stack[cell][0]] == army[unit]) and fits(g, unit, cell):
            cells |= 1 << cell
    return cells


# -- who may go --


def may_move_strategically(g: Marne, unit: int) -> Ruling:
    if out_of_supply(g, unit):
        return refuse("10.2.1b", f"{g.name(unit)} is out of supply and cannot use Strategic Movement")
    if g.in_enemy_zone(unit):
        return refuse("6.2.1", f"{g.name(unit)} starts in an enemy zone of control")
    return ALLOW


def may_take_taxi(g: Marne, unit: int) -> Ruling:
    """12.2.1-12.2.4 and ruling C40."""
    if not g.state.taxi[unit]:
        return refuse("12.2.1", f"{g.name(unit)} cannot take the taxis: they carry only IV Corps divisions from Paris")
    if g.state.taxi[unit] == Taxi.RIDDEN:
        return refuse("12.2.3", f"{g.name(unit)} has already had its taxi ride")
    if g.state.loc[unit] not in g.setting.paris:
        return refuse("12.2.4", "the taxis start from Paris")
    if g.state.moved[unit]:
        return refuse("12.2.2", f"{g.name(unit)} has already moved")
    return may_move_strategically(g, unit)


def waits_for_taxi(g: Marne, unit: int) -> bool:
    """7.1.1: just placed in Paris, where by option a ride may follow at once, but no march (ruling C40)."""
    return unit in g.state.arrived and not g.state.moved[unit]


def must_fall_back(g: Marne, unit: int) -> bool:
    """Whether 14.2.2 binds a unit; those who arrive, and IV Corps in its taxis, are on their way to the front."""
    return (
        g.setting.side[unit] == ENTENTE
        and g.state.initiative == "cp"
        and g.setting.scenario == "full-battle"
        and g.has_option("great_retreat")
        and g.state.loc[unit] >= 0
        and unit not in g.state.arrived
        and not (g.state.taxi[unit] == Taxi.WAITING or g.state.moved[unit] == Moved.SETTLED)
    )


def may_end_so_far_north(g: Marne, unit: int, cell: int) -> Ruling:
    """14.2.2 by way of 4.4.4b, reconstructed: without the Initiative the Entente falls back, never forward."""
    if not must_fall_back(g, unit) or g.setting.south[cell] >= g.setting.south[g.state.origin[unit]]:
        return ALLOW
    name = g.name(unit)
    return refuse("14.2.2", f"until the Entente has the Initiative, {name} cannot end further north than it began")


class MoveOrders(UnitOrders[Marne]):
    """Which unit moves next, and where to (6.1.1)."""

    offers: ClassVar[Sequence[str]] = ("move", "strategic", "taxi", "end")
    walking = Walking(adjacent="6.1.2", closed="6.1.8", zone="4.2.2", cost="6.1.6")

    def __init__(
        self, g: Marne, only: Sequence[int] | None = None, kind: str = "movement", case: str = "6.1.1",
        question: str = "move units",
    ) -> None:
        super().__init__(g, g.phasing, kind, case, question)
        self.only = only
        self._ways: dict[int, Mapping[str, Reach]] = {}

    def units(self) -> Sequence[int]:
        state = self.g.state
        loc, moved = state.loc, state.moved
        going_on = state.moving if state.left else -1
        units = self.g.setting.units_of[self.number] if self.only is None else self.only
        return [u for u in units if loc[u] >= 0 and (not moved[u] or u == going_on)]

    def is_able(self, unit: int) -> bool:
        return True                                     # now and then one turns out to have no room

    def cells(self, unit: int) -> Mapping[str, int]:
        """By each way of moving, the hexes where a unit can end: room is looked for in all of them at once."""
        ways, everywhere = self.ways(unit), 0
        for way in ways.values():
            everywhere |= way.cells
        room = room_for(self.g, unit, everywhere)
        verbs = ("move", "strategic", "taxi") if self.g.state.taxi[unit] else ("move", "strategic")
        return {verb: ways[verb].cells & room if verb in ways else 0 for verb in verbs}

    def ways(self, unit: int) -> Mapping[str, Reach]:
        """Where each way of moving leads a unit that may take it; looked up once while the question stands."""
        found = self._ways.get(unit)
        if found is None:
            found = self._ways[unit] = self._search(unit)
        return found

    def _search(self, unit: int) -> Mapping[str, Reach]:
        g, state = self.g, self.g.state
        start = state.loc[unit]
        if start < 0 or (state.moved[unit] and not (state.moving == unit and state.left)):
            return {}
        if state.moved[unit]:
            return {state.mode: reach_on(g, unit, start, state.mode, state.left)}
        found = {} if waits_for_taxi(g, unit) else ways_from(g, unit, start)
        if state.taxi[unit] and may_take_taxi(g, unit):
            found["taxi"] = reach_by_taxi(g, unit)
        return found

    def reach(self, verb: str, unit: int) -> Reach | None:
        return self.ways(unit).get(verb)

    def reaches(self, verb: str, unit: int) -> Mapping[str, Reach]:
        found = self.reach(verb, unit) if verb in CASES else None
        return {} if found is None else {"": found}

    def cost(self, action: Action) -> str:
        if action.verb not in CASES:
            return ""
        found = self.reach(action.verb, action.number(0))
        return f"{found.cost(action.number(1)) / 2:g} MP" if found is not None and action.number(1) in found else ""

    def way(self, action: Action) -> Sequence[int]:
        found = self.reach(action.verb, action.number(0)) if action.verb in CASES else None
        return found.path(action.number(1)) if found is not None and action.number(1) in found else ()

    def may_act(self, unit: int) -> Ruling:
        g, state = self.g, self.g.state
        if g.setting.side[unit] != self.number:
            return refuse("6.1.1", f"{g.name(unit)} is not your unit")
        if state.loc[unit] < 0:
            return refuse("6.1.1", f"{g.name(unit)} is not on the map")
        if self.only is not None and unit not in self.only:
            name = g.name(unit)
            return refuse("3.0", f"regular movement is over: only units that have just arrived can move, not {name}")
        if state.moved[unit] and not (state.moving == unit and state.left):
            return refuse("6.1.1", f"{g.name(unit)} has finished its move this segment")
        return ALLOW

    def may_do(self, action: Action) -> Ruling:
        return self.may(action.verb, action.number(0), action.number(1))        # a taxi for a unit without taxis

    def may(self, verb: str, unit: int, cell: int) -> Ruling:
        found = self.reach(verb, unit)
        if found is not None and cell in found:
            return may_stack(self.g, unit, cell) and may_end_so_far_north(self.g, unit, cell)
        return self.may_reach(verb, unit, cell)

    def may_reach(self, verb: str, unit: int, cell: int) -> Ruling:
        """A refusal that says what stops the unit."""
        g, state = self.g, self.g.state
        name, here, side = g.name(unit), g.cell_name(cell), g.setting.side[unit]
        if cell == state.loc[unit]:
            return refuse("6.1.2", f"{name} is already in {here}")
        if g.closed[side][cell]:
            if not g.stack[cell]:
                return refuse("12.1.1", f"the garrison of Paris holds {here}")
            return refuse("6.1.8", f"{here} is enemy-occupied: no unit can enter it")
        if verb == "taxi":
            far = (g.setting.ma[unit] + STRATEGIC_BONUS) / 2
            no_road = refuse("12.2.4", f"no open road of {far:g} MP leads from Paris to {here}")
            return may_take_taxi(g, unit) and no_road
        if waits_for_taxi(g, unit):
            return refuse("7.1.1", f"{name} has just arrived in Paris: only the taxis can take it further this turn")
        if state.moved[unit] and verb != state.mode:
            return refuse("6.2.1", f"{name} began its move as '{state.mode}' and must continue that way")
        if verb == "strategic":
            ruling = ALLOW if state.moved[unit] else may_move_strategically(g, unit)
            if not ruling:
                return ruling
            if g.zones[1 - side][cell]:
                return refuse("6.2.1", f"{here} is in an enemy zone of control: Strategic Movement cannot enter it")
            whole = g.setting.ma[unit] + STRATEGIC_BONUS
            return may_march_fast(g, unit, cell, state.left if state.moved[unit] else whole)
        points = state.left if state.moved[unit] else allowance(g, unit)
        return may_march(g, unit, cell, points)


def may_march_fast(g: Marne, unit: int, cell: int, points: int) -> Ruling:
    """Why a hex is out of reach of Strategic Movement: the enemy, the price, or his zones of control on the way."""
    side, name, here = g.setting.side[unit], g.name(unit), g.cell_name(cell)
    free = reach(g.setting.strategic.groups, g.state.loc[unit], 300, g.closed_cells[side], 0)
    if cell not in free:
        return refuse("6.1.8", f"the enemy blocks every route to {here}")
    if free.cost(cell) > points:
        price = f"{free.cost(cell) / 2:g} MP by Strategic Movement"
        return refuse("6.2.2a", f"{here} costs {price}, {name} has {points / 2:g}")
    return refuse("6.2.1", f"every route of {points / 2:g} MP to {here} enters an enemy zone of control")


def may_march(g: Marne, unit: int, cell: int, points: int) -> Ruling:
    """Why a hex is out of reach of normal movement: the enemy, his zones of control, or the price."""
    side, name, here = g.setting.side[unit], g.name(unit), g.cell_name(cell)
    free = reach(g.setting.normal.groups, g.state.loc[unit], 300, g.closed_cells[side], 0)
    if cell not in free:
        return refuse("6.1.8", f"the enemy blocks every route to {here}")
    needed = free.cost(cell)
    if needed > points:
        return refuse("6.1.6", f"{here} costs {needed / 2:g} MP, {name} has {points / 2:g}")
    if g.in_enemy_zone(unit) and needed + LEAVING > points:
        price = f"{(needed + LEAVING) / 2:g} MP of {points / 2:g}"
        return refuse("4.2.4", f"{name} needs 1 MP more to leave an enemy zone of control: {price}")
    stop = f"{name} must stop in the first enemy zone of control it enters"
    return refuse("4.2.2", f"{stop}, and {here} lies behind one")


def carry_out(g: Marne, orders: MoveOrders, action: Action) -> Procedure:
    """Move a unit along its cheapest way and note the places it enters."""
    state = g.state
    unit, cell = action.number(0), action.number(1)
    found = orders.reach(action.verb, unit)
    assert found is not None
    path, spent = found.path(cell), found.cost(cell)
    if state.moved[unit]:
        left = state.left - spent
    else:
        determine_supply(g, unit)
        state.moved[unit] = Moved.MOVED
        bonus = 0 if action.verb == "move" else STRATEGIC_BONUS
        left = max(0, allowance(g, unit) + bonus - spent)
    g.place(unit, cell)
    state.moving, state.mode = unit, action.verb
    # 4.2.2: whoever enters an enemy zone of control stops there; the taxis ride once (12.2.3).
    stopped = action.verb == "taxi" or g.zones[1 - g.setting.side[unit]][cell]
    state.left = 0 if stopped else left
    state.entered += [(unit, c) for c in path if c in g.setting.held]
    g.note("move", CASES[action.verb], unit=unit, to=cell, path=path, mp=spent, how=action.verb)
    if action.verb == "taxi":
        yield from finish_taxi_ride(g, unit)


def movement_segment(g: Marne) -> Procedure:
    """The Movement Segment: units move one after the other until the player ends it."""
    while True:
        orders = MoveOrders(g)
        action: Action = yield orders
        if action.verb == "end":
            g.state.moving, g.state.left = -1, 0
            for unit in g.on_map(g.phasing):
                if not g.state.moved[unit]:
                    determine_supply(g, unit)
            return
        yield from carry_out(g, orders, action)


def finish_taxi_ride(g: Marne, unit: int) -> Procedure:
    """12.2.3 and 12.2.5: one ride a game; the division may join another French corps (ruling C41)."""
    g.state.taxi[unit], g.state.moved[unit] = Taxi.RIDDEN, Moved.SETTLED
    own, corps = g.state.corps[unit], french_corps(g, unit)
    options = [Action("attach", (unit, name)) for name in (own, *corps)]
    action = yield from g.ask(ENTENTE, "attach", "12.2.5", f"{g.name(unit)} may join another French corps", options)
    name = action.word(1)
    if name != own:
        g.state.corps[unit], g.state.army[unit] = name, corps[name]
        g.changed()
        g.note("attached", "12.2.5", unit=unit, corps=name, army=corps[name])


def french_corps(g: Marne, unit: int) -> dict[str, str]:
    """The other French corps in play with their armies (ruling C41); of one army with who shares the hex (4.1.2)."""
    loc, corps, army = g.state.loc, g.state.corps, g.state.army
    beside = [u for u in g.stack[loc[unit]] if u != unit]
    french = [u for u in g.setting.units_of[ENTENTE] if loc[u] != OFF_MAP and not g.setting.british[u]]
    fitting = [u for u in french if corps[u] != corps[unit] and all(army[b] == army[u] for b in beside)]
    return {corps[u]: army[u] for u in fitting}
