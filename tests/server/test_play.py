"""Whole matches over HTTP."""

from __future__ import annotations

from typing import Any
from urllib.parse import quote

import pytest

from grognard.engine import Match
from tests.server.conftest import Player, Server, error, good
from tests.web.played import played, text_of


def test_a_whole_match_against_a_bot(shared: Server) -> None:
    match = shared.begin("marne-1914", scenario="counter-attack", seats={"entente": "bot:random"}, seed="7")
    me = shared.player(match)
    played = 0
    while not (state := me.wait())["outcome"]:
        actions = good(me.get("/actions", limit=4000))["actions"]
        # The shortest way through: whatever ends a phase, else the first that is listed.
        text = next((a["text"] for a in actions if a["verb"] == "end"), actions[0]["text"])
        answer = good(me.play(text, state["number"]))
        assert answer["number"] == state["number"] + 1
        played += 1
    assert played > 10
    assert state["outcome"]["level"]
    assert state["outcome"]["points"]
    assert state["seed"] == "7"
    assert state["asked"] == []
    log = good(me.get("/log"))
    assert [entry["number"] for entry in log["entries"]] == list(range(state["number"] + 1))
    assert {entry["by"] for entry in log["entries"]} == {"human", "bot"}


def test_two_bots_play_by_themselves(shared: Server) -> None:
    match = shared.begin("hide-and-seek", seats={"red": "bot:random", "blue": "bot:random"})
    watcher = shared.player(match, None)
    state = watcher.wait("over")
    assert state["number"] == 12
    assert shared.player(match).get("/export").status_code == 200


def test_the_same_seed_and_decisions_give_the_same_match(shared: Server) -> None:
    logs = []
    for _ in range(2):
        match = shared.begin("hide-and-seek", seed="same", seats={"blue": "bot:random"})
        me = shared.player(match)
        while not (state := me.wait())["outcome"]:
            good(me.play("search A1" if state["phase"] == "red" else "hide R1 A1", state["number"]))
        logs.append([(entry["side"], entry["action"]) for entry in good(me.get("/log"))["entries"]])
    # Secret choices may arrive in either order.
    assert sorted(map(str, logs[0])) == sorted(map(str, logs[1]))


def test_a_secret_answer_of_the_other_side_makes_nobody_late(shared: Server) -> None:
    match = shared.begin("hide-and-seek", seed="7")
    red, blue = shared.player(match, "red"), shared.player(match, "blue")
    before = blue.state()
    good(red.play("hide R1 A1"))
    good(blue.play("hide B1 C3", before["number"], revision=before["revision"]))
    error(red.play("search C3", before["number"]), 409, "stale")


def test_subjects_actions_check_and_odds(shared: Server) -> None:
    match = shared.begin("marne-1914", scenario="counter-attack", seed="7")
    me = shared.player(match)
    good(me.play("end"))
    subjects = good(me.get("/subjects"))
    assert subjects["seat"] == "entente"
    unit = next(s for s in subjects["subjects"] if s["kind"] == "unit")
    assert unit["cell"]
    actions = good(me.get("/actions", subject=unit["name"]))["actions"]
    assert actions
    assert {a["units"][0] for a in actions} == {unit["name"]}
    assert all(a["cost"] for a in actions if a["verb"] == "move")
    allowed = good(me.post("/check", action=actions[0]["text"].upper()))
    assert allowed["allowed"]
    assert allowed["action"] == actions[0]["text"]
    far = good(me.post("/check", action=f"move {unit['name']} 1001"))
    assert not far["allowed"]
    assert far["case"]
    assert far["text"]
    foretold = good(me.post("/preview", action=actions[0]["text"]))
    assert foretold["ruling"]["allowed"]
    assert foretold["certain"][0]["units"] == [unit["name"]]
    assert good(me.get())["number"] == 1, "asking changes nothing"
    assert good(me.get("/why", unit=unit["name"]))["can"]


def test_odds_sum_to_one(shared: Server) -> None:
    match = shared.begin("hide-and-seek", seed="7")
    me = shared.player(match)
    good(me.play("hide R1 A1", side="red"))
    good(me.play("hide B1 C3", side="blue"))
    foretold = good(me.post("/preview", action="search C3"))
    assert foretold["chances"] == [], "where the other side hides must not show in the odds"
    marne = shared.player(shared.begin("marne-1914", scenario="counter-attack", seed="7"))
    attack = first_attack(marne)
    foretold = good(marne.post("/preview", action=attack))
    assert sum(chance["percent"] for chance in foretold["chances"]) > 99.9
    assert len(foretold["chances"]) > 1


def first_attack(me: object) -> str:
    """End phases until somebody can attack."""
    from tests.server.conftest import Player

    assert isinstance(me, Player)
    for _ in range(60):
        actions = good(me.get("/actions", limit=20000))["actions"]
        attack = next((a["text"] for a in actions if a["verb"] == "attack"), None)
        if attack is not None:
            return str(attack)
        good(me.play(next((a["text"] for a in actions if a["verb"] == "end"), actions[0]["text"])))
    raise AssertionError("nobody could attack")


def test_an_actions_answer_has_all_that_a_page_shows_next(shared: Server) -> None:
    me = shared.player(shared.begin("marne-1914", seed="7"))
    address = f"/api/matches/{me.id}/actions?known=0"
    now = good(me.client.post(address, json={"action": "end", "number": 0}, headers=me.headers))["now"]
    assert now["state"] == me.state()
    assert now["subjects"] == good(me.get("/subjects"))["subjects"]
    assert now["log_since"] == 0
    assert now["log"] == good(me.get("/log", since=0))["entries"]
    assert {**now, "log": [], "log_since": 1} == {**good(me.get("/now", known=1))}


def at_movement(shared: Server) -> Player:
    """Somebody who moves his units next."""
    me = shared.player(shared.begin("marne-1914", scenario="counter-attack", seed="7"))
    while me.state()["asked"][0]["kind"] != "movement":
        good(me.play(good(me.get("/actions", limit=1))["actions"][0]["text"]))
    return me


def test_what_is_chosen_without_a_click_comes_with_its_actions(shared: Server) -> None:
    me = at_movement(shared)
    unit, action = next(
        (subject["name"], action["text"])
        for subject in good(me.get("/subjects"))["subjects"]
        if subject["kind"] == "unit"
        for action in good(me.get("/actions", subject=subject["name"]))["actions"]
        if action["verb"] == "move" and len(action["way"]) == 1 and not action["cost"].startswith("3")
    )
    address = f"/api/matches/{me.id}/actions?known=0&follow={unit}"
    answer = good(me.client.post(address, json={"action": action, "number": me.state()["number"]}, headers=me.headers))
    chosen = answer["now"]["chosen"]
    assert chosen["subject"] == unit
    assert chosen["actions"] == good(me.get("/actions", subject=unit))["actions"]


def pays_for_a_full_hex(match: Match) -> bool:
    """Asked who loses a point, because somebody has fallen back into a full hex."""
    last, asked = match.last, match.decision
    return bool(last and last.action.verb == "fallback" and asked and asked.kind == "overstack")


def test_who_has_moved_is_not_chosen_for_another_question(shared: Server) -> None:
    """Who has fallen back into a full hex is not yet the one who pays for it."""
    found = (played("soissons-1918", "campaign", seed, pays_for_a_full_hex) for seed in range(40))
    match = next(match for match in found if match.decision is not None)
    assert match.last is not None
    action = match.write(match.last.action)
    unit = match.setting.unit_ids[match.last.action.number()]
    match.undo(agreed=True)
    me = shared.player(good(shared.client.post("/api/import", json={"text": text_of(match)})))
    address = f"/api/matches/{me.id}/actions?known=0&follow={quote(unit)}"
    body = {"action": action, "number": match.number}
    now = good(me.client.post(address, json=body, headers=me.headers))["now"]
    assert now["state"]["asked"][0]["kind"] == "overstack"
    assert unit in [subject["name"] for subject in now["subjects"]]
    assert now["chosen"] is None


def test_an_action_comes_with_its_parts_and_its_way(shared: Server) -> None:
    me = at_movement(shared)
    moves = [a for a in good(me.get("/actions"))["actions"] if a["verb"] == "move"]
    far = max(moves, key=lambda one: len(one["way"]))
    assert len(far["way"]) > 1
    assert far["way"][-1] == far["target"] == far["cells"][-1]
    parts = {key: far[key] for key in ("verb", "units", "cells", "words")}
    ruling = good(me.post("/check", parts=parts))
    assert (ruling["allowed"], ruling["action"], ruling["cost"]) == (True, far["text"], far["cost"])
    event = next(e for e in good(me.play(far["text"]))["events"] if e["kind"] == "move")
    assert event["data"]["path"] == far["way"]


def test_a_ruling_names_the_units_and_cells_it_speaks_of(shared: Server) -> None:
    me = at_movement(shared)
    unit = next(s["name"] for s in good(me.get("/subjects"))["subjects"] if s["kind"] == "unit")
    ruling = good(me.post("/check", parts={"verb": "move", "units": [unit], "cells": ["3901"]}))
    assert not ruling["allowed"]
    assert unit in ruling["units"]
    assert all(name in ruling["text"] for name in [*ruling["units"], *ruling["cells"]])


@pytest.mark.parametrize(
    ("body", "says"),
    [
        ({}, "'action' or 'parts' is missing"),
        ({"parts": {"verb": "fly"}}, "'fly' is not an action here"),
        ({"parts": {"verb": "move", "units": ["3Div"]}}, "the cell is missing"),
        ({"parts": {"verb": "move", "units": ["3Div", "5Div"], "cells": ["2216"]}}, "too many words: write"),
        ({"parts": {"verb": "move", "units": ["nobody"], "cells": ["2216"]}}, "no unit is called 'nobody'"),
    ],
)
def test_parts_that_make_no_action_are_refused_in_words(shared: Server, body: dict[str, Any], says: str) -> None:
    me = at_movement(shared)
    answer = me.post("/check", **body)
    assert answer.status_code == 422
    assert says in answer.json()["error"]["text"]


def test_time_travel(shared: Server) -> None:
    me = shared.player(shared.begin("marne-1914", seed="7"))
    states = [me.state()]
    for _ in range(5):
        actions = good(me.get("/actions", limit=1))["actions"]
        good(me.play(actions[0]["text"]))
        states.append(me.state())
    for number, state in enumerate(states):
        then = me.state(at=number)
        assert then["number"] == number
        assert then["latest"] == 5
        for what in ("units", "state", "turn", "phase"):
            assert then[what] == state[what]
    assert me.state(at=0)["asked"][0]["mine"] is False, "nothing is decided in the past"


def test_overlays_and_the_list_of_matches(shared: Server) -> None:
    match = shared.begin("marne-1914", seed="7")
    me = shared.player(match)
    overlays = good(me.get("/overlays"))["overlays"]
    assert {o["kind"] for o in overlays} >= {"zones", "supply"}
    assert any(o["cells"] for o in overlays)
    assert {o["kind"] for o in good(me.get("/overlays", kind="zones"))["overlays"]} == {"zones"}
    listed = shared.client.get("/api/matches").json()
    mine = next(m for m in listed if m["id"] == match["id"])
    assert "table" not in mine, "tokens are never listed"
    assert mine["number"] == 0
