"""What must hold: of the data (``grognard check``), and of every position that play produces."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grognard.board import check_board
from grognard.data import DataFolder
from grognard.games.somme_1916.rules.movement.stacking import may_stack_together
from grognard.games.somme_1916.rules.scenarios.set_up import starting_position
from grognard.games.somme_1916.setting import SommeSetting
from grognard.games.somme_1916.state import Somme
from grognard.games.somme_1916.terms import (
    FACING_NAMES,
    GONE,
    GOOD_ORDER,
    NATIONS,
    OFF_MAP,
    POOL,
    SIDE_OF,
    SIDES,
    TRACK,
)
from grognard.rules.masks import cells_of

if TYPE_CHECKING:
    from grognard.games.somme_1916.game import SommeGame


CROSSINGS = (("T32", "U32"), ("U26", "U27"), ("H26", "I26"))
"""7.1.1: the three crossings of the Somme."""
CORNERS = ("C2", "C3", "D9", "E10", "F15", "L18", "M19", "M28", "K34")
"""7.1: squares that the start trench only touches."""


def broken_invariants(g: Somme) -> list[str]:
    """What is wrong with a position: places, steps, layers, facing, engagements, points."""
    wrong: list[str] = []
    state, setting = g.state, g.setting
    for unit, cell in enumerate(state.loc):
        name, most = setting.unit_ids[unit], setting.units[unit].steps
        if not OFF_MAP >= cell >= TRACK and not 0 <= cell < len(setting.grid.ids):
            wrong.append(f"{name} is nowhere ({cell})")
        if not 1 <= state.steps[unit] <= most:
            wrong.append(f"{name} has {state.steps[unit]} steps of {most}")
        if state.mode[unit] and not setting.two_modes[unit]:
            wrong.append(f"{name} has no second mode")
        if cell >= 0 and state.facing[unit] not in FACING_NAMES and not g.in_supply_mode(unit):
            wrong.append(f"{name} faces no side of its square")
        if cell in (POOL, GONE) and (state.status[unit] != GOOD_ORDER or state.commit[unit] >= 0):
            wrong.append(f"{name} beside the map still carries a marker")
    for cell, units in enumerate(g.stack):
        sides = {setting.side[u] for u in units}
        if len(sides) > 1 and cell not in state.engaged:
            wrong.append(f"both sides are in {setting.grid.ids[cell]} without an engagement")
    fresh = Somme(setting, state.copy(), g.dice.copy())
    if fresh.layers() != g.layers():
        wrong.append("the layers over the map do not agree with the state")
    if sum(state.vp.values()) != sum(points for _, points, *_ in state.awards):
        wrong.append("victory points and their awards disagree")
    return wrong


def check_data(game: SommeGame, data: DataFolder) -> list[str]:
    """Every id exists, every reference resolves, every number that the book gives is there."""
    wrong: list[str] = []
    options = game.chosen_options(data, {})
    for scenario in game.scenarios(data):
        setting = SommeSetting(game, data, scenario, options)
        wrong += check_scenario(starting_position(setting, "check"))
        if scenario == "over-the-top":
            wrong += check_board(setting.board)
            wrong += check_map(setting)
            wrong += check_tables(setting)
    return list(dict.fromkeys(wrong))


def check_scenario(g: Somme) -> list[str]:
    setting, plan = g.setting, g.setting.plan
    wrong = [f"{setting.plan_file}: {problem}" for problem in broken_invariants(g)]
    crowded = []
    for cell, units in enumerate(g.stack):
        nations = {setting.nation[u] for u in units}
        if len(units) > 1 and len(nations) == 1 and not may_stack_together(g, units):
            crowded.append(setting.grid.ids[cell])
        if setting.shaded >> cell & 1 and units:
            wrong.append(f"{setting.plan_file}: nobody can stand on {setting.grid.ids[cell]}, a shaded bank (7.1.1)")
    # 7.3: only scenario 1 begins over-stacked, with three regiments in a square.
    if plan["setup"] is not None and crowded and set(crowded) - {"U32", "T18", "P7", "V5"}:
        wrong.append(f"{setting.plan_file}: over-stacked at the start: {', '.join(crowded)}")
    for order in plan.get("reinforcement", []):
        for uid in order["units"]:
            if uid not in setting.unit_ids and not any(n.startswith(f"{uid}.") for n in setting.unit_ids):
                wrong.append(f"{setting.plan_file}: unknown reinforcement '{uid}'")
        if isinstance(order["entry"], list):
            for name in order["entry"]:
                setting.cell_named(name)
        if order["turn"] not in setting.weeks:
            wrong.append(f"{setting.plan_file}: turn {order['turn']} is not on the turn track")
    for turn in range(plan["first_turn"], plan["last_turn"] + 1):
        if turn not in setting.weeks:
            wrong.append(f"{setting.plan_file}: turn {turn} is not on the turn track")
    for victory in plan.get("victory", []):
        for condition in victory["conditions"]:
            for objective in condition.get("objectives", []):
                if objective not in setting.objectives:
                    wrong.append(f"{setting.plan_file}: unknown objective '{objective}'")
    return wrong


def check_map(setting: SommeSetting) -> list[str]:
    """What the rules ask of the map (7.1, 7.1.1, 13.1, 14.1.3)."""
    wrong: list[str] = []
    file = setting.data.path("map/cells.csv")
    bridges = {pair for pair, kinds in setting.board.sides.items() if "bridge" in kinds}
    wanted = {tuple(sorted((setting.grid.cell(a), setting.grid.cell(b)))) for a, b in CROSSINGS}
    if bridges != wanted:
        sides = setting.data.path("map/sides.csv")
        wrong.append(f"{sides}: the Somme is crossed at T32-U32, U26-U27 and H26-I26 only (7.1.1)")
    for name in CORNERS:
        if setting.start_trench >> setting.grid.cell(name) & 1:
            wrong.append(f"{file}: {name} is no trench square (7.1)")
    for objective in setting.objectives.values():
        for square in objective.squares:
            cell = setting.cell_named(square)
            if setting.shaded >> cell & 1:
                wrong.append(f"{file}: nobody could stand on {square}, an objective")
        if not 1 <= objective.needed <= len(objective.squares):
            there = setting.data.path("tables/objectives.csv")
            wrong.append(f"{there}: {objective.id} needs {objective.needed} of {len(objective.squares)} squares")
    for cell in cells_of(setting.start_trench):
        if setting.row_minimum[setting.shell_row[cell]] < setting.row_minimum["clear"]:
            wrong.append(f"{file}: the trench at {setting.grid.ids[cell]} protects nobody")
    return wrong


def check_tables(setting: SommeSetting) -> list[str]:
    wrong: list[str] = []
    table, order = setting.bombardment, ("-", "I", "S", "D", "ST", "2ST", "3ST")
    for column in range(1, 10):
        for die in range(table.lowest + 1, table.highest + 1):
            if order.index(table.result(column, die)) > order.index(table.result(column, die - 1)):
                wrong.append(f"bombardment table: column {column}, die {die} does more than die {die - 1}")
            if column > 1 and order.index(table.result(column, die)) < order.index(table.result(column - 1, die)):
                wrong.append(f"bombardment table: column {column}, die {die} does less than column {column - 1}")
    if table.column("clear", 7) != table.column("clear", 6):
        wrong.append("bombardment table: 7 factors should fall back to the column of 6 against clear terrain (6.2.1)")
    if table.minimum("ridge") != 6:
        wrong.append("bombardment table: a ridge takes 6 factors at least (6.2.1)")
    file = setting.data.path("units.csv")
    for unit in setting.units:
        if unit.nation not in NATIONS or SIDES[SIDE_OF[unit.nation]] != unit.side:
            wrong.append(f"{file}: {unit.id} cannot be {unit.nation}")
        if unit.side != "german" and unit.type != "hq" and unit.back.attack > unit.front.attack:
            wrong.append(f"{file}: {unit.id} is stronger when reduced")
        if unit.side == "german" and unit.type == "infantry" and unit.front.mp < unit.back.mp:
            wrong.append(f"{file}: {unit.id} should be slower when entrenched (7.4.1)")
    return wrong
