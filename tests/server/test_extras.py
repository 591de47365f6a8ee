"""What the games add to their picture, ways with stops, and the removal of matches."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from grognard.engine import Match
from tests.server.conftest import Server, error, good
from tests.web.played import played, text_of

GAMES = [("marne-1914", "counter-attack"), ("somme-1916", "over-the-top")]


@pytest.mark.parametrize(("game", "scenario"), GAMES)
def test_points_facts_and_reinforcements_name_their_cases(shared: Server, game: str, scenario: str) -> None:
    state = shared.player(shared.begin(game, scenario=scenario, seed="7")).state()
    cases = {case["number"] for case in shared.client.get(f"/api/games/{game}/cases").json()["cases"]}
    units = {unit["id"] for unit in state["units"]}
    assert state["facts"]
    assert state["coming"]
    assert state["standing"]
    assert state["hints"]["guide"]
    for row in [*state["facts"], *state["coming"], *state["points"]]:
        assert row["case"] in cases, row
    for row in state["coming"]:
        assert set(row["units"]) <= units
        assert row["turn"] >= state["turn"]
    assert all(unit["factors"] for unit in state["units"] if unit["cell"])
    assert len({unit["colour"] for unit in state["units"]}) == 3, "three nations, three colours"


def test_the_points_of_the_marne_are_counted_once(shared: Server) -> None:
    match = shared.begin("marne-1914", scenario="counter-attack", seed="7")
    state = shared.player(match).state()
    assert sum(row["points"] for row in state["points"]) == state["state"]["vp"] == 2


def any_status(match: Match) -> bool:
    page = match.game.page_for(match.setting)
    return any(page.status(match.position, unit) for unit in range(len(match.setting.units)))


@pytest.mark.parametrize(("game", "scenario"), GAMES)
def test_every_short_word_of_a_counter_is_explained(shared: Server, game: str, scenario: str) -> None:
    late = played(game, scenario, until=lambda m: m.number >= 150 and any_status(m))
    made = good(shared.client.post("/api/import", json={"text": text_of(late)}))
    state = shared.player(made).state()
    assert state["hints"]["factors"]
    words = {word for unit in state["units"] for word in unit["status"]}
    assert words
    assert words <= set(state["hints"]["statuses"])


@pytest.mark.parametrize(("game", "scenario"), GAMES)
def test_overlays_of_every_kind(shared: Server, game: str, scenario: str) -> None:
    me = shared.player(shared.begin(game, scenario=scenario, seed="7"))
    unit = next(unit for unit in me.state()["units"] if unit["cell"] and unit["symbol"] == "infantry")
    found: dict[str, list[dict[str, Any]]] = {}
    for overlay in good(me.get("/overlays", unit=unit["id"]))["overlays"]:
        found.setdefault(overlay["kind"], []).append(overlay)
    assert {"zones", "supply", "command", "front", "control", "threat", "reach"} <= set(found)
    assert found["reach"][0]["title"] == f"Reach of {unit['id']}"
    assert unit["cell"] not in found["reach"][0]["cells"]
    assert found["threat"][0]["cells"]
    only = good(me.get("/overlays", kind="threat"))["overlays"]
    assert {overlay["kind"] for overlay in only} == {"threat"}


def test_every_unit_and_cell_of_an_event_has_its_name(shared: Server) -> None:
    """Whatever its field is called: a division's 'parts', a 'new' counter, the square a unit is displaced 'by'."""
    wanted = {"separated": "parts", "combined": "new", "exchanged": "new", "displaced": "by"}
    seen: set[str] = set()
    for seed in range(60):
        match = played("somme-1916", "over-the-top", seed)
        if not {event.kind for event in match.events()} & (set(wanted) - seen):
            continue
        me = shared.player(good(shared.client.post("/api/import", json={"text": text_of(match)})))
        units, cells = set(match.setting.unit_ids), set(match.setting.grid.ids)
        for event in (e for entry in good(me.get("/log"))["entries"] for e in entry["events"] if e["kind"] in wanted):
            told = event["data"][wanted[event["kind"]]]
            names = told if isinstance(told, list) else [told]
            seen.add(event["kind"])
            assert set(names) <= (cells if event["kind"] == "displaced" else units), event
            assert set(names) <= set(event["cells"] + event["units"]), "what the page shows on the map"
    assert seen == set(wanted)


def test_the_actions_after_a_first_leg(shared: Server) -> None:
    """A unit that has gone to a stop has fewer points left; nothing is played by asking."""
    match = shared.begin("marne-1914", scenario="counter-attack", seed="7")
    me = shared.player(match)
    good(me.play("end"))
    here = good(me.get("/actions", subject="7DI"))["actions"]
    first = next(action for action in here if action["cost"] == "2 MP" and action["verb"] == "move")
    then = good(me.get("/actions", subject="7DI", after=first["text"]))["actions"]
    assert then
    assert {action["text"] for action in then} != {action["text"] for action in here}
    assert max(float(action["cost"].split()[0]) for action in then if action["verb"] == "move") <= 2
    assert me.state()["number"] == 1
    error(me.get("/actions", subject="7DI", after="move 7DI 3901"), 422, "refused")
    error(me.get("/actions", subject="7DI", after="dance"), 422, "not-understood")


def test_a_number_is_a_subject_like_any_other(shared: Server) -> None:
    """Somme: 'spend 3' is chosen by its number."""
    tried = (played("somme-1916", "over-the-top", seed, until=is_asked_to_spend) for seed in range(12))
    match = next(match for match in tried if match.decision is not None)
    me = shared.player(good(shared.client.post("/api/import", json={"text": text_of(match)})))
    subject = good(me.get("/subjects"))["subjects"][0]
    assert subject["kind"] == "number"
    (action,) = good(me.get("/actions", subject=subject["name"]))["actions"]
    assert action["text"] == f"spend {subject['name']}"


def is_asked_to_spend(match: Match) -> bool:
    return any(decision.kind == "replacement-plan" for decision in match.decisions.values())


def test_a_match_is_removed_for_good(server: Server) -> None:
    match, other = server.begin("hide-and-seek"), server.begin("hide-and-seek")
    table = server.player(match)
    good(table.play("hide R1 A1"))
    one_side = server.player(match, "red")
    error(server.client.delete(f"/api/matches/{match['id']}", headers=one_side.headers), 403, "no-seat")
    error(server.client.delete(f"/api/matches/{match['id']}"), 403, "no-seat")
    gone = server.client.delete(f"/api/matches/{match['id']}", headers=table.headers)
    assert good(gone) == {"removed": match["id"]}
    error(table.get(), 404, "unknown-match")
    assert [one["id"] for one in server.client.get("/api/matches").json()] == [other["id"]]
    # The other match is untouched, and its journal still guarded.
    good(server.player(other).play("hide R1 A1"))
    with pytest.raises(Exception, match="only grows"), server.app.state.keeper.storage._transaction() as db:
        db.execute("DELETE FROM journal")


def test_a_match_that_others_play_is_not_removed(server: Server) -> None:
    match = server.begin("hide-and-seek", seats={"blue": "open"})
    table = server.player(match)
    good(table.post("/join", side="blue"))
    error(server.client.delete(f"/api/matches/{match['id']}", headers=table.headers), 403, "no-seat")
    good(table.post("/resign", side="red"))
    assert server.client.delete(f"/api/matches/{match['id']}", headers=table.headers).status_code == 200


def test_a_match_is_removed_while_bots_play_it(server: Server) -> None:
    match = server.begin("marne-1914", seats={"cp": "bot:random", "entente": "bot:random"})
    headers = server.player(match).headers
    assert server.client.delete(f"/api/matches/{match['id']}", headers=headers).status_code == 200
    error(server.player(match).get(), 404, "unknown-match")


def asks_for(verb: str) -> Callable[[Match], bool]:
    return lambda match: match.decision is not None and any(a.verb == verb for a in match.decision.all_actions())


@pytest.mark.parametrize(("game", "scenario"), GAMES)
def test_a_cost_comes_with_its_number(shared: Server, game: str, scenario: str) -> None:
    moving = played(game, scenario, until=asks_for("move"))
    me = shared.player(good(shared.client.post("/api/import", json={"text": text_of(moving)})))
    moves = [a for a in good(me.get("/actions", limit=4000))["actions"] if a["verb"] == "move"]
    assert moves
    for move in moves:
        assert move["cost"] == f"{move['amount']:g} MP"


def test_the_arithmetic_of_a_fight_comes_in_its_own_form(shared: Server) -> None:
    fighting = played("marne-1914", "counter-attack", until=asks_for("attack"))
    me = shared.player(good(shared.client.post("/api/import", json={"text": text_of(fighting)})))
    attack = next(a for a in good(me.get("/actions", limit=4000))["actions"] if a["verb"] == "attack")
    answer = good(me.post("/preview", action=attack["text"], number=me.state()["number"]))
    (event,) = [event for event in answer["certain"] if event["kind"] == "odds"]
    (sums,) = event["sums"]
    assert {"attack", "defence"} <= {rows["name"] for rows in sums["lists"]}
    attack_rows = next(rows["rows"] for rows in sums["lists"] if rows["name"] == "attack")
    totals = {total["name"]: total["value"] for total in sums["totals"]}
    assert totals["attack total"] == str(sum(row["value"] for row in attack_rows))
    assert all(row["case"] for rows in sums["lists"] for row in rows["rows"])
    summary = answer["summary"]
    assert summary["own"] >= 0
    assert summary["enemy"] >= 0
    assert 0 <= summary["badly"] <= 100 - summary["cleared"] + 0.01


def test_what_can_be_attacked_comes_with_the_position(shared: Server) -> None:
    fighting = played("marne-1914", "counter-attack", until=asks_for("attack"))
    me = shared.player(good(shared.client.post("/api/import", json={"text": text_of(fighting)})))
    now = good(me.get("/now"))
    attacks = [a for a in good(me.get("/actions", limit=4000))["actions"] if a["verb"] == "attack"]
    assert {aim["cell"] for aim in now["aims"]} == {a["target"] for a in attacks}
    assert sorted(way["text"] for aim in now["aims"] for way in aim["ways"]) == sorted(a["text"] for a in attacks)
    assert all(aim["best"] for aim in now["aims"])


def test_the_best_odds_are_those_of_the_fight(shared: Server) -> None:
    fighting = played("marne-1914", "counter-attack", until=asks_for("attack"))
    me = shared.player(good(shared.client.post("/api/import", json={"text": text_of(fighting)})))
    now = good(me.get("/now"))
    aim = next(aim for aim in now["aims"] if len(aim["ways"]) == 1)
    answer = good(me.post("/preview", action=aim["ways"][0]["text"], number=now["state"]["number"]))
    (event,) = [event for event in answer["certain"] if event["kind"] == "odds"]
    assert int(aim["best"]) == event["data"]["odds"]["column"]


def test_several_actions_are_played_in_one_request(shared: Server) -> None:
    fighting = played("marne-1914", "counter-attack", until=asks_for("attack"))
    me = shared.player(good(shared.client.post("/api/import", json={"text": text_of(fighting)})))
    attack, number = good(me.get("/now"))["aims"][0]["ways"][0]["text"], me.state()["number"]
    answer = good(me.post("/actions", action=attack, then=["resolve", "end"], number=number))
    assert answer["number"] == number + 2, "no further than the dice"
    assert {"declare", "combat"} <= {event["kind"] for event in answer["events"]}
    # What cannot follow is left undone; what went before stands.
    fresh = shared.player(good(shared.client.post("/api/import", json={"text": text_of(fighting)})))
    answer = good(fresh.post("/actions", action=attack, then=["end"], number=number))
    assert answer["number"] == number + 1
