"""Attacks on the server that once worked: each fails now."""

from __future__ import annotations

import http.client
import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import grognard
from grognard.engine import RandomPlayer
from grognard.errors import GrognardError
from grognard.server import keeper as keepers
from grognard.server.keeper import Keeper
from grognard.server.limits import Bucket
from grognard.server.problems import Problem, StorageError, without_folders
from grognard.server.rescue import back_up, repair, restore
from grognard.server.room import Room
from grognard.server.storage import Lock, Storage
from grognard.server.thinking import Task, Worker, Workers
from grognard.server.turns import Turns
from tests.server.conftest import Player, Server, error, good


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = Server(tmp_path_factory.mktemp("attacked") / "matches.sqlite")
    yield running
    running.stop()


@pytest.fixture
def keeper(tmp_path: Path) -> Iterator[Keeper]:
    running = Keeper(tmp_path / "matches.sqlite", workers=1)
    yield running
    running.close()


# -- who is served first --


def room_of(keeper: Keeper, **seats: str) -> Room:
    room = keeper.begin("hide-and-seek", None, {}, "7", seats)
    room.thinking.clear()
    return room


def test_a_person_who_waits_comes_before_machines(keeper: Keeper) -> None:
    """400 matches of Generals starved everybody."""
    order: list[str] = []
    held, go = threading.Event(), threading.Event()

    def think(room: Room, seat: str, worker: Worker) -> None:
        if not held.is_set():
            held.set()
            go.wait(20)
        order.append(f"{room.seats[seat].level} for {'people' if room.people() else 'machines'}")

    keeper.turns.close()  # nobody thinks but the one below
    machines = [room_of(keeper, red="bot:general", blue="bot:general") for _ in range(3)]
    person = room_of(keeper, blue="bot:sergeant")
    slow = room_of(keeper, blue="bot:general")
    turns = Turns(1, 1 << 30, think)
    try:
        for room in machines:
            turns.add(room, "red")
        assert held.wait(20)
        turns.add(slow, "blue")
        turns.add(person, "blue")
        go.set()
        for _ in range(500):
            if len(order) == 5:
                break
            time.sleep(0.01)
    finally:
        turns.close()
    assert order[1:] == ["sergeant for people", "general for people", "general for machines", "general for machines"]


def test_one_worker_is_kept_for_quick_bots(keeper: Keeper, monkeypatch: pytest.MonkeyPatch) -> None:
    keeper.turns.close()
    turns = Turns(2, 1 << 30, lambda *_: time.sleep(0.01))
    try:
        slow, quick = room_of(keeper, blue="bot:general"), room_of(keeper, blue="bot:sergeant")
        monkeypatch.setattr(turns, "_begin", lambda: None)
        turns.add(slow, "blue")
        turns.add(quick, "blue")
        found = turns._next(turns.workers[0], only_quick=True)
        assert found is not None
        assert found.room is quick
    finally:
        turns.close()


def test_machines_have_a_quota(keeper: Keeper, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keepers, "MACHINE_MATCHES", 2)
    for _ in range(2):
        keeper.begin("marne-1914", None, {}, "7", {"entente": "bot:random", "cp": "bot:random"})
    with pytest.raises(Problem, match="by themselves already"):
        keeper.begin("marne-1914", None, {}, "7", {"entente": "bot:random", "cp": "bot:random"})
    keeper.begin("marne-1914", None, {}, "7", {"cp": "bot:random"})


def test_matches_have_a_quota() -> None:
    bucket = Bucket(3, 0.0)
    assert [bucket.take() for _ in range(5)] == [True, True, True, False, False]


def test_a_long_file_does_not_hold_every_worker(keeper: Keeper) -> None:
    """An import held the only question worker for 20 seconds."""
    workers = Workers(2, 1 << 30)
    asked, go = threading.Event(), threading.Event()

    class Slow(Worker):
        def ask(self, make: Any, seconds: float) -> Any:
            asked.set()
            go.wait(20)
            return "late"

    class Quick(Worker):
        def ask(self, make: Any, seconds: float) -> Any:
            return "soon"

    workers._free[:] = [Slow(1, "a"), Quick(1, "b")]
    thread = threading.Thread(target=workers.ask, args=("x", lambda *_: None, 1.0))
    thread.start()
    try:
        assert asked.wait(20)
        assert workers.ask("y", lambda *_: Task("", None, None, (), ""), 1.0) == "soon"  # type: ignore[arg-type]
    finally:
        go.set()
        thread.join()


def test_a_killed_worker_is_asked_again(tmp_path: Path) -> None:
    """It was replaced, but its question answered at random."""
    worker = Worker(4 << 30)
    killed: list[int] = []

    def make(_: str, whole: bool) -> Task:
        from grognard.server.storage import Start

        if worker._process is not None and not killed:
            killed.append(worker._process.pid)
            os.kill(worker._process.pid, signal.SIGKILL)
        start = Start("marne-1914", "1.0", "counter-attack", {}, "7")
        return Task("x", start, None, [], "bot", "entente", ("random", "chance"))

    try:
        first, _ = worker.ask(make, 60)
        again, _ = worker.ask(make, 60)
        assert killed
        assert first == again
    finally:
        worker.stop()


# -- what is sent --


@pytest.mark.parametrize("body", [
    b'{"game": "marne-1914", "seed": "\\ud800"}',
    b'{"game": "\\ud800"}',
    b'{"game": "marne-1914", "seats": {"\\ud800": "x"}}',
    b'{"game": "marne-1914", "options": {"' + b"x" * 500_000 + b'": "y"}}',
    b'{"game": "marne-1914", "seats": {"cp": "' + b"x" * 500_000 + b'"}}',
    b'{"game": "marne-1914", "seed": ' + b"9" * 5000 + b"}",
    b'{"game": true}',
    b'{"\\ud800": 1}',
    b"9" * 5000,
    b"[" * 50_000,
])  # fmt: skip
def test_odd_bodies_get_a_sentence(server: Server, body: bytes) -> None:
    answer = server.client.post("/api/matches", content=body, headers={"content-type": "application/json"})
    assert answer.status_code in (400, 404, 422), answer.text
    assert len(answer.content) < 2000
    assert set(answer.json()) == {"error"}


def test_true_is_no_number(server: Server) -> None:
    me = server.player(server.begin("hide-and-seek"))
    good(me.play("hide R1 A1", side="red"))
    for number in (True, "1", 1.0):
        error(me.post("/actions", action="hide B1 A2", number=number, side="blue"), 422, "bad-request")
    error(me.post("/undo", number=True), 422, "bad-request")


def test_every_answer_says_how_it_is_to_be_kept(server: Server) -> None:
    match = server.begin("hide-and-seek")
    me = server.player(match)
    answers = [
        server.client.post("/api/matches", json={"game": "hide-and-seek"}),
        server.client.get("/api/matches"), server.client.get("/api/nothing"), me.get(), me.get("/log"),
        me.post("/actions", action="x", number=0), server.client.post("/api/matches", content=b"x" * 3_000_000),
    ]  # fmt: skip
    for answer in answers:
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["cache-control"] == "no-store"
    assert server.client.get("/").headers["x-content-type-options"] == "nosniff"


def test_errors_do_not_show_where_files_lie(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    me = server.player(server.begin("hide-and-seek"))
    storage = server.app.state.keeper.storage

    def full(*_: Any) -> None:
        raise StorageError(f"{storage.path}: nothing was stored (disk I/O error)")

    monkeypatch.setattr(storage, "append", full)
    told = error(me.play("hide R1 A1", side="red"), 503, "storage")
    assert str(storage.path.parent) not in told["text"]
    assert "matches.sqlite" in told["text"]
    assert without_folders("there is nothing at '/api/matches/x'") == "there is nothing at '/api/matches/x'"


def test_the_somme_can_be_weighed_from_what_the_german_knows(server: Server) -> None:
    """'discover' broke in the copies of a side: the preview showed an IndexError, the list was a fault."""
    match, player = grognard.start("somme-1916", "campaign", 15), RandomPlayer(15)
    while match.decision is not None and match.decision.kind != "discover-objective" and match.number < 60:
        match.play(player.choose(match.decision))
    for seed in range(40):
        if match.decision is not None and match.decision.kind == "discover-objective":
            break
        match, player = grognard.start("somme-1916", "campaign", seed), RandomPlayer(seed)
        while match.decision is not None and match.decision.kind != "discover-objective" and match.number < 60:
            match.play(player.choose(match.decision))
    decision = match.decision
    assert decision is not None
    assert decision.kind == "discover-objective"
    action = match.write(next(iter(decision.all_actions())))
    seen = match.seen_by("german", "x")
    assert seen is not None
    seen.play(action, by="german")
    assert match.preview(action, "german").ruling


def test_remarks_of_megabytes_are_not_kept(server: Server) -> None:
    text = "grognard position 1\ngame marne-1914\nscenario counter-attack\nfrom start\n" + "# remark\n" * 100_000
    match = good(server.client.post("/api/import", json={"text": text}))
    room = server.app.state.keeper.room(match["id"])
    assert len(room.stored.start.text) < 1000
    assert "remark" not in room.stored.start.text


# -- wishes and resignations --


def test_wishes_are_asked_once(server: Server) -> None:
    match = server.begin("hide-and-seek", seats={"blue": "open"})
    red = server.player(match, "red")
    blue = Player(server.client, match["id"], good(red.post("/join", side="blue"))["token"])
    good(red.play("hide R1 A1"))
    good(blue.play("hide B1 C3"))
    good(red.play("search C3"))
    state = blue.state()
    good(red.post("/undo"))
    for _ in range(20):
        error(red.post("/undo"), 409, "asked-already")
    assert red.state()["revision"] == state["revision"] + 1
    # A wish changes nothing in the position: whoever has thought of an action meanwhile may play it.
    good(blue.play("search A1", state["number"], revision=state["revision"]))


def test_a_table_with_two_seats_does_not_ask_itself(server: Server) -> None:
    """Two human seats at one table against an open seat: only the stranger is asked."""
    options = {"seats": "three"}
    match = server.begin("somme-1916", scenario="over-the-top", options=options, seats={"german": "open"})
    table = server.player(match)
    good(table.post("/join", side="german"))
    room = server.app.state.keeper.room(match["id"])
    while not (room.match.last is not None and room.match.last.chance):
        decision = room.match.decision
        assert decision is not None
        with room.lock:
            room.play(room.match.write(RandomPlayer(1).choose(decision)), room.seat_of(decision), room.match.number)
    asked = good(table.post("/undo"))
    assert asked["needs"] == ["german"]
    wish = room.wish()
    assert wish is not None
    assert wish[2] == ["german"]


# -- the file --


def test_a_second_server_on_one_file_is_refused(tmp_path: Path) -> None:
    lock = Lock(tmp_path / "matches.sqlite")
    with pytest.raises(StorageError, match="another server keeps its matches there"):
        Lock(tmp_path / "matches.sqlite")
    lock.release()
    Lock(tmp_path / "matches.sqlite").release()


def test_backup_restore_and_repair(tmp_path: Path) -> None:
    path, copy = tmp_path / "matches.sqlite", tmp_path / "copy.sqlite"
    running = Keeper(path, workers=1)
    rooms = [running.begin("hide-and-seek", None, {}, "7", None) for _ in range(3)]
    rooms[0].play("hide R1 A1", "red", 0)
    assert back_up(path, copy) == 3
    with pytest.raises(StorageError, match="is there already"):
        back_up(path, copy)
    rooms[1].play("hide R1 A1", "red", 0)
    running.close()
    path.write_bytes(path.read_bytes()[:5000] + b"\xff" * 3000)
    found = repair(path)
    assert found.aside.exists()
    Storage(path).close()
    number, aside = restore(copy, path)
    assert number == 3
    assert aside is not None
    again = Keeper(path, workers=1)
    try:
        assert again.room(rooms[0].id).match.number == 1
        assert again.room(rooms[1].id).match.number == 0
    finally:
        again.close()
    with pytest.raises(StorageError, match="no such file"):
        restore(tmp_path / "nothing", path)


def test_one_damaged_match_does_not_hide_the_others(keeper: Keeper) -> None:
    rooms = [keeper.begin("hide-and-seek", None, {}, "7", None) for _ in range(3)]
    keeper.storage._connection.execute("UPDATE matches SET start = 'x' WHERE id = ?", (rooms[1].id,))
    assert {match.id for match in keeper.storage.matches(50)} == {rooms[0].id, rooms[2].id}
    assert "is damaged" in keeper.storage.trouble
    keeper.forget(rooms[1])
    with pytest.raises(GrognardError, match="is damaged"):
        keeper.room(rooms[1].id)


# -- slow clients --


def test_half_a_request_is_not_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import socket
    import threading as threads

    import uvicorn

    from grognard.server import patience
    from grognard.server.app import make_app
    from grognard.server.running import listen

    monkeypatch.setattr(patience, "HEAD_SECONDS", 0.3)
    monkeypatch.setattr("grognard.server.limits.BODY_SECONDS", 0.3)
    listening = listen("127.0.0.1", 0)
    config = uvicorn.Config(
        make_app(tmp_path / "m.sqlite", workers=1), log_level="warning", http=patience.PatientProtocol
    )
    running = uvicorn.Server(config)
    thread = threads.Thread(target=running.run, kwargs={"sockets": [listening]})
    thread.start()
    try:
        while not running.started:
            time.sleep(0.01)
        with socket.create_connection(listening.getsockname()) as half:
            half.settimeout(30)
            half.sendall(b"GET /api/heal")
            assert half.recv(100) == b"", "closed by the server"
        with socket.create_connection(listening.getsockname()) as half:
            half.settimeout(30)
            half.sendall(b"POST /api/matches HTTP/1.1\r\nhost: localhost\r\ncontent-length: 100\r\n\r\n{")
            assert b"408" in half.recv(100)
        connection = http.client.HTTPConnection(*listening.getsockname())
        connection.request("GET", "/api/health")
        assert json.loads(connection.getresponse().read())["ok"]
        connection.close()
    finally:
        running.should_exit = True
        thread.join(30)
        listening.close()


# -- many at once --


def test_matches_begun_at_once_in_many_threads() -> None:
    """The first matches of a new server, begun together, ended it: msgspec worked out one type in two threads."""
    done = subprocess.run(
        [sys.executable, "-X", "faulthandler", "-c", AT_ONCE], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout) == (0, "done\n"), done.stderr[:2000]


AT_ONCE = """
import sys, threading
from grognard.engine import game_slugs
from grognard.engine.game import find_game

def read_everything():
    gate.wait()
    for game in games:
        game.scenarios(game.data())

sys.setswitchinterval(1e-6)
games = [find_game(slug) for slug in game_slugs()]
gate = threading.Barrier(8)
threads = [threading.Thread(target=read_everything) for _ in range(8)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
print("done")
"""
