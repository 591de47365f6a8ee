"""Fatigue (chapter 14, 9.2) and improved positions (chapter 16)."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.games.hannut_1940.state import Mark
from tests.games.hannut_1940.position import allowed, cell, fatigue, game, mark, play, refused, study, until


def recovered(lines: str, turn: int = 4, **options: Any) -> int:
    match = study("recovery german", f"4Pz-HQ 5502 \n 3DLM-HQ 4010 \n {lines}", turn=turn, **options)
    return fatigue(match, "I/12Sch")


@pytest.mark.parametrize(
    ("lines", "turn", "left"),
    [
        ("I/12Sch 5504 fatigue=2", 4, 1),
        ("I/12Sch 5504 fatigue=2 moved", 4, 2),  # HAN-233
        ("I/12Sch 5504 fatigue=2 fought", 4, 2),
        ("I/12Sch 5504 fatigue=2 \n I/11RDP 5506", 4, 2),
        ("I/12Sch 5504 fatigue=2 \n I/11RDP 5507", 4, 1),
        ("feature vantage-point 5507 \n I/12Sch 5504 fatigue=2 \n I/11RDP 5507", 4, 2),
        ("I/12Sch 5504 fatigue=2", 6, 0),
        ("I/12Sch 5504 fatigue=2 tired", 6, 1),
    ],
)
def test_14_2_recovery(lines: str, turn: int, left: int) -> None:
    """14.2, 4.3.2, 9.2, rulings C05, C06 and C77."""
    assert recovered(lines, turn) == left


def test_9_2_recovery_needs_a_path_to_the_hq() -> None:
    """9.2, HAN-236."""
    match = study("recovery german", "I/12Sch 5504 fatigue=1 \n 3DLM-HQ 4010", supply=None)
    assert fatigue(match, "I/12Sch") == 1


def test_14_2_either_condition_by_the_option() -> None:
    """14.2, ruling C05."""
    assert recovered("I/12Sch 5504 fatigue=2 \n I/11RDP 5506", recovery="either") == 1


def test_14_0_two_levels_at_most_and_exploitation_ends() -> None:
    """14.0, 14.1, 6.4, HAN-044."""
    match = study("movement german", "I/35Pz 5504 mark=EXP \n I/12Sch 5604 fatigue=2")
    g = game(match)
    for uid in ("I/35Pz", "I/12Sch"):
        g.tire(match.setting.unit_number(uid))
    assert (fatigue(match, "I/35Pz"), mark(match, "I/35Pz"), fatigue(match, "I/12Sch")) == (1, Mark.NONE, 2)


# -- 16.1 --


def test_16_1_who_builds_and_how_fast() -> None:
    """16.0, 16.1, HAN-248, HAN-251: two steps of personnel or one of engineers; with both at once."""
    match = study("markers german", "4Pz-HQ 5502 \n Pio79 5504")
    refused(match, "build Pio79", "16.1", "only the French")
    match = study("markers french", "I/11RDP 5004 \n I/1Cuir 5006 \n Eng1-3DLM 5008 \n II/11RDP 5010 \n Eng2-3DLM 5010")
    play(match, "build I/11RDP")
    assert game(match).state.ip == {cell(match, "5004"): 1}
    assert mark(match, "I/11RDP") == Mark.BUILDS
    refused(match, "build I/1Cuir", "16.1", "two steps of personnel")
    play(match, "build Eng1-3DLM")
    assert game(match).state.ip[cell(match, "5008")] == 1
    play(match, "build II/11RDP")
    assert game(match).state.ip[cell(match, "5010")] == 2
    assert mark(match, "II/11RDP") == Mark.NONE, "at once, and free to move"
    play(match, "end")
    refused(match, "move I/11RDP 5005", "4.3.2", "position to build")
    assert allowed(match, "move II/11RDP 5011")


def test_16_1_the_french_say_who_works() -> None:
    """16.1a: of two battalions in a hex one is bound, the other free to move."""
    match = study("markers french", "I/11RDP 5004 \n II/11RDP 5004")
    play(match, "build II/11RDP")
    assert (mark(match, "I/11RDP"), mark(match, "II/11RDP")) == (Mark.NONE, Mark.BUILDS)


def test_16_1_finished_in_the_next_movement_phase() -> None:
    """16.1a, 4.3.2, HAN-251."""
    match = study("movement-begin french", "I/11RDP 5004 mark=BUILDS \n ip 5004=1")
    assert game(match).state.ip == {cell(match, "5004"): 2}
    assert mark(match, "I/11RDP") == Mark.NONE


def test_16_1_railroad_symbols() -> None:
    """16.1, ruling C57: at once by two steps of personnel, who are free to move."""
    match = study("markers french", "I/11RDP 5004 \n region railroad-symbols 5004")
    play(match, "build I/11RDP")
    assert game(match).state.ip == {cell(match, "5004"): 2}


def test_16_1_six_at_most_and_none_unoccupied() -> None:
    """16.1, HAN-254, rulings C58 and C59."""
    units = ("II/11RDP", "III/11RDP", "I/12Cuir", "II/12Cuir", "I/1RDP", "II/1RDP")
    lines = "\n".join(f"{uid} 50{row:02d}" for row, uid in enumerate(units, 6))
    ips = "ip " + " ".join(f"50{row:02d}=2" for row in range(6, 12))
    match = study("markers french", f"{lines} \n {ips} \n I/11RDP 5004")
    refused(match, "build I/11RDP", "16.1", "six improved positions")
    play(match, "end", "move II/11RDP 5005")
    assert cell(match, "5006") not in game(match).state.ip


def test_18_1_a_withdrawal_empties_its_positions() -> None:
    """16.1, 18.1, HAN-305."""
    match = study(
        "player-turn french", "I/11RDP 5004 \n ip 5004=2 \n 3DLM-HQ 5005 \n 2DLM-HQ 5010 \n 1Mar-HQ 3512", turn=11
    )
    until(match, "markers")
    assert game(match).state.ip == {}
