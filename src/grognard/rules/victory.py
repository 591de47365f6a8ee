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


def steps_to_levels(
    levels: Sequence[VictoryLevel], points: int, more: str, fewer: str
) -> list[tuple[str, str, int]]:
    """What separates a score from the levels beside it: for whom that would be better, the level, and how many points.

    ``more`` names the side that wants more of these points, ``fewer`` the one that wants less of them.
    """
    here = levels.index(level_of(levels, points))
    found = []
    if here + 1 < len(levels):
        found.append((more, levels[here + 1].level, levels[here + 1].low - points))
    if here:
        found.append((fewer, levels[here - 1].level, levels[here - 1].high - points))
    return found
