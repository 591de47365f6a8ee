"""What stays the same during a match: units, tables, scenario, and costs laid over the board."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from grognard.board import Board
from grognard.data import DataFolder
from grognard.engine import Unit
from grognard.games.somme_1916.charts.bombardment import BombardmentTable
from grognard.games.somme_1916.charts.combat import CombatTables
from grognard.games.somme_1916.charts.counters import SommeUnit, load_units
from grognard.games.somme_1916.charts.dice import load_by_die
from grognard.games.somme_1916.charts.ground import (
    TERRAINS,
    load_costs,
    load_mines,
    load_objectives,
    load_terrain,
    load_turn_track,
    load_weather_effects,
)
from grognard.games.somme_1916.terms import ALLIED, FACINGS, GERMAN, MODE_WORDS, NATIONS, SIDE_OF, SIDES, WEATHERS, Box
from grognard.rules.game import WarGame
from grognard.rules.masks import Spread, mask
from grognard.rules.search import entries, grouped
from grognard.rules.setting import WarSetting

EASY = 6
"""Halves of a movement point with which any step is possible but into a marsh (7.2)."""
WORDS = (*FACINGS, *MODE_WORDS, *NATIONS, "allied", "yes", "no")


class SommeSetting(WarSetting[SommeUnit, Any]):
    boxes: ClassVar[tuple[str, ...]] = tuple(box.name.lower().replace("_", "-") for box in Box)

    def __init__(
        self, game: WarGame, data: DataFolder, scenario: str, options: Mapping[str, str],
        board: Board | None = None, units: Sequence[Unit] | None = None,
    ) -> None:
        super().__init__(game, data, scenario, options, board, units)
        self.combat = CombatTables(data)
        self.language.learn([*WORDS, *self.combat.words])
        self.campaign = self.hides = "operations" in self.plan                  # 15.6.1: objectives are secret
        self.three_seats = self.options["seats"] == "three"
        if self.three_seats:
            self.seats = {nation: SIDES[SIDE_OF[nation]] for nation in NATIONS}  # 1.0, ruling D11
        self.terrain = load_terrain(data)
        self.costs = load_costs(data)
        self.weeks = load_turn_track(data)
        self.weather_table = load_by_die(data, "weather", "total", "weather", WEATHERS)
        self.weather_effects = load_weather_effects(data)
        self.bombardment = BombardmentTable(data)
        self.tank_breakdown = load_by_die(data, "tank_breakdown", "die", "result", ("runs", "breaks-down"))
        self.mine_faces = load_mines(data)
        self.objectives = load_objectives(data)
        self._lay_out_units()
        self._lay_out_board()

    def read_units(self, data: DataFolder, sides: tuple[str, ...]) -> Sequence[Unit]:
        return load_units(data)

    def read_plan(self, data: DataFolder, scenario: str) -> Any:
        return load_plan(data, scenario)

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
        self.orders: dict[int, dict[str, Any]] = {}
        """7.7: the scenario's entry that brings a unit; 'BB4' means all brigades of that strength (14.2.1)."""
        for order in self.plan.get("reinforcement", []):
            for n, uid in enumerate(self.unit_ids):
                if any(uid == name or uid.startswith(f"{name}.") for name in order["units"]):
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
        self.within_two = tuple(mask(grid.within(c, 2)) for c in range(size))
        self._in_range: dict[tuple[int, int], int] = {}
        self.nearby = Spread((c, other) for c in range(size) for other in grid.neighbours[c])
        """A step in any of the eight directions, for whole sets of squares."""
        self.edges = {name: mask(grid.edge(name)) for name in ("north", "south", "east", "west")}
        self.edge_cells = {name: tuple(grid.edge(name)) for name in ("north", "south", "east", "west")}
        self.south_of_somme = mask(board.regions.get("south-of-somme", ()))
        self.shaded = mask(c for c in range(size) if "shaded-bank" in board.tags(c))
        self.trench = {
            "german": mask(c for c in range(size) if "trench-german" in board.tags(c)),
            "allied": mask(c for c in range(size) if "trench-allied" in board.tags(c)),
        }
        self.start_trench = self.trench["german"] | self.trench["allied"]
        self.grounds = tuple(self._grounds(c) for c in range(size))
        """The kinds of terrain of each square: its own, what it also has, start-trench, minor-river."""
        self.easy_going = mask(
            c for c in range(size) if not self.shaded >> c & 1 and self.ground_cost(c, diagonal=True) <= EASY
        )
        """Where no step costs more than EASY."""
        rows = self.bombardment
        self.open_row = tuple(self._hardest(c) for c in range(size))
        """6.2.1: the terrain row for bombarding a square, without trenches of any kind."""
        self.shell_row = tuple(
            self.harder_row("start-trench", row) if self.start_trench >> c & 1 else row
            for c, row in enumerate(self.open_row)
        )
        self.dug_in_row = tuple(self.harder_row("second-trench", row) for row in self.shell_row)
        """The same with entrenched Germans in the square."""
        self.row_minimum = {kind: rows.minimum(kind) for kind in rows.rows}
        self.minimum_cells: dict[int, int] = {}
        """The squares by the fewest factors that can strike at them."""
        for c in range(size):
            least = self.row_minimum[self.shell_row[c]]
            self.minimum_cells[least] = self.minimum_cells.get(least, 0) | 1 << c
        self._lay_out_steps()
        self.objective_cells = frozenset(
            self.cell_named(c) for o in self.objectives.values() for c in o.squares if self._exists(c)
        )

    def _exists(self, name: str) -> bool:
        """Boards for study may be smaller than the squares that the objectives name."""
        return name in self.grid.ids

    def _grounds(self, cell: int) -> tuple[str, ...]:
        tags = self.board.tags(cell)
        found = [kind for kind in TERRAINS if kind == self.board.terrain[cell] or kind in tags]
        if self.start_trench >> cell & 1:
            found.append("start-trench")
        if cell in self.board.regions.get("minor-river", ()):
            found.append("minor-river")
        return tuple(found)

    def _harder(self, one: str, other: str) -> bool:
        """Whether a row of the Bombardment Table asks for more factors than another (6.2)."""
        rows = self.bombardment.rows
        filled = [tuple(n or 0 for n in rows[kind]) for kind in (one, other)]
        return (self.bombardment.minimum(one), filled[0]) > (self.bombardment.minimum(other), filled[1])

    def _hardest(self, cell: int) -> str:
        best = "clear"
        for kind in self.grounds[cell]:
            row = self.terrain[kind].bombardment
            if kind in TERRAINS and row and self._harder(row, best):
                best = row
        return best

    def harder_row(self, one: str, other: str) -> str:
        return one if self._harder(one, other) else other

    def _lay_out_steps(self) -> None:
        grid, board = self.grid, self.board
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
        self.board_edges = board.regions

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

    def in_range(self, cell: int, distance: int) -> int:
        """The set of squares no farther away than that (6.3.1)."""
        found = self._in_range.get((cell, distance))
        if found is None:
            found = 1 << cell
            for _ in range(distance):
                found |= self.nearby.of(found)
            self._in_range[cell, distance] = found
        return found

    def nearness(self, cells: int) -> tuple[int, int]:
        """The squares within two and within three of any of some squares."""
        one = cells | self.nearby.of(cells)
        two = one | self.nearby.of(one)
        return two, two | self.nearby.of(two)


def load_plan(data: DataFolder, scenario: str) -> dict[str, Any]:
    """A scenario file; the campaign takes its set-up from another one (15.0.1)."""
    plan = dict(data.toml(f"scenarios/{scenario}.toml"))
    if "setup_from" in plan:
        plan["setup"] = data.toml(f"scenarios/{plan['setup_from']}.toml")["setup"]
    return plan
