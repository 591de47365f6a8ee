"""The random player: any answer, always the same with the same seed, and never one that is not listed."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from grognard.engine import Action, Choice, RandomPlayer, Subject
from grognard.engine.random_player import DeadEnd

WAYS = [Action("move", (unit, cell)) for unit in range(3) for cell in range(4)]


def question() -> Choice:
    return Choice("blue", "x", "1.1", "what now?", WAYS)


def test_every_answer_is_given_sooner_or_later() -> None:
    player = RandomPlayer(1)
    assert {player.choose(question()) for _ in range(300)} == set(WAYS)


def test_the_same_seed_gives_the_same_answers() -> None:
    one, twin, other = RandomPlayer(1), RandomPlayer(1), RandomPlayer(2)
    answers = [[player.choose(question()) for _ in range(20)] for player in (one, twin, other)]
    assert answers[0] == answers[1]
    assert answers[0] != answers[2]


class Offering(Choice):
    """Offers more than it can answer."""

    def candidates(self) -> Sequence[Subject]:
        return [Subject("unit", 8), *self.subjects(), Subject("unit", 9)]


def test_candidates_without_an_action_are_passed_over() -> None:
    player = RandomPlayer(1)
    found = {player.choose(Offering("blue", "x", "1.1", "what now?", WAYS)) for _ in range(300)}
    assert found == set(WAYS)


def test_a_pick_among_some_subjects_only() -> None:
    player, chosen = RandomPlayer(1), Subject("unit", 2)
    found = {player.pick(question(), [chosen]) for _ in range(100)}
    assert found == set(question().actions(chosen))


class Empty(Choice):
    def actions(self, subject: Subject) -> list[Action]:
        return []


def test_a_question_without_an_answer_is_an_error() -> None:
    with pytest.raises(DeadEnd, match=r"there is no possible answer to 'what now\?' \(1\.1\)"):
        RandomPlayer(1).choose(Empty("blue", "x", "1.1", "what now?", WAYS))
