"""Artillery (chapter 15, steps A, B.3, B.4, B.8, B.9, D, J and K)."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from grognard.engine import Event, Match
from grognard.games.soissons_1918.rules.artillery import drm_rows
from grognard.games.soissons_1918.state import Order
from grognard.rules.arithmetic import total
from tests.games.soissons_1918.position import (
    allowed,
    asked,
    cell,
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
    steps,
    study,
    until,
)

GUNS = "guns entente-heavy=4 entente-medium=4 entente-air=2 german-heavy=2 german-medium=2 german-air=1"


def fire(lines: str, targets: str, dice: Sequence[int], phase: str = "bombard-2 entente", turn: int = 4) -> Match:
    """Some points on hexes ("1406 heavy"), then on until they have been resolved."""
    match = study(phase, f"{GUNS} \n {lines}", turn=turn, dice=dice)
    for target in targets.split(","):
        name, kind = target.split()
        play(match, f"bombard {name} with {kind}")
    return match


# -- 15.2 points --


def test_step_a_a_die_for_each_point() -> None:
    """Step A.a, 15.2.2: 1 to 4 in the morning, 5 and 6 in the afternoon; step D adds what is left."""
    match = study("artillery entente", "162DI 1405 \n 42/17 1412", dice=[1, 2, 5, 4, 6, 3, 1, 1, 5, 6, 1, 6, 1, 2, 5])
    state = game(match).state
    assert state.guns["entente-heavy"] == 2
    assert state.later["entente-heavy"] == 1
    assert state.guns["entente-medium"] + state.later["entente-medium"] == 5
    assert state.guns["german-air"] + state.later["german-air"] == 2
    whole_day = {key: points + state.later[key] for key, points in state.guns.items()}
    while game(match).state.turn == 4:
        match.play("end")
    assert game(match).state.guns == whole_day


def test_4_1_the_entente_rolls_no_dice_on_the_first_turn() -> None:
    """4.1, S18-014: all its points are there; the Germans roll for theirs."""
    match = study("artillery entente", "162DI 1405 \n 42/17 1412", turn=1, dice=[6, 6, 6])
    state = game(match).state
    assert [state.guns[f"entente-{kind}"] for kind in ("heavy", "medium", "air")] == [4, 6, 2]
    assert [state.guns[f"german-{kind}"] for kind in ("heavy", "medium", "air")] == [0, 0, 0]
    assert state.later["german-medium"] == 2


def test_step_j_points_of_the_night() -> None:
    """Step J.a and step J.b: what was left is lost; headquarters are available again, as in step A.b."""
    match = study("night-artillery entente", f"{GUNS} \n 162DI 1405 \n HQ-I 1404 fired \n 42/17 1412", turn=6)
    state = game(match).state
    assert [state.guns[f"entente-{kind}"] for kind in ("heavy", "medium", "air")] == [2, 3, 0]
    assert not state.fired[number(match, "HQ-I")]


def test_15_2_1_a_corps_point_once_in_am_and_pm() -> None:
    """15.2.1, S18-029: available again at night, not in the afternoon."""
    match = study("bombard-2 entente", "162DI 1405 \n HQ-I 1404 \n 42/17 1407 \n 42/131 1409", dice=[1] * 9)
    play(match, "direct HQ-I at 1407")
    while game(match).state.turn == 4:
        match.play("end")
    assert game(match).state.fired[number(match, "HQ-I")]
    while game(match).state.turn == 5:
        match.play("end")
    assert not game(match).state.fired[number(match, "HQ-I")]


# -- 15.0, 15.3 what may fire where --


def test_15_0_three_points_of_guns_and_one_of_the_air() -> None:
    """15.0, 15.1, S18-152: four heavy points are too many, two of the air as well."""
    match = study("bombard-2 entente", f"{GUNS} \n 162DI 1405 \n HQ-I 1404 \n 42/17 1406 \n 42/131 1610")
    play(match, *["bombard 1406 with heavy"] * 2, "direct HQ-I at 1406")
    refused(match, "bombard 1406 with heavy", "15.0", "all the points")
    play(match, "bombard 1406 with air")
    assert game(match).state.fire[cell(match, "1406")] == (0, 3, 1)
    assert game(match).state.guns["entente-heavy"] == 2, "15.1: taken from the track"
    refused(match, "bombard 1406 with air", "15.0", "all the points")


def test_15_3_1_ranges() -> None:
    """15.3.1: medium within 5 of any headquarters, corps within 5 of its own, heavy and air anywhere."""
    lines = f"{GUNS} \n 162DI 1408 \n 1US 1608 \n HQ-I 1404 \n HQ-XX 1604 \n 42/17 1409 \n 42/131 1410 \n 42/138 1418"
    match = study("bombard-2 entente", lines)
    assert allowed(match, "bombard 1409 with medium")
    refused(match, "bombard 1410 with medium", "15.3.1", "more than 5")
    assert allowed(match, "direct HQ-I at 1409")
    refused(match, "direct HQ-I at 1410", "15.3.1", "more than 5")
    assert allowed(match, "bombard 1418 with heavy")
    assert allowed(match, "bombard 1418 with air")


def test_15_3_2_the_closest_unit_must_be_of_the_corps() -> None:
    """15.3.2 and its example, S18-155, ruling K39: equals will do, a remnant alone bars everybody."""
    lines = "162DI 1406 \n HQ-I 1405 \n 1US 1606 \n HQ-XX 1605 \n 42/17 1308 \n 42/131 1507"
    match = study("bombard-2 entente", lines)
    assert allowed(match, "direct HQ-I at 1308")
    refused(match, "direct HQ-XX at 1308", "15.3.2", "closest")
    assert allowed(match, "direct HQ-I at 1507")
    assert allowed(match, "direct HQ-XX at 1507")
    german = "REM1 1407 \n 42/17 1409 \n HQ-WATTER 1410 \n 162DI 1406 \n 14R/16 1605 \n 11DI 1604"
    match = study("bombard-2 german", f"{GUNS} \n {german}")
    refused(match, "direct HQ-WATTER at 1406", "15.3.2", "closest")


def test_15_2_2_points_run_out() -> None:
    """15.2.2: and aircraft have none at night (15.3.1)."""
    lines = "guns entente-heavy=1 entente-medium=0 entente-air=0 \n 162DI 1405 \n 42/17 1406 \n 42/131 1608"
    match = study("bombard-2 entente", f"{lines} \n HQ-I 1404")
    refused(match, "bombard 1406 with air", "15.2.2", "no air points")
    play(match, "bombard 1406 with heavy")
    refused(match, "bombard 1608 with heavy", "15.2.2", "no heavy points")


# -- 15.4 when --


def test_step_b_3_beside_prepare_markers_only() -> None:
    """Step B.3, ruling K78: on enemy hexes next to a friendly Prepare marker."""
    lines = f"{GUNS} \n 162DI 1405 order=prepare \n 11DI 1605 \n HQ-I 1504 \n 42/17 1406 \n 42/131 1606"
    match = study("bombard-1 entente", lines)
    assert allowed(match, "bombard 1406 with heavy")
    refused(match, "bombard 1606 with heavy", "15.4", "not a target")
    refused(match, "bombard 1505 with heavy", "15.4", "not a target")


def test_step_b_8_on_any_enemy_unit() -> None:
    """Step B.8: no marker is needed."""
    match = study("bombard-2 entente", f"{GUNS} \n 162DI 1405 \n 42/17 1406 \n 42/131 1612")
    assert allowed(match, "bombard 1612 with heavy")


def test_step_b_4a_barrages() -> None:
    """Step B.4a, S18-161, rulings K38 and K79: on Prepare markers next to a unit of the firing side."""
    lines = "162DI 1405 order=prepare \n 11DI 1605 \n 153DI 0405 order=prepare \n 42/17 1406 \n 42/131 1606"
    match = study("barrage-1 entente", f"{GUNS} \n {lines}")
    assert match.decision is not None
    assert match.decision.side == "german"
    assert allowed(match, "bombard 1405 with heavy")
    refused(match, "bombard 1605 with heavy", "15.4", "not a target")
    refused(match, "bombard 0405 with heavy", "15.4", "not a target")


def test_4_1_no_barrage_in_the_surprise_assault() -> None:
    """4.1, S18-017: but in the Low Intensity segment of that turn there is."""
    lines = f"{GUNS} \n 162DI 1405 order=prepare \n 42/17 1406 \n HQ-I 1404"
    assert asked(study("barrage-1 entente", lines, turn=1)) != "barrage"
    low = f"{GUNS} \n 162DI 1405 order=low aim=1406 \n 42/17 1406 \n HQ-I 1404"
    assert asked(study("barrage-2 entente", low, turn=1)) == "barrage"


def test_step_b_4b_a_disrupted_unit_keeps_its_marker() -> None:
    """Step B.4b, 15.4.1: unless it becomes Shocked or Spent (S18-059)."""
    lines = f"{GUNS} \n 162DI 1405 order=prepare \n 42/17 1406"
    match = study("barrage-1 entente", lines, dice=[6])
    play(match, "bombard 1405 with heavy", "bombard 1405 with heavy", "end")
    assert (level(match, "162DI"), order(match, "162DI")) == (2, Order.PREPARE)
    match = study("barrage-1 entente", lines.replace("1405 order", "1405 disruption=2 order"), dice=[6])
    play(match, "bombard 1405 with heavy", "bombard 1405 with heavy", "end")
    assert (level(match, "162DI"), order(match, "162DI")) == (3, Order.NONE)
    match = study("barrage-1 entente", lines.replace("1405 order", "1405 5 order"), dice=[6])
    play(match, *["bombard 1405 with heavy"] * 2, "bombard 1405 with air", "end")
    assert (steps(match, "162DI"), order(match, "162DI")) == (4, Order.NONE)


def test_step_b_9a_barrages_on_low_intensity_markers() -> None:
    """Step B.9a and step B.9b, S18-164: resolved before the attacks, without the +1 of the Assault segment."""
    lines = f"{GUNS} \n 162DI 1405 order=low aim=1406 \n 42/17 1406"
    match = study("barrage-2 entente", lines, dice=[3])
    events = play(match, "bombard 1405 with heavy", "end")
    assert only(events, "bombardment").data["drm"] == 0
    assert asked(match) == "combat"


def test_step_b_4e_what_nobody_attacked_is_bombarded_in_the_end() -> None:
    """Step B.4e and step B.9e, S18-167: with +1 in the Assault segment."""
    lines = f"{GUNS} \n 162DI 1405 order=prepare \n 42/17 1406"
    match = study("bombard-1 entente", lines, dice=[4])
    events = play(match, "bombard 1406 with heavy", "end", "end", "end")
    assert only(events, "bombardment").data["drm"] == 1
    assert order(match, "162DI") == Order.NONE, "step B.4d"
    match = study("bombard-2 entente", f"{GUNS} \n 162DI 1405 \n 42/17 1406", dice=[4])
    events = play(match, "bombard 1406 with heavy", "end")
    assert only(events, "bombardment").data["drm"] == 0


def test_step_k_night_bombardments_in_order() -> None:
    """Step K.a, step K.b and step K.c, 15.4.2: Entente, then German, then all are resolved, each with -1."""
    lines = f"{GUNS} \n 162DI 1405 \n HQ-I 1404 \n 42/17 1406 \n HQ-WATTER 1407"
    match = study("night-entente entente", lines, turn=6, dice=[6, 6])
    assert match.decision is not None
    assert match.decision.case == "step K.a"
    events = play(match, "bombard 1406 with heavy", "end")
    assert (match.decision.side, match.decision.case) == ("german", "step K.b")
    assert not of_kind(events, "bombardment")
    events = play(match, "bombard 1405 with heavy", "end")
    assert [e.data["drm"] for e in of_kind(events, "bombardment")] == [-1, -1]


# -- 15.5, 15.6 --


def drm(lines: str, target: str, guns: int, assault: bool = False, turn: int = 4) -> int:
    match = study("bombard-2 entente", lines, turn=turn)
    return total(drm_rows(game(match), 0, cell(match, target), guns, assault))


def test_15_5_modifiers() -> None:
    """15.5, 15.3.3, S18-158: all add up; the air alone needs no observer."""
    near, far = "162DI 1405 \n 42/17 1406", "162DI 1405 \n 42/17 1410"
    assert drm(near, "1406", 1) == 0
    assert drm(near, "1406", 1, assault=True) == 1
    assert drm(far, "1410", 0) == 0
    assert drm(far, "1410", 1) == -1
    assert drm(f"terrain town 1406 \n {near}", "1406", 1) == -1
    assert drm(f"terrain ravine 1406 \n {near}", "1406", 1) == -1
    assert drm(f"terrain town 1410 \n feature ravine 1410 \n {far}", "1410", 1) == -2
    assert drm(f"terrain woods 1406 \n {near}", "1406", 1) == 0
    assert drm(f"terrain city 1410 \n {far}", "1410", 2, turn=6) == -3


@pytest.mark.parametrize(
    ("before", "points", "die", "after"),
    [(0, 1, 5, 1), (2, 1, 5, 2), (3, 1, 5, 3), (0, 2, 5, 2), (1, 2, 5, 2), (2, 2, 5, 3), (4, 2, 5, 5)],
)
def test_15_6_d_and_capital_d(before: int, points: int, die: int, after: int) -> None:
    """15.6 and its example: d not beyond Disorganized, D at least Disorganized (ruling K20)."""
    lines = f"42/17 1406 disruption={before} \n 162DI 1405"
    match = fire(lines, ",".join(["1406 heavy"] * points), [die])
    play(match, "end")
    assert level(match, "42/17") == after


def test_15_6_a_loss_where_the_owner_wants_it() -> None:
    """15.6: 1D disrupts all and takes a point of a unit that is no remnant."""
    lines = "42/17 1406 \n 42/131 1406 \n REM1 1504 \n 162DI 1405"
    match = fire(lines, "1406 heavy,1406 heavy,1406 heavy", [6])
    play(match, "end")
    assert asked(match) == "loss"
    play(match, "lose 42/131")
    assert (steps(match, "42/17"), steps(match, "42/131"), level(match, "42/17")) == (3, 2, 2)


def test_15_6_a_loss_on_remnants_is_a_level_for_all() -> None:
    """15.6, 5.5: they are never destroyed by bombardment, and nobody retreats from one."""
    match = fire("REM1 1406 \n REM2 1406 disruption=3 \n 162DI 1405", "1406 heavy,1406 heavy,1406 heavy", [6])
    play(match, "end")
    assert remnants(match, "1406") == [4, 5]


def test_15_6_ruling_k13_the_bracketed_d_counts_at_night_only() -> None:
    """15.6, ruling K13: column 3, a modified 3."""
    lines = "42/17 1406 \n 162DI 1405"
    day = fire(lines, "1406 heavy,1406 heavy,1406 heavy", [3])
    play(day, "end")
    assert level(day, "42/17") == 0
    night = fire(f"{lines} \n HQ-I 1404", "1406 heavy,1406 heavy,1406 heavy", [4], "night-entente entente", turn=6)
    until(night, "fallback")
    assert level(night, "42/17") == 2


def test_15_6_tanks_and_headquarters_feel_nothing() -> None:
    """15.6, 5.4.3, 6.1, rulings K67 and K78: a lone headquarters may be shelled in vain."""
    lines = f"{GUNS} \n 162DI 1405 tank=AS-I \n HQ-I 1405 \n 42/17 1406 \n HQ-WATTER 1410"
    match = study("bombard-2 german", lines, dice=[6])
    play(match, *["bombard 1405 with heavy"] * 2, "bombard 1405 with medium")
    events: list[Event] = []
    while not of_kind(events, "bombardment"):
        events += match.play("end")
    assert (place(match, "AS-I"), steps(match, "AS-I")) == ("1405", 2)
    match = fire("162DI 1405 \n HQ-WATTER 1412 \n 42/17 1406", "1412 heavy", [6])
    assert only(play(match, "end"), "fire-wasted").data["cell"] == cell(match, "1412")


def test_15_5_one_marker_one_die_and_it_is_gone() -> None:
    """15.0, 15.5: the listed outcomes are those of the column of all points together."""
    match = fire("42/17 1406 \n 162DI 1405", "1406 heavy,1406 air", [4])
    event = only(play(match, "end"), "bombardment")
    assert (event.data["points"], event.data["outcome"]) == (2, "d")
    assert not game(match).state.fire
    assert listed(match)
