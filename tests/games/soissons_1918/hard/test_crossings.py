"""Hard positions of a third reading: where two rules cross in the middle of a move, an advance or a retreat."""

from __future__ import annotations

from grognard.games.soissons_1918.state import Order
from tests.games.soissons_1918.hard.position import fight, isolated, seen
from tests.games.soissons_1918.position import (
    asked,
    destinations,
    game,
    level,
    listed,
    only,
    order,
    place,
    play,
    refused,
    remnants,
    retreated,
    steps,
    study,
    until,
)

# -- the first morning --


def test_4_1_a_defender_that_dwindles_where_it_retreats_to() -> None:
    """4.1, 10.0 and 5.5, ruling K49: cut to a remnant in a crowded hex it is surprised all the same."""
    lines = "162DI 1405 order=prepare prepared \n 42/17 1406 \n 14R/16 1410 \n 115/136 1410"
    match = study("assault entente", lines, turn=1, dice=[2])
    play(match, "attack 1406 by 162DI", "losses 1", "hold", "retreat 42/17 1410")
    assert asked(match) == "overstack", "2, 3 and 3 points"
    play(match, "lose 42/17", "lose 14R/16")
    assert (remnants(match, "1410"), level(match, "14R/16"), level(match, "115/136")) == ([3], 0, 0)


def test_4_1_and_5_4_1_tanks_and_a_leader_in_a_ravine() -> None:
    """4.1 and 5.4.1, rulings K44 and K102: ground does not count, but who leads in a ravine keeps the tanks out."""
    lines = "terrain ravine 1306 \n terrain woods 1406 \n 1US 1405 order=prepare tank=AS-I \n 42/17 1306 \n 42/131 1406"
    match = study("assault entente", lines, turn=1)
    assert fight(match, "1306-1406", "1US", "1US", "42/17") == "2-1 +2"
    assert fight(match, "1306-1406", "1US", "1US", "42/131") == "2-1 +3"


def test_4_1_a_printed_retreat_off_the_edge() -> None:
    """4.1 and 16.5.1: who has no hex for the printed retreat is eliminated, the headquarters with him."""
    lines = "162DI 1418 order=prepare prepared \n REM1 1419 \n HQ-WATTER 1419 \n 42/17 0519"
    match = study("assault entente", lines, turn=1, dice=[5])
    play(match, "attack 1419 by 162DI")
    assert (place(match, "REM1"), place(match, "HQ-WATTER")) == ("pool", "removed")


def test_4_1_a_headquarters_in_the_surprise() -> None:
    """4.1 and 7.0: it shares the printed number, not the three hexes of a lone one, and no disruption."""
    lines = "162DI 1405 order=prepare prepared \n 42/17 1406 \n HQ-WATTER 1406"
    match = study("assault entente", lines, turn=1, dice=[2])
    play(match, "attack 1406 by 162DI", "losses 1", "hold", "retreat 42/17 1410", "retreat HQ-WATTER 1407")
    assert seen(match, "HQ-WATTER") == "1407 R silent"
    assert seen(match, "42/17") == "1410 2 Reforming R"


def test_4_1_a_conversion_beyond_the_printed_number() -> None:
    """4.1 and 16.5.3: one hex more for all units of the hex, and the spared point stays."""
    lines = "162DI 1405 order=prepare prepared \n 42/17 1406 2 \n REM1 1406"
    match = study("assault entente", lines, turn=1, dice=[2])
    play(match, "attack 1406 by 162DI", "losses 1", "convert 1406")
    refused(match, "retreat REM1 1407", "16.5", "not far enough")
    play(match, "retreat REM1 1408", "retreat 42/17 1408")
    assert (seen(match, "42/17"), remnants(match, "1408")) == ("1408 2 Reforming R", [3])


def test_4_1_the_second_attack_of_the_first_morning() -> None:
    """4.1, 16.5 and 16.5.4: in step B.9 the marker of the morning's retreat costs a level, and no number is printed."""
    lines = "162DI 1405 order=low aim=1406 \n 42/17 1406 retreated disruption=1"
    match = study("attack entente", lines, turn=1, dice=[5])
    play(match, "attack 1406 by 162DI", "convert 1406", "retreat 42/17 1410")
    assert (level(match, "42/17"), steps(match, "42/17")) == (3, 3)


# -- interrupted moves --


def test_13_2_a_division_that_breaks_in_an_emergency_really_goes() -> None:
    """13.2 and 14.0, rulings K93 and K105: the first regiment frees the row, but the others broke to go."""
    lines = "162DI 1409 \n 28D 1609 9 corps=WATTER"
    match = study("maneuver entente", lines, supply=None)
    play(match, "move 162DI 1410", "breakdown 28D into 3-3-3", "fallback 28D/40 1612")
    assert isolated(match) == set(), "its zone covers the row again"
    assert asked(match) == "fallback"
    play(match, "fallback 28D/109 1613", "fallback 28D/110 1614")
    assert asked(match) == "maneuver"


CASCADE = "162DI 1312 \n 11DI 1016 \n 42/17 1508 \n 42/131 1412"


def test_13_2_one_falls_back_and_bares_the_next_row() -> None:
    """13.2 and 9.2: the move cuts off 42/131 alone; without its zone the threat of 162DI cuts off 42/17."""
    match = study("maneuver entente", CASCADE, supply=None)
    assert isolated(match) == set()
    play(match, "move 11DI 1216")
    assert (asked(match), isolated(match)) == ("fallback", {"42/131"})
    refused(match, "fallback 42/17 1519", "13.2", "not the unit going back")
    play(match, "fallback 42/131 1418")
    assert isolated(match) == {"42/17"}
    play(match, "fallback 42/17 1519")
    assert asked(match) == "maneuver"
    assert "1217" in destinations(match, "11DI")


def test_13_2_the_same_in_an_advance() -> None:
    """16.6 and 13.2: both rows go before the next unit advances; a Prepare marker stays with the one that did it."""
    match = study("advance entente", CASCADE.replace("1016", "1116 order=prepare"), supply=None)
    play(match, "advance 11DI 1216", "fallback 42/131 1418", "fallback 42/17 1519")
    assert (order(match, "11DI"), retreated(match, "42/17")) == (Order.PREPARE, True)


def test_13_2_a_cascade_in_the_fallback_segment() -> None:
    """13.1: the same friend who leaves by choice takes the next one along; nobody may end before."""
    match = study("fallback-1 entente", CASCADE.replace("1016", "0416"), supply=None)
    play(match, "fallback 42/131 1418")
    refused(match, "end", "13.1", "42/17 must fall back first")
    play(match, "fallback 42/17 1519")
    assert game(match).state.phase != "fallback-1", "nobody is left who may fall back"


def test_12_0_a_division_that_leaves_the_map_ends_the_move_before() -> None:
    """3.3.1 and 12.0: leaving is a move, too; nobody goes on whose move it has followed."""
    match = study("maneuver entente", "162DI 1414 \n 11DI 1419 \n 42/17 0405")
    play(match, "move 162DI 1415", "exit 11DI")
    refused(match, "move 162DI 1416", "12.0", "finished")


def test_3_3_1_a_division_leaves_its_headquarters_behind() -> None:
    """3.3.1 and ruling L04: of the stack that marched the headquarters stays, with its one hex gone."""
    match = study("maneuver entente", "162DI 1418 \n HQ-I 1418 \n 42/17 0405")
    play(match, "march HQ-I 1419", "exit 162DI")
    assert (place(match, "162DI"), place(match, "HQ-I")) == ("exited", "1419")
    assert not match.check("march HQ-I 1319")
    assert not match.check("move HQ-I 1319")
    play(match, "end")


def test_14_0_regiments_finish_before_another_unit_moves() -> None:
    """14.0 and 12.0, ruling K54: one by one, but nobody else in between."""
    lines = "28D 1410 corps=WATTER \n 42/17 1610 \n 162DI 0302"
    match = study("maneuver german", lines)
    play(match, "move 28D 1409", "breakdown 28D into 3-3-3", "move 28D/40 1408", "move 28D/109 1408")
    refused(match, "move 28D/40 1407", "12.0", "finished")
    play(match, "move 42/17 1609")
    refused(match, "move 28D/110 1408", "12.0", "finished")


# -- markers and the advance --


def test_9_1_1_the_neighbour_who_stays_holds_the_victor() -> None:
    """16.6 and 9.1.1: both were attacked, one went, the zone of the other keeps 162DI where it is."""
    lines = "162DI 1405 order=low aim=1406 \n 42/17 1406 \n 42/131 1306 \n 11DI 2005 order=prepare"
    match = study("attack entente", lines, dice=[4])
    play(match, "attack 1306-1406 by 162DI", "lead 42/17", "withdraw 1406", "retreat 42/17 1411", "hold")
    assert asked(match) == "advance"
    refused(match, "advance 162DI 1406", "9.1.1", "zone of control")


def test_16_6_who_could_have_attacked_does_not_follow() -> None:
    """16.6 and step B.9d, ruling K02: 162DI follows, 11DI lets its marker go; 1US never could attack and follows."""
    lines = "HQ-I 1403 \n 162DI 1405 order=low aim=1406 \n 11DI 1506 order=low aim=1406 \n 42/17 1406"
    match = study("attack entente", f"{lines} \n 1US 1307 order=low aim=1406 disruption=2", dice=[3], command=None)
    play(match, "attack 1406 by 162DI", "withdraw 1406", "retreat 42/17 1412")
    until(match, "advance", "hold")
    assert (order(match, "162DI"), order(match, "11DI"), order(match, "1US")) == (Order.LOW, Order.NONE, Order.LOW)
    refused(match, "advance 11DI 1406", "16.6", "no attack order")
    refused(match, "advance 1US 1207", "16.6", "points at")
    play(match, "advance 1US 1406")
    refused(match, "advance 162DI 1406", "10.0", "too many")
    play(match, "advance 162DI 1306")


def test_16_6_a_prepare_marker_follows_a_fallback_and_stays() -> None:
    """16.6 and 9.1.1: bought in the zone of a unit that falls back in step B.7, good for the advance, kept after it."""
    lines = "162DI 1405 order=prepare bought \n 42/17 1406"
    match = study("fallback-2 entente", lines)
    play(match, "fallback 42/17 1411")
    until(match, "advance")
    play(match, "advance 162DI 1306")
    assert order(match, "162DI") == Order.PREPARE


def test_9_1_1_an_advance_frees_nobody_else() -> None:
    """9.1.1 and 13.2, ruling K34: 11DI began in a zone; that its owner flees helps only by option."""
    lines = "162DI 1409 order=prepare \n 11DI 1509 order=prepare \n 42/17 1609"
    for lock, able in (("segment-start", False), ("current", True)):
        match = study("advance entente", lines, supply=None, zoc_lock=lock)
        play(match, "advance 162DI 1410")
        if asked(match) == "fallback":
            play(match, "fallback 42/17 1619")
        assert bool(match.check("advance 11DI 1508")) is able


def test_16_6_tanks_do_not_advance_into_a_ravine() -> None:
    """16.6 and 5.4.1: unless they are given up on the spot (5.4.4)."""
    lines = "terrain ravine 1406 \n 162DI 1405 order=prepare tank=AS-I \n 42/17 1412"
    match = study("advance entente", lines)
    refused(match, "advance 162DI 1406", "16.6", "ground it may enter")
    play(match, "abandon AS-I", "advance 162DI 1406")
    assert (place(match, "162DI"), place(match, "AS-I")) == ("1406", "removed")


# -- retreats, remnants, headquarters --


def test_16_4_11_a_large_battle_and_a_conversion() -> None:
    """16.4.11 and 16.5.3: one loss more for both sides; of the defender's two the conversion takes one."""
    lines = "1US 1405 order=low aim=1406 \n 42/17 1406 \n 42/131 1406 retreated"
    match = study("attack entente", lines, dice=[4])
    events = play(match, "attack 1406 by 1US", "lead 42/131", "convert 1406")
    assert steps(match, "1US") == 13
    assert only(events, "losses").data["defender"] == 2
    play(match, "retreat 42/131 1410", "retreat 42/17 1410")
    assert (seen(match, "42/17"), seen(match, "42/131")) == ("1410 3 Reforming R", "1410 2 Disorganized R")


def test_16_5_3_a_conversion_takes_the_headquarters_along() -> None:
    """16.5.3 and 7.0: one loss against one hex; the headquarters goes with the regiment and falls silent."""
    match = study("attack entente", "162DI 1405 order=low aim=1406 \n 42/17 1406 2 \n HQ-WATTER 1406", dice=[4])
    play(match, "attack 1406 by 162DI", "convert 1406", "retreat HQ-WATTER 1407", "retreat 42/17 1410")
    assert (seen(match, "HQ-WATTER"), seen(match, "42/17")) == ("1407 R silent", "1410 2 Reforming R")


def test_5_5_remnants_alone_take_the_headquarters_along() -> None:
    """5.5 and 16.5: the loss of remnants is a hex of retreat for all of the hex; nobody is asked whether."""
    lines = "162DI 1405 order=low aim=1406 \n REM1 1406 \n REM2 1406 \n HQ-WATTER 1406"
    match = study("attack entente", lines, dice=[3])
    play(match, "attack 1406 by 162DI")
    if asked(match) == "lead-defender":
        play(match, "lead REM1")
    assert asked(match) == "retreat"
    play(match, "retreat HQ-WATTER 1407", "retreat REM1 1410", "retreat REM2 1411")
    assert steps(match, "162DI") == 9


def test_5_5_a_marked_regiment_becomes_a_remnant_and_retreats_again() -> None:
    """5.5, 16.5.4, ruling K104: Disorganized as a remnant, then a level for the second retreat."""
    match = study("attack entente", "162DI 1405 order=low aim=1406 \n 42/17 1406 2 retreated", dice=[4])
    play(match, "attack 1406 by 162DI", "hold", "withdraw 1406")
    assert asked(match) == "retreat"
    play(match, next(text for text in listed(match) if text.endswith("1410")))
    assert remnants(match, "1410") == [3]


def test_16_4_10_the_attacker_dies_of_a_natural_one() -> None:
    """16.4.10, 16.4.9 and 5.5: D first, so that the last point becomes a Shocked remnant without a marker."""
    lines = "42/17 1406 2 disruption=2 order=low aim=1405 \n 162DI 1405"
    match = study("attack german", lines, dice=[1])
    play(match, "attack 1405 by 42/17")
    assert remnants(match, "1406") == [3]
    assert place(match, "42/17") == "removed"


def test_16_4_10_only_the_leader() -> None:
    """16.4.10: a d where none is printed, for the leader alone; the other goes unshaken."""
    lines = "162DI 1405 order=low aim=1406 \n 11DI 1506 order=low aim=1406 \n 42/17 1406"
    match = study("attack entente", lines, dice=[1])
    play(match, "attack 1406 by 162DI,11DI", "lead 11DI")
    assert (level(match, "11DI"), level(match, "162DI")) == (1, 0)


LAST = "162DI 1405 1 tank=AS-I \n 42/17 1406 order=low aim=1405 \n 42/131 1506 order=low aim=1405 \n 11DI 1801"


def test_16_5_3_the_last_point_is_converted() -> None:
    """16.5.3, 5.4 and ruling K63: a hex back saves the division and costs half its tanks; else both are gone."""
    match = study("attack german", LAST, dice=[6])
    play(match, "attack 1405 by 42/17,42/131", "lead 42/17", "convert 1405", "retreat 162DI 1404")
    assert (seen(match, "162DI"), steps(match, "AS-I")) == ("1404 1 Disorganized R", 1)
    match = study("attack german", LAST, dice=[6])
    play(match, "attack 1405 by 42/17,42/131", "lead 42/17", "hold")
    assert (place(match, "162DI"), place(match, "AS-I")) == ("destroyed", "removed")
    assert "1405" in destinations(match, "42/17", "advance")


def test_16_5_3_an_escort_dies_and_its_headquarters_flees() -> None:
    """16.4.11, 7.0 and 13.3: no escort, no retreat with it, but three hexes of its own."""
    match = study("attack german", f"{LAST} \n HQ-I 1405", dice=[6])
    play(match, "attack 1405 by 42/17,42/131", "lead 42/17", "hold")
    assert asked(match) == "fallback"
    found = destinations(match, "HQ-I", "fallback")
    assert found & {"1402", "1403"} == {"1402"}
    refused(match, "fallback HQ-I 1403", "13.3", "not far enough")
