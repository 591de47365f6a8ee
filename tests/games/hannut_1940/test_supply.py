"""Supply (chapter 15, 19.3)."""

from __future__ import annotations

from typing import Any

from grognard.games.hannut_1940.rules.supply import can_trace, sources, supply_ruling
from grognard.games.hannut_1940.setting import FRENCH, GERMAN
from grognard.games.hannut_1940.state import Mark, Supply
from tests.games.hannut_1940.position import game, mark, number, study


def supplied(lines: str, uid: str, **options: Any) -> bool:
    match = study("movement german", lines, board="real", supply=None, **options)
    return bool(can_trace(game(match), number(match, uid)))


def test_15_1_from_a_source_to_the_hq_and_on_to_the_unit() -> None:
    """15.0, 15.1, 15.1a, 15.1b."""
    assert supplied("4Pz-HQ 6003 \n I/12Sch 5804", "I/12Sch")
    assert not supplied("I/12Sch 5804", "I/12Sch"), "no HQ in play"
    assert not supplied("4Pz-HQ 6003 \n I/12Sch 4404", "I/12Sch"), "too far from the HQ"


def test_15_1_an_enemy_cuts_the_path() -> None:
    """15.1, HAN-245: in the hex or next to it, whoever stands there; not at its ends (ruling C09)."""
    assert supplied("4Pz-HQ 6003 \n I/12Sch 5804 \n I/11RDP 5704", "I/12Sch"), "its own hex is not tested"
    lines = "region supply-german 6404 \n 4Pz-HQ 5804 \n I/12Sch 5704 \n II/12Sch 6107"
    units = ("I/11RDP", "II/11RDP", "III/11RDP", "I/12Cuir", "II/12Cuir")
    for rows, fed in (((2, 5, 8, 11, 14), False), ((2, 5, 10, 12, 14), True)):
        ring = "\n".join(f"{uid} 61{row:02d}" for uid, row in zip(units, rows, strict=True))
        match = study("movement german", f"{lines} \n {ring}", supply=None)
        assert bool(can_trace(game(match), number(match, "I/12Sch"))) == fed, "II/12Sch in the gap does not help"


def test_15_1_literally_units_in_contact_are_out_of_supply() -> None:
    """15.1, ruling C09: the option."""
    lines = "4Pz-HQ 6003 \n I/12Sch 5804 \n I/11RDP 5704"
    assert not supplied(lines, "I/12Sch", supply_ends="literal")


def test_15_1c_roads_count_half_for_panzer_divisions_and_dlms() -> None:
    """15.1c, 15.1, HAN-242: six road hexes and four others are seven."""
    road = "link secondary 5004-5104-5204-5304-5404-5504-5604 \n region supply-german 5004"
    for uid, hq, fed in (("I/12Sch", "4Pz-HQ", True), ("I/90Inf", "20Mot-HQ", False)):
        match = study("movement german", f"{road} \n {hq} 5004 \n {uid} 6004", supply=None)
        g = game(match)
        assert g.setting.grid.distance(g.state.loc[number(match, hq)], g.state.loc[number(match, uid)]) == 10
        assert bool(can_trace(g, number(match, uid))) == fed, uid


def test_19_3_sources_open_and_close_on_game_turn_7() -> None:
    """19.3, HAN-281."""
    for turn, german, french in ((6, 3, 5), (7, 4, 3)):
        match = study("movement german", "I/12Sch 5804", turn=turn, board="real")
        assert sources(game(match), GERMAN).bit_count() == german
        assert sources(game(match), FRENCH).bit_count() == french


def test_15_0_marked_at_dawn_and_turned_over_later() -> None:
    """15.0, 15.2: out of supply in the morning, On-Hand with a path at noon; an exploitation marker goes."""
    match = study("dawn german", "I/12Sch 5804 mark=EXP \n 3DLM-HQ 5004", board="real", supply=None)
    assert game(match).state.supply[number(match, "I/12Sch")] == Supply.OUT
    assert mark(match, "I/12Sch") == Mark.NONE
    ruling = supply_ruling(game(match), number(match, "I/12Sch"))
    assert ruling.case == "15.0"
    assert "Out of Supply" in ruling.text
    match = study("movement-begin german", "4Pz-HQ 6003 \n I/12Sch 5804 supply=1", turn=5, board="real", supply=None)
    assert game(match).state.supply[number(match, "I/12Sch")] == Supply.ON_HAND
    match = study("movement-begin german", "4Pz-HQ 6003 \n I/12Sch 5804 supply=1", turn=4, board="real", supply=None)
    assert game(match).state.supply[number(match, "I/12Sch")] == Supply.OUT, "not in an AM turn"


def test_15_0_the_referee_says_why() -> None:
    """15.0, 15.1: the marker, and what a path would be now."""
    match = study("movement german", "4Pz-HQ 6003 \n I/12Sch 5804 \n II/12Sch 4404", board="real", supply=None)
    fed, far = [supply_ruling(game(match), number(match, uid)) for uid in ("I/12Sch", "II/12Sch")]
    assert (fed.allowed, fed.case) == (True, "15.0")
    assert "in general supply" in fed.text
    assert "eight hexes" in far.text


def test_15_0_a_lost_path_does_nothing_until_the_next_dawn() -> None:
    """15.0."""
    match = study("movement-begin german", "I/12Sch 5804", turn=5, board="real", supply=None)
    assert game(match).state.supply[number(match, "I/12Sch")] == Supply.GENERAL
