"""Hard positions of chapter 7: stacking and fog of war."""

from __future__ import annotations

import pytest

from grognard.games.hannut_1940.state import Supply
from tests.games.hannut_1940.hard.position import CALM, GEMBLOUX, HANNUT, fight, points, position, seen
from tests.games.hannut_1940.position import allowed, cost, game, listed, number, only, play, refused


def test_h07_01_one_tank_company_rides_free() -> None:
    """H07-01, H07-01t."""
    lines = "4/35Pz 5503 \n I/12Sch 5503 \n II/12Sch 5503 \n"
    match = position("movement german", f"{lines} Flak-4Pz 5502")
    assert allowed(match, "move Flak-4Pz 5503")
    assert cost(match, "march I/12Sch 5502") == "0.5 MP"  # the pair, 12 MP each (ruling C64)
    refused(position("movement german", f"{lines} Flak-4Pz 5503 \n 8/35Pz 5502"), "move 8/35Pz 5503", "7.1")


def test_h07_02_no_free_company_for_the_french() -> None:
    """H07-02."""
    lines = "II/11RDP 5605 \n II/11RDP-H35 5605 \n III/11RDP 5605 \n III/11RDP-H35 5705"
    refused(position("movement french", lines), "move III/11RDP-H35 5605", "7.1")


def test_h07_03_a_retreated_unit_makes_an_overstack() -> None:
    """H07-03."""
    lines = HANNUT + "I/11RDP 5605 \n II/11RDP 5605 \n Eng1-3DLM 5605 \n III/11RDP 5605 retreated=1 \n"
    lines += "I/12Sch 5604 mark=PA"
    found = fight(position("assault german", lines, turn=5, dice=(50, 50)), "assault I/12Sch 5605", "lead I/12Sch",
                  "lead I/11RDP")  # fmt: skip
    assert found["defence"] == 12  # 11.2: the other three
    assert found["shifts"]["defenders overstacked"] == 1  # ruling D11


def test_h07_04_out_of_supply_in_an_overstack() -> None:
    """H07-04: 12, 6, 3."""
    lines = "I/5Pz 5503 supply=1 \n II/5Pz 5503 \n I/3Sch 5503 \n II/3Sch 5503"
    assert points(position("movement german", lines), "I/5Pz") == 3


@pytest.mark.parametrize(
    ("recon", "expected"),
    [("", ["I/2Cuir", "?", "?CR"]), ("Auf7-Sp 5405", ["I/2Cuir", "I/11RDP", "AT47-3DLM"])],
)
def test_h07_05_the_top_unit_or_with_recon_all(recon: str, expected: list[str]) -> None:
    """H07-05, H07-05t: the armored cars stand in 5405, which is next to 5505."""
    lines = HANNUT + f"I/2Cuir 5505 \n I/11RDP 5505 mark=CR \n AT47-3DLM 5505 \n I/35Pz 5404 \n {recon}"
    match = position("movement german", lines, turn=5)
    assert sorted(seen(match, "german", "5505")) == sorted(expected)
    assert sorted(seen(match, "french", "5505")) == ["AT47-3DLM", "I/11RDP", "I/2Cuir"]


@pytest.mark.parametrize(("recon", "expected"), [("", ["?", "?", "?"]), ("Auf3-Kr 4011", ["I/1RTM", "?", "?"])])
def test_h07_06_an_improved_position_hides_all_but_one_from_recon(recon: str, expected: list[str]) -> None:
    """H07-06."""
    lines = GEMBLOUX + f"I/1RTM 4012 \n II/1RTM 4012 \n Eng1-1Mar 4012 \n ip 4012=2 \n {recon}"
    assert seen(position("movement german", lines, turn=7), "german", "4012") == expected


def test_h07_07_modifiers_tell_no_numbers() -> None:
    """H07-07: village, position, density +2; no word of seven steps."""
    lines = GEMBLOUX + "I/1RTM 4012 \n II/1RTM 4012 \n Eng1-1Mar 4012 \n ip 4012=2 \n II/3Sch 4111 mark=TA"
    match = position("artillery-active german", lines, turn=7, dice=(0,))
    events = play(match, "fire II/3Sch at 4012 with 6")
    data = only(events, "modifiers").data
    assert data["drm"] == 0
    assert data["rows"] == "village -1 (10.3.10a), improved position -1 (10.3.10b), density +2 (10.3.10d)"
    assert seen(match, "german", "4012") == ["?", "?", "?"]


def test_h07_08_rather_overstacked_than_next_to_the_enemy() -> None:
    """H07-08."""
    lines = CALM + GEMBLOUX + "I/1RTM 4012 \n II/1RTM 4013 \n III/1RTM 4013 \n Eng1-1Mar 4013 \n"
    lines += "II/3Sch 4111 mark=PA \n I/3Sch 3911"
    match = position("artillery-active german", lines, turn=7, dice=(9,))
    play(match, "fire II/3Sch at 4012 with 8")
    assert listed(match) == ["stay", "retreat 4013"]


def test_h07_09_an_overstack_is_corrected_in_the_next_phase() -> None:
    """H07-09."""
    lines = GEMBLOUX + "I/1RTM 4013 \n II/1RTM 4013 \n III/1RTM 4013 \n I/2RTM 3912"
    match = position("movement french", lines, turn=7)
    play(match, "move I/2RTM 3812")
    refused(match, "end", "7.0")
    play(match, "move III/1RTM 4014")
    assert allowed(match, "end")


def test_h07_10_stocks_of_a_unit_that_starts_overstacked() -> None:
    """H07-10."""
    lines = "I/2Cuir 5405 supply=2 \n II/2Cuir 5405 \n I/1Cuir 5405 \n II/1Cuir 5405"
    match = position("movement french", lines, turn=5)
    assert points(match, "I/2Cuir") == 6
    play(match, "move I/2Cuir 5404")
    assert game(match).state.supply[number(match, "I/2Cuir")] == Supply.ON_HAND
