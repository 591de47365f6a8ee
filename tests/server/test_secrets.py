"""What a seat must not learn."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import pytest

import grognard
from grognard.engine import RandomPlayer as Random
from grognard.engine.plain import plain_position
from tests.server.conftest import Player, Server, error, good


def everything_told(player: Player) -> str:
    """All that a seat can ask for, as one text."""
    answers = [player.get(what) for what in ("", "/log", "/subjects", "/actions", "/overlays")]
    with player.client.stream("GET", f"/api/matches/{player.id}/live?since=0", headers=player.headers) as live:
        lines = []
        revision = answers[0].json()["revision"]
        for line in live.iter_lines():
            lines.append(line)
            if line.startswith("data:") and json.loads(line[5:]).get("revision") == revision and len(lines) > 5:
                break
    return "\n".join([*(answer.text for answer in answers), *lines])


def test_two_seats_see_different_things(server: Server) -> None:
    match = server.begin("hide-and-seek", seed="secret-seed-4711")
    red, blue, anybody = (server.player(match, seat) for seat in ("red", "blue", None))
    good(red.play("hide R1 B2"))
    # Red's choice is made but not told; Blue is still asked, and sees only that Red is not.
    assert "R1 B2" not in everything_told(blue)
    assert [asked["side"] for asked in blue.state()["asked"]] == ["blue"]
    good(blue.play("hide B1 C3"))
    for player, own, other in ((red, "R1", "B1"), (blue, "B1", "R1")):
        units = {unit["id"]: unit["cell"] for unit in player.state()["units"]}
        assert units[own] == {"R1": "B2", "B1": "C3"}[own]
        assert units[other] is None
        told = everything_told(player)
        assert f"hide {own}" in told
        assert f"hide {other}" not in told
        assert f"{other} hides" not in told
        assert "secret-seed-4711" not in told
    assert all(unit["cell"] is None for unit in anybody.state()["units"]), "a spectator sees what nobody hides"
    told = everything_told(anybody)
    assert "hide R1" not in told
    assert "hides" not in told
    past = red.state(at=0)
    assert past["viewer"] == "red"
    assert {unit["id"]: unit["cell"] for unit in red.state(at=2)["units"]}["B1"] is None


def test_a_found_unit_is_seen(server: Server) -> None:
    match = server.begin("hide-and-seek", seed=seed_with_first_die(6))
    red, blue, anybody = (server.player(match, seat) for seat in ("red", "blue", None))
    good(red.play("hide R1 B2"))
    good(blue.play("hide B1 C3"))
    answer = good(red.play("search C3"))
    assert [event["kind"] for event in answer["events"]] == ["searches", "dice", "revealed"]
    assert answer["events"][1]["dice"] == [6]
    for player in (red, anybody):
        assert {unit["id"]: unit["cell"] for unit in player.state()["units"]}["B1"] == "C3"


def seed_with_first_die(value: int) -> str:
    from grognard.engine.dice import fair

    return next(str(seed) for seed in range(100) if fair(str(seed), 1, 6) == value)


def test_the_seed_is_sealed_until_the_end(server: Server) -> None:
    from grognard.engine import commitment

    match = server.begin("hide-and-seek", seats={"blue": "open"})
    red = server.player(match, "red")
    token = good(red.post("/join", side="blue"))["token"]
    blue = Player(server.client, match["id"], token)
    for player in (red, blue, server.player(match), server.player(match, None)):
        assert player.state()["seed"] is None
        assert not player.state()["may_export"]
        for form in ("save", "record", "position"):
            error(player.get("/export", form=form), 403, "sealed")
        error(player.post("/fork", number=0), 403, "sealed")
    good(blue.post("/resign"))
    state = red.state()
    assert commitment(state["seed"]) == match["commitment"] == state["commitment"]
    assert red.get("/export", form="save").status_code == 200


def test_odds_do_not_throw_the_dice_to_come(server: Server) -> None:
    """What follows dice is not foretold, or a player could look at them beforehand."""
    me = server.player(server.begin("hide-and-seek"))
    good(me.play("hide R1 A1", side="red"))
    good(me.play("hide B1 C3", side="blue"))
    error(me.post("/preview", actions=["search C3", "search A1"]), 422, "not-understood")


def test_open_seats(server: Server) -> None:
    match = server.begin("hide-and-seek", seats={"red": "open", "blue": "open"})
    assert match["seats"] == {}
    assert match["open"] == ["red", "blue"]
    anybody = server.player(match, None)
    red = Player(server.client, match["id"], good(anybody.post("/join", side="red"))["token"])
    error(anybody.post("/join", side="red"), 409, "no-seat")
    error(anybody.post("/join", side="green"), 409, "no-seat")
    assert red.state()["mine"] == ["red"]
    assert {s["side"]: s["taken"] for s in red.state()["seats"]} == {"red": True, "blue": False}
    good(red.play("hide R1 A1"))


def test_no_list_gives_a_token_away(tmp_path: Path) -> None:
    """Behind a proxy everybody comes from the loopback address: that proves nothing. The owner's key does."""
    public = Server(tmp_path / "m.sqlite", owner="the-owners-key")
    try:
        match = public.begin("hide-and-seek")
        for headers in ({}, {"X-Forwarded-For": "127.0.0.1"}, {"X-Owner": "the-owners-key"}):
            listed = public.client.get("/api/matches", headers=headers).text
            assert match["table"] not in listed
            assert not any(token in listed for token in match["seats"].values())
        path = f"/api/matches/{match['id']}/table"
        for key in ("", "another", "the-owners-ke", "the-owners-key-2"):
            error(public.client.post(path, headers={"X-Owner": key}), 403, "no-seat")
        found = good(public.client.post(path, headers={"X-Owner": "the-owners-key"}))
        assert found == {"table": match["table"]}
    finally:
        public.stop()
    closed = Server(tmp_path / "other.sqlite")
    try:
        match = closed.begin("hide-and-seek")
        error(closed.client.post(f"/api/matches/{match['id']}/table", headers={"X-Owner": ""}), 403, "no-seat")
    finally:
        closed.stop()


# -- the Somme: only its campaign hides anything --


def somme(server: Server, scenario: str) -> tuple[Player, Player, Player]:
    """The Allied bot has decided something; both players' eyes and a spectator's."""
    match = server.begin("somme-1916", scenario=scenario, seed="3", seats={"allied": "bot:sergeant"})
    german = server.player(match, "german")
    german.wait()
    keeper = server.app.state.keeper
    room = keeper.room(match["id"])
    # The eyes of the bot's own seat, which has no token.
    room.stored.seats["allied"] = msgspec.structs.replace(room.seats["allied"], token="the-allied-eyes")
    return Player(server.client, match["id"], "the-allied-eyes"), german, server.player(match, None)


def test_reasons_are_open_where_nothing_is_hidden(server: Server) -> None:
    _, german, anybody = somme(server, "over-the-top")
    assert not german.state()["hidden"]
    for player in (german, anybody):
        entries = [entry for entry in good(player.get("/log"))["entries"] if entry["by"] == "bot"]
        assert entries
        assert all(entry["action"] for entry in entries)
        assert any(entry["reason"] for entry in entries)


def test_the_campaign_tells_no_actions_and_reasons(server: Server) -> None:
    allied, german, anybody = somme(server, "campaign")
    assert german.state()["hidden"]
    for player in (german, anybody):
        entries = [entry for entry in good(player.get("/log"))["entries"] if entry["by"] == "bot"]
        assert entries
        assert {(entry["action"], entry["reason"]) for entry in entries} == {(None, "")}
    assert any(entry["reason"] for entry in good(allied.get("/log"))["entries"])


def test_the_objectives_of_the_campaign_do_not_leak(server: Server) -> None:
    """15.6.1: drawn, changed and named in events for the Allies alone; to the German not even in the odds."""
    match = server.begin("somme-1916", scenario="campaign", seed="3")
    table = server.player(match)
    room = server.app.state.keeper.room(match["id"])
    while not room.match.position.state.objectives:
        asked = table.state()["asked"][0]
        actions = good(table.get("/actions", side=asked["seat"]))["actions"]
        last = [action["text"] for action in actions if action["verb"] in ("end", "pass")] or [actions[0]["text"]]
        good(table.play(last[0], side=asked["seat"]))
    drawn = room.match.position.state.objectives
    assert drawn
    marker = f'"objectives":{json.dumps(drawn, separators=(",", ":"))}'
    assert marker in server.player(match, "allied").get("").text
    for seat in ("german", None):
        player = server.player(match, seat)
        assert '"objectives":[]' in player.get("").text
        told = everything_told(player)
        assert marker not in told
        assert '"kind":"objectives"' not in told
    assert '"kind":"objectives"' in everything_told(server.player(match, "allied"))


@pytest.mark.parametrize("scenario", ["over-the-top", "devil-machines", "away-to-siegfried"])
def test_the_other_scenarios_have_nothing_to_hide(scenario: str) -> None:
    """What the game says of itself is true: no side's view ever differs from the position."""
    match = grognard.start("somme-1916", scenario, 8)
    player = Random("8")
    assert not match.game.hides(match.setting)
    while match.decision is not None and match.number < 400:
        match.play(player.choose(match.decision))
        if match.number % 20 == 0:
            whole = plain_position(match.position)
            for side in match.game.sides:
                assert plain_position(match.game.redact(match.position, side)) == whole
    assert all(event.seen_by is None for event in match.events())
