"""The live stream: server-sent events, numbered by revision, so that a page that was away catches up."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from typing import Any

import msgspec
from starlette.concurrency import run_in_threadpool

from grognard.server.now import now_of
from grognard.server.room import Room, Sitter
from grognard.server.views import change_of

HEARTBEAT_EVERY = 15.0
"""Seconds between two comments that keep an idle line open."""
STREAMS_A_MATCH = 60
STREAMS_A_SERVER = 600
"""Pages that may watch one match, and all of them together."""
MOST_MISSED = 500
"""A page that has missed more changes must fetch everything again."""


def message(event: str, data: bytes, id: int | None = None) -> bytes:
    numbered = b"id: %d\n" % id if id is not None else b""
    return b"event: %s\n%sdata: %s\n\n" % (event.encode(), numbered, data)


class Line:
    """One page that listens: whose eyes it has, and how much of the log it has heard."""

    def __init__(
        self, room: Room, sitter: Sitter, wanted: str | None, known: int | None = None, seen_by: str | None = None
    ) -> None:
        self.room = room
        self.sitter = sitter
        self.wanted = wanted
        self.known = known
        """The last number of its log; None for a page that fetches by itself what has changed."""
        self.seen_by = seen_by

    def changes(self, after: int) -> tuple[list[bytes], int]:
        """The messages for everything after a revision, and the revision that they reach."""
        room, parts = self.room, []
        with room.lock:
            viewer = room.viewer(self.sitter, self.wanted)
            for index in range(after, len(room.entries)):  # revision n is entry n - 1
                change = change_of(room, index, self.sitter, viewer)
                if self.known is not None:
                    # What was taken back is no longer known, also where as much has been played since.
                    self.known = min(self.known, change.number) if change.kind == "undo" else self.known
                    if index == len(room.entries) - 1:
                        change.now = now_of(room, self.sitter, viewer, self.known, self.seen_by)
                        self.known, self.seen_by = room.match.number, viewer
                parts.append(message("change", change.model_dump_json(warnings=False).encode(), change.revision))
            return parts, room.revision


async def stream(line: Line, since: int | None, current: Callable[[Room], bool]) -> AsyncIterator[bytes]:
    """What happens in a room from a revision on, for one page. Ends when the room is no longer current."""
    room = line.room
    woken = asyncio.Event()
    watcher = room.signal.add(woken)
    try:
        revision = room.revision if since is None else since
        yield b"retry: 1000\n\n" + message("hello", brief(room))
        if not 0 <= revision <= room.revision or room.revision - revision > MOST_MISSED:
            revision = room.revision
            yield message("reload", brief(room))
        thinking: list[str] = []
        while current(room):
            woken.clear()
            parts, revision = await run_in_threadpool(line.changes, revision)
            for part in parts:
                yield part
            if (now := sorted(room.thinking)) != thinking:
                thinking = now
                yield message("thinking", encode({"seats": thinking}))
            if revision == room.revision:
                try:
                    await asyncio.wait_for(woken.wait(), HEARTBEAT_EVERY)
                except TimeoutError:
                    yield b": still here\n\n"
        yield message("reload", brief(room))
    finally:
        room.signal.remove(watcher)


def brief(room: Room) -> bytes:
    return encode({"revision": room.revision, "number": room.match.number, "thinking": sorted(room.thinking)})


def encode(data: Any) -> bytes:
    return msgspec.json.encode(data)
