"""The keeper of all matches: opens rooms, starts new ones, and lets the bots play."""

from __future__ import annotations

import logging
import os
import secrets
import threading
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from grognard.data import nearest
from grognard.engine import Match, RandomPlayer, Setting, start
from grognard.errors import GrognardError
from grognard.server.problems import Problem, unknown_match
from grognard.server.room import Room, Sitter, open_room, replayed
from grognard.server.storage import Elsewhere, Entry, Seat, Start, Storage, Stored, now
from grognard.server.thinking import BOT_SECONDS, MakeTask, ReadFile, Task, TooLong, Workers, bot_levels

MATCHES_IN_MEMORY = 64
"""Further matches are played again from their journal when somebody asks for them."""
MOST_WAITING = 12
"""Questions that may wait for the workers; the server has threads left for everything else."""
PREVIEW_SECONDS = 15.0
IMPORT_SECONDS = 20.0
BOT_MEMORY = 4 << 30
QUESTION_MEMORY = 1 << 30

log = logging.getLogger("grognard.server")


class Keeper:
    """All matches of a server. Every method may be called from any thread."""

    def __init__(self, storage: Path, *, local: bool = True, workers: int | None = None) -> None:
        self.storage = Storage(storage)
        self.local = local
        """Whether only people at this machine reach the server: they get the tables' tokens back."""
        number = workers or max(1, (os.cpu_count() or 2) - 1)
        self.bot_workers = Workers(number, BOT_MEMORY)
        self.question_workers = Workers(min(2, number), QUESTION_MEMORY)
        self._asking = threading.BoundedSemaphore(MOST_WAITING)
        self._bots = ThreadPoolExecutor(number, thread_name_prefix="bots")
        self._rooms: OrderedDict[str, Room] = OrderedDict()
        self._lock = threading.Lock()
        self._opening: dict[str, threading.Lock] = {}
        self.closing = False

    def close(self) -> None:
        """End all thinking and close the file. Nothing is lost: whatever was accepted is kept already."""
        self.closing = True
        self._bots.shutdown(wait=False, cancel_futures=True)
        self.bot_workers.stop()
        self.question_workers.stop()
        self._bots.shutdown(wait=True)
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
    ) -> Room:
        match = start(game, scenario, seed if seed is not None else secrets.token_hex(12), options)
        beginning = Start(
            match.game.slug,
            match.game.rules_version,
            match.setting.scenario,
            dict(match.setting.options),
            match.seed,
            "",
            seed is not None,
        )
        return self._new(beginning, match, [], seats, None)

    def read(self, text: str, seats: Mapping[str, str] | None) -> Room:
        """A match from a file. It is read in a worker first, which can be ended if the file is poisoned."""
        task = Task("", Start("", "", "", {}, ""), None, (), "read", "", (text,))
        found = self.ask_questions("", lambda _: task, IMPORT_SECONDS)
        assert isinstance(found, ReadFile)
        return self._replay(found.start, found.actions, seats, None)

    def fork(self, room: Room, sitter: Sitter, number: int, seats: Mapping[str, str] | None) -> Room:
        """A new match that leaves another one after so many actions."""
        with room.lock:
            if not room.may_export(sitter):
                raise sealed("to go on from here as another match")
            room.at(number)  # complains of a number that it does not have
            actions = [(entry.seat, entry.text) for entry in room.line[: number - room.first]]
            same = {name: f"bot:{seat.level}" if seat.kind == "bot" else "human" for name, seat in room.seats.items()}
        return self._replay(room.stored.start, actions, same if seats is None else seats, room.id)

    def _replay(
        self, beginning: Start, actions: Sequence[tuple[str, str]], seats: Mapping[str, str] | None, parent: str | None
    ) -> Room:
        at = now()
        entries = [Entry(n, "action", seat, text, "", -1, at) for n, (seat, text) in enumerate(actions, 1)]
        draft = Stored("", at, at, beginning, {}, "", parent)
        return self._new(beginning, replayed(draft, entries), entries, seats, parent)

    def _new(
        self,
        beginning: Start,
        match: Match,
        entries: Sequence[Entry],
        seats: Mapping[str, str] | None,
        parent: str | None,
    ) -> Room:
        at = now()
        outcome = match.outcome
        stored = Stored(
            secrets.token_urlsafe(9),
            at,
            at,
            beginning,
            new_seats(match.setting, seats or {}),
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

    # -- bots and questions --

    def ask_questions(self, id: str, make: MakeTask, seconds: float) -> Any:
        if not self._asking.acquire(blocking=False):
            raise Problem(503, "busy", "too many questions wait for an answer already")
        try:
            return self.question_workers.ask(id, make, seconds)
        except TooLong as problem:
            raise Problem(503, "busy", str(problem)) from None
        finally:
            self._asking.release()

    def odds(self, room: Room, seat: str, texts: Sequence[str]) -> Any:
        return self.ask_questions(room.id, room.task("questions", "odds", seat, texts), PREVIEW_SECONDS)

    def let_bots_play(self, room: Room) -> None:
        """Have every bot think that is asked and does not think already."""
        with room.lock:
            if room.over or self.closing:
                return
            todo = [seat for seat in room.questions() if seat in room.bots() and seat not in room.thinking]
            room.thinking.update(todo)
        for seat in todo:
            try:
                self._bots.submit(self._think, room, seat)
            except RuntimeError:  # the server is closing
                return
        if todo:
            room.signal.send()

    def _think(self, room: Room, seat: str) -> None:
        """One decision of a bot. Afterwards the next bot in line is served, so that all matches go on."""
        try:
            with room.lock:
                decision = None if room.over else room.questions().get(seat)
                level = room.seats[seat].level
            if decision is not None and not self.closing:
                text, reason = self._answer(room, seat, level)
                with room.lock:
                    # Not if it was taken back while the bot was thinking; then it is asked anew.
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

    def _answer(self, room: Room, seat: str, level: str) -> tuple[str, str]:
        try:
            text, reason = self.bot_workers.ask(room.id, room.task("bots", "bot", seat, (level,)), BOT_SECONDS)
        except GrognardError as problem:
            if self.closing:
                raise
            log.warning("the bot %s failed in match %s: %s", level, room.id, problem)
            with room.lock:
                match = room.match
                action = RandomPlayer(f"{match.commitment} {match.number}").choose(room.questions()[seat])
                return match.write(action), f"picked at random: the bot '{level}' had no answer ({problem})"
        return str(text), str(reason)


def sealed(what: str) -> Problem:
    return Problem(
        403,
        "sealed",
        f"{what}, one would see the seed of the dice and every secret: that waits until the match is over",
    )


def new_seats(setting: Setting, wanted: Mapping[str, str]) -> dict[str, Seat]:
    """The seats of a new match: 'human', 'open' or 'bot:LEVEL' for each.

    The match's options say how many there are. The name of a side stands for all of its seats.
    """
    known = {**dict.fromkeys(setting.seats), **dict.fromkeys(setting.seats.values())}
    for name in wanted:
        if name not in known:
            text = f"{setting.game.slug} has no seat '{name[:40]}' here{nearest(name, known)}"
            raise Problem(422, "bad-seat", text)
    return {seat: new_seat(wanted.get(seat, wanted.get(side, "human"))) for seat, side in setting.seats.items()}


def new_seat(word: str) -> Seat:
    if word == "human":
        return Seat("human", token=secrets.token_urlsafe(18))
    if word == "open":
        return Seat("open", taken=False)
    kind, _, level = word.partition(":")
    if kind != "bot":
        raise Problem(422, "bad-seat", f"a seat is 'human', 'open' or 'bot:LEVEL', not '{word[:40]}'")
    levels = bot_levels()
    if level not in levels:
        hint = nearest(level, levels) or "; there are " + ", ".join(levels)
        raise Problem(422, "bad-seat", f"no bot is called '{level[:40]}'{hint}")
    return Seat("bot", level)


__all__ = ["Keeper", "sealed"]
