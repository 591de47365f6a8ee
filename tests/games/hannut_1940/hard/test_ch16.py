"""Hard positions of chapter 16: engineers and improved positions."""

from __future__ import annotations

from tests.games.hannut_1940.hard.position import CALM, GEMBLOUX, cells, fight, position, resolve, seen
from tests.games.hannut_1940.position import allowed, asked, game, listed, only, place, play, refused


def test_h16_01_three_ways_to_dig() -> None:
    """H16-01, H16-03, H16-04."""
    lines = "1Mar-HQ 3812 \n static 1-moroccan \n I/1RTM 4012 \n II/1RTM 4011 \n"
    lines += "Eng1-1Mar 4111 \n III/1RTM 4111 \n 35BCC 4013 \n AT47-IV 4013"
    match = position("markers french", lines, turn=7)
    refused(match, "build 35BCC", "16.1")  # no personnel
    play(match, "build I/1RTM", "build II/1RTM", "build III/1RTM")
    assert cells(match, game(match).state.ip) == {"4012": 2, "4011": 1, "4111": 2}
    play(match, "end")
    refused(match, "move II/1RTM 4010", "4.3.2")
    events = play(match, "move III/1RTM 4110", "move Eng1-1Mar 4110")
    assert cells(match, game(match).state.ip) == {"4012": 2, "4011": 1}  # empty, gone
    assert only(events, "ip-removed").hidden_from == ()  # everybody sees it go


def test_h16_02_six_with_those_under_construction() -> None:
    """H16-02."""
    lines = "1Mar-HQ 3812 \n I/1RTM 4012 \n ip 3608=2 3609=2 3709=2 3710=2 3808=2 4006=1 \n"
    lines += "\n".join(f"{uid} {hex}" for uid, hex in (
        ("I/4RI", "3608"), ("II/4RI", "3609"), ("III/4RI", "3709"), ("I/27RI", "3710"), ("II/27RI", "3808"),
    ))  # fmt: skip
    match = position("markers french", lines + "\n III/27RI 4006 mark=BUILDS", turn=7)
    refused(match, "build I/1RTM", "16.1", "six")


def test_h16_05_a_position_outlives_those_who_leave() -> None:
    """H16-05: only the attackers in the village are hit."""
    lines = GEMBLOUX + CALM + "I/1RTM 4012 mark=TA \n II/1RTM 4012 \n ip 4012=2 \n I/3Sch 4011"
    match = position("artillery-inactive french", lines, turn=7, dice=(9,))
    play(match, "fire I/3Sch at 4012 with 6")
    play(match, next(text for text in listed(match) if text.startswith("retreat")))
    assert (place(match, "I/1RTM") != "4012", place(match, "II/1RTM")) == (True, "4012")
    assert cells(match, game(match).state.ip) == {"4012": 2}


def test_h16_06_nobody_captures_a_position() -> None:
    """H16-06."""
    lines = GEMBLOUX + CALM + "Eng1-1Mar 4012 \n ip 4012=2 \n I/3Sch 4011 mark=PA \n II/3Sch 4011 mark=PA"
    match = position("assault german", lines, turn=7)
    resolve(match, "assault I/3Sch 4012", "join II/3Sch", "lead I/3Sch", defender="1", dice=(0,))
    play(match, "stay")
    assert (place(match, "Eng1-1Mar"), game(match).state.ip) == ("eliminated", {})
    play(match, "advance I/3Sch 4012")
    assert game(match).state.ip == {}


def test_h16_07_a_spotter_in_a_position() -> None:
    """H16-07: 8 BP, and a shift if it is attacked."""
    lines = GEMBLOUX + CALM + "I/1RTM 4012 \n ip 4012=2 \n I/3Sch 4011 mark=PA"
    match = position("artillery-inactive german", lines, turn=7)
    assert allowed(match, "fire I/1RTM at 4011 with 8")
    refused(match, "fire I/1RTM at 4011 with 9", "10.3.7")
    match = position("assault german", lines, turn=7, dice=(50, 50))
    assert fight(match, "assault I/3Sch 4012")["shifts"]["improved position"] == -1


def test_h16_08_not_on_the_night_of_arrival() -> None:
    """H16-08: markers come before reinforcements."""
    match = position("markers french", "1Mar-HQ 3812", turn=6)
    refused(match, "build I/1RTM", "4.3.2", "not one of your units on the map")
    play(match, "end", "enter I/1RTM 3312")
    assert asked(match) == "movement"
    assert not match.check("build I/1RTM")


def test_h16_09_tanks_lie_on_top_under_the_marker() -> None:
    """H16-09."""
    lines = GEMBLOUX + "I/1RTM 4011 \n 35BCC 4011 attached=1-moroccan \n ip 4011=2 \n"
    assert seen(position("movement german", lines + "Auf3-Kr 4110", turn=7), "german", "4011") == ["35BCC", "?"]
    assert seen(position("movement german", lines + "I/3Sch 4110", turn=7), "german", "4011") == ["?", "?"]


def test_h16_10_what_a_position_is_worth_to_tanks() -> None:
    """H16-10."""
    lines = GEMBLOUX + CALM + "I/1RTM 4011 \n 35BCC 4011 attached=1-moroccan \n ip 4011=2 \n I/5Pz 4110 mark=TA"
    match = position("artillery-active german", lines, turn=7, dice=(0, 50, 50))
    rows = only(play(match, "fire I/5Pz at 4011 with 6"), "modifiers").data["rows"]
    assert "improved position" not in rows
    while asked(match) != "assault":
        play(match, "end")
    found = fight(match, "assault I/5Pz 4011", "lead I/1RTM", "armor 35BCC")
    assert (found["shifts"]["improved position"], found["modifiers"]["armor or anti-tank"]) == (-1, -20)
