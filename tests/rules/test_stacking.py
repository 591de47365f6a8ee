"""Stacking by one rule: here, two patrols of a side share a square."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

import grognard
from grognard.engine import ALLOW, Ruling, refuse
from grognard.rules.stacking import Stacking
from grognard.samples.night_patrol import GAME
from grognard.samples.night_patrol.rules import Night

BLUE, RED = 0, 1


def may_share(g: Night, units: Sequence[int]) -> Ruling:
    return ALLOW if len(units) <= 2 else refuse("3.4", "two patrols share a square")


STACKING = Stacking(may_share, " (3.5)")


@pytest.fixture
def g() -> Night:
    """Blue's patrols 0 and 1 and red's 3 in square 5."""
    g: Night = GAME.start(grognard.start(GAME, seed=1).setting, "1")  # type: ignore[arg-type]
    for unit in (0, 1, 3):
        g.place(unit, 5)
    return g


def test_each_side_stacks_for_itself(g: Night) -> None:
    assert STACKING.company(g, 2, 5) == (2, 0, 1)
    assert not STACKING.fits(g, 2, 5)
    assert STACKING.fits(g, 0, 5)
    assert STACKING.fits(g, 4, 5)
    assert STACKING.fits(g, 2, g.state.loc[2])


def test_a_refusal_names_the_others(g: Night) -> None:
    ruling = STACKING.may_stack(g, 2, 5)
    assert ruling.case == "3.4"
    assert ruling.text == f"B3 cannot end in {g.cell_name(5)} with B1, B2: two patrols share a square (3.5)"
    assert STACKING.may_stack(g, 4, 5)


def test_too_many_in_a_cell(g: Night) -> None:
    assert STACKING.overstacked_cells(g, BLUE) == []
    g.place(2, 5)
    assert STACKING.overstacked_cells(g, BLUE) == [5]
    assert STACKING.overstacked_cells(g, RED) == []
