"""Guesses at hidden units: who may lie under which covered counter, and who stands in whose place."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from random import Random
from typing import TypeVar

C = TypeVar("C")


def deal(
    units: Iterable[int], counters: Iterable[C], fitting: Callable[[C], frozenset[int]], chance: Random
) -> dict[int, C]:
    """A unit for each counter, drawn by chance among those fitting it; as many counters as can be are served.

    >>> deal([1, 2, 3], "ab", {"a": frozenset([1]), "b": frozenset([2, 3])}.__getitem__, Random(1))[1]
    'a'
    """
    order, places = sorted(units), list(counters)
    chance.shuffle(order)
    chance.shuffle(places)
    found = [fitting(counter) for counter in places]
    in_order = {among: [unit for unit in order if unit in among] for among in dict.fromkeys(found)}
    able = [in_order[among] for among in found]
    holder: dict[int, int] = {}

    def seat(place: int, tried: set[int]) -> bool:
        for unit in able[place]:
            if unit not in tried:
                tried.add(unit)
                if unit not in holder or seat(holder[unit], tried):
                    holder[unit] = place
                    return True
        return False

    for place in sorted(range(len(places)), key=lambda n: len(able[n])):
        seat(place, set())
    return {unit: places[place] for unit, place in sorted(holder.items())}


def stand_ins(hidden: Iterable[int], here: Sequence[int], there: Sequence[int]) -> list[tuple[int, int]]:
    """Hidden units with those that stand in their places in another world; who stays where he is stands for himself."""
    places: dict[int, tuple[list[int], list[int]]] = {}
    for unit in sorted(hidden):
        places.setdefault(here[unit], ([], []))[0].append(unit)
        places.setdefault(there[unit], ([], []))[1].append(unit)
    found: list[tuple[int, int]] = []
    for ours, theirs in places.values():
        both = set(ours) & set(theirs)
        found += zip([u for u in ours if u not in both], [u for u in theirs if u not in both], strict=True)
        found += [(unit, unit) for unit in sorted(both)]
    return found
