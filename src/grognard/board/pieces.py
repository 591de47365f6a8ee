"""Counters and markers: what a match lays on the map.

They are plain values that any game can fill from its own units; nothing here knows a game, or how to draw.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Counter:
    """A unit's counter. Only ``id`` and ``cell`` are needed; what is empty is not drawn.

    ``cell`` is a cell's index, ``symbol`` a word such as "infantry", ``size`` a formation ("division") or
    its mark ("XX"), ``factors`` the line of numbers at the bottom ("5-4-3"), ``steps`` how many are left of
    ``full_steps``, ``status`` short words ("D", "OOS") shown as tags.
    """

    id: str
    cell: int
    label: str = ""
    nation: str = ""
    colour: str = "#cfc6ae"
    symbol: str = ""
    size: str = ""
    factors: str = ""
    steps: int = 0
    full_steps: int = 0
    status: tuple[str, ...] = ()
    covered: bool = False
    """Whether it lies face down: what it is, is not known."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Marker:
    """A marker in a cell: ``shape`` is disc, square, star, flag or cross; ``label`` a few letters."""

    cell: int
    label: str = ""
    shape: str = "disc"
    colour: str = "#b03a3a"
    title: str = ""
