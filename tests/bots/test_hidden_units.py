"""Bots in a game that hides units: they think in a guess that their own chance draws."""

from __future__ import annotations

from random import Random

import pytest

import grognard
from grognard.bots import make_bot, view_of
from grognard.bots.program import ProgramBot
from grognard.engine import Match, register
from grognard.samples.blind_mans_buff import GAME

register(GAME)


@pytest.mark.parametrize("level", ["random", "sergeant", "colonel", "general"])
def test_every_level_plays_to_the_end(level: str) -> None:
    match = grognard.start(GAME.slug, seed=5)
    bots = {side: make_bot(level, side, budget=40) for side in GAME.sides}
    while match.decision is not None:
        side = match.decision.side
        match.play(bots[side].decide(view_of(match, side, side)).action, by=side)
    assert match.outcome is not None


def test_a_bot_answers_the_same_in_worlds_that_look_the_same() -> None:
    match = grognard.start(GAME.slug, seed=5)
    for n in range(5):
        world = match.game.another_world(match.position, "blue", Random(n))
        assert world is not None
        twin = Match.resumed(world, match.seed, match.number)
        answers = [make_bot("colonel", "1", budget=40).decide(view_of(m, "blue", "x")).action for m in (match, twin)]
        assert answers[0] == answers[1]


def test_its_chance_is_its_own() -> None:
    match = grognard.start(GAME.slug, seed=5)
    guesses = {tuple(view_of(match, "blue", seed).position.state.loc) for seed in "abcdefgh"}
    assert len(guesses) > 3


def test_a_program_gets_the_view_and_not_the_guess() -> None:
    match = grognard.start(GAME.slug, seed=5)
    asked = ProgramBot(["never started"]).question(view_of(match, "blue", "x"))
    view = match.view("blue")
    assert {part: view[part] for part in ("units", "covered", "state")} == asked["position"]
