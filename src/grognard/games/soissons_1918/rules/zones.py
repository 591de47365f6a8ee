"""Zones of control and threat zones (chapter 9)."""

from __future__ import annotations

from grognard.engine.facts import derived
from grognard.games.soissons_1918.position import Soissons
from grognard.games.soissons_1918.setting import SoissonsSetting


class Ground:
    """Who holds which hexes, now or after a move that is only thought of: all that zones and lines depend on."""

    __slots__ = ("held", "infantry")

    def __init__(self, infantry: tuple[int, int], held: tuple[int, int]) -> None:
        self.infantry = infantry
        """For each side its hexes with combat units."""
        self.held = held
        """For each side its hexes with any units."""


def ground(g: Soissons) -> Ground:
    return Ground((g.infantry_cells[0], g.infantry_cells[1]), (g.occupied(0), g.occupied(1)))


def ground_if(g: Soissons, units: tuple[int, ...], cell: int) -> Ground:
    """The ground after some units of one hex have gone to another; -1 for nowhere."""
    setting = g.setting
    side, here = setting.side[units[0]], g.state.loc[units[0]]
    infantry, held = g.infantry_cells[side], g.occupied(side)
    if here >= 0:
        left = [u for u in g.counters_at(here) if u not in units]
        held &= ~(0 if left else 1 << here)
        infantry &= ~(0 if any(setting.infantry[u] for u in left) else 1 << here)
    if cell >= 0:
        held |= 1 << cell
        infantry |= 1 << cell if any(setting.infantry[u] for u in units) else 0
    return with_side(g, side, infantry, held)


def with_side(g: Soissons, side: int, infantry: int, held: int) -> Ground:
    foe = 1 - side
    if side == 0:
        return Ground((infantry, g.infantry_cells[foe]), (held, g.occupied(foe)))
    return Ground((g.infantry_cells[foe], infantry), (g.occupied(foe), held))


def zones_and_threat(setting: SoissonsSetting, side: int, now: Ground) -> int:
    """The hexes in a side's zones of control (9.1) or threat zones (9.2), whatever the terrain.

    A threat reaches two hexes far, by a hex between that is free of enemy combat units and their zones (rulings
    K27, K28). Enemy units and their zones cancel it where it falls; a headquarters does so in its own hex (K29).
    """
    beside = setting.beside
    foe, foe_held = now.infantry[1 - side], now.held[1 - side]
    zones, foe_zones = beside.of(now.infantry[side]), beside.of(foe)
    return zones | beside.of(zones & ~foe_zones & ~foe) & ~foe_zones & ~foe_held


@derived
def feared(g: Soissons, side: int) -> int:
    """The hexes in zones or threat zones of a side, as the map is now."""
    return zones_and_threat(g.setting, side, ground(g))
