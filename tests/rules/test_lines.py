"""Shortest paths as the crow flies."""

from __future__ import annotations

from grognard.grid import hex_grid
from grognard.rules.lines import CrowPaths
from grognard.rules.masks import mask

GRID = hex_grid((1, 9), (1, 9), numbering="RRCC", orientation="pointy", shifted="even")
EVERYWHERE = (1 << len(GRID)) - 1


def cells(text: str) -> int:
    return mask([GRID.cell(name) for name in text.split()])


def test_every_shortest_path_and_all_their_cells() -> None:
    crow = CrowPaths(GRID, EVERYWHERE)
    two = crow.paths(GRID.cell("0505"), GRID.cell("0406"))
    assert set(two) == {cells("0405"), cells("0506")}
    assert crow.paths(GRID.cell("0505"), GRID.cell("0508")) == (cells("0506 0507"),)
    assert crow.between(GRID.cell("0505"), GRID.cell("0508")) == cells("0506 0507")
    assert crow.paths(GRID.cell("0505"), GRID.cell("0506")) == (0,)
    assert crow.between(GRID.cell("0505"), GRID.cell("0406")) == cells("0405 0506")


def test_a_path_that_keeps_out_of_the_way() -> None:
    crow = CrowPaths(GRID, EVERYWHERE)
    a, b = GRID.cell("0505"), GRID.cell("0508")
    assert crow.has_path(a, b, 0)
    assert not crow.has_path(a, b, cells("0506"))
    other = GRID.cell("0406")
    assert crow.has_path(GRID.cell("0504"), other, cells("0505"))
    assert not crow.has_path(GRID.cell("0504"), other, cells("0505 0404 0405"))


def test_ground_that_no_path_may_enter() -> None:
    crow = CrowPaths(GRID, EVERYWHERE & ~cells("0506"))
    assert crow.paths(GRID.cell("0505"), GRID.cell("0507")) == ()
    assert not crow.has_path(GRID.cell("0505"), GRID.cell("0507"), 0)
