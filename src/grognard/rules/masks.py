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


_IN_BYTE = tuple(tuple(bit for bit in range(8) if byte >> bit & 1) for byte in range(256))


def cells_of(bits: int) -> list[int]:
    """The cells of a set, lowest first.

    >>> cells_of(9)
    [0, 3]
    """
    cells: list[int] = []
    if bits.bit_count() < 12:
        while bits:
            low = bits & -bits
            cells.append(low.bit_length() - 1)
            bits ^= low
        return cells
    base = 0
    for byte in bits.to_bytes(bits.bit_length() // 8 + 1, "little"):
        if byte:
            cells += [base + bit for bit in _IN_BYTE[byte]]
        base += 8
    return cells


_DIGITS = b"0" + b"1" * 255


def layer_mask(layer: bytearray) -> int:
    """The set of cells that a layer counts at all.

    >>> layer_mask(bytearray([2, 0, 0, 1]))
    9
    """
    return int(layer.translate(_DIGITS)[::-1], 2)
