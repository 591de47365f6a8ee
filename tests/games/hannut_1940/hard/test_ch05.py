"""Hard positions of chapter 5: unit characteristics."""

from __future__ import annotations

import pytest

from grognard.games.hannut_1940.rules.victory import score
from tests.games.hannut_1940.hard.position import CALM, HANNUT, SILENT, answer, fight, position, resolve, seen
from tests.games.hannut_1940.position import (
    allowed,
    asked,
    cost,
    destinations,
    game,
    listed,
    place,
    play,
    refused,
)


@pytest.mark.parametrize(("state", "armor"), [("", 10), ("supply=1", None)])
def test_h05_01_the_last_step_tired_and_cut_off(state: str, armor: int | None) -> None:
    """H05-01, H05-01t: 1 either way; out of supply the armor is worth nothing."""
    lines = SILENT + f"I/35Pz 5405 1 fatigue=1 mark=TA {state} \n I/11RDP 5505"
    found = fight(position("assault german", lines, dice=(50, 50)), "assault I/35Pz 5505")
    assert found["attack"] == 1
    assert found["modifiers"].get("armor or anti-tank") == armor  # 1 against nothing (13.8.5)


def test_h05_02_a_battalion_of_one_step_spots_like_a_battalion() -> None:
    """H05-02: 6 BP and two hexes, but neither a reserve nor half of a regiment."""
    lines = HANNUT.replace("4-pz=9", "4-pz=12") + "I/11RDP 5504 \n II/11RDP 5604 \n"
    match = position("artillery-active german", lines + "II/12Sch 5503 1 mark=TA", dice=(0, 0))
    refused(match, "fire II/12Sch at 5504 with 7", "10.3.7", "at most 6")
    play(match, "fire II/12Sch at 5504 with 6")
    assert allowed(match, "fire II/12Sch at 5604 with 6")
    lines = SILENT + "I/11RDP 5504 \n I/12Sch 5503 mark=PA \n"
    found = fight(
        position("assault german", lines + "II/12Sch 5503 1 mark=PA", dice=(50, 50)),
        "assault I/12Sch 5504", "join II/12Sch", "lead I/12Sch",
    )  # fmt: skip
    assert "regimental integrity" not in found["modifiers"]
    match = position("assault german", lines + "II/12Sch 5502 1 mark=CR", dice=(50, 50))
    assert fight(match, "assault I/12Sch 5504")["attack"] == 5  # nobody asks for a reserve (13.8.3)


def test_h05_03_three_ways_to_pay_for_a_move() -> None:
    """H05-03."""
    match = position("movement german", "I/12Sch 5303 \n 4/35Pz 5303 \n II/11RDP 5605")
    assert cost(match, "move I/12Sch 5505") == "4 MP"  # at Leg costs (5.3)
    assert cost(match, "move 4/35Pz 5505") == "5.5 MP"  # trail, off the road, trail next to the enemy (6.2, 6.5)
    tactically = position("movement german", "4/35Pz 5303 done=0 on_road=-2 on_wheels=48 on_foot=-2 \n II/11RDP 5605")
    assert cost(tactically, "move 4/35Pz 5505") == "8 MP"


def test_h05_04_guns_that_cannot_attack() -> None:
    """H05-04: they are not marked, and add nothing."""
    lines = SILENT + "PzJg49 5503 \n I/12Sch 5503 \n I/11RDP 5504 \n I/11RDP-H35 5504"
    match = position("tactical german", lines, dice=(50, 50))
    refused(match, "assign PzJg49", "5.5")
    play(match, "assign I/12Sch", "end")
    found = fight(match, "end", "assault I/12Sch 5504", "lead I/11RDP")
    assert (found["attack"], found["modifiers"]["armor or anti-tank"]) == (5, -30)  # the H35s unopposed, 3


def test_h05_05_zero_is_zero() -> None:
    """H05-05: 0 passes any rating, 5 the rating 5, 6 does not."""
    lines = HANNUT + CALM + "I/12Sch 5503 \n III/11RDP 5404"
    for die, stays in ((0, True), (5, True), (6, False)):
        match = position("artillery-active german", lines, dice=(5, die))
        play(match, "fire I/12Sch at 5404 with 6", "stay")
        assert (asked(match) == "retreat") != stays
    g = game(position("artillery-active german", lines, dice=(0, 1)))
    assert g.d10("5.5.1", "a rating of zero", 0)
    assert not g.d10("5.5.1", "a rating of zero", 0)


def test_h05_06_companies_of_a_battalion_need_a_battalion_place() -> None:
    """H05-06, H05-06t."""
    full = position("movement german", "Auf7-Sp 5503 \n I/12Sch 5503 \n II/12Sch 5503 \n Auf7-Kr 5502")
    refused(full, "move Auf7-Kr 5503", "7.1")
    free = position("movement german", "Auf7-Sp 5503 \n I/12Sch 5503 \n Flak-4Pz 5503 \n Auf7-Kr 5502")
    assert allowed(free, "move Auf7-Kr 5503")
    spots = position("artillery-active german", HANNUT + "Auf7-Sp 5503 \n Auf7-Kr 5503 \n I/2Cuir 5404")
    assert allowed(spots, "fire Auf7-Kr at 5404 with 3")
    refused(spots, "fire Auf7-Kr at 5404 with 4", "10.3.7", "at most 3")


def test_h05_07_armored_cars_are_no_tanks() -> None:
    """H05-07: not on top of others, at full strength alone in a village, other steps in the count."""
    lines = SILENT + "I/12Cuir 5505 \n I/11RDP 5505 \n I/35Pz 5404"
    assert seen(position("movement german", lines), "german", "5505") == ["I/11RDP", "?"]  # ruling D16
    lines = SILENT + "I/12Cuir 5504 \n AT47-3DLM 5504 \n I/12Sch 5503 mark=TA"
    match = position("assault german", lines, dice=(50, 50))
    assert fight(match, "assault I/12Sch 5504", "lead I/12Cuir", "armor I/12Cuir")["defence"] == 4  # 3 + 1
    dead = "I/12Cuir eliminated \n I/11RDP eliminated \n I/4RI 4003 \n II/4RI 4006"
    found = score(game(position("movement german", dead, turn=15)))
    german = [(points, text) for side, points, _, text in found if side == "german"]
    assert german == [(1, "5 other steps of the French side")]


def test_h05_08_an_hq_defends_itself() -> None:
    """H05-08: with 1, led by itself, gone with the first loss; it halts and supports nobody."""
    lines = CALM + "4Pz-HQ 5702 \n static 4-pz \n bp 4-pz=9 \n level 4-pz=9 \n"
    match = position("assault french", lines + "2DLM-HQ 5911 \n I/1RDP 5703 mark=PA")
    events = resolve(match, "assault I/1RDP 5702", defender="1", dice=(0,))
    assert [row["value"] for row in next(e for e in events if e.kind == "odds").data["odds"]["defence"]] == [1]
    play(match, "stay")
    assert place(match, "4Pz-HQ") == "eliminated"
    match = position("movement french", lines + "I/1RDP 5603")
    play(match, "move I/1RDP 5703")
    assert destinations(match, "I/1RDP")  # no halt (6.6a)
    match = position("assault french", lines + "I/12Sch 5603 \n I/1RDP 5703 mark=PA \n 2DLM-HQ 5911", dice=(50, 50))
    assert "adjacent defenders" not in fight(match, "assault I/1RDP 5603")["shifts"]
    assert asked(match) != "support"
    assert answer(match) == []
    assert listed(match)
