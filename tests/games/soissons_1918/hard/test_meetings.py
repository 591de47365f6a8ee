"""Hard positions of a second reading: where two rules meet that no other position brings together."""

from __future__ import annotations

import pytest

from grognard.games.soissons_1918.state import Order
from tests.games.soissons_1918.hard.position import isolated
from tests.games.soissons_1918.position import (
    allowed,
    asked,
    destinations,
    level,
    only,
    order,
    place,
    play,
    refused,
    retreated,
    steps,
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


# -- divisions that break, and what dies or waits --


def test_13_2_a_division_breaks_in_an_emergency() -> None:
    """14.0, 13.2 and 13.5: cut off in the middle of a move, each regiment goes and pays; then the move goes on."""
    lines = "162DI 1409 \n 28D 1609 9 corps=WATTER retreated disruption=1"
    match = study("maneuver entente", lines, supply=None)
    play(match, "move 162DI 1410", "breakdown 28D into 3-3-3")
    for regiment in ("28D/40", "28D/109", "28D/110"):
        assert asked(match) == "fallback"
        play(match, f"fallback {regiment} 1719")
        assert level(match, regiment) == 2
    assert asked(match) == "maneuver"
    assert "1411" in destinations(match, "162DI")


def test_16_5_3_the_leader_of_two_hexes_breaks() -> None:
    """14.0, 16.4.4 and ruling K45: both hexes go by choice, one after the other, and the leader breaks on its way."""
    lines = "162DI 1405 order=low aim=1406 \n 28D 1406 9 corps=WATTER \n 42/17 1305 2"
    match = study("attack entente", lines, dice=[6])
    play(match, "attack 1305-1406 by 162DI", "lead 28D")
    assert asked(match) == "withdraw", "0/0d at these odds: nothing to convert"
    play(match, "withdraw 1305", "retreat 42/17 1309", "withdraw 1406", "breakdown 28D into 3-3-3")
    for regiment in ("28D/40", "28D/109", "28D/110"):
        play(match, f"retreat {regiment} 1410")
        assert (retreated(match, regiment), steps(match, regiment)) == (True, 3)
    assert "1406" in destinations(match, "162DI", "advance")


def test_step_g_tanks_need_a_headquarters_in_place() -> None:
    """Step G, 8.2 and 13.5: 2US no longer bars 162DI's path (K96); under a Retreat marker HQ-I commands nobody."""
    lines = "2US 1405 7 tank=AS-I \n 162DI 1406 \n HQ-XX 1204 \n 42/17 2010"
    for marks, heir in (("", True), (" retreated fired", False)):
        match = study("withdrawal entente", f"{lines} \n HQ-I 1404{marks}", turn=6, command=None)
        play(match, "withdraw-unit 2US")
        assert (asked(match) == "heir") is heir
        assert (place(match, "2US"), place(match, "AS-I")) == ("withdrawn", "removed"), "it waits off the map"
        if heir:
            play(match, "shift AS-I to 162DI")
            assert (place(match, "AS-I"), steps(match, "AS-I")) == ("1406", 1), "worn in step H of the same night"


def test_5_5_2_a_corps_without_headquarters() -> None:
    """5.5.2 and 13.3, rulings K04 and K114: its regiments never reform, unless any headquarters will do."""
    lines = "REM1 1410 \n REM2 1410 \n HQ-WATTER removed \n HQ-STAABS 1412 \n 42/17 removed \n 162DI 0302"
    match = study("reforming german", f"{lines} \n 11B/3 removed", turn=6, command=None)
    refused(match, "reform 42/17 1410", "5.5.2", "not on the map")
    assert allowed(match, "reform 11B/3 1410")
    match = study("reforming german", lines, turn=6, command=None, reforming_command="any-hq")
    assert allowed(match, "reform 42/17 1410")


def test_5_3_spent_by_its_own_attack() -> None:
    """5.3, 12.2.2 and 16.6: the loss takes the marker, so that it does not follow a defender who leaves."""
    match = study("attack entente", "162DI 1405 5 order=low aim=1406 \n 42/17 1406", dice=[1])
    play(match, "attack 1406 by 162DI", "withdraw 1406", "retreat 42/17 1411")
    assert (asked(match), order(match, "162DI")) == ("fallback", Order.NONE)


def test_4_1_and_16_4_10_only_the_entente_is_spared() -> None:
    """4.1: a German natural 1 of the same turn is aggravated; in step B.9 ground counts, and nobody is surprised."""
    lines = "28D 1405 corps=WATTER order=low aim=1406 \n 162DI 1406 5"
    events = play(study("attack german", lines, turn=1, dice=[1]), "attack 1406 by 28D")
    assert only(events, "combat").data["aggravated"]
    lines = "terrain town 1406 \n 1US 1405 order=low aim=1406 \n 42/17 1406"
    match = study("attack entente", lines, turn=1, dice=[4])
    events = play(match, "attack 1406 by 1US", "hold", "hold")
    assert (only(events, "combat").data["drm"], level(match, "42/17"), place(match, "42/17")) == (0, 1, "1406")


def test_13_2_two_headquarters_in_one_move() -> None:
    """7.0 and 13.2: each contact interrupts; without zones in the way the division walks on."""
    match = study("maneuver entente", "162DI 1405 \n HQ-WATTER 1407 \n HQ-STAABS 1409 \n 42/17 0318", supply=None)
    play(match, "move 162DI 1406", "fallback HQ-WATTER 1412", "move 162DI 1408")
    assert (asked(match), place(match, "162DI")) == ("fallback", "1408")
    play(match, "fallback HQ-STAABS 1414")
    assert "1410" in destinations(match, "162DI")


@pytest.mark.parametrize(("turn", "points"), [(6, 9), (17, 1)])
def test_3_3_1_the_perimeter_in_an_advance(turn: int, points: int) -> None:
    """3.3.1 and step L.4, ruling K77: the phase is played out, at night, too; the German has no answer."""
    lines = "region soissons-perimeter 1410 \n 162DI 1409 order=prepare \n 42/17 0405"
    match = study("advance entente", lines, turn=turn)
    play(match, "advance 162DI 1410")
    while match.decision is not None:
        assert match.decision.side == "entente"
        play(match, "end")
    assert match.outcome is not None
    assert [row[1] for row in match.outcome.points if "perimeter" in row[3]] == [points]
