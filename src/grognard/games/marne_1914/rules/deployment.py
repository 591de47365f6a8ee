"""The set-up of a scenario (module 14): as the scenario file has it, or by the players (14.2.1)."""

from __future__ import annotations

from grognard.engine import Action, Procedure, Ruling, refuse
from grognard.games.marne_1914.plan import Corps
from grognard.games.marne_1914.position import CADRE, OFF_MAP, Marne
from grognard.games.marne_1914.rules.front_line import front_line
from grognard.games.marne_1914.rules.stacking import fits, may_stack
from grognard.games.marne_1914.setting import CP, ENTENTE, MarneSetting
from grognard.games.marne_1914.state import MarneState
from grognard.rules.masks import cells_of, mask
from grognard.rules.orders import Placing

TO_DEPLOY = -1
"""In place of a turn of arrival: the owner puts this unit on the map during the set-up."""


def prepare(setting: MarneSetting, state: MarneState) -> None:
    """The scenario without a unit on the map: no areas, no reinforcements to come."""
    plan = setting.plan
    state.phase = "initiative"
    state.phasing = state.initiative = plan.initiative
    state.vp = plan.start_vp
    state.awards = [(plan.start_vp, plan.case, "at the start")] if plan.start_vp else []
    state.army = [unit.army for unit in setting.units]
    state.corps = [unit.corps for unit in setting.units]
    state.garrisons = list(setting.paris)
    state.control = {c: "cp" if c in setting.north_exits else "entente" for c in sorted(setting.held)}


def set_up(g: Marne) -> None:
    """The position before anything is decided: units placed, or waiting in their boxes (14.1.1, 14.1.4)."""
    setting, state = g.setting, g.state
    state.markers = {m: setting.column[setting.cell_named(c)] for m, c in setting.plan.markers.items()}
    for entry in setting.plan.setup:
        set_up_corps(g, entry)
    for order in setting.plan.reinforcement:
        for unit in map(setting.unit_named, order.units):
            state.due[unit], state.steps[unit] = order.turn, order.steps
            if order.army:
                state.army[unit] = order.army                                   # 7.1.2
    g.rebuild()
    set_initial_control(g)
    if is_free(g) or has_variable_strengths(g) or g.has_option("variable_reinforcements"):
        state.phase = "deployment"


def is_free(g: Marne) -> bool:
    """14.2.1: the players set up the full battle themselves."""
    return g.setting.scenario == "full-battle" and g.has_option("setup", "free")


def has_variable_strengths(g: Marne) -> bool:
    return g.setting.scenario == "full-battle" and g.has_option("variable_strengths")


def set_up_corps(g: Marne, entry: Corps) -> None:
    """One entry of the scenario: where each unit of a corps stands and what it has lost (14.1.1, 14.2.1a(a))."""
    setting, state = g.setting, g.state
    places = entry.units
    for other in setting.plan.alternative:
        if other.corps == entry.corps and g.has_option(other.option, other.choice):
            places = other.units
    for uid, cell in places.items():
        unit, steps = setting.unit_named(uid), entry.steps[uid]
        state.loc[unit] = setting.cell_named(cell)
        if not 1 <= steps <= setting.units[unit].steps:
            raise setting.plan_error(f"{uid} cannot have {steps} steps", uid)
        state.steps[unit] = steps
        if is_free(g):
            state.loc[unit], state.due[unit] = OFF_MAP, TO_DEPLOY
    for unit in map(setting.unit_named, entry.cadre):
        state.loc[unit], state.steps[unit] = CADRE, 0


def set_initial_control(g: Marne) -> None:
    """13.0.3 and ruling C52: who holds towns and edge roads before anybody has moved.

    The Germans have come by the roads of the north edge, so these are theirs.
    """
    line: dict[int, int] = {}
    if g.setting.plan.control == "front-line":
        for cell in front_line(g):
            column = g.setting.column[cell]
            line[column] = min(line.get(column, 999), g.setting.south[cell])
    for cell in sorted(g.setting.held):
        north = g.setting.south[cell] < line.get(g.setting.column[cell], -1) and cell not in g.setting.paris
        g.state.control[cell] = "cp" if north or cell in g.setting.north_exits else "entente"
    for unit, cell in enumerate(g.state.loc):
        if cell in g.state.control:
            g.state.control[cell] = g.side_name(g.setting.side[unit])
    g.state.visited = [c for c in sorted(g.setting.scored) if g.state.control[c] == "cp"]
    g.changed()


# -- set-up by the players --


def area_of(g: Marne, unit: int) -> int:
    """14.2.1: the area of the unit's corps."""
    for area in g.setting.plan.area:
        if area.corps == g.state.corps[unit]:
            return mask(map(g.setting.cell_named, area.cells))
    return 0


def room_in_area(g: Marne, unit: int) -> list[int]:
    return [cell for cell in cells_of(area_of(g, unit)) if fits(g, unit, cell)]


def may_deploy(g: Marne, unit: int, cell: int) -> Ruling:
    """14.2.1a(b): inside the area of its corps, within stacking limits."""
    if not area_of(g, unit) >> cell & 1:
        return refuse("14.2.1a(b)", f"{g.cell_name(cell)} is not in the set-up area of {g.state.corps[unit]}")
    return may_stack(g, unit, cell)


def ask_to_deploy(g: Marne, side: int, places: dict[int, int], case: str, question: str) -> Procedure:
    action: Action = yield Placing(
        g, side, "deploy", case, question, "deploy", places, why_not=lambda unit, cell: may_deploy(g, unit, cell)
    )
    unit, cell = action.number(0), action.number(1)
    g.place(unit, cell)
    g.state.due[unit] = 0
    g.note("deploy", "14.2.1", unit=unit, to=cell)


def deploy(g: Marne) -> Procedure:
    """14.2.1: the Entente first, corps by corps, so that its zones of control cover the front."""
    for side in (ENTENTE, CP):
        while waiting := [u for u in g.setting.units_of[side] if g.state.due[u] == TO_DEPLOY]:
            corps = g.state.corps[waiting[0]]
            places = {u: mask(room_in_area(g, u)) for u in waiting if g.state.corps[u] == corps}
            yield from ask_to_deploy(g, side, places, "14.2.1", f"deploy {corps}")
        if side == ENTENTE and is_free(g):
            yield from cover_front(g)


def open_front(g: Marne) -> list[int]:
    """14.2.1a(b): hexes north of the areas that no Entente zone of control covers."""
    front = g.setting.plan.front
    cells = [g.setting.cell_named(c) for c in front.cells] if front is not None else []
    return [c for c in cells if not g.zones[ENTENTE][c]]


def cover_front(g: Marne) -> Procedure:
    """Units are placed again, each time closing more of the front, until it is covered or nothing helps."""
    while gaps := open_front(g):
        places: dict[int, int] = {}
        for unit in g.on_map(ENTENTE):
            here = g.state.loc[unit]
            better = []
            for cell in room_in_area(g, unit):
                g.place(unit, cell)
                if len(open_front(g)) < len(gaps):
                    better.append(cell)
            g.place(unit, here)
            if better:
                places[unit] = mask(better)
        if not places:
            return
        yield from ask_to_deploy(g, ENTENTE, places, "14.2.1a(b)", f"cover the front at {g.cell_names(gaps)}")


def settle_deployment(g: Marne) -> None:
    """What the optional rules 15.1 and 15.2 change before the first turn."""
    if has_variable_strengths(g):
        vary_strengths(g)
    if g.has_option("variable_reinforcements"):
        vary_reinforcements(g)
    set_initial_control(g)


def vary_strengths(g: Marne) -> None:
    """15.1, reconstructed: a die for each corps, 1-2 the low row, 5-6 the high row of losses."""
    for corps, row in g.setting.tables.reductions.items():
        die = g.throw("15.1", f"strength of {corps}")
        change = row.historical - (row.low if die <= 2 else row.high if die >= 5 else row.historical)
        members = [u for u in g.setting.units_of[ENTENTE] if g.state.corps[u] == corps and g.state.loc[u] >= 0]
        for _ in range(abs(change)):
            members = [u for u in members if g.state.loc[u] >= 0]
            weak = [u for u in members if g.state.steps[u] < g.setting.units[u].steps]
            if change > 0 and weak:
                unit = min(weak, key=lambda u: (g.state.steps[u], u))
                g.state.steps[unit] += 1
                g.note("recovered", "15.1", unit=unit, steps=g.state.steps[unit])
            elif change < 0 and members:
                unit = max(members, key=lambda u: (g.state.steps[u], -u))
                g.lose_steps(unit, 1, "15.1")


def vary_reinforcements(g: Marne) -> None:
    """15.2, reconstructed: a die for each group, 1 a turn early, 6 a turn late."""
    for order in g.setting.plan.reinforcement:
        die = g.throw("15.2", f"arrival of {', '.join(order.units)}")
        shift = -1 if die == 1 else 1 if die == 6 else 0
        turn = max(g.state.turn, order.turn + shift)
        units = [g.setting.unit_number(uid) for uid in order.units]
        for unit in units:
            g.state.due[unit] = turn
        g.note("arrival", "15.2", units=units, turn=turn)
