"""Stacking (chapter 4) and step losses (chapter 6), Stosstruppen with their regiments (11.3.2)."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.engine import ALLOW, Action, Procedure, Ruling, refuse
from grognard.games.friedensturm_1918.position import Friedensturm
from grognard.games.friedensturm_1918.setting import ALLIED, GERMAN, OFF_MAP
from grognard.games.friedensturm_1918.state import Marker
from grognard.rules.asking import ask_legal
from grognard.rules.masks import cells_of


def fits(g: Friedensturm, units: Sequence[int], cell: int) -> bool:
    """4.0: whether units can stay in a hex with whoever is there."""
    others = [u for u in g.stack[cell] if u not in units]
    return g.stacked(units) + g.stacked(others) <= g.setting.limits["stacking"]


def may_fit(g: Friedensturm, unit: int, cell: int) -> Ruling:
    if fits(g, [unit], cell):
        return ALLOW
    return refuse("4.0", f"there is no room for {g.name(unit)} in {g.cell_name(cell)}")


def may_stop(g: Friedensturm, units: Sequence[int], cell: int) -> Ruling:
    """4.0: the limit holds at the end of a phase; until then friends who can still move may make room (ruling N12)."""
    here, most = g.cell_name(cell), g.setting.limits["stacking"]
    if g.stacked(units) + g.stacked(staying_in(g, units, cell)) <= most:
        return ALLOW
    return refuse("4.0", f"{here} would hold more than {most} combat units, and not enough of them can still move out")


def staying_in(g: Friedensturm, units: Sequence[int], cell: int) -> list[int]:
    """Who stays in a hex beside some units."""
    return [u for u in g.combat_at(cell) if u not in units and not can_make_room(g, u)]


def can_make_room(g: Friedensturm, unit: int) -> bool:
    """Whether a unit has its move before it; in exploitation those with a marker have one (14.2)."""
    state = g.state
    moves = state.phase == "movement" or (state.phase == "exploitation" and state.marker[unit] >= Marker.RESERVE)
    return moves and not state.done[unit] and state.mp[unit] < 0


def room_for(g: Friedensturm, units: Sequence[int], cells: int) -> int:
    """Those of some hexes where units may stop."""
    if not g.setting.combat[units[0]]:
        return cells                                                            # 4.0: support units do not count
    left = g.setting.limits["stacking"] - g.stacked(units)
    for cell in cells_of(cells & g.occupied(g.setting.side[units[0]])):
        if g.stacked(g.stack[cell]) > left and g.stacked(staying_in(g, units, cell)) > left:
            cells ^= 1 << cell
    return cells


def trim_stacks(g: Friedensturm) -> Procedure:
    """4.0: at the end of a phase, owners eliminate what is too much; excess Stosstruppen go too (11.3.2)."""
    limit = g.setting.limits["stacking"]
    for side in (ALLIED, GERMAN):
        for cell in cells_of(g.occupied(side)):
            while g.stacked(g.stack[cell]) > limit:
                units = g.combat_at(cell)
                question = f"{g.cell_name(cell)} is overstacked: which unit is eliminated?"
                unit = yield from g.choose(side, "overstack", "4.0", question, "eliminate", units)
                eliminate(g, unit, "4.0")


def eliminate(g: Friedensturm, unit: int, case: str) -> None:
    """Off the map for good; its Stosstruppen go over to another regiment of the hex or are lost with it (11.3.2)."""
    cell, stoss = g.state.loc[unit], g.state.stoss[unit]
    g.note("eliminated", case, unit=unit, steps=max(1, g.state.steps[unit]) if g.setting.combat[unit] else 0)
    g.state.stoss[unit] = -1
    g.take_off(unit)
    if stoss >= 0:
        free = free_regiments(g, cell)
        if free:
            g.state.stoss[free[0]] = stoss
        else:
            g.note("eliminated", "11.3.2", unit=stoss, steps=0)
            g.take_off(stoss)
    if g.setting.hq[unit]:
        drive_off_air(g, unit)
    if g.setting.combat[unit] and cell >= 0:
        leave_alone(g, g.setting.side[unit], cell)


def leave_alone(g: Friedensturm, side: int, cell: int) -> None:
    """11.3.1, 11.3.3: with the last combat unit of a hex its guns and headquarters go, if enemies are next to it.

    At once, even if the combat is not over and more losses are to be chosen (ruling Q74).
    """
    near = [u for beside in g.setting.grid.neighbours[cell] for u in g.combat_at(beside)]
    if g.combat_at(cell) or all(g.setting.side[u] == side for u in near):
        return
    for unit in g.stack[cell]:
        if unit in g.setting.support_of[side]:
            eliminate(g, unit, "11.3.3" if g.setting.hq[unit] else "11.3.1")


def free_regiments(g: Friedensturm, cell: int) -> list[int]:
    """11.3.2: the German regiments of a hex that have no Stosstruppen; each takes one."""
    setting, stoss = g.setting, g.state.stoss
    return [u for u in g.stack[cell] if setting.regiment[u] and setting.side[u] == GERMAN and stoss[u] < 0]


def drive_off_air(g: Friedensturm, hq: int) -> None:
    """17.1: a base moves or is lost, and its air units are gone for a time."""
    for unit in g.living(g.setting.air_of[g.setting.side[hq]]):
        if g.state.base[unit] == hq:
            send_off(g, unit)


def send_off(g: Friedensturm, unit: int) -> None:
    """17.1: an air unit without a base comes back as a reinforcement next turn."""
    turn = g.state.turn + 1
    g.place(unit, OFF_MAP)
    g.state.drop(unit, "late")
    g.state.back[unit] = turn
    g.note("air-gone", "17.1", unit=unit, turn=turn)


def lose_step(g: Friedensturm, unit: int, case: str) -> Procedure:
    """6.0: the counter is turned over, then a Step Loss marker, then it is gone; tanks and Stosstruppen at once.

    11.3.2: if more than one regiment could take over its Stosstruppen, their owner says which.
    """
    if g.setting.is_stoss[unit]:
        lose_stoss(g, unit, case)
        return
    g.state.steps[unit] -= 1
    g.changed()
    left = g.state.steps[unit]
    if left <= 0:
        stoss = g.state.stoss[unit]
        eliminate(g, unit, case)
        g.state.steps[unit] = 0
        if stoss >= 0 and g.state.loc[stoss] >= 0:
            heirs = [g.carrier_of(stoss), *free_regiments(g, g.state.loc[stoss])]
            question = f"which regiment takes over {g.name(stoss)}?"
            heir = yield from g.choose(GERMAN, "assign", "11.3.2", question, "assign", heirs, of=stoss)     # ruling N23
            if heir != heirs[0]:
                g.load(stoss, heir)
                g.note("assigned", "11.3.2", unit=stoss, regiment=heir)
    else:
        g.note("loss", case, "6.0", unit=unit, left=left, steps=1)
        if g.state.marker[unit] >= Marker.RESERVE:
            g.mark(unit, Marker.NONE)                                           # 11.2.8, 14.0: full strength only


def lose_stoss(g: Friedensturm, unit: int, case: str) -> None:
    """15.3: any loss eliminates it."""
    carrier = g.carrier_of(unit)
    if carrier >= 0:
        g.state.stoss[carrier] = -1
    g.note("eliminated", case, unit=unit, steps=0)
    g.take_off(unit)


# -- Stosstruppen change over at the beginning of a phase (11.3.2) --


def may_reassign(g: Friedensturm, action: Action) -> Ruling:
    """11.3.2: to another regiment of its hex that has none."""
    stoss, regiment = action.number(0), action.number(1)
    name, loc = g.name(stoss), g.state.loc
    if not g.setting.is_stoss[stoss] or loc[stoss] < 0:
        return refuse("11.3.2", f"{name} is not a Stosstruppen unit on the map")
    if g.state.reassigned[stoss]:
        return refuse("11.3.2", f"{name} has already switched in this phase")
    if loc[regiment] != loc[stoss] or not g.setting.regiment[regiment]:
        return refuse("11.3.2", f"{name} must go to a regiment in its own hex")
    if g.state.stoss[regiment] >= 0:
        return refuse("11.3.2", f"{g.name(regiment)} already has Stosstruppen")
    return ALLOW


def assign_stoss(g: Friedensturm) -> Procedure:
    """11.3.2: at the beginning of a German phase, where a hex has Stosstruppen and a regiment without.

    Of the disengagement phase it matters to marked stacks only: somebody leaves, somebody may stay.
    """
    if g.phasing != GERMAN:
        return
    leaving = {g.state.loc[u] for u in g.with_marker(GERMAN, Marker.DISENGAGEMENT)}
    stays = g.state.phase == "assign-disengagement"
    while True:
        ways = [
            Action("assign", (g.state.stoss[u], free))
            for u in g.setting.units_of[GERMAN] if g.state.stoss[u] >= 0 and not g.state.reassigned[g.state.stoss[u]]
            if not stays or g.state.loc[u] in leaving
            for free in free_regiments(g, g.state.loc[u])
        ]
        action = yield from ask_legal(
            g, GERMAN, "assign", "11.3.2", "which Stosstruppen switch regiments?", ways,
            lambda a: may_reassign(g, a),
        )
        if action is None:
            return
        attach(g, action.number(0), action.number(1))


def attach(g: Friedensturm, stoss: int, regiment: int) -> None:
    """Stosstruppen go with a regiment, and leave the one before."""
    g.load(stoss, regiment)
    g.state.reassigned[stoss] = 1
    g.note("assigned", "11.3.2", unit=stoss, regiment=regiment)


