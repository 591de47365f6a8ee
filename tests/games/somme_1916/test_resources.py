"""Command Resources one by one, and the flow of Assaults around them (modules 8 to 11)."""

from __future__ import annotations

import pytest

from grognard.engine import Event, Match
from grognard.games.somme_1916.rules.assault.strengths import secondary_attack
from grognard.games.somme_1916.rules.commitment import may_attack
from grognard.games.somme_1916.rules.victory.control import holds
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
    refused,
    status,
    study,
)

HQ = "HQ-VII I15 facing=2 \n"
DEFENDER = "unit D like 28R/110 front=4-4-6 \n D M15 facing=6 \n"
ATTACKER = "unit A like 46Div front=8-5-6 \n A L15 facing=2 commit=M15 jump_off=L15 \n"


def ready(resources: str, lines: str = "", scenario: str = "over-the-top") -> Match:
    """The declaration for an Assault of 8 against 4 on M15."""
    text = f"assume supply all yes \n resources {resources} \n" + HQ + DEFENDER + ATTACKER + lines
    return study("assault allied", text, scenario=scenario)


def settle(match: Match) -> list[Event]:
    """Losses and retreats taken as they come."""
    events: list[Event] = []
    while asked(match) in ("loss", "retreat", "facing"):
        events += play(match, listed(match)[0])
    return events


# Command -------------------------------------------------------------------------------------------


def test_one_hq_commands_any_number_of_assaults() -> None:
    """8.5: three Assaults are supported by one HQ, which stays on the map."""
    lines = "\n".join(f"BB4.{n} L{row} facing=2 \n Bn{n} M{row} facing=6" for n, row in enumerate((13, 15, 17), 1))
    match = study("commitment allied", HQ + lines)
    play(match, "commit BB4.1 M13", "commit BB4.2 M15", "commit BB4.3 M17")
    assert place(match, "HQ-VII") == "I15"
    after = study("assault-end allied", HQ + "Bn1 V34 facing=6")
    assert place(after, "HQ-VII") == "I15"


# The resources -------------------------------------------------------------------------------------


@pytest.mark.parametrize(("uid", "mode", "factor"), [
    ("BB4.1", 0, 3),  # the second number of Allied infantry
    ("10Bav/6", 0, 2),  # of mobile Germans
    ("10Bav/6", 1, 2),  # the first and smaller number of entrenched ones
    ("1Cav", 0, 3),  # the only one of cavalry
])
def test_the_number_of_a_secondary_attack(uid: str, mode: int, factor: int) -> None:
    """9.2.1, 11.10."""
    match = study("committing allied", f"{uid} J15 mode={mode} \n 46Div A34 facing=2 \n Bn24 V34 facing=6")
    g, unit = game(match), number(match, uid)
    face = g.face(unit)
    assert secondary_attack(g, unit) == factor
    assert factor == (face.attack if mode else face.defence)


@pytest.mark.parametrize(("wind", "blows"), [(3, True), (4, False)])
def test_smoke_and_wind(wind: int, blows: bool) -> None:
    """9.2.3, 11.6.1: 1 to 3 helps; the resource is gone either way."""
    match = ready("smoke=1")
    play(match, "use smoke")
    force(match, wind, 3, 3, 1, 1)
    events = play(match, "resolve")
    rows = [row["what"] for row in only(events, "odds").data["odds"]["modifiers"]]
    assert ("smoke screen" in rows) is blows
    assert game(match).state.resources["smoke"] == 0


@pytest.mark.parametrize(("resource", "columns"), [("gas", 1), ("night", 1)])
def test_gas_and_night_attacks(resource: str, columns: int) -> None:
    """9.2.5, 9.2.6, 11.5, 11.5.2 (EX31, ruling D10): one column to the right each, from the resources left."""
    match = ready(f"{resource}=1")
    before = odds(match, "M15", "A").column
    play(match, f"use {resource}")
    assert odds(match, "M15", "A").column == before + columns
    refused(match, f"use {resource}", "9.3", "left")


def test_tanks_and_infantry_together() -> None:
    """9.2.4, 11.5.2.2: the resource lets them attack together and shifts one column; the German never has it."""
    tank = "TankC L16 facing=2 commit=M15 jump_off=L16 \n"
    match = ready("tank-cavalry=1", tank, "devil-machines")
    play(match, "use tank-cavalry")
    assert [row.what for row in odds(match, "M15", "A TankC").shifts] == ["tank-cavalry"]
    lines = "resources tank-cavalry=2 \n HQ-IX P15 facing=6 \n 46Div L15 facing=2 \n"
    german = study("substitution german", lines + "28R/110 M15 facing=6 commit=L15 jump_off=M15")
    play(german, "pass")
    assert game(german).state.resources["tank-cavalry"] == 0


WON = "BB4.2 L16 facing=2 \n BB4.3 M14 facing=2 \n"


def test_consolidation_lets_neighbours_advance() -> None:
    """9.2.7, 11.9: one resource for all who go along with this Assault; the attacker may stay where he came from."""
    match = ready("gas=1 consolidate=1", WON)
    force(match, 3, 2)
    play(match, "resolve")
    settle(match)
    play(match, "consolidate BB4.2")
    assert game(match).state.resources["consolidate"] == 0
    refused(match, "advance A M15", "7.3.1")
    play(match, "consolidate BB4.3")
    assert [place(match, uid) for uid in ("A", "BB4.2", "BB4.3")] == ["L15", "M15", "M15"]


def test_consolidation_is_one_of_four_resources() -> None:
    """9.3, 11.5.2, 11.9: after four others there is no fifth for the same Assault."""
    lines = WON + "BrGun3 J15 \n TankC L14 facing=2 commit=M15 jump_off=L14 \n"
    match = ready("gas=1 night=1 creeping=1 tank-cavalry=1 consolidate=1", lines, "devil-machines")
    play(match, "use gas", "use night", "use creeping", "use tank-cavalry")
    force(match, 3, 3, 3, 3)
    play(match, "resolve")
    settle(match)
    assert asked(match) == "advance"
    refused(match, "consolidate BB4.2", "9.3", "four")


# Defensive Fire and Assaults -----------------------------------------------------------------------


@pytest.mark.parametrize("terrain", ["clear", "ridge", "woods"])
def test_terrain_does_not_matter_for_defensive_fire(terrain: str) -> None:
    """10.0: the same factors, column and modifiers on every ground; the fire comes before the Assault."""
    lines = f"terrain {terrain} M15 \n" + HQ + DEFENDER + ATTACKER
    match = study("defensive-fire allied", lines)
    force(match, 6, 6, 6, 6)
    events = play(match, "shoot M15")
    shown = only(events, "fire-odds").data
    assert (shown["factors"], shown["column"], shown["rows"]) == (4, 4, [])
    kinds = [event.kind for event in events]
    if "assault-begins" in kinds:
        assert kinds.index("defensive-fire") < kinds.index("assault-begins")


def test_assaults_are_made_one_by_one_in_any_order() -> None:
    """11.0, 11.8: the attacker names the next one, all must be made, and then come Secondary Attacks (11.10)."""
    lines = "unit D like 28R/110 front=4-12-6 \n unit E like 28R/110 front=4-12-6 \n"
    lines += "D M15 facing=6 \n E M18 facing=6 \n"
    lines += "BB4.1 L18 facing=2 commit=M18 jump_off=L18 \n BB4.2 L15 facing=2 commit=M15 jump_off=L15 \n"
    lines += "BB4.3 L16 facing=2 \n assume supply all yes \n resources secondary=1 \n"
    match = study("assault allied", lines + HQ)
    assert sorted(listed(match)) == ["assault M15", "assault M18"]
    force(match, 1, 1, 1, 1)
    events = play(match, "assault M18", "face BB4.1 east", "face BB4.2 east")
    begun = [match.setting.grid.ids[event.data["target"]] for event in of_kind(events, "assault-begins")]
    assert begun == ["M18", "M15"]  # the last one needs no name
    assert (asked(match), game(match).state.secondary) == ("commitment", 1)
    assert [text for text in listed(match) if text != "end"] == ["commit BB4.3 M15"]


def test_shifts_come_from_terrain_and_from_resources() -> None:
    """11.5, 11.5.1, 11.5.2.1, 11.5.2.3: two columns left for the ridge, two right for the creeping barrage."""
    match = ready("creeping=1", "terrain ridge M15 \n BrGun3 J15 \n")
    assert [row.value for row in odds(match, "M15", "A").shifts] == [-2]
    play(match, "use creeping")
    assert [(row.value, row.case) for row in odds(match, "M15", "A").shifts] == [(-2, "11.5.1"), (2, "11.5.2.1")]
    found = odds(match, "M15", "A")
    assert found.column == found.differential


# Counter-attacks and orders ------------------------------------------------------------------------


def test_who_is_driven_off_is_no_longer_committed() -> None:
    """8.6, 11.8, 11.8.1: a counter-attack throws the whole square back, those committed against others too."""
    lines = """
        assume supply all yes
        unit A like BB4.1 front=8-3-6
        unit D like 28R/110 front=12-4-6
        A L15 facing=2 commit=M15 jump_off=L15
        BB4.2 L15 facing=2 commit=M14 jump_off=L15
        D M15 facing=6
        Bn1 M14 facing=6
    """
    match = study("assault allied", lines + HQ)
    force(match, 1, 1, 4, 4)  # C on column +4; then the Germans strike back with DR
    events = [*play(match, "assault M15"), *settle(match)]
    assert only(events, "counter-attack").data["outcome"] in ("DR", "DSR")
    assert place(match, "BB4.2")[0] == "K"
    assert not [e for e in of_kind(events, "assault-begins") if e.data["target"] == cell(match, "M14")]
    assert game(match).state.commit[number(match, "BB4.2")] == -1


def test_the_winner_of_an_engagement_was_there_last() -> None:
    """8.8, 13.1.1: the square counts as his also when he goes on later."""
    lines = 'engaged {"K17": "allied"} \n control K17=german \n BB4.1 K17 facing=2 jump_off=J17 \n Bn1 K17 facing=6 \n'
    match = study("movement german", lines + "46Div A34 facing=2 \n 28R/110 V34 facing=6", board="map")
    play(match, next(text for text in listed(match, "Bn1") if text.startswith("move")))
    g = game(match)
    assert g.state.engaged == {}
    assert g.state.control[cell(match, "K17")] == "british"
    g.place(number(match, "BB4.1"), cell(match, "A20"))
    assert holds(g, "british", cell(match, "K17")) or g.zones[1][cell(match, "K17")]


def test_broken_down_tanks_and_suppressed_brigades() -> None:
    """8.1, 7.8, 11.3: the first may not attack, the second may; a Suppressed one not in a Secondary Attack (11.10)."""
    lines = "broken TankC \n TankC J15 \n BB4.1 J16 status=1 \n Bn1 V34 facing=6"
    match = study("commitment allied", lines, scenario="devil-machines")
    g = game(match)
    assert may_attack(g, number(match, "TankC")).case == "7.8"
    assert may_attack(g, number(match, "BB4.1"))
    g.state.secondary = 1
    assert may_attack(g, number(match, "BB4.1")).case == "11.10"
    assert status(match, "BB4.1") == "suppressed"


def test_an_hq_without_a_choice_of_supply() -> None:
    """11.1, 11.7.2: whoever does without supply takes -2."""
    lines = "resources gas=1 \n HQ-VIII J17 mode=1 \n" + HQ + DEFENDER + ATTACKER
    match = study("assault allied", lines)
    assert modifier(odds(match, "M15", "A"), "11.7.2") == -2
    assert allowed(match, "supply HQ-VIII")
    play(match, "supply HQ-VIII")
    assert modifier(odds(match, "M15", "A"), "11.7.2") == 0
