"""What the phasing player may do next in the Movement Phase (7.0), and why not."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from grognard.engine import ALLOW, Action, Decision, Ruling, Subject, refuse
from grognard.games.somme_1916.rules.movement.breakdown import (
    BRIGADES,
    combining_actions,
    may_combine_into,
    may_separate,
    separation_actions,
)
from grognard.games.somme_1916.rules.movement.facing import facing_actions, may_face
from grognard.games.somme_1916.rules.movement.modes import is_moving_on, may_change_mode, mode_actions
from grognard.games.somme_1916.rules.movement.reach import (
    allowance,
    interdicted_squares,
    near_enemy,
    search,
    zones_against,
)
from grognard.games.somme_1916.rules.movement.reinforcements import entry_squares, is_waiting, waiting_units
from grognard.games.somme_1916.rules.movement.stacking import may_stack, overstacked, room
from grognard.games.somme_1916.rules.scenarios.special_rules import may_release, release_actions
from grognard.games.somme_1916.rules.victory.exits import cost_to_leave, exit_actions
from grognard.games.somme_1916.setting import EASY
from grognard.games.somme_1916.state import Somme
from grognard.games.somme_1916.terms import ALLIED, FINISHED, GERMAN, OFF_MAP, SIDES
from grognard.games.somme_1916.verbs import END
from grognard.rules.destinations import Destinations
from grognard.rules.masks import cells_of, mask
from grognard.rules.search import Reach

VERBS = ("move", "enter", "exit", "face", "mode", "separate", "combine", "release", "end")


def may_move(g: Somme, unit: int) -> Ruling:
    """What keeps a unit from moving at all."""
    state, name = g.state, g.name(unit)
    if unit in state.broken:
        return refuse("7.8", f"{name} has broken down")
    if unit in state.held:
        return refuse("14.1.3", f"{name} is held at the west edge until it is released")
    if g.in_supply_mode(unit):
        return refuse("7.4.2", f"{name} is in Supply Mode and does not move")
    if state.engaged.get(state.loc[unit]) == SIDES[g.setting.side[unit]]:
        return refuse("8.8", f"{name} is engaged and must renew its Assault")
    return ALLOW


def keeps_off(way: Reach, cells: int, points: int) -> bool:
    """Whether neither the start nor anything in reach with these points lies in a set of squares."""
    return not (way.within(points) | 1 << way.start) & cells


class Moves:
    """The ways of single units, looked up once each while a decision stands."""

    __slots__ = ("_cells", "_found", "g")

    def __init__(self, g: Somme) -> None:
        self.g = g
        self._found: dict[int, tuple[Reach | None, Reach | None]] = {}
        self._cells: dict[int, int] = {}

    def ways(self, unit: int) -> tuple[Reach | None, Reach | None]:
        """Normal movement, and off-front movement where the unit is far enough from the enemy (7.6)."""
        if unit not in self._found:
            self._found[unit] = self._search(unit)
        return self._found[unit]

    def _search(self, unit: int) -> tuple[Reach | None, Reach | None]:
        g, state = self.g, self.g.state
        start = state.loc[unit]
        sources = 0
        if start < 0:
            sources, start = (entry_squares(g, unit) if is_waiting(g, unit) else 0), OFF_MAP
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
                off_front = search(g, side, start, doubled - spent, closed | near, zones, far)
        if points > spent and not (start >= 0 and off_front and keeps_off(off_front, almost, points - spent)):
            normal = search(g, side, start, points - spent, closed, zones, sources)
        return normal, off_front

    def cells(self, unit: int) -> int:
        """Where a unit may go and stay (7.3)."""
        found = self._cells.get(unit)
        if found is None:
            normal, off_front = self.ways(unit)
            found = (normal.cells if normal else 0) | (off_front.cells if off_front else 0)
            found = self._cells[unit] = room(self.g, unit, found) if found else 0
        return found

    def way_to(self, unit: int, cell: int) -> tuple[Reach, bool] | None:
        """The way that is taken to a square, and whether it is off-front."""
        normal, off_front = self.ways(unit)
        if off_front is not None and cell in off_front:
            return off_front, True
        return (normal, False) if normal is not None and cell in normal else None

    def can_leave(self, unit: int, brigade: int) -> bool:
        """7.3.1: whether a brigade of a division would find room somewhere else."""
        normal, off_front = self.ways(unit)
        found = (normal.cells if normal else 0) | (off_front.cells if off_front else 0)
        return bool(found and room(self.g, brigade, found))


class MoveDecision(Decision):
    """Which unit does what next in the Movement Phase."""

    __slots__ = ("crowded", "g", "moves", "pressed")

    def __init__(self, g: Somme) -> None:
        side, seat = g.phasing, g.seat(g.phasing)
        prompt = f"{g.setting.seat_name(seat)}: move units"
        super().__init__(SIDES[side], "movement", "7.0", prompt, rest=True, seat=seat)
        self.g = g
        self.moves = Moves(g)
        self.pressed = pressed_units(g)
        """After a breakdown one of these must leave the square before anything else is done."""
        self.crowded = [] if self.pressed else [u for u in crowded_units(g, side) if g.acts(u)]

    def verbs(self) -> Sequence[str]:
        return VERBS

    def subjects(self) -> Sequence[Subject]:
        """The units that can still do something."""
        g, subjects = self.g, self.g.setting.unit_subjects
        if self.pressed:
            return [subjects[u] for u in self.pressed if self.moves.cells(u)]
        loc, moved = g.state.loc, g.state.moved
        units = g.setting.units_of_nation[g.state.acting] if g.state.acting else g.setting.units_of[g.phasing]
        zones, engaged, facing = g.zone_mask(1 - g.phasing), mask(g.state.engaged), g.state.facing
        interdicted = interdicted_squares(g)
        easy = g.setting.easy_going & ~(g.occupied(ALLIED) | g.occupied(GERMAN) | interdicted)
        # Who stands in no enemy zone can at least be turned (7.2.2), but for HQs in Supply Mode.
        free = ~(zones | engaged)
        # Others are held only if no square beside them is free of enemy zones (7.5).
        loose = g.setting.path_steps.anywhere.of(easy & ~zones) & ~engaged & ~interdicted
        found = []
        for u in units:
            cell = loc[u]
            if cell < 0 or moved[u]:
                continue
            turns = free >> cell & 1 and facing[u] >= 0
            if turns or (loose >> cell & 1 and allowance(g, u) >= EASY) or self.can_act(u):
                found.append(subjects[u])
        found += [subjects[u] for u in g.state.moving if loc[u] >= 0 and self.can_act(u)]
        for u in waiting_units(g, g.phasing):
            easily = entry_squares(g, u) & easy and allowance(g, u) >= EASY
            if g.acts(u) and (easily or self.can_enter(u)):
                found.append(subjects[u])
        if self.may_end():
            found.append(Subject("button", "end"))
        return found

    def candidates(self) -> Sequence[Subject]:
        """The units whose move is not over, whether or not they can do anything."""
        g, subjects = self.g, self.g.setting.unit_subjects
        if self.pressed:
            return [subjects[u] for u in self.pressed]
        loc, moved = g.state.loc, g.state.moved
        units = g.setting.units_of_nation[g.state.acting] if g.state.acting else g.setting.units_of[g.phasing]
        found = [subjects[u] for u in units if loc[u] >= 0 and not moved[u]]
        found += [subjects[u] for u in g.state.moving if loc[u] >= 0 and moved[u]]
        found += [subjects[u] for u in waiting_units(g, g.phasing) if g.acts(u)]
        found.append(Subject("button", "end"))
        return found

    def can_act(self, unit: int) -> bool:
        """Whether a unit on the map can do anything; its ways are searched only if nothing simpler tells."""
        g = self.g
        if mode_actions(g, unit) or facing_actions(g, unit):
            return True
        return bool(self.moves.cells(unit) or self.other_actions(unit))

    def can_enter(self, unit: int) -> bool:
        return bool(entry_squares(self.g, unit) and self.moves.cells(unit))

    def may_end(self) -> Ruling:
        """7.3: over-stacking that can be put right must be before the phase ends."""
        if self.pressed:
            return refuse("7.3", f"one of {self.g.names(self.pressed)} must leave the square")
        for unit in self.crowded:
            if self.moves.cells(unit):
                here = self.g.setting.grid.ids[self.g.state.loc[unit]]
                return refuse("7.3", f"{here} is over-stacked: {self.g.name(unit)} can still leave it")
        return ALLOW

    def actions(self, subject: Subject) -> Iterable[Action]:
        if subject.kind == "button":
            return [END] if subject.ref == "end" and self.may_end() else []
        unit, g = subject.ref, self.g
        if not isinstance(unit, int) or not self.may_act(unit):
            return []
        verb = "enter" if g.state.loc[unit] < 0 else "move"
        return Destinations(unit, {verb: self.moves.cells(unit)}, self.other_actions(unit))

    def other_actions(self, unit: int) -> list[Action]:
        """All that a unit may do beside going somewhere."""
        g = self.g
        if self.pressed:
            return []
        found = mode_actions(g, unit)
        if g.state.loc[unit] < 0:
            return found
        found += facing_actions(g, unit)
        if may_move(g, unit):
            found += separation_actions(g, unit, self.moves.can_leave)
            found += combining_actions(g, unit)
            if g.state.moved[unit] != FINISHED:
                found += exit_actions(g, unit)
        return found + release_actions(g, unit)

    def cost(self, action: Action) -> str:
        if action.verb not in ("move", "enter"):
            return ""
        found = self.moves.way_to(action.number(), action.number(1))
        return f"{found[0].cost(action.number(1)) / 2:g} MP" if found is not None else ""

    def may_act(self, unit: int) -> Ruling:
        g, state, name = self.g, self.g.state, self.g.name(unit)
        if g.setting.side[unit] != g.phasing or not g.acts(unit):
            return refuse("7.0", f"{name} is not yours to move")
        if state.loc[unit] < 0 and not is_waiting(g, unit):
            return refuse("7.7", f"{name} is not on the map and does not enter in this turn")
        if self.pressed and unit not in self.pressed:
            return refuse("7.3", f"first one of {g.names(self.pressed)} must leave the square")
        if state.loc[unit] >= 0 and not is_moving_on(g, unit):
            return refuse("7.2", f"{name} has finished its move: units move one at a time")
        return ALLOW

    def check(self, action: Action) -> Ruling:
        if action.verb == "end":
            return self.may_end()
        units = action.numbers() if action.verb == "combine" else (action.number(),)
        if not units:
            return refuse("7.4.3", "no units are named")
        for unit in units:
            ruling = self.may_act(unit)
            if not ruling:
                return ruling
        unit = units[0]
        return ALLOW if self.is_listed(action, unit) else self.refusal(action, unit)

    def is_listed(self, action: Action, unit: int) -> bool:
        """Whether an action is among those of the unit, without listing all its moves."""
        if action.verb in ("move", "enter"):
            cell = action.number(1)
            off_map = self.g.state.loc[unit] < 0
            return off_map == (action.verb == "enter") and bool(self.moves.cells(unit) >> cell & 1)
        return action in self.other_actions(unit)

    def refusal(self, action: Action, unit: int) -> Ruling:
        """The refusal of something that is not among a unit's actions."""
        g, verb = self.g, action.verb
        if verb in ("move", "enter"):
            return self.refusal_of_move(verb, unit, action.number(1))
        if self.pressed:
            return refuse("7.3", f"one of {g.names(self.pressed)} must leave the square first")
        if verb == "release":
            return may_release(g, unit)
        if verb == "mode":
            return may_change_mode(g, unit, action.word(1))
        if g.state.loc[unit] < 0:
            return refuse("7.7", f"{g.name(unit)} must enter the map first")
        if verb == "face":
            return may_face(g, unit, action.word(1))
        ruling = may_move(g, unit)
        if not ruling:
            return ruling
        if verb == "exit":
            points = cost_to_leave(g) // 2
            return refuse("13.4", f"{g.name(unit)} may not leave the map there, or has not the {points} MP it takes")
        if verb == "separate":
            ruling = may_separate(g, unit)
            if not ruling:
                return ruling
            return refuse("7.4.3", f"{g.name(unit)} can become {self.possible_parts(unit)}")
        return may_combine_into(g, action.numbers(), action.number(1))

    def possible_parts(self, unit: int) -> str:
        ways = separation_actions(self.g, unit, self.moves.can_leave)
        found = [self.g.names(action.numbers(1)) for action in ways]
        return " or ".join(found) if found else "nothing now: the pool has no counters for it, or no room is near"

    def refusal_of_move(self, verb: str, unit: int, cell: int) -> Ruling:
        """A refusal that says what stops the unit."""
        g, state = self.g, self.g.state
        name, here, side = g.name(unit), g.setting.grid.ids[cell], g.setting.side[unit]
        if (verb == "enter") != (state.loc[unit] < 0):
            return refuse("7.7", f"{name} is {'not yet on' if verb == 'move' else 'already on'} the map")
        if verb == "enter":
            if self.moves.way_to(unit, cell) is None:
                entries = ", ".join(g.setting.grid.ids[c] for c in cells_of(entry_squares(g, unit))) or "no square"
                return refuse("7.7", f"{name} cannot come as far as {here}: it enters by {entries}")
            return may_stack(g, unit, cell)
        ruling = may_move(g, unit)
        if not ruling:
            return ruling
        if cell == state.loc[unit]:
            return refuse("7.2", f"{name} is in {here} already")
        if g.occupied(1 - side) >> cell & 1:
            return refuse("7.5", f"{here} is held by the enemy")
        if self.moves.way_to(unit, cell) is not None:
            return may_stack(g, unit, cell)
        points = allowance(g, unit) - state.spent[unit]
        if state.moved[unit] == FINISHED or points <= 0:
            return refuse("7.5", f"{name} has no movement left, or has stopped in an enemy zone of control")
        free = search(g, side, state.loc[unit], 400, g.occupied(1 - side), 0)
        if cell not in free:
            return refuse("7.1.1", f"no way leads to {here}: only major roads cross the Somme, and enemies bar the way")
        if free.cost(cell) > points:
            return refuse("7.2", f"{here} costs {free.cost(cell) / 2:g} MP, {name} has {points / 2:g}")
        return refuse("7.5", f"{name} must stop in the first enemy zone of control and cannot go from zone to zone")


def pressed_units(g: Somme) -> list[int]:
    """7.3.1, 7.4.3: the brigades of a division that has just separated, while they are too many for the square."""
    moving = [u for u in g.state.moving if g.state.loc[u] >= 0 and g.state.moved[u] != FINISHED]
    if len(moving) < BRIGADES:
        return []
    cell = g.state.loc[moving[0]]
    together = [u for u in moving if g.state.loc[u] == cell]
    return together if len(together) >= BRIGADES and overstacked(g, g.phasing, cell) else []


def crowded_units(g: Somme, side: int) -> list[int]:
    """The units in squares that are still over-stacked, as a set-up can leave them (7.3)."""
    return [u for cell in g.state.crowded if overstacked(g, side, cell) for u in g.friends_in(cell, side)]
