"""Hard positions of chapter 15: supply."""

from __future__ import annotations

import pytest

from grognard.engine import Match
from grognard.games.hannut_1940.rules.supply import can_trace, traces_to_hq
from grognard.games.hannut_1940.state import Mark, Supply
from tests.games.hannut_1940.hard.position import CALM, SILENT, fight, go_on, points, position, resolve, settle
from tests.games.hannut_1940.position import allowed, game, mark, number, place, play, study


def state(match: Match, uid: str) -> Supply:
    return game(match).state.supply[number(match, uid)]


@pytest.mark.parametrize(("reading", "expected"), [("exempt", Supply.GENERAL), ("literal", Supply.OUT)])
def test_h15_01_supply_in_contact(reading: str, expected: Supply) -> None:
    """H15-01, H15-01t."""
    lines = "3DLM-HQ 5106 \n I/11RDP 5504 \n I/35Pz 5503 \n I/12Sch 5404 \n 4Pz-HQ 5702"
    match = position("dawn german", lines, supply=None, supply_ends=reading)
    assert state(match, "I/11RDP") == expected


def test_h15_02_on_hand_supply_is_used_up() -> None:
    """H15-02: on a study board, with a trail of 1 MP a hex."""
    lines = CALM + "link trail 5001-5002-5003-5004-5005-5006-5007-5008-5009-5010-5011-5012-5013 \n 3DLM-HQ 4902 \n"
    match = study("movement-begin french", lines + "I/2Cuir 5001 supply=1", turn=5)
    assert (state(match, "I/2Cuir"), points(match, "I/2Cuir")) == (Supply.ON_HAND, 12)
    play(match, "end", "move I/2Cuir 5006")
    assert state(match, "I/2Cuir") == Supply.ON_HAND
    go_on(match, 6, "french", "movement")
    play(match, "move I/2Cuir 5013")
    assert state(match, "I/2Cuir") == Supply.OUT


def test_h15_03_dawn_takes_the_exploitation_marker() -> None:
    """H15-03: and only dawn."""
    lines = "2DLM-HQ 5911 \n I/29Drag 5405 mark=EXP \n 4Pz-HQ 5702"
    match = position("dawn german", lines, supply="no")
    assert (state(match, "I/29Drag"), mark(match, "I/29Drag")) == (Supply.OUT, Mark.NONE)
    go_on(match, 4, "french", "movement")
    assert points(match, "I/29Drag") == 6
    later = position("movement-begin french", lines, turn=5, supply="no")
    assert (state(later, "I/29Drag"), mark(later, "I/29Drag")) == (Supply.GENERAL, Mark.EXP)


def test_h15_04_roads_count_half_for_panzer_divisions() -> None:
    """H15-04: on a study board: 11 hexes, seven by road; 9 hexes, all by road."""
    lines = "link primary 5001-5002-5003-5004-5005-5006-5007-5008 \n 4Pz-HQ 5001 \n 4/36Pz 5012 \n"
    lines += "link secondary 4001-4002-4003-4004-4005-4006-4007-4008-4009-4010 \n 18-HQ 4001 \n I/54Inf 4010"
    match = study("movement german", lines, supply=None)
    g = game(match)
    assert traces_to_hq(g, number(match, "4/36Pz"), "4-pz")  # 3.5 + 4
    assert not traces_to_hq(g, number(match, "I/54Inf"), "18")  # 9


WALL = "\n".join(
    f"{uid} 44{row:02}" for uid, row in zip(
        ("I/12Sch", "II/12Sch", "III/12Sch", "I/33Sch", "II/33Sch", "I/35Pz", "II/35Pz", "Pio79"),
        range(1, 16, 2), strict=True,
    )
)  # fmt: skip
"""A German line from edge to edge, which no supply path passes."""


def line_of_french(column: int) -> str:
    uids = ("I/11RDP", "II/11RDP", "III/11RDP", "I/1RDP", "II/1RDP", "III/1RDP", "I/1Cuir", "I/2Cuir")
    return "\n".join(f"{uid} {column}{row:02}" for uid, row in zip(uids, range(1, 16, 2), strict=True))


@pytest.mark.parametrize(("turn", "expected"), [(4, Supply.GENERAL), (7, Supply.OUT)])
def test_h15_05_sources_of_the_seventh_turn(turn: int, expected: Supply) -> None:
    """H15-05: Jodoigne and Champion serve no longer; Seilles feeds the Germans from then on."""
    lines = WALL + "\n 2DLM-HQ 4702 \n I/13Drag 4703 \n 20Mot-HQ 5515 \n" + line_of_french(58)
    match = position("dawn german", lines, turn=turn, supply=None)
    assert (state(match, "2DLM-HQ"), state(match, "I/13Drag")) == (expected, expected)
    assert (state(match, "20Mot-HQ") == Supply.GENERAL) == (turn == 7)


def test_h15_06_out_of_supply_with_its_hq() -> None:
    """H15-06: half strength, no armor, neither regiment nor reserve, half MA."""
    lines = SILENT.replace("3DLM-HQ 5106", "3DLM-HQ 4702").replace("4Pz-HQ 5702", "") + WALL + "\n"
    match = position("dawn german", lines + "I/1Cuir 4703", turn=7, supply=None)
    assert (state(match, "3DLM-HQ"), state(match, "I/1Cuir")) == (Supply.OUT, Supply.OUT)
    assert points(match, "I/1Cuir") == 6
    lines = SILENT + "I/1Cuir 5505 supply=1 \n I/2Cuir 5507 supply=1 mark=CR \n I/12Sch 5405 mark=TA"
    found = fight(position("assault german", lines, turn=7, dice=(50, 50)), "assault I/12Sch 5505")
    assert found["defence"] == 2  # 2.5
    assert set(found["modifiers"]) == {"better lead unit"}


def test_h15_07_arrivals_are_in_supply_until_dawn() -> None:
    """H15-07: a French line shuts the corner where the 18th comes in."""
    lines = CALM + line_of_french(54)
    match = position("movement german", lines, turn=5, supply=None)
    play(match, "enter 18-HQ 5201", "enter I/30Inf 5101")
    assert state(match, "18-HQ") == Supply.GENERAL
    go_on(match, 6, "french", "movement")
    assert state(match, "18-HQ") == Supply.GENERAL
    go_on(match, 7)
    assert (state(match, "18-HQ"), state(match, "I/30Inf")) == (Supply.OUT, Supply.OUT)


@pytest.mark.parametrize(("enemy", "fed"), [("I/5Pz 3404 \n II/5Pz 3406", False), ("I/5Pz 3404", True)])
def test_h15_08_the_way_in_is_part_of_the_path(enemy: str, fed: bool) -> None:
    """H15-08."""
    match = position("movement french", f"I/1RI 3505 \n {enemy}", turn=8, supply=None)
    assert bool(can_trace(game(match), number(match, "I/1RI"))) == fed


def test_h15_09_cut_off_in_the_afternoon() -> None:
    """H15-09."""
    lines = CALM + "4Pz-HQ 6004 \n I/35Pz 5404 mark=EXP \n AT47-3DLM 5405 \n" + line_of_french(57)
    match = position("german-exploitation-begin french", lines, turn=5, supply=None)
    assert not can_trace(game(match), number(match, "I/35Pz"))
    assert points(match, "I/35Pz") == 6
    assert allowed(match, "overrun I/35Pz 5405")


def test_h15_10_on_hand_supply_and_exploitation() -> None:
    """H15-10: on a study board, with a trail of 1 MP a hex."""
    lines = CALM + "link trail 5001-5002-5003-5004-5005-5006-5007-5008 \n 2DLM-HQ 4902 \n I/29Drag 5001 supply=1"
    match = study("movement-begin french", lines, turn=5)
    assert state(match, "I/29Drag") == Supply.ON_HAND
    play(match, "mark I/29Drag exp")
    go_on(match, 5, "french", "exploitation")
    play(match, "move I/29Drag 5007")
    assert (state(match, "I/29Drag"), mark(match, "I/29Drag")) == (Supply.ON_HAND, Mark.EXP)
    play(match, "move I/29Drag 5008")
    assert (state(match, "I/29Drag"), mark(match, "I/29Drag")) == (Supply.OUT, Mark.NONE)


def test_h15_11_an_overrun_uses_up_stocks_too() -> None:
    """H15-11: on a study board: four hexes of trail, the last next to the enemy, 6 MP; then 2 for the overrun."""
    lines = CALM + "link trail 5001-5002-5003-5004-5005-5006-5007 \n 2DLM-HQ 4902 \n Flak-4Pz 5006 mark=EXP \n"
    match = study("exploitation french", lines + "I/29Drag 5001 mark=EXP supply=2", turn=5)
    play(match, "move I/29Drag 5005")
    assert state(match, "I/29Drag") == Supply.ON_HAND
    resolve(match, "overrun I/29Drag 5006", "hold", attacker="*", defender="(1)1", dice=(0, 0))
    settle(match, "stay")
    assert place(match, "I/29Drag") == "5006"
    assert (state(match, "I/29Drag"), mark(match, "I/29Drag")) == (Supply.OUT, Mark.NONE)
