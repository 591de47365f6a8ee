"""The keeper of all matches: opens rooms, starts new ones, and lets the bots play."""

from __future__ import annotations

import logging
import os
import secrets
import threading
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec
from anyio import CapacityLimiter

from grognard.data import nearest
from grognard.engine import Match, RandomPlayer, Setting, own_chance, start
from grognard.engine.dice import other_dice
from grognard.errors import GrognardError
from grognard.server.limits import Bucket
from grognard.server.owners import Owners, Values, kept_values
from grognard.server.problems import Problem, unknown_match
from grognard.server.replaying import replayed
from grognard.server.room import Room, Sitter, asking, new_share, open_room
from grognard.server.storage import Elsewhere, Entry, Seat, Start, Storage, Stored, now
from grognard.server.thinking import BOT_SECONDS, Died, MakeTask, ReadFile, Task, TooLong, Worker, Workers, bot_levels
from grognard.server.turns import Turns

MATCHES_IN_MEMORY = 64
"""Further matches are played again from their journal when somebody asks for them."""
MOST_WAITING = 12
"""Questions that may wait for the workers; the server has threads left for everything else."""
PREVIEW_SECONDS = 15.0
IMPORT_SECONDS = 20.0
QUESTION_WORKERS = 3
"""Files are read by all but one of them, so that odds need not wait for a long file."""
ODDS_A_MATCH = 3
"""Questions about odds that a match may have open at once."""
STARTS_AT_ONCE, STARTS_A_SECOND = 150, 2.0
"""How many matches may be begun at once, and how many a second in the long run."""
MACHINE_MATCHES = 12
"""Matches that bots may play by themselves at the same time."""
LONGEST_REASON = 2000
"""Letters of a bot's remark that are kept."""
BOT_MEMORY = 4 << 30
QUESTION_MEMORY = 1 << 30

log = logging.getLogger("grognard.server")


class Keeper:
    """All matches of a server. Every method may be called from any thread."""

    def __init__(
        self, storage: Path, *, owner: str = "", workers: int | None = None, owners: Sequence[Values] = ()
    ) -> None:
        self.storage = Storage(storage)
        self.owners = Owners(kept_values(storage), owners)
        self.addresses: Sequence[str] = ()
        """Where others on the network reach this server."""
        self.owner = owner
        """The key of whoever runs the server; who comes from where says nothing, behind a proxy all come from here."""
        number = workers or max(2, (os.cpu_count() or 2) - 1)
        self.turns = Turns(number, BOT_MEMORY, self._think)
        self.question_workers = Workers(QUESTION_WORKERS, QUESTION_MEMORY)
        self._reading = threading.BoundedSemaphore(QUESTION_WORKERS - 1)
        self._starts = Bucket(STARTS_AT_ONCE, STARTS_A_SECOND)
        self.patience = CapacityLimiter(2 * MOST_WAITING)
        """The threads in which requests wait for a worker."""
        self._asking = threading.BoundedSemaphore(MOST_WAITING)
        self._rooms: OrderedDict[str, Room] = OrderedDict()
        self._lock = threading.Lock()
        self._opening: dict[str, threading.Lock] = {}
        self.closing = False

    def close(self) -> None:
        """End all thinking and close the file. Nothing is lost: whatever was accepted is kept already."""
        self.closing = True
        self.question_workers.stop()
        self.turns.close()
        self.storage.close()

    # -- rooms --

    def room(self, id: str) -> Room:
        """The room of a match, opened if need be."""
        with self._lock:
            found = self._rooms.get(id)
            if found is not None:
                self._rooms.move_to_end(id)
                return found
            opening = self._opening.setdefault(id, threading.Lock())
        with opening:  # two requests for a cold match play it again only once
            try:
                with self._lock:
                    found = self._rooms.get(id)
                if found is not None:
                    return found
                stored = self.storage.match(id)
                if stored is None:
                    raise unknown_match(id)
                room = open_room(self.storage, stored)
                self._admit(room)
            finally:
                with self._lock:
                    self._opening.pop(id, None)
        self.let_bots_play(room)
        return room

    def _admit(self, room: Room) -> None:
        with self._lock:
            self._rooms[room.id] = room
            for id in list(self._rooms)[: max(0, len(self._rooms) - MATCHES_IN_MEMORY)]:
                old = self._rooms[id]
                if not old.signal and not old.thinking:
                    del self._rooms[id]

    def is_current(self, room: Room) -> bool:
        """Whether a room is still the one that people play in."""
        return not self.closing and self._rooms.get(room.id) is room

    def streams(self) -> int:
        """How many pages watch a match."""
        with self._lock:
            return sum(len(room.signal) for room in self._rooms.values())

    def forget(self, room: Room) -> None:
        """Drop a room whose match was changed by another process: it is read again."""
        with self._lock:
            if self._rooms.get(room.id) is room:
                del self._rooms[room.id]
        room.signal.send()

    # -- new matches --

    def begin(
        self,
        game: str,
        scenario: str | None,
        options: Mapping[str, str],
        seed: str | None,
        seats: Mapping[str, str] | None,
        *,
        name: str = "",
        player: str = "",
        values: str = "",
    ) -> Room:
        """A new match: ``name`` is its own, ``player`` is who sits here, ``values`` are an owner's."""
        digest = self.owners.keep(game, values) if values else ""
        overlay = self.owners.kept / digest if digest else None
        match = start(game, scenario, seed if seed is not None else new_share(), options, overlay)
        beginning = Start(
            match.game.slug,
            match.game.rules_version,
            match.setting.scenario,
            dict(match.setting.options),
            match.seed,
            "",
            seed is not None,
            "" if seed is not None else new_share(),  # a chosen seed gives the same match again, bots and all
            name.strip(),
            digest,
            values,
        )
        return self._new(beginning, match, [], seats, None, player.strip())

    def read(self, text: str, seats: Mapping[str, str] | None, same_dice: bool = False) -> Room:
        """A match from a file. It is read in a worker first, which can be ended if the file is poisoned."""
        task = Task("", Start("", "", "", {}, ""), None, (), "read", "", (text,), str(self.owners.kept))
        if not self._reading.acquire(blocking=False):
            raise Problem(503, "busy", "other files are being read just now; try again in a moment")
        try:
            found = self.ask_questions("", lambda *_: task, IMPORT_SECONDS)
        finally:
            self._reading.release()
        assert isinstance(found, ReadFile)
        return self._replay(found.start, found.actions, seats, None, same_dice)

    def fork(
        self, room: Room, sitter: Sitter, number: int, seats: Mapping[str, str] | None, same_dice: bool = False
    ) -> Room:
        """A new match that leaves another one after a number of actions."""
        with room.lock:
            if not room.may_export(sitter):
                raise sealed("continuing from here as a new match")
            room.at(number)  # complains of a number that it does not have
            actions = [(entry.seat, entry.text) for entry in room.line[: number - room.first]]
            same = {name: f"bot:{seat.level}" if seat.kind == "bot" else "human" for name, seat in room.seats.items()}
            beginning = msgspec.structs.replace(room.stored.start, seed=room.match.seed)
        return self._replay(beginning, actions, same if seats is None else seats, room.id, same_dice)

    def _replay(
        self,
        beginning: Start,
        actions: Sequence[tuple[str, str]],
        seats: Mapping[str, str] | None,
        parent: str | None,
        same_dice: bool,
    ) -> Room:
        """A branch. Somebody knows the old dice: others are thrown, unless all agree to those and the page says so."""
        at = now()
        entries = [Entry(n, "action", seat, text, "", -1, at) for n, (seat, text) in enumerate(actions, 1)]
        match = replayed(Stored("", at, at, beginning, {}, "", parent), entries, None, self.owners.kept)
        dice = match.readable.dice
        if not same_dice:
            match = match.with_dice(other_dice(match.seed, dice.count, new_share()))
        known = same_dice or bool(dice.tape)
        start = msgspec.structs.replace(beginning, seed=match.seed, seed_chosen=known, chance=new_share())
        return self._new(start, match, entries, seats, parent)

    def _new(
        self,
        beginning: Start,
        match: Match,
        entries: Sequence[Entry],
        seats: Mapping[str, str] | None,
        parent: str | None,
        player: str = "",
    ) -> Room:
        at = now()
        outcome = match.outcome
        asked = {name for decision in match.decisions.values() for name in (decision.seat, decision.side)}
        taken = asking(new_seats(match.setting, seats or {}, player), asked)
        self._require_room(all(seat.kind == "bot" for seat in taken.values()))
        stored = Stored(
            secrets.token_urlsafe(9),
            at,
            at,
            beginning,
            taken,
            secrets.token_urlsafe(18),
            parent,
            len(entries),
            match.number,
            match.decision is None,
            outcome.level if outcome else "",
        )
        self.storage.create(stored, entries)
        room = Room(self.storage, stored, match, entries)
        self._admit(room)
        self.let_bots_play(room)
        return room

    def _require_room(self, machines: bool) -> None:
        """Complain if too many matches are begun at once, or bots play too many by themselves."""
        if not self._starts.take():
            raise Problem(503, "busy", "too many matches are begun just now; try again in a moment")
        if machines:
            with self._lock:
                rooms = list(self._rooms.values())
            running = sum(1 for room in rooms if not room.people() and not room.over)
            if running >= MACHINE_MATCHES:
                raise Problem(503, "busy", f"bots play {running} matches by themselves already; wait until one ends")

    # -- bots and questions --

    def ask_questions(self, id: str, make: MakeTask, seconds: float) -> Any:
        if not self._asking.acquire(blocking=False):
            raise Problem(503, "busy", "too many questions are waiting already; try again in a moment")
        try:
            return self.question_workers.ask(id, make, seconds)
        except (TooLong, Died) as problem:
            raise Problem(503, "busy", str(problem)) from None
        finally:
            self._asking.release()

    def odds(self, room: Room, seat: str, texts: Sequence[str], what: str = "odds") -> Any:
        """What a worker finds for a seat: the odds of some actions, or the referee's answer ("ask") to a question."""
        with room.lock:
            if room.weighing >= ODDS_A_MATCH:
                raise Problem(503, "busy", "odds of this match are already being worked out")
            room.weighing += 1
        try:
            return self.ask_questions(room.id, room.task(what, seat, texts), PREVIEW_SECONDS)
        finally:
            with room.lock:
                room.weighing -= 1

    def let_bots_play(self, room: Room) -> None:
        """Have every bot think that is asked and does not think already."""
        with room.lock:
            if room.over or self.closing:
                return
            todo = [seat for seat in room.questions() if seat in room.bots() and seat not in room.thinking]
            room.thinking.update(todo)
        for seat in todo:
            self.turns.add(room, seat)
        if todo:
            room.signal.send()

    def _think(self, room: Room, seat: str, worker: Worker) -> None:
        """One decision of a bot. Afterwards the next bot in line is served, so that all matches go on."""
        try:
            with room.lock:
                decision = None if room.over else room.questions().get(seat)
                level = room.seats[seat].level
            if decision is not None and not self.closing:
                text, reason = self._answer(room, seat, level, worker)
                with room.lock:
                    # Not if it was taken back while the bot was thinking; then it is asked again.
                    if not room.over and room.questions().get(seat) is decision:
                        room.play(text, seat, room.match.number, note=reason)
        except Elsewhere:
            self.forget(room)
        except Exception:
            if not self.closing:
                log.exception("the bot of %s stopped in match %s", seat, room.id)
            with room.lock:
                room.thinking.discard(seat)
            room.signal.send()
            return
        with room.lock:
            room.thinking.discard(seat)
        self.let_bots_play(room)
        room.signal.send()

    def _answer(self, room: Room, seat: str, level: str, worker: Worker) -> tuple[str, str]:
        with room.lock:
            chance = own_chance(room.chance, seat)
        try:
            text, reason = worker.ask(room.task("bot", seat, (level, chance)), BOT_SECONDS)
        except GrognardError as problem:
            if self.closing:
                raise
            log.warning("the bot %s failed in match %s: %s", level, room.id, problem)
            with room.lock:
                match = room.match
                action = RandomPlayer(f"{chance} {match.number}").choose(room.questions()[seat])
                return match.write(action), f"picked at random because the bot '{level}' gave no answer ({problem})"
        return str(text), str(reason)[:LONGEST_REASON]


def sealed(what: str) -> Problem:
    return Problem(
        403,
        "sealed",
        f"{what} is locked until the match ends: it would reveal the dice and hidden information",
    )


def new_seats(setting: Setting, wanted: Mapping[str, str], player: str = "") -> dict[str, Seat]:
    """The seats of a new match: 'human', 'open' or 'bot:LEVEL' for each.

    The match's options say how many there are. The name of a side stands for all of its seats.
    """
    known = {**dict.fromkeys(setting.seats), **dict.fromkeys(setting.seats.values())}
    for name in wanted:
        if name not in known:
            text = f"{setting.game.slug} has no seat '{name[:40]}' here{nearest(name, known)}"
            raise Problem(422, "bad-seat", text)
    found = {seat: new_seat(wanted.get(seat, wanted.get(side, "human"))) for seat, side in setting.seats.items()}
    here = [seat for seat, one in found.items() if one.kind == "human"]
    if len(here) == 1:  # of several at one screen only their sides are known
        found[here[0]] = msgspec.structs.replace(found[here[0]], player=player)
    return found


def new_seat(word: str) -> Seat:
    if word == "human":
        return Seat("human", token=secrets.token_urlsafe(18))
    if word == "open":
        return Seat("open", taken=False)
    kind, _, level = word.partition(":")
    if kind != "bot":
        raise Problem(422, "bad-seat", f"a seat must be 'human', 'open' or 'bot:LEVEL', not '{word[:40]}'")
    levels = bot_levels()
    if level not in levels:
        hint = nearest(level, levels) or "; there are " + ", ".join(levels)
        raise Problem(422, "bad-seat", f"there is no bot '{level[:40]}'{hint}")
    return Seat("bot", level)


__all__ = ["Keeper", "sealed"]
