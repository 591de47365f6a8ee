"""Lines of sight over a board: who sees how far, what blocks, what makes the view shorter."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from grognard.grid import Grid
from grognard.rules.masks import cells_of, mask


class Sight:
    """What can be seen from each cell, and from where each can be seen, as sets of cells.

    ``ranges`` is how far one sees from each cell, at least to the neighbours. A line into or through a cell of
    ``dim`` is shorter by ``less``. ``blocks`` gives the cells that block the view from a cell; next to it none does.
    Where a line runs along the side between two cells, both must block.
    """

    def __init__(
        self, grid: Grid, ranges: Sequence[int], blocks: Callable[[int], int], dim: int = 0, less: int = 0
    ) -> None:
        self.grid, self.ranges, self.blocks, self.dim, self.less = grid, ranges, blocks, dim, less
        self.seen: tuple[int, ...] = tuple([self._look(cell) for cell in range(len(ranges))])
        back = [0] * len(ranges)
        for cell, found in enumerate(self.seen):
            for other in cells_of(found):
                back[other] |= 1 << cell
        self.seen_from: tuple[int, ...] = tuple(back)

    def _look(self, cell: int) -> int:
        found = mask(self.grid.neighbours[cell])
        for distance in range(2, self.ranges[cell] + 1):
            found |= mask([other for other in self.grid.ring(cell, distance) if self.sees(cell, other)])
        return found

    def sees(self, cell: int, other: int) -> bool:
        steps = self.grid.between(cell, other)
        dim = any(self.dim >> c & 1 for step in (*steps, (other,)) for c in step)
        if self.grid.distance(cell, other) > max(1, self.ranges[cell] - self.less * dim):
            return False
        near, blocking = mask(self.grid.neighbours[cell]), self.blocks(cell)
        far = [step for step in steps if not any(near >> c & 1 for c in step)]
        return not any(all(blocking >> c & 1 for c in step) for step in far)
