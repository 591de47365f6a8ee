"""What must hold: of the data (``grognard check``), and of every position that play produces."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from grognard.board import check_board
from grognard.data import DataFolder, nearest
from grognard.games.marne_1914.integrity import corps_members
from grognard.games.marne_1914.setting import ARMIES, CP, ENTENTE, MARKERS, MarneSetting, scenario_cell
from grognard.games.marne_1914.stacking import stack_ruling
from grognard.games.marne_1914.state import CADRE, OFF_MAP, Marne
from grognard.rules.masks import mask

if TYPE_CHECKING:
    from grognard.games.marne_1914.game import MarneGame


def broken_invariants(g: Marne) -> list[str]:
    """What is wrong with a position: stacking at its moments, steps, layers, markers."""
    wrong: list[str] = []
    state, setting = g.state, g.setting
    for unit, cell in enumerate(state.loc):
        name, most = setting.unit_ids[unit], setting.units[unit].steps
        if not OFF_MAP >= cell >= CADRE and not 0 <= cell < len(setting.grid.ids):
            wrong.append(f"{name} is nowhere ({cell})")
        if cell >= 0 and not 1 <= state.steps[unit] <= most:
            wrong.append(f"{name} on the map has {state.steps[unit]} steps of {most}")
        if cell == CADRE and state.steps[unit]:
            wrong.append(f"{name} in the Cadre Box has steps")
    for cell, units in enumerate(g.stack):
        if len({setting.side[u] for u in units}) > 1:
            wrong.append(f"both sides are in {setting.grid.ids[cell]}")
        elif units and not moving_now(g, units) and not stack_ruling(g, units):
            wrong.append(f"{setting.grid.ids[cell]}: {stack_ruling(g, units)}")
    fresh = Marne(setting, state.copy(), g.dice.copy())
    if fresh.layers() != g.layers():
        wrong.append("the layers over the map do not agree with the state")
    if any(g.held(side) != mask(state.loc[u] for u in g.on_map(side)) for side in (CP, ENTENTE)):
        wrong.append("the hexes that a side holds are not those of its units")
    columns = [state.markers[m] for m in ("6/BEF", "BEF/5", "5/9") if m in state.markers]
    if columns != sorted(set(columns)):
        wrong.append(f"boundary markers out of order: {state.markers}")
    if state.vp != sum(points for points, _, _ in state.awards):
        wrong.append("victory points and their awards disagree")
    return wrong


def moving_now(g: Marne, units: Sequence[int]) -> bool:
    """4.1.4: stacking limits apply at the end of movement, so not yet to the side that is about to move."""
    own_turn = g.setting.side[units[0]] == g.phasing
    return own_turn and g.state.phase in ("boundary", "supply", "movement", "mending")


def check_data(game: MarneGame, data: DataFolder) -> list[str]:
    """Every id exists, every reference resolves, every number that the book gives is there."""
    wrong: list[str] = []
    options = game.chosen_options(data, {})
    for scenario in game.scenarios(data):
        setting = MarneSetting(game, data, scenario, options)
        if scenario == "counter-attack":
            wrong += check_tables(setting)
            wrong += [f"{data.path('map')}: {problem}" for problem in check_board(setting.board)]
            wrong += check_map(setting)
            wrong += check_cases(data)
        position = game.start(setting, "check")
        assert isinstance(position, Marne)
        wrong += [f"{setting.plan_file}: {problem}" for problem in check_scenario(position)]
    return list(dict.fromkeys(wrong))


def check_scenario(g: Marne) -> list[str]:
    setting, plan = g.setting, g.setting.plan
    wrong = broken_invariants(g)
    for marker in (*plan["markers"], *(later["name"] for later in plan.get("later_marker", []))):
        if marker not in MARKERS:
            wrong.append(f"unknown boundary marker '{marker}'{nearest(marker, MARKERS)}")
    corps = {u.corps for u in setting.units}
    for name in plan["full_strength_attacks"]["corps"]:
        if name not in corps:
            wrong.append(f"unknown corps '{name}' in full_strength_attacks{nearest(name, corps)}")
    for entry in plan["setup"]:
        wrong += check_corps(setting, entry)
    wrong += check_reinforcements(setting) + check_areas(setting)
    placed = {u for u in range(len(setting.units)) if g.state.loc[u] != OFF_MAP or g.state.due[u]}
    for unit in sorted(set(range(len(setting.units))) - placed):
        wrong.append(f"{setting.unit_ids[unit]} is neither set up nor a reinforcement")
    for side in (CP, ENTENTE):
        for name, members in corps_members(g, side).items():
            armies = {g.state.army[u] for u in members}
            if len(armies) > 1:
                wrong.append(f"{name} belongs to several armies")
    return wrong


def check_corps(setting: MarneSetting, entry: Mapping[str, Any]) -> list[str]:
    """One corps of the set-up: its own units, and as many losses as the book gives it (14.1.1)."""
    wrong: list[str] = []
    cadre = [setting.units[setting.unit_number(u)] for u in entry.get("cadre", [])]
    units = [setting.units[setting.unit_number(u)] for u in entry["units"]] + cadre
    for unit in units:
        if unit.corps != entry["corps"]:
            wrong.append(f"{unit.id} is set up with {entry['corps']}, but belongs to {unit.corps}")
    lost = sum(unit.steps for unit in units) - sum(entry["steps"].values())
    gone = sum(unit.steps for unit in cadre)
    if entry["losses"] not in (lost, lost - gone):
        wrong.append(f"{entry['corps']} should have lost {entry['losses']} steps, its units {lost}")
    return wrong


def check_reinforcements(setting: MarneSetting) -> list[str]:
    """Section 7.1, 7.2: each comes in a turn of the scenario, by hexes that the map has."""
    wrong: list[str] = []
    plan = setting.plan
    for order in plan.get("reinforcement", []):
        who = ", ".join(order["units"])
        if not plan["first_turn"] <= order["turn"] <= plan["last_turn"]:
            wrong.append(f"{who} would arrive in turn {order['turn']}, which the scenario does not have")
        for uid in order["units"]:
            if not 1 <= order["steps"] <= setting.units[setting.unit_number(uid)].steps:
                wrong.append(f"{uid} cannot arrive with {order['steps']} steps")
        for name in (order["entry"], order.get("alternate")):
            if name is not None and not setting.board.regions.get(name):
                wrong.append(f"the map has no region '{name}'{nearest(name, setting.board.regions)}")
    return wrong


def check_areas(setting: MarneSetting) -> list[str]:
    """14.2.1a(b): where there are areas, every corps has one, and all their hexes exist."""
    wrong: list[str] = []
    plan = setting.plan
    areas = {area["corps"]: area for area in plan.get("area", [])}
    if areas:
        for entry in plan["setup"]:
            if entry["corps"] not in areas:
                wrong.append(f"{entry['corps']} has no set-up area")
    named = [area["cells"] for area in areas.values()] + [plan.get("front", {}).get("cells", [])]
    for cell in (cell for cells in named for cell in cells):
        scenario_cell(setting, cell)
    for area in areas.values():
        if area["region"] not in setting.board.regions:
            wrong.append(f"the map has no region '{area['region']}'; build it again after a change of areas")
    return wrong


def check_cases(data: DataFolder) -> list[str]:
    """The index of cases can be read, and each says what it is."""
    file = data.path("cases.toml")
    return [
        f"{file}: case {number} has no '{key}'"
        for number, case in data.toml("cases.toml").items()
        for key in ("title", "status")
        if not (isinstance(case, dict) and case.get(key))
    ]


def check_map(setting: MarneSetting) -> list[str]:
    """What the rules ask of the map (2.1, 7.1, 7.2, 10.1.3, 12.1.1)."""
    wrong: list[str] = []
    board, file = setting.board, setting.data.path("map/regions.csv")
    if len(setting.paris) != 2 or setting.paris[1] not in board.grid.neighbours[setting.paris[0]]:
        wrong.append(f"{file}: Paris should be two adjacent hexes (12.1.1)")
    for name in ("north", "south", "west", "east"):
        cells = board.regions.get(f"road-exit-{name}", ())
        if not cells:
            wrong.append(f"{file}: no road leads off the {name} edge (10.1.3, 10.1.4)")
        for cell in cells:
            if cell not in board.grid.edge(name):
                wrong.append(f"{file}: {board.grid.ids[cell]} is not on the {name} edge")
            if not setting.road_steps[cell]:
                wrong.append(f"{file}: {board.grid.ids[cell]} should be on a road")
    for award in setting.awards.values():
        for place in award.places:
            if place not in {p.name for p in board.places}:
                wrong.append(f"{setting.data.path('tables/victory_points.csv')}: the map has no place '{place}'")
    if "Reims" in {p.name for p in board.places} and board.terrain[board.place("Reims").cells[0]] != "town":
        wrong.append(f"{setting.data.path('map/cells.csv')}: Reims is a town (2.1)")
    return wrong


def check_tables(setting: MarneSetting) -> list[str]:
    wrong: list[str] = []
    crt = setting.crt
    for column in crt.columns:
        for die in crt.dice[1:]:
            if worse(crt.result(column, die), crt.result(column, die - 1)):
                wrong.append(f"{crt.name}: column {column}, die {die} is worse for the attacker than die {die - 1}")
        if column > crt.columns[0]:
            for die in crt.dice:
                if worse(crt.result(column, die), crt.result(column - 1, die)):
                    text = f"column {column}, die {die} is worse for the attacker than column {column - 1}"
                    wrong.append(f"{crt.name}: {text}")
    steps = {("french", "infantry"): 4, ("german", "infantry"): 4, ("british", "infantry"): 3,
             ("french", "cavalry"): 2, ("german", "cavalry"): 2, ("british", "cavalry"): 1}
    file = setting.data.path("units.csv")
    for unit in setting.units:
        if unit.size == "division" and unit.steps != steps[unit.nation, unit.arm]:
            wrong.append(f"{file}: {unit.id} should have {steps[unit.nation, unit.arm]} steps (4.3.1)")
        if unit.army not in ARMIES or (unit.army in ("I", "II")) != (unit.side == "cp"):
            wrong.append(f"{file}: {unit.id} cannot belong to army {unit.army}")
        if list(unit.af) != sorted(unit.af) or list(unit.df) != sorted(unit.df):
            wrong.append(f"{file}: {unit.id} grows weaker as it gains steps")
    corps = {u.corps for u in setting.units}
    for name, row in setting.reductions.items():
        if name not in corps:
            wrong.append(f"{row.file}, line {row.line}: unknown corps '{name}'{nearest(name, corps)}")
    if setting.tec["river"].mp < setting.tec["bridge"].mp:
        wrong.append(f"{setting.data.path('tables/tec.csv')}: a river should not cost less than a bridge (6.1.4)")
    return wrong


def worse(new: object, old: object) -> bool:
    """Whether a result is worse for the attacker than another that should not be better."""
    from grognard.games.marne_1914.setting import CombatResult

    assert isinstance(new, CombatResult)
    assert isinstance(old, CombatResult)
    mine = (new.attacker_loss, new.attacker_disrupted) > (old.attacker_loss, old.attacker_disrupted)
    theirs = (new.defender_loss, new.retreat) < (old.defender_loss, old.retreat)
    return mine or theirs
