"""Rivers whose bridges change in play: moves, paths that end beyond water, hit points without waste."""

from __future__ import annotations

from itertools import permutations

from hypothesis import given, settings
from hypothesis import strategies as st

from grognard.grid import hex_grid
from grognard.rules.hit_points import most_spent, without_waste
from grognard.rules.masks import cells_of, mask
from grognard.rules.rivers import ChangingGoing, ChangingSpread, both_ways, pairs
from grognard.rules.search import ChangingSteps

GRID = hex_grid((1, 6), (1, 6))
CELLS = range(len(GRID.ids))
ALL = [(a, b) for a in CELLS for b in GRID.neighbours[a]]


def is_over(a: int, b: int) -> bool:
    """A river runs between rows 3 and 4."""
    return (GRID.row(a) <= 3) != (GRID.row(b) <= 3)


RIVER = sorted({(min(a, b), max(a, b)) for a, b in ALL if is_over(a, b)})
DRY = [(a, b) for a, b in ALL if not is_over(a, b)]
TOP, BOTTOM = GRID.at(3, 1), GRID.at(3, 6)


def test_a_path_ends_with_the_first_cell_beyond_water() -> None:
    spread = ChangingSpread(DRY, both_ways(RIVER))
    found = spread.within(1 << TOP, 20, 0, ())
    rows = {GRID.row(c) for c in cells_of(found)}
    assert rows <= {1, 2, 3, 4}
    assert 4 in rows
    bridge = RIVER[0]
    assert spread.within(1 << TOP, 20, 0, (), bridge) >> BOTTOM & 1


def test_a_blown_bridge_is_water_and_a_laid_one_is_not() -> None:
    bridge = RIVER[0]
    spread = ChangingSpread([*DRY, *both_ways([bridge])], both_ways(RIVER[1:]))
    assert spread.within(1 << TOP, 20, 0, ()) >> BOTTOM & 1
    assert not spread.within(1 << TOP, 20, 0, bridge) >> BOTTOM & 1
    assert spread.within(1 << TOP, 20, 0, bridge, RIVER[1]) >> BOTTOM & 1
    assert not spread.within(1 << TOP, 20, mask(RIVER[1]), bridge, RIVER[1]) >> BOTTOM & 1


def test_moves_over_bridges_that_change() -> None:
    bridge, other = RIVER[0], RIVER[-1]
    steps = [[(b, 1) for a, b in [*DRY, *both_ways([bridge])] if a == cell] for cell in CELLS]
    going = ChangingGoing(ChangingSteps(steps), lambda a, b: 3)
    start, end = bridge
    assert going.now(()).reach(start, 9, 0, 0).cost(end) == 1
    assert end not in going.now(bridge).reach(start, 20, 0, 0)
    assert going.now(bridge, other).reach(other[0], 9, 0, 0).cost(other[1]) == 3
    assert going.now(bridge) is going.now(list(bridge))


def test_pairs() -> None:
    assert both_ways(pairs([1, 2, 5, 6])) == [(1, 2), (2, 1), (5, 6), (6, 5)]


@settings(deadline=None, max_examples=60)
@given(st.lists(st.tuples(st.integers(1, 4), st.integers(0, 2)), min_size=1, max_size=3), st.integers(0, 10))
def test_hit_points_without_waste(steps: list[tuple[int, int]], hits: int) -> None:
    """The most that any order of steps uses up, and the first steps of such orders."""
    single = [place for place, (_, number) in enumerate(steps) for _ in range(number)]
    spent: dict[int, int] = {}
    best = 0
    for order in set(permutations(single)):
        left = hits
        for place in order:
            if steps[place][0] > left:
                break
            left -= steps[place][0]
        best = max(best, hits - left)
        if order and steps[order[0]][0] <= hits:
            spent[order[0]] = max(spent.get(order[0], 0), hits - left)
    assert most_spent(steps, hits) == best
    assert set(without_waste(steps, hits)) == {place for place, used in spent.items() if used == best}
