"""Hard positions of chapter 13, second part: results, advances and overruns."""

from __future__ import annotations

import pytest

from tests.games.hannut_1940.hard.position import CALM, GEMBLOUX, HANNUT, SILENT, answer, position, resolve
from tests.games.hannut_1940.position import (
    allowed,
    asked,
    cost,
    destinations,
    fatigue,
    game,
    listed,
    number,
    only,
    place,
    play,
    refused,
    steps,
)

TWO = SILENT + "I/11RDP 5504 \n I/12Sch 5503 mark=PA \n II/12Sch 5503 mark=PA \n"


def test_h13_08_retreating_attackers_spare_the_defender() -> None:
    """H13-08."""
    match = position("assault german", TWO, turn=5)
    resolve(match, "assault I/12Sch 5504", "join II/12Sch", "lead I/12Sch", attacker="*1", defender="2", dice=(9,))
    play(match, "give")
    while asked(match) == "retreat":
        play(match, listed(match)[0])
    grid, state = match.setting.grid, game(match).state
    gone = [grid.distance(grid.cell("5503"), state.loc[number(match, uid)]) for uid in ("I/12Sch", "II/12Sch")]
    assert (gone, steps(match, "I/12Sch"), fatigue(match, "I/12Sch")) == ([2, 2], 3, 0)
    assert match.decision is not None
    assert (match.decision.side, match.decision.prompt) == ("french", "French: 1 hit to satisfy: stay or retreat?")
    play(match, "give")
    assert asked(match) != "advance"


def test_h13_09_the_lead_then_the_armor() -> None:
    """H13-09: with a check that is passed."""
    lines = SILENT + "II/11RDP 5504 \n II/11RDP-H35 5504 \n AT47-3DLM 5504 \n"
    lines += "I/12Sch 5503 mark=PA \n II/12Sch 5503 mark=PA \n 4/35Pz 5503 mark=PA"
    match = position("assault german", lines, turn=5)
    resolve(match, "assault I/12Sch 5504", "join II/12Sch", "join 4/35Pz", "lead I/12Sch", "lead II/11RDP",
            "armor II/11RDP-H35", attacker="*", defender="*(2)1", dice=(0, 0))  # fmt: skip
    assert (steps(match, "II/11RDP"), place(match, "II/11RDP-H35"), place(match, "AT47-3DLM")) == (
        2, "eliminated", "5504",
    )  # fmt: skip
    assert asked(match) == "stay-or-retreat"


STORM = GEMBLOUX + CALM + "I/3Sch 4110 mark=PA \n II/3Sch 4110 mark=PA \n I/5Pz 4111 mark=PA \n II/5Pz 4111 mark=PA \n"
STORMERS = ("join II/3Sch", "join I/5Pz", "join II/5Pz", "lead I/3Sch", "armor I/5Pz")


def test_h13_10_three_mandatory_hits_on_one_battalion() -> None:
    """H13-10: a step, and then fatigue if its owner likes."""
    match = position("assault german", STORM + "15Mot-HQ 3811 \n I/4RI 4011", turn=7)
    resolve(match, "assault I/3Sch 4011", *STORMERS, defender="(3)3")
    assert steps(match, "I/4RI") == 2
    assert listed(match) == ["tire", "lose I/4RI"]
    play(match, "tire", "tire")
    assert (asked(match), steps(match, "I/4RI"), fatigue(match, "I/4RI")) == ("stay-or-retreat", 2, 2)


@pytest.mark.parametrize(("die", "hits"), [(6, 4), (7, 3)])
def test_h13_10t_recon_slips_away(die: int, hits: int) -> None:
    """H13-10t: GRDI80 (Recon, rating 7) in place of Auf3-Kr, so that the Germans attack."""
    match = position("assault german", STORM + "GRDI80 4011", turn=7)
    resolve(match, "assault I/3Sch 4011", *STORMERS, defender="(3)3", dice=(die + 1,))
    assert listed(match) == ["convert GRDI80", "hold"]
    play(match, "convert GRDI80", "tire")
    answer(match, *(["tire"] if hits == 3 else []))
    assert match.decision is not None
    assert f"{hits} hits to satisfy" in match.decision.prompt


@pytest.mark.parametrize("shut", [False, True])
def test_h13_11_a_failed_check_with_and_without_a_way_back(shut: bool) -> None:
    """H13-11, H13-11t."""
    lines = GEMBLOUX.replace("bp 3-pz=12", "bp 3-pz=0") + CALM
    lines += "I/1RTM 4012 \n Eng1-1Mar 4012 \n I/3Sch 4011 mark=PA \n II/3Sch 4011 mark=PA \n"
    if shut:
        lines += "III/3Sch 4111 \n Krad3 4112 \n I/5Pz 4013 \n II/5Pz 3912 \n I/6Pz 3911"
    match = position("assault german", lines, turn=7)
    resolve(match, "assault I/3Sch 4012", "join II/3Sch", "lead I/3Sch", "lead I/1RTM", attacker="*", defender="1",
            dice=(0, 9))  # fmt: skip
    play(match, "stay")
    while asked(match) == "retreat":
        play(match, listed(match)[0])
    grid, state = match.setting.grid, game(match).state
    gone = grid.distance(grid.cell("4012"), state.loc[number(match, "I/1RTM")])
    assert (gone, steps(match, "I/1RTM"), place(match, "I/1RTM")) == (0 if shut else 2, 2, place(match, "Eng1-1Mar"))
    assert asked(match) != "hit"


def test_h13_12_how_far_each_follows() -> None:
    """H13-12."""
    lines = SILENT.replace("5106", "5508") + "18-HQ 5302 \n I/11RDP 5504 \n I/12Sch 5503 mark=PA \n"
    lines += "I/30Inf 5404 mark=PA \n II/11RDP 5405 \n III/11RDP 5605"
    match = position("assault german", lines, turn=5)
    resolve(match, "assault I/12Sch 5504", "join I/30Inf", "lead I/12Sch", "hold", attacker="*", defender="2",
            dice=(0,))  # fmt: skip
    play(match, "give")
    while asked(match) == "retreat":
        play(match, next(text for text in listed(match) if text in ("retreat 5505", "retreat 5506")))
    assert place(match, "I/11RDP") == "5506"
    play(match, "advance I/30Inf 5504")
    assert listed(match) == ["advance I/12Sch 5504", "end"]
    play(match, "advance I/12Sch 5504")
    assert listed(match) == ["advance I/12Sch 5505", "end"]


def test_h13_13_recon_goes_a_hex_farther() -> None:
    """H13-13."""
    lines = SILENT + "AT47-3DLM 5504 \n I/12Sch 5404 mark=PA \n Auf7-Kr 5404 mark=PA"
    match = position("assault german", lines, turn=5)
    resolve(match, "assault I/12Sch 5504", "join Auf7-Kr", "lead I/12Sch", "hold", defender="1", dice=(0,))
    answer(match, "stay")
    play(match, "advance I/12Sch 5504", "advance I/12Sch 5505")
    assert not [text for text in listed(match) if "I/12Sch" in text]
    play(match, "advance Auf7-Kr 5504", "advance Auf7-Kr 5505")
    assert allowed(match, "advance Auf7-Kr 5506")
    play(match, "advance Auf7-Kr 5506")
    assert asked(match) != "advance"


def test_h13_14_overruns_and_other_enemies() -> None:
    """H13-14: 3 MP of 6; began there, so no halt matters."""
    lone = position("exploitation german", HANNUT + CALM + "I/35Pz 5404 mark=EXP \n AT47-3DLM 5405", turn=5)
    assert allowed(lone, "overrun I/35Pz 5405")
    resolve(lone, "overrun I/35Pz 5405", "armor AT47-3DLM", defender="1", dice=(0,))
    answer(lone, "stay")
    assert place(lone, "I/35Pz") == "5405"
    assert cost(lone, "move I/35Pz 5406") == "1.5 MP"  # 2.5 by road rates (1.5 + 1), 3.5 left
    assert max(game(lone).state.on_wheels[number(lone, "I/35Pz")], 0) == 4 * 3
    two = position("exploitation german", HANNUT + "I/35Pz 5304 mark=EXP \n I/11RDP 5405 \n I/2Cuir 5305", turn=5)
    refused(two, "overrun I/35Pz 5405", "13.13")


@pytest.mark.parametrize(("die", "won"), [(8, False), (0, True)])
def test_h13_15_equal_is_not_fewer(die: int, won: bool) -> None:
    """H13-15."""
    lines = SILENT + "I/35Pz 5405 mark=EXP \n I/11RDP 5505"
    match = position("exploitation german", lines, turn=5)
    events = resolve(match, "overrun I/35Pz 5505", attacker="*1", defender="2", dice=(die,))
    assert only(events, "overrun").data["won"] == won
    if won:
        assert steps(match, "I/35Pz") == 2
        play(match, "give")
        assert place(match, "I/35Pz") == "5505"


@pytest.mark.parametrize(("points", "may"), [(12, False), (0, True)])
def test_c31_a_halt_beside_the_target(points: int, may: bool) -> None:
    lines = HANNUT.replace("3-dlm=12", f"3-dlm={points}", 1) + "I/35Pz 5303 mark=EXP \n I/11RDP 5405"
    match = position("exploitation german", lines, turn=5)
    play(match, "move I/35Pz 5304")
    assert bool(match.check("overrun I/35Pz 5405")) == may
    assert bool(destinations(match, "I/35Pz")) == may


@pytest.mark.parametrize(("hex", "flies"), [("5504", True), ("5604", False)])
def test_13_13_1_no_aircraft_over_a_town(hex: str, flies: bool) -> None:
    lines = HANNUT + f"air german=16 \n I/35Pz 5503 mark=EXP \n AT47-3DLM {hex}"
    match = position("exploitation german", lines, turn=5, dice=(50, 50))
    play(match, f"overrun I/35Pz {hex}")
    assert ("strafe 3" in listed(match)) == flies  # 8.3
