"""Ways back, halts and what may be taken back after them: where two rules meet, found by a fifth reading."""

from __future__ import annotations

import pytest

from grognard.engine import Match, Refused
from grognard.games.hannut_1940.state import Supply
from tests.games.hannut_1940.hard.position import CALM, HANNUT, SILENT, answer
from tests.games.hannut_1940.position import (
    allowed,
    asked,
    cost,
    game,
    number,
    play,
    refused,
    steps,
    study,
)
from tests.games.hannut_1940.test_results import Table

# -- chapter 6 --


def test_6_2_a_jam_uses_no_stocks() -> None:
    """6.2, 15.2: half of its MA on a trail through forests, and then a full hex: it has used no more than that."""
    lines = "4Pz-HQ 5401 \n link trail 5404-5405-5406-5407-5408 \n terrain forest 5405 5406 5407 5408 \n I/35Pz 5408 \n"
    match = study("movement german", lines + "I/12Sch 5404 supply=2")
    assert cost(match, "move I/12Sch 5408") == "6 MP"
    play(match, "move I/12Sch 5408")
    assert game(match).state.supply[number(match, "I/12Sch")] == Supply.ON_HAND
    assert game(match).state.on_road[number(match, "I/12Sch")] == 0


def moved(*more: str) -> Match:
    """I/35Pz has gone next to a French stack within range of the guns."""
    lines = ["3DLM-HQ 5408", "static 3-dlm", "bp 3-dlm=4", "level 3-dlm=9", "4Pz-HQ 5401", "I/35Pz 5404", *more]
    match = study("movement german", "\n".join(lines))
    play(match, "move I/35Pz 5405")
    return match


@pytest.mark.parametrize("below", ["Eng2-3DLM 5406 mark=EXP", "AT25-3DLM 5406"])
def test_6_6_no_answer_is_an_answer(below: str) -> None:
    """6.6, 7.3: halted or not, the German knows more of what lies under the company, so the move stands."""
    match = moved("Eng1-3DLM 5406", below)
    assert ("no Movement Halt" in match.log("german")[-2]) == ("EXP" in below)
    with pytest.raises(Refused, match="revealed"):
        match.undo("german")


@pytest.mark.parametrize("more", [["Eng1-3DLM 5406"], ["Eng1-3DLM 5406", "Eng2-3DLM 5406", "bp 3-dlm=0"]])
def test_6_6_who_could_see_that_nobody_halts_him_learns_nothing(more: list[str]) -> None:
    """6.6: one step in the open; or no points on the tracks of the French."""
    assert moved(*more).undo("german")


# -- chapter 7 --


def test_7_0_an_overstack_is_not_held_as_a_reserve() -> None:
    """4.3.2, 7.0: it has to be corrected, so somebody stays free to move; an exploiting unit may leave it later."""
    battalions = ["I/12Sch", "II/12Sch", "III/12Sch"]
    match = study("markers german", SILENT + " \n ".join(f"{one} 5504" for one in battalions))
    play(match, *[f"mark {one} cr" for one in battalions])
    refused(match, "end", "7.0", "free to leave")
    play(match, "unmark I/12Sch")
    assert allowed(match, "end")
    play(match, "mark I/12Sch exp")
    assert allowed(match, "end")


# -- chapter 11 --


def test_11_4_a_halt_on_the_way_back_is_not_taken_back() -> None:
    """11.4, 12.0: a step is lost, and where the enemy halts is known."""
    lines = HANNUT + "I/11RDP 5504 \n I/12Sch 5503 mark=PA"
    match = study("adjustment-begin german", lines, board="real", turn=5, dice=(3,))
    play(match, "release I/12Sch", "step-back 5404")
    assert steps(match, "I/12Sch") == 2
    with pytest.raises(Refused, match="revealed"):
        match.undo("german")


def test_11_1_one_way_for_all_if_possible() -> None:
    """11.1, 19.6: the infantry of the 18th may not leave its rows; the tanks beside it need not stay for that."""
    lines = "18-HQ 5101 \n I/51Inf 5104 mark=TA \n 4/35Pz 5104 mark=TA \n I/11RDP 5205 \n II/2Cuir 5004 \n"
    lines += "II/11RDP 5103 \n III/11RDP 5204 \n I/2Cuir 5005"
    table = Table(lines, "I/51Inf 4/35Pz", ["1", "-"], target="5205", board="real").play("give", "tire")
    assert [table.unit(uid)[::2] for uid in ("I/51Inf", "4/35Pz")] == [("5104", 1), ("5105", 0)]


# -- chapter 13 --


def test_13_8_3_no_reserve_for_units_of_no_division() -> None:
    """9.3.1, 13.8.3: two corps units that are not attached are not of one division."""
    lines = SILENT + "I/12Sch 5504 mark=TA \n {}-HQ 5110 \n 35BCC 5505 attached={} \n 13BCC 5506 mark=CR attached={}"
    for division, question in (("", "hit"), ("15-mot", "commit")):
        match = study("assault german", lines.format("15Mot", division, division), turn=8, dice=(50, 50))
        answer(match, "assault I/12Sch 5505")
        assert (asked(match) == "commit") == (question == "commit")


SHUT = "II/11RDP 5503 \n I/2Cuir 5404 \n II/2Cuir 5405 \n I/1Cuir 5604 \n II/1Cuir 5605"
"""All around I/12Sch in 5504, but for 5505."""


@pytest.mark.parametrize(("choice", "left"), [("give", (3, 2)), ("stay", (2, 1))])
def test_13_11_7_who_cannot_go_back_pays(choice: str, left: tuple[int, int]) -> None:
    """13.11.7, ruling C76: the hexes of the one hex's attackers satisfy no hits of those in the other."""
    lines = f"{CALM} I/12Sch 5504 mark=PA \n I/33Sch 5506 mark=PA \n I/11RDP 5505 \n {SHUT}"
    table = Table(lines, "I/12Sch I/33Sch", ["2", "-"], dice=[9]).play(choice, "tire", "tire")
    assert table.unit("I/12Sch") == ("5504", *left)
    assert table.unit("I/33Sch")[1:] == (3, 0)


def test_13_11_7_on_foot_and_on_wheels_from_two_hexes() -> None:
    """11.2, 13.11.7, ruling C76: driven back, the second hex satisfies a hit of the Mech unit that goes it."""
    lines = "I/51Inf 5202 mark=PA \n I/12Sch 5304 mark=PA \n I/11RDP 5203 \n 18-HQ 5001"
    table = Table(lines, "I/51Inf I/12Sch", ["2", "-"], dice=[9], target="5203", board="real").play("stay", "tire")
    assert [table.unit(uid)[1:] for uid in ("I/51Inf", "I/12Sch")] == [(2, 1), (3, 0)]
