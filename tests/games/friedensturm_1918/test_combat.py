"""Combat (12.1, 12.2.1, 12.2.3-12.2.5): declaration, leads, odds, results; tanks (15.4), Stosstruppen (15.3)."""

from __future__ import annotations

import pytest

from grognard.engine import Match
from grognard.games.friedensturm_1918.rules.fight import Combat
from grognard.games.friedensturm_1918.rules.odds import work_out
from grognard.rules.arithmetic import Fight, whole_odds, whole_odds_text
from tests.games.friedensturm_1918.position import (
    allowed,
    asked,
    cell,
    fight,
    game,
    listed,
    number,
    only,
    place,
    play,
    refused,
    steps,
    study,
    until,
    who,
)


def odds(match: Match, target: str, units: str, lead: str, chief: str, stoss: bool = False) -> Fight:
    g = game(match)
    c = Combat(g, cell(match, target))
    c.attackers = [number(match, uid) for uid in units.split(",")]
    c.lead, c.chief, c.uses_stoss = number(match, lead), number(match, chief), stoss
    return work_out(g, c)


def shifts(found: Fight) -> dict[str, int]:
    return {row.what: row.value for row in found.shifts}


# -- 12.1, 12.2.1 --


def test_12_1_adjacent_once_and_all_of_a_hex() -> None:
    """12.1, CB08: each hex and each unit once in a phase; stacked units may attack different hexes."""
    lines = "JD 10.10 \n 5ID/12 10.10 \n 18DI 10.11 1 \n 15DI 11.11 1 \n 36DI 09.11 1"
    match = study("combat german", lines, dice=[6, 6, 3, 3])
    refused(match, "attack 10.12", "12.1", "no enemy combat unit")
    play(match, "attack 10.11", "join JD")
    refused(match, "join JD", "12.2.1", "already")
    play(match, "end")
    until(match, "combat", "hold", "end")
    refused(match, "attack 10.11", "12.1")
    events = play(match, "attack 11.11")
    assert only(events, "declare").data["units"] == [number(match, "5ID/12")]


def test_12_2_a_combat_is_taken_up_from_the_state_alone() -> None:
    """12.2: participants, guns and leads are rest points, and a copy taken there goes on like the match itself."""
    lines = "5ID/12 10.10 \n 5ID/8 10.10 \n 5ID/52 11.11 \n GCA-1 10.09 \n 18DI 10.11 \n ACA-1 10.13"
    match = study("combat german", lines, dice=[4, 3, 3, 4, 5, 2])
    seen: list[str] = []
    for text in ("attack 10.11", "join 5ID/12", "all", "support GCA-1", "support ACA-1"):
        play(match, text)
        assert match.decision is not None
        assert match.decision.rest
        copy = Match.resumed(match.position, match.seed, match.number)
        assert copy.decision is not None
        assert list(copy.decision.all_actions()) == list(match.decision.all_actions())
        seen.append(match.decision.kind)
    assert seen == ["participants", "participants", "guns-attacker", "guns-defender", "counter-battery"]
    until(match, "combat", "hold")
    assert game(match).state.target == -1
    assert game(match).state.attackers == []


def test_12_1_nobody_is_obliged_to_attack() -> None:
    match = study("combat german", "JD 10.10 \n 18DI 10.11")
    assert allowed(match, "end")
    refused(match, "attack 05.05", "12.1")


def test_12_2_1_the_three_conditions_in_one_unit() -> None:
    """12.2.1, CB02: morale 4, good order and command."""
    lines = "227ID 10.10 \n 5ID/8 09.11 \n 18DI 10.11 \n AOK-18 10.06"
    match = study("combat german", f"{lines} \n JD 16.10 \n 15DI 16.11", command=None)
    assert allowed(match, "attack 10.11")
    far = study("combat german", "227ID 10.10 \n 18DI 10.11 \n JD 16.10 \n 15DI 16.11")
    refused(far, "attack 10.11", "12.2.1", "morale 4")


def test_12_2_1_participants_are_named_once_and_for_all() -> None:
    match = study("combat german", "227ID 10.10 \n JD 09.11 \n 46RD 05.05 \n 45RD 11.11 \n 18DI 10.11")
    play(match, "attack 10.11", "join 227ID")
    refused(match, "end", "12.2.1", "must take part")
    refused(match, "join 46RD", "12.1", "not next to")
    events = play(match, "join JD", "end")
    assert only(events, "declare").data["units"] == [number(match, u) for u in ("227ID", "JD")]


def test_12_5_disorganised_units_do_not_attack() -> None:
    """12.5: nor reorganising ones."""
    match = study("combat german", "JD 10.10 disorder=1 \n 46RD 09.11 \n 18DI 10.11")
    play(match, "attack 10.11")
    assert asked(match) != "participants"
    assert number(match, "JD") not in [u for u, f in enumerate(game(match).state.fought) if f]


# -- 12.2.3 --


def test_12_2_3_leads() -> None:
    """12.2.3, CB12: the attacker's has morale 4 and good order, the defender's may be anybody."""
    lines = "JD 10.10 \n 227ID 09.11 \n 18DI 10.11 1 disorder=2 \n 15DI 10.11 1"
    match = study("combat german", lines)
    play(match, "attack 10.11", "all")
    assert (asked(match), who(match)) == ("lead-defender", "allied")
    assert sorted(listed(match)) == ["lead 15DI", "lead 18DI"]


def test_12_2_3_the_attacker_chooses_among_several() -> None:
    match = study("combat german", "JD 10.10 \n 46RD 09.11 \n 227ID 11.11 1 \n 18DI 10.11")
    play(match, "attack 10.11", "all")
    assert asked(match) == "lead-attacker"
    refused(match, "lead 227ID", "12.2.3", "cannot lead")
    refused(match, "lead 18DI", "12.2.3", "does not take part")


def test_12_2_3_without_a_leader_the_attack_is_cancelled() -> None:
    """12.2.3: bombardment disorganises the only leader; three steps from the highest morale."""
    lines = "5ID/8 10.10 \n 227ID 09.11 \n 18DI 10.11 \n AAA-1 10.13 \n JD 16.10 \n 15DI 16.11"
    match = study("combat german", lines)
    events = fight(match, "10.11", "5ID/8,227ID", "support AAA-1", "disorganise 5ID/8", dice=[1])
    assert only(events, "cancelled").cites[0] == "12.2.3"
    assert place(match, "5ID/8") == "lost"
    assert steps(match, "227ID") == 1


# -- 12.2.4 --


@pytest.mark.parametrize(
    ("attack", "defence", "column", "name"),
    [
        (35, 10, 2, "3/1"),
        (6, 10, -1, "1/2"),
        (9, 8, 0, "1/1"),
        (10, 10, 0, "1/1"),
        (3, 10, -3, "1/4"),
        (60, 5, 11, "12/1"),
    ],
)
def test_12_2_4_ratios(attack: int, defence: int, column: int, name: str) -> None:
    """12.2.4: the examples of the book, rounded for the defender."""
    assert (whole_odds(attack, defence), whole_odds_text(column)) == (column, name)


def test_12_2_4_imaginary_columns() -> None:
    """12.2.4: 1/2 two columns left and three right is 1/1."""
    assert whole_odds_text(whole_odds(6, 10) - 2 + 3) == "1/1"


@pytest.mark.parametrize(
    ("ground", "name", "value"),
    [("terrain woods 10.11", "defender in woods", -1), ("terrain village 10.11", "defender in a village", -1),
     ("feature fort 10.11", "defender in a fort", -2)],
)  # fmt: skip
def test_12_2_4_shifts_of_the_ground(ground: str, name: str, value: int) -> None:
    match = study("combat german", f"{ground}\nJD 10.10 \n 18DI 10.11")
    assert shifts(odds(match, "10.11", "JD", "JD", "18DI")) == {name: value}


@pytest.mark.parametrize(
    ("ground", "attack", "defence"),
    [
        ("terrain town 10.11", 9, 22), ("feature trench-allied 10.11", 9, 33), ("feature trench-german 10.11", 9, 33),
        ("terrain town 10.11\nfeature trench-allied 10.11", 9, 66), ("side major-river 10.10-10.11", 9, 22),
        ("slope slope 10.10-10.11", 9, 22), ("slope slope 10.11-10.10", 9, 11),
        ("slope slope 10.10-10.11\nside major-river 10.10-10.11", 9, 44),
        ("feature fort+trench-allied 10.11", 9, 33),
    ],
)  # fmt: skip
def test_12_2_4_strengths_by_ground(ground: str, attack: int, defence: int) -> None:
    """12.2.4, rulings Q40, Q41: multiplied; halves and quarters are not rounded."""
    match = study("combat german", f"{ground}\nJD 10.10 \n 18DI 10.11")
    found = odds(match, "10.11", "JD", "JD", "18DI")
    assert (found.attack_total, found.defence_total) == (attack, defence)


def test_12_2_4_halved_one_by_one() -> None:
    """12.2.4, OD06: only who attacks across the river; bridges do not matter."""
    lines = "side major-river+bridge 10.10-10.11\nlink road 10.10-10.11\n5RD 10.10 \n JD 09.11 \n 18DI 10.11"
    found = odds(study("combat german", lines), "10.11", "5RD,JD", "JD", "18DI")
    assert found.attack_total == 13


@pytest.mark.parametrize(("rivers", "shift"), [("10.10-10.11 09.11-10.11", -1), ("10.10-10.11", 0)])
def test_12_2_4_a_minor_river_for_all_attackers(rivers: str, shift: int) -> None:
    match = study("combat german", f"side minor-river {rivers}\n5RD 10.10 \n JD 09.11 \n 18DI 10.11")
    found = shifts(odds(match, "10.11", "5RD,JD", "JD", "18DI"))
    assert found.get("every attacker attacks across a minor river", 0) == shift


def test_12_2_4_other_shifts() -> None:
    """12.2.4, OD12, OD18, SU08: Stosstruppen once, morale both ways, unsupplied defenders, concentric attacks."""
    lines = """5ID/8 10.10 stoss=ST-1 \n 5ID/12 10.10 stoss=ST-2 \n 1GD/1GF 10.12 \n 58DI 10.11 unsupplied
        18DI 16.11 \n 10ID/6 16.10"""
    match = study("combat german", lines)
    found = shifts(odds(match, "10.11", "5ID/8,5ID/12,1GD/1GF", "5ID/8", "58DI", stoss=True))
    assert sorted(found.values()) == [1, 1, 1, 3]
    match = study("combat allied", "18DI 10.10 \n 1GD/1GF 10.11")
    found = shifts(odds(match, "10.11", "18DI", "18DI", "1GD/1GF"))
    assert list(found.values()) == [-2]


def test_12_2_4_concentric() -> None:
    """12.2.4, OD09, ruling Q58: two attackers 120 degrees apart leave a hex open, opposite ones do not."""
    apart = study("combat german", "JD 10.10 \n 46RD 11.11 \n 18DI 10.11")
    assert "concentric attack" not in shifts(odds(apart, "10.11", "JD,46RD", "JD", "18DI"))
    around = study("combat german", "JD 10.10 \n 46RD 10.12 \n 18DI 10.11")
    assert shifts(odds(around, "10.11", "JD,46RD", "JD", "18DI"))["concentric attack"] == 1


def test_12_2_4_foch_attacks() -> None:
    """12.2.4, 12.2.5, ruling Q93: a column more, and two hit points more for the attacker himself."""
    match = study("combat allied", "152DI 10.10 late \n 227ID 10.11 \n 18DI 16.10 \n 5RD 16.11")
    assert shifts(odds(match, "10.11", "152DI", "152DI", "227ID"))["Allied attack under the Foch doctrine"] == 1
    events = fight(match, "10.11", "152DI", dice=[3, 3, 1, 3, 1])
    event = only(events, "combat")
    assert event.data["attacker"] == int(event.data["outcome"][1]) + 2
    match = study("combat allied", "18DI 10.10 \n 227ID 10.11")
    assert "Allied attack under the Foch doctrine" not in shifts(odds(match, "10.11", "18DI", "18DI", "227ID"))


def test_12_2_4_below_one_to_two_the_attack_is_cancelled() -> None:
    """12.2.4, OD03: three steps from the attackers of the highest morale."""
    lines = "terrain woods 10.11\n5RD 10.10 1 \n 46RD 10.10 1 \n 18DI 10.11 \n 15DI 16.11 \n JD 16.10"
    match = study("combat german", lines)
    events = fight(match, "10.11", "5RD")
    assert only(events, "cancelled").cites[0] == "12.2.4"
    assert place(match, "5RD") == "lost"
    assert steps(match, "46RD") == 1


def test_12_2_4_the_last_column_holds() -> None:
    """12.2.4, ruling Q59."""
    match = study("combat german", "JD 10.10 \n 46RD 10.12 \n 45RD 09.11 \n 58DI 10.11 1")
    found = odds(match, "10.11", "JD,46RD,45RD", "JD", "58DI")
    assert (found.column, found.odds) == (5, "6/1")


@pytest.mark.parametrize(("option", "shift"), [("lead", 0), ("any", 1), ("all", 0)])
def test_12_2_4_who_counts_as_unsupplied(option: str, shift: int) -> None:
    """12.2.4, ruling Q97."""
    match = study("combat german", "JD 10.10 \n 18DI 10.11 1 \n 15DI 10.11 1 unsupplied", unsupplied_shift=option)
    assert shifts(odds(match, "10.11", "JD", "JD", "18DI")).get("defender out of supply", 0) == shift


# -- 12.2.5 --


@pytest.mark.parametrize(
    ("phase", "weather", "less"), [("german", "fog", 1), ("german", "fair", 0), ("allied", "fog", 0)]
)
def test_12_2_5_morning_fog(phase: str, weather: str, less: int) -> None:
    """12.2.5, 10.0, WE04: a hit point less for the initiative player, in his own phases."""
    lines = "JD 10.10 \n 18DI 10.11" if phase == "german" else "18DI 10.10 \n JD 10.11"
    match = study(f"combat {phase}", lines, weather=weather, sequence=1, turn=6)
    events = fight(match, "10.11", "JD" if phase == "german" else "18DI", dice=[3, 3, 1, 3, 1])
    event = only(events, "combat")
    printed = int(event.data["outcome"].split()[0][1:])
    assert event.data["attacker"] == printed - less


# -- 15.3 --


def test_15_3_stosstruppen_are_used_or_spared() -> None:
    """15.3, 12.2.8: the German decides; an asterisk then costs one of them (HP11, HP14)."""
    lines = "5ID/8 10.10 stoss=ST-1 \n 46RD 09.11 \n 45RD 11.11 \n 58DI 10.11 1 \n JD 16.10 \n 15DI 16.11"
    units = "5ID/8,46RD,45RD"
    match = study("combat german", lines)
    events = fight(match, "10.11", units, "use", "lead 5ID/8", dice=[1, 3, 1, 3, 1])
    assert only(events, "combat").data["outcome"].endswith("*")
    assert (place(match, "ST-1"), steps(match, "5ID/8")) == ("lost", 1)
    match = study("combat german", lines)
    fight(match, "10.11", units, "hold", "lead 5ID/8", "lose 5ID/8", dice=[1, 3, 1, 3, 1])
    assert (place(match, "ST-1"), steps(match, "5ID/8")) == ("10.10", 1)


# -- 15.4 --


def test_15_4_1_where_tanks_attack() -> None:
    """15.4.1, CB11: no towns, no rivers, no slopes."""
    for ground in ("terrain town 10.11", "side minor-river 10.10-10.11", "slope slope 10.10-10.11"):
        match = study("combat allied", f"{ground}\n18DI 10.10 \n BCL-1 10.10 \n 227ID 10.11 \n 15DI 09.11")
        play(match, "attack 10.11")
        refused(match, "join BCL-1", "15.4.1", "may not attack")
    match = study("combat allied", "terrain woods 10.11\n18DI 10.10 \n BCL-1 10.10 \n 227ID 10.11")
    play(match, "attack 10.11")
    assert allowed(match, "join BCL-1")


def test_15_4_1_one_tank_and_its_shift() -> None:
    """15.4.1: the coordination rating; a second tank does not take part (ruling Q68)."""
    match = study("combat allied", "18DI 10.10 \n BCL-1 10.10 \n BCL-2 09.11 \n 227ID 10.11 \n 15DI 09.11")
    found = odds(match, "10.11", "18DI,BCL-1", "18DI", "227ID")
    tank = match.setting.units[number(match, "BCL-1")]
    assert next(v for k, v in shifts(found).items() if "tank" in k) == tank.coordination  # type: ignore[attr-defined]
    play(match, "attack 10.11", "join BCL-1")
    refused(match, "join BCL-2", "15.4.1", "only one tank")


def test_15_4_1_tanks_in_the_first_sequence_of_foch() -> None:
    """12.2.4, 15.4.1, 8.0, IN03: a column less for morale, two more for the offensive, two more for the tanks."""
    lines = "18DI 10.10 \n BCL-1 10.10 \n 14RD/16R 10.11 \n 14RD/53R 10.11 \n 14RD/159 10.11 \n AAA-1 10.08 offensive"
    match = study("combat allied", lines, scenario="foch-attacks", sequence=1)
    found = odds(match, "10.11", "18DI,BCL-1", "18DI", "14RD/16R")
    assert sorted(row.value for row in found.shifts) == [-1, 2, 2]


def test_15_4_1_a_tank_alone_has_its_protection_for_morale() -> None:
    """15.4.1, ruling Q70: too little to attack; in defence it leads only alone."""
    match = study("combat allied", "BCL-1 10.10 \n 227ID 10.11 \n 18DI 16.10 \n 5RD 16.11")
    refused(match, "attack 10.11", "12.2.1")
    match = study("combat german", "JD 10.10 \n BCL-1 10.11")
    assert shifts(odds(match, "10.11", "JD", "JD", "BCL-1"))
    found = [row.value for row in odds(match, "10.11", "JD", "JD", "BCL-1").shifts]
    assert found == [4 - match.setting.units[number(match, "BCL-1")].protection]  # type: ignore[attr-defined]


def test_15_4_2_the_german_tank_event() -> None:
    """15.4.2: once, with an attacking unit that has room; it absorbs a point and is gone afterwards (HP17)."""
    lines = "tanks 1\nA7V event\n5ID/8 10.10 \n 5ID/12 10.10 \n 18DI 10.11 1 \n JD 16.10 \n 15DI 16.11"
    match = study("combat german", lines)
    play(match, "attack 10.11", "join 5ID/8")
    play(match, "commit A7V with 5ID/8")
    refused(match, "commit A7V with 5ID/8", "15.4.2")
    play(match, "end")
    until(match, "combat")
    assert place(match, "A7V") == "lost"
    assert game(match).state.tanks == 0


def test_15_4_2_no_room_no_tank() -> None:
    """15.4.2, ruling Q72."""
    lines = "tanks 1\nA7V event\nJD 10.10 \n 5ID/8 10.10 \n 46RD 09.11 \n 18DI 10.11 1"
    match = study("combat german", lines)
    play(match, "attack 10.11", "join JD")
    refused(match, "commit A7V with JD", "4.0", "no room")
    play(match, "join 46RD")
    assert allowed(match, "commit A7V with 46RD")
