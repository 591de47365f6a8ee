"""The charts of weather, terrain and movement, the Game Turn Track, and the objectives (3.1, 5.0, 7.2, 13.1)."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from grognard.data import DataFolder, Row
from grognard.games.somme_1916.terms import WEATHERS, Nation, Weather
from grognard.rules.reading import Halves, by_die, by_key, numbers

TERRAINS = ("clear", "marsh", "town", "woods", "ridge")
"""What a square can be or also have; its strongest kind counts (6.2.1, 7.2, 11.5.1)."""
GROUNDS = (*TERRAINS, "start-trench", "second-trench", "minor-river", "somme", "minor-road", "major-road")
COSTS = ("interdicted-entry", "interdicted-exit", "passage", "entrench", "suppressed", "disrupted", "off-front")
MINE_FACES = ("D/L", "L", "D", "S", "dud")
Drm = Annotated[int, Meta(ge=-6, le=6)]
Die = Annotated[int, Meta(ge=0, le=6)]


class Ground(msgspec.Struct, frozen=True):
    """A row of the Terrain Key; movement points in halves, 0 where the kind has none of its own."""

    kind: str
    straight: Halves
    diagonal: Halves
    shift: Annotated[int, Meta(ge=-5, le=5)]
    adds: bool
    source: str
    bombardment: str = ""


class WeatherEffects(msgspec.Struct, frozen=True):
    """A row of the weather effects (5.0): what is taken off or added in that weather."""

    weather: Weather
    mp: Annotated[int, Meta(ge=-6, le=0)]
    supply_range: Annotated[int, Meta(ge=0, le=40)]
    observation_allied: Die
    observation_german: Die
    assault: Drm
    defensive_fire: Drm
    tank: Annotated[int, Meta(ge=-3, le=3)]
    source: str

    @property
    def observation(self) -> tuple[int, int]:
        """The highest die with which each side has air observation (5.6)."""
        return self.observation_allied, self.observation_german


class Week(msgspec.Struct, frozen=True):
    """A box of the Game Turn Track (3.1): a week."""

    turn: Annotated[int, Meta(ge=1, le=99)]
    date: str
    scenario: str
    weather_modifier: Drm
    snow: bool
    air: bool
    source: str


class Objective(msgspec.Struct, frozen=True):
    """A place that victory conditions name (13.1)."""

    id: str
    name: str
    nation: Nation
    squares: tuple[str, ...]
    needed: Annotated[int, Meta(ge=1, le=99)]
    vp: Annotated[int, Meta(ge=0, le=99)]
    source: str

    def fault(self, before: Objective | None) -> str:
        fits = self.needed <= len(self.squares)
        return "" if fits else f"{self.id} needs {self.needed} of {len(self.squares)} squares"


class GroundTables:
    """Loaded once for a setting."""

    def __init__(self, data: DataFolder) -> None:
        self.terrain: dict[str, Ground] = by_key(data, "tables/terrain.csv", Ground, "kind", needs=GROUNDS)
        self.costs: dict[str, int] = numbers(data, "tables/movement_costs.csv", {"id": Row.text}, "mp", -6, 6, COSTS)
        """Costs and changes of allowance beside the terrain (7.2-7.6) in whole MP."""
        self.weeks: dict[int, Week] = by_key(data, "tables/turn_track.csv", Week, "turn")
        self.weather = by_die(data, "tables/weather.csv", "total", "weather", WEATHERS)
        self.weather_effects: dict[str, WeatherEffects] = by_key(
            data, "tables/weather_effects.csv", WeatherEffects, "weather", needs=WEATHERS
        )
        self.tank_breakdown = by_die(data, "tables/tank_breakdown.csv", "die", "result", ("runs", "breaks-down"))
        self.objectives: dict[str, Objective] = by_key(data, "tables/objectives.csv", Objective)
        face = {"face": lambda row, column: row.word(column, MINE_FACES)}
        faces = numbers(data, "tables/mines.csv", face, "count", 0, 20)
        self.mine_faces = tuple([face for face, count in faces.items() for _ in range(count)])
        """The faces of the mine markers, each as often as it is there (14.1.3)."""
