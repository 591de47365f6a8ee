"""The set-up (3.1): as the scenario file has it, or by the players, the German first."""

from __future__ import annotations

from functools import partial

from grognard.engine import ALLOW, Action, Procedure, Ruling, refuse
from grognard.games.soissons_1918.position import Soissons
from grognard.games.soissons_1918.rules.stacking import may_share
from grognard.games.soissons_1918.rules.tanks import assign_tanks, may_carry
from grognard.games.soissons_1918.setting import ENTENTE, GERMAN, OFF_MAP, POOL, TANK_BOX, SoissonsSetting
from grognard.games.soissons_1918.state import Level, Order, SoissonsState
from grognard.rules.masks import cells_of, mask
from grognard.rules.orders import Placing
from grognard.rules.tolls import flood

TO_DEPLOY = -1
"""In place of a turn of arrival: the owner puts this unit on the map during the set-up."""


def prepare(setting: SoissonsSetting, state: SoissonsState) -> None:
    """The scenario without a unit on the map: everything in its box, nobody to come."""
    state.phase = "artillery"
    state.phasing = setting.plan.first_player
    state.corps = [unit.corps for unit in setting.units]
    waiting = set(setting.plan.pool.regiments)
    for number, unit in enumerate(setting.units):
        if unit.kind == setting.plan.pool.remnants or (unit.kind == "regiment" and unit.division in waiting):
            state.loc[number] = POOL
        if unit.kind == "remnant":
            state.disruption[number] = Level.DISORGANIZED
    for uid in setting.plan.tank_box.groups:
        state.loc[setting.unit_named(uid)] = TANK_BOX


def set_up(g: Soissons) -> None:
    """3.1: units on their hexes, or waiting for their owners; reinforcements by turn (ruling K12)."""
    setting, state = g.setting, g.state
    free = g.has_option("setup", "free")
    for entry in setting.plan.setup:
        unit = setting.unit_named(entry.id)
        fixed = setting.hq[unit] and setting.side[unit] == ENTENTE
        state.loc[unit] = setting.cell_named(entry.cell)
        if free and not fixed:
            state.loc[unit], state.due[unit] = OFF_MAP, TO_DEPLOY
        state.steps[unit] -= entry.losses
        state.disruption[unit] = entry.disruption
        state.fired[unit] = 0 if entry.artillery else 1
        if not free:
            state.order[unit] = Order[entry.order.upper()]
        if entry.tank and not free:
            tank = setting.unit_named(entry.tank)
            state.tank[unit], state.loc[tank] = tank, state.loc[unit]
    for uid, order in setting.arrival.items():
        state.due[setting.unit_named(uid)] = order.turn
    g.rebuild()
    state.phase = "deployment" if free else "deployed"


def hexes_for(g: Soissons, unit: int) -> int:
    """3.1: where a unit may be set up. Where nothing is left in contact, any hex at the front will do (ruling L01)."""
    area, within = g.setting.areas[unit]
    cells = mask([c for c in cells_of(within) if may_deploy(g, unit, c)])
    if not cells and area.rule == "in-contact":
        empty = within & ~g.fighting[ENTENTE] & ~g.closed_cells[ENTENTE]
        cells = empty & mask(g.setting.board.region("front-entente")) or empty
    return cells


def may_deploy(g: Soissons, unit: int, cell: int) -> Ruling:
    """3.1, area by area."""
    name, here, side = g.name(unit), g.cell_name(cell), g.setting.side[unit]
    area, within = g.setting.areas[unit]
    if not within >> cell & 1 or g.closed[side][cell]:
        return refuse("3.1", f"{here} is not in the set-up area of {name}")
    if area.rule in ("front-alone", "in-contact", "off-front") and g.fighters_at(cell):
        return refuse("3.1", f"{here} is taken: no stacking during set-up")
    if area.rule == "in-contact":
        if not g.setting.around[cell] & g.fighting[GERMAN]:
            return refuse("3.1", f"{name} must be set up next to a German regiment")
        if must_guard_headquarters(g, unit) and cell != g.state.loc[g.headquarters_of(unit)]:
            hq = g.name(g.headquarters_of(unit))
            return refuse("3.1", f"a division must stand with {hq}, which is next to the enemy")
    if area.rule == "off-front" and cell in g.setting.board.region("front-entente"):
        return refuse("3.1", f"{name} may not be set up at the front line")
    if area.rule == "near-own-front-regiment" and not near_own_front(g, unit, cell):
        return refuse("3.1", f"{name} must be within 4 hexes of one of its regiments at the front")
    return may_share(g, [unit, *g.counters_at(cell)])


def must_guard_headquarters(g: Soissons, unit: int) -> bool:
    """3.1, ruling K71: the last division of a corps, if its headquarters is next to the enemy and alone."""
    hq = g.headquarters_of(unit)
    if hq < 0 or g.state.loc[hq] < 0 or not g.in_enemy_zone(hq) or not g.is_alone(hq):
        return False
    waiting = [u for u in g.setting.units_of[ENTENTE] if g.state.due[u] == TO_DEPLOY]
    return [u for u in waiting if g.state.corps[u] == g.state.corps[unit]] == [unit]


def near_own_front(g: Soissons, hq: int, cell: int) -> bool:
    front = g.setting.board.region("front-german")
    near = g.setting.within(cell, g.setting.limits["german-hq-setup"])
    own = [g.state.loc[u] for u in g.on_map(GERMAN) if g.state.corps[u] == g.state.corps[hq] and g.setting.infantry[u]]
    return any(near >> c & 1 for c in own if c in front)


def deploy(g: Soissons) -> Procedure:
    """3.1: the German regiments, then his headquarters; then the Entente's divisions, then its tank groups."""
    for side in (GERMAN, ENTENTE):
        for kind in (g.setting.infantry, g.setting.hq):
            while waiting := [u for u in g.setting.units_of[side] if g.state.due[u] == TO_DEPLOY and kind[u]]:
                first, _ = g.setting.areas[waiting[0]]
                units = [u for u in waiting if g.setting.areas[u][0] is first]
                action: Action = yield Placing(
                    g, side, "deploy", "3.1", "set up your units", "deploy", {u: hexes_for(g, u) for u in units},
                    why_not=partial(may_deploy, g),
                )
                unit, cell = action.number(0), action.number(1)
                g.state.due[unit] = 0
                g.place(unit, cell)
                g.note("deploy", "3.1", unit=unit, to=cell)
    yield from assign_tanks(g, "attach", "3.1", "give tank groups to your divisions", may_start_with)


def may_start_with(g: Soissons, tank: int, unit: int) -> Ruling:
    """3.1, ruling K10: any division but one in a ravine that no road joins to the west edge."""
    if not g.setting.is_tank[tank] or g.state.loc[tank] != TANK_BOX:
        return refuse("3.1", f"{g.name(tank)} is not in the Tank Assets box")
    if not may_carry(g, unit):
        return may_carry(g, unit)
    cell = g.state.loc[unit]
    roads = flood(g.setting.road_steps.forth, g.setting.edges[ENTENTE], 0)
    if g.setting.ravines >> cell & 1 and not roads >> cell & 1:
        return refuse("3.1", f"{g.name(unit)} is in a ravine without a road to the west edge")
    return ALLOW


def settle_deployment(g: Soissons) -> None:
    """3.1: every Entente division next to a German unit has a Prepare marker."""
    for unit in g.on_map(ENTENTE):
        if g.setting.division[unit]:
            beside = g.setting.around[g.state.loc[unit]] & g.occupied(GERMAN)
            g.state.order[unit] = Order.PREPARE if beside else Order.NONE
            g.state.prepared[unit] = int(bool(beside))                          # ruling K05
