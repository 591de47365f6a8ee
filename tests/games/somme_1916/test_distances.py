"""Distances on the map of the Somme, as sets of squares."""

from __future__ import annotations

import pytest

import grognard
from grognard.games.somme_1916.setting import SommeSetting
from grognard.rules.masks import mask


@pytest.fixture(scope="module")
def setting() -> SommeSetting:
    found = grognard.start("somme-1916").setting
    assert isinstance(found, SommeSetting)
    return found


@pytest.mark.parametrize("distance", [0, 1, 4, 9, 15])
def test_6_3_1_squares_in_range(setting: SommeSetting, distance: int) -> None:
    """6.3.1: counted in squares in any of the eight directions, from every square of the map."""
    for cell in range(len(setting.grid.ids)):
        assert setting.within(cell, distance) == mask(setting.grid.within(cell, distance))


def test_7_6_nearness_to_several_squares(setting: SommeSetting) -> None:
    """7.6: less than three squares from any of them, and less than four."""
    cells = [setting.grid.cell(name) for name in ("A1", "L20", "V34")]
    two, three = setting.nearness(mask(cells))
    assert two == mask(c for cell in cells for c in setting.grid.within(cell, 2))
    assert three == mask(c for cell in cells for c in setting.grid.within(cell, 3))
