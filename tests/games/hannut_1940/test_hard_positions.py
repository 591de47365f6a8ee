"""Hard positions (hard_positions.toml) played by text actions on the game's own map.

The answers were written from the book before the rules were; each test names its position.
"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.engine import Match
from grognard.games.hannut_1940.state import Mark, Supply
from tests.games.hannut_1940.position import (
    allowed,
    asked,
    cost,
    destinations,
    fatigue,
    game,
    listed,
    mark,
    number,
    only,
    play,
    refused,
    steps,
    study,
)

HANNUT = """
4Pz-HQ 5702
3DLM-HQ 5106
static 4-pz 3-dlm
bp 4-pz=9 3-dlm=12
level 4-pz=9 3-dlm=12
"""
"""Both headquarters behind Hannut, static, with all their points."""
GEMBLOUX = """
3Pz-HQ 4308
1Mar-HQ 3812
static 3-pz 1-moroccan
bp 3-pz=12 1-moroccan=10
level 3-pz=12 1-moroccan=10
"""


def position(phase: str, lines: str, **more: Any) -> Match:
    return study(phase, lines, board="real", **more)


def answer(match: Match, *wanted: str) -> list[Any]:
    """Play each of these answers as soon as it is one; stop at a question that none of them answers."""
    left = list(wanted)
    events: list[Any] = []
    while match.decision is not None:
        text = next((one for one in left if match.check(one)), None)
        if text is None:
            return events
        left.remove(text)
        events += match.play(text)
    return events


def fight(match: Match, *wanted: str) -> dict[str, Any]:
    """The totals, shifts and bonuses of an assault."""
    found: dict[str, Any] = only(answer(match, *wanted), "odds").data["odds"]
    rows = {
        name: {row["what"].split(",")[0]: row["value"] for row in found[name]} for name in ("shifts", "modifiers")
    }
    return {"attack": found["attack_total"], "defence": found["defence_total"], "column": found["odds"],
            "drm": found["drm"], **rows}  # fmt: skip


def cells(match: Match, markers: dict[int, int]) -> dict[str, int]:
    return {match.setting.grid.ids[cell]: value for cell, value in markers.items()}


# Chapters 5 to 7 -------------------------------------------------------------------------------------


def test_h05_03_three_ways_to_pay_for_a_move() -> None:
    lines = "I/12Sch 5303 \n 4/35Pz 5303 \n II/11RDP 5605"
    match = position("movement german", lines)
    assert cost(match, "move I/12Sch 5505") == "4 MP"  # at Leg costs (5.3)
    assert cost(match, "move 4/35Pz 5505") == "5.5 MP"  # trail, off the road, trail next to the enemy (6.2, 6.5)


def test_h05_06_companies_of_a_battalion_need_a_battalion_place() -> None:
    full = position("movement german", "Auf7-Sp 5503 \n I/12Sch 5503 \n II/12Sch 5503 \n Auf7-Kr 5502")
    refused(full, "move Auf7-Kr 5503", "7.1")
    free = position("movement german", "Auf7-Sp 5503 \n I/12Sch 5503 \n Flak-4Pz 5503 \n Auf7-Kr 5502")
    assert allowed(free, "move Auf7-Kr 5503")


def test_h06_01_a_halt_needs_points_and_no_town() -> None:
    lines = "I/35Pz 5503 \n II/11RDP 5605"
    match = position("movement german", HANNUT + lines)
    assert cost(match, "move I/35Pz 5604") == "2.5 MP"
    play(match, "move I/35Pz 5604", "move I/35Pz 5704")
    assert destinations(match, "I/35Pz") == set()  # 6.6
    match = position("movement german", HANNUT.replace("3-dlm=12", "3-dlm=0") + lines)
    play(match, "move I/35Pz 5604", "move I/35Pz 5704")
    assert cost(match, "move I/35Pz 5805") == "1 MP"


@pytest.mark.parametrize(("left", "stops"), [(1, False), (2, True)])
def test_h06_02_exploiters_do_not_halt_anybody(left: int, stops: bool) -> None:
    lines = f"I/35Pz 5404 mark=EXP \n Pio79 5404 {left} \n II/2Cuir 5305"
    match = position("movement french", HANNUT + lines, turn=5)
    play(match, "move II/2Cuir 5405")
    assert (destinations(match, "II/2Cuir") == set()) == stops  # 6.6


def test_h06_03_a_pa_move_ends_next_to_the_enemy() -> None:
    found = destinations(position("movement german", "II/12Sch 5304 mark=PA \n I/11RDP 5504"), "II/12Sch")
    assert "5404" in found
    assert "5503" not in found  # 6.5c


def test_h06_05_a_jam_on_the_road() -> None:
    jam = position("movement german", "I/5Pz 5701 \n Krad3 5702 2")
    assert cost(jam, "move I/5Pz 5702") == "0.5 MP"
    assert cost(jam, "move I/5Pz 5703") != "1 MP"  # 6.2: not straight through
    assert cost(position("movement german", "I/5Pz 5701 \n I/30Inf 5702"), "move I/5Pz 5703") == "1 MP"


def test_h06_06_one_hex_is_always_allowed() -> None:
    match = position("movement german", "I/30Inf 5302 fatigue=2 \n III/11RDP 5204", turn=5)
    assert allowed(match, "move I/30Inf 5203")  # 6.1, 19.6


def test_h06_07_no_surcharge_for_exploiters_in_a_town() -> None:
    match = position("exploitation german", "I/35Pz 5503 mark=EXP \n II/11RDP 5605", turn=5)
    assert cost(match, "move I/35Pz 5604") == "0.5 MP"
    assert cost(match, "move I/35Pz 5704") == "3 MP"  # 6.5


def test_h07_01_one_tank_company_rides_free() -> None:
    lines = "4/35Pz 5503 \n I/12Sch 5503 \n II/12Sch 5503 \n"
    assert allowed(position("movement german", f"{lines} Flak-4Pz 5502"), "move Flak-4Pz 5503")
    refused(position("movement german", f"{lines} Flak-4Pz 5503 \n 8/35Pz 5502"), "move 8/35Pz 5503", "7.1")


# Chapters 8 to 10 ------------------------------------------------------------------------------------


def test_h08_01_towns_look_two_hexes_far() -> None:
    lines = HANNUT + "I/35Pz 5606 \n"
    assert allowed(position("artillery-active french", lines + "II/12Cuir 5604"), "fire II/12Cuir at 5606 with 6")
    refused(position("artillery-active french", lines + "II/12Cuir 5504"), "fire II/12Cuir at 5606 with 6", "8.0")


def test_h08_02_only_a_vantage_point_blocks_a_vantage_point() -> None:
    lines = GEMBLOUX + "I/1RTM 3711 \n I/6Pz 3609 \n II/6Pz 3909"
    match = position("artillery-active french", lines, turn=8)
    refused(match, "fire I/1RTM at 3609 with 6", "8.0")  # 8.1.1, ruling C11
    assert allowed(match, "fire I/1RTM at 3909 with 6")


def test_h08_03_rough_shortens_the_view() -> None:
    lines = "2DLM-HQ 5912 \n static 2-dlm \n bp 2-dlm=9 \n level 2-dlm=9 \n I/8Cuir 6414 \n Auf7-Sp 6412"
    refused(position("artillery-active french", lines), "fire I/8Cuir at 6412 with 6", "8.0")  # 8.1.2


def test_h08_04_into_a_village_only_with_a_marker() -> None:
    match = position("artillery-active german", GEMBLOUX + "I/1RTM 4012 \n I/3Sch 4011 \n II/3Sch 4111 mark=PA", turn=7)
    refused(match, "fire I/3Sch at 4012 with 6", "8.0")  # 8.2
    assert allowed(match, "fire II/3Sch at 4012 with 12")  # 10.3.7
    lines = GEMBLOUX + "I/1RTM 4012 mark=TA \n I/3Sch 4011 \n II/3Sch 4111"
    assert allowed(position("artillery-inactive french", lines, turn=7), "fire I/3Sch at 4012 with 6")


@pytest.mark.parametrize(("mode", "far"), [("", False), ("static 4-pz \n", True)])
def test_h08_05_air_observation(mode: str, far: bool) -> None:
    lines = f"{mode} 4Pz-HQ 6004 \n air german=16 \n I/11RDP 5204 \n II/11RDP 5604 \n III/11RDP 5105"
    match = position("air-active german", lines)
    assert allowed(match, "strike 4Pz-HQ at 5204 with 3")  # 8.3: a village, eight hexes
    refused(match, "strike 4Pz-HQ at 5604 with 3", "8.3")  # a town
    assert bool(match.check("strike 4Pz-HQ at 5105 with 3")) == far  # nine hexes


def test_h10_01_two_volleys_with_the_same_modifiers() -> None:
    lines = GEMBLOUX + "I/1RTM 4012 \n II/1RTM 4012 \n ip 4012=2 \n I/3Sch 4011 mark=PA"
    match = position("artillery-active german", lines, turn=7, dice=(6, 6))
    events = play(match, "fire I/3Sch at 4012 with 12")
    assert only(events, "modifiers").data["drm"] == -1  # 10.3.10
    fire = only(events, "fire").data
    assert (fire["shifts"], fire["hits"]) == (1, 1)  # 13 is a hit, 9 is AS


def test_h10_05_points_come_from_the_spotters_own_hq() -> None:
    lines = HANNUT.replace("4-pz=9 3-dlm=12\nlevel", "4-pz=0 3-dlm=12 3-pz=9\nlevel")
    lines += "3Pz-HQ 5703 \n I/35Pz 5404 \n I/2Cuir 5405"
    match = position("artillery-active german", lines)
    refused(match, "fire I/35Pz at 5405 with 6", "10.3.5")  # 10.3.4


def test_h10_06_three_hits_and_a_retreat() -> None:
    lines = GEMBLOUX + "I/1RTM 4011 \n II/1RTM 4011 \n I/3Sch 4110 mark=PA"
    match = position("artillery-active german", lines, turn=7, dice=(9, 9))
    play(match, "fire I/3Sch at 4011 with 12", "retreat 3911")
    assert asked(match) == "hit"  # 3 - 1, halved: one hit left
    assert cells(match, game(match).state.shifts) == {"3911": 2}  # one of the fire, one of the retreat
    play(match, "tire")
    assert (fatigue(match, "I/1RTM"), fatigue(match, "II/1RTM"), steps(match, "I/1RTM")) == (1, 1, 3)
    match = position("artillery-active german", lines, turn=7, dice=(9, 9, 8))
    play(match, "fire I/3Sch at 4011 with 12", "stay")
    assert asked(match) == "loss"  # failed: back one hex, a step, and two hits more
    play(match, "lose I/1RTM", "tire")
    assert asked(match) == "hit"


# Chapters 11 and 12 ----------------------------------------------------------------------------------


def test_h11_01_who_follows_after_fire() -> None:
    lines = HANNUT + "air german=16 \n I/11RDP-H35 5504 \n"
    lines += "I/12Sch 5503 mark=PA \n II/12Sch 5404 mark=TA \n III/12Sch 5503"
    match = position("air-active german", lines, turn=5, dice=(9, 0))
    play(match, "strike 4Pz-HQ at 5504 with 3", "stay")
    assert listed(match) == ["follow I/12Sch 5504", "follow II/12Sch 5504", "end"]  # 11.5
    play(match, "follow II/12Sch 5504")
    assert mark(match, "II/12Sch") == Mark.NONE


def test_h12_01_half_an_assault_too_many() -> None:
    lines = """4Pz-HQ 5702 \n bp 4-pz=5 \n level 4-pz=9
    I/12Sch 5503 mark=PA \n I/11RDP 5504 \n II/12Sch 5703 mark=PA \n II/11RDP 5704
    III/12Sch 5203 mark=TA \n III/11RDP 5204 \n I/33Sch 5002 mark=TA
    I/2Cuir 5003 \n II/33Sch 6004 mark=TA \n I/1Cuir 6005"""
    match = position("adjustment-begin german", lines, turn=5)
    refused(match, "end", "12.0", "more assaults")  # 2 + 3/2 of 3
    play(match, "drop II/33Sch")
    assert allowed(match, "end")


def test_h12_02_tactical_markers_beside_prepared_ones() -> None:
    lines = HANNUT + "I/11RDP 5504 \n I/12Sch 5503 mark=PA \n II/12Sch 5503 mark=TA \n"
    match = position("adjustment-begin german", lines, turn=5)
    assert (mark(match, "I/12Sch"), mark(match, "II/12Sch")) == (Mark.PA, Mark.NONE)
    match = position("adjustment-begin german", lines + "II/11RDP 5604", turn=5)
    assert (mark(match, "I/12Sch"), mark(match, "II/12Sch")) == (Mark.PA, Mark.TA)


@pytest.mark.parametrize(("die", "released"), [(7, False), (3, True)])
def test_h12_03_the_lowest_rating_checks_for_the_stack(die: int, released: bool) -> None:
    lines = HANNUT + "I/11RDP 5504 \n I/12Sch 5503 mark=PA \n 4/35Pz 5503 mark=PA"
    match = position("adjustment-begin german", lines, turn=5, dice=(die,))
    play(match, "release 4/35Pz")
    assert (mark(match, "I/12Sch") == Mark.NONE) == released
    if released:
        assert "step-back 5404" in listed(match)  # next to the enemy, ruling D07
        assert "end" in listed(match)


# Chapter 13 ------------------------------------------------------------------------------------------

THISNES = HANNUT + "I/11RDP 5504 \n I/11RDP-H35 5504 \n AT47-3DLM 5504 \n"
ALL = (
    "assault I/12Sch 5504", "join II/12Sch", "join 4/35Pz", "lead I/12Sch", "armor 4/35Pz", "lead I/11RDP",
    "armor AT47-3DLM", "support 5604",
)


def test_h13_01_a_whole_assault() -> None:
    lines = THISNES + "III/11RDP 5604 \n I/12Sch 5503 mark=PA \n II/12Sch 5503 mark=PA \n 4/35Pz 5503 mark=PA"
    match = position("assault german", lines, turn=5, dice=(62, 35))
    events = answer(match, *ALL)
    result = only(events, "result").data
    assert (result["column"], result["defender"], result["attacker"]) == ("E", "*2", "(1)1")
    odds = only(events, "odds").data["odds"]
    assert (odds["attack_total"], odds["defence_total"], odds["drm"]) == (13, 8, 0)
    assert [row["value"] for row in odds["shifts"]] == [1, -1]
    assert sorted([row["value"] for row in odds["modifiers"]]) == [-10, -10, 5, 15]


def test_h13_01t_combined_arms_are_asked_of_the_stack() -> None:
    lines = THISNES + "I/12Sch 5404 mark=PA \n II/12Sch 5404 mark=PA \n 4/35Pz 5503 mark=PA"
    found = fight(position("assault german", lines, turn=5, dice=(62, 35)), *ALL)
    assert (found["attack"], found["column"], found["drm"]) == (11, "E", 5 + 15 - 40)


@pytest.mark.parametrize(("more", "attack", "defence", "armor"), [("", 6, 5, -30), ("AT47-3DLM 5504", 3, 3, -40)])
def test_h13_02_bare_armor_in_a_village(more: str, attack: int, defence: int, armor: int) -> None:
    lines = HANNUT + f"I/2Cuir 5504 \n I/35Pz 5404 mark=TA \n {more}"
    answers = ["assault I/35Pz 5504", "armor I/35Pz", "armor AT47-3DLM", "lead I/35Pz", "lead I/2Cuir"]
    answers += [] if more else ["armor I/2Cuir"]
    found = fight(position("assault german", lines, turn=5, dice=(50, 50)), *answers)
    assert (found["attack"], found["defence"], found["modifiers"]["armor or anti-tank"]) == (attack, defence, armor)


def test_h13_03_which_hexes_support() -> None:
    lines = HANNUT.replace("3DLM-HQ 5106", "3DLM-HQ 5305") + """
    I/11RDP 5504 \n II/2Cuir 5405 \n Eng1-3DLM 5604 \n shifts 5604=1 \n III/11RDP 5505
    I/12Cuir 5403 \n I/12Sch 5503 mark=PA \n II/12Sch 5404 mark=PA \n"""
    match = position("assault german", lines, turn=5, dice=(50, 50))
    answer(match, "assault I/12Sch 5504", "join II/12Sch", "lead I/12Sch", "lead I/11RDP")
    assert listed(match) == ["support 5405", "hold"]
    match = position("assault german", lines + "assaulted 5405", turn=5, dice=(50, 50))
    found = fight(match, "assault I/12Sch 5504", "join II/12Sch", "lead I/12Sch", "lead I/11RDP")
    assert "adjacent defenders" not in found["shifts"]


@pytest.mark.parametrize(("more", "counts"), [("Eng1-1Mar 4012", True), ("", False)])
def test_h13_04_engineers_against_a_position(more: str, counts: bool) -> None:
    lines = GEMBLOUX + f"I/1RTM 4012 \n ip 4012=2 \n I/3Sch 4011 mark=PA \n Pio39 4011 mark=PA \n {more}"
    match = position("assault german", lines, turn=7, dice=(50, 50))
    found = fight(match, "assault I/3Sch 4012", "join Pio39", "lead I/3Sch", "lead I/1RTM")
    assert ("improved position" in found["shifts"]) == counts  # 13.7.4


def test_h13_06_who_is_a_reserve() -> None:
    lines = GEMBLOUX + """
    I/1RTM 4012 \n III/1RTM 4013 mark=CR \n I/2RTM 3912 1 mark=CR \n II/2RTM 3911 fatigue=1 mark=CR
    I/4RI 4013 mark=CR \n III/2RTM 3810 mark=CR \n I/3Sch 4011 mark=PA"""
    match = position("assault german", lines, turn=7, dice=(50, 50))
    answer(match, "assault I/3Sch 4012", "lead I/3Sch", "lead I/1RTM")
    assert listed(match) == ["commit III/1RTM", "commit III/2RTM", "hold"]  # 13.8.3


def test_h13_07_a_panzer_battalion_and_its_company() -> None:
    lines = HANNUT + "I/11RDP 5504 \n I/35Pz 5404 mark=PA \n 4/35Pz 5404 mark=PA \n II/35Pz 5503 mark=PA"
    match = position("assault german", lines, turn=5, dice=(50, 50))
    found = fight(match, "assault I/35Pz 5504", "join 4/35Pz", "join II/35Pz", "lead I/35Pz", "lead I/11RDP",
                  "armor 4/35Pz")  # fmt: skip
    assert found["modifiers"]["regimental integrity"] == 10  # 13.8.4, ruling C70
    assert found["attack"] == 7  # all bare in front of a village: half of 15


def test_h13_14_overruns_and_other_enemies() -> None:
    lone = position("exploitation german", HANNUT + "I/35Pz 5404 mark=EXP \n AT47-3DLM 5405", turn=5)
    assert allowed(lone, "overrun I/35Pz 5405")
    two = position("exploitation german", HANNUT + "I/35Pz 5304 mark=EXP \n I/11RDP 5405 \n I/2Cuir 5305", turn=5)
    refused(two, "overrun I/35Pz 5405", "13.13")


@pytest.mark.parametrize(("points", "may"), [(12, False), (0, True)])
def test_c31_a_halt_beside_the_target(points: int, may: bool) -> None:
    lines = HANNUT.replace("3-dlm=12", f"3-dlm={points}", 1) + "I/35Pz 5303 mark=EXP \n I/11RDP 5405"
    match = position("exploitation german", lines, turn=5)
    play(match, "move I/35Pz 5304")
    assert bool(match.check("overrun I/35Pz 5405")) == may


def test_h07_03_a_retreated_unit_makes_an_overstack() -> None:
    lines = HANNUT + "I/11RDP 5605 \n II/11RDP 5605 \n Eng1-3DLM 5605 \n III/11RDP 5605 retreated=1 \n"
    lines += "I/12Sch 5604 mark=PA"
    found = fight(position("assault german", lines, turn=5, dice=(50, 50)), "assault I/12Sch 5605", "lead I/12Sch",
                  "lead I/11RDP")  # fmt: skip
    assert found["defence"] == 12  # 11.2: the other three
    assert found["shifts"]["defenders overstacked"] == 1  # ruling D11


def test_11_3_a_stack_with_its_hq_goes_to_its_own_edge() -> None:
    lines = HANNUT.replace("3DLM-HQ 5106", "3DLM-HQ 5505") + "I/11RDP 5505 \n I/12Sch 5405 mark=TA"
    match = position("assault german", lines, dice=(50, 99))
    answer(match, "assault I/12Sch 5505", "lead I/12Sch", "lead I/11RDP", "give")
    assert "3-dlm" not in game(match).state.static  # 9.1.1: it has had to retreat
    assert game(match).state.bp["3-dlm"] == 6
    first = cells(match, dict.fromkeys([game(match).state.loc[number(match, "3DLM-HQ")]], 0))
    assert not {"5604", "5704", "5705"} & set(first)


def test_13_8_5_armor_in_the_fight_is_always_compared() -> None:
    lines = HANNUT + "I/11RDP 5505 \n AT47-3DLM 5505 \n I/35Pz 5405 mark=TA"
    match = position("assault german", lines, turn=5, dice=(50, 50))
    found = fight(match, "assault I/35Pz 5505", "lead I/35Pz", "lead I/11RDP", "armor AT47-3DLM")
    assert found["modifiers"]["armor or anti-tank"] == -30  # 1 against 4; nobody holds his tanks out of it


@pytest.mark.parametrize(("hex", "flies"), [("5504", True), ("5604", False)])
def test_13_13_1_no_aircraft_over_a_town(hex: str, flies: bool) -> None:
    lines = HANNUT + f"air german=16 \n I/35Pz 5503 mark=EXP \n AT47-3DLM {hex}"
    match = position("exploitation german", lines, turn=5, dice=(50, 50))
    play(match, f"overrun I/35Pz {hex}")
    assert ("strafe 3" in listed(match)) == flies  # 8.3


# Chapters 14 to 16 -----------------------------------------------------------------------------------


@pytest.mark.parametrize(("hex", "left"), [("5611", 1), ("5510", 0)])
def test_h14_05_who_is_watched_does_not_recover(hex: str, left: int) -> None:
    lines = f"2DLM-HQ 5412 \n I/1RDP {hex} fatigue=1 \n I/12Sch 5708"
    assert fatigue(position("recovery french", lines, turn=5), "I/1RDP") == left


@pytest.mark.parametrize(("turn", "moved", "left"), [(5, "", 1), (6, "", 0), (6, "moved=1", 2)])
def test_h09_08_a_quiet_night_heals_all(turn: int, moved: str, left: int) -> None:
    lines = f"2DLM-HQ 5412 \n I/1RDP 5611 fatigue=2 {moved} \n I/12Sch 6003"
    assert fatigue(position("recovery french", lines, turn=turn), "I/1RDP") == left  # 9.2, 14.2


def test_h14_01_moving_at_night_tires() -> None:
    match = position("movement german", HANNUT + "I/35Pz 5403 \n I/11RDP 5305", turn=6)
    play(match, "move I/35Pz 5404", "end")
    assert fatigue(match, "I/35Pz") == 1  # 19.5
    refused(position("markers german", HANNUT + "I/12Sch 5503 \n I/11RDP 5504", turn=6), "mark I/12Sch pa", "19.5")


@pytest.mark.parametrize(("reading", "state"), [("exempt", Supply.GENERAL), ("literal", Supply.OUT)])
def test_h15_01_supply_in_contact(reading: str, state: Supply) -> None:
    lines = "3DLM-HQ 5106 \n I/11RDP 5504 \n I/35Pz 5503 \n I/12Sch 5404 \n 4Pz-HQ 5702"
    match = position("dawn german", lines, supply=None, supply_ends=reading)
    assert game(match).state.supply[number(match, "I/11RDP")] == state


def test_h16_01_three_ways_to_dig() -> None:
    lines = "1Mar-HQ 3812 \n static 1-moroccan \n I/1RTM 4012 \n II/1RTM 4011 \n"
    lines += "Eng1-1Mar 4111 \n III/1RTM 4111 \n 35BCC 4013"
    match = position("markers french", lines, turn=7)
    assert not match.check("build 35BCC")  # H16-04: no personnel
    play(match, "build I/1RTM", "build II/1RTM", "build III/1RTM")
    assert cells(match, game(match).state.ip) == {"4012": 2, "4011": 1, "4111": 2}
    play(match, "end")
    refused(match, "move II/1RTM 4010", "4.3.2")
    play(match, "move III/1RTM 4110", "move Eng1-1Mar 4110")
    assert cells(match, game(match).state.ip) == {"4012": 2, "4011": 1}  # H16-03: empty, gone


# Chapter 19 ------------------------------------------------------------------------------------------


def test_h18_06_the_fourth_panzer_comes_with_markers() -> None:
    match = position("player-turn german", "", turn=1, start=True, supply=None)
    answer(match, "end")
    play(match, "enter 4Pz-HQ 6402", "enter I/35Pz 6403")
    assert allowed(match, "mark I/35Pz exp")  # 19.2, ruling C40
    play(match, "mark I/35Pz exp")
    assert destinations(match, "I/35Pz") == set()
    assert mark(match, "I/35Pz") == Mark.EXP


@pytest.mark.parametrize(
    ("turn", "die", "gone", "leaves"), [(8, 0, "", False), (8, 1, "", True), (9, 3, "", True), (10, 4, "2-dlm", False)]
)
def test_h19_03_withdrawal(turn: int, die: int, gone: str, leaves: bool) -> None:
    lines = "3DLM-HQ 5106 \n I/11RDP 5105 \n 4Pz-HQ 6004 \n"
    lines += f"withdrawn {gone}" if gone else "2DLM-HQ 5412 \n I/1RDP 5411"
    match = position("player-turn french", lines, turn=turn, dice=(die,))
    assert (asked(match) == "withdrawal") == leaves


@pytest.mark.parametrize(("state", "hq_line", "points"), [("", "yes", 0), ("", "no", 1), ("supply=1", "yes", 1)])
def test_h19_04_the_continuous_line(state: str, hq_line: str, points: int) -> None:
    lines = f"I/4RI 4003 \n II/4RI 4006 \n 15Mot-HQ 4008 \n III/4RI 4011 {state} \n I/27RI 4014 \n I/35Pz 4007"
    match = position("end-of-turn french", lines, turn=7, hq_line=hq_line)
    assert game(match).state.line_points == points


@pytest.mark.parametrize(("hq", "won"), [("3713", True), ("5801", False)])
def test_h19_05_sudden_death_asks_for_supply_at_that_moment(hq: str, won: bool) -> None:
    match = position("end-of-turn french", f"3Pz-HQ {hq} \n Auf3-Kr 3313 \n I/4RI 3801", turn=9, supply=None)
    assert (match.outcome is not None) == won


def test_the_printed_set_up_is_in_supply_at_the_first_dawn() -> None:
    match = position("dawn german", "", turn=1, start=True, supply=None)
    g = game(match)
    assert [uid for uid, cell, state in zip(match.setting.unit_ids, g.state.loc, g.state.supply, strict=True)
            if cell >= 0 and state != Supply.GENERAL] == []  # 15.1  # fmt: skip


# What a side may know --------------------------------------------------------------------------------


def seen(match: Match, side: str, hex: str) -> list[str]:
    """The units of a hex that a side can name, and the covered counters there by what they show."""
    view = match.view(side)
    named = [unit["id"] for unit in view["units"] if unit["loc"] == hex]
    return named + [f"?{counter['label']}" for counter in view["covered"] if counter["loc"] == hex]


@pytest.mark.parametrize(
    ("recon", "expected"),
    [("", ["I/2Cuir", "?", "?CR"]), ("Auf7-Sp 5405", ["I/2Cuir", "I/11RDP", "AT47-3DLM"])],
)
def test_h07_05_the_top_unit_or_with_recon_all(recon: str, expected: list[str]) -> None:
    lines = HANNUT + f"I/2Cuir 5505 \n I/11RDP 5505 mark=CR \n AT47-3DLM 5505 \n I/35Pz 5404 \n {recon}"
    match = position("movement german", lines, turn=5)
    assert sorted(seen(match, "german", "5505")) == sorted(expected)
    assert sorted(seen(match, "french", "5505")) == ["AT47-3DLM", "I/11RDP", "I/2Cuir"]


@pytest.mark.parametrize(("recon", "expected"), [("", ["?", "?", "?"]), ("Auf3-Kr 4011", ["I/1RTM", "?", "?"])])
def test_h07_06_an_improved_position_hides_all_but_one_from_recon(recon: str, expected: list[str]) -> None:
    lines = GEMBLOUX + f"I/1RTM 4012 \n II/1RTM 4012 \n Eng1-1Mar 4012 \n ip 4012=2 \n {recon}"
    assert seen(position("movement german", lines, turn=7), "german", "4012") == expected


def test_h04_06_nobody_hears_why_a_side_takes_no_replacements() -> None:
    lines = HANNUT + "I/35Pz 5801 1 \n I/11RDP 5504 \n bins german:real=1 german:dummy=2 \n"
    real = position("replacements german", lines + "chit german=2 french=1", turn=3)
    dummy = position("replacements german", lines + "chit german=1 french=1", turn=3)
    assert listed(real) == ["end"]  # 19.7, ruling C38
    assert listed(dummy) == ["replace I/35Pz", "end"]
    for match in (real, dummy):
        play(match, "end")
    assert real.log("french") == dummy.log("french")
    assert real.view("french")["units"] == dummy.view("french")["units"]
