"""The file that keeps the matches."""

from __future__ import annotations

import sqlite3
import stat
import sys
from pathlib import Path

import pytest

from grognard.server.keeper import Keeper
from grognard.server.problems import Problem, StorageError
from grognard.server.storage import Elsewhere, Entry, Storage, data_folder
from tests.server.conftest import Server, error, good


def test_the_journal_only_grows(server: Server) -> None:
    me = server.player(server.begin("marne-1914"))
    good(me.play("end"))
    path = server.app.state.keeper.storage.path
    with sqlite3.connect(path) as db:
        for attack in ("UPDATE journal SET text = 'x'", "DELETE FROM journal"):
            with pytest.raises(sqlite3.IntegrityError, match="only grows"):
                db.execute(attack)
        assert db.execute("SELECT revision, kind, text FROM journal").fetchall() == [(1, "action", "end")]
    db.close()


@pytest.mark.skipif(sys.platform == "win32", reason="permissions of Unix")
def test_nobody_else_reads_the_tokens(tmp_path: Path) -> None:
    storage = Storage(tmp_path / "new" / "m.sqlite")
    storage.close()
    assert stat.S_IMODE((tmp_path / "new" / "m.sqlite").stat().st_mode) == 0o600


@pytest.mark.parametrize(
    "content", [b"this is no database at all, but a text" * 50, b"SQLite format 3\x00" + b"\xff" * 200]
)
def test_a_damaged_file_is_told(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "m.sqlite"
    path.write_bytes(content)
    with pytest.raises(StorageError, match=r"m\.sqlite"):
        Storage(path)
    assert path.read_bytes() == content


def test_a_file_of_something_else_or_of_the_future_is_left_alone(tmp_path: Path) -> None:
    other = tmp_path / "other.sqlite"
    with sqlite3.connect(other) as db:
        db.execute("CREATE TABLE recipes (name TEXT)")
    db.close()
    with pytest.raises(StorageError, match="another program"):
        Storage(other)
    newer = tmp_path / "newer.sqlite"
    Storage(newer).close()
    with sqlite3.connect(newer) as db:
        db.execute("PRAGMA user_version = 99")
    db.close()
    with pytest.raises(StorageError, match="newer"):
        Storage(newer)


def test_what_cannot_be_stored_has_not_happened(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    me = server.player(server.begin("hide-and-seek"))
    keeper: Keeper = server.app.state.keeper
    good(me.play("hide R1 A1", side="red"))
    before, units = me.state(), keeper.room(me.id).match.fingerprint()

    def full(*_: object) -> None:
        raise StorageError("the disk is full")

    with monkeypatch.context() as patch:
        patch.setattr(keeper.storage, "append", full)
        for attempt in (
            me.play("hide B1 C3", side="blue"),
            me.post("/undo", side="red"),
            me.post("/resign", side="red"),
        ):
            error(attempt, 503, "storage")
        assert me.state() == before
        assert keeper.room(me.id).match.fingerprint() == units
    good(me.play("hide B1 C3", side="blue"))


def test_a_journal_goes_only_with_its_match(server: Server) -> None:
    """Removing leaves no row behind, needs no way round the guard, and touches no other match."""
    kept, gone = server.begin("marne-1914", seed="7"), server.begin("marne-1914", seed="7")
    for match in (kept, gone):
        good(server.player(match).play("end"))
    table = {"X-Seat": gone["table"]}
    good(server.client.delete(f"/api/matches/{gone['id']}", headers=table))
    path = server.app.state.keeper.storage.path
    with sqlite3.connect(path) as db:
        assert db.execute("SELECT match FROM journal").fetchall() == [(kept["id"],)]
        assert db.execute("SELECT id FROM matches").fetchall() == [(kept["id"],)]
        with pytest.raises(sqlite3.IntegrityError, match="only grows"):
            db.execute("DELETE FROM journal")
    db.close()
    error(server.client.get(f"/api/matches/{gone['id']}"), 404, "unknown-match")


FORMAT_1 = """
CREATE TABLE matches (id TEXT PRIMARY KEY, created REAL NOT NULL, updated REAL NOT NULL, start BLOB NOT NULL,
  seats BLOB NOT NULL, table_token TEXT NOT NULL, parent TEXT, revision INTEGER NOT NULL, number INTEGER NOT NULL,
  over INTEGER NOT NULL, result TEXT NOT NULL) WITHOUT ROWID;
CREATE INDEX matches_by_time ON matches (updated DESC);
CREATE TABLE journal (match TEXT NOT NULL REFERENCES matches (id), revision INTEGER NOT NULL, kind TEXT NOT NULL,
  side TEXT NOT NULL, text TEXT NOT NULL, note TEXT NOT NULL, thrown INTEGER NOT NULL, at REAL NOT NULL,
  PRIMARY KEY (match, revision)) WITHOUT ROWID;
CREATE TRIGGER journal_is_not_changed BEFORE UPDATE ON journal BEGIN SELECT RAISE(ABORT, 'the journal only grows'); END;
CREATE TRIGGER journal_is_not_cut BEFORE DELETE ON journal BEGIN SELECT RAISE(ABORT, 'the journal only grows'); END;
INSERT INTO matches VALUES ('old', 1, 2, CAST('{"game": "marne-1914", "rules": "1", "scenario": "counter-attack",
  "options": {}, "seed": "7"}' AS BLOB), CAST('{"entente": {"kind": "human", "token": "e"}, "cp": {"kind": "human",
  "token": "c"}}' AS BLOB), 't', NULL, 1, 1, 0, '');
INSERT INTO journal VALUES ('old', 1, 'action', 'entente', 'end', '', 0, 2);
PRAGMA user_version = 1;
"""


def test_a_file_of_the_first_format_is_taken_over(tmp_path: Path) -> None:
    path = tmp_path / "old.sqlite"
    with sqlite3.connect(path) as db:
        db.executescript(FORMAT_1)
    db.close()
    for _ in range(2):  # the second time there is nothing left to do
        keeper = Keeper(path, workers=1)
        room = keeper.room("old")
        assert room.match.number == 1
        assert [(entry.kind, entry.seat, entry.text) for entry in room.entries] == [("action", "entente", "end")]
        assert list(room.seats) == ["entente", "cp"]
        keeper.close()
    keeper = Keeper(path, workers=1)
    keeper.storage.remove("old")
    assert keeper.storage.matches(9) == []
    assert keeper.storage.journal("old") == []
    keeper.close()


def test_another_server_on_the_same_file(server: Server) -> None:
    me = server.player(server.begin("marne-1914", seed="7"))
    other = Keeper(server.app.state.keeper.storage.path, workers=1)
    try:
        other.room(me.id).play("end", "entente", 0)
        error(me.play("end", 0), 409, "stale")
        assert me.state()["number"] == 1, "the match is read again"
    finally:
        other.close()


def test_rules_that_have_changed_are_noticed(server: Server) -> None:
    match = server.begin("marne-1914", seed="7")
    keeper: Keeper = server.app.state.keeper
    room = keeper.room(match["id"])
    keeper.storage.append(room.stored, Entry(1, "action", "cp", "move 3ID 9999", "", 0, 1.0))
    keeper.forget(room)
    told = error(server.player(match).get(), 409, "rules-changed")
    assert "3ID" in told["text"] or "9999" in told["text"]
    with pytest.raises(Problem):
        keeper.room(match["id"])


def test_two_entries_with_one_number(tmp_path: Path, server: Server) -> None:
    match = server.begin("marne-1914", seed="7")
    room = server.app.state.keeper.room(match["id"])
    entry = Entry(1, "action", "entente", "end", "", 0, 1.0)
    room.storage.append(room.stored, entry)
    with pytest.raises(Elsewhere):
        room.storage.append(room.stored, entry)


def test_the_data_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    if sys.platform in ("win32", "darwin"):
        pytest.skip("for Linux")
    monkeypatch.setenv("XDG_DATA_HOME", "/somewhere/share")
    assert data_folder() == Path("/somewhere/share/grognard")
    monkeypatch.setenv("XDG_DATA_HOME", "not/absolute")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert data_folder() == tmp_path / ".local" / "share" / "grognard"
