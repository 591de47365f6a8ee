"""The laws that every game must keep, over one random game of each scenario with varied options."""

from __future__ import annotations

import pytest

import grognard
from grognard.engine import RandomPlayer
from grognard.laws import check_laws

GAMES: list[tuple[str, int, dict[str, str]]] = [
    ("over-the-top", 11, {}),
    ("a-punishing-land", 12, {"artillery_setup": "suggested", "reorganization": "per-player"}),
    ("devil-machines", 13, {"seats": "three", "over_the_top": "test-or-stay"}),
    ("away-to-siegfried", 14, {"counter_battery": "table", "siegfried_battalions": "filled"}),
    ("campaign", 15, {"artillery_setup": "suggested", "hq_protection": "none"}),
]


@pytest.mark.parametrize(("scenario", "seed", "options"), GAMES, ids=[game[0] for game in GAMES])
def test_laws(scenario: str, seed: int, options: dict[str, str]) -> None:
    """The costly laws at every fortieth decision (rarer in the long campaign), the invariants at each."""
    every = 150 if scenario == "campaign" else 40
    check_laws(grognard.start("somme-1916", scenario, seed, options), RandomPlayer(seed), every=every)
