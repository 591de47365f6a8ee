"""Export, import and going on from an earlier position."""

from __future__ import annotations

import json

import pytest

from tests.server.conftest import Player, Server, error, good


@pytest.fixture(scope="module")
def played(shared: Server) -> Player:
    me = shared.player(shared.begin("marne-1914", scenario="counter-attack", seed="7"))
    for number in range(12):
        good(me.play(good(me.get("/actions", limit=2))["actions"][-1]["text"], number))
    return me


def units(player: Player) -> object:
    state = player.state()
    return state["units"], state["state"], state["turn"], state["phase"], state["asked"]


@pytest.mark.parametrize("form", ["save", "record", "position"])
def test_a_file_leads_to_the_same_position(shared: Server, played: Player, form: str) -> None:
    answer = played.get("/export", form=form)
    assert answer.status_code == 200
    assert "attachment" in answer.headers["content-disposition"]
    begun = good(shared.client.post("/api/import", json={"text": answer.text}))
    again = shared.player(begun)
    assert units(again) == units(played)
    good(again.play(good(again.get("/actions", limit=1))["actions"][0]["text"]))
    assert played.state()["number"] == 12


def test_a_file_can_be_imported_against_a_bot(shared: Server, played: Player) -> None:
    text = played.get("/export").text
    begun = good(shared.client.post("/api/import", json={"text": text, "seats": {"cp": "bot:random"}}))
    assert list(begun["seats"]) == ["entente"]


def test_a_fork_leaves_the_old_match_alone(shared: Server, played: Player) -> None:
    begun = good(played.post("/fork", number=5))
    fork = shared.player(begun)
    assert fork.state()["number"] == 5
    assert fork.state()["parent"] == played.id
    assert fork.state()["units"] == played.state(at=5)["units"]
    good(fork.play(good(fork.get("/actions", limit=1))["actions"][0]["text"]))
    assert played.state()["number"] == 12
    error(played.post("/fork", number=13), 404, "unknown-position")


def poisoned() -> list[str]:
    save = {
        "grognard": 1, "game": "marne-1914", "rules": "1.0", "scenario": "counter-attack", "options": {}, "seed": "7",
        "actions": [], "fingerprint": "00",
    }  # fmt: skip
    position = "grognard position 1\ngame marne-1914\n"
    return [
        "hello",
        "{",
        "{}",
        "[]",
        "\x00\x01\x02",
        "{" + '"a":{' * 50_000,
        json.dumps({**save, "grognard": 2}),
        json.dumps(save),
        json.dumps({**save, "game": "../../etc/passwd"}),
        json.dumps({**save, "scenario": "../x"}),
        json.dumps({**save, "actions": [["cp", "move 3ID 9999"]]}),
        json.dumps({**save, "actions": [["nobody", "end"]]}),
        json.dumps({**save, "seed": 7}),
        json.dumps({**save, "extra": "field"}),
        json.dumps({**save, "start": "grognard position 1\ngame nothing\n"}),
        "grognard record 1\nGame: marne-1914\n",
        "grognard record 1\nGame: marne-1914\nScenario: counter-attack\nSeed: 7\n\n1. cp: end\n",
        "grognard record 1\nGame: marne-1914\nScenario: counter-attack\nSeed: 7\nCommitment: 00\n",
        position + "board blank 99999 99999\n",
        position + "thrown ²\n",
        position + "turn 99999999999999999999999999\n",
        position + "turn -5\nphase nonsense\n",
        position + "phasing nobody\n",
        position + "3ID 1302 -1\n",
        position + "3ID 9999 4\n",
        position + "overlay ../../../etc\ndice 9 9 9\nphase movement\nplay cp end\n",
        position + "markers [[[[[\n",
    ]


@pytest.mark.parametrize("number", range(len(poisoned())))
def test_poisoned_files(shared: Server, number: int) -> None:
    """A clear error, or (where a strange position is allowed for study) a match; never a fault."""
    before = len(shared.client.get("/api/matches", params={"limit": 500}).json())
    answer = shared.client.post("/api/import", json={"text": poisoned()[number]})
    if answer.status_code == 201:
        assert good(shared.player(answer.json()).get())["id"]
        return
    assert answer.status_code in (404, 422), answer.text
    told = answer.json()["error"]
    assert "Traceback" not in told["text"]
    assert len(shared.client.get("/api/matches", params={"limit": 500}).json()) == before


def test_a_file_that_would_take_for_ever(shared: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("grognard.server.keeper.IMPORT_SECONDS", 1.0)
    text = "grognard position 1\ngame marne-1914\nunit X like 3ID steps=99999999\n"
    assert shared.client.post("/api/import", json={"text": text}).status_code in (422, 503)
    monkeypatch.undo()
    position = shared.client.post("/api/import", json={"text": "grognard position 1\ngame marne-1914\nfrom start\n"})
    assert position.status_code == 201, "the next one is read by a new worker"
