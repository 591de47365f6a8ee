"""The sequence of play (chapter 4): Command Phase, the German and the French player turn, the end of the game turn."""

from __future__ import annotations

from collections.abc import Mapping

from grognard.engine import Procedure
from grognard.games.hannut_1940.position import Hannut
from grognard.games.hannut_1940.rules.adjustment import adjustment_step, drop_useless
from grognard.games.hannut_1940.rules.arrivals import begin_arrivals, withdrawal
from grognard.games.hannut_1940.rules.assault import assault_step, tactical_step
from grognard.games.hannut_1940.rules.command import (
    announce_low_fuel,
    command_phase,
    dawn,
    low_fuel,
    reset_all_points,
    return_chits,
    reveal,
    turn_chit_over,
)
from grognard.games.hannut_1940.rules.deployment import deploy, set_chit_aside
from grognard.games.hannut_1940.rules.fatigue import recovery_phase
from grognard.games.hannut_1940.rules.fire import fire_step
from grognard.games.hannut_1940.rules.markers import finish_positions, marker_step
from grognard.games.hannut_1940.rules.movement import begin_movement, end_movement, movement_phase
from grognard.games.hannut_1940.rules.overruns import exploitation_phase
from grognard.games.hannut_1940.rules.replacements import receive, replace_steps
from grognard.games.hannut_1940.rules.supply import turn_over_markers
from grognard.games.hannut_1940.rules.victory import end_of_turn
from grognard.games.hannut_1940.setting import FRENCH, GERMAN
from grognard.games.hannut_1940.state import Mark
from grognard.rules.sequence import Step


def begin_turn(g: Hannut) -> None:
    g.state.phasing = g.side_name(GERMAN)
    g.state.awake = []
    g.state.clear("tired", "arrived")
    g.note("turn", "4.0", label=g.turn.label)
    if g.has_option("ap_pool", "turn"):
        morning = next(t for t in g.setting.tables.turns.values() if (t.day, t.part) == (g.turn.day, "am"))
        g.state.air = {side: morning.air(side) for side in g.setting.sides}     # 17.0, ruling C14


def first_step(g: Hannut) -> str:
    """4.3.1: the Command Phase opens AM turns; 4.3.2: replacements come before Night turns."""
    return {"am": "dawn", "pm": "player-turn", "night": "replacements"}[g.turn.part]


def begin_player_turn(g: Hannut) -> Procedure:
    """4.2: what comes before the Movement Phase of the active player."""
    state = g.state
    state.clear("moved", "fought")
    if g.has_option("bp_pool", "player-turn"):
        reset_all_points(g)                                                     # 10.3.5, ruling C13
    g.note("player-turn", "4.2", side=state.phasing)
    yield from withdrawal(g)                                                    # 19.6
    turn_chit_over(g)                                                           # 19.5
    announce_low_fuel(g)                                                        # 19.8
    begin_arrivals(g)


def begin_movement_phase(g: Hannut) -> None:
    """15.0 in PM and Night turns, 4.3.2 step 1 for the French."""
    if g.turn.part != "am":
        turn_over_markers(g, g.phasing)
    if g.phasing == FRENCH:
        finish_positions(g)
    begin_movement(g)


def after_movement(g: Hannut) -> str:
    """4.3.3: only in AM and PM turns of the French."""
    exploits = ("german", g.state.phasing, g.turn.part) in g.setting.tables.exploitation
    return "german-exploitation-begin" if g.phasing == FRENCH and exploits else "combat-begin"


def begin_combat(g: Hannut) -> None:
    """4.3.2, 10.0, 10.1: nothing has been fired at or assaulted in this Combat Phase."""
    state = g.state
    state.clear("attacked", "advanced", "flown", "retreated", "integral")
    state.spots, state.spotter_of, state.spent = {}, {}, {}
    state.shelled, state.bombed, state.safe, state.assaulted, state.supporting = [], [], [], [], []
    g.changed()


def end_combat(g: Hannut) -> None:
    """4.3.2 step 6, 13.7.5: AS markers come off, and the attack markers of units that could not attack."""
    begin_combat(g)
    g.state.shifts = {}
    for unit in g.designated_units():
        g.state.mark[unit] = Mark.NONE
    g.changed()


def begin_exploitation(g: Hannut) -> None:
    """11.2a, 13.7.3, 13.8.4: retreats, assaults and regimental bonuses of an earlier phase are over."""
    begin_movement(g)
    g.state.clear("retreated", "integral")
    g.state.assaulted = []
    g.changed()


def end_exploitation(g: Hannut) -> None:
    """13.7.5, ruling D18: AS markers of overruns do not outlast the phase."""
    end_movement(g)
    g.state.shifts = {}
    g.changed()


def next_player_turn(g: Hannut) -> str:
    if g.phasing == GERMAN:
        g.state.phasing = g.side_name(FRENCH)
        return "player-turn"
    return "end-of-turn"


def close_turn(g: Hannut) -> None:
    """4.3.4: points are reset, chits returned (19.5), victory looked at (19.9, 19.10)."""
    if g.is_night:
        return_chits(g)
    else:
        reset_all_points(g)
    end_of_turn(g)
    g.state.turn += 1


STEPS: Mapping[str, Step[Hannut]] = {
    "chit-aside": Step(set_chit_aside, "deployment"),
    "deployment": Step(deploy, "turn"),
    "turn": Step(begin_turn, first_step),
    "dawn": Step(dawn, "command"),
    "command": Step(command_phase, "reveal"),
    "reveal": Step(reveal, "player-turn"),
    "replacements": Step(receive, "replacements-german"),
    "replacements-german": Step(lambda g: replace_steps(g, GERMAN), "replacements-french"),
    "replacements-french": Step(lambda g: replace_steps(g, FRENCH), "player-turn"),
    "player-turn": Step(begin_player_turn, "low-fuel"),
    "low-fuel": Step(low_fuel, "movement-begin"),
    "movement-begin": Step(begin_movement_phase, "markers"),
    "markers": Step(marker_step, "movement"),
    "movement": Step(movement_phase, "movement-end"),
    "movement-end": Step(end_movement, after_movement),
    "german-exploitation-begin": Step(begin_exploitation, "german-exploitation"),
    "german-exploitation": Step(exploitation_phase, "german-exploitation-end"),
    "german-exploitation-end": Step(end_exploitation, "combat-begin"),
    "combat-begin": Step(begin_combat, "tactical"),
    "tactical": Step(tactical_step, "air-active"),
    "air-active": Step(lambda g: fire_step(g, g.phasing, True, "4.3.2"), "artillery-inactive"),
    "artillery-inactive": Step(lambda g: fire_step(g, g.other, False, "4.3.2"), "air-inactive"),
    "air-inactive": Step(lambda g: fire_step(g, g.other, True, "4.3.2"), "artillery-active"),
    "artillery-active": Step(lambda g: fire_step(g, g.phasing, False, "4.3.2"), "adjustment-begin"),
    "adjustment-begin": Step(drop_useless, "adjustment"),
    "adjustment": Step(adjustment_step, "assault"),
    "assault": Step(assault_step, "combat-end"),
    "combat-end": Step(end_combat, "exploitation-begin"),
    "exploitation-begin": Step(begin_exploitation, "exploitation"),
    "exploitation": Step(exploitation_phase, "exploitation-end"),
    "exploitation-end": Step(end_exploitation, "recovery"),
    "recovery": Step(recovery_phase, next_player_turn),
    "end-of-turn": Step(close_turn, "turn"),
}
