"""The words and codes of the game (3.5): sides, nations, what a unit can be and do, what points are given for.

State and files hold plain numbers and words, and the enums name them. Members that are asked for often are
bound to names of this module, which Python finds faster.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum, StrEnum

ALLIED, GERMAN = 0, 1
SIDES = ("allied", "german")
"""The names of the sides, in the order of their numbers."""


class Nation(StrEnum):
    BRITISH = "british"
    FRENCH = "french"
    GERMAN = "german"


BRITISH, FRENCH = Nation.BRITISH, Nation.FRENCH
NATIONS = tuple(nation.value for nation in Nation)
SIDE_OF: Mapping[str, int] = {BRITISH: ALLIED, FRENCH: ALLIED, Nation.GERMAN: GERMAN}

STRENGTHS = ("full", "reduced")
ARMS = ("infantry", "tanks")


class Box(IntEnum):
    """Beside the map, in the order of `SommeSetting.boxes`."""

    OFF_MAP = -1
    """Not in play, or not yet."""
    POOL = -2
    """The Replacement Pool of its side (12.1)."""
    GONE = -3
    """Out for good."""
    EXITED = -4
    """Off the map by an edge (13.4)."""
    TRACK = -5
    """On the Game Turn Track until it comes back (7.4.2, 11.2.1)."""


OFF_MAP, POOL, GONE, EXITED, TRACK = Box
NOWHERE = -1
"""In place of a square, where there is none: no target, no order, no jump-off square."""


class Status(IntEnum):
    """The order that a unit is in (3.5, 6.5.1)."""

    GOOD_ORDER = 0
    SUPPRESSED = 1
    DISRUPTED = 2


GOOD_ORDER, SUPPRESSED, DISRUPTED = Status


class Mode(IntEnum):
    """7.4: which side of the counter is up."""

    FRONT = 0
    """Mobile or Command Mode, and all units without modes."""
    BACK = 1
    """Entrenched or Supply Mode."""


FRONT, BACK = Mode
MODE_WORDS = ("mobile", "entrenched", "command", "supply")


class Facing(IntEnum):
    """The four sides of a square that a unit can face (7.2.2), as directions of the grid."""

    NONE = -1
    """Of an HQ in Supply Mode, and off the map."""
    NORTH = 0
    EAST = 2
    SOUTH = 4
    WEST = 6


NO_FACING, NORTH, EAST, SOUTH, WEST = Facing
FACINGS: Mapping[str, Facing] = {facing.name.lower(): facing for facing in (NORTH, EAST, SOUTH, WEST)}
FACING_NAMES: Mapping[int, str] = {facing: name for name, facing in FACINGS.items()}
AHEAD = (EAST, WEST)
"""Where each side looks at the enemy's edge."""


class Move(IntEnum):
    """How far a unit is with its move (7.2)."""

    NOT_BEGUN = 0
    BEGUN = 1
    FINISHED = 2


NOT_BEGUN, BEGUN, FINISHED = Move


class OverTheTop(IntEnum):
    """The test of a committed unit (8.7)."""

    UNTESTED = 0
    PASSED = 1
    FAILED = 2


UNTESTED, PASSED, FAILED = OverTheTop


class Sector(IntEnum):
    """What squares of the other Allied nation have meant for a unit (14.1.3)."""

    UNPAID = 0
    PAID = 1
    EXEMPT = 2
    """Set up there and never inside since (X20)."""


class Weather(StrEnum):
    """5.0."""

    FAIR = "fair"
    DRIZZLE = "drizzle"
    RAIN = "rain"
    SNOW = "snow"


WEATHERS = tuple(weather.value for weather in Weather)


class Resource(StrEnum):
    """9.2: the Command Resources, from the most frequent to the rarest (9.2.1-9.2.7)."""

    SECONDARY = "secondary"
    LIFT = "lift"
    CREEPING = "creeping"
    SMOKE = "smoke"
    TANK_CAVALRY = "tank-cavalry"
    GAS = "gas"
    NIGHT = "night"
    CONSOLIDATE = "consolidate"


RESOURCES = tuple(resource.value for resource in Resource)


class Return(StrEnum):
    """From where a unit off the map comes back; an edge for those that left by it (13.4)."""

    NONE = ""
    SUPPLY = "supply"
    """11.2.1."""
    FLIGHT = "zoc"
    """7.4.2."""
    NORTH = "north"
    EAST = "east"
    WEST = "west"


class Tally(StrEnum):
    """12.1.1: what makes the working total."""

    ASSAULTS = "assaults"
    STEPS = "steps"
    DISRUPTED = "disrupted"


class Heap(StrEnum):
    """13.0: what victory points are given for."""

    LOSSES = "losses"
    REPLACEMENTS = "replacements"
    EXITS = "exits"
    SECTORS = "sectors"
    OPERATIONS = "operations"
    OBJECTIVES = "objectives"


class Operation(StrEnum):
    """15.5.2, 15.5.3: the options of the Operations Tables."""

    PLANT_MINES = "plant-mines"
    INCREASE_SUPPLY = "increase-supply"
    BUILD_ARTILLERY = "build-artillery"
    CHANGE_OBJECTIVE = "change-objective"
    COMMAND_CENTER_ALLIED = "command-center-allied"
    TRAIN_TROOPS = "train-troops"
    OFF_MAP_ARTILLERY = "off-map-artillery"
    CONCEALED_ARTILLERY = "concealed-artillery"
    REINFORCED_DEFENSES = "reinforced-defenses"
    DISCOVER_OBJECTIVE = "discover-objective"
    COMMAND_CENTER_GERMAN = "command-center-german"
    COMMIT_RESERVES = "commit-reserves"
