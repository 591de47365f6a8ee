"""A match made for a side knows what the side may know and nothing else; its dice are its own."""

from __future__ import annotations

from collections.abc import Iterator

import grognard
from grognard.engine import Match, RandomPlayer
from grognard.laws import play_out
from tests.engine.conftest import Night


def positions(match: Match, every: int, seed: int = 1) -> Iterator[Match]:
    for number, _ in enumerate(play_out(match, RandomPlayer(seed))):
        if number % every == 0:
            yield match
        if number > 260:
            return


def test_without_secrets_the_view_is_the_match() -> None:
    resting = 0
    for match in positions(grognard.start("marne-1914", "counter-attack", 5), 7):
        decision = match.decision
        assert decision is not None
        seen = match.seen_by(decision.side, "bot")
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
            seen = match.seen_by(decision.side, "bot")
            assert seen is not None
            assert seen.position.state == match.position.state
            assert seen.clone().position.state == match.position.state
    assert found


def test_the_dice_to_come_are_not_the_matchs_own() -> None:
    match = grognard.start("marne-1914", "counter-attack", 5)
    seen = match.seen_by("entente", "a bot")
    assert seen is not None
    here = [match.clone().position.dice._one(6, 1) for _ in range(1)]
    real, thought = match.clone().position.dice, seen.clone().position.dice
    assert here
    assert [real._one(6, 1) for _ in range(40)] != [thought._one(6, 1) for _ in range(40)]


def test_the_past_is_not_handed_over() -> None:
    match = grognard.start("marne-1914", "counter-attack", 5)
    match.play("end")
    seen = match.seen_by("entente", "bot")
    assert seen is not None
    assert seen.history() == []
    assert seen.number == match.number


def test_it_starts_in_the_middle_and_goes_back_no_further(night: Night) -> None:
    match = night(orders=("B1", "R3"))
    for action in ("move B2 C2", "wait", "move B2 C3"):
        match.play(action)
    assert not match.at_rest
    since, _ = match.since_rest()
    seen = match.seen_by("red", "a bot")
    assert seen is not None
    assert [node.action for node in seen.history()] == [node.action for node in since]
    assert seen.number == match.number > len(since)
    seen.undo(agreed=True)
    assert seen.number == match.number - 1
    before = match.since_rest()[1]
    assert match.game.seen(seen.position, "red").state == match.game.seen(before, "red").state
    assert match.number > 0


def test_there_is_none_while_a_secret_is_kept(night: Night) -> None:
    """Red has chosen its carrier, blue may not know which: what red played cannot be fed again for blue."""
    match = night()
    match.play("carry R2", by="red")
    assert match.seen_by("blue", "a bot") is None
    own = match.seen_by("red", "a bot")
    assert own is None or own.decisions.keys() == match.decisions.keys()
