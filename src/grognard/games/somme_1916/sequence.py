"""The sequence of play (module 4): the steps of a turn, of the set-up before it and of the campaign."""

from __future__ import annotations

from collections.abc import Callable

from grognard.engine import Procedure
from grognard.games.somme_1916.rules.assault.phase import (
    after_begin,
    after_spending,
    assault_phase,
    begin_secondary,
    end_assaults,
    spend_secondary,
)
from grognard.games.somme_1916.rules.bombardment.air import air_strike, place_air
from grognard.games.somme_1916.rules.bombardment.phase import begin_bombardment, bombardment_phase
from grognard.games.somme_1916.rules.campaign.objectives import change_objective, discover_objective, draw_objectives
from grognard.games.somme_1916.rules.campaign.operations import (
    build_artillery,
    choose_operations,
    conceal_guns,
    decide_operations,
)
from grognard.games.somme_1916.rules.command_resources import command_center, substitution
from grognard.games.somme_1916.rules.commitment.phase import begin_commitment, commitment_phase, over_the_top
from grognard.games.somme_1916.rules.defensive_fire import fire_phase
from grognard.games.somme_1916.rules.movement.phase import (
    begin_movement,
    check_breakdowns,
    end_movement,
    movement_phase,
)
from grognard.games.somme_1916.rules.movement.reinforcements import call_brigades, ignore_calls
from grognard.games.somme_1916.rules.reorganization.phase import (
    after_reorganization,
    begin_reorganization,
    end_reorganization,
    plan_replacements,
)
from grognard.games.somme_1916.rules.reorganization.rally import rally_phase
from grognard.games.somme_1916.rules.reorganization.replacements import replacement_phase
from grognard.games.somme_1916.rules.scenarios.mines import mines_phase, plant_mines, set_up_mines
from grognard.games.somme_1916.rules.scenarios.set_up import after_modes, choose_modes, deploy_guns
from grognard.games.somme_1916.rules.scenarios.special_rules import check_sectors
from grognard.games.somme_1916.rules.victory.conditions import final_outcome
from grognard.games.somme_1916.rules.weather import weather_phase
from grognard.games.somme_1916.state import Somme
from grognard.games.somme_1916.terms import ALLIED, BRITISH, FRENCH, GERMAN, SIDES, Nation
from grognard.rules.sequence import Step, play_steps


def play(g: Somme) -> Procedure:
    """The whole game: step after step until the last turn is over."""
    return play_steps(g, STEPS)


def by_nation(name: str, after: str) -> Callable[[Somme], str]:
    """The next step after one that each Allied nation takes by itself when it has a player (1.0)."""

    def following(g: Somme) -> str:
        if g.state.acting == BRITISH and g.phasing == ALLIED:
            g.state.acting = FRENCH
            return name
        g.state.acting = g.first_acting()
        return after

    return following


def nothing(g: Somme) -> None:
    """A step that only leads on."""


def after_guns(g: Somme) -> str:
    """15.5: in the campaign operations and objectives follow the set-up."""
    return "operations" if g.setting.campaign else "mine-setup"


def begin_turn(g: Somme) -> None:
    state = g.state
    state.phasing = g.setting.plan["first_player"]
    g.note("turn", "4.1", turn=state.turn, date=g.setting.weeks[state.turn].date)
    call_brigades(g)
    ignore_calls(g)


def begin_player_phase(g: Somme) -> None:
    g.state.acting = g.first_acting()
    g.note("player-phase", "4.1", side=g.state.phasing)
    begin_bombardment(g)


def prepare_movement(g: Somme) -> None:
    begin_movement(g)
    check_breakdowns(g)


def after_player(g: Somme) -> str:
    """4.1, X01: Reorganization once for both at the end, or for each at the end of his own phase."""
    if g.setting.options["reorganization"] == "per-player":
        return "reorganization"
    return next_player(g)


def next_player(g: Somme) -> str:
    state = g.state
    if state.phasing == g.setting.plan["first_player"]:
        state.phasing = SIDES[1 - g.phasing]
        return "player-phase"
    return "end-of-turn" if g.setting.options["reorganization"] == "per-player" else "reorganization"


def end_of_turn(g: Somme) -> None:
    """3.1: the marker goes on along the Game Turn Track; after the scenario's last week the game is over."""
    state = g.state
    if state.turn >= g.setting.plan["last_turn"]:
        g.outcome = final_outcome(g)
    else:
        state.turn += 1


STEPS: dict[str, Step[Somme]] = {
    # before the game (14, 15)
    "setup-modes": Step(choose_modes, after_modes),
    "gun-setup": Step(deploy_guns, after_guns),
    "operations": Step(decide_operations, "operation-plan"),
    "operation-plan": Step(choose_operations, "objectives"),
    "objectives": Step(draw_objectives, "objective-change"),
    "objective-change": Step(change_objective, "objective-discovery"),
    "objective-discovery": Step(discover_objective, "build-artillery"),
    "build-artillery": Step(build_artillery, "concealed-setup"),
    "concealed-setup": Step(conceal_guns, "mine-setup"),
    "mine-setup": Step(set_up_mines, "turn"),
    # 4.1, 1
    "turn": Step(begin_turn, "weather"),
    "weather": Step(weather_phase, "player-phase"),
    # 4.1, 2 A to C
    "player-phase": Step(begin_player_phase, "air"),
    "air": Step(place_air, "bombardment"),
    "bombardment": Step(bombardment_phase, by_nation("bombardment", "air-strike")),
    "air-strike": Step(air_strike, "plant-mines"),
    "plant-mines": Step(plant_mines, "mines"),
    "mines": Step(mines_phase, "movement-begin"),
    # 4.1, 2 D
    "movement-begin": Step(prepare_movement, "movement"),
    "movement": Step(movement_phase, by_nation("movement", "movement-end")),
    "movement-end": Step(end_movement, "commitment"),
    # 4.1, 2 E and F
    "commitment": Step(begin_commitment, "committing"),
    "committing": Step(commitment_phase, by_nation("committing", "over-the-top")),
    "over-the-top": Step(over_the_top, by_nation("over-the-top", "command-center")),
    # 4.1, 2 G to I
    "command-center": Step(command_center, "substitution"),
    "substitution": Step(substitution, "defensive-fire"),
    "defensive-fire": Step(fire_phase(BRITISH), "french-fire"),
    "french-fire": Step(fire_phase(FRENCH), "assault"),
    "assault": Step(assault_phase, "secondary"),
    # 11.10
    "secondary": Step(begin_secondary, after_begin),
    "secondary-commitment": Step(commitment_phase, by_nation("secondary-commitment", "secondary-spending")),
    "secondary-spending": Step(spend_secondary, after_spending),
    "secondary-test": Step(over_the_top, by_nation("secondary-test", "secondary-fire")),
    "secondary-fire": Step(fire_phase(BRITISH), "secondary-french-fire"),
    "secondary-french-fire": Step(fire_phase(FRENCH), "secondary-assault"),
    "secondary-assault": Step(assault_phase, "secondary"),
    "assault-end": Step(end_assaults, "player-end"),
    "player-end": Step(check_sectors, after_player),
    "next-player": Step(nothing, next_player),
    # 4.1, 4
    "reorganization": Step(begin_reorganization, "replacement-plan"),
    "replacement-plan": Step(plan_replacements, "allied-replacements"),
    "allied-replacements": Step(replacement_phase(ALLIED, BRITISH), "french-replacements"),
    "french-replacements": Step(replacement_phase(ALLIED, FRENCH), "german-replacements"),
    "german-replacements": Step(replacement_phase(GERMAN, Nation.GERMAN), "allied-rally"),
    "allied-rally": Step(rally_phase(ALLIED, BRITISH), "french-rally"),
    "french-rally": Step(rally_phase(ALLIED, FRENCH), "german-rally"),
    "german-rally": Step(rally_phase(GERMAN, Nation.GERMAN), "reorganization-end"),
    "reorganization-end": Step(end_reorganization, after_reorganization),
    "end-of-turn": Step(end_of_turn, "turn"),
}
