"""Units, stacking and steps (chapters 1 to 4 and 6), Stosstruppen with their regiments (11.3.2)."""

from __future__ import annotations

import pytest

from grognard.games.friedensturm_1918.rules.stacking import eliminate, fits, lose_step
from tests.games.friedensturm_1918.position import (
    allowed,
    asked,
    cell,
    destinations,
    game,
    number,
    of_kind,
    place,
    play,
    refused,
    steps,
    study,
    until,
    who,
)


@pytest.mark.parametrize(
    ("units", "total"),
    [
        ("18DI", 3),
        ("18DI:1", 2),
        ("18DI:2", 2),
        ("5ID/8:1", 1),
        ("MKII:1", 1),
        ("ACA-1", 0),
        ("HQ-III", 0),
        ("ST-1", 0),
    ],
)
def test_4_0_what_counts_for_stacking(units: str, total: int) -> None:
    """4.0, ST01, ST04: a division three, reduced two with or without a Step Loss marker; support nothing."""
    uid, _, left = units.partition(":")
    tank = "unit MKII like A7V movement=4" if uid == "MKII" else ""
    match = study("combat german", f"{tank}\n{uid} 10.10 {left}")
    g = game(match)
    assert g.stacked([number(match, uid)]) == total


def test_4_0_examples_of_the_book() -> None:
    """4.0: a regiment with a full division and a gun; three regiments with Stosstruppen; two reduced and a tank."""
    lines = """5ID/8 10.10 stoss=ST-1 \n 5ID/12 10.10 stoss=ST-2 \n 5ID/52 10.10
        11DI/26 05.05 \n 10DI 05.05 \n ACA-1 05.05
        58DI 15.15 1 \n 60DI 15.15 1"""
    match = study("movement allied", f"unit REN like BCL-1\n{lines}")
    g = game(match)
    assert [g.stacked(g.stack[cell(match, c)]) for c in ("10.10", "05.05", "15.15")] == [3, 4, 4]
    assert not fits(g, [number(match, "REN")], cell(match, "15.15"))
    assert fits(g, [number(match, "REN")], cell(match, "10.10"))


def test_4_0_nobody_stops_where_no_room_can_be_made() -> None:
    """4.0: over the limit only if a friend there can still move out."""
    match = study("movement german", "5RD 10.10 \n 222ID 10.12 \n JD 10.14")
    assert "10.12" in destinations(match, "5RD")
    play(match, "move 222ID 10.11", "move 5RD 10.09")
    refused(match, "move JD 10.11", "4.0", "more than 4")


def test_4_0_the_owner_eliminates_what_is_too_much_at_the_end_of_the_phase() -> None:
    match = study("movement german", "5RD 10.10 \n 222ID 10.11 \n 58DI 02.02")
    play(match, "move 5RD 10.11", "end")
    until(match, "overstack")
    assert who(match) == "german"
    play(match, "eliminate 5RD")
    assert (place(match, "5RD"), place(match, "222ID")) == ("lost", "10.11")


def test_6_0_steps_by_size_and_morale() -> None:
    """6.0, SP02: two for regiments and for divisions of morale 2 and 3, three for better ones and for Americans."""
    match = study("movement allied", scenario="friedensturm")
    units = {u.id: u.steps for u in match.setting.units}
    assert [units[u] for u in ("50BR", "10DI", "18DI", "11DI/26", "26US", "BCL-1", "ST-1")] == [2, 2, 3, 2, 3, 1, 1]


def test_6_0_a_division_of_three_steps_fights_with_its_reduced_side_twice() -> None:
    """6.0: the second loss is a Step Loss marker, the third eliminates."""
    match = study("movement allied", "18DI 10.10 \n 5RD 02.02")
    g, unit = game(match), number(match, "18DI")
    assert (g.attack(unit), g.defence(unit)) == (8, 11)
    for left in (2, 1):
        list(lose_step(g, unit, "6.0"))
        assert (g.state.steps[unit], g.attack(unit), g.defence(unit)) == (left, 4, 6)
    list(lose_step(g, unit, "6.0"))
    assert place(match, "18DI") == "lost"


def test_6_0_tanks_and_stosstruppen_have_one_step() -> None:
    match = study("combat german", "5ID/8 10.10 stoss=ST-1 \n BCL-1 12.12")
    g = game(match)
    list(lose_step(g, number(match, "ST-1"), "12.2.8"))
    list(lose_step(g, number(match, "BCL-1"), "12.2.8"))
    assert [place(match, u) for u in ("ST-1", "BCL-1", "5ID/8")] == ["lost", "lost", "10.10"]


def test_3_0_elite_is_a_regiment_of_morale_5_or_6() -> None:
    """3.0, SP05, SC10: American morale goes up with the scenario and the turn; divisions are never elite."""
    lines = "3US/4 10.10 \n 28US 12.12 \n 1GD/1GF 05.05 \n 18DI 06.10"
    match = study("movement allied", lines, scenario="friedensturm", turn=18)
    g = game(match)
    assert [g.morale(number(match, u)) for u in ("3US/4", "28US")] == [5, 4]
    assert [g.is_elite(number(match, u)) for u in ("3US/4", "28US", "1GD/1GF", "18DI")] == [True, False, True, False]
    match = study("movement allied", "3US/4 10.10 \n 5RD 02.02", scenario="blucher", turn=2)
    assert game(match).morale(number(match, "3US/4")) == 4
    assert not game(match).is_elite(number(match, "3US/4"))
    match = study("movement allied", "3US/4 10.10 \n 5RD 02.02", scenario="blucher", turn=1)
    assert game(match).morale(number(match, "3US/4")) == 3


def test_2_2_1_a_brigade_is_a_regiment() -> None:
    """2.2.1, 2.2: the brigades of the 51st Highland Division stack, stand and cost like regiments."""
    match = study("movement allied", scenario="friedensturm")
    brigades = [n for n, u in enumerate(match.setting.units) if getattr(u, "division", "") == "51BR"]
    assert len(brigades) == 3
    assert all(game(match).setting.regiment[u] for u in brigades)


def test_11_3_2_stosstruppen_go_with_their_regiment() -> None:
    match = study("movement german", "5ID/8 10.10 stoss=ST-1 \n 5ID/12 10.10 \n 18DI 10.16")
    play(match, "move 5ID/8 10.12")
    assert place(match, "ST-1") == "10.12"
    assert place(match, "5ID/12") == "10.10"
    refused(match, "move ST-1 10.11", "11.1.1", "by itself")


def test_11_3_2_they_change_over_at_the_beginning_of_a_phase() -> None:
    lines = "5ID/8 10.10 stoss=ST-1 \n 5ID/12 10.10 \n 5ID/52 10.09 \n 18DI 10.16"
    match = study("assign-movement german", lines)
    assert asked(match) == "assign"
    refused(match, "assign ST-1 to 5ID/52", "11.3.2", "own hex")
    play(match, "assign ST-1 to 5ID/12")
    assert game(match).state.stoss[number(match, "5ID/12")] == number(match, "ST-1")
    assert asked(match) == "movement"  # once in a phase


def test_11_3_2_one_for_each_regiment_and_excess_is_lost() -> None:
    """11.3.2, ST07: a regiment that dies hands over to a free one, otherwise its Stosstruppen go with it."""
    match = study("combat german", "5ID/8 10.10 stoss=ST-1 \n 5ID/12 10.10 \n 5ID/52 12.12 stoss=ST-2")
    g = game(match)
    eliminate(g, number(match, "5ID/8"), "12.2.8")
    assert g.state.stoss[number(match, "5ID/12")] == number(match, "ST-1")
    eliminate(g, number(match, "5ID/12"), "12.2.8")
    assert place(match, "ST-1") == "lost"
    assert len(of_kind(g.events, "eliminated")) >= 3


def test_1_0_every_unit_of_the_map_has_steps() -> None:
    """1.0: both players command their own forces; the set-up of every scenario is legal."""
    match = study("movement german", start=True)
    assert steps(match, "5RD") == 3
    assert allowed(match, "end")
