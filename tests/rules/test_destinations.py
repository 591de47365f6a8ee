"""Actions that are made only when they are looked at."""

from __future__ import annotations

import pytest

from grognard.engine import Action
from grognard.rules.destinations import Destinations
from grognard.rules.masks import mask

FOUND = Destinations(5, {"move": mask([2, 9]), "ride": mask([9])}, [Action("stay", (5,))])
ALL = [Action("move", (5, 2)), Action("move", (5, 9)), Action("ride", (5, 9)), Action("stay", (5,))]


def test_it_reads_like_a_list() -> None:
    assert len(FOUND) == 4
    assert list(FOUND) == ALL
    assert [FOUND[n] for n in range(4)] == ALL
    assert [FOUND[n] for n in range(-4, 0)] == ALL
    assert FOUND[1:3] == ALL[1:3]
    assert ALL[2] in FOUND
    assert Action("ride", (5, 2)) not in FOUND


@pytest.mark.parametrize("index", [4, -5])
def test_there_is_nothing_beyond_the_ends(index: int) -> None:
    with pytest.raises(IndexError):
        FOUND[index]


def test_nothing_to_do_is_false() -> None:
    assert not Destinations(5, {"move": 0})
    assert Destinations(5, {}, [ALL[3]])
