"""Set-ups of the scenarios and the campaign, what belongs to whom at the start, exits (modules 12 to 15)."""

from __future__ import annotations

import pytest

import grognard
from grognard.engine import Match
from grognard.games.somme_1916.rules.campaign import concealed_squares
from grognard.games.somme_1916.rules.scenarios import gun_area
from grognard.games.somme_1916.rules.victory.conditions import final_outcome, victories
from grognard.games.somme_1916.rules.victory.control import claims, squares_behind
from grognard.games.somme_1916.terms import ALLIED, GERMAN
from grognard.rules.masks import cells_of
from tests.games.somme_1916.position import (
    allowed,
    asked,
    cell,
    game,
    listed,
    number,
    place,
    play,
    points,
    refused,
    study,
)

FAR = "46Div A34 facing=2 \n 28R/110 V1 facing=6 \n"


def begun(scenario: str, **options: str) -> Match:
    return grognard.start("somme-1916", scenario, "set-up", {"artillery_setup": "suggested", **options})


def places(match: Match, nation: str, kind: str) -> dict[str, str]:
    """Where the units of a nation and a kind stand: type or size."""
    g = game(match)
    return {
        g.name(u): match.setting.place_name(g.state.loc[u]) for u in g.setting.units_of_nation[nation]
        if g.state.loc[u] >= 0 and kind in (g.setting.units[u].type, g.setting.units[u].size)
    }


# Who holds what at the start -----------------------------------------------------------------------


@pytest.mark.parametrize(("scenario", "objectives"), [
    ("over-the-top", "gommecourt serre thiepval-ridge mametz-wood montauban herbecourt flaucourt estrees"),
    ("campaign", "delville-wood courcelette flers warlencourt hem barleux biaches bapaume peronne-campaign"),
    ("a-punishing-land", "high-wood delville-wood guillemont-s2 bouleaux-wood biaches barleux aunes-wood"),
    ("devil-machines", "courcelette flers gueudecourt lesboeufs peronne brie bapaume"),
    ("away-to-siegfried", "warlencourt le-transloy transloy-ridges-s4 peronne brie bapaume beugny"),
])
def test_what_lies_behind_the_german_line_is_german(scenario: str, objectives: str) -> None:
    """13.1, 13.1.1 (rulings X56, D03): no Allied nation is credited with a place that it has not reached."""
    g = game(begun(scenario))
    for name in objectives.split():
        assert claims(g, "german", name), name
        assert not claims(g, "british", name), name
        assert not claims(g, "french", name), name


def test_what_lies_behind_the_allied_line_is_allied() -> None:
    """13.1.1: Albert and Bray on July 1, the woods that were taken in July on July 29."""
    g = game(begun("campaign"))
    assert [claims(g, "german", name) for name in ("albert", "bray", "proyart")] == [False] * 3
    assert claims(game(begun("a-punishing-land")), "british", "mametz-wood")


def test_hand_written_positions_know_their_lines() -> None:
    """13.1.1: of an objective that a position file does not name, the nearest unit decides."""
    match = study("committing allied", "46Div K18 facing=2 \n 28R/110 V17 facing=6", board="map")
    assert game(match).state.control[cell(match, "K17")] == "british"
    match = study("committing allied", "46Div A18 facing=2 \n 28R/110 M17 facing=6", board="map")
    assert game(match).state.control[cell(match, "K17")] == "german"
    match = study("committing allied", "control K17=french \n 46Div A18 facing=2 \n 28R/110 M17 facing=6", board="map")
    assert game(match).state.control[cell(match, "K17")] == "french"


def test_the_line_runs_between_the_nearest_units() -> None:
    """12.1.3 (ruling D03): a square is behind the line of whoever is nearer; equally near, of both."""
    match = study("committing allied", "46Div H15 facing=2 \n 28R/110 N15 facing=6")
    g = game(match)
    allied, german = squares_behind(g, ALLIED), squares_behind(g, GERMAN)
    assert [allied >> cell(match, name) & 1 for name in ("J15", "K15", "L15")] == [1, 1, 0]
    assert [german >> cell(match, name) & 1 for name in ("J15", "K15", "L15")] == [0, 1, 1]


# Pools ---------------------------------------------------------------------------------------------


def test_what_waits_in_the_pools() -> None:
    """12.1, 14.1.1, 15.2, 15.3: brigades and battalions at first, and whoever is lost or separated."""
    g = game(begun("campaign"))
    pool = [u for u, where in enumerate(g.state.loc) if g.setting.place_name(where) == "pool"]
    assert all(g.setting.brigades[u] or g.setting.battalions[u] for u in pool)
    assert {g.setting.nation[u] for u in pool} == {"british", "french", "german"}
    match = study("movement allied", "FB4.1 pool \n FB4.2 pool \n FB3.1 pool \n 39DI J15 facing=2 \n" + FAR)
    play(match, next(text for text in listed(match, "39DI") if text.startswith("separate")))
    assert place(match, "39DI") == "pool"


def test_only_units_in_the_pool_are_replaced() -> None:
    """12.1: a reduced unit on the map takes no step, it must be lost first."""
    lines = "levels allied=9 german=0 \n 48Div J15 steps=1 facing=2 \n 56Div pool \n" + FAR
    match = study("allied-replacements", lines)
    refused(match, "replace 48Div A5 full", "12.1", "Replacement Pool")
    assert allowed(match, "replace 56Div A5 full")


# Scenario 2 ----------------------------------------------------------------------------------------


def test_scenario_2() -> None:
    """14.2, 14.2.1, 14.2.2, 14.2.2.2: turns, forces and squares."""
    match = begun("a-punishing-land")
    plan = game(match).setting.plan
    assert (plan.first_turn, plan.last_turn, plan.first_weather) == (5, 11, "roll")
    assert places(match, "british", "division")["ANZ2"] == "G14"
    assert [len(places(match, "german", kind)) for kind in ("regiment", "battalion")] == [22, 12]
    french = places(match, "french", "infantry")
    assert sorted(square for uid, square in french.items() if uid.startswith("FB")) == [
        "N21", "O22", "O23", "O27", "P25", "Q26", "Q27",
    ]
    assert [french[uid] for uid in ("39DI", "3DIC", "61DI", "51DI")] == ["N19", "Q29", "P31", "P33"]


@pytest.mark.parametrize(("scenario", "first_row", "north"), [
    ("a-punishing-land", 19, 1), ("devil-machines", 19, 2), ("away-to-siegfried", 17, 3),
])
def test_french_guns(scenario: str, first_row: int, north: int) -> None:
    """14.2.2.2, 14.3.2, 14.4.2: six behind the line in the French rows, some of them north of the Somme."""
    match = grognard.start("somme-1916", scenario, "guns", {})
    while asked(match) != "gun-setup" or "french" not in match.decision.prompt:  # type: ignore[union-attr]
        play(match, listed(match)[-1] if asked(match) == "setup-modes" else listed(match)[0])
    g = game(match)
    order = next(o for o in g.setting.plan.free_setup if o.nation == "french")
    assert len(order.units) == 6
    assert {g.setting.row[c] >= first_row for c in cells_of(gun_area(g, order))} == {True}
    south = [text for text in listed(match) if g.setting.south_of_somme >> cell(match, text.split()[2]) & 1]
    for _ in range(6 - north):
        gun = next(text for text in listed(match) if text in south and not place(match, text.split()[1])[1:].isdigit())
        play(match, gun)
        south = [text for text in listed(match) if g.setting.south_of_somme >> cell(match, text.split()[2]) & 1]
    # So many are left as must stand north of the river.
    assert not south
    assert all(text.startswith("place FrGun") for text in listed(match))


# Scenario 3 ----------------------------------------------------------------------------------------


def test_the_british_of_scenario_3() -> None:
    """14.3, 14.3.1: tanks, one cavalry division, and the reinforcements at A18."""
    match = begun("devil-machines")
    g = game(match)
    assert sorted(places(match, "british", "tank").values()) == ["C16", "M16", "O18"]
    assert places(match, "british", "cavalry") == {"2Ind": "H18"}
    full = {g.name(u) for u in g.setting.units_of_nation["british"] if g.setting.divisions[u]
            and g.state.loc[u] >= 0 and g.state.steps[u] == 2}
    assert full == {"46Div", "CDN3", "CDN2", "NZ"}
    assert [g.state.due[number(match, uid)] for uid in ("CDN1", "49Div")] == [13, 15]
    assert [g.state.steps[number(match, uid)] for uid in ("CDN1", "49Div")] == [1, 1]


def test_the_french_of_scenario_3() -> None:
    """14.3.2."""
    found = places(begun("devil-machines"), "french", "infantry")
    assert (found["11DI"], found["39DI"], found["3DIC"]) == ("P21", "P19", "R29")
    assert {"R25", "S26", "S27", "R28", "O20", "P22", "P23"} <= set(found.values())


def test_the_germans_of_scenario_3() -> None:
    """14.3.3: 24 regiments, 14 battalions, three regiments of the 11th Reserve in the pool."""
    match = begun("devil-machines")
    assert [len(places(match, "german", kind)) for kind in ("regiment", "battalion")] == [24, 14]
    assert [place(match, uid) for uid in ("11R/10", "11R/22", "11R/156")] == ["pool"] * 3
    assert (place(match, "18R/89"), place(match, "Frentz/1")) == ("H12", "U26")


@pytest.mark.parametrize("scenario", ["a-punishing-land", "devil-machines", "away-to-siegfried"])
def test_the_order_of_the_guns(scenario: str) -> None:
    """14.2.2, 14.3.3, 14.4.3 (ruling X63): the German places his eleven first, outside Allied zones of control."""
    match = grognard.start("somme-1916", scenario, "guns", {})
    while asked(match) == "setup-modes":
        play(match, "end")
    g = game(match)
    assert match.decision is not None
    assert (match.decision.side, asked(match)) == ("german", "gun-setup")
    squares = {cell(match, text.split()[2]) for text in listed(match)}
    assert squares
    assert not any(g.zone_cells[ALLIED] >> c & 1 for c in squares)
    assert len({text.split()[1] for text in listed(match)}) == 11


def test_german_exits_of_scenario_3() -> None:
    """14.3.4: 5 VP for leaving north or east, back next turn anywhere on the same edge, as often as he likes."""
    lines = "turn 13 \n Bn1 V20 facing=6 \n Bn2 H1 facing=6 \n Bn3 A20 facing=6 \n 46Div A34 facing=2"
    match = study("movement german", lines, board="map", scenario="devil-machines")
    play(match, "exit Bn1 east")
    assert (points(match, "allied", "exits"), place(match, "Bn1")) == (5, "exited")
    play(match, "exit Bn2 north")
    assert points(match, "allied", "exits") == 10
    refused(match, "exit Bn3 west", "13.4")
    back = study("movement german", "turn 14 \n Bn1 exited due=14 returns=east \n" + FAR, board="map",
                 scenario="devil-machines")
    entries = {text.split()[2] for text in listed(back, "Bn1") if text.startswith("enter")}
    assert {"V2", "V34"} <= entries


def test_allied_exits_of_scenario_3() -> None:
    """14.3.5: infantry leaves east for victory and does not come back; guns and cavalry do not leave."""
    lines = "turn 13 \n 48Div V20 facing=2 \n 1Cav V25 facing=2 \n BrGun3 V30 facing=2 \n" + FAR
    match = study("movement allied", lines, board="map", scenario="devil-machines")
    refused(match, "exit 1Cav east", "13.4")
    refused(match, "exit BrGun3 east", "13.4")
    play(match, "exit 48Div east")
    assert place(match, "48Div") == "exited"
    later = match.clone()
    game(later).state.turn = 15
    assert not any(text.startswith("enter 48Div") for text in listed(later))


def test_the_french_of_scenario_4() -> None:
    """14.4.2."""
    found = places(begun("away-to-siegfried"), "french", "infantry")
    assert (found["11DI"], found["39DI"], found["3DIC"]) == ("T18", "Q17", "R29")
    assert [found[uid] for uid in ("61DI", "51DI")] == ["Q31", "Q33"]
    assert sum(uid.startswith("FB") for uid in found) == 9


# The campaign --------------------------------------------------------------------------------------


def test_the_campaign_begins_as_scenario_1() -> None:
    """15.0, 15.0.1: the same units on the same squares, 21 turns, and the reinforcements of all scenarios."""
    campaign, scenario = begun("campaign"), begun("over-the-top")
    assert game(campaign).state.loc[:] == game(scenario).state.loc[:]
    assert (game(campaign).setting.plan.first_turn, game(campaign).setting.plan.last_turn) == (1, 21)
    due = {uid: game(campaign).state.due[number(campaign, uid)] for uid in ("ANZ1", "ANZ4", "CDN1", "TankC", "CDN4")}
    assert due == {"ANZ1": 4, "ANZ4": 6, "CDN1": 10, "TankC": 12, "CDN4": 16}


def test_no_french_reinforcements() -> None:
    """15.2, 7.7."""
    g = game(begun("campaign"))
    assert not any(g.state.due[u] > 0 for u in g.setting.units_of_nation["french"])


def test_german_guns_come_once() -> None:
    """15.3: as scheduled, and later only as replacements."""
    lines = "turn 9 \n levels german=2 allied=0 \n GeGun6 pool \n" + FAR
    match = study("movement german", lines, board="map", scenario="campaign")
    refused(match, "enter GeGun6 V10", "7.7")
    match = study("german-replacements", lines, board="map", scenario="campaign")
    assert allowed(match, "replace GeGun6 V10 full")


def test_a_battalion_grows_into_a_regiment() -> None:
    """15.3, 12.1.3 (ruling D19): with one step, as brigades grow into a division."""
    lines = "levels german=1 allied=0 \n 28R/111 pool \n Bn1 J15 facing=6 mode=1 \n" + FAR
    match = study("german-replacements", lines, scenario="campaign")
    play(match, "rebuild 28R/111 J15 full")
    assert (place(match, "28R/111"), place(match, "Bn1")) == ("J15", "pool")
    assert game(match).is_entrenched(number(match, "28R/111"))
    assert points(match, "allied", "replacements") == 1


def test_corps_headquarters_of_the_campaign() -> None:
    """15.4: every Allied HQ is there on July 1, German ones follow in July, and all come back after supply."""
    match = begun("campaign")
    g = game(match)
    hqs = {nation: g.setting.hq_units[nation] for nation in ("british", "french", "german")}
    assert all(g.state.loc[hq] >= 0 for nation in ("british", "french") for hq in hqs[nation])
    assert sorted(g.state.due[hq] for hq in hqs["german"] if g.state.loc[hq] < 0) == [2, 2, 3]
    for side, nation, hq, edge in (("allied", "french", "HQ-XX", "A30"), ("german", "german", "HQ-IV", "V10")):
        lines = f"turn 9 \n levels {side}=1 \n {hq} track due=9 returns=supply \n" + FAR
        back = study(f"{side}-replacements", lines, board="map", scenario="campaign")
        play(back, f"replace {hq} {edge} full")
        assert (place(back, hq), nation in game(back).setting.hq_units) == (edge, True)


def test_drawn_objectives() -> None:
    """15.6, 15.6.1: five British and two French out of the cup, never one twice."""
    for seed in range(5):
        match = grognard.start("somme-1916", "campaign", seed, {})
        while asked(match) != "operations":
            play(match, "end")
        match.play("operations no", by="allied")
        match.play("operations no", by="german")
        g = game(match)
        nations = [g.setting.combat.markers[name].nation.value for name in g.state.objectives]
        assert (nations.count("british"), nations.count("french")) == (5, 2)
        assert len(set(g.state.objectives)) == 7


def test_concealed_guns_stay_behind_the_german_line() -> None:
    """15.5.3 (rulings D03, D25): not in the gaps behind the British front."""
    match = begun("campaign")
    g = game(match)
    squares = {match.setting.grid.ids[c] for c in cells_of(concealed_squares(g, number(match, "GeGun1")))}
    assert {"F10", "P10", "T20"} <= squares
    assert not squares & {"E21", "F21", "A12", "E23", "A30"}


# Points --------------------------------------------------------------------------------------------


def test_points_decide_with_the_conditions() -> None:
    """13.0: more points alone do not win scenario 1; the conditions of 14.1.4 do."""
    lines = "vp allied-losses=60 german-losses=10 \n 28R/111 B3 facing=6 \n" + FAR
    match = study("committing allied", lines, board="map")
    assert victories(game(match)) == {"allied": False, "german": True}
    outcome = final_outcome(game(match))
    assert (outcome.winner, outcome.case) == ("german", "14.1.4")


def test_names_of_scenario_3_whose_first_digit_is_cut_off() -> None:
    """14.3.1 against 14.4.1: the list shows 29, 36 and 32 as 9, 6 and 2, so 8 on M17 is 48 and 7 on O17 is 17."""
    match = study("turn", scenario="devil-machines", board="own", start=True)
    found = {place(match, uid): uid for uid in ("29Div", "36Div", "32Div", "48Div", "17Div", "56Div", "9Div", "21Div")}
    assert found == {
        "B9": "29Div", "D11": "36Div", "D12": "32Div", "M17": "48Div", "O17": "17Div", "P17": "56Div", "I14": "9Div",
        "H13": "21Div",
    }
    assert {place(match, uid) for uid in ("7Div", "8Div")} == {"off-map"}
