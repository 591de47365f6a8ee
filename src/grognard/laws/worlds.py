"""The law of secrets: two worlds that differ only in what a side may not know are the same to that side.

Beside the match another world goes along, made by the game itself (`Game.another_world`), which the side must not
be able to tell from the real one: neither by what it sees and hears, nor by what it may do and why not, nor by odds,
nor by what its bots are given, nor by any file. They part only where the rules bring something to light.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from itertools import zip_longest
from random import Random
from typing import Any, TypeVar

import msgspec

from grognard import picture
from grognard.engine import Action, Decision, Event, Match, Position, RandomPlayer
from grognard.engine.concealed import NOTHING_CONCEALED, enlightens
from grognard.engine.positions import write_position
from grognard.engine.preview import Preview, preview, preview_for
from grognard.engine.records import write_record
from grognard.engine.saves import saved
from grognard.engine.seen import guessed, questions
from grognard.errors import GrognardError
from grognard.laws.broken import BrokenLaw, forgeries

T = TypeVar("T")
SAMPLE = 12
"""How many of a question's actions are put to the referee and priced."""


RENEWED = 0.2
"""How often another world is taken although the last one still goes along."""


class Known:
    """What was worked out from one input: two worlds that are the same to a side hand on the same, most of the time.

    The key holds all that it can have been worked out from. Where anything differs, it is worked out for both.
    """

    def __init__(self) -> None:
        self.held: dict[tuple[Hashable, ...], Any] = {}
        self.seen: Position | None = None
        self.number = 0
        """What was seen last, and the number of all that could be read from it."""

    def once(self, find: Callable[[], T], *key: Hashable) -> T:
        found: T | None = self.held.get(key)
        if found is None:
            found = self.held[key] = find()
        return found

    def guess(self, seen: Position, side: str, seed: str) -> Position:
        """A guess at what a side does not know: it is made of what the side sees, and of nothing else.

        Nobody plays in it: a match that is taken up there plays in a copy.
        """
        if seen is not self.seen:  # before anything is worked out from it
            self.seen, self.number = seen, self.once(lambda: len(self.held) + 1, "seen", *content(seen))
        return self.once(lambda: guessed(seen, side, seed), "guess", self.number, seed)


class Worlds:
    """A match as one side knows it, and beside it another that the side could not tell from it."""

    def __init__(self, side: str, seed: str) -> None:
        self.side = side
        self.random = Random(f"another world for {side}: {seed}")
        self.other: Match | None = None
        self.hidden: frozenset[int] = frozenset()
        """The units that the side could not identify before the last action."""
        self.names: Mapping[int, int] | None = None
        """For each unit that the side cannot identify the one in its place in the other world."""
        self.known = Known()

    # -- going along --

    def follow(self, match: Match) -> None:
        """Play in the other world what was played in the match. What the side hears of it must be the same."""
        node, other = match.last, self.other
        if node is None or other is None or other.number == match.number:
            return
        action = node.action if node.side == self.side else self.translated(match, node.action)
        ruling = other.check(action, by=node.seat) if action is not None else None
        if action is None or not ruling:
            if node.side == self.side:
                raise BrokenLaw(f"{self.side} may play '{match.write(node.action)}' in one world, in another: {ruling}")
            self.other = None  # what the others do there is their own secret
            return
        mine, parted = self.heard(match, node.events)
        theirs, parted_there = self.heard(other, other.play(action, by=node.seat))
        if match.decision is None and other.decision is None:
            self.other = None  # a match that is over has nothing left to hide
            return
        if parted or parted_there:
            shorter = min(len(mine), len(theirs))
            mine, theirs, self.other = mine[:shorter], theirs[:shorter], None
        require_same("log", self.side, match, mine, theirs)
        if node.side == self.side and other.last is not None:  # also where they part: silence may tell a lot
            require_same("free undo", self.side, match, [str(not node.chance)], [str(not other.last.chance)])

    def translated(self, match: Match, action: Action) -> Action | None:
        """What the others do, with the units of the other world."""
        language = match.setting.language
        if self.names is None:
            return None if any(unit in self.hidden for unit in language.units_in(action)) else action
        args = list(action.args)
        for place, kind in enumerate(language.kinds[action.verb]):
            value = args[place]
            if kind == "UNIT" and isinstance(value, int):
                args[place] = self.names.get(value, value)
            elif kind == "UNITS" and isinstance(value, tuple):
                args[place] = tuple(self.names.get(unit, unit) for unit in value)
        return Action(action.verb, tuple(args))

    def heard(self, match: Match, events: Sequence[Event]) -> tuple[list[str], bool]:
        """What the side hears until something comes to light for it, and whether anything does."""
        found: list[str] = []
        for event in events:
            if enlightens(match.setting, event, self.side, self.hidden):
                return found, True
            found += [f"{e.kind} {e.cites} {e.data} {e.result}" for e in match.game.told([event], self.side)]
        now = match.game.concealed(match.position, self.side).units
        return found, not now.issuperset(self.hidden)

    # -- looking --

    def look(self, match: Match, closely: bool) -> None:
        """Both worlds ask the same; once in a while, ``closely``, all that the side knows is compared."""
        self.hidden = match.game.concealed(match.position, self.side).units
        self.known = Known()
        if self.other is not None:
            asked = [encoded(questions(world, self.side)) for world in (match, self.other)]
            require_same("view", self.side, match, asked[:1], asked[1:])
            if closely:
                self.compare(match, self.other)
        if closely and match.at_rest and (self.other is None or self.random.random() < RENEWED):
            self.other = self.another(match)
            if self.other is not None:
                self.compare(match, self.other)
        if closely and match.asked_at < match.number:
            self.compare_secret_answers(match)

    def another(self, match: Match) -> Match | None:
        game, position = match.game, match.position
        hides = game.hides(match.setting)
        world: Position | None = game.another_world(position, self.side, self.random) if hides else None
        if world is None:
            return None
        world.dice, world.concealed = position.dice.copy(), NOTHING_CONCEALED
        world.rebuild()
        self.names = stand_ins(self.hidden, position.state.loc, world.state.loc)
        return Match.resumed(world, match.seed, match.number)

    def compare(self, match: Match, other: Match) -> None:
        decision = match.question_for(self.side)
        actions = list(decision.all_actions()) if decision is not None else []
        some = self.random.sample(actions, min(SAMPLE, len(actions)))
        tried = [*some, *forgeries(match, actions, self.random)]
        for what, tell in CHANNELS.items():
            ours, theirs = (tell(world, self.side, tried, self.known) for world in (match, other))
            require_same(what, self.side, match, ours, theirs)

    def compare_secret_answers(self, match: Match) -> None:
        """The last answer was given in secret: another one looks the same to those who have still to answer."""
        if match.last is None or match.last.side == self.side:
            return
        other = match.clone()
        other.undo(agreed=True)
        asked = other.question_for(match.last.seat)
        assert asked is not None
        other.play(RandomPlayer(self.random.getrandbits(32)).choose(asked), by=asked.seat)
        self.compare(match, other)


def stand_ins(hidden: Iterable[int], here: Sequence[int], there: Sequence[int]) -> dict[int, int] | None:
    """Who stands in whose place, where as many unknown units are in each place of both worlds; None if not."""
    places: dict[int, tuple[list[int], list[int]]] = {}
    for unit in sorted(hidden):
        places.setdefault(here[unit], ([], []))[0].append(unit)
        places.setdefault(there[unit], ([], []))[1].append(unit)
    names: dict[int, int] = {}
    for ours, theirs in places.values():
        if len(ours) != len(theirs):
            return None
        both = set(ours) & set(theirs)
        names.update(zip([u for u in ours if u not in both], [u for u in theirs if u not in both], strict=True))
    return names


def require_same(what: str, side: str, match: Match, ours: Sequence[str], theirs: Sequence[str]) -> None:
    for one, other in zip_longest(ours, theirs, fillvalue="nothing"):
        if one != other:
            raise BrokenLaw(
                f"after action {match.number} the {what} betrays to {side} what it may not know: "
                f"{one} here, {other} in another world"
            )


# -- all that reaches a side --


def encoded(value: Any) -> str:
    return msgspec.json.encode(value, enc_hook=str).decode()


def content(position: Position) -> tuple[Hashable, ...]:
    """All that may be read from a position: its state and dice, what is concealed, its layers and known facts."""
    known = [(find.__name__, args, value) for (find, args), value in position.known.items()]
    return *standing(position), position.concealed, pickle.dumps(position.layers()), repr(known)


def standing(position: Position) -> tuple[Hashable, ...]:
    return msgspec.msgpack.encode(position.state), position.dice.count, tuple(position.dice.tape)


def origin(match: Match) -> tuple[Hashable, ...]:
    """All that a match comes from: the position where it was taken up, and the actions since."""
    return (*standing(match.start_position), match.seed, match.number, *[(n.side, n.action) for n in match.history()])


def view(match: Match, side: str, tried: Sequence[Action], known: Known) -> list[str]:
    found = []
    for name, part in match.view(side).items():
        found += [f"{name}: {encoded(entry)}" for entry in (part if isinstance(part, list) else [part])]
    return found


def page(match: Match, side: str, tried: Sequence[Action], known: Known) -> list[str]:
    page, seen = match.game.page_for(match.setting), match.game.seen(match.position, side)
    shown = [page.standing, page.markers, page.arrows, page.points, page.facts, page.coming, page.overlays]
    units = [unit for unit in range(len(match.setting.units)) if unit not in seen.concealed.units]

    def drawn() -> list[str]:
        return [
            *(str(show(seen)) for show in shown),
            *(f"{page.factors(seen, unit)} {page.status(seen, unit)}" for unit in units),
        ]

    return [*known.once(drawn, "page", *content(seen)), str(match.outcome)]


def question(match: Match, side: str, tried: Sequence[Action], known: Known) -> list[str]:
    decision = match.question_for(side)
    if decision is None:
        return []
    name = match.setting.subject_name
    about = [decision.kind, decision.case, decision.prompt, decision.seat, *decision.verbs()]
    return [*about, *map(name, decision.subjects()), "candidates", *map(name, decision.candidates())]


def actions(match: Match, side: str, tried: Sequence[Action], known: Known) -> list[str]:
    decision = match.question_for(side)
    if decision is None:
        return []
    listed = set(tried)
    return [
        f"{match.write(action)} {(decision.cost(action), *decision.way(action)) if action in listed else ''}"
        for action in decision.all_actions()
    ]


def rulings(match: Match, side: str, tried: Sequence[Action], known: Known) -> list[str]:
    return [f"{match.write(action)}: {match.check(action, by=side)}" for action in tried]


def odds(match: Match, side: str, tried: Sequence[Action], known: Known) -> list[str]:
    """Of the first action only: odds take long."""

    def weigh(guess: Match, action: Action) -> Preview:
        return known.once(lambda: preview(guess, action), "odds", *origin(guess), action)

    try:
        return [str(preview_for(match, tried[0], side, weigh, known.guess))] if tried else []
    except GrognardError as problem:
        return [str(problem)]


def bots_input(match: Match, side: str, tried: Sequence[Action], known: Known) -> list[str]:
    """What a bot thinks in, also as the file that goes to those who ask for one."""
    seen = match.seen_by(side, "a bot", known.guess)
    if seen is None:
        return []

    def given() -> list[str]:
        asked: Decision | None = seen.question_for(side)
        subjects = [seen.setting.subject_name(subject) for subject in asked.subjects()] if asked is not None else []
        state = encoded(msgspec.to_builtins(seen.position.state, str_keys=True))
        return [*write_position(seen).splitlines(), state, *subjects]

    return known.once(given, "bot", seen.fingerprint())


def export(match: Match, side: str, tried: Sequence[Action], known: Known) -> list[str]:
    """What a side can save before the end: the hash of its view, the map as a picture, and its own match as files."""
    found = [match.fingerprint(side), *map(str, picture.counters_of(match, side))]
    own = match.seen_by(side, "a bot", known.guess)
    return [*found, *write_record(own, comments=True).splitlines(), encoded(saved(own))] if own is not None else found


Channel = Callable[[Match, str, Sequence[Action], Known], list[str]]
CHANNELS: Mapping[str, Channel] = {
    "view": view,
    "page": page,
    "question": question,
    "list of actions": actions,
    "ruling": rulings,
    "preview": odds,
    "bot's input": bots_input,
    "export": export,
}
