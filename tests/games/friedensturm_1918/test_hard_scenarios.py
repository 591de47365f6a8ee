"""The second reader's positions on supply, weather, scenarios and aircraft (hard_positions.toml), played."""

from __future__ import annotations

import pytest

from grognard.engine import Match
from tests.games.friedensturm_1918.position import (
    disorder,
    fight,
    game,
    listed,
    number,
    of_kind,
    place,
    play,
    start,
    steps,
    study,
    until,
)

BOTH = "HQ-III 10.19 \n AOK-18 10.01"


def supplied(lines: str, *units: str) -> list[bool]:
    """Who is without a marker after the German's supply phase."""
    match = study("supply german", lines, supply=None, command=None)
    return [not game(match).state.unsupplied[number(match, uid)] and place(match, uid) != "lost" for uid in units]


# -- 9 --


@pytest.mark.parametrize(("hex", "reached"), [("10.17", True), ("10.18", False)])
def test_f09_01_fifteen_hexes(hex: str, reached: bool) -> None:
    lines = f"AOK-18 10.02 \n 206ID {hex} \n 18DI 19.19 \n HQ-III 19.20"
    assert supplied(lines, "206ID") == [reached]


def long_river() -> str:
    """A major river between rows 10 and 11, from edge to edge."""
    straight = [f"side major-river {c:02}.10-{c:02}.11" for c in range(1, 21)]
    slanted = [f"side major-river {c:02}.10-{d:02}.11" for c in range(2, 21, 2) for d in (c - 1, c + 1) if d <= 20]
    return "\n".join([*straight, *slanted])


@pytest.mark.parametrize(
    ("crossing", "beyond"),
    [
        ("", False),  # F09-03
        ("side major-river+bridge 10.10-10.11", True),  # F09-03t
        ("pontoons 10.10 10.11", False),  # F09-04: pontoons are German
        ("side major-river+bridge 10.10-10.11 \n blown 10.10 10.11", False),
    ],
)
def test_f09_03_one_hex_beyond_a_river(crossing: str, beyond: bool) -> None:
    units = "HQ-III 10.14 \n 11DI/26 10.10 \n 11DI/69 10.09 \n 206ID 02.02 \n AOK-18 03.02"
    assert supplied(f"{long_river()}\n{crossing}\n{units}", "11DI/26", "11DI/69") == [True, beyond]


def test_f09_05_a_headquarters_falls_back_until_it_can_trace() -> None:
    ring = "18DI 10.08 \n 36DI 08.09 \n 15DI 12.09 \n 1DI 08.12 \n 125DI 12.12 \n 35DI 10.14 \n HQ-III 10.19"
    match = study("supply german", f"AOK-18 10.10 \n 206ID 10.11 \n {ring}", supply=None, command=None)
    assert place(match, "AOK-18") == "10.06"


def test_f09_07_the_second_failure_eliminates() -> None:
    lines = "AOK-18 10.02 \n 206ID 10.19 unsupplied=1 \n 222ID 10.15 unsupplied=1 \n 18DI 02.19 \n HQ-III 02.20"
    match = study("supply german", lines, supply=None, command=None)
    assert place(match, "206ID") == "lost"
    assert place(match, "222ID") == "10.15"
    assert not game(match).state.unsupplied[number(match, "222ID")]


def test_f09_08_guns_go_and_stosstruppen_stay() -> None:
    lines = "AOK-18 10.02 \n 19ID/74 10.19 stoss=ST-1 \n GCA-1 10.19 \n 19ID/78 10.19 \n 18DI 02.19 \n HQ-III 02.20"
    match = study("supply german", lines, supply=None, command=None)
    assert place(match, "GCA-1") == "lost"
    assert place(match, "ST-1") == "10.19"
    assert game(match).state.unsupplied[number(match, "19ID/78")]


def test_f05_03_friends_open_a_path_through_zones() -> None:
    closed = "18DI 11.09 \n 36DI 09.09 \n 15DI 07.10 \n 1DI 13.09 \n 35DI 10.14 \n 39DI 07.13 \n 40DI 13.13"
    far = "HQ-III 10.19 \n 20DI 05.10 \n 21DI 15.10 \n 22DI 03.10 \n 26DI 17.10 \n 28DI 01.11 \n 43DI 19.10"
    lines = f"AOK-18 10.05 \n 206ID 10.11 \n 19ID/78 10.09 \n {closed} \n {far}"
    assert supplied(f"{lines} \n 19ID/74 10.08", "206ID", "19ID/78") == [True, True]
    assert supplied(lines, "206ID", "19ID/78") == [False, False]  # F05-03t


# -- 10 --


def hits(match: Match, units: str) -> int:
    events = fight(match, "10.11", units, dice=[3, 4, 3, 3])
    found = of_kind(events, "combat")[-1].data["attacker"]
    assert isinstance(found, int)
    return found


def test_f10_02_fog_spares_the_initiative_player_a_point() -> None:
    lines = f"206ID 10.10 \n 222ID 09.11 \n 18DI 10.11 \n {BOTH}"
    fair = hits(study("combat german", lines), "206ID,222ID")
    assert hits(study("combat german", lines, weather="fog"), "206ID,222ID") == fair - 1
    marked = f"206ID 10.10 marker=3 \n 222ID 09.11 marker=3 \n 18DI 10.11 \n {BOTH}"
    assert hits(study("exploitation-combat german", marked, weather="fog"), "206ID,222ID") == fair - 1  # F10-03


def test_f10_04_fog_does_not_help_the_reacting_player() -> None:
    lines = f"18DI 10.10 \n 36DI 09.11 \n 227ID 10.11 \n {BOTH}"
    fair = hits(study("combat allied", lines), "18DI,36DI")
    assert hits(study("combat allied", lines, weather="fog"), "18DI,36DI") == fair


def test_f10_05_fog_and_foch() -> None:
    lines = f"initiative allied \n 3US/4 10.10 \n 3US/7 10.10 \n 84ID 10.11 \n {BOTH}"
    fair = hits(study("combat allied", lines, scenario="friedensturm", turn=18), "3US/4,3US/7")
    fog = hits(study("combat allied", lines, scenario="friedensturm", turn=18, weather="fog"), "3US/4,3US/7")
    assert (fair, fog) == (4 + 2, 4 + 2 - 1)


# -- scenarios --


def test_f16_03_the_lead_unit_s_doctrine() -> None:
    lines = f"48DI/1Z 10.10 late=1 \n 18DI 10.10 \n 84ID 10.11 \n {BOTH}"
    shifts = []
    for lead in ("48DI/1Z", "18DI"):
        match = study("combat allied", lines)
        events = fight(match, "10.11", "48DI/1Z,18DI", f"lead {lead}", dice=[3, 4, 3, 3])
        shifts.append([row["what"] for row in of_kind(events, "odds")[-1].data["odds"]["shifts"]])
    assert any("Foch" in what for what in shifts[0])
    assert not any("Foch" in what for what in shifts[1])  # F16-03t


def test_f16_04_the_west_edge_near_the_trenches() -> None:
    match = study("movement allied", start=True, turn=5, sequence=3, supply=None, command=None)
    entries = {action.split()[2] for action in listed(match) if action.startswith("enter 129DI")}
    assert "01.09" in entries
    assert "01.14" not in entries
    match = study("movement allied", start=True, turn=6, sequence=1, supply=None, command=None)
    entries = {action.split()[2] for action in listed(match) if action.startswith("enter 129DI")}
    assert {"01.14", "10.18"} <= entries


def test_f16_05_nobody_touches_reims() -> None:
    lines = "33RD 45.19"
    match = study("movement german", lines, scenario="blucher", start=True, turn=1, supply=None, command=None)
    until(match, "combat")
    assert place(match, "HQ-IV") == "46.19"
    assert not any(action == "attack 46.19" for action in listed(match))


def test_f16_06_a_british_lead_has_no_foch_penalty() -> None:
    lines = f"206ID 10.10 \n 222ID 09.11 \n 8BR 10.11 1 \n 22DI 10.11 2 \n {BOTH}"
    match = study("combat german", lines, scenario="blucher", turn=1)
    events = fight(match, "10.11", "206ID,222ID", "lead 206ID", "lead 8BR", dice=[3, 4, 3, 3])
    rows = [event.data["rows"] for event in of_kind(events, "coordination") if event.data["side"] == "allied"][-1]
    assert any("nationalities" in row for row in rows)
    assert not any("Foch" in row for row in rows)


def test_f16_07_the_west_is_frozen() -> None:
    match = study("movement german", scenario="friedensturm", start=True, turn=17, sequence=1)
    g = game(match)
    moves = [action.split() for action in listed(match) if action.startswith("move ")]
    assert moves
    assert all(g.setting.grid.ids[g.state.loc[number(match, uid)]] >= "31" for _, uid, _ in moves)
    assert all(hex >= "31" for _, _, hex in moves)
    match = study("combat german", scenario="friedensturm", start=True, turn=17, sequence=1)
    targets = [action.split()[1] for action in listed(match) if action.startswith("attack ")]
    assert targets
    assert all(hex >= "31" for hex in targets)


def test_f16_09_two_hexes_count_once() -> None:
    held = 'held {"30.15": 0, "30.16": 0, "29.27": 0}'
    match = study("end-of-turn allied", held, scenario="foch-attacks", start=True)
    assert match.decision is None
    assert match.outcome is not None
    assert match.outcome.level == "Allied victory"


def test_f07_03_the_initiative_changes_sides() -> None:
    match = study("turn german", "GAA-2 29.24 offensive=1", scenario="friedensturm", start=True, turn=18)
    assert match.decision is not None
    assert (match.decision.kind, match.decision.side) == ("offensive", "allied")
    assert not game(match).state.offensive[number(match, "GAA-2")]


# -- 17 --

BASES = """
    AOK-18 10.03 \n HQ-III 10.17 \n AIR-I 10.03 mission=1 base=AOK-18 \n AIR-II 10.03 mission=1 base=AOK-18
    AIR-FEQUANT 10.17 mission=1 base=HQ-III \n AIR-CHABERT 10.17 mission=1 base=HQ-III
    206ID 10.10 \n 18DI 10.11 \n 36DI 10.13
"""


def test_f10_01_no_aircraft_in_fog() -> None:
    for side, weather, flies in (("german", "fog", False), ("allied", "fog", True), ("german", "fair", True)):
        match = study(f"air {side}", BASES, weather=weather, air="yes")
        assert match.decision is not None
        assert (match.decision.kind == "air") == flies, (side, weather)


def test_f10_06_overcast_leaves_rebasing() -> None:
    match = study("air german", f"AOK-7 08.03 \n {BASES}", weather="overcast", air="yes")
    assert match.decision is not None
    assert match.decision.kind == "air"
    assert {action.split()[0] for action in listed(match)} == {"rebase", "end"}


def test_f17_01_a_pass_is_final() -> None:
    match = study("air german", BASES, air="yes")
    play(match, "assist AIR-I 10.11")
    assert match.decision is not None
    assert match.decision.side == "allied"
    play(match, next(action for action in listed(match) if action.startswith("assist AIR-FEQUANT")))
    play(match, "end")
    while match.decision is not None and match.decision.kind == "air":
        assert match.decision.side == "allied"
        play(match, "end")


def test_f17_03_fifteen_hexes_for_aircraft() -> None:
    match = study("air german", BASES, air="yes")
    targets = {action.split()[2] for action in listed(match) if action.startswith("interdict AIR-I ")}
    assert "10.18" in targets
    assert "10.19" not in targets


def test_f17_04_a_headquarters_that_moves_loses_its_aircraft() -> None:
    match = study("movement german", BASES, air="yes", weather="fog")
    until(match, "movement")
    play(match, "move AOK-18 10.02")
    assert place(match, "AIR-I") == place(match, "AIR-II") == "off-map"


def test_f17_05_air_reinforcements_fly_at_once() -> None:
    match = study(
        "phases allied", start=True, turn=5, sequence=3, supply=None, command=None, air="yes", weather="fair"
    )
    until(match, "air")
    assert match.decision is not None
    assert any("AIR-VILLOME" in action for action in listed(match))


def test_a_game_begins_with_what_its_scenario_leaves_open() -> None:
    first = {"gneisenau": "offensive", "blucher": "offensive", "friedensturm": "deploy", "foch-attacks": "deploy"}
    for name, kind in first.items():
        decision = start(name).decision
        assert decision is not None
        assert decision.kind == kind, name


def test_f12_10_a_retreat_under_foch() -> None:
    """125DI came late, so Foch: one hex with partial coordination."""
    lines = f"tanks 0 \n 206ID 10.10 \n 222ID 09.11 \n 125DI 10.11 late=1 \n {BOTH}"
    match = study("combat german", lines)
    events = fight(match, "10.11", "206ID,222ID", "lead 206ID", "withdraw 1", "retreat 10.12", dice=[5, 4, 5, 2])
    assert of_kind(events, "coordination")[0].data["level"] == "partial"
    assert of_kind(events, "combat")[-1].data["defender"] == 6
    assert place(match, "125DI") == "10.12"
    assert steps(match, "125DI") == 1  # 6 - 3 points
    assert disorder(match, "125DI") == "none"  # one hex
