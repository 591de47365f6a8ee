"""What must hold: of the data (``grognard check``), and of every position that play produces."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from grognard.data import nearest
from grognard.games.somme_1916.charts.combat import ASSAULT_RESULTS, BOMBARDMENT_RESULTS, FIRE_RESULTS
from grognard.games.somme_1916.plan import Claim, HoldAndTrace
from grognard.games.somme_1916.position import Somme
from grognard.games.somme_1916.rules.movement.stacking import may_stack_together
from grognard.games.somme_1916.setting import SommeSetting
from grognard.games.somme_1916.terms import GONE, NO_FACING, POOL, SIDE_OF, SIDES
from grognard.rules.masks import cells_of
from grognard.rules.plans import check_reinforcements

CROSSINGS = (("T32", "U32"), ("U26", "U27"), ("H26", "I26"))
"""7.1.1: the three crossings of the Somme."""
CORNERS = ("C2", "C3", "D9", "E10", "F15", "L18", "M19", "M28", "K34")
"""7.1: squares that the start trench only touches."""


def broken_invariants(g: Somme) -> list[str]:
    """What is wrong with a position: steps, modes, facing, markers beside the map, points."""
    wrong: list[str] = []
    state, setting = g.state, g.setting
    for unit, cell in enumerate(state.loc):
        name, most = setting.unit_ids[unit], setting.units[unit].steps
        if not 1 <= state.steps[unit] <= most:
            wrong.append(f"{name} has {state.steps[unit]} steps of {most}")
        if state.mode[unit] and not setting.two_modes[unit]:
            wrong.append(f"{name} has no second mode")
        if cell >= 0 and state.facing[unit] == NO_FACING and not g.in_supply_mode(unit):
            wrong.append(f"{name} faces no side of its square")
        if cell in (POOL, GONE) and (not g.good_order(unit) or state.commit[unit] >= 0):
            wrong.append(f"{name} beside the map still carries a marker")
    if sum(state.vp.values()) != sum([points for _, points, *_ in state.awards]):
        wrong.append("victory points and their awards disagree")
    return wrong


def check_scenario(g: Somme) -> list[str]:
    setting, plan = g.setting, g.setting.plan
    wrong: list[str] = []
    crowded = []
    for cell, units in enumerate(g.stack):
        nations = {setting.nation[u] for u in units}
        if len(units) > 1 and len(nations) == 1 and not may_stack_together(g, units):
            crowded.append(setting.grid.ids[cell])
        if setting.shaded >> cell & 1 and units:
            wrong.append(f"nobody can stand on {setting.grid.ids[cell]}, a shaded bank (7.1.1)")
    # 7.3: only scenario 1 begins over-stacked, with three regiments in a square.
    if set(crowded) - {"U32", "T18", "P7", "V5"}:
        wrong.append(f"over-stacked at the start: {', '.join(crowded)}")
    kinds = {uid.partition(".")[0] for uid in setting.unit_ids if "." in uid}   # 'BB4' is any of them (14.2.1)
    wrong += check_reinforcements(setting, [order for order in plan.reinforcement if not kinds & {*order.units}])
    for order in plan.reinforcement:
        for name in order.entry.split():
            if name != "east-edge":
                setting.cell_named(name)
    for turn in range(plan.first_turn, plan.last_turn + 1):
        if turn not in setting.weeks:
            wrong.append(f"turn {turn} is not on the turn track")
    for condition in [c for victory in plan.victory for c in victory.conditions]:
        for objective in condition.objectives if isinstance(condition, Claim | HoldAndTrace) else ():
            if objective not in setting.objectives:
                wrong.append(f"unknown objective '{objective}'{nearest(objective, setting.objectives)}")
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
            wrong.append(f"{file}: {name} is not a trench square (7.1)")
    for objective in setting.objectives.values():
        for square in objective.squares:
            cell = setting.cell_named(square)
            if setting.shaded >> cell & 1:
                wrong.append(f"{file}: nobody could stand on {square}, an objective")
    for cell in cells_of(setting.start_trench):
        if setting.row_minimum[setting.shell_row[cell]] < setting.row_minimum["clear"]:
            wrong.append(f"{file}: the trench at {setting.grid.ids[cell]} protects nobody")
    return wrong


def check_tables(setting: SommeSetting) -> list[str]:
    table, combat = setting.bombardment, setting.combat
    wrong = [
        *table.results.backward(weaker(BOMBARDMENT_RESULTS), low_is_good=True),
        *combat.assault.backward(weaker(ASSAULT_RESULTS)),
        *combat.fire.backward(weaker(FIRE_RESULTS), low_is_good=True),
    ]
    if table.column("clear", 7) != table.column("clear", 6):
        wrong.append("bombardment table: 7 factors should fall back to the column of 6 against clear terrain (6.2.1)")
    if table.minimum("ridge") != 6:
        wrong.append("bombardment table: a ridge takes 6 factors at least (6.2.1)")
    file = setting.data.path("units.csv")
    for unit in setting.units:
        if SIDES[SIDE_OF[unit.nation]] != unit.side:
            wrong.append(f"{file}: {unit.id} cannot be {unit.nation}")
        if unit.side != "german" and unit.type != "hq" and unit.back.attack > unit.front.attack:
            wrong.append(f"{file}: {unit.id} is stronger when reduced")
        if unit.side == "german" and unit.type == "infantry" and unit.front.mp < unit.back.mp:
            wrong.append(f"{file}: {unit.id} should be slower when entrenched (7.4.1)")
    return wrong


def weaker(order: Sequence[str]) -> Callable[[str, str], bool]:
    """Whether the first of two results stands before the second."""
    return lambda one, other: order.index(one) < order.index(other)
