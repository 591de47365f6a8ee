"""Hard positions of chapter 9: headquarters."""

from __future__ import annotations

import pytest

from grognard.games.hannut_1940.rules.assault import allowance as half_assaults
from grognard.games.hannut_1940.rules.markers import exploit_quota
from grognard.games.hannut_1940.state import Mark, Supply
from tests.games.hannut_1940.hard.position import CALM, answer, fight, go_on, position, resolve, settle
from tests.games.hannut_1940.position import (
    allowed,
    asked,
    fatigue,
    game,
    listed,
    mark,
    number,
    place,
    play,
    refused,
    study,
    until,
)


@pytest.mark.parametrize(("static", "bp", "left"), [("static 3-dlm", 7, 3), ("", 4, 4)])
def test_h09_01_an_hq_driven_from_its_place(static: str, bp: int, left: int) -> None:
    """H09-01, H09-01t."""
    lines = CALM + f"3DLM-HQ 5505 \n I/11RDP 5505 \n I/12Sch 5405 mark=TA \n 4Pz-HQ 5702 \n {static} \n"
    match = position("assault german", lines + f"bp 3-dlm={bp} \n level 3-dlm=12")
    resolve(match, "assault I/12Sch 5505", "lead I/11RDP", defender="2")
    play(match, "give")
    while asked(match) == "retreat":
        play(match, listed(match)[0])
    g = game(match)
    assert g.setting.grid.distance(g.state.loc[number(match, "3DLM-HQ")], g.setting.grid.cell("5505")) == 2
    assert (g.state.bp["3-dlm"], g.is_static("3-dlm"), g.artillery_range("3-dlm")) == (left, False, 5)
    assert (half_assaults(g, "3-dlm"), exploit_quota(g, "3-dlm")) == (2 * 2, 3)
    go_on(match, 5)
    assert game(match).state.bp["3-dlm"] == 6


DIVISIONS = "4Pz-HQ 5702 \n 3Pz-HQ 5801 \n static 3-pz \n"
FOURTH = ("I/35Pz", "II/35Pz", "I/36Pz", "II/36Pz", "4/35Pz", "4/36Pz")


@pytest.mark.parametrize(("ours", "others", "ok"), [(6, 1, False), (3, 3, True), (4, 2, True)])
def test_h09_02_markers_of_the_whole_side(ours: int, others: int, ok: bool) -> None:
    """H09-02."""
    lines = DIVISIONS + "\n".join(f"{uid} {5301 + 100 * n}" for n, uid in enumerate(FOURTH))
    lines += "\n I/5Pz 5305 \n II/5Pz 5405 \n I/6Pz 5505"
    match = study("markers german", lines, turn=5)
    play(match, *[f"mark {uid} exp" for uid in FOURTH[:ours]])
    play(match, *[f"mark {uid} exp" for uid in ("I/5Pz", "II/5Pz")[: others - 1]])
    if ok:
        assert allowed(match, "mark I/6Pz exp")
    else:
        refused(match, "mark I/6Pz exp", "9.1.2", "6 exploitation markers")


def test_h09_03_a_secret_command_phase() -> None:
    """H09-03: until both have chosen the German sees nothing of it, and never the split of the corps points."""
    lines = "4Pz-HQ 5702 \n 3DLM-HQ 5106 \n 2DLM-HQ 5412 \n base french=7 3-dlm=7 2-dlm=7 4-pz=9 \n"
    lines += "bins german:real=1 german:dummy=2 german:aside=2 german:lies=1 french:real=1 french:dummy=2"
    a, b = [position("dawn german", lines, dice=(1, 1)) for _ in range(2)]
    a.play("mode 2-dlm static", by="french")
    b.play("mode 2-dlm mobile", by="french")
    assert a.view("german") == b.view("german")
    assert a.log("german") == b.log("german")
    assert [a.write(x) for x in a.legal_actions()] == [b.write(x) for x in b.legal_actions()]


def test_h09_04_no_attachment_past_the_enemy() -> None:
    """H09-04: the path runs along a row of German units."""
    lines = "15Mot-HQ 4014 \n GRCA-III 4013 attached=15-mot \n 1Mar-HQ 3812 \n"
    match = position("dawn german", lines, turn=7, supply=None)
    until(match, "command-attach")
    assert "attach GRCA-III to 1-moroccan" in listed(match)
    lines += "I/3Sch 3911 \n II/3Sch 3914 \n III/3Sch 4011"
    match = position("dawn german", lines, turn=7, supply=None)
    until(match, "command-attach")
    assert listed(match) == ["attach GRCA-III to 15-mot", "attach GRCA-III to corps"]


@pytest.mark.parametrize(("friend", "shift"), [("I/4RI", None), ("I/1RTM", -1)])
def test_h09_05_an_attached_unit_belongs_to_the_division(friend: str, shift: int | None) -> None:
    """H09-05."""
    lines = f"15Mot-HQ 4014 \n 1Mar-HQ 3812 \n {friend} 4011 mark=PA \n I/3Sch 4110 \n"
    lines += "35BCC 4011 attached=15-mot mark=PA"
    match = position("assault french", lines, turn=8, dice=(50, 50))
    found = fight(match, "assault 35BCC 4110", f"join {friend}", f"lead {friend}")
    assert found["shifts"].get("attackers of different divisions") == shift


def test_h09_06_the_fourth_panzer_is_mobile_on_the_first_day() -> None:
    """H09-06: it is not asked; its mode is asked for at the next dawn."""
    match = position("dawn german", "4Pz-HQ 6403 \n 3DLM-HQ 5106", turn=1, start=True)
    asked_for: list[str] = []
    while match.decision is not None and match.decision.kind.startswith("command"):
        asked_for += listed(match)
        play(match, listed(match)[0])
    assert not [text for text in asked_for if text.startswith("mode 4-pz")]
    assert not game(match).is_static("4-pz")
    match = position("dawn german", "4Pz-HQ 5702 \n 3DLM-HQ 5106", turn=4)
    answer(match, "chit drawn")
    assert "mode 4-pz static" in listed(match)


def test_h09_07_each_division_by_its_hq() -> None:
    """H09-07: 2 + 2 x 1/2 for the mobile one, 4 for the static one."""
    lines = "4Pz-HQ 5508 \n 3Pz-HQ 4508 \n static 3-pz \n"
    marks = ("PA", "PA", "TA", "TA", "PA", "PA", "PA", "PA")
    ours = ("I/12Sch", "II/12Sch", "III/12Sch", "I/33Sch", "I/3Sch", "II/3Sch", "III/3Sch", "Krad3")
    theirs = ("I/11RDP", "II/11RDP", "III/11RDP", "I/1Cuir", "I/1RDP", "II/1RDP", "III/1RDP", "I/13Drag")
    for n, (marker, unit, enemy) in enumerate(zip(marks, ours, theirs, strict=True)):
        lines += f"{unit} {3702 + 300 * n} mark={marker} \n {enemy} {3703 + 300 * n} \n"
    match = study("adjustment-begin german", lines, turn=5)
    assert allowed(match, "end")
    more = study("adjustment-begin german", lines + "II/33Sch 3709 mark=TA \n I/2Cuir 3710", turn=5)
    refused(more, "end", "12.0")


@pytest.mark.parametrize(
    ("turn", "state", "left"), [(5, "", 1), (6, "", 0), (6, "moved=1", 2), (6, "moved=1 arrived=1", 2)]
)
def test_h09_08_a_quiet_night_heals_all(turn: int, state: str, left: int) -> None:
    """H09-08."""
    lines = f"1Mar-HQ 3812 \n I/1RTM 4012 fatigue=2 {state} \n I/12Sch 6003"
    assert fatigue(position("recovery french", lines, turn=turn), "I/1RTM") == left  # 9.2, 14.2


def test_h09_09_a_division_without_its_hq() -> None:
    """H09-09."""
    lines = CALM + "1Mar-HQ eliminated \n I/1RTM 4012 \n II/1RTM 3912 fatigue=1 \n 15Mot-HQ 4014 \n I/12Sch 6003 \n"
    match = position("dawn german", lines, turn=10, supply=None)
    g = game(match)
    assert {g.state.supply[number(match, uid)] for uid in ("I/1RTM", "II/1RTM")} == {Supply.OUT}
    assert "1-moroccan" not in g.divisions_of(1)
    tired = position("recovery french", lines, turn=10, supply=None)
    assert fatigue(tired, "II/1RTM") == 1  # 9.2
    night = position("replacements-french german", lines + "chit french=1 \n steps_in french:afv=2", turn=9)
    assert "replace 1Mar-HQ" in listed(night)
    play(night, "replace 1Mar-HQ", "return 3313")
    assert place(night, "1Mar-HQ") == "3313"  # on a source (ruling C53)


def test_h09_10_markers_of_yesterday_under_a_static_hq() -> None:
    """H09-10."""
    lines = "\n".join(f"{uid} {5301 + 100 * n} mark=EXP" for n, uid in enumerate(FOURTH))
    match = study("markers german", f"4Pz-HQ 5702 \n static 4-pz \n {lines}")
    refused(match, "end", "9.1.1", "3 exploitation markers")
    play(match, *[f"unmark {uid}" for uid in FOURTH[:3]])
    assert allowed(match, "end")


def test_h09_11_an_hq_that_comes_back_at_night() -> None:
    """H09-11."""
    lines = CALM + "4Pz-HQ 5404 \n static 4-pz \n bp 4-pz=9 \n level 4-pz=9 \n base 4-pz=9 \n"
    lines += "I/1RDP 5405 mark=TA \n 2DLM-HQ 5911 \n chit german=1 french=1"
    match = position("assault french", lines, turn=5)
    resolve(match, "assault I/1RDP 5404", defender="1", dice=(0,))
    settle(match, "stay")
    assert place(match, "4Pz-HQ") == "eliminated"
    go_on(match, 6, phase="replacements-german")
    play(match, "replace 4Pz-HQ")
    go_on(match, 6, "german", "movement")
    g = game(match)
    assert (g.is_static("4-pz"), g.state.bp["4-pz"]) == (False, 0)


@pytest.mark.parametrize(("others", "keeps"), [(2, True), (3, False)])
def test_h09_12_attached_to_a_division_with_all_its_markers(others: int, keeps: bool) -> None:
    """H09-12."""
    lines = "15Mot-HQ 4014 \n 1Mar-HQ 3812 \n 35BCC 4013 attached=15-mot mark=EXP \n base 15-mot=10 1-moroccan=10 \n"
    lines += "GRDI80 3912 mark=EXP \n AT-1Mar 3912 mark=EXP \n"
    lines += "13BCC 3811 attached=1-moroccan mark=EXP" if others > 2 else ""
    match = position("dawn german", lines, turn=7)
    modes = ("mode 15-mot mobile", "mode 1-moroccan mobile")
    until(match, "markers", *modes, "attach 13BCC to 1-moroccan", "attach 35BCC to 1-moroccan")
    assert game(match).division(number(match, "35BCC")) == "1-moroccan"
    assert (mark(match, "35BCC") == Mark.EXP) == keeps
