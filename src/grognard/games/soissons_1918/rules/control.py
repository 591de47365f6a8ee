"""Who controls a town (3.3.4)."""

from __future__ import annotations

from grognard.engine.facts import derived
from grognard.games.soissons_1918.position import Soissons
from grognard.games.soissons_1918.rules.zones import Ground, ground, zones_and_threat
from grognard.games.soissons_1918.setting import ENTENTE, GERMAN, SoissonsSetting
from grognard.rules.tolls import flood


def entente_towns(setting: SoissonsSetting, now: Ground) -> int:
    """3.3.4: town hexes with an Entente unit, or from which no free path leads to the east edge.

    The path never turns west, and enters neither Entente units nor their zones and threat zones (rulings K32,
    K73); the town hex itself is no part of it. Each hex of a town counts for itself.
    """
    barred = now.held[ENTENTE] | zones_and_threat(setting, ENTENTE, now)
    free = setting.open_east.get(barred)
    if free is None:
        back = setting.back_steps[GERMAN].back
        found = flood(back, setting.edges[GERMAN], barred)
        free = setting.open_east[barred] = found | back.of(found) | setting.edges[GERMAN]
    return setting.towns & setting.playable & (now.held[ENTENTE] | ~free)


@derived
def towns_of(g: Soissons, side: int) -> int:
    """The town hexes that a side controls; what the Entente does not control is German (ruling K33)."""
    entente = entente_towns(g.setting, ground(g))
    return entente if side == ENTENTE else g.setting.towns & g.setting.playable & ~entente
