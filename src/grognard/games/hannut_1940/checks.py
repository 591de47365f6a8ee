"""What must hold: of the data (``grognard check``), and of every position that play produces."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise, product

from grognard.games.hannut_1940.position import ATTACK, Hannut
from grognard.games.hannut_1940.rules.stacking import may_share
from grognard.games.hannut_1940.setting import FRENCH, GERMAN, HannutSetting
from grognard.games.hannut_1940.state import Mark, Supply
from grognard.games.hannut_1940.tables import COLUMNS, SECTIONS, HannutTables, HannutUnit
from grognard.rules.plans import check_regions

ROLLS = range(-60, 160)
"""13.8.1, 13.9: dice from 0 to 99 with at most 60 either way."""
STEPS = {"battalion": (2, 3), "company": (1, 2), "division": (1, 1)}
"""5.1.2, 5.1.3, ruling C53."""


# -- positions --


def broken_invariants(g: Hannut) -> list[str]:
    """What is wrong with a position: units, markers, improved positions, points."""
    wrong: list[str] = []
    for unit in [*g.on_map(GERMAN), *g.on_map(FRENCH)]:
        wrong += [f"{g.name(unit)} {problem}" for problem in wrong_with(g, unit)]
    return [*wrong, *broken_markers(g), *broken_points(g)]


def wrong_with(g: Hannut, unit: int) -> list[str]:
    """What a unit on the map cannot be."""
    state, setting = g.state, g.setting
    mark, division = state.mark[unit], setting.divisions.get(g.division(unit))
    hq_off_map = division is not None and division.hq_off_map
    tests = (
        (not 0 <= state.fatigue[unit] <= setting.limits["fatigue-most"], "has no such level of fatigue (14.0)"),
        (mark == Mark.EXP and not setting.mech[unit], "exploits on foot (6.4)"),
        (mark == Mark.EXP and division is not None and not division.exploits, "may not exploit (6.4)"),
        (mark == Mark.EXP and state.fatigue[unit], "exploits although fatigued (6.4)"),
        (mark == Mark.EXP and state.supply[unit] == Supply.OUT, "exploits out of supply (15.2)"),
        (mark in ATTACK and setting.side[unit] != g.phasing, "keeps an attack marker in the enemy's turn (10.2)"),
        (mark in ATTACK and setting.units[unit].pr_attack < 0, "cannot attack (5.5)"),
        (mark == Mark.BUILDS and setting.side[unit] != FRENCH, "builds an improved position (16.1)"),
        (setting.is_hq[unit] and mark in (*ATTACK, Mark.CR), "is an HQ with a marker of combat (13.3)"),
        (setting.is_hq[unit] and hq_off_map, "should be off the map (19.6)"),
        (g.division(unit) in state.withdrawn, "should have withdrawn (19.6)"),
        (not setting.limit.get(g.division(unit), setting.everywhere) >> state.loc[unit] & 1, "is too far out (19.6)"),
    )
    return [problem for found, problem in tests if found]


def broken_markers(g: Hannut) -> list[str]:
    """9.1.2, 10.3.12, 16.1: how many markers there can be, and where."""
    state, limits = g.state, g.setting.limits
    wrong = [f"{g.cell_name(cell)} has {number} AS markers (10.3.12)"
             for cell, number in state.shifts.items() if not 0 <= number <= limits["as-most"]]  # fmt: skip
    if len(state.ip) > limits["ip"]:
        wrong.append(f"{len(state.ip)} improved positions are on the map (16.1)")
    for cell, stage in state.ip.items():
        if stage not in (1, 2) or not g.occupied(FRENCH) >> cell & 1:
            wrong.append(f"{g.cell_name(cell)} has an improved position without a garrison (16.1)")
    for side in (GERMAN, FRENCH):
        used = [g.division(u) for u in g.on_map(side) if state.mark[u] == Mark.EXP]
        most = limits[f"exp-mobile-{g.side_name(side)}"]
        together = len(used) if g.has_option("exploit_cap", "largest") else 0
        if max([together, *[used.count(division) for division in used]]) > most:
            wrong.append(f"too many exploitation markers of the {g.side_name(side)} side (9.1.2)")
    return wrong


def broken_points(g: Hannut) -> list[str]:
    """10.3.5, 17.0, 19.5, 19.7: nothing is spent that is not there."""
    state = g.state
    wrong = [f"{name} has {points} barrage points of {state.level.get(name, 0)} (10.3.5)"
             for name, points in state.bp.items() if not 0 <= points <= state.level.get(name, 0)]  # fmt: skip
    wrong += [f"{side} has {points} air points (17.0)" for side, points in state.air.items() if points < 0]
    wrong += [f"{kind} replacements are below zero (19.7)" for kind, steps in state.steps_in.items() if steps < 0]
    wrong += [f"{kind} chits are below zero (19.5)" for kind, number in state.bins.items() if number < 0]
    return wrong


# -- the scenario --


def check_scenario(g: Hannut) -> list[str]:
    """Regions exist, every unit is somewhere, the printed set-up is legal, points and turns are the scenario's."""
    setting, plan = g.setting, g.setting.plan
    names = [*[area.region for area in plan.area], *[order.region for order in plan.reinforcement]]
    names += [division.limit for division in plan.division if division.limit]
    names += [source.region for source in plan.supply]
    end = plan.sudden_death
    wrong = check_regions(setting, [*names, end.german, end.road, end.beyond])
    off_map = [division.hq for division in plan.division if division.hq_off_map]
    known = {entry.id for entry in plan.setup} | {uid for order in plan.reinforcement for uid in order.units}
    known |= {*plan.corps_units, *off_map}
    wrong += [f"{unit.id} is neither set up nor a reinforcement" for unit in setting.units if unit.id not in known]
    wrong += [f"there is no unit '{uid}'" for uid in sorted(known - set(setting.unit_ids))]
    return wrong or [*wrong_divisions(setting), *wrong_arrivals(setting), *wrong_set_up(g)]


def wrong_divisions(setting: HannutSetting) -> Iterator[str]:
    sides = {unit.division: unit.side for unit in setting.units}
    for division in setting.plan.division:
        hq = setting.units[setting.unit_named(division.hq)]
        if hq.kind != "hq" or hq.division != division.id:
            yield f"{division.hq} is not the headquarters of {division.id} (9.3)"
        if sides.get(division.id) != division.side:
            yield f"{division.id} does not belong to the {division.side} side"


def wrong_arrivals(setting: HannutSetting) -> Iterator[str]:
    """18.1: reinforcements are of their division, and come within the scenario."""
    plan = setting.plan
    for order in plan.reinforcement:
        for uid in order.units:
            if setting.units[setting.unit_named(uid)].division != order.division:
                yield f"{uid} arrives with {order.division}, which is not its division (18.1)"
        if not plan.first_turn <= order.turn <= plan.last_turn:
            yield f"{order.division} would arrive in turn {order.turn}, which the scenario does not have"
    for uid in plan.corps_units:
        if setting.units[setting.unit_named(uid)].division != "corps":
            yield f"{uid} has no white square (9.3.1)"
    for division in plan.withdrawing:
        if division not in [area.division for area in plan.area]:
            yield f"{division} withdraws, but does not begin on the map (19.6)"


def wrong_set_up(g: Hannut) -> Iterator[str]:
    """19.2: each unit in its division's area, stacks within the limit."""
    setting, plan = g.setting, g.setting.plan
    areas = {area.division: setting.board.region(area.region) for area in plan.area}
    stacks: dict[int, list[int]] = {}
    for entry in plan.setup:
        unit, cell = setting.unit_named(entry.id), setting.grid.cell(entry.cell)
        stacks.setdefault(cell, []).append(unit)
        if cell not in areas.get(setting.units[unit].division, ()):
            yield f"{entry.id} starts in {entry.cell}, outside its area (19.2)"
    for cell, units in stacks.items():
        if not may_share(g, tuple(units)):
            yield f"{g.cell_name(cell)} is overstacked at the start (7.1)"


# -- tables and units --


def check_tables(setting: HannutSetting) -> list[str]:
    """Tables that do not run backward, counters as the book describes them, a map that the charts know."""
    tables = setting.tables

    def said(file: str, problems: Iterator[str]) -> list[str]:
        return [f"{setting.data.path(file)}: {problem}" for problem in problems]

    return [
        *said("tables/assault_results.csv", backward(tables)),
        *said("tables/assault_columns.csv", wrong_ratios(tables)),
        *said("tables/fire_support.csv", wrong_fire(tables)),
        *said("tables/terrain.csv", wrong_terrain(setting)),
        *said("tables/turn_track.csv", wrong_turns(tables)),
        *said("units.csv", wrong_counters(setting)),
    ]


def backward(tables: HannutTables) -> Iterator[str]:
    """13.8.1: higher dice and columns further right are never worse for the attacker."""
    gat = tables.gat
    for (column, letter), roll, who in product(enumerate(COLUMNS), ROLLS, SECTIONS):
        here = gat.result(who, column, gat.entry(column, roll))
        left = max(0, column - 1)
        for place, die, what in ((column, roll - 1, f"roll {roll - 1}"), (left, roll, f"column {COLUMNS[left]}")):
            other = gat.result(who, place, gat.entry(place, die))
            if here.is_worse_than(other) if who == "attacker" else other.is_worse_than(here):
                yield f"column {letter}, roll {roll} is worse for the attacker than {what}"


def wrong_ratios(tables: HannutTables) -> Iterator[str]:
    """13.2, 13.6.1: ratios rise along a line, and each line asks for more than the one before."""
    lines = {line: [attack / defence for attack, defence in found] for line, found in tables.gat.ratios.items()}
    for line, ratios in lines.items():
        if ratios != sorted(set(ratios)):
            yield f"the ratios of line {line} do not rise (13.6.1)"
    for easy, hard in ((1, 2), (2, 3)):
        if any(a > b for a, b in zip(lines[easy], lines[hard], strict=True)):
            yield f"line {hard} is easier than line {easy} (13.2)"


def wrong_fire(tables: HannutTables) -> Iterator[str]:
    """10.3.11: the two ends that the book gives."""
    if tables.fire_result(7) != (0, 0) or tables.fire_result(8) == (0, 0):
        yield "7 and less must be no result, and nothing else (10.3.11)"
    if tables.fire_result(23) != (0, 4) or tables.fire_result(22) == (0, 4):
        yield "23 and more must be 4, and nothing else (10.3.11)"
    if any((b.hits, b.shifts) <= (a.hits, a.shifts) for a, b in pairwise(tables.fire)):
        yield "a higher value is no worse for the target (10.3.12)"
    if any(b.drm < a.drm for a, b in pairwise(tables.density)):
        yield "fewer steps are easier to hit (10.3.10d)"


def wrong_terrain(setting: HannutSetting) -> Iterator[str]:
    """10.3.10a, 13.2: the chart knows the map, has a line for every hex, and agrees with the fire modifiers."""
    board, chart, drm = setting.board, setting.tables.terrain, setting.tables.fire_drm.table
    for kind in sorted(set(board.terrain)):
        if kind not in chart or not chart[kind].line:
            yield f"'{kind}' is on the map, but has no line for ground assaults (13.2)"
    for kind in ("rough", "woods", "forest", "location", "village", "town"):
        if chart[kind].fs != drm[kind].drm:
            yield f"'{kind}' has another fire modifier than tables/fire_drm.csv (10.3.10a)"
    if not chart["primary"].mech <= chart["secondary"].mech <= chart["trail"].mech:
        yield "a better road is dearer (6.2)"
    if chart["clear"].mech <= setting.limits["off-road"]:
        yield "clear ground must cost Mech units more than leaving a road does (6.2)"


def wrong_turns(tables: HannutTables) -> Iterator[str]:
    parts = [turn.part for turn in tables.turns.values()]
    if parts != (["am", "pm", "night"] * len(parts))[: len(parts)]:
        yield "AM, PM and night must follow each other (4.0)"
    for turn in tables.turns.values():
        if turn.part != "am" and turn.german_ap + turn.french_ap:
            yield f"turn {turn.turn} brings air points; only AM turns do (17.0)"


def wrong_counters(setting: HannutSetting) -> Iterator[str]:
    for unit in setting.units:
        for found, problem in faults_of(unit):
            if found:
                yield f"{unit.id} {problem}"
        parent = setting.units[setting.unit_named(unit.battalion)] if unit.battalion in setting.unit_ids else None
        if parent is not None and (not parent.bn or parent.division != unit.division):
            yield f"{unit.id} is part of {parent.id}, which is not a battalion of its division (7.1)"


def faults_of(unit: HannutUnit) -> list[tuple[bool, str]]:
    low, high = STEPS[unit.size]
    halved = [(-(-unit.attack[n] // 2), -(-unit.defence[n] // 2)) for n in range(2, unit.steps)]
    last_of_three = unit.steps == 3 and halved[0] != (unit.attack[1], unit.defence[1])
    attacks = unit.attack[unit.steps] > 0
    return [
        (not low <= unit.steps <= high, f"should have {low} to {high} steps (5.1)"),
        (last_of_three, "should have half its reduced factors on its last step (5.4)"),
        (attacks != (unit.pr_attack >= 0), "needs an attack factor and an offensive rating, or neither (5.5)"),
        ((unit.kind == "hq") != (unit.size == "division"), "is no headquarters of the right size (5.2.2)"),
        (unit.kind == "hq" and attacks, "is an HQ and cannot attack (13.3)"),
        (unit.afv and unit.armor < 0, "is an AFV without an armor rating (13.8.5)"),
        (unit.armor >= 0 and unit.at < 0, "has an armor rating for attack but none for defense (13.8.5)"),
        (unit.armor >= 0 and unit.personnel, "is personnel with an armor rating (13.8.5)"),
        (unit.red_hexagon and (unit.kind != "flak" or unit.side != "german"), "is no German flak unit (6.6)"),
        (bool(unit.battalion) and not unit.co, "is part of a battalion, but no company (5.1.3)"),
        (unit.nation != unit.side, "is of another nation than its side (3.0)"),
    ]
