"""The set-up of scenarios and the campaign (modules 14 and 15): by the list, and by the players."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any

from grognard.engine import ALLOW, Action, Choice, Decision, Dice, Procedure, Ruling, Subject, refuse
from grognard.errors import DataError
from grognard.games.somme_1916.rules.movement.facing import settle_facing
from grognard.games.somme_1916.rules.movement.stacking import room
from grognard.games.somme_1916.rules.scenarios.special_rules import is_outside
from grognard.games.somme_1916.rules.victory.control import squares_behind
from grognard.games.somme_1916.setting import SommeSetting
from grognard.games.somme_1916.state import Somme, SommeState
from grognard.games.somme_1916.terms import (
    AHEAD,
    ALLIED,
    BACK,
    BRITISH,
    FACINGS,
    FRENCH,
    FRONT,
    GERMAN,
    GOOD_ORDER,
    NO_FACING,
    NOT_BEGUN,
    NOWHERE,
    OFF_MAP,
    POOL,
    SIDES,
    UNTESTED,
    Nation,
    Return,
    Sector,
)
from grognard.games.somme_1916.verbs import END
from grognard.rules.masks import cells_of, mask

TO_DEPLOY = -1
"""In place of a turn of arrival: the owner puts this gun on the map during the set-up."""


def empty_position(setting: SommeSetting, seed: str) -> Somme:
    """The scenario without a unit on the map, for study: nothing in the pools, nothing to come."""
    plan, units = setting.plan, setting.units
    size = len(units)
    state = SommeState(
        turn=plan["first_turn"], first_turn=plan["first_turn"], phase="turn", phasing=plan["first_player"],
        loc=[OFF_MAP] * size, steps=[u.steps for u in units], mode=[FRONT] * size,
        status=[GOOD_ORDER] * size, facing=[NO_FACING] * size, due=[0] * size, returns=[Return.NONE] * size,
        arrived=[0] * size, sector=[Sector.UNPAID] * size, spent=[0] * size, moved=[NOT_BEGUN] * size,
        commit=[NOWHERE] * size, over=[UNTESTED] * size, jump_off=[NOWHERE] * size,
    )
    return Somme(setting, state, Dice(seed))


def starting_position(setting: SommeSetting, seed: str) -> Somme:
    """The position before anything is decided."""
    g = empty_position(setting, seed)
    state, plan = g.state, setting.plan
    for entry in set_up_entries(setting):
        set_up(setting, state, entry)
    fill_pools(setting, state)
    for order in plan.get("reinforcement", []):
        schedule(setting, state, order)
    for order in plan.get("free_setup", []):
        set_up_guns(setting, state, order)
    g.rebuild()
    set_initial_control(g)
    mark_sectors(g)
    state.phase = "setup-modes"
    state.phasing = SIDES[ALLIED]
    state.acting = g.first_acting()
    return g


def set_up_entries(setting: SommeSetting) -> list[dict[str, Any]]:
    """The list of the scenario with what an option changes in it (D08)."""
    entries = list(setting.plan["setup"])
    for other in setting.plan.get("alternative", []):
        if setting.options.get(other["option"]) == other["choice"]:
            entries += other["setup"]
    return entries


def set_up(setting: SommeSetting, state: SommeState, entry: dict[str, Any]) -> None:
    unit = setting.unit_named(entry["id"])
    if not 1 <= entry["steps"] <= setting.units[unit].steps:
        raise DataError(f"{entry['id']} cannot have {entry['steps']} steps", setting.plan_file)
    if entry["facing"] not in FACINGS:
        raise DataError(f"{entry['id']} cannot face '{entry['facing']}'", setting.plan_file)
    state.loc[unit] = setting.cell_named(entry["cell"])
    state.steps[unit] = entry["steps"]
    state.facing[unit] = FACINGS[entry["facing"]]
    state.mode[unit] = BACK if entry.get("mode") in ("entrenched", "supply") else FRONT
    state.arrived[unit] = state.turn
    if entry.get("held"):
        state.held.append(unit)


def fill_pools(setting: SommeSetting, state: SommeState) -> None:
    """12.1: the units that begin in the Replacement Boxes; 'brigades' and 'battalions' that are not on the map."""
    for side in SIDES:
        for word in setting.plan["pool"].get(side, []):
            if word in ("brigades", "battalions"):
                kinds = setting.brigades if word == "brigades" else setting.battalions
                units = [u for u in setting.units_of[SIDES.index(side)] if kinds[u]]
            else:
                units = [setting.unit_named(word)]
            for unit in units:
                if state.loc[unit] == OFF_MAP:
                    state.loc[unit] = POOL


def schedule(setting: SommeSetting, state: SommeState, order: dict[str, Any]) -> None:
    """7.7: reinforcements wait off the map until their turn. 'BB4' is any brigade of attack 4 (14.2.1)."""
    for uid in order["units"]:
        if uid in setting.unit_ids:
            unit = setting.unit_named(uid)
            state.due[unit] = order["turn"]
            state.steps[unit] = order.get("steps", setting.units[unit].steps)


def set_up_guns(setting: SommeSetting, state: SommeState, order: dict[str, Any]) -> None:
    """14.2.1, D12: guns that their owners place, or that start where the scenario suggests."""
    suggested = setting.options["artillery_setup"] == "suggested"
    for uid in order["units"]:
        unit = setting.unit_named(uid)
        state.facing[unit] = AHEAD[SIDES.index(order["side"])]
        state.arrived[unit] = state.turn
        if suggested:
            state.loc[unit] = setting.cell_named(order["suggested"][uid])
        else:
            state.due[unit] = TO_DEPLOY


def set_initial_control(g: Somme) -> None:
    """13.1.1, X56: before anybody has moved an objective belongs to the side behind whose line it lies.

    What both sides are equally near to is the German's. Squares whose holder is known already are left alone.
    """
    german = squares_behind(g, GERMAN)
    rows = g.setting.plan.get("sectors", {"british": [1, 20]})["british"]
    for cell in sorted(c for c in g.setting.objective_cells if c not in g.state.control):
        allied = BRITISH if g.setting.row[cell] <= rows[1] else FRENCH
        holders = [g.setting.nation[u] for u in g.stack[cell]]
        g.state.control[cell] = holders[0] if holders else Nation.GERMAN if german >> cell & 1 else allied


def mark_sectors(g: Somme) -> None:
    """X20: units that set up outside their rows are exempt until they have been inside."""
    sectors = g.setting.plan.get("sectors")
    if sectors and sectors.get("set_up_outside_exempt") and g.setting.options["sector_start"] == "exempt":
        for unit in g.on_map(ALLIED):
            if is_outside(g, unit):
                g.state.sector[unit] = Sector.EXEMPT


# -- set-up by the players --


def choose_modes(g: Somme) -> Procedure:
    """14.1.1: HQs begin in either mode, as their owner likes; they stand in Command Mode until he says otherwise."""
    side = g.phasing
    free = {entry["id"] for entry in set_up_entries(g.setting) if entry.get("mode") == "choice"}
    while True:
        options = [
            Action("mode", (unit, "supply"))
            for unit in g.on_map(side)
            if g.name(unit) in free and g.acts(unit) and g.in_command_mode(unit)
            and len(g.stack[g.state.loc[unit]]) == 1
        ]
        if not options:
            return
        action: Action = yield Choice(
            SIDES[side], "setup-modes", "14.1.1",
            f"{g.setting.seat_name(g.seat(side))}: HQs that begin in Supply Mode",
            [*options, END], rest=True, seat=g.seat(side),
        )
        if action.verb == "end":
            return
        unit = action.number()
        g.set_mode(unit, BACK)
        g.note("mode", "14.1.1", "7.4.2", unit=unit, mode="supply")


def after_modes(g: Somme) -> str:
    """The Allies first, nation by nation with three players, then the German."""
    state = g.state
    if state.acting == BRITISH:
        state.acting = FRENCH
        return "setup-modes"
    state.acting = ""
    if g.phasing == ALLIED:
        state.phasing = SIDES[GERMAN]
        return "setup-modes"
    state.phasing = SIDES[ALLIED]
    return "gun-setup"


class PlaceDecision(Decision):
    """Which unit is placed next, and where. ``squares`` tells where one may go; looked up only when asked."""

    __slots__ = ("_found", "ending", "g", "squares", "units")

    def __init__(
        self, g: Somme, side: str, kind: str, case: str, prompt: str, units: Sequence[int],
        squares: Callable[[int], list[int]], *, ending: bool = False, seat: str | None = None, rest: bool = True,
    ) -> None:
        super().__init__(side, kind, case, prompt, rest=rest, seat=seat)
        self.g = g
        self.units = units
        self.squares = squares
        self.ending = ending
        self._found: dict[int, list[int]] = {}

    def verbs(self) -> Sequence[str]:
        return ("place", "end") if self.ending else ("place",)

    def subjects(self) -> Sequence[Subject]:
        found = [self.g.setting.unit_subjects[u] for u in self.units if self.cells(u)]
        if self.ending:
            found.append(Subject("button", "end"))
        return found

    def cells(self, unit: int) -> list[int]:
        if unit not in self._found:
            self._found[unit] = self.squares(unit) if unit in self.units else []
        return self._found[unit]

    def actions(self, subject: Subject) -> Iterable[Action]:
        unit = subject.ref
        if subject.kind == "button":
            return [END] if self.ending and unit == "end" else []
        return [Action("place", (unit, c)) for c in self.cells(unit)] if isinstance(unit, int) else []

    def check(self, action: Action) -> Ruling:
        if action.verb == "end":
            return ALLOW if self.ending else refuse(self.case, f"not yet: {self.prompt}")
        unit, cell = action.number(), action.number(1)
        if unit not in self.units:
            return refuse(self.case, f"{self.g.name(unit)} is not to be placed now: {self.prompt}")
        if cell in self.cells(unit):
            return ALLOW
        here = self.g.setting.grid.ids[cell]
        return refuse(self.case, f"{self.g.name(unit)} may not be placed on {here}: {self.prompt}")


def deploy_guns(g: Somme) -> Procedure:
    """14.2.1: guns are placed freely behind the line, the German's first."""
    for order in sorted(g.setting.plan.get("free_setup", []), key=lambda o: int(o["order"])):
        side = SIDES.index(order["side"])
        while True:
            guns = [u for u in map(g.setting.unit_named, order["units"]) if g.state.due[u] == TO_DEPLOY]
            if not guns:
                break
            seat = g.seat(side, order["nation"])
            decision = PlaceDecision(
                g, order["side"], "gun-setup", order["case"],
                f"{g.setting.seat_name(seat)}: place the {order['nation']} guns behind the line", guns,
                partial(gun_squares, g, order, len(guns)), seat=seat,
            )
            if not decision.subjects():
                # Only on boards for study: a gun without a square waits in the pool.
                for unit in guns:
                    g.state.due[unit] = 0
                    g.place(unit, POOL)
                break
            action: Action = yield decision
            put(g, action, order["case"])


def gun_squares(g: Somme, order: dict[str, Any], waiting: int, gun: int) -> list[int]:
    """Where a gun may be placed: in the nation's area, and enough guns on each bank of the Somme."""
    setting = g.setting
    cells = gun_area(g, order)
    guns = [setting.unit_named(u) for u in order["units"]]
    for key, bank in (("south_of_somme", setting.south_of_somme), ("north_of_somme", ~setting.south_of_somme)):
        there = sum(1 for u in guns if g.state.loc[u] >= 0 and bank >> g.state.loc[u] & 1)
        if order.get(key, 0) - there >= waiting:
            cells &= bank
    return cells_of(room(g, gun, cells))


def gun_area(g: Somme, order: dict[str, Any]) -> int:
    """14.2.1: behind the line, in the rows of the nation, free of enemy zones (X63)."""
    setting, side = g.setting, SIDES.index(order["side"])
    key = ("gun area", order["nation"])
    found = g.map_cache.get(key)
    if not isinstance(found, int):
        region = setting.board.regions.get(f"behind-line-{order['nation']}-{setting.scenario}")
        found = mask(region) if region is not None else squares_behind(g, side)
        first, last = order["rows"]
        found &= mask(c for c in cells_of(found) if first <= setting.row[c] <= last)
        found &= ~g.occupied(1 - side) & ~setting.shaded
        if order.get("free_of_enemy_zoc"):
            found &= ~g.zone_mask(1 - side)
        g.map_cache[key] = found
    return found


def put(g: Somme, action: Action, case: str) -> None:
    unit, cell = action.number(), action.number(1)
    g.state.due[unit] = 0
    g.place(unit, cell)
    settle_facing(g, unit, g.state.facing[unit])
    g.note("placed", case, unit=unit, to=cell)
