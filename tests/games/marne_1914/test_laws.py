"""The laws that every game must keep, over random games of both scenarios with varied options."""

from __future__ import annotations

import pytest

import grognard
from grognard.engine import RandomPlayer
from grognard.laws import check_laws

GAMES: list[tuple[str, int, int, dict[str, str]]] = [
    ("counter-attack", 5, 5, {}),
    ("counter-attack", 6, 5, {
        "i_corps_setup": "front", "ic_corps": "iv-corps", "cavalry_stacking": "divisions-two",
        "cavalry_corps_shift": "off", "retreat_zoc_losses": "once", "integrity_penalty": "disrupt",
    }),
    ("counter-attack", 7, 5, {"variable_reinforcements": "on", "alternate_recovery": "on"}),
    ("full-battle", 8, 15, {}),
    ("full-battle", 9, 15, {
        "setup": "free", "variable_strengths": "on", "variable_reinforcements": "on", "taxi_on_arrival": "on",
        "great_retreat": "off",
    }),
    ("full-battle", 10, 15, {"full_battle_attack_list": "counter-attack-list", "integrity_penalty": "disrupt"}),
]


@pytest.mark.parametrize(("scenario", "seed", "every", "options"), GAMES, ids=[f"{g[0]}-{g[1]}" for g in GAMES])
def test_laws(scenario: str, seed: int, every: int, options: dict[str, str]) -> None:
    """The costly laws at every so-manieth decision, the invariants at each."""
    check_laws(grognard.start("marne-1914", scenario, seed, options), RandomPlayer(seed), every=every)
