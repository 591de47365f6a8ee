"""Sets of cells as whole numbers."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from grognard.rules.masks import Spread, cell_at, cells_of, layer_mask, mask

cells = st.sets(st.integers(0, 2500), max_size=200)


@given(cells)
def test_there_and_back(some: set[int]) -> None:
    assert cells_of(mask(some)) == sorted(some)


@given(cells)
def test_one_cell_of_many(some: set[int]) -> None:
    assert [cell_at(mask(some), index) for index in range(len(some))] == sorted(some)


@given(cells, cells)
def test_numbers_behave_as_sets(one: set[int], other: set[int]) -> None:
    assert cells_of(mask(one) | mask(other)) == sorted(one | other)
    assert cells_of(mask(one) & mask(other)) == sorted(one & other)
    assert cells_of(mask(one) & ~mask(other)) == sorted(one - other)


@given(st.lists(st.integers(0, 255), min_size=1, max_size=600))
def test_a_layer_counts_where_it_is_not_zero(counts: list[int]) -> None:
    assert cells_of(layer_mask(bytearray(counts))) == [cell for cell, count in enumerate(counts) if count]


steps = st.lists(st.tuples(st.integers(0, 60), st.integers(0, 60)), max_size=80)


@given(steps, st.sets(st.integers(0, 70)))
def test_a_set_spreads_by_every_step_of_its_cells(steps: list[tuple[int, int]], some: set[int]) -> None:
    """Whatever the numbers of the cells: regular maps are only faster."""
    assert cells_of(Spread(steps).of(mask(some))) == sorted({b for a, b in steps if a in some})


def test_the_empty_set() -> None:
    assert mask([]) == 0
    assert cells_of(0) == []
    assert layer_mask(bytearray(5)) == 0
