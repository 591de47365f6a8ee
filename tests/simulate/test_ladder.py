"""Ratings from made-up games whose truth is known."""

from __future__ import annotations

import math
import random

import pytest

from grognard.simulate.ladder import Meeting, against_mirror, fit, pair_scores, round_robin

TRUTH = {"weak": 0.0, "middle": 1.0, "strong": 2.0}


def meetings(side_worth: float, number: int) -> list[Meeting]:
    rng = random.Random(5)
    found = []
    for seed in range(number):
        for first in TRUTH:
            for second in TRUTH:
                chance = 1 / (1 + math.exp(-(TRUTH[first] - TRUTH[second] + side_worth)))
                won = 1 if rng.random() < chance else -1
                found.append(Meeting(first, second, "only", str(seed), float(won), won))
    return found


def test_strengths_and_the_side_are_told_apart() -> None:
    found = fit(meetings(1.0, 300), measure="outcome")
    assert [r.bot for r in found.ratings] == ["strong", "middle", "weak"]
    elo = 400 / math.log(10)
    assert found.ratings[0].elo.value == pytest.approx(2 * elo, abs=60)
    assert found.side_elo["only"].value == pytest.approx(elo, abs=50)
    assert found.side_elo["only"].low < elo < found.side_elo["only"].high


def test_who_wins_everything_has_a_finite_rating() -> None:
    games = [Meeting("a", "b", "s", str(n), 5.0, 1) for n in range(10)]
    games += [Meeting("b", "a", "s", str(n), -5.0, -1) for n in range(10)]
    found = fit(games, measure="outcome")
    assert found.ratings[0].bot == "a"
    assert found.ratings[0].elo.value < 3000


def test_pairs_cancel_the_side() -> None:
    games = [
        Meeting("a", "b", "s", "1", 12.0, 1),
        Meeting("b", "a", "s", "1", 10.0, 1),
        Meeting("a", "b", "s", "2", 7.0, 1),
        Meeting("b", "a", "s", "2", 7.0, 1),
        Meeting("b", "b", "s", "1", 11.0, 1),
    ]
    assert pair_scores(games, "a", "b") == [1.0, 0.5]
    assert pair_scores(games, "b", "a") == [0.0, 0.5]
    mirror = against_mirror(games, "a", "b")
    assert mirror["first"].value == 1.0
    assert mirror["second"].value == 1.0


def test_a_round_robin_plays_both_sides_on_every_seed() -> None:
    found = round_robin("marne-1914", ["counter-attack"], ["a", "b"], ["1", "2"], ["cp", "entente"], {})
    assert len({p.key for p in found}) == len(found) == 8
    assert sum(p.bots == {"cp": "a", "entente": "b"} for p in found) == 2
