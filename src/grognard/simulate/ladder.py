"""Who is stronger: side-swapped pairs on shared seeds, and Bradley-Terry with a side term.

The games are asymmetric and their victory levels may saturate. So a game is won or lost against *par*, the
median of the points in that scenario, and a pair (both sides played on the same seed) by its sum.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations

import msgspec

from grognard.simulate.games import Pairing, Result
from grognard.simulate.statistics import Z95, Estimate, inverse_diagonal, quantile, share, solve

ELO = 400 / math.log(10)


class Meeting(msgspec.Struct, frozen=True):
    """A game as the ladder sees it: who played the first side, who the second, and the first one's result."""

    first: str
    second: str
    scenario: str
    seed: str
    points: float
    """The first side's points less the second's."""
    winner: int
    """1 if the first side won by the game's own levels, -1 if the second, 0 for a draw."""


class Rating(msgspec.Struct, frozen=True):
    bot: str
    elo: Estimate
    score: Estimate
    """The share of points (win 1, draw 1/2) over all games against par."""


class Ladder(msgspec.Struct, frozen=True):
    ratings: list[Rating]
    side_elo: dict[str, Estimate]
    """Scenario -> what it is worth to play the first side, in Elo, on the measure used."""
    par: dict[str, float]


def round_robin(
    game: str,
    scenarios: Sequence[str],
    bots: Sequence[str],
    seeds: Sequence[str],
    sides: Sequence[str],
    options: Mapping[str, str],
    budget: int | None = None,
) -> list[Pairing]:
    """All pairs, both ways round, and each bot against itself, on the same seeds."""
    found = []
    for scenario in scenarios:
        for seed in seeds:
            meetings = [m for a, b in combinations(bots, 2) for m in ((a, b), (b, a))]
            meetings += [(bot, bot) for bot in bots]
            for meeting in meetings:
                seated = dict(zip(sides, meeting, strict=True))
                found.append(Pairing(game, scenario, seed, seated, options, budget=budget))
    return found


def meetings_of(results: Iterable[Result], sides: Sequence[str]) -> list[Meeting]:
    found = []
    for result in results:
        pairing = result.pairing
        points = result.points[sides[0]]
        winner = 0 if result.winner is None else 1 if result.winner == sides[0] else -1
        if result.forfeit:
            points = 1e6 * winner
        found.append(
            Meeting(pairing.bots[sides[0]], pairing.bots[sides[1]], pairing.scenario, pairing.seed, points, winner)
        )
    return found


def fit(meetings: Sequence[Meeting], measure: str = "points") -> Ladder:
    """Bradley-Terry: the first side's chance is logistic(its bot - the other's bot + the side's worth)."""
    bots = sorted({m.first for m in meetings} | {m.second for m in meetings})
    scenarios = sorted({m.scenario for m in meetings})
    par = {s: quantile([m.points for m in meetings if m.scenario == s], 0.5) for s in scenarios}
    games = [(m, result_of(m, par, measure)) for m in meetings]
    theta, variance = newton(games, bots, scenarios)
    ratings = []
    for bot in bots:
        wins = sum(won if m.first == bot else 1 - won for m, won in games if (m.first == bot) != (m.second == bot))
        number = sum((m.first == bot) != (m.second == bot) for m, _ in games)
        n = bots.index(bot)
        ratings.append(Rating(bot, interval(theta[n], variance[n], number), share(wins, number)))
    base = min((r.elo.value for r in ratings), default=0.0)
    ratings = [
        Rating(r.bot, Estimate(r.elo.value - base, r.elo.low - base, r.elo.high - base, r.elo.number), r.score)
        for r in ratings
    ]
    sides = {
        s: interval(theta[len(bots) + n], variance[len(bots) + n], sum(m.scenario == s for m in meetings))
        for n, s in enumerate(scenarios)
    }
    return Ladder(sorted(ratings, key=lambda r: -r.elo.value), sides, par)


def result_of(meeting: Meeting, par: Mapping[str, float], measure: str) -> float:
    if measure == "outcome":
        return (1 + meeting.winner) / 2
    difference = meeting.points - par[meeting.scenario]
    return 0.5 if difference == 0 else float(difference > 0)


def interval(value: float, variance: float, number: int) -> Estimate:
    half = Z95 * math.sqrt(max(0.0, variance))
    return Estimate(ELO * value, ELO * (value - half), ELO * (value + half), number)


def newton(
    games: Sequence[tuple[Meeting, float]], bots: Sequence[str], scenarios: Sequence[str]
) -> tuple[list[float], list[float]]:
    """The most likely strengths; a weak prior keeps those finite who have won or lost everything."""
    size = len(bots) + len(scenarios)
    theta = [0.0] * size
    prior = 0.05
    hessian: list[list[float]] = []
    for _ in range(50):
        gradient = [-prior * t for t in theta]
        hessian = [[prior * (row == column) for column in range(size)] for row in range(size)]
        for meeting, won in games:
            weights = {len(bots) + scenarios.index(meeting.scenario): 1.0}
            for bot, sign in ((meeting.first, 1.0), (meeting.second, -1.0)):
                place = bots.index(bot)
                weights[place] = weights.get(place, 0.0) + sign
            chance = 1 / (1 + math.exp(-sum(theta[n] * w for n, w in weights.items())))
            for n, w in weights.items():
                gradient[n] += (won - chance) * w
                for k, v in weights.items():
                    hessian[n][k] += chance * (1 - chance) * w * v
        step = solve(hessian, gradient)
        theta = [t + s for t, s in zip(theta, step, strict=True)]
        if max(map(abs, step)) < 1e-9:
            break
    return theta, inverse_diagonal(hessian)


# -- pairs --


def pair_scores(meetings: Sequence[Meeting], bot: str, other: str) -> list[float]:
    """For each seed: 1 if the bot's two games bring it more than the other's, 1/2 if as much, else 0."""
    games = {(m.scenario, m.seed, m.first, m.second): m.points for m in meetings}
    scores = []
    for (scenario, seed, first, second), points in games.items():
        if (first, second) == (bot, other) and (scenario, seed, other, bot) in games:
            difference = points - games[scenario, seed, other, bot]
            scores.append(0.5 if difference == 0 else float(difference > 0))
    return scores


def mirror_scores(meetings: Sequence[Meeting], bot: str, other: str) -> tuple[list[float], list[float]]:
    """For each seed, as the first side and as the second: 1 if the bot does better than the other would have.

    Playing the first side: bot against other compared with other against itself; so for the second side.
    """
    games = {(m.scenario, m.seed, m.first, m.second): m.points for m in meetings}
    first: list[float] = []
    second: list[float] = []
    for (scenario, seed, one, two), points in games.items():
        mirror = games.get((scenario, seed, other, other))
        if mirror is None or bot == other:
            continue
        if (one, two) == (bot, other):
            first.append(0.5 if points == mirror else float(points > mirror))
        elif (one, two) == (other, bot):
            second.append(0.5 if points == mirror else float(points < mirror))
    return first, second


def against_mirror(meetings: Sequence[Meeting], bot: str, other: str) -> dict[str, Estimate]:
    """How often the bot does better than the other would have, side by side: the same seed, the same enemy."""
    first, second = mirror_scores(meetings, bot, other)
    return {"first": share(sum(first), len(first)), "second": share(sum(second), len(second))}
