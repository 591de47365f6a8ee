"""What stays the same during a match: units by kind, the ground and its costs, lines of sight, divisions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from grognard.engine import Unit
from grognard.games.hannut_1940.plan import Arrival, Division, HannutPlan
from grognard.games.hannut_1940.tables import PROHIBITED, HannutTables, HannutUnit, Terrain
from grognard.rules.masks import mask
from grognard.rules.memo import Memo
from grognard.rules.plans import ScenarioPlan
from grognard.rules.search import Going, Groups, grouped
from grognard.rules.setting import WarSetting
from grognard.rules.sight import Sight

GERMAN, FRENCH = 0, 1
"""The sides by number, in the order of the game's ``sides``."""
OFF_MAP, ELIMINATED, WITHDRAWN = -1, -2, -3
QUARTERS = 4
"""Movement points are counted in quarters."""
ROAD, WHEELS, FOOT = 0, 1, 2
"""The ways in which the whole move of a unit is paid: along roads (6.2), at Mech or at Leg costs (5.3, 6.1)."""
ROADS = ("primary", "secondary", "trail", "railroad")
SUPPLY_ROADS = ("primary", "secondary")
TRAILS = ("trail", "railroad")
UNATTACHED = "corps"
"""The division of an independent unit that is attached to none (9.3.1)."""
Pair = tuple[int, int]


class HannutSetting(WarSetting[HannutUnit, HannutPlan]):
    boxes: ClassVar[tuple[str, ...]] = ("off-map", "eliminated", "withdrawn")
    unit_kind: ClassVar[type[Unit]] = HannutUnit
    plan_kind: ClassVar[type[ScenarioPlan]] = HannutPlan

    def lay_out(self) -> None:
        self.tables = HannutTables(self.data)
        self.limits = self.tables.limits
        self._lay_out_units()
        self._lay_out_divisions()
        self._lay_out_ground()
        self._lay_out_steps()
        self._lay_out_sight()
        self.stacks: Memo[bool] = Memo(20_000)
        """Whether units may share a hex (7.1)."""
        self.language.learn([
            "static", "mobile", "am", "pm", "real", "dummy", "drawn", "aside", "exp", "pa", "cr",
            "line-1", "line-2", "line-3", UNATTACHED, *self.divisions, *self.tables.terrain,
        ])

    def _lay_out_units(self) -> None:
        units = self.units
        self.is_hq: tuple[bool, ...] = tuple([u.kind == "hq" for u in units])
        self.mech: tuple[bool, ...] = tuple([u.movement == "mech" for u in units])
        self.afv: tuple[bool, ...] = tuple([u.afv for u in units])
        self.recon: tuple[bool, ...] = tuple([u.recon for u in units])
        self.recon_of = tuple([tuple([n for n in numbers if self.recon[n]]) for numbers in self.units_of])
        self.mech_of = tuple([tuple([n for n in numbers if self.mech[n]]) for numbers in self.units_of])
        self.personnel: tuple[bool, ...] = tuple([u.personnel for u in units])
        self.bn: tuple[bool, ...] = tuple([u.bn for u in units])
        self.ways: tuple[tuple[int, ...], ...] = tuple([
            (ROAD, FOOT) if not mech else (ROAD, WHEELS, FOOT) if person else (ROAD, WHEELS)
            for mech, person in zip(self.mech, self.personnel, strict=True)
        ])
        """5.3: personnel on wheels may walk."""
        self.rank: tuple[tuple[bool, int], ...] = tuple([(not u.afv, n) for n, u in enumerate(units)])
        """7.3: who lies on top of a stack comes first: an AFV if there is one."""
        self.corps: tuple[int, ...] = tuple([self.unit_named(uid) for uid in self.plan.corps_units])

    def _lay_out_divisions(self) -> None:
        plan, regions = self.plan, self.board.regions
        self.divisions: dict[str, Division] = {d.id: d for d in plan.division}
        self.divisions_of = tuple([tuple([d.id for d in plan.division if d.side == side]) for side in self.sides])
        self.hq_of = {d.id: self.unit_named(d.hq) for d in plan.division if d.hq}
        self.limit = {d.id: mask(regions.get(d.limit, ())) or self.everywhere for d in plan.division}
        """19.6: the hexes that a tethered division never leaves."""
        self.limit[UNATTACHED] = self.everywhere
        self.area = {d.id: mask([c for a in plan.area if a.division == d.id for c in regions.get(a.region, ())])
                     for d in plan.division}
        """19.2: where a division is set up."""
        self.arrivals: dict[int, Arrival] = {
            self.unit_named(uid): order for order in plan.reinforcement for uid in order.units
        }
        self.first_turn_of = {d.id: plan.first_turn for d in plan.division}
        for order in reversed(plan.reinforcement):
            self.first_turn_of[order.division] = order.turn
        entries = {order.division: tuple(regions.get(order.region, ())) for order in plan.reinforcement}
        self.off_map_hq = {d.id: entries.get(d.id, ()) for d in plan.division if d.hq_off_map}
        """19.6: divisions whose HQ stands one hex off the map, beside these hexes."""

    def _lay_out_ground(self) -> None:
        board, cells = self.board, range(len(self.grid.ids))
        chart = self.tables.terrain
        self.ground: tuple[tuple[Terrain, ...], ...] = tuple([
            (chart[board.terrain[c]], *[chart[tag] for tag in board.tags(c) if tag in chart]) for c in cells
        ])
        """The rows of the Terrain Effects Chart for what lies in each hex (2.2)."""

        def having(*kinds: str) -> int:
            return mask([c for c in cells if any(row.kind in kinds for row in self.ground[c])])

        self.woods, self.towns, self.vantage = having("woods", "forest"), having("town"), having("vantage-point")
        self.rough, self.clear = having("rough"), having("clear")
        self.pure_clear = self.clear & ~having("location", "village", "town")
        self.population = having("location", "village", "town")
        self.covering = mask([c for c in cells if any(row.covers for row in self.ground[c])])
        """8.2: woods, forests, villages and towns."""
        self.villages = having("village")
        self.hidden_from_air = mask([c for c in cells if not all(row.air_sees for row in self.ground[c])])
        self.no_halt = mask([c for c in cells if not all(row.halts for row in self.ground[c])])
        """6.6c: towns and forests."""
        self.combined_arms = mask([c for c in cells if any(row.combined_arms for row in self.ground[c])])
        """13.4: where AFVs need personnel."""
        self.sheltered = having("woods", "forest", "town")
        """6.5: exploiting units pay nothing more there."""
        regions = board.regions
        self.railroad_symbols = mask(regions.get("railroad-symbols", ()))
        self.beyond_road = mask(regions.get(self.plan.sudden_death.beyond, ()))
        self.goal = mask(regions.get(self.plan.sudden_death.german, ()))
        self.values = {c: place.value for place in board.places for c in place.cells if place.value}
        """19.10: the victory hexes."""
        self.streams = {pair for pair, kinds in board.sides.items() if "stream" in kinds}
        self.edges = [mask(regions.get(f"edge-{name}") or self.grid.edge(name)) for name in ("north", "south")]
        self.home = [mask(regions.get(f"edge-{name}") or self.grid.edge(name)) for name in ("east", "west")]
        """11.3: the friendly map edge of each side."""

    def road(self, a: int, b: int) -> str:
        """The best road between two hexes, or nothing."""
        kinds = self.board.link(a, b)
        return next((kind for kind in ROADS if kind in kinds), "")

    def across_stream(self, a: int, b: int) -> bool:
        return (min(a, b), max(a, b)) in self.streams

    def has_road(self, cell: int) -> bool:
        return cell >= 0 and bool(self.on_roads >> cell & 1)

    # -- what steps cost --

    def _lay_out_steps(self) -> None:
        pairs = [(a, b) for a in range(len(self.grid.ids)) for b in self.grid.neighbours[a]]
        self.roads: dict[Pair, str] = {pair: kind for pair in pairs if (kind := self.road(*pair))}
        self.on_roads = mask([a for a, _ in self.roads])
        self.woods_or_rails = self.woods | mask([a for a, b in pairs if "railroad" in self.board.link(a, b)])
        """13.12: where Mech units end an advance off the roads; the railroad may run beside a better road."""
        self.prices: dict[tuple[int, bool, bool], dict[Pair, int]] = {}
        """What each step costs in quarters, by way, movement class and night."""
        self.going: dict[tuple[int, bool, bool], Going] = {}
        self._mixed: dict[tuple[int, bool], Going] = {}
        for way in (ROAD, WHEELS, FOOT):
            for mech in (False, True):
                for night in (False, True):
                    found = {pair: price for pair in pairs if (price := self._price(pair, way, mech, night)) >= 0}
                    self.prices[way, mech, night] = found
                    self.going[way, mech, night] = Going(self._grouped(found))
        self.supply_half = self._grouped({pair: 1 if self.roads.get(pair) in SUPPLY_ROADS else 2 for pair in pairs})
        """15.1c: in half hexes, for panzer divisions and DLMs; the same for others without roads."""
        self.supply_full = self._grouped(dict.fromkeys(pairs, 2))
        self.supply_main = self._grouped({
            (a, b): 1 for a, b in pairs if self.roads.get((a, b)) in SUPPLY_ROADS or self.clear >> b & 1
        })
        """15.1a: primary and secondary roads, or clear ground."""

    def mixed_going(self, way: int, night: bool) -> Going:
        """7.1, ruling C64: a Leg battalion and a tank company as one unit pay the dearer price of each step."""
        found = self._mixed.get((way, night))
        if found is None:
            walks = self.prices[FOOT if way == WHEELS else way, False, night]
            rides = self.prices[way, True, night]
            both = {pair: max(walks[pair], price) for pair, price in rides.items() if pair in walks}
            found = self._mixed[way, night] = Going(self._grouped(both))
        return found

    def steps_of(self, unit: int) -> Mapping[Pair, object]:
        """The steps that a unit can make off the roads."""
        mech = self.mech[unit]
        return self.prices[WHEELS if mech else FOOT, mech, False]

    def _grouped(self, prices: Mapping[Pair, int]) -> Groups:
        steps: list[list[Pair]] = [[] for _ in self.grid.ids]
        for (a, b), price in prices.items():
            steps[a].append((b, price))
        return grouped(steps)

    def _price(self, pair: Pair, way: int, mech: bool, night: bool) -> int:
        """6.1, 6.2, 6.7; below zero where there is no such step."""
        if way == ROAD:
            return self._road_price(pair, mech, night)
        price = self.terrain_price(pair[1], way == WHEELS)
        if price < 0:
            return PROHIBITED
        if self.across_stream(*pair):
            stream = self.tables.terrain["stream"]
            price += stream.mech if way == WHEELS else stream.leg
        return price + self._night(pair, night)

    def _road_price(self, pair: Pair, mech: bool, night: bool) -> int:
        kind = self.roads.get(pair, "")
        if kind:
            if mech and kind in TRAILS and (self.rough | self.woods) >> pair[1] & 1:
                return self.limits["trail-rough"]
            row = self.tables.terrain[kind]
            return row.mech if mech else row.leg
        if not mech or not self.pure_clear >> pair[1] & 1:
            return PROHIBITED
        stream = self.tables.terrain["stream"].mech if self.across_stream(*pair) else 0                # ruling C54
        return self.limits["off-road"] + stream + self._night(pair, night)

    def _night(self, pair: Pair, night: bool) -> int:
        """6.7: a point more for each hex at night, but not along a road."""
        return QUARTERS * self.limits["night-mp"] if night and pair not in self.roads else 0

    def terrain_price(self, cell: int, wheels: bool) -> int:
        """2.1: the highest cost in the hex."""
        costs = [row.mech if wheels else row.leg for row in self.ground[cell]]
        return PROHIBITED if PROHIBITED in costs else max(costs)

    # -- who sees what --

    def _lay_out_sight(self) -> None:
        """8.1: by day; at night the neighbours. Only vantage points block the view from another (8.1.1, ruling C11)."""
        blocking = mask([c for c, rows in enumerate(self.ground) if any(row.blocks for row in rows)])
        found = Sight(
            self.grid, [max([row.sight for row in rows]) for rows in self.ground],
            lambda cell: self.vantage if self.vantage >> cell & 1 else blocking, self.rough, self.limits["rough-sight"],
        )
        self.sight, self.seen_from = found.seen, found.seen_from
