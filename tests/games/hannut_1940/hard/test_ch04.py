"""Hard positions of chapter 4: the game turn."""

from __future__ import annotations

import pytest

from grognard.games.hannut_1940.state import Mark, Supply
from tests.games.hannut_1940.hard.position import (
    CALM,
    HANNUT,
    SILENT,
    answer,
    cells,
    fight,
    go_on,
    points,
    position,
    resolve,
)
from tests.games.hannut_1940.position import (
    allowed,
    asked,
    destinations,
    game,
    listed,
    mark,
    number,
    place,
    play,
    refused,
    steps,
)

SHELLED = HANNUT + CALM + "I/12Sch 5503 mark=PA \n I/11RDP 5504"


def test_h04_01_fire_of_the_inactive_side_disarms_a_spotter() -> None:
    """H04-01: he retreats to 5603, the hex nearest to his HQ."""
    match = position("artillery-inactive german", SHELLED, dice=(5,))
    play(match, "fire I/11RDP at 5503 with 6", "retreat 5603", "end")
    assert (asked(match), mark(match, "I/12Sch")) == ("artillery", Mark.NONE)
    refused(match, "fire I/12Sch at 5504 with 9", "8.0")


def test_h04_01t_a_passed_check_keeps_the_marker() -> None:
    """H04-01t: the spotter's capacity is 12, his HQ has 9."""
    match = position("artillery-inactive german", SHELLED, dice=(5, 6))
    play(match, "fire I/11RDP at 5503 with 6", "stay", "end")
    assert (steps(match, "I/12Sch"), mark(match, "I/12Sch")) == (2, Mark.PA)
    assert allowed(match, "fire I/12Sch at 5504 with 9")
    refused(match, "fire I/12Sch at 5504 with 12", "10.3.7", "at most 9")


def test_h04_02_an_overrun_between_french_movement_and_combat() -> None:
    """H04-02."""
    lines = CALM + "III/11RDP 5505 mark=PA \n I/12Sch 5604 \n I/35Pz 5404 mark=EXP"
    match = position("german-exploitation-begin french", lines)
    play(match, "move I/35Pz 5405")
    resolve(match, "overrun I/35Pz 5505", defender="1")
    play(match, "give")
    assert (place(match, "I/35Pz"), place(match, "III/11RDP")) == ("5505", "5506")
    assert mark(match, "III/11RDP") == Mark.NONE
    play(match, "end")
    assert asked(match) == "tactical"
    assert allowed(match, "assign III/11RDP")


def test_h04_03_half_in_each_exploitation_phase() -> None:
    """H04-03: 0, 6, 6."""
    match = position("markers german", HANNUT + "I/35Pz 5404 \n I/11RDP 5106")
    play(match, "mark I/35Pz exp", "end")
    refused(match, "move I/35Pz 5403", "4.3.2")
    go_on(match, 4, "german", "exploitation")
    assert points(match, "I/35Pz") == 6
    go_on(match, 4, "french", "german-exploitation")
    assert points(match, "I/35Pz") == 6


def test_h04_03t_all_of_it_at_night_and_only_once() -> None:
    """H04-03t: 0, 12, 0."""
    match = position("markers german", HANNUT + "I/35Pz 5404 mark=EXP \n I/11RDP 5106 \n awake german", turn=6)
    play(match, "end")
    refused(match, "move I/35Pz 5403", "4.3.2")
    go_on(match, 6, "german", "exploitation")
    assert points(match, "I/35Pz") == 12
    go_on(match, 6, "french", "markers")
    play(match, "end", "end")
    assert game(match).state.phase != "german-exploitation"


def test_h04_04_overruns_come_after_the_as_markers() -> None:
    """H04-04."""
    lines = SILENT + "I/11RDP 5505 \n shifts 5505=2 \n I/35Pz 5405 mark=EXP"
    match = position("assault german", lines, turn=5, dice=(50, 50))
    assert asked(match) == "exploitation"
    assert fight(match, "overrun I/35Pz 5505")["shifts"] == {}


@pytest.mark.parametrize(("pool", "again"), [("turn", False), ("player-turn", True)])
def test_h04_05_points_for_both_player_turns(pool: str, again: bool) -> None:
    """H04-05, H04-05t."""
    lines = CALM + HANNUT.replace("bp 4-pz=9", "bp 4-pz=0") + "I/12Sch 5404 \n II/12Sch 5404 \n II/2Cuir 5305"
    match = position("player-turn french", lines, bp_pool=pool)
    go_on(match, 4, "french", "movement")
    play(match, "move II/2Cuir 5405")
    assert (destinations(match, "II/2Cuir") == set()) == again  # 6.6
    go_on(match, 4, "french", "tactical")
    play(match, "end")
    german = match.decision is not None and (match.decision.kind, match.decision.side) == ("artillery", "german")
    assert german == again  # 10.3.5


CHITS = HANNUT + "I/35Pz 5801 1 \n I/11RDP 5504 \n bins german:real=1 german:dummy=2 \n"


def test_h04_06_nobody_hears_why_a_side_takes_no_replacements() -> None:
    """H04-06."""
    real = position("replacements german", CHITS + "chit german=2 french=1", turn=3)
    dummy = position("replacements german", CHITS + "chit german=1 french=1", turn=3)
    assert listed(real) == ["end"]  # 19.7, ruling C38
    assert listed(dummy) == ["replace I/35Pz", "end"]
    for match in (real, dummy):
        play(match, "end")
    assert real.log("french") == dummy.log("french")
    assert real.view("french")["units"] == dummy.view("french")["units"]


def test_h04_06t_a_step_taken_proves_the_dummy() -> None:
    """H04-06t: the French hear of the step, and whose it is only where they see the unit."""
    lines = CHITS + "chit german=1 french=1 \n I/12Sch 5801 2"
    match = position("replacements german", lines, turn=3)
    before = len(match.log("french"))
    play(match, "replace I/12Sch")
    heard = " ".join(str(event) for event in match.log("french")[before:])
    assert heard
    assert "I/12Sch" not in heard  # it lies under the tanks (7.3)
    assert "I/12Sch" in " ".join(str(event) for event in match.log("german")[before:])


def test_h04_07_an_hq_out_of_supply_gets_its_points() -> None:
    """H04-07: they serve for Movement Halts, not for fire."""
    lines = "3DLM-HQ 5106 \n I/11RDP 5405 \n 4Pz-HQ 5702 \n I/35Pz 5303 \n base french=6 3-dlm=7 4-pz=9"
    match = position("dawn german", lines, turn=7, supply="no")
    answer(match, "mode 4-pz static", "fuel pm", "mode 3-dlm static", "allot 3-dlm 6", "mode 4-pz static")
    go_on(match, 7, "german", "movement")
    g = game(match)
    assert g.is_static("3-dlm")
    assert (g.state.bp["3-dlm"], g.state.supply[number(match, "3DLM-HQ")]) == (13, Supply.OUT)
    play(match, "move I/35Pz 5304")
    assert destinations(match, "I/35Pz") == set()  # 6.6
    go_on(match, 7, "german", "artillery-inactive")
    refused(match, "fire I/11RDP at 5304 with 6", "10.3.4")


def test_h04_08_a_position_that_its_builders_left() -> None:
    """H04-08."""
    lines = """3Pz-HQ 4308 \n static 3-pz \n bp 3-pz=12 \n level 3-pz=12 \n 15Mot-HQ 3808
    I/4RI 4005 mark=BUILDS \n ip 4005=1 \n I/3Sch 4105 mark=PA"""
    match = position("artillery-active german", lines, turn=8, dice=(9, 0, 0, 0))
    play(match, "fire I/3Sch at 4005 with 6")
    assert asked(match) == "fire-result"
    play(match, next(text for text in listed(match) if text.startswith("retreat")))
    assert (cells(match, game(match).state.ip), mark(match, "I/4RI")) == ({}, Mark.NONE)
    go_on(match, 8, "french", "movement")
    assert game(match).state.ip == {}


def test_h04_09_the_line_is_looked_at_before_the_last_count() -> None:
    """H04-09: 4 points for eight AFV steps, and one for the line."""
    dead = "\n".join(f"{uid} eliminated" for uid in ("I/1Cuir", "II/1Cuir", "I/2Cuir", "II/2Cuir"))
    outcome = position("end-of-turn french", dead, turn=15).outcome
    assert outcome is not None
    assert (outcome.level, outcome.winner) == ("German marginal victory", "german")


@pytest.mark.parametrize(("choice", "exploits"), [("retreat", False), ("stay", True)])
def test_h04_10_fire_takes_the_marker_of_who_retreats(choice: str, exploits: bool) -> None:
    """H04-10."""
    lines = HANNUT + CALM + "I/35Pz 5404 mark=EXP \n I/2Cuir 5405"
    match = position("artillery-inactive german", lines, dice=(8, 0))
    play(match, "fire I/2Cuir at 5404 with 6")
    play(match, next(text for text in listed(match) if text.startswith(choice)))
    assert (mark(match, "I/35Pz") == Mark.EXP) == exploits
    answer(match, "end", "end")
    assert (asked(match) == "exploitation") == exploits
    if exploits:
        assert (steps(match, "I/35Pz"), points(match, "I/35Pz")) == (2, 6)
