"""Hard positions of chapter 13, third part: where overruns meet other rules."""

from __future__ import annotations

import pytest

from grognard.engine import Match
from grognard.games.hannut_1940.state import Mark
from tests.games.hannut_1940.hard.position import (
    CALM,
    HANNUT,
    SILENT,
    answer,
    fight,
    go_on,
    position,
    resolve,
    settle,
    shifts,
)
from tests.games.hannut_1940.position import (
    allowed,
    asked,
    cost,
    destinations,
    force,
    game,
    listed,
    mark,
    place,
    play,
    steps,
    study,
)


@pytest.mark.parametrize("hex", ["5404", "5405"])
def test_h13_17_as_markers_of_an_overrun(hex: str) -> None:
    """H13-17."""
    lines = SILENT + "air german=3 french=0 \n I/35Pz 5406 mark=EXP \n II/11RDP 5405 \n I/12Sch 5503"
    match = position("exploitation german", lines, turn=5, dice=(2, 50, 50))
    play(match, "overrun I/35Pz 5405", "strafe 3")
    assert shifts(match) == {"5405": 1}
    settle(match, "stay")
    go_on(match, 5, "french", "markers")
    assert place(match, "II/11RDP") == "5405"
    play(match, "end")
    if hex != "5405":
        play(match, f"move II/11RDP {hex}")
    go_on(match, 5, "french", "tactical")
    assert shifts(match) == {}


def test_h13_18_aircraft_drive_the_overrunner_off() -> None:
    """H13-18."""
    lines = SILENT + "air german=3 french=0 \n 2DLM-HQ 5911 \n I/29Drag 5405 mark=EXP \n I/12Sch 5505"
    match = position("exploitation french", lines, turn=5, dice=(9, 50, 50))
    play(match, "overrun I/29Drag 5505", "strafe 3")
    events = play(match, next(text for text in listed(match) if text.startswith("retreat")))
    assert place(match, "I/29Drag") != "5405"
    assert "odds" not in [event.kind for event in events]
    assert mark(match, "I/29Drag") == Mark.NONE
    assert asked(match) != "exploitation"


def past(more: str = "") -> Match:
    """I/35Pz has overrun II/11RDP in 5405 with success, and it has stayed there."""
    lines = HANNUT + CALM + f"I/35Pz 5404 mark=EXP \n II/11RDP 5405 \n {more}"
    match = study("exploitation german", "link primary 5404-5405-5406-5407 \n" + lines, turn=5)
    resolve(match, "overrun I/35Pz 5405", defender="1", dice=(0,))
    play(match, "stay")
    assert (place(match, "II/11RDP"), steps(match, "II/11RDP")) == ("5405", 2)
    return match


def test_h13_19_overrun_units_count_for_nothing() -> None:
    """H13-19: on a study board, with a primary road from 5404 to 5407."""
    match = past()
    play(match, "place 5406")
    assert cost(match, "move I/35Pz 5505") == "1.5 MP"
    play(match, "move I/35Pz 5505")
    assert destinations(match, "I/35Pz")


def test_h13_20_on_to_the_next_overrun() -> None:
    """H13-20."""
    match = past("AT47-3DLM 5407")
    play(match, "place 5406")
    assert allowed(match, "overrun I/35Pz 5407")


def test_h13_21_the_regiment_helps_again_in_the_next_phase() -> None:
    """H13-21."""
    lines = SILENT + "I/11RDP 5505 \n II/11RDP 5506 \n I/35Pz 5405 mark=EXP \n I/36Pz 5504 mark=EXP"
    match = position("exploitation german", lines, turn=5, dice=(0, 50))
    assert fight(match, "overrun I/35Pz 5505", "lead I/11RDP")["modifiers"]["regimental integrity"] == -10
    settle(match, "stay")
    go_on(match, 5, "french", "german-exploitation")
    force(match, 50, 50)
    assert fight(match, "overrun I/36Pz 5505", "lead I/11RDP")["modifiers"]["regimental integrity"] == -10


@pytest.mark.parametrize("die", [0, 9])
def test_h13_22_an_overrunner_who_fails_stays_where_he_is(die: int) -> None:
    """H13-22."""
    lines = SILENT + "I/35Pz 5405 mark=EXP \n I/11RDP 5505"
    match = position("exploitation german", lines, turn=5)
    resolve(match, "overrun I/35Pz 5505", attacker="1", defender="*", dice=(0, die))
    assert listed(match) == ["stay"]
    play(match, "stay")
    assert (place(match, "I/35Pz"), steps(match, "I/35Pz")) == ("5405", 2)


def test_h13_23_only_those_who_retreated_are_left() -> None:
    """H13-23."""
    lines = SILENT + "I/11RDP 5405 retreated=1 \n I/12Sch 5404 mark=TA"
    match = position("assault german", lines, dice=(50, 50))
    assert fight(match, "assault I/12Sch 5405")["defence"] == 5


def test_h13_24_passing_on_costs_what_it_costs() -> None:
    """H13-24: on a study board."""
    lines = CALM + "4Pz-HQ 5702 \n I/35Pz 5404 mark=EXP \n II/11RDP 5405 \n III/11RDP 5407"
    match = study("exploitation german", lines, turn=5)
    resolve(match, "overrun I/35Pz 5405", defender="1", dice=(0,))
    play(match, "stay")
    assert "place 5406" not in listed(match)
    play(match, "place 5505")
    assert answer(match) == []
    assert game(match).state.on_wheels[match.setting.unit_number("I/35Pz")] == 4  # 1 MP
