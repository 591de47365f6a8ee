"""The live stream, and a page that was away."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from tests.server.conftest import Player, Server, good


@contextmanager
def watching(player: Player, **params: Any) -> Iterator[Iterator[dict[str, Any]]]:
    """The messages of a stream, one after the other."""
    headers = {**player.headers, **params.pop("headers", {})}
    url = f"/api/matches/{player.id}/live"
    with player.client.stream("GET", url, params=params, headers=headers) as answer:
        assert answer.status_code == 200
        assert answer.headers["content-type"].startswith("text/event-stream")
        yield messages(answer.iter_lines())


def messages(lines: Iterator[str]) -> Iterator[dict[str, Any]]:
    found: dict[str, Any] = {}
    for line in lines:
        if not line:
            if "event" in found:
                yield found
            found = {}
        else:
            key, _, value = line.partition(": ")
            found[key] = json.loads(value) if key == "data" else value


def until(stream: Iterator[dict[str, Any]], revision: int) -> list[dict[str, Any]]:
    found = []
    for message in stream:
        if message["event"] == "change":
            found.append(message)
            if message["data"]["revision"] == revision:
                return found
    raise AssertionError("the stream ended")


def test_every_page_hears_of_an_action(server: Server) -> None:
    match = server.begin("marne-1914", seed="7")
    me, anybody = server.player(match), server.player(match, None)
    with watching(anybody) as stream:
        assert next(stream)["event"] == "hello"
        good(me.play("end", 0))
        (change,) = until(stream, 1)
        assert change["id"] == "1"
        assert change["data"]["kind"] == "action"
        assert change["data"]["action"] == "end"
        assert change["data"]["number"] == 1
        good(me.post("/undo"))
        (change,) = until(stream, 2)
        assert (change["data"]["kind"], change["data"]["number"]) == ("undo", 0)
        good(me.post("/resign"))
        (change,) = until(stream, 3)
        assert change["data"]["over"] is True


def test_a_page_that_was_away_catches_up(server: Server) -> None:
    match = server.begin("marne-1914", seed="7")
    me = server.player(match)
    with watching(me) as stream:
        next(stream)
        good(me.play("end", 0))
        until(stream, 1)
    for number in range(1, 6):  # the line is cut
        good(me.play(good(me.get("/actions", limit=1))["actions"][0]["text"], number))
    with watching(me, since=1) as stream:
        assert [m["data"]["revision"] for m in until(stream, 6)] == [2, 3, 4, 5, 6]
    with watching(me, headers={"Last-Event-ID": "4"}) as stream:
        caught = until(stream, 6)
        assert [m["id"] for m in caught] == ["5", "6"]
        assert all(m["data"]["action"] for m in caught)
    log = good(me.get("/log", since=4))["entries"]
    assert [entry["action"] for entry in log] == [m["data"]["action"] for m in caught]


def test_an_unknown_revision_means_reload(server: Server) -> None:
    me = server.player(server.begin("marne-1914"))
    with watching(me, since=99) as stream:
        assert [next(stream)["event"], next(stream)["event"]] == ["hello", "reload"]


def test_a_token_in_the_address_will_do(server: Server) -> None:
    match = server.begin("hide-and-seek")
    token = match["seats"]["red"]
    anybody = server.player(match, None)
    with watching(anybody, seat=token) as stream:
        next(stream)
        good(server.player(match, "red").play("hide R1 A1"))
        (change,) = until(stream, 1)
        assert change["data"]["action"] == "hide R1 A1"


def test_watchers_are_let_go(server: Server) -> None:
    match = server.begin("marne-1914")
    room = server.app.state.keeper.room(match["id"])
    with watching(server.player(match)) as stream:
        next(stream)
        assert room.signal
    for _ in range(500):
        if not room.signal:
            break
        good(server.player(match).get())
        time.sleep(0.01)
    assert not room.signal


def test_many_pages_at_once(server: Server) -> None:
    """Two players who press at the same moment: one is accepted, the other is stale."""
    match = server.begin("marne-1914", seed="7")
    answers: list[int] = []

    def press() -> None:
        answers.append(server.player(match).play("end", 0).status_code)

    threads = [threading.Thread(target=press) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(answers) == [200] + [409] * 7
    assert server.player(match).state()["number"] == 1
