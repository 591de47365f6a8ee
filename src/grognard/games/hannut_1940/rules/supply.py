"""Supply (chapter 15), with the sources of the scenario (19.3)."""

from __future__ import annotations

from grognard.engine import ALLOW, Ruling, refuse
from grognard.engine.facts import derived
from grognard.games.hannut_1940.position import Hannut
from grognard.games.hannut_1940.state import Supply
from grognard.rules.masks import mask
from grognard.rules.search import cells_near

HALVES = 2
"""15.1c: supply distances are counted in half hexes."""


def sources(g: Hannut, side: int) -> int:
    """15.1, 19.3: the supply sources that work now."""
    regions, turn = g.setting.board.regions, g.state.turn
    name = g.side_name(side)
    return mask([
        cell for row in g.setting.plan.supply if row.side == name and row.first_turn <= turn <= row.last_turn
        for cell in regions.get(row.region, ())
    ])


@derived
def barred(g: Hannut, side: int) -> int:
    """15.1: hexes with enemy units, known or not (7.3), and those next to them; friends do not help (ruling C09)."""
    name = g.side_name(1 - side)
    enemy = g.occupied(1 - side) | mask([c.cell for c in g.concealed.counters if c.side == name])
    return enemy | g.setting.beside.of(enemy)


@derived
def fed(g: Hannut, side: int) -> int:
    """15.1a: the hexes to which a path of any length leads from a source, by main roads or clear ground."""
    closed, steps = barred(g, side), g.setting.supply_main.anywhere
    start = sources(g, side) & ~g.occupied(1 - side)
    if not g.has_option("supply_ends", "exempt"):
        start &= ~closed
    found = new = start
    while new:
        new = steps.of(new) & ~found & ~closed
        found |= new
    return found | steps.of(found)                                              # the last step may lead to an HQ


@derived
def hq_fed(g: Hannut, division: str) -> bool:
    """15.1: whether the HQ of a division is supplied; one off the map always is (19.6)."""
    if division in g.setting.off_map_hq:
        return g.has_hq(division)
    hq = g.hq(division)
    if hq < 0 or g.state.loc[hq] < 0:
        return False
    here, side = g.state.loc[hq], g.setting.side[hq]
    if not g.has_option("supply_ends", "exempt") and barred(g, side) >> here & 1:
        return False
    return bool(fed(g, side) >> here & 1)


@derived
def near_hq(g: Hannut, division: str) -> int:
    """15.1b, 15.1c: the hexes within reach of a division's HQ."""
    setting = g.setting
    known = setting.divisions[division]
    side = setting.sides.index(known.side)
    groups = setting.supply_full if known.kind == "infantry" else setting.supply_half
    limit, closed = HALVES * setting.limits["supply-range"], barred(g, side)
    off_map = setting.off_map_hq.get(division)
    if off_map is not None:
        start, limit = mask(off_map), limit - HALVES                            # 19.6
    else:
        hq = g.hq(division)
        if hq < 0 or g.state.loc[hq] < 0:
            return 0
        start = 1 << g.state.loc[hq]
    if not g.has_option("supply_ends", "exempt"):
        return cells_near(groups, start & ~closed, limit, closed) & ~closed
    return cells_near(groups, start, limit, closed if off_map is not None else closed & ~start)


def can_trace(g: Hannut, unit: int) -> Ruling:
    """15.1: to the HQ of its division, and from there to a source."""
    assumed = g.setting.assumption("supply", unit)
    if assumed is not None:
        return ALLOW if assumed else refuse("15.1", "assumed in this study")
    division = g.division(unit)
    name = g.setting.divisions[division].name if division in g.setting.divisions else division
    if g.has_hidden_hq(division):
        return refuse("7.3", f"the HQ of the {name} is nowhere that you can see")
    if not g.has_hq(division):
        return refuse("15.1", f"the HQ of the {name} is not in play")
    if not hq_fed(g, division):
        return refuse("15.1a", f"there is no path from a supply source to the HQ of the {name}")
    if not g.setting.is_hq[unit] and not near_hq(g, division) >> g.state.loc[unit] & 1:
        return refuse("15.1b", f"there is no path of eight hexes from the HQ of the {name} to {g.name(unit)}")
    return ALLOW


def traces_to_hq(g: Hannut, unit: int, division: str) -> bool:
    """9.2, 9.3.1: a path from the HQ to the unit."""
    assumed = g.setting.assumption("supply", unit)
    if assumed is not None:
        return assumed
    return g.has_hq(division) and (g.setting.is_hq[unit] or bool(near_hq(g, division) >> g.state.loc[unit] & 1))


def supply_ruling(g: Hannut, unit: int) -> Ruling:
    """What a player who asks hears: the marker, and whether a path can be traced now."""
    if g.state.loc[unit] < 0:
        return refuse("15.1", f"{g.name(unit)} is not on the map")
    found, marked = can_trace(g, unit), g.state.supply[unit]
    words = {Supply.GENERAL: "in general supply", Supply.OUT: "Out of Supply", Supply.ON_HAND: "on On-Hand Supply"}
    now = "a path leads to its HQ and on to a source now" if found else f"now {found.text}"
    text = f"{g.name(unit)} is {words[marked]} until the next Command Phase; {now}"
    return Ruling(marked == Supply.GENERAL, "15.0", text)


def mark_supply(g: Hannut) -> None:
    """15.0: both sides at dawn. Units off the map are in general supply when they come (18.0)."""
    for side in (0, 1):
        units = g.on_map(side)
        cut_off = [unit for unit in units if not can_trace(g, unit)]
        for unit in units:
            g.state.supply[unit] = Supply.GENERAL
        g.go_out_of_supply(cut_off, "15.0")


def turn_over_markers(g: Hannut, side: int) -> None:
    """15.0: in PM and Night turns whoever has a path again is on On-Hand Supply."""
    for unit in g.on_map(side):
        if g.state.supply[unit] == Supply.OUT and can_trace(g, unit):
            g.state.supply[unit] = Supply.ON_HAND
            g.note("on-hand", "15.0", unit=unit)
    g.changed()
