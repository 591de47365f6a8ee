"""What stays the same in every map game: board, units by side, the scenario's plan, the neighbourhood of each cell."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar, Generic

from mypy_extensions import mypyc_attr
from typing_extensions import TypeVar

from grognard.board import Board, load_board
from grognard.data import DataFolder
from grognard.engine import Setting, Unit
from grognard.errors import DataError, GrognardError
from grognard.grid import SquareGrid
from grognard.rules.masks import Spread, cells_of, mask
from grognard.rules.plans import ScenarioPlan, plan_file, read_plan
from grognard.rules.rosters import read_units

if TYPE_CHECKING:
    from grognard.rules.game import WarGame

U = TypeVar("U", bound=Unit, covariant=True, default=Unit)
L = TypeVar("L", bound=ScenarioPlan, covariant=True, default=ScenarioPlan)


@mypyc_attr(allow_interpreted_subclasses=True)
class WarSetting(Setting[U], Generic[U, L]):
    """A game's own setting names its units and its plan, and lays out what its rules ask for."""

    unit_kind: ClassVar[type[Unit]] = Unit
    plan_kind: ClassVar[type[ScenarioPlan]] = ScenarioPlan

    def __init__(
        self, game: WarGame, data: DataFolder, scenario: str, options: Mapping[str, str],
        board: Board | None = None, units: Sequence[Unit] | None = None,
    ) -> None:  # fmt: skip
        board = board or load_board(data)
        found = units if units is not None else self.read_units(data, tuple(game.sides))
        super().__init__(game, data, scenario, options, board, found)  # type: ignore[arg-type]
        self.plan: L = self.read_plan(data, scenario)
        self.plan_file = str(data.path(plan_file(scenario)))
        self.sides: tuple[str, ...] = tuple(game.sides)
        """The sides' short names; the rules number the sides 0 and 1 in this order."""
        self.side: tuple[int, ...] = tuple([self.sides.index(unit.side) for unit in self.units])
        numbers = range(len(self.units))
        self.units_of: tuple[tuple[int, ...], ...] = tuple(
            [tuple([n for n in numbers if self.side[n] == side]) for side in range(len(self.sides))]
        )
        cells, neighbours = range(len(self.grid.ids)), self.grid.neighbours
        self.everywhere = (1 << len(self.grid.ids)) - 1
        self.around: tuple[int, ...] = tuple([mask(neighbours[c]) for c in cells])
        """The neighbours of each cell as a set of cells."""
        self.beside = Spread([(a, b) for a in cells for b in neighbours[a]])
        """The same for sets of cells."""
        self.column: tuple[int, ...] = tuple([self.grid.column(c) for c in cells])
        self._within: dict[tuple[int, int], int] = {}
        self._regions: dict[str, int] = {}
        rows = {self.grid.row(c) for c in cells}
        self._is_rectangle = isinstance(self.grid, SquareGrid) and len(cells) == len(set(self.column)) * len(rows)
        """Whether squares without a gap make the map, so that steps over it measure the distance."""
        self.lay_out()

    def lay_out(self) -> None:
        """What the rules of a game ask for, worked out once: its units by kind, its ground, its tables."""

    def read_units(self, data: DataFolder, sides: tuple[str, ...]) -> Sequence[Unit]:
        return read_units(data, self.unit_kind, sides)

    def read_plan(self, data: DataFolder, scenario: str) -> L:
        return read_plan(data, scenario, self.plan_kind)  # type: ignore[return-value]

    def of_kinds(self, *kinds: str) -> tuple[bool, ...]:
        """For each unit whether it is of one of some kinds, where counters have kinds."""
        return tuple([getattr(unit, "kind", "") in kinds for unit in self.units])

    def by_side(self, flags: Sequence[bool]) -> tuple[tuple[int, ...], ...]:
        """The units that are so flagged, side by side."""
        return tuple([tuple([u for u in units if flags[u]]) for units in self.units_of])

    def region(self, name: str) -> int:
        """A region of the map as a set of cells; none where a board made for study lacks it."""
        found = self._regions.get(name)
        if found is None:
            found = self._regions[name] = mask(self.board.regions.get(name, ()))
        return found

    def known(self, names: Iterable[str]) -> list[int]:
        """The cells of some names; a board made for study may lack them."""
        return [self.grid.cell(name) for name in names if name in self.grid.ids]

    def far_from(self, cells: int) -> list[int]:
        """How far each cell lies from the nearest of a set; 999 where nothing leads there."""
        found, far, seen = [999] * len(self.grid.ids), 0, cells
        while cells:
            for cell in cells_of(cells):
                found[cell] = far
            cells, far = self.beside.of(cells) & ~seen, far + 1
            seen |= cells
        return found

    def within(self, cell: int, distance: int) -> int:
        """The set of cells no further away than that."""
        key = (cell, distance)
        found = self._within.get(key)
        if found is None:
            steps, rings = self.beside.within, self.grid.within
            found = steps(1 << cell, distance) if self._is_rectangle else mask(rings(cell, distance))
            self._within[key] = found
        return found

    def cell_named(self, name: str) -> int:
        """A cell that the scenario names; DataError with the file and the line where the map has none."""
        try:
            return self.grid.cell(name)
        except GrognardError as problem:
            raise self.plan_error(str(problem), name) from None

    def unit_named(self, uid: str) -> int:
        """A unit that the scenario names."""
        try:
            return self.unit_number(uid)
        except GrognardError as problem:
            raise self.plan_error(str(problem), uid) from None

    def plan_error(self, problem: str, word: str) -> DataError:
        return DataError(problem, self.plan_file, self.data.line(plan_file(self.scenario), word))
