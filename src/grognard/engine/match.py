"""A match: one object to play, ask, copy, undo, save and look at.

A game's procedure is a generator, and a generator cannot be copied. So a match is kept as *the position
at the last rest point plus the actions since*: a copy takes that position and feeds the actions again
when it is first used. Dice come from the position, so they fall the same.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from grognard.engine.actions import Action
from grognard.engine.concealed import came_to_light
from grognard.engine.decisions import Decision, Subject, Together
from grognard.engine.dice import commitment
from grognard.engine.events import Event
from grognard.engine.game import Asked, Game, Procedure
from grognard.engine.played import Played
from grognard.engine.position import Position, Setting
from grognard.engine.ruling import PROTOCOL, Refused, Ruling, refuse
from grognard.engine.shares import shares_of
from grognard.engine.state import Outcome

Guess = Callable[[Position, str, str], Position]
"""What makes a position to think in of what a side sees: that, the side, and a seed."""
CHECKPOINT_EVERY = 8
"""Rest points keep a checkpoint once in this many actions: copying a position costs as much as a decision."""
RECENT_ACTIONS = 48
"""The latest actions, as many as this, keep all their checkpoints."""
CHECKPOINT_BLOCK = 32
"""Of the older actions each block of this many keeps one checkpoint."""


class Match:
    """A match in play.

    >>> import grognard
    >>> match = grognard.start("marne-1914", scenario="counter-attack", seed=7)
    >>> match.decision.side
    'entente'
    """

    __slots__ = (
        "_answers",
        "_asked",
        "_last",
        "_live",
        "_opening",
        "_procedure",
        "game",
        "number",
        "seed",
        "setting",
        "start_position",
        "start_text",
    )

    def __init__(self, game: Game, setting: Setting, start: Position, seed: str, *, begin: bool = True) -> None:
        """``begin`` runs the rules to the first decision; without it, that is left to whoever fills in the past."""
        self.game = game
        self.setting = setting
        self.seed = seed
        self.number = 0
        self.start_position = start
        self.start_text = ""
        """The position file that the match began with, if it did not begin with a scenario's set-up."""
        self._last: Played | None = None
        self._answers: dict[str, Action] = {}
        self._live: Position | None = None
        self._procedure: Procedure | None = None
        self._asked: Asked | None = None
        self._opening: Sequence[Event] = ()
        if begin:
            self._live = start.copy()
            self._begin()
            self._opening = tuple(self._live.events)
            self._live.events = []

    @classmethod
    def resumed(cls, position: Position, seed: str, number: int, since: Sequence[Played] = ()) -> Match:
        """A match taken up after ``number`` actions: the position at the last rest point, and the actions since.

        It knows nothing of what was played before.
        """
        new = cls(position.setting.game, position.setting, position, seed, begin=False)
        new.number = number
        if not since:
            new._live = position.copy()
        for node in since:
            new._last = node.copied(new._last, position if new._last is None else None)
        return new

    # -- the procedure, started again or fed again where needed --

    def _begin(self) -> None:
        """Start the rules at the live position."""
        assert self._live is not None
        self._procedure = self.game.procedure(self._live)
        self._answers = {}
        self._asked = next(self._procedure, None)

    def _feed(self, side: str, action: Action) -> None:
        """Hand an action to the procedure and go on to the next question."""
        assert self._procedure is not None
        assert self._live is not None
        self._live.asks_everything = False  # that was for the first question of a position somebody wrote
        answer: Any = action
        if isinstance(self._asked, Together):
            self._answers[side] = action
            if len(self._answers) < len(self._asked.parts):
                return
            answer, self._answers = self._answers, {}
        try:
            self._asked = self._procedure.send(answer)
        except StopIteration:
            self._asked = None

    def _wake(self) -> Position:
        """The live position: a match that was copied or rewound is brought to life when first used."""
        if self._procedure is None:
            todo: list[Played] = []
            if self._live is None:
                node, start = self._last, self.start_position
                while node is not None:
                    todo.append(node)
                    if node.kept is not None:
                        start = node.kept
                        break
                    node = node.previous
                self._live = start.copy()
            self._begin()
            for node in reversed(todo):
                self._feed(node.side, node.action)
            self._live.events = []
        assert self._live is not None
        return self._live

    @property
    def position(self) -> Position:
        """The position itself, everything in it: for referees and servers, not for players."""
        live = self._wake()
        live.shown = True
        return live

    @property
    def readable(self) -> Position:
        """The position itself for whoever only reads it and keeps nothing of it; it costs no checkpoint."""
        return self._wake()

    @property
    def at_rest(self) -> bool:
        """Whether the position can be told by its state alone, without the actions since.

        A match that is over cannot: that it is over shows only in how its last question was answered.
        """
        self._wake()
        return not self._answers and self._asked is not None and self._asked.rest

    # -- asking --

    @property
    def asked_at(self) -> int:
        """The position number at which what is open was asked.

        In a simultaneous choice the secret answers of others count up the number, but change nothing for
        whoever has still to answer.
        """
        self._wake()
        return self.number - len(self._answers)

    @property
    def together(self) -> bool:
        """Whether several sides decide at the same time, in secret, what is open now."""
        self._wake()
        return isinstance(self._asked, Together)

    @property
    def decision(self) -> Decision | None:
        """What must be decided now; None when the match is over. Of several at once, the first open."""
        self._wake()
        if isinstance(self._asked, Together):
            return next(iter(self.decisions.values()), None)
        return self._asked

    @property
    def decisions(self) -> Mapping[str, Decision]:
        """All questions open now, by side: one, or several when sides decide at the same time."""
        self._wake()
        if self._asked is None:
            return {}
        if isinstance(self._asked, Together):
            return {s: d for s, d in self._asked.parts.items() if s not in self._answers}
        return {self._asked.side: self._asked}

    def question_for(self, who: str | None) -> Decision | None:
        """The question that a side may answer now, or one of its seats; without a name, the first one open.

        Where the nations of a side have players of their own, the side's name stands for all of them.
        """
        self._wake()
        if isinstance(self._asked, Decision):
            return self._asked if who in (None, self._asked.side, self._asked.seat) else None
        if who is None:
            return self.decision
        decisions = self.decisions
        if who in decisions:
            return decisions[who]
        return next((decision for decision in decisions.values() if decision.seat == who), None)

    def side_of(self, who: str) -> str:
        """The side of a seat; of a side, itself."""
        return self.setting.seats.get(who, who)

    @property
    def outcome(self) -> Outcome | None:
        return self._wake().outcome

    def subjects(self) -> Sequence[Subject]:
        decision = self.decision
        return decision.subjects() if decision is not None else ()

    def legal_actions(self, subject: Subject | str | None = None) -> Iterator[Action]:
        """The legal actions of a subject, or, without one, all of them, lazily."""
        decision = self.decision
        if decision is None:
            return iter(())
        if subject is None:
            return decision.all_actions()
        if isinstance(subject, str):
            subject = self.setting.subject(subject)
        return iter(decision.actions(subject))

    def read(self, action: Action | str) -> Action:
        return self.setting.language.read(action) if isinstance(action, str) else action

    def write(self, action: Action) -> str:
        return self.setting.language.write(action)

    def check(self, action: Action | str, by: str | None = None, at: int | None = None) -> Ruling:
        """The ruling on an action; ``by`` names the side or seat that sends it, ``at`` the position it saw."""
        action = self.read(action)
        if at is not None and at != self.number and not self.asked_at <= at <= self.number:
            return refuse(PROTOCOL, f"the position has changed: it is now at action {self.number}, you saw {at}")
        decision = self.question_for(by)
        if decision is None:
            decisions = self.decisions
            if not decisions:
                return refuse(PROTOCOL, "the match is over")
            name = self.setting.seat_name
            asked = " and ".join(name(d.side if by in self.game.sides else d.seat) for d in decisions.values())
            return refuse(self.game.turn_order_case, f"this decision belongs to {asked}, not {name(by or '')}")
        verb = self.setting.language.verbs.get(action.verb)
        if verb is None or not self._well_formed(action):
            return refuse(PROTOCOL, f"{self.game.title} has no action '{action.verb[:40]}' in this form")
        if action.verb not in decision.verbs():
            return refuse(verb.case, f"'{verb.name}' is only possible {verb.when}; now: {decision.prompt}")
        if self.setting.conceals and (unknown := self._unknown_in(action, decision.side)):
            return refuse(verb.case, f"{unknown} is hidden from you: you cannot name it in an action")
        return decision.check(action)

    def _unknown_in(self, action: Action, side: str) -> str:
        """The first unit in an action that its side may not identify: the rules are not even asked about it."""
        hidden = self.game.hidden_units(self._wake(), side)
        named = [unit for unit in self.setting.language.units_in(action) if unit in hidden]
        return self.setting.unit_ids[named[0]] if named else ""

    def _well_formed(self, action: Action) -> bool:
        """Whether the arguments have the verb's shape, with numbers that exist: forged ones may not."""
        language = self.setting.language
        kinds = language.kinds[action.verb]
        return len(kinds) == len(action.args) and all(map(language.is_argument, kinds, action.args))

    # -- playing --

    def play(self, action: Action | str, by: str | None = None, at: int | None = None) -> Sequence[Event]:
        """Play an action and go on to the next decision; the events that followed. Refused if illegal."""
        action = self.read(action)
        ruling = self.check(action, by, at)
        if not ruling:
            raise Refused(ruling)
        return self.play_listed(action, by)

    def play_listed(self, action: Action, by: str | None = None, keep: bool = True) -> Sequence[Event]:
        """Play an action that the open decision has listed or allowed itself: it is not checked a second time.

        Without ``keep`` it is not remembered where it was played, and cannot be taken back: for trials.
        """
        live, asked = self._wake(), self._asked
        assert asked is not None
        rests = asked.rest and not self._answers
        # What outsiders have changed no feeding brings back, so that a position once shown is always kept.
        checkpoint = live.copy() if keep and rests and (live.shown or not self._kept_lately()) else None
        decision = asked if isinstance(asked, Decision) else self.question_for(by)
        assert decision is not None
        thrown = live.dice.count
        # Of what comes to light only what the acting side learns counts: what the enemy learns may be his secret.
        acting = decision.side
        hidden = {acting: self.game.hidden_units(live, acting)} if self.setting.conceals else None
        node = Played(
            self._last,
            self.number + 1,
            decision.side,
            decision.seat,
            action,
            decision.secret,
            live.state.turn,
            live.state.phase,
            checkpoint,
            rests,
        )
        try:
            self._feed(decision.side, action)
        except BaseException:
            # A fault of the rules must not leave a half-played action: go back to the last decision.
            self._live = self._procedure = self._asked = None
            raise
        node.events, live.events = tuple(live.events), []
        node.chance = live.dice.count != thrown or not self.setting.revealing.isdisjoint([e.kind for e in node.events])
        if isinstance(asked, Together) and len(asked.parts) > 1 and not self._answers:
            node.chance = True  # the last answer of a simultaneous choice brings the others to light
        if hidden is not None and not node.chance:
            node.chance = came_to_light(live, hidden, node.events)
        self._last = node
        self.number += 1
        if self.number % CHECKPOINT_BLOCK == 0:
            self._thin()
        return node.events

    def _kept_lately(self) -> bool:
        node = self._last
        for _ in range(CHECKPOINT_EVERY - 1):
            if node is None:
                return False
            if node.kept is not None:
                return True
            node = node.previous
        return False

    def _thin(self) -> None:
        """Forget most of the older checkpoints: going far back then feeds a few actions more."""
        node, passed, later = self._last, 0, None
        while node is not None and passed < RECENT_ACTIONS + 2 * CHECKPOINT_BLOCK:
            if passed > RECENT_ACTIONS and node.kept is not None:
                if later is not None and later.number // CHECKPOINT_BLOCK == node.number // CHECKPOINT_BLOCK:
                    later.kept = None  # the first one of a block stays
                later = node
            node, passed = node.previous, passed + 1

    def undo(self, by: str | None = None, agreed: bool = False) -> Action:
        """Take back the last action. Past dice or revealed secrets only if both sides agree."""
        last = self._last
        if last is None:
            raise Refused(refuse(PROTOCOL, "there is nothing to undo"))
        if not agreed:
            if by is not None and by not in (last.side, last.seat):
                name = self.setting.seat_name(by)
                raise Refused(refuse(PROTOCOL, f"{name} cannot undo the last action: somebody else made it"))
            if last.chance:
                raise Refused(refuse(PROTOCOL, "dice were rolled or something was revealed: both sides must agree"))
        self._rewind(last)
        return last.action

    def go_back(self, number: int) -> None:
        """Rewind to the position after a number of actions, whatever has happened since: for looking at the past."""
        node, first = self._last, None
        while node is not None and node.number > number:
            node, first = node.previous, node
        if first is not None:
            self._rewind(first)

    def _rewind(self, first: Played) -> None:
        """Back to before an action; it and all after it are undone."""
        checkpoint = self.checkpoint(first)
        self._live = checkpoint.copy() if checkpoint is not None else None
        self._last, self.number = first.previous, first.number - 1
        self._procedure = self._asked = None
        self._answers = {}

    def checkpoint(self, node: Played) -> Position | None:
        """The position before an action, if that was a rest point; found again by feeding if it was not kept."""
        if node.kept is None and node.rested:
            since: list[Played] = []
            earlier = node.previous
            while earlier is not None:
                since.append(earlier)
                if earlier.kept is not None:
                    node.kept = Match.resumed(earlier.kept, self.seed, node.number - 1, since[::-1])._wake()
                    break
                earlier = earlier.previous
        return node.kept

    def clone(self) -> Match:
        """A copy that shares the past and goes its own way."""
        new = Match(self.game, self.setting, self.start_position, self.seed, begin=False)
        new.number, new.start_text = self.number, self.start_text
        new._last, new._opening = self._last, self._opening
        resting = self._procedure is None or self._asked is None or (self._asked.rest and not self._answers)
        new._live = self._live.copy() if resting and self._live is not None else None
        return new

    def with_dice(self, seed: str) -> Match:
        """The same match with other dice to come; both seeds must tell the dice that have fallen."""
        new = Match(self.game, self.setting, self.start_position.with_seed(seed), seed, begin=False)
        new.number, new.start_text, new._opening = self.number, self.start_text, self._opening
        for node in self.history():
            kept = node.kept.with_seed(seed) if node.kept is not None else None
            new._last = node.copied(new._last, kept)
            new._last.rested = node.rested
        return new

    def seen_by(self, side: str, seed: str, guess: Guess | None = None) -> Match | None:
        """A match that knows no more than a side does and throws other dice, found from ``seed``.

        None where it cannot be played on from what the side knows.
        """
        from grognard.engine.seen import guessed, seen_by

        return seen_by(self, side, seed, guess or guessed)

    def all_seen_by(self, side: str, seeds: Sequence[str]) -> list[Match]:
        """Such matches for several seeds, as far as there are any."""
        from grognard.engine.seen import all_seen_by

        return all_seen_by(self, side, seeds)

    # -- looking --

    @property
    def last(self) -> Played | None:
        """The last action played; None at the start."""
        return self._last

    def since_rest(self) -> tuple[Sequence[Played], Position]:
        """The actions since the last rest point, the first one first, and the position there."""
        if self.at_rest:
            return (), self.position
        since, node = [], self._last
        while node is not None:
            since.append(node)
            checkpoint = self.checkpoint(node)
            if checkpoint is not None:
                return since[::-1], checkpoint
            node = node.previous
        return since[::-1], self.start_position

    def history(self) -> list[Played]:
        """All actions played, the first one first."""
        nodes, node = [], self._last
        while node is not None:
            nodes.append(node)
            node = node.previous
        return nodes[::-1]

    def events(self, side: str | None = None) -> list[Event]:
        """The whole journal, or what one side (or seat) may know of it."""
        found = list(self._opening)
        for node in self.history():
            found.extend(node.events)
        return found if side is None else self.game.told(found, self.side_of(side))

    def log(self, side: str | None = None) -> list[str]:
        """The journal as sentences with their cases."""
        writer = self.game.writer(self.setting)
        return [writer.line(event) for event in self.events(side)]

    def view(self, side: str) -> dict[str, Any]:
        """What a side (or seat) may see of the position, as plain values."""
        from grognard.engine.seen import view_of

        return view_of(self, self._wake(), self.side_of(side))

    def fingerprint(self, side: str | None = None) -> str:
        """A short hash of the position; with a side, of what that side may see."""
        live = self._wake()
        if side is not None:
            content: Any = self.view(side)
        else:
            since: list[str] = []
            node = self._last
            if self._answers or (self._asked is not None and not self._asked.rest):
                while node is not None:
                    since.append(f"{node.side} {self.write(node.action)}")
                    if node.rested:
                        break
                    node = node.previous
            content = [
                self.game.slug,
                self.setting.scenario,
                self.setting.options,
                self.setting.study,
                self.seed,
                live.dice.count,
                live.dice.tape,
                msgspec.to_builtins(live.state, str_keys=True),
                since,
            ]
        return hashlib.blake2b(msgspec.json.encode(content, order="deterministic"), digest_size=10).hexdigest()

    def preview(self, action: Action | str, side: str | None = None) -> Any:
        """What an action would do: its events, and where dice decide, the exact odds of every result.

        With a side (or seat), as far as that side can know: against unknown units, the odds over several guesses.
        """
        from grognard.engine.preview import preview, preview_for

        action = self.read(action)
        return preview(self, action) if side is None else preview_for(self, action, self.side_of(side))

    def save(self, path: Path | str) -> None:
        from grognard.engine.saves import save

        save(self, Path(path))

    @property
    def commitment(self) -> str:
        """The hash of what the dice to come are read from, less what the seats have added to it."""
        return commitment(shares_of(self.seed)[-1].server)

    def _repr_svg_(self) -> str:
        """The map with the units on it, as a notebook shows it."""
        from grognard.picture import draw_match  # only a notebook needs it here

        return draw_match(self)

    def __repr__(self) -> str:
        what = self.decision or f"over: {self.outcome}"
        return f"<{self.game.slug} {self.setting.scenario}, action {self.number}, {what}>"
