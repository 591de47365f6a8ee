"""Positions that people write by hand: what they leave unsaid, and words that the game does not know."""

from __future__ import annotations

from collections.abc import Iterable

from grognard.errors import NotUnderstood
from grognard.games.somme_1916.position import Somme
from grognard.games.somme_1916.rules.scenarios import set_initial_control
from grognard.games.somme_1916.terms import AHEAD, RESOURCES, SIDES
from grognard.rules.game import require_words


def complete(g: Somme, phases: Iterable[str]) -> None:
    """Refuse what the game does not know and fill in the rest.

    Objectives of which nothing is said belong to the side behind whose line they lie (13.1.1), and units
    on the map without a facing look at the enemy's edge (7.2.2).
    """
    require_known(g)
    state, setting = g.state, g.setting
    for unit, cell in enumerate(state.loc):
        if cell >= 0 and state.facing[unit] < 0 and not g.in_supply_mode(unit):
            state.facing[unit] = AHEAD[setting.side[unit]]
        if cell >= 0 and state.commit[unit] >= 0 and state.jump_off[unit] < 0 and cell not in state.engaged:
            state.jump_off[unit] = cell                                         # 8.6: committed from where it stands
    order = list(phases)
    if not state.acting and order.index("air") <= order.index(state.phase) <= order.index("assault-end"):
        state.acting = g.first_acting()                                         # 1.0: the British begin
    g.rebuild()
    set_initial_control(g)


def require_known(g: Somme) -> None:
    state, combat = g.state, g.setting.combat
    require_words("observation", state.observation, SIDES)
    require_words("engaged", state.engaged.values(), SIDES)
    require_words("interdicted", [side for side, _ in state.interdicted.values()], SIDES)
    require_words("levels", state.levels, SIDES)
    require_words("resources", (*state.resources, *state.used), RESOURCES)
    require_words("operations", state.operations, combat.operations)
    require_words("objectives", filter(None, (*state.objectives, state.discovered)), combat.markers)
    if state.turn not in g.setting.weeks:
        raise NotUnderstood(f"there is no turn {state.turn}: the track goes from 1 to {max(g.setting.weeks)}")
    for unit, mode in enumerate(state.mode):
        if mode and not g.setting.two_modes[unit]:
            raise NotUnderstood(f"{g.name(unit)}: only German infantry and HQs have a second mode (7.4)")
