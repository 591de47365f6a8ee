"""Sets of cells as whole numbers: bit n is cell n. Union and intersection of large sets cost nothing."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import reduce
from itertools import combinations
from operator import or_


def mask(cells: Iterable[int]) -> int:
    """The set of some cells.

    >>> mask([0, 3])
    9
    """
    bits = 0
    for cell in cells:
        bits |= 1 << cell
    return bits


_BYTES: list[dict[int, tuple[int, ...]]] = []
"""For each byte of a set the cells that a value of it stands for, filled in as values turn up."""
_FEW = 6
"""Up to this number cells are taken one by one; of more, a byte at a time."""


def union(sets: Iterable[int]) -> int:
    """The cells of any of some sets.

    >>> union([0b1, 0b100]) == mask([0, 2])
    True
    """
    return reduce(or_, sets, 0)


def cells_of(bits: int) -> list[int]:
    """The cells of a set, lowest first.

    >>> cells_of(9)
    [0, 3]
    """
    cells: list[int] = []
    if bits.bit_count() <= _FEW:
        while bits:
            low = bits & -bits
            cells.append(low.bit_length() - 1)
            bits ^= low
        return cells
    content = bits.to_bytes(bits.bit_length() // 8 + 1, "little")
    while len(_BYTES) < len(content):
        _BYTES.append({})
    for place, value in enumerate(content):
        if value:
            found = _BYTES[place].get(value)
            if found is None:
                found = _BYTES[place][value] = tuple([8 * place + bit for bit in range(8) if value >> bit & 1])
            cells += found
    return cells


_NEAR = 4
"""Up to this number cells are stepped over one by one; of more, half of a set at a time."""


def cell_at(bits: int, index: int) -> int:
    """``cells_of(bits)[index]``, without all the other cells.

    >>> cell_at(mask([2, 5, 9]), 1)
    5
    """
    first, width = 0, bits.bit_length()
    while index > _NEAR:
        width = (width + 1) // 2
        lower = bits & (1 << width) - 1
        number = lower.bit_count()
        if index < number:
            bits = lower
        else:
            index -= number
            first += width
            bits >>= width
    for _ in range(index):
        bits &= bits - 1  # without its lowest cell
    return first + (bits & -bits).bit_length() - 1


class Spread:
    """Steps from cell to cell, ready to be taken by a whole set of cells at once.

    On a map with regular numbers a step in one direction adds the same to every cell's number. A set of
    cells takes it by one shift of its bits, once the cells without such a step are masked out.
    """

    def __init__(self, steps: Iterable[tuple[int, int]]) -> None:
        able: dict[int, int] = {}
        for cell, other in steps:
            able[other - cell] = able.get(other - cell, 0) | 1 << cell
        self._lay_out(able)

    def _lay_out(self, able: dict[int, int]) -> None:
        self.forth = tuple((by, cells) for by, cells in sorted(able.items()) if by >= 0)
        """How far the numbers go up, each with the cells that have such a step."""
        self.back = tuple((-by, cells) for by, cells in sorted(able.items()) if by < 0)

    def altered(self, without: Iterable[tuple[int, int]], more: Iterable[tuple[int, int]]) -> Spread:
        """The same without some steps and with others: cheaper than to lay all of them out again.

        >>> Spread([(0, 1), (1, 2)]).altered([(0, 1)], [(2, 1)]).of(mask([0, 2])) == mask([1])
        True
        """
        able = {**dict(self.forth), **{-by: cells for by, cells in self.back}}
        for cell, other in without:
            able[other - cell] = able.get(other - cell, 0) & ~(1 << cell)
        for cell, other in more:
            able[other - cell] = able.get(other - cell, 0) | 1 << cell
        new = Spread(())
        new._lay_out({by: cells for by, cells in able.items() if cells})
        return new

    def of(self, cells: int) -> int:
        """All cells one step from any of a set.

        >>> Spread([(0, 1), (1, 2), (1, 0)]).of(mask([1])) == mask([0, 2])
        True
        """
        found = 0
        for by, able in self.forth:
            found |= (cells & able) << by
        for by, able in self.back:
            found |= (cells & able) >> by
        return found

    def within(self, cells: int, steps: int) -> int:
        """The cells of a set and all that lie within a number of steps."""
        new = cells
        for _ in range(steps):
            new = self.of(new) & ~cells
            if not new:
                break
            cells |= new
        return cells


_DIGITS = b"0" + b"1" * 255


def layer_mask(layer: bytearray) -> int:
    """The set of cells that a layer counts at all.

    >>> layer_mask(bytearray([2, 0, 0, 1]))
    9
    """
    return int(layer.translate(_DIGITS)[::-1], 2)


def fewest_cells(wanted: Sequence[int], most: int = 3) -> int:
    """The smallest number of cells such that each set holds one of them; beyond ``most``, a number that is enough.

    >>> fewest_cells([0b011, 0b110, 0b1000])
    2
    """
    sets = [cells for cells in wanted if cells]
    every = sorted({cell for cells in sets for cell in cells_of(cells)})
    for size in range(most + 1):
        for chosen in combinations(every, size):
            if all(mask(chosen) & cells for cells in sets):
                return size
    number = 0
    while sets:
        best = max(every, key=lambda cell: sum([cells >> cell & 1 for cells in sets]))
        sets, number = [cells for cells in sets if not cells >> best & 1], number + 1
    return number
