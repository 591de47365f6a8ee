"""Combat Supply (11.1, 11.2): who reaches whom, and the HQs that leave the map afterwards (7.4.2, 11.2.1)."""

from __future__ import annotations

from grognard.engine import ALLOW, Ruling, refuse
from grognard.games.somme_1916.position import Somme
from grognard.games.somme_1916.rules.assault.engagements import settle
from grognard.games.somme_1916.rules.bombardment.losses import eliminate
from grognard.games.somme_1916.rules.commitment import headquarters, path_length
from grognard.games.somme_1916.terms import BACK, FRONT, NATIONS, TRACK, Return

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


TURNS_OF_FLIGHT = 2
"""7.4.2: back after one complete game turn has elapsed."""


def use_up(g: Somme, hq: int) -> None:
    """11.2.1: one die says on which turn the HQ comes back."""
    turns = [g.setting.combat.hq_replacement[die] for die in range(1, 7)]
    back = g.state.turn + g.roll("11.2.1", f"the return of {g.name(hq)}", turns)
    send_away(g, hq, back, Return.SUPPLY)
    g.note("hq-used", "11.2.1", unit=hq, turn=back)


def send_away(g: Somme, hq: int, turn: int, why: Return) -> None:
    cell = g.state.loc[hq]
    eliminate(g, hq, TRACK)
    g.state.due[hq], g.state.returns[hq] = turn, why
    if cell in g.state.engaged:
        settle(g, cell)


def endangered(g: Somme) -> list[int]:
    """7.4.2: Command HQs in an enemy zone of control; a friend in the square saves them (X03)."""
    hqs = [hq for nation in NATIONS for hq in headquarters(g, nation, FRONT)]
    return [hq for hq in hqs if g.in_enemy_zone(hq) and not is_protected(g, hq)]


def is_protected(g: Somme, hq: int) -> bool:
    if g.setting.options["hq_protection"] != "friendly-unit":
        return False
    friends = g.friends_in(g.state.loc[hq], g.setting.side[hq])
    return any(not g.setting.hqs[u] for u in friends)
