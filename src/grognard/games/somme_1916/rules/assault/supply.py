"""Combat Supply (11.1, 11.2): who reaches whom, and the HQs that leave the map afterwards (7.4.2, 11.2.1)."""

from __future__ import annotations

from grognard.engine import ALLOW, Ruling, refuse
from grognard.games.somme_1916.position import Somme
from grognard.games.somme_1916.rules.commitment import headquarters, path_length
from grognard.games.somme_1916.terms import BACK

DISRUPTED_SUPPLY_RANGE = 3
"""11.2: in any weather."""


def supply_range(g: Somme, hq: int) -> int:
    """11.1 by weather for a Good Order HQ, 11.2 for any other (ruling D13)."""
    if not g.good_order(hq):
        return DISRUPTED_SUPPLY_RANGE
    return g.setting.weather_effects[g.state.weather].supply_range


def supplies(g: Somme, hq: int, end: int) -> bool:
    """Whether a Supply Mode HQ reaches that square now (11.1, 11.2)."""
    cell = g.state.loc[hq]
    if cell < 0 or g.state.mode[hq] != BACK:
        return False
    if cell in g.state.engaged:
        return cell == end                                                      # 11.2
    return path_length(g, g.setting.side[hq], end, 1 << cell, supply_range(g, hq)) is not None


def supply_sources(g: Somme, nation: str, end: int) -> list[int]:
    """The HQs of a nation that can supply an Assault or a gun on that square (11.1, 6.3.2)."""
    loc, in_range = g.state.loc, g.setting.within
    return [
        hq for hq in headquarters(g, nation, BACK)
        if in_range(end, supply_range(g, hq)) >> loc[hq] & 1 and supplies(g, hq, end)
    ]


def can_draw_supply(g: Somme, unit: int) -> Ruling:
    """6.3.2, 11.1: whether a gun, or an attacker in that square, would be in supply."""
    name, cell = g.name(unit), g.state.loc[unit]
    assumed = g.setting.assumption("supply", unit)
    if assumed is not None:
        return ALLOW if assumed else refuse("11.1", f"{name} is out of supply by assumption")
    if cell < 0:
        return refuse("11.1", f"{name} is not on the map")
    if supply_sources(g, g.setting.nation[unit], cell):
        return ALLOW
    return refuse("11.1", f"no HQ of its nation in Supply Mode is in range of {name}")
