"""Hard positions of a last reading: who chooses the order, who is spared, what happens between two segments."""

from __future__ import annotations

import pytest

import grognard
from grognard.engine import RandomPlayer
from tests.games.soissons_1918.hard.position import isolated
from tests.games.soissons_1918.position import (
    asked,
    listed,
    place,
    play,
    refused,
    retreated,
    steps,
    study,
    until,
)

TWO_HEXES = "162DI 1405 order=prepare \n 42/17 1406 \n 42/131 1306"


def test_16_5_the_owner_orders_the_retreats_of_two_hexes() -> None:
    """16.5 and 16.5.3, rulings K45 and L06: units of both hexes, in any order."""
    match = study("assault entente", TWO_HEXES, dice=[6])
    play(match, "attack 1306-1406 by 162DI", "lead 42/17", "losses 1", "convert 1306")
    assert {text.split()[1] for text in listed(match)} == {"42/17", "42/131"}
    play(match, "retreat 42/17 1412")
    refused(match, "retreat 42/17 1413", "16.5", "42/17 is not the unit going back")
    play(match, "retreat 42/131 1312")
    assert asked(match) == "fallback"


@pytest.mark.parametrize("lines", [TWO_HEXES, TWO_HEXES.replace("42/131", "REM1")])
def test_16_5_3_who_is_spared_by_option(lines: str) -> None:
    """16.5.3 and 16.4.4, option conversion_reach: one loss is the leader's, and a remnant has none to be spared."""
    match = study("assault entente", lines, dice=[6], conversion_reach="one-hex")
    play(match, "attack 1306-1406 by 162DI")
    until(match, "conversion", "lead 42/17", "losses 1")
    assert listed(match) == ["convert 1406", "hold"]
    refused(match, "convert 1306", "16.5.3")


@pytest.mark.parametrize(("option", "kind"), [("any-moment", "fallback"), ("enemy-moves", "maneuver")])
def test_7_0_a_fallback_next_to_a_headquarters(option: str, kind: str) -> None:
    """7.0, 13.2, rulings K08 and K50: who falls back drives it off, but by option only who moves in his own phase."""
    match = study("fallback-1 entente", "HQ-I 1410 \n 42/17 1408 \n 162DI 1402", lone_hq=option)
    play(match, "fallback 42/17 1409")
    assert asked(match) == kind


def test_step_b_10_a_friend_left_isolated_goes_before_the_first_advance() -> None:
    """16.5, 11.2.2 and step B.10, ruling K70: nobody need advance for it."""
    lines = "2US 1612 12 order=low aim=1713 \n HQ-XX 1610 \n 14R/16 1809 \n 14R/53 1713"
    match = study("attack entente", lines, board="map", supply=None, command=None, turn=5, dice=[6])
    play(match, "attack 1713 by 2US")
    until(match, "retreat", "convert 1713", "withdraw 1713")
    play(match, "retreat 14R/53 1715")
    assert (asked(match), isolated(match)) == ("fallback", {"14R/16"})
    play(match, "fallback 14R/16 1818")
    assert (asked(match), retreated(match, "14R/16")) == ("advance", True)


def test_step_g_a_worn_group_makes_way() -> None:
    """Step G, 5.4 and 5.4.4, ruling K124: it would be gone in step H; a whole one is then only reduced."""
    lines = "2US 1405 7 tank=AS-I \n 1US 1406 tank=AS-III \n AS-III 1406 1 \n 42/17 2010"
    match = study("withdrawal entente", lines, turn=6)
    play(match, "withdraw-unit 2US")
    assert listed(match) == ["shift AS-I to 1US", "end"]
    play(match, "shift AS-I to 1US")
    assert (place(match, "AS-III"), place(match, "AS-I"), steps(match, "AS-I")) == ("removed", "1406", 1)


def test_16_5_the_owner_says_which_hex_retreats_by_choice_first() -> None:
    """16.5 and 13.3, ruling L06: 42/131 has no hex to go to before the zone of 42/17 has opened its row again."""
    lines = "162DI 1405 order=prepare \n 42/17 1406 \n 42/131 1306 \n 42/138 1412 \n 11DI 1114"
    match = study("assault entente", lines, dice=[3], supply=None)
    play(match, "attack 1306-1406 by 162DI", "lead 42/17", "hold")
    assert listed(match) == ["withdraw 1306", "withdraw 1406", "hold"]
    play(match, "withdraw 1406", "retreat 42/17 1414")
    assert listed(match) == ["withdraw 1306", "hold"]
    play(match, "withdraw 1306", "retreat 42/131 1312")
    assert (place(match, "42/17"), place(match, "42/131"), isolated(match)) == ("1414", "1312", set())


def test_11_2_1_a_move_is_not_stopped_where_it_forsakes_a_friend() -> None:
    """11.2.1 and 13.2, ruling L05: HQ-STAABS flees from 162DI in 1205, but there 11DI would be cut off."""
    river = " ".join(["1306 1307", *(f"15{column:02d}" for column in range(1, 20))])
    ground = f"terrain unplayable {river} \n terrain ravine 1406 \n terrain town 1404 1405 1607 1608 1609 1610"
    units = "162DI 1405 tank=AS-I \n 11DI 1409 \n 42/17 1008 \n 42/131 1605 \n HQ-STAABS 1106"
    match = study("maneuver entente", f"{ground} \n {units}", supply=None)
    refused(match, "move 162DI 1205", "11.2.1", "isolate a friendly unit")
    play(match, "move 162DI 1407")
    assert isolated(match) == {"11DI", "HQ-STAABS"}
    play(match, "fallback HQ-STAABS 1110")
    assert (place(match, "162DI"), isolated(match)) == ("1206", set())
    play(match, "move 162DI 1407")


@pytest.mark.parametrize(("option", "kind"), [("any-moment", "fallback"), ("enemy-moves", "maneuver")])
def test_7_0_a_fallback_past_a_headquarters(option: str, kind: str) -> None:
    """7.0 and 13.2, ruling K50: whoever passes a headquarters has been next to it, and drives it off."""
    match = study("fallback-1 entente", "HQ-I 1308 \n 42/17 1406 \n 162DI 1405", lone_hq=option)
    play(match, "fallback 42/17 1411")
    assert asked(match) == kind
    if kind == "fallback":
        refused(match, "fallback HQ-I 1307", "13.3", "not far enough")
        play(match, "fallback HQ-I 1304")
        assert (asked(match), retreated(match, "HQ-I")) == ("maneuver", True)


def test_7_0_a_retreat_past_a_headquarters_leaves_the_rest_of_its_hex_alone() -> None:
    """7.0 and 16.5: HQ-I flees from 42/17, while HQ-STAABS, alone for a moment, retreats by its number."""
    lines = "HQ-I 1308 \n 162DI 1405 order=low aim=1406 \n 42/17 1406 \n HQ-STAABS 1406"
    match = study("attack entente", lines, dice=[3])
    play(match, "attack 1406 by 162DI", "withdraw 1406", "retreat 42/17 1411")
    assert asked(match) == "fallback"
    play(match, "fallback HQ-I 1304")
    assert asked(match) == "retreat"
    play(match, "retreat HQ-STAABS 1407")


def test_who_cannot_all_be_served_attack_as_they_can() -> None:
    """4.1, 16.4.5 (ruling K48): the 11th and the Moroccan Division have one target and no common command."""
    match = grognard.start("soissons-1918", "campaign", 35, {})
    chance = RandomPlayer("k48 35")
    while (decision := match.decision) is not None and decision.kind != "combat":
        match.play(chance.choose(decision), by=decision.seat)
    for alone in ("DM", "11DI"):
        assert match.check(match.read(f"attack 0803 by {alone}"), by="entente")
    together = match.check(match.read("attack 0803 by 11DI+DM"), by="entente")
    assert not together
    assert together.case == "16.4.5"
