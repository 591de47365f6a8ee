"""What a benchmark is, and how many of them are measured in turn."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from statistics import median
from time import process_time

clock = process_time
"""Seconds of the processor: what other programs take of it does not count."""


@dataclass(frozen=True)
class Figure:
    """One number of the report: its unit, and what we want of it (at least, or at most)."""

    name: str
    unit: str
    at_least: float | None = None
    at_most: float | None = None

    @property
    def target(self) -> str:
        if self.at_least is not None:
            return f">= {number(self.at_least)}"
        return f"<= {number(self.at_most)}" if self.at_most is not None else ""

    def met(self, value: float) -> bool | None:
        """Whether the target is met; None where there is none."""
        if self.at_least is not None:
            return value >= self.at_least
        return value <= self.at_most if self.at_most is not None else None


@dataclass(frozen=True)
class Benchmark:
    """Some figures that are measured together. ``prepare`` gets ready once and returns the measurement."""

    name: str
    figures: Sequence[Figure]
    prepare: Callable[[float], Callable[[], Mapping[str, float]]]
    """Takes how many seconds a measurement may last; ours and a peer's share are equal."""


@dataclass
class Measured:
    """A figure with the values of all repeats."""

    figure: Figure
    values: list[float] = field(default_factory=list)

    @property
    def median(self) -> float:
        return median(self.values)


def measure_all(benchmarks: Sequence[Benchmark], repeats: int, seconds: float) -> Iterator[tuple[str, list[Measured]]]:
    """Measure in turns, all benchmarks in each repeat; yields after every single one, for a progress bar."""
    found = {b.name: [Measured(figure) for figure in b.figures] for b in benchmarks}
    ready: dict[str, Callable[[], Mapping[str, float]]] = {}
    for _ in range(repeats):
        for benchmark in benchmarks:
            if benchmark.name not in ready:
                ready[benchmark.name] = benchmark.prepare(seconds)
            values = ready[benchmark.name]()
            for measured in found[benchmark.name]:
                measured.values.append(values[measured.figure.name])
            yield benchmark.name, found[benchmark.name]


def rate(step: Callable[[], int], seconds: float) -> float:
    """How many a second: ``step`` does some and says how many."""
    done, begun = 0, clock()
    end = begun + seconds
    while (now := clock()) < end:
        done += step()
    return done / (now - begun)


def each(step: Callable[[], object], seconds: float, least: int = 20) -> list[float]:
    """The seconds that each of many calls took."""
    taken: list[float] = []
    end = clock() + seconds
    while len(taken) < least or clock() < end:
        begun = clock()
        step()
        taken.append(clock() - begun)
    return taken


def percentile(values: Sequence[float], share: float) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def number(value: float | None) -> str:
    """Three figures, and commas in the thousands."""
    if value is None:
        return ""
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.3g}"
