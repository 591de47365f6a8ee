"""Hard positions of a third reading: where two rules cross at night, on arrival, at the end, and in a refusal."""

from __future__ import annotations

import pytest

from grognard.engine import Match
from grognard.games.soissons_1918.rules.command import in_command
from grognard.games.soissons_1918.rules.victory import early_points
from grognard.games.soissons_1918.state import Order
from tests.games.soissons_1918.hard.position import isolated, seen
from tests.games.soissons_1918.position import (
    allowed,
    asked,
    cost,
    destinations,
    game,
    level,
    number,
    only,
    order,
    place,
    play,
    refused,
    retreated,
    steps,
    study,
    until,
)


def guns(match: Match, key: str) -> int:
    return game(match).state.guns.get(key, 0)


def fired(match: Match, hq: str) -> bool:
    return bool(game(match).state.fired[number(match, hq)])


# -- fallbacks, tanks, nights --


def test_13_5_two_segments_wear_out_a_tank_group() -> None:
    """13.5 and step B.7: a hex in each of two segments: reduced, then gone, and a level for the second."""
    match = study("fallback-1 german", "162DI 1405 tank=AS-I \n 42/17 1410")
    play(match, "fallback 162DI 1404")
    assert (steps(match, "AS-I"), level(match, "162DI")) == (1, 0)
    while asked(match) != "fallback":
        play(match, "end")
    play(match, "fallback 162DI 1403")
    assert (place(match, "AS-I"), level(match, "162DI")) == ("removed", 1)


def test_13_5_two_fallbacks_of_a_night() -> None:
    """13.1, 13.5 and step N.1: the second fallback of the night disrupts, the morning mends it; the marker stays."""
    match = study("fallback-1 german", "162DI 1405 \n 42/17 1410", turn=6)
    play(match, "fallback 162DI 1404")
    while asked(match) != "fallback":
        play(match, "end")
    events = play(match, "fallback 162DI 1403")
    assert "disrupted" in [event.kind for event in events]
    assert (level(match, "162DI"), retreated(match, "162DI")) == (0, True)
    until(match, "maneuver")
    refused(match, "move 162DI 1404", "12.0", "Retreat marker")


def test_step_g_a_group_goes_from_one_spent_division_to_the_next() -> None:
    """Step G and 5.4: each withdrawal hands it on; a night's wear comes once, in step H."""
    match = study("withdrawal entente", "2US 1405 7 tank=AS-I \n 162DI 1406 4 \n 11DI 1407 \n 42/17 2010", turn=6)
    play(match, "withdraw-unit 2US", "shift AS-I to 162DI", "withdraw-unit 162DI")
    assert asked(match) == "heir"
    play(match, "shift AS-I to 11DI")
    assert (place(match, "AS-I"), steps(match, "AS-I")) == ("1407", 1)


def test_step_g_refusals_of_an_heir() -> None:
    """Step G, 5.4 and 5.4.2: each heir who cannot take the group is told why."""
    lines = (
        "terrain ravine 1305 \n 2US 1405 7 tank=AS-I \n 162DI 1406 \n 11DI 1305 \n 153DI 1408 \n 1US 1404 tank=AS-III"
    )
    match = study("withdrawal entente", f"{lines} \n 42/17 2010", turn=6)
    play(match, "withdraw-unit 2US")
    assert asked(match) == "heir"
    refused(match, "shift AS-I to 153DI", "5.4.2", "not adjacent")
    refused(match, "shift AS-I to 11DI", "5.4.2", "ravine")
    refused(match, "shift AS-I to 1US", "5.4", "already has a tank group")
    refused(match, "shift AS-I to 42/17", "5.4.2", "not an Entente division")
    play(match, "end")
    assert place(match, "AS-I") == "removed"


@pytest.mark.parametrize(("marks", "after"), [("", 0), (" retreated", 1)])
def test_step_g_the_heir_is_cut_off_and_falls_back(marks: str, after: int) -> None:
    """Step G, 13.2, 13.5, 12.2.2 and step H, ruling K121: a hex back wears the tanks, then the night does."""
    lines = f"2US 1405 7 tank=AS-I \n 162DI 1406 order=prepare{marks} \n 42/17 1205 \n 42/131 1605"
    match = study("withdrawal entente", lines, turn=6, supply=None)
    assert not isolated(match) & {"2US", "162DI"}
    play(match, "withdraw-unit 2US", "shift AS-I to 162DI")
    assert "162DI" in isolated(match)
    events = play(match, "fallback 162DI 1405")
    assert {event.kind for event in events} >= {"tank-reduced", "tank-lost"}
    assert (level(match, "162DI"), order(match, "162DI"), place(match, "AS-I")) == (after, Order.NONE, "removed")


def test_step_g_a_headquarters_and_its_escort_are_cut_off() -> None:
    """Step G, 7.0 and 13.3: a hex of threat is no end for it; with the division gone first it need not go."""
    lines = "2US 1405 7 \n 162DI 1406 \n HQ-I 1406 \n 42/17 1205 \n 42/131 1605"
    match = study("withdrawal entente", lines, turn=6, supply=None)
    play(match, "withdraw-unit 2US")
    assert destinations(match, "HQ-I", "fallback") & {"1405", "1404"} == {"1404"}
    play(match, "fallback 162DI 1405")
    assert asked(match) != "fallback", "the zone of 162DI has opened its way again (ruling K105)"
    assert seen(match, "HQ-I") == "1406"


def test_step_h_before_the_night_operations() -> None:
    """Step H and 5.4.1: a group that the night has taken no longer keeps its division out of a ravine."""
    lines = "terrain ravine 1406 \n 162DI 1405 tank=AS-I \n AS-I 1405 1 \n 42/17 2010"
    match = study("attrition entente", lines, turn=6)
    while asked(match) != "maneuver":
        play(match, "end")
    assert place(match, "AS-I") == "removed"
    assert "1406" in destinations(match, "162DI")


def test_step_l_2_orders_of_the_night() -> None:
    """Step L.2 and 12.2.2: 5 of 8 points, so three hexes before; never for a disrupted division; no Low Intensity."""
    lines = "162DI 1405 \n 11DI 1606 disruption=1 \n 42/17 1409 \n 42/131 1607"
    match = study("maneuver entente", lines, turn=6)
    refused(match, "prepare 11DI", "12.2.2", "costs 5 MP")
    refused(match, "probe 11DI 1607", "step L.2", "at night")
    play(match, "move 162DI 1408")
    assert cost(match, "prepare 162DI") == 5
    play(match, "prepare 162DI")
    assert order(match, "162DI") == Order.PREPARE


# -- artillery --


@pytest.mark.parametrize(("phase", "kind"), [("barrage-2 entente", "low aim=1406"), ("barrage-1 entente", "prepare")])
@pytest.mark.parametrize(("points", "before", "after"), [(9, 2, 3), (5, 0, 2)])
def test_step_b_9b_a_barrage_ends_the_attack(phase: str, kind: str, points: int, before: int, after: int) -> None:
    """Steps B.4b and B.9b, 5.3, 6.2 and 5.4: Shocked or Spent, it attacks no more, nor do its tanks."""
    lines = f"162DI 1405 {points} order={kind} disruption={before} tank=AS-I \n 42/17 1406"
    match = study(phase, f'{lines} \n guns {{"german-heavy": 3, "german-air": 1}}', dice=[6])
    play(match, *["bombard 1405 with heavy"] * 3, "bombard 1405 with air")
    if asked(match) == "barrage":
        play(match, "end")
    assert (steps(match, "162DI"), level(match, "162DI"), order(match, "162DI")) == (points - 1, after, Order.NONE)
    assert (asked(match) == "combat", steps(match, "AS-I")) == (False, 2)


def test_step_j_a_headquarters_that_retreated_in_the_afternoon() -> None:
    """Steps J.b and K.a, 8.2, ruling K40: its guns are back, its command is not until its own night phase is over."""
    lines = "HQ-I 1403 fired retreated \n 162DI 1405 \n 42/17 1407 \n HQ-WATTER 1411 fired"
    match = study("night-artillery entente", lines, turn=6, command=None)
    assert (fired(match, "HQ-I"), fired(match, "HQ-WATTER")) == (False, False)
    assert allowed(match, "direct HQ-I at 1407")
    assert not in_command(game(match), number(match, "162DI"))


def test_step_d_what_the_morning_left() -> None:
    """Step D, 15.2.1 and 15.2.2: points left over are added; a headquarters that fired stays silent till the night."""
    lines = 'HQ-WATTER 1411 fired \n 42/17 1407 \n 162DI 1405 \n guns {"german-heavy": 1}'
    lines += ' \n later {"german-heavy": 1, "german-air": 1}'
    match = study("artillery entente", lines, turn=5)
    assert (guns(match, "german-heavy"), guns(match, "german-air"), fired(match, "HQ-WATTER")) == (2, 1, True)
    night = study("night-artillery entente", lines, turn=6)
    assert guns(night, "german-heavy") == game(night).turn.points("german", "heavy")
    assert (guns(night, "german-air"), game(night).state.later, fired(night, "HQ-WATTER")) == (0, {}, False)


def test_15_3_2_another_corps_is_closest_after_a_fallback() -> None:
    """15.3.2 and 13.1: the corps whose division fell back may no longer fire where another stands closer."""
    lines = "HQ-I 1404 \n HQ-XX 1604 \n 162DI 1405 \n 1US 1505 \n 42/17 1407"
    for where, able in (("1405", True), ("1403", False)):
        match = study("bombard-2 entente", lines.replace("162DI 1405", f"162DI {where}"), command=None)
        assert bool(match.check("direct HQ-I at 1407")) is able
    refused(match, "direct HQ-I at 1407", "15.3.2", "closest")


# -- reinforcements --

ROAD = "link road 1419-1418-1417-1416-1415-1414-1413-1412-1411-1410"


def test_17_2_into_the_hex_of_a_headquarters() -> None:
    """17.2 and 7.0, ruling L07: nobody is asked; with the headquarters it marches one hex, alone it is in column."""
    match = study(
        "reinforcements german", f"{ROAD} \n 28D off-map due=4 \n HQ-STAABS 1419 \n HQ-WATTER 1410 \n 162DI 0302"
    )
    play(match, "enter 28D 1419")
    assert asked(match) != "assign"
    assert game(match).state.corps[number(match, "28D")] == "STAABS"
    until(match, "maneuver")
    assert "1410" not in destinations(match, "28D"), "the headquarters of another corps"
    assert cost(match, "move 28D 1411") == 4
    assert destinations(match, "HQ-STAABS", "march") <= {"1418", "1319", "1519"}


def test_17_3_and_14_0_a_division_breaks_in_column() -> None:
    """17.3 and 14.0, ruling K113: its regiments go on at half a point, until one leaves the road."""
    match = study("reinforcements german", f"{ROAD} \n 28D off-map due=4 \n HQ-WATTER 1610 \n 162DI 0302")
    play(match, "enter 28D 1419")
    if asked(match) == "assign":
        play(match, "assign 28D to HQ-WATTER")
    until(match, "maneuver")
    play(match, "move 28D 1415", "breakdown 28D into 3-3-3")
    assert cost(match, "move 28D/40 1411") == 2
    play(match, "move 28D/40 1314")
    assert cost(match, "move 28D/109 1413") == 1


def test_17_3_and_9_1_1_a_column_in_a_zone() -> None:
    """17.3 and 9.1.1: who enters in an enemy zone stays there, on the road or not; an order it may take."""
    match = study("reinforcements german", f"{ROAD} \n 28D off-map due=4 \n HQ-WATTER 1610 \n 162DI 1418")
    play(match, "enter 28D 1419")
    if asked(match) == "assign":
        play(match, "assign 28D to HQ-WATTER")
    until(match, "maneuver")
    refused(match, "move 28D 1319", "9.1.1")
    assert cost(match, "probe 28D 1418") == 1


# -- the end --


def test_3_3_1_the_perimeter_in_an_interrupted_move() -> None:
    """3.3.1 and 13.2: the headquarters behind it flees, the hex has been entered, and the move may go on past it."""
    lines = "region soissons-perimeter 1410 \n 162DI 1408 \n HQ-WATTER 1411 \n 42/17 0318"
    match = study("maneuver entente", lines)
    play(match, "move 162DI 1410")
    assert (asked(match), game(match).state.perimeter_turn) == ("fallback", 4)
    play(match, "fallback HQ-WATTER 1416", "move 162DI 1412")
    assert game(match).state.perimeter_turn == 4


def test_3_3_1_off_the_map_by_night_with_tanks() -> None:
    """3.3.1, step L.4, rulings K62 and K77: eight turns of daylight are left and one point more; the tanks go along."""
    lines = "162DI 1419 order=prepare tank=AS-I \n 11DI 1519 order=prepare \n 42/17 1619"
    match = study("advance entente", lines, turn=6)
    refused(match, "exit 11DI", "9.1.1")
    play(match, "exit 162DI")
    assert (place(match, "AS-I"), [row[0] for row in early_points(game(match))]) == ("exited", [9])


# -- stacks and headquarters --


def test_7_0_a_headquarters_marches_one_hex_with_its_division() -> None:
    """7.0 and ruling L04: the points of the division do not carry it further; alone it has none left either."""
    match = study("maneuver entente", "162DI 1405 \n HQ-I 1405 \n 42/17 1412")
    play(match, "march HQ-I 1406")
    refused(match, "march HQ-I 1407", "7.0", "one hex")
    assert destinations(match, "HQ-I", "march") == destinations(match, "162DI") == set()


def test_7_0_interrupted_in_the_hex_of_another_corps() -> None:
    """7.0 and 13.2: the regiment may pass HQ-STAABS but not stay, so the move that was stopped there goes on."""
    lines = "42/17 1410 \n HQ-STAABS 1409 \n HQ-I 1309 \n 162DI 0302"
    match = study("maneuver german", lines)
    play(match, "move 42/17 1408")
    assert asked(match) == "fallback"
    play(match, "fallback HQ-I 1305")
    assert (asked(match), place(match, "42/17")) == ("maneuver", "1408")
    assert "1407" in destinations(match, "42/17")


def test_7_0_where_a_headquarters_may_not_flee_to() -> None:
    """7.0, 13.3 and ruling K99: not to a second one; nor does a regiment retreat to that of another group (K107)."""
    match = study("fallback-1 entente", "HQ-WATTER 1410 \n HQ-STAABS 1414 \n 42/17 1412 \n 162DI 0302")
    refused(match, "fallback HQ-WATTER 1414", "7.0", "two headquarters")
    refused(match, "fallback HQ-WATTER 1412", "13.3", "not far enough")
    refused(match, "fallback 42/17 1414", "7.0", "another corps")


def test_13_3_a_headquarters_that_fled_in_the_advance() -> None:
    """13.3, 8.2 and 15.2.1: in the phase that follows it neither commands nor fires."""
    lines = "162DI 1405 order=prepare \n HQ-WATTER 1407 \n 42/17 1509"
    match = study("advance entente", lines, command=None)
    play(match, "advance 162DI 1406", "fallback HQ-WATTER 1410")
    until(match, "maneuver")
    assert game(match).state.phasing == "german"
    assert not in_command(game(match), number(match, "42/17"))
    refused(match, "move HQ-WATTER 1411", "12.0", "Retreat marker")
    assert fired(match, "HQ-WATTER")


def test_10_0_a_fallback_onto_a_full_hex_with_tanks() -> None:
    """10.0, 5.4 and ruling L03: the owner may give up the last point of the newcomer, and with it the tanks."""
    match = study("fallback-1 german", "162DI 1405 1 tank=AS-I \n 11DI 1404 \n 42/17 1410")
    play(match, "fallback 162DI 1404")
    assert (asked(match), steps(match, "AS-I")) == ("overstack", 1)
    play(match, "lose 162DI")
    assert (asked(match) == "overstack", place(match, "162DI"), place(match, "AS-I")) == (False, "destroyed", "removed")


def test_5_5_2_reforming_beside_a_headquarters() -> None:
    """5.5.2 and 7.0: with that of another group no regiment reforms in the hex."""
    lines = "REM1 1410 \n REM2 1410 \n HQ-STAABS 1410 \n 42/17 removed \n 11B/3 removed \n 162DI 0302"
    match = study("reforming german", lines, turn=6)
    refused(match, "reform 42/17 1410", "7.0", "another corps")
    play(match, "reform 11B/3 1410")
    assert (steps(match, "11B/3"), level(match, "11B/3")) == (2, 1)


def test_5_5_1_a_remnant_that_kept_a_row_open() -> None:
    """5.5.1, 9.2 and 12.2.2: whom its removal cuts off falls back before the second is named, without its order."""
    lines = "42/17 1508 order=prepare \n REM1 1512 \n REM2 1818 \n 162DI 1312 \n 11DI 1407"
    match = study("incorporation entente", lines, supply=None, turn=6)
    play(match, "remove REM1")
    assert asked(match) == "fallback"
    play(match, "fallback 42/17 1519")
    assert (order(match, "42/17"), place(match, "REM2")) == (Order.NONE, "pool")


@pytest.mark.parametrize(("before", "after", "kept"), [(0, 2, Order.PREPARE), (2, 3, Order.NONE)])
def test_step_k_guns_at_night_and_a_prepared_division(before: int, after: int, kept: Order) -> None:
    """Step K, 15.6 and 12.2.2: D leaves the marker to a division that was fit and takes it from one it shocks."""
    lines = f'162DI 1405 order=prepare disruption={before} \n 42/17 1406 \n guns {{"german-heavy": 3}}'
    match = study("night-german entente", lines, turn=6, dice=[6])
    play(match, *["bombard 1405 with heavy"] * 3)
    if level(match, "162DI") == before:
        play(match, "end")
    assert (level(match, "162DI"), order(match, "162DI")) == (after, kept)


# -- refusals --


def test_5_4_1_why_tanks_stay_in_a_ravine() -> None:
    """5.4.1 and 12.2.1: neither in nor out off the road, and both for the same reason."""
    lines = "terrain ravine 1405 1609 \n 162DI 1405 tank=AS-I \n 11DI 1608 tank=AS-III \n 42/17 2010"
    match = study("maneuver entente", lines)
    refused(match, "move 162DI 1406", "5.4.1", "only along a road")
    refused(match, "move 11DI 1609", "5.4.1", "only along a road")
    play(match, "abandon AS-I", "move 162DI 1406")


def test_what_a_refusal_names() -> None:
    """5.5.1, 14.0, 12.2.2, 3.3.1 and 5.4.2: an answer that is none names the case that forbids it."""
    match = study("incorporation entente", "REM1 1410 \n REM2 1411 \n REM3 1412 \n 42/17 1408 \n 162DI 0302", turn=6)
    refused(match, "remove 42/17", "5.5.1")
    match = study("maneuver german", "28D 1410 corps=WATTER \n HQ-WATTER 1412 \n 162DI 1409 \n 42/17 1610")
    refused(match, "breakdown 28D into 3-3-3", "14.0", "only during a move")
    refused(match, "prepare HQ-WATTER", "12.2.2")
    refused(match, "exit 42/17", "3.3.1")
    refused(match, "move 162DI 1408", "12.0")
    match = study("maneuver entente", "162DI 1405 \n 42/17 2010")
    refused(match, "breakdown 162DI into 3-3-3", "14.0", "not a unit that can break down")
    match = study("shift entente", "162DI 1405 tank=AS-I \n 11DI 1406 \n 42/17 2010")
    refused(match, "shift AS-I to 42/17", "5.4.2", "not an Entente division")
    match = study("attach entente", "AS-I tank-box 2 \n 162DI 1405 \n 42/17 2010")
    refused(match, "attach AS-I to 42/17", "5.4.2")
    refused(match, "attach BCL-1 to 162DI", "5.4.2", "not in the Tank Assets box")


def test_16_4_answers_of_a_combat() -> None:
    """16.4.2, 16.4.4 and 16.4.11: who may lead, and who must suffer first."""
    lines = "HQ-I 1403 \n 162DI 1405 order=low aim=1406 \n 1US 1506 order=low aim=1406 \n 42/17 1406 \n 42/131 1406"
    match = study("attack entente", lines, dice=[4], command=None)
    refused(match, "attack 1406 by HQ-I", "16.3")
    match = study("attack entente", lines, dice=[4])
    play(match, "attack 1406 by 162DI,1US", "lead 1US")
    refused(match, "lead 162DI", "16.4.4")
    play(match, "lead 42/131", "hold")
    assert steps(match, "42/131") == 2
    assert only(play(match, "withdraw 1406", "retreat 42/17 1410"), "retreat").data["unit"] == number(match, "42/17")
    refused(match, "retreat 42/131 1406", "16.5.1", "next to an enemy")
