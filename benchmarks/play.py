"""Random legal play: decisions a second, beside python-chess's plies a second."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from statistics import mean

from benchmarks.measure import Benchmark, Figure, rate
from grognard.engine import Match, RandomPlayer, find_game, game_slugs, start
from grognard.laws import play_out

LEAST = {"marne-1914": 5_000}
"""Decisions a second that make ten thousand games a matter of an hour on one core."""
LEAST_RATIO = 0.3
"""A ply of chess is one small question; a decision here may look at a whole map."""
TOGETHER = 50


class RandomGames:
    """One random game after the other, a few decisions at a time."""

    def __init__(self, game: str, scenario: str) -> None:
        self.game, self.scenario = game, scenario
        self.seed = 0
        self.playing = self.next_game()

    def next_game(self) -> Iterator[Match]:
        self.seed += 1
        match = start(self.game, self.scenario, self.seed)
        return play_out(match, RandomPlayer(self.seed))

    def step(self) -> int:
        done = 0
        for done, _ in enumerate(self.playing, 1):
            if done == TOGETHER:
                return done
        self.playing = self.next_game()
        return done


class RandomChess:
    """The peer: every legal move is listed, one is picked and made."""

    def __init__(self) -> None:
        import chess

        self.new = chess.Board
        self.board = chess.Board()
        self.random = random.Random(1)

    def step(self) -> int:
        for done in range(TOGETHER):
            moves = list(self.board.legal_moves)
            if not moves or self.board.halfmove_clock >= 100:
                self.board = self.new()
                return done
            self.board.push(self.random.choice(moves))
        return TOGETHER


def benchmarks() -> list[Benchmark]:
    """One for each installed game; python-chess is measured beside each."""
    return [playing(game) for game in game_slugs()]


def playing(game: str) -> Benchmark:
    rules = find_game(game)
    scenarios = list(rules.scenarios(rules.data()))
    peer_name = f"chess beside {game}"
    figures = [Figure(peer_name, "/s")]
    for scenario in scenarios:
        figures.append(Figure(f"{game} {scenario}", "/s", at_least=LEAST.get(game, 3_000)))
        figures.append(Figure(f"{game} {scenario} / chess", "ratio", at_least=LEAST_RATIO))

    def prepare(seconds: float) -> Callable[[], Mapping[str, float]]:
        ours = {scenario: RandomGames(game, scenario) for scenario in scenarios}
        peer = RandomChess()

        def measure() -> Mapping[str, float]:
            values: dict[str, float] = {}
            plies: list[float] = []
            for scenario, games in ours.items():
                slices = [(rate(peer.step, seconds / 8), rate(games.step, seconds / 4)) for _ in range(4)]
                speed = mean(own for _, own in slices)
                values[f"{game} {scenario}"] = speed
                values[f"{game} {scenario} / chess"] = speed / mean(their for their, _ in slices)
                plies += [their for their, _ in slices]
            values[peer_name] = mean(plies)
            return values

        return measure

    return Benchmark(f"play {game}", figures, prepare)
