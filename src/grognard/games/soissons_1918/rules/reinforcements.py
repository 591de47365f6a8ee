"""Reinforcements (chapter 17, step B.1)."""

from __future__ import annotations

from grognard.engine import Action, Procedure, Ruling, refuse
from grognard.games.soissons_1918.position import Soissons
from grognard.games.soissons_1918.rules.fallback import fall_back_at_once
from grognard.games.soissons_1918.setting import GERMAN, OFF_MAP, TANK_BOX
from grognard.rules.masks import mask
from grognard.rules.orders import Placing


def due_units(g: Soissons) -> list[int]:
    """17.0: the units of the phasing side whose turn has come."""
    state = g.state
    return [u for u in g.setting.units_of[g.phasing] if state.loc[u] == OFF_MAP and 0 < state.due[u] <= state.turn]


def entry_hexes(g: Soissons, unit: int) -> int:
    """17.1: any hex of the own edge; stacking limits do not hold there (17.0)."""
    side, corps = g.setting.side[unit], g.state.corps[unit]
    others = [hq for name, hq in g.setting.headquarters.items() if corps and name != corps and g.state.loc[hq] >= 0]
    return g.setting.edges[side] & ~g.closed_cells[side] & ~mask([g.state.loc[hq] for hq in others])


def may_enter(g: Soissons, unit: int, cell: int) -> Ruling:
    """Not onto an enemy (ruling K68), nor to the headquarters of another corps (7.0)."""
    name, here, side = g.name(unit), g.cell_name(cell), g.setting.side[unit]
    if not g.setting.edges[side] >> cell & 1:
        return refuse("17.1", f"{name} enters on its own map edge, and {here} is not there")
    if g.closed[side][cell]:
        return refuse("17.1", f"{here} is occupied by the enemy")
    return refuse("7.0", f"{here} holds the headquarters of another corps")


def headquarters_for(g: Soissons, unit: int, cell: int = -1) -> list[int]:
    """17.2: those under which a reinforcement can be, in a hex where one of them stands only that one.

    A headquarters that was eliminated is given nobody while there is another (ruling K114).
    """
    hqs = [u for u in g.setting.headquarters.values() if g.setting.side[u] == g.setting.side[unit]]
    corps = g.state.corps[unit]
    here = [u for u in hqs if cell >= 0 and g.state.loc[u] == cell]
    alive = [u for u in hqs if g.state.loc[u] >= 0] or hqs
    return here or [u for u in alive if not corps or g.state.corps[u] == corps]


def deliver_tanks(g: Soissons) -> None:
    """17.1: tank groups go to the Tank Assets box."""
    for unit in due_units(g):
        if g.setting.is_tank[unit]:
            g.state.due[unit] = 0
            g.place(unit, TANK_BOX)
            g.note("tanks-arrive", "17.1", unit=unit)


def reinforcement_segment(g: Soissons) -> Procedure:
    """Step B.1: the phasing player places what is due, in AM turns only."""
    while units := [u for u in due_units(g) if entry_hexes(g, u)]:
        action: Action = yield Placing(
            g, g.phasing, "reinforcements", "17.1", "place reinforcements on your map edge", "enter",
            {u: entry_hexes(g, u) for u in units}, why_not=lambda unit, cell: may_enter(g, unit, cell),
        )
        yield from enter(g, action.number(0), action.number(1))
        yield from fall_back_at_once(g, beside=action.number(1))                # ruling K50


def enter(g: Soissons, unit: int, cell: int) -> Procedure:
    """17.2: a German division is put under a headquarters for good; on a road it may march in column (17.3)."""
    state = g.state
    state.due[unit] = 0
    state.column[unit] = int(bool(g.setting.road_steps.forth.of(1 << cell)))
    g.place(unit, cell)
    g.note("enter", "17.1", unit=unit, to=cell)
    if g.setting.side[unit] == GERMAN and not state.corps[unit]:
        question = f"which headquarters commands {g.name(unit)}?"
        hq = yield from g.choose(GERMAN, "assign", "17.2", question, "assign", headquarters_for(g, unit, cell), of=unit)
        for part in (unit, *g.setting.regiments_of[unit]):
            state.corps[part] = state.corps[hq]
        g.changed()
        g.note("assigned", "17.2", unit=unit, hq=hq)
