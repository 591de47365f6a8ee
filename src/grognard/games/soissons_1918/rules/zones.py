"""Zones of control and threat zones (chapter 9), and who controls a town by them (3.3.4)."""

from __future__ import annotations

from grognard.engine.facts import derived
from grognard.games.soissons_1918.position import Soissons
from grognard.games.soissons_1918.setting import ENTENTE, GERMAN, SoissonsSetting
from grognard.rules.ground import Ground, zones_and_threat


@derived
def feared(g: Soissons, side: int) -> int:
    """The hexes in a side's zones of control (9.1) or threat zones (9.2), whatever the terrain.

    A threat reaches two hexes far, by one hex between that is free of enemy combat units and their zones (rulings
    K27, K28). Enemy units and their zones cancel it where it falls; a headquarters does so in its own hex (K29).
    """
    return zones_and_threat(g.setting.beside, side, g.ground())


def entente_towns(setting: SoissonsSetting, now: Ground) -> int:
    """3.3.4: town hexes with an Entente unit, or from which no free path leads to the east edge.

    The path never turns west, and enters neither Entente units nor their zones and threat zones (rulings K32,
    K73); the town hex itself is no part of it. Each hex of a town counts for itself.
    """
    barred = now.held[ENTENTE] | zones_and_threat(setting.beside, ENTENTE, now)
    free = setting.open_east.get(barred)
    if free is None:
        free = setting.open_east[barred] = setting.rear.reached(GERMAN, barred)
    held = now.held[GERMAN] if setting.options["besieged_town"] == "occupant" else 0        # ruling K100
    return setting.towns & (now.held[ENTENTE] | ~free & ~held)


@derived
def towns_of(g: Soissons, side: int) -> int:
    """The town hexes that a side controls; what the Entente does not control is German (ruling K33)."""
    entente = entente_towns(g.setting, g.ground())
    return entente if side == ENTENTE else g.setting.towns & ~entente
