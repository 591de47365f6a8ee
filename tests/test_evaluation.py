"""A game's evaluation is found in one way; a game without one gets the plain one."""

from __future__ import annotations

import pytest

import grognard
from grognard.evaluation import Evaluation, evaluation_of
from grognard.games.marne_1914.evaluation import MarneEvaluation
from grognard.samples.night_patrol.game import GAME, NightPatrol


def test_a_game_without_an_evaluation_gets_the_plain_one() -> None:
    match = grognard.start(GAME)
    assert type(evaluation_of(match.game, match.setting)) is Evaluation


def test_a_game_names_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    class Own(Evaluation):
        rest_distance = 7

    monkeypatch.setattr(NightPatrol, "evaluation", Own)
    match = grognard.start(GAME)
    evaluation_of.cache_clear()
    found = evaluation_of(match.game, match.setting)
    evaluation_of.cache_clear()
    assert isinstance(found, Own)
    assert found.setting is match.setting


def test_it_is_made_once_for_a_setting() -> None:
    one, two = (grognard.start("marne-1914", "counter-attack", seed) for seed in (1, 2))
    other = grognard.start("marne-1914", "full-battle", 1)
    found = [evaluation_of(match.game, match.setting) for match in (one, two, other)]
    assert isinstance(found[0], MarneEvaluation)
    assert found[0] is found[1]
    assert found[2] is not found[0]
    assert found[2].setting is other.setting


@pytest.mark.parametrize("slug", ["friedensturm-1918", "marne-1914", "soissons-1918", "somme-1916"])
def test_our_games_have_their_own(slug: str) -> None:
    match = grognard.start(slug)
    assert match.game.evaluation is not None
    assert type(evaluation_of(match.game, match.setting)) is match.game.evaluation
