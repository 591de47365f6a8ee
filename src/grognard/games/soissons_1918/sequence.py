"""The sequence of play (chapter 4): AM, PM and night turns, their phases and segments."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from grognard.engine import Procedure
from grognard.games.soissons_1918.position import Soissons
from grognard.games.soissons_1918.rules.advance import advance_segment, begin_advance, end_advance
from grognard.games.soissons_1918.rules.artillery import (
    add_afternoon_points,
    declare,
    resolve_fire,
    roll_for_points,
    set_night_points,
    targets_beside,
    targets_of_barrage,
)
from grognard.games.soissons_1918.rules.combat import begin_attacks, combat_segment, end_assaults, end_attacks
from grognard.games.soissons_1918.rules.deployment import deploy, settle_deployment
from grognard.games.soissons_1918.rules.fallback import fall_back_at_once, fallback_segment
from grognard.games.soissons_1918.rules.maneuver import begin_maneuver, end_maneuver, maneuver_segment
from grognard.games.soissons_1918.rules.recovery import incorporation_phase, recover, reforming_segment
from grognard.games.soissons_1918.rules.reinforcements import deliver_tanks, reinforcement_segment
from grognard.games.soissons_1918.rules.stacking import trim
from grognard.games.soissons_1918.rules.tanks import tank_attrition, tank_segment, withdrawal_phase
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
        roll_for_points(g)
    elif g.turn.part == "pm":
        add_afternoon_points(g)
    yield from fall_back_at_once(g)                                             # ruling K50


def first_phase(g: Soissons) -> str:
    return "withdrawal" if g.is_night else "operations"


def begin_operations(g: Soissons) -> None:
    """Steps B, C, E, F, L and M: the same segments for both players."""
    g.state.clear("fought", "struck", "able", "assaulted", "shifted", "done")
    g.state.moving = []
    g.note("operations", "4.2", side=g.state.phasing)
    if g.turn.part == "am":
        deliver_tanks(g)


def first_segment(g: Soissons) -> str:
    """At night there is neither combat nor tanks (steps L and M), in PM turns no reinforcements (step E)."""
    if g.is_night:
        return "fallback-1"
    if g.turn.part == "am":
        return "reinforcements"
    return after_reinforcements(g)


def after_reinforcements(g: Soissons) -> str:
    return "shift" if g.phasing == ENTENTE else "bombard-1"                     # step B.2: the Entente only


def barrage_assault(g: Soissons) -> Procedure:
    """Step B.4a; not on the first turn (4.1)."""
    if not g.is_surprise:
        yield from declare(g, g.other_side(), "step B.4a", targets_of_barrage(g, Order.PREPARE))


def fire_barrages(assault: bool) -> Does:
    """Steps B.4b and B.9b, 16.4.1: before the first combat."""

    def fire(g: Soissons) -> Procedure:
        yield from resolve_fire(g, g.other_side(), assault)
        begin_attacks(g)

    return fire


def close_assaults(g: Soissons) -> Procedure:
    """Steps B.4d and B.4e."""
    end_assaults(g)
    yield from resolve_fire(g, g.phasing, assault=True)
    g.state.clear("fought", "struck")


def close_attacks(g: Soissons) -> Procedure:
    """Steps B.9d and B.9e."""
    end_attacks(g)
    yield from resolve_fire(g, g.phasing, assault=False)
    g.state.clear("fought", "struck", "able")


def begin_fallback(g: Soissons) -> None:
    g.state.clear("done")
    g.state.moving = []


def close_maneuver(g: Soissons) -> Procedure:
    """Reinforcements may be overstacked on their edge only until now (17.0, 10.0)."""
    end_maneuver(g)
    for cell in cells_of(g.setting.edges[g.phasing] & g.fighting[g.phasing]):
        yield from trim(g, cell)
    yield from fall_back_at_once(g)


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


def next_turn(g: Soissons) -> None:
    """Step B.11b."""
    g.state.turn += 1


def night_fire(g: Soissons) -> Procedure:
    """Step K.c: all bombardments, with the modifier of the night."""
    for side in (ENTENTE, GERMAN):
        yield from resolve_fire(g, side, assault=False)


STEPS: Mapping[str, Step[Soissons]] = {
    "deployment": Step(deploy, "deployed"),
    "deployed": Step(settle_deployment, "artillery"),
    "artillery": Step(begin_turn, first_phase),
    "operations": Step(begin_operations, first_segment),
    "reinforcements": Step(reinforcement_segment, after_reinforcements),
    "shift": Step(lambda g: tank_segment(g, "shift"), "attach"),
    "attach": Step(lambda g: tank_segment(g, "attach"), "bombard-1"),
    "bombard-1": Step(lambda g: declare(g, g.phasing, "step B.3", targets_beside(g)), "barrage-1"),
    "barrage-1": Step(barrage_assault, "barrage-1-fire"),
    "barrage-1-fire": Step(fire_barrages(assault=True), "assault"),
    "assault": Step(combat_segment, "assault-end"),
    "assault-end": Step(close_assaults, "fallback-1-begin"),
    "fallback-1-begin": Step(begin_fallback, "fallback-1"),
    "fallback-1": Step(fallback_segment, "maneuver-begin"),
    "maneuver-begin": Step(begin_maneuver, "maneuver"),
    "maneuver": Step(maneuver_segment, "maneuver-end"),
    "maneuver-end": Step(close_maneuver, "fallback-2-begin"),
    "fallback-2-begin": Step(begin_fallback, "fallback-2"),
    "fallback-2": Step(fallback_segment, lambda g: "advance-begin" if g.is_night else "bombard-2"),
    "bombard-2": Step(lambda g: declare(g, g.phasing, "step B.8", g.occupied(g.other_side())), "barrage-2"),
    "barrage-2": Step(
        lambda g: declare(g, g.other_side(), "step B.9a", targets_of_barrage(g, Order.LOW)), "barrage-2-fire"
    ),
    "barrage-2-fire": Step(fire_barrages(assault=False), "attack"),
    "attack": Step(combat_segment, "attack-end"),
    "attack-end": Step(close_attacks, "advance-begin"),
    "advance-begin": Step(begin_advance, "advance"),
    "advance": Step(advance_segment, "advance-end"),
    "advance-end": Step(end_advance, "end-of-operations"),
    "end-of-operations": Step(end_of_operations, next_phase),
    "next-turn": Step(next_turn, "artillery"),
    "withdrawal": Step(withdrawal_phase, "attrition"),
    "attrition": Step(tank_attrition, "incorporation"),
    "incorporation": Step(incorporation_phase, "night-artillery"),
    "night-artillery": Step(set_night_points, "night-entente"),
    "night-entente": Step(lambda g: declare(g, ENTENTE, "step K.a", g.occupied(GERMAN)), "night-german"),
    "night-german": Step(lambda g: declare(g, GERMAN, "step K.b", g.occupied(ENTENTE)), "night-fire"),
    "night-fire": Step(night_fire, "operations"),
    "recovery": Step(recover, "reforming"),
    "reforming": Step(reforming_segment, "next-turn"),
}
