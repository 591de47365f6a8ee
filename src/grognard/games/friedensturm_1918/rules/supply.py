"""The supply phase (chapter 9), command range and what it means to be out of supply: what headquarters do (15.1)."""

from __future__ import annotations

from grognard.engine import Procedure, Ruling, refuse
from grognard.engine.facts import derived
from grognard.games.friedensturm_1918.position import Friedensturm, bars_supply
from grognard.games.friedensturm_1918.rules.stacking import drive_off_air, eliminate
from grognard.games.friedensturm_1918.rules.support import settle
from grognard.games.friedensturm_1918.setting import ALLIED, GERMAN
from grognard.rules.masks import mask
from grognard.rules.tolls import flood

FAR = 999


@derived
def fed(g: Friedensturm, side: int) -> int:
    """9.1: the hexes from which a path of any length leads to a source; Paris and Reims lie on such paths anyway."""
    if g.setting.assumed.get(("supply", "all")):
        return g.setting.everywhere
    barred = bars_supply(g, side) | ~g.setting.ground
    return flood(g.setting.beside, g.setting.sources[side], barred)


@derived
def commanded(g: Friedensturm, side: int) -> int:
    """9.1: the hexes within 15 hexes of a headquarters, by a path free of enemies and of their zones.

    Beyond a major river without a bridge it ends with the first hex.
    """
    if g.setting.assumed.get(("command", "all")):
        return g.setting.everywhere
    start = mask([g.state.loc[u] for u in g.headquarters(side)])
    laid, limit = g.setting.laid(g.state, side), g.setting.limits["command-range"]
    return g.setting.command.within(start, limit, bars_supply(g, side), g.state.blown, laid)


def in_command(g: Friedensturm, unit: int) -> bool:
    assumed = g.setting.assumption("command", unit)
    if assumed is not None:
        return assumed
    return bool(commanded(g, g.setting.side[unit]) >> g.state.loc[unit] & 1)


def supply_phase(g: Friedensturm) -> Procedure:
    """9.1: the headquarters of both sides first, then everybody else, as the map stands then."""
    for hq in (*g.headquarters(ALLIED), *g.headquarters(GERMAN)):
        if hq not in g.setting.immune:
            yield from supply_headquarters(g, hq)
    settle(g)                                                                   # 11.3.3: gone to where enemy tanks are
    units = [u for side in g.setting.walkers_of for u in g.living(side)]
    found = [(u, is_supplied(g, u)) for u in units if not g.setting.hq[u] and u not in g.setting.immune]
    for unit, supplied in found:
        if g.state.loc[unit] >= 0:                                              # not gone with its stack (11.3.1)
            check_supply(g, unit, supplied)
    g.changed()


def supply_headquarters(g: Friedensturm, hq: int) -> Procedure:
    """9.1: cut off, it goes towards the nearest source, through whatever is there, until it can trace a path."""
    side, here = g.setting.side[hq], g.state.loc[hq]
    if is_fed(g, hq):
        return
    far, free = g.setting.far[side], fed(g, side)
    for distance in range(1, far[here] + 1):
        ways = [c for c in g.setting.grid.ring(here, distance) if free >> c & 1 and far[c] == far[here] - distance]
        if ways:
            question = f"{g.name(hq)} is cut off: where does it go?"
            cell = yield from g.choose(side, "displace", "9.1", question, "displace", ways, of=hq)
            drive_off_air(g, hq)                                                # 17.1
            g.place(hq, cell)
            g.note("displaced", "9.1", unit=hq, to=cell)
            return
    eliminate(g, hq, "9.3")


def is_fed(g: Friedensturm, unit: int) -> bool:
    assumed = g.setting.assumption("supply", unit)
    if assumed is not None:
        return assumed
    return bool(fed(g, g.setting.side[unit]) >> g.state.loc[unit] & 1)


def is_supplied(g: Friedensturm, unit: int) -> bool:
    """9.1: within the command range of a headquarters."""
    assumed = g.setting.assumption("supply", unit)
    return in_command(g, unit) if assumed is None else assumed


def check_supply(g: Friedensturm, unit: int, supplied: bool) -> None:
    """9.2, 9.3: a marker for combat units, the end for those that had one, and for support units at once."""
    if supplied:
        g.state.unsupplied[unit] = 0                                            # ruling Q77
    elif g.setting.combat[unit] and not g.state.unsupplied[unit]:
        g.state.unsupplied[unit] = 1
        g.note("unsupplied", "9.2", unit=unit)
    else:
        eliminate(g, unit, "9.2" if g.setting.combat[unit] else "9.3")


def ways_home(g: Friedensturm, unit: int, cells: int) -> int:
    """9.2: of the hexes in reach those that bring an unsupplied unit back, or else as close as it can get."""
    side, here = g.setting.side[unit], g.state.loc[unit]
    home = commanded(g, side)
    if home >> here & 1:
        return 0
    if cells & home:
        return cells & home
    near, seen = home, home
    while near and not near >> here & 1:
        near = g.setting.beside.of(near) & ~seen
        closer = cells & near
        if closer:
            return closer
        seen |= near
    return 0 if home else cells


def supply_ruling(g: Friedensturm, unit: int) -> Ruling:
    """In supply or not, and why: what a player hears who asks."""
    name, side, cell = g.name(unit), g.setting.side[unit], g.state.loc[unit]
    if cell < 0 or g.setting.air[unit]:
        return refuse("9.1", f"{name} is not on the map")
    assumed = g.setting.assumption("supply", unit)
    if assumed is not None:
        return Ruling(assumed, "9.1", f"this study assumes that {name} is {'in' if assumed else 'out of'} supply")
    marked = ", and has an Out of supply marker" if g.state.unsupplied[unit] else ""
    if g.setting.hq[unit]:
        if is_fed(g, unit):
            return Ruling(True, "9.1", f"{name} traces a path to a source of supply")
        return refuse("9.1", f"{name} has no path to a source that is free of enemy units and zones")
    if in_command(g, unit):
        return Ruling(True, "9.1", f"{name} is within the command range of {nearest_hq(g, unit)}{marked}")
    distance = min([g.setting.grid.distance(cell, g.state.loc[h]) for h in g.headquarters(side)], default=FAR)
    most = g.setting.limits["command-range"]
    if distance > most:
        return refuse("9.1", f"no headquarters is within {most} hexes of {name}{marked}")
    return refuse("9.1", f"enemies, their zones or a river bar every path of {most} hexes to {name}{marked}")


def nearest_hq(g: Friedensturm, unit: int) -> str:
    here, loc = g.state.loc[unit], g.state.loc
    hqs = g.headquarters(g.setting.side[unit])
    return g.name(min(hqs, key=lambda h: g.setting.grid.distance(here, loc[h]))) if hqs else "a headquarters"
