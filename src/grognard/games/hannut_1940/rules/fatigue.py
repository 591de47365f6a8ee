"""Fatigue (chapter 14): recovery, and what the night costs (14.0 is in `Hannut.tire_at_night`)."""

from __future__ import annotations

from grognard.engine import ALLOW, Ruling, refuse
from grognard.games.hannut_1940.position import Hannut
from grognard.games.hannut_1940.rules.observation import is_observed
from grognard.games.hannut_1940.rules.supply import traces_to_hq


def may_recover(g: Hannut, unit: int) -> Ruling:
    """4.3.2, 9.2, 14.2: all conditions together (ruling C05), or those of one case."""
    state, name = g.state, g.name(unit)
    if state.moved[unit] or state.fought[unit]:
        return refuse("14.2", f"{name} has moved or fought in this player turn")
    if not traces_to_hq(g, unit, g.division(unit)):
        return refuse("9.2", f"{name} has no supply path to its HQ")
    cell, enemy = state.loc[unit], g.occupied(1 - g.setting.side[unit])
    far = not g.setting.within(cell, g.setting.limits["recovery-distance"]) & enemy
    unseen = not is_observed(g, cell) and not (g.setting.mech[unit] and g.setting.around[cell] & enemy)
    if g.has_option("recovery", "either"):
        return ALLOW if far or unseen else refuse("14.2", f"{name} is too close to the enemy")
    if not far:
        return refuse("4.3.2", f"an enemy is within two hexes of {name}")
    return ALLOW if unseen else refuse("14.2", f"the enemy observes {name}")


def recovery_phase(g: Hannut) -> None:
    """14.2: one level; at night all of them for units without any activity (9.2, ruling C77)."""
    state = g.state
    for unit in g.on_map(g.phasing):
        if state.fatigue[unit] and may_recover(g, unit):
            state.fatigue[unit] = 0 if g.is_night and not state.tired[unit] else state.fatigue[unit] - 1
            g.note("recovered", "14.2", unit=unit, level=state.fatigue[unit])
