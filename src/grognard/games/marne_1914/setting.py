"""What stays the same during a match: units, tables, and costs laid over the board."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from grognard.board import Board
from grognard.data import DataFolder
from grognard.engine import Unit
from grognard.games.marne_1914.plan import MarnePlan
from grognard.games.marne_1914.tables import MARKERS, MarneTables, MarneUnit, Terrain
from grognard.grid import EDGES
from grognard.rules.game import WarGame
from grognard.rules.masks import mask
from grognard.rules.memo import Memo
from grognard.rules.plans import ScenarioPlan
from grognard.rules.search import Going, grouped
from grognard.rules.setting import WarSetting

CP, ENTENTE = 0, 1
"""The sides by number, in the order of the game's ``sides``."""


class MarneSetting(WarSetting[MarneUnit, MarnePlan]):
    boxes: ClassVar[tuple[str, ...]] = ("off-map", "cadre")
    unit_kind: ClassVar[type[Unit]] = MarneUnit
    plan_kind: ClassVar[type[ScenarioPlan]] = MarnePlan

    def __init__(
        self, game: WarGame, data: DataFolder, scenario: str, options: Mapping[str, str],
        board: Board | None = None, units: Sequence[Unit] | None = None,
    ) -> None:
        super().__init__(game, data, scenario, options, board, units)
        self.language.learn([*MARKERS, *{unit.corps for unit in self.units}])
        self.tables = MarneTables(data, self.board)
        self.tec = self.tables.tec
        self._lay_out_units()
        self._lay_out_board()
        self._lay_out_places()
        self._lay_out_steps()
        self.links: Memo[int] = Memo(4096)
        """What can be linked to a hex (4.5.1), by the hex and by what is blocked near it."""
        self.whole_chains: Memo[bool] = Memo(2048)
        self.front_lines: Memo[list[int]] = Memo(64)
        """The front line by the hexes that are covered (4.6.1): nothing else matters for it."""

    def _lay_out_units(self) -> None:
        units = self.units
        self.infantry: tuple[bool, ...] = tuple([u.arm == "infantry" for u in units])
        self.british: tuple[bool, ...] = tuple([u.nation == "british" for u in units])
        self.af: tuple[tuple[int, ...], ...] = tuple([u.af for u in units])
        self.df: tuple[tuple[int, ...], ...] = tuple([u.df for u in units])
        self.ma: tuple[int, ...] = tuple([2 * u.ma for u in units])
        # C07: a cavalry unit counts one stacking point, or a division two by the option.
        two = self.options["cavalry_stacking"] == "divisions-two"
        self.stacking_points: tuple[int, ...] = tuple([2 if two and u.size == "division" else 1 for u in units])
        self.full_strength_corps = frozenset(self._full_strength_corps())
        self.order_of = {
            unit: order for order in self.plan.reinforcement for unit in map(self.unit_named, order.units)
        }
        """The scenario's entry for each reinforcement."""

    def _full_strength_corps(self) -> list[str]:
        """14.1.3, with the reading of the unknown name IC that the option chooses (C08)."""
        for other in self.plan.alternative:
            if other.full_strength_attacks and self.options[other.option] == other.choice:
                return other.full_strength_attacks
        return self.plan.full_strength_attacks.corps

    def _lay_out_board(self) -> None:
        grid, size = self.grid, len(self.grid.ids)
        self.south: tuple[int, ...] = tuple([round(2 * grid.centre(c)[1]) for c in range(size)])
        """How far south a hex lies, in half hexes."""
        self.from_south = {y: mask([c for c in range(size) if self.south[c] >= y]) for y in sorted(set(self.south))}
        """The set of hexes that lie no further north than a given one."""
        self.columns: tuple[int, ...] = tuple(sorted(set(self.column)))
        self._of_column = {x: mask([c for c in range(size) if self.column[c] == x]) for x in self.columns}
        self._edge_cells: dict[tuple[bool, int], int] = {}
        for cell in sorted(range(size), key=lambda c: self.south[c]):           # northernmost first
            self._edge_cells.setdefault((True, self.column[cell]), cell)
            self._edge_cells[False, self.column[cell]] = cell
        self.near: tuple[int, ...] = tuple([mask(grid.within(c, 2)) for c in range(size)])
        """The hexes within two of each hex: all that a link of corps integrity can pass."""
        self._between: dict[tuple[int, int], int] = {}

    def _lay_out_places(self) -> None:
        board = self.board
        self.paris: tuple[int, ...] = tuple(board.regions.get("paris", ()))
        self.paris_mask = mask(self.paris)
        self.town_cells: tuple[int, ...] = tuple([c for c, kind in enumerate(board.terrain) if kind == "town"])
        self.scored = frozenset((*self.town_cells, *self.paris))
        self.exits_of = {name: tuple(board.regions.get(f"road-exit-{name}", ())) for name in EDGES}
        self.sources = {**self.exits_of, "west-british": self.exits_of["west"], "paris": self.paris}
        """10.1.3, 10.1.4: the hexes of each source of supply that lies where it lies."""
        self.north_exits = frozenset(self.exits_of["north"])
        self.exits = frozenset([cell for cells in self.exits_of.values() for cell in cells])
        """The board-edge road hexes, by which supply (10.1.3, 10.1.4) and reinforcements come."""
        self.held = self.scored | self.exits
        """The hexes whose control matters (10.1.2, 13.0.3)."""

    def _lay_out_steps(self) -> None:
        board, grid = self.board, self.grid
        terrain = [self.tec[kind] for kind in board.terrain]
        self.terrain_df: tuple[int, ...] = tuple([t.df for t in terrain])
        normal: list[list[tuple[int, int]]] = [[] for _ in grid.ids]
        strategic: list[list[tuple[int, int]]] = [[] for _ in grid.ids]
        roads: list[list[tuple[int, int]]] = [[] for _ in grid.ids]
        supply: list[list[tuple[int, int]]] = [[] for _ in grid.ids]
        for a in range(len(grid.ids)):
            for b in grid.neighbours[a]:
                crossing = self.crossing(a, b)
                extra = crossing.mp if crossing else 0
                cost = terrain[b].mp + extra                                   # 6.1.3, 6.1.4
                normal[a].append((b, cost))
                road = "road" in board.link(a, b)
                fast = terrain[b].mp
                if road and terrain[b].strategic_waived:                       # 6.2.2b, 6.2.2d
                    fast = 1
                if not (crossing and crossing.strategic_waived):               # 6.2.2c
                    fast += extra
                strategic[a].append((b, fast))
                if road:
                    roads[a].append((b, fast))
                supply[a].append((b, 1 if road else cost))                     # 10.1.7
        self.normal = Going(grouped(normal))
        self.strategic = Going(grouped(strategic))
        self.road_steps = grouped(roads)
        self.road_hexes = mask([cell for cell, onward in enumerate(roads) if onward]) | mask(self.exits)
        # Supply is searched from the unit outward along these very costs (10.1.8).
        self.supply_steps = grouped(supply)

    def between_columns(self, west: int, east: int) -> int:
        """The set of hexes from one column to another, both included."""
        found = self._between.get((west, east))
        if found is None:
            found = 0
            for column in range(west, east + 1):
                found |= self._of_column.get(column, 0)
            self._between[west, east] = found
        return found

    def crossing(self, a: int, b: int) -> Terrain | None:
        """The river between two hexes, bridged or not."""
        kinds = self.board.side(a, b)
        if "bridge" in kinds:
            return self.tec["bridge"]
        return self.tec["river"] if "river" in kinds else None

    def edge_cell(self, marker: str, column: int) -> int:
        """Where a boundary marker of that column lies: north edge or south edge (5.1.2, 5.1.3)."""
        return self._edge_cells[marker == "cp", column]
