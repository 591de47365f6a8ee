"""Movement (11.1, 11.2): zones, relief, rivers, forced march; the same for exploitation movement (14.2)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from grognard.engine import ALLOW, Action, Procedure, Ruling, Subject, refuse
from grognard.engine.facts import derived
from grognard.games.friedensturm_1918.position import Friedensturm, frozen, in_play, unpinned_zones
from grognard.games.friedensturm_1918.rules.bridges import (
    build_pontoon,
    builders,
    lift_pontoon,
    may_build_pontoon,
    may_lift_pontoon,
    pontoon_sites,
)
from grognard.games.friedensturm_1918.rules.reinforcements import arriving, enter, entry_hexes, may_enter
from grognard.games.friedensturm_1918.rules.stacking import drive_off_air, may_stop, room_for
from grognard.games.friedensturm_1918.rules.supply import ways_home
from grognard.games.friedensturm_1918.rules.support import pass_by, settle
from grognard.games.friedensturm_1918.setting import BARRED, FOOT, GERMAN, GUNS, ROAD
from grognard.games.friedensturm_1918.state import Marker
from grognard.rules.marching import MarchOrders
from grognard.rules.rivers import pairs
from grognard.rules.search import Reach
from grognard.rules.walking import HALVES

FAR = 200


def printed_points(g: Friedensturm, unit: int) -> int:
    """11.1.1: less for disorganised units (12.5)."""
    points = g.setting.units[unit].movement
    return points // g.setting.limits["disorganised-divisor"] if g.is_disorganised(unit) else points


def allowance(g: Friedensturm, unit: int) -> int:
    """11.1.1, in halves; other points in exploitation (14.2)."""
    limits, points = g.setting.limits, printed_points(g, unit)
    if g.state.phase == "exploitation":
        if g.state.marker[unit] == Marker.RESERVE:
            points += limits["reserve-bonus"]                                   # 11.2.8
        else:
            points = -(-points // limits["exploitation-divisor"])               # rounded up
    return HALVES * points


def reaction_points(g: Friedensturm, unit: int) -> int:
    """12.2.6: half the allowance, rounded up."""
    return HALVES * -(-printed_points(g, unit) // g.setting.limits["reaction-divisor"])


def points_left(g: Friedensturm, unit: int) -> int:
    return g.state.mp[unit] if g.state.mp[unit] >= 0 else allowance(g, unit)


def zones_against(g: Friedensturm, units: Sequence[int]) -> int:
    """11.2.1: the enemy zones that stop some units. With Stosstruppen or tanks they ignore pinned enemies (12.2.6)."""
    setting, enemy = g.setting, 1 - g.setting.side[units[0]]
    if any(setting.tank[u] for u in units) or all(g.state.stoss[u] >= 0 for u in units):
        return unpinned_zones(g, enemy)
    return g.zone_cells[enemy]


def may_move(g: Friedensturm, unit: int) -> Ruling:
    """Who can move in this phase at all."""
    state, name, setting = g.state, g.name(unit), g.setting
    if not g.is_phasing(unit) or setting.air[unit] or setting.is_stoss[unit]:
        return refuse("11.1.1", f"{name} is not yours to move by itself")
    if state.loc[unit] < 0:
        return refuse("11.1.1", f"{name} is not on the map")
    if state.done[unit]:
        return refuse("11.1.1", f"{name} has finished its movement")
    if unit in setting.immune or not setting.units[unit].movement:
        return refuse("11.1.1", f"{name} never moves")
    if frozen(g) >> state.loc[unit] & 1:
        return refuse("Scenario 3", f"nothing moves in {g.cell_name(state.loc[unit])} on this turn")
    if state.offensive[unit]:
        return refuse("11.3.1.1", f"{name} is in offensive mode and moves only after exploitation")
    if state.phase == "exploitation" and state.marker[unit] not in (Marker.EXPLOITATION, Marker.RESERVE):
        return refuse("14.2", f"{name} has neither an Exploitation nor a Reserve marker")
    return ALLOW


def has_moved(g: Friedensturm, unit: int) -> bool:
    return g.state.mp[unit] >= 0 or g.state.began[unit] != g.state.loc[unit]


def may_leave(g: Friedensturm, units: Sequence[int]) -> Ruling:
    """11.2.2: out of an enemy zone only if a combat unit stays, or a relieving unit has just come."""
    here = g.state.loc[units[0]]
    if not g.setting.combat[units[0]] or not zones_against(g, units) >> here & 1:
        return ALLOW
    others = [u for u in g.combat_at(here) if u not in units]
    if any(not has_moved(g, u) for u in others) or (others and g.state.relief == here):
        return ALLOW
    name = g.names(units)
    if others:
        return refuse("11.2.2", f"{name} had to leave at once when it was relieved")
    return refuse("11.2.2", f"{name} is in an enemy zone of control and leaves only if another unit relieves it")


def find_reach(g: Friedensturm, units: Sequence[int], points: int | None = None) -> Reach:
    """11.1: every hex in reach. Enemy zones stop (11.2.1), and bar artillery and headquarters (11.3.1, 11.3.3)."""
    setting, side, start = g.setting, g.setting.side[units[0]], g.state.loc[units[0]]
    kind = setting.goes[units[0]]
    going = setting.going(g.state, kind, side)
    closed, zones = g.closed_cells[side] | ~in_play(g), zones_against(g, units)
    if kind != FOOT:
        closed |= zones
    minimum = 0
    if all(g.state.mp[u] < 0 for u in units):                                   # 11.1.2, 11.2.3: one hex, always
        came = points is None and any(g.state.began[u] != start for u in units)  # placed here, not begun here (11.2.3)
        minimum = going.touched(start, 0) ^ 1 << start if kind == GUNS or came else setting.around[start]
        if zones >> start & 1:
            minimum &= ~zones
    left = min([points_left(g, u) for u in units]) if points is None else points
    return going.reach(start, left, closed, zones, minimum=minimum, apart=True)


@derived
def near_enemies(g: Friedensturm, side: int) -> int:
    """11.2.6: the hexes too close to an enemy combat or support unit for a forced march (ruling Q16)."""
    return g.setting.beside.within(g.occupied(1 - side), g.setting.limits["forced-march-distance"] - 1)


def may_force_march(g: Friedensturm, unit: int) -> Ruling:
    """11.2.6: combat units but tanks, in good order, that have not moved; never in exploitation."""
    name, setting = g.name(unit), g.setting
    if g.state.phase != "movement":
        return refuse("11.2.6", "there is no forced march in the exploitation phase")
    if not setting.infantry[unit]:
        return refuse("11.2.6", f"{name} is not a regiment or division")
    if g.is_disorganised(unit):
        return refuse("11.2.6", f"{name} is disorganised or reorganising")
    entry = setting.entry_price(g.state.loc[unit]) if g.state.began[unit] < 0 else 0
    if points_left(g, unit) + entry < allowance(g, unit):                       # ruling Q39
        return refuse("11.2.6", f"{name} has already moved: a forced march takes the whole move")
    if near_enemies(g, setting.side[unit]) >> g.state.loc[unit] & 1:
        return refuse("11.2.6", f"an enemy unit is within 2 hexes of {name}")
    return ALLOW


def find_forced_march(g: Friedensturm, unit: int) -> Reach:
    """11.2.6: along roads for twice the allowance, never within 2 hexes of an enemy."""
    side = g.setting.side[unit]
    closed = g.closed_cells[side] | near_enemies(g, side) | ~in_play(g)
    points = (g.setting.limits["forced-march"] - 1) * allowance(g, unit) + points_left(g, unit)
    return g.setting.going(g.state, ROAD, side).reach(g.state.loc[unit], points, closed, 0)


class MoveOrders(MarchOrders[Friedensturm]):
    """Which unit or stack moves, and where to; what comes in; where a pontoon is built."""

    offers = ("move", "march", "force", "enter", "bridge", "lift", "end")

    def __init__(self, g: Friedensturm) -> None:
        exploits = g.state.phase == "exploitation"
        question = "move units in exploitation or reserve" if exploits else "move units, bring in reinforcements"
        super().__init__(g, g.phasing, g.state.phase, "14.2" if exploits else "11.1.1", question)
        self.coming = () if exploits else arriving(g)

    def movers(self) -> list[int]:
        state, exploits = self.g.state, self.g.state.phase == "exploitation"
        ready = [u for u in self.g.setting.walkers_of[self.number] if state.loc[u] >= 0 and not state.done[u]]
        return [u for u in ready if state.marker[u] >= Marker.RESERVE] if exploits else [*ready, *self.coming]

    def units(self) -> Sequence[int]:
        """Who can still move, and Germans by a river who can build whether they move or not (11.2.4)."""
        movers = self.movers()
        if self.number != GERMAN:
            return movers
        ready = set(movers)
        return [*movers, *[u for u in builders(self.g) if u not in ready]]

    def is_anybody_able(self) -> bool:
        """14.0: without units in exploitation or reserve there is no movement, and nothing is built."""
        return any(self.is_able(u) for u in self.movers())

    def find(self, units: tuple[int, ...]) -> Reach:
        return find_reach(self.g, units)

    def under_way(self) -> tuple[int, ...]:
        return tuple(self.g.state.moving)

    def stack_with(self, unit: int) -> tuple[int, ...]:
        """11.1.1: a stack that began the phase together and has not moved: its combat units."""
        g, here, state = self.g, self.g.state.loc[unit], self.g.state
        if not g.setting.combat[unit]:
            return (unit,)
        return tuple([u for u in g.combat_at(here) if state.began[u] == here and state.mp[u] < 0 and may_move(g, u)])

    def cells(self, unit: int) -> Mapping[str, int]:
        g = self.g
        if g.state.loc[unit] < 0:
            return {"enter": entry_hexes(g, unit)}
        found = {"bridge": pontoon_sites(g, unit)}
        if not may_move(g, unit):
            return found
        found |= {"move": 0, "march": 0, "force": 0}
        for verb in ("move", "march"):
            units = self.group(verb, unit)
            if units and may_leave(g, units):
                found[verb] = self.ends(units, self.reach(units).cells)
        if g.state.phase == "movement" and may_force_march(g, unit):
            found["force"] = self.ends((unit,), find_forced_march(g, unit).cells)
        return found

    def ends(self, units: tuple[int, ...], cells: int) -> int:
        """Of the hexes in reach those where these units may stop: room (4.0), and homeward if unsupplied (9.2)."""
        for unit in units:
            if self.g.state.unsupplied[unit]:
                cells = ways_home(self.g, unit, cells)
        return room_for(self.g, units, cells)

    def may_act(self, unit: int) -> Ruling:
        if unit in self.coming or ((g := self.g).is_phasing(unit) and pontoon_sites(g, unit)):
            return ALLOW
        return may_move(self.g, unit)

    def may_do(self, action: Action) -> Ruling:
        return may_move(self.g, action.number()) and super().may_do(action)

    def may(self, verb: str, unit: int, cell: int) -> Ruling:
        g = self.g
        if verb == "enter":
            return may_enter(g, unit, cell)
        if verb == "force":
            return may_force_march(g, unit) and refusal_of_march(g, unit, cell)
        units = self.group(verb, unit)
        if not units:
            return refuse("11.1.1", f"{g.name(unit)} cannot: a stack moves as one, named after its first unit")
        return may_leave(g, units) and refusal_of_move(g, units, cell, self.reach(units))

    # Pontoons lie in hexes, and are lifted there (11.2.4).

    def candidates(self) -> Sequence[Subject]:
        return [*super().candidates(), *self._pontoons()]

    def subjects(self) -> Sequence[Subject]:
        return [*super().subjects(), *self._pontoons()]

    def _pontoons(self) -> list[Subject]:
        g = self.g
        if not g.state.pontoons or g.side_name(self.number) != "german":
            return []
        return [g.setting.cell_subjects[cell] for cell in dict.fromkeys(g.state.pontoons[::2])]

    def actions(self, subject: Subject) -> Iterable[Action]:
        if subject.kind != "cell":
            return super().actions(subject)
        found = [Action("lift", (pair,)) for pair in pairs(self.g.state.pontoons) if pair[0] == subject.ref]
        return found if subject in self._pontoons() else []

    def check(self, action: Action) -> Ruling:
        if action.verb == "bridge":                                             # 11.2.4: whether the unit moves or not
            return may_build_pontoon(self.g, action.number(0), action.number(1))
        return may_lift_pontoon(self.g, action) if action.verb == "lift" else super().check(action)


def may_go_to(g: Friedensturm, side: int, cell: int) -> Ruling:
    """Whether a hex is open to units of a side at all."""
    here = g.cell_name(cell)
    if g.enemy_holds(side, cell):
        return refuse("11.1.1", f"{here} is occupied by the enemy")
    if not g.setting.area >> cell & 1:
        return refuse("Playing Area", f"{here} lies outside the playing area of this scenario")
    return refuse("Scenario 3", f"nothing moves in {here} on this turn") if frozen(g) >> cell & 1 else ALLOW


def has_step(g: Friedensturm, kind: str, side: int, a: int, b: int) -> bool:
    """11.2.3, 11.3.1: whether units of a kind can pay for a step, unlike over a river without a bridge."""
    return any(cells >> b & 1 for _, cells in g.setting.going(g.state, kind, side).groups.out[a])


def refusal_of_move(g: Friedensturm, units: Sequence[int], cell: int, found: Reach) -> Ruling:
    """Why units cannot stop in a hex."""
    side, start, name, here = g.setting.side[units[0]], g.state.loc[units[0]], g.names(units), g.cell_name(cell)
    if cell in found:
        return may_end(g, units, cell, found)
    if not (ruling := may_go_to(g, side, cell)):
        return ruling
    zones, kind = zones_against(g, units), g.setting.goes[units[0]]
    if kind != FOOT and zones >> cell & 1:
        return refuse(BARRED[kind], f"{name} may not enter an enemy zone of control, and {here} is in one")
    if zones >> start & 1 and zones >> cell & 1 and g.beside(units[0], cell):
        return refuse("11.2.1", f"{name} may not go directly from one enemy zone of control to another")
    if g.beside(units[0], cell) and not has_step(g, kind, side, start, cell):
        if kind == GUNS:
            return refuse("11.3.1", f"{name} may cross a river only at a bridge")
        return refuse("11.2.3", f"crossing the river to {here} takes {name} its whole move")
    free = g.setting.going(g.state, kind, side).reach(start, FAR, g.closed_cells[side], 0)
    if cell not in free:
        return refuse("11.1.1", f"{name} has no way to {here}")
    points = min([points_left(g, u) for u in units])
    if free.cost(cell) > points:
        return refuse("11.1.1", f"{here} costs {free.cost(cell) / 2:g} MP, {name} has {points / 2:g}")
    if kind != FOOT:
        return refuse(BARRED[kind], f"{name} may not enter the enemy zones of control on the way to {here}")
    return refuse("11.2.1", f"{name} must stop in the first enemy zone of control on the way to {here}")


def refusal_of_march(g: Friedensturm, unit: int, cell: int) -> Ruling:
    name, here = g.name(unit), g.cell_name(cell)
    if not (ruling := may_go_to(g, g.setting.side[unit], cell)):
        return ruling
    if near_enemies(g, g.setting.side[unit]) >> cell & 1:
        return refuse("11.2.6", f"{here} is within 2 hexes of an enemy unit")
    found = find_forced_march(g, unit)
    if cell not in found:
        return refuse("11.2.6", f"no free road of {(len(found.levels) - 1) / 2:g} MP leads {name} to {here}")
    return may_end(g, (unit,), cell, found)


def may_end(g: Friedensturm, units: Sequence[int], cell: int, found: Reach) -> Ruling:
    """Whether units may end their move in a hex in reach: homeward if they are unsupplied (9.2), with room (4.0)."""
    if any(g.state.unsupplied[u] and not ways_home(g, u, found.cells) >> cell & 1 for u in units):
        name = g.names(units)
        return refuse("9.2", f"{name} is out of supply and may only move back into supply, as directly as it can")
    return may_stop(g, units, cell)


def begin_movement(g: Friedensturm) -> None:
    """Everybody is where the phase finds him."""
    state = g.state
    state.clear("mp", "done")
    state.began = list(state.loc)
    state.moving, state.relief, state.tried = [], -1, []


def activate(g: Friedensturm, units: Sequence[int]) -> None:
    """The movement before is over; who was relieved and did not go stays (11.2.2)."""
    state = g.state
    if state.moving != list(units):
        for unit in state.moving:
            state.done[unit] = 1
        state.moving = list(units)
    if state.relief >= 0 and state.loc[units[0]] != state.relief:
        state.relief = -1
    for unit in units:
        if state.mp[unit] < 0:
            state.mp[unit] = allowance(g, unit)


def carry_out_move(g: Friedensturm, units: Sequence[int], found: Reach, cell: int, verb: str) -> None:
    """Hex by hex along the cheapest way; what stands alone beside it is lost (11.3.1)."""
    state, side, start = g.state, g.setting.side[units[0]], g.state.loc[units[0]]
    path, cost = found.path(cell), found.cost(cell)
    activate(g, units)
    fights = g.setting.combat[units[0]]
    for unit in units:
        state.mp[unit] = max(0, state.mp[unit] - cost)
        if g.setting.hq[unit]:
            drive_off_air(g, unit)                                              # 17.1
        g.place(unit, cell)
    if fights:
        for passed in path[:-1]:
            g.take(passed, side)
    case = "11.2.6" if verb == "force" else "11.1.1"
    g.note("move", case, units=list(units), start=start, to=cell, path=path, mp=cost)
    if fights:
        pass_by(g, side, path)
    if verb == "force":
        for unit in units:
            state.done[unit] = 1
            if g.turn_plan.offensive or g.has_option("forced_march", "always"):  # ruling Q15
                g.disorganise(unit, "11.2.6")
    stop_moving(g, units, cell)


def stop_moving(g: Friedensturm, units: Sequence[int], cell: int) -> None:
    """11.2.1: in an enemy zone the move is over; whoever stood there alone may be relieved now (11.2.2)."""
    state = g.state
    settle(g)
    if zones_against(g, units) >> cell & 1:
        for unit in units:
            state.done[unit] = 1
        others = [u for u in g.combat_at(cell) if u not in units and state.began[u] == cell and not state.done[u]]
        if others and g.setting.combat[units[0]]:
            state.relief = cell
    if all(state.done[u] or not state.mp[u] for u in units):
        for unit in units:
            state.done[unit] = 1
        state.moving = []


def movement_segment(g: Friedensturm) -> Procedure:
    """11.1.1: unit after unit, until the player ends it."""
    while True:
        orders = MoveOrders(g)
        if g.state.phase == "exploitation" and not orders.is_anybody_able():
            return
        action: Action = yield orders
        if action.verb == "end":
            return
        carry_out(g, orders, action)


def carry_out(g: Friedensturm, orders: MoveOrders, action: Action) -> None:
    if action.verb == "lift":
        lift_pontoon(g, action.numbers(0))
        return
    unit, cell = action.number(0), action.number(1)
    if action.verb == "enter":
        activate(g, [unit])
        enter(g, unit, cell)
        stop_moving(g, [unit], cell)
    elif action.verb == "bridge":
        build_pontoon(g, unit, cell)
    elif action.verb == "force":
        carry_out_move(g, [unit], find_forced_march(g, unit), cell, "force")
    else:
        units = orders.group(action.verb, unit)
        carry_out_move(g, units, orders.reach(units), cell, action.verb)
