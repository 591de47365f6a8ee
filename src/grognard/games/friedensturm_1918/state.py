"""What changes during a match of Friedensturm 1918."""

from __future__ import annotations

from enum import IntEnum
from typing import Annotated

from grognard.engine import Cell, Flag, PerUnit, State, UnitNumber
from grognard.engine.state import Blank


class Disorder(IntEnum):
    """12.5: the marker on a combat unit; the effects of the two are the same."""

    NONE = 0
    REORGANISING = 1
    DISORGANISED = 2


class Marker(IntEnum):
    """11.2.7, 11.2.8, 14.0: a unit bears one of them at most."""

    NONE = 0
    DISENGAGEMENT = 1
    RESERVE = 2
    EXPLOITATION = 3


class Mission(IntEnum):
    """17.0: what an air unit flies; READY is above its headquarters, BASED below it."""

    BASED = 0
    READY = 1
    OBSERVATION = 2
    SUPPORT = 3
    INTERDICTION = 4
    INTERCEPTION = 5


class CombatStep(IntEnum):
    """12.2: the questions of a combat that can be taken up from the state alone."""

    NONE = 0
    PARTICIPANTS = 1
    STOSSTRUPPEN = 2
    GUNS_ATTACKER = 3
    GUNS_DEFENDER = 4
    COUNTER_BATTERY = 5
    LEAD_ATTACKER = 6
    LEAD_DEFENDER = 7


NotBegun = Annotated[int, Blank(-1)]


class FriedensturmState(State, kw_only=True):
    """Movement points are counted in halves. Bridges and pontoons are pairs of hexes, one pair after the other."""

    disorder: PerUnit[Disorder] = []
    marker: PerUnit[Marker] = []
    pinned: PerUnit[Flag] = []
    """12.2.6: indecisive defenders, until the next adjustment of markers."""
    unsupplied: PerUnit[Flag] = []
    """9.2: an Out of supply marker, until a supply phase finds the unit in supply."""
    stoss: PerUnit[UnitNumber] = []
    """11.3.2: the Stosstruppen of a regiment."""
    reassigned: PerUnit[Flag] = []
    """Stosstruppen that have changed over in this phase."""
    began: PerUnit[Cell] = []
    """Where a unit began the phase (11.1.1, 11.2.2)."""
    mp: PerUnit[NotBegun] = []
    """What is left of its movement points; -1 before it moves."""
    done: PerUnit[Flag] = []
    """It has finished its movement."""
    fought: PerUnit[Flag] = []
    """It has attacked in this phase (12.1)."""
    uses: PerUnit[int] = []
    """In how many combats of this phase an artillery unit has taken part (15.2.2)."""
    counter: PerUnit[Flag] = []
    """On its counter-battery side, until the end of the phase (15.2.2)."""
    offensive: PerUnit[Flag] = []
    """Army artillery in offensive mode (15.2.3)."""
    mission: PerUnit[Mission] = []
    base: PerUnit[UnitNumber] = []
    """The headquarters of an air unit that is not on a mission (17.1)."""
    late: PerUnit[Flag] = []
    """It came as a reinforcement; in some scenarios its doctrine differs."""
    back: PerUnit[int] = []
    """The turn in which an air unit returns that was driven off its base (17.1); 0 for none."""
    moving: list[UnitNumber] = []
    """The unit or stack whose movement is under way."""
    relief: Cell = -1
    """11.2.2: the hex that a relieving unit has just entered."""
    attacked: list[Cell] = []
    """12.1: the hexes attacked in this phase."""
    combat_step: CombatStep = CombatStep.NONE
    """12.2: what the combat under way waits for; its dice have not fallen yet, or only those of the guns."""
    target: Cell = -1
    attackers: list[UnitNumber] = []
    guns: list[UnitNumber] = []
    """The artillery of both sides in this combat; ``counter`` says which of it fires counter-battery."""
    lead: UnitNumber = -1
    shock: Flag = 0
    """Stosstruppen are used in this attack (15.3)."""
    sequence: int = 1
    initiative: str = ""
    weather: str = ""
    tanks: int = 0
    """Tank events left (15.4.2)."""
    attempts: int = 0
    """Attempts at pontoon bridges in this sequence (11.2.4)."""
    pontoons: list[Cell] = []
    """Pairs of hexes: where the marker lies, where its arrow points."""
    blown: list[Cell] = []
    """Pairs of hexes with a destroyed bridge between them (11.2.5)."""
    tried: list[Cell] = []
    """Pairs of hexes whose bridge somebody has tried to blow or to repair in this phase."""
    passed: list[str] = []
    """The sides that place no more air units in this phase (17.1)."""
    flown: int = -1
    """The side that placed the last air unit in this phase; -1 for none."""
    held: dict[Cell, int] = {}
    """Who controls a victory hex: 0 the Allies, 1 the Germans."""
    came: list[str] = []
    """Conditional reinforcements that have been granted."""
