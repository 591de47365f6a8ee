"""Where matches are kept: one SQLite file, in which nothing that happened is ever changed.

A match is its start and a journal of everything that was accepted since (actions, undos, joined seats).
An entry is on the disk before anybody hears that it was accepted, so that the server can be killed at
any moment. Positions are not kept: they are played again from the journal.
"""

from __future__ import annotations

import os
import sqlite3
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import msgspec

from grognard.errors import GrognardError

SCHEMA_VERSION = 2
"""Of the tables below; kept in the file as SQLite's user_version."""

TABLES = """
CREATE TABLE matches (
  id TEXT PRIMARY KEY,
  created REAL NOT NULL,
  updated REAL NOT NULL,
  start BLOB NOT NULL,          -- a Start as JSON
  seats BLOB NOT NULL,          -- every Seat by its name as JSON
  table_token TEXT NOT NULL,
  parent TEXT,
  revision INTEGER NOT NULL,
  number INTEGER NOT NULL,
  over INTEGER NOT NULL,
  result TEXT NOT NULL
) WITHOUT ROWID;
CREATE INDEX matches_by_time ON matches (updated DESC);
CREATE TABLE journal (
  match TEXT NOT NULL REFERENCES matches (id),
  revision INTEGER NOT NULL,
  kind TEXT NOT NULL,
  seat TEXT NOT NULL,
  text TEXT NOT NULL,
  note TEXT NOT NULL,
  thrown INTEGER NOT NULL,      -- dice thrown so far, to notice rules that have changed
  at REAL NOT NULL,
  PRIMARY KEY (match, revision)
) WITHOUT ROWID;
CREATE TRIGGER journal_is_not_changed BEFORE UPDATE ON journal BEGIN SELECT RAISE(ABORT, 'the journal only grows'); END;
"""

GUARD = """
CREATE TRIGGER journal_is_not_cut BEFORE DELETE ON journal WHEN EXISTS (SELECT 1 FROM matches WHERE id = OLD.match)
BEGIN SELECT RAISE(ABORT, 'the journal only grows'); END;
"""
"""A journal goes only with its whole match, and after it."""

FROM_1_TO_2 = f"""
DROP TRIGGER journal_is_not_cut;
{GUARD}
ALTER TABLE journal RENAME COLUMN side TO seat;
"""


class StorageError(GrognardError):
    """The file cannot be opened, read or written."""


class Elsewhere(GrognardError):
    """Another process has gone on with the match in the same file."""


class Start(msgspec.Struct, frozen=True):
    """How a match began: what a save says of it before its first action."""

    game: str
    rules: str
    scenario: str
    options: dict[str, str]
    seed: str
    text: str = ""
    """The position file that it began with, where it was not a scenario's set-up."""
    seed_chosen: bool = False
    """Whether a player chose the seed, and so may know the dice."""


class Seat(msgspec.Struct, frozen=True):
    """Who sits there: a human here, a bot of some level, or whoever takes the open seat."""

    kind: str
    level: str = ""
    token: str = ""
    taken: bool = True


class Entry(msgspec.Struct, frozen=True):
    """Something that was accepted. ``text`` is the action, or for an undo how many actions are left standing."""

    revision: int
    kind: str
    seat: str
    text: str = ""
    note: str = ""
    thrown: int = 0
    at: float = 0.0


class Stored(msgspec.Struct):
    """A match as the file has it, without its journal."""

    id: str
    created: float
    updated: float
    start: Start
    seats: dict[str, Seat]
    table: str
    parent: str | None
    revision: int = 0
    number: int = 0
    over: bool = False
    result: str = ""


COLUMNS = "id, created, updated, start, seats, table_token, parent, revision, number, over, result"


class Storage:
    """The file. Every method is one short transaction and may be called from any thread."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._lock = threading.Lock()
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            # It holds the seats' tokens: nobody else on the machine should read it.
            os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
            self._connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=10)
            self._prepare()
        except (OSError, sqlite3.Error) as problem:
            raise StorageError(f"{path}: cannot be used to keep matches ({problem})") from None

    def _prepare(self) -> None:
        run = self._connection.execute
        run("PRAGMA journal_mode = WAL")
        # FULL: the entry is on the disk when the transaction ends, even if the power fails.
        run("PRAGMA synchronous = FULL")
        run("PRAGMA foreign_keys = ON")
        version = run("PRAGMA user_version").fetchone()[0]
        if version > SCHEMA_VERSION:
            raise StorageError(f"{self.path}: was written by a newer Grognard (format {version}, not {SCHEMA_VERSION})")
        if version == 0:
            if run("SELECT count(*) FROM sqlite_master").fetchone()[0]:
                raise StorageError(f"{self.path}: is a database of something else")
            self._connection.executescript(f"BEGIN;{TABLES}{GUARD}PRAGMA user_version = {SCHEMA_VERSION};COMMIT;")
        elif version == 1:
            self._connection.executescript(f"BEGIN;{FROM_1_TO_2}PRAGMA user_version = {SCHEMA_VERSION};COMMIT;")

    def close(self) -> None:
        with self._lock:
            self._connection.close()

    @contextmanager
    def _transaction(self) -> Iterator[sqlite3.Connection]:
        with self._lock:
            try:
                self._connection.execute("BEGIN IMMEDIATE")
                yield self._connection
                self._connection.execute("COMMIT")
            except sqlite3.IntegrityError as problem:
                self._rollback()
                raise Elsewhere(f"another server has changed this match ({problem})") from None
            except sqlite3.Error as problem:
                self._rollback()
                raise StorageError(f"{self.path}: nothing was stored ({problem})") from None
            except BaseException:
                self._rollback()
                raise

    def _rollback(self) -> None:
        if self._connection.in_transaction:
            self._connection.execute("ROLLBACK")

    # -- writing --

    def create(self, match: Stored, entries: Sequence[Entry]) -> None:
        """Keep a new match with the actions that it brings along."""
        values = (
            match.id,
            match.created,
            match.updated,
            msgspec.json.encode(match.start),
            msgspec.json.encode(match.seats),
            match.table,
            match.parent,
            match.revision,
            match.number,
            match.over,
            match.result,
        )
        with self._transaction() as db:
            db.execute(f"INSERT INTO matches ({COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", values)
            for entry in entries:
                insert(db, match.id, entry)

    def append(self, match: Stored, entry: Entry) -> None:
        """Keep an entry, and with it what the list of matches shows."""
        with self._transaction() as db:
            insert(db, match.id, entry)
            db.execute(
                "UPDATE matches SET updated=?, seats=?, revision=?, number=?, over=?, result=? WHERE id=?",
                (
                    entry.at,
                    msgspec.json.encode(match.seats),
                    entry.revision,
                    match.number,
                    match.over,
                    match.result,
                    match.id,
                ),
            )

    def remove(self, id: str) -> None:
        """Forget a match with its whole journal."""
        with self._transaction() as db:
            db.execute("PRAGMA defer_foreign_keys = ON")  # the journal lets go of nothing while its match is there
            db.execute("DELETE FROM matches WHERE id = ?", (id,))
            db.execute("DELETE FROM journal WHERE match = ?", (id,))

    # -- reading --

    def match(self, id: str) -> Stored | None:
        rows = self._read(f"SELECT {COLUMNS} FROM matches WHERE id = ?", (id,))
        return stored(rows[0]) if rows else None

    def matches(self, limit: int) -> list[Stored]:
        """The latest matches, the last played first."""
        return [
            stored(row) for row in self._read(f"SELECT {COLUMNS} FROM matches ORDER BY updated DESC LIMIT ?", (limit,))
        ]

    def journal(self, id: str) -> list[Entry]:
        rows = self._read(
            "SELECT revision, kind, seat, text, note, thrown, at FROM journal WHERE match = ? ORDER BY revision", (id,)
        )
        return [msgspec.convert(dict(zip(Entry.__struct_fields__, row, strict=True)), Entry) for row in rows]

    def _read(self, query: str, values: tuple[object, ...]) -> list[tuple[object, ...]]:
        with self._lock:
            try:
                return self._connection.execute(query, values).fetchall()
            except sqlite3.Error as problem:
                raise StorageError(f"{self.path}: cannot be read ({problem})") from None


def insert(db: sqlite3.Connection, id: str, entry: Entry) -> None:
    db.execute(
        "INSERT INTO journal (match, revision, kind, seat, text, note, thrown, at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        (id, entry.revision, entry.kind, entry.seat, entry.text, entry.note, entry.thrown, entry.at),
    )


def stored(row: Sequence[object]) -> Stored:
    id, created, updated, start, seats, table, parent, revision, number, over, result = row
    fields = {
        "id": id,
        "created": created,
        "updated": updated,
        "table": table,
        "parent": parent,
        "revision": revision,
        "number": number,
        "over": bool(over),
        "result": result,
    }
    assert isinstance(start, bytes)
    assert isinstance(seats, bytes)
    return msgspec.convert({**fields, "start": msgspec.json.decode(start), "seats": msgspec.json.decode(seats)}, Stored)


def now() -> float:
    return round(time.time(), 3)


def data_folder() -> Path:
    """Where a program keeps a user's data on this system."""
    home = Path.home()
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA") or home / "AppData" / "Local")
    elif sys.platform == "darwin":
        base = home / "Library" / "Application Support"
    else:
        given = os.environ.get("XDG_DATA_HOME", "")
        base = Path(given) if os.path.isabs(given) else home / ".local" / "share"
    return base / "grognard"
