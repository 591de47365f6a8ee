"""What the referee answers on supply, command, ranges and the score, and what a side hears of it."""

from __future__ import annotations

from typing import Any

from grognard.engine import Match
from grognard.engine.positions import write_position
from grognard.referee.ask import answer
from tests.games.hannut_1940.position import study

HQS = "4Pz-HQ 6003 \n 3Pz-HQ 5802 \n 2DLM-HQ 5011 \n 3DLM-HQ 5004"


def said(match: Match, kind: str, **words: Any) -> dict[str, Any]:
    found = answer({"ask": kind, "position": write_position(match), **words})
    assert found["ok"], found
    return found


def command(lines: str, uid: str, viewer: str | None = None, **options: Any) -> tuple[bool, str, str]:
    match = study("movement german", f"{HQS} \n {lines}", board="real", supply=None, **options)
    asker = {} if viewer is None else {"as": viewer}
    found = said(match, "command", unit=uid, **asker)
    return found["in_command"], found["ruling"]["case"], found["ruling"]["text"]


def test_9_3_the_hq_of_the_division() -> None:
    assert command("I/12Sch 5804", "I/12Sch")[:2] == (True, "9.3")
    assert "4Pz-HQ in 6003, in mobile mode" in command("I/12Sch 5804", "I/12Sch")[2]
    assert "in static mode" in command("static 4-pz \n I/12Sch 5804", "I/12Sch")[2]
    assert command("I/12Sch 5804", "4Pz-HQ")[:2] == (True, "9.3")


def test_9_2_a_unit_without_a_path_from_its_hq() -> None:
    assert command("I/12Sch 4404", "I/12Sch")[:2] == (False, "9.2")
    in_play, case, text = command("I/90Inf 5804", "I/90Inf")
    assert (in_play, case) == (False, "9.3")
    assert "not in play" in text


def test_9_3_1_independent_units() -> None:
    assert command("35BCC 5005 attached=3-dlm", "35BCC")[:2] == (True, "9.3.1")
    assert "not attached" in command("35BCC 5005", "35BCC")[2]


def test_7_3_a_side_hears_nothing_of_an_hq_that_it_cannot_see() -> None:
    """Under another counter; the owner and the referee know better."""
    lines = "I/1Cuir 5004 \n II/11RDP 5105"
    assert command(lines, "II/11RDP")[0]
    assert command(lines, "II/11RDP", "french")[0]
    in_command, case, text = command(lines, "II/11RDP", "german")
    assert (in_command, case) == (False, "7.3")
    assert "5004" not in text


def test_15_1_covered_counters_bar_supply_for_whoever_sees_only_them() -> None:
    """7.3: a finished improved position hides all its units, but not that they are there."""
    lines = "region supply-german 6404 \n 4Pz-HQ 5804 \n I/12Sch 5704 \n 3DLM-HQ 3504"
    units = ("I/11RDP", "II/11RDP", "III/11RDP", "I/12Cuir", "II/12Cuir")
    ring = "\n".join(f"{uid} 61{row:02d}" for uid, row in zip(units, (2, 5, 8, 11, 14), strict=True))
    positions = "ip 6102=2 6105=2 6108=2 6111=2 6114=2"
    match = study("movement german", f"{lines} \n {ring} \n {positions}", supply=None)
    for asker in ({}, {"as": "german"}):
        assert "no path from a supply source" in said(match, "supply", unit="I/12Sch", **asker)["ruling"]["text"]


def test_9_1_how_far_an_hq_reaches() -> None:
    for line, distances in (("", [5, 8, 8]), ("static 4-pz", [8, 12, 8])):
        match = study("movement german", f"{HQS} \n {line}", board="real", supply=None)
        found = said(match, "range", unit="4Pz-HQ")["ranges"]
        assert [entry["distance"] for entry in found] == distances


def test_19_10_how_it_stands() -> None:
    """Ruling C02: what a margin of four means is an option, and so is how much is missing."""
    for winner, missing in (("french", "5 VP more"), ("german", "4 VP more")):
        match = study("movement german", HQS, board="real", margin_four=winner)
        found = said(match, "victory")
        assert (found["winner"], found["text"]) == ("french", "the German margin is +0 VP")
        assert [entry["text"] for entry in found["missing"]] == [missing]
