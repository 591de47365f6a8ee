"""The charts of weather, terrain and movement, the Game Turn Track, and the objectives (3.1, 5.0, 7.2, 13.1)."""

from __future__ import annotations

from typing import NamedTuple

from grognard.data import DataFolder, Row
from grognard.errors import DataError
from grognard.games.somme_1916.terms import NATIONS, WEATHERS

TERRAINS = ("clear", "marsh", "town", "woods", "ridge")
"""What a square can be or also have; its strongest kind counts (6.2.1, 7.2, 11.5.1)."""


class Ground(NamedTuple):
    """A row of the Terrain Key; movement points in halves, 0 where the kind has none of its own."""

    straight: int
    diagonal: int
    shift: int
    adds: bool
    bombardment: str


class WeatherEffects(NamedTuple):
    """A row of the weather effects (5.0): what is taken off or added in that weather."""

    mp: int
    supply_range: int
    observation: tuple[int, int]
    """The highest die with which each side has air observation (5.6)."""
    assault: int
    defensive_fire: int
    tank: int


class Week(NamedTuple):
    """A box of the Game Turn Track (3.1): a week."""

    date: str
    scenario: str
    weather_modifier: int
    snow: bool
    air: bool


class Objective(NamedTuple):
    """A place that victory conditions name (13.1)."""

    id: str
    name: str
    nation: str
    squares: tuple[str, ...]
    needed: int
    vp: int


def half_points(row: Row, column: str) -> int:
    """Movement points in halves: '1/2' is 1, '3' is 6, an empty cell 0."""
    value = row.get(column, "")
    if value == "1/2":
        return 1
    return 2 * row.integer(column, 0, 20) if value else 0


def load_terrain(data: DataFolder) -> dict[str, Ground]:
    columns = ["kind", "straight", "diagonal", "shift", "adds", "bombardment", "source"]
    found = {
        row.text("kind"): Ground(
            half_points(row, "straight"), half_points(row, "diagonal"), row.integer("shift", -5, 5),
            row.word("adds", ("yes", "no")) == "yes", row["bombardment"],
        )
        for row in data.rows("tables/terrain.csv", columns)
    }
    for kind in (*TERRAINS, "start-trench", "second-trench", "minor-river", "somme", "minor-road", "major-road"):
        if kind not in found:
            raise DataError(f"the row for '{kind}' is missing", data.path("tables/terrain.csv"))
    return found


def load_costs(data: DataFolder) -> dict[str, int]:
    """Costs and changes of allowance beside the terrain (7.2-7.6) in whole MP; '/2' and 'x2' are 2."""
    rows = data.rows("tables/movement_costs.csv", ["id", "when", "mp", "what", "source"])
    found = {}
    for row in rows:
        number = row.text("mp").lstrip("/x")
        if not number.lstrip("-").isdigit():
            raise row.error(f"column 'mp' should be like 1, -1, /2 or x2, not '{row['mp']}'")
        found[row.text("id")] = int(number)
    needed = ("interdicted-entry", "interdicted-exit", "passage", "entrench", "suppressed", "disrupted", "off-front")
    for name in needed:
        if name not in found:
            raise DataError(f"the row for '{name}' is missing", data.path("tables/movement_costs.csv"))
    return found


def load_weather_effects(data: DataFolder) -> dict[str, WeatherEffects]:
    columns = ["weather", "mp", "supply_range", "observation_allied", "observation_german", "assault",
               "defensive_fire", "tank", "source"]
    found = {
        row.word("weather", WEATHERS): WeatherEffects(
            row.integer("mp", -6, 0), row.integer("supply_range", 0, 40),
            (row.integer("observation_allied", 0, 6), row.integer("observation_german", 0, 6)),
            row.integer("assault", -6, 6), row.integer("defensive_fire", -6, 6), row.integer("tank", -3, 3),
        )
        for row in data.rows("tables/weather_effects.csv", columns)
    }
    for weather in WEATHERS:
        if weather not in found:
            raise DataError(f"the row for '{weather}' is missing", data.path("tables/weather_effects.csv"))
    return found


def load_turn_track(data: DataFolder) -> dict[int, Week]:
    columns = ["turn", "date", "scenario", "weather_modifier", "snow", "air", "source"]
    return {
        row.integer("turn", 1, 99): Week(
            row.text("date"), row.text("scenario"), row.integer("weather_modifier", -6, 6),
            row.word("snow", ("yes", "no")) == "yes", row.word("air", ("yes", "no")) == "yes",
        )
        for row in data.rows("tables/turn_track.csv", columns)
    }


def load_objectives(data: DataFolder) -> dict[str, Objective]:
    columns = ["id", "name", "nation", "squares", "needed", "vp", "source"]
    return {
        row.text("id"): Objective(
            row.text("id"), row.text("name"), row.word("nation", NATIONS),
            tuple(row.text("squares").split()), row.integer("needed", 1, 99), row.integer("vp", 0, 99),
        )
        for row in data.rows("tables/objectives.csv", columns)
    }


def load_mines(data: DataFolder) -> tuple[str, ...]:
    """The faces of the mine markers, each as often as it is there (14.1.3)."""
    faces: list[str] = []
    for row in data.rows("tables/mines.csv", ["face", "count", "source"]):
        faces += [row.word("face", ("D/L", "L", "D", "S", "dud"))] * row.integer("count", 0, 20)
    if not faces:
        raise DataError("there are no mine markers", data.path("tables/mines.csv"))
    return tuple(faces)
