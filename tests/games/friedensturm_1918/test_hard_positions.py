"""The second reader's positions (hard_positions.toml), played: each test bears the number of its position."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from grognard.engine import Event, Match
from tests.games.friedensturm_1918.position import (
    allowed,
    destinations,
    disorder,
    fight,
    force,
    game,
    listed,
    marker,
    of_kind,
    place,
    play,
    steps,
    study,
    until,
)

BOTH = "HQ-III 10.19 \n AOK-18 10.01"
"""Headquarters far from the fighting, so that support units and retreats have somewhere to look to."""


def can(match: Match, action: str) -> bool:
    return bool(match.check(action))


def told(events: Sequence[Event], kind: str, field: str) -> object:
    return of_kind(list(events), kind)[-1].data[field]


# -- 4 --


@pytest.mark.parametrize(
    ("lines", "too_many"),
    [
        ("18DI 10.10 \n 11DI/26 10.10 \n ACA-1 10.10 \n ACA-2 10.10 \n HQ-X 10.10", False),  # F04-01
        ("18DI 10.10 \n 11DI/26 10.10 \n BCL-1 10.10 \n ACA-1 10.10 \n HQ-X 10.10", True),  # F04-01t
        ("58DI 10.10 1 \n 125DI 10.10 1", False),  # F04-02
        ("58DI 10.10 1 \n 125DI 10.10 1 \n BCL-1 10.10", True),  # F04-02t
        ("206ID 10.10 1 \n 222ID 10.10 2", False),  # F04-03
    ],
)
def test_f04_stacks_at_the_end_of_a_phase(lines: str, too_many: bool) -> None:
    side = "german" if "ID" in lines else "allied"
    match = study(f"movement {side}", f"{lines}\n{BOTH}")
    until(match, "overstack")
    assert (match.decision is not None) == too_many


def test_f04_04_a_full_hex_may_be_passed() -> None:
    match = study("movement german", f"206ID 10.10 \n 19ID/74 10.10 \n 227ID 10.12 \n 18DI 02.19 \n {BOTH}")
    assert can(match, "move 227ID 10.09")


def test_f04_07_stosstruppen_without_a_regiment_go() -> None:
    lines = f"19ID/74 10.10 stoss=ST-1 \n 19ID/78 10.10 1 stoss=ST-2 \n 206ID 10.10 2 \n 18DI 10.11 \n {BOTH}"
    match = study("combat german", lines)
    fight(match, "10.11", "19ID/78", "hold", dice=[3, 4, 3, 3])
    assert place(match, "19ID/78") == place(match, "ST-2") == "lost"
    assert place(match, "ST-1") == "10.10"


@pytest.mark.parametrize(
    ("lines", "room"),
    [
        ("19ID/74 10.10 \n 19ID/78 10.10 \n 19ID/91 10.10", True),  # F04-08
        ("206ID 10.10 \n 19ID/74 10.10", False),  # F04-08t
    ],
)
def test_f04_08_room_for_the_german_tank(lines: str, room: bool) -> None:
    match = study("combat german", f"tanks 1\n{lines}\n18DI 10.11\n{BOTH}")
    play(match, "attack 10.11", "join 19ID/74")
    assert can(match, "commit A7V with 19ID/74") == room


# -- 5 --


@pytest.mark.parametrize(
    ("enemy", "far"),
    [("BCL-1 10.11", True), ("125DI 10.11 1", False)],  # F05-01, F05-01t
)
def test_f05_01_who_stops_a_move(enemy: str, far: bool) -> None:
    match = study("movement german", f"206ID 10.08 \n {enemy} \n 15DI 10.18 \n {BOTH}")
    assert can(match, "move 206ID 10.10")
    assert can(match, "move 206ID 09.12") == far  # three hexes further past the enemy


def test_f05_02_a_friend_does_not_lift_a_zone() -> None:
    match = study("movement german", f"18DI 10.12 \n 19ID/74 10.11 \n 206ID 10.09 \n {BOTH}")
    play(match, "move 206ID 10.11")
    assert not can(match, "move 206ID 09.11")


def test_f05_06_disorganised_units_keep_their_zones() -> None:
    match = study("movement german", f"18DI 10.11 disorder=2 unsupplied=1 \n 206ID 10.09 \n {BOTH}")
    play(match, "move 206ID 10.10")
    assert not can(match, "move 206ID 11.10")


def test_f05_07_never_from_zone_to_zone() -> None:
    lines = f"terrain woods 09.10 \n 206ID 10.10 disorder=2 \n 19ID/74 10.10 \n 18DI 10.11 \n {BOTH}"
    slow = study("movement german", lines)
    assert not can(slow, "move 206ID 09.11")  # with 2 MP there is no way round
    assert can(slow, "move 206ID 10.08")
    match = study("movement german", f"206ID 10.10 \n 19ID/74 10.10 \n 18DI 10.11 \n {BOTH}")
    assert can(match, "move 206ID 09.09")  # F05-07t


def test_f05_08_pinned_units_do_not_hold_stosstruppen() -> None:
    lines = f"18DI 10.11 pinned=1 \n 19ID/74 10.09 stoss=ST-1 marker=3 \n {BOTH}"
    assert can(study("exploitation german", lines), "move 19ID/74 09.12")
    match = study("exploitation german", f"36DI 09.13 \n {lines}")  # F05-08t
    assert can(match, "move 19ID/74 09.12")


def test_f05_09_zones_reach_over_rivers() -> None:
    match = study("movement allied", f"side major-river 10.10-10.11 \n 206ID 10.10 \n 18DI 10.12 \n {BOTH}")
    play(match, "move 18DI 10.11")
    assert not any(action.startswith("move 18DI") for action in listed(match))


def test_f05_10_concentric_with_an_enemy_in_a_surrounding_hex() -> None:
    lines = f"125DI 10.10 \n 206ID 10.09 \n 222ID 10.11 \n 36DI 11.11 \n {BOTH}"
    match = study("combat german", lines)
    events = fight(match, "10.10", "206ID,222ID", dice=[3, 4, 3, 3])
    odds = told(events, "odds", "odds")
    assert isinstance(odds, dict)
    assert "concentric attack" in [row["what"] for row in odds["shifts"]]


# -- 6 --


def losses(attackers: str, defender: str, dice: Sequence[int], *answers: str, scenario: str = "gneisenau") -> Match:
    """One attack on 10.11 from 10.10; everybody holds, the dice are two for the table and one each."""
    units = ",".join(line.split()[0] for line in attackers.split("\n"))
    match = study("combat german", f"{attackers}\n{defender}\n{BOTH}", scenario=scenario)
    fight(match, "10.11", units, *answers, dice=dice)
    return match


def test_f06_01_an_american_division_has_three_steps() -> None:
    match = study("combat german", f"206ID 10.10 \n 26US 10.11 \n {BOTH}", scenario="foch-attacks")
    events = fight(match, "10.11", "206ID", dice=[6, 6, 2, 3])
    hits = told(events, "combat", "defender")
    assert isinstance(hits, int)
    assert steps(match, "26US") == 3 - min(3, hits // 3)


def test_f06_09_a_defending_tank_is_the_last_to_go() -> None:
    lines = f"206ID 10.10 \n 222ID 09.11 \n 11DI/26 10.11 \n BCL-1 10.11 \n {BOTH}"
    match = study("combat german", lines)
    events = fight(match, "10.11", "206ID,222ID", dice=[1, 1, 2, 3])
    hits = told(events, "combat", "defender")
    assert isinstance(hits, int)
    assert hits < 7
    assert place(match, "BCL-1") == "10.11"


# -- 7 and 8 --


def test_f07_04_the_reacting_player_has_no_reserve() -> None:
    match = study("markers allied", f"69DI 10.15 \n AAA-1 10.16 \n 206ID 02.02 \n {BOTH}")
    assert match.decision is None or match.decision.kind != "markers" or not can(match, "reserve 69DI")


def test_f07_05_disorder_takes_two_adjustments() -> None:
    match = study("adjustment german", f"18DI 10.15 disorder=2 \n 206ID 02.02 \n {BOTH}")
    until(match, "movement")
    assert disorder(match, "18DI") == "reorganising"
    until(match, "markers", "end")
    while match.decision is not None and game(match).state.phasing == "allied":
        play(match, "end")
    assert disorder(match, "18DI") == "none"


def test_f07_05t_reorganising_stays_in_an_enemy_zone() -> None:
    match = study("adjustment allied", f"18DI 10.11 disorder=1 \n 206ID 10.10 \n {BOTH}")
    until(match, "movement")
    assert disorder(match, "18DI") == "reorganising"


def test_f07_06_disorganised_flips_in_a_zone_too() -> None:
    match = study("adjustment allied", f"18DI 10.11 disorder=2 \n 206ID 10.10 \n {BOTH}")
    until(match, "movement")
    assert disorder(match, "18DI") == "reorganising"


@pytest.mark.parametrize(("target", "bonus"), [("10.10", False), ("10.09", True)])
def test_f07_08_the_offensive_modifier_by_range(target: str, bonus: bool) -> None:
    """+1 in the second sequence; GAA-1 reaches four hexes."""
    beside = {"10.10": "10.09", "10.09": "10.08"}[target]
    lines = f"GAA-1 10.05 offensive=1 \n 206ID {beside} \n 18DI {target} \n {BOTH}"
    match = study("combat german", lines)
    events = fight(match, target, "206ID", dice=[3, 4, 3, 3])
    odds = told(events, "odds", "odds")
    assert isinstance(odds, dict)
    assert ("offensive modifier" in [row["what"] for row in odds["shifts"]]) == bonus


# -- 11 --


def test_f11_02_the_minimum_move() -> None:
    ground = "terrain woods 10.10 \n feature craters 10.10 \n side minor-river 10.10-10.11"
    assert can(study("movement allied", f"{ground}\n18DI 10.11 \n 206ID 02.02 \n {BOTH}"), "move 18DI 10.10")
    assert not can(study("movement allied", f"{ground}\n18DI 10.12 \n 206ID 02.02 \n {BOTH}"), "move 18DI 10.10")
    slow = study("movement allied", f"{ground}\n18DI 10.11 disorder=2 \n 206ID 02.02 \n {BOTH}")
    assert can(slow, "move 18DI 10.10")


def test_f11_03_relief_is_now_or_never() -> None:
    lines = f"10DI 10.10 \n 227ID 10.09 \n 18DI 10.12 \n 36DI 15.15 \n {BOTH}"
    match = study("movement allied", lines)
    assert not can(match, "move 10DI 10.11")
    play(match, "move 18DI 10.10")
    assert can(match, "move 10DI 10.11")  # F11-03t
    play(match, "move 36DI 15.16")
    assert not can(match, "move 10DI 10.11")


def test_f11_04_no_relief_from_zone_to_zone() -> None:
    lines = f"terrain woods 09.11 \n 10DI 10.10 \n 227ID 10.09 \n 18DI 09.10 disorder=2 \n 11DI/26 09.10 \n {BOTH}"
    assert not can(study("movement allied", lines), "move 18DI 10.10")  # with 2 MP there is no way round


def test_f11_05_a_tank_relieves() -> None:
    match = study("movement allied", f"10DI 10.10 \n 227ID 10.09 \n BCL-1 10.12 \n {BOTH}")
    play(match, "move BCL-1 10.10")
    assert can(match, "move 10DI 10.12")


def river(kind: str) -> str:
    """A river south of 10.10, too long to go round it in a move."""
    sides = ("10.10-10.11", "09.11-10.10", "10.10-11.11", "09.10-09.11", "11.10-11.11", "08.10-09.11", "11.11-12.10")
    return "\n".join(f"side {kind} {side}" for side in sides)


def test_f11_06_a_major_river_takes_the_whole_move() -> None:
    match = study("movement german", f"{river('major-river')} \n 206ID 10.09 \n 18DI 02.19 \n {BOTH}")
    play(match, "move 206ID 10.10")
    assert not can(match, "move 206ID 10.11")
    match = study("movement german", f"{river('major-river')} \n 206ID 10.10 \n 18DI 02.19 \n {BOTH}")
    assert can(match, "move 206ID 10.11")
    lines = f"{river('major-river')} \n 206ID 10.10 \n 19ID/74 10.10 \n 18DI 11.11 \n {BOTH}"
    assert not can(study("movement german", lines), "move 206ID 10.11")  # F11-06t


def test_f11_13_support_units_bar_a_forced_march() -> None:
    road = "\n".join(f"link road 10.{row:02}-10.{row + 1:02}" for row in range(4, 18))
    match = study("movement allied", f"{road}\n18DI 10.17 \n GCA-1 12.06 \n 206ID 02.02 \n {BOTH}")
    reach = [action for action in listed(match) if action.startswith(("force 18DI", "march 18DI", "forced 18DI"))]
    assert all("10.07" not in action for action in reach)


def test_f11_16_artillery_crosses_at_bridges_only() -> None:
    match = study("movement allied", f"{river('minor-river')} \n HQ-X 10.11 \n ACA-1 10.11 \n 206ID 02.02 \n {BOTH}")
    assert can(match, "move HQ-X 10.10")
    assert not can(match, "move ACA-1 10.10")


# -- 12 --


def test_f12_01_nobody_may_lead() -> None:
    match = study("combat german", f"227ID 10.10 \n 19ID/74 10.10 disorder=2 \n 18DI 10.11 \n {BOTH}")
    assert match.decision is None or not can(match, "attack 10.11")


def test_f12_04_halved_unit_by_unit() -> None:
    lines = f"side major-river 10.10-10.11 \n 206ID 10.10 \n 222ID 09.11 \n 10DI 10.11 \n {BOTH}"
    match = study("combat german", lines)
    events = fight(match, "10.11", "206ID,222ID", "lead 206ID", dice=[3, 4, 3, 3])
    odds = told(events, "odds", "odds")
    assert isinstance(odds, dict)
    morale = sum(row["value"] for row in odds["shifts"])
    assert odds["column"] == 0 + morale  # 12.5 to 9 is 1/1


def test_f12_07_no_tank_over_a_minor_river() -> None:
    lines = f"side minor-river 10.10-10.11 \n 11DI/26 10.11 \n BCL-1 10.11 \n 84ID 10.10 \n {BOTH}"
    match = study("combat allied", lines)
    play(match, "attack 10.10")
    assert match.decision is not None
    assert match.decision.kind != "participants" or not can(match, "join BCL-1")


@pytest.mark.parametrize(
    ("die", "level"),
    [(1, "none"), (6, "perfect")],  # F12-08 with a positive total; a natural 6
)
def test_f12_08_natural_1_and_6(die: int, level: str) -> None:
    lines = f"19ID/74 10.10 stoss=ST-1 \n 19ID/78 10.10 \n 19ID/91 10.10 \n 125DI 10.11 \n {BOTH}"
    match = study("combat german", lines)
    events = fight(match, "10.11", "19ID/74,19ID/78,19ID/91", "use", "lead 19ID/74", dice=[3, 4, 3, die])
    rolls = [event for event in of_kind(events, "coordination") if event.data["side"] == "german"]
    assert rolls[-1].data["level"] == level


def test_f12_19_a_hex_is_attacked_once() -> None:
    match = study("combat german", f"206ID 10.10 \n 222ID 09.11 \n 18DI 10.11 \n {BOTH}")
    fight(match, "10.11", "206ID", dice=[3, 4, 3, 3])
    assert match.decision is None or match.decision.kind != "combat" or not can(match, "attack 10.11")


def test_f12_11_points_that_can_be_a_step_must_be_one() -> None:
    """A4: a step of the lead regiment, then another, for the division would need 3."""
    lines = f"19ID/74 10.10 \n 206ID 10.10 \n 125DI 10.11 \n {BOTH}"
    match = study("combat german", lines)
    force(match, 3, 3, 3, 3)
    play(match, "attack 10.11", "all")
    events = until(match, "advance", "lead 19ID/74", "hold")
    hits = told(events, "combat", "attacker")
    assert hits in (3, 4, 5)


# -- 13 --


@pytest.mark.parametrize(
    ("pick", "code"),
    [("11DI/26", "r2"), ("58DI", "*r1")],  # F13-03, F13-03t
)
def test_f13_03_whose_morale(pick: str, code: str) -> None:
    lines = f"11DI/26 10.11 marker=1 \n 58DI 10.11 marker=1 \n 206ID 10.10 \n {BOTH}"
    match = study("disengagement allied", lines, dice=[2])
    assert match.decision is not None
    action = next(action for action in listed(match) if pick in action)
    events = play(match, action)
    assert told(events, "disengagement", "outcome") == code


# -- 14 --


def test_f14_03_reserves_do_not_attack() -> None:
    match = study("exploitation-combat german", f"206ID 10.10 marker=2 \n 18DI 10.11 \n {BOTH}")
    assert match.decision is None or match.decision.kind != "combat"


def test_f14_06_pinned_units_leave_markers_on() -> None:
    lines = f"19ID/74 10.10 stoss=ST-1 marker=3 \n 206ID 09.11 marker=3 \n 18DI 10.11 pinned=1 \n {BOTH}"
    match = study("exploitation-combat german", lines)
    until(match, "exploitation")
    assert marker(match, "19ID/74") == "exploitation"
    assert marker(match, "206ID") == "none"


def test_f14_07_how_far_marked_units_go() -> None:
    match = study("exploitation german", f"19ID/74 10.02 marker=3 \n 206ID 05.02 marker=2 \n 18DI 18.19 \n {BOTH}")
    assert "10.05" in destinations(match, "19ID/74")
    assert "10.06" not in destinations(match, "19ID/74")
    assert "05.08" in destinations(match, "206ID")
    assert "05.09" not in destinations(match, "206ID")


# -- 15 --


def test_f15_09_a_tank_does_not_attack_alone() -> None:
    match = study("combat allied", f"BCL-1 10.11 \n 84ID 10.10 \n {BOTH}")
    assert match.decision is None or not can(match, "attack 10.10")


def test_f15_10_tanks_are_french() -> None:
    lines = f"3US/4 10.11 \n 3US/7 10.11 \n BCL-1 10.11 \n 84ID 10.10 \n {BOTH}"
    match = study("combat allied", lines, scenario="foch-attacks")
    events = fight(match, "10.10", "3US/4,3US/7,BCL-1", "lead 3US/4", dice=[3, 4, 3, 3])
    rolls = [event for event in of_kind(events, "coordination") if event.data["side"] == "allied"]
    assert any("nationalities" in row for row in rolls[-1].data["rows"])


def test_allowed_is_what_can_be_played() -> None:
    match = study("movement german", f"206ID 10.08 \n 18DI 10.18 \n {BOTH}")
    assert allowed(match, "move 206ID 10.10")
