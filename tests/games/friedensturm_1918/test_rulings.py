"""Rulings on supply, movement and scenarios, each played once; other rulings have their tests beside the rules."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from grognard.engine import Match
from tests.games.friedensturm_1918.files import ROOT, rows, scenario, set_up, units
from tests.games.friedensturm_1918.position import (
    destinations,
    fight,
    game,
    listed,
    marker,
    number,
    of_kind,
    place,
    play,
    start,
    steps,
    study,
    until,
    who,
)

BOTH = "HQ-III 10.19 \n AOK-18 10.01 \n tanks 0"


def can(match: Match, action: str) -> bool:
    return bool(match.check(action))


# -- names, dates, misprints --


def test_q20_four_scenarios() -> None:
    assert len(list((ROOT / "scenarios").glob("*.toml"))) == 4


def test_q21_only_turn_4_has_a_day_more() -> None:
    dates = {int(row["turn"]): row["dates"] for row in rows("tables/turn_track.csv")}
    assert dates[4] == "5-8 June"
    assert dates[6] == "12-14 June"


def test_q23_ordinals_and_names_are_put_right() -> None:
    names = " ".join(unit["name"] for unit in units().values())
    assert not re.search(r"Erstaz|13rd|113rd|213rd|211st", names)
    assert {"13LD", "113ID", "213ID", "211ID", "12BD", "4ED", "6BRD"} <= set(units())


def test_q31_group_ii_is_air_unit_ii() -> None:
    assert "AIR-II" in set_up("gneisenau")["12.03"]
    assert "AIR-II" in set_up("blucher")["35.08"]


def test_q71_left_is_coordination_right_is_protection() -> None:
    assert (units()["BCL-1"]["coordination"], units()["BCL-1"]["protection"]) == ("2", "3")


def test_q79_columns_not_rows() -> None:
    name = scenario("friedensturm")["turn"][0]["frozen"]
    frozen = {row["cell"] for row in rows("map/regions.csv") if row["region"] == name}
    assert {cell[:2] for cell in frozen} == {str(column) for column in range(20, 31)}


def test_q22_the_153rd_comes_in_regiments() -> None:
    for name in ("friedensturm", "foch-attacks"):
        assert sum(id.startswith("153DI/") for id in set_up(name)["21.20"]) == 3


@pytest.mark.parametrize(("option", "left"), [("french", 0), ("american", 1)])
def test_q24_the_157th_division(option: str, left: int) -> None:
    """Two steps, or three."""
    lines = f"206ID 10.10 \n 222ID 09.11 \n 46RD 11.11 \n 157DI 10.11 \n {BOTH}"
    match = study("combat german", lines, scenario="blucher", turn=2, franco_american=option)
    assert game(match).morale(number(match, "157DI")) == 3
    fight(match, "10.11", "206ID,222ID,46RD", "lead 206ID", dice=[3, 3, 2, 3])
    assert steps(match, "157DI") == left


def test_q25_american_morale_by_scenario() -> None:
    for name, turn, uid, morale in (
        ("blucher", 2, "3US/4", 4), ("friedensturm", 17, "3US/4", 5), ("foch-attacks", 18, "26US", 4),
    ):  # fmt: skip
        match = study("movement allied", f"{uid} 10.15 \n 206ID 02.02 \n {BOTH}", scenario=name, turn=turn)
        assert game(match).morale(number(match, uid)) == morale


def test_q53_stosstruppen_are_in_no_way_combat_units() -> None:
    lines = f"19ID/74 10.10 stoss=ST-1 \n 206ID 10.10 \n 18DI 10.15 \n {BOTH}"
    match = study("movement german", lines)
    g = game(match)
    assert g.stacked(g.stack[match.setting.grid.cell("10.10")]) == 4


def test_q98_nations() -> None:
    assert {units()[id]["nation"] for id in ("DM/LE", "10DIC/33", "BCL-1", "45DI/3Z")} == {"french"}
    assert {units()[id]["nation"] for id in ("11BD/3", "6BRD")} == {"german"}


# -- turns --


def test_q80_two_dice_then_the_defender_then_the_attacker() -> None:
    match = study("combat german", f"206ID 10.10 \n 18DI 10.11 \n {BOTH}")
    events = fight(match, "10.11", "206ID", dice=[2, 5, 3, 4])
    assert of_kind(events, "combat")[-1].data["dice"] == 7
    assert [event.data["side"] for event in of_kind(events, "coordination")] == ["allied", "german"]
    assert [event.data["die"] for event in of_kind(events, "coordination")] == [3, 4]


@pytest.mark.parametrize(("name", "turn"), [("gneisenau", 5), ("blucher", 1), ("friedensturm", 17)])
def test_q32_bruchmuller_is_always_played(name: str, turn: int) -> None:
    lines = f"GAA-1 10.08 offensive=1 \n 206ID 10.10 \n 18DI 10.11 \n {BOTH}"
    match = study("combat german", lines, scenario=name, turn=turn, sequence=1)
    events = fight(match, "10.11", "206ID", dice=[3, 4, 3, 3])
    rows = of_kind(events, "coordination")[0].data["rows"]
    assert any("Bruchmüller" in row for row in rows)


def test_n08_disengagement_comes_after_combat_and_before_exploitation() -> None:
    from grognard.games.friedensturm_1918.sequence import STEPS

    order = list(STEPS)
    assert order.index("combat") < order.index("disengagement") < order.index("exploitation-combat")


def test_n05_points_count_at_the_end() -> None:
    match = study("end-of-turn german", 'held {"13.14": 1}', start=True, turn=5)
    assert match.outcome is None
    match = study("end-of-turn german", 'held {"13.14": 1}', start=True, turn=6)
    assert match.outcome is not None
    assert match.outcome.level == "German strategic victory"


# -- supply and command --


def test_q28_border_hexes_are_sources() -> None:
    """Scenario 4 has no German edge; its headquarters is supplied all the same."""
    match = study("supply german", scenario="foch-attacks", start=True, turn=18, supply=None, command=None)
    assert place(match, "AOK-9") == "27.15"


def test_q77_the_marker_stays_for_the_turn() -> None:
    lines = f"18DI 10.11 unsupplied=1 \n 84ID 10.10 \n {BOTH}"
    assert not any(action.startswith("attack") for action in listed_or_none(study("combat allied", lines)))


def listed_or_none(match: Match) -> list[str]:
    return list(listed(match)) if match.decision is not None else []


def test_q78_command_is_traced_at_the_moment_of_the_attack() -> None:
    near = "206ID 10.17 \n 18DI 10.18 \n HQ-III 19.20"
    match = study("combat german", f"AOK-18 10.02 \n {near}", command=None, supply=None)
    assert can(match, "attack 10.18")
    match = study("combat german", f"AOK-18 10.01 \n {near}", command=None, supply=None)
    assert not any(action.startswith("attack") for action in listed_or_none(match))


def test_n04_headquarters_command_and_base() -> None:
    assert set_up("gneisenau")["13.14"] == ["HQ-III", "AIR-FEQUANT"]


def test_n11_a_headquarters_stops_where_it_can_trace() -> None:
    ring = "18DI 10.08 \n 36DI 08.09 \n 15DI 12.09 \n 1DI 08.12 \n 125DI 12.12 \n 35DI 10.14 \n HQ-III 10.19"
    air = "AIR-II 10.10 mission=1 base=AOK-18"
    lines = f"AOK-18 10.10 \n {air} \n 206ID 10.11 \n {ring}"
    match = study("supply german", lines, supply=None, command=None, air="yes")
    assert place(match, "AOK-18") == "10.06"
    assert place(match, "AIR-II") == "off-map"


# -- movement --


def test_q10_leaving_a_zone_costs_nothing() -> None:
    match = study("movement german", f"206ID 10.10 \n 19ID/74 10.10 \n 18DI 10.11 \n {BOTH}")
    assert "10.06" in destinations(match, "206ID")  # four clear hexes for 4 MP


def test_q11_only_the_pinned_unit_s_zone_is_ignored() -> None:
    lines = f"18DI 10.11 pinned=1 \n 36DI 09.13 \n 19ID/74 10.09 stoss=ST-1 marker=3 \n 206ID 12.09 marker=3 \n {BOTH}"
    match = study("exploitation german", lines)
    play(match, "move 19ID/74 09.12")
    assert not can(match, "move 19ID/74 09.13")
    assert not any(action.startswith("move 19ID/74") for action in listed(match))
    assert "10.10" not in destinations(match, "206ID") or not can(match, "move 206ID 09.11")


def test_q90_all_but_one_leave_freely() -> None:
    match = study("movement allied", f"11DI/26 10.10 \n 11DI/69 10.10 \n 11DI/79 10.10 \n 227ID 10.09 \n {BOTH}")
    play(match, "move 11DI/26 10.12", "move 11DI/69 10.13")
    assert not can(match, "move 11DI/79 10.11")


def test_q91_a_tank_may_be_the_one_that_stays() -> None:
    match = study("movement allied", f"11DI/26 10.10 \n BCL-1 10.10 \n 227ID 10.09 \n {BOTH}")
    assert can(match, "move 11DI/26 10.12")


def test_q92_exploitation_obeys_relief() -> None:
    """A reserve that an enemy came next to is alone in a zone."""
    match = study("exploitation german", f"206ID 10.10 marker=2 \n 18DI 10.11 \n {BOTH}")
    assert match.decision is None or not can(match, "move 206ID 10.09")


@pytest.mark.parametrize(("gun", "reach"), [("12.06", "10.08"), ("12.16", "")])
def test_q16_every_hex_of_a_forced_march_is_three_away(gun: str, reach: str) -> None:
    """The start hex too: with the gun at 12.16 18DI begins two hexes away and cannot march at all."""
    road = "\n".join(f"link road 10.{row:02}-10.{row + 1:02}" for row in range(3, 18))
    match = study("movement allied", f"{road} \n 18DI 10.17 \n GCA-1 {gun} \n 206ID 02.02 \n {BOTH}")
    ends = sorted(action.split()[2] for action in listed(match) if action.startswith("force 18DI"))
    assert (ends[0] if ends else "") == reach


def test_q17_reorganising_is_disorganised() -> None:
    road = "\n".join(f"link road 10.{row:02}-10.{row + 1:02}" for row in range(3, 18))
    match = study("movement allied", f"{road} \n 18DI 10.17 disorder=1 \n 206ID 02.02 \n {BOTH}")
    assert not any(action.startswith("force 18DI") for action in listed(match))
    assert "10.12" not in destinations(match, "18DI")  # half of 4 MP, road 1/2
    assert "10.13" in destinations(match, "18DI")


def test_q89_any_side_of_the_hex() -> None:
    match = study("movement german", f"side minor-river 10.10-11.10 \n 206ID 10.10 \n 18DI 10.18 \n {BOTH}")
    assert can(match, "bridge 206ID to 11.10")


def test_q88_bridges_are_blown_in_one_s_own_phase() -> None:
    ground = "side major-river+bridge 10.10-10.11 \n link road 10.10-10.11"
    match = study("bridges allied", f"{ground} \n 206ID 10.08 \n 18DI 10.12 \n {BOTH}")
    assert who(match) == "allied"
    assert can(match, "blow 10.10-10.11")


def test_n17_a_major_river_in_exploitation() -> None:
    straight = [f"side major-river {c:02}.10-{c:02}.11" for c in range(1, 21)]
    slanted = [f"side major-river {c:02}.10-{d:02}.11" for c in range(2, 21, 2) for d in (c - 1, c + 1) if d <= 20]
    river = "\n".join([*straight, *slanted])
    match = study("exploitation german", f"{river} \n 206ID 10.10 marker=3 \n 18DI 02.19 \n {BOTH}")
    assert can(match, "move 206ID 10.11")
    match = study("exploitation german", f"{river} \n 206ID 10.09 marker=2 \n 18DI 02.19 \n {BOTH}")
    play(match, "move 206ID 10.10")
    assert not can(match, "move 206ID 10.11")


def test_n18_a_reserve_marker_for_each_unit() -> None:
    regiments = "19ID/74 10.08 \n 19ID/78 10.08 \n 19ID/91 10.08"
    match = study("movement german", f"GAA-1 10.05 offensive=1 \n {regiments} \n 18DI 10.18 \n {BOTH}")
    play(match, "end", "reserve 19ID/74")
    assert [marker(match, uid) for uid in ("19ID/74", "19ID/78", "19ID/91")] == ["reserve", "none", "none"]


def test_q55_no_reserve_marker_on_disorganised_units() -> None:
    lines = f"GAA-1 10.05 offensive=1 \n 206ID 10.08 disorder=1 \n 222ID 10.07 \n 18DI 10.18 \n {BOTH}"
    match = study("movement german", lines)
    play(match, "end")
    assert can(match, "reserve 222ID")
    assert not can(match, "reserve 206ID")


def test_q39_placed_units_move_on() -> None:
    match = study("movement allied", scenario="blucher", start=True, turn=1, sequence=2)
    play(match, "enter 154DI 45.22")
    assert any(action.startswith("move 154DI") for action in listed(match))


def test_q37_the_road_if_every_hex_is_barred() -> None:
    bars = "28ID 21.20 \n 47RD 20.23 \n 237ID 22.30 \n 9ID 30.28"
    match = study("movement allied", bars, scenario="blucher", start=True, turn=3, sequence=1)
    road = {row["cell"] for row in rows("map/regions.csv") if row["region"].startswith("road-villers")}
    entries = {action.split()[2] for action in listed(match) if action.startswith("enter 87DI")}
    assert entries
    assert entries <= road


def test_q73_guns_and_headquarters_alone_die_together() -> None:
    lines = f"206ID 10.09 \n ACA-1 10.12 \n HQ-X 10.12 \n 18DI 10.18 \n {BOTH}"
    match = study("movement german", lines)
    play(match, "move 206ID 10.11")
    assert place(match, "ACA-1") == place(match, "HQ-X") == "lost"


def test_n03_offensive_guns_move_in_an_empty_exploitation_phase() -> None:
    match = study("exploitation german", f"GAA-1 10.05 offensive=1 \n 206ID 10.04 \n 18DI 10.18 \n {BOTH}")
    until(match, "heavy-guns")
    assert can(match, "move GAA-1 10.06")


def test_n10_no_other_support_unit_moves_in_exploitation() -> None:
    match = study("exploitation german", f"206ID 10.04 marker=3 \n GCA-1 10.05 \n 18DI 10.18 \n {BOTH}")
    assert any(action.startswith("move 206ID") for action in listed(match))
    assert not any(action.startswith(("move GCA-1", "move AOK-18")) for action in listed(match))


# -- scenarios --


def test_q26_movement_only() -> None:
    match = study(
        "combat german", scenario="friedensturm", start=True, turn=17, sequence=1, frozen_zone="movement-only"
    )
    targets = {action.split()[1] for action in listed(match) if action.startswith("attack ")}
    assert any(hex < "31" for hex in targets)


def test_q29_units_next_to_reims_can_be_commanded_by_it() -> None:
    match = study("supply german", scenario="blucher", start=True, turn=1, supply=None, command=None)
    assert place(match, "HQ-IV") == "46.19"
    assert not game(match).state.unsupplied[number(match, "45DI/3Z")]


def test_q33_the_line_of_21_20_may_spread() -> None:
    match = start("foch-attacks", air="no")
    hexes = {action.split()[2] for action in listed(match) if action.startswith("deploy 153DI/9Z")}
    assert hexes == {"20.19", "20.20", "21.19", "21.21", "22.19", "22.20"}


@pytest.mark.parametrize(("die", "comes"), [(1, False), (2, True)])
def test_q34_a_die_and_the_points_of_the_moment(die: int, comes: bool) -> None:
    held = 'held {"25.22": 0, "29.27": 0}'
    match = study("phases german", held, scenario="foch-attacks", start=True, turn=18, sequence=2, dice=[die])
    assert any(action.startswith("enter 10ID/6") for action in listed(match)) == comes


def test_q35_control_stays_with_the_last_who_was_there() -> None:
    match = study("movement german", "5RD 10.08", start=True, turn=6, sequence=1)
    g = game(match)
    cell = match.setting.grid.cell("10.09")
    assert g.state.held[cell] == 0
    g.place(number(match, "5RD"), cell)
    g.place(number(match, "5RD"), match.setting.grid.cell("10.08"))
    assert g.state.held[cell] == 1


def test_q36_one_of_the_two_is_enough() -> None:
    points = []
    for held in ('held {"30.15": 0}', 'held {"30.15": 0, "30.16": 0}'):
        match = study("end-of-turn allied", held, scenario="foch-attacks", start=True)
        assert match.outcome is not None
        points.append(sum(points for _, points, _, _ in match.outcome.points))
    assert points == [3, 3]


def test_q27_both_conditions_cancel() -> None:
    """Reims taken and nothing encircled is a German strategic victory; without Reims the points decide."""
    match = study("end-of-turn allied", 'held {"46.19": 1}', scenario="friedensturm", start=True, turn=19)
    assert match.outcome is not None
    assert match.outcome.level == "German strategic victory"
    match = study("end-of-turn allied", scenario="friedensturm", start=True, turn=19)
    assert match.outcome is not None
    assert match.outcome.level == "Allied tactical victory"


def test_every_ruling_has_a_test_or_nothing_to_test() -> None:
    """Misprints and words that nothing depends on need none."""
    named = "".join(path.read_text(encoding="utf-8") for path in Path(__file__).parent.rglob("test_*.py")).lower()
    found = re.findall(r"^\*\*([NQ]\d\d)\.", (ROOT / "rulings.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert {id for id in found if id.lower() not in named} == {"Q" + "18", "Q" + "19", "Q" + "81", "Q" + "84"}
