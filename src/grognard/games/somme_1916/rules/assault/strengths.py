"""The numbers with which units attack, defend and fire (9.2.1, 10.1, 11.3, 11.4)."""

from __future__ import annotations

from grognard.games.somme_1916.position import Somme
from grognard.games.somme_1916.terms import FRONT


def secondary_attack(g: Somme, unit: int) -> int:
    """9.2.1, 11.10: the second number; of entrenched Germans the first, of cavalry its only one."""
    face = g.face(unit)
    return face.attack if g.is_entrenched(unit) else face.defence


def fire_factor(g: Somme, unit: int) -> int:
    """10.1: the Secondary Attack number (X06), the only one of cavalry and Command HQs, the middle one of guns."""
    if g.is_entrenched(unit) and g.setting.options["entrenched_fire"] == "second":
        return g.defence(unit)
    return secondary_attack(g, unit)


def defence_strength(g: Somme, unit: int) -> int:
    """11.3: halved and rounded up if Suppressed, Germans then always in mobile mode; a Supply HQ's is zero."""
    if not g.is_suppressed(unit):
        return g.defence(unit)
    value = g.setting.faces[unit][FRONT].defence if g.is_entrenched(unit) else g.defence(unit)
    return (value + 1) // 2


def can_fight(g: Somme, unit: int) -> bool:
    """Whether a unit in Good Order may act in combat where it stands: X30 by option."""
    return g.good_order(unit) and not lamed(g, unit)


def lamed(g: Somme, unit: int) -> bool:
    """X30: with the option 'no' a unit in an interdicted square neither attacks nor fires."""
    return g.setting.options["interdicted_good_order"] == "no" and g.is_interdicted(g.state.loc[unit])


def fighting(g: Somme, cell: int, side: int) -> list[int]:
    """11.3: the units of a side that fight in a square; Supply HQs only wait to be captured."""
    return [u for u in g.friends_in(cell, side) if not g.in_supply_mode(u)]


def is_arm_of_assault(g: Somme, unit: int) -> bool:
    """8.1: infantry, cavalry and tanks assault; guns and HQs do not."""
    setting = g.setting
    return setting.infantry[unit] or setting.cavalry[unit] or setting.tanks[unit]


def is_mobile_arm(g: Somme, unit: int) -> bool:
    """British tanks and cavalry, which need their own resource beside infantry (11.5.2.2)."""
    return g.setting.cavalry[unit] or g.setting.tanks[unit]
