"""A map while it is being built, and the plain files that it becomes."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from grognard.atlas.geometry import Side, pair
from grognard.board.board import Kind
from grognard.data import nearest
from grognard.grid import Grid

FILES = ("cells", "sides", "slopes", "links", "places", "regions")


@dataclass
class Mark:
    """What a side or a link carries beside its kind."""

    name: str
    source: str


@dataclass
class PlaceDraft:
    kind: str
    cells: list[int]
    value: int
    source: str


@dataclass
class MapDraft:
    """Everything that the CSV files of ``map/`` will say, each fact with its source."""

    grid: Grid
    kinds: Mapping[str, Mapping[str, Kind]]
    terrain: dict[int, Mark] = field(default_factory=dict)  # name = kind of terrain
    features: dict[int, dict[str, str]] = field(default_factory=dict)
    sides: dict[Side, dict[str, Mark]] = field(default_factory=dict)
    slopes: dict[Side, Mark] = field(default_factory=dict)  # (low, high); name = kind of slope
    links: dict[Side, dict[str, Mark]] = field(default_factory=dict)
    places: dict[str, PlaceDraft] = field(default_factory=dict)
    regions: dict[str, dict[int, str]] = field(default_factory=dict)
    exits: list[tuple[str, int, str]] = field(default_factory=list)
    """(edge, cell, kind of link): the roads that lead off the map."""

    def unknown(self, legend: str, word: str) -> str:
        """A complaint about a word that ``board.toml`` does not declare, or ''."""
        known = self.kinds[legend]
        if word in known or (legend == "place" and not known):
            return ""
        return f"board.toml declares no {legend} '{word}'{nearest(word, known)}"

    def paint(self, cell: int, terrain: str, feature: str, source: str) -> None:
        if terrain:
            self.terrain[cell] = Mark(terrain, source)
        if feature:
            self.features.setdefault(cell, {})[feature] = source

    def add_side(self, side: Side, kind: str, name: str, source: str) -> None:
        """Lay a kind on a side, unless one that excludes it (a greater river) lies there already."""
        here = self.sides.setdefault(side, {})
        group = self.kinds["side"][kind].group
        if kind in here or (group and any(self.kinds["side"][other].group == group for other in here)):
            return
        here[kind] = Mark(name, source)

    def sides_of(self, kinds: Iterable[str]) -> dict[Side, Mark]:
        wanted = tuple(kinds)
        return {side: marks[kind] for side, marks in self.sides.items() for kind in wanted if kind in marks}

    def add_link(self, a: int, b: int, kind: str, name: str, source: str) -> None:
        self.links.setdefault(pair(a, b), {}).setdefault(kind, Mark(name, source))

    def has_link(self, cell: int, kinds: Iterable[str]) -> bool:
        wanted = tuple(kinds)
        return any(
            kind in self.links.get(pair(cell, other), {}) for other in self.grid.neighbours[cell] for kind in wanted
        )

    # The files --------------------------------------------------------------------------------------

    def files(self, remark: str) -> dict[str, str]:
        """The text of each CSV file by its name; the same draft always gives the same bytes."""
        ids = self.grid.ids
        cells = [
            (ids[cell], mark.name, " ".join(sorted(self.features.get(cell, {}))), self._cell_source(cell))
            for cell, mark in sorted(self.terrain.items())
        ]
        slopes = [(ids[low], ids[high], m.name, m.source) for (low, high), m in sorted(self.slopes.items())]
        places = [
            (name, p.kind, " ".join(ids[c] for c in p.cells), str(p.value or ""), p.source)
            for name, p in sorted(self.places.items())
        ]
        regions = [
            (name, ids[cell], source)
            for name, members in sorted(self.regions.items())
            for cell, source in sorted(members.items())
        ]
        tables: dict[str, tuple[tuple[str, ...], Sequence[tuple[str, ...]]]] = {
            "cells": (("cell", "terrain", "features", "source"), cells),
            "sides": (("a", "b", "kind", "name", "source"), self._segments(self.sides, "side")),
            "slopes": (("low", "high", "kind", "source"), slopes),
            "links": (("a", "b", "kind", "name", "source"), self._segments(self.links, "link")),
            "places": (("name", "kind", "cells", "value", "source"), places),
            "regions": (("region", "cell", "source"), regions),
        }
        return {
            f"{name}.csv": _csv(remark, header, rows)
            for name, (header, rows) in tables.items()
            if rows or name != "slopes"  # the one file that a map may lack
        }

    def _cell_source(self, cell: int) -> str:
        sources = [self.terrain[cell].source]
        sources += [f"{tag} {source}" for tag, source in sorted(self.features.get(cell, {}).items())]
        return "; ".join(dict.fromkeys(sources))

    def _segments(self, marks: Mapping[Side, Mapping[str, Mark]], legend: str) -> list[tuple[str, ...]]:
        order = {kind: i for i, kind in enumerate(self.kinds[legend])}  # as board.toml declares them
        ids = self.grid.ids
        return [
            (ids[a], ids[b], kind, here[kind].name, here[kind].source)
            for (a, b), here in sorted(marks.items())
            for kind in sorted(here, key=lambda kind: order[kind])
        ]


def _csv(remark: str, header: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    text = io.StringIO()
    text.write(f"# {remark}\n")
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(header)
    writer.writerows(rows)
    return text.getvalue()
