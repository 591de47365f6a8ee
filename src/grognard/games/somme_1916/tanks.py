"""Tank breakdowns (section 7.8)."""

from __future__ import annotations

from grognard.games.somme_1916.state import Somme
from grognard.games.somme_1916.tables import by_die


def check_breakdowns(g: Somme) -> None:
    """At the beginning of Allied movement, a die for each tank that runs, but not in its first turn."""
    state = g.state
    if state.phasing != "allied":
        return
    drm = g.setting.weather_effects[state.weather].tank
    for unit in g.setting.units_of[0]:
        if not g.setting.tanks[unit] or state.loc[unit] < 0:
            continue
        if unit in state.broken or state.arrived[unit] == state.turn:
            continue
        results = [by_die(g.setting.tank_breakdown, die + drm) for die in range(1, 7)]
        die = g.throw("7.8", f"breakdown of {g.name(unit)}", same=results)
        if results[die - 1] == "breaks-down":
            state.broken.append(unit)
            g.note("broken-down", "7.8", result=True, unit=unit)
