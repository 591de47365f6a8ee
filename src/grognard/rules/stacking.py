"""Stacking: what follows from a game's one rule about who may share a cell."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic

from typing_extensions import TypeVar

from grognard.engine import ALLOW, Ruling, refuse
from grognard.rules.masks import cells_of, mask
from grognard.rules.position import WarPosition

P = TypeVar("P", bound=WarPosition, default=Any)


class Stacking(Generic[P]):
    """``may_share`` rules on units of one side that would be in one cell. Each side stacks for itself."""

    def __init__(self, may_share: Callable[[P, tuple[int, ...]], Ruling], note: str = "") -> None:
        self.may_share = may_share
        self.note = note
        """What is added to a refusal, such as the case by which the limits hold at the end of a move."""

    def company(self, g: P, unit: int, cell: int) -> tuple[int, ...]:
        """The unit with those of its side that are in a cell."""
        side = g.setting.side
        return (unit, *[u for u in g.stack[cell] if u != unit and side[u] == side[unit]])

    def fits(self, g: P, unit: int, cell: int) -> bool:
        """Whether a unit may end in a cell with whoever of its side is there."""
        others = g.stack[cell]
        return not others or others == (unit,) or bool(self.may_share(g, self.company(g, unit, cell)))

    def may_stack(self, g: P, unit: int, cell: int) -> Ruling:
        """The same, with the units that leave no room for it."""
        together = self.company(g, unit, cell)
        ruling = self.may_share(g, together)
        if ruling:
            return ALLOW
        here = f"{g.cell_name(cell)} with {g.names(together[1:])}"
        return refuse(ruling.case, f"{g.name(unit)} cannot end in {here}: {ruling.text}{self.note}")

    def is_overstacked(self, g: P, side: int, cell: int) -> bool:
        """Whether a side has more in a cell than may stay there."""
        sides = g.setting.side
        return len(g.stack[cell]) > 1 and not self.may_share(g, tuple([u for u in g.stack[cell] if sides[u] == side]))

    def overstacked_cells(self, g: P, side: int) -> list[int]:
        """All cells in which a side is over-stacked, as a set-up or a retreat can leave them."""
        return [c for c in cells_of(mask(g.state.loc[u] for u in g.on_map(side))) if self.is_overstacked(g, side, c)]
