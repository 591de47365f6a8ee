"""Disruption and recovery (chapter 6), remnants at night (5.5.1, 5.5.2, steps I and N)."""

from __future__ import annotations

import pytest

from tests.games.soissons_1918.position import (
    allowed,
    asked,
    game,
    level,
    number,
    of_kind,
    place,
    play,
    refused,
    remnants,
    steps,
    study,
)


@pytest.mark.parametrize(
    ("line", "uid", "command", "dice", "after"),
    [
        ("162DI 1405 disruption=4", "162DI", "no", [], 2),
        ("162DI 1405 disruption=1", "162DI", "yes", [], 0),
        ("42/17 1410 disruption=4", "42/17", "no", [], 2),
        ("42/17 1410 disruption=4", "42/17", "yes", [3], 2),
        ("42/17 1410 disruption=4", "42/17", "yes", [4], 1),
        ("42/17 1410 disruption=2 \n 162DI 1409", "42/17", "yes", [], 1),  # S18-080
        ("162DI 1405 disruption=2 \n 42/17 1406", "162DI", "yes", [], 1),
        ("REM1 1410 disruption=5", "REM1", "yes", [], 3),
        ("REM1 1410 disruption=3", "REM1", "yes", [], 2),
    ],
)
def test_6_3_levels_that_are_shed(line: str, uid: str, command: str, dice: list[int], after: int) -> None:
    """6.3, step N.1, ruling K74: one in an enemy zone, else two; Germans in command two or three by die."""
    match = study("recovery german", f"{line} \n 11DI 0302", turn=6, command=command, dice=dice)
    assert level(match, uid) == after


def test_6_3_ruling_k03_remnants_recover_unless_the_option_says_no() -> None:
    """6.3, ruling K03: never beyond Disorganized."""
    match = study("recovery german", "REM1 1410 disruption=5 \n 11DI 0302", turn=6, remnant_recovery="no")
    assert level(match, "REM1") == 5


def test_6_0_6_1_levels_and_names() -> None:
    """6.0, 6.1: Good Order, Reforming, Disorganized, Shocked without end."""
    lines = "162DI 1401 \n 11DI 1403 disruption=1 \n 153DI 1405 disruption=2 \n 72DI 1407 disruption=3"
    match = study("maneuver entente", f"{lines} \n DM 1409 disruption=5")
    g = game(match)
    names = [g.level_name(number(match, uid)) for uid in ("162DI", "11DI", "153DI", "72DI", "DM")]
    assert names == ["Good Order", "Reforming", "Disorganized", "Shocked", "Shocked (3 levels)"]


# -- 5.5.1 incorporation --


def test_step_i_two_remnants_a_night() -> None:
    """Step I, 5.5.1: from July 19 on the German must choose two; fewer if there are fewer (ruling K64)."""
    lines = "REM1 1410 \n REM2 1412 \n REM3 1414 \n 162DI 0302"
    match = study("incorporation entente", lines, turn=6)
    assert asked(match) == "incorporation"
    play(match, "remove REM2", "remove REM1")
    assert [place(match, f"REM{n}") for n in (1, 2, 3)] == ["pool", "pool", "1414"]
    assert asked(study("incorporation entente", lines, turn=3)) != "incorporation", "not on July 18"
    match = study("incorporation entente", "REM1 1410 \n 162DI 0302", turn=6)
    assert place(match, "REM1") == "pool"


def test_5_5_1_a_removal_can_isolate_a_friend() -> None:
    """5.5.1, 13.2: the remnant's zone kept the threat off the row."""
    lines = "42/17 1508 \n REM1 1512 \n 162DI 1312"
    match = study("incorporation entente", lines, turn=6, supply=None)
    assert asked(match) == "fallback"
    assert match.decision is not None
    assert (match.decision.side, match.decision.case) == ("german", "13.2")


# -- 5.5.2 reforming --


PAIR = "REM1 1410 \n REM2 1410 \n HQ-WATTER 1412 \n 42/17 removed \n 162DI 0302"


def test_step_n_2_two_remnants_make_a_regiment() -> None:
    """Step N.2, 5.5.2, S18-071: 2 points, Reforming, or Disorganized next to an enemy."""
    match = study("reforming german", PAIR, turn=6, command=None)
    play(match, "reform 42/17 1410")
    assert (place(match, "42/17"), steps(match, "42/17"), level(match, "42/17")) == ("1410", 2, 1)
    assert remnants(match, "1410") == []
    match = study("reforming german", f"{PAIR} \n 11DI 1409", turn=6, command=None)
    play(match, "reform 42/17 1410")
    assert level(match, "42/17") == 2


def test_5_5_2_who_cannot_be_reformed() -> None:
    """5.5.2, S18-074, rulings K76 and K82: not a regiment that was never lost, not from Shocked remnants."""
    match = study("reforming german", f"{PAIR} \n 42/131 1416 \n 241/472 removed", turn=6, command=None)
    refused(match, "reform 42/131 1410", "5.5.2", "removed from play")
    refused(match, "reform 241/472 1410", "5.5.2", "out of command")
    refused(match, "reform 42/17 1416", "5.5.2", "does not have two Disorganized")
    shocked = study("reforming german", PAIR.replace("REM1 1410", "REM1 1410 disruption=3"), turn=6, command=None)
    assert asked(shocked) != "reforming"
    none = study("reforming german", PAIR.replace("42/17 removed", "42/17 1416"), turn=6, command=None)
    assert asked(none) != "reforming"
    silent = study("reforming german", PAIR.replace("1412", "1412 retreated"), turn=6, command=None)
    assert asked(silent) != "reforming"


def test_5_5_2_ruling_k04_any_headquarters_by_option() -> None:
    """5.5.2, ruling K04."""
    lines = f"{PAIR} \n 241/472 removed"
    match = study("reforming german", lines, turn=6, command=None, reforming_command="any-hq")
    assert allowed(match, "reform 241/472 1410")


def test_5_5_remnants_keep_their_level_and_never_lose_points() -> None:
    """5.0, 5.5, 5.2, 5.1: one star, one point, Disorganized at least; they defend, but never attack."""
    match = study("assault entente", "162DI 1405 order=prepare \n REM1 1406 disruption=4", dice=[6])
    g = game(match)
    assert (g.setting.units[number(match, "REM1")].stars, steps(match, "REM1")) == (1, 1)
    events = play(match, "attack 1406 by 162DI")
    assert all(e.data["unit"] != number(match, "REM1") for e in of_kind(events, "loss"))
    assert asked(match) == "retreat"
