"""The campaign (module 15): operations, objectives, raids, and what the other side must not see."""

from __future__ import annotations

import pytest

import grognard
from grognard.engine import Match, Subject
from grognard.games.somme_1916.rules.campaign import achieved, award_objectives, forfeit_raids
from grognard.games.somme_1916.rules.movement.reinforcements import call_brigades
from grognard.games.somme_1916.rules.victory.conditions import victories
from tests.games.somme_1916.position import asked, cell, game, listed, odds, place, points, refused, study

FAR = "46Div A34 facing=2 \n 28R/110 V1 facing=6 \n"


def position(lines: str) -> Match:
    return study("committing allied", lines + "\n" + FAR, board="map", scenario="campaign")


def marker(match: Match, kind: str) -> str:
    return next(m.id for m in game(match).setting.combat.markers.values() if m.kind == kind)


# Objectives ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("breakthroughs", "met"), [(2, False), (3, True)])
def test_three_breakthroughs_with_tanks_or_cavalry(breakthroughs: int, met: bool) -> None:
    """15.6.4 (R238)."""
    match = position(f"breakthroughs {breakthroughs}")
    assert achieved(game(match), game(match).setting.combat.markers[marker(match, "breakthrough")]) is met


@pytest.mark.parametrize(("allied", "met"), [(60, False), (62, True)])
def test_strength_points_need_the_lead_too(allied: int, met: bool) -> None:
    """15.6.5 (R239): 155 points lost, 60 to 61 VP."""
    match = position(f"strength_lost 155 \n vp allied-losses={allied} german-losses=61")
    assert achieved(game(match), game(match).setting.combat.markers[marker(match, "strength")]) is met


def test_nine_units_off_the_east_edge() -> None:
    """15.6.3 (R237): 3 VP for each of nine British units that left by exclusive squares."""
    match = position("48Div U10 facing=2")
    g = game(match)
    exit_marker = next(m for m in g.setting.combat.markers.values() if m.kind == "exit" and m.nation == "british")
    british = [u for u in g.setting.units_of_nation["british"] if g.setting.divisions[u] and g.state.loc[u] < 0]
    g.state.exits = [(u, cell(match, "V10")) for u in british[:9]]
    g.state.objectives = [exit_marker.id]
    award_objectives(g)
    assert points(match, "allied", "objectives") == 27


def test_a_place_goes_to_whoever_controls_it() -> None:
    """15.6.2: the German gets the points of a drawn place that he holds."""
    match = position("28R/111 B3 facing=6")
    g = game(match)
    place_marker = next(m for m in g.setting.combat.markers.values() if m.objective == "gommecourt")
    g.state.objectives = [place_marker.id]
    award_objectives(g)
    assert points(match, "german", "objectives") == place_marker.vp == 2


# Operations ----------------------------------------------------------------------------------------


def test_operations_are_conceded_to_the_enemy() -> None:
    """15.5, 15.5.1."""
    match = study("operations", FAR, board="map", scenario="campaign")
    match.play("operations yes", by="allied")
    match.play("operations no", by="german")
    assert asked(match) == "operation-plan"
    match.play("plan plant-mines", by="allied")
    assert game(match).state.operations == ["plant-mines"]
    assert points(match, "german", "operations") == game(match).setting.combat.operations["plant-mines"].vp


def test_nothing_but_an_operation_can_be_planned() -> None:
    """15.5."""
    match = study("operations", FAR, board="map", scenario="campaign")
    refused(match, "plan plant-mines", "15.5")


def test_calls_for_units_on_the_map_are_ignored() -> None:
    """15.1 (EX49): ANZ/1 on October 27, the 7th on August 19."""
    for turn, uid in ((18, "ANZ1"), (8, "7Div")):
        match = position(f"turn {turn} \n {uid} C20 facing=2")
        call_brigades(game(match))
        assert place(match, uid) == "C20"
        assert not any(text.startswith("enter") for text in listed(match))


# Hidden information --------------------------------------------------------------------------------


def campaign_with(objectives: str, discovered: str = "") -> Match:
    lines = f"objectives {objectives}" + (f"\n discovered {discovered}" if discovered else "")
    return position(lines)


def test_the_german_sees_the_same_whatever_was_drawn() -> None:
    """13.1.1, 15.6.1: view, fingerprint and choices of the German do not depend on the hidden markers."""
    names = list(game(position("turn 1")).setting.combat.markers)
    one, other = campaign_with(" ".join(names[:7])), campaign_with(" ".join(names[-7:]))
    assert one.fingerprint() != other.fingerprint()
    assert one.fingerprint("german") == other.fingerprint("german")
    assert one.view("german") == other.view("german")
    assert list(map(str, one.events("german"))) == list(map(str, other.events("german")))
    assert one.view("allied") != other.view("allied")


def test_the_allies_do_not_see_what_was_discovered() -> None:
    """15.5.3, 15.6.1."""
    names = list(game(position("turn 1")).setting.combat.markers)[:7]
    one, other = campaign_with(" ".join(names), names[0]), campaign_with(" ".join(names), names[1])
    assert one.view("allied") == other.view("allied")
    assert one.fingerprint("allied") == other.fingerprint("allied")
    assert one.view("german")["state"]["objectives"] == [names[0]]
    assert other.view("german")["state"]["objectives"] == [names[1]]


def test_written_operations_are_secret_until_both_have_written() -> None:
    """15.5: neither view nor events tell what the first player wrote."""
    matches = []
    for word in ("yes", "no"):
        match = study("operations", FAR, board="map", scenario="campaign")
        match.play(f"operations {word}", by="allied")
        matches.append(match)
    one, other = matches
    assert one.view("german") == other.view("german")
    assert list(map(str, one.events("german"))) == list(map(str, other.events("german")))


def test_the_draw_is_told_to_the_allies_alone() -> None:
    """15.6.1: the German is told how many markers were drawn."""
    match = grognard.start("somme-1916", "campaign", "hidden", {})
    while asked(match) != "operations":
        match.play(next(iter(match.legal_actions())))
    match.play("operations no", by="allied")
    match.play("operations no", by="german")
    kinds = [event.kind for event in match.events("german")]
    assert "objectives-drawn" in kinds
    assert "objectives" not in kinds
    drawn = game(match).state.objectives
    assert len(drawn) == 7
    shown = " ".join(str(event.data) for event in match.events("german"))
    assert not any(name in shown for name in drawn)
    assert "objectives" in [event.kind for event in match.events("allied")]


# Raids ---------------------------------------------------------------------------------------------


def test_raiders_must_come_back() -> None:
    """15.7.1: one unit that is still away at the end costs all points of raids."""
    match = position("vp german-exits=15 \n Bn1 exited")
    forfeit_raids(game(match))
    assert points(match, "german", "exits") == 0
    assert place(match, "Bn1") == "pool"


def test_train_troops_helps_british_assaults_only() -> None:
    """15.5.2: one column to the right."""
    lines = "operations train-troops \n 48Div C20 facing=2 \n 39DI C22 facing=2 \n Bn1 D21 facing=6"
    match = position(lines)
    cases = {uid: [r.case for r in odds(match, "D21", uid).shifts] for uid in ("48Div", "39DI")}
    assert "15.5.2" in cases["48Div"]
    assert "15.5.2" not in cases["39DI"]


# The numbers of the tables -------------------------------------------------------------------------

OPERATIONS = {
    "plant-mines": 10, "increase-supply": 15, "build-artillery": 15, "change-objective": 20,
    "command-center-allied": 25, "train-troops": 30,  # 15.5.2
    "off-map-artillery": 10, "concealed-artillery": 10, "reinforced-defenses": 15, "discover-objective": 15,
    "command-center-german": 20, "commit-reserves": 25,  # 15.5.3
}


def test_what_operations_cost() -> None:
    """15.5.2, 15.5.3."""
    operations = game(position("turn 1")).setting.combat.operations
    assert {name: operation.vp for name, operation in operations.items()} == OPERATIONS


def test_markers_in_the_cups() -> None:
    """15.6.1: 11 British and 5 French, of which seven and four are places (15.6.2)."""
    markers = list(game(position("turn 1")).setting.combat.markers.values())
    for nation, number, places, vp in (("british", 11, 7, 2), ("french", 5, 4, 1)):
        own = [m for m in markers if m.nation == nation]
        assert len(own) == number
        assert [m.vp for m in own if m.kind == "place"] == [vp] * places
    assert {m.kind: m.vp for m in markers if m.kind != "place"} == {
        "exit": 3, "breakthrough": 5, "strength": 5, "reserves": 7,
    }


@pytest.mark.parametrize(("operation", "back", "met"), [("", 9, False), ("", 10, True), ("commit-reserves", 5, True)])
def test_german_reserves(operation: str, back: int, met: bool) -> None:
    """15.6.6: ten regiments come back, or five after Commit Reserves."""
    match = position(f"regiments_back {back}" + (f"\n operations {operation}" if operation else ""))
    assert achieved(game(match), game(match).setting.combat.markers[marker(match, "reserves")]) is met


def test_concealed_guns_cannot_be_bombarded() -> None:
    """15.5.3."""
    lines = "operations concealed-artillery \n BrGun3 C20 facing=2 \n GeGun2 F20 facing=6 \n" + FAR
    match = study("bombardment allied", lines, board="map", scenario="campaign")
    refused(match, "bombard F20 by BrGun3", "15.5.3", "concealed")


def test_off_map_artillery_reaches_eleven_squares() -> None:
    """15.5.3: from the north or the east edge, the edge square counted, once in a phase."""
    lines = "operations off-map-artillery \n BB4.1 C11 facing=2 \n BB4.2 C12 facing=2 \n BB4.3 L20 facing=2 \n" + FAR
    match = study("bombardment german", lines, scenario="campaign")
    assert {"offmap C11", "offmap L20"} <= set(listed(match))
    refused(match, "offmap C12", "15.5.3", "too far")


def test_off_map_artillery_answers_guns() -> None:
    """6.4, 15.5.3: it is chosen by the square that it fires at, not by a unit."""
    lines = "operations off-map-artillery \n BrGun3 L20 facing=2 \n BrGun4 L20 facing=2 \n Bn1 N20 facing=6 \n" + FAR
    match = study("bombardment allied", lines, scenario="campaign")
    match.play("bombard N20 by BrGun3")
    match.play("fire")
    assert asked(match) == "counter-battery"
    assert match.decision is not None
    assert Subject("cell", cell(match, "L20")) in match.decision.subjects()


def test_off_map_artillery_joins_guns() -> None:
    """6.3.1, 15.5.3: in a bombardment, too, it is chosen by its square."""
    lines = "operations off-map-artillery \n BB4.1 L20 facing=2 \n GeGun2 N20 facing=6 \n" + FAR
    match = study("bombardment german", lines, scenario="campaign")
    match.play("bombard L20 by GeGun2")
    assert asked(match) == "bombardment-guns"
    assert match.decision is not None
    assert Subject("cell", cell(match, "L20")) in match.decision.subjects()
    match.play("offmap L20")
    assert "offmap L20" not in listed(match)


def test_reserves_pay_points_but_no_steps() -> None:
    """15.5.3: battalions of Commit Reserves take nothing from the level and still give a point each."""
    lines = "operations commit-reserves \n levels german=0 allied=0 \n Bn1 pool \n" + FAR
    match = study("german-replacements", lines, board="map", scenario="campaign")
    match.play("replace Bn1 V5 full")
    assert points(match, "allied", "replacements") == 1


# Victory -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("lines", "name", "met"), [
    ("vp allied-losses=80 german-losses=40", "allied-2", True),  # two to one
    ("vp allied-losses=79 german-losses=40", "allied-2", False),
    ("objectives german-strength \n strength_lost 150 \n vp allied-losses=41 german-losses=40", "allied-2", True),
    ("objectives german-strength \n strength_lost 149 \n vp allied-losses=90 german-losses=40", "allied-2", False),
    ("vp german-losses=30 german-replacements=10 \n Bn3 B3 facing=6", "german-1", True),
    ("vp german-losses=30 german-replacements=9 german-exits=20 \n Bn3 B3 facing=6", "german-1", False),  # no exits
    ("Bn1 F24 facing=6 \n Bn2 E30 facing=6", "german-2", True),
    ("Bn1 F24 facing=6 \n BB4.1 E30 facing=2", "german-2", False),
])
def test_victories_of_the_campaign(lines: str, name: str, met: bool) -> None:
    """15.7.1 (ruling X39)."""
    assert victories(game(position(lines)))[name] is met


# More that is hidden -------------------------------------------------------------------------------


def test_a_changed_objective_stays_secret() -> None:
    """15.6.1: only the nation is announced."""
    seen = []
    drawn = [m for m in game(position("turn 1")).setting.combat.markers.values() if m.nation == "british"][:5]
    for old in drawn[:2]:
        lines = f"operations change-objective \n objectives {' '.join(m.id for m in drawn)} \n" + FAR
        match = study("objective-change", lines, board="map", scenario="campaign")
        match.play(f"change {old.id}", by="allied")
        assert old.id not in game(match).state.objectives
        seen.append((match.view("german"), list(map(str, match.events("german"))), match.fingerprint("german")))
    assert seen[0] == seen[1]


def test_written_plans_are_secret_until_both_have_written() -> None:
    """15.5."""
    seen = []
    for plan in ("plant-mines", "increase-supply"):
        match = study("operations", FAR, board="map", scenario="campaign")
        match.play("operations yes", by="allied")
        match.play("operations yes", by="german")
        match.play(f"plan {plan}", by="allied")
        seen.append((match.view("german"), list(map(str, match.events("german"))), match.fingerprint("german")))
    assert seen[0] == seen[1]


def test_what_the_german_discovers_stays_his() -> None:
    """15.6.1: the Allied player hears the nation, not the marker."""
    markers = game(position("turn 1")).setting.combat.markers.values()
    names = [m.id for m in markers if m.nation == "british"][:5] + [m.id for m in markers if m.nation == "french"][:2]
    seen, found = [], []
    for die in (1, 2):
        lines = f"operations discover-objective \n objectives {' '.join(names)} \n" + FAR
        match = study("objective-discovery", lines, board="map", scenario="campaign", dice=[die])
        match.play("discover british", by="german")
        found.append(game(match).state.discovered)
        seen.append((match.view("allied"), list(map(str, match.events("allied"))), match.fingerprint("allied")))
    assert found == names[:2]
    assert seen[0] == seen[1]
