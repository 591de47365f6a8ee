"""Combat units (5.0-5.5) and disruption (6.0-6.2): losses, disruption, remnants, elimination, breakdown (14.0)."""

from __future__ import annotations

from grognard.engine import Action
from grognard.games.soissons_1918.position import Soissons
from grognard.games.soissons_1918.setting import DESTROYED, ENTENTE, GERMAN, POOL, REMOVED
from grognard.games.soissons_1918.state import Level


def disrupt(g: Soissons, unit: int, code: str, case: str) -> None:
    """15.6, 16.4.9: what a letter of the tables does to a unit; headquarters and tanks feel nothing (6.1)."""
    effect = g.setting.tables.effects[code]
    if effect.when == "any" or g.is_night:                                      # ruling K13
        set_level(g, unit, effect.after(g.state.disruption[unit]), case)        # ruling K20


def add_levels(g: Soissons, unit: int, levels: int, case: str) -> None:
    set_level(g, unit, g.state.disruption[unit] + levels, case)


def set_level(g: Soissons, unit: int, level: int, case: str) -> None:
    """6.1: there is no maximum. A Shocked unit loses its attack order (12.2.2)."""
    if level == g.state.disruption[unit] or not g.setting.infantry[unit] or g.state.loc[unit] < 0:
        return
    g.state.disruption[unit] = level
    g.note("disrupted", case, unit=unit, level=g.level_name(unit))
    if g.is_shocked(unit):
        g.strip_order(unit)


def lose_point(g: Soissons, unit: int, case: str) -> int:
    """5.2: a strength point is lost. Ends with the unit, or with the remnant that it has become (5.5)."""
    left = g.state.steps[unit] = g.state.steps[unit] - 1
    g.changed()
    g.note("loss", case, "5.2", unit=unit, points=1, left=left)
    if left == 0:
        eliminate(g, unit, "5.3")                                               # ruling K63
    elif left == 1 and g.setting.side[unit] == GERMAN:
        return make_remnant(g, unit)
    elif g.is_spent(unit):
        g.strip_order(unit)                                                     # 12.2.2
    return unit


def make_remnant(g: Soissons, unit: int) -> int:
    """5.5: at 1 point a generic remnant takes the unit's place, Disorganized or as Shocked as it was."""
    state = g.state
    remnant = next(r for r in g.setting.remnants if state.loc[r] == POOL)       # ruling K87
    g.strip_order(unit)
    state.hand_over(unit, remnant, "corps", "due", "tank")
    state.disruption[remnant] = max(state.disruption[unit], Level.DISORGANIZED)
    cell = state.loc[unit]
    take_off(g, unit, REMOVED)
    state.steps[remnant] = 1
    g.place(remnant, cell)
    g.note("remnant", "5.5", "16.4.11", unit=unit, remnant=remnant, level=g.level_name(remnant))
    return remnant


def take_off(g: Soissons, unit: int, box: int) -> None:
    """Off the map, with nothing left on it but its corps; its tank group is lost (5.4)."""
    if g.state.tank[unit] >= 0:
        lose_tank(g, unit)
    g.state.drop(unit, "corps", "stays")
    g.place(unit, box)


def lose_tank(g: Soissons, division: int, case: str = "5.4") -> None:
    tank = g.unload(division, REMOVED)
    g.state.steps[tank] = 0
    g.note("tank-lost", case, unit=tank)


def wear_tank(g: Soissons, division: int, cause: str, case: str) -> None:
    """5.4.3, 13.5: a tank group is reduced, or gone if it was."""
    tank = g.state.tank[division]
    left = g.setting.tables.tank_attrition[cause, g.state.steps[tank]]
    if not left:
        lose_tank(g, division, case)
    elif left != g.state.steps[tank]:
        g.state.steps[tank] = left
        g.note("tank-reduced", case, unit=tank)


def eliminate(g: Soissons, unit: int, case: str) -> None:
    """Out of play: regiments may be reformed (ruling K82), a remnant's counter is used again."""
    g.note("eliminated", case, unit=unit)
    lost = DESTROYED if g.setting.side[unit] == ENTENTE and g.setting.division[unit] else REMOVED
    g.state.steps[unit] = 1 if g.setting.remnant[unit] else 0
    take_off(g, unit, POOL if g.setting.remnant[unit] else lost)


def break_down(g: Soissons, action: Action) -> list[int]:
    """14.0, ruling K54: regiments take over disruption, Retreat marker, headquarters and movement points."""
    unit, state = action.number(), g.state
    cell, found = state.loc[unit], []
    for regiment, strength in g.setting.breaking.split(g, action):
        state.hand_over(unit, regiment, "order", "aim", "bought", "due", "tank")
        state.steps[regiment] = strength
        found.append(regiment)
    take_off(g, unit, REMOVED)
    for regiment in found:
        g.place(regiment, cell)
    g.note("breakdown", "14.0", unit=unit, units=found)
    return found
