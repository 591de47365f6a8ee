"""Hard positions of chapter 6: step losses, and hit points that become some."""

from __future__ import annotations

import pytest

from tests.games.friedensturm_1918.hard.position import BOTH, battle, roll_for, values
from tests.games.friedensturm_1918.position import (
    asked,
    disorder,
    fight,
    listed,
    number,
    of_kind,
    place,
    play,
    steps,
    study,
    until,
)

ATTACKERS = "206ID 10.10 \n 222ID 09.11 \n 46RD 11.11"


@pytest.mark.parametrize(
    ("name", "defender", "scenario", "hits", "left", "state"),
    [
        ("F06-01", "26US", "foch-attacks", 7, 1, "disorganised"),
        ("F06-01t", "8BR", "blucher", 7, 0, "none"),
        ("F06-03", "28US", "friedensturm", 6, 1, "none"),
        ("F06-05", "51BR/152", "friedensturm", 4, 0, "none"),
        ("F06-05t", "3US/4", "friedensturm", 4, 1, "disorganised"),
    ],
)
def test_steps_of_one_defender(name: str, defender: str, scenario: str, hits: int, left: int, state: str) -> None:
    match = study("combat german", f"{ATTACKERS} \n {defender} 10.11 \n {BOTH}", scenario=scenario)
    units = "206ID,222ID,46RD" if hits > 4 else "222ID"
    battle(match, "10.11", units, defender=hits, rolls=(3, 2))
    assert steps(match, defender) == left, name
    assert (place(match, defender) == "lost") == (left == 0)
    assert left == 0 or disorder(match, defender) == state


def test_f06_01_the_third_step_fights_on_the_reduced_side() -> None:
    """F06-01: 4-6 with one step of three."""
    match = study("combat german", f"26US 10.11 1 \n 206ID 10.10 \n {BOTH}", scenario="foch-attacks")
    assert values(match, "26US") == (4, 6)


def test_f06_02_the_second_loss_changes_no_strength() -> None:
    """F06-02: 8-11, then 4-6 with two steps and with one."""
    found = []
    for left in (3, 2):
        match = study("combat german", f"{ATTACKERS} \n 18DI 10.11 {left} \n {BOTH}")
        battle(match, "10.11", "206ID,222ID", defender=3, rolls=(1, 2))
        found.append((steps(match, "18DI"), values(match, "18DI")))
    assert found == [(2, (4, 6)), (1, (4, 6))]


@pytest.mark.parametrize(("option", "left"), [("french", [1, 0]), ("american", [2, 1])])
def test_f06_04_the_franco_american_division(option: str, left: list[int]) -> None:
    """F06-04: 3 hit points in each of two combats."""
    found, now = [], {"french": 2, "american": 3}[option]
    for _ in range(2):
        lines = f"{ATTACKERS} \n 157DI 10.11 {now} \n {BOTH}"
        match = study("combat german", lines, scenario="blucher", turn=2, franco_american=option)
        battle(match, "10.11", "222ID", defender=3, rolls=(3, 2))
        now = steps(match, "157DI")
        found.append(now)
    assert found == left


def test_f06_06_too_few_points_for_a_step() -> None:
    """F06-06: both Americans are disorganised; the two points are what the Foch doctrine adds to A0."""
    lines = f"3US/4 10.11 \n 3US/7 10.11 \n 84ID 10.10 1 \n {BOTH}"
    match = study("combat allied", lines, scenario="foch-attacks")
    battle(match, "10.10", "3US/4,3US/7", "lead 3US/4", attacker=0, rolls=(2, 2))
    assert [steps(match, uid) for uid in ("3US/4", "3US/7")] == [2, 2]
    assert [disorder(match, uid) for uid in ("3US/4", "3US/7")] == ["disorganised", "disorganised"]


def test_f06_07_guns_absorb_nothing() -> None:
    """F06-07: and are lost with the last combat unit of their hex."""
    match = study("combat german", f"206ID 10.09 \n 125DI 10.10 1 \n ACA-1 10.10 \n {BOTH}")
    battle(match, "10.10", "206ID", defender=8, rolls=(2, 2))
    assert place(match, "125DI") == place(match, "ACA-1") == "lost"


@pytest.mark.parametrize(("lost", "gone"), [("19ID/74", ["19ID/74", "ST-1"]), ("ST-1", ["ST-1"])])
def test_f06_08_the_regiment_or_its_stosstruppen(lost: str, gone: list[str]) -> None:
    """F06-08: A2 without an asterisk."""
    match = study("combat german", f"19ID/74 10.10 1 stoss=ST-1 \n 58DI 10.11 1 \n {BOTH}")
    roll_for(match, "10.11", "19ID/74", "use", attacker=2, star=False, rolls=(2, 2))
    play(match, "attack 10.11")
    until(match, "hits", "use")
    while "lose 58DI" in listed(match):
        play(match, "lose 58DI")
    assert set(listed(match)) == {"lose 19ID/74", "lose ST-1"}
    play(match, f"lose {lost}")
    assert [uid for uid in ("19ID/74", "ST-1") if place(match, uid) == "lost"] == gone


def test_f06_09_a_defending_tank_is_the_last_to_go() -> None:
    """F06-09: both steps of the regiment first."""
    match = study("combat german", f"{ATTACKERS} \n 11DI/26 10.11 \n BCL-1 10.11 \n {BOTH}")
    events = battle(match, "10.11", "206ID,222ID", "lead 206ID", defender=7, rolls=(1, 2))
    regiment, tank = number(match, "11DI/26"), number(match, "BCL-1")
    lost = [e.data["unit"] for e in events if e.kind in ("loss", "eliminated")]
    assert [unit for unit in lost if unit in (regiment, tank)] == [regiment, regiment, tank]


def test_f06_09_four_points_leave_the_tank() -> None:
    """F06-09, 15.4.1: what the regiment absorbs does not touch it."""
    match = study("combat german", f"{ATTACKERS} \n 11DI/26 10.11 \n BCL-1 10.11 \n {BOTH}")
    battle(match, "10.11", "206ID,222ID", "lead 206ID", defender=6, rolls=(1, 2))
    assert (place(match, "11DI/26"), place(match, "BCL-1")) == ("lost", "10.11")


@pytest.mark.parametrize(
    ("name", "hits", "tank", "left"), [("F06-09t", 7, "lost", 0), ("F06-10", 2, "10.11", 1)]
)
def test_an_attacking_tank_goes_first(name: str, hits: int, tank: str, left: int) -> None:
    target = {7: "206ID 10.10", 2: "84ID 10.10 1"}[hits]
    match = study("combat allied", f"11DI/26 10.11 \n BCL-1 10.11 \n {target} \n {BOTH}")
    battle(match, "10.10", "11DI/26,BCL-1", attacker=hits, rolls=(3, 3))
    assert (place(match, "BCL-1"), steps(match, "11DI/26")) == (tank, left), name
    assert asked(match)


def test_f06_11_the_tank_pays_last() -> None:
    """F06-11: 1/3 and two columns of the tank and one of morale are too few against a fort in a wood (Q60)."""
    lines = f"terrain woods 10.10 \n feature fort 10.10 \n 11DI/26 10.11 1 \n BCL-1 10.11 \n 206ID 10.10 \n {BOTH}"
    match = study("combat allied", lines)
    events = fight(match, "10.10", "11DI/26,BCL-1")
    assert of_kind(events, "cancelled")
    lost = [e.data["unit"] for e in of_kind(events, "eliminated")]
    assert lost == [number(match, "11DI/26"), number(match, "BCL-1")]
