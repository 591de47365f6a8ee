"""Attacker adjustment (chapter 12)."""

from __future__ import annotations

import pytest

from grognard.games.hannut_1940.rules.adjustment import required
from grognard.games.hannut_1940.rules.assault import allowance
from grognard.games.hannut_1940.state import Mark
from tests.games.hannut_1940.position import asked, game, listed, mark, place, play, refused, study

HQS = "4Pz-HQ 5301 \n 3DLM-HQ 5510"


def test_12_0_markers_without_an_enemy_come_off() -> None:
    """12.0."""
    match = study("adjustment-begin german", f"{HQS} \n I/12Sch 5504 mark=PA \n II/12Sch 5502 mark=TA \n I/11RDP 5505")
    assert (mark(match, "I/12Sch"), mark(match, "II/12Sch")) == (Mark.PA, Mark.NONE)


def test_12_0_ta_comes_off_where_pa_faces_the_same_and_only_hex() -> None:
    """12.0."""
    match = study("adjustment-begin german", f"{HQS} \n I/12Sch 5504 mark=PA \n II/12Sch 5605 mark=TA \n I/11RDP 5505")
    assert mark(match, "II/12Sch") == Mark.NONE
    match = study(
        "adjustment german", f"{HQS} \n I/12Sch 5504 mark=PA \n II/12Sch 5605 mark=TA \n I/11RDP 5505 \n II/11RDP 5606"
    )
    assert mark(match, "II/12Sch") == Mark.TA


TARGETS = "I/11RDP 5504 \n II/11RDP 5804 \n III/11RDP 6104 \n I/12Cuir 5204"


@pytest.mark.parametrize(
    ("pa", "ta", "legal"), [(2, 2, True), (2, 3, False), (3, 0, True), (0, 6, True)]
)  # fmt: skip
def test_12_0_prepared_assaults_count_one_and_tactical_ones_half(pa: int, ta: int, legal: bool) -> None:
    """12.0, 9.1.2, HAN-137: a mobile German division has three."""
    places = ["5404", "5704", "6004", "5104", "5604", "5904"]
    units = ["I/12Sch", "II/12Sch", "III/12Sch", "I/33Sch", "II/33Sch", "I/35Pz"]
    foes = ["I/11RDP 5304", "II/11RDP 5803", "III/11RDP 6104", "I/12Cuir 5005", "II/12Cuir 5605", "I/1Cuir 5905"]
    kinds = ["PA"] * pa + ["TA"] * ta
    lines = [f"{units[n]} {places[n]} mark={kind} \n {foes[n]}" for n, kind in enumerate(kinds)]
    match = study("tactical german", "\n".join([HQS, *lines]))
    g = game(match)
    assert (required(g, "4-pz") <= allowance(g, "4-pz")) == legal


def test_12_0_excess_markers_must_come_off() -> None:
    """12.0, 9.1.1, ruling C23."""
    lines = "I/12Sch 5403 mark=PA \n I/11RDP 5404 \n II/12Sch 5703 mark=PA \n II/11RDP 5704"
    lines += "\n III/12Sch 6003 mark=PA \n III/11RDP 6004"
    match = study("adjustment-begin german", f"{HQS} \n {lines} \n I/33Sch 5003 mark=PA \n I/12Cuir 5004")
    refused(match, "end", "12.0", "more assaults")
    refused(match, "release I/33Sch", "12.0", "more assaults")
    play(match, "drop I/33Sch")
    assert mark(match, "I/33Sch") == Mark.NONE
    assert asked(match) == "adjustment"
    match = study(
        "adjustment-begin german", f"static 4-pz \n {HQS} \n {lines} \n I/33Sch 5003 mark=PA \n I/12Cuir 5004"
    )
    assert asked(match) == "adjustment", "four assaults of a static HQ"


def test_12_0_further_markers_need_a_check() -> None:
    """12.0, HAN-140: the lowest attack PR of the stack; then the units may step back."""
    lines = f"{HQS} \n I/12Sch 5504 mark=PA \n I/35Pz 5504 mark=PA \n I/11RDP 5505"
    match = study("adjustment-begin german", lines, dice=[6])
    play(match, "release I/35Pz")
    assert asked(match) == "step-back"
    assert "step-back 5503" in listed(match)
    play(match, "step-back 5503")
    assert place(match, "I/12Sch") == place(match, "I/35Pz") == "5503"
    assert mark(match, "I/12Sch") == Mark.NONE
    match = study("adjustment-begin german", lines, dice=[7])
    play(match, "release I/35Pz")
    assert mark(match, "I/12Sch") == Mark.PA
    refused(match, "release I/35Pz", "12.0", "already tried")


def test_12_0_forced_removal_with_a_check_by_the_option() -> None:
    """12.0, ruling C23: a stack that fails keeps its markers, and another must try."""
    lines = "I/12Sch 5403 mark=PA \n I/11RDP 5404 \n II/12Sch 5703 mark=PA \n II/11RDP 5704"
    lines += "\n III/12Sch 6003 mark=PA \n III/11RDP 6004 \n I/33Sch 5003 mark=PA \n I/12Cuir 5004"
    match = study("adjustment-begin german", f"{HQS} \n {lines}", dice=[9, 0], forced_removal="check")
    play(match, "drop I/33Sch")
    assert mark(match, "I/33Sch") == Mark.PA
    refused(match, "drop I/33Sch", "12.0", "failed")
    play(match, "drop I/12Sch")
    assert mark(match, "I/12Sch") == Mark.NONE
