"""What stays the same during a match: units, tables, scenario, and costs laid over the board."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

import msgspec

from grognard.board import Board
from grognard.data import DataFolder
from grognard.engine import Unit
from grognard.games.somme_1916.charts.combat import BombardmentTable, CombatTables
from grognard.games.somme_1916.charts.counters import SommeUnit
from grognard.games.somme_1916.charts.ground import TERRAINS, GroundTables
from grognard.games.somme_1916.plan import Reinforcement, SommePlan
from grognard.games.somme_1916.terms import ALLIED, FACINGS, GERMAN, MODE_WORDS, NATIONS, SIDE_OF, SIDES, Box
from grognard.rules.game import WarGame
from grognard.rules.masks import mask
from grognard.rules.plans import ScenarioPlan, read_plan
from grognard.rules.search import entries, grouped
from grognard.rules.setting import WarSetting

EASY = 6
"""Halves of a movement point with which any step is possible but into a marsh (7.2)."""
WORDS = (*FACINGS, *MODE_WORDS, *NATIONS, "allied", "yes", "no")


class SommeSetting(WarSetting[SommeUnit, SommePlan]):
    boxes: ClassVar[tuple[str, ...]] = tuple(box.name.lower().replace("_", "-") for box in Box)
    unit_kind: ClassVar[type[Unit]] = SommeUnit
    plan_kind: ClassVar[type[ScenarioPlan]] = SommePlan

    def __init__(
        self, game: WarGame, data: DataFolder, scenario: str, options: Mapping[str, str],
        board: Board | None = None, units: Sequence[Unit] | None = None,
    ) -> None:
        super().__init__(game, data, scenario, options, board, units)
        self.combat = CombatTables(data)
        self.language.learn([*WORDS, *self.combat.words])
        self.campaign = self.hides = self.plan.operations is not None           # 15.6.1: objectives are secret
        self.three_seats = self.options["seats"] == "three"
        if self.three_seats:
            self.seats = {nation: SIDES[SIDE_OF[nation]] for nation in NATIONS}  # 1.0, ruling D11
        ground = GroundTables(data)
        self.terrain, self.costs, self.objectives = ground.terrain, ground.costs, ground.objectives
        self.weeks, self.weather_table, self.weather_effects = ground.weeks, ground.weather, ground.weather_effects
        self.tank_breakdown, self.mine_faces = ground.tank_breakdown, ground.mine_faces
        self.bombardment = BombardmentTable(data)
        self._lay_out_units()
        self._lay_out_board()
        self._lay_out_bombardment()
        self._lay_out_steps()

    def read_plan(self, data: DataFolder, scenario: str) -> SommePlan:
        plan = read_plan(data, scenario, SommePlan)
        if plan.setup_from:
            plan = msgspec.structs.replace(plan, setup=read_plan(data, plan.setup_from, SommePlan).setup)
        return plan

    def _lay_out_units(self) -> None:
        units = self.units
        numbers = range(len(units))
        self.nation = tuple(u.nation for u in units)
        self.units_of_nation = {nation: tuple(n for n in numbers if self.nation[n] == nation) for nation in NATIONS}
        self.faces = tuple((u.front, u.back) for u in units)
        self.infantry = tuple(u.type == "infantry" for u in units)
        self.guns = tuple(u.type == "artillery" for u in units)
        self.cavalry = tuple(u.type == "cavalry" for u in units)
        self.tanks = tuple(u.type == "tank" for u in units)
        self.hqs = tuple(u.type == "hq" for u in units)
        self.divisions = tuple(u.type == "infantry" and u.size == "division" for u in units)
        self.brigades = tuple(u.type == "infantry" and u.size == "brigade" for u in units)
        self.regiments = tuple(u.size == "regiment" for u in units)
        self.battalions = tuple(u.size == "battalion" for u in units)
        # 7.4: German infantry and HQs have two modes; all others show their losses on the back.
        self.two_modes = tuple(u.type == "hq" or (u.side == "german" and u.type == "infantry") for u in units)
        self.stacking_points = tuple(u.stacking for u in units)
        self.orders: dict[int, Reinforcement] = {}
        """7.7: the scenario's entry that brings a unit; 'BB4' means all brigades of that strength (14.2.1)."""
        for order in self.plan.reinforcement:
            for n, uid in enumerate(self.unit_ids):
                if uid in order.units or uid.partition(".")[0] in order.units:
                    self.orders.setdefault(n, order)
        self.gun_units = tuple(tuple(n for n in self.units_of[s] if self.guns[n]) for s in (ALLIED, GERMAN))
        self.hq_units = {nation: tuple(n for n in self.units_of_nation[nation] if self.hqs[n]) for nation in NATIONS}

    def _lay_out_board(self) -> None:
        board, grid = self.board, self.grid
        size = len(grid.ids)
        self.row = tuple(grid.row(c) for c in range(size))
        self.own_zone = tuple((c,) for c in range(size))
        self.full_zone = tuple((c, *grid.neighbours[c]) for c in range(size))
        """7.5: the square itself and all around it."""
        self.edges = {name: mask(grid.edge(name)) for name in ("north", "south", "east", "west")}
        self.south_of_somme = mask(board.regions.get("south-of-somme", ()))
        self.shaded = mask(c for c in range(size) if "shaded-bank" in board.tags(c))
        self.trench = {
            side: mask(c for c in range(size) if f"trench-{side}" in board.tags(c)) for side in self.sides
        }
        self.start_trench = self.trench["german"] | self.trench["allied"]
        self.grounds = tuple(self._grounds(c) for c in range(size))
        """The kinds of terrain of each square: its own, what it also has, start-trench, minor-river."""
        self.easy_going = mask(
            c for c in range(size) if not self.shaded >> c & 1 and self.ground_cost(c, diagonal=True) <= EASY
        )
        """Where no step costs more than EASY."""
        # Boards for study may be smaller than the squares that the objectives name.
        squares = [square for objective in self.objectives.values() for square in objective.squares]
        self.objective_cells = frozenset([self.cell_named(square) for square in squares if square in grid.ids])

    def _lay_out_bombardment(self) -> None:
        """6.2.1: the row of the table for each square."""
        table = self.bombardment
        shelter = {kind: self.terrain[kind].bombardment or "clear" for kind in TERRAINS}
        self.open_row = tuple(
            table.hardest(["clear", *[shelter[kind] for kind in kinds if kind in shelter]]) for kinds in self.grounds
        )
        """Without trenches of any kind."""
        self.shell_row = tuple(
            table.hardest([row, "start-trench"]) if self.start_trench >> c & 1 else row
            for c, row in enumerate(self.open_row)
        )
        self.dug_in_row = tuple(table.hardest([row, "second-trench"]) for row in self.shell_row)
        """With entrenched Germans in the square."""
        self.row_minimum = {kind: table.minimum(kind) for kind in table.rows}
        self.shell_minimum, self.open_minimum, self.dug_in_minimum = [
            dict(entries([self.row_minimum[row] for row in rows]))
            for rows in (self.shell_row, self.open_row, self.dug_in_row)
        ]
        """The squares by the fewest factors that can strike at them."""

    def _grounds(self, cell: int) -> tuple[str, ...]:
        tags = self.board.tags(cell)
        found = [kind for kind in TERRAINS if kind == self.board.terrain[cell] or kind in tags]
        if self.start_trench >> cell & 1:
            found.append("start-trench")
        if cell in self.board.regions.get("minor-river", ()):
            found.append("minor-river")
        return tuple(found)

    def _lay_out_steps(self) -> None:
        grid = self.grid
        moves: list[list[tuple[int, int]]] = []
        paths: list[list[tuple[int, int]]] = []
        for a in range(len(grid.ids)):
            moves.append([])
            paths.append([])
            for b in grid.neighbours[a]:
                if not self.passable(a, b):
                    continue                                                    # 7.1.1
                paths[a].append((b, 1))
                road = self.road_cost(a, b)
                if road:
                    moves[a].append((b, road))                                  # 7.2.3
                elif not self.shaded >> b & 1:                                  # 7.1.1: shaded banks by road only
                    moves[a].append((b, self.ground_cost(b, self.is_diagonal(a, b))))
        self.move_steps = grouped(moves)
        """Costs in halves of a movement point."""
        self.path_steps = grouped(paths)
        """One for each square, as ranges are counted (8.2, 11.1)."""
        self.path_around = tuple(mask(b for b, _ in cell) for cell in paths)
        self.entry_steps = entries([self._entry_cost(c) for c in range(len(grid.ids))])
        """What a unit pays that comes on the map in a square (7.7)."""

    def is_diagonal(self, a: int, b: int) -> bool:
        return self.grid.direction(a, b) % 2 == 1

    def passable(self, a: int, b: int) -> bool:
        """7.1.1: the Somme is crossed only where a major road crosses it; no other water bars anybody (7.1.2)."""
        if (self.south_of_somme >> a & 1) == (self.south_of_somme >> b & 1) and "somme" not in self.board.side(a, b):
            return True
        return "bridge" in self.board.side(a, b)

    def road_cost(self, a: int, b: int) -> int:
        """7.2.3: what a step along a road costs, 0 where there is none."""
        links = self.board.link(a, b)
        for kind in ("major-road", "minor-road"):
            if kind in links:
                row = self.terrain[kind]
                return row.diagonal if self.is_diagonal(a, b) else row.straight
        return 0

    def ground_cost(self, cell: int, diagonal: bool) -> int:
        """7.2: the single highest cost of what is in the square."""
        rows = [self.terrain[kind] for kind in self.grounds[cell] if kind in TERRAINS]
        return max(r.diagonal if diagonal else r.straight for r in rows)

    def _entry_cost(self, cell: int) -> int:
        exits = any(cell in self.board.regions.get(f"road-exit-{name}", ()) for name in self.edges)
        roads = {kind for b in self.grid.neighbours[cell] for kind in self.board.link(cell, b)}
        for kind in ("major-road", "minor-road"):
            if exits and kind in roads:
                return self.terrain[kind].straight                              # 7.2.3
        return self.ground_cost(cell, diagonal=False)

    def nearness(self, cells: int) -> tuple[int, int]:
        """The squares within two and within three of any of some squares."""
        two = self.beside.within(cells, 2)
        return two, two | self.beside.of(two)
