"""Exact odds: the real procedure, run with dice that branch instead of fall.

Every path of the dice is played through the very code that resolves the action, and its probability
is known. What the dice decide is read from the events that the game marks as results, so a preview
cannot disagree with play.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import islice
from typing import TypeVar

import msgspec

from grognard.engine.actions import Action
from grognard.engine.dice import Dice
from grognard.engine.events import Event
from grognard.engine.match import Guess, Match
from grognard.engine.position import Position
from grognard.engine.ruling import Ruling
from grognard.engine.seen import all_seen_by, guessed
from grognard.errors import NotUnderstood

R = TypeVar("R")
PATHS = 3_000
"""Where the dice have more courses than this, only the first throws branch, as many as can be followed."""
GUESSES = 12
"""Odds against unknown units are counted over this many guesses at what they are."""
DEEPEST = 12
"""No more throws than this are followed: counter-attacks can answer each other without end."""


class TooManyPaths(Exception):
    """The action throws more dice than can be followed path by path."""


class Settled(Exception):
    """A course of throws was gone through in all its ways (`Position.by_chance`)."""

    def __init__(self, chances: list[tuple[Fraction, Sequence[Event]]], scripts: list[Script]) -> None:
        self.chances = chances
        """How likely each way is, and the events on it."""
        self.scripts = scripts


class Chance(msgspec.Struct, frozen=True):
    """One result that the dice can bring, and how likely it is."""

    probability: Fraction
    results: tuple[Event, ...]


class Preview(msgspec.Struct, frozen=True):
    """What an action would do: the ruling, what is certain, and what chance decides."""

    ruling: Ruling
    certain: tuple[Event, ...] = ()
    chances: tuple[Chance, ...] = ()
    guesses: int = 0
    """Over how many guesses at unknown units the odds were counted; 0 where they are exact."""


Script = tuple[int, ...]
"""Which branch was taken, throw by throw."""
Ends = dict[bytes, tuple[Fraction, Match]]
"""For each different result its chance, and one match that came to it."""


class BranchingDice(Dice):
    """Dice that follow a script of branches and remember where they could have gone instead.

    They branch in one phase only, that of the first throw, and no more than ``deepest`` times: what is thrown
    after that is not this action's doing.
    """

    __slots__ = ("cut", "deepest", "path", "phase", "position", "script", "settled", "settles", "stops")

    def __init__(
        self, position: Position, script: Sequence[int], deepest: int, settles: bool = False, stops: bool = False
    ) -> None:
        super().__init__(position.dice.seed, position.dice.count)
        self.position = position
        self.script = script
        self.deepest = deepest
        self.settles = settles
        """Whether nothing is asked beyond a course of throws that settles the action."""
        self.stops = stops
        """Whether nothing is played beyond the step of the sequence in which the first dice fall."""
        self.settled = 0
        """How many throws came before such a course."""
        self.phase: tuple[int, str, str] | None = None
        self.cut: int | None = None
        """How many events had happened when the first dice fell that no longer branch."""
        self.path: list[tuple[int, list[tuple[tuple[int, ...], int]]]] = []
        """For each throw: which branch was taken, and all branches as (dice, weight)."""

    def throw(
        self, number: int, faces: int, same: Sequence[Hashable] | None = None, lowest: int = 1
    ) -> tuple[int, ...]:
        state = self.position.state
        phase = (state.turn, state.phasing, state.phase)
        self.phase = self.phase or phase
        if phase != self.phase or len(self.path) >= self.deepest:
            self.cut = len(self.position.events) if self.cut is None else self.cut
            return super().throw(number, faces, same, lowest)
        taken = self.script[len(self.path)] if len(self.path) < len(self.script) else 0
        branches = ways(number, faces, None if same is None else tuple(same), lowest)
        self.path.append((taken, branches))
        self.count += number
        return branches[taken][0]

    @property
    def are_done(self) -> bool:
        return self.stops and bool(self.path)

    def follow(self, course: Callable[[], R]) -> R:
        if not self.settles or self.deepest < DEEPEST:
            return course()
        before = self.settled = len(self.path)
        script = [taken for taken, _ in self.path]
        live = self.position
        noted, supposed = list(live.events), live.result_to_come
        found: list[tuple[Fraction, Sequence[Event]]] = []
        scripts: list[Script] = []
        for _ in range(PATHS):
            self.path, self.script, live.events = self.path[:before], script, list(noted)
            live.result_to_come = supposed
            course()
            found.append((probability(self.path[before:]), live.events))
            scripts.append(tuple([taken for taken, _ in self.path]))
            script = next_script(self.path)
            if len(script) <= before:
                raise Settled(found, scripts)
        raise TooManyPaths


Path = list[tuple[int, list[tuple[tuple[int, ...], int]]]]


def next_script(path: Path) -> list[int]:
    """The next path: the last throw that has a branch left takes it; nothing if none has."""
    left = [(taken, len(branches)) for taken, branches in path]
    while left and left[-1][0] + 1 == left[-1][1]:
        left.pop()
    script = [taken for taken, _ in left]
    if script:
        script[-1] += 1
    return script


def probability(path: Path) -> Fraction:
    """How likely the branches are that were taken."""
    ways_taken = ways_open = 1
    for taken, branches in path:
        ways_taken *= branches[taken][1]
        ways_open *= sum([weight for _, weight in branches])
    return Fraction(ways_taken, ways_open)


@lru_cache(maxsize=512)
def ways(
    number: int, faces: int, same: tuple[Hashable, ...] | None, lowest: int = 1
) -> list[tuple[tuple[int, ...], int]]:
    """The different results of a throw, each with an example of its dice and its number of ways."""
    totals: dict[int, tuple[tuple[int, ...], int]] = {0: ((), 1)}
    for _ in range(number):
        new: dict[int, tuple[tuple[int, ...], int]] = {}
        for total, (dice, count) in totals.items():
            for face in range(lowest, lowest + faces):
                example, before = new.get(total + face, ((*dice, face), 0))
                new[total + face] = (example, before + count)
        totals = new
    if same is None:
        return list(totals.values())
    groups: dict[Hashable, tuple[tuple[int, ...], int]] = {}
    for total, (dice, count) in totals.items():
        example, before = groups.get(same[total - number * lowest], (dice, 0))
        groups[same[total - number * lowest]] = (example, before + count)
    return list(groups.values())


def preview(match: Match, action: Action, ends: Ends | None = None) -> Preview:
    """What an action would do. ``ends`` is filled with a match for each different result, as the dice leave it."""
    ruling = match.check(action)
    if not ruling:
        return Preview(ruling)
    try:
        return follow(match, action, ruling, DEEPEST, ends)
    except TooManyPaths:
        pass
    found, deepest = Preview(ruling), 1
    try:
        while True:
            reached: Ends = {}
            found = follow(match, action, ruling, deepest, reached)
            if ends is not None:
                ends.clear()
                ends.update(reached)
            deepest += 1
    except TooManyPaths:
        return found


Weigh = Callable[[Match, Action], Preview]


def preview_for(match: Match, action: Action, side: str, weigh: Weigh = preview, guess: Guess = guessed) -> Preview:
    """What a side can know of it beforehand, weighed in guesses at what it does not know.

    Whoever asks for the same again hands in a ``weigh`` and a ``guess`` that remember.
    """
    ruling = match.check(action, by=side)
    if not ruling or match.together:
        return Preview(ruling)  # of what several sides decide in secret nothing follows yet
    return mean([told(copy, weigh(copy, action), side) for copy in guesses_at(match, side, guess=guess)])


def guesses_at(match: Match, side: str, number: int = GUESSES, guess: Guess = guessed) -> list[Match]:
    """Matches to work odds out in that a side cannot tell from the real one; none throws the dice to come.

    One where the game leaves nothing to guess; NotUnderstood where a secret bars it.
    """
    if not match.game.hides(match.setting):
        copy = match.clone()
        copy.position.dice = Dice("odds", copy.position.dice.count)
        return [copy]
    seeds = [f"odds {n}" for n in range(number if match.game.guesses else 1)]
    found = all_seen_by(match, side, seeds, guess)
    if not found:
        raise NotUnderstood("the odds would give away hidden information")
    return found


def told(match: Match, found: Preview, side: str) -> Preview:
    """A preview with its events as a side would hear of them."""
    tell = match.game.told
    chances = gathered((chance.probability, tell(chance.results, side)) for chance in found.chances)
    return Preview(found.ruling, tuple(tell(found.certain, side)), chances)


def mean(found: Sequence[Preview]) -> Preview:
    """The odds over several guesses, each as likely as the others; exact where all of them agree."""
    first = found[0]
    if len(found) == 1 or all(other == first for other in found[1:]):
        return first
    ruling = next((one.ruling for one in found if not one.ruling), first.ruling)
    certain = tuple(event for event in first.certain if all(event in other.certain for other in found))
    chances = gathered((c.probability / len(found), c.results) for one in found for c in one.chances)
    return Preview(ruling, certain, chances, len(found))


def gathered(found: Iterable[tuple[Fraction, Sequence[Event]]]) -> tuple[Chance, ...]:
    """The different results with their chances, the likeliest first."""
    chances: dict[bytes, Chance] = {}
    for probability, results in found:
        key = key_of(results)
        before = chances.get(key)
        chances[key] = Chance(probability if before is None else before.probability + probability, tuple(results))
    return tuple(sorted([c for c in chances.values() if c.results], key=lambda chance: -float(chance.probability)))


def key_of(results: Sequence[Event]) -> bytes:
    return msgspec.json.encode([(event.kind, event.data) for event in results])


def follow(
    match: Match, action: Action, ruling: Ruling, deepest: int, ends: Ends | None = None, settles: bool = True
) -> Preview:  # fmt: skip
    """Every course of the first dice, as many throws deep as is asked."""
    script: list[int] = []
    found: list[tuple[Fraction, Sequence[Event]]] = []
    scripts: list[Script] = []
    settled: Ends | None = None
    """What is still to be filled: courses that were worked out without being played have no position to look at."""
    most = min(PATHS, match.game.odds_paths)
    for _ in range(most):
        trial = match.clone()
        live = trial.position
        dice = BranchingDice(live, script, deepest, settles, stops=True)
        live.dice = dice
        try:
            events = trial.play_listed(action, keep=False)
            courses: list[tuple[Fraction, Sequence[Event]]] = [(Fraction(1), events[: dice.cut])]
            path = dice.path
            scripts.append(tuple([taken for taken, _ in path]))
        except Settled as course:
            courses = course.chances
            path = dice.path[: dice.settled]
            scripts += course.scripts
            if ends is not None:
                settled, ends = ends, None
        share = probability(path)
        found += courses if share == 1 else [(share * chance, events) for chance, events in courses]
        if ends is not None and (results := results_in(courses[0][1])):
            before, kept = ends.get(key := key_of(results), (Fraction(0), trial))
            ends[key] = (before + share, kept)
        script = next_script(path)
        if not script:
            break
    else:
        raise TooManyPaths
    if settled is not None:
        settled.clear()
        if not match.game.hides(match.setting):  # over many guesses it takes too long
            follow(match, action, ruling, depth_of(scripts, most), settled, settles=False)
    chances = gathered([(chance, results_in(events)) for chance, events in found])
    return Preview(ruling, certain_in([events for _, events in found]), chances)


def results_in(events: Sequence[Event]) -> list[Event]:
    return [event for event in events if event.result]


def certain_in(courses: Sequence[Sequence[Event]]) -> tuple[Event, ...]:
    """What happens in every course, besides dice and results."""
    first, *others = courses
    certain = [event for event in first if not event.result and event.kind != "dice"]
    for events in others:
        certain = [event for event in certain if event in events]
    return tuple(certain)


def depth_of(scripts: Sequence[Script], most: int) -> int:
    """How many throws may branch so that there are no more courses than that; the first one always may.

    >>> depth_of([(0, 0), (0, 1), (1, 0), (1, 1)], 3)
    1
    """
    longest = max(map(len, scripts))
    return max([d for d in range(2, longest + 1) if len({s[:d] for s in scripts}) <= most], default=1)


# -- what it comes to --


class Toll(msgspec.Struct, frozen=True):
    """What a fight would cost and bring, over all courses of its dice."""

    cleared: float
    """The chance that the enemy leaves a cell that he held, or dies there."""
    own: float
    """The steps that the side itself loses in the mean, and those of its enemies."""
    enemy: float
    badly: float
    """The chance to lose more steps than the enemy and to clear nothing."""
    exact: bool = True
    """Whether every throw was followed to the end of the fight."""
    assumed: bool = False
    """Whether somebody has a choice on the way: whoever may stay stays, the rest is as it is listed first."""


class Course(msgspec.Struct, frozen=True):
    """One way in which a fight can go, up to the next rest point."""

    probability: Fraction
    events: Sequence[Event]
    end: Match
    assumed: bool
    first: int
    """How many of the events are the action's own; the others come of what is asked after it."""


PLAYED_ON = 24
"""No fight asks more than this before it is over."""
COURSES = 400
"""A fight with more courses than this is not played through in all of them."""
LOOKED_AT, FAR_TOO_MANY = 40, 4
"""After as many courses it can be seen whether there are likely more than that many times too many."""
STAY = tuple(map(Action, ("hold", "pass", "end", "done")))
"""What is answered for those who have a choice: they stay, and add nothing."""
FIGHT = frozenset(("attack", "defence", "column"))
"""What the arithmetic of a fight has, in every game."""


def courses_of(match: Match, action: Action, most: int = COURSES) -> list[Course]:
    """All the ways in which an action and the fight that it begins can go; none where they are too many.

    None for an action that throws no dice itself: what comes of it is still to be chosen.
    """
    script: list[int] = []
    found: list[Course] = []
    seen = 0.0
    while len(found) < most:
        trial = match.clone()
        dice = trial.position.dice = BranchingDice(trial.position, script, DEEPEST, stops=True)
        events = list(trial.play_listed(action, keep=False))
        if not dice.path:
            return []
        more, assumed = play_on(trial)
        if dice.cut is not None:
            return []
        found.append(Course(probability(dice.path), [*events, *more], trial, assumed, len(events)))
        script = next_script(dice.path)
        if not script:
            return found
        seen += float(found[-1].probability)
        if len(found) >= LOOKED_AT and len(found) > FAR_TOO_MANY * most * seen:
            return []
    return []


def preview_of(ruling: Ruling, courses: Sequence[Course]) -> Preview:
    """What an action would do, by all of its courses."""
    own = [(one.probability, one.events[: one.first]) for one in courses]
    return Preview(ruling, certain_in([events for _, events in own]), gathered([(p, results_in(e)) for p, e in own]))


def is_fight(event: Event) -> bool:
    return any(isinstance(value, Mapping) and value.keys() >= FIGHT for value in event.data.values())


def deciding(events: Sequence[Event]) -> list[Event]:
    """The results of a fight without those that come before its odds are known, as those of a bombardment."""
    known = max((number for number, event in enumerate(events) if is_fight(event)), default=0)
    return [e for e in events[known:] if e.result] or [e for e in events if e.result]


def toll_of(match: Match, courses: Sequence[Course], side: str) -> Toll | None:
    """What the courses of a fight come to; None where they change nothing on the map."""
    was, ways = strengths(match, side), [(float(one.probability), one.end) for one in courses]
    return weighed_up(was, ways, side, assumed=any(one.assumed for one in courses)) if ways else None


def rough_toll_of(match: Match, ends: Ends, side: str) -> Toll | None:
    """The same where a fight has too many courses: of each different result one that came to it is played on."""
    was, ways, assumed = strengths(match, side), [], False
    for chance, trial in ends.values():
        trial.position.dice = Dice("aftermath", trial.position.dice.count)
        assumed |= play_on(trial)[1]
        ways.append((float(chance), trial))
    return weighed_up(was, ways, side, exact=False, assumed=assumed) if ways else None


SAMPLED = 200
"""As many times a fight is played to see what it comes to, where nothing else tells."""


def sampled_toll_of(trials: Sequence[tuple[Match, Action]], side: str) -> Toll | None:
    """The same by playing the fight some times with dice of its own, as often in each of some guesses."""
    ways, assumed = [], False
    for match, action in trials:
        for number in range(SAMPLED // len(trials)):
            trial = match.clone()
            trial.position.dice = Dice(f"toll {number}", trial.position.dice.count)
            trial.play_listed(action, keep=False)
            assumed |= play_on(trial)[1]
            ways.append((1.0, trial))
    return weighed_up(strengths(trials[0][0], side), ways, side, exact=False, assumed=assumed)


def weighed_up(
    was: Strengths, ways: Sequence[tuple[float, Match]], side: str, exact: bool = True, assumed: bool = False
) -> Toll | None:
    cleared = own = enemy = badly = 0.0
    whole = sum(chance for chance, _ in ways)
    for chance, trial in ways:
        now, share = strengths(trial, side), chance / whole
        ours, theirs = (max(0, before[0] - after[0]) for before, after in zip(was, now, strict=True))
        free = bool(was[1][1] - now[1][1])
        cleared += share * free
        own += share * ours
        enemy += share * theirs
        badly += share * (ours > theirs and not free)
    return Toll(cleared, own, enemy, badly, exact, assumed) if cleared or own or enemy else None


def play_on(trial: Match) -> tuple[list[Event], bool]:
    """On to the next rest point; what happened, and whether somebody had a choice.

    Whoever may stay stays; losses and retreats are as they are listed first.
    """
    events, assumed = list[Event](), False
    for _ in range(PLAYED_ON):
        decision = trial.decision
        if decision is None or decision.rest or trial.together:
            break
        first, *others = islice(decision.all_actions(), 2)
        stay = next((one for one in STAY if one.verb in decision.verbs() and trial.check(one, by=decision.seat)), first)
        assumed = assumed or bool(others)
        events += trial.play_listed(stay, by=decision.seat, keep=False)
    return events, assumed


Strengths = tuple[tuple[int, frozenset[int]], tuple[int, frozenset[int]]]


def strengths(match: Match, side: str) -> Strengths:
    """The steps of a side on the map with the cells that it holds, then those of its enemies."""
    position, units = match.readable, match.setting.units
    state, page = position.state, match.game.page_for(match.setting)
    steps, cells = [0, 0], (set[int](), set[int]())
    for number, unit in enumerate(units):
        if state.loc[number] >= 0:
            whose = unit.side != side
            steps[whose] += page.steps(position, number)
            cells[whose].add(state.loc[number])
    return (steps[0], frozenset(cells[0])), (steps[1], frozenset(cells[1]))
