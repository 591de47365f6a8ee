"""The sequence of play (module 4): the steps of a turn, of the set-up before it and of the campaign."""

from __future__ import annotations

from collections.abc import Callable

from grognard.games.somme_1916.position import Somme
from grognard.games.somme_1916.rules import (
    campaign,
    command_resources,
    commitment,
    defensive_fire,
    reorganization,
    scenarios,
    weather,
)
from grognard.games.somme_1916.rules.assault import phase as assault
from grognard.games.somme_1916.rules.bombardment import phase as bombardment
from grognard.games.somme_1916.rules.bombardment import results as shells
from grognard.games.somme_1916.rules.movement import phase as movement
from grognard.games.somme_1916.rules.movement import reinforcements
from grognard.games.somme_1916.rules.reorganization import by_player, rally, take_replacements
from grognard.games.somme_1916.rules.victory import conditions
from grognard.games.somme_1916.terms import ALLIED, BRITISH, FRENCH, GERMAN, SIDES, Nation
from grognard.rules.sequence import Step


def by_nation(name: str, after: str) -> Callable[[Somme], str]:
    """The next step after one that each Allied nation takes by itself when it has a player (1.0)."""

    def following(g: Somme) -> str:
        if g.state.acting == BRITISH and g.phasing == ALLIED:
            g.state.acting = FRENCH
            return name
        g.state.acting = g.first_acting()
        return after

    return following


def after_guns(g: Somme) -> str:
    """15.5: in the campaign operations and objectives follow the set-up."""
    return "operations" if g.setting.campaign else "mine-setup"


def begin_turn(g: Somme) -> None:
    state = g.state
    state.phasing = g.setting.plan.first_player
    g.note("turn", "4.1", turn=state.turn, date=g.setting.weeks[state.turn].date)
    reinforcements.call_brigades(g)
    reinforcements.ignore_calls(g)


def begin_player_phase(g: Somme) -> None:
    g.state.acting = g.first_acting()
    g.note("player-phase", "4.1", side=g.state.phasing)
    bombardment.begin_bombardment(g)


def after_player(g: Somme) -> str:
    """4.1, X01: Reorganization once for both at the end, or for each at the end of his own phase."""
    return next_player(g) if reorganization.is_joint(g) else "reorganization"


def after_reorganization(g: Somme) -> str:
    return "end-of-turn" if reorganization.is_joint(g) else next_player(g)


def next_player(g: Somme) -> str:
    state = g.state
    if state.phasing == g.setting.plan.first_player:
        state.phasing = SIDES[1 - g.phasing]
        return "player-phase"
    return "reorganization" if reorganization.is_joint(g) else "end-of-turn"


def end_of_turn(g: Somme) -> None:
    """3.1: the marker goes on along the Game Turn Track; after the scenario's last week the game is over."""
    state = g.state
    if state.turn >= g.setting.plan.last_turn:
        g.outcome = conditions.final_outcome(g)
    else:
        state.turn += 1


STEPS: dict[str, Step[Somme]] = {
    # before the game (14, 15)
    "setup-modes": Step(scenarios.choose_modes, scenarios.after_modes),
    "gun-setup": Step(scenarios.deploy_guns, after_guns),
    "operations": Step(campaign.decide_operations, "operation-plan"),
    "operation-plan": Step(campaign.choose_operations, "objectives"),
    "objectives": Step(campaign.draw_objectives, "objective-change"),
    "objective-change": Step(campaign.change_objective, "objective-discovery"),
    "objective-discovery": Step(campaign.discover_objective, "build-artillery"),
    "build-artillery": Step(campaign.build_artillery, "concealed-setup"),
    "concealed-setup": Step(campaign.conceal_guns, "mine-setup"),
    "mine-setup": Step(scenarios.set_up_mines, "turn"),
    # 4.1, 1
    "turn": Step(begin_turn, "weather"),
    "weather": Step(weather.weather_phase, "player-phase"),
    # 4.1, 2 A to C
    "player-phase": Step(begin_player_phase, "air"),
    "air": Step(shells.place_air, "bombardment"),
    "bombardment": Step(bombardment.bombardment_phase, by_nation("bombardment", "air-strike")),
    "air-strike": Step(shells.air_strike, "plant-mines"),
    "plant-mines": Step(scenarios.plant_mines, "mines"),
    "mines": Step(scenarios.mines_phase, "movement-begin"),
    # 4.1, 2 D
    "movement-begin": Step(movement.begin_movement, "movement"),
    "movement": Step(movement.movement_phase, by_nation("movement", "movement-end")),
    "movement-end": Step(movement.end_movement, "commitment"),
    # 4.1, 2 E and F
    "commitment": Step(commitment.begin_commitment, "committing"),
    "committing": Step(commitment.commitment_phase, by_nation("committing", "over-the-top")),
    "over-the-top": Step(commitment.over_the_top, by_nation("over-the-top", "command-center")),
    # 4.1, 2 G to I
    "command-center": Step(command_resources.command_center, "substitution"),
    "substitution": Step(command_resources.substitution, "defensive-fire"),
    "defensive-fire": Step(defensive_fire.fire_phase(BRITISH), "french-fire"),
    "french-fire": Step(defensive_fire.fire_phase(FRENCH), "assault"),
    "assault": Step(assault.assault_phase, "secondary"),
    # 11.10
    "secondary": Step(assault.begin_secondary, assault.after_begin),
    "secondary-commitment": Step(commitment.commitment_phase, by_nation("secondary-commitment", "secondary-spending")),
    "secondary-spending": Step(assault.spend_secondary, assault.after_spending),
    "secondary-test": Step(commitment.over_the_top, by_nation("secondary-test", "secondary-fire")),
    "secondary-fire": Step(defensive_fire.fire_phase(BRITISH), "secondary-french-fire"),
    "secondary-french-fire": Step(defensive_fire.fire_phase(FRENCH), "secondary-assault"),
    "secondary-assault": Step(assault.assault_phase, "secondary"),
    "assault-end": Step(assault.end_assaults, "player-end"),
    "player-end": Step(scenarios.check_sectors, after_player),
    # 4.1, 4
    "reorganization": Step(reorganization.begin_reorganization, "replacement-plan"),
    "replacement-plan": Step(reorganization.plan_replacements, "allied-replacements"),
    "allied-replacements": Step(by_player(take_replacements, ALLIED, BRITISH), "french-replacements"),
    "french-replacements": Step(by_player(take_replacements, ALLIED, FRENCH), "german-replacements"),
    "german-replacements": Step(by_player(take_replacements, GERMAN, Nation.GERMAN), "allied-rally"),
    "allied-rally": Step(by_player(rally, ALLIED, BRITISH), "french-rally"),
    "french-rally": Step(by_player(rally, ALLIED, FRENCH), "german-rally"),
    "german-rally": Step(by_player(rally, GERMAN, Nation.GERMAN), "reorganization-end"),
    "reorganization-end": Step(reorganization.end_reorganization, after_reorganization),
    "end-of-turn": Step(end_of_turn, "turn"),
}
