"""The live stream: server-sent events, numbered by revision, so that a page that was away catches up."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from typing import Any

import msgspec
from starlette.concurrency import run_in_threadpool

from grognard.server.room import Room, Sitter
from grognard.server.views import change_of

HEARTBEAT_EVERY = 15.0
"""Seconds between two comments that keep an idle line open."""
MOST_MISSED = 500
"""A page that has missed more changes must fetch everything again."""


def message(event: str, data: bytes, id: int | None = None) -> bytes:
    numbered = b"id: %d\n" % id if id is not None else b""
    return b"event: %s\n%sdata: %s\n\n" % (event.encode(), numbered, data)


async def stream(
    room: Room, sitter: Sitter, wanted: str | None, since: int | None, current: Callable[[Room], bool]
) -> AsyncIterator[bytes]:
    """What happens in a room from a revision on, for one page. Ends when the room is no longer current."""
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
            parts, revision = await run_in_threadpool(changes, room, sitter, wanted, revision)
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


def changes(room: Room, sitter: Sitter, wanted: str | None, after: int) -> tuple[list[bytes], int]:
    """The messages for everything after a revision, and the revision that they reach."""
    parts = []
    with room.lock:
        viewer = room.viewer(sitter, wanted)
        for index in range(after, len(room.entries)):  # revision n is entry n - 1
            change = change_of(room, index, sitter, viewer)
            parts.append(message("change", change.model_dump_json().encode(), change.revision))
        return parts, room.revision


def brief(room: Room) -> bytes:
    return encode({"revision": room.revision, "number": room.match.number, "thinking": sorted(room.thinking)})


def encode(data: Any) -> bytes:
    return msgspec.json.encode(data)
