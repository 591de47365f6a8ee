"""The set-up of the scenarios, and what their owners place themselves."""

from __future__ import annotations

from grognard.engine import ALLOW, Action, Procedure, Ruling, refuse
from grognard.games.friedensturm_1918.plan import Placed
from grognard.games.friedensturm_1918.position import Friedensturm
from grognard.games.friedensturm_1918.rules.air import station
from grognard.games.friedensturm_1918.rules.stacking import attach, free_regiments, may_fit
from grognard.games.friedensturm_1918.rules.support import combat_cells
from grognard.games.friedensturm_1918.setting import EVENT, GERMAN, OFF_MAP, FriedensturmSetting
from grognard.games.friedensturm_1918.state import FriedensturmState, Mission
from grognard.rules.masks import cells_of, mask
from grognard.rules.orders import Placing


def prepare(setting: FriedensturmSetting, state: FriedensturmState) -> None:
    """The scenario without a unit on the map."""
    first = setting.turns[setting.plan.first_turn]
    state.initiative = state.phasing = first.initiative
    state.weather = "fair"
    state.tanks = setting.plan.german_tanks
    for unit in setting.tanks_of[GERMAN]:
        state.loc[unit] = EVENT                                                 # 15.4.2
    holders = [(rule.cells, 1 - setting.sides.index(rule.winner)) for rule in setting.plan.decisive]
    holders += [(objective.cells, setting.sides.index(objective.held)) for objective in setting.plan.objective]
    for cells, side in holders:
        for cell in setting.known(cells):
            state.held[cell] = side                                             # ruling Q35


def set_up(g: Friedensturm) -> None:
    """Everybody in his printed hex; Stosstruppen with regiments (11.3.2), air units on their headquarters (17.1)."""
    setting, state = g.setting, g.state
    for entry in setting.plan.setup:
        cell = setting.cell_named(entry.cell)
        for uid in entry.units:
            state.loc[setting.unit_named(uid)] = cell
    g.rebuild()
    for cell in range(len(setting.grid.ids)):
        for unit in g.stack[cell]:
            if setting.is_stoss[unit]:
                state.stoss[free_regiments(g, cell)[0]] = unit
        for unit in g.stack[cell]:
            if setting.combat[unit]:
                g.take(cell, setting.side[unit])
    for units in setting.air_of:
        for unit in units:
            place_air(g, unit)
    g.events.clear()
    g.rebuild()
    state.phase = "deployment"


def place_air(g: Friedensturm, unit: int) -> None:
    cell = g.state.loc[unit]
    if cell < 0:
        return
    if g.has_option("air", "no"):
        g.state.loc[unit] = OFF_MAP                                             # 17.0
    else:
        station(g, unit, next(u for u in g.stack[cell] if g.setting.hq[u]), Mission.BASED)


# -- Scenario 3: Stosstruppen on any elite regiments --


def stoss_to_place(g: Friedensturm) -> list[int]:
    ids = [uid for free in g.setting.plan.free for uid in free.units]
    return [u for u in map(g.setting.unit_named, ids) if g.state.loc[u] == OFF_MAP]


def may_place_stoss(g: Friedensturm, action: Action) -> Ruling:
    stoss, regiment = action.number(0), action.number(1)
    name = g.name(regiment)
    if stoss not in stoss_to_place(g):
        return refuse("Scenario 3", f"{g.name(stoss)} is not waiting to be placed")
    if g.setting.side[regiment] != GERMAN or g.state.loc[regiment] < 0 or not g.is_elite(regiment):
        return refuse("Scenario 3", f"{name} is not an elite regiment on the map")
    if g.state.stoss[regiment] >= 0:
        return refuse("11.3.2", f"{name} already has Stosstruppen")
    return ALLOW


def place_stoss(g: Friedensturm) -> Procedure:
    """Scenario 3: one after the other; they must all be placed."""
    while stoss := stoss_to_place(g):
        ways = [Action("assign", (stoss[0], u)) for u in g.setting.units_of[GERMAN] if g.setting.regiment[u]]
        ways = [action for action in ways if may_place_stoss(g, action)]
        if not ways:
            return
        action = yield from g.ask(
            GERMAN, "deploy", "Scenario 3", f"which elite regiment gets {g.name(stoss[0])}?", ways, rest=True,
            why_not=lambda a: may_place_stoss(g, a),
        )
        attach(g, action.number(0), action.number(1))


# -- Scenario 4: a line of the set-up that may be spread --


def spread_lines(g: Friedensturm) -> list[Placed]:
    return [entry for entry in g.setting.plan.setup if entry.spread]


def may_spread(g: Friedensturm, unit: int, cell: int) -> Ruling:
    """Scenario 4, ruling Q33: to the hexes around, within the limits; no support unit alone beside the enemy."""
    name, side = g.name(unit), g.setting.side[unit]
    line = next(entry for entry in spread_lines(g) if name in entry.units)
    home = g.setting.cell_named(line.cell)
    if not (g.setting.around[home] >> cell & 1 and g.setting.area >> cell & 1) or g.enemy_holds(side, cell):
        return refuse("Scenario 4", f"{name} must set up in {line.cell} or next to it")
    if not g.setting.combat[unit] and g.setting.around[cell] & combat_cells(g, 1 - side):
        return refuse("11.3.1", f"{name} would be next to the enemy")
    return may_fit(g, unit, cell)


def spread(g: Friedensturm) -> Procedure:
    """Scenario 4: each unit of the line once; an air unit goes with its headquarters."""
    units = [u for entry in spread_lines(g) for u in map(g.setting.unit_named, entry.units) if not g.setting.air[u]]
    while left := [u for u in units if g.state.began[u] < 0]:
        side = g.setting.side[left[0]]
        around = {u: cells_of(g.setting.around[g.state.loc[u]]) for u in left}
        places = {u: mask([cell for cell in around[u] if may_spread(g, u, cell)]) for u in left}
        action: Action = yield Placing(
            g, side, "deploy", "Scenario 4", "which units set up next to their hex?", "deploy", places, ends=True,
            why_not=lambda unit, cell: may_spread(g, unit, cell),
            who=lambda unit: refuse("Scenario 4", f"{g.name(unit)} stays where it is"),
        )
        if action.verb == "end":
            return
        unit, cell = action.number(0), action.number(1)
        g.state.began[unit] = cell
        for one in (unit, *[air for air in g.setting.air_of[side] if g.state.base[air] == unit]):
            g.place(one, cell)
        g.note("deploy", "Scenario 4", unit=unit, to=cell)


def deploy(g: Friedensturm) -> Procedure:
    """What the owners place themselves, before the first turn."""
    yield from place_stoss(g)
    yield from spread(g)

