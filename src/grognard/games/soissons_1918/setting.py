"""What stays the same during a match: units by kind, the ground, lines to the edges and the perimeter."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from grognard.engine import Unit
from grognard.games.soissons_1918.plan import Area, SoissonsPlan
from grognard.games.soissons_1918.tables import SoissonsTables, SoissonsUnit, Terrain
from grognard.rules.breaking import Breaking
from grognard.rules.directions import Direction
from grognard.rules.edges import Edges, Nearby, StraightLines
from grognard.rules.lines import CrowPaths
from grognard.rules.masks import cells_of, mask
from grognard.rules.memo import Memo
from grognard.rules.plans import ScenarioPlan
from grognard.rules.reading import require_rows
from grognard.rules.setting import WarSetting
from grognard.rules.tolls import Steps

ENTENTE, GERMAN = 0, 1
"""The sides by number, in the order of the game's ``sides``."""
OFF_MAP, POOL, TANK_BOX, REMOVED, DESTROYED, WITHDRAWN, EXITED = -1, -2, -3, -4, -5, -6, -7


class SoissonsSetting(WarSetting[SoissonsUnit, SoissonsPlan]):
    boxes: ClassVar[tuple[str, ...]] = ("off-map", "pool", "tank-box", "removed", "destroyed", "withdrawn", "exited")
    unit_kind: ClassVar[type[Unit]] = SoissonsUnit
    plan_kind: ClassVar[type[ScenarioPlan]] = SoissonsPlan

    def lay_out(self) -> None:
        self.tables = SoissonsTables(self.data)
        self.limits = self.tables.limits
        self._lay_out_units()
        self._lay_out_ground()
        self._lay_out_edges()
        self._lay_out_steps()
        self.crow = CrowPaths(self.grid, self.playable)
        """8.2, ruling K81: paths of command never enter the ground out of play."""
        self.fed_from: Memo[int] = Memo(20_000)
        """From where a side can trace supply, by what bars its lines (11.1)."""
        self.directions: Memo[list[Direction]] = Memo(4096)
        """The retreat directions by side, hex, enemies and zones (13.4)."""
        self.open_east: Memo[int] = Memo(4096)
        """From where a path leads to the east edge, by what bars it (3.3.4)."""
        self.language.learn(["heavy", "medium", "air", "any-hq"])

    def _lay_out_units(self) -> None:
        of = self.of_kinds
        self.hq, self.is_tank, self.remnant = of("hq"), of("tank"), of("remnant")
        self.division, self.regiment = of("division"), of("regiment")
        self.infantry = of("division", "regiment", "remnant")
        """9.1: divisions, regiments and remnants. They alone have zones and can fight (5.0)."""
        numbers = range(len(self.units))
        self.regiments_of = {
            u: [r for r in numbers if self.regiment[r] and self.units[r].division == self.units[u].division]
            for u in self.units_of[GERMAN] if self.division[u]
        }
        self.breaking = Breaking("14.0", self.regiments_of, self.tables.breakdown, POOL)
        """14.0: the regiments into which a German division breaks."""
        self.remnants = [u for u in numbers if self.remnant[u]]
        self.arrival = {uid: order for order in self.plan.reinforcement for uid in order.units}
        self.headquarters = {self.units[u].corps: u for u in numbers if self.hq[u]}

    def _lay_out_ground(self) -> None:
        board, cells = self.board, range(len(self.grid.ids))
        kinds = {*board.terrain, "ravine-beside", "stream", "bridge"}
        require_rows(self.data, "tables/terrain.csv", self.tables.terrain, sorted(kinds), "the Terrain Effects Chart: ")
        self.playable = mask([c for c in cells if board.terrain[c] != "unplayable"])
        self.towns = mask([c for c in cells if board.terrain[c] in ("town", "city")]) & self.playable  # ruling K86
        ground = [self.ground(c) for c in cells]
        self.ravines = mask([c for c in cells if any(row.tank_attack == "none" for row in ground[c])])
        self.woods = mask([c for c in cells if any(row.combat == "woods" for row in ground[c])])
        self.shelter = mask([c for c in cells if any(row.combat == "shelter" for row in ground[c])])
        self.cover = mask([c for c in cells if any(row.bombardment == "shelter" for row in ground[c])])
        """The hexes where the Terrain Effects Chart hinders tanks, attackers (16.4.7) and guns (15.5)."""
        self.streams = {pair for pair, kinds in board.sides.items() if "stream" in kinds or "bridge" in kinds}
        self.perimeter = mask(board.regions.get("soissons-perimeter", ())) & self.playable
        self.values = {c: p.value for p in board.places if p.kind == "town" for c in p.cells if p.value}
        """3.3.2: the town hexes with a value in points."""
        ignored = set(board.regions.get("towns-ignored", ())) | {c for c in cells if board.terrain[c] == "city"}
        ignored |= set(self.values)
        self.plain_towns = [c for c in cells_of(self.towns) if c not in ignored]
        """3.3.2: the other towns, each of them 2 points less while it is German."""
        self.areas: dict[int, tuple[Area, int]] = {
            self.unit_named(uid): (area, self._in_area(area)) for area in self.plan.area for uid in area.units
        }
        """3.1: for each unit that is set up its area, and the hexes that lie in all regions of it."""

    def across_stream(self, a: int, b: int) -> bool:
        """Whether a stream, bridged or not, lies between two hexes (16.4.7, ruling K85)."""
        return (min(a, b), max(a, b)) in self.streams

    def _in_area(self, area: Area) -> int:
        """Hexes of a boundary belong to both neighbours."""
        cells = self.playable
        for name in area.regions:
            cells &= mask(self.board.regions.get(name, ()))
        return cells

    def _lay_out_edges(self) -> None:
        grid, regions, steps = self.grid, self.board.regions, list(self.ways())
        self.edges = [mask(regions.get(f"edge-{name}") or grid.edge(name)) & self.playable for name in ("west", "east")]
        """2.2: the friendly edge of the Entente and of the German."""
        self.rear = Edges(grid, steps, self.edges)
        """11.1, 13.3, ruling K21: how far the edges are, and which steps do not bring a side closer to the enemy's."""
        self.east = StraightLines(grid, steps, self.edges[GERMAN], ("E", "SE"))
        """11.1, 13.4: the straight line east from each hex; along the Aisne it keeps to the bank (ruling K22)."""
        self.soissons = Nearby(self.beside, self.playable, self.perimeter, self.limits["perimeter-range"])
        """11.1: the hexes by their distance from the Soissons perimeter."""

    def ways(self) -> Iterable[tuple[int, int]]:
        """Every step on the map; nobody crosses the Aisne (12.2.1)."""
        for a in cells_of(self.playable):
            for b in self.grid.neighbours[a]:
                if self.playable >> b & 1 and "river" not in self.board.side(a, b):
                    yield a, b

    def _lay_out_steps(self) -> None:
        """What each step costs (12.2.1): 1 MP, 2 MP, or 1 into a town that one controls and else 2."""
        size, steps = len(self.grid.ids), list(self.ways())
        roads = {(a, b) for a, b in steps if "road" in self.board.link(a, b)}
        tanks = [step for step in steps if step in roads or not any(self.ravines >> c & 1 for c in step)]   # 5.4.1
        kinds = {step: "plain" if step in roads else self._price(*step) for step in steps}
        self.march_steps = {
            is_tank: {kind: Steps(size, [s for s in some if kinds[s] == kind]) for kind in ("plain", "rough", "town")}
            for is_tank, some in ((False, steps), (True, tanks))
        }
        """The steps by price, for units without and for divisions with a tank group."""
        self.open_steps, self.tank_steps, self.road_steps = [Steps(size, s) for s in (steps, tanks, sorted(roads))]

    def _price(self, a: int, b: int) -> str:
        """Which price a step off the road has: "plain", "rough" or "town"."""
        rows = self.ground(b)
        kinds = self.board.side(a, b)
        if "stream" in kinds:
            rows = [*rows, self.tables.terrain["bridge" if "bridge" in kinds else "stream"]]
        price = max([int(row.mp) for row in rows])
        controlled = max([int(row.mp_controlled) for row in rows])
        if price == 1:
            return "plain"
        return "town" if controlled < price else "rough"

    def ground(self, cell: int) -> list[Terrain]:
        """The rows of the Terrain Effects Chart for what lies in a hex."""
        rows = [self.tables.terrain[self.board.terrain[cell]]]
        if "ravine" in self.board.tags(cell):
            rows.append(self.tables.terrain["ravine-beside"])
        return rows
