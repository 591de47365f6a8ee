"""Positions that people write by hand: what they leave unsaid, and words that the game does not know."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from grognard.data import nearest
from grognard.errors import NotUnderstood
from grognard.games.somme_1916.rules.scenarios.set_up import set_initial_control
from grognard.games.somme_1916.state import Somme
from grognard.games.somme_1916.terms import (
    AHEAD,
    BACK,
    DISRUPTED,
    FACING_NAMES,
    FRONT,
    GOOD_ORDER,
    NO_FACING,
    RESOURCES,
    SIDES,
    WEATHERS,
)


def complete(g: Somme, phases: Collection[str]) -> None:
    """Refuse what the game does not know and fill in the rest.

    Objectives of which nothing is said belong to the side behind whose line they lie (13.1.1), and units
    on the map without a facing look at the enemy's edge (7.2.2).
    """
    require_words(g, phases)
    state, setting = g.state, g.setting
    for unit, cell in enumerate(state.loc):
        require_unit(g, unit)
        if cell >= 0 and state.facing[unit] < 0 and not g.in_supply_mode(unit):
            state.facing[unit] = AHEAD[setting.side[unit]]
        if cell >= 0 and state.commit[unit] >= 0 and state.jump_off[unit] < 0 and cell not in state.engaged:
            state.jump_off[unit] = cell                                         # 8.6: committed from where it stands
    order = list(phases)
    if not state.acting and order.index("air") <= order.index(state.phase) <= order.index("assault-end"):
        state.acting = g.first_acting()                                         # 1.0: the British begin
    g.rebuild()
    set_initial_control(g)


def require_words(g: Somme, phases: Collection[str]) -> None:
    state, combat = g.state, g.setting.combat
    known("phase", [state.phase], phases)
    known("phasing", [state.phasing], SIDES)
    known("weather", [state.weather], WEATHERS)
    known("observation", state.observation, SIDES)
    known("engaged", state.engaged.values(), SIDES)
    known("interdicted", (side for side, _ in state.interdicted.values()), SIDES)
    known("levels", state.levels, SIDES)
    known("resources", (*state.resources, *state.used), RESOURCES)
    known("operations", state.operations, combat.operations)
    known("objectives", (*state.objectives, *([state.discovered] if state.discovered else ())), combat.markers)
    if state.turn not in g.setting.weeks:
        raise NotUnderstood(f"there is no turn {state.turn}: the track goes from 1 to {max(g.setting.weeks)}")


def known(field: str, words: Iterable[str], allowed: Collection[str]) -> None:
    for word in words:
        if word not in allowed:
            raise NotUnderstood(f"'{word}' is nothing that '{field}' can be{nearest(word, allowed)}")


def require_unit(g: Somme, unit: int) -> None:
    """The numbers of one unit: order (3.5), mode (7.4) and facing (7.2.2)."""
    state, name = g.state, g.name(unit)
    if not GOOD_ORDER <= state.status[unit] <= DISRUPTED:
        raise NotUnderstood(f"{name}: status is 0 (Good Order), 1 (Suppressed) or 2 (Disrupted)")
    if state.mode[unit] not in (FRONT, BACK) or (state.mode[unit] and not g.setting.two_modes[unit]):
        raise NotUnderstood(f"{name}: mode is 0, or 1 for German infantry and HQs (7.4)")
    if state.facing[unit] != NO_FACING and state.facing[unit] not in FACING_NAMES:
        raise NotUnderstood(f"{name}: facing is 0 (north), 2 (east), 4 (south) or 6 (west)")
