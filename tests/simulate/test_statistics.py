"""Shares, means and the other few statistics."""

from __future__ import annotations

import math
import random

import pytest

from grognard.simulate.statistics import inverse_diagonal, mean, quantile, share, solve, student95


def test_a_share_lies_in_its_interval_and_never_leaves_zero_to_one() -> None:
    for wins in range(11):
        found = share(wins, 10)
        assert 0 <= found.low <= found.value <= found.high <= 1
    assert share(0, 0).number == 0


def test_the_interval_of_a_share_covers_as_promised() -> None:
    rng = random.Random(1)
    covered = 0
    for _ in range(400):
        found = share(sum(rng.random() < 0.3 for _ in range(40)), 40)
        covered += found.low <= 0.3 <= found.high
    assert covered / 400 > 0.92


def test_a_mean_of_one_knows_nothing() -> None:
    assert mean([3.0]).high == math.inf
    assert mean([2.0, 2.0, 2.0]).low == 2.0


def test_students_t() -> None:
    assert student95(10) == pytest.approx(2.228, abs=0.01)
    assert student95(100) == pytest.approx(1.984, abs=0.002)


def test_quantiles_and_equations() -> None:
    assert quantile([3.0, 1.0, 2.0], 0.5) == 2.0
    assert quantile([1.0, 2.0], 0.5) == 1.5
    assert solve([[2.0, 1.0], [1.0, 3.0]], [3.0, 5.0]) == pytest.approx([0.8, 1.4])
    assert inverse_diagonal([[2.0, 0.0], [0.0, 4.0]]) == pytest.approx([0.5, 0.25])
