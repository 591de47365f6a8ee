"""Units that a seat may not identify: covered counters, a log without names, odds over guesses."""

from __future__ import annotations

import re

from tests.server.conftest import Player, Server, error, good
from tests.server.test_secrets import everything_told

HIDDEN_FROM_RED = ("Blue2", "Blue5", "Blue6", "Blue7")


def begun(server: Server) -> tuple[Player, Player, Player]:
    """Blue1 has gone to A2, and Blue5 has joined it there: the top of each stack is Blue1, Blue3 and Blue4."""
    match = server.begin("blind-mans-buff", seed="3")
    blue, red, anybody = (server.player(match, seat) for seat in ("blue", "red", None))
    good(blue.play("move Blue1 A2"))
    good(blue.play("move Blue5 A2"))
    return blue, red, anybody


def test_a_seat_sees_covered_counters(server: Server) -> None:
    _, red, anybody = begun(server)
    state = red.state()
    assert [unit["id"] for unit in state["units"] if unit["side"] == "blue"] == ["Blue1", "Blue3", "Blue4"]
    public = {"side": "blue", "nation": "blue", "symbol": "", "size": "", "colour": "#9db4cc"}
    assert state["covered"] == [
        {**public, "cell": None, "box": "reserve", "label": "2"},
        {**public, "cell": "A2", "box": None, "label": "+"},
        {**public, "cell": "A3", "box": None, "label": "+"},
    ]
    watched = anybody.state()
    assert {unit["side"] for unit in watched["units"]} == {counter["side"] for counter in watched["covered"]}


def test_nothing_that_a_seat_can_ask_names_a_hidden_unit(server: Server) -> None:
    blue, red, anybody = begun(server)
    for player in (red, anybody):
        told = everything_told(player)
        told += "".join(player.get("/overlays", unit=uid).text for uid in HIDDEN_FROM_RED)
        assert "Something goes from A1 to A2." in told
        assert not [uid for uid in HIDDEN_FROM_RED if re.search(rf"\b{uid}\b", told.replace(f"Reach of {uid}", ""))]
    assert "Blue5 goes from A1 to A2." in everything_told(blue)


def test_the_past_is_as_hidden_as_the_present(server: Server) -> None:
    _, red, _ = begun(server)
    good(red.play("end"))
    assert [c["cell"] for c in red.state(at=0)["covered"]] == [None, "A1", "A3"]


def test_a_hidden_unit_cannot_be_asked_about(server: Server) -> None:
    _, red, _ = begun(server)
    answer = good(red.post("/check", action="move Blue5 A3"))
    assert (answer["allowed"], answer["text"]) == (False, "Blue5 is hidden from you: you cannot name it in an action")
    assert "A2" not in error(red.get("/why", unit="Blue5"), 403, "no-seat")["text"]


def test_odds_over_guesses(server: Server) -> None:
    match = server.begin("blind-mans-buff", seed="3")
    blue, red = (server.player(match, seat) for seat in ("blue", "red"))
    for player, actions in ((blue, ("move Blue1 B1", "end")), (red, ("end",)), (blue, ("move Blue1 C1",))):
        for action in actions:
            good(player.play(action))
    found = good(blue.post("/preview", action="attack Blue1 D1"))
    assert found["guesses"] == 12
    assert round(sum(chance["percent"] for chance in found["chances"]), 2) == 100
    assert good(blue.post("/preview", action="move Blue3 A2"))["guesses"] == 0


def test_what_comes_to_light_cannot_be_taken_back_alone(server: Server) -> None:
    match = server.begin("blind-mans-buff", seed="3")
    blue = server.player(match, "blue")
    good(blue.play("move Blue1 A2"))
    assert blue.state()["undo"]["needs"] == []
    for player, action in ((blue, "move Blue4 B3"), (server.player(match, "red"), "end")):
        good(player.play(action))
    good(blue.play("move Blue4 C3"))
    assert blue.state()["undo"]["needs"] == ["red"]


def test_bots_play_it(server: Server) -> None:
    match = server.begin("blind-mans-buff", seed="3", seats={"blue": "bot:sergeant", "red": "bot:colonel"})
    assert server.player(match).wait("over")["outcome"]
