"""The work behind ``grognard fuzz``: one random game and its checks, and many of them at once."""

from __future__ import annotations

import gc
import os
import random
import signal
import traceback
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache

import msgspec

from grognard.engine import Action, Match, RandomPlayer, find_game, start
from grognard.engine.decisions import Decision
from grognard.laws import BrokenLaw, check_laws, check_round_trips, play_out, require_invariants

INVARIANTS_EVERY = 10
LAWS_EVERY_GAME = 200
LAWS_EVERY_DECISION = 10
"""In light checking: how often the position is looked at, which games keep all laws, and how often there."""
POSITION_EVERY = 50
"""In checking of texts: how often the position is written as a file and read again."""
ACTIONS_SHOWN = 12
"""How many of the last actions a failure shows."""


class Plan(msgspec.Struct, frozen=True):
    """What all games of a run have in common; a seed then tells a game wholly."""

    game: str
    scenarios: tuple[str, ...]
    fixed: dict[str, str]
    vary: bool
    laws: str


class Result(msgspec.Struct, frozen=True):
    seed: int
    scenario: str
    decisions: int
    level: str


class Failure(msgspec.Struct, frozen=True):
    seed: int
    scenario: str
    options: dict[str, str]
    number: int
    error: str
    actions: tuple[str, ...]
    trace: str


class Tally:
    """What a run has brought so far."""

    def __init__(self) -> None:
        self.played: list[Result] = []
        self.failures: list[Failure] = []
        self.outcomes: Counter[tuple[str, str]] = Counter()
        self.decisions = 0

    @property
    def games(self) -> int:
        return len(self.played) + len(self.failures)

    def add(self, result: Result | Failure) -> None:
        if isinstance(result, Failure):
            self.failures.append(result)
            self.decisions += result.number
        else:
            self.played.append(result)
            self.outcomes[result.scenario, result.level] += 1
            self.decisions += result.decisions


class Remembering(RandomPlayer):
    """A random player who remembers what he tried last: a failing action never gets into the history."""

    tried: Action | None = None

    def choose(self, decision: Decision) -> Action:
        self.tried = None
        self.tried = super().choose(decision)
        return self.tried


def options_for(plan: Plan, seed: int) -> dict[str, str]:
    """The options of a game: random ones from its seed, but for those that are fixed."""
    game = find_game(plan.game)
    if not plan.vary:
        return dict(plan.fixed)
    rng = random.Random(f"options {seed}")
    varied = {option.name: rng.choice(option.choices) for option in game.options(game.data())}
    return {**varied, **plan.fixed}


def play_one(plan: Plan, seed: int) -> Result | Failure:
    """Play the game of a seed to its end and check it."""
    scenario = plan.scenarios[seed % len(plan.scenarios)]
    options = options_for(plan, seed)
    player = Remembering(seed)
    match: Match | None = None
    try:
        match = start(plan.game, scenario, seed, options)
        keep_for_good(plan.game, scenario)
        check_match(plan, match, player, seed)
    except Exception as problem:  # whatever goes wrong in a game is what we are looking for
        return failure(seed, scenario, options, match, player, problem)
    assert match.outcome is not None
    return Result(seed, scenario, match.number, match.outcome.level)


@cache
def keep_for_good(game: str, scenario: str) -> None:
    """Boards and tables stay as long as the process does: no use in looking through them for garbage ever again."""
    gc.collect()
    gc.freeze()


def check_match(plan: Plan, match: Match, player: RandomPlayer, seed: int) -> None:
    if plan.laws == "every":
        check_laws(match, player)
    elif plan.laws == "text":
        check_round_trips(match, player, every=POSITION_EVERY)
    elif plan.laws == "light" and seed % LAWS_EVERY_GAME == 0:
        check_laws(match, player, every=LAWS_EVERY_DECISION)
    else:
        for _ in play_out(match, player, checked=plan.laws == "light"):
            if plan.laws == "light" and match.number % INVARIANTS_EVERY == 0:
                require_invariants(match)
        if match.outcome is None:
            raise BrokenLaw("matches end with an outcome")


def failure(
    seed: int,
    scenario: str,
    options: dict[str, str],
    match: Match | None,
    player: Remembering,
    problem: Exception,
) -> Failure:
    actions: list[str] = []
    if match is not None:
        actions = [
            f"{node.number}. {node.side}: {match.write(node.action)}" for node in match.history()[-ACTIONS_SHOWN:]
        ]
        if player.tried is not None:
            actions.append(f"tried last: {match.write(player.tried)}")
    trace = "".join(traceback.format_exception(problem)[-6:])
    return Failure(
        seed,
        scenario,
        options,
        match.number if match is not None else 0,
        f"{type(problem).__name__}: {problem}",
        tuple(actions),
        trace,
    )


def results(plan: Plan, seeds: range, jobs: int | None = None) -> Iterator[Result | Failure]:
    """Play the games of all seeds, in several processes where that pays; results come as they are ready."""
    jobs = min(jobs or os.cpu_count() or 1, len(seeds))
    if jobs == 1:
        for seed in seeds:
            yield play_one(plan, seed)
        return
    from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
    from multiprocessing import get_context

    size = max(1, min(4, len(seeds) // (4 * jobs)))  # small: an interrupt waits for those that run
    batches = iter([seeds[n : n + size] for n in range(0, len(seeds), size)])
    # Spawned, not forked: the progress bar has a thread of its own, which a fork would tear apart.
    pool = ProcessPoolExecutor(jobs, get_context("spawn"), initializer=leave_interrupts_to_parent)
    waiting: set[Future[list[Result | Failure]]] = set()
    try:
        while True:
            while len(waiting) < 2 * jobs and (batch := next(batches, None)) is not None:
                waiting.add(pool.submit(play_batch, plan, batch))
            if not waiting:
                return
            done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
            for future in done:
                yield from future.result()
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def leave_interrupts_to_parent() -> None:
    """Ctrl-C reaches all processes of a terminal: the parent alone ends the work in good order."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def play_batch(plan: Plan, seeds: Sequence[int]) -> list[Result | Failure]:
    return [play_one(plan, seed) for seed in seeds]
