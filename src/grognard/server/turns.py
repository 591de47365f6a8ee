"""Whose bot thinks next. People who wait come before machines that play each other, quick thinkers before slow ones.

Every thread has a worker of its own. The first one keeps itself free for bots that answer within moments, so that
nobody waits for a Sergeant because Generals are thinking.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from itertools import count

import msgspec

from grognard.server.room import Room
from grognard.server.thinking import Worker

QUICK = frozenset({"random", "sergeant"})
"""Bots that answer within moments."""


class Turn(msgspec.Struct, frozen=True):
    """A bot that is to decide."""

    room: Room
    seat: str
    machines: bool
    """Whether nobody waits for it: bots play all sides."""
    quick: bool
    order: int

    @property
    def rank(self) -> tuple[bool, bool, int]:
        return self.machines, not self.quick, self.order


class Turns:
    """The bots that wait for a worker. A bot comes to the end of the line after each decision: all matches go on."""

    def __init__(self, number: int, memory: int, think: Callable[[Room, str, Worker], None]) -> None:
        self._think = think
        self._waiting: list[Turn] = []
        self._changed = threading.Condition()
        self._order = count()
        self._closed = False
        self.workers = [Worker(memory, f"bots-{n}") for n in range(number)]
        self._threads: list[threading.Thread] = []

    def add(self, room: Room, seat: str) -> None:
        machines = all(one.kind == "bot" for one in room.seats.values())
        turn = Turn(room, seat, machines, room.seats[seat].level.partition("/")[0] in QUICK, next(self._order))
        with self._changed:
            if self._closed:
                return
            self._waiting.append(turn)
            if len(self._threads) < len(self.workers):
                self._begin()
            self._changed.notify_all()

    def _begin(self) -> None:
        for worker in self.workers:
            thread = threading.Thread(target=self._serve, args=(worker,), name=worker.name, daemon=True)
            self._threads.append(thread)
            thread.start()

    def _serve(self, worker: Worker) -> None:
        only_quick = worker is self.workers[0] and len(self.workers) > 1
        while (turn := self._next(worker, only_quick)) is not None:
            self._think(turn.room, turn.seat, worker)

    def _next(self, worker: Worker, only_quick: bool) -> Turn | None:
        with self._changed:
            while not self._closed:
                found = [turn for turn in self._waiting if turn.quick or not only_quick]
                if found:
                    # Of several that have waited as long, one whose match the worker still has.
                    turn = min(found, key=lambda t: (t.rank[:2], worker.name not in t.room.known, t.order))
                    first = min(found, key=lambda t: t.rank)
                    turn = turn if turn.order - first.order <= len(self.workers) else first
                    self._waiting.remove(turn)
                    return turn
                self._changed.wait()
        return None

    def close(self) -> None:
        with self._changed:
            self._closed = True
            self._waiting = []
            self._changed.notify_all()
        for worker in self.workers:
            worker.stop()
        for thread in self._threads:
            thread.join()
