"""Commitment, Command Resources, Defensive Fire and Assault (modules 8 to 11)."""

from __future__ import annotations

import pytest

from grognard.engine import Match
from grognard.games.somme_1916.rules.assault.odds import supplies
from grognard.games.somme_1916.rules.assault.results import retreat_squares, squares_lost
from grognard.games.somme_1916.rules.assault.strengths import defence_strength, fire_factor
from grognard.games.somme_1916.rules.commitment import has_command
from grognard.games.somme_1916.rules.commitment import test as take_test
from grognard.games.somme_1916.rules.defensive_fire import fire_modifiers
from tests.games.somme_1916.position import (
    allowed,
    asked,
    cell,
    force,
    game,
    listed,
    modifier,
    number,
    odds,
    of_kind,
    only,
    place,
    play,
    points,
    refused,
    status,
    steps,
    study,
)

HQ = "HQ-VII H15 facing=2 \n"
ENEMY = "28R/110 M15 facing=6 \n"

# Commitment ----------------------------------------------------------------------------------------


def test_straight_ahead_and_diagonally() -> None:
    """8.6 (EX20, EX21): two divisions from two squares against one."""
    match = study("commitment allied", HQ + ENEMY + "46Div L15 facing=2 \n 48Div L16 facing=2")
    events = play(match, "commit 46Div M15", "commit 48Div M15")
    assert len(of_kind(events, "commit")) == 2


@pytest.mark.parametrize(("uid", "case", "word"), [
    ("BrGun3", "8.1", "artillery"), ("HQ-VIII", "8.1", "headquarters"), ("BB4.1", "8.1", "Disrupted"),
    ("TankC", "7.8", "broken down"),
])
def test_who_may_not_assault(uid: str, case: str, word: str) -> None:
    """8.1 (R113)."""
    lines = "broken TankC \n BrGun3 L14 facing=2 \n HQ-VIII L15 facing=2 \n"
    lines += "BB4.1 L16 facing=2 status=2 \n TankC M14 facing=2"
    match = study("commitment allied", HQ + ENEMY + lines)
    refused(match, f"commit {uid} M15", case, word)


def test_only_next_squares_with_enemies() -> None:
    """8.0."""
    match = study("commitment allied", HQ + ENEMY + "46Div K15 facing=2 \n 48Div L16 facing=2")
    refused(match, "commit 46Div M15", "8.0", "adjacent")
    refused(match, "commit 48Div M16", "8.0", "no enemy")


def command(nation: str, hq: str, small: bool = False) -> bool:
    """Whether an HQ supports an attack on M15, by the Germans from the east."""
    match = study("commitment allied", f"{hq} \n 46Div A34 facing=2 \n Bn1 V34 facing=6")
    start = cell(match, "N15" if nation == "german" else "L15")
    return has_command(game(match), nation, start, cell(match, "M15"), small)


@pytest.mark.parametrize(("nation", "hq", "small", "found"), [
    ("french", "HQ-XX E15 facing=2", True, True),  # R107: 8 squares for all French units
    ("french", "HQ-XX D15 facing=2", False, False),  # R253: 9 squares
    ("british", "HQ-VII E15 facing=2", False, True),
    ("british", "HQ-VII E15 facing=2", True, False),  # 8.4: brigades and tanks 5
    ("british", "HQ-VII H15 facing=2", True, True),
    ("german", "HQ-IX R15 facing=6 status=2", False, True),  # R108: Disrupted, 5 squares
    ("german", "HQ-IX S15 facing=6 status=2", False, False),
    ("german", "HQ-IX O15 mode=1", False, False),  # R110: a Supply HQ commands nobody
])
def test_command_range(nation: str, hq: str, small: bool, found: bool) -> None:
    """8.2, 8.3, 8.4 (R107, R108, R110, R253)."""
    assert command(nation, hq, small) is found


def test_an_engaged_hq_commands_its_own_square_only() -> None:
    """8.3 (R111)."""
    lines = 'engaged {"M15": "allied"} \n HQ-IX M15 facing=6 \n 28R/110 M15 facing=6 \n BB4.1 M15 facing=2'
    match = study("commitment german", lines)
    g = game(match)
    assert has_command(g, "german", cell(match, "M15"), cell(match, "M15"), False)
    assert not has_command(g, "german", cell(match, "N15"), cell(match, "N14"), False)


def test_without_command_no_assault() -> None:
    """8.2, 11.7.1 (R253)."""
    match = study("commitment allied", ENEMY + "HQ-XX A15 facing=2 \n 39DI L15 facing=2")
    refused(match, "commit 39DI M15", "8.2", "Command Mode HQ")


@pytest.mark.parametrize(("unit", "die", "passed"), [
    ("BB4.1 L15 facing=2", 4, True), ("BB4.1 L15 facing=2", 5, False),  # R116
    ("BB4.1 L15 facing=2 status=1", 3, True), ("BB4.1 L15 facing=2 status=1", 4, False),  # R117
])
def test_over_the_top(unit: str, die: int, passed: bool) -> None:
    """8.7 (R116, R117)."""
    match = study("commitment allied", HQ + ENEMY + unit)
    play(match, "commit BB4.1 M15", "end")
    force(match, die, 1, 1)
    events = play(match, "over BB4.1")
    assert only(events, "over-the-top").data["passed"] is passed


def test_a_division_of_six_needs_no_die() -> None:
    """8.7; with the printed option 8.7.1 it does."""
    match = study("commitment allied", HQ + ENEMY + "46Div L15 facing=2")
    g = game(match)
    before = g.dice.count
    take_test(g, [number(match, "46Div")])
    assert (g.dice.count, g.state.over[number(match, "46Div")]) == (before, 1)
    match = study("commitment allied", HQ + ENEMY + "46Div L15 facing=2", natural_six="on")
    force(match, 6)
    take_test(game(match), [number(match, "46Div")])
    assert game(match).state.over[number(match, "46Div")] == 2


# Command Resources ---------------------------------------------------------------------------------


@pytest.mark.parametrize(("dice", "resource", "awarded"), [(5, "night", 0), (7, "secondary", 2)])
def test_the_command_center_table(dice: int, resource: str, awarded: int) -> None:
    """9.1 (EX23, EX24)."""
    assert game(study("commitment allied", HQ + ENEMY)).setting.combat.resources(dice)[resource] == awarded


def ready(lines: str, resources: str, scenario: str = "over-the-top") -> Match:
    """At the declaration for an Assault on M15 with these resources; ``commit=M15`` is said by the lines."""
    return study("assault allied", f"resources {resources} \n {lines}", scenario=scenario)


INFANTRY_AND_TANK = "46Div L15 facing=2 commit=M15 jump_off=L15 \n TankC L16 facing=2 commit=M15 jump_off=L16 \n"


def test_a_resource_is_used_up() -> None:
    """9.3, 11.5.2 (EX32)."""
    lines = HQ + ENEMY + INFANTRY_AND_TANK
    match = ready(lines, "tank-cavalry=1 gas=1", scenario="devil-machines")
    play(match, "use tank-cavalry")
    refused(match, "use tank-cavalry", "9.3", "left")
    assert game(match).state.resources["tank-cavalry"] == 0


def test_tanks_and_infantry_need_the_resource() -> None:
    """11.5.2.2 (R130)."""
    lines = HQ + ENEMY + INFANTRY_AND_TANK
    match = ready(lines, "gas=1", scenario="devil-machines")
    refused(match, "use tank-cavalry", "9.3")
    play(match, "resolve")
    assert asked(match) == "arm"
    assert sorted(listed(match)) == ["send infantry", "send tanks"]


def test_one_kind_of_barrage_and_a_gun_in_range() -> None:
    """9.2.2, 11.5.2.1 (R123)."""
    lines = HQ + ENEMY + "46Div L15 facing=2 commit=M15 jump_off=L15 \n"
    match = ready(lines + "BrGun3 J15", "lift=1 creeping=1")
    play(match, "use lift")
    refused(match, "use creeping", "9.2.2", "one kind")
    refused(ready(lines, "lift=1 gas=1"), "use lift", "11.5.2.1", "in range")


@pytest.mark.parametrize(("die", "gas"), [(2, 3), (3, 1)])
def test_the_german_substitutes_one_resource(die: int, gas: int) -> None:
    """9.4 (R127): the whole award goes to one resource, on a die of 1 or 2."""
    lines = "resources tank-cavalry=2 gas=1 smoke=1 \n HQ-IX P15 facing=6 \n 46Div L15 facing=2 \n"
    match = study("substitution german", lines + "28R/110 M15 facing=6 commit=L15 jump_off=M15")
    assert asked(match) == "substitution"
    refused(match, "substitute tank-cavalry", "9.4", "not for itself")
    force(match, die)
    play(match, "substitute gas")
    resources = game(match).state.resources
    assert (resources["gas"], resources["smoke"], resources["tank-cavalry"]) == (gas, 1, 0)


def test_no_more_than_four_resources() -> None:
    """9.3."""
    lines = HQ + ENEMY + INFANTRY_AND_TANK + "BrGun3 J15"
    match = ready(lines, "tank-cavalry=1 gas=1 night=1 smoke=1 creeping=1", scenario="devil-machines")
    play(match, "use tank-cavalry", "use gas", "use night", "use smoke")
    refused(match, "use creeping", "9.3", "four")


# Columns -------------------------------------------------------------------------------------------


def test_two_entrenched_regiments_against_seven() -> None:
    """11.4 (EX27, R143): 4 against 7 is column -3."""
    lines = "HQ-IX O15 facing=6 \n 46Div L15 facing=2 \n" + "\n".join(
        f"{u} M15 mode=1 facing=6" for u in ("10Bav/6", "10Bav/8")
    )
    match = study("commitment german", lines.replace("46Div", "unit X like 46Div front=9-7-6 \n X"))
    found = odds(match, "L15", "10Bav/6 10Bav/8")
    assert (sum(r.value for r in found.attack), sum(r.value for r in found.defence)) == (4, 7)
    assert (found.differential, found.column) == (-3, -3)


def column(attack: int, defence: int, used: str, terrain: str = "clear") -> int:
    lines = f"""
        terrain {terrain} M15
        unit A like 46Div front={attack}-5-6
        unit D like 28R/110 front=4-{defence}-6
        A L15 facing=2
        D M15 facing=6
    """
    match = study("committing allied", lines + HQ + (f"used {used}" if used else ""))
    return odds(match, "M15", "A").column


@pytest.mark.parametrize(("attack", "defence", "used", "expected"), [
    (9, 5, "creeping", 5),  # EX28: +4 and 2R, at most +5
    (2, 9, "creeping", -1),  # R144: worse than -3 is -3, then the shift
    (5, 5, "creeping tank-cavalry gas", 4),  # EX31: 4R
    (5, 5, "night", 1),
])
def test_columns_and_shifts(attack: int, defence: int, used: str, expected: int) -> None:
    """11.4, 11.5.2 (EX28, EX31, R144)."""
    assert column(attack, defence, used) == expected


def test_ridge_and_resources() -> None:
    """11.5.2.3 (EX33): 2L and 4R are 2R."""
    assert column(5, 5, "creeping tank-cavalry gas", "ridge") == 2


@pytest.mark.parametrize(("paint", "shift"), [
    ("terrain woods M15", -1),
    ("terrain ridge M15 \n feature woods M15", -2),  # EX29
    ("terrain ridge M15 \n feature woods+town M15", -2),  # EX30
    ("feature trench-german M15 \n region minor-river M15", -3),  # R147
    ("side somme+bridge L15-M15", -1),
])
def test_terrain_shifts(paint: str, shift: int) -> None:
    """11.5.1 (EX29, EX30, R147)."""
    match = study("committing allied", paint + "\n" + HQ + ENEMY + "46Div L15 facing=2")
    assert sum(row.value for row in odds(match, "M15", "46Div").shifts) == shift


# Strengths -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("unit", "defence"), [
    ("unit D like 28R/110 front=6-5-6 \n D M15 status=1 facing=6", 3),  # R152
    ("unit D like 28R/110 front=6-4-6 \n D M15 status=2 facing=6", 4),  # R153
    ("unit D like 28R/110 front=4-2-6 back=2-4-4 \n D M15 status=1 facing=6", 1),  # R154: in mobile mode
    ("unit D like 28R/110 front=4-2-6 back=2-4-4 \n D M15 status=1 mode=1 facing=6", 1),
])
def test_suppressed_and_disrupted_defenders(unit: str, defence: int) -> None:
    """11.3, 11.7.5 (R152, R153, R154)."""
    match = study("committing allied", unit + "\n" + HQ + "46Div L15 facing=2")
    assert defence_strength(game(match), number(match, "D")) == defence
    assert modifier(odds(match, "M15", "46Div"), "11.7.5") == 1


# Modifiers -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("hq", "drm"), [("I15", 1), ("H15", -1), ("E15", -1)])
def test_the_distance_of_the_hq(hq: str, drm: int) -> None:
    """11.6, 11.7.1 (EX34, R151): near at 4 squares, far at 5 and 8."""
    match = study("committing allied", f"HQ-VII {hq} facing=2 \n" + ENEMY + "46Div L15 facing=2")
    assert modifier(odds(match, "M15", "46Div"), "11.7.1") == drm


def test_a_sum_of_modifiers() -> None:
    """11.6.1 (EX35): out of supply -2, Rain -2, Disrupted defender +1, lift barrage +2 are -1."""
    lines = "weather rain \n used lift \n assume supply all no \n 28R/110 M15 facing=6 status=2 \n 46Div L15 facing=2"
    found = odds(study("committing allied", HQ.replace("H15", "I15") + lines), "M15", "46Div")
    assert modifier(found, "11.7.2", "supply") == -2
    assert modifier(found, "11.7.2", "rain") == -2
    assert modifier(found, "11.7.5") == 1
    assert modifier(found, "11.6.1") == 2
    assert found.modifier - modifier(found, "11.7.1") == -1


def test_interdiction_on_both_sides() -> None:
    """11.3, 11.7.6 (R155): -1 -1 +1."""
    lines = 'interdicted {"L14": ["german", 1], "L15": ["german", 1], "M15": ["allied", 1]} \n'
    lines += "BB4.1 L14 facing=2 \n BB4.2 L15 facing=2 \n BB4.3 L16 facing=2 \n"
    found = odds(study("committing allied", lines + HQ + ENEMY), "M15", "BB4.1 BB4.2 BB4.3")
    assert modifier(found, "11.7.6", "interdicted") == -1


def test_a_secondary_trench_counts_once() -> None:
    """11.7.3 (R156)."""
    lines = "28R/110 M15 mode=1 facing=6 \n Bn1 M15 mode=1 facing=6 \n Bn2 M15 facing=6 \n 46Div L15 facing=2 \n"
    assert modifier(odds(study("committing allied", HQ + lines), "M15", "46Div"), "11.7.3") == -1


def test_a_start_trench_is_no_secondary_trench() -> None:
    """7.1, 11.7.3 (R099): a shift in the one, a modifier in the other."""
    lines = "feature trench-german M15 \n 28R/110 M15 mode=1 facing=6 \n 46Div L15 facing=2 \n"
    assert modifier(odds(study("committing allied", HQ + lines), "M15", "46Div"), "11.7.3") == 0


FLANKS = "46Div L15 facing=2 \n 48Div M16 facing=2 \n" + HQ + ENEMY


@pytest.mark.parametrize(("others", "drm"), [
    ("", 1), ("Bn1 N17 facing=6", 0), ("Bn1 N17 facing=6 status=2", 1), ("Bn1 N17 facing=6 status=1", 1),
])
def test_covered_and_open_flanks(others: str, drm: int) -> None:
    """11.7.4 (EX36, R159): a Good Order neighbour covers the flank, one that is Disrupted does not."""
    assert modifier(odds(study("committing allied", FLANKS + others), "M15", "46Div 48Div"), "11.7.4") == drm


def test_reinforced_defenses_have_no_flank() -> None:
    """15.5.3 (R234)."""
    match = study("committing allied", "operations reinforced-defenses \n" + FLANKS, scenario="campaign")
    assert modifier(odds(match, "M15", "46Div 48Div"), "11.7.4") == 0
    rows = fire_modifiers(game(match), [number(match, "46Div")])
    assert [row.value for row in rows if row.case == "15.5.3"] == [-1]


THREE = """
    unit A like BB4.1 front=4-3-6
    unit B like BB4.1 front=4-3-6
    unit C like BB4.1 front=4-3-6
    unit D like 28R/110 front=4-12-6
    A L14 facing=2 commit=M15 jump_off=L14 over=1
    B L15 facing=2 commit=M15 jump_off=L15 over=1
    C L16 facing=2 commit=M15 jump_off=L16 over=2
    D M15 facing=6
    Bn1 pool
    Bn2 N14 facing=6
    Bn3 N16 facing=6
    Bn4 M13 facing=6
    Bn5 M17 facing=6
    assume supply all yes
    HQ-VII E15 facing=2
"""


def test_the_example_of_three_units() -> None:
    """11.7.6 (EX37): on column 0 two units over the top make ENG of a 5 and ASR, two steps, of a 3."""
    assert game(study("assault allied", THREE)).setting.combat.assault.result(0, 7) == "ENG"
    found = odds(study("assault allied", THREE + "resources gas=1"), "M15", "A B C")
    assert (found.column, modifier(found, "11.7.6", "over the top")) == (0, 2)
    # The HQ is far away here (-1): the dice are one higher than in the example.
    assert found.drm == 1
    match = study("assault allied", THREE + "resources gas=1")
    force(match, 3, 3)
    events = play(match, "resolve")
    assert only(events, "assault").data["outcome"] == "ENG"
    assert place(match, "Bn1") == "M15"  # the regiment lost one step
    match = study("assault allied", THREE + "resources gas=1")
    force(match, 1, 3)
    events = play(match, "resolve")
    assert only(events, "assault").data["outcome"] == "ASR"
    events += play(match, "lose A", "lose B")
    assert (steps(match, "A"), steps(match, "B"), points(match, "german")) == (1, 1, 2)


# Defensive Fire ------------------------------------------------------------------------------------


def test_the_example_of_defensive_fire() -> None:
    """10.2 (EX25): 4 factors, interdicted -1, one over the top -1, Rain +1, dice 5: one step."""
    lines = """
        weather rain
        interdicted {"L15": ["german", 1]}
        unit D like 28R/110 front=6-4-6
        46Div L15 facing=2 commit=M15 jump_off=L15 over=1
        D M15 facing=6
    """
    match = study("defensive-fire allied", lines + HQ)
    force(match, 2, 3, 1, 1)
    events = play(match, "shoot M15")
    shown = only(events, "fire-odds").data
    assert (shown["factors"], shown["drm"]) == (4, -1)
    assert only(events, "defensive-fire").data["outcome"] == "1"
    assert only(events, "reduced").data["unit"] == number(match, "46Div")


def test_ten_factors_are_the_limit() -> None:
    """10.1 (R133): 13 factors fire on the column of 10."""
    lines = "unit D like 28R/110 front=6-13-6 \n D M15 facing=6 \n 46Div L15 facing=2 commit=M15 jump_off=L15 \n"
    match = study("defensive-fire allied", lines + HQ)
    shown = only(play(match, "shoot M15"), "fire-odds").data
    assert (shown["factors"], shown["column"]) == (13, 10)


def test_cavalry_and_hqs_fire_with_their_only_number() -> None:
    """10.1 (R135): 3 and 1 are 4."""
    match = study("defensive-fire german", "1Cav M15 facing=2 \n HQ-VII M15 facing=2 \n" + "28R/110 O15 facing=6")
    g = game(match)
    assert sum(fire_factor(g, number(match, u)) for u in ("1Cav", "HQ-VII")) == 4


def fire(result_dice: tuple[int, int], lines: str, factors: int = 10) -> Match:
    defender = f"unit D like 28R/110 front=6-{factors}-6 \n D M15 facing=6 \n"
    match = study("defensive-fire allied", f"resources gas=1 \n {defender}{HQ}{lines}")
    force(match, *result_dice, 6, 6, 6, 6)
    play(match, "shoot M15")
    return match


def test_those_over_the_top_take_the_losses_first() -> None:
    """10.2 (R138): two steps fall on the division that passed its test."""
    lines = "BB4.1 L15 facing=2 commit=M15 jump_off=L15 over=1 \n BB4.2 L16 facing=2 commit=M15 jump_off=L16 over=2"
    match = fire((6, 3), lines)  # 9 - 1 = 8: two steps
    assert (place(match, "BB4.1"), steps(match, "BB4.2")) == ("pool", 2)


def test_d_drives_all_back_disrupted() -> None:
    """10.2 (R140)."""
    lines = "46Div L15 facing=2 commit=M15 jump_off=L15 \n 48Div L16 facing=2 commit=M15 jump_off=L16"
    match = fire((3, 3), lines)
    assert [(status(match, u), place(match, u)) for u in ("46Div", "48Div")] == [
        ("disrupted", "L15"), ("disrupted", "L16"),
    ]


def test_a_full_square_behind_makes_room() -> None:
    """10.2, 11.8.1 (EX26): the unit driven back displaces one of two in its way."""
    lines = """
        BB4.1 L15 facing=2 commit=M15 jump_off=L15 over=2
        BB4.2 K14 facing=2
        BB4.3 K14 facing=2
        BB3.1 K15 facing=2
        BB3.2 K15 facing=2
        BB3.3 K16 facing=2
        BB3.4 K16 facing=2
    """
    match = fire((5, 4), lines)
    assert asked(match) == "retreat"
    play(match, "retreat BB4.1 K15")
    assert asked(match) == "displacement"
    play(match, "displace BB3.1")
    assert place(match, "BB4.1") == "K15"
    assert asked(match) == "retreat"
    play(match, "retreat BB3.1 J15")
    assert (place(match, "BB3.1"), place(match, "BB3.2")) == ("J15", "K15")


def test_nobody_makes_room_in_a_square_that_was_just_lost() -> None:
    """11.8.1 (ruling D36): at the map edge there is no way back but along it, and not where the enemy enters."""
    match = study("movement german", "BB4.1 A8 facing=2")
    g, unit = game(match), number(match, "BB4.1")
    names = {match.setting.grid.ids[c] for c in retreat_squares(g, unit, [])}
    assert names == {"A7", "A9"}
    names = {match.setting.grid.ids[c] for c in retreat_squares(g, unit, [], {cell(match, "A7")})}
    assert names == {"A9"}
    assert squares_lost(g, [unit], "11.8.1") == {cell(match, "A8")}
    assert not squares_lost(g, [unit], "10.2"), "after Defensive Fire nobody enters"


def test_each_defender_fires_once() -> None:
    """10.2 (ruling X09)."""
    lines = "46Div L15 facing=2 commit=M15 jump_off=L15 \n 48Div L17 facing=2 commit=M17 jump_off=L17 \n"
    lines += "28R/110 M15 facing=6 \n 28R/111 M17 facing=6 \n Bn1 N16 facing=6 \n"
    match = study("defensive-fire allied", HQ + lines)
    assert allowed(match, "keep Bn1 for M17")
    play(match, "keep Bn1 for M17")
    shown = only(play(match, "shoot M15"), "fire-odds").data
    assert number(match, "Bn1") not in shown["units"]


# Supply --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("start", "target", "reached"), [("L15", "M15", True), ("M15", "N15", False)])
def test_a_disrupted_supply_hq_reaches_three_squares(start: str, target: str, reached: bool) -> None:
    """11.2 (R007), counted to the attacked square (ruling X04)."""
    match = study("assault allied", "HQ-VII J15 mode=1 status=2 \n 46Div A34 facing=2 \n Bn1 V34 facing=6")
    assert supplies(game(match), number(match, "HQ-VII"), cell(match, start), cell(match, target)) is reached


@pytest.mark.parametrize(("friends", "reached"), [("", False), ("BB4.1 K15 facing=2", True)])
def test_friends_open_a_path_of_supply(friends: str, reached: bool) -> None:
    """7.5, 11.1 (R246, ruling X10): K15 lies in a German zone, and so do its neighbours."""
    rows = (2, 4, 6, 8, 10, 12, 18, 20, 22, 24, 26, 28, 30, 32, 34)
    wall = "\n".join(f"Bn{n} K{row} facing=6" for n, row in enumerate(rows, 1))
    zones = "Bn21 L14 facing=6 \n Bn22 L15 facing=6 \n Bn23 L16 facing=6 \n"
    match = study("committing allied", f"{zones}{wall} \n {friends} \n HQ-VII H15 mode=1")
    assert supplies(game(match), number(match, "HQ-VII"), cell(match, "L15"), cell(match, "M15")) is reached


def test_an_hq_that_gave_supply_is_spent() -> None:
    """11.2.1 (R167): A gave supply, B and C did not."""
    lines = "supply_used HQ-VII \n HQ-VII H15 mode=1 \n HQ-VIII H17 mode=1 \n HQ-X H19 mode=1 \n Bn1 V34 facing=6"
    match = study("assault-end allied", lines)
    assert [place(match, hq) for hq in ("HQ-VII", "HQ-VIII", "HQ-X")] == ["track", "H17", "H19"]


# Results -------------------------------------------------------------------------------------------


def resolved(lines: str, *dice: int, attack: int = 8) -> Match:
    """A British division in L15 attacks M15 with a gas resource at hand (not used), and these dice."""
    lines = f"unit A like 46Div front={attack}-5-6 \n A L15 facing=2 commit=M15 jump_off=L15 \n" + lines
    match = study("assault allied", "assume supply all yes \n resources gas=1 \n HQ-VII I15 facing=2 \n" + lines)
    force(match, *dice)
    play(match, "resolve")
    return match


DEFENDER = "unit D like 28R/110 front=4-4-6 \n D M15 facing=6 \n"
"""Against an attack of 8: column +4; the near HQ adds 1 to the dice."""


def test_the_best_square_for_a_retreat() -> None:
    """11.8.1 (R176): N14, for N15 and N16 are in Allied zones."""
    match = resolved(DEFENDER + "BB4.1 O16 facing=2", 3, 2)  # 6: DR
    assert place(match, "D") == "N14"


def test_a_retreat_into_zones_costs_nothing() -> None:
    """11.8.1 (R178)."""
    match = resolved(DEFENDER + "BB4.1 O15 facing=2", 3, 2)
    assert asked(match) == "retreat"
    assert {text.split()[2] for text in listed(match)} == {"N14", "N15", "N16"}
    play(match, "retreat D N15")
    assert points(match, "allied") == 0


def test_breakthrough_into_vacant_and_friendly_squares() -> None:
    """11.8 (EX38): after DEBT two squares beyond, not into one that an enemy holds."""
    match = resolved(DEFENDER + "Bn1 O15 facing=6", 6, 5)
    assert place(match, "D") == "pool"
    assert asked(match) == "advance"
    ways = {text.split()[2] for text in listed(match) if text.startswith("advance A")}
    assert {"M15", "N14", "N15", "N16", "O14", "O16"} <= ways
    assert "O15" not in ways
    assert "P15" not in ways


def test_consolidation_takes_a_resource() -> None:
    """11.9 (R183)."""
    match = resolved("BB4.2 L16 facing=2 \n" + DEFENDER, 6, 5)
    refused(match, "consolidate BB4.2", "11.9", "resource")


def test_who_consolidates() -> None:
    """11.9 (EX39, EX40): free neighbours yes, committed and distant units no."""
    lines = """
        resources consolidate=1
        unit A like BB4.1 front=8-5-6
        A L15 facing=2 commit=M15 jump_off=L15
        BB4.2 L16 facing=2
        BB4.3 M14 facing=2
        BB4.4 L14 facing=2 commit=M13 jump_off=L14
        BB4.5 K15 facing=2
        assume supply all yes
        Bn1 M13 facing=6
        target M15
        HQ-VII I15 facing=2
    """ + DEFENDER
    match = study("assault allied", lines, dice=[3, 2])
    while asked(match) in ("retreat", "facing"):
        play(match, listed(match)[0])
    play(match, "advance A M15")
    assert allowed(match, "consolidate BB4.2")
    assert allowed(match, "consolidate BB4.3")
    refused(match, "consolidate BB4.4", "11.9", "committed to another Assault")
    refused(match, "consolidate BB4.5", "11.9", "next to")


def test_an_engagement_is_fought_again_until_it_ends() -> None:
    """8.8 (EX22): ENG, next turn again, and ASR throws the attacker out."""
    match = resolved(DEFENDER, 2, 1)  # 3 + 1 on column +4: ENG
    assert place(match, "A") == "M15"
    assert game(match).state.engaged == {cell(match, "M15"): "allied"}
    lines = 'engaged {"M15": "allied"} \n unit A like 46Div front=8-5-6 \n A M15 facing=2 jump_off=L15 \n' + DEFENDER
    match = study("commitment allied", "assume supply all yes \n HQ-VII I15 facing=2 \n" + lines)
    assert game(match).state.commit[number(match, "A")] == cell(match, "M15")  # without an order
    force(match, 1, 1, 1, 1)
    play(match, "end")
    while asked(match) != "movement" and place(match, "A") == "M15":
        play(match, "resolve" if "resolve" in listed(match) else "end")
    assert place(match, "A") == "L15"


def test_a_supply_hq_alone_surrenders() -> None:
    """7.4.2, 11.3: lost for good, a point for the enemy."""
    lines = "HQ-IX M15 mode=1 \n 46Div L15 facing=2 commit=M15 jump_off=L15 \n HQ-VII I15 facing=2 \n Bn1 V34 facing=6"
    match = study("assault allied", lines)
    assert (place(match, "HQ-IX"), place(match, "46Div"), points(match, "allied")) == ("gone", "M15", 1)


def test_no_defender_in_good_order_no_counter_attack() -> None:
    """11.8 (ruling X47): C against Suppressed defenders is a retreat."""
    lines = "unit D like 28R/110 front=4-4-6 \n D M15 facing=6 status=1 \n"
    match = resolved(lines, 1, 1, attack=4)  # 4 - 2 = +2, dice 2 + 1 + 1 = 4: ASR; see below for C
    assert place(match, "D") == "M15"
    match = resolved(lines, 2, 1, attack=4)  # 5 on +2: C
    assert asked(match) in ("retreat", "facing")
    assert match.last is not None
    # Shown with the result, which speaks of a counter-attack.
    assert "no-counter-attack" in {event.kind for event in match.last.events if event.result}


def test_guns_alone_do_not_counter_attack() -> None:
    """11.8: C against artillery is a retreat."""
    match = resolved("unit D like GeGun2 front=3-2-5(6) \n D M15 facing=6 \n", 2, 2, attack=4)  # 5 on +2: C
    assert asked(match) in ("retreat", "facing")


def test_a_counter_attack_uses_the_first_number() -> None:
    """11.8: the defender strikes with 4 at a defence of 5, on column -1; no advance follows."""
    match = resolved(DEFENDER, 1, 1, 4, 5, attack=8)  # 3 on +4: C; then 8 on -1: ENG, which changes nothing
    events = match.events()
    shown = [e.data["odds"] for e in events if e.kind == "odds"]
    assert [found["differential"] for found in shown] == [4, -1]
    assert [e.data["outcome"] for e in events if e.kind == "counter-attack"] == ["ENG"]
    assert (place(match, "A"), place(match, "D")) == ("L15", "M15")
    assert game(match).state.engaged == {}


def test_a_failed_coordination_leaves_one_nation() -> None:
    """8.1, 11.3 (ruling X28)."""
    lines = "46Div L15 facing=2 commit=M15 jump_off=L15 \n 39DI L16 facing=2 commit=M15 jump_off=L16 \n"
    lines += "HQ-XX I17 facing=2 \n"
    match = study("assault allied", "resources gas=1 \n" + HQ + ENEMY + lines, dice=[6])
    assert asked(match) == "coordination"
    play(match, "send french")
    assert game(match).state.commit[number(match, "46Div")] == -1


def test_secondary_attacks_need_good_order() -> None:
    """11.10."""
    lines = "resources secondary=1 \n BB4.1 L15 facing=2 status=1 \n BB4.2 L16 facing=2 \n" + HQ + ENEMY
    match = study("secondary allied", lines)
    refused(match, "commit BB4.1 M15", "11.10", "Good Order")
    assert allowed(match, "commit BB4.2 M15")


# Where the results end ------------------------------------------------------------------------------


@pytest.mark.parametrize(("others", "modified"), [
    ("", 0), ("BB3.1 L15 status=1 facing=2", 1), ("BB3.1 L16 status=1", 0),
])
def test_a_suppressed_unit_in_the_square_hampers_the_test(others: str, modified: int) -> None:
    """8.7: any unit of the assaulting square counts, also one that is not committed."""
    lines = f"BB4.1 L15 facing=2 commit=M15 jump_off=L15 \n {others} \n"
    match = study("over-the-top allied", HQ + ENEMY + lines, dice=[4])
    rows = only(play(match, "over BB4.1"), "over-the-top").data["rows"]
    assert sum(value for _, value, _ in rows) == modified
    assert all(case == "8.7" for *_, case in rows)
    assert game(match).state.over[number(match, "BB4.1")] == (2 if modified else 1)


@pytest.mark.parametrize(("square", "drm"), [("C4", 0), ("B5", -1), ("E5", -1)])
def test_entrenched_off_the_german_start_line(square: str, drm: int) -> None:
    """11.7.3: also in an Allied trench (B5), which is not the German start line (C4)."""
    lines = f"28R/110 {square} facing=6 mode=1 \n 46Div A4 facing=2 \n HQ-VII A9 facing=2"
    match = study("committing allied", lines, board="own")
    start_lines = game(match).setting.trench
    assert [side for side in ("allied", "german") if start_lines[side] >> cell(match, square) & 1] == {
        "C4": ["german"], "B5": ["allied"], "E5": []
    }[square]
    assert modifier(odds(match, square, "46Div"), "11.7.3") == drm


def test_repelled_attackers_may_turn() -> None:
    """11.8.1: back in a square where nobody else stands, they face any side, all the same one."""
    lines = "unit B like 46Div front=1-1-6 \n B L15 facing=2 commit=M15 jump_off=L15 \n"
    match = study("assault allied", "assume supply all yes \n resources gas=1 \n" + HQ + lines + DEFENDER, dice=[1, 1])
    play(match, "resolve")
    assert asked(match) == "facing"
    play(match, "face B south")
    assert game(match).state.facing[number(match, "B")] == 4


def test_repelled_attackers_face_as_those_who_stayed() -> None:
    """11.8.1: nobody is asked where an uncommitted unit faces already."""
    lines = "unit B like BB4.1 front=2-1-6 \n B L15 facing=2 commit=M15 jump_off=L15 \n BB3.1 L15 facing=2 \n"
    match = study("assault allied", "assume supply all yes \n resources gas=1 \n" + HQ + lines + DEFENDER, dice=[1, 1])
    events = play(match, "resolve")
    assert of_kind(events, "repelled")
    assert match.decision is None or asked(match) != "facing"


NO_STRIKER = "unit D like GeGun1 front=2-6-6(6) \n D M15 facing=6 \n"


@pytest.mark.parametrize(("choice", "taken"), [("stay", False), ("seize", True)])
def test_nobody_advances_with_a_c_result(choice: str, taken: bool) -> None:
    """11.8, ruling D37: guns cannot counter-attack and retreat instead; the attackers stay, or by option follow."""
    lines = "unit B like 46Div front=5-5-6 \n B L15 facing=2 commit=M15 jump_off=L15 \n"
    text = "assume supply all yes \n resources gas=1 \n" + HQ + lines + NO_STRIKER
    match = study("assault allied", text, retreat_on_c=choice)
    table, column = game(match).setting.combat.assault, odds(match, "M15", "B").column
    drm = odds(match, "M15", "B").modifier
    total = next(n for n in range(2, 13) if table.row(column, drm)[n - 2] == "C")
    force(match, max(1, total - 6), min(6, total - 1))
    events = play(match, "resolve")
    assert of_kind(events, "no-counter-attack")
    while match.decision is not None and asked(match) in ("retreat", "facing"):
        play(match, listed(match)[0])
    assert place(match, "D") != "M15"
    assert (place(match, "B") == "M15") is taken
