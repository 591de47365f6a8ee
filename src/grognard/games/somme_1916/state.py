"""What changes during a match of The Big Push."""

from __future__ import annotations

from grognard.engine import Cell, Flag, PerUnit, State, UnitNumber
from grognard.games.somme_1916.terms import NOWHERE, Facing, Mode, Move, OverTheTop, Return, Sector, Status, Weather


class SommeState(State, kw_only=True):
    """Movement points are counted in halves. Steps: 2 full strength, 1 reduced; German infantry and HQs have one."""

    mode: PerUnit[Mode] = []
    status: PerUnit[Status] = []
    facing: PerUnit[Facing] = []
    due: PerUnit[int] = []
    """The turn from which a unit off the map may come in; 0 for none."""
    returns: PerUnit[Return] = []
    """Why or where a unit off the map comes back."""
    arrived: PerUnit[int] = []
    """The first turn that a unit plays on the map, 0 if it has not come (7.8)."""
    sector: PerUnit[Sector] = []
    spent: PerUnit[int] = []
    """Half movement points spent in this Movement Phase."""
    moved: PerUnit[Move] = []
    commit: PerUnit[Cell] = []
    """8.6: the square that a unit is committed to attack."""
    over: PerUnit[OverTheTop] = []
    jump_off: PerUnit[Cell] = []
    """Where a committed or engaged attacker came from (10.2, 11.8.1)."""

    first_turn: int = 1
    """The first turn that is played: Train Troops begins later (15.5.2)."""
    acting: str = ""
    """With three players the Allied nation that acts now (1.0)."""
    weather: Weather = Weather.FAIR
    observation: list[str] = []
    """5.6: the sides that have air observation in this turn."""
    interdicted: dict[Cell, tuple[str, int]] = {}
    """6.5.1: the squares with an interdict marker: whose it is, and the turn in which the enemy moves under it."""
    air: Cell = NOWHERE
    """6.6: where the British air counter lies."""
    engaged: dict[Cell, str] = {}
    """11.8: squares that hold both sides, with the side that attacked."""
    mines: list[Cell] = []
    mines_seen: list[str] = []
    """The faces of mines that have come up in this Mines Phase (14.1.3)."""
    control: dict[Cell, str] = {}
    """13.1.1: the nation that held or passed each objective square last."""

    fired: list[UnitNumber] = []
    """Guns that have fired in this Bombardment Phase, units that have fired in this Defensive Fire."""
    off_map_fired: Flag = 0
    """15.5.3: whether the Off-Map Artillery has fired in this Bombardment Phase."""
    answered: list[Cell] = []
    """6.3.2: firing squares that have had their Counter-battery Fire in this phase."""
    firing: list[UnitNumber] = []
    """The guns of the bombardment that is under way, and its target in ``target``."""
    moving: list[UnitNumber] = []
    """The units whose move may still go on; several after a breakdown (7.4.3)."""
    near: list[UnitNumber] = []
    """7.6: units that have come near the enemy in this phase, or began so."""
    flipped: list[UnitNumber] = []
    """7.4.1: units that have changed mode in this phase."""
    turned: list[UnitNumber] = []
    """7.2.2: units that have been turned since they last moved."""
    diagonal: dict[UnitNumber, int] = {}
    """7.2.2, X65: moving units whose last step was diagonal, with its direction."""
    entered: list[UnitNumber] = []
    """7.7: units that have come on the map in this phase."""
    crowded: list[Cell] = []
    """7.3: squares that were over-stacked when the phase began."""
    tried: list[UnitNumber] = []
    """Cavalry that has rolled for its release in this turn (14.1.3)."""
    held: list[UnitNumber] = []
    broken: list[UnitNumber] = []
    """7.8: tanks that have broken down."""

    target: Cell = NOWHERE
    """The square that is bombarded or assaulted just now."""
    stage: str = ""
    """A sub-step of the phase, where it has some."""
    done: list[Cell] = []
    """Squares assaulted in this Assault Phase."""
    resources: dict[str, int] = {}
    """9.3: how many of each `Resource` the phasing player has left."""
    used: list[str] = []
    """The Command Resources declared for the Assault that is under way."""
    supply_used: list[UnitNumber] = []
    """11.2.1: HQs that gave supply in this Assault Phase."""
    working: dict[str, int] = {}
    """12.1.1: by owner and `Tally`: 'allied-assaults', 'german-steps' ..."""

    vp: dict[str, int] = {}
    """Victory points by owner and `Heap`: 'allied-losses', 'german-exits' ..."""
    awards: list[tuple[str, int, str, str, str]] = []
    """Each award: to which side, how many, of which heap, by which case, for what."""
    exits: list[tuple[UnitNumber, Cell]] = []
    """13.4: Allied units that have left for victory, with the square they left by."""
    strength_lost: int = 0
    """15.6.5: the primary factors, mobile side, of the German infantry lost."""
    breakthroughs: int = 0
    """15.6.4: breakthroughs with tanks or cavalry."""
    regiments_back: int = 0
    """15.6.6: German regiments that came back as replacements."""
    operations: list[str] = []
    """15.5: each `Operation` that is in force."""
    objectives: list[str] = []
    """15.6.1: the markers that the Allied player has drawn; hidden from the German."""
    discovered: str = ""
    """15.5.3: the marker that the German has seen; hidden from the Allied player."""

    aim: dict[UnitNumber, Cell] = {}
    """10.2, X09: defenders that keep their fire for one of several attacked squares."""
    fired_at: list[Cell] = []
    """10.2: attacked squares whose defenders have fired in this Defensive Fire."""
    secondary: Flag = 0
    """11.10: while a Secondary Attack is made."""
    levels: dict[str, int] = {}
    """12.1.2: the replacement steps that each side may still take in this Reorganization."""
    rallied: list[UnitNumber] = []
    """12.2: units that have tried to rally in this Reorganization."""
    recovered: list[UnitNumber] = []
    """12.3: tanks that have tried to recover in this Reorganization."""
    spent_operations: list[str] = []
    """15.5: operations that work once and have been used (Command Center)."""
