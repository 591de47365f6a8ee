"""Hit points that become step losses: what each step costs, and ways to waste none."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.rules.memo import Memo

Steps = Sequence[tuple[int, int]]
"""Units as the price of a step and the number of steps that they have."""
_spent: Memo[int] = Memo(4096)


def one_less(steps: Steps, place: int) -> Steps:
    return [(cost, left - 1) if number == place else (cost, left) for number, (cost, left) in enumerate(steps)]


def most_spent(steps: Steps, hits: int) -> int:
    """The most points that steps can use up.

    >>> most_spent([(2, 2), (3, 1)], 6)
    5
    """
    key = (tuple(steps), hits)
    found = _spent.get(key)
    if found is None:
        ways = [
            cost + most_spent(one_less(steps, place), hits - cost)
            for place, (cost, left) in enumerate(steps)
            if left and cost <= hits
        ]
        found = _spent[key] = max(ways, default=0)
    return found


def without_waste(steps: Steps, hits: int) -> list[int]:
    """The units that can take the next step so that as many points as possible are used up in the end.

    >>> without_waste([(2, 2), (3, 1)], 4)
    [0]
    """
    best = most_spent(steps, hits)
    return [
        place
        for place, (cost, left) in enumerate(steps)
        if left and cost <= hits and cost + most_spent(one_less(steps, place), hits - cost) == best
    ]
