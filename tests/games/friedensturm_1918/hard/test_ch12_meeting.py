"""Hard positions of chapter 12 where its steps meet each other and other chapters."""

from __future__ import annotations

import pytest

from grognard.engine import Match
from tests.games.friedensturm_1918.hard.position import BOTH, can, coordination, roll_for, told
from tests.games.friedensturm_1918.position import (
    allowed,
    asked,
    destinations,
    disorder,
    force,
    listed,
    of_kind,
    place,
    play,
    refused,
    steps,
    study,
    until,
    who,
)


def retreating(name: str) -> Match:
    """125DI in 10.10 goes back by Panic (F12-21) or by coordination (F12-21t); D2 costs it no step."""
    lines = f"222ID 09.11 \n 206ID 09.12 \n 227ID 12.11 \n 125DI 10.10 late=1 \n {BOTH}"
    match = study("combat german", lines)
    roll_for(match, "10.10", "222ID", defender=2, rolls=(4, 2) if name.endswith("t") else (1, 2, 2))
    play(match, "attack 10.10")
    until(match, "retreat", "withdraw 1")
    return match


def test_f12_21_panic_may_not_turn_aside() -> None:
    """F12-21: into a zone towards supply, for a step; F12-21t: after partial coordination it may turn aside."""
    match = retreating("F12-21")
    assert set(listed(match)) == {"retreat 10.11", "retreat 11.11"}
    play(match, "retreat 11.11")
    assert (place(match, "125DI"), steps(match, "125DI")) == ("11.11", 1)
    match = retreating("F12-21t")
    play(match, "retreat 11.10")
    assert (place(match, "125DI"), steps(match, "125DI")) == ("11.10", 2)


@pytest.mark.parametrize(("name", "more", "may"), [("F12-22", "HQ-X 19.06", True), ("F12-22t", "", False)])
def test_towards_any_headquarters(name: str, more: str, may: bool) -> None:
    lines = f"206ID 09.10 \n 18DI 10.10 \n HQ-III 10.13 \n AOK-18 10.01 \n 7RD 18.10 \n 126DI 18.11 \n {more}"
    match = study("combat german", lines, dice=[3, 4, 3, 2])
    play(match, "attack 10.10")
    until(match, "retreat", "withdraw 1")
    assert can(match, "retreat 11.10") == may, name
    assert can(match, "retreat 10.11")


def test_f12_23_won_by_the_guns_without_a_leader() -> None:
    """F12-23: the combat is over before leaders are named (N19)."""
    lines = f"206ID 10.10 \n 227ID 09.11 \n GAA-1 10.09 \n 58DI 10.11 1 \n ACA-1 10.12 \n {BOTH}"
    match = study("combat german", lines, dice=[2, 5, 4])
    events = play(match, "attack 10.11", "all", "support GAA-1", "support ACA-1", "disorganise 206ID", "lead 206ID")
    assert place(match, "58DI") == "lost"
    assert not of_kind(events, "cancelled")
    assert coordination(events, "german").data["level"] == "partial"
    assert asked(match) == "advance"
    refused(match, "advance 206ID 10.11", "12.4", "disorganised")
    assert allowed(match, "advance 227ID 10.11")


def test_f12_23t_defenders_are_left() -> None:
    """F12-23t: no leader, no attack, three steps."""
    lines = f"206ID 10.10 \n 227ID 09.11 \n GAA-1 10.09 \n 18DI 10.11 \n ACA-1 10.12 \n {BOTH}"
    match = study("combat german", lines, dice=[2, 5, 4])
    events = play(match, "attack 10.11", "all", "support GAA-1", "support ACA-1", "disorganise 206ID")
    assert of_kind(events, "cancelled")
    assert (place(match, "206ID"), steps(match, "227ID")) == ("lost", 2)


def stubborn(more: str = "") -> Match:
    """Stubbornness for 19ID/74 with ST-1, which leads; A2 besides."""
    lines = f"19ID/74 10.10 stoss=ST-1 \n {more} \n 84ID 09.11 \n 58DI 10.11 1 \n {BOTH}"
    match = study("combat german", lines)
    units = "19ID/74,19ID/78,84ID" if more else "19ID/74,84ID"
    answers = ("hold", "lead 19ID/74") if more else ("hold",)
    roll_for(match, "10.11", units, *answers, attacker=2, rolls=(2, 1, 3))
    play(match, "attack 10.11", "all", *answers)
    return match


def test_f12_24_stosstruppen_for_an_extra_step() -> None:
    """F12-24: they can satisfy a loss (Q45)."""
    match = stubborn()
    assert (asked(match), who(match)) == ("hits", "german")
    assert set(listed(match)) == {"lose 19ID/74", "lose 84ID", "lose ST-1"}
    play(match, "lose ST-1")
    assert place(match, "ST-1") == "lost"
    assert steps(match, "84ID") == 2


def test_f12_24t_once_a_combat() -> None:
    """F12-24t: the 2 points go to the lead regiment, without a choice."""
    match = stubborn("19ID/78 10.10 stoss=ST-2")
    play(match, "lose ST-1")
    assert asked(match) != "hits"
    assert (place(match, "ST-2"), steps(match, "19ID/74"), steps(match, "19ID/78")) == ("10.10", 1, 2)


def test_f12_25_stosstruppen_on_the_way_back() -> None:
    """F12-25: for the step that a zone costs."""
    lines = f"18DI 10.11 \n 36DI 11.09 \n 19ID/74 10.10 stoss=ST-1 \n {BOTH}"
    for lost, left in (("ST-1", 2), ("19ID/74", 1)):
        match = study("combat allied", lines)
        roll_for(match, "10.10", "18DI", defender=3, rolls=(3, 2))
        play(match, "attack 10.10")
        until(match, "retreat", "withdraw 1")
        play(match, "retreat 10.09")
        assert (asked(match), who(match)) == ("hits", "german")
        assert set(listed(match)) == {"lose 19ID/74", "lose ST-1"}
        play(match, f"lose {lost}")
        assert (place(match, "19ID/74"), steps(match, "19ID/74")) == ("10.09", left)
        assert (place(match, "ST-1") == "lost") == (lost == "ST-1")


def test_f12_26_as_far_as_the_defender_went() -> None:
    """F12-26: a hex declared and a hex more for room make two of advance, and save 3 points (N20)."""
    lines = "206ID 10.09 \n 19ID/74 09.10 stoss=ST-1 \n 18DI 10.10 \n 36DI 10.11"
    match = study("combat german", f"{lines} \n {BOTH}")
    roll_for(match, "10.10", "206ID,19ID/74", "hold", "lead 206ID", "lead 18DI", defender=6, rolls=(3, 6))
    play(match, "attack 10.10", "all", "hold", "lead 206ID")
    events = until(match, "advance", "withdraw 1", "retreat 10.11", "retreat 10.12", "lose 206ID")
    assert len(of_kind(events, "retreat")) == 2
    assert (place(match, "18DI"), steps(match, "18DI")) == ("10.12", 2)  # 6 - 3 points
    play(match, "advance 19ID/74 10.10")
    assert allowed(match, "advance 19ID/74 09.11")


@pytest.mark.parametrize(
    ("name", "defender", "hits", "hexes"), [("F12-27", "18DI 10.11", 3, 1), ("F12-27t", "58DI 10.11 1", 6, 2)]
)
def test_panic_and_perfect_coordination(name: str, defender: str, hits: int, hexes: int) -> None:
    lines = f"206ID 10.10 \n 222ID 09.11 \n {defender} disorder=2 \n {BOTH}"
    match = study("combat german", lines)
    roll_for(match, "10.11", "206ID,222ID", "lead 206ID", defender=hits, rolls=(1, 6, 2))
    play(match, "attack 10.11", "all", "lead 206ID", "retreat 10.12")
    until(match, "advance", "lose 206ID", "lose 206ID")
    play(match, "advance 222ID 10.11")
    assert (asked(match) == "advance" and bool(destinations(match, "222ID", "advance"))) == (hexes == 2), name


def test_f12_28_two_ways_back() -> None:
    """F12-28: the regiment to 36DI, the division beside it."""
    lines = f"206ID 10.09 \n 18DI 10.10 \n 11DI/26 10.10 \n 36DI 10.11 \n {BOTH}"
    match = study("combat german", lines)
    roll_for(match, "10.10", "206ID", "lead 18DI", defender=3, rolls=(3, 2))
    play(match, "attack 10.10")
    until(match, "retreat", "withdraw 1", "lead 18DI")
    play(match, "detach 11DI/26", "retreat 11.11", "retreat 10.11")
    assert (place(match, "18DI"), place(match, "11DI/26")) == ("11.11", "10.11")
    assert [steps(match, uid) for uid in ("18DI", "11DI/26")] == [3, 2]
    assert {disorder(match, uid) for uid in ("18DI", "11DI/26", "36DI")} == {"none"}


def test_f12_29_markers_without_an_advance() -> None:
    """F12-29: 206ID took A3, the others exploit."""
    lines = f"206ID 10.10 \n 222ID 09.11 \n 46RD 11.11 \n 18DI 10.11 \n {BOTH}"
    match = study("combat german", lines)
    roll_for(match, "10.11", "206ID,222ID,46RD", "lead 206ID", attacker=3, rolls=(2, 6))
    play(match, "attack 10.11", "all", "lead 206ID")
    assert place(match, "18DI") == "10.11"
    assert set(listed(match)) == {"exploit 222ID", "exploit 46RD", "end"}
    play(match, "exploit 222ID", "exploit 46RD")
    assert asked(match) == "combat"


def test_f12_30_misdirected_away_from_the_guns() -> None:
    """F12-30: the gun is alone but beside nobody."""
    lines = f"206ID 10.10 \n 18DI 10.11 disorder=2 \n 36DI 10.13 \n ACA-1 10.13 \n {BOTH}"
    match = study("combat german", lines)
    force(match, 3, 4, 1, 2, 6)
    events = play(match, "attack 10.11", "end")
    assert told(events, "orders", "name") == "Reserves misdirected"
    assert (asked(match), who(match)) == ("misdirect", "german")
    play(match, "misdirect 36DI 10.14")
    assert (place(match, "36DI"), place(match, "ACA-1")) == ("10.14", "10.13")


def test_f12_31_reaction_across_a_river() -> None:
    """F12-31: the minimum move, with all the points it has."""
    river = "side major-river 10.12-11.12 10.11-11.12 11.12-11.13"
    match = study("combat german", f"{river} \n 206ID 10.09 \n 18DI 10.10 \n 36DI 10.12 \n {BOTH}")
    roll_for(match, "10.10", "206ID", defender=3, rolls=(3, 2))
    play(match, "attack 10.10")
    until(match, "reaction", "hold")
    play(match, "react 36DI 11.12")
    assert place(match, "36DI") == "11.12"


def test_f12_32_orders_then_the_retreat() -> None:
    """F12-32: 8 - 3 - 3 hit points."""
    lines = f"206ID 10.10 \n 84ID 09.11 \n 46RD 11.11 \n 222ID 10.10 1 \n 18DI 10.11 2 \n {BOTH}"
    match = study("combat german", lines)
    units = "206ID,84ID,46RD,222ID"
    roll_for(match, "10.11", units, "lead 206ID", defender=8, rolls=(3, 1, 5))
    play(match, "attack 10.11", "all", "lead 206ID")
    until(match, "retreat", "withdraw 1")
    play(match, "retreat 10.12")
    assert (place(match, "18DI"), steps(match, "18DI"), disorder(match, "18DI")) == ("10.12", 2, "disorganised")


def test_f12_33_orders_misunderstood_on_both_sides() -> None:
    """F12-33: two steps each by orders, the third by hit points."""
    lines = f"206ID 10.10 \n 18DI 10.11 disorder=2 late=1 \n AIR-FEQUANT 10.11 mission=3 \n {BOTH}"
    match = study("combat german", lines, air="yes")
    roll_for(match, "10.11", "206ID", attacker=5, defender=5, rolls=(1, 1, 1, 1))
    events = play(match, "attack 10.11")
    assert [event.data["name"] for event in of_kind(events, "orders")] == ["Sacrifice", "Fierce fighting"]
    assert place(match, "206ID") == place(match, "18DI") == "lost"


@pytest.mark.parametrize(("hex", "near"), [("10.07", False), ("10.08", True)])
def test_f12_34_three_hexes_for_a_marker(hex: str, near: bool) -> None:
    """F12-34: 10.07 is four from 10.11."""
    match = study("combat german", f"206ID 10.10 \n 222ID {hex} marker=2 \n 18DI 10.11 \n {BOTH}", dice=[3, 4, 2, 2])
    play(match, "attack 10.11")
    assert (asked(match) == "strip") == near
