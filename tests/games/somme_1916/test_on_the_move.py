"""More of movement (module 7): waters, diagonals, reinforcements, stops, HQs that come back, and who can act."""

from __future__ import annotations

import pytest

import grognard
from grognard.engine import Match, RandomPlayer
from tests.games.somme_1916.position import (
    allowed,
    cell,
    destinations,
    game,
    listed,
    number,
    of_kind,
    place,
    play,
    refused,
    study,
)

FAR = "28R/110 V34 facing=6 \n"


def spent(match: Match, uid: str) -> float:
    return game(match).state.spent[number(match, uid)] / 2


# Squares -------------------------------------------------------------------------------------------


def test_small_rivers_and_canals_stop_nobody() -> None:
    """7.1.2: a square with a minor river costs what its ground costs, and can be entered from all sides."""
    match = study("movement allied", "region minor-river K15 K16 \n BB4.1 J15 facing=2 \n" + FAR)
    play(match, "move BB4.1 K15")
    assert spent(match, "BB4.1") == 1
    setting = game(study("movement allied", "46Div A34 facing=2 \n" + FAR, board="map")).setting
    somme = set(setting.board.region("somme-squares"))
    for square in setting.board.region("minor-river"):
        if square not in somme:
            around = [n for n in setting.grid.neighbours[square] if n not in somme]
            assert all(setting.passable(square, n) for n in around), setting.grid.ids[square]


def test_the_somme_goes_before_other_waters() -> None:
    """7.1.1, 7.1.2: where both share a square the Somme's own limits hold."""
    setting = game(study("movement allied", "46Div A34 facing=2 \n" + FAR, board="map")).setting
    shared = set(setting.board.region("minor-river")) & set(setting.board.region("somme-squares"))
    assert shared
    for square in shared:
        bank = setting.south_of_somme >> square & 1
        for other in setting.grid.neighbours[square]:
            crossing = "bridge" in setting.board.side(square, other)
            if setting.south_of_somme >> other & 1 != bank:
                assert setting.passable(square, other) is crossing


@pytest.mark.parametrize(("square", "points"), [("K15", 1), ("J14", 1), ("K16", 2), ("I14", 2)])
def test_straight_and_diagonal_steps(square: str, points: int) -> None:
    """7.2.1: into clear ground 1 MP straight and 2 diagonally."""
    match = study("movement allied", "BB4.1 J15 facing=2 \n" + FAR)
    play(match, f"move BB4.1 {square}")
    assert spent(match, "BB4.1") == points


def test_units_stay_inside_their_squares() -> None:
    """7.2.5, 8.6: movement commits nobody, and who commits to an Assault is still in the square it came from."""
    lines = "HQ-VII H15 facing=2 \n BB4.1 K15 facing=2 \n 28R/110 M15 facing=6"
    match = study("movement allied", lines)
    play(match, "move BB4.1 L15", "end")
    state, unit = game(match).state, number(match, "BB4.1")
    assert (state.commit[unit], place(match, "BB4.1")) == (-1, "L15")
    play(match, "commit BB4.1 M15")
    state = game(match).state
    assert (state.commit[unit], state.jump_off[unit], place(match, "BB4.1")) == (
        cell(match, "M15"), cell(match, "L15"), "L15",
    )


# Zones of control ----------------------------------------------------------------------------------


def test_breakdown_and_buildup_in_an_enemy_zone() -> None:
    """7.4.5."""
    lines = "28R/110 J15 facing=6 \n Bn1 pool \n Bn2 pool \n 46Div I15 facing=2 \n"
    match = study("movement german", lines)
    play(match, "separate 28R/110 into Bn1,Bn2")
    assert (place(match, "Bn1"), place(match, "Bn2")) == ("J15", "J15")
    lines = "Bn1 J15 facing=6 \n Bn2 J15 facing=6 \n 10Bav/6 pool \n 46Div I15 facing=2 \n"
    assert allowed(study("movement german", lines), "combine Bn1,Bn2 into 10Bav/6")


def test_who_has_stopped_in_a_zone_does_not_go_on_in_parts() -> None:
    """7.4.4, 7.5: a regiment that entered an enemy zone may separate, but its battalions have stopped too."""
    lines = "28R/110 M15 facing=6 \n Bn1 pool \n Bn2 pool \n 46Div I15 facing=2 \n"
    match = study("movement german", lines)
    play(match, "move 28R/110 J15", "separate 28R/110 into Bn1,Bn2")
    assert not destinations(match, "Bn1")
    refused(match, "move Bn1 K15", "7.5", "stopped")


# Off-front movement --------------------------------------------------------------------------------


@pytest.mark.parametrize(("way", "legal"), [("C15", True), ("J25", True), ("J26", False)])
def test_entrenching_out_of_doubled_points(way: str, legal: bool) -> None:
    """7.4.1, 7.6: far from the enemy a mobile regiment has 12 MP, and 2 of them must be left to entrench."""
    match = study("movement german", "28R/110 J15 facing=6 \n 46Div A1 facing=2 \n")
    play(match, f"move 28R/110 {way}")
    if legal:
        assert allowed(match, "mode 28R/110 entrenched")
    else:
        refused(match, "mode 28R/110 entrenched", "7.4.1", "2 MP")


def test_leaving_the_map_out_of_doubled_points() -> None:
    """7.6, 13.4: a German who came off-front for 8 MP can still leave by the east edge."""
    lines = "28R/110 N15 facing=6 \n 46Div A1 facing=2 \n"
    match = study("movement german", lines, scenario="a-punishing-land")
    play(match, "move 28R/110 V15")
    assert spent(match, "28R/110") == 8
    assert allowed(match, "exit 28R/110 east")


# Reinforcements ------------------------------------------------------------------------------------


def test_reinforcements_enter_where_the_schedule_says() -> None:
    """7.7, 14.1.1, 14.1.2: the Anzacs at A18 on July 22, guns anywhere on the east edge; both may wait."""
    start = grognard.start("somme-1916", "over-the-top", "arrivals", {})
    waiting = game(start).state.due
    assert (waiting[number(start, "ANZ1")], waiting[number(start, "GeGun10")]) == (4, 4)
    match = study("movement allied", "turn 4 \n ANZ1 off-map due=4 \n ANZ2 off-map due=4 \n" + FAR, board="map")
    refused(match, "enter ANZ1 A1", "7.7", "A18")
    play(match, "enter ANZ1 A18")
    first = spent(match, "ANZ1")
    play(match, "enter ANZ2 A17")
    assert first <= spent(match, "ANZ2")
    later = study("movement allied", "turn 4 \n ANZ1 off-map due=4 \n ANZ2 off-map due=4 \n" + FAR, board="map")
    assert allowed(later, "end")
    early = study("movement allied", "turn 3 \n ANZ1 off-map due=4 \n" + FAR, board="map")
    refused(early, "enter ANZ1 A18", "7.7", "this turn")


def test_german_infantry_enters_in_either_mode() -> None:
    """7.7: mobile or entrenched, and entrenched with the allowance of that face."""
    lines = "turn 2 \n Liebert/1 off-map due=2 \n 46Div A34 facing=2 \n"
    match = study("movement german", lines, board="map")
    mobile = {text.split()[2] for text in listed(match, "Liebert/1") if text.startswith("enter")}
    play(match, "mode Liebert/1 entrenched")
    entrenched = {text.split()[2] for text in listed(match, "Liebert/1") if text.startswith("enter")}
    assert "V23" in entrenched
    assert entrenched < mobile


def test_a_second_call_is_told_and_changes_nothing() -> None:
    """15.1: the 7th Division is called on August 19 and has been there since July 1."""
    match = study("turn", "turn 8 \n 7Div C20 facing=2 \n" + FAR, board="map", scenario="campaign", dice=[1, 1, 1])
    ignored = of_kind(match.events(), "call-ignored")
    assert number(match, "7Div") in [event.data["unit"] for event in ignored]
    assert place(match, "7Div") == "C20"


# HQs and tanks that come back ----------------------------------------------------------------------


def test_an_hq_that_fled_enters_on_the_second_turn() -> None:
    """7.4.2 (EX12, ruling D04): gone on September 16, it is back in the movement of September 30, in Command Mode."""
    lines = "HQ-VII track due=14 returns=zoc \n" + FAR
    early = study("movement allied", "turn 13 \n" + lines, board="map", scenario="devil-machines")
    refused(early, "enter HQ-VII A10", "7.7", "this turn")
    match = study("movement allied", "turn 14 \n" + lines, board="map", scenario="devil-machines")
    play(match, "enter HQ-VII A10")
    g, hq = game(match), number(match, "HQ-VII")
    assert g.in_command_mode(hq)
    assert (g.state.due[hq], g.state.returns[hq]) == (0, "")
    end = study("allied-replacements", "turn 14 \n levels allied=9 german=0 \n" + lines, board="map",
                scenario="devil-machines")
    assert not listed_replacements(end, "HQ-VII")


def listed_replacements(match: Match, uid: str) -> list[str]:
    return [text for text in listed(match) if text.startswith(f"replace {uid} ")]


def test_a_tank_that_was_replaced_runs_freely_at_first() -> None:
    """7.8, 12.1.3: its first turn is the one after the Reorganization in which it came."""
    lines = "turn 13 \n levels allied=2 german=0 \n TankC pool \n" + FAR
    match = study("allied-replacements", lines, scenario="devil-machines")
    play(match, "replace TankC A10 full")
    assert game(match).state.arrived[number(match, "TankC")] == 14


# Who can act ---------------------------------------------------------------------------------------


def test_nobody_is_offered_who_can_do_nothing() -> None:
    """7.5: on July 1 the 46th Division is hemmed in by zones of control and cannot even turn (7.2.2)."""
    match = study("movement allied", start=True, board="map")
    decision = match.decision
    assert decision is not None
    offered = {match.setting.subject_name(subject) for subject in decision.subjects()}
    assert "46Div" not in offered
    assert listed(match, "46Div") == []
    assert "21Div" in offered


@pytest.mark.parametrize("scenario", ["over-the-top", "devil-machines"])
def test_every_subject_of_a_game_has_an_action(scenario: str) -> None:
    """7.0: no player clicks in vain."""
    match = grognard.start("somme-1916", scenario, "subjects", {"artillery_setup": "suggested"})
    player = RandomPlayer("subjects")
    while (decision := match.decision) is not None:
        if decision.kind == "movement" and match.number % 9 == 0:
            for subject in decision.subjects():
                assert list(decision.actions(subject)), match.setting.subject_name(subject)
        match.play(player.choose(decision))
