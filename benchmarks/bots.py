"""How long bots think, and how well two processes share the games of a study."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Mapping, Sequence

from benchmarks.measure import Benchmark, Figure, clock
from grognard.bots import make_bot
from grognard.engine import find_game, own_chance
from grognard.simulate.games import Contest, Pairing, play_game
from grognard.simulate.work import play_in_pool

MOST = {"sergeant": 0.5, "colonel": 3.0, "general": 15.0}
"""Seconds of the processor that a player-turn may take."""
BATTLES = (("somme-1916", "campaign"), ("marne-1914", "full-battle"))
"""The largest game there is, and the one that is played most."""
ENDS = (("marne-1914", "full-battle"), ("marne-1914", "counter-attack"))
"""Where turns are played through to the end of the game, which takes longest when it is near."""
FEW = 3
LONGEST_GAME = 5.0
LEAST_SHARED = 0.9


def turns(game: str, scenario: str, bot: str, seed: str, seconds: float) -> float:
    """Seconds that a bot thinks for one turn of one side, from the first turns of a game against itself.

    As many turns as fit into the time, but at least a few: the first one alone is not like the others.
    """
    least = FEW if seconds > 0.5 else 1
    sides = list(find_game(game).sides)
    contest = Contest(Pairing(game, scenario, seed, dict.fromkeys(sides, bot)))
    match = contest.match
    first = match.position.state.turn
    begun = clock()
    while match.decision is not None:
        if match.position.state.turn >= first + least and clock() - begun > seconds:
            break
        contest.step()
    played = match.position.state.turn - first
    if match.decision is None:
        played += 1  # the last turn is over, too
    # What the turn after them has taken so far is counted as well: a little too much rather than too little.
    return sum(contest.think.values()) / (played * len(sides))


def thinking(bot: str, game: str, scenario: str) -> Benchmark:
    name = f"{bot} a turn, {game} {scenario}"

    def prepare(seconds: float) -> Callable[[], Mapping[str, float]]:
        seeds = iter(range(1, 1000))

        def measure() -> Mapping[str, float]:
            return {name: turns(game, scenario, bot, str(next(seeds)), seconds)}

        return measure

    return Benchmark(f"thinking {bot} {game}", [Figure(name, "s", at_most=MOST[bot])], prepare)


def last_turn(game: str, scenario: str, bot: str, seed: str) -> float:
    """Seconds that a bot thinks in the last turn of a game that Sergeants have played so far: the slower side's."""
    sides = list(find_game(game).sides)
    pairing = Pairing(game, scenario, seed, dict.fromkeys(sides, "sergeant"))
    rehearsed = Contest(pairing)
    rehearsed.play()
    last = rehearsed.match.position.state.turn
    contest = Contest(pairing)
    match = contest.match
    while match.decision is not None and match.position.state.turn < last:
        contest.step()
    contest.bots = {side: make_bot(bot, own_chance(seed, side)) for side in sides}
    contest.think = dict.fromkeys(sides, 0.0)
    while match.decision is not None:
        contest.step()
    return max(contest.think.values())


def ending(bot: str, game: str, scenario: str) -> Benchmark:
    name = f"{bot} the last turn, {game} {scenario}"

    def prepare(seconds: float) -> Callable[[], Mapping[str, float]]:
        seeds = iter(range(1, 1000))

        def measure() -> Mapping[str, float]:
            return {name: last_turn(game, scenario, bot, str(next(seeds)))}

        return measure

    return Benchmark(f"last turn {bot} {game} {scenario}", [Figure(name, "s", at_most=MOST[bot])], prepare)


def whole_game() -> Benchmark:
    name = "sergeants' whole game, marne-1914 full-battle"

    def prepare(seconds: float) -> Callable[[], Mapping[str, float]]:
        seeds = iter(range(1, 1000))

        def measure() -> Mapping[str, float]:
            bots = dict.fromkeys(find_game("marne-1914").sides, "sergeant")
            return {name: play_game(Pairing("marne-1914", "full-battle", str(next(seeds)), bots)).seconds}

        return measure

    return Benchmark("whole game of sergeants", [Figure(name, "s", at_most=LONGEST_GAME)], prepare)


def shared_work() -> Benchmark:
    """What the same games cost in one process and in two.

    By the processor's clock, which other programs do not spoil: starting a second worker, handing games over and
    sharing caches and memory all show there. By the clock on the wall the last games, when one worker has nothing
    left to do, show as well; but that figure means something on a quiet machine only.
    """
    shared, wall = "one process / two, seconds of the processor", "two processes / twice one, quiet machine only"
    figures = [Figure(shared, "ratio", at_least=LEAST_SHARED), Figure(wall, "ratio")]

    def prepare(seconds: float) -> Callable[[], Mapping[str, float]]:
        bots = dict.fromkeys(find_game("marne-1914").sides, "random")
        number = 40 if seconds > 0.5 else 2
        games = [Pairing("marne-1914", "counter-attack", str(n), bots) for n in range(number)]

        def measure() -> Mapping[str, float]:
            one, two = cost(games, 1), cost(games, 2)
            return {shared: one[0] / two[0], wall: one[1] / (2 * two[1])}

        return measure

    return Benchmark("pool", figures, prepare)


def cost(games: Sequence[Pairing], jobs: int) -> tuple[float, float]:
    """Seconds of the processor, this process and its workers together, and seconds on the wall."""
    begun, then = used(), time.perf_counter()
    for _ in play_in_pool(games, jobs):
        pass
    return used() - begun, time.perf_counter() - then


def used() -> float:
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system


def benchmarks() -> list[Benchmark]:
    """They take long: ``grognard bench`` measures them only where they are named."""
    return [
        *(thinking(bot, *battle) for battle in BATTLES for bot in MOST),
        *(ending("general", *battle) for battle in ENDS),
        whole_game(),
        shared_work(),
    ]
