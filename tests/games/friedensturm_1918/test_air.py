"""Air units (chapter 17), whose missions are rebuilt where our copy of the book ends (17.2, ruling Q75)."""

from __future__ import annotations

import pytest

from grognard.engine import Match
from grognard.games.friedensturm_1918.position import has_air
from grognard.games.friedensturm_1918.rules.coordination import attacker_rows, defender_rows
from grognard.games.friedensturm_1918.rules.fight import Combat
from grognard.games.friedensturm_1918.state import Mission
from tests.games.friedensturm_1918.position import (
    allowed,
    asked,
    cell,
    destinations,
    fight,
    force,
    game,
    listed,
    number,
    of_kind,
    only,
    place,
    play,
    refused,
    start,
    study,
    until,
    who,
)

BASES = """AOK-18 10.05 \n AIR-I 10.05 base=AOK-18 mission=1 \n HQ-III 10.16 \n AIR-FEQUANT 10.16 base=HQ-III mission=1
    5RD 10.10 \n 18DI 10.11"""


def air(phase: str = "air german", lines: str = BASES, **more: object) -> Match:
    return study(phase, lines, air="yes", **more)  # type: ignore[arg-type]


def mission(match: Match, uid: str) -> str:
    return game(match).state.mission[number(match, uid)].name.lower()


def test_17_0_air_units_are_an_option() -> None:
    """17.0: without them nobody is on the map and nobody is asked."""
    match = start("gneisenau", air="no")
    assert place(match, "AIR-II") == "off-map"
    assert place(start("gneisenau"), "AIR-II") == "12.03"


def test_17_1_players_place_in_turn_the_phasing_player_first() -> None:
    """17.1, 11.0, 11.3.4: who passes is out for the phase; then the ground units move."""
    lines = f"{BASES} \n AIR-II 10.05 base=AOK-18 mission=1 \n AIR-CHABERT 10.16 base=HQ-III mission=1"
    match = air(lines=lines)
    assert (asked(match), who(match)) == ("air", "german")
    play(match, "interdict AIR-I 10.12")
    assert who(match) == "allied"
    play(match, "end")
    assert who(match) == "german"
    play(match, "interdict AIR-II 10.13")
    assert (asked(match), who(match)) == ("movement", "german")


def test_17_1_range_and_availability() -> None:
    """17.1, AI03: 15 hexes from the base; those under the headquarters do not fly."""
    lines = "AOK-18 01.01 \n AIR-I 01.01 base=AOK-18 mission=1 \n AIR-II 01.01 base=AOK-18 \n 5RD 10.10 \n 18DI 10.11"
    match = air(lines=lines)
    refused(match, "interdict AIR-I 20.20", "17.1", "15 hexes")
    assert allowed(match, "interdict AIR-I 01.16")
    refused(match, "interdict AIR-II 01.05", "17.1", "not available")
    refused(match, "observe AIR-I 05.05", "17.2", "can be attacked in this phase")


@pytest.mark.parametrize(("weather", "phase", "kind"), [("fog", "german", "movement"), ("fog", "allied", "air")])
def test_10_0_fog_grounds_everybody_in_the_initiative_players_phase(weather: str, phase: str, kind: str) -> None:
    """10.0, 17.1."""
    assert asked(air(f"air {phase}", weather=weather)) == kind


def test_10_0_overcast_weather_allows_rebasing_only() -> None:
    """10.0, WE07, 17.1."""
    lines = f"{BASES} \n AOK-7 12.05"
    match = air(lines=lines, weather="overcast")
    refused(match, "interdict AIR-I 10.12", "10.0", "overcast")
    refused(match, "rebase AIR-I to HQ-III", "17.1", "own side")
    refused(match, "rebase AIR-I to AOK-18", "17.1", "based there")
    play(match, "rebase AIR-I to AOK-7")
    assert (place(match, "AIR-I"), mission(match, "AIR-I")) == ("12.05", "based")


def test_17_1_four_under_a_headquarters() -> None:
    """17.1: as many as one likes above it."""
    others = " \n ".join(f"X{n} 12.05 base=AOK-7" for n in range(4))
    made = "\n".join(f"unit X{n} like AIR-I" for n in range(4))
    match = air(lines=f"{made}\n{BASES} \n AOK-7 12.05 \n {others}")
    refused(match, "rebase AIR-I to AOK-7", "17.1", "no room for more air units")


def test_17_2_observation_shifts_the_bombardment() -> None:
    """17.2, 15.2.2: a column to the right for the attacker."""
    lines = f"{BASES} \n GAA-1 10.09"
    match = air("combat german", lines.replace("AIR-I 10.05 base=AOK-18 mission=1", "AIR-I 10.11 mission=2"))
    events = fight(match, "10.11", "5RD", "support GAA-1", dice=[1, 3, 3, 2, 2])
    event = only(events, "bombardment")
    assert (event.data["points"], event.data["column"]) == (3, 4)


def test_17_2_ground_support_helps_one_side_and_hinders_the_other() -> None:
    """17.2, 12.2.6: +1 and -1."""
    lines = BASES.replace("AIR-I 10.05 base=AOK-18 mission=1", "AIR-I 10.11 mission=3")
    match = air("combat german", lines)
    g = game(match)
    c = Combat(g, cell(match, "10.11"))
    c.attackers, c.lead, c.chief = [number(match, "5RD")], number(match, "5RD"), number(match, "18DI")
    assert [row.value for row in attacker_rows(g, c)] == [1]
    assert [row.value for row in defender_rows(g, c)] == [-1]
    assert has_air(g, 1, cell(match, "10.11"), Mission.SUPPORT)


def test_17_2_interdiction_costs_a_retreating_stack_a_step() -> None:
    """17.2, 12.3, RT10."""
    lines = BASES.replace("AIR-I 10.05 base=AOK-18 mission=1", "AIR-I 10.12 mission=4")
    match = air("combat german", f"{lines} \n 7RD 18.10 \n 126DI 18.11")
    events = fight(match, "10.11", "5RD", "withdraw 1", "retreat 10.12", dice=[6, 1, 5, 2])
    loss = [e for e in events if e.kind == "loss" and e.data["unit"] == number(match, "18DI")]
    assert loss[0].cites[0] == "12.3"


@pytest.mark.parametrize(
    ("dice", "home"), [((5, 3), {"AIR-FEQUANT"}), ((2, 6), {"AIR-I"}), ((4, 4), {"AIR-I", "AIR-FEQUANT"})]
)
def test_17_2_interception(dice: tuple[int, int], home: set[str]) -> None:
    """17.2: a die each, the lower goes home, on a tie both; the interceptor comes after the enemy."""
    match = air("air allied", dice=dice)
    refused(match, "intercept AIR-FEQUANT 10.12", "17.2", "no enemy air unit")
    play(match, "interdict AIR-FEQUANT 10.12", "intercept AIR-I 10.12")
    grounded = {u for u in ("AIR-I", "AIR-FEQUANT") if mission(match, u) == "based"}
    assert grounded == home


def test_17_1_airmen_go_home_after_the_exploitation_phase() -> None:
    """17.1, 10.0: under a headquarters, up again after the next weather phase."""
    match = air("air german")
    play(match, "interdict AIR-I 10.12")
    until(match, "movement")
    play(match, "end")
    until(match, "movement")
    assert (who(match), place(match, "AIR-I"), mission(match, "AIR-I")) == ("allied", "10.05", "based")
    force(match, 1, 1)
    play(match, "end")
    until(match, "air")
    assert mission(match, "AIR-I") == "ready"


def test_17_1_a_base_that_moves_loses_its_airmen_for_a_turn() -> None:
    """17.1, SU05: they come back as reinforcements next turn, on any headquarters."""
    match = air("movement german", turn=5, sequence=3)
    events = play(match, "move AOK-18 10.04")
    assert only(events, "air-gone").data["turn"] == 6
    back = study(
        "phases german",
        "AOK-18 10.04 \n AIR-I off-map back=6 \n 5RD 10.10 \n 18DI 02.19",
        turn=6,
        sequence=1,
        air="yes",
    )
    assert (place(back, "AIR-I"), mission(back, "AIR-I")) == ("10.04", "ready")


def test_11_1_5_air_reinforcements_come_ready_to_fly() -> None:
    """11.1.5, Scenario 1: three Allied air units at the beginning of the third sequence."""
    match = study("phases allied", start=True, sequence=3, air="yes")
    while asked(match) == "air-base":
        play(match, listed(match)[0])
    for uid in ("AIR-VUILLEMIN", "AIR-CHABERT", "AIR-VILLOME"):
        assert mission(match, uid) == "ready"
    assert destinations(match, "AIR-CHABERT", "interdict")
    assert not of_kind(game(match).events, "air-gone")
