"""Overlays that each side has one of: ranges, control, supply."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

import msgspec

from grognard.engine.page import Overlay
from grognard.rules.masks import cells_of
from grognard.rules.position import WarPosition


class Shown(msgspec.Struct, frozen=True):
    """What is pointed out of a side, by a short name of its own: a set of cells, or units."""

    id: str
    kind: str
    what: str
    case: str
    cells: int = 0
    units: Sequence[int] = ()


def side_overlays(g: WarPosition, shown: Callable[[int], Iterable[Shown]]) -> list[Overlay]:
    """The overlays of both sides; ``shown`` says what there is of one."""
    return [
        Overlay(
            name=f"{one.id}-{name}", kind=one.kind, title=f"{one.what}: {g.setting.game.sides[name]}", case=one.case,
            side=name, cells=cells_of(one.cells), units=one.units,
        )
        for side, name in enumerate(g.setting.sides)
        for one in shown(side)
    ]  # fmt: skip
