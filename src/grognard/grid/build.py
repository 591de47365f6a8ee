"""Building grids from their first and last numbers."""

from __future__ import annotations

from collections.abc import Iterable

from grognard.grid.grid import HexGrid, Span, SquareGrid
from grognard.grid.numbering import read_id


def hex_grid(
    columns: Span,
    rows: Span,
    *,
    numbering: str = "CCRR",
    orientation: str = "flat",
    shifted: str = "even",
    short: str = "none",
    cut: Iterable[str] = (),
) -> HexGrid:
    """A grid of hexes; ``columns`` and ``rows`` are the first and the last printed number.

    ``short`` ("even" or "odd") names the columns of a flat grid, or the rows of a pointy one, that have
    one hex less. ``cut`` names cells of the box that are not on the map.

    >>> grid = hex_grid((10, 40), (1, 17), short="even")
    >>> len(grid)
    511
    >>> [grid.ids[cell] for cell in grid.neighbours[grid.cell("2010")]]
    ['2009', '2110', '2111', '2011', '1911', '1910']
    >>> grid.distance(grid.cell("1201"), grid.cell("1503"))
    3
    """
    gone = _cut_places(numbering, cut)
    odd = {"none": None, "even": 0, "odd": 1}[short]
    flat = orientation == "flat"
    places = []
    for column in range(columns[0], columns[1] + 1):
        for row in range(rows[0], rows[1] + 1):
            line, place, last = (column, row, rows[1]) if flat else (row, column, columns[1])
            if (line % 2 == odd and place == last) or (column, row) in gone:
                continue
            places.append((column, row))
    return HexGrid(numbering, columns, rows, places, orientation, shifted, short)


def square_grid(columns: Span, rows: Span, *, numbering: str = "A1", cut: Iterable[str] = ()) -> SquareGrid:
    """A grid of squares; ``columns`` and ``rows`` are the first and the last number (A is 1).

    >>> grid = square_grid((1, 22), (1, 34))
    >>> grid.ids[0], grid.ids[-1], grid.distance(grid.cell("P7"), grid.cell("p 16"))
    ('A1', 'V34', 9)
    """
    gone = _cut_places(numbering, cut)
    places = [
        (column, row)
        for column in range(columns[0], columns[1] + 1)
        for row in range(rows[0], rows[1] + 1)
        if (column, row) not in gone
    ]
    return SquareGrid(numbering, columns, rows, places)


def _cut_places(numbering: str, cut: Iterable[str]) -> set[tuple[int, int]]:
    return {place for place in (read_id(numbering, id) for id in cut) if place is not None}
