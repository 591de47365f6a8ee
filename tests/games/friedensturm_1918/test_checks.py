"""``grognard check`` finds every kind of damage, and invariants find every impossible position."""

from __future__ import annotations

import shutil
from functools import cache
from pathlib import Path

import pytest

from grognard.board import Board, load_board
from grognard.data import DataFolder
from grognard.engine import register
from grognard.errors import GrognardError
from grognard.games.friedensturm_1918 import GAME
from grognard.games.friedensturm_1918.checks import wrong_counter
from grognard.games.friedensturm_1918.position import Friedensturm
from grognard.games.friedensturm_1918.state import CombatStep, Disorder, Marker, Mission

register(GAME)


def test_the_data_are_whole() -> None:
    assert GAME.check(GAME.data()) == []


S1, S2, S3, S4 = (f"scenarios/{name}.toml" for name in ("gneisenau", "blucher", "friedensturm", "foch-attacks"))
DAMAGE = [
    # tables
    ("tables/crt.csv", "6/1,12,0,12,no", "6/1,12,9,1,no", "worse for the attacker"),
    ("tables/crt.csv", "3/1,12,3,6,no", "3/1,12,3,6,yes", "worse for the attacker"),
    ("tables/crt.csv", "3/1,7,5,4,no", "3/1,6,5,4,no", "given twice"),
    ("tables/crt.csv", "6/1,12,", "7/1,12,", "unknown '7/1'"),
    ("tables/bombardment.csv", "6,7,6,yes", "6,7,6,no", "worse for the attacker"),
    ("tables/bombardment.csv", "6,7,6,yes,rulebook 15.2.2\n", "", "missing"),
    ("tables/shifts.csv", "woods,-1", "woods,much", "whole number"),
    ("tables/shifts.csv", "concentric,1", "concentrick,1", "'concentric' is missing"),
    ("tables/limits.csv", "command-range,15", "command-rage,15", "command-range"),
    ("tables/stacking.csv", "tank,1", "tanks,1", "'tank' is missing"),
    ("tables/hit_points.csv", "stoss,2", "stoss,0", "outside 1 to 9"),
    ("tables/weather.csv", "7,fog", "7,rain", "unknown 'rain'"),
    ("tables/weather.csv", "12,overcast,rulebook 10.0\n", "", "total 12 is missing"),
    ("tables/terrain.csv", "fort,feature", "forts,feature", "'fort' is missing"),
    ("tables/terrain.csv", "road,link,1/2", "road,link,1", "more than the road"),
    ("tables/coordination.csv", "partial,3,5", "partial,4,5", "should follow none"),
    ("tables/coordination.csv", "perfect,6,12,3", "perfect,6,12,1", "should follow partial"),
    ("tables/orders.csv", "attacker,6,countermanded", "attacker,5,countermanded", "six orders"),
    ("tables/disengagement.csv", "7,r3,1,3", "7,r3,1,4", "wrong length"),
    ("tables/disengagement.csv", "7,r3,1,3", "8,r3,1,3", "die 7 is missing"),
    ("tables/air_missions.csv", "rebase,", "return,", "'rebase' is missing"),
    ("tables/turn_track.csv", "19,21-23 July", "20,21-23 July", "turn 19 is missing"),
    # counters
    ("units.csv", "10DI,10e", "9DI,10e", "already on line"),
    ("units.csv", "french,division,infantry,,,3,,2,7,9", "french,division,infantry,,,3,,3,7,9", "should have 2 steps"),
    ("units.csv", "8,12,4,6,4", "8,12,9,6,4", "attack less when reduced"),
    ("units.csv", "8,12,4,6,4", "8,12,4,12,4", "defend less when reduced"),
    ("units.csv", "american,division,infantry,,,2,yes,3", "american,division,infantry,,,0,yes,3", "morale from 2 to 6"),
    ("units.csv", "SCH-2,Schneider tanks 2,allied,french", "SCH-2,Schneider tanks 2,german,french", "wrong nation"),
    ("units.csv", "3,1,,,6,2,3", "3,1,,,6,2,0", "ratings if a tank"),
    ("units.csv", "2,,,2,2,,", "2,,,2,0,,", "strength and range if artillery"),
    ("units.csv", "3,3,4,4", "3,3,3,4", "should fire more in offensive mode"),
    ("units.csv", "stoss,,,,,,1,,,,,,", "stoss,,,,,,1,,,,,3,", "does not move by itself"),
    ("units.csv", "hq,,,,,,1,,,,,4,", "hq,,,,,,1,,,,,0,", "cannot move"),
    ("units.csv", "infantry,,19ID,5", "infantry,,18ID,5", "not 3 or 4"),
    ("units.csv", "34ID,34. Infanterie-Division,german,german,division,infantry,,,",
     "34ID,34. Infanterie-Division,german,german,division,infantry,,35ID,", "is no regiment"),
    # scenarios
    (S1, 'units = ["69DI"]', 'units = ["96DI"]', "there is no unit '96DI'"),
    (S1, 'units = ["69DI"]', 'units = ["60DI"]', "twice"),
    (S1, 'cell = "03.13"', 'cell = "03.19"', "outside the playing area"),
    (S1, 'cell = "03.13"', 'cell = "60.13"', "60.13"),
    (S1, 'units = ["69DI"], cell = "03.13"', 'units = ["69DI"], cell = "05.06"', "both sides"),
    (S1, 'units = ["69DI"], cell = "03.13"', 'units = ["69DI"], cell = "04.06"', "too many units are set up"),
    (S1, '"ST-1", "ST-2"], cell', '"AIR-III"], cell', "need a headquarters"),
    (S1, 'units = ["2ID"], cell', 'units = ["2ID", "ST-9"], cell', "a regiment each"),
    (S1, 'regions = ["entry-west-6"]', 'regions = ["entry-west-7"]', "no region 'entry-west-7'"),
    (S1, "turn = 6, sequence = 1", "turn = 6, sequence = 2", "a sequence that turn 6 does not have"),
    (S1, "turn = 6, sequence = 1", "turn = 7, sequence = 1", "turn 7, which the scenario does not have"),
    (S1, "number = 6", "number = 7", "the turns are"),
    (S1, "guns = 1", "guns = 2", "wants 2 army artillery units"),
    (S1, "offensive = true", "offensive = false", "8.0"),
    (S1, "bonus = [2, 1, 1]", "bonus = [2, 1]", "three bonuses"),
    (S1, 'weather = { 1 = "fog" }', 'weather = { 4 = "fog" }', "fixes the weather"),
    (S1, 'weather = { 1 = "fog" }', 'weather = { 1 = "mist" }', "mist"),
    (S1, "points = 8", "points = 9", "from 0 to all the points"),
    (S1, "low = 2", "low = 3", "upside down"),
    (S1, 'winner = "draw"', 'winner = "nobody"', "cannot win"),
    (S1, 'cells = ["13.14"]', 'cells = ["20.20"]', "where points are won"),
    (S1, 'area = "area-gneisenau"', 'area = "area-gneisnau"', "area-gneisenau"),
    (S1, 'entry = "hq"', 'entry = "edge"', "needs regions only"),
    (S1, 'entry = "edge", regions = ["entry-west-5"]', 'entry = "hq", regions = ["entry-west-5"]', "needs no regions"),
    (S2, 'hqs = ["AOK-7"]', 'hqs = ["HQ-VI"]', "no headquarters of the german side"),
    (S2, 'nation = "british"', 'nation = "italian"', "no doctrine"),
    (S2, 'immune = ["HQ-IV"', 'immune = ["HQ-V"', "is said to be immune"),
    (S2, 'outside = ["46.19"]', 'outside = ["46.20"]', "46.19 is outside"),
    (S2, 'otherwise = "road-', 'otherwise = "path-', "no region 'path-"),
    (S3, 'units = ["ST-1", ', 'units = ["GCA-16", "ST-1", ', "twice"),
    (S3, 'units = ["ST-1", ', 'units = ["240ID", ', "twice"),
    (S3, 'units = ["ST-1", ', 'units = ["28ID", ', "only Stosstruppen are placed freely"),
    (S3, 'frozen = "area-foch-attacks"', 'frozen = "area-foch-atacks"', "area-foch-attacks"),
    (S3, 'units = ["14ID"]', 'units = ["26DI"]', "wrong side"),
    (S4, 'entry = "hq", hqs = ["HQ-IX", "HQ-X"]', 'entry = "hex", regions = ["reims"]', "arrive on a headquarters"),
    (S4, "roll = 6", "roll = six", ""),
    (S4, 'source = "rulebook Scenario 4"', 'source = ""', "source"),
    (S4, 'title = "Foch attacks!"', 'titel = "Foch attacks!"', "titel"),
]  # fmt: skip


@pytest.mark.parametrize(("file", "old", "new", "word"), DAMAGE, ids=[f"{f}: {n[:24]}" for f, _, n, _ in DAMAGE])
def test_damage_is_found(tmp_path: Path, file: str, old: str, new: str, word: str) -> None:
    """By the check, or already when the files are read."""
    text = (GAME.folder / file).read_text(encoding="utf-8")
    assert old in text
    overlay = tmp_path / "overlay"
    (overlay / file).parent.mkdir(parents=True)
    shutil.copy(GAME.folder / file, overlay / file)
    (overlay / file).write_text(text.replace(old, new, 1), encoding="utf-8")
    scenario = Path(file).stem if file.startswith("scenarios/") else "gneisenau"
    try:
        found = problems(GAME.data(overlay), scenario)
    except GrognardError as problem:
        found = [str(problem)]
    assert any(word in problem for problem in found), found


def problems(data: DataFolder, scenario: str) -> list[str]:
    """What ``GAME.check`` looks at for one scenario; the map, which is not damaged here, is read once."""
    setting = GAME.setting(data, scenario, GAME.chosen_options(data, {}), board())
    position = GAME.start(setting, "check")
    return [*GAME.check_tables(setting), *GAME.invariants(position), *GAME.check_scenario(position)]


@cache
def board() -> Board:
    return load_board(GAME.data())


def test_the_check_names_file_and_problem(tmp_path: Path) -> None:
    text = (GAME.folder / "tables/terrain.csv").read_text(encoding="utf-8")
    (tmp_path / "tables").mkdir()
    (tmp_path / "tables/terrain.csv").write_text(text.replace("road,link,1/2", "road,link,1"), encoding="utf-8")
    assert any("terrain.csv: clear should cost more" in problem for problem in GAME.check(GAME.data(tmp_path)))


def test_an_owner_can_lay_his_values_over_ours(tmp_path: Path) -> None:
    text = (GAME.folder / "tables/limits.csv").read_text(encoding="utf-8")
    (tmp_path / "tables").mkdir()
    (tmp_path / "tables/limits.csv").write_text(text.replace("reserve-allied,3", "reserve-allied,5"), encoding="utf-8")
    data = GAME.data(tmp_path)
    assert GAME.setting(data, "gneisenau", GAME.chosen_options(data, {}), board()).limits["reserve-allied"] == 5
    assert problems(data, "gneisenau") == []


# -- invariants --


def start(scenario: str) -> Friedensturm:
    data = GAME.data()
    position = GAME.start(GAME.setting(data, scenario, GAME.chosen_options(data, {}), board()), "1")
    assert isinstance(position, Friedensturm)
    return position


def complaints(g: Friedensturm) -> str:
    return "; ".join(GAME.broken(g))


def test_the_start_is_sound() -> None:
    for scenario in ("gneisenau", "blucher", "friedensturm", "foch-attacks"):
        assert complaints(start(scenario)) == ""


def number(g: Friedensturm, uid: str) -> int:
    return g.setting.unit_number(uid)


def test_units_outside_the_playing_area() -> None:
    g = start("gneisenau")
    g.place(number(g, "69DI"), g.setting.grid.cell("30.30"))
    assert "outside the playing area" in complaints(g)


def test_stacks_of_the_player_who_waits() -> None:
    g = start("gneisenau")
    g.state.phase, g.state.phasing = "movement", "german"
    assert complaints(g) == ""
    g.place(number(g, "69DI"), g.setting.grid.cell("14.11"))
    assert "too many (4.0)" in complaints(g)
    g.state.phasing = "allied"
    assert complaints(g) == ""


def test_support_alone_beside_the_enemy() -> None:
    g = start("gneisenau")
    g.place(number(g, "ACA-1"), g.setting.grid.cell("04.05"))
    assert "alone beside enemies (11.3.1)" in complaints(g)


@pytest.mark.parametrize(
    ("step", "phase", "target", "attackers", "lead", "word"),
    [
        (CombatStep.NONE, "combat", "14.11", [], -1, "not under way"),
        (CombatStep.PARTICIPANTS, "movement", "14.11", [], -1, "outside the combat phases"),
        (CombatStep.PARTICIPANTS, "combat", "", [], -1, "without a target"),
        (CombatStep.GUNS_ATTACKER, "combat", "14.11", ["69DI"], -1, "phasing player"),
        (CombatStep.LEAD_DEFENDER, "combat", "14.11", ["JD"], 0, "only an attacker leads"),
    ],
)
def test_a_combat_that_cannot_be_under_way(
    step: CombatStep, phase: str, target: str, attackers: list[str], lead: int, word: str
) -> None:
    """12.2: a position file may claim anything."""
    g = start("gneisenau")
    g.state.phase, g.state.phasing, g.state.combat_step, g.state.lead = phase, "german", step, lead
    g.state.target = g.setting.grid.cell(target) if target else -1
    g.state.attackers = [number(g, uid) for uid in attackers]
    assert word in complaints(g)


@pytest.mark.parametrize(
    ("uid", "field", "value", "word"),
    [
        ("ACA-1", "disorder", Disorder.DISORGANISED, "12.5"),
        ("ACA-1", "marker", Marker.RESERVE, "11.2.7"),
        ("HQ-III", "pinned", 1, "12.2.6"),
        ("HQ-III", "unsupplied", 1, "9.3"),
        ("ACA-1", "offensive", 1, "15.2.3"),
        ("AAA-1", "counter", 1, "15.2.2"),
    ],
)
def test_marks_that_a_unit_cannot_bear(uid: str, field: str, value: int, word: str) -> None:
    g = start("gneisenau")
    getattr(g.state, field)[number(g, uid)] = value
    assert word in complaints(g)


def test_reduced_or_disorganised_units_neither_exploit_nor_wait_in_reserve() -> None:
    g = start("gneisenau")
    unit = number(g, "206ID")
    for marker, word in ((Marker.EXPLOITATION, "14.0"), (Marker.RESERVE, "11.2.8")):
        g.state.marker[unit] = marker
        assert complaints(g) == ""
        g.state.steps[unit] = 2
        assert word in complaints(g)
        g.state.steps[unit] = 3
        g.state.disorder[unit] = Disorder.REORGANISING
        assert word in complaints(g)
        g.state.disorder[unit] = Disorder.NONE


def test_stosstruppen_without_their_regiment() -> None:
    g = start("gneisenau")
    regiments = [u for u, stoss in enumerate(g.state.stoss) if stoss >= 0]
    first, second = regiments[:2]
    kept = g.state.stoss[first]
    g.state.stoss[first] = -1
    assert "is alone on the map (11.3.2)" in complaints(g)
    g.state.stoss[first] = g.state.stoss[second]
    assert "rides with two units (11.3.2)" in complaints(g)
    g.state.stoss[first] = kept
    g.state.stoss[number(g, "69DI")] = kept
    assert "cannot lead" in complaints(g)
    g.state.stoss[number(g, "69DI")] = -1
    g.state.loc[kept] = g.setting.grid.cell("10.02")
    assert "is not where" in complaints(g)


def test_bridges_that_cannot_be() -> None:
    g = start("gneisenau")
    a, b = g.setting.rivers.of_kind("major-river")[0]
    g.state.pontoons = [a, b] * 4
    assert "too many pontoons" in complaints(g)
    g.state.pontoons = [g.setting.grid.cell("10.02"), g.setting.grid.cell("10.03")]
    assert "crosses no river" in complaints(g)
    g.state.pontoons = []
    g.state.blown = [g.setting.grid.cell("10.02"), g.setting.grid.cell("10.03")]
    assert "no bridge leads" in complaints(g)
    g.state.blown, g.state.attempts = [], 4
    assert "attempts" in complaints(g)


def test_aircraft_without_a_base() -> None:
    g = start("blucher")
    air, hq = number(g, "AIR-I"), number(g, "AOK-7")
    assert g.state.base[air] == hq
    g.state.base[air] = number(g, "HQ-VI")
    assert "has no headquarters (17.1)" in complaints(g)
    g.state.base[air] = number(g, "AOK-1")
    assert "is not with its headquarters" in complaints(g)
    g = start("foch-attacks")
    for uid in ("AIR-VUILLEMIN", "AIR-CHABERT", "AIR-VILLOME", "AIR-MENARD", "AIR-GOYS"):
        unit, base = number(g, uid), number(g, "HQ-X")
        g.state.base[unit], g.state.mission[unit], g.state.loc[unit] = base, Mission.BASED, g.state.loc[base]
    assert "5 air units are under" in complaints(g)


def test_victory_hexes_without_an_owner() -> None:
    g = start("gneisenau")
    del g.state.held[g.setting.grid.cell("13.14")]
    assert "nobody controls 13.14 (16.0)" in complaints(g)


def test_every_counter_is_what_its_kind_should_be() -> None:
    setting = start("gneisenau").setting
    assert [unit.id for unit in setting.units if wrong_counter(unit)] == []
