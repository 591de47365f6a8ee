"""What stays the same during a match: units by kind, the ground of the scenario, steps that bridges change."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

import msgspec

from grognard.board import Board
from grognard.data import DataFolder
from grognard.engine import Unit
from grognard.games.friedensturm_1918.plan import FriedensturmPlan, Reinforcement, Window
from grognard.games.friedensturm_1918.state import FriedensturmState
from grognard.games.friedensturm_1918.tables import FriedensturmTables, FriedensturmUnit
from grognard.rules.game import WarGame
from grognard.rules.masks import Spread, cells_of, mask
from grognard.rules.memo import Memo
from grognard.rules.plans import ScenarioPlan
from grognard.rules.rivers import ChangingGoing, ChangingSpread, Rivers, both_ways, pairs
from grognard.rules.search import ChangingSteps, Going
from grognard.rules.setting import WarSetting

ALLIED, GERMAN = 0, 1
"""The sides by number, in the order of the game's ``sides``."""
OFF_MAP, LOST, EVENT = -1, -2, -3
FOOT, GUNS, STAFF, ROAD = "foot", "guns", "staff", "road"
"""Who moves how: combat units; artillery in bombardment mode, like them but over rivers at bridges only (11.3.1,
11.3.1.2); headquarters, without pontoons (11.2.4, 11.3.3); a forced march on roads (11.2.6). Air units fly (11.3.4)."""
BARRED = {GUNS: "11.3.1", STAFF: "11.3.3"}
"""Who never enters an enemy zone, by which case."""


class FriedensturmSetting(WarSetting[FriedensturmUnit, FriedensturmPlan]):
    boxes: ClassVar[tuple[str, ...]] = ("off-map", "lost", "event")
    unit_kind: ClassVar[type[Unit]] = FriedensturmUnit
    plan_kind: ClassVar[type[ScenarioPlan]] = FriedensturmPlan

    def __init__(
        self, game: WarGame, data: DataFolder, scenario: str, options: Mapping[str, str],
        board: Board | None = None, units: Sequence[Unit] | None = None,
    ) -> None:
        if units is None:
            units = self.read_units(data, tuple(game.sides))
            if options.get("franco_american") == "american":                    # ruling Q24
                units = [as_american(unit) for unit in units]
        super().__init__(game, data, scenario, options, board, units)
        self.tables = FriedensturmTables(data)
        self.limits = self.tables.limits
        self.turns = {turn.number: turn for turn in self.plan.turn}
        self.doctrines = self._read_doctrines()
        self.levels: dict[int, tuple[str, ...]] = {}
        """12.2.6: the results of tactical coordination by modifier, found when first asked for."""
        self._lay_out_units()
        self._lay_out_ground()
        self._lay_out_rivers()
        self._lay_out_steps()

    def _read_doctrines(self) -> dict[tuple[str, bool], str]:
        """The doctrine by nation and by whether a unit came as a reinforcement; Germans have none."""
        found = {(nation, late): "" for nation in NATIONS for late in (False, True)}
        for row in self.plan.doctrine:
            for late in (False, True):
                if row.origin == "any" or (row.origin == "reinforcement") == late:
                    found[row.nation, late] = row.doctrine
        return found

    def _lay_out_units(self) -> None:
        of, by_side, kinds = self.of_kinds, self.by_side, [unit.kind for unit in self.units]
        points = self.tables.stacking
        self.whole = tuple([unit.steps for unit in self.units])
        """The steps of a unit at full strength."""
        self.fresh_points = tuple([points.get(kind, 0) for kind in kinds])
        reduced = {**points, "division": points["reduced-division"]}
        self.worn_points = tuple([reduced.get(kind, 0) for kind in kinds])
        """4.0: what a unit counts in its stack, at full strength and reduced."""
        self.division, self.regiment, self.tank = of("division"), of("regiment"), of("tank")
        self.infantry = of("division", "regiment")
        """5.0: who exerts zones of control, and can be disorganised (15.4.1). A brigade is a regiment (2.2.1)."""
        self.combat, self.is_stoss = of("division", "regiment", "tank"), of("stoss")
        self.corps, self.army = of("corps-artillery"), of("army-artillery")
        self.gun, self.hq, self.air = of("corps-artillery", "army-artillery"), of("hq"), of("air")
        self.goes: tuple[str, ...] = tuple(
            [FOOT if c else GUNS if g else STAFF for c, g in zip(self.combat, self.gun, strict=True)]
        )

        self.guns_of, self.hqs_of, self.air_of = by_side(self.gun), by_side(self.hq), by_side(self.air)
        self.combat_of, self.tanks_of = by_side(self.combat), by_side(self.tank)
        self.walkers_of = by_side([kind not in ("air", "stoss") for kind in kinds])
        """Who moves over the map by itself."""
        numbers = {uid: number for number, uid in enumerate(self.unit_ids)}
        self.immune = frozenset([numbers[uid] for uid in self.plan.immune if uid in numbers])
        support = zip(self.guns_of, self.hqs_of, strict=True)
        self.support_of = tuple([tuple([u for u in (*guns, *hqs) if u not in self.immune]) for guns, hqs in support])
        """Artillery and headquarters that can be lost."""
        self.arrivals: dict[int, Reinforcement] = {
            numbers[uid]: order for order in self.plan.reinforcement for uid in order.units if uid in numbers
        }
        self.windows: Memo[list[Window]] = Memo()
        """11.1.5: the windows of a unit by turn and sequence."""
        self.due: Memo[list[int]] = Memo()
        """11.1.5: the units of a side that have a window by now, by turn and sequence."""

    def _lay_out_ground(self) -> None:
        board, cells = self.board, range(len(self.grid.ids))
        self.area = self.region(self.plan.area) or self.everywhere
        """The playing area of the scenario."""
        self.ground = self.area | mask(self.known(self.plan.outside))
        """The same with hexes beyond it where units stand (Scenario 2: Reims)."""
        allied, german = self.region(self.plan.supply_allied), self.region(self.plan.supply_german)
        self.sources = (allied or mask(self.grid.edge("south")), german or mask(self.grid.edge("north")))
        """9.1: the sources of supply of both sides; on a board made for study, its edges."""
        kinds = {kind: mask([c for c in cells if board.terrain[c] == kind]) for kind in ("woods", "village", "town")}
        self.woods, self.villages, self.towns = kinds["woods"], kinds["village"], kinds["town"]
        self.trenches = mask([c for c in cells if any(tag.startswith("trench") for tag in board.tags(c))])
        self.forts = mask([c for c in cells if "fort" in board.tags(c)])
        prizes = [row.cells for row in self.plan.objective] + [row.cells for row in self.plan.decisive]
        self.prizes = mask([cell for cells in prizes for cell in self.known(cells)])
        """16.0: the hexes that somebody may have to control."""
        self.far = [self.far_from(source) for source in self.sources]
        """12.3: how far each hex lies from the nearest source of a side."""

    # -- rivers and bridges --

    def _lay_out_rivers(self) -> None:
        self.rivers = Rivers(self.board, ("major-river", "minor-river"), ("bridge", "rail-bridge"))
        self.bridges = [pair for pair in self.rivers.of_kind("major-river") if pair in self.rivers.bridged]
        """11.2.5: only these can be destroyed."""
        self.river = self.rivers.between
        inside = [(a, b) for a in cells_of(self.ground) for b in cells_of(self.around[a] & self.ground)]
        dry = [(a, b) for a, b in inside if self.river(a, b) != "major-river" or self.rivers.is_bridged(a, b, ())]
        self.command = ChangingSpread(dry, set(inside) - set(dry))
        """9.1: the steps of a command path, and those over a major river without a bridge, beyond which it ends."""

    def laid(self, state: FriedensturmState, side: int) -> Sequence[int]:
        """11.2.4: the pontoons that a side can use."""
        return state.pontoons if side == GERMAN else ()

    def is_bridged(self, state: FriedensturmState, a: int, b: int, side: int) -> bool:
        return self.rivers.is_bridged(a, b, state.blown, self.laid(state, side))

    def is_wet(self, state: FriedensturmState, a: int, b: int, side: int) -> bool:
        """Whether a major river without a bridge lies between two hexes."""
        return self.river(a, b) == "major-river" and not self.is_bridged(state, a, b, side)

    # -- steps --

    def _lay_out_steps(self) -> None:
        cells, link = range(len(self.grid.ids)), self.board.link
        foot, guns = [[self._steps(a, kind) for a in cells] for kind in (FOOT, GUNS)]
        roads = [[(b, price) for b, price in onward if "road" in link(a, b)] for a, onward in enumerate(foot)]
        self._goings = {
            kind: ChangingGoing(ChangingSteps(steps), self.pontoon_price)
            for kind, steps in ((FOOT, foot), (GUNS, guns), (ROAD, roads))
        }
        self.rails = Spread(both_ways([pair for pair, kinds in self.board.links.items() if "rail" in kinds]))
        """11.1.4: along the railways."""

    def _steps(self, a: int, kind: str) -> list[tuple[int, int]]:
        found = [(b, self.price(a, b, kind)) for b in self.grid.neighbours[a]]
        return [(b, price) for b, price in found if price is not None]

    def price(self, a: int, b: int, kind: str) -> int | None:
        """11.1: what a step costs, in half points; None where only a whole move crosses (11.2.3), or nothing does."""
        terrain, sides = self.tables.terrain, self.board.side(a, b)
        if "road" in self.board.link(a, b):
            return terrain["road"].mp                                           # 11.1.3: nothing else counts
        price = self.entry_price(b) + (terrain["slope"].extra if self.board.slope(a, b) else 0)
        river = self.river(a, b)
        if not river:
            return price
        if "rail-bridge" in sides or "bridge" in sides:                         # 11.1.4
            over = terrain["bridge" if "bridge" in sides else "rail-bridge"]
            return price + (over.extra if river == "major-river" else over.extra_minor)
        if river == "major-river" or kind == GUNS:                              # 11.2.3, 11.3.1
            return None
        return price + terrain["minor-river"].extra

    def entry_price(self, cell: int) -> int:
        """11.1.1: the terrain of a hex with its craters."""
        terrain = self.tables.terrain
        return terrain[self.board.terrain[cell]].mp + sum([terrain[tag].extra for tag in self.board.tags(cell)])

    def going(self, state: FriedensturmState, kind: str, side: int) -> Going:
        """How units move now: bridges blown are rivers; where none stands, pontoons are for German combat units."""
        sites = pairs(self.laid(state, side) if kind == FOOT else ())
        laid = [cell for pair in sites if not self.rivers.is_bridged(*pair, state.blown) for cell in pair]
        return self._goings[FOOT if kind == STAFF else kind].now(state.blown, laid)

    def pontoon_price(self, a: int, b: int) -> int:
        """11.2.4: one point more over a major river, none over a minor one."""
        row = self.tables.terrain["pontoon"]
        slope = self.tables.terrain["slope"].extra if self.board.slope(a, b) else 0
        more = row.extra if self.river(a, b) == "major-river" else row.extra_minor
        return self.entry_price(b) + slope + more


def as_american(unit: Unit) -> Unit:
    """Scenario 2: the 157th Division, French with American regiments, taken for an American one."""
    if unit.id != FRANCO_AMERICAN:
        return unit
    return msgspec.structs.replace(unit, nation="american", steps=unit.steps + 1)


FRANCO_AMERICAN = "157DI"
NATIONS = ("french", "british", "american", "italian", "german")
