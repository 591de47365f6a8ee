"""Hard positions of chapter 4: stacking."""

from __future__ import annotations

import pytest

from tests.games.friedensturm_1918.hard.position import BOTH, battle, can, roll_for
from tests.games.friedensturm_1918.position import (
    asked,
    cost,
    disorder,
    fight,
    listed,
    number,
    of_kind,
    place,
    play,
    refused,
    study,
    until,
    who,
)


@pytest.mark.parametrize(
    ("name", "lines", "excess"),
    [
        ("F04-01", "18DI \n 11DI/26 \n ACA-1 \n ACA-2 \n HQ-III", ""),
        ("F04-01t", "18DI \n 11DI/26 \n BCL-1 \n ACA-1 \n ACA-2 \n HQ-III", "18DI 11DI/26 BCL-1"),
        ("F04-02", "58DI 1 \n 125DI 1", ""),
        ("F04-02t", "58DI 1 \n 125DI 1 \n BCL-1", "58DI 125DI BCL-1"),
    ],
)
def test_stacks_at_the_end_of_movement(name: str, lines: str, excess: str) -> None:
    stack = "\n".join(" ".join([line.split()[0], "10.10", *line.split()[1:]]) for line in lines.splitlines())
    match = study("movement allied", f"{stack}\n206ID 10.03 \n AOK-18 10.01")
    play(match, "end")
    assert (asked(match) == "overstack") == bool(excess), name
    if excess:
        assert who(match) == "allied"
        assert listed(match) == [f"eliminate {uid}" for uid in excess.split()]
        play(match, "eliminate BCL-1")
        assert asked(match) != "overstack"


def test_f04_03_a_step_loss_marker_counts_nothing() -> None:
    """F04-03: divisions with one and with two of three steps left count 2 each."""
    match = study("combat german", f"206ID 10.10 1 \n 222ID 10.10 2 \n 18DI 10.11 \n {BOTH}")
    play(match, "end")
    assert asked(match) != "overstack"


def test_f04_04_a_full_hex_is_passed() -> None:
    """F04-04: 3 MP, through the friends."""
    match = study("movement german", f"206ID 10.10 \n 19ID/74 10.10 \n 227ID 10.12 \n 18DI 02.19 \n {BOTH}")
    assert cost(match, "move 227ID 10.09") == 3


def test_f04_04t_nobody_ends_where_no_room_can_be_made() -> None:
    """F04-04t: those in the hex have used up their movement (N12)."""
    match = study("movement german", f"206ID 10.06 \n 19ID/74 10.05 \n 227ID 10.12 \n 18DI 02.19 \n {BOTH}")
    play(match, "move 206ID 10.10", "move 19ID/74 10.10")
    refused(match, "move 227ID 10.10", "4.0", "can still move out")


def test_f04_05_room_for_the_advance() -> None:
    """F04-05: three regiments, or the division and one of them."""
    lines = f"19ID/74 10.10 \n 19ID/78 10.10 \n 19ID/91 10.10 \n 206ID 09.11 \n 58DI 10.11 1 \n {BOTH}"
    units = "19ID/74,19ID/78,19ID/91,206ID"
    match = study("combat german", lines)
    roll_for(match, "10.11", units, "lead 19ID/74", attacker=0, rolls=(1, 3))
    play(match, "attack 10.11", "all", "lead 19ID/74")
    assert asked(match) == "advance"
    other = match.clone()
    play(match, "advance 19ID/74 10.11", "advance 19ID/78 10.11", "advance 19ID/91 10.11")
    if asked(match) == "advance":
        refused(match, "advance 206ID 10.11", "4.0", "no room")
    assert place(match, "206ID") == "09.11"
    play(other, "advance 206ID 10.11", "advance 19ID/91 10.11")
    assert (place(other, "206ID"), place(other, "19ID/91")) == ("10.11", "10.11")
    assert asked(other) != "advance"


def test_f04_06_on_from_a_full_hex() -> None:
    """F04-06: he may go on or stay; hexes beyond the declared one save nothing, and passing disorganises all."""
    lines = f"206ID 10.09 \n 222ID 09.10 \n 18DI 10.10 \n 11DI/26 10.10 \n 36DI 10.11 \n 11DI/69 10.11 \n {BOTH}"
    match = study("combat german", lines)
    roll_for(match, "10.10", "206ID,222ID", defender=5, rolls=(3, 2))
    play(match, "attack 10.10", "all")
    until(match, "retreat", "withdraw 1")
    play(match, "retreat 10.11")
    assert asked(match) == "retreat"
    assert can(match, "stop")
    events = play(match, "retreat 10.12")
    assert {place(match, uid) for uid in ("18DI", "11DI/26")} == {"10.12"}
    assert all(disorder(match, uid) == "disorganised" for uid in ("18DI", "11DI/26", "36DI", "11DI/69"))
    assert [event.data["unit"] for event in of_kind(events, "loss")] == [number(match, "11DI/26")]  # the other 2 of 5


def test_f04_07_stosstruppen_without_a_regiment_go() -> None:
    """F04-07: one regiment is left, and carries its own."""
    lines = f"19ID/74 10.10 stoss=ST-1 \n 19ID/78 10.10 1 stoss=ST-2 \n 206ID 10.10 2 \n 18DI 10.11 \n {BOTH}"
    match = study("combat german", lines)
    fight(match, "10.11", "19ID/78", "hold", dice=[3, 4, 3, 3])
    assert place(match, "19ID/78") == place(match, "ST-2") == "lost"
    assert place(match, "ST-1") == "10.10"


def test_f04_07_stosstruppen_go_over_to_a_free_regiment() -> None:
    """F04-07, 11.3.2: where a regiment without Stosstruppen is left in the hex, they are no excess."""
    lines = f"19ID/74 10.10 \n 19ID/78 10.10 1 stoss=ST-2 \n 206ID 10.10 2 \n 58DI 10.11 1 \n {BOTH}"
    match = study("combat german", lines)
    battle(match, "10.11", "19ID/78", "hold", "lose 19ID/78", attacker=5, rolls=(2, 2))
    assert place(match, "19ID/78") == "lost"
    assert place(match, "ST-2") == "10.10"


@pytest.mark.parametrize(
    ("name", "lines", "room"),
    [
        ("F04-08", "19ID/74 10.10 \n 19ID/78 10.10 \n 19ID/91 10.10", True),
        ("F04-08t", "206ID 10.10 \n 19ID/74 10.10", False),
    ],
)
def test_room_for_the_german_tank(name: str, lines: str, room: bool) -> None:
    match = study("combat german", f"tanks 1\n{lines}\n18DI 10.11\n{BOTH}")
    play(match, "attack 10.11", "join 19ID/74")
    if room:
        assert can(match, "commit A7V with 19ID/74"), name
    else:
        refused(match, "commit A7V with 19ID/74", "4.0", "no room")


@pytest.mark.parametrize(("name", "marked", "room"), [("F04-09", "marker=3", True), ("F04-09t", "", False)])
def test_room_in_exploitation(name: str, marked: str, room: bool) -> None:
    lines = f"206ID 10.05 {marked} \n 19ID/78 10.05 \n 222ID 10.03 marker=3 \n {BOTH}"
    match = study("exploitation german", lines)
    if room:
        play(match, "move 222ID 10.05", "move 206ID 10.07")
        assert (place(match, "222ID"), place(match, "206ID")) == ("10.05", "10.07"), name
    else:
        refused(match, "move 222ID 10.05", "4.0", "can still move out")


def test_f04_10_room_enough() -> None:
    """F04-10: the regiment's leaving would not do; F04-10t: the division's would."""
    match = study("movement german", f"206ID 10.06 \n 19ID/74 10.10 \n 227ID 10.12 \n 18DI 02.19 \n {BOTH}")
    play(match, "move 206ID 10.10")
    refused(match, "move 227ID 10.10", "4.0", "combat units")
    match = study("movement german", f"206ID 10.10 \n 19ID/74 10.05 \n 227ID 10.12 \n 18DI 02.19 \n {BOTH}")
    play(match, "move 19ID/74 10.10", "move 227ID 10.10", "move 206ID 10.09")
    assert (place(match, "227ID"), place(match, "206ID")) == ("10.10", "10.09")


def test_f04_11_who_stays_in_a_full_hex_pays() -> None:
    """F04-11: at the end of the phase, of the two divisions one."""
    match = study("combat german", f"206ID 10.09 \n 18DI 10.10 \n 36DI 10.11 \n {BOTH}")
    roll_for(match, "10.10", "206ID", defender=3, rolls=(3, 2))
    play(match, "attack 10.10")
    until(match, "combat", "withdraw 1", "retreat 10.11", "stop")
    assert place(match, "18DI") == place(match, "36DI") == "10.11"
    play(match, "end")
    assert (asked(match), who(match)) == ("overstack", "allied")
    assert set(listed(match)) == {"eliminate 18DI", "eliminate 36DI"}


def test_f04_12_arrivals_are_counted_too() -> None:
    """F04-12: at the end of the phase."""
    lines = "AOK-7 10.05 \n 18DI 18.19 \n HQ-X 18.18"
    match = study("movement german", lines, scenario="friedensturm", turn=18, sequence=2)
    play(match, "enter 34ID 10.05", "enter 47RD 10.05", "end")
    assert (asked(match), who(match)) == ("overstack", "german")
    assert set(listed(match)) == {"eliminate 34ID", "eliminate 47RD"}
