"""What must hold: of the data (``grognard check``), and of every position that play produces."""

from __future__ import annotations

from grognard.games.soissons_1918.position import Soissons
from grognard.games.soissons_1918.rules.maneuver import ORDER_NAMES
from grognard.games.soissons_1918.rules.stacking import may_share
from grognard.games.soissons_1918.setting import ENTENTE, GERMAN, POOL, TANK_BOX, SoissonsSetting
from grognard.games.soissons_1918.state import Level, Order
from grognard.rules.masks import cells_of
from grognard.rules.plans import check_regions
from grognard.rules.results import CombatResult


def broken_invariants(g: Soissons) -> list[str]:
    """What is wrong with a position: stacks, units, tanks, markers, points."""
    wrong: list[str] = []
    arriving = g.setting.edges[ENTENTE] | g.setting.edges[GERMAN] if g.turn.part == "am" else 0     # 17.0
    for cell in cells_of(g.occupied(ENTENTE) | g.occupied(GERMAN)):
        units = g.counters_at(cell)
        if not arriving >> cell & 1 and cell != g.state.crowded and not may_share(g, units):
            wrong.append(f"{g.cell_name(cell)}: {may_share(g, units)}")
        if not g.setting.playable >> cell & 1:
            wrong.append(f"{g.names(units)} is north of the Aisne (2.2)")
    for unit in [*g.on_map(ENTENTE), *g.on_map(GERMAN)]:
        wrong += [f"{g.name(unit)}, {g.level_name(unit)}, {problem}" for problem in wrong_with(g, unit)]
    return [*wrong, *broken_tanks(g), *broken_markers(g)]


def wrong_with(g: Soissons, unit: int) -> list[str]:
    """What a unit on the map cannot be."""
    state, setting = g.state, g.setting
    order, points = state.order[unit], state.steps[unit]
    german_infantry = setting.side[unit] == GERMAN and (setting.regiment[unit] or setting.division[unit])
    tests = (
        (setting.remnant[unit] and (state.disruption[unit] < Level.DISORGANIZED or order), "is no remnant so (5.5)"),
        (german_infantry and points < 2, "should be a remnant (5.5)"),
        (not setting.infantry[unit] and (state.disruption[unit] or order), "has no disruption and no orders (6.1)"),
        (order and (g.is_shocked(unit) or g.is_spent(unit) or state.retreated[unit]), "keeps no order (12.2.2)"),
        ((order == Order.LOW) != (state.aim[unit] >= 0), "has a marker that points wrongly (12.2.2)"),
        (setting.regiment[unit] and not state.corps[unit], "is under no headquarters (8.1)"),
    )
    return [problem for found, problem in tests if found]


def broken_tanks(g: Soissons) -> list[str]:
    """5.4: on the map always with a division of the Entente, and one for each; whole in the box (5.4.3)."""
    state, setting = g.state, g.setting
    carriers = [u for u, tank in enumerate(state.tank) if tank >= 0]
    wrong = [f"{g.name(u)} is no division" for u in carriers if not setting.division[u]]
    box = [u for u in setting.units_of[ENTENTE] if setting.is_tank[u] and state.loc[u] == TANK_BOX]
    worn = [f"{g.name(u)} is worn in its box" for u in box if state.steps[u] != setting.units[u].steps]
    return [*g.broken_riders(), *wrong, *worn]


def broken_markers(g: Soissons) -> list[str]:
    """12.2.2: never more attack orders than markers; 15.0: never more points on a hex than it can have."""
    wrong, limits = [], g.setting.limits
    if g.has_option("marker_limits", "counter-mix"):
        for side in (ENTENTE, GERMAN):
            for order, name in ORDER_NAMES.items():
                used = sum([g.state.order[u] == order for u in g.on_map(side)])
                if used > g.setting.tables.marker_limits[g.side_name(side), name]:
                    wrong.append(f"{used} {name} markers of the {g.side_name(side)} side")
    wrong += [f"too many points on {g.cell_name(cell)}" for cell, (_, guns, air) in g.state.fire.items()
              if guns > limits["guns-per-hex"] or air > limits["air-per-hex"]]
    wrong += ["artillery points below zero" for points in g.state.guns.values() if points < 0]
    waiting = [g.name(r) for r in g.setting.remnants if g.state.loc[r] < 0 and g.state.loc[r] != POOL]
    return [*wrong, *[f"{name} is not in the pool" for name in waiting]]


def check_scenario(g: Soissons) -> list[str]:
    """Regions of areas exist, reinforcements come in AM turns, every unit is somewhere in the file."""
    plan, turns = g.setting.plan, g.setting.tables.turns
    wrong = check_regions(g.setting, [name for area in plan.area for name in area.regions])
    wrong += [f"{', '.join(order.units)} would arrive in {turns[order.turn].label}, no AM turn (17.1)"
              for order in plan.reinforcement if turns[order.turn].part != "am"]
    known = {entry.id for entry in plan.setup} | set(g.setting.arrival) | set(plan.tank_box.groups)
    lost = [u.id for u in g.setting.units if u.kind in ("hq", "division", "tank") and u.id not in known]
    return [*wrong, *[f"{name} is neither set up nor a reinforcement" for name in lost]]


def check_tables(setting: SoissonsSetting) -> list[str]:
    """Results that do not run backward, counters as the book describes them, a map with all that the rules ask for."""
    tables, units, file = setting.tables, setting.units, setting.data.path("units.csv")
    worse = CombatResult.is_worse_than
    wrong = [*tables.assault.backward(worse), *tables.low_intensity.backward(worse)]
    for unit in units:
        if unit.kind == "regiment" and unit.steps != 3:
            wrong.append(f"{file}: {unit.id} should have 3 strength points (2.4)")
        if unit.kind == "division" and not 0 < tables.spent[unit.nation] * 2 - unit.steps < 2 and unit.steps < 9:
            wrong.append(f"{file}: {unit.id} should have at least 9 strength points (2.4)")
        if unit.corps and unit.corps not in setting.headquarters:
            wrong.append(f"{file}: {unit.id} belongs to corps '{unit.corps}', which has no headquarters (8.1)")
    for division, regiments in setting.regiments_of.items():
        if len(regiments) != setting.tables.regiments_in_hex:
            wrong.append(f"{file}: {units[division].id} should have 3 regiments (14.0)")
        if any(units[r].stars != units[division].stars + setting.limits["regiment-stars"] for r in regiments):
            wrong.append(f"{file}: the regiments of {units[division].id} should have one star less (14.0)")
    regions = setting.data.path("map/regions.csv")
    if not setting.perimeter or not all(setting.edges):
        wrong.append(f"{regions}: the Soissons perimeter and both map edges must be there (1.3, 2.2)")
    parts = [turn.part for turn in tables.turns.values()]
    if parts != (["am", "pm", "night"] * len(parts))[: len(parts)]:
        wrong.append(f"{setting.data.path('tables/turn_track.csv')}: AM, PM and night must follow each other (4.0)")
    return wrong
