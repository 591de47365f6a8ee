"""Layers over the map: kept up as units move, they are what a rebuild makes."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import grognard
from grognard.rules.layers import MapPosition
from grognard.rules.masks import layer_mask
from grognard.samples.night_patrol import GAME

MARNE = grognard.start("marne-1914", "counter-attack", 1).position
NIGHT = grognard.start(GAME, seed=1).position


def layers(position: MapPosition) -> tuple[list[tuple[int, ...]], list[bytearray], list[bytearray]]:
    return list(position.stack), [bytearray(z) for z in position.zones], [bytearray(c) for c in position.closed]


def moves(position: object) -> st.SearchStrategy[list[tuple[int, int]]]:
    assert isinstance(position, MapPosition)
    units, cells = len(position.setting.units), len(position.setting.grid.ids)
    return st.lists(st.tuples(st.integers(0, units - 1), st.integers(-1, cells - 1)), max_size=40)


@settings(max_examples=40)
@given(moves(MARNE))
def test_hexes(steps: list[tuple[int, int]]) -> None:
    check(MARNE, steps)


@settings(max_examples=40)
@given(moves(NIGHT))
def test_squares(steps: list[tuple[int, int]]) -> None:
    check(NIGHT, steps)


def check(original: object, steps: list[tuple[int, int]]) -> None:
    assert isinstance(original, MapPosition)
    before = layers(original)
    position = original.copy()
    for unit, cell in steps:
        position.place(unit, cell)
        assert position.state.loc[unit] == cell
    kept, copied = layers(position), position.copy()
    assert position.zone_cells == [layer_mask(zones) for zones in position.zones]
    assert position.closed_cells == [layer_mask(closed) for closed in position.closed]
    position.rebuild()
    assert position.layers() == copied.layers()
    assert layers(position) == kept
    assert layers(original) == before                   # a copy has layers of its own
    position = copied.copy()
    for unit, _ in steps:
        copied.place(unit, -1)
    assert layers(position) == kept                     # and so has the original


def test_what_the_layers_say() -> None:
    position = NIGHT.copy()
    assert isinstance(position, MapPosition)
    grid = position.setting.grid
    centre = grid.cell("C2")
    position.place(0, centre)
    assert position.stack[centre] == (0,)
    assert position.closed[1][centre] == 1              # red cannot enter
    assert position.closed[0][centre] == 0
    assert all(position.zones[0][n] for n in grid.neighbours[centre])
    position.place(0, -1)
    assert position.stack[centre] == ()
    assert position.closed[1][centre] == 0


@pytest.mark.parametrize("keep", [(), ("carrier",)])
def test_a_counter_that_is_removed_is_whole_again_and_bare(keep: tuple[str, ...]) -> None:
    g = GAME.start(grognard.start(GAME, seed=1).setting, "1")  # type: ignore[arg-type]
    unit = g.on_map(0)[0]
    cell = g.state.loc[unit]
    g.state.steps[unit], g.state.carrier[unit] = 0, 1
    g.remove(unit, -1, *keep)
    assert (g.state.loc[unit], unit in g.stack[cell]) == (-1, False)
    assert (g.state.steps[unit], g.state.carrier[unit]) == (g.setting.units[unit].steps, len(keep))
    assert g.living([unit, *g.on_map(1)]) == g.on_map(1)


def test_zones_follow_what_they_depend_on() -> None:
    """A unit on the map loses and regains its zone; one beside the map has none to change."""
    silent: set[int] = set()

    class Listening(type(NIGHT)):  # type: ignore[misc]
        def zone(self, unit: int, cell: int) -> list[int]:
            return [] if unit in silent else list(super().zone(unit, cell))

    position = Listening(NIGHT.setting, NIGHT.state.copy(), NIGHT.dice.copy())
    for unit in range(len(position.state.loc)):
        position.place(unit, -1)
    centre = position.setting.grid.cell("C2")
    position.place(0, centre)
    before = layers(position)
    position.change_zones([0, 1], lambda: silent.update((0, 1)))
    assert not position.zone_cells[0]
    assert position.stack[centre] == (0,)
    position.change_zones([0, 1], silent.clear)
    assert layers(position) == before
