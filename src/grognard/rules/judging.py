"""The judge of a map game: what is illegal in a position follows from who may share a cell."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from typing_extensions import TypeVar

from grognard.engine import ALLOW, Judge, Ruling
from grognard.engine.judge import Fault, Missing, Standing
from grognard.rules.position import WarPosition
from grognard.rules.victory import VictoryLevel, level_of, steps_to_levels

P = TypeVar("P", bound=WarPosition, default=Any)
END_OF_MOVEMENT = "at the end of its Movement Phase"


class WarJudge(Judge[P]):
    """A game says by which case enemies may not share a cell, who may stack with whom, and what else may not be."""

    enemies_apart: ClassVar[str] = ""
    """The case that keeps the sides out of each other's cells."""

    def may_share(self, position: P, units: Sequence[int]) -> Ruling:
        """Whether units of one side may stay in one cell."""
        return ALLOW

    def is_yet_to_move(self, position: P, side: int) -> bool:
        """Whether a side may still put its stacks right, because limits hold at the end of its movement."""
        return False

    def other_faults(self, position: P) -> Sequence[Fault]:
        """What else may not be, by the rules of this game."""
        return ()

    # -- what follows from it --

    def faults(self, position: P) -> list[Fault]:
        crowded = [fault for side in range(len(position.setting.sides)) for fault in self.crowded(position, side)]
        return [*self.mixed(position), *crowded, *self.other_faults(position)]

    def mixed(self, g: P) -> list[Fault]:
        """Cells that hold units of both sides where that may not be."""
        found = []
        for cell, units in enumerate(g.stack):
            if len({g.setting.side[u] for u in units}) > 1 and not g.may_share(cell):
                text = f"{g.cell_name(cell)} holds units of both sides: {g.names(units)}"
                found.append(Fault(case=self.enemies_apart, text=text, units=units, cells=(cell,)))
        return found

    def crowded(self, g: P, side: int) -> list[Fault]:
        """Cells with more units of a side than they may hold."""
        found = []
        when = END_OF_MOVEMENT if self.is_yet_to_move(g, side) else ""
        for cell in sorted({g.state.loc[u] for u in g.on_map(side)}):
            units = g.friends_in(cell, side)
            ruling = self.may_share(g, tuple(units)) if len(units) > 1 else ALLOW
            if not ruling:
                text = f"{g.names(units)} in {g.cell_name(cell)}: {ruling.text}"
                found.append(Fault(case=ruling.case, text=text, units=units, cells=(cell,), when=when))
        return found


def standing_by_points(
    levels: Sequence[VictoryLevel], points: int, more: str, fewer: str, case: str, text: str
) -> Standing:
    """How a match would end by the points of one side, and how many separate it from the levels beside.

    ``more`` is the side that wants more of these points, ``fewer`` the one that wants less.
    """
    level = level_of(levels, points)
    missing = [
        Missing(side, name, case, f"{abs(number)} VP {'more' if number > 0 else 'fewer'}")
        for side, name, number in steps_to_levels(levels, points, more, fewer)
    ]
    return Standing(level=level.level, winner=level.side, case=case, text=text, missing=missing)
