"""Tables of ranges that follow each other: what a total means, without a hole between."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

import msgspec


class Span(msgspec.Struct, frozen=True):
    """A range of totals; a game's own record adds what it means. The ends of a table are open."""

    low: int
    high: int

    def fault(self, before: Span | None) -> str:
        """For `reading.records`: what is wrong with a range after the one before."""
        if self.high < self.low:
            return f"the range {self.low} to {self.high} is upside down"
        if before is not None and self.low != before.high + 1:
            return f"begins at {self.low}, but the row before ends at {before.high}"
        return ""


S = TypeVar("S", bound=Span)


def span_of(spans: Sequence[S], total: int) -> S:
    """The range in which a total falls; beyond the ends the first or the last.

    >>> span_of([Span(1, 3), Span(4, 6)], 9).low
    4
    """
    within = max(spans[0].low, min(spans[-1].high, total))
    return next(span for span in spans if span.low <= within <= span.high)
