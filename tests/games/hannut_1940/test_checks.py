"""``grognard check``: the data are whole, each kind of damage is found, and so is what no position may have."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

import grognard
from grognard.engine import RandomPlayer, register
from grognard.errors import GrognardError
from grognard.games.hannut_1940 import GAME
from grognard.games.hannut_1940.checks import broken_invariants
from grognard.games.hannut_1940.position import Hannut
from grognard.games.hannut_1940.state import Mark, Supply
from tests.games.hannut_1940.files import text, toml

register(GAME)


def test_the_data_are_whole() -> None:
    assert GAME.check(GAME.data()) == []


DAMAGE = [
    # what reading complains of
    ("units.csv", "Pio79,", "Pio39,", "already on line"),
    ("units.csv", "german,german,4-pz,Pz35", "german,german,5-pz,Pz35", "did you mean"),
    ("units.csv", "6/4 3/2 2/1", "6/4 3/2", "levels"),
    ("units.csv", "leg,no,3,5/6 3/3 2/2", "walk,no,3,5/6 3/3 2/2", "unknown 'walk'"),
    ("tables/terrain.csv", "primary,road,1,0.5", "primary,road,1,0.6", "should be like"),
    ("tables/terrain.csv", "railroad,road", "railway,road", "'railroad' is missing"),
    ("tables/terrain.csv", "trail,road", "railroad,road", "already on line"),
    ("tables/fire_support.csv", "11,13,0,1", "12,13,0,1", "but the row before ends"),
    ("tables/fire_support.csv", "17,18,0,2", "17,18,0,1", "no worse for the target"),
    ("tables/fire_support.csv", "14,16,1,1", "14,12,1,1", "upside down"),
    ("tables/fire_drm.csv", "pure-afv,-2", "pure-avf,-2", "pure-afv"),
    ("tables/density.csv", "5,6,1", "6,6,1", "begins at 6"),
    ("tables/density.csv", "7,40,2", "7,40,0", "easier to hit"),
    ("tables/assault_columns.csv", "E,1:1", "E,1-1", "like 3:2"),
    ("tables/assault_columns.csv", "N,10:1", "O,10:1", "'N' is missing"),
    ("tables/assault_entries.csv", "E,3,20,29", "E,3,21,29", "does not follow on"),
    ("tables/assault_entries.csv", "E,10,90", "F,10,90", "does not follow on"),
    ("tables/assault_results.csv", "*(2)2", "*(4)2", "should be like"),
    ("tables/assault_results.csv", "10,attacker", "9,attacker", "is missing"),
    ("tables/shifts.csv", "support-vantage,", "support-hill,", "support-vantage"),
    ("tables/bonuses.csv", "armor,10", "armor,much", "whole number"),
    ("tables/limits.csv", "volley,8", "volleys,8", "'volley' is missing"),
    ("tables/retreat.csv", "defender,mech", "defender,horse", "is missing"),
    ("tables/advance.csv", "ta,leg", "ta,foot", "is missing"),
    ("tables/victory_levels.csv", "11,19", "12,19", "begins at 12"),
    ("tables/turn_track.csv", "15,16 May Night", "16,16 May Night", "turn 15 is missing"),
    ("scenarios/hannut.toml", 'id = "I/2Cuir"', 'id = "I/1Cuir"', "twice"),
    ("scenarios/hannut.toml", 'withdrawing = ["2-dlm"', 'withdrawing = ["4-dlm"', "no division '4-dlm'"),
    ("scenarios/hannut.toml", "none_gone = [1, 2, 3, 4]", "none_gone = [1, 2, 3, 10]", "<= 9"),
    ("scenarios/hannut.toml", "last_turn = 15\nfirst_player", "last_turn = 0\nfirst_player", "last_turn"),
    ("scenarios/hannut.toml", "bp = 10\n", "bq = 10\n", "bq"),
    ("scenarios/hannut.toml", 'id = "18"\n', 'id = "3-pz"\n', "there twice"),
    # what the check finds
    ("tables/assault_results.csv", "1,defender,-,-", "1,defender,3,3", "worse for the attacker"),
    ("tables/assault_results.csv", "8,attacker,1,*", "8,attacker,1,(3)3", "worse for the attacker"),
    ("tables/assault_columns.csv", "E,1:1", "E,2:3", "do not rise"),
    ("tables/assault_columns.csv", "N,10:1,12:1,15:1", "N,10:1,12:1,11:1", "easier than line 2"),
    ("tables/fire_support.csv", "-20,7,0,0,rulebook 10.3.11\n8,10", "-20,6,0,0,rulebook 10.3.11\n7,10", "no result"),
    ("tables/fire_support.csv", "21,22,0,3", "21,23,0,3", "ends at 23"),
    ("tables/terrain.csv", "woods,terrain,2,3,-1", "woods,terrain,2,3,-3", "another fire modifier"),
    ("tables/terrain.csv", "secondary,road,1,0.75", "secondary,road,1,2", "dearer"),
    ("tables/terrain.csv", "clear,terrain,1,2", "clear,terrain,1,1", "leaving a road"),
    ("tables/terrain.csv", "forest,terrain,2,4,-2,3", "forest,terrain,2,4,-2,0", "no line"),
    ("tables/turn_track.csv", "5,13 May PM,2,pm", "5,13 May PM,2,night", "follow each other"),
    ("tables/turn_track.csv", "5,13 May PM,2,pm,0", "5,13 May PM,2,pm,4", "only AM turns"),
    ("units.csv", "battalion,mech,yes,3,6/4 3/2 2/1", "company,mech,yes,3,6/4 3/2 2/1", "1 to 2 steps"),
    ("units.csv", "6/4 3/2 2/1", "6/4 3/2 1/1", "last step"),
    ("units.csv", "mech,no,2,0/3 0/2,,3,,6", "mech,no,2,0/3 0/2,,3,5,6", "or neither"),
    ("units.csv", "3/2 2/1,3,3,7", "3/2 2/1,,3,7", "without an armor rating"),
    ("units.csv", "3/2 2/1,3,3,7", "3/2 2/1,3,,7", "none for defense"),
    ("units.csv", "3,4/4 2/2 1/1,,,6,6,12,no,pio-mot", "3,4/4 2/2 1/1,1,1,6,6,12,no,pio-mot", "personnel with"),
    ("units.csv", "12,no,pio-mot", "12,yes,pio-mot", "no German flak"),
    ("units.csv", "4-pz,Pz35,I/35Pz,", "4-pz,Pz35,I/5Pz,", "not a battalion of its division"),
    ("units.csv", "4-pz,,,hq,hq,division", "4-pz,,,hq,hq,company", "right size"),
    ("units.csv", "mech,no,1,0/1,,,,6,12,no,hq", "mech,no,1,2/1,,,6,6,12,no,hq", "cannot attack"),
    ("units.csv", "german,german,4-pz,,,engineer", "german,french,4-pz,,,engineer", "another nation"),
    ("units.csv", "german,german,4-pz,,,engineer", "german,german,4-pz,,Auf7,engineer", "no company"),
    ("scenarios/hannut.toml", 'region = "setup-fr-3-dlm"', 'region = "setup-fr-4-dlm"', "setup-fr-4-dlm"),
    ("scenarios/hannut.toml", 'limit = "limit-ge-18"', 'limit = "limit-ge-19"', "limit-ge-19"),
    ("scenarios/hannut.toml", 'beyond = "west-of', 'beyond = "east-of', "east-of"),
    ("scenarios/hannut.toml", ' "Pio79",', "", "neither set up nor"),
    ("scenarios/hannut.toml", ' "35BCC",', ' "36BCC",', "36BCC"),
    ("scenarios/hannut.toml", ' "Pio18",', ' "Pio20",', ""),
    ("scenarios/hannut.toml", 'hq = "3Pz-HQ"', 'hq = "PzJg39"', "not the headquarters"),
    ("scenarios/hannut.toml", 'id = "18"\nside = "german"', 'id = "18"\nside = "french"', "does not belong"),
    ("scenarios/hannut.toml", 'withdrawing = ["2-dlm"', 'withdrawing = ["15-mot"', "does not begin"),
    ("scenarios/hannut.toml", 'id = "3DLM-HQ", cell = "5106"', 'id = "3DLM-HQ", cell = "5005"', "outside its area"),
    ("scenarios/hannut.toml", 'id = "II/12Cuir", cell = "5604"', 'id = "II/12Cuir", cell = "5305"', "overstacked"),
    ("cases.toml", 'title = "Night movement"', 'titel = "Night movement"', "has no 'title'"),
]


@pytest.mark.parametrize(("file", "old", "new", "word"), DAMAGE, ids=[f"{f}: {n[:24]!r}" for f, _, n, _ in DAMAGE])
def test_damage_is_found(tmp_path: Path, file: str, old: str, new: str, word: str) -> None:
    """Each kind of damage is reported, by the check or already when the files are read."""
    assert old in text(file)
    assert any(word in problem for problem in problems_of(tmp_path, file, text(file).replace(old, new))), word


def problems_of(folder: Path, file: str, content: str) -> list[str]:
    (folder / file).parent.mkdir(parents=True, exist_ok=True)
    shutil.copy(GAME.folder / file, folder / file)
    (folder / file).write_text(content, encoding="utf-8")
    try:
        return GAME.check(GAME.data(folder))
    except GrognardError as problem:
        return [str(problem)]


def test_an_owner_can_lay_his_values_over_ours(tmp_path: Path) -> None:
    (tmp_path / "tables").mkdir()
    changed = text("tables/limits.csv").replace("mobile-range,5", "mobile-range,6")
    (tmp_path / "tables/limits.csv").write_text(changed, encoding="utf-8")
    data = GAME.data(tmp_path)
    assert GAME.check(data) == []
    assert GAME.setting(data, "hannut", GAME.chosen_options(data, {})).limits["mobile-range"] == 6


# The guide -------------------------------------------------------------------------------------------

KIND_AND_CASE = re.compile(r'"([a-z][a-z-]+)", "(\d+\.[\d.]+[a-d]?)", (?:f?"|question)')
"""How the rules name a decision: its kind, its case, what is asked."""


def test_every_lesson_is_about_a_decision_that_the_rules_ask() -> None:
    code = "".join([path.read_text(encoding="utf-8") for path in sorted((GAME.folder / "rules").glob("*.py"))])
    lessons = [lesson["kind"] for lesson in toml("guide.toml")["lesson"]]
    assert len(lessons) == len(set(lessons))
    commands = {f"command-{word}" for word in ("chit", "fuel", "mode", "allot", "attach")}
    for kind in set(lessons) - commands:
        assert f'"{kind}"' in code, kind
    asked = {kind for kind, _ in KIND_AND_CASE.findall(code)}
    assert asked <= set(lessons), asked - set(lessons)


def test_a_game_asks_nothing_that_the_guide_leaves_out() -> None:
    lessons = {lesson["kind"] for lesson in toml("guide.toml")["lesson"]}
    match, player = grognard.start("hannut-1940", seed=5, options={"setup": "printed"}), RandomPlayer(5)
    kinds = set()
    while match.decision is not None:
        kinds.add(match.decision.kind)
        match.play(player.choose(match.decision))
    assert len(kinds) > 15
    assert kinds <= lessons, kinds - lessons


# Positions -------------------------------------------------------------------------------------------


def start() -> Hannut:
    data = GAME.data()
    return GAME.start(GAME.setting(data, "hannut", GAME.chosen_options(data, {"setup": "printed"})), "checks")


def put(g: Hannut, id: str, cell: str) -> int:
    unit = g.setting.unit_named(id)
    g.place(unit, g.setting.cell_named(cell))
    g.state.steps[unit] = g.setting.units[unit].steps
    return unit


def test_the_start_is_sound() -> None:
    assert broken_invariants(start()) == []


@pytest.mark.parametrize(
    ("id", "cell", "mark", "word"),
    [
        ("I/30Inf", "5203", Mark.EXP, "on foot"),
        ("I/1Cuir", "5204", Mark.EXP, "may not exploit"),
        ("I/1Cuir", "5204", Mark.PA, "in the enemy's turn"),
        ("PzJg49", "6403", Mark.TA, "cannot attack"),
        ("Pio79", "6403", Mark.BUILDS, "builds"),
        ("4Pz-HQ", "6403", Mark.CR, "marker of combat"),
        ("I/30Inf", "5205", Mark.NONE, "too far out"),
        ("1Mot-HQ", "3304", Mark.NONE, "off the map"),
    ],
)
def test_units_that_cannot_be(id: str, cell: str, mark: Mark, word: str) -> None:
    g = start()
    g.state.phasing = "german"
    g.state.mark[put(g, id, cell)] = mark
    assert any(word in problem for problem in broken_invariants(g))


def test_exploiters_that_are_tired_or_out_of_supply() -> None:
    g = start()
    unit = put(g, "I/35Pz", "6403")
    g.state.mark[unit] = Mark.EXP
    assert broken_invariants(g) == []
    g.state.fatigue[unit] = 1
    assert any("although fatigued" in problem for problem in broken_invariants(g))
    g.state.fatigue[unit], g.state.supply[unit] = 0, Supply.OUT
    assert any("out of supply" in problem for problem in broken_invariants(g))
    g.state.supply[unit], g.state.mark[unit], g.state.fatigue[unit] = Supply.GENERAL, Mark.NONE, 3
    assert any("no such level" in problem for problem in broken_invariants(g))


def test_too_many_exploiters() -> None:
    g = start()
    for number, id in enumerate(["I/35Pz", "II/35Pz", "I/36Pz", "II/36Pz", "I/12Sch", "II/12Sch", "III/12Sch"]):
        unit = put(g, id, f"64{number + 2:02}")
        g.state.mark[unit] = Mark.EXP
        found = broken_invariants(g)
        assert any("too many exploitation" in problem for problem in found) == (number == 6), found


def test_withdrawn_divisions_leave_nobody() -> None:
    g = start()
    g.state.withdrawn = ["3-dlm"]
    assert sum("should have withdrawn" in problem for problem in broken_invariants(g)) == 17


def test_markers_on_hexes() -> None:
    g = start()
    here, empty = g.setting.cell_named("5605"), g.setting.cell_named("5005")
    g.state.shifts = {here: 3}
    g.state.ip = {empty: 2}
    found = broken_invariants(g)
    assert any("3 AS markers" in problem for problem in found)
    assert any("without a garrison" in problem for problem in found)
    g.state.ip = {g.setting.cell_named(hex): 2 for hex in ("5605", "5504", "5202", "5305", "5204", "5604", "5705")}
    assert any("7 improved positions" in problem for problem in broken_invariants(g))


def test_points_below_zero() -> None:
    g = start()
    g.state.bp, g.state.level = {"4-pz": 10}, {"4-pz": 9}
    g.state.air, g.state.steps_in, g.state.bins = {"german": -1}, {"german afv": -1}, {"french real": -1}
    found = broken_invariants(g)
    assert any("10 barrage points of 9" in problem for problem in found)
    assert any("-1 air points" in problem for problem in found)
    assert any("replacements are below" in problem for problem in found)
    assert any("chits are below" in problem for problem in found)
