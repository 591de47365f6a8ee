"""Hard positions of a fourth reading: where cases of movement, supply and exploitation meet."""

from __future__ import annotations

import pytest

from tests.games.friedensturm_1918.hard.position import BOTH, roll_for
from tests.games.friedensturm_1918.position import (
    allowed,
    cell,
    cost,
    disorder,
    force,
    game,
    listed,
    marker,
    number,
    place,
    play,
    refused,
    study,
    until,
)


def river(kind: str, first: str = "") -> str:
    """A river south of 10.10, too long to go round it in a move; ``first`` is its side 10.10-10.11 if that differs."""
    sides = ("09.11-10.10", "10.10-11.11", "09.10-09.11", "11.10-11.11", "08.10-09.11", "11.11-12.10")
    return "\n".join([f"side {first or kind} 10.10-10.11", *[f"side {kind} {side}" for side in sides]])


# -- refusals name the case that forbids --


@pytest.mark.parametrize(("water", "unit", "start"), [
    (river("minor-river"), "18DI", "10.14"),
    (river("major-river", "major-river+rail-bridge"), "18DI", "10.14"),
    (river("major-river", "major-river+rail-bridge"), "ACA-1", "10.12"),
])  # fmt: skip
def test_a_river_that_costs_points(water: str, unit: str, start: str) -> None:
    """11.1.1, 11.1.4, 11.2.3: 2 MP with one left; only a river without a bridge takes the whole move."""
    match = study("movement allied", f"{water} \n {unit} {start} \n {BOTH}")
    play(match, f"move {unit} 10.11")
    refused(match, f"move {unit} 10.10", "11.1.1", "costs 2 MP")


def test_a_headquarters_that_enters_beside_the_enemy() -> None:
    """11.1.5, 11.3.1, 11.3.3: divisions may come into a zone, guns and headquarters may not."""
    match = study("movement allied", "206ID 01.13 \n AOK-18 10.01 \n 18DI 10.15", turn=6, blank=False, sequence=1)
    refused(match, "enter HQ-X 01.14", "11.3.3", "zone")
    refused(match, "enter ACA-5 01.14", "11.3.1", "zone")
    assert allowed(match, "enter 129DI 01.14")


def test_a_headquarters_behind_a_belt_of_zones() -> None:
    """11.3.3: no zone stops it on its way, it cannot enter one at all."""
    belt = " \n ".join(f"{uid} {hex}" for uid, hex in (("206ID", "08.10"), ("222ID", "10.10"), ("84ID", "12.10")))
    match = study("movement allied", f"{belt} \n HQ-X 10.12 \n HQ-III 10.19 \n AOK-18 10.01")
    refused(match, "move HQ-X 11.09", "11.3.3", "on the way")


@pytest.mark.parametrize(("scenario", "turn", "unit", "goal", "case"), [
    ("gneisenau", 5, "18DI 19.14", "20.14", "Playing Area"), ("friedensturm", 17, "206ID 32.25", "30.24", "Scenario 3"),
])  # fmt: skip
def test_a_forced_march_to_where_nobody_goes(scenario: str, turn: int, unit: str, goal: str, case: str) -> None:
    """11.2.6: the road is not what is missing."""
    side = "allied" if "DI" in unit else "german"
    lines = f"{unit} \n 5ID/8 56.19 \n 9DI 56.29" if scenario == "friedensturm" else f"{unit} \n 206ID 02.03"
    match = study(f"movement {side}", lines, scenario=scenario, turn=turn, blank=False)
    refused(match, f"force {unit.split()[0]} {goal}", case)


def test_builders_who_have_moved() -> None:
    """11.2.4: whether a unit can still move has nothing to do with what it may build."""
    lines = f"{river('minor-river')} \n 206ID 10.10 \n 84ID 10.10 \n GAA-1 10.10 offensive=1 \n 18DI 02.19 \n {BOTH}"
    match = study("movement german", f"attempts 3 \n {lines}")
    play(match, "move 206ID 10.09", "move 206ID 10.10", "move 84ID 10.09")
    refused(match, "bridge 206ID 10.11", "11.2.4", "3 attempts")
    refused(match, "bridge 206ID 10.09", "11.2.4", "no river")
    refused(match, "bridge GAA-1 10.11", "11.2.4", "combat unit")


def test_the_road_bridge_beside_the_pontoon() -> None:
    """11.1.3, 11.2.4, 11.2.5: repaired, it is available again, at the price of the road."""
    water = f"{river('major-river', 'major-river+bridge')} \n link road 10.10-10.11 \n pontoons 10.10 10.11"
    lines = f"{water} \n 206ID 10.10 \n 18DI 02.19 \n {BOTH}"
    assert cost(study("movement german", f"{lines} \n blown 10.10 10.11"), "move 206ID 10.11") == 2
    assert cost(study("movement german", lines), "move 206ID 10.11") == 0.5


# -- arrivals --


@pytest.mark.parametrize(("turn", "sequence", "state"), [(5, 3, "disorganised"), (6, 1, "none")])
def test_a_forced_march_from_the_edge(turn: int, sequence: int, state: str) -> None:
    """11.1.5, 11.2.6, ruling Q39: the first hex at its price, then by road for the rest of twice the allowance."""
    lines = "206ID 18.05 \n AOK-18 10.01 \n 18DI 15.15"
    match = study("movement allied", lines, turn=turn, blank=False, sequence=sequence)
    play(match, "enter 129DI 01.07")
    left = game(match).state.mp[number(match, "129DI")]
    assert left == 2 * 4 - game(match).setting.entry_price(cell(match, "01.07"))
    play(match, "force 129DI 05.09")
    assert (place(match, "129DI"), disorder(match, "129DI")) == ("05.09", state)
    play(match, "enter 152DI 01.07", "move 152DI 01.08")
    refused(match, "force 152DI 05.09", "11.2.6", "already moved")


@pytest.mark.parametrize(("hqs", "bases"), [
    ("HQ-X 21.20 \n HQ-IX 20.24 \n HQ-VI 30.29", {"HQ-X", "HQ-IX"}), ("HQ-IX 20.24 \n HQ-VI 30.29", {"HQ-IX"}),
    ("HQ-IV 53.24 \n HQ-VI 30.29", {"HQ-IV", "HQ-VI"}),
])  # fmt: skip
def test_aircraft_for_villers_cotterets(hqs: str, bases: set[str]) -> None:
    """Scenario 3, 11.1.5: within five hexes of the town like those who come with them; without a base there, Q38."""
    aircraft, seen = ("AIR-VILLOME", "AIR-MENARD", "AIR-GOYS", "AIR-RAF9"), set()
    lines = f"{hqs} \n 87ID 29.24 \n AOK-7 32.20"
    match = study("phases allied", lines, scenario="friedensturm", turn=18, sequence=1, blank=False, air="yes")
    while match.decision is not None and match.decision.kind == "air-base":
        seen |= {text.split()[-1] for text in listed(match)}
        play(match, listed(match)[0])
    assert seen | {game(match).name(game(match).state.base[number(match, uid)]) for uid in aircraft} == bases


# -- exploitation --


def test_room_is_made_before_the_phase_ends() -> None:
    """4.0, 12.2.6, 14.2: a panic in exploitation crowds a hex, and a reserve moves out of it in the same phase."""
    attackers = "206ID 09.11 marker=3 \n 84ID 10.10 marker=3"
    match = study("exploitation-combat german", f"{attackers} \n 222ID 10.09 marker=2 \n 18DI 10.11 \n {BOTH}")
    roll_for(match, "10.11", "206ID,84ID", rolls=(2, 1, 4))
    play(match, "attack 10.11", "all")
    until(match, "exploitation", "panic 84ID")
    assert place(match, "84ID") == "10.09"
    play(match, "move 222ID 10.08")
    until(match, "movement", "end")
    assert (place(match, "84ID"), place(match, "222ID")) == ("10.09", "10.08")


def test_a_tank_in_the_hex_parts_the_markers() -> None:
    """14.0, 12.2.6: beside a tank two regiments of a division have a marker each, and one of them is removed."""
    lines = f"11DI/26 10.12 marker=3 \n 11DI/69 10.12 marker=3 \n BCL-1 10.12 \n 36DI 09.12 \n 84ID 10.11 \n {BOTH}"
    match = study("combat allied", lines)
    roll_for(match, "10.11", "36DI", "lead 36DI", rolls=(3, 1, 2))
    play(match, "attack 10.11", "join 36DI", "end")
    until(match, "strip", "lead 36DI")
    play(match, "strip 11DI/26")
    assert (marker(match, "11DI/26"), marker(match, "11DI/69")) == ("none", "exploitation")


def test_the_german_tank_is_no_company() -> None:
    """14.0, 15.4.2: the combat over, it is gone, so three regiments of a division share their marker."""
    regiments = ("4GD/5GF", "4GD/5GG", "4GD/93R")
    lines = " \n ".join(f"{uid} 10.10" for uid in regiments)
    match = study("combat german", f"{lines} \n 58DI 10.11 \n tanks 1 \n {BOTH}")
    play(match, "attack 10.11", *[f"join {uid}" for uid in regiments], "commit A7V 4GD/5GF")
    force(match, 6, 6, 2, 6)
    until(match, "exploit", "lead 4GD/5GF", "end")
    assert place(match, "A7V") == place(match, "4GD/5GF") == "10.10"
    play(match, "exploit 4GD/5GF")
    assert {marker(match, uid) for uid in regiments} == {"exploitation"}


# -- the frozen west (Scenario 3) --


def test_no_pontoon_into_the_frozen_west() -> None:
    """Scenario 3, 11.2.4, ruling Q26: its far end would lie there; from turn 18 on it may."""
    lines = "206ID 31.27 \n AOK-7 33.16 \n 18DI 50.30 \n HQ-V 47.24"
    match = study("movement german", lines, scenario="friedensturm", turn=17, blank=False)
    refused(match, "bridge 206ID to 30.26", "Scenario 3")
    match = study("movement german", lines, scenario="friedensturm", turn=18, blank=False)
    assert allowed(match, "bridge 206ID to 30.26")
