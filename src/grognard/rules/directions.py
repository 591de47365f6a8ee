"""Directions of retreat: all best ways to a goal at once, and the cells where one may leave them.

The best ways enter the fewest cells that are to be avoided, and of these they are the shortest. There are often
many; as a set of cells for each step they are found together.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from grognard.rules.masks import cells_of
from grognard.rules.tolls import Steps


class Direction:
    """Ways from a cell: for each step the cells that lie on one of them."""

    def __init__(self, start: int, steps: Steps, avoid: int, depths: Sequence[dict[int, int]]) -> None:
        self.start = start
        self.steps = steps
        self.avoid = avoid
        self.depths = depths
        """For each step its cells, by the number of cells to avoid that are still to come."""
        self.at = [1 << start]
        """For each step, from the start on, the set of cells that some way enters with it."""
        for cells in depths:
            together = 0
            for some in cells.values():
                together |= some
            self.at.append(together)

    def ends(self, least: int = 1) -> int:
        """Where a move of at least that many steps can end: on a way, or with its last step beside it."""
        found = 0
        for depth, here in enumerate(self.at):
            if depth >= least:
                found |= here
            if depth + 1 >= least:
                found |= self.steps.forth.of(here)
        return found & ~(1 << self.start)

    def path(self, end: int, least: int = 1) -> list[int] | None:
        """The shortest move of at least that many steps that ends in a cell; None if there is none."""
        for length in range(least, len(self.at) + 1):
            if length < len(self.at) and self.at[length] >> end & 1:
                return self._along(end, length)
            sources = self.at[length - 1] & self.steps.sources[end]
            if sources:
                before = (sources & -sources).bit_length() - 1
                return [*self._along(before, length - 1), end]
        return None

    def _along(self, cell: int, depth: int) -> list[int]:
        """One way to a cell of that step, the cell included, the start not."""
        path: list[int] = []
        if depth:
            to_come = next(left for left, cells in self.depths[depth - 1].items() if cells >> cell & 1)
        while depth:
            path.append(cell)
            to_come += self.avoid >> cell & 1
            depth -= 1
            if depth:
                sources = self.depths[depth - 1].get(to_come, 0) & self.steps.sources[cell]
                cell = (sources & -sources).bit_length() - 1
        return path[::-1]


def best_ways(steps: Steps, start: int, goals: int, closed: int, avoid: int) -> Direction | None:
    """The best ways to any goal; None where there is none. The start itself is never counted."""
    found: list[list[int]] = [[goals & ~closed]]
    """By the cells to avoid and by the steps that are still to come."""
    open_cells = ~closed | 1 << start
    zones = 0
    while zones < len(found):
        length = 0
        while length < len(found[zones]):
            new = found[zones][length] & open_cells
            found[zones][length] = new
            open_cells &= ~new
            if new >> start & 1:
                return _forward(steps, start, avoid, found, zones, length)
            for cells, level in ((new & ~avoid, zones), (new & avoid, zones + 1)):
                if cells:
                    _mark(found, level, length + 1, steps.back.of(cells))
            length += 1
        zones += 1
    return None


def _mark(found: list[list[int]], zones: int, length: int, cells: int) -> None:
    if zones == len(found):
        found.append([])
    level = found[zones]
    level += [0] * (length + 1 - len(level))
    level[length] |= cells


def _forward(steps: Steps, start: int, avoid: int, found: list[list[int]], zones: int, length: int) -> Direction:
    depths: list[dict[int, int]] = []
    here = {zones: 1 << start}
    for left in range(length - 1, -1, -1):
        after: dict[int, int] = {}
        for to_come, cells in here.items():
            onward = steps.forth.of(cells)
            for level, among in ((to_come, ~avoid), (to_come - 1, avoid)):
                if level >= 0 and left < len(found[level]):
                    after[level] = after.get(level, 0) | onward & among & found[level][left]
        here = {level: cells for level, cells in after.items() if cells}
        depths.append(here)
    return Direction(start, steps, avoid, depths)


def along(steps: Steps, start: int, line: Iterable[int], closed: int) -> Direction:
    """A direction that is a given line, as far as it is open."""
    depths: list[dict[int, int]] = []
    for cell in line:
        if closed >> cell & 1:
            break
        depths.append({0: 1 << cell})
    return Direction(start, steps, 0, depths)


def beyond(direction: Direction, toward: Sequence[Sequence[int]], closed: int) -> list[Direction]:
    """Straight on past the end: for each last step of a best way the line that goes on behind it.

    ``toward`` has for each cell its neighbours by direction, or -1.
    """
    last = len(direction.depths)
    found: list[Direction] = []
    for cell in cells_of(direction.at[last]) if last else []:
        for source in cells_of(direction.steps.sources[cell] & direction.at[last - 1]):
            heading = toward[source].index(cell)
            line, here = [*direction._along(source, last - 1), cell], cell
            behind = toward[here][heading]
            while behind >= 0 and not closed >> behind & 1 and direction.steps.sources[behind] >> here & 1:
                line.append(behind)
                here, behind = behind, toward[behind][heading]
            if here != cell:
                found.append(along(direction.steps, direction.start, line, closed))
    return found
