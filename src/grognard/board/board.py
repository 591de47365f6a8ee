"""A map: what lies in every cell, on its sides, between cells, and what the places are called.

A board never changes; ``painted`` makes a copy with other features. Its mappings are for reading only.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from grognard.data import nearest
from grognard.errors import DataError, NotUnderstood
from grognard.grid import Grid

Pair = tuple[int, int]


class Kind(NamedTuple):
    """One word of a map's legend: a kind of terrain, side, slope, link, feature or place."""

    name: str
    """The word that the data files use, such as "stream"."""
    title: str
    """What a player reads."""
    colour: str
    pattern: str
    group: str
    """Side kinds of one group exclude each other: a side is a stream or a river, never both."""
    source: str
    more: Mapping[str, Any]
    """What else ``board.toml`` says of it."""


_NUMBERED = re.compile(r" \([A-Z]?[\d.]+\)$")


class Place(NamedTuple):
    """A named place: a town, a fort, an objective."""

    name: str
    kind: str
    cells: tuple[int, ...]
    value: int
    source: str

    @property
    def label(self) -> str:
        """The name as players read it: a number in brackets only tells places of one name apart in the files."""
        return _NUMBERED.sub("", self.name)


class Segment(NamedTuple):
    """One row of sides.csv, links.csv or slopes.csv, as written, with its name and its source."""

    a: int
    b: int
    kind: str
    name: str
    source: str


@dataclass(frozen=True, eq=False, repr=False)
class Board:
    """A map. Pairs of cells are keyed (a, b) with a < b; only slopes are directed (low, high)."""

    name: str
    title: str
    grid: Grid
    terrain: tuple[str, ...]
    """The kind of terrain of every cell."""
    plain: str
    """The plainest terrain of this map: what a blank board is made of."""
    scale_km: float = 1.0
    north_deg: float = 0.0
    """How far north is turned from the top of the map, clockwise."""
    attribution: tuple[str, ...] = ()
    features: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    sides: Mapping[Pair, tuple[str, ...]] = field(default_factory=dict)
    slopes: Mapping[Pair, str] = field(default_factory=dict)
    links: Mapping[Pair, tuple[str, ...]] = field(default_factory=dict)
    places: tuple[Place, ...] = ()
    regions: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    kinds: Mapping[str, Mapping[str, Kind]] = field(default_factory=dict)
    """The legend: kinds["terrain"]["woods"]; also "side", "slope", "link", "feature", "place"."""
    cell_sources: tuple[str, ...] = ()
    side_rows: tuple[Segment, ...] = ()
    slope_rows: tuple[Segment, ...] = ()
    link_rows: tuple[Segment, ...] = ()
    region_sources: Mapping[str, str] = field(default_factory=dict)

    def __repr__(self) -> str:
        return f"<board {self.name}: {self.grid!r}>"

    def _repr_svg_(self) -> str:
        """The map as a notebook shows it."""
        from grognard.board.drawing import draw_board  # drawing knows boards; only a notebook needs it here

        return draw_board(self)

    # Asking ----------------------------------------------------------------------------------------

    def cell(self, id: str) -> int:
        """The cell of a printed number; see ``Grid.cell``."""
        return self.grid.cell(id)

    def side(self, a: int, b: int) -> tuple[str, ...]:
        """What lies on the side between two neighbours; () for nothing."""
        return self.sides.get((a, b) if a < b else (b, a), ())

    def link(self, a: int, b: int) -> tuple[str, ...]:
        """The roads, railways and so on that join two neighbours; () for none."""
        return self.links.get((a, b) if a < b else (b, a), ())

    def slope(self, low: int, high: int) -> str:
        """The kind of slope met when going up from ``low`` to ``high``; "" for none."""
        return self.slopes.get((low, high), "")

    def tags(self, a: int) -> tuple[str, ...]:
        """The features of a cell; () for none."""
        return self.features.get(a, ())

    def place(self, name: str) -> Place:
        """The place of that name; DataError where the map has none."""
        for place in self.places:
            if place.name == name:
                return place
        raise DataError(f"the map of {self.name} has no place '{name}'{nearest(name, self._place_names())}")

    def region(self, name: str) -> tuple[int, ...]:
        """The cells of that region; DataError where the map has none."""
        cells = self.regions.get(name)
        if cells is None:
            raise DataError(f"the map of {self.name} has no region '{name}'{nearest(name, self.regions)}")
        return cells

    def places_at(self, a: int) -> tuple[Place, ...]:
        """The named places that a cell belongs to."""
        return tuple(place for place in self.places if a in place.cells)

    def _place_names(self) -> list[str]:
        return [place.name for place in self.places]

    # Other maps from this one ----------------------------------------------------------------------

    def painted(
        self,
        *,
        terrain: Mapping[int | str, str] | None = None,
        features: Mapping[int | str, Iterable[str]] | None = None,
        sides: Mapping[tuple[int | str, int | str], Iterable[str]] | None = None,
        slopes: Mapping[tuple[int | str, int | str], str] | None = None,
        links: Mapping[tuple[int | str, int | str], Iterable[str]] | None = None,
        places: Iterable[Place] | None = None,
        regions: Mapping[str, Iterable[int | str]] | None = None,
    ) -> Board:
        """A copy on which the named cells, sides and links are as given; the rest stays.

        Cells are indexes or printed numbers. An empty value takes a thing away. ``places`` are added
        (one of the same name is replaced); a region is replaced as a whole.
        """
        changes: dict[str, Any] = {}
        if terrain:
            cells = list(self.terrain)
            for where, kind in terrain.items():
                cells[self._cell(where)] = self._known("terrain", kind)
            changes["terrain"] = tuple(cells)
        if features:
            tags = {self._cell(c): self._all_known("feature", kinds) for c, kinds in features.items()}
            changes["features"] = {c: t for c, t in {**self.features, **tags}.items() if t}
        for attribute, legend, given in (("sides", "side", sides), ("links", "link", links)):
            if given:
                old: Mapping[Pair, tuple[str, ...]] = getattr(self, attribute)
                new = {self._pair(*p): self._all_known(legend, kinds) for p, kinds in given.items()}
                changes[attribute] = {p: k for p, k in {**old, **new}.items() if k}
        if slopes:
            up = {self._directed(*p): kind and self._known("slope", kind) for p, kind in slopes.items()}
            changes["slopes"] = {p: k for p, k in {**self.slopes, **up}.items() if k}
        if places:
            added = {place.name: place for place in places}
            changes["places"] = (*(p for p in self.places if p.name not in added), *added.values())
        if regions:
            named = {name: tuple([self._cell(c) for c in cells]) for name, cells in regions.items()}
            changes["regions"] = {**self.regions, **named}
        return replace(self, **changes)

    def _cell(self, where: int | str) -> int:
        if isinstance(where, str):
            return self.grid.cell(where)
        if not 0 <= where < len(self.grid):
            raise NotUnderstood(f"cell {where} is not on the map of {self.name}")
        return where

    def _directed(self, first: int | str, second: int | str) -> Pair:
        a, b = self._cell(first), self._cell(second)
        if self.grid.direction(a, b) < 0:
            raise NotUnderstood(f"{self.grid.ids[a]} and {self.grid.ids[b]} are not neighbours")
        return a, b

    def _pair(self, first: int | str, second: int | str) -> Pair:
        a, b = self._directed(first, second)
        return (a, b) if a < b else (b, a)

    def _known(self, legend: str, kind: str) -> str:
        known = self.kinds.get(legend, {})
        if kind not in known:
            hint = nearest(kind, known)
            raise NotUnderstood(f"the map of {self.name} has no {legend} '{kind}'{hint}")
        return kind

    def _all_known(self, legend: str, kinds: Iterable[str]) -> tuple[str, ...]:
        if isinstance(kinds, str):  # one word is easily given where a list of words is meant
            kinds = kinds.split()
        return tuple([self._known(legend, kind) for kind in kinds])


def blank_board(columns: int | tuple[int, int], rows: int | tuple[int, int], like: Board) -> Board:
    """An empty map of the plainest terrain, with the numbering, stagger and legend of another.

    A whole number counts from 1; a pair gives the first and the last printed number.
    """
    grid = like.grid.resized(_span(columns), _span(rows))
    return Board(
        name=f"{like.name}-blank",
        title=f"{like.title}: blank map",
        grid=grid,
        terrain=(like.plain,) * len(grid),
        plain=like.plain,
        scale_km=like.scale_km,
        north_deg=like.north_deg,
        kinds=like.kinds,
        cell_sources=("judgement: a blank board for a study position",) * len(grid),
    )


def _span(size: int | tuple[int, int]) -> tuple[int, int]:
    first, last = (1, size) if isinstance(size, int) else size
    if last < first or last > 99 or first < 0:
        raise NotUnderstood(f"a map cannot have columns or rows from {first} to {last}")
    return first, last
