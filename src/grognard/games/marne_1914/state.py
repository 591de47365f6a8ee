"""What changes during a match of the First Battle of the Marne."""

from __future__ import annotations

from enum import IntEnum

from grognard.engine import Cell, Flag, PerUnit, State, UnitNumber


class Moved(IntEnum):
    NOT_YET = 0
    MOVED = 1
    SETTLED = 2
    """Moved again because the phase could not end as it stood, or by taxi: it stays there (ruling C22)."""


class Taxi(IntEnum):
    """12.2.1: the taxi marker of a division."""

    NONE = 0
    WAITING = 1
    RIDDEN = 2


class MarneState(State, kw_only=True):
    """Movement points are counted in halves."""

    disrupted: PerUnit[Flag] = []
    army: PerUnit[str] = []
    corps: PerUnit[str] = []
    taxi: PerUnit[Taxi] = []
    due: PerUnit[int] = []
    """The turn in which a unit off the map may enter; 0 for none."""
    delayed: PerUnit[Flag] = []
    """7.0.2: its entry hex was blocked once, so that it may enter beside it."""
    out_of_supply: PerUnit[Flag] = []
    """10.1.1: as found at the start of the unit's last movement (ruling C64)."""
    origin: PerUnit[Cell] = []
    moved: PerUnit[Moved] = []
    attacked: PerUnit[Flag] = []
    recovered: PerUnit[Flag] = []
    """It gained a step (11.1.3b) or gave one (11.1.4b) in this segment."""
    initiative: str = "cp"
    vp: int = 0
    awards: list[tuple[int, str, str]] = []
    """Each change of the victory points: how many, by which case, for what."""
    markers: dict[str, int] = {}
    """The column of each army boundary marker on the map."""
    shifted: list[str] = []
    moving: UnitNumber = -1
    """The unit that may still go on with its move, how (6.1, 6.2) and with how many half points."""
    mode: str = ""
    left: int = 0
    entered: list[tuple[UnitNumber, Cell]] = []
    """Places entered in this Movement Phase; what stands at its end is settled (13.0.3)."""
    control: dict[Cell, str] = {}
    """Who controls each town, each hex of Paris and each road off the map (10.1.2, 13.0.3)."""
    garrisons: list[Cell] = []
    """The hexes of Paris whose garrison is not destroyed (12.1)."""
    visited: list[Cell] = []
    """Towns that the Central Powers have entered at least once."""
    british_south_turn: int = 0
    """10.1.3b: the turn in which the point for British supply from the south was given last."""
    entries: dict[Cell, int] = {}
    """7.0.3: how many units have entered by each hex in this segment."""
    arrived: dict[UnitNumber, tuple[str, int]] = {}
    """The units that entered in this phase: how they go on (6.1, 6.2), and what the entry hex left them."""
    pool: dict[str, int] = {}
    """11.1.3a: the replacement steps of each army that are left in this segment."""
    tried: list[str] = []
    """11.2.1: the corps that have rolled for a unit in the Cadre Box in this segment."""
    target: Cell = -1
    declared: list[tuple[UnitNumber, ...]] = []
    """8.1.3: the attacks declared against the target, each by one unit or one group."""
    targets: list[Cell] = []
    """The hexes already attacked in this Combat Phase."""
