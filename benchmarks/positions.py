"""What a player, a bot or a server does at one position: copy it, list a unit's actions, undo."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Mapping

from benchmarks.measure import Benchmark, Figure, clock, each, percentile
from grognard.engine import Match, RandomPlayer, Subject, start
from grognard.laws import play_out


def middle_games(game: str, number: int = 6) -> list[Match]:
    """Matches stopped somewhere in their middle, all in the same places in every run."""
    found = []
    for seed in range(number):
        match = start(game, None, seed)
        for _ in play_out(match, RandomPlayer(seed)):
            if match.number >= 120 + 40 * seed:
                break
        found.append(match)
    return found


def copying(game: str) -> Benchmark:
    def prepare(seconds: float) -> Callable[[], Mapping[str, float]]:
        matches = itertools.cycle([m for m in middle_games(game) if m.decision is not None])

        def measure() -> Mapping[str, float]:
            plain = each(lambda: next(matches).clone(), seconds / 2)
            used = each(lambda: next(matches).clone().decision, seconds / 2)
            return {"clone": percentile(plain, 0.5) * 1e6, "clone and first use": percentile(used, 0.5) * 1e6}

        return measure

    figures = [Figure("clone", "µs", at_most=20), Figure("clone and first use", "µs", at_most=500)]
    return Benchmark("clone", figures, prepare)


def unit_subjects(game: str) -> list[tuple[Match, Subject]]:
    """Units that can move, in positions of several games; nothing has been looked up for them yet."""
    found = []
    for seed in range(4):
        match = start(game, None, seed)
        for _ in play_out(match, RandomPlayer(seed)):
            decision = match.decision
            assert decision is not None
            if match.number % 40 == 0 or match.number == 3:
                found += [(match.clone(), s) for s in decision.subjects() if s.kind == "unit"]
            if match.number > 300:
                break
    return found


def listing(game: str) -> Benchmark:
    def prepare(seconds: float) -> Callable[[], Mapping[str, float]]:
        cases = unit_subjects(game)
        random.Random(3).shuffle(cases)
        turns = itertools.cycle(cases)

        def measure() -> Mapping[str, float]:
            taken: list[float] = []
            end = clock() + seconds
            while len(taken) < 50 or clock() < end:
                source, subject = next(turns)
                match = source.clone()  # a fresh question: what it has looked up before does not count
                decision = match.decision
                assert decision is not None
                begun = clock()
                list(decision.actions(subject))
                taken.append(clock() - begun)
            return {
                "actions of one unit, p50": percentile(taken, 0.5) * 1e3,
                "actions of one unit, p99": percentile(taken, 0.99) * 1e3,
            }

        return measure

    figures = [
        Figure("actions of one unit, p50", "ms", at_most=0.25),
        Figure("actions of one unit, p99", "ms", at_most=1),
    ]
    return Benchmark("actions", figures, prepare)


def undoing(game: str) -> Benchmark:
    """Take back the last decision of a match and know again what is asked."""

    def prepare(seconds: float) -> Callable[[], Mapping[str, float]]:
        matches = itertools.cycle([m for m in middle_games(game) if m.number])

        def measure() -> Mapping[str, float]:
            taken: list[float] = []
            end = clock() + seconds / 2
            while len(taken) < 20 or clock() < end:
                match = next(matches).clone()
                _ = match.decision
                begun = clock()
                match.undo(agreed=True)
                _ = match.decision
                taken.append(clock() - begun)
            return {"undo the last decision": percentile(taken, 0.5) * 1e3}

        return measure

    return Benchmark("undo", [Figure("undo the last decision", "ms", at_most=2)], prepare)


def benchmarks(game: str = "marne-1914") -> list[Benchmark]:
    return [copying(game), listing(game), undoing(game)]
