"""Three players (1.0, ruling D11): British, French and German, each with the orders of his own nation."""

from __future__ import annotations

import pytest

import grognard
from grognard.engine import Action, Match, RandomPlayer, Refused
from tests.games.somme_1916.position import (
    asked,
    force,
    game,
    listed,
    number,
    of_kind,
    only,
    place,
    play,
    refused,
    study,
)

THREE = {"seats": "three"}
FAR = "46Div A34 facing=2 \n 28R/110 V1 facing=6 \n"
ORDERS = (
    "bombard", "join", "move", "enter", "exit", "face", "mode", "separate", "combine", "release", "commit", "over",
    "keep", "retreat", "displace", "consolidate", "replace", "rebuild", "rally", "recover", "place", "disrupt",
)
"""What is always an order to units of one nation. Losses and advances of a joint Assault are the British player's."""


def units_of(match: Match, action: Action) -> list[int]:
    """The units that an action names."""
    verb = match.setting.language.verbs[action.verb]
    shape = [part for part in verb.parts if part.isupper()]
    found: list[int] = []
    for part, value in zip(shape, action.args, strict=True):
        if part == "UNIT" and isinstance(value, int):
            found.append(value)
        if part == "UNITS" and isinstance(value, tuple):
            found += value
    return found


@pytest.mark.parametrize(("scenario", "options"), [
    ("over-the-top", {}), ("devil-machines", {"reorganization": "per-player"}), ("away-to-siegfried", {}),
])
def test_a_game_of_three_players(scenario: str, options: dict[str, str]) -> None:
    """1.0: whole games; each answers what his nation is asked, nobody else may, and nobody moves another's units."""
    match = grognard.start("somme-1916", scenario, f"three {scenario}", {**THREE, **options})
    players = {seat: RandomPlayer(f"{scenario} {seat}") for seat in ("british", "french", "german")}
    assert set(match.setting.seats) == set(players)
    answered = dict.fromkeys(players, 0)
    nation = game(match).setting.nation
    while (decision := match.decision) is not None:
        seat = decision.seat
        action = players[seat].choose(decision)
        for other in players:
            if other not in {d.seat for d in match.decisions.values()}:
                ruling = match.check(action, by=other)
                assert not ruling
                assert ruling.case == "4.0"
        if action.verb in ORDERS:
            assert {nation[u] for u in units_of(match, action)} <= {seat}, match.write(action)
        match.play(action, by=seat)
        answered[seat] += 1
    assert match.outcome is not None
    assert min(answered.values()) > 20, answered


def test_the_campaign_of_three_players_begins() -> None:
    """1.0, 15.5: operations and objectives belong to the Allies as a whole and so to the British player."""
    match = grognard.start("somme-1916", "campaign", 3, THREE)
    while asked(match) != "operations":
        play(match, "end")
    with pytest.raises(Refused, match="British and German"):
        match.play("operations yes", by="french")
    match.play("operations yes", by="british")
    match.play("operations no", by="german")
    assert asked(match) == "operation-plan"
    assert match.decision is not None
    assert match.decision.seat == "british"
    assert match.view("french") == match.view("allied") == match.view("british")


def test_the_wrong_player_is_told_who_is_asked() -> None:
    """1.0, 4.0."""
    match = study("movement allied", "BB4.1 J15 facing=2 \n FB4.1 J25 facing=2 \n" + FAR, seats="three")
    ruling = match.check("move BB4.1 K15", by="french")
    assert (bool(ruling), ruling.text) == (False, "this decision belongs to British, not French")
    assert match.check("move BB4.1 K15", by="british")
    assert match.check("move BB4.1 K15", by="allied")  # whoever holds the whole side
    refused(match, "move FB4.1 K25", "7.0", "not your unit")
    play(match, "end")
    assert match.check("move FB4.1 K25", by="french")
    refused(match, "move BB4.1 K15", "7.0", "not your unit")


def test_taking_back_is_for_who_has_played() -> None:
    """Nobody takes back what another player of his side has done."""
    match = study("movement allied", "BB4.1 J15 facing=2 \n FB4.1 J25 facing=2 \n" + FAR, seats="three")
    match.play("move BB4.1 K15", by="british")
    with pytest.raises(Refused, match="French"):
        match.undo(by="french")
    match.undo(by="british")
    assert place(match, "BB4.1") == "J15"


def test_two_players_have_two_seats() -> None:
    match = grognard.start("somme-1916", "over-the-top", 1)
    assert match.setting.seats == {"allied": "allied", "german": "german"}
    assert not match.check("end", by="british")


# What the nations do together ----------------------------------------------------------------------


def test_guns_of_the_other_nation_join_if_their_player_likes() -> None:
    """6.3.1 (ruling D11)."""
    lines = "assume supply all yes \n BrGun2 J20 \n FrGun1 J21 \n 28R/110 N20 facing=6 \n 46Div A34 facing=2"
    match = study("bombardment allied", lines, seats="three")
    play(match, "bombard N20 by BrGun2")
    assert asked(match) == "bombardment-support"
    assert match.decision is not None
    assert match.decision.seat == "french"
    force(match, 6)
    events = match.play("join FrGun1", by="french")
    assert sorted(only(events, "bombard").data["units"]) == [number(match, "BrGun2"), number(match, "FrGun1")]


@pytest.mark.parametrize("joins", [True, False])
def test_neighbours_of_the_other_nation_fire_if_their_player_likes(joins: bool) -> None:
    """10.2 (ruling D11)."""
    lines = """
        HQ-IX P20 facing=6
        28R/110 M20 facing=6 commit=L20 jump_off=M20
        BB4.1 L20 facing=2
        FB4.1 L21 facing=2
    """
    match = study("defensive-fire german", lines, seats="three")
    with pytest.raises(Refused):
        match.play("shoot L20", by="french")
    match.play("shoot L20", by="british")
    assert asked(match) == "fire-support"
    force(match, 6, 6, 6, 6)
    events = match.play("join FB4.1" if joins else "pass", by="french")
    shown = only(events, "fire-odds").data["units"]
    assert (number(match, "FB4.1") in shown) is joins


def test_each_nation_fires_for_its_own_squares() -> None:
    """10.2 (ruling D11): the French player is asked for the Assault on a French square, after the British."""
    lines = """
        HQ-IX P20 facing=6
        28R/110 M20 facing=6 commit=L20 jump_off=M20
        28R/111 M26 facing=6 commit=L26 jump_off=M26
        BB4.1 L20 facing=2
        FB4.1 L26 facing=2
    """
    match = study("defensive-fire german", lines, seats="three")
    refused(match, "shoot L26", "1.0", "other Allied player")
    match.play("end", by="british")
    assert listed(match) == ["shoot L26", "end"]
    assert match.decision is not None
    assert match.decision.seat == "french"


def test_each_nation_takes_its_own_replacements() -> None:
    """12.1.3 (ruling D11): out of one level, the British first."""
    lines = "levels allied=4 german=0 \n BB2.1 pool \n FB2.1 pool \n FB3.1 J25 facing=2 \n" + FAR
    match = study("allied-replacements", lines, seats="three")
    refused(match, "replace FB2.1 A30 full", "1.0", "other Allied player")
    match.play("replace BB2.1 A20 full", by="british")
    assert match.decision is not None
    assert match.decision.seat == "french"
    match.play("replace FB2.1 A30 full", by="french")
    assert (place(match, "BB2.1"), place(match, "FB2.1")) == ("A20", "A30")
    assert not of_kind(match.events("german"), "objectives")
