"""The gate between two bots: a sequential test that goes on until it is clear whether one scores more than P.

Both play both sides on the same seed; a pair is won by the bot whose two games bring it more. Wald's
sequential probability ratio test compares "scores P" with "scores half way from P to all": so "stronger" is
only said of a bot that scores more than P, but for one case in twenty. The pairs are counted in the order of
their seeds, whatever order they are finished in, and no pair after the decision counts: else short games, or
a second look at a longer file, could turn the verdict.

A fixed gate plays all its pairs instead and goes by the 95 % interval of the share, which a test that stops when it
likes would bend.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import closing

import msgspec

from grognard.simulate.games import Failed, Pairing, Result
from grognard.simulate.ladder import meetings_of, mirror_scores, pair_scores
from grognard.simulate.statistics import Estimate, share
from grognard.simulate.work import Ledger, play_all

ERROR_RATE = 0.05
"""How often either verdict may be wrong."""


class Verdict(msgspec.Struct, frozen=True):
    """Where a sequential test stands: "stronger", "not stronger", or "" while it must go on."""

    decided: str
    likelihood: float
    low: float
    high: float
    pairs: int
    """Pairs up to the decision, or all of them."""


def sprt(scores: Sequence[float], p0: float, p1: float) -> Verdict:
    """Wald's test on pair scores, one after the other: does the bot score p1 or only p0?

    The likelihood is that of won and lost pairs; a draw is half a win and half a loss.

    >>> sprt([1.0] * 40, 0.75, 0.875).decided
    'stronger'
    >>> sprt([1.0] * 40, 0.75, 0.875).pairs
    20
    """
    low, high = math.log(ERROR_RATE / (1 - ERROR_RATE)), math.log((1 - ERROR_RATE) / ERROR_RATE)
    won, lost = math.log(p1 / p0), math.log((1 - p1) / (1 - p0))
    likelihood = 0.0
    for number, score in enumerate(scores, 1):
        likelihood += score * won + (1 - score) * lost
        if not low < likelihood < high:
            return Verdict("stronger" if likelihood > 0 else "not stronger", likelihood, low, high, number)
    return Verdict("", likelihood, low, high, len(scores))


def together(verdicts: Sequence[Verdict]) -> tuple[str, int]:
    """Stronger if all say so, not stronger as soon as one does; and after how many meetings that was known."""
    refuted = [v.pairs for v in verdicts if v.decided == "not stronger"]
    if refuted:
        return "not stronger", min(refuted)
    decided = "stronger" if all(v.decided for v in verdicts) else ""
    return decided, max(v.pairs for v in verdicts)


class Standing(msgspec.Struct, frozen=True):
    """What is known of a gate so far."""

    decided: str
    """The verdict of the whole: of the pairs or, where each side is asked for, of pairs and sides together."""
    meetings: int
    """How many meetings it took, or were played so far."""
    verdict: Verdict
    """Of the pairs."""
    pairs: Estimate
    """The share of pairs that the bot has won, draws as halves."""
    sides: Mapping[str, Estimate]
    """Side -> how often the bot does better there than the other would have: same seed, same enemy."""
    side_verdicts: Mapping[str, Verdict]
    """The same test on each side's comparisons with the mirror."""


class Gate:
    """Two bots, the seeds on which they meet, and the share that the first one has to beat."""

    def __init__(
        self,
        game: str,
        scenarios: Sequence[str],
        bot: str,
        other: str,
        seeds: Sequence[str],
        sides: Sequence[str],
        least: float,
        options: Mapping[str, str] | None = None,
        budget: int | None = None,
        each_side: bool = False,
        fixed: bool = False,
    ) -> None:
        self.each_side = each_side
        self.fixed = fixed
        self.bot, self.other, self.sides = bot, other, tuple(sides)
        self.least = least
        self.meetings: list[tuple[Pairing, ...]] = []
        """For each seed and scenario: both ways round, and the other bot against itself to compare with."""
        for seed in seeds:
            for scenario in scenarios:
                self.meetings.append(
                    tuple(
                        Pairing(game, scenario, seed, dict(zip(sides, who, strict=True)), options or {}, budget=budget)
                        for who in ((bot, other), (other, bot), (other, other))
                    )
                )

    @property
    def pairings(self) -> list[Pairing]:
        return [pairing for meeting in self.meetings for pairing in meeting]

    def standing(self, results: Mapping[str, Result], failed: Collection[str] = ()) -> Standing:
        """How the gate stands after the meetings that are finished, up to the first that is not.

        A meeting with a game that failed does not count.
        """
        played: list[Result] = []
        whole_meetings = [m for m in self.meetings if not any(pairing.key in failed for pairing in m)]
        for meeting in whole_meetings:
            found = [results.get(pairing.key) for pairing in meeting]
            if None in found:
                break
            played += [result for result in found if result is not None]
        whole = meetings_of(played, self.sides)
        scores = pair_scores(whole, self.bot, self.other)
        verdict = self.test(scores)
        by_side = dict(zip(self.sides, mirror_scores(whole, self.bot, self.other), strict=True))
        verdicts = {side: self.test(values) for side, values in by_side.items()}
        decided, number = together([verdict, *verdicts.values()] if self.each_side else [verdict])
        if self.fixed:
            decided, number = "", len(scores)
        pairs = share(sum(scores[:number]), number)
        sides = {side: share(sum(values[:number]), number) for side, values in by_side.items()}
        if self.fixed and number and number == len(whole_meetings):
            decided = self.by_interval([pairs, *sides.values()] if self.each_side else [pairs])
        return Standing(decided, number, verdict, pairs, sides, verdicts)

    def by_interval(self, shares: Sequence[Estimate]) -> str:
        """Stronger if every share lies above the gate with its whole interval."""
        return "stronger" if all(found.low > self.least for found in shares) else "not stronger"

    def test(self, scores: Sequence[float]) -> Verdict:
        return sprt(scores, self.least, (1 + self.least) / 2)

    def run(
        self,
        ledger: Ledger,
        jobs: int | None = None,
        on: str = "pool",
        done: Callable[[Result | Failed, Standing], None] | None = None,
    ) -> Standing:
        """Play until it is decided, or all seeds are used up; a fixed gate always plays all."""
        found = self.standing(ledger.results)
        missing = [p for p in self.pairings if p.key not in ledger.results]
        if found.decided or not missing:
            return found
        try:
            ledger.open()
            with closing(play_all(missing, jobs, on)) as games:
                for result in games:
                    ledger.add(result)
                    found = self.standing(ledger.results, ledger.failed)
                    if done is not None:
                        done(result, found)
                    if found.decided:
                        break
        finally:
            ledger.close()
        return found


def in_words(gate: Gate, found: Standing) -> list[str]:
    """A standing as a few lines for people."""
    what = "pairs, and as either side," if gate.each_side else "pairs"
    said = {
        "stronger": f"{gate.bot} scores more than {gate.least:.0%} of {what} against {gate.other}",
        "not stronger": f"{gate.bot} is not shown to score more than {gate.least:.0%} of {what} against {gate.other}",
    }.get(found.decided, "not decided yet")
    verdict = found.verdict
    lines = [
        f"gate {gate.least:.0%}: {said}; {found.meetings} pairs",
        f"  pairs won: {found.pairs.percent()}; {test_in_words(verdict)}",
    ]
    for side, better in found.sides.items():
        lines.append(
            f"  as {side} better than {gate.other}: {better.percent()}; {test_in_words(found.side_verdicts[side])}"
        )
    if gate.fixed:
        lines.append(f"  decided by 95 % intervals after all {found.meetings} pairs")
        return lines
    lines.append(f"  log likelihood ratios decide at {verdict.low:+.2f} or {verdict.high:+.2f}")
    return lines


def test_in_words(verdict: Verdict) -> str:
    after = f", {verdict.decided} after {verdict.pairs}" if verdict.decided else ""
    return f"log likelihood ratio {verdict.likelihood:+.2f}{after}"
