"""Hard positions of chapter 17: air units."""

from __future__ import annotations

import pytest

from tests.games.friedensturm_1918.hard.position import BOTH, coordination, roll_for
from tests.games.friedensturm_1918.position import (
    allowed,
    asked,
    fight,
    force,
    game,
    listed,
    number,
    of_kind,
    place,
    play,
    refused,
    steps,
    study,
    until,
    who,
)

BASES = """
    AOK-18 10.03 \n HQ-III 10.17 \n AIR-I 10.03 mission=1 base=AOK-18 \n AIR-II 10.03 mission=1 base=AOK-18
    AIR-FEQUANT 10.17 mission=1 base=HQ-III \n AIR-CHABERT 10.17 mission=1 base=HQ-III
    AIR-VUILLEMIN 10.17 mission=1 base=HQ-III \n 206ID 10.10 \n 18DI 10.11 \n 36DI 10.13
"""


def test_f17_01_a_pass_is_final() -> None:
    """F17-01: the German has one left, and never comes to it."""
    match = study("air german", BASES, air="yes")
    play(match, "assist AIR-I 10.11", "interdict AIR-FEQUANT 10.09")
    assert who(match) == "german"
    play(match, "end", "interdict AIR-CHABERT 10.08")
    assert (asked(match), who(match)) == ("air", "allied")
    play(match, "interdict AIR-VUILLEMIN 10.07")
    assert (asked(match), who(match)) == ("movement", "german")


def test_f17_02_the_other_player_s_remaining_units() -> None:
    """F17-02: one after the other, or stop."""
    match = study("air german", BASES, air="yes")
    play(match, "assist AIR-I 10.11", "interdict AIR-FEQUANT 10.09", "interdict AIR-II 10.13")
    assert (asked(match), who(match)) == ("air", "allied")
    stop = match.clone()
    play(match, "interdict AIR-CHABERT 10.08")
    assert (asked(match), who(match)) == ("air", "allied")
    play(match, "interdict AIR-VUILLEMIN 10.07")
    assert asked(match) == "movement"
    play(stop, "end")
    assert asked(stop) == "movement"


def test_f17_03_fifteen_hexes() -> None:
    """F17-03: 35.23 from 35.08; F17-03t: not 35.24."""
    lines = "AOK-7 35.08 \n AIR-I 35.08 mission=1 base=AOK-7 \n 18DI 35.20 \n 206ID 35.10 \n HQ-VI 32.30"
    match = study("air german", lines, scenario="blucher", turn=2, blank=False, air="yes")
    assert allowed(match, "interdict AIR-I 35.23")
    refused(match, "interdict AIR-I 35.24", "17.1", "15 hexes")


def test_f17_04_a_headquarters_that_moves_loses_its_aircraft() -> None:
    """F17-04: until next turn."""
    match = study("movement german", BASES, air="yes", weather="fog")
    play(match, "move AOK-18 10.02")
    state = game(match).state
    for uid in ("AIR-I", "AIR-II"):
        assert (place(match, uid), state.back[number(match, uid)]) == ("off-map", state.turn + 1)


def test_f17_05_air_reinforcements_fly_at_once() -> None:
    """F17-05: in fair weather; in fog too, for it lies over the German phases only."""
    for weather in ("fair", "fog"):
        match = study(
            "phases allied", start=True, turn=5, sequence=3, supply=None, command=None, air="yes", weather=weather
        )
        until(match, "air")
        assert who(match) == "allied"
        for uid in ("AIR-VILLOME", "AIR-VUILLEMIN", "AIR-CHABERT"):
            assert any(action.startswith("interdict") for action in listed(match, uid))


def test_f17_06_the_fifth_finds_no_room() -> None:
    """F17-06: off the map until next turn (Q76)."""
    based = "\n".join(f"AIR-{name} 10.17 base=HQ-X" for name in ("FEQUANT", "CHABERT", "VILLOME", "MENARD"))
    lines = f"HQ-X 10.17 \n {based} \n AIR-VUILLEMIN 10.12 mission=4 \n AOK-18 10.02 \n 206ID 10.08 \n 18DI 10.14"
    match = study("adjustment allied", lines, air="yes")
    assert place(match, "AIR-VUILLEMIN") == "off-map"
    fewer = study("adjustment allied", lines.replace("AIR-MENARD 10.17 base=HQ-X", ""), air="yes")
    assert place(fewer, "AIR-VUILLEMIN") == "10.17"


def test_f17_07_support_of_both_sides_cancels() -> None:
    """F17-07: +1 and -1 for each."""
    lines = f"206ID 10.10 \n 18DI 10.11 \n AIR-I 10.11 mission=3 \n AIR-FEQUANT 10.11 mission=3 \n {BOTH}"
    events = fight(study("combat german", lines, air="yes"), "10.11", "206ID", dice=[3, 4, 3, 3])
    for side in ("german", "allied"):
        rows = coordination(events, side).data["rows"]
        assert [row.split(" (")[0] for row in rows] == ["friendly air support +1", "enemy air support -1"]
        assert coordination(events, side).data["drm"] == 0


def test_f17_08_observation_is_for_the_attacker() -> None:
    """F17-08: column 5 for 4 points; the defender's 2 stay 2."""
    lines = "206ID 10.10 \n GCA-1 10.09 \n GCA-2 10.09 \n 18DI 10.11 \n ACA-1 10.12"
    lines += f"\n AIR-I 10.11 mission=2 \n AIR-FEQUANT 10.11 mission=2 \n {BOTH}"
    match = study("combat german", lines, air="yes")
    force(match, 1, 1, 3, 4, 3, 3)
    events = play(match, "attack 10.11", "support GCA-1", "support GCA-2", "support ACA-1", "end")
    shots = {e.data["side"]: (e.data["points"], e.data["column"]) for e in of_kind(events, "bombardment")}
    assert shots == {"allied": (2, 2), "german": (4, 5)}


@pytest.mark.parametrize(("name", "zone", "cost"), [("F17-09", "", 1), ("F17-09t", "222ID 09.12", 2)])
def test_interdiction_on_the_way_back(name: str, zone: str, cost: int) -> None:
    """18DI goes back from 10.10 to 10.11; D3 is saved by the hex, the steps are for the way."""
    lines = f"206ID 10.09 \n {zone} \n 18DI 10.10 \n AIR-I 10.11 mission=4 \n {BOTH}"
    match = study("combat german", lines, air="yes")
    roll_for(match, "10.10", "206ID", defender=3, rolls=(3, 2))
    play(match, "attack 10.10")
    until(match, "retreat", "withdraw 1")
    play(match, "retreat 10.11")
    assert (place(match, "18DI"), steps(match, "18DI")) == ("10.11", 3 - cost), name


def test_f17_10_aircraft_do_not_bar_a_forced_march() -> None:
    """F17-10: below an enemy air unit (Q16)."""
    road = "\n".join(f"link road 05.{row:02}-05.{row + 1:02}" for row in range(2, 18))
    lines = f"{road} \n 18DI 05.17 \n AIR-I 05.10 mission=4 \n 206ID 20.02 \n {BOTH}"
    match = study("movement allied", lines, air="yes", weather="fog")
    until(match, "movement")
    play(match, "force 18DI 05.09")
    assert place(match, "18DI") == "05.09"


def test_f17_11_a_headquarters_overrun() -> None:
    """F17-11: lost with its hex; its airmen come back next turn (Q73)."""
    lines = "84ID 10.10 1 \n AOK-18 10.10 \n AIR-I 10.10 base=AOK-18 \n AOK-7 10.01 \n 18DI 10.11 \n 36DI 09.11"
    match = study("combat allied", f"{lines} \n HQ-III 10.19 \n 7RD 18.10 \n 126DI 18.11", air="yes")
    roll_for(match, "10.10", "18DI,36DI", "lead 18DI", defender=6, rolls=(2, 3))
    play(match, "attack 10.10", "all", "lead 18DI")
    assert (place(match, "84ID"), place(match, "AOK-18"), place(match, "AIR-I")) == ("lost", "lost", "off-map")
    state = game(match).state
    assert state.back[number(match, "AIR-I")] == state.turn + 1
