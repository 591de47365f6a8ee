"""Hard positions of chapter 5: zones of control."""

from __future__ import annotations

import pytest

from grognard.engine import Match
from tests.games.friedensturm_1918.hard.position import BOTH, GERMANS, can, is_unsupplied, roll_for, shifts
from tests.games.friedensturm_1918.position import (
    asked,
    cost,
    destinations,
    disorder,
    fight,
    listed,
    place,
    play,
    refused,
    steps,
    study,
    until,
)


def test_f05_01_tanks_have_no_zone() -> None:
    """F05-01: on through the hex beside a tank, 3 MP."""
    match = study("movement german", f"206ID 10.08 \n BCL-1 10.11 \n {BOTH}")
    play(match, "move 206ID 10.10")
    assert cost(match, "move 206ID 09.10") == 1
    assert cost(study("movement german", f"206ID 10.08 \n BCL-1 10.11 \n {BOTH}"), "move 206ID 09.12") == 4


def test_f05_01t_a_reduced_division_has_one() -> None:
    """F05-01t: the move ends in 10.10."""
    match = study("movement german", f"206ID 10.08 \n 125DI 10.11 1 \n {BOTH}")
    play(match, "move 206ID 10.10")
    refused(match, "move 206ID 09.10", "11.1.1", "finished")


def test_f05_02_a_friend_does_not_lift_a_zone() -> None:
    """F05-02: 10.11 stops it, with a German regiment there."""
    match = study("movement german", f"18DI 10.12 \n 19ID/74 10.11 \n 206ID 10.09 \n {BOTH}")
    play(match, "move 206ID 10.11")
    assert not can(match, "move 206ID 09.11")


def test_f05_03_friends_open_a_path_through_zones() -> None:
    """F05-03 and F05-03t: one hex without a friend bars the path."""
    closed = "18DI 11.09 \n 36DI 09.09 \n 15DI 07.10 \n 1DI 13.09 \n 35DI 10.14 \n 39DI 07.13 \n 40DI 13.13"
    far = "HQ-III 10.19 \n 20DI 05.10 \n 21DI 15.10 \n 22DI 03.10 \n 26DI 17.10 \n 28DI 01.11 \n 43DI 19.10"
    lines = f"AOK-18 10.05 \n 206ID 10.11 \n 19ID/78 10.09 \n {closed} \n {far}"
    for more, cut in (("19ID/74 10.08", False), ("", True)):
        match = study("supply german", f"{lines} \n {more}", supply=None, command=None)
        assert [is_unsupplied(match, uid) for uid in ("206ID", "19ID/78")] == [cut, cut]


def retreating(lines: str) -> Match:
    """125DI in 10.10 has partial coordination and goes back a hex, for which 3 hit points are saved of 3."""
    match = study("combat german", f"{lines} \n {BOTH}")
    roll_for(match, "10.10", "222ID", defender=3, rolls=(3, 2))
    play(match, "attack 10.10")
    until(match, "retreat", "withdraw 1")
    return match


def test_f05_04_a_friend_makes_a_retreat_safe() -> None:
    """F05-04: no step, and nobody is passed."""
    match = retreating("222ID 10.09 \n 206ID 09.12 \n 125DI 10.10 \n 11DI/26 10.11")
    play(match, "retreat 10.11")
    assert (place(match, "125DI"), steps(match, "125DI"), steps(match, "11DI/26")) == ("10.11", 2, 2)
    assert (disorder(match, "125DI"), disorder(match, "11DI/26")) == ("none", "none")


def test_f05_04t_a_step_or_another_way() -> None:
    """F05-04t: into the zone for a step, or aside, further from supply; both hexes to the south are in zones here."""
    lines = "222ID 09.11 \n 206ID 09.12 \n 227ID 12.11 \n 125DI 10.10"
    match = retreating(lines)
    assert "retreat 11.10" in listed(match)
    play(match, "retreat 10.11")
    assert (place(match, "125DI"), steps(match, "125DI")) == ("10.11", 1)
    match = retreating(lines)
    play(match, "retreat 11.10")
    assert (place(match, "125DI"), steps(match, "125DI")) == ("11.10", 2)


def test_f05_05_guns_never_enter_a_zone() -> None:
    """F05-05: behind a division neither."""
    match = study("movement allied", f"ACA-1 10.12 \n 18DI 10.11 \n 206ID 10.10 \n {BOTH}")
    refused(match, "move ACA-1 10.11", "11.3.1", "zone")


def test_f05_06_disorganised_units_keep_their_zones() -> None:
    """F05-06: and so do units out of supply."""
    match = study("movement german", f"18DI 10.11 disorder=2 unsupplied=1 \n 206ID 10.09 \n {BOTH}")
    play(match, "move 206ID 10.10")
    refused(match, "move 206ID 11.10", "11.1.1", "finished")


def test_f05_07_never_from_zone_to_zone() -> None:
    """F05-07: with 2 MP there is no way round, so the hex is refused; F05-07t: away from the enemy is free."""
    lines = f"terrain woods 09.10 \n 206ID 10.10 disorder=2 \n 19ID/74 10.10 \n 18DI 10.11 \n {BOTH}"
    refused(study("movement german", lines), "move 206ID 09.11", "11.2.1", "one enemy zone")
    match = study("movement german", f"206ID 10.10 \n 19ID/74 10.10 \n 18DI 10.11 \n {BOTH}")
    assert cost(match, "move 206ID 09.09") == 2
    assert cost(match, "move 206ID 09.11") == 2  # round by 09.10, which is in no zone


def test_f05_08_pinned_units_do_not_hold_stosstruppen() -> None:
    """F05-08: past the pinned division; F05-08t: as far as the first hex beside another one."""
    lines = f"18DI 10.11 pinned=1 \n 19ID/74 10.09 stoss=ST-1 marker=3 \n {BOTH}"
    assert cost(study("exploitation german", lines), "move 19ID/74 09.12") == 3
    match = study("exploitation german", f"36DI 09.13 \n {lines}")
    play(match, "move 19ID/74 09.12")
    assert asked(match) != "exploitation"
    plain = study("exploitation german", f"18DI 10.11 pinned=1 \n 19ID/74 10.09 marker=3 \n {BOTH}")
    assert "09.12" not in destinations(plain, "19ID/74")


def test_f05_09_zones_reach_over_rivers() -> None:
    """F05-09: a major river without a bridge does not keep them off."""
    match = study("movement allied", f"side major-river 10.10-10.11 \n 206ID 10.10 \n 18DI 10.12 \n {BOTH}")
    play(match, "move 18DI 10.11")
    refused(match, "move 18DI 10.12", "11.1.1", "finished")


@pytest.mark.parametrize(("more", "shift"), [("36DI 11.11", 1), ("", 1)])
def test_f05_10_concentric_with_an_enemy_in_a_surrounding_hex(more: str, shift: int) -> None:
    """F05-10: zones reach into hexes with enemies."""
    match = study("combat german", f"125DI 10.10 \n 206ID 10.09 \n 222ID 10.11 \n {more} \n {BOTH}")
    events = fight(match, "10.10", "206ID,222ID", dice=[3, 4, 3, 3])
    assert shifts(events)["concentric attack"] == shift


def test_f05_11_a_stack_past_a_pinned_unit() -> None:
    """F05-11: the regiment without Stosstruppen holds it up (Q11)."""
    lines = f"18DI 10.11 pinned=1 \n 19ID/74 10.09 stoss=ST-1 marker=3 \n 19ID/78 10.09 marker=3 \n {BOTH}"
    match = study("exploitation german", lines)
    assert not can(match, "march 19ID/74 09.12")
    assert can(match, "march 19ID/74 10.10")
    assert can(match, "move 19ID/74 09.12")


@pytest.mark.parametrize(("friend", "cut"), [("BCL-1 06.15", False), ("", True)])
def test_f05_12_a_tank_negates_a_zone_for_supply(friend: str, cut: bool) -> None:
    """F05-12: it has none itself, but is a friendly unit."""
    columns = [c for c in range(1, 21) if c != 6]
    wall = "\n".join(f"{uid} {c:02}.15" for uid, c in zip(GERMANS, columns, strict=False))
    lines = f"{wall}\n 35DI 06.14 \n HQ-X 06.18 \n AOK-18 10.02 \n {friend}"
    match = study("supply german", lines, supply=None, command=None)
    assert is_unsupplied(match, "35DI") == cut
