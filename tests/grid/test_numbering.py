"""Printed numbers and what people type for them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grognard.errors import NotUnderstood
from grognard.grid import hex_grid, square_grid
from grognard.grid.numbering import STYLES, largest, print_id, read_id


@pytest.mark.parametrize(
    ("style", "printed"), [("CCRR", "0315"), ("RRCC", "1503"), ("CC.RR", "03.15"), ("A1", "C15")]
)
def test_printing_column_3_row_15(style: str, printed: str) -> None:
    assert print_id(style, 3, 15) == printed
    assert read_id(style, printed) == (3, 15)


@pytest.mark.parametrize(
    ("style", "typed"),
    [
        ("CC.RR", "0315"), ("CC.RR", "3.15"), ("CC.RR", " 03 . 15 "), ("CC.RR", "03-15"), ("CC.RR", "315"),
        ("CCRR", "03.15"), ("CCRR", "315"), ("CCRR", "3 15"),
        ("RRCC", "15.03"), ("RRCC", "15 3"),
        ("A1", "c15"), ("A1", "C 15"), ("A1", "c-15"), ("A1", "C015"),
    ],
)  # fmt: skip
def test_typing_is_forgiven(style: str, typed: str) -> None:
    assert read_id(style, typed) == (3, 15)


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("typed", ["", " ", "hex", "12345", "1.2.3", "P", "16P", "-", "٣.15", "PP3", "003.1"])
def test_other_texts_are_no_numbers(style: str, typed: str) -> None:
    assert read_id(style, typed) is None


@given(style=st.sampled_from(STYLES), data=st.data())
def test_every_number_reads_back(style: str, data: st.DataObject) -> None:
    columns, rows = largest(style)
    place = data.draw(st.tuples(st.integers(1, columns), st.integers(1, rows)))
    assert read_id(style, print_id(style, *place)) == place


def test_an_unknown_hex_is_answered_with_the_nearest() -> None:
    grid = hex_grid((10, 40), (1, 17), short="even")
    with pytest.raises(NotUnderstood, match=r"^there is no hex 4112 on this map; the nearest is 4011$"):
        grid.cell("4112")
    with pytest.raises(NotUnderstood, match=r"^'Paris' is no hex number; write it like 1001$"):
        grid.cell("Paris")


def test_an_unknown_square_is_called_a_square() -> None:
    grid = square_grid((1, 22), (1, 34))
    with pytest.raises(NotUnderstood, match=r"^there is no square W35 on this map; the nearest is V34$"):
        grid.cell("W35")


def test_cells_count_in_the_order_of_their_numbers() -> None:
    for grid in (hex_grid((8, 12), (8, 12)), hex_grid((8, 12), (8, 12), numbering="RRCC")):
        assert list(grid.ids) == sorted(grid.ids)
    assert square_grid((1, 2), (9, 10)).ids == ("A9", "A10", "B9", "B10")
