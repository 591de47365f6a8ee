"""Sets of cells as whole numbers: bit n is cell n. Union and intersection of large sets cost nothing."""

from __future__ import annotations

from collections.abc import Iterable


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
        self.forth = tuple((by, cells) for by, cells in sorted(able.items()) if by >= 0)
        """How far the numbers go up, each with the cells that have such a step."""
        self.back = tuple((-by, cells) for by, cells in sorted(able.items()) if by < 0)

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


_DIGITS = b"0" + b"1" * 255


def layer_mask(layer: bytearray) -> int:
    """The set of cells that a layer counts at all.

    >>> layer_mask(bytearray([2, 0, 0, 1]))
    9
    """
    return int(layer.translate(_DIGITS)[::-1], 2)
