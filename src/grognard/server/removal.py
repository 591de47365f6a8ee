"""Removing a match for good: by whoever holds its table, and not while others play in it."""

from __future__ import annotations

from grognard.server.keeper import Keeper
from grognard.server.problems import Problem
from grognard.server.room import Room, Sitter


def remove(keeper: Keeper, room: Room, sitter: Sitter) -> None:
    """Take a match out of the storage. Whoever still looks at it is told that it is gone."""
    with room.lock:
        if not sitter.table:
            raise Problem(403, "no-seat", "only the table's token removes a match")
        if room.others(sitter.seats) and not room.over:
            raise Problem(403, "no-seat", "others play in this match: it can be removed when it is over")
        keeper.storage.remove(room.id)
    keeper.forget(room)
