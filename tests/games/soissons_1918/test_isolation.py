"""What moves do to lines of supply (11.1, 11.2.1), against brute force: a unit is put there, and all is worked out."""

from __future__ import annotations

import random

import pytest

from grognard.games.soissons_1918.position import Soissons
from grognard.games.soissons_1918.rules.supply import LINES, isolated_units
from grognard.rules.masks import cells_of
from tests.games.soissons_1918.position import game, number, study


def thought(g: Soissons, unit: int, cell: int) -> Soissons:
    """A position of its own with a unit in another hex."""
    other = type(g)(g.setting, g.state.copy(), g.dice.copy())
    other.place(unit, cell)
    return other


def require_the_same(g: Soissons, unit: int) -> int:
    """The hexes within two, tested both ways; how many of them matter."""
    side, here = g.setting.side[unit], g.state.loc[unit]
    cells = g.setting.within(here, 2) & g.setting.playable & ~g.closed_cells[side] & ~(1 << here)
    before = set(isolated_units(g, side))
    isolated, forsaken = LINES.isolated_in(g, (unit,), cells), LINES.forsakes_friends(g, (unit,), cells)
    barred, freeing = LINES.moves_into_isolation(g, (unit,), cells)
    for cell in cells_of(cells):
        after = set(isolated_units(thought(g, unit, cell), side))
        assert bool(isolated >> cell & 1) == (unit in after), g.cell_name(cell)
        assert bool(forsaken >> cell & 1) == bool(after - before - {unit}), g.cell_name(cell)
    assert barred | freeing == (0 if unit in before else isolated)
    assert not barred & freeing
    return (isolated | forsaken).bit_count()


UNITS = ["162DI", "11DI", "153DI", "HQ-I", "1US", "DM", "42/17", "42/131", "14R/16", "HQ-WATTER", "28D", "REM1"]


@pytest.mark.parametrize("seed", range(1, 31))
def test_11_2_1_the_shortcuts_are_right(seed: int) -> None:
    """11.2.1, rulings K108 and K109: units mixed up in the middle of the map."""
    chance = random.Random(seed)
    hexes = [f"{row:02}{column:02}" for row in range(10, 20) for column in range(7, 14)]
    lines = [f"{uid} {where}" for uid, where in zip(UNITS, chance.sample(hexes, len(UNITS)), strict=True)]
    towns = "controlled" if seed % 3 == 0 else "any"
    match = study(
        "assault entente", "\n".join(lines), board="map", supply=None, command=None, supply_through_towns=towns
    )
    g = game(match)
    assert sum(require_the_same(g, number(match, uid)) for uid in UNITS)
