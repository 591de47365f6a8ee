"""A bot knows its side's view and nothing else: neither secrets nor the dice to come."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import grognard
from grognard.bots import make_bot, view_of
from grognard.engine import Match, RandomPlayer
from grognard.engine.game import register
from grognard.games.marne_1914.game import MarneGame
from grognard.games.marne_1914.position import Marne
from grognard.laws import play_out


class Secretive(MarneGame):
    """The Marne with a secret: the victory points."""

    slug = "marne-secretive"

    def redact(self, position: Marne, side: str) -> Marne:
        seen = position.copy()
        seen.state.vp = 0
        seen.state.awards = []
        return seen


def positions(match: Match, every: int, seed: int = 1) -> Iterator[Match]:
    for number, _ in enumerate(play_out(match, RandomPlayer(seed))):
        if number % every == 0:
            yield match
        if number > 260:
            return


@pytest.fixture(scope="module")
def secretive() -> str:
    register(Secretive())
    return Secretive.slug


def test_secrets_do_not_reach_a_bot(secretive: str) -> None:
    for match in positions(grognard.start(secretive, "counter-attack", 5), 5):
        decision = match.decision
        assert decision is not None
        view = view_of(match, decision.side)
        assert isinstance(view.position, Marne)
        assert view.position.state.vp == 0
        if view.match is not None:
            twin = view.match.clone().position
            assert isinstance(twin, Marne)
            assert twin.state.vp == 0


def test_secrets_do_not_change_an_answer(secretive: str) -> None:
    match = grognard.start(secretive, "counter-attack", 5)
    match.play("end")
    other = match.clone()
    position = other.position
    assert isinstance(position, Marne)
    position.state.vp = 40
    answers = [make_bot("sergeant", "1").decide(view_of(m, "entente")).action for m in (match, other)]
    assert answers[0] == answers[1]
