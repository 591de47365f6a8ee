"""Stacking (section 4.1)."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest

from grognard.games.marne_1914.rules.stacking import fits, may_share
from tests.games.marne_1914.position import (
    allowed,
    destinations,
    disrupted,
    fight,
    game,
    number,
    place,
    play,
    refused,
    steps,
    study,
)


def stack(units: str, **options: Any) -> str:
    """The case by which those units may not share a hex; "" if they may."""
    match = study("movement entente", **options)
    return may_share(game(match), [number(match, uid) for uid in units.split()]).case


@pytest.mark.parametrize("units", ["14DI", "14DI 1DC", "14DI 1DC 3DC", "1DC 3DC 5DC", "3CavB 5CavB 1CavB"])
def test_4_1_1_stacks_within_the_limits(units: str) -> None:
    """4.1.1: one infantry unit with 2 points of cavalry, or three cavalry units."""
    assert stack(units) == ""


@pytest.mark.parametrize("units", ["14DI 63DR", "14DI 1DC 3DC 5DC", "1CavB 2CavB 3CavB 4CavB"])
def test_4_1_1_stacks_over_the_limits(units: str) -> None:
    """4.1.1: no second infantry unit, no third cavalry unit beside infantry, no fourth at all."""
    assert stack(units) == "4.1.1"


def test_4_1_1_by_option_a_cavalry_division_counts_two_points() -> None:
    """4.1.1, ruling C07: beside infantry one division or two brigades; three divisions alone are well."""
    assert stack("14DI 1DC", cavalry_stacking="divisions-two") == ""
    assert stack("14DI 1DC 3DC", cavalry_stacking="divisions-two") == "4.1.1"
    assert stack("1Div 1CavB 2CavB", cavalry_stacking="divisions-two") == ""
    assert stack("1DC 3DC 5DC", cavalry_stacking="divisions-two") == ""


@pytest.mark.parametrize("points", ["one-each", "divisions-two"])
def test_4_1_the_short_answer_is_that_of_the_ruling(points: str) -> None:
    """4.1.1, 4.1.2: every unit beside every stack of up to four others, of one army or of two."""
    match = study("movement entente", cavalry_stacking=points)
    g = game(match)
    names = ["14DI", "63DR", "1DC", "3DC", "5DC", "3CavB", "1CavB"]
    units = [number(match, uid) for uid in names]
    cell = match.setting.grid.cell("2416")
    for many in range(5):
        for others in combinations(units, many):
            g.stack[cell] = others
            for unit in units:
                together = (unit, *(u for u in others if u != unit))
                assert fits(g, unit, cell) is bool(may_share(g, together)), (unit, others)


def test_m018_infantry_with_three_points_of_cavalry() -> None:
    """4.1.1."""
    match = study("movement entente", "1Div 2416 \n 1CavB 2416 \n 2CavB 2416 \n 3CavB 2414")
    refused(match, "move 3CavB 2416", "4.1.1", "2 stacking points")


def test_m020_armies_may_not_mix_even_on_the_boundary_column() -> None:
    """4.1.2, 5.1.7: both armies may use column 19, but not the same hex of it."""
    match = study("movement entente", "markers 6/BEF=19 BEF/5=28 \n 55DR 1912 \n 3CavB 1914 \n 1DC 1910")
    refused(match, "move 3CavB 1912", "4.1.2", "different armies")
    assert allowed(match, "move 3CavB 1913")
    assert allowed(match, "move 1DC 1912")


def test_m023_markers_do_not_count() -> None:
    """4.1.3: a division with taxi and disruption markers and two cavalry units of its army."""
    match = study("movement entente", "7DI 1212 4 taxi disrupted \n 1DC 1212 disrupted \n 3DC 1214")
    assert allowed(match, "move 3DC 1212")


def test_4_1_4_limits_hold_where_a_move_ends_not_on_its_way() -> None:
    """4.1.4, 6.1.9: units pass through a full hex and may not stop there."""
    match = study("movement entente", "14DI 2010 \n 63DR 2011 \n 5DI 2109 \n 6DI 2110 \n 37DI 1910")
    refused(match, "move 14DI 2011", "4.1.1", "4.1.4")
    assert "2013" in destinations(match, "14DI")
    play(match, "move 14DI 2012")
    assert place(match, "14DI") == "2012"


def test_4_1_4_limits_hold_after_combat() -> None:
    """4.1.4, 8.6.1: the second infantry unit cannot follow into the hex that was emptied."""
    match = study("combat cp", "3ID 2009 \n 4ID 2110 \n 63DR 2010 1", dice=[6, 6])
    fight(match, "2010", "3ID", "4ID")
    play(match, "advance 3ID")
    assert place(match, "3ID") == "2010"
    assert all(action.verb != "advance" for action in match.legal_actions())


def test_4_1_5_a_retreat_does_not_end_in_an_illegal_stack() -> None:
    """4.1.5: a hex with units of another army is closed too; going on costs one step."""
    match = study("combat cp", "3ID 2009 \n 4ID 2110 \n 7ID 1910 \n 63DR 2010 \n 4DC 2011", dice=[3, 3, 3])
    fight(match, "2010", "3ID", "4ID", "7ID")
    refused(match, "retreat 63DR 2011", "8.5.3", "2011 is full")
    play(match, "retreat 63DR 2012")
    assert place(match, "63DR") == "2012"
    assert steps(match, "63DR") == 3
    assert disrupted(match, "63DR")
