"""The sequence of play (module 3) and the Initiative (section 4.4)."""

from __future__ import annotations

from grognard.engine import Procedure
from grognard.games.marne_1914.boundaries import army_boundary_phase
from grognard.games.marne_1914.combat import combat_phase
from grognard.games.marne_1914.deployment import deploy, settle_deployment
from grognard.games.marne_1914.front_line import award_gaps
from grognard.games.marne_1914.mending import mend, settle_movement
from grognard.games.marne_1914.movement import movement_segment
from grognard.games.marne_1914.recovery import (
    cadre_attempts,
    recovery_segment,
    remove_disruption,
    roll_replacements,
)
from grognard.games.marne_1914.reinforcements import delay_blocked, reinforcement_segment
from grognard.games.marne_1914.state import Marne
from grognard.games.marne_1914.supply import determine_supply
from grognard.games.marne_1914.victory import end_of_turn_awards, final_awards, final_outcome
from grognard.rules.sequence import Step, play_steps


def play(g: Marne) -> Procedure:
    """The whole game: phase after phase until the last turn is over."""
    return play_steps(g, STEPS)


def initiative_change(g: Marne) -> None:
    """1) Initiative Change Determination Phase (4.4.5), from turn 7 on.

    The scenario says who begins with it (4.4.1, 14.1.2). Once it has changed it stays (4.4.2) and no
    more dice are thrown (4.4.5b).
    """
    state = g.state
    g.note("turn", "3.0", turn=state.turn)
    if state.turn >= 7 and state.initiative == "cp":
        low, high = g.setting.initiative_range[state.turn]
        die = g.throw("4.4.5", "Initiative", same=[low <= face <= high for face in range(1, 7)])
        if low <= die <= high:
            state.initiative = "entente"
            g.note("initiative", "4.4.5a", side="entente")
    state.phasing = state.initiative                                            # 4.4.3


def begin_player_turn(g: Marne) -> None:
    g.state.shifted = []
    g.note("player-turn", "3.0", side=g.state.phasing)


def begin_movement(g: Marne) -> None:
    """Supply is determined at the start of movement (10.1.1)."""
    state = g.state
    size = len(state.loc)
    state.moved = [0] * size
    state.recovered = [0] * size
    state.attacked = [0] * size
    state.origin = list(state.loc)
    state.moving, state.left, state.mode = -1, 0, ""
    state.entered, state.arrived, state.entries = [], [], {}
    state.tried, state.targets = [], []
    determine_supply(g)


def end_combat(g: Marne) -> None:
    """4.6.1: the front line is examined at the end of the Entente's Combat Phase."""
    if g.state.phasing == "entente":
        award_gaps(g)


def next_player(g: Marne) -> str:
    """3) The other player's turn, then 4) the end of the turn."""
    if g.state.phasing == g.state.initiative:
        g.state.phasing = "entente" if g.state.phasing == "cp" else "cp"
        return "player-turn"
    return "end-of-turn"


def end_of_turn(g: Marne) -> None:
    """4) End of Turn Actions: victory determination, then the turn marker."""
    end_of_turn_awards(g)
    if g.state.turn >= g.setting.plan["last_turn"]:
        final_awards(g)
        g.outcome = final_outcome(g)
    else:
        g.state.turn += 1


STEPS: dict[str, Step[Marne]] = {
    "deployment": Step(deploy, "deployed"),
    "deployed": Step(settle_deployment, "initiative"),
    "initiative": Step(initiative_change, "player-turn"),
    "player-turn": Step(begin_player_turn, "boundary"),
    "boundary": Step(army_boundary_phase, "supply"),
    "supply": Step(begin_movement, "movement"),
    "movement": Step(movement_segment, "mending"),
    "mending": Step(mend, "movement-end"),
    "movement-end": Step(settle_movement, "delays"),
    "delays": Step(delay_blocked, "reinforcement"),
    "reinforcement": Step(reinforcement_segment, "disruption"),
    "disruption": Step(remove_disruption, "replacements"),
    "replacements": Step(roll_replacements, "recovery"),
    "recovery": Step(recovery_segment, "cadre"),
    "cadre": Step(cadre_attempts, "combat"),
    "combat": Step(combat_phase, "combat-end"),
    "combat-end": Step(end_combat, next_player),
    "end-of-turn": Step(end_of_turn, "initiative"),
}
