"""Supply lines and isolation (chapter 11)."""

from __future__ import annotations

from grognard.engine import Ruling, refuse
from grognard.engine.facts import derived
from grognard.games.soissons_1918.position import Soissons
from grognard.games.soissons_1918.rules.zones import entente_towns
from grognard.games.soissons_1918.setting import ENTENTE
from grognard.rules.ground import Ground, zones_and_threat
from grognard.rules.isolation import SupplyLines


class Lines(SupplyLines[Soissons]):
    """11.1; what a move does to them 11.2.1 (rulings K108, K109)."""

    def bars(self, g: Soissons, side: int, now: Ground) -> int:
        """Enemy-occupied hexes, and those in enemy zones or threat zones unless they are town hexes."""
        towns = g.setting.towns
        if g.has_option("supply_through_towns", "controlled"):                  # ruling K30
            entente = entente_towns(g.setting, now)
            towns = entente if side == ENTENTE else towns & ~entente
        return now.held[1 - side] | zones_and_threat(g.setting.beside, 1 - side, now) & ~towns

    def fed(self, g: Soissons, side: int, bars: int) -> int:
        """The unit's own hex is not tested (ruling K31).

        The Entente traces a path of any length to the west edge that never comes closer to the east, the German a line
        straight east or the shortest path of at most 4 hexes to the perimeter (ruling K80).
        """
        setting = g.setting
        if setting.assumed.get(("supply", "all")):
            return setting.everywhere
        found = setting.fed_from.get((side, bars))
        if found is None:
            if side == ENTENTE:
                found = setting.rear.reached(ENTENTE, bars)
            else:
                found = setting.east.reached(bars) | setting.soissons.reached(bars)
            setting.fed_from[side, bars] = found
        return found

    def barred_for_good(self, g: Soissons, side: int) -> int:
        """Friends cancel threat, but never zones of control."""
        return g.closed_cells[side] | g.zone_cells[1 - side] & ~g.setting.towns

    def worst(self, g: Soissons, foe: int, cells: int, near: int) -> int:
        if g.has_option("supply_through_towns", "controlled"):
            return near | g.setting.towns                                       # far towns change hands, too (3.3.4)
        return near & (g.closed_cells[foe] | cells | ~g.setting.towns)

    def supplied(self, g: Soissons, side: int) -> int:
        return supplied(g, side)


LINES = Lines()


@derived
def supplied(g: Soissons, side: int) -> int:
    return LINES.supplied_if(g, side, g.ground())


def is_isolated(g: Soissons, unit: int) -> bool:
    """11.2: unable to trace a supply line."""
    assumed = g.setting.assumption("supply", unit)
    return not (supplied(g, g.setting.side[unit]) >> g.state.loc[unit] & 1 if assumed is None else assumed)


@derived
def isolated_units(g: Soissons, side: int) -> tuple[int, ...]:
    outside = g.occupied(side) & ~supplied(g, side)
    if not outside and not g.setting.assumed:
        return ()
    return tuple([u for u in g.on_map(side) if not g.setting.is_tank[u] and is_isolated(g, u)])


def supply_ruling(g: Soissons, unit: int) -> Ruling:
    """In supply or isolated, and why."""
    name, side, cell = g.name(unit), g.setting.side[unit], g.state.loc[unit]
    if (ruling := g.foregone("supply", unit, "11.1")) is not None:
        return ruling
    if side == ENTENTE:
        if is_isolated(g, unit):
            return refuse("11.2", f"{name} has no path to the west edge free of enemy zones and threat zones")
        return Ruling(True, "11.1", f"{name} traces a line to the west edge")
    bars = LINES.bars(g, side, g.ground())
    block = next((c for c in g.setting.east.lines[cell] if bars >> c & 1), -1)
    if not is_isolated(g, unit):
        where = "straight to the east edge" if block < 0 else "to the Soissons perimeter"
        return Ruling(True, "11.1", f"{name} traces a line {where}")
    why = f"the enemy bars its line east at {g.cell_name(block)}" if block >= 0 else "no line leads east"
    near = ", and the shortest paths to the perimeter" if g.setting.soissons.cells >> cell & 1 else ""
    return refuse("11.2", f"{name} is isolated: {why}{near}")
