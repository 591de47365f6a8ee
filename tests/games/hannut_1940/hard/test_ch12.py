"""Hard positions of chapter 12: attacker adjustment."""

from __future__ import annotations

import pytest

from grognard.games.hannut_1940.state import Mark
from tests.games.hannut_1940.hard.position import CALM, HANNUT, answer, fight, position, seen, shifts
from tests.games.hannut_1940.position import (
    allowed,
    asked,
    force,
    game,
    listed,
    mark,
    place,
    play,
    refused,
    steps,
    study,
)


def test_h12_01_half_an_assault_too_many() -> None:
    """H12-01."""
    lines = """4Pz-HQ 5702 \n bp 4-pz=5 \n level 4-pz=9
    I/12Sch 5503 mark=PA \n I/11RDP 5504 \n II/12Sch 5703 mark=PA \n II/11RDP 5704
    III/12Sch 5203 mark=TA \n III/11RDP 5204 \n I/33Sch 5002 mark=TA
    I/2Cuir 5003 \n II/33Sch 6004 mark=TA \n I/1Cuir 6005"""
    for gone in ("II/33Sch", "I/12Sch"):
        match = position("adjustment-begin german", lines, turn=5)
        refused(match, "end", "12.0", "more assaults")  # 2 + 3/2 of 3
        play(match, f"drop {gone}")
        assert allowed(match, "end")


def test_h12_02_tactical_markers_beside_prepared_ones() -> None:
    """H12-02, H12-02t."""
    lines = HANNUT + "I/11RDP 5504 \n I/12Sch 5503 mark=PA \n II/12Sch 5503 mark=TA \n"
    match = position("adjustment-begin german", lines, turn=5)
    assert (mark(match, "I/12Sch"), mark(match, "II/12Sch")) == (Mark.PA, Mark.NONE)
    match = position("adjustment-begin german", lines + "II/11RDP 5604", turn=5)
    assert (mark(match, "I/12Sch"), mark(match, "II/12Sch")) == (Mark.PA, Mark.TA)
    play(match, "end")
    force(match, 50, 50)
    assert fight(match, "assault I/12Sch 5504", "join II/12Sch", "hold")["attack"] == 5  # ruling C24: it cannot join


@pytest.mark.parametrize(("die", "released"), [(7, False), (3, True)])
def test_h12_03_the_lowest_rating_checks_for_the_stack(die: int, released: bool) -> None:
    """H12-03, H12-04: released, it may step back next to the enemy, and pays for the halt there."""
    lines = HANNUT + "I/11RDP 5504 \n I/12Sch 5503 mark=PA \n 4/35Pz 5503 mark=PA"
    match = position("adjustment-begin german", lines, turn=5, dice=(die,))
    play(match, "release 4/35Pz")
    assert (mark(match, "I/12Sch") == Mark.NONE) == released
    if not released:
        assert (mark(match, "4/35Pz"), asked(match)) == (Mark.PA, "adjustment")
        return
    assert {"step-back 5404", "step-back 5502", "end"} <= set(listed(match))  # ruling D07
    play(match, "step-back 5404")
    assert asked(match) == "loss"  # 11.4
    play(match, "lose 4/35Pz")
    assert (place(match, "I/12Sch"), steps(match, "4/35Pz")) == ("5404", 1)


def test_h12_05_no_enemy_left_to_attack() -> None:
    """H12-05."""
    lines = HANNUT + CALM + "I/11RDP-H35 5404 \n I/12Sch 5503 mark=PA"
    match = position("artillery-active german", lines, turn=5, dice=(9, 0))
    play(match, "fire I/12Sch at 5404 with 8", "stay")
    assert place(match, "I/11RDP-H35") == "eliminated"
    play(match, "end")
    answer(match, "end")
    assert (mark(match, "I/12Sch"), game(match).state.spent) == (Mark.NONE, {})


def test_h12_06_both_divisions_pay() -> None:
    """H12-06."""
    lines = CALM + "4Pz-HQ 5702 \n 3Pz-HQ 5801 \n static 3-pz \n spent 4-pz=4 \n I/11RDP 5405 \n"
    lines += "I/12Sch 5404 mark=PA \n I/3Sch 5505 mark=PA"
    match = position("assault german", lines, turn=5, dice=(50, 50))
    found = fight(match, "assault I/12Sch 5405", "join I/3Sch", "lead I/12Sch")
    assert found["shifts"]["attackers of different divisions"] == -1
    assert game(match).state.spent == {"4-pz": 6, "3-pz": 2}


def test_h12_07_overruns_are_not_counted() -> None:
    """H12-07."""
    lines = CALM + "2DLM-HQ 5911 \n static 2-dlm \n spent 2-dlm=6 \n I/29Drag 5405 mark=EXP \n I/12Sch 5505"
    assert allowed(position("exploitation french", lines, turn=5), "overrun I/29Drag 5505")


def test_h12_08_markers_show_and_plans_do_not() -> None:
    """H12-08."""
    lines = HANNUT + "I/11RDP 5504 \n II/11RDP 5604 \n I/35Pz 5503 mark=PA \n I/12Sch 5503 mark=TA"
    match = position("adjustment-begin german", lines, turn=5)
    assert seen(match, "french", "5503") == ["I/35Pz", "?TA"]
    play(match, "end")
    assert asked(match) == "assault"
    assert seen(match, "french", "5503") == ["I/35Pz", "?TA"]
    answer(match, "assault I/12Sch 5504")
    assert sorted(seen(match, "french", "5503")) == ["I/12Sch", "I/35Pz"]  # revealed in step 2 (13.1)


def test_h12_09_next_to_enemies_who_are_left_alone() -> None:
    """H12-09."""
    lines = HANNUT + "I/12Sch 5404 mark=PA \n II/11RDP 5405 \n safe 5405"
    match = position("adjustment-begin german", lines, turn=5)
    assert mark(match, "I/12Sch") == Mark.PA
    play(match, "end")
    assert asked(match) != "assault"
    assert (mark(match, "I/12Sch"), game(match).state.spent) == (Mark.NONE, {})


def test_h12_10_the_hq_moves_and_an_assault_is_lost() -> None:
    """H12-10: on a study board."""
    lines = CALM + "4Pz-HQ 5404 \n static 4-pz \n bp 4-pz=9 3-dlm=12 \n level 4-pz=9 3-dlm=12 \n 3DLM-HQ 5108 \n"
    lines += "static 3-dlm 4-pz \n I/2Cuir 5405 \n"
    for n, uid in enumerate(("I/12Sch", "II/12Sch", "III/12Sch", "I/33Sch")):
        enemy = ("I/11RDP", "II/11RDP", "III/11RDP", "I/1Cuir")[n]
        lines += f"{uid} {3702 + 300 * n} mark=PA \n {enemy} {3703 + 300 * n} \n"
    match = study("artillery-inactive german", lines, turn=5, dice=(9,))
    play(match, "fire I/2Cuir at 5404 with 6")
    play(match, next(text for text in listed(match) if text.startswith("retreat")))
    while asked(match) != "adjustment":
        play(match, "end")
    refused(match, "end", "12.0")
    play(match, "drop I/12Sch")
    assert allowed(match, "end")


def test_h12_11_as_markers_step_back_too() -> None:
    """H12-11."""
    lines = HANNUT + "I/11RDP 5504 \n I/12Sch 5503 mark=PA \n shifts 5503=1 \n II/12Sch 5404 mark=PA"
    match = position("adjustment-begin german", lines, turn=5, dice=(3,))
    play(match, "release I/12Sch", "step-back 5502")
    assert (place(match, "I/12Sch"), shifts(match)) == ("5502", {"5502": 1})
