"""Hard positions of chapter 16 and the scenarios."""

from __future__ import annotations

import pytest

from grognard.engine import Match
from tests.games.friedensturm_1918.hard.position import BOTH, coordination, shifts, told
from tests.games.friedensturm_1918.position import (
    allowed,
    cell,
    fight,
    game,
    listed,
    number,
    place,
    play,
    refused,
    study,
    until,
)


def level(match: Match) -> str:
    assert match.decision is None
    assert match.outcome is not None
    return str(match.outcome.level)


@pytest.mark.parametrize(
    ("name", "held", "found"),
    [
        ("F16-01", '{"10.09": 1, "06.09": 1, "06.05": 1}', "Draw"),
        ("F16-01t", '{"10.09": 1, "06.09": 1, "06.05": 0}', "German strategic defeat"),
    ],
)
def test_the_end_of_scenario_1(name: str, held: str, found: str) -> None:
    match = study("end-of-turn german", f"held {held}", turn=6, start=True)
    assert level(match) == found, name


def test_f16_01t_a_french_unit_walks_into_montdidier() -> None:
    """F16-01t: it is control that counts, from the moment of entry."""
    match = study("movement allied", "60DI 06.06 \n AOK-18 12.03 \n HQ-III 13.14", turn=6, sequence=1, blank=False)
    play(match, "move 60DI 06.05")
    assert game(match).state.held[cell(match, "06.05")] == 0


def test_f16_02_who_was_there_last() -> None:
    """F16-02: the Germans went through and on (Q35)."""
    match = study("movement german", "19ID/74 10.07 \n AOK-18 12.03 \n HQ-III 13.14 \n 18DI 03.17", blank=False)
    assert game(match).state.held[cell(match, "10.09")] == 0
    play(match, "move 19ID/74 10.09", "move 19ID/74 10.10")
    assert (place(match, "19ID/74"), game(match).state.held[cell(match, "10.09")]) == ("10.10", 1)


@pytest.mark.parametrize(("name", "lead", "foch"), [("F16-03", "48DI/1Z", True), ("F16-03t", "18DI", False)])
def test_the_lead_unit_s_doctrine(name: str, lead: str, foch: bool) -> None:
    """Foch for the reinforcement: a column, a point of coordination, two hit points."""
    lines = f"48DI/1Z 10.10 late=1 \n 18DI 10.10 \n 84ID 10.11 \n {BOTH}"
    events = fight(study("combat allied", lines), "10.11", "48DI/1Z,18DI", f"lead {lead}", dice=[3, 4, 3, 3])
    assert shifts(events).get("Allied attack under the Foch doctrine", 0) == foch, name
    assert any("Foch" in row for row in coordination(events, "allied").data["rows"]) == foch
    column = told(events, "odds", "odds")["column"]
    table = game(study("combat allied", lines)).setting.tables.crt
    assert told(events, "combat", "attacker") == table.result(column, 7).attacker + 2 * foch


def test_f16_04_the_west_edge_near_the_trenches() -> None:
    """F16-04: 01.14 is too far south on turn 5."""
    match = study("movement allied", start=True, turn=5, sequence=3, supply=None, command=None)
    refused(match, "enter 129DI 01.14", "11.1.5", "129DI")
    assert allowed(match, "enter 129DI 01.09")
    match = study("movement allied", start=True, turn=6, sequence=1, supply=None, command=None)
    assert allowed(match, "enter 129DI 01.14")
    assert allowed(match, "enter 129DI 10.18")


def test_f16_05_nobody_touches_reims() -> None:
    """F16-05: 33RD stands beside it and moves, and nothing happens."""
    match = study("movement german", "33RD 45.19", scenario="blucher", start=True, turn=1, supply=None, command=None)
    until(match, "combat")
    immune = game(match).setting.plan.immune
    assert "HQ-IV" in immune
    assert {place(match, uid) for uid in immune} == {"46.19"}
    refused(match, "attack 46.19", "12.1", "no enemy combat unit")


def test_f16_06_a_british_lead_has_no_foch_penalty() -> None:
    """F16-06: different nationalities cost -1."""
    lines = f"206ID 10.10 \n 222ID 09.11 \n 8BR 10.11 1 \n 22DI 10.11 2 \n {BOTH}"
    match = study("combat german", lines, scenario="blucher", turn=1)
    events = fight(match, "10.11", "206ID,222ID", "lead 206ID", "lead 8BR", dice=[3, 4, 3, 3])
    rows = coordination(events, "allied").data["rows"]
    assert any("nationalities -1" in row for row in rows)
    assert not any("Foch" in row for row in rows)


def test_f16_07_the_west_is_frozen() -> None:
    """F16-07: 167DI does not move on turn 17, nor does anybody else west of column 31, nor into it."""
    match = study("movement allied", scenario="friedensturm", start=True, turn=17, sequence=1)
    refused(match, "move 167DI 26.26", "Scenario 3", "nothing moves")
    g = game(match)
    moves = [action.split() for action in listed(match) if action.startswith("move ")]
    assert moves
    assert all(g.setting.grid.ids[g.state.loc[number(match, uid)]] >= "31" for _, uid, _ in moves)
    assert all(hex >= "31" for _, _, hex in moves)
    match = study("combat german", scenario="friedensturm", start=True, turn=17, sequence=1)
    targets = [action.split()[1] for action in listed(match) if action.startswith("attack ")]
    assert targets
    assert all(hex >= "31" for hex in targets)


FRENCH = ("18DI", "36DI", "15DI", "35DI", "1DI", "39DI", "40DI", "20DI", "21DI", "22DI")
GERMANS = ("206ID", "222ID", "227ID", "84ID", "46RD", "45RD", "JD", "5RD", "7RD")


@pytest.mark.parametrize(
    ("name", "more", "found"),
    [
        ("F16-08", "", "Allied strategic victory"),
        ("F16-08t", "204ID 46.18 \n 202ID 46.20", "German tactical victory"),
    ],
)
def test_strategic_victories_of_scenario_3(name: str, more: str, found: str) -> None:
    """Nine German divisions in column 40, a French one before and behind each; the Germans have 6 points."""
    lines = [f"{uid} 40.{15 + 2 * n:02}" for n, uid in enumerate(FRENCH)]
    lines += [f"{uid} 40.{16 + 2 * n:02}" for n, uid in enumerate(GERMANS)]
    held = 'held {"21.20": 1, "22.30": 1, "46.19": 0}'
    text = "\n".join([held, *lines, *more.split("\n"), "HQ-V 46.26", "AOK-1 50.16"])
    match = study(
        "end-of-turn german", text, scenario="friedensturm", turn=19, blank=False, supply=None, command=None
    )
    assert level(match) == found, name


def test_f16_09_two_hexes_count_once() -> None:
    """F16-09: 3 + 3 (Q36)."""
    held = 'held {"30.15": 0, "30.16": 0, "29.27": 0}'
    match = study("end-of-turn allied", held, scenario="foch-attacks", start=True)
    assert level(match) == "Allied victory"
    assert match.outcome is not None
    assert sum(row[1] for row in match.outcome.points) == 6


@pytest.mark.parametrize(("die", "come"), [(2, True), (1, False)])
def test_f16_10_the_tenth_division(die: int, come: bool) -> None:
    """F16-10: 2 and 4 Allied points bring it, three regiments to 30.25."""
    held = 'held {"25.22": 0, "29.27": 0}'
    match = study("phases german", held, scenario="foch-attacks", start=True, turn=18, sequence=2, dice=[die])
    until(match, "movement")
    for uid in ("10ID/6", "10ID/47", "10ID/398"):
        assert bool(match.check(f"enter {uid} 30.25")) == come


@pytest.mark.parametrize(("name", "turn", "sequence", "may"), [("F16-11", 17, 2, False), ("F16-11t", 18, 1, True)])
def test_no_arrival_in_the_frozen_west(name: str, turn: int, sequence: int, may: bool) -> None:
    """AOK-9 is in 27.15, AOK-7 in 32.20."""
    match = study("movement german", scenario="friedensturm", start=True, turn=turn, sequence=sequence)
    assert bool(match.check("enter 14ID 27.15")) == may, name
    assert allowed(match, "enter 14ID 32.20")
    if not may:
        refused(match, "enter 14ID 27.15", "Scenario 3", "nothing moves")


@pytest.mark.parametrize(("turn", "may"), [(1, False), (2, True)])
def test_f16_12_american_morale(turn: int, may: bool) -> None:
    """F16-12: 3, then 4."""
    lines = f"3US/4 10.11 \n 3US/7 10.11 \n 84ID 10.10 \n {BOTH}"
    match = study("combat allied", lines, scenario="blucher", turn=turn)
    assert bool(match.check("attack 10.10")) == may


def test_f16_13_the_guns_of_reims() -> None:
    """F16-13: they fire, and are answered (Q29)."""
    lines = "HQ-IV 46.19 \n AAA-2 46.19 \n 13DI 45.18 \n 206ID 45.17 \n GCA-1 45.16 \n AOK-1 45.10"
    match = study("combat german", lines, scenario="blucher", turn=2, blank=False)
    play(match, "attack 45.18", "support GCA-1", "support AAA-2")
    assert allowed(match, "counter GCA-1")


def test_f16_14_one_tank_event() -> None:
    """F16-14: spent with the first combat."""
    lines = f"tanks 1 \n 19ID/74 10.10 \n 58DI 10.11 1 \n 222ID 14.10 \n 206ID 13.11 \n 36DI 14.11 \n {BOTH}"
    match = study("combat german", lines)
    play(match, "attack 10.11", "commit A7V with 19ID/74")
    until(match, "combat")
    play(match, "attack 14.11", "join 222ID")
    refused(match, "commit A7V with 222ID", "15.4.2", "no German tanks")
