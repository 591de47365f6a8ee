"""The sequence of play (chapter 7), offensives (8.0), weather (10.0), markers (11.2.7, 11.2.8, 14.3)."""

from __future__ import annotations

import pytest

from grognard.engine import Match
from grognard.games.friedensturm_1918.rules.markers import adjust_markers
from grognard.games.friedensturm_1918.rules.offensive import set_weather
from tests.games.friedensturm_1918.position import (
    asked,
    disorder,
    game,
    listed,
    marker,
    number,
    of_kind,
    play,
    refused,
    start,
    study,
    until,
    who,
)

APART = "18DI 10.18 \n HQ-III 10.19 \n 5RD 10.02 \n AOK-18 10.01"


def sequences(match: Match) -> list[tuple[int, int, str]]:
    """Turn, sequence and player of all phases when everybody ends everything."""
    found: list[tuple[int, int, str]] = []
    while match.decision is not None:
        state = game(match).state
        here = (state.turn, state.sequence, state.phasing)
        if match.decision.kind == "movement" and here not in found:
            found.append(here)
        match.play("end" if match.check("end") else next(iter(match.legal_actions())))
    return found


@pytest.mark.parametrize(
    ("scenario", "numbers"),
    [
        ("gneisenau", {5: 3, 6: 1}),
        ("blucher", {1: 3, 2: 3, 3: 1}),
        ("friedensturm", {17: 3, 18: 3, 19: 3}),
        ("foch-attacks", {18: 3}),
    ],
)
def test_7_0_one_or_three_sequences(scenario: str, numbers: dict[int, int]) -> None:
    """7.0, 8.0, SC01, SC13: three where an offensive is declared, the initiative player first in each."""
    match = start(scenario, air="no")
    found = sequences(match)
    assert {turn: max(s for t, s, _ in found if t == turn) for turn in numbers} == numbers
    first = {(turn, s): who for turn, s, who in reversed(found)}
    plans = match.setting.plan.turn  # type: ignore[attr-defined]
    assert all(first[plan.number, 1] == plan.initiative for plan in plans)
    assert match.outcome is not None


def test_7_0_the_initiative_changes_in_scenario_3() -> None:
    """7.0, Scenario 3: the Germans in turn 17, the Allies from turn 18 on."""
    plans = start("friedensturm").setting.plan.turn  # type: ignore[attr-defined]
    assert [plan.initiative for plan in plans] == ["german", "allied", "allied"]


def test_8_0_the_initiative_player_picks_his_army_artillery() -> None:
    """8.0, 15.2.3, SC27: at most as many as the scenario says, and only his."""
    match = start("blucher")
    assert (asked(match), who(match)) == ("offensive", "german")
    refused(match, "activate AAA-1", "8.0")
    play(match, "activate GAA-1", "activate GAA-2")
    assert asked(match) != "offensive"
    assert [game(match).state.offensive[number(match, u)] for u in ("GAA-1", "GAA-2")] == [1, 1]


def test_8_0_last_turns_offensive_ends() -> None:
    """8.0, 15.2.3, SC19: the counter is turned back before a new offensive is declared."""
    match = study("turn german", "GAA-1 10.10 offensive \n 5RD 10.10 \n 18DI 02.19 \n AOK-18 10.09", turn=6)
    assert game(match).state.offensive[number(match, "GAA-1")] == 0


def test_8_0_no_offensive_without_one_in_the_scenario() -> None:
    """8.0, ruling Q99: turn 6 of the first scenario has a single sequence and no army artillery to flip."""
    match = study("turn german", "GAA-1 10.10 \n 5RD 10.10 \n 18DI 02.19 \n AOK-18 10.09", turn=6)
    assert asked(match) != "offensive"


@pytest.mark.parametrize(
    ("dice", "weather"), [((1, 1), "fair"), ((3, 3), "fair"), ((3, 4), "fog"), ((4, 4), "fair"), ((6, 4), "fair"),
                          ((5, 6), "overcast"), ((6, 6), "overcast")],
)  # fmt: skip
def test_10_0_the_weather_table(dice: tuple[int, int], weather: str) -> None:
    """10.0, WE01."""
    match = study("weather german", APART, dice=dice)
    assert game(match).state.weather == weather


def test_10_0_fixed_weather() -> None:
    """10.0, Scenario 1, Scenario 4: fog in the first sequence of 9 June, fair weather on 18 July."""
    assert game(study("weather german", APART, sequence=1)).state.weather == "fog"
    match = study("weather allied", "18DI 21.20 \n 5RD 28.20", scenario="foch-attacks", sequence=1, blank=False)
    assert game(match).state.weather == "fair"


def test_10_0_air_units_come_up_after_the_weather() -> None:
    match = study("movement german", "AOK-18 10.10 \n AIR-II 10.10 base=AOK-18 \n 18DI 02.19")
    g = game(match)
    assert g.state.mission[number(match, "AIR-II")] == 0
    set_weather(g)
    assert g.state.mission[number(match, "AIR-II")] == 1
    assert of_kind(g.events, "weather")


# -- 11.2.7, 11.2.8 --


def test_11_2_7_who_gets_a_disengagement_marker() -> None:
    """11.2.7, MK01: in an enemy zone, unmoved; it may not attack afterwards."""
    lines = "5RD 10.10 \n 222ID 12.14 \n JD 15.15 \n 18DI 10.11 \n 15DI 12.16"
    match = study("movement german", lines)
    play(match, "move 222ID 12.15", "end")
    assert asked(match) == "markers"
    refused(match, "mark 222ID", "11.2.7", "already moved")
    refused(match, "mark JD", "11.2.7", "not in an enemy zone")
    play(match, "mark 5RD")
    assert marker(match, "5RD") == "disengagement"
    until(match, "combat")
    refused(match, "attack 10.11", "11.2.7", "may not attack")


RESERVE = "GAA-1 10.05 offensive \n 5RD 10.08 \n 18DI 10.16"


def test_11_2_8_reserves_of_the_initiative_player() -> None:
    """11.2.8, 8.0: full strength, unmoved, out of zones, in range of his offensive artillery; as many as markers."""
    lines = f"{RESERVE} \n 222ID 10.07 1 \n JD 10.12 \n 46RD 10.06 disorder=1 \n 45RD 09.05 \n 7RD 11.04"
    match = study("movement german", lines)
    play(match, "move 7RD 11.05", "end")
    refused(match, "reserve 222ID", "11.2.8", "full strength")
    refused(match, "reserve JD", "11.2.8", "out of range")
    refused(match, "reserve 46RD", "11.2.8", "disorganised")
    refused(match, "reserve 7RD", "11.2.8", "already moved")
    play(match, "reserve 5RD")
    assert marker(match, "5RD") == "reserve"


def test_11_2_8_the_number_of_markers() -> None:
    """11.2.8, ruling Q54: four for the Germans."""
    units = " \n ".join(f"{u} 10.0{n}" for n, u in enumerate(("222ID", "JD", "46RD", "45RD", "7RD"), 3))
    match = study("movement german", f"GAA-1 10.05 offensive \n {units} \n 18DI 10.18")
    play(match, "end", "reserve 222ID", "reserve JD", "reserve 46RD", "reserve 45RD")
    assert not any(text.startswith("reserve") for text in listed(match))


def test_11_2_8_not_for_the_reacting_player() -> None:
    """11.2.8, MK04."""
    match = study("movement allied", "18DI 10.10 \n 15DI 12.11 \n 5RD 12.10 \n AAA-1 10.10 offensive")
    play(match, "end")
    refused(match, "reserve 18DI", "11.2.8", "initiative")


# -- 14.3 --


def test_14_3_markers_of_both_sides_in_their_order() -> None:
    """14.3, XP10, 12.5: reorganising markers go outside zones, then disorganised ones are flipped, then all others."""
    lines = """5RD 10.02 disorder=2 marker=3 \n 18DI 10.18 disorder=1 \n 15DI 10.11 disorder=1 pinned \n 222ID 10.10
        JD 12.02 marker=2 \n 46RD 14.02 marker=1"""
    match = study("combat german", lines)
    g = game(match)
    adjust_markers(g)
    assert [disorder(match, u) for u in ("5RD", "18DI", "15DI")] == ["reorganising", "none", "reorganising"]
    assert {marker(match, u) for u in ("5RD", "JD", "46RD")} == {"none"}
    assert not any(g.state.pinned)


def test_14_3_the_example_of_the_forced_march() -> None:
    """14.3, 11.2.6, IN06: disorganised, reorganising after its own exploitation phase, free one phase later."""
    road = "link road " + "-".join(f"10.{row:02d}" for row in range(8, 19))
    lines = f"{road}\n18DI 10.18 \n HQ-III 10.19 \n 5RD 02.02 \n AOK-18 02.01"
    match = study("movement allied", lines, sequence=1)
    play(match, "force 18DI 10.12")
    assert disorder(match, "18DI") == "disorganised"
    until(match, "movement", "end")
    play(match, "end") if asked(match) == "movement" and who(match) == "allied" else None
    until(match, "movement")
    assert (who(match), disorder(match, "18DI")) == ("german", "reorganising")
    play(match, "end")
    until(match, "movement")
    assert (who(match), disorder(match, "18DI")) == ("allied", "none")


def test_14_3_in_an_enemy_zone_it_stays() -> None:
    """14.3: the German who moves up beside the division keeps it reorganising."""
    match = study("movement german", "18DI 10.12 disorder=1 \n 5RD 10.08 \n AOK-18 02.01 \n HQ-III 10.19", sequence=1)
    play(match, "move 5RD 10.11", "end")
    until(match, "movement")
    assert (who(match), disorder(match, "18DI")) == ("allied", "reorganising")


def test_16_0_points_are_counted_at_the_end() -> None:
    """16.0, 7.0: the turn marker moves; after the last turn the game is over."""
    match = study("end-of-turn german", APART, turn=5)
    assert game(match).state.turn == 6
    over = study("end-of-turn german", "18DI 10.18 \n 5RD 10.02", turn=6)
    assert over.outcome is not None
    assert over.outcome.case == "Scenario 1"
