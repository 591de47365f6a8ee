"""Hard positions of a second reading: where two rules meet that no other position brings together."""

from __future__ import annotations

from tests.games.soissons_1918.hard.position import isolated
from tests.games.soissons_1918.position import (
    allowed,
    asked,
    destinations,
    place,
    play,
    refused,
    retreated,
    study,
)

GUNS = 'guns {"german-heavy": 3, "german-air": 1}'
FULL = ("bombard 1408 with heavy",) * 3 + ("bombard 1408 with air",)


# -- headquarters left alone --


def test_7_0_a_bombardment_kills_the_escort() -> None:
    """7.0 and step B.9e, ruling K50: the headquarters flees before anybody advances; by option it waits for a move."""
    lines = f"48DI 1408 1 \n HQ-XXX 1408 \n 42/17 1409 \n 42/131 1412 order=low aim=1411 \n {GUNS}"
    match = study("bombard-2 german", lines, dice=[6])
    play(match, *FULL)
    assert (asked(match), place(match, "48DI")) == ("fallback", "destroyed")
    assert "1407" not in destinations(match, "HQ-XXX", "fallback")
    waiting = study("bombard-2 german", lines, dice=[6], lone_hq="enemy-moves")
    play(waiting, *FULL)
    assert asked(waiting) == "advance"


def test_7_0_a_reinforcement_meets_a_headquarters() -> None:
    """7.0 and step B.1, ruling K50: it flees before the next segment."""
    match = study("reinforcements entente", "HQ-WATTER 1402 \n 42/17 1412 \n 72DI off-map due=4", supply=None)
    play(match, "enter 72DI 1401")
    assert asked(match) == "fallback"
    assert "1405" in destinations(match, "HQ-WATTER", "fallback")


def test_step_g_and_step_i_take_the_escort_away() -> None:
    """Steps G and I, ruling K50: the headquarters that is left beside an enemy goes at once."""
    match = study("withdrawal entente", "162DI 1405 4 \n HQ-I 1405 \n 42/17 1406", turn=6)
    play(match, "withdraw-unit 162DI")
    assert (asked(match), destinations(match, "HQ-I", "fallback") & {"1404", "1402"}) == ("fallback", {"1402"})
    match = study("incorporation entente", "REM1 1409 \n HQ-WATTER 1409 \n REM2 1412 \n 11DI 1408", turn=6)
    play(match, "remove REM1")
    assert "1412" in destinations(match, "HQ-WATTER", "fallback")


def test_15_2_1_a_headquarters_that_fell_back_does_not_fire() -> None:
    """13.5 and step B.9a: nor does it fire a barrage in the phase in which it fled, but it still measures the range."""
    lines = "HQ-WATTER 1412 \n 42/17 1409 \n 162DI 1408 order=low aim=1409"
    for marks, able in (("", True), (" fired retreated", False)):
        match = study(
            "barrage-2 entente", lines.replace("1412", f"1412{marks}") + '\n guns {"german-medium": 1}', command=None
        )
        assert bool(match.check("direct HQ-WATTER at 1408")) is able
        assert allowed(match, "bombard 1408 with medium")
    refused(match, "direct HQ-WATTER at 1408", "15.2.1", "unavailable")


# -- isolated by one thing, moved by another --


def test_step_g_whom_the_withdrawal_did_not_isolate() -> None:
    """5.3 and 11.2, ruling K69: who was isolated before waits for the enemy's next fallback segment."""
    lines = "162DI 1408 \n 42/17 1406 \n 42/131 1608 \n 42/138 1206 \n 11DI 1803 4"
    match = study("withdrawal entente", lines, board="map", supply=None, turn=3)
    assert "162DI" in isolated(match)
    play(match, "withdraw-unit 11DI")
    assert asked(match) != "fallback"
    assert not retreated(match, "162DI")


def test_step_i_whom_the_removal_did_not_isolate() -> None:
    """5.5.1 and 11.2, ruling K69: the same for the German."""
    lines = "42/17 1508 \n 162DI 1710 \n 11DI 1310 \n REM1 1818 \n REM2 1818 \n REM3 1818"
    match = study("incorporation entente", lines, supply=None, turn=6)
    assert isolated(match) >= {"42/17"}
    play(match, "remove REM1", "remove REM2")
    assert not retreated(match, "42/17")


def test_11_2_1_a_town_far_off_changes_hands() -> None:
    """11.2.1 and 3.3.4, option of ruling K30: the Entente's line through a town breaks where the German never was."""
    lines = "1US 1113 \n 14R/16 0812 \n 42/17 1412 order=prepare"
    for towns, able in (("controlled", True), ("any", False)):
        match = study("advance german", lines, board="map", supply=None, supply_through_towns=towns)
        assert ("1312" in destinations(match, "42/17", "advance")) is able


# -- what bars the way --


def test_12_0_why_a_way_is_barred() -> None:
    """10.0, 9.1.1 and 11.2.1: the refusal names what is in the way: a friend, a zone, isolation on the way."""
    match = study("maneuver entente", "48DI 1408 disruption=1 \n 19DI 1409")
    refused(match, "move 48DI 1411", "10.0", "another division")
    match = study("maneuver entente", "162DI 1408 disruption=1 \n 42/17 1510 \n 42/131 1310")
    refused(match, "move 162DI 1411", "9.1.1", "zone of control")


def test_16_5_1_refusals_of_a_retreat_name_its_own_cases() -> None:
    """16.5.1 and 16.5.2, not 13.3 and 13.4."""
    match = study("attack entente", "162DI 1406 order=low aim=1407 \n 42/17 1407", dice=[6])
    play(match, "attack 1407 by 162DI", "hold", "withdraw 1407")
    refused(match, "retreat 42/17 1507", "16.5.1", "next to an enemy")
    refused(match, "retreat 42/17 1710", "16.5.2", "retreat direction")
    refused(match, "retreat 42/17 1406", "16.5.1", "occupied")
