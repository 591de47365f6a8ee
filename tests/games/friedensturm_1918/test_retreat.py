"""Retreat (12.3), advance (12.4) and disengagement (chapter 13)."""

from __future__ import annotations

import pytest

from grognard.engine import Match
from grognard.games.friedensturm_1918.rules.disengagement import is_surrounded, modifier_rows
from grognard.games.friedensturm_1918.rules.retreat import next_hexes
from tests.games.friedensturm_1918.position import (
    asked,
    cell,
    destinations,
    disorder,
    fight,
    game,
    listed,
    number,
    of_kind,
    only,
    place,
    play,
    refused,
    steps,
    study,
    until,
    who,
)

OPEN = "7RD 18.10 \n 126DI 18.11"


def ways(match: Match, uid: str, avoids: bool = True) -> set[str]:
    g, unit = game(match), number(match, uid)
    return {match.setting.grid.ids[c] for c in next_hexes(g, unit, [g.state.loc[unit]], avoids)}


def test_12_3_towards_a_source_or_a_headquarters() -> None:
    """12.3, ruling Q46: south for the Allies of the blank board, or towards their headquarters."""
    match = study("combat german", "18DI 10.11 \n 5RD 02.02")
    assert ways(match, "18DI") == {"10.12", "09.12", "11.12"}
    match = study("combat german", "18DI 10.11 \n HQ-III 10.02 \n 5RD 02.02")
    assert {"10.10", "10.12"} <= ways(match, "18DI")


def test_12_3_aside_from_enemy_zones_only_after_combat() -> None:
    """12.3: a retreat by coordination may turn aside, a disengagement may not."""
    lines = "18DI 10.11 \n 46RD 10.14 \n 45RD 08.12 \n JD 12.12 \n 5RD 10.10"
    match = study("combat german", lines)
    hot = ways(match, "18DI", avoids=False)
    assert hot == {"10.12", "09.12", "11.12"}
    friend = study("combat german", f"{lines} \n 15DI 10.12 1")
    assert "10.12" in ways(friend, "18DI")


def test_12_3_each_hex_in_an_enemy_zone_costs_a_step() -> None:
    """12.3: unless a friendly unit negates it; the owner chooses who takes it."""
    lines = f"JD 10.10 \n 18DI 10.11 \n 46RD 10.14 \n 45RD 08.12 \n 5RD 12.12 \n {OPEN}"
    match = study("combat german", lines)
    events = fight(match, "10.11", "JD", "withdraw 1", "retreat 10.12", dice=[3, 3, 4, 3])
    zones = game(match).zone_cells[1] >> cell(match, "10.12") & 1
    losses = [e for e in events if e.kind == "loss" and e.cites[0] == "12.3"]
    assert len(losses) == zones


def test_12_3_two_hexes_disorganise_one_does_not() -> None:
    """12.3, 12.5, RT01, ruling N01."""
    for number_, option, state in (
        (1, "two-hexes", "none"),
        (2, "two-hexes", "disorganised"),
        (1, "any", "disorganised"),
    ):
        match = study("combat german", f"JD 10.10 \n 18DI 10.11 \n {OPEN}", retreat_disorganises=option)
        events = fight(match, "10.11", "JD", f"withdraw {number_}", dice=[6, 1, 5, 2])
        assert len(of_kind(events, "retreat")) == number_
        assert disorder(match, "18DI") == state


def test_12_3_units_may_go_different_ways() -> None:
    lines = f"JD 10.10 \n 11DI/26 10.11 \n 11DI/69 10.11 \n {OPEN}"
    match = study("combat german", lines, dice=[3, 3, 4, 3])
    play(match, "attack 10.11")
    until(match, "retreat", "withdraw 1")
    assert who(match) == "allied"
    play(match, "detach 11DI/69", "retreat 09.12", "retreat 11.12")
    assert (place(match, "11DI/26"), place(match, "11DI/69")) == ("09.12", "11.12")


def test_12_3_over_a_major_river_the_retreat_stops() -> None:
    """12.3, RT07, ruling Q50: disorganised, and only the hexes gone count."""
    river = "side major-river " + " ".join(f"10.11-{c}" for c in ("10.12", "09.12", "11.12"))
    match = study("combat german", f"{river}\nJD 10.10 \n 46RD 09.11 \n 18DI 10.11 \n {OPEN}")
    events = fight(match, "10.11", "JD,46RD", "withdraw 2", "retreat 10.12", dice=[4, 4, 5, 2])
    assert len(of_kind(events, "retreat")) == 1
    assert place(match, "18DI") == "10.12"
    assert disorder(match, "18DI") == "disorganised"
    hits = only(events, "combat").data["defender"] - 3
    assert steps(match, "18DI") == 3 - hits // 3


def test_12_3_through_friends_all_are_disorganised() -> None:
    """12.3, ruling Q48: not in the last hex."""
    lines = f"JD 10.10 \n 18DI 10.11 \n 11DI/26 10.12 \n {OPEN}"
    match = study("combat german", lines)
    fight(match, "10.11", "JD", "withdraw 1", "retreat 10.12", dice=[6, 1, 5, 2])
    assert disorder(match, "11DI/26") == "none"
    match = study("combat german", lines)
    fight(match, "10.11", "JD", "withdraw 2", "retreat 10.12", "retreat 10.13", dice=[6, 1, 5, 2])
    assert (disorder(match, "11DI/26"), disorder(match, "18DI")) == ("disorganised", "disorganised")


def test_12_3_on_from_a_full_hex() -> None:
    """12.3, ruling Q49: as many more hexes as it takes."""
    lines = f"JD 10.10 \n 18DI 10.11 \n 15DI 10.12 \n {OPEN}"
    match = study("combat german", lines)
    fight(match, "10.11", "JD", "withdraw 1", "retreat 10.12", "retreat 10.13", dice=[6, 1, 5, 2])
    assert place(match, "18DI") == "10.13"


def test_12_3_support_units_never_retreat() -> None:
    """12.3, 11.3.1: the gun stays, alone beside the enemy, and is lost."""
    match = study("combat german", f"JD 10.10 \n 18DI 10.11 \n ACA-1 10.11 \n {OPEN}")
    fight(match, "10.11", "JD", "withdraw 1", dice=[6, 1, 5, 2])
    assert place(match, "ACA-1") == "lost"


def test_playing_area_nowhere_to_go_is_the_end() -> None:
    """Playing Area, 12.3, MV24, ruling Q51: forced out of the area or surrounded, a unit is eliminated."""
    ring = "5RD 10.10 \n 222ID 09.11 \n JD 11.11 \n 46RD 10.12 \n 45RD 09.12 \n 7RD 11.12"
    match = study("disengagement allied", f"18DI 10.11 marker=1 \n {ring}", dice=[3])
    play(match, "disengage 18DI")
    assert place(match, "18DI") == "lost"


# -- 12.4 --


def won(dice: tuple[int, ...], lines: str, *answers: str, units: str = "JD,46RD") -> Match:
    match = study("combat german", f"{lines} \n {OPEN}")
    fight(match, "10.11", units, *answers, dice=dice)
    return match


GONE = "JD 10.10 \n 46RD 09.11 \n 58DI 10.11 1"


def test_12_4_partial_coordination_one_hex() -> None:
    """12.4, 12.2.6: into the attacked hex, if the defender is gone."""
    match = study("combat german", f"{GONE} \n {OPEN}", dice=[6, 6, 1, 4])
    play(match, "attack 10.11", "all", "lead JD")
    until(match, "advance")
    assert who(match) == "german"
    assert destinations(match, "46RD", "advance") == {"10.11"}
    play(match, "advance 46RD 10.11")
    refused(match, "advance 46RD 10.12", "12.4") if asked(match) == "advance" else None
    assert place(match, "46RD") == "10.11"


def test_12_4_perfect_coordination_two_hexes_and_the_first_is_the_attacked_one() -> None:
    """12.4: two if the defender is eliminated."""
    match = study("combat german", f"{GONE} \n {OPEN}", dice=[6, 6, 1, 6])
    play(match, "attack 10.11", "all", "lead JD")
    until(match, "advance")
    refused(match, "advance 46RD 10.12", "12.4", "first")
    play(match, "advance 46RD 10.11", "advance 46RD 10.12")
    assert place(match, "46RD") == "10.12"


def test_12_4_as_far_as_the_defender_retreated() -> None:
    """12.4, AD04: with perfect coordination."""
    match = study("combat german", f"JD 10.10 \n 46RD 09.11 \n 18DI 10.11 \n {OPEN}", dice=[6, 6, 6, 6])
    play(match, "attack 10.11", "all", "lead JD")
    until(match, "advance", "withdraw 3")
    play(match, "advance 46RD 10.11", "advance 46RD 10.12")
    assert "advance 46RD 10.13" in listed(match) or place(match, "18DI") == "10.14"


def test_12_4_only_full_strength_and_good_order() -> None:
    """12.4, AD01."""
    match = study("combat german", f"{GONE.replace('46RD 09.11', '46RD 09.11 2')} \n {OPEN}", dice=[6, 6, 1, 4])
    play(match, "attack 10.11", "all", "lead 46RD")
    until(match, "advance")
    refused(match, "advance 46RD 10.11", "12.4", "lost steps")
    assert destinations(match, "JD", "advance") == {"10.11"}


def test_12_4_not_from_zone_to_zone_but_for_stosstruppen() -> None:
    """12.4, 15.3."""
    lines = f"5ID/8 10.10 stoss=ST-1 \n 5ID/12 10.10 \n JD 09.11 \n 58DI 10.11 1 \n 15DI 11.12 \n 18DI 09.13 \n {OPEN}"
    match = study("combat german", lines, dice=[6, 6, 1, 6])
    play(match, "attack 10.11", "all", "hold", "lead JD")
    until(match, "advance")
    play(match, "advance 5ID/12 10.11")
    refused(match, "advance 5ID/12 10.12", "12.4", "one enemy zone")
    play(match, "advance 5ID/8 10.11", "advance 5ID/8 10.12")
    assert (place(match, "5ID/8"), place(match, "ST-1")) == ("10.12", "10.12")


def test_12_4_a_major_river_only_first_and_then_stop() -> None:
    """12.4, AD07."""
    river = "side major-river 10.10-10.11 10.11-10.12"
    match = study("combat german", f"{river}\n{GONE} \n 45RD 11.11 \n {OPEN}", dice=[6, 6, 1, 6])
    play(match, "attack 10.11", "all", "lead JD")
    until(match, "advance")
    play(match, "advance 46RD 10.11")
    refused(match, "advance 46RD 10.12", "12.4", "only with its first hex")
    play(match, "advance 46RD 11.12", "advance JD 10.11")  # across the river with its first hex, and no further
    assert place(match, "JD") == "10.11"
    if asked(match) == "advance":
        refused(match, "advance JD 11.12", "12.4", "as far as it may")


def test_12_4_up_a_slope_later_disorganises() -> None:
    match = study("combat german", f"slope slope 10.11-10.12\n{GONE} \n {OPEN}", dice=[6, 6, 1, 6])
    play(match, "attack 10.11", "all", "lead JD")
    until(match, "advance")
    play(match, "advance 46RD 10.11", "advance 46RD 10.12")
    assert disorder(match, "46RD") == "disorganised"


# -- 13.0 --


def rows(match: Match, uid: str) -> list[int]:
    return sorted(row.value for row in modifier_rows(game(match), number(match, uid)))


@pytest.mark.parametrize(
    ("lines", "uid", "found"),
    [
        ("18DI 10.11 marker=1", "18DI", []),
        ("58DI 10.11 marker=1", "58DI", [-2]),
        ("10DI 10.11 marker=1", "10DI", [-1]),
        ("11DI/26 10.11 marker=1", "11DI/26", [1]),
        ("feature trench-allied 10.11\n18DI 10.11 marker=1", "18DI", [3]),
        ("terrain town 10.11\n18DI 10.11 marker=1", "18DI", [1]),
        ("18DI 10.11 marker=1 disorder=1", "18DI", [-2]),
    ],
)
def test_13_0_modifiers(lines: str, uid: str, found: list[int]) -> None:
    """13.0, ruling Q04."""
    assert rows(study("disengagement allied", f"{lines} \n 5RD 10.10"), uid) == found


def test_13_0_surrounded() -> None:
    """13.0, DI04: enemy units or zones all around; a friend cancels a zone."""
    lines = "18DI 10.11 marker=1 \n 5RD 10.10 \n JD 10.12"
    match = study("disengagement allied", lines)
    assert is_surrounded(game(match), cell(match, "10.11"), 0)
    assert rows(match, "18DI") == [-3]
    match = study("disengagement allied", f"{lines} \n 15DI 09.12")
    assert not is_surrounded(game(match), cell(match, "10.11"), 0)


@pytest.mark.parametrize(
    ("uid", "die", "code", "choices"),
    [("18DI", 3, "r2", 2), ("18DI", 5, "r3", 3), ("58DI", 2, "*r1", 1), ("10DI", 1, "*r1", 1), ("11DI/26", 6, "r3", 3)],
)
def test_13_0_results(uid: str, die: int, code: str, choices: int) -> None:
    """13.0, DI01, ruling Q05: the table's ends hold."""
    match = study("disengagement allied", f"{uid} 10.11 marker=1 \n 5RD 10.10", dice=[die])
    events = play(match, f"disengage {uid}")
    assert only(events, "disengagement").data["outcome"] == code
    if choices > 1:
        assert (asked(match), who(match)) == ("withdraw", "allied")
        assert len(listed(match)) == choices
    else:
        assert steps(match, uid) == match.setting.units[number(match, uid)].steps - 1


def test_13_0_r3_is_led_by_the_enemy() -> None:
    """13.0: three hexes, disorganised, by a path of the other player's choice."""
    match = study("disengagement allied", "18DI 10.11 marker=1 \n 5RD 10.10 \n HQ-III 10.19", dice=[2])
    play(match, "disengage 18DI")
    seen = set()
    while match.decision is not None and asked(match) == "retreat":
        seen.add(who(match))
        play(match, listed(match)[0])
    assert seen == {"german"}
    assert place(match, "18DI") not in ("10.11", "lost")
    assert disorder(match, "18DI") == "reorganising"  # disorganised, and adjusted since (14.3)


def test_13_0_only_marked_stacks_and_after_the_combats() -> None:
    """13.0, 11.2.7, DI07: marked at the end of the movement phase."""
    match = study("movement allied", "18DI 10.11 \n 15DI 14.11 \n 5RD 10.10 \n JD 14.10")
    play(match, "end", "mark 18DI", "end")
    until(match, "disengagement")
    assert listed(match) == ["disengage 18DI", "end"]
    refused(match, "disengage 15DI", "13.0")
