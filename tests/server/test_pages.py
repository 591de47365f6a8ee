"""The client's files and the big answers that never change."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.server.conftest import Server, error, good


def test_without_a_client_the_page_says_so(server: Server, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("grognard.server.pages.STATIC", tmp_path / "nothing")
    answer = server.client.get("/")
    assert answer.status_code == 200
    assert "has not been built" in answer.text
    error(server.client.get("/assets/x.js"), 404, "unknown-page")


def test_the_clients_files(server: Server, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    static = tmp_path / "static"
    (static / "assets").mkdir(parents=True)
    (static / "index.html").write_text("<p>the page</p>")
    (static / "assets" / "main-1a2b.js").write_text("let x = 1\n" * 500)
    (tmp_path / "secret.txt").write_text("secret")
    monkeypatch.setattr("grognard.server.pages.STATIC", static)
    page = server.client.get("/")
    assert page.text == "<p>the page</p>"
    assert page.headers["cache-control"] == "no-cache"
    assert "default-src 'self'" in page.headers["content-security-policy"]
    script = server.client.get("/assets/main-1a2b.js")
    assert "immutable" in script.headers["cache-control"]
    assert script.headers["content-encoding"] == "gzip"
    assert script.headers["content-type"].startswith("text/javascript")
    assert script.text == "let x = 1\n" * 500
    again = server.client.get("/assets/main-1a2b.js", headers={"if-none-match": script.headers["etag"]})
    assert again.status_code == 304
    for path in (
        "/../secret.txt",
        "/..%2fsecret.txt",
        "/%2e%2e/secret.txt",
        "/assets/../../secret.txt",
        "/assets",
        "/a%00b",
    ):
        error(server.client.get(path), 404, "unknown-page")


def test_boards_cases_and_tables(shared: Server) -> None:
    client = shared.client
    board = client.get("/api/games/marne-1914/board")
    assert board.headers["content-encoding"] == "gzip"
    assert (
        client.get("/api/games/marne-1914/board", headers={"if-none-match": board.headers["etag"]}).status_code == 304
    )
    found = good(board)
    assert {"id", "x", "y", "points", "terrain", "around"} <= set(found["cells"][0])
    assert found["layers"][0]["name"] == "defs"
    assert found["symbols"]["infantry"].startswith("<g")
    game = good(client.get("/api/games/marne-1914"))
    assert {verb["name"] for verb in game["verbs"]} >= {"move", "attack", "end"}
    assert game["bots"][0]["level"]
    assert all(option["text"] for option in game["options"])
    cases = good(client.get("/api/games/marne-1914/cases"))
    assert any(case["number"] == "6.1.1" for case in cases["cases"])
    assert cases["rulings"]
    tables = good(client.get("/api/games/marne-1914/tables"))["tables"]
    crt = next(table for table in tables if table["name"] == "tables/crt.csv")
    assert len(crt["rows"]) == len(crt["sources"])
    assert all(crt["sources"])
    match = shared.player(shared.begin("marne-1914"))
    assert good(match.get("/board"))["cells"] == found["cells"]
