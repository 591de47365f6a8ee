"""Hard positions of chapter 12, second half: hit points, retreat and advance."""

from __future__ import annotations

import pytest

from tests.games.friedensturm_1918.hard.position import BOTH, battle, roll_for
from tests.games.friedensturm_1918.position import (
    asked,
    destinations,
    disorder,
    listed,
    of_kind,
    place,
    play,
    refused,
    steps,
    study,
    until,
)


@pytest.mark.parametrize(
    ("name", "lead", "left", "state"),
    [("F12-11", "19ID/74", (0, 3), "none"), ("F12-11t", "206ID", (2, 2), "disorganised")],
)
def test_points_that_can_be_a_step_must_be_one(name: str, lead: str, left: tuple[int, int], state: str) -> None:
    """A4, by who leads."""
    match = study("combat german", f"19ID/74 10.10 \n 206ID 10.10 \n 10DI 10.11 \n {BOTH}")
    battle(match, "10.11", "19ID/74,206ID", f"lead {lead}", attacker=4, rolls=(2, 2))
    assert (steps(match, "19ID/74"), steps(match, "206ID")) == left, name
    assert disorder(match, "206ID") == state
    assert left[0] == 0 or disorder(match, "19ID/74") == "none"


def test_f12_12_two_stosstruppen_at_most() -> None:
    """F12-12: one by the asterisk, one more for the 2 points; in fog, for our table has no A2 with an asterisk."""
    lines = f"19ID/74 10.10 stoss=ST-1 \n 19ID/78 10.10 stoss=ST-2 \n 58DI 10.11 1 \n {BOTH}"
    for given, left in ((["ST-1", "ST-2"], 2), (["ST-1", "19ID/74"], 1)):
        match = study("combat german", lines, weather="fog")
        roll_for(match, "10.11", "19ID/74,19ID/78", "use", "lead 19ID/74", attacker=3, star=True, rolls=(2, 2))
        play(match, "attack 10.11", "all", "use", "lead 19ID/74")
        assert set(listed(match)) == {"lose ST-1", "lose ST-2"}
        play(match, f"lose {given[0]}")
        assert set(listed(match)) == {"lose 19ID/74", "lose ST-2"}
        play(match, f"lose {given[1]}")
        assert (place(match, "ST-1"), steps(match, "19ID/74")) == ("lost", left)
        assert asked(match) != "hits"


def test_f12_13_who_may_advance() -> None:
    """F12-13: the untouched regiment, two hexes; the guns disorganised one division, the other lost a step."""
    lines = f"206ID 10.10 \n 222ID 09.11 \n 19ID/74 10.10 \n 58DI 10.11 1 \n ACA-1 10.12 \n {BOTH}"
    match = study("combat german", lines)
    units, answers = "206ID,222ID,19ID/74", ("support ACA-1", "disorganise 222ID", "lead 206ID")
    roll_for(match, "10.11", units, *answers, attacker=3, rolls=(2, 6), before=(2,))
    play(match, "attack 10.11", "all", "support ACA-1", "disorganise 222ID", "lead 206ID")
    assert asked(match) == "advance"
    refused(match, "advance 206ID 10.11", "12.4", "lost steps")
    refused(match, "advance 222ID 10.11", "12.4", "disorganised")
    play(match, "advance 19ID/74 10.11", "advance 19ID/74 10.12")
    assert asked(match) != "advance"


@pytest.mark.parametrize(("name", "stoss", "goes"), [("F12-14", "", False), ("F12-14t", "stoss=ST-1", True)])
def test_from_zone_to_zone_in_the_advance(name: str, stoss: str, goes: bool) -> None:
    lines = f"206ID 10.09 \n 19ID/74 10.09 {stoss} \n 58DI 10.10 1 \n 36DI 09.11 \n {BOTH}"
    match = study("combat german", lines)
    answers = ("hold", "lead 19ID/74") if stoss else ("lead 19ID/74",)
    roll_for(match, "10.10", "206ID,19ID/74", *answers, attacker=0, rolls=(2, 6))
    play(match, "attack 10.10", "all", *answers)
    assert asked(match) == "advance"
    play(match, "advance 19ID/74 10.10")
    if goes:
        play(match, "advance 19ID/74 10.11")
        assert place(match, "19ID/74") == place(match, "ST-1") == "10.11", name
    else:
        refused(match, "advance 19ID/74 10.11", "12.4", "one enemy zone")
        assert destinations(match, "19ID/74", "advance") == {"10.09", "11.10", "11.11"}


def test_f12_15_a_river_ends_the_retreat() -> None:
    """F12-15: D9, three hexes declared, one gone: 6 points are left, and the division is disorganised."""
    wet = "side major-river 10.10-10.11 10.10-09.11 10.10-11.11"
    lines = f"{wet} \n 19ID/74 10.09 stoss=ST-1 \n 206ID 10.09 \n 46RD 09.10 \n 222ID 11.10 \n 18DI 10.10 \n {BOTH}"
    match = study("combat german", lines)
    answers = ("use", "lead 19ID/74")
    roll_for(match, "10.10", "19ID/74,206ID,46RD,222ID", *answers, defender=9, rolls=(6, 2))
    play(match, "attack 10.10", "all", *answers)
    events = until(match, "combat", "withdraw 3", "retreat 10.11")
    assert len(of_kind(events, "retreat")) == 1
    assert (place(match, "18DI"), steps(match, "18DI"), disorder(match, "18DI")) == ("10.11", 1, "disorganised")
