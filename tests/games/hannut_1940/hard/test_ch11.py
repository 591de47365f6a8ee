"""Hard positions of chapter 11: retreat and advance."""

from __future__ import annotations

import pytest

from grognard.games.hannut_1940.state import Mark
from tests.games.hannut_1940.hard.position import (
    CALM,
    GEMBLOUX,
    HANNUT,
    SILENT,
    answer,
    cells,
    fight,
    go_on,
    position,
    resolve,
)
from tests.games.hannut_1940.position import (
    asked,
    fatigue,
    force,
    game,
    listed,
    mark,
    number,
    only,
    place,
    play,
    refused,
    steps,
    study,
)


def test_h11_01_who_follows_after_fire() -> None:
    """H11-01: none of those who follow spots in this phase."""
    lines = HANNUT + "air german=16 french=0 \n I/11RDP-H35 5504 \n I/11RDP 5505 \n"
    lines += "I/12Sch 5503 mark=PA \n II/12Sch 5404 mark=TA \n III/12Sch 5503"
    match = position("air-active german", lines, turn=5, dice=(9, 0))
    play(match, "strike 4Pz-HQ at 5504 with 3", "stay")
    assert listed(match) == ["follow I/12Sch 5504", "follow II/12Sch 5504", "end"]  # 11.5
    play(match, "follow II/12Sch 5504")
    assert mark(match, "II/12Sch") == Mark.NONE
    play(match, "follow I/12Sch 5504")
    assert listed(match) == ["drop I/12Sch", "end"]
    play(match, "end", "end")
    while game(match).state.phase != "artillery-active":
        play(match, "end")
    assert mark(match, "I/12Sch") == Mark.PA
    refused(match, "fire I/12Sch at 5505 with 6", "10.3.3a", "advanced")


@pytest.mark.parametrize(("state", "left"), [("", 1), ("mark=EXP", 3)])
def test_h11_02_every_halt_on_the_way_back_costs_a_step(state: str, left: int) -> None:
    """H11-02, H11-02t: on a study board, whose French edge is in the west; all other ways are shut."""
    lines = CALM + "4Pz-HQ 5702 \n static 4-pz \n bp 4-pz=9 \n level 4-pz=9 \n I/11RDP 5504 \n"
    lines += f"I/35Pz 5605 {state} \n I/12Sch 5404 mark=TA \n II/12Sch 5405 mark=EXP \n"
    lines += "III/12Sch 5406 mark=EXP \n I/33Sch 5503 mark=EXP \n II/33Sch 5604 mark=EXP \n PzJg49 5506 mark=EXP"
    match = study("assault german", lines)
    resolve(match, "assault I/12Sch 5504", defender="2")
    answer(match, "give", "retreat 5505", "retreat 5606")
    assert (place(match, "I/11RDP"), steps(match, "I/11RDP")) == ("5606", left)


def test_h11_03_woods_stop_a_retreat_on_wheels() -> None:
    """H11-03: the way belongs to the owner as far as the priorities leave him one."""
    lines = CALM + "terrain woods 5910 \n I/2Cuir 5911 \n I/12Sch 6010 mark=PA \n II/12Sch 6011 mark=PA \n"
    lines += "III/12Sch 6012 mark=PA \n I/33Sch 5912 mark=PA \n II/33Sch 5812 \n I/36Pz 5811 mark=PA \n 4Pz-HQ 6206"
    match = study("assault german", lines, board="blank")
    join = ("assault I/36Pz 5911", "join I/12Sch", "join II/12Sch", "join III/12Sch", "join I/33Sch", "lead I/36Pz")
    resolve(match, *join, "armor I/36Pz", "end", defender="(1)2")
    assert asked(match) == "stay-or-retreat"
    play(match, "give")
    assert place(match, "I/2Cuir") == "5910"
    assert asked(match) == "hit"  # no further hex: the second hit is a step or fatigue
    play(match, "tire")
    assert (place(match, "I/2Cuir"), fatigue(match, "I/2Cuir")) == ("5910", 1)


def test_h11_04_leg_and_mech_part_on_the_way_back() -> None:
    """H11-04: three hits; two hexes together, then fatigue for the one and a third hex for the other."""
    lines = GEMBLOUX.replace("1-moroccan=10", "1-moroccan=0") + CALM
    lines += "I/1RTM 4011 \n 35BCC 4011 attached=1-moroccan \n"
    lines += "I/3Sch 4110 mark=PA \n II/3Sch 4110 mark=PA \n 4/5Pz 4110 mark=PA"
    match = position("assault german", lines, turn=7)
    resolve(match, "assault I/3Sch 4011", "join II/3Sch", "join 4/5Pz", "lead I/3Sch", "lead I/1RTM",
            attacker="*", defender="*2", dice=(0, 9))  # fmt: skip
    play(match, "give")
    while asked(match) == "retreat":
        play(match, listed(match)[0])
    grid, state = match.setting.grid, game(match).state
    gone = {uid: grid.distance(grid.cell("4011"), state.loc[number(match, uid)]) for uid in ("I/1RTM", "35BCC")}
    assert gone == {"I/1RTM": 2, "35BCC": 3}
    play(match, "tire")
    assert (fatigue(match, "I/1RTM"), fatigue(match, "35BCC"), asked(match)) == (1, 0, "advance")


@pytest.mark.parametrize(("friend", "safe"), [("", True), ("II/1RTM 4111", False)])
def test_h11_05_who_retreats_into_an_empty_hex_is_left_alone(friend: str, safe: bool) -> None:
    """H11-05, H11-05t: all hexes but 4111 are next to Germans or taken."""
    lines = GEMBLOUX.replace("1Mar-HQ 3812", "1Mar-HQ 4413") + CALM
    lines += f"I/1RTM 4011 \n I/3Sch 4010 mark=PA \n II/3Sch 4211 mark=TA \n III/3Sch 3912 \n {friend}"
    match = position("artillery-active german", lines, turn=7, dice=(9, 0))
    play(match, "fire I/3Sch at 4011 with 8", "retreat 4111")
    answer(match, "end")
    if safe:
        refused(match, "fire II/3Sch at 4111 with 4", "11.2")
        assert cells(match, dict.fromkeys(game(match).state.safe, 1)) == {"4111": 1}
        play(match, "end", "end")
        assert not match.check("assault II/3Sch 4111")
        return
    events = play(match, "fire II/3Sch at 4111 with 4")
    assert "density +1" in only(events, "modifiers").data["rows"]  # six steps
    play(match, "end")
    answer(match, "end")
    assert fight(match, "assault II/3Sch 4111")["defence"] == 6  # II/1RTM alone


def test_h11_06_the_18th_does_not_retreat_beyond_its_rows() -> None:
    """H11-06: it attacks 5205; 5105 lies in row 05."""
    lines = CALM + "18-HQ 5101 \n I/51Inf 5104 mark=TA \n I/11RDP 5205 \n"
    lines += "II/11RDP 5103 \n III/11RDP 5204 \n I/2Cuir 5005"
    match = position("assault german", lines, turn=8)
    resolve(match, "assault I/51Inf 5205", "hold", attacker="1")
    play(match, "give")
    assert place(match, "I/51Inf") == "5004"
    match = position("assault german", lines + "\n II/2Cuir 5004", turn=8)
    resolve(match, "assault I/51Inf 5205", "hold", attacker="1")
    assert listed(match) == ["stay"]


def test_h11_07_attackers_go_two_hexes() -> None:
    """H11-07: the third hit is a step or fatigue; the defender has one less, and nobody advances."""
    lines = GEMBLOUX + CALM + "I/1RTM 4012 \n II/1RTM 4012 \n I/3Sch 4011 mark=PA \n I/5Pz 4011 mark=PA"
    match = position("assault german", lines, turn=7)
    resolve(match, "assault I/3Sch 4012", "join I/5Pz", "lead I/3Sch", "lead I/1RTM", attacker="*2",
            defender="1", dice=(9,))  # fmt: skip
    play(match, "give")
    while asked(match) == "retreat":
        play(match, listed(match)[0])
    assert asked(match) == "hit"
    assert match.setting.grid.distance(
        match.setting.grid.cell("4011"), game(match).state.loc[number(match, "I/3Sch")]
    ) == 2
    play(match, "tire")
    assert [fatigue(match, uid) for uid in ("I/3Sch", "I/5Pz")] == [1, 1]
    assert (asked(match), steps(match, "I/1RTM")) != ("stay-or-retreat", 2)
    assert place(match, "I/1RTM") == "4012"


def test_h11_08_never_twice_into_a_hex() -> None:
    """H11-08: each hex farther away than the last."""
    lines = SILENT + "I/2Cuir 5405 \n I/12Sch 5404 mark=PA \n II/12Sch 5404 mark=PA \n I/35Pz 5504 mark=PA \n"
    lines += "III/12Sch 5504 mark=PA"
    match = position("assault german", lines, turn=5)
    joins = ("join II/12Sch", "join I/35Pz", "join III/12Sch")
    resolve(match, "assault I/12Sch 5405", *joins, "lead I/35Pz", "armor I/35Pz", defender="*2", dice=(9, 9))
    events = play(match, "stay")
    while asked(match) == "retreat":
        events += play(match, listed(match)[0])
    grid = match.setting.grid
    way = [event.data["to"] for event in events if event.kind == "retreat"]
    assert [grid.distance(grid.cell("5405"), hex) for hex in way] == [1, 2, 3, 4]


def test_11_3_a_stack_with_its_hq_goes_to_its_own_edge() -> None:
    lines = HANNUT.replace("3DLM-HQ 5106", "3DLM-HQ 5505") + "I/11RDP 5505 \n I/12Sch 5405 mark=TA"
    match = position("assault german", lines, dice=(50, 99))
    answer(match, "assault I/12Sch 5505", "lead I/12Sch", "lead I/11RDP", "give")
    assert "3-dlm" not in game(match).state.static  # 9.1.1: it has had to retreat
    assert game(match).state.bp["3-dlm"] == 6
    first = cells(match, dict.fromkeys([game(match).state.loc[number(match, "3DLM-HQ")]], 0))
    assert not {"5604", "5704", "5705"} & set(first)


def test_h11_09_out_of_the_defence_in_that_phase_only() -> None:
    """H11-09."""
    lines = SILENT + "II/11RDP 5506 \n III/11RDP 5505 \n I/35Pz 5405 mark=EXP \n I/36Pz 5605 mark=EXP"
    match = position("exploitation german", lines, turn=5)
    resolve(match, "overrun I/35Pz 5505", defender="1")
    play(match, "give")
    assert (place(match, "III/11RDP"), place(match, "I/35Pz")) == ("5506", "5505")
    go_on(match, 5, "french", "german-exploitation")
    force(match, 50, 50)
    assert fight(match, "overrun I/35Pz 5506", "lead II/11RDP")["defence"] == 10


@pytest.mark.parametrize(("turn", "left"), [(6, 3), (5, 2)])
def test_h11_10_no_halt_in_rough_ground_at_night(turn: int, left: int) -> None:
    """H11-10: at night it retreats for nothing; by day it pays a step."""
    lines = CALM + "4Pz-HQ 5906 \n static 4-pz \n bp 4-pz=9 \n level 4-pz=9 \n awake german \n terrain rough 6110 \n"
    lines += "I/11RDP 6010 \n I/35Pz 6210 \n I/12Sch 5909 mark=TA \n II/12Sch 6009 \n III/12Sch 6011 \n"
    lines += "I/33Sch 5910 \n II/33Sch 6109"
    match = study("assault german", lines, turn=turn)
    resolve(match, "assault I/12Sch 6010", "hold", defender="1")
    play(match, "give")
    assert (place(match, "I/11RDP"), steps(match, "I/11RDP")) == ("6110", left)


def test_h11_11_as_markers_part_with_their_units() -> None:
    """H11-11."""
    lines = GEMBLOUX.replace("1-moroccan=10", "1-moroccan=0") + CALM + "shifts 4011=1 \n"
    lines += "I/1RTM 4011 \n 35BCC 4011 attached=1-moroccan \n"
    lines += "I/3Sch 4110 mark=PA \n II/3Sch 4110 mark=PA \n 4/5Pz 4110 mark=PA"
    match = position("assault german", lines, turn=7)
    resolve(match, "assault I/3Sch 4011", "join II/3Sch", "join 4/5Pz", "lead I/3Sch", "lead I/1RTM",
            attacker="*", defender="*2", dice=(0, 9))  # fmt: skip
    play(match, "give")
    while asked(match) == "retreat":
        play(match, listed(match)[0])
    play(match, "tire")
    assert place(match, "I/1RTM") != place(match, "35BCC")
    assert cells(match, game(match).state.shifts) == {place(match, "I/1RTM"): 1, place(match, "35BCC"): 1}
