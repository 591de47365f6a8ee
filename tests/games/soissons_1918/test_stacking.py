"""Stacking (chapter 10)."""

from __future__ import annotations

import pytest

from grognard.games.soissons_1918.rules.stacking import may_share
from tests.games.soissons_1918.position import (
    allowed,
    asked,
    destinations,
    game,
    place,
    play,
    refused,
    steps,
    study,
)


@pytest.mark.parametrize(
    ("lines", "fits"),
    [
        ("162DI 1405 \n 11DI 1405", False),
        ("162DI 1405 7 \n REM1 1405", False),  # S18-101
        ("162DI 1405 3 \n 1US 1405 3", True),  # S18-104
        ("162DI 1405 3 \n 1US 1405 4", False),
        ("162DI 1405 6", True),
        ("42/17 1405 \n 42/131 1405 \n 42/138 1405", True),
        ("42/17 1405 \n 42/131 1405 \n 14R/16 1405", False),
        ("42/17 1405 \n 14R/16 1405", True),
        ("42/17 1405 \n 42/131 1405 \n 42/138 1405 \n REM1 1405", False),
        ("REM1 1405 \n REM2 1405 \n REM3 1405 \n REM4 1405 \n REM5 1405 \n REM6 1405", True),
        ("REM1 1405 \n REM2 1405 \n REM3 1405 \n REM4 1405 \n 42/17 1405", False),
        ("HQ-WATTER 1405 \n 42/17 1405 \n 42/131 1405 \n 42/138 1405", True),
    ],
)
def test_10_0_what_a_hex_holds(lines: str, fits: bool) -> None:
    """10.0: one division of 7 or more, three regiments of a division, or 6 points of anything."""
    match = study("maneuver german", lines)
    g = game(match)
    ruling = may_share(g, [u for u in g.on_map(0) + g.on_map(1) if not g.setting.is_tank[u]])
    assert bool(ruling) is fits
    if not fits:
        assert ruling.case == "10.0"


def test_10_0_limits_hold_at_the_end_of_a_move() -> None:
    """10.0: a division may not pass another, and may end with it only within 6 points."""
    match = study("maneuver entente", "162DI 1405 \n 11DI 1406 \n 153DI 1403 4 \n 72DI 1404 2")
    refused(match, "move 162DI 1406", "10.0", "18 strength points")
    assert "1408" in destinations(match, "162DI"), "round it"
    assert "1404" in destinations(match, "153DI") or allowed(match, "move 162DI 1304")
    match = study("maneuver entente", "162DI 1405 \n terrain woods 1406", board="blank")
    assert "1407" in destinations(match, "162DI")


def test_10_0_a_division_does_not_pass_another() -> None:
    """10.0, 12.0: on a narrow board there is no other way; regiments pass."""
    text = "board blank 1-19 14-14"
    lines = f"{text} \n 162DI 1405 \n 11DI 1406 4 \n 42/17 1415 \n 42/131 1414"
    match = study("maneuver entente", lines, board="map")
    assert "1407" not in destinations(match, "162DI")
    match = study("maneuver german", lines, board="map")
    assert "1412" in destinations(match, "42/17")


def test_10_0_regiments_of_one_division_may_join() -> None:
    """10.0: in a move too."""
    match = study("maneuver german", "42/17 1405 \n 42/131 1406 \n 14R/16 1407 \n 14R/53 1407 \n REM1 1406")
    assert "1407" not in destinations(match, "42/17")
    assert "1406" not in destinations(match, "42/17"), "7 points with a remnant"


def test_10_0_overstacked_after_a_fallback() -> None:
    """10.0, rulings K72 and L03: where no other hex is left, the owner eliminates points of his choice."""
    lines = "board blank 1-7 14-14 \n 162DI 1405 \n 42/17 1406 \n 14R/16 1407 3 \n 115/40 1407 3"
    match = study("fallback-1 entente", lines, board="map")
    play(match, "fallback 42/17 1407")
    assert asked(match) == "overstack"
    play(match, "lose 14R/16", "lose 14R/16", "lose 42/17")
    assert asked(match) == "fallback"
    assert (steps(match, "42/17"), place(match, "14R/16")) == (2, "removed")
