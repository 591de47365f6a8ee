"""Reading a game's ``map/`` folder into a Board; every complaint names the file and the line."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from grognard.board.board import Board, Kind, Pair, Place, Segment
from grognard.data import DataFolder, Row, nearest
from grognard.errors import DataError, NotUnderstood
from grognard.grid import Grid
from grognard.grid.settings import grid_from

LEGENDS = ("terrain", "side", "slope", "link", "feature", "place")
"""The tables of ``board.toml`` that declare the words which the CSV files use."""

_TOP_KEYS = ("name", "title", "scale_km", "north", "attribution", "plain", "grid", "geo", *LEGENDS)
_KIND_TEXTS = ("name", "colour", "pattern", "group", "source")


class Settings:
    """``board.toml``, with complaints that find the line of a key by its text."""

    def __init__(self, folder: DataFolder) -> None:
        self.file = str(folder.path("map/board.toml"))
        self.table = folder.toml("map/board.toml")
        self._lines = folder.text("map/board.toml").splitlines()
        for key in self.table:
            if key not in _TOP_KEYS:
                raise self.error(f"unknown key '{key}'{nearest(key, _TOP_KEYS)}", key)

    def error(self, message: str, key: str, section: str = "") -> DataError:
        return DataError(message, self.file, self._line(key, section))

    def _line(self, key: str, section: str) -> int | None:
        """The line on which a key of a section (or the section itself) stands, if it can be found."""
        first = 0
        if section:
            heads = [i for i, line in enumerate(self._lines) if line.strip().startswith(f"[{section}]")]
            first = heads[0] if heads else 0
        word = re.escape(key)
        pattern = re.compile(rf"\s*(\[{word}[].]|\"?{word}\"?\s*[=.])")
        for number, line in enumerate(self._lines[first:], first + 1):
            if pattern.match(line):
                return number
        return first + 1 if section and first else None

    def text(self, key: str, default: str | None = None) -> str:
        value = self.table.get(key, default)
        if value is None:
            raise self.error(f"'{key}' is missing", key)
        if not isinstance(value, str) or not value:
            raise self.error(f"'{key}' should be a text, not {value!r}", key)
        return value

    def number(self, key: str, default: float | None = None) -> float:
        value = self.table.get(key, default)
        if value is None:
            raise self.error(f"'{key}' is missing", key)
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise self.error(f"'{key}' should be a number, not {value!r}", key)
        return float(value)

    def texts(self, key: str) -> tuple[str, ...]:
        value = self.table.get(key, [])
        if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
            raise self.error(f"'{key}' should be a list of texts", key)
        return tuple(value)

    def grid(self) -> Grid:
        table = self.table.get("grid")
        if not isinstance(table, dict):
            raise DataError("the [grid] table is missing", self.file)
        return grid_from(table, lambda message, key: self.error(message, key, "grid"))

    def kinds(self) -> dict[str, dict[str, Kind]]:
        return {legend: self._legend(legend) for legend in LEGENDS}

    def _legend(self, legend: str) -> dict[str, Kind]:
        table = self.table.get(legend, {})
        if not isinstance(table, dict):
            raise self.error(f"'{legend}' should be tables such as [{legend}.NAME]", legend)
        return {name: self._kind(legend, name, entry) for name, entry in table.items()}

    def _kind(self, legend: str, name: str, entry: Any) -> Kind:
        if not isinstance(entry, dict):
            raise self.error(f"[{legend}] '{name}' should be a table [{legend}.{name}]", name, legend)
        section = f"{legend}.{name}"
        for key in _KIND_TEXTS:
            if not isinstance(entry.get(key, ""), str):
                raise self.error(f"[{section}] {key} should be a text, not {entry[key]!r}", key, section)
        if not entry.get("source"):
            raise self.error(f"[{section}] has no source", section)
        return Kind(
            name=name,
            title=entry.get("name", name),
            colour=entry.get("colour", ""),
            pattern=entry.get("pattern", ""),
            group=entry.get("group", ""),
            source=entry["source"],
            more={key: value for key, value in entry.items() if key not in _KIND_TEXTS},
        )


def load_board(folder: DataFolder) -> Board:
    """The board of a game, from the ``map/`` folder of its data."""
    settings = Settings(folder)
    grid, kinds = settings.grid(), settings.kinds()
    terrain_kinds = kinds["terrain"]
    if not terrain_kinds:
        raise DataError("declares no terrain; it needs a [terrain.NAME] table for each kind", settings.file)
    plain = settings.text("plain", next(iter(terrain_kinds)))
    if plain not in terrain_kinds:
        hint = nearest(plain, terrain_kinds)
        raise settings.error(f"plain is '{plain}', which is no [terrain] kind{hint}", "plain")
    reader = _Reader(folder, grid, kinds)
    terrain, features, cell_sources = reader.cells()
    side_rows, sides = reader.sides()
    slope_rows, slopes = reader.slopes()
    link_rows, links = reader.links()
    places = reader.places()
    regions, region_sources = reader.regions()
    return Board(
        name=settings.text("name", folder.root.name.replace("_", "-")),
        title=settings.text("title"),
        grid=grid,
        terrain=terrain,
        plain=plain,
        scale_km=settings.number("scale_km"),
        north_deg=settings.number("north", 0.0),
        attribution=settings.texts("attribution"),
        features=features,
        sides=sides,
        slopes=slopes,
        links=links,
        places=places,
        regions=regions,
        kinds=kinds,
        cell_sources=cell_sources,
        side_rows=side_rows,
        slope_rows=slope_rows,
        link_rows=link_rows,
        region_sources=region_sources,
    )


class _Reader:
    """Reads the CSV files of one map against its grid and its legend."""

    def __init__(self, folder: DataFolder, grid: Grid, kinds: Mapping[str, Mapping[str, Kind]]) -> None:
        self.folder = folder
        self.grid = grid
        self.kinds = kinds
        self._cell_of = {printed: cell for cell, printed in enumerate(grid.ids)}

    def cells(self) -> tuple[tuple[str, ...], dict[int, tuple[str, ...]], tuple[str, ...]]:
        rows = self.folder.rows("map/cells.csv", ("cell", "terrain", "features", "source"))
        count = len(self.grid)
        terrain, sources, lines = [""] * count, [""] * count, [0] * count
        features: dict[int, tuple[str, ...]] = {}
        for row in rows:
            cell = self._cell(row, row["cell"])
            if lines[cell]:
                raise row.error(f"{self.grid.ids[cell]} has a row already, on line {lines[cell]}")
            lines[cell] = row.line
            terrain[cell] = self._kind(row, "terrain", row["terrain"])
            sources[cell] = self._source(row)
            if row["features"]:
                features[cell] = tuple([self._kind(row, "feature", word) for word in row["features"].split()])
        if 0 in lines:
            missing = [self.grid.ids[cell] for cell in range(count) if not lines[cell]]
            also = f" (nor have {len(missing) - 1} others)" if len(missing) > 1 else ""
            file, last = self.folder.path("map/cells.csv"), rows[-1].line if rows else 1
            raise DataError(f"{self.grid.word} {missing[0]} has no row, so no terrain{also}", file, last)
        return tuple(terrain), features, tuple(sources)

    def sides(self) -> tuple[tuple[Segment, ...], dict[Pair, tuple[str, ...]]]:
        return self._segments("map/sides.csv", "side")

    def links(self) -> tuple[tuple[Segment, ...], dict[Pair, tuple[str, ...]]]:
        return self._segments("map/links.csv", "link")

    def _segments(self, name: str, legend: str) -> tuple[tuple[Segment, ...], dict[Pair, tuple[str, ...]]]:
        found: dict[Pair, tuple[str, ...]] = {}
        segments = []
        first_line: dict[tuple[Pair, str], int] = {}
        for row in self.folder.rows(name, ("a", "b", "kind", "name", "source")):
            a, b = self._neighbours(row, "a", "b", legend)
            kind = self._kind(row, legend, row["kind"])
            pair = (a, b) if a < b else (b, a)
            before = found.get(pair, ())
            if before:
                self._exclude(row, legend, kind, pair, before, first_line)
            first_line[pair, kind] = row.line
            found[pair] = (*before, kind)
            segments.append(Segment(a, b, kind, row["name"], self._source(row)))
        return tuple(segments), found

    def _exclude(
        self,
        row: Row,
        legend: str,
        kind: str,
        pair: Pair,
        before: tuple[str, ...],
        first_line: Mapping[tuple[Pair, str], int],
    ) -> None:
        """A second row of the same side: a repetition, or two kinds that exclude each other."""
        between = f"the {legend} {row['a']}-{row['b']}"
        if kind in before:
            raise row.error(f"{between} is '{kind}' already, on line {first_line[pair, kind]}")
        group = self.kinds[legend][kind].group
        for other in before:
            if group and self.kinds[legend][other].group == group:
                line = first_line[pair, other]
                raise row.error(f"{between} cannot be '{kind}' ({group}): line {line} says it is '{other}'")

    def slopes(self) -> tuple[tuple[Segment, ...], dict[Pair, str]]:
        found: dict[Pair, str] = {}
        segments = []
        if not self.folder.exists("map/slopes.csv"):
            return (), {}
        for row in self.folder.rows("map/slopes.csv", ("low", "high", "kind", "source")):
            low, high = self._neighbours(row, "low", "high", "slope")
            kind = self._kind(row, "slope", row["kind"])
            if (low, high) in found:
                raise row.error(f"the slope {row['low']}-{row['high']} is given twice")
            found[low, high] = kind
            segments.append(Segment(low, high, kind, row.get("name", ""), self._source(row)))
        return tuple(segments), found

    def places(self) -> tuple[Place, ...]:
        places: dict[str, Place] = {}
        for row in self.folder.rows("map/places.csv", ("name", "kind", "cells", "value", "source")):
            name = row.text("name")
            if name in places:
                raise row.error(f"the place '{name}' is given twice")
            kind = self._kind(row, "place", row["kind"]) if self.kinds["place"] else row.text("kind")
            cells = tuple([self._cell(row, id) for id in row.text("cells").split()])
            if len(set(cells)) != len(cells):
                raise row.error(f"the place '{name}' names a cell twice")
            value = row.integer("value") if row["value"] else 0
            places[name] = Place(name, kind, cells, value, self._source(row))
        return tuple(places.values())

    def regions(self) -> tuple[dict[str, tuple[int, ...]], dict[str, str]]:
        regions: dict[str, dict[int, None]] = {}
        sources: dict[str, str] = {}
        for row in self.folder.rows("map/regions.csv", ("region", "cell", "source")):
            name, cell = row.text("region"), self._cell(row, row["cell"])
            cells = regions.setdefault(name, {})
            if cell in cells:
                raise row.error(f"the region '{name}' names {row['cell']} twice")
            cells[cell] = None
            sources.setdefault(name, self._source(row))
        return {name: tuple(cells) for name, cells in regions.items()}, sources

    # The columns that every file has ---------------------------------------------------------------

    def _cell(self, row: Row, id: str) -> int:
        cell = self._cell_of.get(id)
        if cell is not None:
            return cell
        if not id:
            raise row.error("a cell number is missing")
        try:
            return self.grid.cell(id)
        except NotUnderstood as problem:
            raise row.error(str(problem)) from None

    def _neighbours(self, row: Row, first: str, second: str, what: str) -> Pair:
        a, b = self._cell(row, row[first]), self._cell(row, row[second])
        if b not in self.grid.neighbours[a]:
            if a == b:
                raise row.error(f"a {what} joins {row[first]} with itself")
            apart = self.grid.distance(a, b)
            raise row.error(f"a {what} joins {row[first]} and {row[second]}, which are {apart} apart")
        return a, b

    def _kind(self, row: Row, legend: str, word: str) -> str:
        known = self.kinds[legend]
        if word not in known:
            if not word:
                raise row.error(f"the kind of {legend} is missing")
            hint = nearest(word, known) or "; board.toml declares the kinds"
            raise row.error(f"unknown {legend} '{word}'{hint}")
        return word

    def _source(self, row: Row) -> str:
        source = row["source"]
        if not source:
            raise row.error("the source is empty; say where the fact comes from")
        return source
