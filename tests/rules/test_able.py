"""Whoever is offered can do something: a rim on a counter that cannot act would mislead a player."""

from __future__ import annotations

import pytest

import grognard
from grognard.engine import RandomPlayer

LOOKED_AT = 250


@pytest.mark.parametrize(("game", "scenario"), [
    ("friedensturm-1918", "gneisenau"), ("hannut-1940", "hannut"), ("soissons-1918", "campaign"),
    ("somme-1916", "over-the-top"),
])  # fmt: skip
def test_every_subject_has_an_action(game: str, scenario: str) -> None:
    """The Marne looks only when a unit is clicked: one now and then has no room."""
    match, player = grognard.start(game, scenario, seed=3), RandomPlayer(3)
    while match.decision is not None and match.number < LOOKED_AT:
        for decision in match.decisions.values():
            idle = [subject for subject in decision.subjects() if not any(True for _ in decision.actions(subject))]
            assert idle == [], decision.prompt
        side = next(iter(match.decisions))
        match.play(player.choose(match.decisions[side]), by=side)
