"""Victory levels: what a final score means."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.data import DataFolder
from grognard.engine import Outcome
from grognard.rules.position import WarPosition
from grognard.rules.reading import records
from grognard.rules.spans import Span, span_of


class VictoryLevel(Span, frozen=True):
    """A range of points with its level."""

    level: str
    winner: str
    """A side, or 'draw'."""
    source: str

    @property
    def side(self) -> str | None:
        """The winner; None for a draw."""
        return None if self.winner == "draw" else self.winner


def load_victory_levels(data: DataFolder) -> list[VictoryLevel]:
    return records(data, "tables/victory_levels.csv", VictoryLevel)


PointsRow = tuple[int, str, str]
"""Points, case and reason."""


def outcome_of(
    g: WarPosition, levels: Sequence[VictoryLevel], whose: str, rows: Sequence[PointsRow], case: str
) -> Outcome:
    """How a match ends by the points of one side: rows of points, case and reason."""
    points = sum([row[0] for row in rows])
    level = level_of(levels, points)
    g.note("victory", case, level=level.level, points=points)
    return Outcome(winner=level.side, level=level.level, case=case, points=tuple([(whose, *row) for row in rows]))


def level_of(levels: Sequence[VictoryLevel], points: int) -> VictoryLevel:
    return span_of(levels, points)
