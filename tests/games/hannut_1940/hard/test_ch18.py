"""Hard positions of chapter 18: reinforcements."""

from __future__ import annotations

import pytest

from grognard.games.hannut_1940.rules.victory import score
from grognard.games.hannut_1940.setting import ROAD
from grognard.games.hannut_1940.state import CLOSED, Mark, Supply
from tests.games.hannut_1940.hard.position import CALM, GEMBLOUX, answer, go_on, points, position
from tests.games.hannut_1940.position import (
    allowed,
    asked,
    destinations,
    fatigue,
    game,
    listed,
    mark,
    number,
    place,
    play,
    refused,
)


def test_h18_01_one_battalion_at_a_time_by_road() -> None:
    """H18-01: the second one comes tactically, or through another hex."""
    match = position("movement german", "", turn=2)
    play(match, "enter I/5Pz 5701", "enter II/5Pz 5701")
    state, unit = game(match).state, number(match, "II/5Pz")
    assert (state.on_road, state.on_wheels)[ROAD][unit] == CLOSED
    assert state.on_wheels[unit] > 0
    match = position("movement german", "", turn=2)
    play(match, "enter I/5Pz 5701", "enter II/5Pz 5601")
    assert game(match).state.on_road[number(match, "II/5Pz")] > 0


def test_h18_02_an_entry_hex_with_enemies() -> None:
    """H18-02."""
    match = position("movement german", "I/1RDP 5615", turn=8)
    refused(match, "enter I/90Inf 5615", "18.1")
    assert not [text for text in listed(match) if text.startswith("enter") and "90Inf" in text]


def test_h18_03_markers_come_before_reinforcements() -> None:
    """H18-03: TA in the Combat Phase."""
    match = position("movement german", CALM + "I/1RDP 5602", turn=2)
    play(match, "enter I/5Pz 5701")
    refused(match, "mark I/5Pz exp", "4.3.2")
    play(match, "enter Krad3 5601")
    refused(match, "mark Krad3 pa", "4.3.2")
    play(match, "end")
    assert allowed(match, "assign Krad3")


def test_h18_04_what_a_withdrawn_division_leaves_behind() -> None:
    """H18-04."""
    lines = "2DLM-HQ 5412 \n I/13Drag eliminated \n II/13Drag 5411 1 \n 4Pz-HQ 5702"
    match = position("player-turn french", lines, turn=11)
    assert place(match, "II/13Drag") == "withdrawn"
    texts = [text for side, _, _, text in score(game(match)) if side == "german"]
    assert "2 AFV steps of the French side" in texts


def test_h18_05_a_position_goes_with_its_garrison() -> None:
    """H18-05."""
    lines = "3DLM-HQ 5106 \n Eng2-3DLM 5305 \n ip 5305=2 \n 4Pz-HQ 5702 \n withdrawn 2-dlm"
    match = position("player-turn french", lines, turn=11)
    assert place(match, "Eng2-3DLM") == "withdrawn"
    assert game(match).state.ip == {}


def test_h18_06_the_fourth_panzer_comes_with_markers() -> None:
    """H18-06."""
    match = position("player-turn german", CALM, turn=1, start=True, supply=None)
    answer(match, "end")
    play(match, "enter 4Pz-HQ 6402", "enter I/35Pz 6403")
    assert allowed(match, "mark I/35Pz exp")  # 19.2, ruling C40
    play(match, "mark I/35Pz exp")
    assert destinations(match, "I/35Pz") == set()
    assert mark(match, "I/35Pz") == Mark.EXP
    go_on(match, 1, "german", "exploitation")
    assert points(match, "I/35Pz") == 4


def test_h18_07_three_corps_units_with_each_division() -> None:
    """H18-07."""
    match = position("movement french", "", turn=6)
    play(match, "enter GRCA-IV 4115", "enter GRCA-III 4215")
    play(match, "enter 35BCC 3312", "enter 13BCC 3313", "enter Eng-IV 3314")
    assert not match.check("enter Eng-III 3312")
    assert allowed(match, "enter Eng-III 4115")


@pytest.mark.parametrize(("chit", "may"), [("", False), ("awake french", True)])
def test_h18_08_arriving_beside_the_enemy_at_night(chit: str, may: bool) -> None:
    """H18-08."""
    lines = GEMBLOUX.replace("1Mar-HQ 3812", "") + CALM + f"I/3Sch 3413 \n {chit}"
    match = position("movement french", lines, turn=6, supply="no")
    play(match, "enter I/1RTM 3312", "end")
    g, unit = game(match), number(match, "I/1RTM")
    assert (g.state.supply[unit], fatigue(match, "I/1RTM")) == (Supply.GENERAL, 0)
    assert (asked(match) == "tactical") == may
    assert bool(match.check("assign I/1RTM")) == may


def test_h18_09_markers_before_the_hq_is_there() -> None:
    """H18-09."""
    match = position("player-turn german", CALM, turn=1, start=True, supply=None)
    answer(match, "end")
    for n, uid in enumerate(("I/35Pz", "II/35Pz", "I/36Pz", "II/36Pz", "I/12Sch", "II/12Sch")):
        play(match, f"enter {uid} {('6402', '6403', '6404')[n % 3]}", f"mark {uid} exp")
    play(match, "enter 4/35Pz 6402")
    refused(match, "mark 4/35Pz exp", "4.3.2")
    assert mark(match, "II/12Sch") == Mark.EXP
    assert place(match, "4Pz-HQ") == "off-map"
