"""The scenarios (module 14) and the optional rules (module 15)."""

from __future__ import annotations

import pytest

import grognard
from grognard.engine import Match, RandomPlayer
from grognard.games.marne_1914.rules.deployment import area_of, open_front
from grognard.games.marne_1914.rules.front_line import covered_hexes, front_line
from tests.games.marne_1914.position import asked, cell, game, number, of_kind, place, play, refused, steps, study

CENTRAL_POWERS = {
    "G-II": ("1913 2214", 2), "G-III": ("2714 2914", 2), "G-IV": ("2314 2515", 2), "G-IX": ("3013 3112", 2),
    "G-IVR": ("1604 1907 1201 1503", 1), "G-IICAV": ("1912 2010 2109", 0), "G-VII": ("3211 3411", 2),
    "G-X": ("3810 4011", 2), "G-XR": ("3511 3711", 2), "G-GUARD": ("3205 3206", 6), "G-ICAV": ("3210 3210 3210", 0),
}
ENTENTE = {
    "F-VIR": ("1103 1304", 1), "F-VII": ("1405 1507", 2), "F-IV": ("1708 1909", 1), "F-VR": ("1712 1810", 3),
    "F-ICAV": ("1712 1713 1810", 3), "B-I": ("2416 2716", 2), "B-II": ("2015 2215", 2), "B-III": ("1915", 1),
    "B-CAV": ("2216 2216", 0), "F-I": ("3016 3117 3216", 4), "F-III": ("3015 3115 3116", 4), "F-IVR": ("3413 3414", 3),
    "F-X": ("3213 3214 3314", 3), "F-XVIII": ("2815 2816 2916", 4), "F-IICAV": ("3215 3215", 2),
    "F-IX": ("3612 3812 3913", 0),
}


def counter_attack(**options: str) -> Match:
    return grognard.start("marne-1914", "counter-attack", 1, options)


def full_battle(**options: str) -> Match:
    return grognard.start("marne-1914", "full-battle", 1, options)


def corps(match: Match, name: str) -> list[int]:
    """The units of a corps that are on the map."""
    state = game(match).state
    return [u for u, c in enumerate(state.corps) if c == name and state.loc[u] >= 0]


# -- 14.1 --


def test_m003_distances_on_the_map() -> None:
    """The hex numbers of 14.1.1: 3, 4, 3, 3 and 2 hexes apart."""
    grid = counter_attack().setting.grid
    pairs = [("1201", "1503"), ("1604", "1907"), ("2416", "2716"), ("3612", "3913"), ("2010", "2109")]
    assert [grid.distance(grid.cell(a), grid.cell(b)) for a, b in pairs] == [3, 4, 3, 3, 2]


@pytest.mark.parametrize("name", [*CENTRAL_POWERS, *ENTENTE])
def test_14_1_1_set_up(name: str) -> None:
    """14.1.1a, 14.1.1b: hexes and losses of every corps, the losses as even as can be."""
    cells, losses = {**CENTRAL_POWERS, **ENTENTE}[name]
    match = counter_attack()
    units = corps(match, name)
    assert sorted(match.setting.place_name(game(match).state.loc[u]) for u in units) == sorted(cells.split())
    lost = [match.setting.units[u].steps - game(match).state.steps[u] for u in units]
    assert sum(lost) == losses
    if name != "G-IVR":                                        # Lepel takes none
        assert max(lost) - min(lost) <= 1


def test_m182_lepel_takes_no_loss() -> None:
    """14.1.1: the loss of IV Reserve Corps lies on one of the units at 1604 and 1907."""
    match = counter_attack()
    assert [steps(match, uid) for uid in ("L1", "L2")] == [2, 2]
    assert steps(match, "7RD") + steps(match, "22RD") == 7
    assert {place(match, "7RD"), place(match, "22RD")} == {"1604", "1907"}


def test_m184_cavalry_at_start() -> None:
    """14.1.1b: three divisions of I Cavalry Corps with 1 step, two of II and two British brigades with 1."""
    match = counter_attack()
    for name, number_of_units in (("F-ICAV", 3), ("F-IICAV", 2), ("B-CAV", 2)):
        assert [game(match).state.steps[u] for u in corps(match, name)] == [1] * number_of_units
    cadre = [uid for uid in match.setting.unit_ids if place(match, uid) == "cadre"]
    assert sorted(cadre) == ["10DC", "1CavB", "2CavB", "4CavB"]


def test_m186_double_booked_hex() -> None:
    """14.1.1, 6.1.8, rulings C01 and C02: 3013 is German; the French I Corps stands elsewhere."""
    match = counter_attack()
    assert place(match, "17ID") == "3013"
    assert all(game(match).setting.side[u] == 0 for u in game(match).stack[cell(match, "3013")])
    front = counter_attack(i_corps_setup="front")
    assert {place(front, uid) for uid in ("1DI", "2DI", "8BI")} == {"3014", "3113", "3114"}


def test_14_1_1_markers_and_points() -> None:
    """14.1, 14.1.1a, 14.1.1b: turns 9 to 14, 2 points, markers on 3201, 1917, 2816 and 3717."""
    match = counter_attack()
    state, plan = game(match).state, game(match).setting.plan
    assert (plan.first_turn, plan.last_turn, state.turn, state.vp) == (9, 14, 9, 2)
    assert state.markers == {"cp": 32, "6/BEF": 19, "BEF/5": 28, "5/9": 37}


def test_14_1_numbers_of_units() -> None:
    """14.1.1: 26 German units with 63 steps (without Lepel) and 37 Entente units with 92 on the map."""
    match = counter_attack()
    g = game(match)
    german = [u for u in g.on_map(0) if g.name(u) not in ("L1", "L2")]
    assert (len(g.on_map(0)), sum(g.state.steps[u] for u in german)) == (26, 63)
    assert (len(g.on_map(1)), sum(g.state.steps[u] for u in g.on_map(1))) == (37, 92)


def test_14_1_the_front_line_is_closed_at_the_start() -> None:
    """14.1.1, 4.6.1."""
    g = game(counter_attack())
    assert all(covered_hexes(g) >> c & 1 for c in front_line(g))


def test_14_1_2_the_entente_moves_first() -> None:
    """14.1.2."""
    match = counter_attack()
    assert match.decision is not None
    assert match.decision.side == "entente"


def test_ruling_c52_control_at_the_start() -> None:
    """13.0.3: north of the line German, south of it and Paris Entente; in the full battle all Entente."""
    match = counter_attack()
    control = {match.setting.grid.ids[c]: side for c, side in game(match).state.control.items()}
    assert (control["2701"], control["3903"], control["1814"], control["1112"], control["2116"]) == (
        "cp", "cp", "entente", "entente", "entente",
    )
    start = game(full_battle())
    empty = [c for c in start.setting.town_cells if not start.stack[c] and c not in start.setting.exits]
    assert {start.state.control[c] for c in empty} == {"entente"}


def test_10_1_2_each_side_holds_its_own_edge_roads_at_the_start() -> None:
    """10.1.2, 10.1.3, 10.1.4: the north edge German, the south edge Entente, in both scenarios."""
    for match in (counter_attack(), full_battle()):
        g = game(match)
        regions = g.setting.board.regions
        assert {g.state.control[c] for c in regions["road-exit-north"]} == {"cp"}
        assert {g.state.control[c] for c in regions["road-exit-south"]} == {"entente"}


# -- 14.2 --


def test_14_2_turns_points_and_initiative() -> None:
    """14.2, 4.4.1: turns 1 to 14, no points, the Central Powers first."""
    match = full_battle()
    state, plan = game(match).state, game(match).setting.plan
    assert (plan.first_turn, plan.last_turn, state.turn, state.vp, state.initiative) == (1, 14, 1, 0, "cp")


def test_14_2_1a_who_comes_later() -> None:
    """14.2.1a with 7.1, 7.2 and ruling C05."""
    match = full_battle()
    due: dict[int, set[str]] = {}
    for unit, turn in enumerate(game(match).state.due):
        if turn:
            due.setdefault(turn, set()).add(game(match).name(unit))
    assert due == {
        3: {"1GD", "2GD"}, 5: {"7DI", "8DI", "MRCN"}, 7: {"17DI", "18DI", "61DR", "62DR"}, 8: {"L1", "L2"},
        10: {"21DI", "22DI"},
    }


def test_14_2_1a_a_losses_of_the_historical_row() -> None:
    """14.2.1a(a): for each corps on the map, as even as can be."""
    match = full_battle()
    g = game(match)
    for name, row in g.setting.tables.reductions.items():
        members = [u for u, c in enumerate(g.state.corps) if c == name]
        lost = [g.setting.units[u].steps - g.state.steps[u] for u in members]
        assert sum(lost) == row.historical, name
        assert max(lost) - min(lost) <= 1, name


def test_14_2_1a_b_the_printed_set_up_covers_the_front() -> None:
    """14.2.1a(b): every hex from 1002 to 4005 in an Entente zone, every unit in its area."""
    match = full_battle()
    g = game(match)
    assert open_front(g) == []
    assert all(covered_hexes(g) >> c & 1 for c in front_line(g))
    for unit in [*g.on_map(0), *g.on_map(1)]:
        assert area_of(g, unit) >> g.state.loc[unit] & 1, g.name(unit)


def test_14_2_1b_the_areas_keep_the_sides_apart() -> None:
    """14.2.1b: every German hex at least as far from every Entente hex as the scenario says."""
    g = game(full_battle())
    plan, grid = g.setting.plan, g.setting.grid
    german = {c for area in plan.area if area.corps.startswith("G-") for c in area.cells}
    entente = {c for area in plan.area if not area.corps.startswith("G-") for c in area.cells}
    assert min(grid.distance(grid.cell(a), grid.cell(b)) for a in german for b in entente) >= plan.cp_distance


def test_ruling_c10_the_areas_lie_within_the_boundaries() -> None:
    """5.1.1: so that with free set-up too nobody starts outside his army's area."""
    g = game(full_battle())
    by_corps = {u.corps: u.army for u in g.setting.units}
    limits = {"6": (10, 17), "BEF": (17, 23), "5": (23, 40), "I": (10, 26), "II": (26, 40)}
    for area in g.setting.plan.area:
        west, east = limits[by_corps[area.corps]]
        assert all(west <= int(c[:2]) <= east for c in area.cells), area.corps


def test_14_2_1a_b_the_cavalry_shares_the_areas_of_others() -> None:
    """14.2.1a(b): I Cavalry with the 6th Army; II with III, IV Reserve and XVIII (C04); the British (C53)."""
    areas = {area.corps: set(area.cells) for area in game(full_battle()).setting.plan.area}
    assert areas["F-ICAV"] == areas["F-VII"] | areas["F-VR"]
    assert areas["F-IICAV"] == areas["F-III"] | areas["F-IVR"] | areas["F-XVIII"]
    assert areas["B-CAV"] == areas["B-I"] | areas["B-II"] | areas["B-III"]


def test_14_2_1_free_set_up_corps_by_corps() -> None:
    """14.2.1, 14.2.1a(b): the Entente first, each corps in its own area and within stacking limits."""
    match = full_battle(setup="free")
    assert match.decision is not None
    assert (match.decision.side, match.decision.kind) == ("entente", "deploy")
    refused(match, "deploy 3ID 1301", "14.2.1", "this is not about 3ID")
    refused(match, "deploy 14DI 2010", "14.2.1a(b)", "not in the set-up area")
    play(match, "deploy 14DI 1203")
    refused(match, "deploy 63DR 1203", "4.1.1")


def test_14_2_1a_b_free_set_up_must_cover_the_front() -> None:
    """14.2.1a(b): units are placed anew until every hex of the front lies in a zone."""
    match = full_battle(setup="free")
    player = RandomPlayer(4)
    sides = []
    while (decision := match.decision) is not None and decision.kind == "deploy":
        sides.append((decision.side, decision.case))
        match.play(player.choose(decision))
    assert ("entente", "14.2.1a(b)") in sides
    assert sides.index(("cp", "14.2.1")) > max(n for n, (side, _) in enumerate(sides) if side == "entente")
    assert len(game(match).on_map(1)) + len(game(match).on_map(0)) == len(game(full_battle()).on_map(1)) + len(
        game(full_battle()).on_map(0)
    )


def test_14_2_2_without_the_initiative_the_entente_falls_back() -> None:
    """14.2.2 and 4.4.4b, ruling D04: no unit ends further north than it began; by option it may."""
    lines = "initiative cp \n 14DI 2010 \n 3ID 1003"
    match = study("movement entente", lines, scenario="full-battle")
    refused(match, "move 14DI 2009", "14.2.2", "further north")
    play(match, "move 14DI 2012")
    assert place(match, "14DI") == "2012"
    assert study("movement entente", lines, scenario="full-battle", great_retreat="off").check("move 14DI 2009")
    assert study("movement entente", lines.replace("cp", "entente"), scenario="full-battle").check("move 14DI 2009")
    assert study("movement entente", lines).check("move 14DI 2009")            # not in the counter-attack


# -- 15 --


def test_15_1_variable_strengths() -> None:
    """15.1, reconstructed: 1-2 one loss fewer, 3-4 as listed, 5-6 one more, for each corps."""
    corps_with_rows = list(game(full_battle()).setting.tables.reductions)
    base = {c: sum(game(full_battle()).state.steps[u] for u in corps(full_battle(), c)) for c in corps_with_rows}
    for die, change in ((1, 1), (2, 1), (3, 0), (4, 0), (5, -1), (6, -1)):
        dice = [die] * len(corps_with_rows)
        match = study(
            "deployment", start=True, board="real", scenario="full-battle", supply=None, dice=dice,
            variable_strengths="on",
        )
        for name in corps_with_rows:
            row = game(match).setting.tables.reductions[name]
            assert row.low <= row.historical <= row.high
            now = sum(game(match).state.steps[u] for u in corps(match, name))
            if name != "B-CAV" or change <= 0:              # a brigade in the Cadre Box has no hex to return to
                assert now - base[name] == change, name
        assert {e.cites[0] for e in of_kind(match.events(), "dice")} == {"15.1"}


def test_15_1_is_for_the_full_battle() -> None:
    """15.1: the counter-attack has its printed losses."""
    match = counter_attack(variable_strengths="on")
    assert of_kind(match.events(), "dice") == []


@pytest.mark.parametrize(("die", "turn"), [(1, 9), (2, 10), (5, 10), (6, 11)])
def test_15_2_variable_reinforcements(die: int, turn: int) -> None:
    """15.2, reconstructed: 1 a turn early, 6 a turn late."""
    match = study("deployment", start=True, board="real", supply=None, dice=[die], variable_reinforcements="on")
    assert [game(match).state.due[number(match, uid)] for uid in ("21DI", "22DI")] == [turn, turn]
    (told,) = of_kind(match.events(), "arrival")
    assert (told.data["turn"], told.cites) == (turn, ("15.2",))


def test_15_3_alternate_recovery() -> None:
    """15.3, reconstructed: each unit that may recover rolls, and a 1 gives it a step; no table, no Guard."""
    lines = "14DI 1510 2 \n 63DR 1511 2 \n 55DR 1512 4"
    match = study("recovery entente", lines, alternate_recovery="on", dice=[1, 2])
    assert (steps(match, "14DI"), steps(match, "63DR")) == (3, 2)
    assert [e.cites[0] for e in of_kind(match.events(), "dice")] == ["15.3", "15.3"]
    assert asked(match) == "combat"
    match = study("recovery cp", "initiative entente \n 1GD 3205 1 \n 13ID 3007 4", alternate_recovery="on")
    assert of_kind(match.events(), "dice") == []
