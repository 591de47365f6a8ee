"""Removing a match for good: by whoever holds its table, and not while others play in it."""

from __future__ import annotations

from grognard.server.keeper import Keeper
from grognard.server.problems import Problem
from grognard.server.room import Room, Sitter


def remove(keeper: Keeper, room: Room, sitter: Sitter) -> None:
    """Take a match out of the storage. Whoever still looks at it hears that it is gone."""
    with room.lock:
        if not sitter.table:
            raise Problem(403, "no-seat", "only the player who started a match can delete it")
        if room.others(sitter.seats) and not room.over:
            raise Problem(403, "no-seat", "others are playing in this match: you can delete it once it is over")
        keeper.storage.remove(room.id)
    keeper.forget(room)
