"""Hard positions of chapter 14: exploitation."""

from __future__ import annotations

import pytest

from tests.games.friedensturm_1918.hard.position import BOTH, roll_for
from tests.games.friedensturm_1918.position import (
    allowed,
    asked,
    destinations,
    disorder,
    fight,
    force,
    game,
    listed,
    marker,
    of_kind,
    place,
    play,
    refused,
    study,
    until,
)


def test_f14_01_the_moroccan_division() -> None:
    """F14-01: one marker for the stack, for the two that are whole and in order; the second goes elsewhere."""
    lines = "DM/LE 10.10 \n DM/8Z 10.10 \n DM/4T 10.10 \n DM/7T 10.10 1 \n 18DI 09.11 \n 84ID 10.11 1 \n GCA-1 10.12"
    lines += f"\n {BOTH}"
    match = study("combat allied", lines)
    units, answers = "DM/LE,DM/8Z,DM/4T,DM/7T,18DI", ("support GCA-1", "disorganise DM/4T", "lead DM/LE")
    roll_for(match, "10.11", units, *answers, attacker=0, rolls=(2, 6), before=(2,))
    play(match, "attack 10.11", "all", *answers)
    until(match, "exploit")
    play(match, "exploit DM/LE")
    regiments = ("DM/LE", "DM/8Z", "DM/4T", "DM/7T")
    assert [marker(match, uid) for uid in regiments] == ["exploitation", "exploitation", "none", "none"]
    assert listed(match) == ["exploit 18DI", "end"]


def test_f14_01t_a_tank_in_the_hex() -> None:
    """F14-01t: each by itself; with three regiments, for four and a tank do not stack."""
    lines = f"DM/LE 10.10 \n DM/8Z 10.10 \n DM/4T 10.10 \n BCL-1 10.10 \n 84ID 10.11 1 \n GCA-1 10.12 \n {BOTH}"
    match = study("combat allied", lines)
    units, answers = "DM/LE,DM/8Z,DM/4T,BCL-1", ("support GCA-1", "disorganise DM/4T", "lead DM/LE")
    roll_for(match, "10.11", units, *answers, attacker=0, rolls=(2, 6), before=(2,))
    play(match, "attack 10.11", "all", *answers)
    until(match, "exploit")
    assert listed(match) == ["exploit DM/LE", "exploit DM/8Z", "exploit BCL-1", "end"]
    play(match, "exploit DM/LE")
    assert marker(match, "DM/8Z") == "none"
    play(match, "exploit BCL-1")
    assert marker(match, "BCL-1") == "exploitation"
    assert asked(match) != "exploit"


def test_f14_02_only_who_took_part() -> None:
    """F14-02: 206ID stood by."""
    lines = f"206ID 11.11 \n 46RD 10.10 \n 222ID 09.11 \n 58DI 10.11 1 \n {BOTH}"
    match = study("combat german", lines)
    roll_for(match, "10.11", "46RD,222ID", "lead 46RD", attacker=0, rolls=(2, 6))
    play(match, "attack 10.11", "join 46RD", "join 222ID", "end", "lead 46RD")
    until(match, "exploit")
    refused(match, "exploit 206ID", "14.0", "did not take part")


def test_f14_03_reserves_do_not_attack() -> None:
    """F14-03: another unit with an Exploitation marker keeps the question open (Q06)."""
    lines = f"206ID 10.10 marker=2 \n 18DI 10.11 \n 46RD 14.10 marker=3 \n 36DI 14.11 \n {BOTH}"
    match = study("exploitation-combat german", lines)
    refused(match, "attack 10.11", "14.1", "no Exploitation marker")
    assert allowed(match, "attack 14.11")


def test_f14_04_guns_in_exploitation() -> None:
    """F14-04: 5 - 2 = 3 for the defender, nothing for the attacker."""
    lines = f"206ID 10.10 marker=3 \n GCA-1 10.09 \n 18DI 10.11 \n ACA-1 10.12 \n AAA-1 10.12 \n {BOTH}"
    match = study("exploitation-combat german", lines)
    play(match, "attack 10.11")
    refused(match, "support GCA-1", "14.1", "counter-battery only")
    play(match, "counter GCA-1")
    force(match, 1, 3, 4, 3, 3)
    events = play(match, "support ACA-1", "support AAA-1")
    assert [(e.data["side"], e.data["points"]) for e in of_kind(events, "bombardment")] == [("allied", 3)]


def test_f14_05_no_markers_after_exploitation_attacks() -> None:
    """F14-05: two hexes of advance, and the old marker comes off."""
    lines = f"46RD 10.10 marker=3 \n 206ID 09.11 marker=3 \n 58DI 10.11 1 \n {BOTH}"
    match = study("exploitation-combat german", lines)
    roll_for(match, "10.11", "46RD,206ID", "lead 46RD", attacker=0, rolls=(2, 6))
    play(match, "attack 10.11", "all", "lead 46RD", "advance 46RD 10.11", "advance 46RD 10.12")
    while asked(match) == "advance":
        play(match, "end")
    assert asked(match) != "exploit"
    assert (place(match, "46RD"), marker(match, "46RD"), marker(match, "206ID")) == ("10.12", "none", "none")


def test_f14_06_pinned_units_leave_markers_on() -> None:
    """F14-06: for the regiment with Stosstruppen, not for the division."""
    lines = f"19ID/74 10.10 stoss=ST-1 marker=3 \n 206ID 09.11 marker=3 \n 18DI 10.11 pinned=1 \n {BOTH}"
    match = study("exploitation-combat german", lines)
    until(match, "exploitation")
    assert (marker(match, "19ID/74"), marker(match, "206ID")) == ("exploitation", "none")


def test_f14_07_how_far_marked_units_go() -> None:
    """F14-07: 3 and 6 MP."""
    match = study("exploitation german", f"19ID/74 10.03 marker=3 \n 206ID 05.02 marker=2 \n 18DI 18.19 \n {BOTH}")
    assert "10.06" in destinations(match, "19ID/74")
    assert "10.07" not in destinations(match, "19ID/74")
    assert "05.08" in destinations(match, "206ID")
    assert "05.09" not in destinations(match, "206ID")


def test_f14_08_no_forced_march() -> None:
    """F14-08: on a road, in reserve."""
    road = "\n".join(f"link road 05.{row:02}-05.{row + 1:02}" for row in range(2, 18))
    match = study("exploitation german", f"{road} \n 206ID 05.02 marker=2 \n 18DI 18.19 \n {BOTH}")
    refused(match, "force 206ID 05.16", "11.2.6", "exploitation")
    assert allowed(match, "move 206ID 05.14")  # 6 MP by road


def test_f14_09_the_minimum_move() -> None:
    """F14-09: 3 MP with 2 to spend."""
    ground = "terrain woods 10.06 \n side minor-river 10.05-10.06"
    match = study("exploitation german", f"{ground} \n 206ID 10.05 marker=3 \n 18DI 18.19 \n {BOTH}")
    play(match, "move 206ID 10.06")
    assert place(match, "206ID") == "10.06"


def test_f14_10_the_printed_example() -> None:
    """F14-10: reorganising after the French exploitation, and still after the German one, for 206ID has come."""
    road = "\n".join(f"link road 05.{row:02}-05.{row + 1:02}" for row in range(6, 18))
    match = study("movement allied", f"{road} \n 18DI 05.17 \n 206ID 05.08 \n {BOTH}", sequence=1)
    play(match, "force 18DI 05.11")
    assert disorder(match, "18DI") == "disorganised"
    while game(match).state.phasing == "allied":
        play(match, "end")
    assert (game(match).state.sequence, disorder(match, "18DI")) == (2, "reorganising")
    play(match, "move 206ID 05.10")
    while game(match).state.phasing == "german":
        play(match, "end")
    assert disorder(match, "18DI") == "reorganising"


def test_f14_10_out_of_the_zone_it_comes_off() -> None:
    """F14-10, the other way: nobody comes, and the German adjustment takes the marker off."""
    match = study("movement german", f"18DI 05.11 disorder=1 \n 206ID 05.03 \n {BOTH}", sequence=2)
    while game(match).state.phasing == "german":
        play(match, "end")
    assert disorder(match, "18DI") == "none"


def test_f14_11_a_shared_marker_goes_as_one() -> None:
    """F14-11: from the whole stack."""
    stack = "19ID/74 10.09 marker=3 \n 19ID/78 10.09 marker=3 \n 19ID/91 10.09 marker=3"
    match = study("combat german", f"{stack} \n 206ID 10.10 \n 18DI 10.11 \n {BOTH}", dice=[3, 4, 2, 2])
    play(match, "attack 10.11")
    assert asked(match) == "strip"
    play(match, "strip 19ID/78")
    assert {marker(match, f"19ID/{n}") for n in (74, 78, 91)} == {"none"}


def test_f14_12_two_have_advanced() -> None:
    """F14-12: the marker is for the hex where it is placed (Q56)."""
    lines = f"19ID/74 10.10 \n 19ID/78 10.10 \n 19ID/91 10.10 \n 58DI 10.11 1 \n {BOTH}"
    match = study("combat german", lines)
    roll_for(match, "10.11", "19ID/74,19ID/78,19ID/91", "lead 19ID/74", attacker=0, rolls=(1, 2))
    play(match, "attack 10.11", "all", "lead 19ID/74", "advance 19ID/74 10.11", "advance 19ID/78 10.11", "end")
    play(match, "exploit 19ID/74")
    assert [marker(match, f"19ID/{n}") for n in (74, 78, 91)] == ["exploitation", "exploitation", "none"]


def test_f14_13_a_cancelled_exploitation_attack() -> None:
    """F14-13: it was an attack; the markers come off, and three steps are paid."""
    ground = "terrain woods 10.11 \n feature fort 10.11"
    units = "19ID/74 10.10 marker=3 \n 206ID 09.11 marker=3 \n 18DI 10.11 \n 11DI/26 10.11"
    match = study("exploitation-combat german", f"{ground} \n {units} \n {BOTH}")
    events = fight(match, "10.11", "19ID/74,206ID", "lead 206ID", "lead 18DI")
    assert of_kind(events, "cancelled")
    assert (place(match, "19ID/74"), marker(match, "206ID")) == ("lost", "none")


@pytest.mark.parametrize(("name", "more", "free"), [("F14-14", "", False), ("F14-14t", "19ID/74 10.08", True)])
def test_reserves_beside_the_enemy(name: str, more: str, free: bool) -> None:
    lines = f"206ID 10.08 marker=2 \n {more} \n 18DI 10.09 \n 222ID 05.02 marker=2 \n {BOTH}"
    match = study("exploitation german", lines)
    if free:
        assert allowed(match, "move 206ID 10.06"), name
    else:
        refused(match, "move 206ID 10.06", "11.2.2", "relieves")


def test_f14_15_a_reserve_is_called_off() -> None:
    """F14-15: by an exploitation attack that goes wrong."""
    lines = f"206ID 10.10 marker=3 \n 222ID 10.09 marker=2 \n 46RD 05.02 marker=2 \n 18DI 10.11 \n {BOTH}"
    match = study("exploitation-combat german", lines, dice=[3, 4, 2, 2])
    play(match, "attack 10.11")
    assert asked(match) == "strip"
    play(match, "strip 222ID")
    until(match, "exploitation")
    refused(match, "move 222ID 10.08", "14.2")
    assert allowed(match, "move 46RD 05.03")
