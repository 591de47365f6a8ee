"""The Command Phase (4.3.1, chapter 9), barrage and air points (10.3.5, 17.0), night chits (19.5), low fuel (19.8)."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.engine import Match
from grognard.games.hannut_1940.rules.command import available, questions, return_chits
from grognard.games.hannut_1940.setting import FRENCH, GERMAN
from grognard.games.hannut_1940.state import Chit
from tests.games.hannut_1940.position import (
    allowed,
    asked,
    force,
    game,
    listed,
    number,
    of_kind,
    play,
    refused,
    study,
)

GERMANS = "4Pz-HQ 6002 \n 3Pz-HQ 5802"
FRENCHMEN = "2DLM-HQ 5011 \n 3DLM-HQ 5004"


def commanded(match: Match, *answers: str) -> Match:
    """Answer the questions of the Command Phase; what is not given is answered by the first option."""
    given = list(answers)
    while match.decision is not None and match.decision.kind.startswith("command"):
        side = match.decision.side
        text = next((a for a in given if match.check(a, by=side)), None)
        if text is None:
            text = next(match.write(a) for a in match.decision.all_actions())
        else:
            given.remove(text)
        match.play(text, by=side)
    return match


def dawn(lines: str = "", turn: int = 4, supply: str | None = "yes", **options: Any) -> Match:
    chits = "bins german:real=1 german:dummy=2 german:aside=2 german:lies=1 french:real=1 french:dummy=2"
    return study("dawn german", f"{GERMANS} \n {FRENCHMEN} \n {chits} \n {lines}", turn=turn, supply=supply, **options)


# -- 9.1 --


def test_9_1_modes_are_chosen_in_secret_at_the_same_time() -> None:
    """9.1, 4.3.1: neither side knows the other's choice until both have made all of theirs."""
    match = dawn()
    assert set(match.decisions) == {"german", "french"}
    before = match.view("french")
    match.play(next(match.write(a) for a in match.decisions["german"].all_actions()), by="german")
    after = match.view("french")
    assert {k: v for k, v in before.items() if k not in ("number", "asked")} == {
        k: v for k, v in after.items() if k not in ("number", "asked")
    }
    commanded(match, "mode 4-pz static", "mode 3-dlm static", "mode 3-pz mobile", "mode 2-dlm mobile")
    assert sorted(game(match).state.static) == ["3-dlm", "4-pz"]
    told = [event.data["division"] for event in of_kind(match.events(), "mode")]
    assert len(told) == 4, "all are told together"


def test_9_1_the_number_of_questions_tells_nothing() -> None:
    """9.1: every HQ is asked for, whatever is answered."""
    numbers = {len(questions(game(dawn()), GERMAN)) for _ in range(2)}
    assert numbers == {1 + 2}
    assert [what for what, _ in questions(game(dawn(turn=7)), GERMAN)] == ["chit", "fuel", "mode", "mode"]


def test_9_1_1_and_9_1_2_points_by_mode() -> None:
    """9.1.1, 9.1.2, 10.3.5, 19.1, HAN-092: all points of a static HQ, half of a mobile one's, rounded up."""
    for word, points in (("static", {"3-dlm": 12, "2-dlm": 9}), ("mobile", {"3-dlm": 6, "2-dlm": 5})):
        match = commanded(
            study("dawn german", f"{FRENCHMEN} \n 4Pz-HQ 6302", turn=1), f"mode 3-dlm {word}", f"mode 2-dlm {word}"
        )
        g = game(match)
        assert {d: g.state.bp[d] for d in points} == points
        assert g.state.bp["4-pz"] == 5, "mobile on the first day"
        assert ("mode", "4-pz") not in questions(g, GERMAN)


def test_10_3_5_corps_points_go_to_any_division() -> None:
    """10.3.5, 19.1: freely from game turn 4 on, no more than there are."""
    match = dawn("base french=7 german=0 2-dlm=7 3-dlm=7 4-pz=9 3-pz=9")
    until_allot(match)
    refused_by(match, "allot 2-dlm 8")
    commanded(match, "allot 2-dlm 3", "allot 3-dlm 4", "mode 2-dlm static", "mode 3-dlm static")
    assert game(match).state.level["2-dlm"] == 10
    assert game(match).state.level["3-dlm"] == 11


def until_allot(match: Match) -> None:
    while not any(d.kind == "command-allot" for d in match.decisions.values()):
        decision = match.decision
        assert decision is not None
        match.play(next(match.write(a) for a in decision.all_actions()), by=decision.side)


def refused_by(match: Match, text: str) -> None:
    assert not match.check(text, by="french")


def test_4_3_4_points_are_reset_after_am_and_pm_turns() -> None:
    """4.3.4, 10.3.5, ruling C13; a forced HQ gets its mobile level (9.1.1)."""
    match = study(
        "end-of-turn french", f"{FRENCHMEN} \n {GERMANS} \n static 3-dlm \n level 3-dlm=9 2-dlm=7 \n bp 3-dlm=0 2-dlm=0"
    )
    assert game(match).state.bp == {"3-dlm": 9, "2-dlm": 4}
    assert available(game(match), "2-dlm") == 4


@pytest.mark.parametrize(("turn", "german", "french"), [(4, 16, 3), (7, 16, 3), (10, 24, 0)])
def test_17_0_and_19_4_air_points(turn: int, german: int, french: int) -> None:
    """17.0, 19.4, HAN-269."""
    assert game(dawn(turn=turn)).state.air == {"german": german, "french": french}


# -- 9.3.1 --


def test_9_3_1_attachments() -> None:
    """9.3, 9.3.1, HAN-095: only in the Command Phase, to an HQ that a path leads to."""
    lines = "15Mot-HQ 4014 \n 1Mar-HQ 3513 \n 35BCC 4013 attached=15-mot"
    match = commanded(dawn(lines, turn=7), "attach 35BCC to 1-moroccan")
    assert game(match).state.attached[number(match, "35BCC")] == "1-moroccan"
    refused(match, "attach 35BCC to 15-mot", "9.3.1")
    match = dawn("15Mot-HQ 4014 \n 1Mar-HQ 3301 \n 35BCC 4013 attached=15-mot", turn=7, supply=None)
    while not any(d.kind == "command-attach" for d in match.decisions.values()):
        decision = match.decision
        assert decision is not None
        match.play(next(match.write(a) for a in decision.all_actions()), by=decision.side)
    found = [match.write(a) for a in match.decisions["french"].all_actions()]
    assert "attach 35BCC to 1-moroccan" not in found


# -- 19.5 --


def test_19_5_the_french_place_what_they_draw() -> None:
    """19.5, HAN-272: no choice; only they see it."""
    match = study(
        "turn german",
        f"{GERMANS} \n {FRENCHMEN} \n bins french:real=1 french:dummy=2 german:real=0 german:dummy=0",
        dice=[1],
    )
    assert game(match).state.chit == {"french": Chit.REAL}
    assert not any(what == "chit" for what, _ in questions(game(match), FRENCH))
    assert "french" not in match.view("german").get("chit", {})
    assert not any("chit" in line and "draw" in line for line in match.log("german"))


def test_19_5_the_german_places_the_drawn_chit_or_the_one_set_aside() -> None:
    """19.5."""
    match = commanded(dawn(), "chit aside")
    state = game(match).state
    assert state.chit["german"] == Chit.REAL
    assert state.bins["german:lies"] == 0
    assert state.bins["german:real"] + state.bins["german:dummy"] == 3, "the drawn one goes back"


def test_19_5_which_chit_is_set_aside_is_a_secret() -> None:
    """19.5, ruling C37."""
    match = study("chit-aside german", "I/11RDP 5504", supply="yes")
    assert set(listed(match)) == {"chit real", "chit dummy"}
    play(match, "chit real")
    assert "german:aside" not in match.view("french").get("bins", {})


def test_19_5_chits_are_turned_over_in_the_owners_turn() -> None:
    """19.5."""
    lines = f"{GERMANS} \n {FRENCHMEN} \n chit german=2 french=1"
    match = study("player-turn german", lines, turn=6)
    assert game(match).state.awake == ["german"]
    match = study("player-turn french", lines, turn=6)
    assert game(match).state.awake == []


@pytest.mark.parametrize(("option", "aside"), [("removed", 0), ("kept", 2)])
def test_19_5_the_first_real_german_chit_does_not_go_back(option: str, aside: int) -> None:
    """19.5, ruling C37."""
    match = study(
        "movement german",
        f"{GERMANS} \n chit german=2 french=2 \n bins german:real=1 german:dummy=2",
        german_chits=option,
    )
    g = game(match)
    return_chits(g)
    assert g.state.bins["german:real"] == 1
    assert g.state.bins["french:real"] == 1
    assert g.state.bins.get("german:aside", 0) == aside
    g.state.chit = {"german": Chit.REAL}
    return_chits(g)
    assert g.state.bins["german:real"] == 2


# -- 19.8 --


def test_19_8_the_low_fuel_turn_is_known_when_it_comes() -> None:
    """19.8, ruling C69."""
    match = commanded(dawn(turn=7), "fuel pm")
    assert game(match).state.fuel == 8
    assert "fuel" not in match.view("french") or match.view("french")["fuel"] == 0
    match = commanded(dawn(turn=7), "fuel am")
    assert asked(match) == "low-fuel"
    assert set(listed(match)) == {"fuel 4-pz", "fuel 3-pz"}
    play(match, "fuel 3-pz")
    assert game(match).state.fuelled == "3-pz"


def test_4_3_2_the_order_of_a_player_turn() -> None:
    """4.0, 4.2, 4.3, 4.3.2, 4.3.3, HAN-290: movement, German exploitation, combat, exploitation, recovery."""
    lines = (
        f"{GERMANS} \n {FRENCHMEN} \n I/35Pz 5803 mark=EXP \n I/8Cuir 5010 mark=EXP \n bp 3-dlm=3 2-dlm=3 4-pz=1 3-pz=1"
    )
    match = study("player-turn french", lines)
    kinds = []
    while game(match).state.phasing == "french" and match.decision is not None:
        kinds.append(f"{match.decision.side} {match.decision.kind}")
        play(match, "end")
    assert kinds[:4] == ["french markers", "french movement", "german exploitation", "french tactical"]
    assert kinds[-1] == "french exploitation"


def test_4_1_the_turn_record_track() -> None:
    """4.1, 1.1: AM, PM and night of five days."""
    turns = game(dawn()).setting.tables.turns
    assert [turns[t].part for t in (1, 2, 3, 13, 14, 15)] == ["am", "pm", "night"] * 2
    assert turns[15].day == 5


def test_2_0_the_die_runs_from_0_to_9() -> None:
    """2.0, 5.5.1, HAN-002: a check passes on the proficiency or less."""
    match = dawn()
    g = game(match)
    found = []
    for face in (0, 5, 6, 9):
        force(match, face)
        found.append(g.d10("5.5.1", "a check", 5))
    assert found == [True, True, False, False]
    assert allowed(match, next(match.write(a) for a in match.decisions["german"].all_actions()))


def test_10_3_5_points_for_each_player_turn_by_the_option() -> None:
    """10.3.5, ruling C13."""
    lines = f"{FRENCHMEN} \n {GERMANS} \n level 3-dlm=9 \n bp 3-dlm=0"
    assert game(study("player-turn french", lines)).state.bp["3-dlm"] == 0
    assert game(study("player-turn french", lines, bp_pool="player-turn")).state.bp["3-dlm"] == 5


def test_17_0_air_points_for_each_turn_by_the_option() -> None:
    """17.0, ruling C14."""
    lines = f"{FRENCHMEN} \n {GERMANS} \n air german=0 french=0"
    assert game(study("turn german", lines, turn=5)).state.air["german"] == 0
    assert game(study("turn german", lines, turn=5, ap_pool="turn")).state.air["german"] == 16
