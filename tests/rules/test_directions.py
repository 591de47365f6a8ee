"""Directions of retreat: all best ways at once."""

from __future__ import annotations

from itertools import pairwise

from grognard.grid import hex_grid
from grognard.rules.directions import along, best_ways, beyond
from grognard.rules.masks import cells_of, mask
from grognard.rules.tolls import Steps

GRID = hex_grid((1, 9), (1, 9), numbering="RRCC", orientation="pointy", shifted="even")
STEPS = Steps(len(GRID), [(a, b) for a in range(len(GRID)) for b in GRID.neighbours[a]])


def cell(name: str) -> int:
    return GRID.cell(name)


def cells(text: str) -> int:
    return mask([cell(name) for name in text.split()])


def names(found: int) -> set[str]:
    return {GRID.ids[c] for c in cells_of(found)}


def test_the_shortest_ways_where_nothing_is_in_the_way() -> None:
    way = best_ways(STEPS, cell("0505"), cells("0501"), 0, 0)
    assert way is not None
    assert [names(step) for step in way.at] == [{"0505"}, {"0504"}, {"0503"}, {"0502"}, {"0501"}]
    assert names(way.ends()) >= {"0504", "0404", "0405"}
    assert way.path(cell("0403")) == [cell("0504"), cell("0403")]


def test_fewest_cells_to_avoid_come_before_the_shortest() -> None:
    zone = cells("0504 0503")
    way = best_ways(STEPS, cell("0505"), cells("0501"), 0, zone)
    assert way is not None
    assert len(way.depths) == 5
    assert not any(step & zone for step in way.at)
    wall = mask([c for c in range(len(GRID)) if GRID.column(c) == 3])
    through = best_ways(STEPS, cell("0505"), cells("0501"), 0, wall)
    assert through is not None
    assert [bool(step & wall) for step in through.at].count(True) == 1
    for end in cells_of(through.at[-1]):
        path = through.path(end, len(through.depths))
        assert path is not None
        assert sum(wall >> c & 1 for c in path) == 1
        assert all(b in GRID.neighbours[a] for a, b in pairwise([through.start, *path]))


def test_no_way_and_no_step() -> None:
    wall = mask([c for c in range(len(GRID)) if GRID.column(c) == 3])
    assert best_ways(STEPS, cell("0505"), cells("0501"), wall, 0) is None
    there = best_ways(STEPS, cell("0501"), cells("0501"), 0, 0)
    assert there is not None
    assert there.depths == []
    assert names(there.ends()) == {GRID.ids[c] for c in GRID.neighbours[cell("0501")]}


def test_a_least_length_lengthens_the_way() -> None:
    line = along(STEPS, cell("0502"), [cell(f"05{column:02d}") for column in range(3, 8)], cells("0506"))
    assert [names(step) for step in line.at[1:]] == [{"0503"}, {"0504"}, {"0505"}]
    assert "0503" in names(line.ends(1))
    assert line.path(cell("0404"), 1) == [cell("0503"), cell("0504"), cell("0404")]
    assert line.path(cell("0403"), 3) == [cell("0503"), cell("0504"), cell("0403")]
    assert line.path(cell("0402"), 3) is None


def test_beyond_the_goal_in_the_same_line() -> None:
    way = best_ways(STEPS, cell("0502"), cells("0504"), 0, 0)
    assert way is not None
    (ray,) = beyond(way, GRID.toward, cells("0508"))
    assert names(ray.at[-1]) == {"0507"}
    assert ray.path(cell("0506")) == [cell(f"05{column:02d}") for column in (3, 4, 5, 6)]
