"""What a player, a bot or a server does at one position: copy it, list a unit's actions, weigh a fight, undo."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Mapping

from benchmarks.measure import Benchmark, Figure, clock, each, percentile
from grognard.engine import Action, Match, RandomPlayer, Subject, start
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
                f"actions of one unit, p50, {game}": percentile(taken, 0.5) * 1e3,
                f"actions of one unit, p99, {game}": percentile(taken, 0.99) * 1e3,
            }

        return measure

    figures = [
        Figure(f"actions of one unit, p50, {game}", "ms", at_most=0.25),
        Figure(f"actions of one unit, p99, {game}", "ms", at_most=1),
    ]
    return Benchmark(f"actions {game}", figures, prepare)


def fights(game: str, verb: str, most: int = 200) -> list[tuple[Match, Action]]:
    """Attacks that could be declared in random games, or what else brings their dice to fall."""
    found: list[tuple[Match, Action]] = []
    for seed in itertools.count():
        match = start(game, None, seed)
        for _ in play_out(match, RandomPlayer(seed)):
            decision = match.decision
            if decision is not None and verb in decision.verbs():
                attacks = (action for action in match.legal_actions() if action.verb == verb)
                found += [(match.clone(), action) for action in itertools.islice(attacks, 4)]
            if len(found) >= most:
                return found
    return found


def weighing(game: str, verb: str = "attack") -> Benchmark:
    """The exact odds of one fight."""
    figures = [
        Figure(f"odds of one fight, p50, {game}", "ms", at_most=10),
        Figure(f"odds of one fight, longest, {game}", "ms", at_most=300),
    ]

    def prepare(seconds: float) -> Callable[[], Mapping[str, float]]:
        turns = itertools.cycle(fights(game, verb))

        def measure() -> Mapping[str, float]:
            taken: list[float] = []
            end = clock() + seconds
            while len(taken) < 20 or clock() < end:
                source, action = next(turns)
                match = source.clone()
                _ = match.decision
                begun = clock()
                match.preview(action)
                taken.append(clock() - begun)
            return {figures[0].name: percentile(taken, 0.5) * 1e3, figures[1].name: max(taken) * 1e3}

        return measure

    return Benchmark(f"odds {game}", figures, prepare)


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
    """Copies and undo are the engine's and measured with one game; what the rules cost also where they are heaviest."""
    heavy = "soissons-1918"
    odds = [weighing(heavy), weighing("friedensturm-1918", "lead")]
    return [copying(game), undoing(game), listing(game), listing(heavy), *odds]
