"""Hand corrections of a built map: ``atlas/GAME/corrections.csv``, which a rebuild never loses.

Columns ``file,key,value,reason``. What a row can say:

    cells,0313,terrain=woods,...              cells,0313 0314,+fort,...        cells,0313,-fort,...
    sides,0313-0314,+river Oise,...           sides,0313-0314,-bridge,...
    links,0313-0314-0415,+road N2,...         links,0313-0314,-road,...        (a chain of cells)
    slopes,0313>0314,+slope,...               slopes,0313>0314,-slope,...      (low > high)
    places,Reims,kind=town,...                places,Reims,name=Rheims,...     also cells=, value=, -
    places,Hill 140,+hill 0313 0314,...                                        (a new place)
    regions,entry-1,+3917 3817,...            regions,entry-1,-3917,...        also -  (the whole region)

The reason becomes the source of the rows that it makes, so it says where the fact comes from.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum, auto
from itertools import pairwise

from grognard.atlas.draft import FILES, MapDraft, Mark, PlaceDraft
from grognard.atlas.geometry import Lattice, Side, pair
from grognard.data import DataFolder, Row, nearest
from grognard.errors import NotUnderstood

SOURCES = ("rulebook", "printed map", "geography", "judgement", "reconstruction")


class Stage(Enum):
    """When a correction is applied."""

    BEFORE_BRIDGES = auto()
    BEFORE_REGIONS = auto()
    AT_THE_END = auto()


class Corrections:
    """The rows of one corrections file, checked and applied stage by stage."""

    def __init__(self, folder: DataFolder, lattice: Lattice, bridge_kind: str) -> None:
        self.lattice = lattice
        self.grid = lattice.grid
        self.rows: list[Row] = []
        self._bridge = bridge_kind
        if folder.exists("corrections.csv"):
            self.rows = folder.rows("corrections.csv", ("file", "key", "value", "reason"))
        for row in self.rows:
            row.word("file", FILES)
            reason = row.text("reason")
            if not reason.startswith(SOURCES):
                raise row.error(f"the reason '{reason}' should begin with one of: {', '.join(SOURCES)}")

    def apply(self, draft: MapDraft, stage: Stage) -> None:
        for row in self.rows:
            if self._stage(row) == stage:
                getattr(self, "_" + row["file"])(draft, row)

    def _stage(self, row: Row) -> Stage:
        if row["file"] == "regions":
            return Stage.AT_THE_END
        bridge = row["file"] == "sides" and row["value"][1:].split(" ")[0] == self._bridge
        return Stage.BEFORE_REGIONS if bridge else Stage.BEFORE_BRIDGES

    # One method for each file -------------------------------------------------------------------------

    def _cells(self, draft: MapDraft, row: Row) -> None:
        value = row.text("value")
        for id in row.text("key").split():
            cell = self._cell(row, id)
            if value.startswith("terrain="):
                kind = self._known(draft, row, "terrain", value.removeprefix("terrain="))
                draft.terrain[cell] = Mark(kind, row["reason"])
            elif value.startswith("+"):
                tag = self._known(draft, row, "feature", value[1:])
                draft.features.setdefault(cell, {})[tag] = row["reason"]
            elif value.startswith("-"):
                if value[1:] not in draft.features.get(cell, {}):
                    raise row.error(f"{id} has no feature '{value[1:]}' to take away")
                del draft.features[cell][value[1:]]
            else:
                raise row.error(f"'{value}' should be terrain=KIND, +FEATURE or -FEATURE")

    def _sides(self, draft: MapDraft, row: Row) -> None:
        for text in row.text("key").split():
            a, b = self._two(row, text, "-")
            if not self.lattice.shares_side(a, b):
                raise row.error(f"{text}: the two cells share no side")
            self._mark(draft, row, draft.sides, [pair(a, b)], "side")

    def _links(self, draft: MapDraft, row: Row) -> None:
        for text in row.text("key").split():
            chain = [self._cell(row, id) for id in text.split("-")]
            if len(chain) < 2:
                raise row.error(f"'{text}' should be a chain of cells such as 0313-0314")
            for a, b in pairwise(chain):
                self._adjacent(row, a, b)
            links = [pair(a, b) for a, b in pairwise(chain)]
            self._mark(draft, row, draft.links, links, "link")

    def _mark(
        self,
        draft: MapDraft,
        row: Row,
        marks: dict[Side, dict[str, Mark]],
        pairs: Iterable[Side],
        legend: str,
    ) -> None:
        sign, word, name = self._signed(row)
        kind = self._known(draft, row, legend, word)
        for key in pairs:
            if sign == "+":
                old = marks.setdefault(key, {}).get(kind)
                group = draft.kinds[legend][kind].group
                for other in [o for o in marks[key] if group and draft.kinds[legend][o].group == group]:
                    del marks[key][other]  # a side is a stream or a river, never both
                marks[key][kind] = Mark(name or (old.name if old else ""), row["reason"])
            elif kind not in marks.get(key, {}):
                between = "-".join(self.grid.ids[cell] for cell in key)
                raise row.error(f"{between} has no {legend} '{kind}' to take away")
            else:
                del marks[key][kind]

    def _slopes(self, draft: MapDraft, row: Row) -> None:
        for text in row.text("key").split():
            low, high = self._two(row, text, ">")
            sign, word, _ = self._signed(row)
            kind = self._known(draft, row, "slope", word)
            if sign == "+":
                draft.slopes[low, high] = Mark(kind, row["reason"])
            elif (low, high) not in draft.slopes or draft.slopes[low, high].name != kind:
                raise row.error(f"{text} has no slope '{kind}' to take away")
            else:
                del draft.slopes[low, high]

    def _places(self, draft: MapDraft, row: Row) -> None:
        name, value = row.text("key"), row.text("value")
        if value.startswith("+"):
            kind, *ids = value[1:].split()
            if name in draft.places:
                raise row.error(f"there is already a place '{name}'")
            if not ids:
                raise row.error(f"'{value}' should be +KIND CELL ...")
            cells = [self._cell(row, id) for id in ids]
            self._known(draft, row, "place", kind)
            draft.places[name] = PlaceDraft(kind, cells, 0, row["reason"])
            return
        place = draft.places.get(name)
        if place is None:
            raise row.error(f"there is no place '{name}'{nearest(name, draft.places)}")
        what, _, given = value.partition("=")
        if value == "-":
            del draft.places[name]
        elif what == "name" and given:
            if given in draft.places:
                raise row.error(f"there is already a place '{given}'")
            draft.places[given] = draft.places.pop(name)
        elif what == "kind":
            place.kind = self._known(draft, row, "place", given)
        elif what == "cells" and given:
            place.cells = [self._cell(row, id) for id in given.split()]
        elif what == "value" and given.removeprefix("-").isdigit():
            place.value = int(given)
        else:
            raise row.error(f"'{value}' should be name=, kind=, cells= or value=, +KIND CELL ... or -")
        place.source = f"{place.source}; {what} {row['reason']}"

    def _regions(self, draft: MapDraft, row: Row) -> None:
        name, value = row.text("key"), row.text("value")
        if value == "-":
            if name not in draft.regions:
                raise row.error(f"there is no region '{name}'{nearest(name, draft.regions)}")
            del draft.regions[name]
            return
        if value[0] not in "+-":
            raise row.error(f"'{value}' should be +CELL ..., -CELL ... or -")
        for id in value[1:].split():
            cell = self._cell(row, id)
            if value[0] == "+":
                draft.regions.setdefault(name, {})[cell] = row["reason"]
            elif cell not in draft.regions.get(name, {}):
                raise row.error(f"the region '{name}' has no {id} to take away")
            else:
                del draft.regions[name][cell]

    # Reading the columns --------------------------------------------------------------------------------

    def _cell(self, row: Row, id: str) -> int:
        try:
            return self.grid.cell(id)
        except NotUnderstood as problem:
            raise row.error(str(problem)) from None

    def _two(self, row: Row, text: str, between: str) -> Side:
        ids = text.split(between)
        if len(ids) != 2:
            raise row.error(f"'{text}' should be two cells such as 0313{between}0314")
        a, b = self._cell(row, ids[0]), self._cell(row, ids[1])
        self._adjacent(row, a, b)
        return a, b

    def _adjacent(self, row: Row, a: int, b: int) -> None:
        if self.grid.direction(a, b) < 0:
            raise row.error(f"{self.grid.ids[a]} and {self.grid.ids[b]} are not neighbours")

    def _signed(self, row: Row) -> tuple[str, str, str]:
        value = row.text("value")
        if value[0] not in "+-" or len(value) < 2:
            raise row.error(f"'{value}' should be +KIND NAME or -KIND")
        word, _, name = value[1:].partition(" ")
        return value[0], word, name.strip()

    def _known(self, draft: MapDraft, row: Row, legend: str, word: str) -> str:
        problem = draft.unknown(legend, word)
        if problem:
            raise row.error(problem)
        return word
