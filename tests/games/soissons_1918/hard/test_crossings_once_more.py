"""Hard positions of a last reading: who chooses the order, who is spared, what happens between two segments."""

from __future__ import annotations

import pytest

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
