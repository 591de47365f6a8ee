"""A real server on the loopback address, in a thread of this process or in a process of its own."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import uvicorn

from grognard.engine import register
from grognard.samples.blind_mans_buff import GAME as BLIND
from grognard.server.app import make_app
from grognard.server.running import HERE, listen
from tests.server.hide_and_seek import GAME

register(GAME)
register(BLIND)

LIMIT = 150
"""Seconds for a test; several of them wait for worker processes, which start slowly on a busy machine."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """No test here may wait for ever."""
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.timeout(LIMIT, method="signal"))


class Player:
    """Somebody at a match: a client with a seat's token."""

    def __init__(self, client: httpx.Client, id: str, token: str | None) -> None:
        self.client = client
        self.id = id
        self.headers = {"X-Seat": token} if token else {}

    def get(self, what: str = "", **params: Any) -> httpx.Response:
        return self.client.get(f"/api/matches/{self.id}{what}", params=params, headers=self.headers)

    def post(self, what: str, **body: Any) -> httpx.Response:
        return self.client.post(f"/api/matches/{self.id}{what}", json=body, headers=self.headers)

    def state(self, **params: Any) -> dict[str, Any]:
        return good(self.get(**params))

    def play(self, action: str, number: int | None = None, **more: Any) -> httpx.Response:
        seen = self.state()["number"] if number is None else number
        return self.post("/actions", action=action, number=seen, **more)

    def wait(self, until: str = "mine") -> dict[str, Any]:
        """The state once this player is asked, or the match is over."""
        for _ in range(3000):
            asked = until == "mine" and good(self.get("/subjects"))["subjects"]
            if asked or (state := self.state())["outcome"]:
                return self.state() if asked else state
            time.sleep(0.05)
        raise AssertionError(f"nothing happened: {state['asked']}, {state['thinking']}")


def good(response: httpx.Response) -> dict[str, Any]:
    assert response.status_code in (200, 201), f"{response.status_code} {response.text}"
    found: dict[str, Any] = response.json()
    return found


def error(response: httpx.Response, status: int, kind: str) -> dict[str, str]:
    """The error that an answer should be; all errors have the same form."""
    assert response.status_code == status, f"{response.status_code} {response.text}"
    body: dict[str, dict[str, str]] = response.json()
    assert set(body) == {"error"}
    assert set(body["error"]) == {"kind", "case", "text"}
    assert body["error"]["kind"] == kind, body
    assert body["error"]["text"]
    return body["error"]


class Server:
    """A server in a thread; the application is the real one."""

    def __init__(self, storage: Path, **more: Any) -> None:
        self.socket = listen("127.0.0.1", 0)
        self.port = self.socket.getsockname()[1]
        self.app = make_app(storage, hosts=HERE, workers=1, **more)
        self.server = uvicorn.Server(uvicorn.Config(self.app, log_level="warning", timeout_graceful_shutdown=1))
        self.thread = threading.Thread(target=self.server.run, kwargs={"sockets": [self.socket]})
        self.thread.start()
        while not self.server.started:
            assert self.thread.is_alive(), "the server ended at once"
            time.sleep(0.005)
        self.client = httpx.Client(base_url=f"http://127.0.0.1:{self.port}", timeout=60)

    def stop(self) -> None:
        self.client.close()
        self.server.should_exit = True
        self.thread.join(60)
        self.socket.close()
        assert not self.thread.is_alive(), "the server does not end"

    def begin(self, game: str = "hide-and-seek", **body: Any) -> dict[str, Any]:
        return good(self.client.post("/api/matches", json={"game": game, **body}))

    def player(self, match: dict[str, Any], seat: str | None = "table") -> Player:
        """The player of a side, of the whole table, or (None) a spectator."""
        token = match["table"] if seat == "table" else match["seats"][seat] if seat else None
        return Player(self.client, match["id"], token)


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    running = Server(tmp_path / "matches.sqlite")
    yield running
    running.stop()


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for all tests of a module, where they do not disturb each other."""
    running = Server(tmp_path_factory.mktemp("shared") / "matches.sqlite")
    yield running
    running.stop()
