"""The geography of one game: ``atlas/GAME/geography.json``, brought onto the plane of its grid.

The file gives real places, lines and areas in degrees, each with a key of its ``sources`` table, and
the transform that lays them under the grid. Here they become points of the grid's plane. A *rubber
sheet* then pulls the neighbourhood of each shown place so that the place lies in the middle of its
cell: a town stays on its own bank of the river, and a road through it passes through its cell.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from grognard.atlas.geometry import Lattice, Line, distance, resampled
from grognard.data import nearest
from grognard.errors import DataError
from grognard.grid import Point

TABLES = ("places", "rivers", "forests", "roads", "rail", "other_terrain", "fronts")
BASES = ("geography", "judgement", "rulebook", "reconstruction")


@dataclass(frozen=True)
class Feature:
    """One entry of the geography: a place, a river, a wood, a road ..."""

    name: str
    kind: str
    points: tuple[Point, ...]
    """One point for a place, a line or a polygon for the others, on the plane, before the sheet."""
    is_area: bool
    population: int
    source: str
    """Ready for a data file: "geography: ign-hydro"."""
    record: Mapping[str, Any]


class Geography:
    """What ``geography.json`` says, on the plane of the grid."""

    def __init__(self, path: Path, lattice: Lattice) -> None:
        self.path = path
        self._table = _read(path)
        self._transform = self._numbers()
        self._check_anchors(lattice)
        self._sources = self._table.get("sources", {})
        self.tables: dict[str, list[Feature]] = {
            name: [self._feature(name, entry) for entry in self._table.get(name, [])] for name in TABLES
        }

    def error(self, message: str) -> DataError:
        return DataError(message, self.path)

    def plane(self, lat: float, lon: float) -> Point:
        t = self._transform
        east = (lon - t["lon0"]) * t["km_per_deg_lon"]
        north = (lat - t["lat0"]) * t["km_per_deg_lat"]
        return (t["a"] * east + t["b"] * north + t["c"], t["d"] * east + t["e"] * north + t["f"])

    def place(self, name: str) -> Feature | None:
        for feature in self.tables["places"]:
            if feature.name == name:
                return feature
        return None

    def missing_attribution(self, lines: Iterable[str]) -> str:
        """A holder and licence that no line of the board's attribution names, or ''."""
        told = list(lines)
        for entry in self._sources.values():
            holder, licence = str(entry.get("holder", "")), str(entry.get("licence", ""))
            if holder and not any(holder in line and licence in line for line in told):
                return f"{holder}, {licence}"
        return ""

    def _numbers(self) -> dict[str, float]:
        table = self._table.get("transform", {})
        keys = ("lat0", "lon0", "km_per_deg_lon", "km_per_deg_lat", "a", "b", "c", "d", "e", "f")
        for key in keys:
            if not isinstance(table.get(key), int | float):
                raise self.error(f"the transform has no number '{key}'")
        return {key: float(table[key]) for key in keys}

    def _check_anchors(self, lattice: Lattice) -> None:
        """The anchors say where the transform expects two cells; a grid of other numbering is caught."""
        for id, (x, y) in self._table["transform"].get("anchors", {}).items():
            at = lattice.grid.centre(lattice.grid.cell(id))
            if distance(at, (x, y)) > 0.01:
                raise self.error(
                    f"the transform expects the centre of {id} at ({x}, {y}), "
                    f"but the grid of board.toml has it at ({at[0]:.3f}, {at[1]:.3f})"
                )

    def _feature(self, table: str, entry: Mapping[str, Any]) -> Feature:
        name = str(entry.get("name") or entry.get("scenario") or "")
        key = entry.get("source", "")
        if key not in self._sources:
            raise self.error(f"{table}: '{name}' has the source '{key}', which is not among the sources")
        basis = self._sources[key].get("basis")
        if basis not in BASES:
            raise self.error(f"the source '{key}' has the basis '{basis}', not one of {', '.join(BASES)}")
        return Feature(
            name=name,
            kind=str(entry.get("class") or entry.get("kind") or ""),
            points=self._points(table, name, entry),
            is_area="polygon" in entry,
            population=int(entry.get("population", 0)),
            source=f"{basis}: {key}",
            record=entry,
        )

    def _points(self, table: str, name: str, entry: Mapping[str, Any]) -> tuple[Point, ...]:
        shape = entry.get("polygon") or entry.get("line") or entry.get("polyline") or []
        if table == "places":
            shape = [[entry.get("lat"), entry.get("lon")]]
        try:
            return tuple(self.plane(float(lat), float(lon)) for lat, lon in shape)
        except (TypeError, ValueError):
            raise self.error(f"{table}: '{name}' has a point that is not [latitude, longitude]") from None


def _read(path: Path) -> dict[str, Any]:
    try:
        table = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise DataError("the file is missing", path) from None
    except (OSError, ValueError) as problem:
        raise DataError(f"cannot be read as JSON ({problem})", path) from None
    if not isinstance(table, dict):
        raise DataError("should be one JSON object", path)
    return table


def selected(
    features: Iterable[Feature],
    names: Sequence[str] | None,
    not_names: Sequence[str],
    kinds: Sequence[str] | None,
    population: int,
) -> list[Feature]:
    """The features that a rule asks for; without ``names`` and ``kinds`` all of them."""
    return [
        f
        for f in features
        if (names is None or f.name in names)
        and f.name not in not_names
        and (kinds is None or f.kind in kinds)
        and f.population >= population
    ]


def unknown_names(features: Iterable[Feature], wanted: Iterable[str]) -> str:
    """A complaint about the first name that the geography does not have, or ''."""
    have = {f.name for f in features}
    for name in wanted:
        if name not in have:
            return f"the geography has no '{name}'{nearest(name, have)}"
    return ""


class RubberSheet:
    """Shifts points so that fixed points come to lie where the grid wants them."""

    def __init__(self, pins: Iterable[tuple[Point, Point]], reach: float) -> None:
        """``pins`` are (where geography has it, where the map shows it); ``reach`` is in cells."""
        self.reach = reach
        self.pins = [(at, (to[0] - at[0], to[1] - at[1])) for at, to in pins]

    def shifted(self, p: Point) -> Point:
        """Shepard's mean of the pins within reach; at a pin its own shift, beyond reach none."""
        total, dx, dy = 0.0, 0.0, 0.0
        nearest_pin = self.reach
        for at, shift in self.pins:
            far = distance(p, at)
            if far >= self.reach:
                continue
            if far < 1e-9:
                return (p[0] + shift[0], p[1] + shift[1])
            weight = (1.0 / far - 1.0 / self.reach) * (1.0 / far - 1.0 / self.reach)
            total += weight
            dx += weight * shift[0]
            dy += weight * shift[1]
            nearest_pin = min(nearest_pin, far)
        if total == 0.0:
            return p
        fade = 1.0 - nearest_pin / self.reach
        return (p[0] + fade * dx / total, p[1] + fade * dy / total)

    def line(self, points: Sequence[Point], step: float = 0.1) -> Line:
        """A line, finely sampled and shifted."""
        return [self.shifted(p) for p in resampled(points, step)]
