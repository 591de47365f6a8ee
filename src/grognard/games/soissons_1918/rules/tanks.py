"""Tank groups (5.4.2, 5.4.3, steps B.2, G and H) and the withdrawal of Spent divisions (5.3, step G)."""

from __future__ import annotations

from collections.abc import Callable

from grognard.engine import ALLOW, Action, Procedure, Ruling, refuse
from grognard.engine.facts import derived
from grognard.games.soissons_1918.position import Soissons
from grognard.games.soissons_1918.rules.command import in_command
from grognard.games.soissons_1918.rules.fallback import fall_back_at_once
from grognard.games.soissons_1918.rules.supply import isolated_units
from grognard.games.soissons_1918.rules.units import lose_tank, take_off, wear_tank
from grognard.games.soissons_1918.setting import ENTENTE, REMOVED, TANK_BOX, WITHDRAWN
from grognard.rules.asking import ask_legal
from grognard.rules.tolls import flood

MayGo = Callable[[Soissons, int, int], Ruling]
"""Whether a tank group may go to a division."""


def tanks(g: Soissons) -> list[int]:
    return [u for u in g.setting.units_of[ENTENTE] if g.setting.is_tank[u]]


def may_carry(g: Soissons, unit: int) -> Ruling:
    """5.4.2: an Entente division on the map."""
    if g.setting.side[unit] != ENTENTE or not g.setting.division[unit] or g.state.loc[unit] < 0:
        return refuse("5.4.2", f"{g.name(unit)} is not an Entente division on the map")
    return ALLOW


def may_take_one(g: Soissons, unit: int) -> Ruling:
    """5.4: one tank group to a division."""
    return refuse("5.4", f"{g.name(unit)} already has a tank group") if g.state.tank[unit] >= 0 else ALLOW


def may_change_over(g: Soissons, start: int, unit: int) -> Ruling:
    """Steps B.2a and G: an adjacent division in command, unless a ravine without a road lies between."""
    if not may_carry(g, unit):
        return may_carry(g, unit)
    name, cell = g.name(unit), g.state.loc[unit]
    if not g.setting.around[start] >> cell & 1 and start != cell:
        return refuse("5.4.2", f"{name} is not adjacent to the tank group")
    if not in_command(g, unit):
        return refuse("5.4.2", f"{name} is out of command")
    if start != cell and not g.setting.tank_steps.sources[cell] >> start & 1:
        return refuse("5.4.2", f"a ravine without a road lies between the tank group and {name}")
    return ALLOW


def may_shift(g: Soissons, tank: int, unit: int) -> Ruling:
    """Step B.2a: to a division of the same corps, once a segment (ruling K92)."""
    carrier = g.carrier_of(tank)
    if carrier < 0:
        return refuse("5.4.2", f"{g.name(tank)} is not with a division")
    if g.state.shifted[tank]:
        return refuse("5.4.2", f"{g.name(tank)} has already switched in this segment")
    if may_carry(g, unit) and g.state.corps[unit] != g.state.corps[carrier]:
        return refuse("5.4.2", f"{g.name(unit)} belongs to another corps")
    return may_change_over(g, g.state.loc[carrier], unit)


def may_attach(g: Soissons, tank: int, unit: int) -> Ruling:
    """Step B.2b, ruling K10: from the box to a division in command that tanks can reach from the west edge."""
    if not g.setting.is_tank[tank] or g.state.loc[tank] != TANK_BOX:
        return refuse("5.4.2", f"{g.name(tank)} is not in the Tank Assets box")
    if not may_carry(g, unit):
        return may_carry(g, unit)
    if not in_command(g, unit):
        return refuse("5.4.2", f"{g.name(unit)} is out of command")
    if not tank_ground(g) >> g.state.loc[unit] & 1:
        return refuse("5.4.2", f"tanks have no way from the west edge to {g.name(unit)}")
    return ALLOW


@derived
def tank_ground(g: Soissons) -> int:
    """5.4.2: the hexes that tanks can reach from the west edge, off enemy zones and off ravines without a road."""
    steps, west = g.setting.tank_steps.forth, g.setting.edges[ENTENTE]
    found = flood(steps, west, g.closed_cells[ENTENTE] | g.zone_cells[1 - ENTENTE])
    return found | steps.of(found) | west


def assign_tanks(g: Soissons, verb: str, case: str, question: str, may_go: MayGo) -> Procedure:
    """Step B.2: groups change over, or come from the box; at the set-up as well (3.1)."""
    divisions = [u for u in g.on_map(ENTENTE) if g.setting.division[u]]

    def may(action: Action) -> Ruling:
        if action.verb == "abandon":
            return may_give_up(g, action.number(), may_go)
        return may_go(g, action.number(0), action.number(1)) and may_take_one(g, action.number(1))

    while True:
        groups = [t for t in tanks(g) if (g.state.loc[t] >= 0 if verb == "shift" else g.state.loc[t] == TANK_BOX)]
        options = [Action(verb, (tank, unit)) for tank in groups for unit in divisions if g.state.tank[unit] < 0]
        options += [Action("abandon", (g.state.tank[unit],)) for unit in divisions if g.state.tank[unit] >= 0]
        action = yield from ask_legal(g, ENTENTE, verb, case, question, options, may, also=(verb, "abandon"))
        if action is None:
            return
        if action.verb == "abandon":
            lose_tank(g, g.carrier_of(action.number()), "5.4.4")
            continue
        tank, unit = action.number(0), action.number(1)
        g.load(tank, unit)
        g.note("attach", case, tank=tank, unit=unit)
        g.state.shifted[tank] = 1


def may_give_up(g: Soissons, tank: int, may_go: MayGo) -> Ruling:
    """5.4.4, ruling K124: a worn group for which a stronger one can come."""
    carrier, left = g.carrier_of(tank), g.state.steps
    if carrier >= 0 and any(left[t] > left[tank] and may_go(g, t, carrier) for t in tanks(g) if t != tank):
        return ALLOW
    return refuse("5.4.4", f"no stronger group can take the place of {g.name(tank)} now")


def tank_attrition(g: Soissons) -> None:
    """5.4.3, step H: on the map every group is reduced, and those that were are gone."""
    for unit in g.on_map(ENTENTE):
        if g.state.tank[unit] >= 0:
            wear_tank(g, unit, "night", "5.4.3")


def spent_divisions(g: Soissons) -> list[int]:
    return [u for u in g.on_map(ENTENTE) if g.is_spent(u) and not g.state.stays[u]]


def withdrawal_phase(g: Soissons) -> Procedure:
    """Step G: Spent divisions leave, or stay for good and cost a point (3.3.2)."""
    while units := spent_divisions(g):
        unit = yield from g.choose_or_end(
            ENTENTE, "withdrawal", "step G", "withdraw Spent divisions; the others stay for good", "withdraw-unit",
            units, rest=True, why_not=lambda a: may_withdraw(g, a.number()) if a.args else ALLOW,
        )
        if unit is None:
            break
        yield from withdraw(g, unit)
    for unit in spent_divisions(g):
        g.state.stays[unit] = 1
        g.note("stays", "5.3", unit=unit)


def may_withdraw(g: Soissons, unit: int) -> Ruling:
    name = g.name(unit)
    if g.setting.side[unit] != ENTENTE or not g.setting.division[unit] or g.state.loc[unit] < 0:
        return refuse("5.3", f"{name} is not an Entente division on the map")
    if g.state.stays[unit]:
        return refuse("5.3", f"{name} was kept in play earlier and stays to the end")
    return refuse("5.3", f"{name} is not Spent")


def withdraw(g: Soissons, unit: int) -> Procedure:
    """Its tank group may go over to an adjacent division of any corps (ruling K96); friends may have to fall back."""
    cell, before = g.state.loc[unit], isolated_units(g, ENTENTE)
    tank = g.unload(unit, REMOVED) if g.state.tank[unit] >= 0 else -1
    take_off(g, unit, WITHDRAWN)
    g.note("withdrawn", "5.3", unit=unit)
    if tank >= 0:

        def may_inherit(unit: int) -> Ruling:
            worn = g.state.tank[unit] >= 0 and g.state.steps[g.state.tank[unit]] < g.state.steps[tank]
            return may_change_over(g, cell, unit) and (ALLOW if worn else may_take_one(g, unit))

        heir = yield from g.choose_or_end(
            ENTENTE, "heir", "step G", f"which division takes {g.name(tank)}?", "shift",
            [u for u in g.on_map(ENTENTE) if may_inherit(u)], of=tank,
            why_not=lambda a: may_inherit(a.number(1)) if a.args else ALLOW,
        )
        if heir is None:
            g.state.steps[tank] = 0
            g.note("tank-lost", "step G", unit=tank)
        else:
            if g.state.tank[heir] >= 0:
                lose_tank(g, heir, "5.4.4")                                     # ruling K124
            g.load(tank, heir)
            g.note("attach", "step G", tank=tank, unit=heir)
    yield from fall_back_at_once(g, ENTENTE, spared=before)                     # ruling K69
