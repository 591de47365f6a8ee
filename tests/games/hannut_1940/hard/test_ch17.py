"""Hard positions of chapter 17: airpower."""

from __future__ import annotations

import pytest

from tests.games.hannut_1940.hard.position import HANNUT, go_on, position, settle, shifts
from tests.games.hannut_1940.position import allowed, asked, game, listed, only, place, play, refused

BLUE = HANNUT + "air german=16 french=3 \n"


def test_h17_01_one_supply_of_air_points_a_day() -> None:
    """H17-01: 10 of 16 in the morning, 6 in the afternoon, nothing flies at night."""
    hexes = {"I/11RDP": "5204", "II/11RDP": "5305", "III/11RDP": "5105", "I/1Cuir": "5206", "I/12Sch": "5503"}
    lines = BLUE + "\n".join(f"{uid} {hex}" for uid, hex in hexes.items())
    match = position("air-active german", lines, turn=1, dice=(0, 0, 0, 0))
    for hex, number in (("5204", 3), ("5305", 3), ("5105", 3), ("5206", 1)):
        play(match, f"strike 4Pz-HQ at {hex} with {number}")
        settle(match)
    go_on(match, 2, "german", "air-active")
    assert game(match).state.air["german"] == 6
    assert allowed(match, "strike 4Pz-HQ at 5204 with 3")
    go_on(match, 3, "german", "artillery-active")
    assert (game(match).state.turn, asked(match)) == (3, "artillery")


@pytest.mark.parametrize(("hq", "near"), [("5702", True), ("6309", False)])
def test_h17_02_the_germans_fly_as_defenders_too(hq: str, near: bool) -> None:
    """H17-02: the French never, and only within 8 hexes of a mobile HQ."""
    lines = f"4Pz-HQ {hq} \n 2DLM-HQ 5911 \n air german=16 french=3 \n I/29Drag 5405 mark=EXP \n I/12Sch 5505"
    match = position("exploitation french", lines, turn=5, dice=(50, 50))
    play(match, "overrun I/29Drag 5505")
    assert match.decision is not None
    assert (match.decision.kind, match.decision.side) == ("strafe", "german")
    assert ("strafe 3" in listed(match)) == near
    play(match, "hold")
    assert match.decision is None or match.decision.kind != "strafe"


def test_h17_03_one_volley_of_six() -> None:
    """H17-03: 6 + 4 + 1 = 11, one hit."""
    match = position("air-active german", BLUE + "III/11RDP 5505", dice=(4,))
    events = play(match, "strike 4Pz-HQ at 5505 with 3")
    assert only(events, "modifiers").data["rows"] == "German aircraft +1 (10.3.10d)"
    assert (only(events, "fire").data["hits"], only(events, "fire").data["shifts"]) == (1, 0)


def test_h17_04_french_aircraft_need_a_spotter() -> None:
    """H17-04: within five hexes of the mobile HQ, and no row for French aircraft."""
    lines = BLUE.replace("static 4-pz 3-dlm", "static 4-pz") + "I/35Pz 5606 \n II/12Cuir 5604"
    match = position("air-active french", lines, dice=(0,))
    assert match.setting.grid.distance(match.setting.grid.cell("5106"), match.setting.grid.cell("5606")) == 5
    rows = only(play(match, "bomb II/12Cuir at 5606 with 3"), "modifiers").data["rows"]
    assert "aircraft" not in rows


def test_h17_05_one_air_mission_for_a_spotter() -> None:
    """H17-05: the Germans do not need him."""
    lines = BLUE + "I/35Pz 5506 \n III/11RDP 5505 \n I/2Cuir 5406"
    match = position("air-active german", lines, dice=(0,))
    play(match, "bomb I/35Pz at 5505 with 3")
    refused(match, "bomb I/35Pz at 5406 with 3", "10.3.7", "its air mission")
    assert allowed(match, "strike 4Pz-HQ at 5406 with 3")


def test_h17_06_who_follows_can_be_shelled() -> None:
    """H17-06."""
    lines = BLUE + "I/11RDP-H35 5404 \n II/11RDP 5405 \n I/12Sch 5503 mark=PA"
    match = position("air-active german", lines, dice=(9, 0))
    play(match, "strike 4Pz-HQ at 5404 with 3", "stay", "follow I/12Sch 5404")
    assert place(match, "I/12Sch") == "5404"
    play(match, "end")
    assert match.decision is not None
    assert match.decision.side == "french"
    assert allowed(match, "fire II/11RDP at 5404 with 6")


def test_h17_07_two_as_markers_at_most() -> None:
    """H17-07."""
    match = position("air-active german", BLUE + "III/11RDP 5505 \n shifts 5505=2", dice=(9, 0))
    events = play(match, "strike 4Pz-HQ at 5505 with 3")
    assert (only(events, "fire").data["shifts"], only(events, "fire").data["hits"]) == (1, 1)
    assert shifts(match) == {"5505": 2}
    assert asked(match) == "fire-result"


def test_h17_08_modifiers_come_after_the_points() -> None:
    """H17-08: announced, told, thrown; nobody is asked in between."""
    match = position("air-active german", BLUE + "I/2Cuir 5505 \n III/11RDP 5505", dice=(0,))
    kinds = [event.kind for event in play(match, "strike 4Pz-HQ at 5505 with 2")]
    assert kinds.index("air-mission") < kinds.index("modifiers") < kinds.index("dice")
    assert game(match).state.air["german"] == 14
