"""Exact odds: the real procedure, run with dice that branch instead of fall.

Every path of the dice is played through the very code that resolves the action, and its probability
is known. What the dice decide is read from the events that the game marks as results, so a preview
cannot disagree with play.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

import msgspec

from grognard.engine.actions import Action
from grognard.engine.dice import Dice
from grognard.engine.events import Event
from grognard.engine.position import Position
from grognard.engine.ruling import Ruling

if TYPE_CHECKING:
    from grognard.engine.match import Match

PATHS = 3_000
"""Where the dice have more courses than this, only the first throws branch, as many as can be followed."""
DEEPEST = 12
"""No more throws than this are followed: counter-attacks can answer each other without end."""


class TooManyPaths(Exception):
    """The action throws more dice than can be followed path by path."""


class Chance(msgspec.Struct, frozen=True):
    """One result that the dice can bring, and how likely it is."""

    probability: Fraction
    results: tuple[Event, ...]


class Preview(msgspec.Struct, frozen=True):
    """What an action would do: the ruling, what is certain, and what chance decides."""

    ruling: Ruling
    certain: tuple[Event, ...] = ()
    chances: tuple[Chance, ...] = ()


class BranchingDice(Dice):
    """Dice that follow a script of branches and remember where they could have gone instead.

    They branch in one phase only, that of the first throw, and no more than ``deepest`` times: what is thrown
    after that is not this action's doing.
    """

    __slots__ = ("cut", "deepest", "path", "phase", "position", "script")

    def __init__(self, position: Position, script: Sequence[int], deepest: int) -> None:
        super().__init__(position.dice.seed, position.dice.count)
        self.position = position
        self.script = script
        self.deepest = deepest
        self.phase: tuple[int, str, str] | None = None
        self.cut: int | None = None
        """How many events had happened when the first dice fell that no longer branch."""
        self.path: list[tuple[int, list[tuple[tuple[int, ...], int]]]] = []
        """For each throw: which branch was taken, and all branches as (dice, weight)."""

    def throw(self, number: int, faces: int, same: Sequence[Hashable] | None = None) -> tuple[int, ...]:
        state = self.position.state
        phase = (state.turn, state.phasing, state.phase)
        self.phase = self.phase or phase
        if phase != self.phase or len(self.path) >= self.deepest:
            self.cut = len(self.position.events) if self.cut is None else self.cut
            return super().throw(number, faces, same)
        taken = self.script[len(self.path)] if len(self.path) < len(self.script) else 0
        branches = ways(number, faces, None if same is None else tuple(same))
        self.path.append((taken, branches))
        self.count += number
        return branches[taken][0]


def ways(number: int, faces: int, same: tuple[Hashable, ...] | None) -> list[tuple[tuple[int, ...], int]]:
    """The different results of a throw, each with an example of its dice and its number of ways."""
    totals: dict[int, tuple[tuple[int, ...], int]] = {0: ((), 1)}
    for _ in range(number):
        new: dict[int, tuple[tuple[int, ...], int]] = {}
        for total, (dice, count) in totals.items():
            for face in range(1, faces + 1):
                example, before = new.get(total + face, ((*dice, face), 0))
                new[total + face] = (example, before + count)
        totals = new
    if same is None:
        return list(totals.values())
    groups: dict[Hashable, tuple[tuple[int, ...], int]] = {}
    for total, (dice, count) in totals.items():
        example, before = groups.get(same[total - number], (dice, 0))
        groups[same[total - number]] = (example, before + count)
    return list(groups.values())


def preview(match: Match, action: Action) -> Preview:
    ruling = match.check(action)
    if not ruling:
        return Preview(ruling)
    try:
        return follow(match, action, ruling, DEEPEST)
    except TooManyPaths:
        pass
    found, deepest = Preview(ruling), 1
    try:
        while True:
            found = follow(match, action, ruling, deepest)
            deepest += 1
    except TooManyPaths:
        return found


def follow(match: Match, action: Action, ruling: Ruling, deepest: int) -> Preview:
    """Every course of the first dice, as many throws deep as is asked."""
    script: list[int] = []
    found: dict[bytes, tuple[Fraction, tuple[Event, ...]]] = {}
    certain: list[Event] | None = None
    for _ in range(PATHS):
        trial = match.clone()
        live = trial.position
        dice = BranchingDice(live, script, deepest)
        live.dice = dice
        events = trial.play_listed(action)[: dice.cut]
        probability = Fraction(1)
        for taken, branches in dice.path:
            probability *= Fraction(branches[taken][1], sum(weight for _, weight in branches))
        results = tuple(e for e in events if e.result)
        key = msgspec.json.encode([(e.kind, e.data) for e in results])
        found[key] = (found[key][0] + probability if key in found else probability, results)
        others = [e for e in events if not e.result and e.kind != "dice"]
        certain = others if certain is None else [e for e in certain if e in others]
        # The next path: the last throw that has a branch left takes it.
        path = [(taken, len(branches)) for taken, branches in dice.path]
        while path and path[-1][0] + 1 == path[-1][1]:
            path.pop()
        if not path:
            break
        script = [taken for taken, _ in path]
        script[-1] += 1
    else:
        raise TooManyPaths
    by_chance = sorted(found.values(), key=lambda entry: -entry[0])
    chances = tuple(Chance(p, r) for p, r in by_chance if r)
    return Preview(ruling, tuple(certain or ()), chances)
