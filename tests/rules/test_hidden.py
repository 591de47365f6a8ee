"""Dealing hidden units to covered counters, and standing in for each other."""

from __future__ import annotations

from random import Random

from grognard.rules.hidden import deal, stand_ins


def test_every_counter_gets_a_unit_that_fits() -> None:
    """Also where a greedy deal would run dry: 3 fits both counters, 4 only the second."""
    fitting = {"a": frozenset([3]), "b": frozenset([3, 4])}
    for seed in range(20):
        assert deal([3, 4], "ab", fitting.__getitem__, Random(seed)) == {3: "a", 4: "b"}


def test_all_deals_come_up() -> None:
    found = {
        tuple(sorted(deal(range(3), "xyz", lambda counter: frozenset(range(3)), Random(n)).items())) for n in range(200)
    }
    assert len(found) == 6


def test_who_stands_in_whose_place() -> None:
    assert stand_ins([1, 2, 3], [0, 7, 8, 9], [0, 8, 7, 9]) == [(1, 2), (2, 1), (3, 3)]
