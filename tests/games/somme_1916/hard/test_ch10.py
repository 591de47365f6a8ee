"""Where commitment, the test over the top and Defensive Fire meet (modules 8 to 10)."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from grognard.engine import Event, Match
from tests.games.somme_1916.position import (
    allowed,
    asked,
    cell,
    force,
    game,
    listed,
    number,
    of_kind,
    only,
    place,
    play,
    refused,
    status,
    study,
)

HQ = "HQ-VII I15 \n assume supply all yes \n resources gas=1 \n "


def shoot(match: Match, target: str, outcome: str, factors: int, drm: int = 0) -> Sequence[Event]:
    """Defensive Fire with the dice that bring a result."""
    table = game(match).setting.combat.fire
    results = table.row(table.clamp(factors), drm)
    total = results.index(outcome) + 2
    force(match, max(1, total - 6), min(6, total - 1))
    return play(match, f"shoot {target}")


REPULSE = """
    unit Y like BB4.1 \n Y M16 commit=M15 jump_off=M16 over=2 \n 48Div L15 \n 49Div L17
    56Div L16 commit=M17 jump_off=L16 \n BB4.3 P14 commit=O15 jump_off=P14
    unit D like 28R/110 front=4-4-6 \n D M15 \n 28R/111 M17 \n Bn1 O15 \n GeGun2 N16
"""


def test_fire_kept_for_an_attack_that_has_lapsed_is_free_again() -> None:
    """10.2, 8.6 (X09, D33): R drives Y back on L16; the division there gives way, and M17 is attacked no longer."""
    match = study("defensive-fire allied", HQ + REPULSE)
    play(match, "keep GeGun2 for M17")
    shoot(match, "M15", "R", 4)
    while match.decision is not None and asked(match) in ("retreat", "displacement", "facing"):
        choices = listed(match)
        play(match, "retreat Y L16" if "retreat Y L16" in choices else choices[0])
    assert game(match).state.commit[number(match, "56Div")] == -1
    refused(match, "shoot M17", "10.2", "nobody is committed")
    fired = only(play(match, "shoot O15"), "fire-odds").data["units"]
    assert number(match, "GeGun2") in fired


def test_a_division_that_fire_reduces_to_a_brigade_still_attacks() -> None:
    """8.2, 8.4, 10.2: command was found before the fire; the brigade in its place carries on seven squares away."""
    lines = "46Div L15 commit=M15 jump_off=L15 steps=1 over=1 \n BB4.1 pool \n HQ-VII F15 \n resources gas=1 \n"
    match = study("defensive-fire allied", lines + "unit D like 28R/110 front=4-9-6 \n D M15")
    shoot(match, "M15", "1", 9, -1)
    assert game(match).state.commit[number(match, "BB4.1")] == cell(match, "M15")
    assert asked(match) == "resources"


def test_no_assault_is_counted_where_fire_leaves_nobody() -> None:
    """10.2, 12.1.1: the brigade over the top dies before it attacks: a step lost, but no Assault made."""
    lines = "unit A like BB4.1\n A L15 steps=1 commit=M15 jump_off=L15 over=1\n unit D like 28R/110 front=4-9-6\n D M15"
    match = study("defensive-fire allied", HQ + lines)
    events = shoot(match, "M15", "1", 9, -1)
    assert place(match, "A") == "pool"
    assert not of_kind(events, "assault")
    assert game(match).state.working.get("allied-assaults", 0) == 0


def test_those_over_the_top_die_before_those_who_stayed() -> None:
    """10.2: the reduced brigade over the top takes the first step, the division that failed the second."""
    lines = "unit A like BB4.1\nA L15 steps=1 commit=M15 over=1\n46Div L16 commit=M15 jump_off=L16 over=2\n"
    match = study("defensive-fire allied", HQ + lines + "unit D like 28R/110 front=4-9-6 \n D M15")
    shoot(match, "M15", "2", 9, -1)
    assert place(match, "A") == "pool"
    assert game(match).state.steps[number(match, "46Div")] == 1


def test_a_unit_disrupted_by_fire_stays_and_does_not_attack() -> None:
    """10.2, 11.3: the reduced brigade that stayed behind is Disrupted for its step; nobody is left to attack."""
    lines = "unit A like BB4.1\n A L15 steps=1 commit=M15 jump_off=L15 over=2\n unit D like 28R/110 front=4-9-6\n D M15"
    match = study("defensive-fire allied", HQ + lines)
    events = shoot(match, "M15", "1", 9)
    assert (place(match, "A"), status(match, "A")) == ("L15", "disrupted")
    assert not of_kind(events, "assault-begins")


def test_one_stack_may_attack_two_squares_and_tests_twice() -> None:
    """8.6, 8.7: each half with its own strength; a unit of the other half that fails does not matter."""
    lines = "BB4.1 L15 \n BB2.1 L15 \n 28R/110 M15 \n 28R/111 M16 \n" + HQ
    match = study("committing allied", lines, dice=[4, 3])
    play(match, "commit BB4.1 M15", "commit BB2.1 M16", "end")
    play(match, "over BB4.1", "over BB2.1")
    over = game(match).state.over
    assert (over[number(match, "BB4.1")], over[number(match, "BB2.1")]) == (1, 2)


def test_the_french_keep_their_range_beside_british_brigades() -> None:
    """8.3, 8.4: only British brigades and tanks shorten a range, and only that of the British."""
    lines = "FB4.1 L15 \n BB4.1 L16 \n HQ-XX F14 \n HQ-VII J15 \n 28R/110 M15"
    match = study("committing allied", lines)
    play(match, "commit BB4.1 M15")
    assert allowed(match, "commit FB4.1 M15")


@pytest.mark.parametrize(("hq", "supported"), [("HQ-VII G15", False), ("HQ-VII H15", True)])
def test_a_tank_makes_the_assault_of_a_division_small(hq: str, supported: bool) -> None:
    """8.4: tank companies shorten the range to five for the division with them, too."""
    match = study("committing allied", f"46Div L15 \n TankA L14 \n {hq} \n 28R/110 M15")
    play(match, "commit 46Div M15")
    if supported:
        assert allowed(match, "commit TankA M15")
    else:
        refused(match, "commit TankA M15", "8.2", "supports TankA")


def test_a_gun_that_shelled_fires_in_defence() -> None:
    """6.3, 10.2: once in a Bombardment Phase, and again in Defensive Fire."""
    match = study("commitment allied", "fired GeGun2 \n 46Div L15 \n GeGun2 M15 \n HQ-VII I15", dice=[3, 3])
    play(match, "commit 46Div M15", "end")
    while asked(match) != "defensive-fire":
        play(match, "end" if "end" in listed(match) else listed(match)[0])
    assert allowed(match, "shoot M15")
