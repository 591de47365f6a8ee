"""Hard positions of chapter 19: the scenario."""

from __future__ import annotations

import pytest

from grognard.games.hannut_1940.rules.victory import margin
from grognard.games.hannut_1940.state import Supply
from tests.games.hannut_1940.hard.position import CALM, HANNUT, answer, go_on, points, position
from tests.games.hannut_1940.position import (
    asked,
    destinations,
    game,
    listed,
    number,
    place,
    play,
    refused,
    steps,
)

CHITS = "bins german:real=1 german:dummy=2 german:aside=2 german:lies=1 french:real=1 french:dummy=2 \n"


def test_h19_01_which_chit_lies_in_the_box() -> None:
    """H19-01: the French see a chit, whichever it is, until the German player turn of the night."""
    lines = "4Pz-HQ 5702 \n 3DLM-HQ 5106 \n base 3-dlm=7 4-pz=9 \n" + CHITS
    worlds = []
    for choice in ("chit drawn", "chit aside"):
        match = position("dawn german", lines, turn=4, dice=(3, 1))
        answer(match, choice, "mode 4-pz static", "mode 3-dlm static", "allot 3-dlm 0")
        worlds.append(match)
    a, b = worlds
    assert (game(a).state.chit["german"], game(b).state.chit["german"]) == (1, 2)
    assert a.log("french") == b.log("french")
    hidden = ("bins", "fingerprint")
    view = [{key: value for key, value in match.view("french").items() if key not in hidden} for match in worlds]
    assert str(view[0]["units"]) == str(view[1]["units"])
    assert "german" not in view[0].get("chit", {})
    go_on(b, 6, "german", "markers")
    assert any("Night" in line for line in b.log("french")[-40:])


def test_h19_02_the_first_real_chit_leaves_the_game() -> None:
    """H19-02."""
    lines = "4Pz-HQ 5702 \n 3DLM-HQ 5106 \n chit german=2 french=1 \n bins german:real=1 german:dummy=2 french:dummy=1"
    match = position("end-of-turn french", lines, turn=6)
    bins = game(match).state.bins
    drawn = bins.get("german:drawn", 0)
    assert bins["german:used"] == 1
    assert bins["german:real"] + bins["german:dummy"] + (drawn > 0) == 3  # the other real one, and two dummies
    assert not bins.get("german:lies", 0)


@pytest.mark.parametrize(
    ("turn", "die", "gone", "leaves"), [(8, 0, "", False), (8, 1, "", True), (9, 3, "", True), (10, 4, "2-dlm", False)]
)
def test_h19_03_withdrawal(turn: int, die: int, gone: str, leaves: bool) -> None:
    """H19-03."""
    lines = "3DLM-HQ 5106 \n I/11RDP 5105 \n 4Pz-HQ 6004 \n"
    lines += f"withdrawn {gone}" if gone else "2DLM-HQ 5412 \n I/1RDP 5411"
    match = position("player-turn french", lines, turn=turn, dice=(die,))
    assert (asked(match) == "withdrawal") == leaves
    assert place(match, "I/11RDP") == "5105"


@pytest.mark.parametrize(("state", "hq_line", "points"), [("", "yes", 0), ("", "no", 1), ("supply=1", "yes", 1)])
def test_h19_04_the_continuous_line(state: str, hq_line: str, points: int) -> None:
    """H19-04, H19-04t."""
    lines = f"I/4RI 4003 \n II/4RI 4006 \n 15Mot-HQ 4008 \n III/4RI 4011 {state} \n I/27RI 4014 \n I/35Pz 4007"
    match = position("end-of-turn french", lines, turn=7, hq_line=hq_line)
    assert game(match).state.line_points == points


@pytest.mark.parametrize(("hq", "won"), [("3713", True), ("5801", False)])
def test_h19_05_sudden_death_asks_for_supply_at_that_moment(hq: str, won: bool) -> None:
    """H19-05: whatever was marked at dawn."""
    lines = f"3Pz-HQ {hq} \n Auf3-Kr 3313 supply=1 \n I/4RI 3801"
    match = position("end-of-turn french", lines, turn=9, supply=None)
    assert (match.outcome is not None) == won


DEAD = ("I/35Pz", "II/35Pz", "I/36Pz", "II/36Pz", "4/35Pz")
"""14 printed steps of AFV units."""


@pytest.mark.parametrize(("reading", "french"), [("ever", False), ("now", True)])
def test_h19_06_crossing_the_road_is_for_good(reading: str, french: bool) -> None:
    """H19-06: I/6Pz goes to 3608 and back."""
    lines = CALM + "3Pz-HQ 4308 \n I/6Pz 3708 \n" + "\n".join(f"{uid} eliminated" for uid in DEAD)
    match = position("movement german", lines, turn=11, dead_road=reading)
    play(match, "move I/6Pz 3608", "move I/6Pz 3708", "move I/6Pz 3908")
    while match.decision is not None and match.outcome is None and game(match).state.turn == 11:
        play(match, next((text for text in ("end", "hold") if match.check(text)), listed(match)[0]))
    won = match.outcome is not None and match.outcome.winner == "french"
    assert won == french


def test_h19_07_replacements_within_the_stacking_limit() -> None:
    """H19-07."""
    lines = HANNUT + "I/35Pz 5801 1 \n II/35Pz eliminated \n I/12Sch 5702 \n II/12Sch 5702 \n chit german=1 french=1"
    match = position("replacements german", lines, turn=3)
    refused(match, "replace II/35Pz", "19.7", "no HQ with room")
    play(match, "replace I/35Pz")
    assert steps(match, "I/35Pz") == 2
    refused(match, "replace I/35Pz", "19.7", "tonight")
    play(match, "end")
    assert game(match).state.steps_in["german:afv"] == 3


def test_h19_08_low_fuel() -> None:
    """H19-08."""
    lines = CALM + "4Pz-HQ 5702 \n 3Pz-HQ 5801 \n I/12Sch 5703 \n I/33Sch 5703 \n I/30Inf 5301 \n 3DLM-HQ 5106 \n"
    match = position("dawn german", lines + CHITS + "base 3-dlm=7 4-pz=9 3-pz=9 18=6", turn=7)
    answer(match, "chit drawn", "mode 3-dlm mobile", "fuel pm")
    go_on(match, 7, "german", "markers")
    known = " ".join(str(line) for line in match.log("french")[-60:])
    assert "fuel" not in known.lower()
    assert game(match).state.fuel == 8
    assert match.view("french").get("fuel", 0) == 0
    while asked(match) != "low-fuel":
        play(match, next((text for text in ("end", "hold") if match.check(text)), listed(match)[0]))
    play(match, "fuel 3-pz", "mark I/33Sch exp", "end")
    assert "3rd Panzer" in " ".join(str(line) for line in match.log("french")[-10:])
    assert [points(match, uid) for uid in ("I/12Sch", "I/30Inf")] == [6, 6]
    go_on(match, 8, "german", "exploitation")
    assert points(match, "I/33Sch") == 3


def test_h19_09_whole_groups_of_steps() -> None:
    """H19-09: 13 to 10."""
    dead = ("I/1Cuir", "II/1Cuir", "I/2Cuir", "I/11RDP", "II/11RDP", "III/11RDP", "4/35Pz", "8/35Pz",
            "I/12Sch", "II/12Sch", "III/12Sch")  # fmt: skip
    lines = "\n".join(f"{uid} eliminated" for uid in dead) + "\n II/2Cuir 4801 1 \n"
    lines += "I/3Sch 3911 \n II/3Sch 4012 \n III/3Sch 4113 \n I/4RI 3608 \n II/4RI 3714"
    match = position("end-of-turn french", lines, turn=15)
    assert margin(game(match)) == 3
    assert match.outcome is not None
    assert (match.outcome.winner, match.outcome.level) == ("french", "French victory")


def test_h19_10_an_hq_beyond_the_edge_halts() -> None:
    """H19-10."""
    lines = "I/1RI 3605 \n static 1-mot \n level 1-mot=4 \n I/5Pz 3703 \n"
    for bp, stops in ((4, True), (0, False)):
        match = position("movement german", lines + f"bp 1-mot={bp}", turn=8)
        play(match, "move I/5Pz 3604")
        assert (destinations(match, "I/5Pz") == set()) == stops


def test_h19_11_a_dummy_for_the_french() -> None:
    """H19-11: no PA and no TA; the German knows when it is turned over."""
    lines = HANNUT + CALM + "I/11RDP 5504 \n I/12Sch 5503 \n"
    lines += "chit german=1 french=1 \n bins french:real=1 french:dummy=1"
    match = position("end-of-turn french", lines, turn=5)
    assert "french" not in match.view("german").get("chit", {})
    go_on(match, 6, "french", "markers")
    assert any("dummy" in line for line in match.log("german")[-10:])
    refused(match, "mark I/11RDP pa", "19.5")
    play(match, "end", "end")
    assert asked(match) != "tactical"
    go_on(match, 7)
    bins = game(match).state.bins
    chit = game(match).state.chit.get("french", 0)
    assert bins["french:real"] + bins["french:dummy"] + (chit > 0) == 3


def test_the_printed_set_up_is_in_supply_at_the_first_dawn() -> None:
    match = position("dawn german", "", turn=1, start=True, supply=None)
    g = game(match)
    assert [uid for uid, cell, state in zip(match.setting.unit_ids, g.state.loc, g.state.supply, strict=True)
            if cell >= 0 and state != Supply.GENERAL] == []  # 15.1  # fmt: skip
    assert number(match, "4Pz-HQ") >= 0


def test_h19_12_a_corps_unit_of_a_division_that_leaves() -> None:
    """H19-12."""
    lines = HANNUT + CALM + "Eng-IV 5105 attached=3-dlm \n 15Mot-HQ 4814 \n withdrawn 2-dlm \n I/35Pz 5104"
    match = position("player-turn french", lines, turn=11, supply=None)
    assert (place(match, "Eng-IV"), place(match, "3DLM-HQ")) == ("5105", "withdrawn")
    assert game(match).division(number(match, "Eng-IV")) == "corps"
    go_on(match, 11, "french", "tactical")
    play(match, "assign Eng-IV", "end")
    while asked(match) != "adjustment":
        assert not [text for text in listed(match) if "Eng-IV" in text]
        play(match, "end")
    refused(match, "end", "12.0")
    play(match, "drop Eng-IV")
    go_on(match, 13, phase="command")
    assert game(match).state.supply[number(match, "Eng-IV")] == Supply.OUT
    while asked(match) != "command-attach":
        play(match, listed(match)[0])
    assert listed(match)
