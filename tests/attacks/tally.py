"""What every attack has in common: it goes on until enough is done, counts what it tried, and keeps what it found."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random

MOST_FINDINGS = 20


@dataclass
class Tally:
    """How much was tried, and what was found. An attack that finds nothing has failed, as it should."""

    enough: Callable[[Tally], bool]
    chance: Random
    counts: Counter[str] = field(default_factory=Counter)
    findings: list[str] = field(default_factory=list)

    @property
    def done(self) -> bool:
        return len(self.findings) >= MOST_FINDINGS or self.enough(self)

    def tried(self, what: str, number: int = 1) -> None:
        self.counts[what] += number

    def found(self, what: str) -> None:
        self.findings.append(what)

    def __str__(self) -> str:
        return ", ".join(f"{number:,} {what}" for what, number in sorted(self.counts.items())) or "nothing tried"


Attack = Callable[[Tally], None]


def times(what: str, number: int) -> Callable[[Tally], bool]:
    """Enough, once something was tried as often: for tests."""
    return lambda tally: tally.counts[what] >= number


def seconds(number: float) -> Callable[[Tally], bool]:
    """Enough, after a while: for the long forms."""
    end = time.monotonic() + number
    return lambda _: time.monotonic() >= end
