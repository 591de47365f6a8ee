"""Chains from one set of cells to another, and the fewest cells that meet all sets."""

from __future__ import annotations

from grognard.rules.masks import fewest_cells, mask
from grognard.rules.ways import links_up


def line(held: list[int], gap: int = 2) -> bool:
    """Cells of a row, 0 and 9 its ends."""
    near = [mask([c for c in range(10) if abs(c - cell) <= gap]) for cell in range(10)]
    return links_up(mask(held), mask([0]), mask([9]), near.__getitem__)


def test_a_chain_bridges_gaps_and_no_more() -> None:
    assert line([2, 4, 6, 8])
    assert not line([2, 4, 7, 8])
    assert not line([3, 5, 7])
    assert not line([])


def test_fewest_cells_beyond_what_is_tried_out() -> None:
    apart = [1 << cell for cell in range(6)]
    assert fewest_cells(apart) == 6
    assert fewest_cells([0, 0]) == 0
    assert fewest_cells([0b11, 0b10, 0b110]) == 1
