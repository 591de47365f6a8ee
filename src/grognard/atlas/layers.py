"""From geography to map, layer by layer: places, terrain, rivers, roads, bridges."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from grognard.atlas.draft import MapDraft, PlaceDraft
from grognard.atlas.geography import (
    TABLES,
    Feature,
    Geography,
    RubberSheet,
    selected,
    unknown_names,
)
from grognard.atlas.geometry import Lattice, distance, pair
from grognard.atlas.rules import Rule, Rules
from grognard.atlas.trace import (
    Bank,
    Stop,
    at_centres,
    cells_along,
    corner_paths,
    edge_towards,
    kept_off,
    routes,
    shares,
    sides_of,
)
from grognard.data import nearest
from grognard.errors import NotUnderstood
from grognard.grid import EDGES, Point

PLACE_REACH = 0.15  # a bend of a road this near to a shown place passes through its cell
BEYOND = {"north": (0.0, -1.5), "south": (0.0, 1.5), "east": (1.5, 0.0), "west": (-1.5, 0.0)}


class Layers:
    """Fills a draft from the rules and the geography."""

    def __init__(self, draft: MapDraft, lattice: Lattice, geography: Geography, rules: Rules) -> None:
        self.draft = draft
        self.lattice = lattice
        self.geography = geography
        self.rules = rules
        self.shown: dict[str, tuple[Point, list[int]]] = {}  # geography's name -> its point, its cells
        self.sheet = RubberSheet([], 1.0)
        self._towns: list[tuple[int, str, str, str]] = []  # cell, terrain, feature, source
        self._corners: dict[str, set[int]] = {}  # the corners along each river drawn so far

    def build(self) -> None:
        self._ground()
        self._places()
        self._lay_sheet()
        for rule in self.rules.all("paint"):
            self._paint(rule)
        self._paint_places()
        for rule in self.rules.all("side"):
            self._side(rule)
        for rule in self.rules.all("link"):
            self._link(rule)

    def build_bridges(self) -> None:
        """A bridge wherever a road crosses a river (called after the corrections of both)."""
        for rule in self.rules.all("bridge"):
            kind = self._word(rule, "side", rule.text("kind"))
            wanted = [self._word(rule, "link", link) for link in rule.texts("links")]
            rivers = [self._word(rule, "side", side) for side in rule.texts("sides")]
            for side in sorted(self.draft.sides_of(rivers)):
                carried = self.draft.links.get(side, {})
                for link in wanted:
                    if link in carried:
                        self.draft.add_side(side, kind, carried[link].name, rule.text("source"))

    # Places and the rubber sheet ----------------------------------------------------------------------

    def _ground(self) -> None:
        rule = self.rules.one("cells")
        plain = self._word(rule, "terrain", rule.text("terrain"))
        for cell in range(len(self.lattice.grid)):
            self.draft.paint(cell, plain, "", rule.text("source"))

    def _places(self) -> None:
        for rule in self.rules.all("place"):
            kind = self._word(rule, "place", rule.text("kind"))
            terrain, tag = self._colours(rule, needed=False)
            fixed = {name: self._cells(rule, ids) for name, ids in rule.mapping("cells").items()}
            values, renamed = rule.mapping("values"), rule.mapping("rename")
            if not all(type(value) is int for value in values.values()):
                raise rule.error("values should be whole numbers")
            features = self._selected(rule, default="places")
            self._check_names(rule, features, (*fixed, *values, *renamed))
            for feature in features:
                if feature.name in self.shown:
                    continue
                point = feature.points[0]
                source = feature.source
                if feature.name in fixed:
                    cells, source = fixed[feature.name], rule.text("source", feature.source)
                else:
                    at = self.lattice.cell_at(point)
                    if at is None:
                        continue
                    cells = [at]
                self.shown[feature.name] = (point, cells)
                name = str(renamed.get(feature.name, feature.name))
                if name in self.draft.places:
                    raise rule.error(f"there would be two places called '{name}'")
                value = values.get(feature.name, int(rule.number("value", 0)))
                self.draft.places[name] = PlaceDraft(kind, cells, value, source)
                self._towns += [(cell, terrain, tag, source) for cell in cells]

    def _lay_sheet(self) -> None:
        pins = []
        for point, cells in self.shown.values():
            centres = [self.lattice.centres[cell] for cell in cells]
            middle = (sum(x for x, _ in centres) / len(cells), sum(y for _, y in centres) / len(cells))
            pins.append((point, middle))
        for rule in self.rules.all("pin"):
            point = self.geography.plane(rule.number("lat"), rule.number("lon"))
            cell = self._cells(rule, [rule.text("cell")])[0]
            pins.append((point, self.lattice.centres[cell]))
        self.sheet = RubberSheet(pins, self.rules.one("sheet").number("reach", 1.5))

    def _paint_places(self) -> None:
        """After the woods, so that a town in a forest is a town."""
        for cell, terrain, tag, source in self._towns:
            self.draft.paint(cell, terrain, tag, source)

    # Terrain --------------------------------------------------------------------------------------------

    def _paint(self, rule: Rule) -> None:
        terrain, tag = self._colours(rule, needed=True)
        columns, rows, over = rule.span("columns"), rule.span("rows"), rule.texts("over")
        grid = self.lattice.grid
        for cell, source in sorted(self._painted_cells(rule).items()):
            if columns and not columns[0] <= grid.column(cell) <= columns[1]:
                continue
            if rows and not rows[0] <= grid.row(cell) <= rows[1]:
                continue
            if over and self.draft.terrain[cell].name not in over:
                continue
            self.draft.paint(cell, terrain, tag, source)

    def _painted_cells(self, rule: Rule) -> dict[int, str]:
        """The cells that a [[paint]] means, each with the source of the fact."""
        if rule.has("cells"):
            return dict.fromkeys(self._cells(rule, rule.texts("cells")), rule.text("source"))
        features = self._selected(rule)
        if rule.has("list"):
            key = rule.text("list")
            found: dict[int, str] = {}
            for feature in features:
                ids = feature.record.get(key, [])
                found |= dict.fromkeys(self._cells(rule, ids), rule.text("source", feature.source))
            return found
        if rule.flag("line"):
            return {
                cell: rule.text("source", feature.source)
                for feature in reversed(features)
                for cell in cells_along(self.lattice, self.sheet.line(feature.points))
            }
        areas = [feature for feature in features if feature.is_area]
        polygons = [feature.points for feature in areas]

        def told(numbers: set[int]) -> str:
            return rule.text("source", ", ".join(sorted({areas[i].source for i in numbers})))

        if rule.flag("centre"):
            return {cell: told(by) for cell, by in at_centres(self.lattice, polygons).items()}
        least = rule.number("share")
        return {
            cell: f"{told(by)} ({share:.0%} of the cell)"
            for cell, (share, by) in shares(self.lattice, polygons).items()
            if share >= least
        }

    # Rivers ---------------------------------------------------------------------------------------------

    def _side(self, rule: Rule) -> None:
        kind = self._word(rule, "side", rule.text("kind"))
        if rule.has("sides"):
            for ids in rule.items("sides"):
                a, b = self._cells(rule, ids)
                if not self.lattice.shares_side(a, b):
                    raise rule.error(f"{ids[0]} and {ids[1]} share no side")
                self.draft.add_side(pair(a, b), kind, rule.text("name", ""), rule.text("source"))
            return
        known = rule.mapping("banks")
        for name, side in known.items():
            if name not in self.shown:
                raise rule.error(f"banks: '{name}' is not shown on the map{nearest(name, self.shown)}")
            if side not in EDGES:
                raise rule.error(f"banks: '{name}' should be north, south, east or west of the river")
        banks = [
            Bank(self.lattice.centres[cell], known.get(name, ""))
            for name, (_, cells) in self.shown.items()
            for cell in cells
        ]
        for feature in self._selected(rule, default="rivers"):
            line = kept_off(self.sheet.line(feature.points, 0.04), banks)
            drawn = self._corners.setdefault(feature.name, set())
            others = [c for name, corners in self._corners.items() if name != feature.name for c in corners]
            for path in corner_paths(self.lattice, line, others):
                drawn.update(path)
                for side in sides_of(self.lattice, path):
                    source = rule.text("source", feature.source)
                    self.draft.add_side(side, kind, feature.name, source)

    # Roads ----------------------------------------------------------------------------------------------

    def _link(self, rule: Rule) -> None:
        kind = self._word(rule, "link", rule.text("kind"))
        if rule.has("via"):
            lines = [(rule.text("name", ""), self._via(rule), rule.text("source"))]
        else:
            lines = [
                (feature.name, self._stops(feature), rule.text("source", feature.source))
                for feature in self._selected(rule, default="roads")
            ]
        existing = {key: marks for key, marks in self.draft.links.items() if kind in marks}
        rivers = self.draft.sides_of(rule.texts("avoid"))
        for name, stops, source in lines:
            for route in routes(self.lattice, stops, existing, rivers, rule.flag("diagonal")):
                for a, b in pairwise(route.cells):
                    self.draft.add_link(a, b, kind, name, source)
                    existing[pair(a, b)] = self.draft.links[pair(a, b)]
                self.draft.exits += [(edge, cell, kind) for edge, cell in route.exits]

    def _stops(self, feature: Feature) -> list[Stop]:
        """A line of the geography; where it bends at a shown place it passes through its cell."""
        stops = []
        for point in feature.points:
            shifted = self.sheet.shifted(point)
            stops.append(Stop(shifted, self._shown_at(point, shifted)))
        return stops

    def _shown_at(self, point: Point, shifted: Point) -> int | None:
        for at, cells in self.shown.values():
            if distance(at, point) <= PLACE_REACH:
                return min(cells, key=lambda c: (distance(self.lattice.centres[c], shifted), c))
        return None

    def _via(self, rule: Rule) -> list[Stop]:
        """Stops given by name, by cell, as "north:1201" (leaves the map there) or as [lat, lon]."""
        stops: list[Stop] = []
        for item in rule.items("via"):
            if isinstance(item, list):
                if len(item) != 2 or not all(isinstance(one, int | float) for one in item):
                    raise rule.error(f"via: {item} should be [latitude, longitude]")
                stops.append(Stop(self.sheet.shifted(self.geography.plane(item[0], item[1]))))
                continue
            if not isinstance(item, str):
                raise rule.error(f"via: {item!r} should be a place, a cell, EDGE:CELL or [lat, lon]")
            edge, _, id = item.partition(":")
            if edge in EDGES and id:
                stops += self._leaving(rule, edge, id, first=not stops)
            else:
                stops.append(self._stop(rule, item))
        if len(stops) < 2:
            raise rule.error("via needs two stops at least")
        return stops

    def _stop(self, rule: Rule, item: str) -> Stop:
        if item in self.shown:
            point, cells = self.shown[item]
            centre = self.sheet.shifted(point)
            cell = min(cells, key=lambda c: (distance(self.lattice.centres[c], centre), c))
            return Stop(self.lattice.centres[cell], cell)
        feature = self.geography.place(item)
        if feature is not None:
            point = self.sheet.shifted(feature.points[0])
            return Stop(point, self.lattice.cell_at(point))
        try:
            cell = self.lattice.grid.cell(item)
        except NotUnderstood:
            names = [f.name for f in self.geography.tables["places"]]
            raise rule.error(f"via: '{item}' is neither a place nor a cell{nearest(item, names)}") from None
        return Stop(self.lattice.centres[cell], cell)

    def _leaving(self, rule: Rule, edge: str, id: str, first: bool) -> list[Stop]:
        stop = self._stop(rule, id)
        if stop.cell is None or stop.cell not in self.lattice.edges[edge]:
            raise rule.error(f"via: {id} does not lie on the {edge} edge")
        dx, dy = BEYOND[edge]
        beyond = (stop.point[0] + dx, stop.point[1] + dy)
        # In a corner of the map the straight way out may point at the other edge; then the road says so.
        if edge_towards(self.lattice, stop.cell, beyond) != edge:
            raise rule.error(f"via: a road cannot leave {id} over the {edge} edge")
        return [Stop(beyond), stop] if first else [stop, Stop(beyond)]

    # What every rule has --------------------------------------------------------------------------------

    def _selected(self, rule: Rule, default: str | None = None) -> list[Feature]:
        table = rule.text("from", default)
        if table not in TABLES:
            raise rule.error(f"from: unknown table '{table}'{nearest(table, TABLES)}")
        features = self.geography.tables[table]
        names = rule.texts("names") if rule.has("names") else None
        kinds = rule.texts("kinds") if rule.has("kinds") else None
        self._check_names(rule, features, (*(names or ()), *rule.texts("not_names")))
        wanted = selected(features, names, rule.texts("not_names"), kinds, int(rule.number("population", 0)))
        if not wanted:
            raise rule.error("nothing in the geography fits this selection")
        return wanted

    def _check_names(self, rule: Rule, features: Sequence[Feature], names: Sequence[str]) -> None:
        problem = unknown_names(features, names)
        if problem:
            raise rule.error(problem)

    def _cells(self, rule: Rule, ids: object) -> list[int]:
        given = ids.split() if isinstance(ids, str) else ids
        if not isinstance(given, list) or not given:
            raise rule.error(f"{ids!r} should be cells")
        try:
            return [self.lattice.grid.cell(str(id)) for id in given]
        except NotUnderstood as problem:
            raise rule.error(str(problem)) from None

    def _colours(self, rule: Rule, needed: bool) -> tuple[str, str]:
        terrain, feature = rule.text("terrain", ""), rule.text("feature", "")
        if terrain:
            self._word(rule, "terrain", terrain)
        if feature:
            self._word(rule, "feature", feature)
        if needed and not terrain and not feature:
            raise rule.error("say which terrain or which feature")
        return terrain, feature

    def _word(self, rule: Rule, legend: str, word: str) -> str:
        problem = self.draft.unknown(legend, word)
        if problem:
            raise rule.error(problem)
        return word
