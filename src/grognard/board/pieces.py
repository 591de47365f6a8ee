"""Counters, markers and overlays: what a match lays on the map.

They are plain values that any game can fill from its own units; nothing here knows a game, or how to draw.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Counter:
    """A unit's counter. Only ``id`` and ``cell`` are needed; what is empty is not drawn.

    ``cell`` is a cell's index (-1 for a counter that lies on no map), ``symbol`` a word such as
    "infantry", ``size`` a formation ("division") or its mark ("XX"), ``factors`` the line of numbers
    at the bottom ("5-4-3"), ``steps`` how many are left of ``full_steps``, ``status`` short words
    ("D", "OOS") shown as tags.
    """

    id: str
    cell: int
    label: str = ""
    nation: str = ""
    colour: str = "#cfc6ae"
    ink: str = ""
    """The colour of text and symbol; black or white, whichever reads better, when empty."""
    symbol: str = ""
    size: str = ""
    factors: str = ""
    steps: int = 0
    full_steps: int = 0
    status: tuple[str, ...] = ()
    spent: bool = False
    """Has done what it could this turn: drawn paler."""
    chosen: bool = False
    """Is what the player points at: drawn with a bright rim."""
    title: str = ""
    """What a pointer over the counter reads; made from the rest when empty."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Marker:
    """A marker in a cell: ``shape`` is disc, square, star, flag or cross; ``label`` a few letters."""

    cell: int
    label: str = ""
    shape: str = "disc"
    colour: str = "#b03a3a"
    title: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Overlay:
    """Cells to point out: ``style`` is fill, hatch, outline or arrow (a way from first to last cell)."""

    cells: tuple[int, ...]
    colour: str = "#d9822b"
    style: str = "fill"
    label: str = ""
