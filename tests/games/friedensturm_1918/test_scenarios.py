"""What only one scenario has: doctrines, Reims, the frozen front, free placements, conditional arrivals, victory."""

from __future__ import annotations

import pytest

from grognard.engine import Match
from grognard.games.friedensturm_1918.rules.supply import commanded, is_supplied
from grognard.games.friedensturm_1918.rules.victory import count, encircled_divisions, is_cut_off, level_now, points
from tests.games.friedensturm_1918.position import (
    allowed,
    asked,
    cell,
    game,
    listed,
    names,
    number,
    of_kind,
    place,
    play,
    refused,
    start,
    study,
    until,
    who,
)


def doctrine(match: Match, uid: str) -> str:
    return game(match).doctrine(number(match, uid))


def score(match: Match, **held: str) -> tuple[str | None, str]:
    """Winner and level if some hexes had changed hands ("h0714=german")."""
    g = game(match)
    for name, side in held.items():
        g.state.held[cell(match, name[1:])] = ("allied", "german").index(side)
    return level_now(g)[:2]


# -- Scenario 1 --


def test_scenario_1_doctrine_by_origin() -> None:
    """Scenario 1: evolving for who starts on the map, Foch for reinforcements; the lead unit decides (Q66)."""
    match = study("combat allied", "18DI 10.10 \n 152DI 12.10 late \n 5RD 02.02")
    assert (doctrine(match, "18DI"), doctrine(match, "152DI"), doctrine(match, "5RD")) == ("evolving", "foch", "")


@pytest.mark.parametrize(
    ("hexes", "winner", "level"),
    [
        ({}, "allied", "French victory"),
        ({"h0609": "german"}, "allied", "French victory"),
        ({"h0609": "german", "h1009": "german"}, None, "draw"),
        ({"h0714": "german"}, "german", "German tactical victory"),
        ({"h0215": "german"}, "german", "German operational victory"),
        ({"h1314": "german"}, "german", "German strategic victory"),
    ],
)
def test_scenario_1_victory(hexes: dict[str, str], winner: str | None, level: str) -> None:
    """Scenario 1, 16.0: by points for hexes captured."""
    found = score(start("gneisenau"), **hexes)
    assert found[0] == winner
    assert found[1].lower() == level.lower()


def test_scenario_1_montdidier_decides() -> None:
    """Scenario 1: lost, the Germans are strategically defeated whatever their points."""
    match = start("gneisenau")
    found = score(match, h1314="german", h0605="allied")
    assert found == ("allied", "German strategic defeat")
    assert points(game(match)) == 8


def test_16_0_a_hex_is_controlled_by_who_entered_it_last() -> None:
    """16.0, ruling Q35: passing through is enough, zones are not."""
    match = study("movement german", "5RD 10.07 \n 18DI 12.12", blank=False)
    assert game(match).state.held[cell(match, "10.09")] == 0
    play(match, "move 5RD 10.09")
    assert game(match).state.held[cell(match, "10.09")] == 1
    assert [row[1] for row in count(game(match))] == [1]
    play(match, "move 5RD 10.10") if match.check("move 5RD 10.10") else None
    assert game(match).state.held[cell(match, "10.09")] == 1


# -- Scenario 2 --


def test_scenario_2_doctrines_and_morale() -> None:
    """Scenario 2: French and Americans under Foch, British evolving; American morale +1 from turn 2 on (Q24, Q25)."""
    match = study("combat allied", "18DI 36.20 \n 5RD 36.08", scenario="blucher", blank=False, turn=2)
    assert [doctrine(match, u) for u in ("18DI", "3US/4", "50BR")] == ["foch", "foch", "evolving"]
    assert game(match).morale(number(match, "157DI")) == 3
    first = study("combat allied", "18DI 36.20 \n 5RD 36.08", scenario="blucher", blank=False, turn=1)
    assert game(first).morale(number(first, "157DI")) == 2


@pytest.mark.parametrize(("option", "steps", "nation"), [("french", 2, "french"), ("american", 3, "american")])
def test_scenario_2_the_franco_american_division(option: str, steps: int, nation: str) -> None:
    """Scenario 2, ruling Q24."""
    match = start("blucher", franco_american=option)
    unit = match.setting.units[number(match, "157DI")]
    assert (unit.steps, unit.nation) == (steps, nation)


def test_scenario_2_reims_is_never_touched() -> None:
    """Scenario 2, ruling Q29: its headquarters and army artillery stay and command, though Germans are next to it."""
    lines = "HQ-IV 46.19 \n AAA-2 46.19 \n 18DI 45.22 \n 5RD 45.18 \n AOK-1 45.10"
    match = study("movement german", lines, scenario="blucher", blank=False, supply=None, command=None)
    assert is_supplied(game(match), number(match, "18DI"))
    play(match, "move 5RD 45.19")
    assert (place(match, "HQ-IV"), place(match, "AAA-2")) == ("46.19", "46.19")
    refused(match, "move 5RD 46.19", "11.1.1")


def test_scenario_2_reinforcements_by_sequence() -> None:
    """Scenario 2, 11.1.5: by the listed hexes, the HQ with them; with or next to the Seventh Army's HQ."""
    match = study("movement allied", start=True, scenario="blucher", turn=1, sequence=2)
    assert {t.split()[2] for t in listed(match, "43DI")} == {"21.15", "21.20"}
    assert {t.split()[2] for t in listed(match, "154DI")} == {"45.22"}
    german = study("movement german", start=True, scenario="blucher", turn=2, sequence=2)
    assert len({t.split()[2] for t in listed(german, "237ID")}) > 1


@pytest.mark.parametrize(("total", "winner"), [(13, "allied"), (14, None), (15, "german")])
def test_scenario_2_victory_levels(total: int, winner: str | None) -> None:
    """Scenario 2, SC04."""
    from grognard.rules.victory import level_of

    plan = start("blucher").setting.plan  # type: ignore[attr-defined]
    assert level_of(plan.level, total).side == winner


# -- Scenario 3 --


def test_scenario_3_stosstruppen_on_any_elite_regiments() -> None:
    """Scenario 3, SC16: fourteen, one each, by the German before the first turn."""
    match = start("friedensturm")
    assert (asked(match), who(match)) == ("deploy", "german")
    first = listed(match)[0].split()[1]
    refused(match, f"assign {first} to 36ID", "Scenario 3", "not an elite regiment")
    play(match, f"assign {first} to 1GD/1GF")
    second = listed(match)[0].split()[1]
    refused(match, f"assign {second} to 1GD/1GF", "11.3.2", "already")
    placed = 1
    while asked(match) == "deploy":
        play(match, listed(match)[0])
        placed += 1
    assert placed == 14


def test_scenario_3_the_west_is_frozen_on_turn_17() -> None:
    """Scenario 3, ruling Q26: nobody moves there, attacks from there or is attacked there."""
    match = study("movement allied", start=True, scenario="friedensturm", turn=17, sequence=1)
    refused(match, "move 168DI 22.26", "Scenario 3", "on this turn")
    refused(match, "move 73DI 30.28", "Scenario 3")
    fighting = study("combat allied", start=True, scenario="friedensturm", turn=17, sequence=1)
    refused(fighting, "attack 24.20", "Scenario 3", "on this turn")
    free = study("movement allied", start=True, scenario="friedensturm", turn=18, sequence=1)
    assert [t for t in listed(free, "168DI") if t.startswith("move")]
    only_moves = study("combat allied", start=True, scenario="friedensturm", turn=17, frozen_zone="movement-only")
    assert allowed(only_moves, "attack 24.20")


def test_scenario_3_reinforcements_around_villers_cotterets() -> None:
    """Scenario 3, 11.1.5: within 5 hexes, not next to an enemy unit; or on a headquarters."""
    match = study("movement allied", start=True, scenario="friedensturm", turn=18, sequence=1)
    g = game(match)
    around = {t.split()[2] for t in listed(match, "DM/LE")}
    enemies = names(match, g.setting.beside.of(g.occupied(1)))
    assert around
    assert not around & enemies
    german = study("movement german", start=True, scenario="friedensturm", turn=18, sequence=1)
    assert {t.split()[2] for t in listed(german, "45RD")} == {"27.15", "32.20", "50.16"}


def test_scenario_3_doctrines() -> None:
    """Scenario 3: Pétain for the French, evolving for British and Italians, Foch for Americans."""
    match = start("friedensturm")
    assert [doctrine(match, u) for u in ("18DI", "3IT", "62BR", "28US")] == ["petain", "evolving", "evolving", "foch"]


def test_scenario_3_victory() -> None:
    """Scenario 3, ruling Q27: Reims or eight divisions; if both, or neither, by points."""
    match = start("friedensturm")
    g = game(match)
    assert level_now(g)[1] == "Allied tactical victory"
    for c in match.setting.board.region("reims"):
        g.state.held[c] = 1
    assert level_now(g)[:2] == ("german", "German strategic victory")


@pytest.mark.parametrize(
    ("germans", "cut_off"),
    [("9ID 46.18", False), ("9ID 46.18 \n 1ID 46.20 \n 7RD 45.20 \n 15BD 47.20", True)],
)
def test_scenario_3_reims_without_a_garrison_is_not_encircled_by_one_zone(germans: str, cut_off: bool) -> None:
    """Scenario 3, ruling Q27: the path to a source begins beside the town."""
    match = study(
        "movement german", f"{germans} \n 18DI 40.30", scenario="friedensturm", blank=False, turn=19, supply=None,
    )  # fmt: skip
    assert is_cut_off(game(match), 0, ["46.19"]) == cut_off


def test_scenario_3_encircled_divisions() -> None:
    """Scenario 3, ruling Q27: a division counts as one, regiments by their division or by thirds."""
    ring = "18DI 40.28 \n 15DI 40.30 \n 36DI 39.29 \n 9DI 41.29 \n 20DI 39.30 \n 39DI 41.30"
    lines = f"5ID/8 40.29 \n 5ID/12 40.29 \n {ring} \n AOK-1 50.16"
    for option, number_ in (("any-regiment", 1), ("thirds", 0)):
        match = study(
            "movement german", lines, scenario="friedensturm", blank=False, turn=19, supply=None,
            encircled_divisions=option,
        )  # fmt: skip
        assert encircled_divisions(game(match), 1) == number_


# -- Scenario 4 --


def test_scenario_4_the_line_at_villers_cotterets_may_spread() -> None:
    """Scenario 4, ruling Q33: over the hex and the six around it."""
    match = start("foch-attacks")
    assert (asked(match), who(match)) == ("deploy", "allied")
    refused(match, "deploy 168DI 22.24", "Scenario 4", "stays")
    refused(match, "deploy HQ-X 25.20", "Scenario 4", "next to it")
    play(match, "deploy HQ-X 20.19")
    assert (place(match, "HQ-X"), place(match, "AIR-VUILLEMIN")) == ("20.19", "20.19")
    refused(match, "deploy HQ-X 20.20", "Scenario 4", "stays")


@pytest.mark.parametrize(("die", "comes"), [(2, False), (3, True)])
def test_scenario_4_the_10th_division_comes_by_a_die(die: int, comes: bool) -> None:
    """Scenario 4, SC07, ruling Q34: a die and the Allied points, 6 or more, at the start of each German sequence."""
    lines = "18DI 25.22 \n 15DI 26.15 \n 5RD 29.20 \n AOK-7 30.20"
    match = study("phases german", lines, scenario="foch-attacks", blank=False, sequence=1, dice=[die])
    g = game(match)
    assert points(g) in (3, 0)
    start_points = study("phases german", lines, scenario="foch-attacks", blank=False, sequence=1)
    held = {c: 0 if start_points.setting.grid.ids[c] in ("25.22", "26.15") else 1 for c in g.state.held}
    words = " ".join(f"{match.setting.grid.ids[c]}={side}" for c, side in held.items())
    match = study(
        "phases german", f"held {words}\n{lines}", scenario="foch-attacks", blank=False, sequence=1, dice=[die]
    )
    assert points(game(match)) == 3
    assert bool(game(match).state.came) == comes
    entries = {t.split()[2] for t in listed(match, "10ID/6")} if comes else set()
    assert entries == ({"30.25"} if comes else set())


def test_scenario_4_what_is_not_there() -> None:
    """Scenario 4, SC22: no Stosstruppen, no Bruchmüller, no Tank event, fair weather first."""
    match = start("foch-attacks")
    g = game(match)
    assert not [u for u in g.on_map(1) if g.setting.is_stoss[u]]
    assert (g.state.tanks, g.turn_plan.bruchmuller, g.turn_plan.weather) == (0, False, {"1": "fair"})


@pytest.mark.parametrize(
    ("hexes", "total", "level"),
    [
        ({"h2715": "allied"}, 5, "draw"), ({"h3015": "allied", "h3016": "allied"}, 3, "German victory"),
        ({"h2715": "allied", "h2522": "allied"}, 6, "Allied victory"),
        ({"h2715": "allied", "h2927": "allied", "h2522": "allied"}, 9, "Allied strategic victory"),
    ],
)  # fmt: skip
def test_scenario_4_victory(hexes: dict[str, str], total: int, level: str) -> None:
    """Scenario 4, ruling Q36: 30.15 and 30.16 count once."""
    match = start("foch-attacks")
    found = score(match, **hexes)
    assert points(game(match)) == total
    assert sorted(found[1].lower().split()) == sorted(level.lower().split())


def test_scenario_4_headquarters_and_regiments_arrive_in_their_hexes() -> None:
    """Scenario 4, 11.1.5: the Seventh Army's headquarters in 30.21, the 50th in 30.15."""
    match = study("movement german", start=True, scenario="foch-attacks", sequence=1)
    assert {t.split()[2] for t in listed(match, "AOK-7")} == {"30.21"}
    assert commanded(game(match), 1)
    events = until(match, "combat")
    assert not of_kind(events, "enter")


def test_a_game_begins_with_what_its_scenario_leaves_open() -> None:
    first = {"gneisenau": "offensive", "blucher": "offensive", "friedensturm": "deploy", "foch-attacks": "deploy"}
    for name, kind in first.items():
        decision = start(name).decision
        assert decision is not None
        assert decision.kind == kind, name
