"""What must hold: of the data (``grognard check``), and of every position that play produces."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.data import nearest
from grognard.games.marne_1914.plan import Corps
from grognard.games.marne_1914.position import CADRE, OFF_MAP, Marne
from grognard.games.marne_1914.rules.integrity import corps_members
from grognard.games.marne_1914.rules.stacking import may_share
from grognard.games.marne_1914.setting import CP, ENTENTE, MarneSetting
from grognard.games.marne_1914.tables import MARKERS, CombatResult
from grognard.rules.masks import mask
from grognard.rules.plans import check_regions, check_reinforcements

STEPS = {
    ("french", "infantry"): 4, ("german", "infantry"): 4, ("british", "infantry"): 3,
    ("french", "cavalry"): 2, ("german", "cavalry"): 2, ("british", "cavalry"): 1,
}
"""4.3.1: the steps of a division."""


def broken_invariants(g: Marne) -> list[str]:
    """What is wrong with a position: stacking at its moments, the Cadre Box, markers, points."""
    wrong: list[str] = []
    state, setting = g.state, g.setting
    for unit, cell in enumerate(state.loc):
        if cell == CADRE and state.steps[unit]:
            wrong.append(f"{g.name(unit)} in the Cadre Box has steps")
    for cell, units in enumerate(g.stack):
        if units and not moving_now(g, units) and not may_share(g, units):
            wrong.append(f"{setting.grid.ids[cell]}: {may_share(g, units)}")
    if any(g.held(side) != mask([state.loc[u] for u in g.on_map(side)]) for side in (CP, ENTENTE)):
        wrong.append("the hexes a side holds do not match its units")
    columns = [state.markers[m] for m in ("6/BEF", "BEF/5", "5/9") if m in state.markers]
    if columns != sorted(set(columns)):
        wrong.append(f"boundary markers out of order: {state.markers}")
    if state.vp != sum([points for points, _, _ in state.awards]):
        wrong.append("victory points and their awards disagree")
    return wrong


MOVING = ("movement", "delays", "reinforcement", "closing-up")
"""The steps of a side's movement (3.0 B)."""
YET_TO_MOVE = ("boundary", "supply", *MOVING)
"""The steps of a player turn up to the end of its movement."""
AFTER_MOVEMENT = ("disruption", "replacements", "recovery", "cadre", "combat", "combat-end")
"""The steps of a player turn that follow its movement."""


def moving_now(g: Marne, units: Sequence[int]) -> bool:
    """4.1.4: stacking limits apply at the end of movement, so not yet to the side that is about to move."""
    return g.is_phasing(units[0]) and g.state.phase in YET_TO_MOVE


def check_scenario(g: Marne) -> list[str]:
    setting, plan = g.setting, g.setting.plan
    wrong: list[str] = []
    for marker in (*plan.markers, *(later.name for later in plan.later_marker)):
        if marker not in MARKERS:
            wrong.append(f"unknown boundary marker '{marker}'{nearest(marker, MARKERS)}")
    corps = {u.corps for u in setting.units}
    for name in plan.full_strength_attacks.corps:
        if name not in corps:
            wrong.append(f"unknown corps '{name}' in full_strength_attacks{nearest(name, corps)}")
    for entry in plan.setup:
        wrong += check_corps(setting, entry)
    wrong += check_reinforcements(setting, plan.reinforcement) + check_areas(setting)
    wrong += check_regions(setting, [n for order in plan.reinforcement for n in (order.entry, order.alternate) if n])
    for unit, cell in enumerate(g.state.loc):
        if cell == OFF_MAP and not g.state.due[unit]:
            wrong.append(f"{setting.unit_ids[unit]} is neither set up nor a reinforcement")
    for side in (CP, ENTENTE):
        for name, members in corps_members(g, side).items():
            if len({g.state.army[u] for u in members}) > 1:
                wrong.append(f"{name} belongs to several armies")
    return wrong


def check_corps(setting: MarneSetting, entry: Corps) -> list[str]:
    """One corps of the set-up: its own units, and as many losses as the book gives it (14.1.1)."""
    cadre = [setting.units[setting.unit_number(uid)] for uid in entry.cadre]
    units = [setting.units[setting.unit_number(uid)] for uid in entry.units] + cadre
    wrong = [
        f"{unit.id} is set up with {entry.corps}, but belongs to {unit.corps}"
        for unit in units if unit.corps != entry.corps
    ]
    lost = sum([unit.steps for unit in units]) - sum(entry.steps.values())
    gone = sum([unit.steps for unit in cadre])
    if entry.losses not in (lost, lost - gone):
        wrong.append(f"{entry.corps} should have lost {entry.losses} steps, its units {lost}")
    return wrong


def check_areas(setting: MarneSetting) -> list[str]:
    """14.2.1a(b): where there are areas, every corps has one, and all their hexes exist."""
    plan = setting.plan
    areas = {area.corps: area for area in plan.area}
    wrong = [f"{entry.corps} has no set-up area" for entry in plan.setup if areas and entry.corps not in areas]
    for name in [name for area in plan.area for name in area.cells] + (plan.front.cells if plan.front else []):
        setting.cell_named(name)
    return wrong + check_regions(setting, [area.region for area in plan.area])


def check_map(setting: MarneSetting) -> list[str]:
    """What the rules ask of the map (2.1, 7.1, 7.2, 10.1.3, 12.1.1)."""
    wrong: list[str] = []
    board, file = setting.board, setting.data.path("map/regions.csv")
    if len(setting.paris) != 2 or setting.paris[1] not in board.grid.neighbours[setting.paris[0]]:
        wrong.append(f"{file}: Paris should be two adjacent hexes (12.1.1)")
    for name, cells in setting.exits_of.items():
        if not cells:
            wrong.append(f"{file}: no road leads off the {name} edge (10.1.3, 10.1.4)")
        for cell in cells:
            if cell not in board.grid.edge(name):
                wrong.append(f"{file}: {board.grid.ids[cell]} is not on the {name} edge")
            if not setting.road_steps.out[cell]:
                wrong.append(f"{file}: {board.grid.ids[cell]} should be on a road")
    places = {place.name for place in board.places}
    for award in setting.tables.awards.values():
        for place in award.places:
            if place not in places:
                wrong.append(f"{setting.data.path('tables/victory_points.csv')}: the map has no place '{place}'")
    if "Reims" in places and board.terrain[board.place("Reims").cells[0]] != "town":
        wrong.append(f"{setting.data.path('map/cells.csv')}: Reims is a town (2.1)")
    return wrong


def check_tables(setting: MarneSetting) -> list[str]:
    """Map, results that do not run backward, counters as the book describes them."""
    wrong = [*check_map(setting), *setting.tables.crt.backward(CombatResult.is_worse_than)]
    units = setting.data.path("units.csv")
    for unit in setting.units:
        if unit.size == "division" and unit.steps != STEPS[unit.nation, unit.arm]:
            wrong.append(f"{units}: {unit.id} should have {STEPS[unit.nation, unit.arm]} steps (4.3.1)")
        if (unit.army in ("I", "II")) != (unit.side == "cp"):
            wrong.append(f"{units}: {unit.id} cannot belong to army {unit.army}")
        if list(unit.af) != sorted(unit.af) or list(unit.df) != sorted(unit.df):
            wrong.append(f"{units}: {unit.id} grows weaker as it gains steps")
    corps = {u.corps for u in setting.units}
    for name in setting.tables.reductions:
        if name not in corps:
            file = "tables/at_start_reductions.csv"
            there = f"{setting.data.path(file)}, line {setting.data.line(file, name)}"
            wrong.append(f"{there}: unknown corps '{name}'{nearest(name, corps)}")
    if setting.tec["river"].mp < setting.tec["bridge"].mp:
        wrong.append(f"{setting.data.path('tables/tec.csv')}: a river should not cost less than a bridge (6.1.4)")
    return wrong
