"""Places where two rules meet, found by one more reading of the book; in the order of its chapters."""

from __future__ import annotations

import pytest

from grognard.games.hannut_1940.rules.results import Advance
from grognard.games.hannut_1940.setting import QUARTERS
from grognard.games.hannut_1940.state import Mark, Supply
from tests.games.hannut_1940.hard.position import CALM, SILENT, fight, position, resolve, settle, shifts
from tests.games.hannut_1940.position import game, listed, mark, number, place, play, study
from tests.games.hannut_1940.test_results import Table

GUNS = "4Pz-HQ 5501 \n 3DLM-HQ 5510 \n static 4-pz 3-dlm \n bp 4-pz=9 3-dlm=9 \n level 4-pz=15 3-dlm=15 \n " + CALM

# -- chapter 11 --


def test_11_2_who_fled_there_pays_last_after_fire_too() -> None:
    """10.3.12, 11.2b: all go back first; the step is still the defender's, not that of who had fled there."""
    lines = GUNS + "I/12Sch 5503 mark=PA \n I/11RDP 5504 \n II/11RDP 5504 retreated=1"
    match = study("artillery-active german", lines, dice=(9, 9, 9))
    play(match, "fire I/12Sch at 5504 with 9", "retreat 5505")
    assert listed(match) == ["tire", "lose I/11RDP"]


@pytest.mark.parametrize("friend", ["", "III/11RDP 5306"])
def test_11_2_who_fled_there_pays_last_after_an_assault_too(friend: str) -> None:
    """11.2b, 13.11.7: whether they go back into an empty hex or into another stack."""
    lines = f"I/12Sch 5504 \n I/1RTM 5505 \n II/1RTM 5505 \n III/1RTM 5505 retreated=1 \n {friend}"
    answers = ("give", "retreat 5405", "retreat 5306", "lose III/1RTM", "lose")
    table = Table(lines, "I/12Sch", ["-", "(1)3"]).play(*answers)
    assert [table.unit(uid)[1] for uid in ("I/1RTM", "II/1RTM", "III/1RTM")] == [2, 2, 3]


def test_11_3_the_hq_beyond_the_edge_shows_the_way() -> None:
    """11.3, 19.6, ruling D02: to the entry hexes of the 1st Motorized Division, not to the nearest hex of the edge."""
    table = Table("I/12Sch 3608 \n I/1RI 3508", "I/12Sch", ["-", "1"], target="3508", board="real").play("give")
    assert (table.unit("I/1RI")[0], table.asked) == ("3408", ["french stay-or-retreat"])


# -- chapter 13 --


def test_13_8_4_the_company_helps_whoever_fights_here() -> None:
    """13.8.4: two battalions beside the hex are no help to it; the company may stand in for the regiment's own."""
    lines = SILENT + "I/12Sch 5505 \n 4/35Pz 5506 \n I/33Sch 5605 \n II/33Sch 5605 \n I/1RDP 5504 mark=TA"
    match = study("assault french", lines + "\n 2DLM-HQ 5110", dice=(50, 50))
    assert fight(match, "assault I/1RDP 5505", "lead I/12Sch", "hold")["modifiers"]["regimental integrity"] == -10


def test_13_12_as_markers_advance_with_their_units() -> None:
    """10.3.12, 13.12: none is left in an empty hex for others."""
    lines = SILENT + "I/12Sch 5504 mark=TA \n AT47-3DLM 5505 \n shifts 5504=1 \n I/36Pz 5204 mark=TA \n I/1Cuir 5205"
    match = study("assault german", lines)
    resolve(match, "assault I/12Sch 5505", "armor AT47-3DLM", defender="(2)2")
    play(match, "advance I/12Sch 5505")
    assert shifts(match) == {"5505": 1}


@pytest.mark.parametrize(("start", "stops"), [("3812", True), ("3810", False)])
def test_13_12_rails_beside_a_road_are_rails(start: str, stops: bool) -> None:
    """13.12: 3811 has the railroad and a primary road along the same hexsides; along them nobody has to stop."""
    table = Table(f"I/35Pz {start} mark=PA \n I/1RTM 3811", "I/35Pz", ["-", "3"], target="3811", board="real")
    going = Advance(table.play("give").a)
    going.go(table.a.units[0][0], table.a.cell)
    assert bool(going.stopped) == stops


def test_13_13_2_a_jam_behind_an_overrun() -> None:
    """6.2, 13.13.2: by road into a hex with two Mech steps, and no further along the road."""
    for jam, left in (("", 16), ("I/36Pz 5406", 0)):
        lines = f"link primary 5404-5405-5406-5407 \n {SILENT} I/35Pz 5404 mark=EXP \n II/11RDP 5405 \n {jam}"
        match = study("exploitation german", lines, turn=5)
        resolve(match, "overrun I/35Pz 5405", defender="1", dice=(0,))
        play(match, "stay", "place 5406")
        assert game(match).state.on_road[number(match, "I/35Pz")] == left


# -- chapter 15 --


def test_15_2_half_of_the_ma_is_not_more_than_half() -> None:
    """13.13.2, 15.2: it has used all 6 points of its Exploitation Phase, half of its MA, and is placed for nothing."""
    lines = SILENT + "terrain forest 5405 \n I/35Pz 5404 mark=EXP supply=2 \n II/11RDP 5405"
    match = study("exploitation german", lines, turn=5)
    resolve(match, "overrun I/35Pz 5405", attacker="*", defender="1", dice=(0, 0))
    play(match, "stay", "place 5406")
    assert place(match, "I/35Pz") == "5406"
    assert (game(match).state.supply[number(match, "I/35Pz")], mark(match, "I/35Pz")) == (Supply.ON_HAND, Mark.EXP)


def test_15_2_an_overrun_without_success_uses_up_stocks() -> None:
    """13.13, 15.2: 6 of 12 points for the move, 2 for the overrun, which fails."""
    lines = CALM + "link trail 5001-5002-5003-5004-5005-5006-5007 \n 2DLM-HQ 4902 \n Flak-4Pz 5006 mark=EXP \n"
    match = study("exploitation french", lines + "I/29Drag 5001 mark=EXP supply=2", turn=5)
    play(match, "move I/29Drag 5005")
    resolve(match, "overrun I/29Drag 5006", "hold", attacker="1", defender="*1", dice=(0, 0))
    settle(match, "stay")
    assert place(match, "I/29Drag") == "5005"
    assert (game(match).state.supply[number(match, "I/29Drag")], mark(match, "I/29Drag")) == (Supply.OUT, Mark.NONE)


# -- chapter 18 --


def test_18_1_by_rail_through_a_forest() -> None:
    """6.2, 18.1: 1.5 MP along a trail or railroad into forest, at the edge of the map too."""
    match = position("movement french", CALM, turn=6)
    play(match, "enter I/1RI 3305", "enter II/1RI 3304")
    left = [game(match).state.on_road[number(match, uid)] / QUARTERS for uid in ("I/1RI", "II/1RI")]
    assert left == [10.5, 11.25]
