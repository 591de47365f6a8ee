"""Reorganization: replacements, rally, recovery and interdiction (module 12), and points (module 13)."""

from __future__ import annotations

import pytest

from grognard.games.somme_1916.rules.reorganization import rally_modifiers, working_total
from grognard.games.somme_1916.terms import ALLIED
from grognard.rules.arithmetic import total
from tests.games.somme_1916.position import (
    allowed,
    asked,
    cell,
    force,
    game,
    listed,
    number,
    only,
    place,
    play,
    points,
    refused,
    status,
    study,
)

FAR = "46Div A34 facing=2 \n Bn24 V34 facing=6 \n"


# Replacements --------------------------------------------------------------------------------------


def test_the_working_total() -> None:
    """12.1.1 (EX41, R187): 2 Assaults, 3 steps and 2 Disrupted units are 7, and the dice fall on that column."""
    lines = "working allied-assaults=2 allied-steps=3 allied-disrupted=2 \n 48Div pool \n BB2.1 pool \n" + FAR
    match = study("reorganization", lines, dice=[3, 4])
    g = game(match)
    assert working_total(g, ALLIED) == 7
    assert g.state.levels["allied"] == g.setting.combat.replacements.result(7, 7) > 0
    assert g.state.levels["german"] == 0


def test_what_counts_for_the_total() -> None:
    """12.1.1 (R188): a counter-attack counts as an Assault, an old Disruption does not."""
    lines = "working allied-assaults=2 allied-steps=1 allied-disrupted=1 \n BB4.1 J15 status=2 facing=2 \n" + FAR
    match = study("committing allied", lines)
    g = game(match)
    assert working_total(g, ALLIED) == 4
    g.disrupt(number(match, "BB4.1"), "10.2")
    assert working_total(g, ALLIED) == 4


def test_columns_of_the_chart() -> None:
    """12.1.2: the column is the total; far beyond the chart its last one."""
    lines = "working allied-assaults=19 \n 48Div pool \n BB2.1 pool \n" + FAR
    g = game(study("reorganization", lines, dice=[3, 4]))
    chart = g.setting.combat.replacements
    assert chart.columns[-1] < 19
    assert g.state.levels["allied"] == chart.result(chart.columns[-1], 7)


def test_regiments_come_back_mobile_on_their_own_edges() -> None:
    """12.1.3 (R193)."""
    match = study("german-replacements", "levels german=4 allied=0 \n 28R/110 pool \n" + FAR)
    squares = {text.split()[2] for text in listed(match, "28R/110")}
    assert squares
    assert all(square[0] == "V" or square[1:] == "1" for square in squares)
    refused(match, "replace 28R/110 A5 full", "12.1.3")
    play(match, "replace 28R/110 V20 full")
    assert game(match).state.mode[number(match, "28R/110")] == 0
    assert points(match, "allied", "replacements") == 2  # 13.3


def test_four_steps_taken_are_four_points() -> None:
    """13.3 (EX48): of 6 steps the German takes 4."""
    lines = "levels german=6 allied=0 \n 28R/110 pool \n 28R/111 pool \n Bn1 pool \n" + FAR
    match = study("german-replacements", lines)
    play(match, "replace 28R/110 V20 full", "replace 28R/111 V21 full", "end")
    assert points(match, "allied", "replacements") == 4


def test_a_division_costs_four_steps() -> None:
    """12.1.3."""
    match = study("allied-replacements", "levels allied=3 german=0 \n 48Div pool \n" + FAR)
    refused(match, "replace 48Div A5 full", "12.1.2")
    assert allowed(match, "replace 48Div A5 reduced")


@pytest.mark.parametrize(("steps", "word", "attack"), [(1, "reduced", 6), (2, "full", 8)])
def test_brigades_merge_with_replacement_steps(steps: int, word: str, attack: int) -> None:
    """15.1 (EX50, R254): 2 + 3 and one step make the reduced 56th, with two steps the full one."""
    lines = f"levels allied={steps} german=0 \n 56Div pool \n BB2.1 J15 facing=2 \n BB3.1 J15 facing=2 \n" + FAR
    match = study("allied-replacements", lines, scenario="campaign")
    ways = [text for text in listed(match, "56Div") if text.startswith("rebuild")]
    assert f"rebuild 56Div J15 {word}" in ways
    assert (f"rebuild 56Div J15 {'full' if word == 'reduced' else 'reduced'}" in ways) is (steps == 2)
    play(match, f"rebuild 56Div J15 {word}")
    assert game(match).attack(number(match, "56Div")) == attack
    assert place(match, "BB2.1") == "pool"


# Rally ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("die", "order"), [(3, "good order"), (4, "disrupted")])
def test_a_three_rallies(die: int, order: str) -> None:
    """12.2 (R194)."""
    match = study("allied-rally", "BB4.1 J15 status=2 facing=2 \n BB4.2 J20 status=2 facing=2 \n" + FAR)
    force(match, die)
    play(match, "rally BB4.1")
    assert status(match, "BB4.1") == order
    refused(match, "rally BB4.1", "12.2")


def rally(lines: str, uid: str = "BB4.1") -> int:
    match = study("allied-rally", lines + "\n" + FAR)
    return total(rally_modifiers(game(match), number(match, uid)))


@pytest.mark.parametrize(("lines", "drm"), [
    ("BB4.1 J15 status=2 facing=2", 0),
    ("BB4.1 J15 status=2 facing=2 \n Bn1 K15 facing=6", 1),
    ("BB4.1 J15 status=2 facing=2 \n BB4.2 J15 facing=2 \n Bn1 K15 facing=6", 0),  # EX42, R199
    ("BB4.1 J15 status=2 facing=2 \n BB4.2 J15 status=1 facing=2 \n Bn1 K15 facing=6", 1),
    ("BB4.1 J15 status=2 facing=2 \n BB4.2 J16 facing=2 \n Bn1 K15 facing=6", 1),  # EX42: a neighbour is not enough
    ("BB4.1 J15 status=2 facing=2 \n HQ-VII G15 facing=2", -1),
    ("BB4.1 J15 status=2 facing=2 \n HQ-VII G15 facing=2 status=2", -1),
    ("BB4.1 J15 status=2 facing=2 \n HQ-VII F15 facing=2", 0),
    ("BB4.1 J15 status=2 facing=2 \n HQ-VII G15 mode=1", 0),
    ("BB4.1 J15 status=2 facing=2 \n HQ-XX G15 facing=2", 0),  # X58: not of its nation
])
def test_rally_modifiers(lines: str, drm: int) -> None:
    """12.2, 12.2.1 (EX42, R199)."""
    assert rally(lines) == drm


def test_a_disrupted_tank_rallies_before_it_recovers() -> None:
    """12.3."""
    lines = "turn 14 \n broken TankC \n TankC J15 status=2 facing=2 \n" + FAR
    match = study("allied-rally", lines, scenario="devil-machines")
    refused(match, "recover TankC", "12.3", "rally")
    force(match, 1)
    play(match, "rally TankC")
    assert allowed(match, "recover TankC")


def test_allied_interdiction_clears_and_fresh_german_interdiction_stays() -> None:
    """12.4 (ruling X01)."""
    lines = 'turn 2 \n interdicted {"J15": ["allied", 2], "K15": ["german", 3], "L15": ["german", 2]} \n' + FAR
    match = study("reorganization-end", lines)
    assert list(game(match).state.interdicted) == [cell(match, "K15")]


def test_replacement_numbers_are_shown_together() -> None:
    """12.1.3: the second player does not see what the first has written."""
    lines = "levels allied=3 german=2 \n 48Div pool \n 28R/110 pool \n" + FAR
    match = study("replacement-plan", lines)
    assert asked(match) == "replacement-plan"
    before = match.view("german")
    twin = match.clone()
    match.play("spend 1", by="allied")
    twin.play("spend 3", by="allied")
    assert match.view("german")["state"] == twin.view("german")["state"]
    assert before["state"] == match.view("german")["state"]
    events = match.play("spend 2", by="german")
    assert [e.data["steps"] for e in events if e.kind == "replacement-plan"] == [1, 2]
    refused(study("replacement-plan", lines), "spend 9", "12.1.3")


def test_a_mine_that_suppresses() -> None:
    """14.1.3 (R210): a 1 explodes; the S marker suppresses and turns the regiment mobile."""
    lines = "mines F16 F18 \n 28R/110 F16 mode=1 facing=6 \n 28R/111 F18 mode=1 facing=6 \n" + FAR
    match = study("mines allied", lines)
    faces = game(match).setting.mine_faces
    force(match, 1, faces.index("S") + 1, 6)
    events = play(match, "detonate F16")
    assert only(events, "mine-explodes").data["face"] == "S"
    assert status(match, "28R/110") == "suppressed"
    assert not game(match).is_entrenched(number(match, "28R/110"))


def test_a_rally_tells_every_modifier_with_its_case() -> None:
    """12.2, 12.2.1."""
    lines = "BB4.1 K15 status=2 facing=2 \n HQ-VII I15 facing=2 \n Bn1 L15 facing=6"
    shown = only(play(study("allied-rally", lines, dice=[3]), "rally BB4.1"), "rally").data
    assert shown["rows"] == [("enemy zone of control", 1, "12.2"), ("Command HQ near", -1, "12.2.1")]
