"""What changes during a match of Soissons 1918."""

from __future__ import annotations

from enum import IntEnum
from typing import Annotated

from grognard.engine import Cell, Flag, PerUnit, State, UnitNumber
from grognard.engine.state import Blank


class Order(IntEnum):
    """12.2.2: the attack order marker of a unit."""

    NONE = 0
    PREPARE = 1
    LOW = 2
    """Low Intensity/Improvised Attack; it points at a hex."""


class Level(IntEnum):
    """6.1: disruption. There is no end to it: each further shock is a level more."""

    GOOD_ORDER = 0
    REFORMING = 1
    DISORGANIZED = 2
    SHOCKED = 3


NotBegun = Annotated[int, Blank(-1)]


class SoissonsState(State, kw_only=True):
    """Strength points left are the units' steps. Movement points are counted in halves."""

    disruption: PerUnit[int] = []
    retreated: PerUnit[Flag] = []
    """A Retreat marker, until the owner's End of Operations (13.3, step B.11)."""
    order: PerUnit[Order] = []
    aim: PerUnit[Cell] = []
    """The hex at which a Low Intensity marker points."""
    bought: PerUnit[Flag] = []
    """Its Prepare marker was bought in this Maneuver segment (ruling K36)."""
    prepared: PerUnit[Flag] = []
    """It began the first turn with a Prepare marker (ruling K05)."""
    assaulted: PerUnit[Flag] = []
    """It assaulted in this turn, and has fewer MP (12.1.1)."""
    able: PerUnit[Flag] = []
    """It could attack the hex that it points at when the segment began (ruling K02)."""
    fought: PerUnit[Flag] = []
    """It attacked in this segment (16.0)."""
    struck: PerUnit[int] = []
    """1: it was attacked in this segment (16.0), 2: and has been surprised (4.1)."""
    locked: PerUnit[Flag] = []
    """In an enemy zone of control when the segment began (9.1.1, ruling K34)."""
    mp: PerUnit[NotBegun] = []
    """What is left of its movement points; -1 before it is activated."""
    done: PerUnit[Flag] = []
    """It has finished in this segment."""
    column: PerUnit[Flag] = []
    """A reinforcement of this turn that has not left the road yet (17.3)."""
    stays: PerUnit[Flag] = []
    """Spent, No Withdrawal (5.3)."""
    corps: PerUnit[str] = []
    tank: PerUnit[UnitNumber] = []
    """The tank group of a division (5.4)."""
    shifted: PerUnit[Flag] = []
    """A tank group that has already switched in this segment (ruling K92)."""
    fired: PerUnit[Flag] = []
    """A headquarters whose artillery is unavailable (15.2.1)."""
    due: PerUnit[int] = []
    """The turn in which a unit off the map arrives; 0 for none, -1 to be set up by its owner."""
    moving: list[UnitNumber] = []
    """The unit or stack whose movement is under way (12.0)."""
    crowded: Cell = -1
    """An overstacked hex whose owner must eliminate points (10.0)."""
    guns: dict[str, int] = {}
    """Army and air points that can fire now ("entente-heavy"), and those that come in the afternoon (15.2.2)."""
    later: dict[str, int] = {}
    fire: dict[Cell, tuple[int, int, int]] = {}
    """Bombardment markers: whose (0 Entente, 1 German), points of guns, points of the air."""
    exit_turn: int = 0
    """3.3.1: the turn in which a division left by the east edge, or entered the perimeter; 0 for none."""
    perimeter_turn: int = 0
