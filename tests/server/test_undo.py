"""Taking back: freely until dice fall, then by agreement."""

from __future__ import annotations

from tests.server.conftest import Player, Server, error, good


def hidden(server: Server) -> tuple[Player, Player, Player]:
    match = server.begin("hide-and-seek", seats={"blue": "open"})
    red = server.player(match, "red")
    blue = Player(server.client, match["id"], good(red.post("/join", side="blue"))["token"])
    return red, blue, server.player(match)


def test_ones_own_last_action(server: Server) -> None:
    red, blue, _ = hidden(server)
    error(red.post("/undo"), 409, "nothing-to-undo")
    good(red.play("hide R1 A1"))
    assert good(red.post("/undo", number=1)) == {"number": 0, "revision": 3, "done": True, "needs": []}
    assert red.state()["asked"][0]["side"] == "red"
    good(red.play("hide R1 B2"))
    assert blue.state()["number"] == 1


def test_past_dice_only_by_agreement(server: Server) -> None:
    red, blue, table = hidden(server)
    good(red.play("hide R1 A1"))
    good(blue.play("hide B1 A2"))
    good(red.play("search C3"))
    assert red.state()["undo"]["needs"] == ["blue"]
    asked = good(red.post("/undo"))
    assert asked["done"] is False
    assert asked["needs"] == ["blue"]
    assert red.state()["number"] == 3, "nothing happens before the other agrees"
    assert blue.state()["undo"]["asked_by"] == "red"
    error(red.post("/agree-undo"), 403, "no-seat")
    assert good(blue.post("/agree-undo", agree=False))["done"] is False
    error(blue.post("/agree-undo"), 409, "nothing-asked")
    error(red.post("/undo"), 409, "asked-already")
    good(blue.play("search B1"))
    good(blue.post("/undo"))
    error(blue.post("/undo"), 409, "asked-already")
    assert good(red.post("/agree-undo")) == {"number": 3, "revision": 9, "done": True, "needs": []}
    # A wish is void as soon as play goes on.
    good(red.post("/undo"))
    good(blue.play("search A1"))
    error(blue.post("/agree-undo"), 409, "nothing-asked")
    assert table.state()["number"] == 4


def test_the_table_counts_as_both(server: Server) -> None:
    table = server.player(server.begin("hide-and-seek"))
    good(table.play("hide R1 A1", side="red"))
    good(table.play("hide B1 A2", side="blue"))
    good(table.play("search C3"))
    assert good(table.post("/undo"))["done"]
    assert table.state()["number"] == 2


def test_against_a_bot_ones_own_decision_is_taken_back(server: Server) -> None:
    me = server.player(server.begin("hide-and-seek", seats={"blue": "bot:random"}))
    good(me.play("hide R1 A1"))
    me.wait()
    good(me.play("search C3"))
    assert me.wait()["number"] > 3, "the bot has answered"
    undone = good(me.post("/undo"))
    assert undone["done"]
    assert undone["number"] == 2
    assert me.wait()["phase"] == "red"
    good(me.play("search A1"))
    assert me.wait()["number"] > 3


def test_undone_actions_stay_undone_after_a_restart(server: Server) -> None:
    from grognard.server.keeper import Keeper

    me = server.player(server.begin("marne-1914", seed="7"))
    for _ in range(4):
        good(me.play(good(me.get("/actions", limit=1))["actions"][0]["text"]))
    good(me.post("/undo"))
    good(me.post("/undo"))
    good(me.play(good(me.get("/actions", limit=2))["actions"][1]["text"]))
    state = me.state()
    other = Keeper(server.app.state.keeper.storage.path, workers=1)
    try:
        again = other.room(me.id)
        assert again.match.number == state["number"] == 3
        assert again.revision == state["revision"] == 7
        assert again.match.fingerprint() == server.app.state.keeper.room(me.id).match.fingerprint()
    finally:
        other.close()
