"""What must be refused: with the reason, and without changing anything."""

from __future__ import annotations

import httpx
import pytest

from tests.server.conftest import Player, Server, error, good


@pytest.fixture
def players(shared: Server) -> dict[str, Player]:
    match = shared.begin("marne-1914", scenario="counter-attack", seed="7")
    return {seat: shared.player(match, seat) for seat in ("entente", "cp", "table")}


def test_a_stale_action(players: dict[str, Player]) -> None:
    me = players["entente"]
    before = me.state()
    good(me.play("end", 0))
    after = me.state()
    told = error(me.play("end", 0), 409, "stale")
    assert "action 1" in told["text"]
    assert me.state() == after
    error(me.play("end", 1, revision=0), 409, "stale")
    assert me.state() == after
    assert before["number"] == 0


def test_the_wrong_side(players: dict[str, Player]) -> None:
    before = players["entente"].state()
    told = error(players["cp"].play("end", 0), 403, "not-asked")
    assert told["case"] == "3.0"
    assert players["entente"].state() == before
    error(players["cp"].play("end", 0, side="entente"), 403, "no-seat")
    error(players["entente"].get(side="cp"), 403, "no-seat")
    assert players["entente"].state() == before


def test_a_forged_action(players: dict[str, Player]) -> None:
    me = players["entente"]
    before = me.state()
    told = error(me.play("move 3ID 2014"), 422, "refused")
    assert told["case"] != "protocol"
    error(me.play("fly 3ID to the moon"), 422, "not-understood")
    error(me.play("move NOBODY 2014"), 422, "not-understood")
    error(me.play("\x00\U0001f600" * 40), 422, "not-understood")
    assert me.state() == before


def test_no_seat_and_wrong_seat(shared: Server, players: dict[str, Player]) -> None:
    spectator = Player(shared.client, players["cp"].id, None)
    error(spectator.play("end", 0), 401, "no-seat")
    error(spectator.post("/undo"), 401, "no-seat")
    error(spectator.post("/resign"), 401, "no-seat")
    forged = Player(shared.client, players["cp"].id, "not-a-token")
    error(forged.get(), 403, "no-seat")
    other = shared.player(shared.begin("marne-1914"))
    stranger = Player(shared.client, players["cp"].id, other.headers["X-Seat"])
    error(stranger.play("end", 0), 403, "no-seat")
    assert good(spectator.get())["mine"] == []
    assert good(spectator.get("/subjects"))["subjects"] == []
    assert good(players["cp"].get("/actions"))["actions"] == [], "the side that is not asked has no actions"


def test_unknown_things(shared: Server, players: dict[str, Player]) -> None:
    client = shared.client
    error(client.get("/api/matches/nowhere"), 404, "unknown-match")
    error(client.get("/api/games/waterloo"), 404, "unknown-game")
    error(client.get("/api/games/marne-1914/board", params={"scenario": "x"}), 404, "unknown-game")
    error(client.get("/api/nothing"), 404, "unknown-page")
    error(client.get("/../pyproject.toml"), 404, "unknown-page")
    error(client.get("/%2e%2e/app.py"), 404, "unknown-page")
    error(client.put("/api/matches"), 405, "bad-request")
    error(players["cp"].get(at=99), 404, "unknown-position")
    error(players["entente"].get("/actions", subject="nobody"), 422, "not-understood")
    error(client.post("/api/matches", json={"game": "waterloo"}), 404, "unknown-game")
    error(client.post("/api/matches", json={"game": "marne-1914", "scenario": "x"}), 404, "unknown-game")
    error(client.post("/api/matches", json={"game": "marne-1914", "options": {"x": "y"}}), 404, "unknown-game")
    error(client.post("/api/matches", json={"game": "marne-1914", "seats": {"russia": "human"}}), 422, "bad-seat")
    for word in ("bot:nobody", "bot:program:touch /tmp/x", "robot", "bot"):
        error(client.post("/api/matches", json={"game": "marne-1914", "seats": {"cp": word}}), 422, "bad-seat")


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b"{", 400),
        (b"", 422),
        (b"[]", 422),
        (b'{"action": "end"}', 422),
        (b'{"action": "end", "number": "many"}', 422),
        (b'{"action": "end", "number": -1}', 422),
        (b'{"action": "end", "number": 0, "numbre": 1}', 422),
        (b'{"action": "\\ud800", "number": 0}', 422),
        (b'{"action": "", "number": 0}', 422),
        (b'{"action": "end", "number": 1' + b"0" * 5000 + b"}", 400),
        (b"[" * 100_000, 400),
        (b"\xff\xfe", 400),
    ],
)
def test_malformed_bodies(shared: Server, players: dict[str, Player], body: bytes, status: int) -> None:
    me = players["entente"]
    headers = {**me.headers, "content-type": "application/json"}
    answer = shared.client.post(f"/api/matches/{me.id}/actions", content=body, headers=headers)
    error(answer, status, "bad-request")
    assert me.state()["number"] == 0


def test_oversized_bodies(shared: Server, players: dict[str, Player]) -> None:
    me = players["entente"]
    huge = b'{"action": "' + b"x" * (3 << 20) + b'"}'
    headers = {"content-type": "application/json"}
    error(shared.client.post("/api/import", content=huge, headers=headers), 413, "too-large")

    def chunks() -> object:
        for _ in range(48):
            yield b"x" * 65536

    answer = shared.client.post("/api/import", content=chunks(), headers=headers)  # type: ignore[arg-type]
    error(answer, 413, "too-large")
    assert me.state()["number"] == 0


def test_a_page_of_another_site_is_refused(shared: Server) -> None:
    error(shared.client.get("/api/matches", headers={"host": "evil.example"}), 400, "bad-request")
    answer = httpx.post(
        f"http://127.0.0.1:{shared.port}/api/matches",
        content=b'{"game": "marne-1914"}',
        headers={"content-type": "text/plain"},
    )
    assert answer.status_code == 422, "a form of another site cannot start matches"


def test_after_the_end(shared: Server) -> None:
    match = shared.begin("hide-and-seek")
    red, blue = shared.player(match, "red"), shared.player(match, "blue")
    outcome = good(red.post("/resign"))["outcome"]
    assert outcome["winner"] == "blue"
    error(blue.play("hide B1 A1", 0), 409, "over")
    error(blue.post("/resign"), 409, "over")
    error(blue.post("/check", action="hide B1 A1"), 409, "over")
    error(red.post("/undo"), 409, "nothing-to-undo")
    assert blue.state()["outcome"]["level"] == "Red resigned"
    assert good(blue.get("/actions"))["actions"] == []
