"""Retreats (section 8.5)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from grognard.engine import Action, Procedure, Ruling, refuse
from grognard.games.marne_1914.position import Marne
from grognard.games.marne_1914.rules.stacking import fits
from grognard.games.marne_1914.rules.victory import take_control
from grognard.rules.masks import cells_of, mask
from grognard.rules.ways import Way, ways_back


def ways_of_retreat(g: Marne, unit: int, attackers: Sequence[int]) -> list[Way]:
    """The best ways, one for each hex where they end.

    Ruling C16 puts first things first: away from every attacker, or from as many as can be (8.5.1, ruling
    C36), through as few enemy zones of control as can be (8.5.2), without going on because of a full hex
    (8.5.3), and short. A way that leaves the zones at the same price may be longer (ruling C65).
    """
    neighbours = g.setting.grid.neighbours
    beside = Counter([cell for attacker in g.living(attackers) for cell in neighbours[g.state.loc[attacker]]])
    for most in range(max(beside.values(), default=0) + 1):
        crowded = mask([cell for cell, number in beside.items() if number > most])
        if ways := ways_past(g, unit, crowded):
            return ways
    return []


def ways_past(g: Marne, unit: int, crowded: int) -> list[Way]:
    """The best ways that do not end in some hexes."""
    side = g.setting.side[unit]
    zones = g.zone_cells[1 - side]                      # 8.5.2a: friendly units do not lift them

    def find(pass_by: int) -> list[Way]:
        return ways_back(
            g.setting.grid.neighbours, g.state.loc[unit], closed=g.closed_cells[side], avoid=zones, pass_by=pass_by,
            has_room=lambda cell: fits(g, unit, cell),
        )

    ways = find(crowded)
    if any(zones >> way.end & 1 for way in ways):
        full = mask([cell for cell in cells_of(zones & g.held(side)) if not fits(g, unit, cell)])
        out = find(crowded | zones & ~full)
        ways += [way for way in out if (way.avoided, way.went_on) == (ways[0].avoided, ways[0].went_on)]
    return ways


def retreat_all(g: Marne, target: int, attackers: Sequence[int]) -> Procedure:
    """Every unit of the hex retreats, each for itself (ruling C56)."""
    for unit in g.stack[target]:
        ways = {way.end: way for way in ways_of_retreat(g, unit, attackers)}
        if not ways:
            # 8.5.2c, 8.5.5: only the enemy's hexes or the map's edge are left.
            g.note("no-retreat", "8.5.2c", "8.5.5", unit=unit)
            g.to_cadre(unit)
            continue
        end = yield from g.choose(
            1 - g.phasing, "retreat", "8.5.1", f"choose where {g.name(unit)} retreats", "retreat", ways, of=unit,
            why_not=lambda a, unit=unit: may_retreat(g, unit, a),  # type: ignore[misc]
        )
        go_back(g, unit, ways[end])


def may_retreat(g: Marne, unit: int, action: Action) -> Ruling:
    if action.args and action.args[0] != unit:
        return refuse("8.5.1", f"{g.name(unit)} must retreat first")
    duty = "must get away from its attackers, avoid enemy zones of control and full hexes"
    return refuse("8.5.2", f"{g.name(unit)} {duty}, and go no further than necessary")


def go_back(g: Marne, unit: int, way: Way) -> None:
    g.place(unit, way.end)
    g.note("retreat", "8.5.1", unit=unit, to=way.end, path=way.path)
    for passed in way.path:
        take_control(g, unit, passed)
    zones = way.avoided if g.has_option("retreat_zoc_losses", "per-hex") else min(1, way.avoided)   # ruling C15
    if zones:
        g.lose_steps(unit, zones, "8.5.2b")
    if way.went_on and g.state.loc[unit] >= 0:
        g.lose_steps(unit, 1, "8.5.3")                                          # with 4.1.5, ruling C45
    if zones or way.went_on:
        g.disrupt(unit, "8.5.4")
