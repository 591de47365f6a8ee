"""Where a unit can go, as actions that are made only when they are looked at."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import overload

from grognard.engine.actions import Action
from grognard.rules.masks import cell_at, cells_of


class Destinations:
    """The actions of one unit: verbs, each with the set of cells where it leads, and others beside them.

    Whoever picks one of a hundred moves does not want the other ninety-nine made first.

    >>> list(Destinations(7, {"move": 0b11000}, [Action("stay", (7,))]))[1:]
    [Action(verb='move', args=(7, 4)), Action(verb='stay', args=(7,))]
    """

    def __init__(self, unit: int, cells: Mapping[str, int], others: Sequence[Action] = ()) -> None:
        self.unit = unit
        self.cells = cells
        self.others = others

    def __len__(self) -> int:
        number = len(self.others)
        for cells in self.cells.values():
            number += cells.bit_count()
        return number

    @overload
    def __getitem__(self, index: int) -> Action: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Action]: ...
    def __getitem__(self, index: int | slice) -> Action | Sequence[Action]:
        if isinstance(index, slice):
            return list(self)[index]
        if index < 0:
            index += len(self)
            if index < 0:
                raise IndexError(index)
        for verb, cells in self.cells.items():
            number = cells.bit_count()
            if index < number:
                return Action(verb, (self.unit, cell_at(cells, index)))
            index -= number
        return self.others[index]

    def __iter__(self) -> Iterator[Action]:
        for verb, cells in self.cells.items():
            for cell in cells_of(cells):
                yield Action(verb, (self.unit, cell))
        yield from self.others


Sequence.register(Destinations)
