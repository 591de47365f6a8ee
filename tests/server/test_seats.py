"""Seats: as many as the options of a match say, each with the orders of its own nation."""

from __future__ import annotations

import time
from typing import Any

import msgspec
import pytest

from grognard.server.keeper import Keeper
from grognard.server.storage import Seat
from tests.server.conftest import Player, Server, error, good

THREE = {"seats": "three"}
NAMES = ("british", "french", "german")


def over_the_top(server: Server, **body: Any) -> dict[str, Any]:
    return server.begin("somme-1916", scenario="over-the-top", seed="5", options=THREE, **body)


def to_bombardment(match: dict[str, Any], server: Server) -> None:
    """Through the set-up, by whoever is asked."""
    table = server.player(match)
    while (asked := table.state()["asked"][0])["kind"] != "bombardment":
        actions = good(table.get("/actions", side=asked["seat"]))["actions"]
        end = [action["text"] for action in actions if action["verb"] in ("end", "pass")]
        good(table.play((end or [actions[0]["text"]])[0], side=asked["seat"]))


def test_how_many_seats_there_are(server: Server) -> None:
    def offered(*options: str) -> list[str]:
        answer = server.client.get("/api/games/somme-1916/seats", params={"option": list(options)})
        assert answer.status_code == 200
        return [f"{seat['seat']} {seat['side']} {seat['name']}" for seat in answer.json()]

    assert offered() == ["allied allied Allied", "german german German"]
    assert offered("seats=three") == ["british allied British", "french allied French", "german german German"]
    error(server.client.get("/api/games/somme-1916/seats", params={"option": "seats=nine"}), 404, "unknown-game")


def test_three_players_at_three_tokens(server: Server) -> None:
    match = over_the_top(server)
    assert list(match["seats"]) == list(NAMES)
    british, french, german = (server.player(match, name) for name in NAMES)
    assert [seat["name"] for seat in french.state()["seats"]] == ["British", "French", "German"]
    asked = french.state()["asked"][0]
    assert (asked["seat"], asked["side"], asked["name"], asked["mine"]) == ("british", "allied", "British", False)
    assert asked["verbs"] == []
    assert good(french.get("/subjects"))["subjects"] == []
    assert good(french.get("/actions"))["actions"] == []
    told = error(french.play("end"), 403, "not-asked")
    assert told["text"] == "this decision belongs to British, not French"
    assert told["case"] == "4.0"
    error(french.post("/preview", action="end"), 403, "not-asked")
    error(french.play("end", side="british"), 403, "no-seat")
    good(british.play("end"))
    assert french.state()["asked"][0]["mine"]
    assert french.state()["viewer"] == "french"
    assert good(french.get("/subjects"))["subjects"]
    error(british.play("end"), 403, "not-asked")
    good(french.play("end"))
    good(german.play("end"))
    log = good(german.get("/log"))["entries"]
    assert [(entry["seat"], entry["side"]) for entry in log if entry["number"]] == [
        ("british", "allied"), ("french", "allied"), ("german", "german"),
    ]  # fmt: skip


def test_nobody_orders_the_units_of_another_nation(server: Server) -> None:
    match = over_the_top(server)
    to_bombardment(match, server)
    british, french = server.player(match, "british"), server.player(match, "french")
    names = {subject["name"] for subject in good(british.get("/subjects"))["subjects"]}
    nations = {unit["id"]: unit["nation"] for unit in british.state()["units"]}
    assert {nations[name] for name in names if name in nations} <= {"british"}
    gun = next(id for id, nation in nations.items() if nation == "french" and id.startswith("FrGun"))
    ruling = good(british.post("/check", action=f"bombard N20 by {gun}"))
    assert not ruling["allowed"]
    error(british.play(f"bombard N20 by {gun}"), 422, "refused")
    assert good(french.get("/why", unit=gun))["can"] == [], "not while the British are asked"


def test_taking_back_is_for_the_player_who_has_played(server: Server) -> None:
    match = over_the_top(server)
    british, french = server.player(match, "british"), server.player(match, "french")
    good(british.play("end"))
    asked = good(french.post("/undo"))
    assert (asked["done"], asked["needs"]) == (False, ["british", "german"])
    error(french.post("/agree-undo"), 403, "no-seat")
    good(british.post("/agree-undo", agree=False))
    assert good(british.post("/undo"))["done"]
    assert british.state()["number"] == 0


def test_one_does_not_give_up_for_his_ally(server: Server) -> None:
    match = over_the_top(server)
    asked = good(server.player(match, "french").post("/resign"))
    assert (asked["outcome"], asked["needs"]) == (None, ["british"])
    assert server.player(match, None).state()["outcome"] is None
    answer = good(server.player(match, "british").post("/resign"))
    outcome = answer["outcome"]
    assert (outcome["winner"], outcome["level"], answer["needs"]) == ("german", "Allied resigned", [])


def test_whoever_has_a_bot_for_an_ally_gives_up_alone(server: Server) -> None:
    match = over_the_top(server, seats={"british": "bot:random"})
    assert good(server.player(match, "french").post("/resign"))["outcome"]["winner"] == "german"


def test_a_seat_is_open_another_a_bot(server: Server) -> None:
    """The bot answers for its own nation only; the person for his, the open seat is taken later."""
    match = over_the_top(server, seats={"british": "bot:random", "french": "open"})
    assert (list(match["seats"]), match["open"]) == (["german"], ["french"])
    anybody, german = server.player(match, None), server.player(match, "german")
    error(anybody.post("/join", side="allied"), 409, "no-seat")
    french = Player(server.client, match["id"], good(anybody.post("/join", side="french"))["token"])
    state = french.wait()
    assert state["mine"] == ["french"]
    assert state["asked"][0]["seat"] == "french"
    for _ in range(400):  # the bot stops where the French player is asked, and plays no action of his
        if german.state()["number"]:
            break
        time.sleep(0.05)
    entries = [entry for entry in good(german.get("/log"))["entries"] if entry["number"]]
    assert {(entry["seat"], entry["by"]) for entry in entries} == {("british", "bot")}
    good(french.play("end"))


def test_the_name_of_a_side_stands_for_its_seats(server: Server) -> None:
    match = over_the_top(server, seats={"allied": "human", "german": "open"})
    assert list(match["seats"]) == ["british", "french"]
    table = server.player(match)
    good(table.play("end", side="allied"))
    assert table.state(side="allied")["viewer"] == "french"
    wrong = server.client.post(
        "/api/matches", json={"game": "somme-1916", "options": THREE, "seats": {"englsh": "human"}}
    )
    assert "no seat 'englsh'" in error(wrong, 422, "bad-seat")["text"]


@pytest.mark.parametrize("warm", [True, False])
def test_a_match_with_a_seat_for_each_side_goes_on(server: Server, warm: bool) -> None:
    """Matches of three players that were begun before seats were known: the side's player answers for all."""
    keeper: Keeper = server.app.state.keeper
    match = over_the_top(server)
    room = keeper.room(match["id"])
    seats = {"allied": Seat("human", token="old-allied"), "german": Seat("human", token="old-german")}
    keeper.storage._connection.execute(
        "UPDATE matches SET seats = ? WHERE id = ?", (msgspec.json.encode(seats), match["id"])
    )
    keeper.forget(room)
    allied, german = (Player(server.client, match["id"], f"old-{side}") for side in ("allied", "german"))
    for _ in range(2):
        assert allied.state()["asked"][0]["seat"] == "allied"
        error(german.play("end"), 403, "not-asked")
        good(allied.play("end"))
        if not warm:
            keeper.forget(keeper.room(match["id"]))
    good(german.play("end"))
    assert {entry["seat"] for entry in good(german.get("/log"))["entries"] if entry["number"]} == {"allied", "german"}


def test_a_match_of_three_comes_back_from_its_file(server: Server) -> None:
    match = over_the_top(server)
    table = server.player(match)
    for seat in NAMES:
        good(table.play("end", side=seat))
    text = table.get("/export", form="save").text
    again = good(server.client.post("/api/import", json={"text": text}))
    assert list(again["seats"]) == list(NAMES)
    assert server.player(again).state()["number"] == 3
    keeper: Keeper = server.app.state.keeper
    keeper.forget(keeper.room(match["id"]))
    assert table.state()["number"] == 3
    fork = good(table.post("/fork", number=1))
    assert server.player(fork).state()["asked"][0]["seat"] == "french"
