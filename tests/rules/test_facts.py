"""Derived facts: worked out once, forgotten when something changes, and compared with fresh ones by the laws."""

from __future__ import annotations

import pytest

import grognard
from grognard.engine.facts import derived, forget, stale_facts
from grognard.samples.night_patrol import GAME
from grognard.samples.night_patrol.rules import Night

calls: list[int] = []


@derived
def held(g: Night, side: int) -> int:
    calls.append(side)
    return g.occupied(side)


@derived
def manned(g: Night, side: int) -> int:
    calls.append(10 + side)
    return len(g.on_map(side))


@pytest.fixture
def g() -> Night:
    calls.clear()
    return GAME.start(grognard.start(GAME, seed=1).setting, "1")  # type: ignore[arg-type]


def test_a_fact_is_worked_out_once_until_something_changes(g: Night) -> None:
    before = held(g, 0)
    assert held(g, 0) == before
    assert calls == [0]
    g.place(0, -1)
    assert held(g, 0) != before
    assert calls == [0, 0]


def test_only_some_facts_are_forgotten(g: Night) -> None:
    """And a copy that shares them goes on knowing them."""
    twin, before = g.copy(), (held(g, 0), manned(g, 0))
    twin.known = g.known
    forget(g, held)
    assert (held(g, 0), manned(g, 0), held(twin, 0)) == (before[0], before[1], before[0])
    assert calls == [0, 10, 0]


def test_a_copy_knows_what_was_known_and_then_goes_its_own_way(g: Night) -> None:
    before = held(g, 0)
    twin = g.copy()
    assert held(twin, 0) == before
    assert calls == [0]
    twin.place(0, -1)
    assert held(twin, 0) != before
    assert held(g, 0) == before


def test_copies_without_facts_do_not_share_later_ones(g: Night) -> None:
    """Neither of the two knows anything yet; what one works out after a change is not the other's."""
    twin = g.copy()
    twin.place(0, -1)
    assert held(twin, 0) != held(g, 0)


def test_a_stale_fact_breaks_the_invariants(g: Night) -> None:
    held(g, 0)
    assert GAME.invariants(g) == []
    g.known[next(iter(g.known))] = 12345
    fresh = Night(g.setting, g.state.copy(), g.dice.copy())
    assert [problem for problem in stale_facts(g, fresh) if "held(0,) is 12345" in problem]
    assert [problem for problem in GAME.invariants(g) if "should be" in problem]
