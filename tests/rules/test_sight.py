"""Lines of sight."""

from __future__ import annotations

from grognard.grid import hex_grid
from grognard.rules.masks import mask
from grognard.rules.sight import Sight

GRID = hex_grid((1, 7), (1, 7), orientation="flat", shifted="odd", numbering="CCRR")


def cells(*names: str) -> int:
    return mask([GRID.cell(name) for name in names])


def look(far: int, blocking: int = 0, dim: int = 0) -> Sight:
    return Sight(GRID, [far] * len(GRID.ids), lambda cell: blocking, dim, 1)


def test_range_and_neighbours() -> None:
    start = GRID.cell("0404")
    assert look(1).seen[start] == mask(GRID.neighbours[start])
    assert look(3).seen[start] >> GRID.cell("0407") & 1
    assert not look(2).seen[start] >> GRID.cell("0407") & 1


def test_what_blocks_is_not_next_to_the_observer() -> None:
    start, end = GRID.cell("0404"), GRID.cell("0407")
    assert look(3, cells("0405")).seen[start] >> end & 1
    assert not look(3, cells("0406")).seen[start] >> end & 1


def test_dim_cells_shorten_the_view_into_and_through_them() -> None:
    start = GRID.cell("0404")
    assert not look(2, dim=cells("0406")).seen[start] >> GRID.cell("0406") & 1
    assert not look(3, dim=cells("0405")).seen[start] >> GRID.cell("0407") & 1
    assert look(1, dim=cells("0405")).seen[start] >> GRID.cell("0405") & 1


def test_seen_from_is_the_way_back() -> None:
    found = look(2, cells("0303"))
    for cell in range(len(GRID.ids)):
        for other in range(len(GRID.ids)):
            assert found.seen[cell] >> other & 1 == found.seen_from[other] >> cell & 1
