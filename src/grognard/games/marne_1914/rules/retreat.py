"""Retreats (section 8.5)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from grognard.engine import ALLOW, Action, Procedure, Ruling, refuse
from grognard.games.marne_1914.position import Marne
from grognard.games.marne_1914.rules.stacking import fits, may_stack
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
    zones = g.zone_cells[1 - g.setting.side[unit]]
    ways = find_ways(g, unit, crowded)
    if any(zones >> way.end & 1 for way in ways):
        out = find_ways(g, unit, crowded | zones & ~full_hexes(g, unit))
        ways += [way for way in out if (way.avoided, way.went_on) == (ways[0].avoided, ways[0].went_on)]
    return ways


def find_ways(g: Marne, unit: int, pass_by: int) -> list[Way]:
    side = g.setting.side[unit]
    return ways_back(
        g.setting.grid.neighbours, g.state.loc[unit], closed=g.closed_cells[side], avoid=g.zone_cells[1 - side],
        pass_by=pass_by, has_room=lambda cell: fits(g, unit, cell),            # 8.5.2a: friends lift no zones
    )


def full_hexes(g: Marne, unit: int) -> int:
    """Hexes of its own side that have no room for a unit."""
    return mask([cell for cell in cells_of(g.held(g.setting.side[unit])) if not fits(g, unit, cell)])


def way_to(g: Marne, unit: int, cell: int) -> Way | None:
    """The best way to one hex, whatever better ones there are."""
    return next(iter(find_ways(g, unit, ~(1 << cell | full_hexes(g, unit)))), None)


def ranks_of(g: Marne, way: Way, attackers: Sequence[int]) -> dict[str, int]:
    """What counts against a way of retreat, first things first (ruling C16)."""
    beside = sum(g.beside(attacker, way.end) for attacker in g.living(attackers))
    return {
        "attackers beside it": beside, "enemy zones entered": way.avoided, "full hexes passed": int(way.went_on),
        "hexes": len(way.path),
    }


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
            why_not=lambda a, unit=unit: may_retreat(g, unit, attackers, a),  # type: ignore[misc]
        )
        go_back(g, unit, ways[end])


def may_retreat(g: Marne, unit: int, attackers: Sequence[int], action: Action) -> Ruling:
    if action.args and action.args[0] != unit:
        return refuse("8.5.1", f"{g.name(unit)} must retreat first")
    return may_retreat_to(g, unit, attackers, action.number(1))


def may_retreat_to(g: Marne, unit: int, attackers: Sequence[int], cell: int) -> Ruling:
    """Whether a unit may retreat to a hex, and the one reason why not."""
    name, there = g.name(unit), g.cell_name(cell)
    best = ways_of_retreat(g, unit, attackers)
    if cell in [way.end for way in best]:
        return ALLOW
    if cell == g.state.loc[unit]:
        return refuse("8.5.1", f"{name} must leave {there}")
    if g.closed[g.setting.side[unit]][cell]:
        return refuse("8.5.2c", f"{there} is enemy-occupied")
    if not fits(g, unit, cell):
        return refuse("8.5.3", f"{there} is full: {may_stack(g, unit, cell).text}")
    way = way_to(g, unit, cell)
    if way is None or not best:
        return refuse("8.5.2c", f"no way leads {name} to {there}")
    price, least = ranks_of(g, way, attackers), ranks_of(g, best[0], attackers)
    worse = next((what for what in least if price[what] > least[what]), "hexes")
    case, text = REFUSALS[worse]
    return refuse(case, text.format(
        name=name, there=there, number=price[worse], least=least[worse], instead=g.cell_names(w.end for w in best)
    ))


REFUSALS = {
    "attackers beside it": ("8.5.1", "{there} is next to {number} of the attackers, {instead} next to {least}"),
    "enemy zones entered": (
        "8.5.2", "the way to {there} enters enemy zones of control {number} times, the way to {instead} {least} times"
    ),
    "full hexes passed": ("8.5.3", "the way to {there} passes a full hex, and the way to {instead} does not"),
    "hexes": ("8.5.1", "{there} is further than necessary: {number} hexes away, and {instead} {least}"),
}
"""Why another hex must be taken: what counts against the one that was named, with its case."""


def go_back(g: Marne, unit: int, way: Way) -> None:
    g.place(unit, way.end)
    g.note("retreat", "8.5.1", unit=unit, to=way.end, path=way.path)
    zones = way.avoided if g.has_option("retreat_zoc_losses", "per-hex") else min(1, way.avoided)   # ruling C15
    left = g.state.steps[unit] if zones >= g.state.steps[unit] else len(way.path) + 1
    for passed in way.path:
        if left > 0:                                    # the dead enter nothing more
            take_control(g, unit, passed)
        left -= g.zone_cells[1 - g.setting.side[unit]] >> passed & 1
    if zones:
        g.lose_steps(unit, zones, "8.5.2b")
    if way.went_on and g.state.loc[unit] >= 0:
        g.lose_steps(unit, 1, "8.5.3")                                          # with 4.1.5, ruling C45
    if zones or way.went_on:
        g.disrupt(unit, "8.5.4")
