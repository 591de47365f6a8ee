"""Observation and visibility (chapter 8)."""

from __future__ import annotations

from grognard.games.hannut_1940.position import Hannut
from grognard.games.hannut_1940.setting import GERMAN
from grognard.rules.masks import cells_of


def sight(g: Hannut, cell: int) -> int:
    """8.1, 8.1.2: what lies in line of sight; the next hex at night."""
    return g.setting.around[cell] if g.is_night else g.setting.sight[cell]


def seen_from(g: Hannut, cell: int) -> int:
    """From where a hex lies in line of sight."""
    return g.setting.around[cell] if g.is_night else g.setting.seen_from[cell]


def is_designated(g: Hannut, cell: int) -> bool:
    """Whether there is a PA or TA marker in a hex; markers show (7.3)."""
    return any(g.designated(u) for u in g.stack[cell])


def shows_houses(g: Hannut, cell: int) -> bool:
    """8.0: the option on its population clause (ruling C10)."""
    return g.has_option("village_fire", "yes") and bool((g.setting.villages | g.setting.towns) >> cell & 1)


def can_observe(g: Hannut, unit: int, cell: int) -> bool:
    """8.0, 8.2: in cover only from the next hex, if one of the two is attack designated."""
    here = g.state.loc[unit]
    if not sight(g, here) >> cell & 1:
        return False
    if not g.setting.covering >> cell & 1:
        return True
    near = bool(g.setting.around[here] >> cell & 1)
    return near and (g.designated(unit) or is_designated(g, cell) or shows_houses(g, cell))


def is_observed(g: Hannut, cell: int) -> bool:
    """14.2: whether any enemy ground unit observes the units of a hex."""
    enemy = 1 - g.setting.side[g.stack[cell][0]]
    watching = cells_of(seen_from(g, cell) & g.occupied(enemy))
    return any(can_observe(g, unit, cell) for other in watching for unit in g.stack[other])


def air_observes(g: Hannut, hq: int, cell: int) -> bool:
    """8.3: the Germans see what is not in woods, forests or towns, within 12 hexes of a static HQ or 8 of others."""
    setting = g.setting
    if setting.side[hq] != GERMAN or setting.hidden_from_air >> cell & 1:
        return False
    return g.in_range(g.division(hq), cell, air_range(g, g.division(hq)))


def air_range(g: Hannut, division: str) -> int:
    return g.setting.limits["air-static" if g.is_static(division) else "air-mobile"]
