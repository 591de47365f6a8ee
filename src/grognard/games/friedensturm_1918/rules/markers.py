"""Disengagement and Reserve markers (11.2.7, 11.2.8), and the adjustment of all markers (14.3)."""

from __future__ import annotations

from grognard.engine import ALLOW, Action, Procedure, Ruling, refuse
from grognard.games.friedensturm_1918.position import Friedensturm, frozen
from grognard.games.friedensturm_1918.rules.artillery import offensive_guns
from grognard.games.friedensturm_1918.rules.movement import has_moved
from grognard.games.friedensturm_1918.setting import ALLIED, GERMAN
from grognard.games.friedensturm_1918.state import Disorder, Marker
from grognard.rules.asking import ask_legal


def may_mark(g: Friedensturm, action: Action) -> Ruling:
    unit, name = action.number(), g.name(action.number())
    case = "11.2.7" if action.verb == "mark" else "11.2.8"
    if not g.is_phasing(unit) or g.state.loc[unit] < 0 or not g.setting.combat[unit]:
        return refuse(case, f"{name} is not one of your combat units on the map")
    if g.state.marker[unit] != Marker.NONE:
        return refuse(case, f"{name} already has a marker")
    return may_be_disengaged(g, unit) if action.verb == "mark" else may_be_reserve(g, unit)


def may_be_disengaged(g: Friedensturm, unit: int) -> Ruling:
    """11.2.7: in an enemy zone, without having moved."""
    name = g.name(unit)
    if not g.in_enemy_zone(unit):
        return refuse("11.2.7", f"{name} is not in an enemy zone of control")
    if has_moved(g, unit):
        return refuse("11.2.7", f"{name} has already moved in this phase")
    if frozen(g) >> g.state.loc[unit] & 1:
        return refuse("Scenario 3", f"nothing moves in {g.cell_name(g.state.loc[unit])} on this turn")
    return ALLOW


def may_be_reserve(g: Friedensturm, unit: int) -> Ruling:
    """11.2.8: the initiative player's fresh units behind the front, within range of his offensive artillery."""
    name, cell, side = g.name(unit), g.state.loc[unit], g.setting.side[unit]
    if side != g.initiative:
        return refuse("11.2.8", "only the player with the initiative may have reserves")
    if not g.at_full_strength(unit):
        return refuse("11.2.8", f"{name} is not at full strength")
    if g.is_disorganised(unit):                                                 # ruling Q55
        return refuse("11.2.8", f"{name} is disorganised or reorganising")
    if has_moved(g, unit):
        return refuse("11.2.8", f"{name} has already moved in this phase")
    if g.in_enemy_zone(unit):
        return refuse("11.2.8", f"{name} is in an enemy zone of control")
    if frozen(g) >> cell & 1:
        return refuse("Scenario 3", f"nothing moves in {g.cell_name(cell)} on this turn")
    if not offensive_guns(g, side, cell):
        return refuse("11.2.8", f"{name} is out of range of your artillery in offensive mode")
    if reserves_left(g, unit) <= 0:
        return refuse("11.2.8", "all your Reserve markers are on the map")
    return ALLOW


def reserves_left(g: Friedensturm, unit: int) -> int:
    """11.2.8: as many as the counter mix has; Allied cavalry has its own (ruling Q54)."""
    setting, side = g.setting, g.setting.side[unit]
    used = g.with_marker(side, Marker.RESERVE)
    riders = [u for u in used if is_allied_cavalry(g, u)]
    limit = setting.limits[f"reserve-{g.side_name(side)}"]
    own = setting.limits["reserve-cavalry"] if is_allied_cavalry(g, unit) else 0
    kept = min(len(riders), setting.limits["reserve-cavalry"])
    return limit + own - (len(used) - (0 if own else kept))


def is_allied_cavalry(g: Friedensturm, unit: int) -> bool:
    return g.setting.side[unit] == ALLIED and g.setting.units[unit].type == "cavalry"


def marker_segment(g: Friedensturm) -> Procedure:
    """At the end of the movement phase."""
    holds_reserves = g.phasing == g.initiative                                  # 11.2.8
    while True:
        unmoved = [u for u in g.living(g.setting.combat_of[g.phasing]) if not has_moved(g, u)]
        engaged = {u: g.in_enemy_zone(u) for u in unmoved}
        ways = [
            Action("mark" if engaged[u] else "reserve", (u,)) for u in unmoved if engaged[u] or holds_reserves
        ]
        action = yield from ask_legal(
            g, g.phasing, "markers", "11.2.7", "place Disengagement and Reserve markers", ways,
            lambda a: may_mark(g, a), also=("mark", "reserve"),
        )
        if action is None:
            return
        unit, marker = action.number(), Marker.DISENGAGEMENT if action.verb == "mark" else Marker.RESERVE
        g.mark(unit, marker)
        g.note("marked", "11.2.7" if action.verb == "mark" else "11.2.8", unit=unit, marker=marker.name.title())


def adjust_markers(g: Friedensturm) -> None:
    """14.3: for both sides, in this order."""
    state = g.state
    for unit in (*g.on_map(ALLIED), *g.on_map(GERMAN)):
        if state.disorder[unit] == Disorder.REORGANISING and not g.in_enemy_zone(unit):
            state.disorder[unit] = Disorder.NONE
        elif state.disorder[unit] == Disorder.DISORGANISED:
            state.disorder[unit] = Disorder.REORGANISING
    state.clear("marker", "pinned")
    g.changed()
    g.note("adjusted", "14.3")
