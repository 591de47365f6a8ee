"""Headquarters and command (chapters 7 and 8)."""

from __future__ import annotations

from grognard.engine import ALLOW, Ruling, refuse
from grognard.engine.facts import derived
from grognard.games.soissons_1918.position import Soissons
from grognard.rules.masks import mask


def in_command(g: Soissons, unit: int) -> bool:
    """8.2: whether a unit on the map can trace a command path to its headquarters."""
    assumed = g.setting.assumption("command", unit)
    return bool(commanded_at(g, unit, g.state.loc[unit])) if assumed is None else assumed


def command_ruling(g: Soissons, unit: int) -> Ruling:
    """In command or not, and why."""
    if (ruling := g.foregone("command", unit, "8.2")) is not None:
        return ruling
    ruling = commanded_at(g, unit, g.state.loc[unit])
    if not ruling:
        return ruling
    hq = g.headquarters_of(unit)
    far = g.setting.grid.distance(g.state.loc[unit], g.state.loc[hq])
    return Ruling(True, "8.2", f"{g.name(hq)} is {far} hexes away, along a path that nobody crosses")


@derived
def commanded_at(g: Soissons, unit: int, cell: int) -> Ruling:
    """8.2 for a unit in that hex: range and path, whoever's zones lie there.

    The path is a shortest one and crosses no enemy, no infantry of another corps and no path of such infantry.
    """
    name, hq = g.name(unit), g.headquarters_of(unit)
    if hq < 0:
        return refuse("8.1", f"{name} belongs to no headquarters")
    there = g.state.loc[hq]
    if there < 0:
        return refuse("8.2", f"the headquarters of {name} is not on the map")
    if g.state.retreated[hq]:
        return refuse("8.2", f"{g.name(hq)} has a Retreat marker and commands nobody")
    far, limit = g.setting.grid.distance(cell, there), g.setting.limits["command-range"]
    if far > limit:
        return refuse("8.2", f"{name} is {far} hexes from {g.name(hq)}, more than {limit}")
    others = other_infantry(g, unit)
    bars = g.occupied(1 - g.setting.side[unit]) | mask([other for other, _ in others])      # ruling K52
    if g.setting.crow.may_trace(cell, there, bars, others):                     # rulings K53, K117
        return ALLOW
    return refuse("8.2", f"every shortest path from {name} to its headquarters crosses an enemy or another corps")


def other_infantry(g: Soissons, unit: int) -> list[tuple[int, int]]:
    """The hexes of friendly infantry of other corps, each with that of its headquarters (rulings K15, K52)."""
    loc, corps = g.state.loc, g.state.corps
    found = set()
    for other in g.on_map(g.setting.side[unit]):
        if g.setting.infantry[other] and corps[other] and corps[other] != corps[unit]:
            hq = g.headquarters_of(other)
            end = loc[hq] if hq >= 0 else -1
            found.add((loc[other], end if end >= 0 else loc[other]))
    return sorted(found)
