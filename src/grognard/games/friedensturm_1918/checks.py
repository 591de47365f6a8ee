"""What must hold: of the data (``grognard check``), and of every position that play produces."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise

from grognard.games.friedensturm_1918.plan import FriedensturmPlan, Reinforcement
from grognard.games.friedensturm_1918.position import Friedensturm
from grognard.games.friedensturm_1918.rules.support import combat_cells, lone_support
from grognard.games.friedensturm_1918.setting import ALLIED, GERMAN, FriedensturmSetting
from grognard.games.friedensturm_1918.state import Disorder, Marker, Mission
from grognard.games.friedensturm_1918.tables import Bombardment, FriedensturmUnit, Result
from grognard.rules.checking import holding, of_file, shown_on
from grognard.rules.masks import cells_of
from grognard.rules.plans import check_regions
from grognard.rules.rivers import pairs

QUIET = ("air", "movement", "bridges", "markers", "heavy-guns")
"""Segments in which the other player's units neither move nor retreat: his stacks are within their limits (4.0)."""

# -- positions --


def broken_invariants(g: Friedensturm) -> list[str]:
    """What is wrong with a position: where units stand, what they bear, guns, bridges, aircraft."""
    wrong = [*broken_places(g), *broken_stosstruppen(g), *broken_bridges(g), *broken_aircraft(g), *broken_combat(g)]
    for unit in [*g.on_map(ALLIED), *g.on_map(GERMAN)]:
        wrong += [f"{g.name(unit)} {problem}" for problem in wrong_with(g, unit)]
    prizes = [cell for row in g.setting.plan.objective for cell in row.cells]
    held = {g.cell_name(cell) for cell in g.state.held}
    return [*wrong, *[f"nobody controls {cell} (16.0)" for cell in prizes if cell not in held]]


def broken_places(g: Friedensturm) -> Iterator[str]:
    """Units in the playing area, stacks within limits, no support unit alone beside enemies (11.3.1, 11.3.3)."""
    if g.state.phase in QUIET:
        for cell in cells_of(g.occupied(g.other)):
            if g.stacked(g.stack[cell]) > g.setting.limits["stacking"]:
                yield f"{g.names(g.stack[cell])} in {g.cell_name(cell)} are too many (4.0)"
    for side in (ALLIED, GERMAN):
        for cell in cells_of(g.occupied(side) & ~g.setting.ground):
            yield f"{g.names(g.stack[cell])} is outside the playing area"
        for cell in cells_of(lone_support(g, side) & g.setting.beside.of(combat_cells(g, 1 - side))):
            yield f"{g.names(g.stack[cell])} in {g.cell_name(cell)} is alone beside enemies (11.3.1)"


def wrong_with(g: Friedensturm, unit: int) -> list[str]:
    """What a unit on the map cannot be."""
    state, setting = g.state, g.setting
    marker = state.marker[unit]
    fresh = g.at_full_strength(unit) and not g.is_disorganised(unit)
    return holding(
        (state.disorder[unit] != Disorder.NONE and not setting.infantry[unit], "is never disorganised (12.5)"),
        (marker != Marker.NONE and not setting.combat[unit], "bears no such marker (11.2.7, 14.0)"),
        (marker == Marker.EXPLOITATION and not fresh, "cannot exploit (14.0)"),
        (marker == Marker.RESERVE and not fresh, "cannot be in reserve (11.2.8)"),
        (state.pinned[unit] and not setting.combat[unit], "cannot be pinned (12.2.6)"),
        (state.unsupplied[unit] and not (setting.combat[unit] or setting.is_stoss[unit]), "should be gone (9.3)"),
        (state.offensive[unit] and not setting.army[unit], "has no offensive mode (15.2.3)"),
        (state.counter[unit] and not setting.corps[unit], "cannot counter-battery (15.2.2)"),
    )


def broken_stosstruppen(g: Friedensturm) -> Iterator[str]:
    """11.3.2: each with one German regiment, and where it is."""
    setting = g.setting
    for problem in g.broken_riders():
        yield f"{problem} (11.3.2)"
    for unit, stoss in enumerate(g.state.stoss):
        if stoss >= 0 and (not setting.regiment[unit] or setting.side[unit] != GERMAN or not setting.is_stoss[stoss]):
            yield f"{g.name(unit)} cannot lead {g.name(stoss)} (11.3.2)"


def broken_combat(g: Friedensturm) -> Iterator[str]:
    """12.2: a combat under way has a target with enemies in it, attackers next to it and guns; no other has any."""
    state, setting = g.state, g.setting
    if not state.combat_step:
        if state.target >= 0 or state.attackers or state.guns or state.lead >= 0 or state.shock:
            yield "units are set on a combat that is not under way (12.2)"
    elif state.phase not in ("combat", "exploitation-combat") or state.target < 0:
        yield "a combat is under way outside the combat phases, or without a target (12.2)"
    elif any(not setting.combat[u] or not g.is_phasing(u) for u in state.attackers):
        yield "only combat units of the phasing player attack (12.2.1)"
    elif any(not setting.gun[u] for u in state.guns) or (state.lead >= 0 and state.lead not in state.attackers):
        yield "only artillery fires, and only an attacker leads the attack (12.2.2, 12.2.3)"


def broken_bridges(g: Friedensturm) -> Iterator[str]:
    """11.2.4, 11.2.5: limits of pontoons, and bridges that are where the map has them."""
    state, setting, limits = g.state, g.setting, g.setting.limits
    if len(pairs(state.pontoons)) > limits["pontoons"] or state.attempts > limits["pontoon-attempts"]:
        yield "too many pontoons or attempts (11.2.4)"
    for a, b in pairs(state.pontoons):
        if not setting.river(a, b):
            yield f"a pontoon from {g.cell_name(a)} to {g.cell_name(b)} crosses no river (11.2.4)"
    for a, b in pairs(state.blown):
        if (min(a, b), max(a, b)) not in setting.bridges:
            yield f"no bridge leads from {g.cell_name(a)} to {g.cell_name(b)} (11.2.5)"


def broken_aircraft(g: Friedensturm) -> Iterator[str]:
    """17.1: based on headquarters of their side, four at most under each."""
    state, setting = g.state, g.setting
    under: Counter[int] = Counter()
    for unit in (*setting.air_of[ALLIED], *setting.air_of[GERMAN]):
        base, mission = state.base[unit], state.mission[unit]
        if state.loc[unit] < 0 or mission not in (Mission.BASED, Mission.READY):
            continue
        if base < 0 or not setting.hq[base] or setting.side[base] != setting.side[unit] or state.loc[base] < 0:
            yield f"{g.name(unit)} has no headquarters (17.1)"
        elif state.loc[base] != state.loc[unit]:
            yield f"{g.name(unit)} is not with its headquarters (17.1)"
        under[base] += mission == Mission.BASED
    for base, number in under.items():
        if number > setting.limits["air-under"]:
            yield f"{number} air units are under {g.name(base)} (17.1)"


# -- scenarios --


def check_scenario(g: Friedensturm) -> list[str]:
    """The scenario against map and counters: regions, hexes, sides, stacks, guns, doctrines, points."""
    setting, plan = g.setting, g.setting.plan
    names = [plan.area, plan.supply_allied, plan.supply_german, *[turn.frozen for turn in plan.turn if turn.frozen]]
    windows = [window for order in plan.reinforcement for window in order.windows]
    names += [name for window in windows for name in (*window.regions, window.otherwise) if name]
    wrong = check_regions(setting, dict.fromkeys(names))
    known = {unit.id: unit for unit in setting.units}
    if wrong:
        return wrong
    return [*wrong_set_up(setting, known), *wrong_arrivals(plan, known), *wrong_rules(setting, known)]


def wrong_set_up(setting: FriedensturmSetting, known: dict[str, FriedensturmUnit]) -> Iterator[str]:
    """Hexes in play, one side to a hex, four units at most (4.0), enough regiments for free Stosstruppen."""
    hexes: dict[str, list[FriedensturmUnit]] = {}
    for placed in setting.plan.setup:
        hexes.setdefault(placed.cell, []).extend([known[uid] for uid in placed.units])
    points = setting.tables.stacking
    for cell, units in hexes.items():
        if not setting.ground >> setting.cell_named(cell) & 1:
            yield f"{cell} is outside the playing area"
        if len({unit.side for unit in units}) > 1:
            yield f"both sides are set up in {cell}"
        if sum([points.get(unit.kind, 0) for unit in units]) > setting.limits["stacking"]:
            yield f"too many units are set up in {cell} (4.0)"
    elite = [u for units in hexes.values() for u in units if u.kind == "regiment" and u.side == "german"]
    for free in setting.plan.free:
        if any(known[uid].kind != "stoss" for uid in free.units) or len(free.units) > len(elite):
            yield f"only Stosstruppen are placed freely, one on a regiment ({free.case})"


def wrong_arrivals(plan: FriedensturmPlan, known: dict[str, FriedensturmUnit]) -> Iterator[str]:
    """Reinforcements of the side they are listed for; headquarters that are headquarters, and in the scenario."""
    there = set(plan.everybody())
    for order in plan.reinforcement:
        for uid in order.units:
            if known[uid].side != order.side:
                yield f"{uid} would arrive for the wrong side"
        yield from wrong_headquarters(order, known, there)


def wrong_headquarters(order: Reinforcement, known: dict[str, FriedensturmUnit], there: set[str]) -> Iterator[str]:
    for uid in [uid for window in order.windows for uid in window.hqs]:
        if uid not in there or known[uid].kind != "hq" or known[uid].side != order.side:
            yield f"{', '.join(order.units)} would arrive at '{uid}', no headquarters of the {order.side} side here"
    air = [uid for uid in order.units if known[uid].kind == "air"]
    if air and any(window.entry != "hq" for window in order.windows):
        yield f"{', '.join(air)} should arrive on a headquarters (11.1.5)"


def wrong_rules(setting: FriedensturmSetting, known: dict[str, FriedensturmUnit]) -> Iterator[str]:
    """Doctrines for everybody, guns for every offensive, points and levels that fit the hexes."""
    plan = setting.plan
    present = [known[uid] for uid in plan.everybody()]
    ruled = {row.nation for row in plan.doctrine}
    for nation in {unit.nation for unit in present if unit.side == "allied" and unit.morale} - ruled:
        yield f"the {nation} units have no doctrine (3.0)"
    for turn in plan.turn:
        guns = [u for u in present if u.kind == "army-artillery" and u.side == turn.initiative]
        if len(guns) < turn.guns:
            yield f"turn {turn.number} wants {turn.guns} army artillery units, the scenario has {len(guns)} (8.0)"
    won = [cell for row in plan.objective for cell in row.cells] + [cell for row in plan.decisive for cell in row.cells]
    for cell in won:
        if not setting.ground >> setting.cell_named(cell) & 1:
            yield f"{cell}, where points are won, is outside the playing area"
    if sum([row.points for row in plan.objective]) != plan.level[-1].high or plan.level[0].low != 0:
        yield "the victory levels should go from 0 to all the points there are (16.0)"
    for uid in plan.immune:
        if uid not in plan.everybody():
            yield f"{uid} is said to be immune and is not in the scenario"


# -- tables and counters --


def check_tables(setting: FriedensturmSetting) -> list[str]:
    """Results that do not run backward, counters as the book describes them, a chart for all that the map shows."""
    tables = setting.tables
    wrong = [*tables.crt.backward(Result.is_worse_than), *tables.bombardment.backward(Bombardment.is_worse_than)]
    return [
        *wrong, *of_file(setting.data, "units.csv", wrong_counters(setting)),
        *of_file(setting.data, "tables/terrain.csv", wrong_chart(setting)), *wrong_results(setting),
    ]


def wrong_counters(setting: FriedensturmSetting) -> Iterator[str]:
    for unit in setting.units:
        for problem in wrong_counter(unit):
            yield f"{unit.id} {problem}"
    for division, number in Counter([unit.division for unit in setting.units if unit.division]).items():
        if number not in (3, 4):
            yield f"{division} has {number} regiments, not 3 or 4 (Scenarios)"


def wrong_counter(unit: FriedensturmUnit) -> list[str]:
    """2.2, 6.0, 15.0: what a counter of each kind must show, and must not."""
    infantry, tank, stoss = unit.kind in ("division", "regiment"), unit.kind == "tank", unit.kind == "stoss"
    guns, army = unit.kind.endswith("artillery"), unit.kind == "army-artillery"
    return holding(
        (infantry != (2 <= unit.morale <= 6), "should have a morale from 2 to 6 if it is infantry, or none"),
        (unit.steps != steps_by_rule(unit), f"should have {steps_by_rule(unit)} steps (6.0)"),
        (infantry and not 0 < unit.attack2 < unit.attack, "should attack less when reduced (6.0)"),
        (infantry and not 0 < unit.defence2 < unit.defence, "should defend less when reduced (6.0)"),
        (tank != (unit.protection > 0) or tank != (unit.coordination > 0), "should have ratings if a tank (15.4.1)"),
        (guns != (unit.fire > 0) or guns != (unit.range > 0), "should have strength and range if artillery (15.2)"),
        (army and (unit.fire2 <= unit.fire or unit.range2 < unit.range), "should fire more in offensive mode (15.2.3)"),
        (not army and (unit.fire2 or unit.range2), "has no offensive mode (15.2.3)"),
        (unit.side == "german" and unit.nation != "german", "is of the wrong nation (2.2)"),
        (unit.side == "allied" and unit.nation == "german", "is of the wrong nation (2.2)"),
        ((stoss or unit.kind == "air") and unit.movement > 0, "does not move by itself (11.3.2, 17.1)"),
        ((infantry or guns or unit.kind == "hq") and unit.movement == 0, "cannot move (11.0)"),
        (unit.kind != "regiment" and unit.division, "has a parent division and is no regiment (14.0)"),
    )


def steps_by_rule(unit: FriedensturmUnit) -> int:
    """6.0; artillery, headquarters and aircraft are there or gone."""
    if unit.kind == "division":
        return 3 if unit.morale >= 4 or unit.nation == "american" else 2
    return 2 if unit.kind == "regiment" else 1


def wrong_chart(setting: FriedensturmSetting) -> Iterator[str]:
    """A row for every terrain, feature and side that the map has, and a price for every terrain."""
    chart = setting.tables.terrain
    for kind in sorted(shown_on(setting.board) - set(chart)):
        yield f"the map shows '{kind}', the Terrain Effects Chart does not (11.1.1)"
    for row in chart.values():
        if row.what == "terrain" and row.mp <= chart["road"].mp:
            yield f"{row.kind} should cost more than the road (11.1.3)"


def wrong_results(setting: FriedensturmSetting) -> Iterator[str]:
    """Coordination without gaps, six orders for each side, retreats of one to three hexes."""
    tables = setting.tables
    levels = [tables.coordination[name] for name in ("misunderstood", "none", "partial", "perfect")]
    file = setting.data.path("tables/coordination.csv")
    for before, level in pairwise(levels):
        if level.low != before.high + 1 or level.retreat < before.retreat:
            yield f"{file}: {level.id} should follow {before.id} (12.2.6)"
    for role in ("attacker", "defender"):
        if [die for who, die in sorted(tables.orders) if who == role] != list(range(1, 7)):
            yield f"{setting.data.path('tables/orders.csv')}: the {role} should have six orders (12.2.6)"
    for row in tables.disengagement.values():
        if not 1 <= row.least <= row.most <= 3:
            yield f"{setting.data.path('tables/disengagement.csv')}: {row.code} has a wrong length (13.0)"
