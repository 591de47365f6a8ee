"""Victory levels: what a final score means."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from grognard.data import DataFolder
from grognard.rules.reading import records


class VictoryLevel(msgspec.Struct, frozen=True):
    """A range of points with its level; the ends of the table are open."""

    low: int
    high: int
    level: str
    winner: str
    """A side, or 'draw'."""
    source: str

    def fault(self, before: VictoryLevel | None) -> str:
        if self.high < self.low:
            return f"the range {self.low} to {self.high} is upside down"
        if before is not None and self.low != before.high + 1:
            return f"begins at {self.low}, but the row before ends at {before.high}"
        return ""

    @property
    def side(self) -> str | None:
        """The winner; None for a draw."""
        return None if self.winner == "draw" else self.winner


def load_victory_levels(data: DataFolder) -> list[VictoryLevel]:
    return records(data, "tables/victory_levels.csv", VictoryLevel)


def level_of(levels: Sequence[VictoryLevel], points: int) -> VictoryLevel:
    within = max(levels[0].low, min(levels[-1].high, points))
    return next(level for level in levels if level.low <= within <= level.high)
