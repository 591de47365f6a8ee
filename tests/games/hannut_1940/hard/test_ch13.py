"""Hard positions of chapter 13, first part: strengths, shifts and bonuses of a ground assault."""

from __future__ import annotations

import pytest

from tests.games.hannut_1940.hard.position import GEMBLOUX, HANNUT, SILENT, answer, fight, position, seen, settle
from tests.games.hannut_1940.position import asked, listed, mark, of_kind, only, play, study

THISNES = HANNUT + "I/11RDP 5504 \n I/11RDP-H35 5504 \n AT47-3DLM 5504 \n"
ALL = (
    "assault I/12Sch 5504", "join II/12Sch", "join 4/35Pz", "lead I/12Sch", "armor 4/35Pz", "lead I/11RDP",
    "armor AT47-3DLM", "support 5604",
)  # fmt: skip


def test_h13_01_a_whole_assault() -> None:
    """H13-01."""
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
    """H13-01t."""
    lines = THISNES + "I/12Sch 5404 mark=PA \n II/12Sch 5404 mark=PA \n 4/35Pz 5503 mark=PA"
    found = fight(position("assault german", lines, turn=5, dice=(62, 35)), *ALL)
    assert (found["attack"], found["column"], found["drm"]) == (11, "E", 5 + 15 - 40)


@pytest.mark.parametrize(("more", "attack", "defence", "armor"), [("", 6, 5, -30), ("AT47-3DLM 5504", 3, 3, -40)])
def test_h13_02_bare_armor_in_a_village(more: str, attack: int, defence: int, armor: int) -> None:
    """H13-02, H13-02t."""
    lines = HANNUT + f"I/2Cuir 5504 \n I/35Pz 5404 mark=TA \n {more}"
    answers = ["assault I/35Pz 5504", "armor I/35Pz", "armor AT47-3DLM", "lead I/35Pz", "lead I/2Cuir"]
    answers += [] if more else ["armor I/2Cuir"]
    found = fight(position("assault german", lines, turn=5, dice=(50, 50)), *answers)
    assert (found["attack"], found["defence"], found["modifiers"]["armor or anti-tank"]) == (attack, defence, armor)


def test_h13_03_which_hexes_support() -> None:
    """H13-03, H13-03t."""
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
    """H13-04, H13-04t."""
    lines = GEMBLOUX + f"I/1RTM 4012 \n ip 4012=2 \n I/3Sch 4011 mark=PA \n Pio39 4011 mark=PA \n {more}"
    match = position("assault german", lines, turn=7, dice=(50, 50))
    found = fight(match, "assault I/3Sch 4012", "join Pio39", "lead I/3Sch", "lead I/1RTM")
    assert ("improved position" in found["shifts"]) == counts  # 13.7.4


def test_h13_05_sixty_at_most() -> None:
    """H13-05: on a study board; an 88 against armored cars in a wood scores 6 - 1 - 1."""
    lines = SILENT + "terrain woods 5505 \n I/12Cuir 5505 \n I/12Sch 5504 mark=PA \n II/12Sch 5504 mark=PA \n"
    lines += "Flak-4Pz 5504 mark=PA \n III/12Sch 5405 mark=PA \n I/35Pz 5405 mark=PA \n"
    lines += "I/33Sch 5403 mark=CR \n II/33Sch 5503 mark=CR \n II/35Pz 5603 mark=CR"
    match = study("assault german", lines, dice=(50, 50))
    joins = [f"join {uid}" for uid in ("II/12Sch", "Flak-4Pz", "III/12Sch", "I/35Pz")]
    commits = [f"commit {uid}" for uid in ("I/33Sch", "II/33Sch", "II/35Pz")]
    found = fight(match, "assault I/12Sch 5505", *joins, "lead I/35Pz", "armor Flak-4Pz", *commits)
    assert found["modifiers"] == {
        "better lead unit": 10, "combat reserve": 15, "regimental integrity": 15, "armor or anti-tank": 40,
        "60 at most": -20,
    }  # fmt: skip
    assert found["drm"] == 60


def test_h13_06_who_is_a_reserve() -> None:
    """H13-06: the two markers come off."""
    lines = GEMBLOUX + """
    I/1RTM 4012 \n III/1RTM 4013 mark=CR \n I/2RTM 3912 1 mark=CR \n II/2RTM 3911 fatigue=1 mark=CR
    I/4RI 4013 mark=CR \n III/2RTM 3810 mark=CR \n I/3Sch 4011 mark=PA"""
    match = position("assault german", lines, turn=7, dice=(50, 50))
    answer(match, "assault I/3Sch 4012", "lead I/3Sch", "lead I/1RTM")
    assert listed(match) == ["commit III/1RTM", "commit III/2RTM", "hold"]  # 13.8.3
    found = fight(match, "commit III/1RTM", "commit III/2RTM", "hold")
    assert found["modifiers"]["combat reserve"] == -10
    settle(match)
    left = {uid: int(mark(match, uid)) for uid in ("III/1RTM", "III/2RTM", "I/2RTM", "I/4RI")}
    assert left == {"III/1RTM": 0, "III/2RTM": 0, "I/2RTM": 4, "I/4RI": 4}


def test_h13_07_a_panzer_battalion_and_its_company() -> None:
    """H13-07."""
    lines = HANNUT + "I/11RDP 5504 \n I/35Pz 5404 mark=PA \n 4/35Pz 5404 mark=PA \n II/35Pz 5503 mark=PA"
    match = position("assault german", lines, turn=5, dice=(50, 50))
    found = fight(match, "assault I/35Pz 5504", "join 4/35Pz", "join II/35Pz", "lead I/35Pz", "lead I/11RDP",
                  "armor 4/35Pz")  # fmt: skip
    assert found["modifiers"]["regimental integrity"] == 10  # 13.8.4, ruling C70
    assert found["attack"] == 7  # all bare in front of a village: half of 15


def test_h13_16_no_way_out_once_the_defender_has_shown_himself() -> None:
    """H13-16: attackers are revealed first, and nothing that they named can be taken back."""
    lines = SILENT + "I/11RDP 5504 \n II/11RDP 5504 \n I/11RDP-H35 5504 \n I/12Sch 5503 mark=TA \n Pio79 5503 mark=TA"
    match = position("assault german", lines, turn=5, dice=(50, 50))
    assert seen(match, "german", "5504") == ["I/11RDP-H35", "?", "?"]
    events = answer(match, "assault I/12Sch 5504", "join Pio79")
    assert (asked(match), seen(match, "german", "5504")) == ("lead", ["I/11RDP-H35", "?", "?"])
    events += play(match, "lead I/12Sch")
    assert sorted(seen(match, "german", "5504")) == ["I/11RDP", "I/11RDP-H35", "II/11RDP"]
    assert [len(event.data["units"]) for event in of_kind(events, "revealed")] == [2, 3]
    assert match.decision is not None
    assert match.decision.side == "french"
    for text in ("end", "hold", "lead Pio79", "release I/12Sch"):
        assert not match.check(text)


def test_13_8_5_armor_in_the_fight_is_always_compared() -> None:
    lines = HANNUT + "I/11RDP 5505 \n AT47-3DLM 5505 \n I/35Pz 5405 mark=TA"
    match = position("assault german", lines, turn=5, dice=(50, 50))
    found = fight(match, "assault I/35Pz 5505", "lead I/35Pz", "lead I/11RDP", "armor AT47-3DLM")
    assert found["modifiers"]["armor or anti-tank"] == -30  # 1 against 4; nobody holds his tanks out of it
