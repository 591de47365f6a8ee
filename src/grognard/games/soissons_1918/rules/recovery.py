"""Reorganization (6.3, 5.5.1, 5.5.2, steps I and N)."""

from __future__ import annotations

from functools import partial

from grognard.engine import Action, Procedure, Ruling, refuse
from grognard.games.soissons_1918.position import Soissons
from grognard.games.soissons_1918.rules.command import commanded_at, in_command
from grognard.games.soissons_1918.rules.fallback import fall_back_at_once
from grognard.games.soissons_1918.rules.stacking import may_share
from grognard.games.soissons_1918.rules.supply import isolated_units
from grognard.games.soissons_1918.rules.units import set_level, take_off
from grognard.games.soissons_1918.setting import ENTENTE, GERMAN, POOL, REMOVED
from grognard.games.soissons_1918.state import Level
from grognard.games.soissons_1918.tables import Recovery
from grognard.rules.asking import ask_legal


def incorporation_phase(g: Soissons) -> Procedure:
    """From July 19 on two remnants a night are removed, as many as there are (ruling K64)."""
    limits = g.setting.limits
    if g.state.turn < limits["first-removal"]:
        return
    for left in range(limits["remnants-removed"], 0, -1):
        if not (remnants := [u for u in g.on_map(GERMAN) if g.setting.remnant[u]]):
            return
        unit = yield from g.choose(
            GERMAN, "incorporation", "5.5.1", f"which remnant is removed ({left} to go)?", "remove", remnants
        )
        before = isolated_units(g, GERMAN)
        take_off(g, unit, POOL)
        g.note("incorporated", "5.5.1", unit=unit)
        yield from fall_back_at_once(g, GERMAN, spared=before)                  # ruling K69


def recover(g: Soissons) -> None:
    """6.3, step N.1: all disrupted units of both sides; a die for Germans in command outside enemy zones of control."""
    for unit in [*g.on_map(ENTENTE), *g.on_map(GERMAN)]:
        if g.state.disruption[unit] and (rows := recovery_rows(g, unit)):
            levels = rows[0].levels
            if len(rows) > 1:
                faces = [next(row.levels for row in rows if row.low <= face <= row.high) for face in range(1, 7)]
                levels = faces[g.throw("6.3", f"recovery of {g.name(unit)}", same=faces) - 1]
            floor = Level.DISORGANIZED if g.setting.remnant[unit] else Level.GOOD_ORDER
            set_level(g, unit, max(floor, g.state.disruption[unit] - levels), "6.3")


def recovery_rows(g: Soissons, unit: int) -> list[Recovery]:
    """The rows of the table that hold for a unit; none for remnants by the option of ruling K03."""
    who = "remnant" if g.setting.remnant[unit] else g.side_name(g.setting.side[unit])
    if who == "remnant" and g.has_option("remnant_recovery", "no"):
        return []
    command = "in" if in_command(g, unit) else "out"
    zone = g.in_enemy_zone(unit)                                                # ruling K74
    table = g.setting.tables.recovery
    return [row for row in table if row.who == who and row.enemy_zoc == zone and row.command in ("any", command)]


def pairs(g: Soissons) -> dict[int, list[int]]:
    """Hexes with two Disorganized remnants or more."""
    found: dict[int, list[int]] = {}
    for unit in g.on_map(GERMAN):
        if g.setting.remnant[unit] and g.state.disruption[unit] == Level.DISORGANIZED:
            found.setdefault(g.state.loc[unit], []).append(unit)
    return {cell: units for cell, units in found.items() if len(units) >= g.setting.limits["remnants-to-reform"]}


def may_reform(g: Soissons, action: Action) -> Ruling:
    """5.5.2: a regiment that was removed, in command in the hex of two Disorganized remnants."""
    unit, cell = action.number(0), action.number(1)
    name, here = g.name(unit), g.cell_name(cell)
    if not g.setting.regiment[unit] or g.state.loc[unit] != REMOVED:            # ruling K82
        return refuse("5.5.2", f"{name} is not a regiment that was removed from play")
    if cell not in pairs(g):
        return refuse("5.5.2", f"{here} does not have two Disorganized remnants")
    if g.has_option("reforming_command", "any-hq"):                             # ruling K04
        near = g.setting.within(cell, g.setting.limits["command-range"])
        hqs = [u for u in g.on_map(GERMAN) if g.setting.hq[u] and not g.state.retreated[u]]
        if not any(near >> g.state.loc[u] & 1 for u in hqs):
            return refuse("5.5.2", f"no headquarters commands {here}")
    elif g.setting.assumption("command", unit) is None and not commanded_at(g, unit, cell):
        return refuse("5.5.2", f"{name} would be out of command: {commanded_at(g, unit, cell).text}")
    used = pairs(g)[cell][: g.setting.limits["remnants-to-reform"]]
    return may_share(g, [unit, *(u for u in g.counters_at(cell) if u not in used)])


def reforming_segment(g: Soissons) -> Procedure:
    """Step N.2: any number of regiments, each from two remnants of one hex."""
    while cells := pairs(g):
        removed = [u for u in g.setting.units_of[GERMAN] if g.setting.regiment[u] and g.state.loc[u] == REMOVED]
        options = [Action("reform", (unit, cell)) for unit in removed for cell in cells]
        question = "reform regiments from pairs of remnants"
        action = yield from ask_legal(g, GERMAN, "reforming", "5.5.2", question, options, partial(may_reform, g))
        if action is None:
            return
        reform(g, action.number(0), action.number(1))


def reform(g: Soissons, unit: int, cell: int) -> None:
    """5.5.2: with 2 points, Disorganized next to an enemy and Reforming elsewhere."""
    for remnant in pairs(g)[cell][: g.setting.limits["remnants-to-reform"]]:
        take_off(g, remnant, POOL)
    g.state.steps[unit] = g.setting.limits["reformed-strength"]
    beside = g.setting.around[cell] & g.occupied(ENTENTE)
    g.state.disruption[unit] = Level.DISORGANIZED if beside else Level.REFORMING
    g.place(unit, cell)
    g.note("reformed", "5.5.2", unit=unit, cell=cell, level=g.level_name(unit))
