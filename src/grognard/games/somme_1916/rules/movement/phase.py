"""The Movement Phase (7.0): what the phasing player may do next and why not, and what his orders do."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

from grognard.engine import ALLOW, Action, Procedure, Ruling, refuse
from grognard.games.somme_1916.position import Somme
from grognard.games.somme_1916.rules.assault.results import settle
from grognard.games.somme_1916.rules.movement import facing, modes
from grognard.games.somme_1916.rules.movement.reach import (
    allowance,
    easy_squares,
    loose_squares,
    near_enemy,
    search,
    zones_against,
)
from grognard.games.somme_1916.rules.movement.reinforcements import arrive, entry_squares, is_waiting, waiting_units
from grognard.games.somme_1916.rules.movement.stacking import STACKING, may_stack, room
from grognard.games.somme_1916.rules.scenarios import check_sectors, may_release, release, release_actions
from grognard.games.somme_1916.rules.victory.exits import exit_actions, leave_map, may_leave
from grognard.games.somme_1916.setting import EASY
from grognard.games.somme_1916.terms import AHEAD, ALLIED, BEGUN, FACINGS, FINISHED, NOT_BEGUN, SIDES
from grognard.rules.masks import cells_of
from grognard.rules.orders import UnitOrders
from grognard.rules.reading import at
from grognard.rules.search import Reach
from grognard.rules.walking import Walking


def may_move(g: Somme, unit: int) -> Ruling:
    """What keeps a unit from moving at all."""
    state, name = g.state, g.name(unit)
    if unit in state.broken:
        return refuse("7.8", f"{name} has broken down")
    if unit in state.held:
        return refuse("14.1.3", f"{name} is held at the west edge until it is released")
    if g.in_supply_mode(unit):
        return refuse("7.4.2", f"{name} is in Supply Mode and cannot move")
    if state.engaged.get(state.loc[unit]) == SIDES[g.setting.side[unit]]:
        return refuse("8.8", f"{name} is engaged and must renew its Assault")
    return ALLOW


def keeps_off(way: Reach, cells: int, points: int) -> bool:
    """Whether neither the start nor anything in reach with these points lies in a set of squares."""
    return not (way.within(points) | 1 << way.start) & cells


def find_ways(g: Somme, unit: int) -> tuple[Reach | None, Reach | None]:
    """Normal movement, and off-front movement where the unit is far enough from the enemy (7.6)."""
    state, sources = g.state, 0
    start = state.loc[unit]
    if start < 0:
        sources = entry_squares(g, unit) if is_waiting(g, unit) else 0
        if not sources:
            return None, None
    elif not may_move(g, unit) or state.moved[unit] == FINISHED:
        return None, None
    points, spent = allowance(g, unit), state.spent[unit]
    side = g.setting.side[unit]
    closed, zones = g.occupied(1 - side), zones_against(g, unit)
    normal = off_front = None
    near, almost = near_enemy(g, side)
    doubled = points * g.setting.costs["off-front"]
    if unit not in state.near and doubled > spent and (start < 0 or not near >> start & 1):
        far = sources & ~near
        if start >= 0 or far:
            off_front = search(g, unit, doubled - spent, closed | near, zones, far)
    if points > spent and not (start >= 0 and off_front and keeps_off(off_front, almost, points - spent)):
        normal = search(g, unit, points - spent, closed, zones, sources)
    return normal, off_front


class MoveOrders(UnitOrders[Somme]):
    """Which unit does what next in the Movement Phase."""

    offers = ("move", "enter", "exit", "face", "mode", "separate", "combine", "release", "end")
    walking = Walking(adjacent="7.2", closed="7.5", zone="7.5", cost="7.2")

    def __init__(self, g: Somme) -> None:
        super().__init__(g, g.phasing, "movement", "7.0", "move units", seat=g.seat(g.phasing))
        self.pressed = pressed_units(g)
        """After a breakdown one of these must leave the square before anything else is done."""
        self.crowded = [] if self.pressed else [u for u in crowded_units(g, g.phasing) if g.acts(u)]
        self._ways: dict[int, tuple[Reach | None, Reach | None]] = {}
        self._ends: dict[int, int] = {}

    def units(self) -> Sequence[int]:
        """The units whose move is not over."""
        if self.pressed:
            return self.pressed
        g, state = self.g, self.g.state
        loc, moved = state.loc, state.moved
        units = g.setting.units_of_nation[state.acting] if state.acting else g.setting.units_of[self.number]
        found = [u for u in units if loc[u] >= 0 and not moved[u]]
        found += [u for u in state.moving if loc[u] >= 0 and moved[u]]
        return found + [u for u in waiting_units(g, self.number) if g.acts(u)]

    def is_able(self, unit: int) -> bool:
        """Whether a unit can do anything; its ways are searched only if nothing simpler tells."""
        g, cell = self.g, self.g.state.loc[unit]
        if self.pressed:
            return bool(self.ends(unit) or self.others(unit))
        if cell < 0:
            easily = entry_squares(g, unit) & easy_squares(g) and allowance(g, unit) >= EASY
            return bool(easily or self.ends(unit))
        if not g.state.moved[unit]:
            turns = g.state.facing[unit] >= 0 and not g.zones[1 - self.number][cell]            # 7.2.2
            if turns or (loose_squares(g, self.number) >> cell & 1 and allowance(g, unit) >= EASY):
                return True
        simple = facing.possible_facings(g, unit) or modes.mode_actions(g, unit)
        return bool(simple or self.ends(unit) or self.others(unit))

    # -- where a unit can go --

    def cells(self, unit: int) -> Mapping[str, int]:
        return {"enter" if self.g.state.loc[unit] < 0 else "move": self.ends(unit)}

    def ends(self, unit: int) -> int:
        """Where a unit may go and stay (7.3); looked up once while the question stands."""
        found = self._ends.get(unit)
        if found is None:
            found = self._ends[unit] = room(self.g, unit, self.within_reach(unit))
        return found

    def within_reach(self, unit: int) -> int:
        normal, off_front = self.ways(unit)
        return (normal.cells if normal is not None else 0) | (off_front.cells if off_front is not None else 0)

    def ways(self, unit: int) -> tuple[Reach | None, Reach | None]:
        if unit not in self._ways:
            self._ways[unit] = find_ways(self.g, unit)
        return self._ways[unit]

    def way_to(self, unit: int, cell: int) -> tuple[Reach, bool] | None:
        """The way that is taken to a square, and whether it is off-front."""
        normal, off_front = self.ways(unit)
        if off_front is not None and cell in off_front:
            return off_front, True
        return (normal, False) if normal is not None and cell in normal else None

    def can_leave(self, unit: int, brigade: int) -> bool:
        """7.3.1: whether a brigade of a division would find room somewhere else, or leave the map."""
        return bool(room(self.g, brigade, self.within_reach(unit)) or exit_actions(self.g, unit))

    def reaches(self, verb: str, unit: int) -> Mapping[str, Reach]:
        """Off-front movement comes first, as in `way_to`."""
        normal, off_front = self.ways(unit) if verb in ("move", "enter") else (None, None)
        found = {"off-front movement, 7.6": off_front, "": normal}
        return {note: way for note, way in found.items() if way is not None}

    def cost(self, action: Action) -> str:
        if action.verb not in ("move", "enter"):
            return ""
        found = self.way_to(action.number(), action.number(1))
        return f"{found[0].cost(action.number(1)) / 2:g} MP" if found is not None else ""

    def way(self, action: Action) -> Sequence[int]:
        found = self.way_to(action.number(), action.number(1)) if action.verb in ("move", "enter") else None
        return found[0].path(action.number(1)) if found is not None else ()

    def others(self, unit: int) -> Sequence[Action]:
        """All that a unit may do beside going somewhere."""
        g = self.g
        if self.pressed:
            return exit_actions(g, unit)                                        # 13.4: that leaves the square, too
        found = modes.mode_actions(g, unit)
        if g.state.loc[unit] < 0:
            return found
        found += facing.facing_actions(g, unit)
        if may_move(g, unit):
            found += modes.separation_actions(g, unit, self.can_leave)
            found += modes.combining_actions(g, unit)
            found += exit_actions(g, unit)
        return found + release_actions(g, unit)

    # -- who may, and why not --

    def may_end(self) -> Ruling:
        """7.3: over-stacking that can be put right must be before the phase ends."""
        g = self.g
        if self.pressed:
            return refuse("7.3", f"one of {g.names(self.pressed)} must leave the square")
        for unit in self.crowded:
            if self.ends(unit):
                here = g.cell_name(g.state.loc[unit])
                return refuse("7.3", f"{here} is over-stacked: {g.name(unit)} can still leave it")
        return ALLOW

    def may_act(self, unit: int) -> Ruling:
        g, state, name = self.g, self.g.state, self.g.name(unit)
        if g.setting.side[unit] != g.phasing or not g.acts(unit):
            return refuse("7.0", f"{name} is not your unit")
        if state.loc[unit] < 0 and not is_waiting(g, unit):
            return refuse("7.7", f"{name} is not on the map and does not enter this turn")
        if self.pressed and unit not in self.pressed:
            return refuse("7.3", f"first one of {g.names(self.pressed)} must leave the square")
        if state.loc[unit] >= 0 and not modes.is_moving_on(g, unit):
            return refuse("7.2", f"{name} has finished its move: units move one at a time")
        return ALLOW

    def may_do(self, action: Action) -> Ruling:
        """The refusal of something that is not among a unit's actions."""
        g, verb = self.g, action.verb
        unit = self.named(action)[0]
        if verb in ("move", "enter"):
            return refuse("7.7", f"{g.name(unit)} is {'not yet on' if verb == 'move' else 'already on'} the map")
        if self.pressed:
            return refuse("7.3", f"one of {g.names(self.pressed)} must leave the square first")
        if verb == "release":
            return may_release(g, unit)
        if verb == "mode":
            return modes.may_change_mode(g, unit, action.word(1))
        if g.state.loc[unit] < 0:
            return refuse("7.7", f"{g.name(unit)} must enter the map first")
        if verb == "face":
            return facing.may_face(g, unit, action.word(1))
        if verb == "exit":
            return may_move(g, unit) and may_leave(g, unit, action.word(1))
        if verb == "separate":
            named = Action("separate", (unit, tuple(sorted(action.numbers(1)))))    # in whatever order
            ruling = may_move(g, unit) and modes.may_separate(g, unit)
            if not ruling or named in modes.separation_actions(g, unit, self.can_leave):
                return ruling
            return refuse("7.4.3", f"{g.name(unit)} can become {self.possible_parts(unit)}")
        return may_move(g, unit) and modes.may_combine_into(g, action.numbers(), action.number(1))

    def possible_parts(self, unit: int) -> str:
        ways = modes.separation_actions(self.g, unit, self.can_leave)
        found = [self.g.names(action.numbers(1)) for action in ways]
        if found:
            return " or ".join(found)
        parts = modes.parts_of(self.g, unit)
        return "nothing now: its parts find no room" if parts else "nothing now: the pool has no counters for it"

    def may(self, verb: str, unit: int, cell: int) -> Ruling:
        """A refusal that says what stops the unit."""
        g, name, here = self.g, self.g.name(unit), self.g.cell_name(cell)
        if self.way_to(unit, cell) is not None:
            return may_stack(g, unit, cell)
        if verb == "enter":
            by = g.cell_names(cells_of(entry_squares(g, unit))) or "no square"
            return refuse("7.7", f"{name} cannot reach {here}: it enters by {by}")
        if cell == g.state.loc[unit]:
            return may_move(g, unit) and refuse("7.2", f"{name} is already in {here}")
        return may_move(g, unit) and may_march(g, unit, cell)


def may_march(g: Somme, unit: int, cell: int) -> Ruling:
    """Why a square is out of reach: the enemy, his zones of control, the Somme, or the price."""
    state, name, here = g.state, g.name(unit), g.cell_name(cell)
    side = g.setting.side[unit]
    if g.occupied(1 - side) >> cell & 1:
        return refuse("7.5", f"{here} is enemy-occupied")
    points = allowance(g, unit) - state.spent[unit]
    if state.moved[unit] == FINISHED and g.in_enemy_zone(unit):
        return refuse("7.5", f"{name} has stopped in an enemy zone of control")
    if points <= 0:
        return refuse("7.2", f"{name} has no movement points left")
    free = search(g, unit, FAR, g.occupied(1 - side), 0)
    if cell not in free:
        if cell in search(g, unit, FAR, 0, 0):
            return refuse("7.5", f"enemy units block every route to {here}")
        return refuse("7.1.1", f"no route leads to {here}: only major roads cross the Somme")
    if free.cost(cell) > points:
        by = " by the nearest crossing of the Somme" if crosses_somme(g, [state.loc[unit], *free.path(cell)]) else ""
        price = f"{free.cost(cell) / 2:g} MP{by}, {name} has {points / 2:g}"
        return refuse("7.1.1" if by else "7.2", f"{here} costs {price}")
    return refuse("7.5", f"{name} must stop in the first enemy zone of control and cannot go from zone to zone")


FAR = 400
"""Farther than any way on the map, in half points."""


def crosses_somme(g: Somme, path: Sequence[int]) -> bool:
    return any("somme" in g.setting.board.side(a, b) for a, b in pairwise(path))


def pressed_units(g: Somme) -> list[int]:
    """7.3.1, 7.4.3: the brigades of a division that has just separated, while they are too many for the square."""
    moving = [u for u in g.state.moving if g.state.loc[u] >= 0 and g.state.moved[u] != FINISHED]
    if len(moving) < modes.BRIGADES:
        return []
    cell = g.state.loc[moving[0]]
    together = [u for u in moving if g.state.loc[u] == cell]
    return together if len(together) >= modes.BRIGADES and STACKING.is_overstacked(g, g.phasing, cell) else []


def crowded_units(g: Somme, side: int) -> list[int]:
    """The units in squares that are still over-stacked, as a set-up can leave them (7.3)."""
    return [u for cell in g.state.crowded if STACKING.is_overstacked(g, side, cell) for u in g.friends_in(cell, side)]


# -- the phase --


def begin_movement(g: Somme) -> None:
    state = g.state
    state.clear("spent", "moved")
    state.moving, state.near, state.flipped, state.turned = [], [], [], []
    state.entered, state.tried, state.diagonal = [], [], {}
    state.crowded = STACKING.overstacked_cells(g, g.phasing)
    check_breakdowns(g)


def movement_phase(g: Somme) -> Procedure:
    """7.0: units act one after the other until the player ends the phase."""
    while action := (yield from g.order(orders := MoveOrders(g))):
        carry_out(g, orders, action)


def end_movement(g: Somme) -> None:
    state = g.state
    state.moving, state.diagonal, state.near, state.entered, state.turned, state.crowded = [], {}, [], [], [], []
    check_sectors(g)


# -- what actions do --


def begin_action(g: Somme, unit: int) -> None:
    """Units move one at a time (7.2): whoever moved before is finished."""
    state = g.state
    if unit not in state.moving:
        for other in state.moving:
            state.moved[other] = FINISHED
        state.moving = [unit]
        state.diagonal = {}
    if state.moved[unit] == NOT_BEGUN:
        state.moved[unit] = BEGUN


def carry_out(g: Somme, orders: MoveOrders, action: Action) -> None:
    if action.verb == "combine":
        modes.combine(g, sorted(action.numbers()), action.number(1))
        return
    first = action.number()
    if action.verb == "release":
        release(g, first)
        return
    if action.verb == "mode" and g.state.loc[first] < 0:
        modes.change_mode(g, first)
        return
    begin_action(g, first)
    if action.verb in ("move", "enter"):
        go(g, orders, first, action.number(1))
    elif action.verb == "face":
        facing.turn(g, first, FACINGS[action.word(1)])
    elif action.verb == "mode":
        modes.change_mode(g, first)
    elif action.verb == "separate":
        modes.separate(g, first, sorted(action.numbers(1)))
    else:
        leave_map(g, first, action.word(1), forced=False)
        g.state.moving = [u for u in g.state.moving if u != first]


def go(g: Somme, orders: MoveOrders, unit: int, cell: int) -> None:
    """A unit goes its cheapest way to a square, or comes on the map there."""
    state = g.state
    found = orders.way_to(unit, cell)
    assert found is not None
    way, off_front = found
    path, spent = way.path(cell), way.cost(cell)
    before = path[-2] if len(path) > 1 else state.loc[unit]
    entering = state.loc[unit] < 0
    if entering:
        arrive(g, unit)
    ahead = AHEAD[g.setting.side[unit]]
    direction = g.setting.grid.direction(before, cell) if before >= 0 else ahead
    looks = facing.default_facing(g, unit, direction)
    left = state.loc[unit]
    g.place(unit, cell)
    settle(g, left)                                                             # 8.8: leaving may end an engagement
    state.spent[unit] += spent
    facing.settle_facing(g, unit, looks)
    state.diagonal.pop(unit, None)
    if direction % 2:
        state.diagonal[unit] = direction
    if not off_front and unit not in state.near:
        state.near.append(unit)
    if unit in state.turned:
        state.turned.remove(unit)
    if g.in_enemy_zone(unit):
        state.moved[unit] = FINISHED                                            # 7.5
    for passed in path:
        g.pass_through(unit, passed)
    g.note("enter" if entering else "move", "7.7" if entering else "7.6" if off_front else "7.2",
           unit=unit, to=cell, path=path, mp=spent)


def check_breakdowns(g: Somme) -> None:
    """At the beginning of Allied movement, a die for each tank that runs, but not in its first turn."""
    state = g.state
    if g.phasing != ALLIED:
        return
    drm = g.setting.weather_effects[state.weather].tank
    for unit in g.on_map(ALLIED):
        if not g.setting.tanks[unit] or unit in state.broken or state.arrived[unit] == state.turn:
            continue
        results = [at(g.setting.tank_breakdown, die + drm) for die in range(1, 7)]
        if g.roll("7.8", f"breakdown of {g.name(unit)}", results) == "breaks-down":
            state.broken.append(unit)
            g.note("broken-down", "7.8", result=True, unit=unit)
