"""Sets of cells as whole numbers."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from grognard.rules.masks import cells_of, layer_mask, mask

cells = st.sets(st.integers(0, 2500), max_size=200)


@given(cells)
def test_there_and_back(some: set[int]) -> None:
    assert cells_of(mask(some)) == sorted(some)


@given(cells, cells)
def test_numbers_behave_as_sets(one: set[int], other: set[int]) -> None:
    assert cells_of(mask(one) | mask(other)) == sorted(one | other)
    assert cells_of(mask(one) & mask(other)) == sorted(one & other)
    assert cells_of(mask(one) & ~mask(other)) == sorted(one - other)


@given(st.lists(st.integers(0, 255), min_size=1, max_size=600))
def test_a_layer_counts_where_it_is_not_zero(counts: list[int]) -> None:
    assert cells_of(layer_mask(bytearray(counts))) == [cell for cell, count in enumerate(counts) if count]


def test_the_empty_set() -> None:
    assert mask([]) == 0
    assert cells_of(0) == []
    assert layer_mask(bytearray(5)) == 0
