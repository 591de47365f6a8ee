"""Supply lines and isolation (chapter 11)."""

from __future__ import annotations

from grognard.engine import Ruling, refuse
from grognard.engine.facts import derived
from grognard.games.soissons_1918.position import Soissons
from grognard.games.soissons_1918.rules.zones import entente_towns
from grognard.games.soissons_1918.setting import ENTENTE, SoissonsSetting
from grognard.rules.ground import Ground, zones_and_threat
from grognard.rules.masks import cells_of


def barred(setting: SoissonsSetting, side: int, now: Ground) -> int:
    """11.1: enemy-occupied hexes, and those in enemy zones or threat zones unless they are town hexes."""
    towns = setting.towns
    if setting.options["supply_through_towns"] == "controlled":                 # ruling K30
        entente = entente_towns(setting, now)
        towns = entente if side == ENTENTE else towns & ~entente
    return now.held[1 - side] | zones_and_threat(setting.beside, 1 - side, now) & ~towns


def fed(setting: SoissonsSetting, side: int, bars: int) -> int:
    """11.1: the hexes from which a side can trace supply; the unit's own hex is not tested (ruling K31).

    The Entente by a path of any length to the west edge that never comes closer to the east, the German straight east
    or by the shortest path of at most 4 hexes to the perimeter (ruling K80).
    """
    found = setting.fed_from.get((side, bars))
    if found is None:
        if side == ENTENTE:
            found = setting.rear.reached(ENTENTE, bars)
        else:
            found = setting.east.reached(bars) | setting.soissons.reached(bars)
        setting.fed_from[side, bars] = found
    return found


@derived
def supplied(g: Soissons, side: int) -> int:
    return supplied_if(g, side, g.ground())


def supplied_if(g: Soissons, side: int, now: Ground) -> int:
    """The hexes where units of a side are not isolated, on ground that may be only thought of."""
    if g.setting.assumed.get(("supply", "all")):
        return g.setting.everywhere
    return fed(g.setting, side, barred(g.setting, side, now))


def is_isolated(g: Soissons, unit: int) -> bool:
    """11.2: unable to trace a supply line."""
    assumed = g.setting.assumption("supply", unit)
    if assumed is not None:
        return not assumed
    return not supplied(g, g.setting.side[unit]) >> g.state.loc[unit] & 1


@derived
def isolated_units(g: Soissons, side: int) -> tuple[int, ...]:
    outside = g.occupied(side) & ~supplied(g, side)
    if not outside and not g.setting.assumed:
        return ()
    return tuple([u for u in g.on_map(side) if not g.setting.is_tank[u] and is_isolated(g, u)])


def isolated_in(g: Soissons, units: tuple[int, ...], cells: int) -> int:
    """11.2.1: those of some hexes in which units of one hex would be isolated."""
    side = g.setting.side[units[0]]
    # Units only ever help the lines of their own side: where these hold without the mover, nothing is to be tested.
    doubtful = cells & ~supplied_if(g, side, g.ground_if(units, -1))
    if not doubtful:
        return 0
    # They cancel threat, but never zones: where these alone bar the line, there is no doubt.
    zones = g.closed_cells[side] | g.zone_cells[1 - side] & ~g.setting.towns
    found = doubtful & ~fed(g.setting, side, zones) if not g.setting.assumed else 0
    for cell in cells_of(doubtful & ~found):
        if not supplied_if(g, side, g.ground_if(units, cell)) >> cell & 1:
            found |= 1 << cell
    return found


def forsakes_friends(g: Soissons, units: tuple[int, ...], cells: int) -> int:
    """11.2.1: those of some hexes from which units would leave a friend isolated who is not isolated now."""
    side, loc = g.setting.side[units[0]], g.state.loc
    at_risk = supplied(g, side) & ~supplied_if(g, side, g.ground_if(units, -1)) & g.occupied(side)
    here = loc[units[0]]
    if at_risk >> here & 1 and all(u in units for u in g.counters_at(here)):
        at_risk ^= 1 << here
    found = 0
    for cell in cells_of(cells) if at_risk else ():
        if at_risk & ~supplied_if(g, side, g.ground_if(units, cell)):
            found |= 1 << cell
    return found


def moves_into_isolation(g: Soissons, units: tuple[int, ...], cells: int) -> tuple[int, int]:
    """11.2.1: the hexes that units may not enter, and those that they may because the enemy must then leave.

    Who is isolated already may go anywhere.
    """
    if not supplied(g, g.setting.side[units[0]]) >> g.state.loc[units[0]] & 1:
        return 0, 0
    alone = isolated_in(g, units, cells)
    if not alone or not could_isolate(g, 1 - g.setting.side[units[0]], alone):
        return alone, 0
    freeing = sum(1 << c for c in cells_of(alone) if frees_itself(g, units, c))
    return alone & ~freeing, freeing


def could_isolate(g: Soissons, foe: int, cells: int) -> bool:
    """Whether somebody in one of some hexes could isolate an enemy, or meet a lone headquarters, at the very most."""
    beside = g.setting.beside
    near = cells | beside.of(cells)
    if near & g.occupied(foe) & ~g.fighting[foe]:
        return True
    near |= beside.of(near)
    bars = barred(g.setting, foe, g.ground()) | near & (g.closed_cells[foe] | cells | ~g.setting.towns)
    return bool(g.occupied(foe) & ~fed(g.setting, foe, bars))


def frees_itself(g: Soissons, units: tuple[int, ...], cell: int) -> bool:
    """Whether the enemies that this move would isolate, or whose headquarters it would drive off, isolate the mover."""
    side = g.setting.side[units[0]]
    now = g.ground_if(units, cell)
    fighting, held = now.fighting[1 - side], now.held[1 - side]
    left = g.setting.around[cell] & held & ~fighting                            # 7.0: lone headquarters
    while True:
        gone, held, fighting = left, held & ~left, fighting & ~left
        then = now.with_side(1 - side, fighting, held)
        if gone and supplied_if(g, side, then) >> cell & 1:
            return True
        left = held & ~supplied_if(g, 1 - side, then)
        if not left:
            return False


def supply_ruling(g: Soissons, unit: int) -> Ruling:
    """In supply or isolated, and why: what a player is told who asks."""
    name, side = g.name(unit), g.setting.side[unit]
    cell = g.state.loc[unit]
    if cell < 0:
        return refuse("11.1", f"{name} is not on the map")
    if g.setting.assumption("supply", unit) is not None:
        taken = "in supply" if not is_isolated(g, unit) else "isolated"
        return Ruling(not is_isolated(g, unit), "11.1", f"{name} is taken to be {taken} for this study")
    if is_isolated(g, unit):
        return refuse("11.2", f"{name} is isolated: {'; '.join(blocks(g, unit))}")
    if side == ENTENTE:
        return Ruling(True, "11.1", f"{name} traces a line to the west edge")
    bars = barred(g.setting, side, g.ground())
    straight = not any(bars >> c & 1 for c in g.setting.east.lines[cell])
    where = "straight to the east edge" if straight else "to the Soissons perimeter"
    return Ruling(True, "11.1", f"{name} traces a line {where}")


def blocks(g: Soissons, unit: int) -> list[str]:
    """What blocks the lines of an isolated unit."""
    cell, side = g.state.loc[unit], g.setting.side[unit]
    if side == ENTENTE:
        return ["no path to the west edge is free of enemy zones and threat zones"]
    bars = barred(g.setting, side, g.ground())
    first = next((c for c in g.setting.east.lines[cell] if bars >> c & 1), -1)
    found = [f"the enemy bars the line east at {g.cell_name(first)}" if first >= 0 else "no line leads east"]
    if g.setting.soissons.cells >> cell & 1:
        found.append("the shortest paths to the perimeter are barred")
    return found
