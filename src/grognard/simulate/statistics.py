"""The few statistics that studies need, without libraries: shares, means, paired differences, intervals."""

from __future__ import annotations

import math
from collections.abc import Sequence

import msgspec

Z95 = 1.959964


class Estimate(msgspec.Struct, frozen=True):
    """A value with its 95 % interval."""

    value: float
    low: float
    high: float
    number: int

    def __str__(self) -> str:
        return f"{self.value:.2f} ({self.low:.2f} to {self.high:.2f}, n={self.number})"

    def percent(self) -> str:
        return f"{self.value:.0%} ({self.low:.0%} to {self.high:.0%}, n={self.number})"


def share(wins: float, number: int) -> Estimate:
    """A share with Wilson's interval; half wins count for draws.

    >>> str(share(8, 10))
    '0.80 (0.49 to 0.94, n=10)'
    """
    if number == 0:
        return Estimate(0.5, 0.0, 1.0, 0)
    p = wins / number
    z2 = Z95 * Z95 / number
    middle = (p + z2 / 2) / (1 + z2)
    half = Z95 * math.sqrt(p * (1 - p) / number + z2 / (4 * number)) / (1 + z2)
    return Estimate(p, max(0.0, min(p, middle - half)), min(1.0, max(p, middle + half)), number)


def mean(values: Sequence[float]) -> Estimate:
    """A mean with its interval by the t distribution.

    >>> str(mean([1.0, 2.0, 3.0]))
    '2.00 (-0.48 to 4.48, n=3)'
    """
    number = len(values)
    if number == 0:
        return Estimate(math.nan, math.nan, math.nan, 0)
    average = sum(values) / number
    if number == 1:
        return Estimate(average, -math.inf, math.inf, 1)
    deviation = math.sqrt(sum((v - average) ** 2 for v in values) / (number - 1))
    half = student95(number - 1) * deviation / math.sqrt(number)
    return Estimate(average, average - half, average + half, number)


def student95(freedom: int) -> float:
    """The two-sided 95 % point of Student's t, by the usual expansion about the normal one."""
    exact = {1: 12.706, 2: 4.303, 3: 3.182, 4: 2.776, 5: 2.571, 6: 2.447, 7: 2.365, 8: 2.306, 9: 2.262}
    if freedom in exact:
        return exact[freedom]
    z, n = Z95, freedom
    return z + (z**3 + z) / (4 * n) + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * n**2)


def quantile(values: Sequence[float], part: float) -> float:
    """A quantile, between two values in proportion."""
    ordered = sorted(values)
    place = part * (len(ordered) - 1)
    low = math.floor(place)
    high = min(low + 1, len(ordered) - 1)
    return ordered[low] + (ordered[high] - ordered[low]) * (place - low)


def solve(matrix: Sequence[Sequence[float]], right: Sequence[float]) -> list[float]:
    """The solution of a system of linear equations (elimination with pivots)."""
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    size = len(rows)
    for column in range(size):
        pivot = max(range(column, size), key=lambda r: abs(rows[r][column]))
        rows[column], rows[pivot] = rows[pivot], rows[column]
        head = rows[column][column]
        rows[column] = [value / head for value in rows[column]]
        for other in range(size):
            if other != column and rows[other][column]:
                factor = rows[other][column]
                rows[other] = [a - factor * b for a, b in zip(rows[other], rows[column], strict=True)]
    return [row[-1] for row in rows]


def inverse_diagonal(matrix: Sequence[Sequence[float]]) -> list[float]:
    """The diagonal of the inverse: the variances of a maximum-likelihood fit."""
    size = len(matrix)
    return [solve(matrix, [float(row == n) for row in range(size)])[n] for n in range(size)]
