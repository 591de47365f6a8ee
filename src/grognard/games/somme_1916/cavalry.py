"""The release of the British cavalry (14.1.3, 15.1)."""

from __future__ import annotations

from grognard.engine import ALLOW, Action, Ruling, refuse
from grognard.games.somme_1916.state import Somme


def why_no_release(g: Somme, unit: int) -> Ruling:
    """From July 15 on, once in a turn, until the last turn that the scenario grants."""
    if unit not in g.state.held:
        return refuse("14.1.3", f"{g.name(unit)} is not held")
    plan = g.setting.plan.get("cavalry_release")
    if plan is None or not plan["first_turn"] <= g.state.turn <= plan["last_turn"]:
        return refuse("14.1.3", f"{g.name(unit)} cannot be released in this turn")
    if unit in g.state.tried:
        return refuse("14.1.3", f"{g.name(unit)} has been tried in this turn")
    return ALLOW


def release_actions(g: Somme, unit: int) -> list[Action]:
    return [Action("release", (unit,))] if unit in g.state.held and why_no_release(g, unit) else []


def release(g: Somme, unit: int) -> None:
    """A die: 1-3 frees the unit to move normally."""
    low, high = g.setting.plan["cavalry_release"]["released_on"]
    die = g.throw("14.1.3", f"release of {g.name(unit)}", same=[low <= face <= high for face in range(1, 7)])
    g.state.tried.append(unit)
    freed = low <= die <= high
    if freed:
        g.state.held.remove(unit)
    g.note("released" if freed else "held", "14.1.3", result=True, unit=unit)
