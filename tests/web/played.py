"""Matches that chance has played in this process, for a server to go on with."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import NamedTuple

import msgspec

import grognard
from grognard.engine import Match, RandomPlayer
from grognard.engine.saves import saved


def played(
    game: str, scenario: str, seed: int = 0, until: Callable[[Match], bool] = lambda _: False,
    options: Mapping[str, str] | None = None, look: Callable[[Match], None] | None = None,
) -> Match:
    """A match of random legal actions, up to where it is as wished, or its end."""
    match = grognard.start(game, scenario, seed, dict(options or {}))
    chance = RandomPlayer(f"page {seed}")
    while match.decision is not None and not until(match):
        if look is not None:
            look(match)
        side = next(iter(match.decisions))
        match.play(chance.choose(match.decisions[side]), by=side)
    return match


def text_of(match: Match) -> str:
    """The match as a save, to be imported."""
    return msgspec.json.encode(saved(match)).decode()


Where = tuple[int, int]
"""In which match and after how many actions."""


class Run(NamedTuple):
    """A match to be played by chance: which one, and at most how many actions of it."""

    scenario: str
    seed: int
    longest: int = 2000
    options: Mapping[str, str] = {}


def kinds_of_decisions(
    game: str, runs: Iterable[Run], wanted: Collection[str]
) -> tuple[list[Match], dict[str, Where]]:
    """Some matches, and where in them each kind of decision is asked first; no more of them than it takes."""
    matches: list[Match] = []
    found: dict[str, Where] = {}
    for run in runs:
        if set(wanted) <= set(found):
            break
        place = len(matches)

        def look(match: Match, place: int = place) -> None:
            for decision in match.decisions.values():
                found.setdefault(decision.kind, (place, match.number))

        def late(match: Match, longest: int = run.longest) -> bool:
            return match.number >= longest

        matches.append(played(game, run.scenario, run.seed, late, run.options, look))
    return matches, found
