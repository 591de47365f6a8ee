"""The sequence of play (module 3) and the Initiative (section 4.4)."""

from __future__ import annotations

from collections.abc import Mapping

from grognard.games.marne_1914.position import Marne
from grognard.games.marne_1914.rules import (
    boundaries,
    closing_up,
    combat,
    deployment,
    front_line,
    movement,
    recovery,
    reinforcements,
    victory,
)
from grognard.rules.sequence import Step


def initiative_change(g: Marne) -> None:
    """1) Initiative Change Determination Phase (4.4.5), from turn 7 on.

    The scenario says who begins with it (4.4.1, 14.1.2). Once it has changed it stays (4.4.2) and no
    more dice are thrown (4.4.5b).
    """
    state = g.state
    g.note("turn", "3.0", turn=state.turn)
    if state.turn >= 7 and state.initiative == "cp":
        row = g.setting.tables.initiative_range[state.turn]
        if g.succeeds("4.4.5", "Initiative", row.low, row.high):
            state.initiative = "entente"
            g.note("initiative", "4.4.5a", side="entente")
    state.phasing = state.initiative                                            # 4.4.3


def begin_player_turn(g: Marne) -> None:
    g.state.shifted = []
    g.note("player-turn", "3.0", side=g.state.phasing)


def begin_movement(g: Marne) -> None:
    state = g.state
    state.clear("moved", "recovered", "attacked")
    state.origin = list(state.loc)
    state.moving, state.left, state.mode = -1, 0, ""
    state.entered, state.arrived, state.entries = [], {}, {}
    state.tried, state.targets = [], []


def next_player(g: Marne) -> str:
    """3) The other player's turn, then 4) the end of the turn."""
    if g.state.phasing == g.state.initiative:
        g.state.phasing = "entente" if g.state.phasing == "cp" else "cp"
        return "player-turn"
    return "end-of-turn"


def end_of_turn(g: Marne) -> None:
    """4) End of Turn Actions: victory determination, then the turn marker."""
    victory.end_of_turn_awards(g)
    if g.state.turn >= g.setting.plan.last_turn:
        victory.final_awards(g)
        g.outcome = victory.final_outcome(g)
    else:
        g.state.turn += 1


STEPS: Mapping[str, Step[Marne]] = {
    "deployment": Step(deployment.deploy, "deployed"),
    "deployed": Step(deployment.settle_deployment, "initiative"),
    "initiative": Step(initiative_change, "player-turn"),
    "player-turn": Step(begin_player_turn, "boundary"),
    "boundary": Step(boundaries.army_boundary_phase, "supply"),
    "supply": Step(begin_movement, "movement"),
    "movement": Step(movement.movement_segment, "delays"),
    "delays": Step(reinforcements.delay_blocked, "reinforcement"),
    "reinforcement": Step(reinforcements.reinforcement_segment, "closing-up"),
    "closing-up": Step(closing_up.close_up, "movement-end"),                       # 3.0 B: arrivals included
    "movement-end": Step(closing_up.settle_movement, "disruption"),
    "disruption": Step(recovery.remove_disruption, "replacements"),
    "replacements": Step(recovery.roll_replacements, "recovery"),
    "recovery": Step(recovery.recovery_segment, "cadre"),
    "cadre": Step(recovery.cadre_attempts, "combat"),
    "combat": Step(combat.combat_phase, "combat-end"),
    "combat-end": Step(front_line.award_gaps, next_player),
    "end-of-turn": Step(end_of_turn, "initiative"),
}
