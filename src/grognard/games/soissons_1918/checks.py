"""What must hold: of the data (``grognard check``), and of every position that play produces."""

from __future__ import annotations

from grognard.games.soissons_1918.position import Soissons
from grognard.games.soissons_1918.rules.maneuver import ORDER_NAMES
from grognard.games.soissons_1918.rules.stacking import may_share
from grognard.games.soissons_1918.setting import ENTENTE, GERMAN, POOL, TANK_BOX, SoissonsSetting
from grognard.games.soissons_1918.state import Level, Order

ARRIVING = (
    "reinforcements", "shift", "attach", "bombard-1", "barrage-1", "assault", "fallback-1", "maneuver", "maneuver-end",
)
"""17.0: until the end of Maneuver reinforcements may be overstacked on their edge."""


def broken_invariants(g: Soissons) -> list[str]:
    """What is wrong with a position: stacks, tanks, remnants, markers, points."""
    wrong: list[str] = []
    for cell in range(len(g.stack)):
        units = g.counters_at(cell)
        if len(units) > 1 and not may_share(g, units) and not arriving(g, cell) and cell != g.state.crowded:
            wrong.append(f"{g.cell_name(cell)}: {may_share(g, units)}")
        if g.stack[cell] and not g.setting.playable >> cell & 1:
            wrong.append(f"{g.names(g.stack[cell])} is north of the Aisne (2.2)")
    return [*wrong, *broken_units(g), *broken_tanks(g), *broken_markers(g)]


def arriving(g: Soissons, cell: int) -> bool:
    return g.state.phase in ARRIVING and bool(g.setting.edges[g.phasing] >> cell & 1)


def broken_units(g: Soissons) -> list[str]:
    wrong: list[str] = []
    state, setting = g.state, g.setting
    for unit in [*g.on_map(ENTENTE), *g.on_map(GERMAN)]:
        name = g.name(unit)
        if setting.remnant[unit] and (state.disruption[unit] < Level.DISORGANIZED or state.order[unit]):
            wrong.append(f"{name} is a remnant, {g.level_name(unit)}, with order {state.order[unit]} (5.5)")
        if setting.side[unit] == GERMAN and state.steps[unit] < 2 and (setting.regiment[unit] or setting.division[unit]):
            wrong.append(f"{name} should be a remnant (5.5)")
        if not setting.infantry[unit] and (state.disruption[unit] or state.order[unit]):
            wrong.append(f"{name} cannot be disrupted or have orders (6.1)")
        if state.order[unit] and (g.is_shocked(unit) or g.is_spent(unit) or state.retreated[unit]):
            wrong.append(f"{name} cannot keep its attack order (12.2.2)")
        if (state.order[unit] == Order.LOW) != (state.aim[unit] >= 0):
            wrong.append(f"{name} has a marker that points wrongly (12.2.2)")
        if setting.regiment[unit] and not state.corps[unit]:
            wrong.append(f"{name} is under no headquarters (8.1)")
    return wrong


def broken_tanks(g: Soissons) -> list[str]:
    """5.4: on the map always with a division of the Entente, and one for each."""
    state, setting, wrong = g.state, g.setting, []
    carried = [t for t in state.tank if t >= 0]
    if len(set(carried)) != len(carried):
        wrong.append("a tank group is with two divisions")
    for unit, tank in enumerate(state.tank):
        if tank >= 0 and (state.loc[tank] != state.loc[unit] or not setting.division[unit] or state.loc[unit] < 0):
            wrong.append(f"{g.name(tank)} is not where its division is")
    for tank in setting.units_of[ENTENTE]:
        if setting.is_tank[tank] and state.loc[tank] >= 0 and tank not in carried:
            wrong.append(f"{g.name(tank)} is alone on the map")
        if setting.is_tank[tank] and state.loc[tank] == TANK_BOX and state.steps[tank] != 2:
            wrong.append(f"{g.name(tank)} is worn in its box (5.4.3)")
    return wrong


def broken_markers(g: Soissons) -> list[str]:
    """12.2.2: never more attack orders than markers; 15.0: never more points on a hex than it can have."""
    wrong, limits = [], g.setting.limits
    if g.has_option("marker_limits", "counter-mix"):
        for side in (ENTENTE, GERMAN):
            for order, name in ORDER_NAMES.items():
                used = sum([g.state.order[u] == order for u in g.on_map(side)])
                if used > g.setting.tables.marker_limits[g.side_name(side), name]:
                    wrong.append(f"{used} {name} markers of the {g.side_name(side)} side")
    for cell, (_, guns, air) in g.state.fire.items():
        if guns > limits["guns-per-hex"] or air > limits["air-per-hex"]:
            wrong.append(f"too many points on {g.cell_name(cell)}")
    if any(points < 0 for points in g.state.guns.values()):
        wrong.append("artillery points below zero")
    waiting = [g.name(r) for r in g.setting.remnants if g.state.loc[r] < 0 and g.state.loc[r] != POOL]
    return [*wrong, *[f"{name} is not in the pool" for name in waiting]]


def check_scenario(g: Soissons) -> list[str]:
    return []


def check_tables(setting: SoissonsSetting) -> list[str]:
    return []
