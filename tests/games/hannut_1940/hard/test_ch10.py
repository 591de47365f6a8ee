"""Hard positions of chapter 10: fire support."""

from __future__ import annotations

import pytest

from tests.games.hannut_1940.hard.position import CALM, GEMBLOUX, HANNUT, answer, fight, go_on, position, seen, shifts
from tests.games.hannut_1940.position import (
    allowed,
    asked,
    destinations,
    fatigue,
    game,
    listed,
    mark,
    only,
    place,
    play,
    refused,
    steps,
    study,
)


@pytest.mark.parametrize(
    ("first", "rows"),
    [
        ("I/1RTM", "village -1 (10.3.10a), improved position -1 (10.3.10b), density +1 (10.3.10d)"),
        ("35BCC", "village -1 (10.3.10a), AFV units among others -1 (10.3.10c), density +1 (10.3.10d)"),
    ],
)
def test_h10_01_two_volleys_with_the_same_modifiers(first: str, rows: str) -> None:
    """H10-01, H10-02."""
    lines = GEMBLOUX + f"{first} 4012 \n II/1RTM 4012 \n ip 4012=2 \n I/3Sch 4011 mark=PA"
    match = position("artillery-active german", lines, turn=7, dice=(6, 6))
    events = play(match, "fire I/3Sch at 4012 with 12")
    assert (only(events, "modifiers").data["drm"], only(events, "modifiers").data["rows"]) == (-1, rows)  # 10.3.10
    fire = only(events, "fire").data
    assert (fire["shifts"], fire["hits"]) == (1, 1)  # 13 is a hit, 9 is AS


def test_h10_03_only_the_attackers_in_a_wood() -> None:
    """H10-03: no terrain for them; density and the tank row look at the whole hex."""
    lines = CALM + "3DLM-HQ 5606 \n static 3-dlm \n bp 3-dlm=12 \n level 3-dlm=12 \n II/11RDP 5811 \n"
    lines += "I/12Sch 5910 mark=TA \n II/12Sch 5910 \n 4/35Pz 5910"
    match = position("artillery-inactive german", lines, dice=(9, 9))
    events = play(match, "fire II/11RDP at 5910 with 6")
    rows = only(events, "modifiers").data["rows"]
    assert rows == "AFV units among others -1 (10.3.10c), density +2 (10.3.10d)"
    play(match, "stay")
    while asked(match) in ("retreat", "loss", "hit"):
        play(match, listed(match)[0])
    assert place(match, "I/12Sch") != "5910"  # 9 is above its rating
    assert [place(match, uid) for uid in ("II/12Sch", "4/35Pz")] == ["5910", "5910"]
    assert [steps(match, uid) for uid in ("II/12Sch", "4/35Pz")] == [3, 2]


def test_h10_04_one_artillery_mission_for_a_hex() -> None:
    """H10-04."""
    lines = "4Pz-HQ 5702 \n 3Pz-HQ 5703 \n static 4-pz 3-pz \n bp 4-pz=9 3-pz=9 \n level 4-pz=9 3-pz=9 \n"
    lines += "air german=16 french=0 \n I/35Pz 5405 \n I/3Sch 5605 \n III/11RDP 5505"
    match = position("air-active german", lines, turn=5, dice=(0, 0))
    play(match, "strike 4Pz-HQ at 5505 with 1", "end", "fire I/35Pz at 5505 with 3")
    refused(match, "fire I/3Sch at 5505 with 3", "10.3")


def test_h10_05_points_come_from_the_spotters_own_hq() -> None:
    """H10-05."""
    lines = HANNUT.replace("4-pz=9 3-dlm=12\nlevel", "4-pz=0 3-dlm=12 3-pz=9\nlevel")
    lines += "3Pz-HQ 5703 \n I/35Pz 5404 \n I/2Cuir 5405"
    match = position("artillery-active german", lines)
    refused(match, "fire I/35Pz at 5405 with 6", "10.3.5")  # 10.3.4


def test_h10_06_three_hits_and_a_retreat() -> None:
    """H10-06, H10-06t: the fire comes from 4110 against 4011, clear."""
    lines = GEMBLOUX + "I/1RTM 4011 \n II/1RTM 4011 \n I/3Sch 4110 mark=PA"
    match = position("artillery-active german", lines, turn=7, dice=(9, 9))
    play(match, "fire I/3Sch at 4011 with 12", "retreat 3911")
    assert asked(match) == "hit"  # 3 - 1, halved: one hit left
    assert shifts(match) == {"3911": 2}  # one of the fire, one of the retreat
    play(match, "tire")
    assert (fatigue(match, "I/1RTM"), fatigue(match, "II/1RTM"), steps(match, "I/1RTM")) == (1, 1, 3)
    match = position("artillery-active german", lines, turn=7, dice=(9, 9, 8))
    play(match, "fire I/3Sch at 4011 with 12", "stay")
    assert asked(match) == "loss"  # failed: back one hex, a step, and two hits more
    play(match, "lose I/1RTM", "tire")
    assert asked(match) == "hit"


def test_h10_07_who_cannot_tire_any_more() -> None:
    """H10-07: one step, and the rest is ignored. On a study board, with the spotter on a hill."""
    lines = GEMBLOUX + "feature vantage-point 4110 \n 15Mot-HQ 3811 \n I/4RI 4011 2 fatigue=2 \n I/3Sch 4110 mark=PA"
    match = study("artillery-active german", lines, turn=7, dice=(9, 9, 0))
    events = play(match, "fire I/3Sch at 4011 with 12")
    assert only(events, "fire").data["hits"] == 3
    play(match, "stay")
    assert asked(match) == "adjustment"  # nothing more to pay, and no points are left
    assert (steps(match, "I/4RI"), fatigue(match, "I/4RI"), place(match, "I/4RI")) == (1, 2, "4011")


def test_h10_08_no_french_aircraft_after_the_14th() -> None:
    """H10-08: the day begins without points, so nobody is asked."""
    lines = "3DLM-HQ 5106 \n I/11RDP 5404 \n I/35Pz 5503 \n 4Pz-HQ 5702 \n base 3-dlm=7 4-pz=9"
    match = position("dawn german", lines, turn=10)
    go_on(match, 10, "french", "tactical")
    assert game(match).state.air == {"german": 24, "french": 0}
    play(match, "end")
    assert match.decision is not None
    assert (match.decision.kind, match.decision.side) != ("air", "french")
    assert not match.check("bomb I/11RDP at 5503 with 1")


@pytest.mark.parametrize(("hq", "near"), [("5706", True), ("5704", False)])
def test_h10_09_a_company_brings_two_aircraft_points(hq: str, near: bool) -> None:
    """H10-09: into woods only with a spotter, and within the artillery range of his HQ."""
    lines = f"4Pz-HQ {hq} \n air german=16 french=0 \n Auf7-Kr 5810 mark=TA \n II/11RDP 5910"
    match = position("air-active german", lines, dice=(0,))
    refused(match, "strike 4Pz-HQ at 5910 with 2", "8.3")
    if not near:
        refused(match, "bomb Auf7-Kr at 5910 with 2", "10.3.6")
        return
    refused(match, "bomb Auf7-Kr at 5910 with 3", "10.3.7", "at most 2")
    events = play(match, "bomb Auf7-Kr at 5910 with 2")
    assert only(events, "modifiers").data["rows"] == "woods -1 (10.3.10a), German aircraft +1 (10.3.10d)"


def test_h10_10_points_without_supply() -> None:
    """H10-10: no fire, but halts."""
    lines = HANNUT.replace("3DLM-HQ 5106", "3DLM-HQ 5106 supply=1") + "I/11RDP 5405 \n I/35Pz 5303"
    refused(
        position("artillery-inactive german", lines.replace("5303", "5304")), "fire I/11RDP at 5304 with 6", "10.3.4"
    )
    match = position("movement german", lines)
    play(match, "move I/35Pz 5304")
    assert destinations(match, "I/35Pz") == set()  # 6.6


def test_h10_11_fire_reveals_nobody() -> None:
    """H10-11: whether this or that hidden unit loses the step is the same to the German."""
    lines = GEMBLOUX + CALM + "35BCC 4012 \n I/1RTM 4012 \n II/1RTM 4012 \n I/3Sch 4011 mark=PA"
    logs = []
    for loser in ("I/1RTM", "II/1RTM"):
        match = position("artillery-active german", lines, turn=7, dice=(4, 0))
        play(match, "fire I/3Sch at 4012 with 8", "stay", f"lose {loser}")
        assert asked(match) == "artillery"
        assert seen(match, "german", "4012") == ["35BCC", "?", "?"]
        logs.append((match.log("german"), match.view("german")))
    assert logs[0] == logs[1]


def test_h10_12_two_hexes_for_a_battalion_and_one_spotter_for_a_hex() -> None:
    """H10-12: 4/35Pz shares the hex with I/35Pz. On a study board, where three French hexes lie next to 5404."""
    lines = HANNUT + "I/35Pz 5404 \n 4/35Pz 5404 \n I/2Cuir 5405 \n II/2Cuir 5403 \n I/1Cuir 5504"
    match = study("artillery-active german", lines, dice=(0, 0))
    play(match, "fire I/35Pz at 5405 with 2", "fire I/35Pz at 5403 with 2")
    refused(match, "fire I/35Pz at 5504 with 2", "10.3.3a", "no more than 2")
    refused(match, "fire 4/35Pz at 5504 with 2", "10.3.3a", "another unit")
    assert mark(match, "I/35Pz") == 0
    assert allowed(match, "end")


def test_h10_13_as_markers_die_with_their_units() -> None:
    """H10-13."""
    lines = HANNUT + CALM + "AT47-3DLM 5404 \n II/11RDP 5405 \n I/12Sch 5503 mark=PA"
    match = position("artillery-active german", lines, dice=(8, 0, 50, 50))
    events = play(match, "fire I/12Sch at 5404 with 8", "stay", "follow I/12Sch 5404")
    assert (only(events, "fire").data["shifts"], place(match, "AT47-3DLM")) == (1, "eliminated")
    assert shifts(match) == {}
    answer(match, "end", "end")
    assert "AS on the attackers" not in str(fight(match, "assault I/12Sch 5405", "hold")["shifts"])


def test_h10_14_as_markers_go_with_those_who_follow() -> None:
    """H10-14."""
    lines = HANNUT + CALM + "AT47-3DLM 5404 \n II/11RDP 5405 \n I/12Sch 5503 mark=PA \n III/11RDP 5504"
    match = position("artillery-inactive german", lines, dice=(4, 9, 0, 50, 50))
    play(match, "fire III/11RDP at 5503 with 6", "end")
    assert shifts(match) == {"5503": 1}
    play(match, "fire I/12Sch at 5404 with 6", "stay", "follow I/12Sch 5404")
    assert shifts(match) == {"5404": 1}
    answer(match, "end", "end")
    found = fight(match, "assault I/12Sch 5405", "hold", "hold")
    assert sorted(found["shifts"].values()) == [-1, 1]  # AS on the attackers, PA


def test_h10_15_losses_after_a_passed_check_are_the_owners() -> None:
    """H10-15: after a failed one each unit loses once before any loses twice."""
    lines = HANNUT.replace("4-pz=9", "4-pz=12") + CALM + "I/11RDP 5405 \n I/2Cuir 5405 \n I/12Sch 5404 mark=PA"
    match = position("artillery-active german", lines, dice=(8, 8, 0))
    events = play(match, "fire I/12Sch at 5405 with 12", "stay", "lose I/11RDP")
    assert only(events, "fire").data["hits"] == 2
    play(match, "lose I/11RDP")
    assert (steps(match, "I/11RDP"), steps(match, "I/2Cuir")) == (1, 2)
    match = position("artillery-active german", lines, dice=(8, 8, 9))
    play(match, "fire I/12Sch at 5405 with 12", "stay")
    settle_retreat = [text for text in listed(match) if text.startswith("retreat")]
    answer(match, *settle_retreat[:1])
    play(match, "lose I/11RDP")
    assert "lose I/11RDP" not in listed(match)


def test_h10_16_an_overstack_is_one_target() -> None:
    """H10-16."""
    lines = HANNUT + CALM + "I/11RDP 5405 \n II/11RDP 5405 \n I/1RDP 5405 \n III/11RDP 5405 retreated=1 \n"
    lines += "I/12Sch 5404 mark=PA"
    match = position("artillery-active german", lines, dice=(6, 0))
    events = play(match, "fire I/12Sch at 5405 with 6", "stay")
    assert "density +2" in only(events, "modifiers").data["rows"]
    assert listed(match) == ["lose I/1RDP", "lose I/11RDP", "lose II/11RDP"]


def test_h10_17_a_spotter_driven_into_another_hex() -> None:
    """H10-17: on a study board."""
    lines = HANNUT.replace("4Pz-HQ 5702", "4Pz-HQ 5403") + "feature vantage-point 5403 \n air german=16 french=0 \n"
    lines += "I/12Sch 5404 mark=TA \n I/2Cuir 5405 \n II/12Sch 5403 \n II/2Cuir 5401"
    match = study("air-active german", lines, dice=(0, 9))
    play(match, "bomb I/12Sch at 5405 with 3", "end", "fire I/2Cuir at 5404 with 6")
    play(match, "retreat 5403", "end")
    assert asked(match) == "artillery"
    assert allowed(match, "fire II/12Sch at 5401 with 6")
