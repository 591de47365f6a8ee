"""Which attacks a drill makes: means of what they bring, who may go together, one after another. For bots alone."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

import msgspec

from grognard.engine import Action
from grognard.rules.drilling import Answer, Prospect, best_of
from grognard.rules.masks import cells_of, union
from grognard.rules.orders import END


def mean_of(found: Sequence[Prospect]) -> Prospect:
    """What happens on average, where each of some outcomes is as likely as the others."""
    columns = zip(*[(p.worth, p.own, p.loss, p.won) for p in found], strict=True)
    return Prospect(*[sum(column) / len(found) for column in columns])


def strongest_groups(units: Iterable[int], strength: Callable[[int], float], most: int) -> list[tuple[int, ...]]:
    """The strongest alone, the two strongest, and so on; then each of these alone.

    >>> strongest_groups([1, 2, 3], {1: 4, 2: 9, 3: 5}.__getitem__, 2)
    [(2,), (2, 3), (3,)]
    """
    order = sorted(units, key=lambda unit: (-strength(unit), unit))[:most]
    together = [tuple(sorted(order[:number])) for number in range(1, len(order) + 1)]
    return list(dict.fromkeys([*together, *[(unit,) for unit in order]]))


def best_attack(found: Iterable[tuple[float, Action, Prospect]], least: float) -> Answer:
    """Of attacks with what each is worth the best, if that is more than ``least``, and why; or none."""
    best = best_of([(worth, (attack, prospect)) for worth, attack, prospect in found], least)
    if best is None:
        return END, f"no attack promises more than {least:+.2f}"
    attack, prospect = best
    return attack, f"promises {prospect.worth:+.2f}: they lose {prospect.loss:.1f}, we lose {prospect.own:.1f}"


class Planned(msgspec.Struct, frozen=True):
    cell: int
    units: tuple[int, ...]
    worth: float


def plan_attacks(
    free: Mapping[int, int], groups: Callable[[Sequence[int]], Iterable[tuple[int, ...]]],
    worth: Callable[[int, tuple[int, ...]], float], least: float, duty: float,
) -> list[Planned]:  # fmt: skip
    """Attacks worth more than ``least``, the best first, each unit and each cell once.

    ``free`` are units with the enemy cells beside each, ``groups`` which of those beside a cell may go together,
    ``duty`` what it costs to leave another enemy beside the attackers alone.
    """
    left, planned = dict(free), list[Planned]()

    def possible() -> Iterator[tuple[float, Planned]]:
        for cell in cells_of(union(left.values())):
            for units in groups([unit for unit, enemies in left.items() if enemies >> cell & 1]):
                others, found = union(left[unit] for unit in units) & ~(1 << cell), worth(cell, units)
                yield found - duty * others.bit_count(), Planned(cell, units, found)

    while (best := best_of(possible(), least)) is not None:
        planned.append(best)
        left = {unit: enemies & ~(1 << best.cell) for unit, enemies in left.items() if unit not in best.units}
    return planned
