"""Tank groups (5.4) and the withdrawal of Spent divisions (5.3, step G)."""

from __future__ import annotations

import pytest

from tests.games.soissons_1918.position import (
    allowed,
    asked,
    game,
    listed,
    number,
    place,
    play,
    refused,
    steps,
    study,
    until,
)

BOX = "AS-I tank-box 2"


def test_step_b_2a_shifting_between_divisions() -> None:
    """Step B.2a, 5.4.2, ruling K92: adjacent, in command, the same corps, one group each, once a segment."""
    lines = "162DI 1405 tank=AS-I \n 11DI 1406 \n 1US 1505 \n 153DI 1408 \n 42/17 2010"
    match = study("shift entente", lines)
    refused(match, "shift AS-I to 1US", "5.4.2", "another corps")
    refused(match, "shift AS-I to 153DI", "5.4.2", "not adjacent")
    play(match, "shift AS-I to 11DI")
    assert place(match, "AS-I") == "1406"
    assert asked(match) != "shift", "once a segment, and nobody else has one"
    full = study("shift entente", f"{lines} \n 72DI 1404 tank=AS-III \n 11DI 1406 tank=AS-IV \n 153DI 1305")
    refused(full, "shift AS-I to 11DI", "5.4", "already")


def test_step_b_2a_ravines_and_command() -> None:
    """Step B.2, step B.2a, 5.4.2: a ravine without a road lies between; out of command nobody takes tanks (8.3)."""
    lines = "terrain ravine 1406 \n 162DI 1405 tank=AS-I \n 11DI 1406 \n 153DI 1404 \n 42/17 2010"
    match = study("shift entente", lines)
    refused(match, "shift AS-I to 11DI", "5.4.2", "ravine")
    assert allowed(match, "shift AS-I to 153DI")
    match = study("shift entente", "162DI 1405 tank=AS-I \n 11DI 1406 \n 42/17 2010", command="no")
    assert asked(match) != "shift"


def test_step_b_2b_from_the_box() -> None:
    """Step B.2b, 5.4.2, ruling K10: in command, and a way for tanks from the west edge."""
    lines = f"{BOX} \n 162DI 1405 \n 11DI 1605 \n 42/17 2010"
    match = study("attach entente", lines)
    play(match, "attach AS-I to 162DI")
    assert (place(match, "AS-I"), steps(match, "AS-I")) == ("1405", 2)
    wall = "terrain ravine " + " ".join(f"{row:02d}03" for row in range(1, 27))
    assert asked(study("attach entente", f"{wall} \n {lines}")) != "attach"
    road = study("attach entente", f"{wall} \n link road 1402-1403-1404 \n {lines}")
    assert allowed(road, "attach AS-I to 162DI")
    zones = "\n".join(f"unit Z{row} like 42/17 \n Z{row} {row:02d}03" for row in range(1, 27, 2))
    assert asked(study("attach entente", f"{zones} \n {lines}")) != "attach"


def test_5_4_a_tank_group_goes_with_its_division() -> None:
    """5.4: one for each, always in its hex; the division's end is its own."""
    match = study("maneuver entente", "162DI 1405 tank=AS-I \n 42/17 2010")
    play(match, "move 162DI 1407")
    assert place(match, "AS-I") == "1407"
    refused(match, "move AS-I 1408", "5.4", "with their divisions")


def test_5_4_tanks_of_a_division_that_may_not_attack() -> None:
    """5.4, S18-044: they cannot help, for their division is no attacker."""
    lines = "162DI 1405 order=low aim=1406 \n 1US 1506 order=low aim=1406 disruption=1 tank=AS-I \n 42/17 1406"
    match = study("attack entente", f"{lines} \n HQ-I 1402", command=None)
    refused(match, "attack 1406 by 162DI,1US", "16.4.5")


def test_step_h_tank_attrition() -> None:
    """Step H, 5.4.3: on the map full groups are reduced and reduced ones gone; the box is spared."""
    lines = "162DI 1405 tank=AS-I \n 11DI 1605 tank=AS-III \n AS-III 1605 1 \n AS-IV tank-box 2 \n 42/17 2010"
    match = study("attrition entente", lines, turn=6)
    assert (place(match, "AS-I"), steps(match, "AS-I")) == ("1405", 1)
    assert place(match, "AS-III") == "removed"
    assert (place(match, "AS-IV"), steps(match, "AS-IV")) == ("tank-box", 2)


# -- 5.3 Spent divisions --


@pytest.mark.parametrize(
    ("uid", "left", "spent"),
    [("1US", 8, False), ("1US", 7, True), ("162DI", 5, False), ("162DI", 4, True), ("15BR", 5, True), ("28D", 4, True)],
)
def test_5_3_when_a_division_is_spent(uid: str, left: int, spent: bool) -> None:
    """5.3, S18-056: 5 losses, for Americans 7."""
    match = study("maneuver entente", f"{uid} 1405 {left}")
    assert game(match).is_spent(number(match, uid)) is spent


def test_step_g_spent_divisions_leave_or_stay_for_good() -> None:
    """Step G, 5.3: a division once kept may not be withdrawn later."""
    lines = "162DI 1405 4 \n 11DI 1605 4 \n 153DI 1805 \n 42/17 2010"
    match = study("withdrawal entente", lines, turn=6)
    refused(match, "withdraw-unit 153DI", "5.3", "not Spent")
    play(match, "withdraw-unit 162DI", "end")
    assert (place(match, "162DI"), place(match, "11DI")) == ("withdrawn", "1605")
    assert game(match).state.stays[number(match, "11DI")]
    again = study("withdrawal entente", "162DI 1405 4 \n 11DI 1605 4 stays \n 42/17 2010", turn=9)
    refused(again, "withdraw-unit 11DI", "5.3", "stays to the end")


def test_step_g_ruling_k96_its_tanks_go_to_any_corps() -> None:
    """Step G, S18-053: an adjacent division in command; else they are lost."""
    lines = "2US 1405 7 tank=AS-I \n 162DI 1406 \n 42/17 2010"
    match = study("withdrawal entente", lines, turn=6)
    play(match, "withdraw-unit 2US")
    assert asked(match) == "heir"
    play(match, "shift AS-I to 162DI")
    assert (place(match, "AS-I"), steps(match, "AS-I")) == ("1406", 1), "reduced in step H of the same night"
    alone = study("withdrawal entente", "2US 1405 7 tank=AS-I \n 162DI 1409 \n 42/17 2010", turn=6)
    play(alone, "withdraw-unit 2US")
    assert place(alone, "AS-I") == "removed"


def test_step_g_a_withdrawal_can_isolate_a_friend() -> None:
    """Step G, 5.3, 13.2: who must then fall back at once."""
    lines = "162DI 1613 \n 11DI 1711 4 \n 42/17 1411 \n 42/131 1913 \n 14R/16 1314"
    match = study("withdrawal entente", lines, board="map", supply=None, turn=6)
    play(match, "withdraw-unit 11DI")
    assert match.decision is not None
    assert (asked(match), match.decision.side) == ("fallback", "entente")
    assert "162DI must fall back" in match.decision.prompt


def test_5_3_spent_german_divisions_remain() -> None:
    """5.3, ruling K55: they cannot attack, but break into regiments that are not Spent."""
    match = study("fallback-1 entente", "28D 1410 4 corps=WATTER \n 162DI 1405")
    assert "breakdown 28D into 2-2" in listed(match)
    until(match, "maneuver")
