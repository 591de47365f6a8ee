"""The steps of Assault, Reorganization and campaign in their order (4.1), for the sequence of play."""

from __future__ import annotations

from grognard.games.somme_1916.assault import assault_phase
from grognard.games.somme_1916.campaign import choose_operations, decide_operations
from grognard.games.somme_1916.command_resources import command_center, substitution
from grognard.games.somme_1916.commitment import begin_commitment, commitment_phase, over_the_top
from grognard.games.somme_1916.defensive_fire import fire_phase
from grognard.games.somme_1916.headquarters import end_assaults
from grognard.games.somme_1916.objectives import change_objective, discover_objective, draw_objectives
from grognard.games.somme_1916.reorganization import (
    after_reorganization,
    begin_reorganization,
    end_reorganization,
    plan_replacements,
    rally_phase,
)
from grognard.games.somme_1916.replacements import replacement_phase
from grognard.games.somme_1916.secondary import after_begin, after_spending, begin_secondary, spend_secondary
from grognard.games.somme_1916.setting import ALLIED, GERMAN
from grognard.games.somme_1916.state import Somme
from grognard.games.somme_1916.steps import by_nation
from grognard.rules.sequence import Step

COMBAT_STEPS: dict[str, Step[Somme]] = {
    "commitment": Step(begin_commitment, "committing"),
    "committing": Step(commitment_phase, by_nation("committing", "over-the-top")),
    "over-the-top": Step(over_the_top, by_nation("over-the-top", "command-center")),
    "command-center": Step(command_center, "substitution"),
    "substitution": Step(substitution, "defensive-fire"),
    "defensive-fire": Step(fire_phase("british"), "french-fire"),
    "french-fire": Step(fire_phase("french"), "assault"),
    "assault": Step(assault_phase, "secondary"),
    "secondary": Step(begin_secondary, after_begin),
    "secondary-commitment": Step(commitment_phase, by_nation("secondary-commitment", "secondary-spending")),
    "secondary-spending": Step(spend_secondary, after_spending),
    "secondary-test": Step(over_the_top, by_nation("secondary-test", "secondary-fire")),
    "secondary-fire": Step(fire_phase("british"), "secondary-french-fire"),
    "secondary-french-fire": Step(fire_phase("french"), "secondary-assault"),
    "secondary-assault": Step(assault_phase, "secondary"),
    "assault-end": Step(end_assaults, "player-end"),
}
"""4.1 E to I; entered at "commitment"."""

REORGANIZATION_STEPS: dict[str, Step[Somme]] = {
    "reorganization": Step(begin_reorganization, "replacement-plan"),
    "replacement-plan": Step(plan_replacements, "allied-replacements"),
    "allied-replacements": Step(replacement_phase(ALLIED, "british"), "french-replacements"),
    "french-replacements": Step(replacement_phase(ALLIED, "french"), "german-replacements"),
    "german-replacements": Step(replacement_phase(GERMAN, "german"), "allied-rally"),
    "allied-rally": Step(rally_phase(ALLIED, "british"), "french-rally"),
    "french-rally": Step(rally_phase(ALLIED, "french"), "german-rally"),
    "german-rally": Step(rally_phase(GERMAN, "german"), "reorganization-end"),
    "reorganization-end": Step(end_reorganization, after_reorganization),
}
"""4.1, 4."""

CAMPAIGN_STEPS: dict[str, Step[Somme]] = {
    "operations": Step(decide_operations, "operation-plan"),
    "operation-plan": Step(choose_operations, "objectives"),
    "objectives": Step(draw_objectives, "objective-change"),
    "objective-change": Step(change_objective, "objective-discovery"),
    "objective-discovery": Step(discover_objective, "build-artillery"),
}
"""15.5, 15.6; entered at "operations", left for what operations add to the set-up."""
