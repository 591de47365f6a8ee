"""The set-up of a scenario (module 14): as the scenario file has it, or by the players (14.2.1)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from grognard.engine import ALLOW, Action, Decision, Dice, Procedure, Ruling, Subject, refuse
from grognard.errors import DataError, GrognardError
from grognard.games.marne_1914.front_line import front_line
from grognard.games.marne_1914.setting import CP, ENTENTE, MarneSetting, scenario_cell
from grognard.games.marne_1914.stacking import may_stack, why_no_stacking
from grognard.games.marne_1914.state import CADRE, OFF_MAP, Marne, MarneState

TO_DEPLOY = -1
"""In place of a turn of arrival: the owner puts this unit on the map during the set-up."""


def empty_position(setting: MarneSetting, seed: str) -> Marne:
    """The scenario without a unit on the map, for study: no areas, no reinforcements to come."""
    plan, units = setting.plan, setting.units
    size = len(units)
    state = MarneState(
        turn=plan["first_turn"], phase="initiative", phasing=plan["initiative"], initiative=plan["initiative"],
        vp=plan["start_vp"], awards=[(plan["start_vp"], plan["case"], "at the start")] if plan["start_vp"] else [],
        loc=[OFF_MAP] * size, steps=[u.steps for u in units], disrupted=[0] * size,
        army=[u.army for u in units], corps=[u.corps for u in units], taxi=[0] * size, due=[0] * size,
        delayed=[0] * size, out_of_supply=[0] * size, origin=[OFF_MAP] * size, moved=[0] * size,
        attacked=[0] * size, recovered=[0] * size, garrisons=list(setting.paris),
        control={c: "cp" if c in setting.north_exits else "entente" for c in sorted(setting.held)},
    )
    return Marne(setting, state, Dice(seed))


def starting_position(setting: MarneSetting, seed: str) -> Marne:
    """The position before anything is decided: units placed, or waiting in their boxes (14.1.1, 14.1.4)."""
    plan = setting.plan
    position = empty_position(setting, seed)
    state = position.state
    state.markers = {m: setting.column[scenario_cell(setting, c)] for m, c in plan["markers"].items()}
    for entry in plan["setup"]:
        set_up_corps(setting, state, entry)
    for order in plan.get("reinforcement", []):
        schedule(setting, state, order)
    position.rebuild()
    set_initial_control(position)
    if has_deployment(setting) or setting.options["variable_reinforcements"] == "on":
        state.phase = "deployment"
    return position


def has_deployment(setting: MarneSetting) -> bool:
    if setting.scenario != "full-battle":
        return False
    return setting.options["setup"] == "free" or setting.options["variable_strengths"] == "on"


def set_up_corps(setting: MarneSetting, state: MarneState, entry: dict[str, Any]) -> None:
    """One entry of the scenario: where each unit of a corps stands and what it has lost (14.1.1, 14.2.1a(a))."""
    places: dict[str, str] = entry["units"]
    for other in setting.plan.get("alternative", []):
        if other.get("corps") == entry["corps"] and setting.options[other["option"]] == other["choice"]:
            places = other["units"]
    for uid, cell in places.items():
        unit = scenario_unit(setting, uid)
        state.loc[unit] = scenario_cell(setting, cell)
        steps = entry["steps"][uid]
        if not 1 <= steps <= setting.units[unit].steps:
            line = setting.data.line(f"scenarios/{setting.scenario}.toml", uid)
            raise DataError(f"{uid} cannot have {steps} steps", setting.plan_file, line)
        state.steps[unit] = steps
        if setting.scenario == "full-battle" and setting.options["setup"] == "free":
            state.loc[unit], state.due[unit] = OFF_MAP, TO_DEPLOY
    for uid in entry.get("cadre", []):
        unit = scenario_unit(setting, uid)
        state.loc[unit] = CADRE
        state.steps[unit] = 0


def scenario_unit(setting: MarneSetting, uid: str) -> int:
    try:
        return setting.unit_number(uid)
    except GrognardError as problem:
        line = setting.data.line(f"scenarios/{setting.scenario}.toml", uid)
        raise DataError(str(problem), setting.plan_file, line) from None


def schedule(setting: MarneSetting, state: MarneState, order: dict[str, Any]) -> None:
    for uid in order["units"]:
        unit = scenario_unit(setting, uid)
        state.due[unit] = order["turn"]
        state.steps[unit] = order["steps"]
        if "army" in order:
            state.army[unit] = order["army"]                                    # 7.1.2


def set_initial_control(g: Marne) -> None:
    """13.0.3 and ruling C52: who holds towns and edge roads before anybody has moved.

    The Germans have come by the roads of the north edge, so these are theirs.
    """
    line: dict[int, int] = {}
    if g.setting.plan["control"] == "front-line":
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


# -- set-up by the players --


class DeployDecision(Decision):
    """Where a unit is set up (14.2.1): inside the area of its corps, within stacking limits."""

    __slots__ = ("g", "places")

    def __init__(self, g: Marne, side: int, places: dict[int, list[int]], case: str, what: str) -> None:
        name = g.side_name(side)
        super().__init__(name, "deploy", case, f"{g.setting.game.sides[name]}: {what}", rest=True)
        self.g = g
        self.places = places
        """The units that may be placed now, with their hexes."""

    def verbs(self) -> Sequence[str]:
        return ("deploy",)

    def subjects(self) -> Sequence[Subject]:
        return [self.g.setting.unit_subjects[u] for u in self.places]

    def actions(self, subject: Subject) -> Iterable[Action]:
        unit = subject.ref
        if subject.kind != "unit" or not isinstance(unit, int):
            return []
        return [Action("deploy", (unit, c)) for c in self.places.get(unit, [])]

    def check(self, action: Action) -> Ruling:
        unit, cell = action.number(0), action.number(1)
        g = self.g
        if cell in self.places.get(unit, []):
            return ALLOW
        if unit not in self.places:
            return refuse(self.case, f"{g.name(unit)} is not to be deployed now: {self.prompt}")
        if cell not in area_of(g, unit):
            where = g.setting.grid.ids[cell]
            return refuse("14.2.1a(b)", f"{where} is not in the set-up area of {g.state.corps[unit]}")
        ruling = why_no_stacking(g, unit, cell)
        return ruling if not ruling else refuse(self.case, f"that does not help: {self.prompt}")


def area_of(g: Marne, unit: int) -> list[int]:
    for area in g.setting.plan["area"]:
        if area["corps"] == g.state.corps[unit]:
            return [scenario_cell(g.setting, c) for c in area["cells"]]
    return []


def room_in_area(g: Marne, unit: int) -> list[int]:
    return [c for c in area_of(g, unit) if may_stack(g, unit, c)]


def deploy(g: Marne) -> Procedure:
    """14.2.1: the Entente first, corps by corps, so that its zones of control cover the front."""
    for side in (ENTENTE, CP):
        while True:
            waiting = [u for u in g.setting.units_of[side] if g.state.due[u] == TO_DEPLOY]
            if not waiting:
                break
            corps = g.state.corps[waiting[0]]
            places = {u: room_in_area(g, u) for u in waiting if g.state.corps[u] == corps}
            action: Action = yield DeployDecision(g, side, places, "14.2.1", f"deploy {corps}")
            put(g, action)
        if side == ENTENTE:
            yield from cover_front(g)


def put(g: Marne, action: Action) -> None:
    unit, cell = action.number(0), action.number(1)
    g.place(unit, cell)
    g.state.due[unit] = 0
    g.note("deploy", "14.2.1", unit=unit, to=cell)


def open_front(g: Marne) -> list[int]:
    """14.2.1a(b): hexes north of the areas that no Entente zone of control covers."""
    cells = [scenario_cell(g.setting, c) for c in g.setting.plan["front"]["cells"]]
    return [c for c in cells if not g.zones[ENTENTE][c]]


def cover_front(g: Marne) -> Procedure:
    """Units are placed anew, each time closing more of the front, until it is covered or nothing helps."""
    if not has_deployment(g.setting) or g.setting.options["setup"] != "free":
        return
    while gaps := open_front(g):
        places: dict[int, list[int]] = {}
        for unit in g.on_map(ENTENTE):
            here = g.state.loc[unit]
            better = []
            for cell in room_in_area(g, unit):
                g.place(unit, cell)
                if len(open_front(g)) < len(gaps):
                    better.append(cell)
            g.place(unit, here)
            if better:
                places[unit] = better
        if not places:
            return
        names = ", ".join(g.setting.grid.ids[c] for c in gaps)
        action: Action = yield DeployDecision(g, ENTENTE, places, "14.2.1a(b)", f"cover the front at {names}")
        put(g, action)


def settle_deployment(g: Marne) -> None:
    """What the optional rules 15.1 and 15.2 change before the first turn."""
    if g.setting.scenario == "full-battle" and g.setting.options["variable_strengths"] == "on":
        vary_strengths(g)
    if g.setting.options["variable_reinforcements"] == "on":
        vary_reinforcements(g)
    set_initial_control(g)


def vary_strengths(g: Marne) -> None:
    """15.1, reconstructed: a die for each corps, 1-2 the low row, 5-6 the high row of losses."""
    for corps, row in g.setting.reductions.items():
        die = g.throw("15.1", f"strength of {corps}")
        column = "low" if die <= 2 else "high" if die >= 5 else "historical"
        change = row.integer("historical") - row.integer(column)
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
    for order in g.setting.plan.get("reinforcement", []):
        die = g.throw("15.2", f"arrival of {', '.join(order['units'])}")
        shift = -1 if die == 1 else 1 if die == 6 else 0
        turn = max(g.state.turn, order["turn"] + shift)
        units = [g.setting.unit_number(uid) for uid in order["units"]]
        for unit in units:
            g.state.due[unit] = turn
        g.note("arrival", "15.2", units=units, turn=turn)
