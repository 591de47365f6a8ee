"""Hard positions of chapter 10: weather."""

from __future__ import annotations

import pytest

from tests.games.friedensturm_1918.hard.position import BOTH, battle, roll_for, told
from tests.games.friedensturm_1918.position import (
    allowed,
    asked,
    game,
    listed,
    of_kind,
    play,
    steps,
    study,
    who,
)

BASES = """
    AOK-18 10.03 \n HQ-III 10.17 \n AIR-II 10.03 mission=1 base=AOK-18 \n AIR-FEQUANT 10.17 mission=1 base=HQ-III
    206ID 10.10 \n 18DI 10.11 \n 36DI 10.13
"""
LINES = f"206ID 10.10 \n 222ID 09.11 \n 10DI 10.11 \n {BOTH}"


def test_f10_01_no_aircraft_in_fog() -> None:
    """F10-01: neither player places any in the initiative player's phase."""
    match = study("air german", BASES, weather="fog", air="yes")
    assert (asked(match), who(match)) == ("movement", "german")


def test_f10_01t_fair_for_the_reacting_player() -> None:
    """F10-01t: both place theirs."""
    match = study("air allied", BASES, weather="fog", air="yes")
    assert (asked(match), who(match)) == ("air", "allied")
    play(match, "interdict AIR-FEQUANT 10.09")
    assert (asked(match), who(match)) == ("air", "german")
    assert allowed(match, "interdict AIR-II 10.12")


@pytest.mark.parametrize(
    ("name", "phase", "marks"),
    [("F10-02", "combat german", ""), ("F10-03", "exploitation-combat german", "marker=3")],
)
def test_fog_spares_the_initiative_player_a_point(name: str, phase: str, marks: str) -> None:
    """A5 D5 is A4 D5; the ruling for exploitation is Q14."""
    lines = LINES.replace("206ID 10.10", f"206ID 10.10 {marks}").replace("222ID 09.11", f"222ID 09.11 {marks}")
    match = study(phase, lines, weather="fog")
    events = battle(match, "10.11", "206ID,222ID", "lead 206ID", attacker=5, defender=5)
    assert (told(events, "combat", "attacker"), told(events, "combat", "defender")) == (4, 5), name


def test_f10_04_fog_does_not_help_the_reacting_player() -> None:
    """F10-04: A5 D5 stays."""
    match = study("combat allied", f"18DI 10.10 \n 36DI 09.11 \n 227ID 10.11 \n {BOTH}", weather="fog")
    events = battle(match, "10.11", "18DI,36DI", "lead 18DI", attacker=5, defender=5)
    assert (told(events, "combat", "attacker"), told(events, "combat", "defender")) == (5, 5)


def test_f10_05_fog_and_foch() -> None:
    """F10-05: A3 - 1 + 2."""
    lines = f"initiative allied \n 3US/4 10.10 \n 3US/7 10.10 \n 84ID 10.11 \n {BOTH}"
    match = study("combat allied", lines, scenario="friedensturm", turn=18, weather="fog")
    events = battle(match, "10.11", "3US/4,3US/7", "lead 3US/4", attacker=3, defender=7)
    assert told(events, "combat", "attacker") == 4


def test_f10_06_overcast_leaves_rebasing() -> None:
    """F10-06: who lay under the headquarters comes up, and may change it like the others."""
    lines = f"AOK-7 08.03 \n AIR-I 10.03 mission=0 base=AOK-18 \n {BASES}"
    match = study("weather german", lines, air="yes", dice=[5, 6])
    assert game(match).state.weather == "overcast"
    assert asked(match) == "air"
    assert set(listed(match)) == {"rebase AIR-I to AOK-7", "rebase AIR-II to AOK-7", "end"}


def test_f10_07_the_first_sequence_only_is_fixed() -> None:
    """F10-07: 6 and 5 in the second sequence of Scenario 4."""
    match = study("weather allied", scenario="foch-attacks", start=True, sequence=2, dice=[6, 5])
    assert game(match).state.weather == "overcast"
    match = study("weather allied", scenario="foch-attacks", start=True, sequence=1, dice=[6, 5])
    assert game(match).state.weather == "fair"


def test_f10_08_fog_and_bombardment() -> None:
    """F10-08: the two points of the French guns are a step of the lead regiment's."""
    lines = f"19ID/74 10.10 \n 10DI 10.11 \n AAA-1 10.12 \n {BOTH}"
    match = study("combat german", lines, weather="fog")
    play(match, "attack 10.11")
    assert asked(match) == "guns-defender"
    match.position.dice.tape = (2, 3, 4, 3, 3)
    events = play(match, "support AAA-1")
    assert told(events, "bombardment", "outcome").startswith("2")
    assert len([e for e in of_kind(events, "loss") if e.cites[0] == "15.2.2"]) == 1


def test_f10_09_never_below_zero() -> None:
    """F10-09: A0 D10 in fog."""
    lines = f"206ID 10.10 \n 222ID 09.11 \n 58DI 10.11 1 \n {BOTH}"
    match = study("combat german", lines, weather="fog")
    events = battle(match, "10.11", "206ID,222ID", "lead 206ID", attacker=0, defender=10, rolls=(2, 2))
    assert told(events, "combat", "attacker") == 0


def test_f10_10_fog_saves_no_step_of_orders() -> None:
    """F10-10: A1 - 1 leaves no points, but Stubbornness takes its step all the same."""
    lines = f"206ID 10.10 \n 222ID 09.11 \n 84ID 11.11 \n 58DI 10.11 1 \n {BOTH}"
    match = study("combat german", lines, weather="fog")
    units = "206ID,222ID,84ID"
    roll_for(match, "10.11", units, "lead 206ID", attacker=1, rolls=(2, 1, 3))
    play(match, "attack 10.11", "all", "lead 206ID")
    assert asked(match) == "hits"
    assert set(listed(match)) == {"lose 206ID", "lose 222ID", "lose 84ID"}
    play(match, "lose 206ID")
    assert [steps(match, uid) for uid in units.split(",")] == [2, 3, 2]
