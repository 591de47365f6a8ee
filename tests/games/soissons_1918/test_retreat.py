"""Retreat after combat (16.5), loss conversion (16.5.3) and Advance (16.6)."""

from __future__ import annotations

from grognard.engine import Match
from grognard.games.soissons_1918.state import Order
from tests.games.soissons_1918.position import (
    allowed,
    asked,
    cell,
    destinations,
    game,
    level,
    listed,
    number,
    of_kind,
    only,
    order,
    place,
    play,
    refused,
    remnants,
    retreated,
    steps,
    study,
)


def fought(lines: str, *answers: str, die: int = 2, **given: str) -> Match:
    """An assault on 1406 at 3-1 with +1: a 2 is X/X without disruption, here with X = 1."""
    match = study("assault entente", lines, dice=[die], **given)  # type: ignore[arg-type]
    play(match, "attack 1406 by 162DI", *answers)
    return match


ATTACK = "162DI 1405 order=prepare \n 42/17 1406"


# -- 16.5.3 conversion --


def test_16_5_3_one_loss_into_one_hex() -> None:
    """16.5.3: the defender's loss is one less, he retreats at least a hex; the attacker's losses stay."""
    match = fought(ATTACK, "losses 2")
    assert steps(match, "162DI") == 7
    play(match, "convert 1406", "retreat 42/17 1408")
    assert (steps(match, "42/17"), retreated(match, "42/17"), level(match, "42/17")) == (2, True, 0)


def test_16_5_3_who_had_a_marker_grows_worse() -> None:
    """16.5.4: a level more for each further retreat."""
    match = fought("162DI 1405 order=prepare \n 42/17 1406 retreated", "losses 1", "convert 1406", "retreat 42/17 1408")
    assert level(match, "42/17") == 1


def test_16_5_ruling_k46_by_choice_there_must_be_a_way() -> None:
    """16.5, ruling K46: hemmed in, neither conversion nor a voluntary retreat is offered."""
    lines = f"board blank 1-6 14-14 \n {ATTACK}"
    match = study("assault entente", lines, board="map", dice=[2])
    play(match, "attack 1406 by 162DI", "losses 1")
    assert asked(match) == "fallback"
    assert (steps(match, "42/17"), place(match, "42/17")) == (2, "1406")


def test_16_5_3_ruling_k45_several_hexes() -> None:
    """16.5.3, ruling K45: a conversion moves all attacked hexes; by option only the one spared."""
    lines = f"{ATTACK} \n 42/131 1306"
    for option, stays in (("all-hexes", False), ("one-hex", True)):
        match = study("assault entente", lines, dice=[6], conversion_reach=option)
        play(match, "attack 1306-1406 by 162DI", "lead 42/17", "losses 1")
        refused(match, "convert 1405", "16.5.3")
        play(match, "convert 1406" if stays else "convert 1306")
        while asked(match) == "retreat":
            match.play(next(iter(match.legal_actions())))
        assert (place(match, "42/131") == "1306") is stays


# -- 16.5 retreats --


def test_16_5_voluntary_all_of_a_hex_or_none() -> None:
    """16.5, S18-191: headquarters too; each by its own way and as far as it likes."""
    match = fought(f"{ATTACK} \n HQ-WATTER 1406", "losses 1", "hold")
    assert asked(match) == "withdraw"
    play(match, "withdraw 1406")
    play(match, "retreat HQ-WATTER 1412")
    assert (place(match, "HQ-WATTER"), retreated(match, "HQ-WATTER")) == ("1412", True)
    assert game(match).state.fired[number(match, "HQ-WATTER")], "16.5.1"
    play(match, "retreat 42/17 1408")
    assert asked(match) == "fallback"


def test_16_5_no_retreat_after_a_bombardment() -> None:
    """16.5, 15.6."""
    guns = "guns entente-heavy=3"
    match = study("bombard-2 entente", f"{guns} \n 162DI 1405 \n 42/17 1406", dice=[6])
    events = play(match, *["bombard 1406 with heavy"] * 3)
    assert of_kind(events, "bombardment")
    assert (steps(match, "42/17"), place(match, "42/17")) == (2, "1406")


def test_16_5_ruling_k07_the_number_holds_for_way_and_distance() -> None:
    """16.5, ruling K07, S18-227: two remnants, two losses: number 2, no points lost."""
    lines = "162DI 1405 order=prepare \n REM1 1406 \n REM2 1406"
    for option, least in (("both", 2), ("distance", 2), ("path", 1)):
        match = study("assault entente", lines, dice=[3], retreat_length=option)
        play(match, "attack 1406 by 162DI", "lead REM1")
        assert asked(match) == "retreat"
        grid = match.setting.grid
        ends = {text.split()[2] for text in listed(match) if text.startswith("retreat REM1")}
        assert min(grid.distance(cell(match, "1405"), cell(match, name)) for name in ends) >= least
    assert remnants(match, "1406") == [3, 3], "the D of the table, and nothing for the way yet"


def test_16_5_1_who_cannot_retreat_is_eliminated() -> None:
    """16.5.1: when a number demands it; remnants too."""
    lines = "board blank 1-7 14-14 \n 162DI 1405 order=prepare \n REM1 1406 \n REM2 1406"
    match = study("assault entente", lines, board="map", dice=[5])
    play(match, "attack 1406 by 162DI", "lead REM1")
    assert (place(match, "REM1"), place(match, "REM2")) == ("pool", "pool")


def test_16_5_1_through_zones_but_not_into_them() -> None:
    """16.5.1, 16.5.2: as in a fallback (13.3)."""
    match = fought(f"{ATTACK} \n 11DI 1309", "losses 1", "convert 1406")
    refused(match, "retreat 42/17 1408", "16.5.1", "next to an enemy")
    assert allowed(match, "retreat 42/17 1411")


def test_14_0_a_division_breaks_in_its_retreat() -> None:
    """14.0: into regiments that then retreat one by one."""
    lines = "1US 1405 order=prepare \n 28D 1406 6 corps=WATTER"
    match = study("assault entente", lines, dice=[2])
    play(match, "attack 1406 by 1US", "convert 1406")
    assert steps(match, "28D") == 6
    play(match, "breakdown 28D into 3-3")
    parts = sorted({text.split()[1] for text in listed(match)})
    play(match, f"retreat {parts[0]} 1408", f"retreat {parts[1]} 1409")
    assert asked(match) == "fallback"
    assert [retreated(match, uid) for uid in parts] == [True, True]


# -- 16.6 advance --


def low(lines: str, *answers: str, die: int = 5, **given: str) -> Match:
    match = study("attack entente", lines, dice=[die], **given)  # type: ignore[arg-type]
    play(match, *answers)
    return match


AIMED = "162DI 1406 order=low aim=1407 \n 42/17 1407"


def test_16_6_s18_200_into_the_hex_or_next_to_it() -> None:
    """16.6, S18-200: 1307, 1407 and 1507, once the defender has gone; the marker is then used up."""
    match = low(AIMED, "attack 1407 by 162DI", "hold", die=6)
    play(match, "withdraw 1407", "retreat 42/17 1410")
    assert asked(match) == "advance"
    assert destinations(match, "162DI", "advance") == {"1307", "1407", "1507"}
    refused(match, "advance 162DI 1405", "16.6", "points at")
    play(match, "advance 162DI 1407")
    assert (place(match, "162DI"), order(match, "162DI")) == ("1407", Order.NONE)


def test_step_b_9d_a_marker_whose_hex_is_still_held_goes() -> None:
    """Step B.9d, S18-203: no advance."""
    match = low(AIMED, "attack 1407 by 162DI", "hold", die=3)
    assert order(match, "162DI") == Order.NONE


def test_step_b_9d_ruling_k02_who_could_have_attacked_loses_it() -> None:
    """Step B.9d, ruling K02: and who never could may follow; by option only those who attacked."""
    lines = "162DI 1406 order=low aim=1407 \n 11DI 1508 order=low aim=1407 \n 42/17 1407"
    match = low(lines, "attack 1407 by 162DI", "hold", die=6)
    play(match, "withdraw 1407", "retreat 42/17 1411")
    assert (order(match, "162DI"), order(match, "11DI")) == (Order.LOW, Order.NONE)
    vacated = "162DI 1406 order=low aim=1407 \n 42/17 1412"
    assert "1407" in destinations(study("attack entente", vacated), "162DI", "advance")
    other = study("attack entente", vacated, follow_up="attackers-only")
    assert order(other, "162DI") == Order.NONE


def test_16_6_a_prepare_marker_advances_anywhere_and_stays() -> None:
    """16.6: not out of an enemy zone of control; at night, too (step L.4)."""
    for turn in (4, 6):
        match = study("advance entente", "162DI 1406 order=prepare \n 11DI 1606 order=prepare \n 42/17 1607", turn=turn)
        refused(match, "advance 11DI 1605", "9.1.1", "zone of control")
        assert len(destinations(match, "162DI", "advance")) == 6
        play(match, "advance 162DI 1306")
        assert order(match, "162DI") == Order.PREPARE
        assert asked(match) != "advance", "one hex each"


def test_16_6_tanks_and_isolation() -> None:
    """16.6, 5.4.1, 11.2.1: no ravine off the road, no hex where the unit would be isolated."""
    match = study("advance entente", "terrain ravine 1407 \n 162DI 1406 order=prepare tank=AS-I \n 42/17 2010")
    assert "1407" not in destinations(match, "162DI", "advance")
    play(match, "abandon AS-I")
    assert "1407" in destinations(match, "162DI", "advance")
    lines = "162DI 1612 order=prepare \n 42/17 1411 \n 42/131 1913 \n 14R/16 1314"
    match = study("advance entente", lines, board="map", supply=None)
    refused(match, "advance 162DI 1613", "11.2.1", "isolated")


def test_step_b_10_an_advance_can_drive_the_enemy_off() -> None:
    """Step B.10, 13.2: emergency fallbacks interrupt it as they do a move; markers go at its end."""
    lines = "162DI 1409 order=prepare \n 42/17 1609 \n 11DI 0405 order=low aim=0406"
    match = study("advance entente", lines, supply=None)
    play(match, "advance 162DI 1410")
    assert asked(match) == "fallback"
    play(match, "fallback 42/17 1616", "end")
    assert order(match, "11DI") == Order.NONE


def test_16_6_a_german_division_may_break_after_its_advance() -> None:
    """14.0: an advance is a movement; the order is lost (ruling K54)."""
    match = study("advance german", "28D 1410 9 corps=WATTER order=prepare \n 162DI 1405")
    play(match, "advance 28D 1409")
    assert asked(match) == "breakdown"
    event = only(play(match, "breakdown 28D into 3-3-3"), "breakdown")
    assert len(event.data["units"]) == 3
    assert all(not game(match).state.order[u] for u in event.data["units"])
