"""What changes during a match of Hannut 1940."""

from __future__ import annotations

from enum import IntEnum
from typing import Annotated

from grognard.engine import Cell, Flag, PerUnit, State, UnitNumber
from grognard.engine.state import Blank


class Mark(IntEnum):
    """4.3.2, 10.2: the marker that a unit carries, one at most (ruling C71)."""

    NONE = 0
    EXP = 1
    PA = 2
    TA = 3
    CR = 4
    BUILDS = 5
    """An improved position under construction."""


class Supply(IntEnum):
    """15.0: marked at dawn, and turned over later in the day."""

    GENERAL = 0
    OUT = 1
    ON_HAND = 2


class Chit(IntEnum):
    """19.5."""

    NONE = 0
    DUMMY = 1
    REAL = 2


NotBegun = Annotated[int, Blank(-1)]
ANYWHERE, BY_ROAD = -1, -2
"""How a unit with a PA marker may go on after its first hex (6.3)."""
ACTIVE, TIRED = 2, 1
"""What a unit's activity in a night turn has cost it: nothing, or its level of fatigue (9.2, 14.0)."""
CLOSED = -2
"""A way of moving that a unit has left for this phase."""


class HannutState(State, kw_only=True):
    """Movement points are counted in quarters."""

    mark: PerUnit[Mark] = []
    fatigue: PerUnit[int] = []
    supply: PerUnit[Supply] = []
    attached: PerUnit[str] = []
    """The division of an independent unit (9.3.1)."""
    on_road: PerUnit[NotBegun] = []
    on_wheels: PerUnit[NotBegun] = []
    on_foot: PerUnit[NotBegun] = []
    """What is left of its MP if all of the phase's move is made along roads (6.2), at Mech or at Leg costs (5.3)."""
    granted: PerUnit[int] = []
    """The MP with which it began to move in this phase; below zero: how it may go on with a prepared move (6.3)."""
    done: PerUnit[Flag] = []
    """It has finished its movement in this phase, or was halted (6.6)."""
    halted: PerUnit[Flag] = []
    """It was halted next to an enemy that it may still overrun (ruling C31, by the option)."""
    moved: PerUnit[Flag] = []
    """It has moved in this player turn (14.2)."""
    fought: PerUnit[Flag] = []
    """It has taken part in a ground assault in this player turn (14.2)."""
    tired: PerUnit[int] = []
    """What it did this night has cost it its level of fatigue (14.0, ruling C35), or nothing (9.2): TIRED, ACTIVE."""
    arrived: PerUnit[Flag] = []
    """A reinforcement of this game turn (18.0)."""
    attacked: PerUnit[Flag] = []
    """It has made its ground assault of this Combat Phase (13.3)."""
    advanced: PerUnit[Flag] = []
    """It has advanced after a fire support mission in this Combat Phase (11.5)."""
    flown: PerUnit[Flag] = []
    """It has spotted for its air mission of this Combat Phase (10.3.7)."""
    retreated: PerUnit[Flag] = []
    """It has retreated into a friendly stack in this Combat Phase (11.2)."""
    integral: PerUnit[Flag] = []
    """It has given its regimental integrity bonus in this Combat Phase (13.8.4)."""
    revealed: PerUnit[Flag] = []
    """Both sides know it while an assault is resolved (13.1)."""
    moving: list[UnitNumber] = []
    """Who moves at the moment (6.0)."""
    overrun: list[Cell] = []
    """Hexes with enemies that the moving units have overrun, and ignore for the rest of the phase (13.13.2)."""
    spots: dict[UnitNumber, tuple[Cell, Cell, Cell]] = {}
    """Who has spotted for which target hexes in this Combat Phase (10.3.3a), -1 for none; the last is its own hex."""
    spotter_of: dict[Cell, UnitNumber] = {}
    """The one spotter of each target hex (10.3.3a)."""
    shelled: list[Cell] = []
    bombed: list[Cell] = []
    """The targets of artillery and of air missions in this Combat Phase (10.3)."""
    shifts: dict[Cell, int] = {}
    """AS markers (10.3.12)."""
    safe: list[Cell] = []
    """Hexes that were empty before units retreated there in this Combat Phase (11.2)."""
    assaulted: list[Cell] = []
    """Hexes that have defended in this Combat Phase (13.2)."""
    supporting: list[Cell] = []
    """Hexes that have given their adjacent defender shift (13.7.3)."""
    spent: dict[str, int] = {}
    """Half ground assaults of each division in this Combat Phase (12.0)."""
    ip: dict[Cell, int] = {}
    """Improved positions: 1 under construction, 2 finished (16.1)."""
    queue: dict[Cell, int] = {}
    """How many units have entered there by road in this phase (18.1)."""
    came: dict[str, int] = {}
    """How many independent units have come with each division (19.6)."""
    static: list[str] = []
    """The divisions whose HQ is in static mode (9.1)."""
    base: dict[str, int] = {}
    """The BP of each division's own (10.3.5), and of the corps of a side by its name."""
    level: dict[str, int] = {}
    """The BP of each division today, with what the corps has assigned (4.3.4)."""
    bp: dict[str, int] = {}
    """What is left of them in this game turn."""
    air: dict[str, int] = {}
    """Air points of each side (17.0)."""
    steps_in: dict[str, int] = {}
    """Replacement steps by side and kind ("german:afv", 19.7)."""
    replaced: list[UnitNumber] = []
    """Units that have taken their replacement step tonight (19.7)."""
    orders: dict[str, int] = {}
    """Choices of the Command Phase that are still secret, by side and question ("german:mode:4-pz")."""
    asked: int = 0
    """How many questions of the Command Phase have been answered."""
    bins: dict[str, int] = {}
    """Chits by side and kind ("german:real"), and those drawn and set aside ("german:drawn"): secret (19.5)."""
    chit: dict[str, Chit] = {}
    """The chit of each side in the Night box: secret until it is turned over."""
    awake: list[str] = []
    """The sides that have turned over a real night chit in this turn."""
    fuel: int = 0
    """The low fuel turn of the day (19.8): secret until it comes."""
    fuelled: str = ""
    """The panzer division with full tanks in the low fuel turn."""
    newcomers: list[str] = []
    """The divisions whose HQ has arrived since the last Command Phase (ruling C39)."""
    withdrawn: list[str] = []
    """The DLMs that have left (19.6)."""
    line_points: int = 0
    """Game turns without a French continuous line (19.9)."""
    crossed: int = 0
    """Whether a German unit has ever been beyond the road from 3504 to 4315 (19.10)."""
