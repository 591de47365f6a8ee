"""A grid of cells: numbers, neighbours, distances and shapes, for hexes and for squares.

A cell is a small integer everywhere in the code; ``ids`` turns it into the number printed on the map
and ``cell`` turns what a person typed back into it. A grid never changes once it is built.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import sqrt

from grognard.errors import NotUnderstood
from grognard.grid.numbering import print_id, read_id

Point = tuple[float, float]
Span = tuple[int, int]

SIN_60 = sqrt(3) / 2
EDGES = ("north", "south", "east", "west")


class Grid:
    """Cells with printed numbers, in the order in which the map counts them.

    The two subclasses differ in their directions, their distance and their outlines. A cell also has
    plane coordinates ``(u, v)`` in which a step in one direction is always the same pair of numbers.
    """

    kind: str
    directions: tuple[str, ...]
    steps: tuple[tuple[int, int], ...]
    """The change of ``(u, v)`` for one step in each direction."""
    word: str
    """What a player calls a cell of this grid."""

    def __init__(self, numbering: str, columns: Span, rows: Span, places: Iterable[tuple[int, int]]) -> None:
        """``places`` are the (column, row) of the cells that exist."""
        self.numbering = numbering
        self.columns = columns
        self.rows = rows
        order = sorted(places, key=(lambda p: (p[1], p[0])) if numbering == "RRCC" else None)
        self.ids: tuple[str, ...] = tuple([print_id(numbering, column, row) for column, row in order])
        self._columns = tuple([column for column, _ in order])
        self._rows = tuple([row for _, row in order])
        self._index = {printed: cell for cell, printed in enumerate(self.ids)}
        plane = [self._plane(column, row) for column, row in order]
        self._plane_of = tuple(plane)
        self._at = {place: cell for cell, place in enumerate(plane)}
        find = self._at.get
        self.toward: tuple[tuple[int, ...], ...] = tuple(
            [tuple([find((u + du, v + dv), -1) for du, dv in self.steps]) for u, v in plane]
        )
        self.neighbours: tuple[tuple[int, ...], ...] = tuple(
            [row if -1 not in row else tuple([cell for cell in row if cell >= 0]) for row in self.toward]
        )
        self._rings: dict[tuple[int, int], tuple[int, ...]] = {}
        self._distances: dict[int, bytes] = {}
        self._edges: dict[str, tuple[int, ...]] = {}

    # Numbers -----------------------------------------------------------------------------------

    def __len__(self) -> int:
        return len(self.ids)

    def __repr__(self) -> str:
        return f"<{self.kind} grid of {len(self)} cells, {self.ids[0]} to {self.ids[-1]}>"

    def cell(self, id: str) -> int:
        """The cell that a person means by ``id``; forgiving about blanks, points and zeros.

        Raises NotUnderstood, and names the nearest cell, where the map has no such cell.
        """
        cell = self._index.get(id)
        if cell is not None:
            return cell
        place = read_id(self.numbering, id)
        if place is None:
            raise NotUnderstood(f"'{id}' is no {self.word} number; write it like {self.ids[0]}")
        cell = self.at(*place)
        if cell < 0:
            near = self.ids[self._nearest(*place)]
            raise NotUnderstood(f"there is no {self.word} {id} on this map; the nearest is {near}")
        return cell

    def at(self, column: int, row: int) -> int:
        """The cell in that printed column and row, or -1."""
        return self._at.get(self._plane(column, row), -1)

    def column(self, a: int) -> int:
        """The column as printed (a letter A counts as 1)."""
        return self._columns[a]

    def row(self, a: int) -> int:
        """The row as printed."""
        return self._rows[a]

    def _nearest(self, column: int, row: int) -> int:
        x, y = self._centre(column, row)

        def far(cell: int) -> float:
            cx, cy = self.centre(cell)
            return (cx - x) ** 2 + (cy - y) ** 2

        return min(range(len(self)), key=far)

    # Neighbours and distances --------------------------------------------------------------------

    def direction(self, a: int, b: int) -> int:
        """The direction from ``a`` to its neighbour ``b``; -1 where they are no neighbours."""
        row = self.toward[a]
        return row.index(b) if b in row and b >= 0 else -1

    def distance(self, a: int, b: int) -> int:
        """How many steps apart two cells are, as the crow flies (holes in the map do not count)."""
        (ua, va), (ub, vb) = self._plane_of[a], self._plane_of[b]
        return self._steps_apart(ub - ua, vb - va)

    def distances(self, a: int) -> bytes:
        """The distance from ``a`` to every cell, by index; kept, for those who ask often."""
        known = self._distances.get(a)
        if known is None:
            u, v = self._plane_of[a]
            apart = self._steps_apart
            known = self._distances[a] = bytes([apart(pu - u, pv - v) for pu, pv in self._plane_of])
        return known

    def ring(self, a: int, n: int) -> tuple[int, ...]:
        """The cells exactly ``n`` steps away, clockwise from the first direction."""
        known = self._rings.get((a, n))
        if known is None:
            u, v = self._plane_of[a]
            around = (self._at.get((u + du, v + dv), -1) for du, dv in self._ring_steps(n))
            known = self._rings[a, n] = tuple([cell for cell in around if cell >= 0])
        return known

    def within(self, a: int, n: int) -> tuple[int, ...]:
        """The cell itself and all cells up to ``n`` steps away, nearest first."""
        found: list[int] = []
        for radius in range(n + 1):
            found.extend(self.ring(a, radius))
        return tuple(found)

    def line(self, a: int, b: int) -> tuple[int, ...]:
        """The cells on the straight line from ``a`` to ``b``, both included.

        Where the line runs exactly between two cells, one is taken, always the same one, and the way
        back is the same line. Places that are not on the map are left out.
        """
        return tuple([found[0] for step in range(self.distance(a, b) + 1) if (found := self._step(a, b, step))])

    def between(self, a: int, b: int) -> tuple[tuple[int, ...], ...]:
        """What the straight line crosses on its way from ``a`` to ``b``, the two ends left out.

        Each step is one cell, or two where the line runs exactly along the side between them: what a
        line of sight needs. Steps off the map are left out.
        """
        steps = [self._step(a, b, step) for step in range(1, self.distance(a, b))]
        return tuple([step for step in steps if step])

    def _step(self, a: int, b: int, step: int) -> tuple[int, ...]:
        """The cell, or the two equally near cells, at one step of the line."""
        (ua, va), (ub, vb) = self._plane_of[a], self._plane_of[b]
        share = step / (self._steps_apart(ub - ua, vb - va) or 1)
        u, v = ua + (ub - ua) * share, va + (vb - va) * share
        # Lean a hair to one side and to the other: only a tie between two cells tells them apart. No
        # side of a cell is parallel to the lean, so that it settles every tie.
        leaning = (self._round(u + 1e-6, v + 2e-6), self._round(u - 1e-6, v - 2e-6))
        cells = dict.fromkeys(self._at.get(place, -1) for place in leaning)
        return tuple([cell for cell in cells if cell >= 0])

    # Shapes --------------------------------------------------------------------------------------

    def centre(self, a: int) -> Point:
        """The centre on the plane: 1 is one hex from flat to flat (or one square), y grows southward."""
        return self._centre(self._columns[a], self._rows[a])

    def corners(self, a: int) -> tuple[Point, ...]:
        """The outline, clockwise; a hex's side in direction d runs from corner d to corner d + 1."""
        x, y = self.centre(a)
        return tuple([(x + dx, y + dy) for dx, dy in self._outline()])

    def side_line(self, a: int, b: int) -> tuple[Point, Point]:
        """The two ends of the side that neighbours share, clockwise round ``a``.

        Squares that touch only at a corner share that one point, given twice.
        """
        raise NotImplementedError

    def edge(self, name: str) -> tuple[int, ...]:
        """The cells on the "north", "south", "east" or "west" map edge, from west or from north.

        A corner cut out of the map is no part of any edge.
        """
        known = self._edges.get(name)
        if known is None:
            if name not in EDGES:
                raise ValueError(f"an edge is one of {', '.join(EDGES)}, not {name!r}")
            cells = [cell for cell in range(len(self)) if self._on_edge(cell, name)]
            along = self.column if name in ("north", "south") else self.row
            known = self._edges[name] = tuple(sorted(cells, key=along))
        return known

    def _on_edge(self, a: int, name: str) -> bool:
        column, row = self._columns[a], self._rows[a]
        if name == "north":
            return row == self.rows[0]
        if name == "west":
            return column == self.columns[0]
        if name == "south":
            return row == self._last_row(column)
        return column == self._last_column(row)

    def _last_row(self, column: int) -> int:
        return self.rows[1]

    def _last_column(self, row: int) -> int:
        return self.columns[1]

    def resized(self, columns: Span, rows: Span) -> Grid:
        """A whole grid of another size, numbered and staggered like this one."""
        raise NotImplementedError

    # What a subclass knows -----------------------------------------------------------------------

    def _plane(self, column: int, row: int) -> tuple[int, int]:
        raise NotImplementedError

    def _centre(self, column: int, row: int) -> Point:
        raise NotImplementedError

    def _outline(self) -> tuple[Point, ...]:
        raise NotImplementedError

    def _steps_apart(self, du: int, dv: int) -> int:
        raise NotImplementedError

    def _round(self, u: float, v: float) -> tuple[int, int]:
        raise NotImplementedError

    def _ring_steps(self, n: int) -> list[tuple[int, int]]:
        """The ``(u, v)`` offsets of a ring: walk to its start, then round it clockwise."""
        if n <= 0:
            return [(0, 0)] if n == 0 else []
        u, v = self.steps[0][0] * n, self.steps[0][1] * n
        found = []
        for du, dv, length in self._ring_walk(n):
            for _ in range(length):
                found.append((u, v))
                u, v = u + du, v + dv
        return found

    def _ring_walk(self, n: int) -> list[tuple[int, int, int]]:
        raise NotImplementedError


class HexGrid(Grid):
    """Hexes. ``flat`` hexes stand in straight columns, ``pointy`` ones lie in straight rows.

    ``shifted`` says which columns sit half a hex lower, or which rows sit half a hex further east.
    ``short`` says which columns (or rows) have one hex less at their far end.
    """

    kind = "hex"
    word = "hex"

    def __init__(
        self,
        numbering: str,
        columns: Span,
        rows: Span,
        places: Iterable[tuple[int, int]],
        orientation: str = "flat",
        shifted: str = "even",
        short: str = "none",
    ) -> None:
        self.orientation = orientation
        self.shifted = shifted
        self.short = short
        self._flat = orientation == "flat"
        self._odd_shift = 1 if shifted == "odd" else 0
        if self._flat:
            self.directions = ("N", "NE", "SE", "S", "SW", "NW")
            self.steps = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))
        else:
            self.directions = ("NE", "E", "SE", "SW", "W", "NW")
            self.steps = ((1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1))
        super().__init__(numbering, columns, rows, places)

    def resized(self, columns: Span, rows: Span) -> HexGrid:
        everywhere = [(c, r) for c in range(columns[0], columns[1] + 1) for r in range(rows[0], rows[1] + 1)]
        return HexGrid(self.numbering, columns, rows, everywhere, self.orientation, self.shifted)

    def side_line(self, a: int, b: int) -> tuple[Point, Point]:
        direction, corners = self.direction(a, b), self.corners(a)
        if direction < 0:
            raise ValueError(f"{self.ids[a]} and {self.ids[b]} share no side")
        return corners[direction], corners[(direction + 1) % 6]

    def _half(self, number: int) -> bool:
        """Whether the column (flat) or row (pointy) of that number is a shifted one."""
        return number % 2 == self._odd_shift

    def _plane(self, column: int, row: int) -> tuple[int, int]:
        # Axial coordinates: the shifted lines gain half a step, so halving must round the right way.
        line, place = (column, row) if self._flat else (row, column)
        slid = place - (line + (0 if self._odd_shift else 1)) // 2
        return (line, slid) if self._flat else (slid, line)

    def _centre(self, column: int, row: int) -> Point:
        if self._flat:
            return column * SIN_60, row + (0.5 if self._half(column) else 0.0)
        return column + (0.5 if self._half(row) else 0.0), row * SIN_60

    def _outline(self) -> tuple[Point, ...]:
        return _FLAT_OUTLINE if self._flat else _POINTY_OUTLINE

    def _steps_apart(self, du: int, dv: int) -> int:
        return max(abs(du), abs(dv), abs(du + dv))

    def _round(self, u: float, v: float) -> tuple[int, int]:
        w = -u - v
        ru, rv, rw = round(u), round(v), round(w)
        off_u, off_v, off_w = abs(ru - u), abs(rv - v), abs(rw - w)
        if off_u > off_v and off_u > off_w:
            ru = -rv - rw
        elif off_v > off_w:
            rv = -ru - rw
        return ru, rv

    def _ring_walk(self, n: int) -> list[tuple[int, int, int]]:
        return [(*self.steps[(i + 2) % 6], n) for i in range(6)]

    def _last_row(self, column: int) -> int:
        return self.rows[1] - (1 if self._flat and _is_short(self.short, column) else 0)

    def _last_column(self, row: int) -> int:
        return self.columns[1] - (1 if not self._flat and _is_short(self.short, row) else 0)


class SquareGrid(Grid):
    """Squares with eight neighbours; a diagonal step counts as one (Chebyshev distance)."""

    kind = "square"
    word = "square"
    directions: tuple[str, ...] = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")
    steps: tuple[tuple[int, int], ...] = ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1))

    def resized(self, columns: Span, rows: Span) -> SquareGrid:
        everywhere = [(c, r) for c in range(columns[0], columns[1] + 1) for r in range(rows[0], rows[1] + 1)]
        return SquareGrid(self.numbering, columns, rows, everywhere)

    def side_line(self, a: int, b: int) -> tuple[Point, Point]:
        direction, corners = self.direction(a, b), self.corners(a)
        if direction < 0:
            raise ValueError(f"{self.ids[a]} and {self.ids[b]} share no side")
        first = direction // 2
        if direction % 2:
            return corners[(first + 1) % 4], corners[(first + 1) % 4]
        return corners[first], corners[(first + 1) % 4]

    def _plane(self, column: int, row: int) -> tuple[int, int]:
        return column, row

    def _centre(self, column: int, row: int) -> Point:
        return float(column), float(row)

    def _outline(self) -> tuple[Point, ...]:
        return ((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5))

    def _steps_apart(self, du: int, dv: int) -> int:
        return max(abs(du), abs(dv))

    def _round(self, u: float, v: float) -> tuple[int, int]:
        return round(u), round(v)

    def _ring_walk(self, n: int) -> list[tuple[int, int, int]]:
        return [(1, 0, n), (0, 1, 2 * n), (-1, 0, 2 * n), (0, -1, 2 * n), (1, 0, n)]


def _is_short(short: str, number: int) -> bool:
    return (short == "even" and number % 2 == 0) or (short == "odd" and number % 2 == 1)


_ARM = 1 / sqrt(3)  # from the centre of a hex to a corner, the flat-to-flat width being 1
_FLAT_OUTLINE = (
    (-_ARM / 2, -0.5), (_ARM / 2, -0.5), (_ARM, 0.0), (_ARM / 2, 0.5), (-_ARM / 2, 0.5), (-_ARM, 0.0),
)  # fmt: skip
_POINTY_OUTLINE = (
    (0.0, -_ARM), (0.5, -_ARM / 2), (0.5, _ARM / 2), (0.0, _ARM), (-0.5, _ARM / 2), (-0.5, -_ARM / 2),
)  # fmt: skip
