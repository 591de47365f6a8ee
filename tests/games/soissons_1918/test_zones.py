"""Zones of control and threat zones (chapter 9)."""

from __future__ import annotations

from grognard.games.soissons_1918.rules.zones import feared
from tests.games.soissons_1918.position import (
    allowed,
    cell,
    cells,
    destinations,
    game,
    names,
    play,
    refused,
    study,
)

ENTENTE, GERMAN = 0, 1
AROUND_0906 = "0805 0806 0905 0907 1005 1006"


def test_9_1_infantry_has_a_zone_in_six_hexes_and_headquarters_none() -> None:
    """9.1: of divisions, regiments and remnants; friends do not lift it, terrain does not matter."""
    lines = "162DI 0906 \n REM1 1510 \n 42/17 2010 \n 42/131 2009 \n HQ-I 0302"
    match = study("maneuver german", f"terrain woods 0907 \n {lines}")
    g = game(match)
    assert g.zone_cells[ENTENTE] == cells(match, AROUND_0906)
    assert g.zones[GERMAN][cell(match, "1511")] == 1
    assert g.zones[GERMAN][cell(match, "2010")] == g.zones[GERMAN][cell(match, "2009")] == 1


def test_9_2_example_threat_stops_at_enemy_zones() -> None:
    """9.2: A in 0906, X in 1003, Y in 0805. Not into 0904 and 1004, not beyond 0905, 0805 and 0806."""
    match = study("maneuver entente", "162DI 0906 \n 42/17 1003 \n 42/131 0805")
    found = names(match, feared(game(match), ENTENTE))
    threat = found - set(AROUND_0906.split())
    assert not {"0904", "1004"} & threat
    beyond = {"0704", "0705", "0706", "0804", "0807", "0904"}
    assert not beyond & threat - {"0807"}
    assert threat == {"0807", "0908", "1007", "1106", "1107", "1105"}


def test_9_2_threat_is_cancelled_by_presence_and_zones() -> None:
    """9.2, rulings K27 to K29: any unit in its own hex, combat units around them; one free hex between is enough."""
    match = study("maneuver entente", "162DI 1405")
    alone = names(match, feared(game(match), ENTENTE))
    assert len(alone) == 6 + 12 + 1
    match = study("maneuver entente", "162DI 1405 \n HQ-WATTER 1407")
    assert alone - names(match, feared(game(match), ENTENTE)) == {"1407"}
    match = study("maneuver entente", "162DI 1405 \n 42/17 1408")
    gone = alone - names(match, feared(game(match), ENTENTE))
    assert gone == {"1407"}
    # K27: 1307 is two hexes away by 1306 and by 1406; with 1406 in the enemy's zone 1306 still leads there.
    match = study("maneuver entente", "162DI 1405 \n 42/17 1507")
    found = names(match, feared(game(match), ENTENTE))
    assert "1307" in found
    assert "1407" not in found


def test_9_1_1_a_unit_in_a_zone_does_not_move() -> None:
    """9.1.1: it may still take orders; and entering a zone ends the move."""
    match = study("maneuver entente", "162DI 1405 \n 11DI 1504 \n 42/17 1406 \n 42/131 1606")
    refused(match, "move 162DI 1404", "9.1.1", "zone of control")
    assert allowed(match, "prepare 162DI")
    assert "1506" in destinations(match, "11DI")
    refused(match, "move 11DI 1508", "9.1.1", "must stop")


def test_9_1_1_ruling_k34_the_zone_at_the_start_holds() -> None:
    """9.1.1, ruling K34: a unit in a zone when the segment begins stays, even if the enemy leaves."""
    for lock in ("segment-start", "current"):
        match = study("maneuver entente", "162DI 1405 \n 153DI 1210 \n 42/17 1406", supply=None, zoc_lock=lock)
        play(match, "move 153DI 1309", "fallback 42/17 1412")
        if lock == "current":
            assert allowed(match, "move 162DI 1404")
        else:
            refused(match, "move 162DI 1404", "9.1.1", "began the segment")


def test_9_1_2_going_back_passes_zones() -> None:
    """9.1.2: through enemy zones and threat zones, but never to an end in a zone of control."""
    match = study("fallback-1 entente", "42/17 1406 \n 162DI 1308")
    assert "1412" in destinations(match, "42/17", "fallback")
    refused(match, "fallback 42/17 1408", "13.3", "next to an enemy")


def test_9_1_3_all_enemies_in_the_zone_are_attacked() -> None:
    """9.1.3: nobody else can attack 1306, so the attacker takes both hexes at once."""
    lines = "162DI 1405 order=prepare \n 42/17 1406 \n 42/131 1306"
    match = study("assault entente", lines)
    refused(match, "attack 1406 by 162DI", "16.1", "1306")
    assert allowed(match, "attack 1306-1406 by 162DI")
