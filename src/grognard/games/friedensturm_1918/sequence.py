"""The sequence of play (chapter 7): the administrative sequence, one or three operational sequences, the end."""

from __future__ import annotations

from collections.abc import Mapping

from grognard.engine import Procedure
from grognard.games.friedensturm_1918.position import Friedensturm
from grognard.games.friedensturm_1918.rules.air import air_arrivals, air_combat, air_returns, air_segment
from grognard.games.friedensturm_1918.rules.bridges import bridge_segment
from grognard.games.friedensturm_1918.rules.combat import combat_segment
from grognard.games.friedensturm_1918.rules.deployment import deploy
from grognard.games.friedensturm_1918.rules.disengagement import disengagement_segment
from grognard.games.friedensturm_1918.rules.exploitation import end_exploitation_combat, gun_segment
from grognard.games.friedensturm_1918.rules.markers import adjust_markers, marker_segment
from grognard.games.friedensturm_1918.rules.movement import begin_movement, movement_segment
from grognard.games.friedensturm_1918.rules.offensive import begin_turn, declare_offensive, set_weather
from grognard.games.friedensturm_1918.rules.stacking import assign_stoss, trim_stacks
from grognard.games.friedensturm_1918.rules.supply import supply_phase
from grognard.games.friedensturm_1918.rules.support import combat_cells, drop_pontoons, settle
from grognard.games.friedensturm_1918.rules.victory import conclude, roll_for_reserves
from grognard.games.friedensturm_1918.setting import ALLIED
from grognard.rules.sequence import Step


def begin_phases(g: Friedensturm) -> Procedure:
    """A player's four phases begin: reserves that depend on the score (Scenario 4), air units that arrive (11.1.5)."""
    g.note("phases", "7.0", side=g.state.phasing, sequence=g.state.sequence)
    g.state.clear("reassigned")
    g.state.passed, g.state.flown = [], -1
    begin_movement(g)
    settle(g)
    roll_for_reserves(g)
    yield from air_arrivals(g)


def end_phase(g: Friedensturm) -> Procedure:
    """4.0: stacks are within their limits; 15.2.2: guns go back to their bombardment side."""
    g.state.moving, g.state.relief = [], -1
    g.state.clear("counter", "uses", "fought", "reassigned", "done")
    g.state.attacked = []
    yield from trim_stacks(g)
    settle(g)


def end_movement(g: Friedensturm) -> Procedure:
    """11.2.7, 11.2.8 look back at who has moved; after that it does not matter any more."""
    end_allied_moves(g)
    yield from end_phase(g)
    g.state.clear("mp", "began")


def end_allied_moves(g: Friedensturm) -> None:
    """11.2.4: wherever Allied units are now they have ended their movement, and pontoons nobody guards are lost."""
    if g.phasing == ALLIED and g.state.pontoons:
        drop_pontoons(g, combat_cells(g, ALLIED))


def begin_exploitation(g: Friedensturm) -> None:
    """14.1 ends: markers in enemy zones go. Then marked units move (14.2); the phase goes on, so stacks stay (4.0)."""
    end_exploitation_combat(g)
    begin_movement(g)


def end_exploitation(g: Friedensturm) -> Procedure:
    """14.3, once the guns have moved; the air units go home."""
    end_allied_moves(g)
    yield from end_phase(g)
    g.state.clear("mp", "began", "done")
    yield from air_returns(g)
    adjust_markers(g)


def after_player(g: Friedensturm) -> str:
    """7.0: the reacting player after the initiative player; then the next sequence, if an offensive is under way."""
    if g.phasing == g.initiative:
        g.state.phasing = g.side_name(1 - g.initiative)
        return "phases"
    g.state.phasing = g.side_name(g.initiative)
    limits = g.setting.limits
    if g.state.sequence < (limits["offensive-sequences"] if g.turn_plan.offensive else limits["sequences"]):
        g.state.sequence += 1
        return "weather"
    return "end-of-turn"


def end_of_turn(g: Friedensturm) -> None:
    """16.0: points are counted at the end of play; the turn marker moves."""
    if g.state.turn >= g.setting.plan.last_turn:
        conclude(g)
    else:
        g.state.turn += 1
        g.changed()


STEPS: Mapping[str, Step[Friedensturm]] = {
    "deployment": Step(deploy, "turn"),
    "turn": Step(begin_turn, "offensive"),
    "offensive": Step(declare_offensive, "supply"),
    "supply": Step(supply_phase, "weather"),
    "weather": Step(set_weather, "phases"),
    "phases": Step(begin_phases, "assign-movement"),
    "assign-movement": Step(assign_stoss, "air"),
    "air": Step(air_segment, "air-combat"),
    "air-combat": Step(air_combat, "movement"),
    "movement": Step(movement_segment, "bridges"),
    "bridges": Step(bridge_segment, "markers"),
    "markers": Step(marker_segment, "movement-end"),
    "movement-end": Step(end_movement, "assign-combat"),
    "assign-combat": Step(assign_stoss, "combat"),
    "combat": Step(combat_segment, "combat-end"),
    "combat-end": Step(end_phase, "assign-disengagement"),
    "assign-disengagement": Step(assign_stoss, "disengagement"),
    "disengagement": Step(disengagement_segment, "disengagement-end"),
    "disengagement-end": Step(end_phase, "assign-exploitation"),
    "assign-exploitation": Step(assign_stoss, "exploitation-combat"),
    "exploitation-combat": Step(combat_segment, "exploitation-begin"),
    "exploitation-begin": Step(begin_exploitation, "exploitation"),
    "exploitation": Step(movement_segment, "heavy-guns"),
    "heavy-guns": Step(gun_segment, "adjustment"),
    "adjustment": Step(end_exploitation, after_player),
    "end-of-turn": Step(end_of_turn, "turn"),
}
