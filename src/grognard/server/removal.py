"""Removing a match for good: by whoever holds its table, and not while others play in it."""

from __future__ import annotations

from grognard.server.keeper import Keeper
from grognard.server.problems import Problem
from grognard.server.room import Room, Sitter
from grognard.server.storage import Storage

GUARD = "journal_is_not_cut"
"""The trigger of the storage that keeps a journal whole; it stands aside while a whole match is removed."""


def remove(keeper: Keeper, room: Room, sitter: Sitter) -> None:
    """Take a match out of the storage. Whoever still looks at it is told that it is gone."""
    with room.lock:
        if not sitter.table:
            raise Problem(403, "no-seat", "only the table's token removes a match")
        if room.others(sitter.sides) and not room.over:
            raise Problem(403, "no-seat", "others play in this match: it can be removed when it is over")
        erase(keeper.storage, room.id)
    keeper.forget(room)


def erase(storage: Storage, id: str) -> None:
    """All rows of a match, in one transaction."""
    with storage._transaction() as db:
        (rule,) = db.execute("SELECT sql FROM sqlite_master WHERE name = ?", (GUARD,)).fetchone()
        db.execute(f"DROP TRIGGER {GUARD}")
        db.execute("DELETE FROM journal WHERE match = ?", (id,))
        db.execute("DELETE FROM matches WHERE id = ?", (id,))
        db.execute(rule)
