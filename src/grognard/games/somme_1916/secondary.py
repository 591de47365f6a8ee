"""Secondary Attacks (9.2.1, 11.10): after all Assaults, one square for each resource (ruling X46)."""

from __future__ import annotations

from grognard.games.somme_1916.commitment import (
    assault_squares,
    clear_orders,
    front_squares,
    is_supported,
    may_attack,
    pending_squares,
)
from grognard.games.somme_1916.state import Somme


def begin_secondary(g: Somme) -> None:
    """A new wave: orders are given and defenders fire anew."""
    g.state.secondary = 1
    clear_orders(g)


def after_begin(g: Somme) -> str:
    """Another Secondary Attack, if there is a resource and somebody who could make one."""
    if g.state.resources.get("secondary", 0) > 0 and anybody_can(g):
        return "secondary-commitment"
    return "assault-end"


def anybody_can(g: Somme) -> bool:
    front = front_squares(g)
    for unit in g.on_map(g.phasing):
        squares = assault_squares(g, unit) if front >> g.state.loc[unit] & 1 else []
        if squares and may_attack(g, unit) and any(is_supported(g, unit, c) for c in squares):
            return True
    return False


def spend_secondary(g: Somme) -> None:
    """11.10: the resource is spent when units are committed; without any the phase ends."""
    if pending_squares(g):
        g.state.resources["secondary"] -= 1
        g.note("secondary", "11.10", target=pending_squares(g)[0], left=g.state.resources["secondary"])


def after_spending(g: Somme) -> str:
    return "secondary-test" if pending_squares(g) else "assault-end"
