"""Stacking (chapter 10, and chapter 7 for headquarters)."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.engine import ALLOW, Procedure, Ruling, refuse
from grognard.games.soissons_1918.position import Soissons
from grognard.games.soissons_1918.rules.units import eliminate, lose_point
from grognard.rules.masks import cells_of, mask


def may_share(g: Soissons, units: Sequence[int]) -> Ruling:
    """10.0 and 7.0 for units that would share a hex; tank groups belong to their divisions."""
    setting, steps = g.setting, g.state.steps
    infantry = [u for u in units if setting.infantry[u]]
    ruling = may_hold_headquarters(g, units)
    if not ruling or len(infantry) <= 1:
        return ruling
    most, limit = setting.tables.regiments_in_hex, setting.tables.points_in_hex
    divisions = {setting.units[u].division if setting.regiment[u] else "" for u in infantry}
    if len(infantry) <= most and len(divisions) == 1 and "" not in divisions:
        return ALLOW
    points = sum([steps[u] for u in infantry])
    if points <= limit:
        return ALLOW
    room = f"one division, {most} regiments of a division, or {limit} points"
    return refuse("10.0", f"{points} strength points are too many: a hex holds {room}")


def may_hold_headquarters(g: Soissons, units: Sequence[int]) -> Ruling:
    """7.0: with its own units and with remnants; two headquarters may pass, not stay (ruling K99)."""
    hqs, corps = [u for u in units if g.setting.hq[u]], g.state.corps
    if len(hqs) > 1:
        return refuse("7.0", "two headquarters may not stay in one hex")
    for unit in units if hqs else ():
        if g.setting.infantry[unit] and corps[unit] and corps[unit] != corps[hqs[0]]:
            return refuse("7.0", f"{g.name(hqs[0])} may not stack with {g.name(unit)}, a unit of another corps")
    return ALLOW


def may_stack(g: Soissons, units: Sequence[int], cell: int) -> Ruling:
    """Whether units may end a movement in a hex with whoever is there already."""
    others = [u for u in g.counters_at(cell) if u not in units]
    ruling = may_share(g, (*units, *others))
    if ruling:
        return ALLOW
    where = f"{g.cell_name(cell)} with {g.names(others)}" if others else g.cell_name(cell)
    return refuse(ruling.case, f"{g.names(units)} cannot end in {where}: {ruling.text}")


def room_for(g: Soissons, units: Sequence[int], cells: int) -> int:
    """Those of some hexes where units may end a movement."""
    if len(units) > 1 and not may_share(g, units):
        return 0
    side = g.setting.side[units[0]]
    if any(g.setting.infantry[u] and g.state.steps[u] > g.setting.tables.points_in_hex for u in units):
        cells &= ~g.fighting[side] | 1 << g.state.loc[units[0]]                 # beside others it is too strong
    return cells & ~mask([c for c in cells_of(g.occupied(side) & cells) if not may_stack(g, units, c)])


def trim(g: Soissons, cell: int) -> Procedure:
    """10.0: of an overstacked hex the owner eliminates points of his choice at once (ruling K72)."""
    while not may_share(g, g.fighters_at(cell)):
        g.state.crowded = cell
        units = g.fighters_at(cell)
        owner, question = g.setting.side[units[0]], f"which unit in {g.cell_name(cell)} loses a point?"
        unit = yield from g.choose(owner, "overstack", "10.0", question, "lose", units)
        if g.setting.remnant[unit]:
            eliminate(g, unit, "10.0")
        else:
            lose_point(g, unit, "10.0")
    g.state.crowded = -1
