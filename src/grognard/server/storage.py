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
from contextlib import closing, contextmanager
from pathlib import Path
from urllib.parse import quote

import msgspec

from grognard.data import typed
from grognard.errors import GrognardError
from grognard.server.problems import StorageError

SCHEMA_VERSION = 3
"""Of the tables below and the kinds of entries; kept in the file as SQLite's user_version."""

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


DAMAGE = (sqlite3.Error, OverflowError, UnicodeError, ValueError)
"""What reading a damaged file can end in."""


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
    """Whether a player chose the seed or has seen it, and so may know the dice."""
    chance: str = ""
    """What the bots' own chance is drawn from; nobody gets to see it."""
    name: str = ""
    """What its players call the match."""
    values: str = ""
    """The digest of the owner's values that it is played with, and what they are called."""
    values_name: str = ""


class Seat(msgspec.Struct, frozen=True):
    """Who sits there: a human here, a bot of some level, or whoever takes the open seat."""

    kind: str
    level: str = ""
    token: str = ""
    taken: bool = True
    player: str = ""
    """What whoever sits there calls himself."""
    asked: bool = False
    """Whether the match waits for him."""


class Entry(msgspec.Struct, frozen=True):
    """Something that was accepted. ``text`` is the action, or for an undo how many actions are left standing.

    The ``note`` is a bot's reason; of an undo the seed from then on, if dice were taken back; of a wish to take
    back the seats that have it.
    """

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

    def __init__(self, path: Path, *, rescue: bool = False) -> None:
        """``rescue`` opens a damaged file only to read what can be read: nothing is checked or changed."""
        self.path = path
        self._lock = threading.Lock()
        self._waiting: list[Job] = []
        self.trouble = ""
        """What was found to be damaged, in a sentence."""
        try:
            if rescue:
                self._connection = sqlite3.connect(f"file:{quote(str(path))}?mode=ro", uri=True)
                return
            path.parent.mkdir(parents=True, exist_ok=True)
            # It holds the seats' tokens: nobody else on the machine should read it.
            os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
            self._connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=10)
            self._prepare()
        except StorageError:
            raise
        except sqlite3.DatabaseError as problem:
            text = f"{path}: matches cannot be stored here ({problem}); 'grognard repair' saves what can still be read"
            raise StorageError(text) from None
        except (OSError, ValueError, TypeError, OverflowError) as problem:
            raise StorageError(f"{path}: matches cannot be stored here ({problem})") from None

    def _prepare(self) -> None:
        run = self._connection.execute
        run("PRAGMA journal_mode = WAL")
        # FULL: the entry is on the disk when the transaction ends, even if the power fails.
        run("PRAGMA synchronous = FULL")
        run("PRAGMA foreign_keys = ON")
        version = run("PRAGMA user_version").fetchone()[0]
        if version > SCHEMA_VERSION:
            raise StorageError(f"{self.path}: written by a newer Grognard (format {version}, not {SCHEMA_VERSION})")
        if version == 0:
            if run("SELECT count(*) FROM sqlite_master").fetchone()[0]:
                raise StorageError(f"{self.path}: this is another program's database")
            self._connection.executescript(f"BEGIN;{TABLES}{GUARD}PRAGMA user_version = {SCHEMA_VERSION};COMMIT;")
        elif version < SCHEMA_VERSION:  # 3 has new kinds of entries, which a program for 2 would not understand
            change = FROM_1_TO_2 if version == 1 else ""
            self._connection.executescript(f"BEGIN;{change}PRAGMA user_version = {SCHEMA_VERSION};COMMIT;")

    def close(self) -> None:
        with self._lock:
            self._connection.close()

    @contextmanager
    def _transaction(self) -> Iterator[sqlite3.Connection]:
        """Hold the lock."""
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
        with self._lock, self._transaction() as db:
            db.execute(f"INSERT INTO matches ({COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", values)
            for entry in entries:
                insert(db, match.id, entry)

    def append(self, match: Stored, entry: Entry) -> None:
        """Keep an entry, and with it what the list of matches shows.

        To reach the disk takes milliseconds: whoever gets the file writes for all who wait for it meanwhile.
        """
        job = Job(match, entry)
        self._waiting.append(job)
        with self._lock:
            if not job.done:
                jobs, self._waiting = self._waiting, []
                self._write_all(jobs)
        if job.problem is not None:
            raise job.problem

    def _write_all(self, jobs: Sequence[Job]) -> None:
        """One transaction for all of them; if one of them cannot be kept, one for each."""
        try:
            with self._transaction() as db:
                for job in jobs:
                    write(db, job.match, job.entry)
        except GrognardError as problem:
            if len(jobs) == 1:
                jobs[0].problem = problem
            else:
                for job in jobs:
                    self._write_all([job])
        finally:
            for job in jobs:
                job.done = True

    def remove(self, id: str) -> None:
        """Forget a match with its whole journal."""
        with self._lock, self._transaction() as db:
            db.execute("PRAGMA defer_foreign_keys = ON")  # the journal lets go of nothing while its match is there
            db.execute("DELETE FROM matches WHERE id = ?", (id,))
            db.execute("DELETE FROM journal WHERE match = ?", (id,))

    # -- reading --

    def match(self, id: str) -> Stored | None:
        rows = self._read(f"SELECT {COLUMNS} FROM matches WHERE id = ?", (id,))
        return stored(rows[0]) if rows else None

    def matches(self, limit: int) -> list[Stored]:
        """The latest matches, the last played first; those that can be read, if the file is damaged."""
        try:
            rows = self._read(f"SELECT {COLUMNS} FROM matches ORDER BY updated DESC LIMIT ?", (limit,))
        except StorageError as problem:
            self.trouble = str(problem)
            rows = [row for id in self.ids() for row in self._one(id)]
        found = [match for row in rows if (match := self._readable(row)) is not None]
        return sorted(found, key=lambda match: -match.updated)[:limit]

    def ids(self) -> list[str]:
        """The ids of all matches, as far as they can be read."""
        found: list[str] = []
        for query in ("SELECT id FROM matches ORDER BY id", "SELECT DISTINCT match FROM journal"):
            with self._lock:
                try:
                    for (id,) in self._connection.execute(query):
                        found.append(id)
                except DAMAGE as problem:
                    self.trouble = f"{self.path}: is damaged ({problem})"
        return [id for id in dict.fromkeys(found) if isinstance(id, str)]

    def _one(self, id: str) -> list[tuple[object, ...]]:
        try:
            return self._read(f"SELECT {COLUMNS} FROM matches WHERE id = ?", (id,))
        except StorageError:
            return []

    def _readable(self, row: Sequence[object]) -> Stored | None:
        try:
            return stored(row)
        except StorageError as problem:
            self.trouble = str(problem)
            return None

    def check(self) -> list[str]:
        """What is wrong with the file, as far as SQLite can tell; nothing if it is whole."""
        with self._lock:
            try:
                found = [str(row[0]) for row in self._connection.execute("PRAGMA integrity_check(20)")]
            except DAMAGE as problem:
                return [str(problem)]
        return [] if found == ["ok"] else found

    def backup(self, target: Path) -> None:
        """Copy the whole file, also while it is used."""
        try:
            with self._lock, closing(sqlite3.connect(target)) as copy:
                self._connection.backup(copy)
        except DAMAGE as problem:
            raise StorageError(f"{target}: the copy could not be made ({problem})") from None

    def entry(self, id: str, revision: int) -> Entry | None:
        """One entry of a journal; None if it is not there."""
        found = self._entries("match = ? AND revision = ?", (id, revision))
        return found[0] if found else None

    def journal(self, id: str) -> list[Entry]:
        return self._entries("match = ? ORDER BY revision", (id,))

    def _entries(self, which: str, values: tuple[object, ...]) -> list[Entry]:
        rows = self._read(f"SELECT revision, kind, seat, text, note, thrown, at FROM journal WHERE {which}", values)
        try:
            return [typed(dict(zip(Entry.__struct_fields__, row, strict=True)), Entry) for row in rows]
        except (msgspec.ValidationError, UnicodeDecodeError) as problem:
            raise StorageError(f"{self.path}: the journal of this match is damaged ({problem})") from None

    def _read(self, query: str, values: tuple[object, ...]) -> list[tuple[object, ...]]:
        with self._lock:
            try:
                return self._connection.execute(query, values).fetchall()
            except DAMAGE as problem:
                raise StorageError(f"{self.path}: cannot be read ({problem})") from None


class Job:
    """An entry on its way to the disk."""

    __slots__ = ("done", "entry", "match", "problem")

    def __init__(self, match: Stored, entry: Entry) -> None:
        self.match = match
        self.entry = entry
        self.done = False
        self.problem: GrognardError | None = None


def write(db: sqlite3.Connection, match: Stored, entry: Entry) -> None:
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
    try:
        if not isinstance(start, bytes) or not isinstance(seats, bytes):
            raise ValueError("its start and its seats should be JSON")
        found = {**fields, "start": msgspec.json.decode(start), "seats": msgspec.json.decode(seats)}
        return typed(found, Stored)
    except (ValueError, TypeError, RecursionError) as problem:  # msgspec's errors are ValueErrors
        raise StorageError(f"the match {str(id)[:40]} is damaged ({problem})") from None


class Lock:
    """One server for one file: two would let bots think twice and forget each other's news."""

    def __init__(self, storage: Path) -> None:
        self._file: int | None = None
        if sys.platform == "win32":
            return
        import fcntl

        path = storage.with_name(f"{storage.name}.lock")
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._file = os.open(path, os.O_CREAT | os.O_RDWR, 0o600)
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            self.release()
            raise StorageError(f"{storage}: another server keeps its matches there; give this one --storage") from None
        except OSError as problem:
            raise StorageError(f"{storage}: matches cannot be stored here ({problem.strerror})") from None

    def release(self) -> None:
        if self._file is not None:
            os.close(self._file)
            self._file = None


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
