"""A match being played: who sits at it, what was accepted, and what is waited for.

Everything that changes a room goes the same way: the engine checks and plays it, the journal keeps it,
and only then do the players hear of it.
"""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import threading
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cached_property

import msgspec

from grognard.engine import Decision, Event, Match, Outcome, own_chance
from grognard.engine.dice import other_dice
from grognard.engine.played import Played
from grognard.engine.ruling import PROTOCOL
from grognard.engine.shares import shares_of
from grognard.server.owners import kept_values
from grognard.server.problems import Problem, no_seat, over, refused, stale
from grognard.server.replaying import line_of, replayed
from grognard.server.rounds import SEALS, Round
from grognard.server.storage import Entry, Seat, Storage, Stored, now
from grognard.server.thinking import MakeTask, Task

HARMLESS = SEALS | {"undo-asked", "undo-agreed", "undo-declined", "join", "opened"}
"""Entries that change nothing in the position: an action that was thought of before them is still good."""


class Sitter(msgspec.Struct, frozen=True):
    """Whoever sends a request: the seats he acts for (none for a spectator), and whether he holds the table."""

    seats: tuple[str, ...]
    table: bool


class Signal:
    """Wakes everybody who watches a room, from any thread."""

    def __init__(self) -> None:
        self._watchers: set[tuple[asyncio.AbstractEventLoop, asyncio.Event]] = set()

    def add(self, event: asyncio.Event) -> tuple[asyncio.AbstractEventLoop, asyncio.Event]:
        watcher = (asyncio.get_running_loop(), event)
        self._watchers.add(watcher)
        return watcher

    def remove(self, watcher: tuple[asyncio.AbstractEventLoop, asyncio.Event]) -> None:
        self._watchers.discard(watcher)

    def send(self) -> None:
        for loop, event in tuple(self._watchers):
            with contextlib.suppress(RuntimeError):  # the loop is closed
                loop.call_soon_threadsafe(event.set)

    def __len__(self) -> int:
        return len(self._watchers)


class Room:
    """One match with its seats and its journal. Hold ``lock`` while using ``match``."""

    def __init__(self, storage: Storage, stored: Stored, match: Match, entries: Sequence[Entry]) -> None:
        self.lock = threading.RLock()
        self.storage = storage
        self.stored = stored
        self.match = match
        self.entries = list(entries)
        self.signal = Signal()
        self.thinking: set[str] = set()
        self.known: dict[str, int] = {}
        """For each worker, up to which number it has the match."""
        self.weighing = 0
        """How many questions about odds are open."""
        self.line = line_of(entries)
        """The entries of the actions that stand, in order."""
        self.nodes: list[Played] = match.history()
        self.first = match.number - len(self.line)
        """The number of the position that the match began with."""
        told = sum(len(node.events) for node in self.nodes)
        everything = match.events()
        self.opening: Sequence[Event] = tuple(everything[: len(everything) - told])
        self.round = Round(stored.start.seed, entries)
        self.gave_up = [entry.seat for entry in entries if entry.kind == "resign"]

    # -- who is who --

    @property
    def id(self) -> str:
        return self.stored.id

    @property
    def revision(self) -> int:
        return self.stored.revision

    @property
    def seats(self) -> dict[str, Seat]:
        return self.stored.seats

    def sitter(self, token: str | None) -> Sitter:
        """Whose token that is; an unknown one is refused rather than taken for a spectator's."""
        if not token:
            return Sitter((), False)
        if token == self.stored.table:
            return Sitter(tuple(name for name, seat in self.seats.items() if seat.kind == "human"), True)
        for name, seat in self.seats.items():
            if seat.token and token == seat.token:
                return Sitter((name,), False)
        raise no_seat("this token does not belong to any seat in this match")

    def bots(self) -> list[str]:
        return [name for name, seat in self.seats.items() if seat.kind == "bot"]

    def people(self) -> list[str]:
        return [name for name, seat in self.seats.items() if seat.kind != "bot"]

    def others(self, seats: Collection[str]) -> list[str]:
        """The people at the match besides those seats."""
        return [name for name, seat in self.seats.items() if seat.kind != "bot" and seat.taken and name not in seats]

    def alone(self, sitter: Sitter) -> bool:
        """Whether nobody else can be wronged: on all other seats are bots."""
        here = sitter.seats or sitter.table
        return bool(here) and all(seat.kind == "bot" or name in sitter.seats for name, seat in self.seats.items())

    def may_export(self, sitter: Sitter) -> bool:
        """A save tells the seed and every secret: only at the end, or to who plays alone."""
        return self.over or self.alone(sitter)

    def seat_of(self, asked: Decision | Played) -> str:
        """The seat that answers a question, or that has answered it.

        A match that was begun with a seat for each side has no seats for the nations of one.
        """
        return asked.seat if asked.seat in self.seats else asked.side

    def questions(self, match: Match | None = None) -> dict[str, Decision]:
        """The questions open now, each with the seat that answers it."""
        return {self.seat_of(decision): decision for decision in (match or self.match).decisions.values()}

    def name_of(self, seat: str) -> str:
        return self.match.setting.seat_name(seat)

    def viewer(self, sitter: Sitter, wanted: str | None) -> str | None:
        """The seat through whose eyes a request sees the match; None for what everybody sees.

        The name of a side stands for its seats.
        """
        own = [seat for seat in sitter.seats if wanted in (None, seat, self.match.side_of(seat))]
        if wanted is not None and not own:
            raise no_seat(f"you are not playing '{wanted[:40]}' here")
        questions = self.questions()
        return next((seat for seat in own if seat in questions), own[0] if own else None)

    def actor(self, sitter: Sitter, wanted: str | None) -> str:
        """The seat for which a request acts."""
        if not sitter.seats:
            if sitter.table:
                raise no_seat("bots play all sides here")
            raise Problem(401, "no-seat", "you need a seat's token for this")
        seat = self.viewer(sitter, wanted)
        assert seat is not None
        return seat

    # -- the dice --

    @property
    def known_dice(self) -> bool:
        """Whether somebody may know the dice beforehand, by agreement of all who sit down here."""
        return self.stored.start.seed_chosen or self.round.opened

    @property
    def dice_open(self) -> bool:
        """Whether no die of the seed's last part has fallen yet, so that seats can still add to it."""
        first = shares_of(self.round.seed)[-1].first
        return self.match.readable.dice.count == (self.thrown_first if first == 1 else first - 1)

    @cached_property
    def thrown_first(self) -> int:
        """How many dice had fallen before the first action."""
        return self.at(self.first).readable.dice.count

    @property
    def chance(self) -> str:
        """What a bot draws its own chance from: another one after every undo, or one would know its answer."""
        start = self.stored.start
        return own_chance(start.chance or start.seed, self.round.tries)

    def waits_for(self) -> list[str]:
        """The seats whose share is missing before dice can fall."""
        return [] if self.known_dice or not self.dice_open else self.round.waits_for(self.seats)

    def add_to_dice(self, sitter: Sitter, seal: str | None, share: str | None, passes: bool) -> None:
        """Seal a share of the dice, reveal it, or pass; for all seats of whoever holds the table."""
        with self.lock:
            if self.known_dice:
                raise Problem(409, "dice-known", "the dice of this match are not secret: nobody can add to them")
            if not self.dice_open:
                raise Problem(409, "dice-sealed", "too late to add to the dice: some have been rolled")
            if self.thrown_first and self.line and not self.round.sealed:
                raise Problem(409, "dice-sealed", "this game starts with a roll: add to the dice before it")
            kind = "seal" if seal is not None else "share" if share is not None else "pass" if passes else ""
            text = seal or share or ""
            for seat in self.round.still_to(kind, sitter.seats):
                if kind == "seal":
                    self.round.require_seal(text)
                elif kind == "share":
                    self.round.require_share(seat, text, self.seats)
                self._keep(self._entry(kind, seat, text))
            if self.round.seed != self.match.seed:
                self._throw_from(self.round.seed)
            self.signal.send()

    def _throw_from(self, seed: str) -> None:
        """The dice to come are read from another seed."""
        first = self.thrown_first and shares_of(seed)[-1].first == 1  # the dice before the first action fall again
        self.match = self._again(seed) if first else self.match.with_dice(seed)
        self.nodes = self.match.history()
        self.known = {}  # the workers have the match with other dice

    def _again(self, seed: str) -> Match:
        return replayed(self.stored, self.line, seed, kept_values(self.storage.path))

    def note_opened(self) -> None:
        """Somebody takes a file of the match while it goes on: from now on the dice count as known."""
        with self.lock:
            if not self.over and not self.known_dice:
                self._keep(self._entry("opened", next(iter(self.seats))))

    # -- how it stands --

    @property
    def outcome(self) -> Outcome | None:
        lost = self.resigned
        if lost is None:
            return self.match.outcome
        rest = [side for side in self.match.game.sides if side != lost]
        return Outcome(rest[0] if len(rest) == 1 else None, f"{self.name_of(lost)} resigned", (), PROTOCOL)

    @property
    def resigned(self) -> str | None:
        """The side that has given up: where several people play it, all of them must."""
        for side in dict.fromkeys(map(self.match.side_of, self.gave_up)):
            if not self.allies_of(side):
                return side
        return None

    def allies_of(self, side: str) -> list[str]:
        """The people of a side who have not given up."""
        people = [name for name, seat in self.seats.items() if seat.kind != "bot"]
        return [name for name in people if self.match.side_of(name) == side and name not in self.gave_up]

    @property
    def over(self) -> bool:
        return self.resigned is not None or self.match.decision is None

    @property
    def hidden(self) -> bool:
        return self.match.game.hides(self.match.setting)

    def at(self, number: int | None) -> Match:
        """The match as it was after a number of actions; the match itself for the latest."""
        if number is None or number == self.match.number:
            return self.match
        if not self.first <= number <= self.match.number:
            text = f"the match has positions {self.first} to {self.match.number}, not {number}"
            raise Problem(404, "unknown-position", text)
        past = self.match.clone()
        past.go_back(number)
        return past

    def require_current(self, number: int | None, revision: int | None = None, oldest: int | None = None) -> None:
        """Complain of a number before ``oldest``: before the latest one, if nothing is said.

        A revision may be as far behind, if nothing but actions came since.
        """
        latest = self.match.number
        oldest = latest if oldest is None else oldest
        if number is not None and not oldest <= number <= latest:
            raise stale(f"the position has changed: it is now at action {self.match.number}, you saw {number}")
        if revision is None or revision == self.revision:
            return
        since = [entry for entry in self.entries[revision:] if entry.kind not in HARMLESS]  # revision n is entry n - 1
        if revision > self.revision or len(since) > latest - oldest or any(e.kind != "action" for e in since):
            raise stale(f"the match has moved on: this is revision {self.revision}, you saw {revision}")

    # -- what changes it --

    def play(
        self, text: str, seat: str, number: int | None, revision: int | None = None, note: str = ""
    ) -> Sequence[Event]:
        """Play an action for a seat, or say why not."""
        with self.lock:
            match = self.match
            self.require_current(number, revision, match.asked_at)
            if self.over:
                raise over()
            action = match.read(text)
            ruling = match.check(action, by=seat)
            if not ruling:
                if seat not in self.questions():
                    raise Problem(403, "not-asked", ruling.text, ruling.case)
                raise refused(ruling)
            thrown, waits = match.readable.dice.count, self.waits_for()
            events = match.play_listed(action, by=seat)
            entry = self._entry("action", seat, match.write(action), note)
            try:
                if waits and entry.thrown != thrown:
                    raise dice_wait(map(self.name_of, waits))
                self._keep(entry)
            except BaseException:
                match.undo(agreed=True)  # what is not kept has not happened
                raise
            self.line.append(entry)
            assert match.last is not None
            self.nodes.append(match.last)
            self.signal.send()
            return events

    def undo(self, sitter: Sitter, seat: str, number: int | None) -> list[str]:
        """Take back, or ask the others to agree; the seats that must still agree."""
        with self.lock:
            self.require_current(number)
            target, needs = self.undo_target(sitter.seats)
            if needs:
                self.require_first_wish(seat)
                self._keep(self._entry("undo-asked", seat, str(target - self.first), " ".join(sitter.seats)))
                self.signal.send()
            else:
                self._go_back(seat, target)
            return needs

    def agree(self, sitter: Sitter, agrees: bool) -> list[str]:
        """Answer somebody's wish to take back."""
        with self.lock:
            wish = self.wish()
            if wish is None:
                raise Problem(409, "nothing-asked", "nobody has asked to undo")
            asker, target, needs = wish
            mine = [seat for seat in needs if seat in sitter.seats]
            if not mine:
                raise no_seat("this is not for you to agree to")
            if not agrees:
                self._keep(self._entry("undo-declined", mine[0]))
            elif len(mine) == len(needs):
                self._go_back(asker, target)
                return []
            else:
                for one in mine:
                    self._keep(self._entry("undo-agreed", one))
            self.signal.send()
            return [seat for seat in needs if seat not in mine] if agrees else []

    def undo_target(self, seats: Sequence[str]) -> tuple[int, list[str]]:
        """To which number those seats would go back, and who would have to agree.

        A bot's actions are passed over: what a player takes back is his own last decision.
        """
        bots = self.bots()
        number = self.match.number
        while number > self.first and self.seat_of(self.nodes[number - 1]) in bots:
            number -= 1
        if number <= self.first or self.resigned is not None:
            raise Problem(409, "nothing-to-undo", "there is nothing to undo")
        others = self.others(seats)
        if self.over and others:
            raise over()  # the seed is public now
        undone = self.nodes[number - 1 :]
        if self.seat_of(undone[0]) not in seats or any(node.chance for node in undone):
            return number - 1, others
        return number - 1, []

    def wish(self) -> tuple[str, int, list[str]] | None:
        """Who waits for an agreement to take back, to which number, and who has not agreed yet."""
        agreed: set[str] = set()
        for entry in reversed(self.entries):
            if entry.kind == "undo-agreed":
                agreed.add(entry.seat)
            elif entry.kind == "undo-asked":
                wishing = entry.note.split() or [entry.seat]
                needs = [seat for seat in self.others(wishing) if seat not in agreed]
                return entry.seat, self.first + int(entry.text), needs
            elif entry.kind not in SEALS and entry.kind != "join":
                return None
        return None

    def require_first_wish(self, seat: str) -> None:
        """One wish for each position: a declined one is not repeated before play goes on."""
        for entry in reversed(self.entries):
            if entry.kind not in HARMLESS:
                return
            if entry.kind == "undo-asked" and entry.seat == seat:
                raise Problem(409, "asked-already", "you have already asked for this: play on, or wait for the answer")

    def _go_back(self, seat: str, target: int) -> None:
        taken: list[tuple[str, str]] = []
        thrown = self.match.readable.dice.count
        while self.match.number > target:
            node = self.nodes[self.match.number - 1]
            taken.append((self.seat_of(node), self.match.write(node.action)))
            self.match.undo(agreed=True)
        left, fresh = self.match.readable.dice.count, ""
        if left < thrown and not self.known_dice:  # a second try never throws dice that somebody has seen
            fresh = other_dice(self.match.seed, left, new_share())
        try:
            self._keep(self._entry("undo", seat, str(target - self.first), fresh))
        except BaseException:
            for other, text in reversed(taken):
                self.match.play(text, by=other)
            self.nodes = self.match.history()
            raise
        del self.line[target - self.first :]
        del self.nodes[target:]
        self.known = {kind: min(number, target) for kind, number in self.known.items()}
        if fresh:
            self._throw_from(fresh)
        self.signal.send()

    def resign(self, seats: Sequence[str]) -> Outcome | None:
        """Give the match up; None where an ally has still to agree."""
        with self.lock:
            if self.over:
                raise over()
            for seat in seats:
                if seat in self.gave_up:
                    continue
                self.gave_up.append(seat)
                try:
                    self._keep(self._entry("resign", seat))
                except BaseException:
                    self.gave_up.remove(seat)
                    raise
                if self.resigned is not None:
                    break
            self.signal.send()
            return self.outcome

    def join(self, name: str, token: str, player: str = "") -> None:
        """Take an open seat."""
        with self.lock:
            seat = self.seats.get(name)
            if seat is None or seat.kind != "open":
                raise Problem(409, "no-seat", f"'{name[:40]}' is not an open seat in this match")
            if seat.taken:
                raise Problem(409, "no-seat", f"somebody already plays {self.name_of(name)}")
            seats = {**self.seats, name: msgspec.structs.replace(seat, token=token, taken=True, player=player)}
            self._keep(self._entry("join", name), seats)
            self.signal.send()

    def _entry(self, kind: str, seat: str, text: str = "", note: str = "") -> Entry:
        return Entry(self.revision + 1, kind, seat, text, note, self.match.readable.dice.count, now())

    def _keep(self, entry: Entry, seats: dict[str, Seat] | None = None) -> None:
        outcome = self.outcome
        new = msgspec.structs.replace(
            self.stored,
            updated=entry.at,
            seats=asking(seats or self.seats, () if self.over else self.questions()),
            revision=entry.revision,
            number=self.match.number,
            over=self.over,
            result=outcome.level if outcome else "",
        )
        self.storage.append(new, entry)
        self.stored = new
        self.entries.append(entry)
        self.round.add(entry)

    # -- questions for workers --

    def task(self, what: str, seat: str, words: Sequence[str]) -> MakeTask:
        """A question about the match as it will stand when a worker is free."""

        def make(worker: str, whole: bool) -> Task:
            with self.lock:
                known = None if whole else self.known.get(worker)
                begun = self.first if known is None else max(known, self.first)
                actions = [(entry.seat, entry.text) for entry in self.line[begun - self.first :]]
                self.known[worker] = self.match.number
                start = msgspec.structs.replace(self.stored.start, seed=self.match.seed)
                kept = str(kept_values(self.storage.path))
                return Task(self.id, start, None if known is None else begun, actions, what, seat, words, kept)

        return make


def asking(seats: Mapping[str, Seat], asked: Collection[str]) -> dict[str, Seat]:
    """The seats, each with whether the match waits for it."""
    return {name: msgspec.structs.replace(seat, asked=name in asked) for name, seat in seats.items()}


def new_share() -> str:
    """The server's share of the dice."""
    return secrets.token_hex(16)


def dice_wait(names: Iterable[str]) -> Problem:
    return Problem(409, "dice-wait", f"the next roll still needs a share of the dice from {' and '.join(names)}")


def open_room(storage: Storage, stored: Stored) -> Room:
    """A room as its journal has it: the match is played again."""
    entries = storage.journal(stored.id)
    seed = Round(stored.start.seed, entries).seed
    match = replayed(stored, line_of(entries), seed, kept_values(storage.path))
    return Room(storage, stored, match, entries)
