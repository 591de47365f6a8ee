"""The sequence of play (module 4)."""

from __future__ import annotations

from grognard.engine import Procedure
from grognard.games.somme_1916.air import air_strike, place_air
from grognard.games.somme_1916.bombardment import begin_bombardment, bombardment_phase
from grognard.games.somme_1916.combat_steps import CAMPAIGN_STEPS, COMBAT_STEPS, REORGANIZATION_STEPS
from grognard.games.somme_1916.deployment import (
    after_modes,
    build_artillery,
    choose_modes,
    conceal_guns,
    deploy_guns,
)
from grognard.games.somme_1916.mines import mines_phase, plant_mines, set_up_mines
from grognard.games.somme_1916.movement import begin_movement, end_movement, movement_phase
from grognard.games.somme_1916.reinforcements import call_brigades, ignore_calls
from grognard.games.somme_1916.sectors import check_sectors
from grognard.games.somme_1916.state import Somme
from grognard.games.somme_1916.steps import by_nation
from grognard.games.somme_1916.tanks import check_breakdowns
from grognard.games.somme_1916.victory import final_outcome
from grognard.games.somme_1916.weather import weather_phase
from grognard.rules.sequence import Step, play_steps


def play(g: Somme) -> Procedure:
    """The whole game: step after step until the last turn is over."""
    return play_steps(g, STEPS)


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
        state.phasing = "german" if state.phasing == "allied" else "allied"
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
    "setup-modes": Step(choose_modes, after_modes),
    "gun-setup": Step(deploy_guns, after_guns),
    **CAMPAIGN_STEPS,
    "build-artillery": Step(build_artillery, "concealed-setup"),
    "concealed-setup": Step(conceal_guns, "mine-setup"),
    "mine-setup": Step(set_up_mines, "turn"),
    "turn": Step(begin_turn, "weather"),
    "weather": Step(weather_phase, "player-phase"),
    "player-phase": Step(begin_player_phase, "air"),
    "air": Step(place_air, "bombardment"),
    "bombardment": Step(bombardment_phase, by_nation("bombardment", "air-strike")),
    "air-strike": Step(air_strike, "plant-mines"),
    "plant-mines": Step(plant_mines, "mines"),
    "mines": Step(mines_phase, "movement-begin"),
    "movement-begin": Step(prepare_movement, "movement"),
    "movement": Step(movement_phase, by_nation("movement", "movement-end")),
    "movement-end": Step(end_movement, "commitment"),
    **COMBAT_STEPS,
    "player-end": Step(check_sectors, after_player),
    "next-player": Step(nothing, next_player),
    **REORGANIZATION_STEPS,
    "end-of-turn": Step(end_of_turn, "turn"),
}
