"""The sequence of play (chapter 4): AM, PM and night turns, their phases and segments."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from grognard.engine import Procedure
from grognard.games.soissons_1918.position import Soissons
from grognard.games.soissons_1918.rules import (
    advance,
    artillery,
    combat,
    deployment,
    maneuver,
    recovery,
    reinforcements,
    tanks,
)
from grognard.games.soissons_1918.rules.fallback import fall_back_at_once, fallback_segment
from grognard.games.soissons_1918.rules.stacking import trim
from grognard.games.soissons_1918.rules.victory import conclude, is_over
from grognard.games.soissons_1918.setting import ENTENTE, GERMAN
from grognard.games.soissons_1918.state import Order
from grognard.rules.masks import cells_of
from grognard.rules.sequence import Step

Does = Callable[[Soissons], Procedure | None]


def begin_turn(g: Soissons) -> Procedure:
    """The turn marker moves; artillery by the time of day (steps A, D and J). The Entente acts first."""
    g.state.phasing = g.side_name(ENTENTE)
    g.note("turn", "4.0", label=g.turn.label)
    if g.turn.part == "am":
        artillery.roll_for_points(g)
    elif g.turn.part == "pm":
        artillery.add_afternoon_points(g)
    yield from fall_back_at_once(g)                                             # ruling K50


def begin_operations(g: Soissons) -> None:
    """Steps B, C, E, F, L and M: the same segments for both players."""
    g.state.clear("fought", "struck", "able", "assaulted", "shifted", "done")
    g.note("operations", "4.2", side=g.state.phasing)
    if g.turn.part == "am":
        reinforcements.deliver_tanks(g)


def first_segment(g: Soissons) -> str:
    """At night there is neither combat nor tanks (steps L and M), in PM turns no reinforcements (step E)."""
    if g.is_night:
        return "fallback-1"
    if g.turn.part == "am":
        return "reinforcements"
    return after_reinforcements(g)


def after_reinforcements(g: Soissons) -> str:
    return "shift" if g.phasing == ENTENTE else "bombard-1"                     # step B.2: the Entente only


def fire_barrages(assault: bool) -> Does:
    """Steps B.4b and B.9b, 16.4.1: before the first combat."""

    def fire(g: Soissons) -> Procedure:
        yield from artillery.resolve_fire(g, g.other, assault)
        combat.begin_attacks(g)

    return fire


def close_attacks(end: Callable[[Soissons], None], assault: bool) -> Does:
    """Steps B.4d and B.4e, B.9d and B.9e: markers go, then the fire on hexes that nobody attacked is resolved."""

    def close(g: Soissons) -> Procedure:
        end(g)
        yield from artillery.resolve_fire(g, g.phasing, assault)
        g.state.clear("fought", "struck", "able")

    return close


def end_of_operations(g: Soissons) -> None:
    """Step B.11: the phasing player's Retreat markers go (step B.11a, step L.5); the game may be over (3.3.1)."""
    for unit in g.setting.units_of[g.phasing]:
        g.state.retreated[unit] = 0
    g.state.clear("assaulted", "prepared", "done")
    g.state.moving = []
    g.changed()
    if is_over(g):
        conclude(g)


def next_phase(g: Soissons) -> str:
    """The German's operations after the Entente's, but for the last turn (3.2); then the turn is over."""
    if g.phasing == ENTENTE and g.turn.german_operations:
        g.state.phasing = g.side_name(GERMAN)
        return "operations"
    return "recovery" if g.is_night else "next-turn"


def next_turn(g: Soissons) -> Procedure:
    """Step B.11b. Reinforcements may be overstacked on their edge on the turn of arrival only (10.0, ruling L07)."""
    for side in (ENTENTE, GERMAN):
        for cell in cells_of(g.setting.edges[side] & g.fighting[side]):
            yield from trim(g, cell)
    g.state.turn += 1


def night_fire(g: Soissons) -> Procedure:
    """Step K.c: all bombardments, with the modifier of the night."""
    for side in (ENTENTE, GERMAN):
        yield from artillery.resolve_fire(g, side, assault=False)


STEPS: Mapping[str, Step[Soissons]] = {
    "deployment": Step(deployment.deploy, "deployed"),
    "deployed": Step(deployment.settle_deployment, "artillery"),
    "artillery": Step(begin_turn, lambda g: "withdrawal" if g.is_night else "operations"),
    "operations": Step(begin_operations, first_segment),
    "reinforcements": Step(reinforcements.reinforcement_segment, after_reinforcements),
    "shift": Step(lambda g: tanks.assign_tanks(g, "shift", "step B.2a", "shift tanks", tanks.may_shift), "attach"),
    "attach": Step(
        lambda g: tanks.assign_tanks(g, "attach", "step B.2b", "attach tank groups from the box", tanks.may_attach),
        "bombard-1",
    ),
    "bombard-1": Step(lambda g: artillery.declare(g, g.phasing, "step B.3", artillery.targets_beside(g)), "barrage-1"),
    "barrage-1": Step(lambda g: artillery.declare_barrage(g, "step B.4a", Order.PREPARE), "barrage-1-fire"),
    "barrage-1-fire": Step(fire_barrages(assault=True), "assault"),
    "assault": Step(combat.combat_segment, "assault-end"),
    "assault-end": Step(close_attacks(combat.end_assaults, assault=True), "fallback-1-begin"),
    "fallback-1-begin": Step(lambda g: g.state.clear("done"), "fallback-1"),
    "fallback-1": Step(fallback_segment, "maneuver-begin"),
    "maneuver-begin": Step(maneuver.begin_moving, "maneuver"),
    "maneuver": Step(maneuver.maneuver_segment, "maneuver-end"),
    "maneuver-end": Step(maneuver.end_maneuver, "fallback-2-begin"),
    "fallback-2-begin": Step(lambda g: g.state.clear("done"), "fallback-2"),
    "fallback-2": Step(fallback_segment, lambda g: "advance-begin" if g.is_night else "bombard-2"),
    "bombard-2": Step(lambda g: artillery.declare(g, g.phasing, "step B.8", g.occupied(g.other)), "barrage-2"),
    "barrage-2": Step(lambda g: artillery.declare_barrage(g, "step B.9a", Order.LOW), "barrage-2-fire"),
    "barrage-2-fire": Step(fire_barrages(assault=False), "attack"),
    "attack": Step(combat.combat_segment, "attack-end"),
    "attack-end": Step(close_attacks(combat.end_attacks, assault=False), "advance-begin"),
    "advance-begin": Step(maneuver.begin_moving, "advance"),
    "advance": Step(advance.advance_segment, "advance-end"),
    "advance-end": Step(advance.end_advance, "end-of-operations"),
    "end-of-operations": Step(end_of_operations, next_phase),
    "next-turn": Step(next_turn, "artillery"),
    "withdrawal": Step(tanks.withdrawal_phase, "attrition"),
    "attrition": Step(tanks.tank_attrition, "incorporation"),
    "incorporation": Step(recovery.incorporation_phase, "night-artillery"),
    "night-artillery": Step(artillery.set_night_points, "night-entente"),
    "night-entente": Step(lambda g: artillery.declare(g, ENTENTE, "step K.a", g.occupied(GERMAN)), "night-german"),
    "night-german": Step(lambda g: artillery.declare(g, GERMAN, "step K.b", g.occupied(ENTENTE)), "night-fire"),
    "night-fire": Step(night_fire, "operations"),
    "recovery": Step(recovery.recover, "reforming"),
    "reforming": Step(recovery.reforming_segment, "next-turn"),
}
