"""Hard positions of chapter 13: disengagement."""

from __future__ import annotations

import pytest

from tests.games.friedensturm_1918.hard.position import BOTH, told
from tests.games.friedensturm_1918.position import (
    asked,
    disorder,
    listed,
    marker,
    of_kind,
    place,
    play,
    refused,
    steps,
    study,
    until,
    who,
)

MORE = "36DI 14.11 marker=1 \n 5RD 14.10"
"""Another division that may disengage, so that the phase goes on."""


def test_f13_01_only_marked_units() -> None:
    """F13-01: 18DI has no marker."""
    match = study("disengagement allied", f"18DI 10.11 \n 206ID 10.10 \n {MORE} \n {BOTH}")
    assert listed(match) == ["disengage 36DI", "end"]
    refused(match, "disengage 18DI", "13.0")


def test_f13_02_marked_units_do_not_attack() -> None:
    """F13-02: its neighbour may."""
    match = study("combat allied", f"18DI 10.11 marker=1 \n 15DI 09.11 \n 35DI 11.11 \n 206ID 10.10 \n {BOTH}")
    play(match, "attack 10.10")
    refused(match, "join 18DI", "11.2.7", "Disengagement marker")


@pytest.mark.parametrize(
    ("name", "pick", "code", "left"), [("F13-03", "11DI/26", "r2", 2), ("F13-03t", "58DI", "*r1", 1)]
)
def test_whose_morale(name: str, pick: str, code: str, left: int) -> None:
    """A 2: the better morale, or the worse, whose unit then takes the step."""
    lines = f"11DI/26 10.11 marker=1 \n 58DI 10.11 marker=1 \n 206ID 10.10 \n {MORE} \n {BOTH}"
    match = study("disengagement allied", lines, dice=[2])
    events = play(match, f"disengage {pick}")
    assert told(events, "disengagement", "outcome") == code, name
    assert (steps(match, "58DI"), steps(match, "11DI/26")) == (left, 2)
    assert (asked(match) == "withdraw") == (code == "r2")
    if code == "r2":
        assert listed(match) == ["withdraw 1", "withdraw 2"]


def test_f13_04_the_table_ends_at_7() -> None:
    """F13-04: 6 + 1 + 3 out of a trench."""
    lines = f"feature trench-german 10.11 \n 19ID/74 10.11 marker=1 \n 18DI 10.12 \n {BOTH}"
    match = study("disengagement german", lines, dice=[6])
    events = play(match, "disengage 19ID/74")
    assert (told(events, "disengagement", "drm"), told(events, "disengagement", "outcome")) == (4, "r3")
    assert listed(match) == ["withdraw 1", "withdraw 2", "withdraw 3"]


def test_f13_05_disorganised_and_surrounded() -> None:
    """F13-05: a step by the star, another for the zone that it must enter."""
    lines = f"125DI 10.11 marker=1 disorder=2 \n 206ID 10.10 \n JD 10.12 \n {MORE} \n {BOTH}"
    match = study("disengagement allied", lines, dice=[3])
    events = play(match, "disengage 125DI")
    assert (told(events, "disengagement", "drm"), told(events, "disengagement", "outcome")) == (-6, "*r1")
    assert steps(match, "125DI") == 1
    assert asked(match) == "retreat"
    play(match, listed(match)[0])
    assert place(match, "125DI") == "lost"


@pytest.mark.parametrize(("name", "friend", "drm"), [("F13-06", "11DI/26 10.11", 0), ("F13-06t", "", -3)])
def test_surrounded(name: str, friend: str, drm: int) -> None:
    lines = f"18DI 10.10 marker=1 \n 206ID 10.09 \n 222ID 09.11 \n JD 12.11 \n {friend} \n {MORE} \n {BOTH}"
    match = study("disengagement allied", lines, dice=[6])
    events = play(match, "disengage 18DI")
    assert told(events, "disengagement", "drm") == drm, name


def test_f13_07_disorder_of_the_stack() -> None:
    """F13-07: -2 though the chosen division is in order."""
    lines = f"18DI 10.11 marker=1 \n 11DI/26 10.11 marker=1 disorder=1 \n 206ID 10.10 \n {MORE} \n {BOTH}"
    match = study("disengagement allied", lines, dice=[6])
    assert told(play(match, "disengage 18DI"), "disengagement", "drm") == -2


@pytest.mark.parametrize(("option", "state"), [("two-hexes", "none"), ("any", "disorganised")])
def test_f13_08_two_hexes_of_r2(option: str, state: str) -> None:
    """F13-08: not after a combat, and not R3 (N01)."""
    lines = f"18DI 10.11 marker=1 \n 206ID 10.10 \n {MORE} \n {BOTH}"
    match = study("disengagement allied", lines, dice=[4], retreat_disorganises=option)
    play(match, "disengage 18DI", "withdraw 2", "retreat 10.12", "retreat 10.13")
    assert (place(match, "18DI"), disorder(match, "18DI")) == ("10.13", state)


def test_f13_09_guns_stay_behind() -> None:
    """F13-09: and are lost beside the enemy."""
    lines = f"18DI 10.11 marker=1 \n ACA-1 10.11 \n 206ID 10.10 \n {MORE} \n {BOTH}"
    match = study("disengagement allied", lines, dice=[5])
    play(match, "disengage 18DI", "withdraw 1", "retreat 10.12")
    assert (place(match, "18DI"), place(match, "ACA-1")) == ("10.12", "lost")


def test_f13_10_not_after_exploitation() -> None:
    """F13-10: the marker comes off at the adjustment, and nobody is asked."""
    match = study("exploitation-combat allied", f"18DI 10.11 marker=1 \n 206ID 10.10 \n {BOTH}")
    events = until(match, "movement")
    assert not of_kind(events, "disengagement")
    assert (place(match, "18DI"), marker(match, "18DI")) == ("10.11", "none")


@pytest.mark.parametrize(("name", "die", "where"), [("F13-11", 4, "10.20"), ("F13-11t", 2, "lost")])
def test_no_second_hex(name: str, die: int, where: str) -> None:
    """10.20 is the last hex of the board, with Germans on both sides of it; its zone costs a step."""
    lines = f"18DI 10.19 marker=1 \n 206ID 09.20 \n 222ID 11.20 \n {MORE} \n AOK-18 10.01 \n HQ-III 14.15"
    match = study("disengagement allied", lines, dice=[die])
    play(match, "disengage 18DI")
    if asked(match) == "withdraw":
        play(match, "withdraw 2")
    until(match, "disengagement", "retreat 10.20")
    assert place(match, "18DI") == where, name


def test_f13_12_the_owner_finds_room() -> None:
    """F13-12: the German leads for three hexes, then it is the Allied player's affair."""
    lines = f"18DI 10.11 marker=1 \n 206ID 10.10 \n 35DI 10.14 \n {MORE} \n {BOTH}"
    match = study("disengagement allied", lines, dice=[2])
    play(match, "disengage 18DI")
    for hex in ("10.12", "10.13", "10.14"):
        assert (asked(match), who(match)) == ("retreat", "german")
        play(match, f"retreat {hex}")
    assert (asked(match), who(match)) == ("retreat", "allied")
    assert "stop" in listed(match)
    play(match, "retreat 10.15")
    assert place(match, "18DI") == "10.15"


def test_f13_13_nobody_to_disengage_from() -> None:
    """F13-13: the zone is gone since the marker was placed."""
    match = study("disengagement allied", f"18DI 10.11 marker=1 \n 206ID 10.06 \n {MORE} \n {BOTH}")
    refused(match, "disengage 18DI", "13.0")
    assert listed(match) == ["disengage 36DI", "end"]


def test_f13_14_stosstruppen_stay_behind() -> None:
    """F13-14: they change over at the beginning of the disengagement phase."""
    lines = f"19ID/74 10.11 stoss=ST-1 marker=1 \n 19ID/78 10.11 \n 18DI 10.12 \n {BOTH}"
    match = study("combat german", lines)
    play(match, "end")
    assert (asked(match), who(match)) == ("assign", "german")
    play(match, "assign ST-1 to 19ID/78")
    match.position.dice.tape = (4,)
    play(match, "disengage 19ID/74", "withdraw 1")  # 10.10 is the only way back
    assert (place(match, "19ID/74"), place(match, "ST-1")) == ("10.10", "10.11")


def test_f13_15_the_selected_unit_takes_the_step() -> None:
    """F13-15: no choice of Stosstruppen."""
    lines = f"19ID/74 10.11 stoss=ST-1 marker=1 disorder=2 \n 18DI 10.12 \n {BOTH}"
    match = study("disengagement german", lines, dice=[1])
    events = play(match, "disengage 19ID/74")
    assert told(events, "disengagement", "outcome") == "*r1"
    assert (steps(match, "19ID/74"), place(match, "ST-1") != "lost") == (1, True)


def test_f13_16_a_river_ends_it() -> None:
    """F13-16: three hexes announced, one gone."""
    river = "side major-river 10.11-10.12 10.11-09.12 10.11-11.12"
    lines = f"{river} \n 18DI 10.11 marker=1 \n 206ID 10.10 \n {MORE} \n {BOTH}"
    match = study("disengagement allied", lines, dice=[5])
    play(match, "disengage 18DI", "withdraw 3", "retreat 10.12")
    assert (place(match, "18DI"), disorder(match, "18DI")) == ("10.12", "disorganised")
    assert asked(match) == "disengagement"


def test_f13_17_through_friends_for_room() -> None:
    """F13-17: one hex announced, two gone."""
    lines = f"18DI 10.11 marker=1 \n 206ID 10.10 \n 35DI 10.12 \n {MORE} \n {BOTH}"
    match = study("disengagement allied", lines, dice=[5])
    play(match, "disengage 18DI", "withdraw 1", "retreat 10.12", "retreat 10.13")
    assert place(match, "18DI") == "10.13"
    assert (disorder(match, "18DI"), disorder(match, "35DI")) == ("disorganised", "disorganised")
