"""A bot knows its side's view and nothing else: neither secrets nor the dice to come."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import grognard
from grognard.bots import make_bot, seen_by, view_of
from grognard.engine import Match
from grognard.engine.game import register
from grognard.games.marne_1914.game import MarneGame
from grognard.games.marne_1914.position import Marne
from grognard.laws import Player, play_out


class Secretive(MarneGame):
    """The Marne with a secret: the victory points."""

    slug = "marne-secretive"

    def redact(self, position: Marne, side: str) -> Marne:
        seen = position.copy()
        seen.state.vp = 0
        seen.state.awards = []
        return seen


def positions(match: Match, every: int, seed: int = 1) -> Iterator[Match]:
    for number, _ in enumerate(play_out(match, Player(seed))):
        if number % every == 0:
            yield match
        if number > 260:
            return


def test_without_secrets_the_view_is_the_match() -> None:
    resting = 0
    for match in positions(grognard.start("marne-1914", "counter-attack", 5), 7):
        decision = match.decision
        assert decision is not None
        seen = seen_by(match, decision.side)
        assert seen is not None
        assert seen.position.state == match.position.state
        assert seen.decision is not None
        assert [repr(s) for s in seen.decision.subjects()] == [repr(s) for s in decision.subjects()]
        resting += match.at_rest
    assert resting


def test_between_rest_points_too() -> None:
    found = 0
    for match in positions(grognard.start("marne-1914", "full-battle", 5), 1, seed=3):
        if not match.at_rest:
            found += 1
            decision = match.decision
            assert decision is not None
            seen = seen_by(match, decision.side)
            assert seen is not None
            assert seen.position.state == match.position.state
            assert seen.clone().position.state == match.position.state
    assert found


def test_the_dice_to_come_are_not_the_matchs_own() -> None:
    match = grognard.start("marne-1914", "counter-attack", 5)
    seen = seen_by(match, "entente", "a bot")
    assert seen is not None
    here = [match.clone().position.dice._one(6) for _ in range(1)]
    real, thought = match.clone().position.dice, seen.clone().position.dice
    assert here
    assert [real._one(6) for _ in range(40)] != [thought._one(6) for _ in range(40)]


def test_the_past_is_not_handed_over() -> None:
    match = grognard.start("marne-1914", "counter-attack", 5)
    match.play("end")
    seen = seen_by(match, "entente")
    assert seen is not None
    assert seen.history() == []
    assert seen.number == match.number


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
