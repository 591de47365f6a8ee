"""Hard positions of the Marne where two rules meet: a second reading, answered from the book first."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.engine import Match
from grognard.games.marne_1914.judge import MarneJudge
from grognard.games.marne_1914.page import MarnePage
from grognard.games.marne_1914.rules.closing_up import astray
from grognard.games.marne_1914.rules.integrity import in_integrity
from tests.games.marne_1914.position import (
    asked,
    control,
    game,
    number,
    of_kind,
    place,
    play,
    refused,
    study,
)

NINTH = "turn 7 \n initiative entente \n 17DI off-map 4 due=7 \n 18DI off-map 4 due=7 \n MRCN 3913 4 army=5"
PARIS = "region paris 1112 1212 \n terrain paris 1112 1212 \n link road 1212-1211-1210-1209-1208-1207-1206"
MARKERS = "markers cp=26 6/BEF=17 BEF/5=23 5/9=37 \n initiative entente \n turn 10"


def full(phase: str, lines: str, **more: Any) -> Match:
    return study(phase, lines, scenario="full-battle", **more)


def faults(match: Match) -> list[str]:
    return [fault.case for fault in MarneJudge(match.setting).faults(game(match))]


# -- 5: areas --


def test_no_column_is_left_for_the_new_marker() -> None:
    """7.1.3 and 5.2.2, ruling C43: with BEF/5 on the last column it must make room first; the phase does not stall."""
    match = full("boundary entente", f"markers cp=26 6/BEF=17 BEF/5=40 \n {NINTH}", board="real")
    refused(match, "shift 5/9 3717", "5.1.5")
    play(match, "shift BEF/5 3717")
    refused(match, "end", "3.0", "add the 5/9 boundary marker")
    play(match, "shift 5/9 4016")
    assert game(match).state.army[number(match, "MRCN")] == "9"
    match = full("boundary entente", f"markers cp=26 6/BEF=17 BEF/5=40 \n {NINTH}", board="real")
    play(match, "end", "end")
    assert place(match, "17DI") == "off-map", "without the marker IX Corps waits (ruling C58)"


# -- 4.5, 12.2: taxis, corps and areas --


def test_whoever_rode_once_is_not_excused_for_ever() -> None:
    """12.2.3, 5.2.3, ruling C22: the ride stands in its own phase only; a later march out of the area is put right."""
    lines = "markers cp=26 6/BEF=19 BEF/5=28 5/9=37 \n initiative entente \n 7DI 1810 4 taxi=2 \n 3ID 3003"
    match = full("movement entente", lines)
    play(match, "move 7DI 2110", "end")
    assert asked(match) == "close-up"
    play(match, "move 7DI 1910")
    assert place(match, "7DI") == "1910"


def test_a_ride_out_of_the_area_stands() -> None:
    """12.2.4, 5.2.4, ruling C22: in its own phase nobody is asked; the division is disrupted."""
    lines = f"{PARIS} \n markers cp=26 6/BEF=11 BEF/5=28 5/9=37 \n initiative entente \n 7DI 1212 4 taxi \n 3ID 3003"
    match = full("movement entente", lines)
    play(match, "taxi 7DI 1208", "end")
    assert (place(match, "7DI"), asked(match)) == ("1208", "combat")
    assert game(match).state.disrupted[number(match, "7DI")]


def test_two_divisions_in_a_cavalry_corps_keep_integrity() -> None:
    """12.2.5 and 4.5.2: cavalry of their corps beside a foreign division does not open its hex to their link."""
    lines = "7DI 2010 4 corps=F-ICAV \n 8DI 2013 4 corps=F-ICAV"
    walls = "55DR 2011 \n 56DR 1911 \n 63DR 2112 \n 14DI 2111 \n 61DR 2012 \n 62DR 1912"
    match = study("combat entente", f"{lines} \n {walls} \n 3ID 3003")
    pair = [number(match, "7DI"), number(match, "8DI")]
    assert not in_integrity(game(match), pair)
    match = study("combat entente", f"{lines} \n {walls} \n 1DC 2011 \n 3DC 2012 \n 3ID 3003")
    assert not in_integrity(game(match), pair)


def test_a_new_corps_changes_what_is_astray() -> None:
    """12.2.5, 5.2.3: in 5th Army the division is outside its area, and its counter says so at once."""
    lines = f"{PARIS} \n markers cp=26 6/BEF=19 BEF/5=28 5/9=37 \n initiative entente"
    match = full("movement entente", f"{lines} \n 7DI 1212 4 taxi \n 5DI 2910 \n 3ID 3003")
    play(match, "taxi 7DI 1208")
    unit = number(match, "7DI")
    assert unit not in astray(game(match))[0]
    play(match, "attach 7DI to F-III")
    assert unit in astray(game(match))[0]
    assert MarnePage(match.setting).formation(game(match), unit) == ("5th Army", "III Corps")


# -- 14.2.2: the Great Retreat --


def test_the_referee_accepts_a_ride_and_an_advance_northward() -> None:
    """14.2.2: only the end of the Movement Phase is bound."""
    match = full("movement entente", f"{PARIS} \n initiative cp \n 7DI 1212 4 taxi \n 3ID 3003")
    play(match, "taxi 7DI 1208")
    assert "14.2.2" not in faults(match)
    lines = "initiative cp \n unit A like 55DR af=40 \n A 2010 \n 3ID 2009 1"
    match = full("movement entente", lines, dice=[6, 1, 1, 1, 1, 6])
    play(match, "end")
    while asked(match) != "combat":
        play(match, "end")
    play(match, "attack 2009 by A", "resolve")
    if asked(match) == "advance":
        play(match, "advance A")
    assert place(match, "A") == "2009"
    assert "14.2.2" not in faults(match)


# -- 7, 13.0.3: arrivals --


def test_an_arrival_that_moves_again_has_still_entered_the_map() -> None:
    """7.0.3 and 13.0.3, ruling C22: its way is taken back, its entry hex is not."""
    lines = f"{MARKERS} \n 21DI off-map 4 due=10 \n 22DI 3717 \n 3ID 2005 \n control {{\"3917\":\"cp\"}}"
    match = full("reinforcement entente", lines, board="real")
    play(match, "rush 21DI 3917", "strategic 21DI 3813", "end")
    assert asked(match) == "close-up"
    play(match, "move 21DI 3915")
    assert control(match, "3917") == "entente"


def test_who_has_no_entry_hex_at_all_hears_the_right_case() -> None:
    """7.1.4, not 4.1.4: no western hex numbered 3 lies south of a front line that ends in the corner."""
    lines = f"{MARKERS} \n turn 7 \n 61DR off-map 4 due=7 \n 14DI 1117 \n 3ID 2005"
    match = full("reinforcement entente", lines, board="real")
    told = of_kind(match.events(), "shut-out")
    assert [event.cites[0] for event in told] == ["7.1.4"]


# -- 8.5: retreats --


DEATHS = [(1, "per-hex", "cp"), (1, "once", "cp"), (2, "per-hex", "entente")]


@pytest.mark.parametrize(("strength", "option", "town"), DEATHS)
def test_the_dead_take_no_town(strength: int, option: str, town: str) -> None:
    """8.5.2b and 13.0.3: who loses his last step in the zone has entered that hex, and not the town behind it."""
    lines = "terrain town 1910 1810 \n control {\"1910\":\"cp\",\"1810\":\"cp\"} \n 2KD 1912 \n 4KD 2112"
    units = f"unit A like 3ID af=9 \n unit D like 63DR df=4 \n A 2009 \n D 2010 {strength}"
    match = study("combat cp", f"{lines} \n {units}", dice=[1], retreat_zoc_losses=option)
    play(match, "attack 2010 by A", "resolve", "retreat D 1810")
    assert (place(match, "D") == "cadre") is (strength == 1)
    assert (control(match, "1910"), control(match, "1810")) == ("entente", town)


# -- 11.2: the Cadre Box --


@pytest.mark.parametrize(("before", "supply", "after"), [(" out_of_supply", "yes", 0), ("", "no", 1)])
def test_a_unit_that_returns_has_its_own_supply(before: str, supply: str, after: int) -> None:
    """11.2.2 and 10.1.1, rulings C31 and C64: not the one it died with."""
    lines = f"14DI cadre 0{before} \n 63DR 2015 \n 3ID 2005"
    match = study("recovery entente", lines, dice=[1, 1], supply=supply)
    play(match, "return 14DI", "place 14DI 2014")
    assert game(match).state.out_of_supply[number(match, "14DI")] == after


# -- refusals that say why --


def test_who_attacked_another_hex_does_not_advance_here() -> None:
    """8.6.1 and 8.1.2: to have attacked in this phase is not enough."""
    lines = "unit A like 3ID af=40 \n unit B like 4ID af=40 \n A 2009 \n B 2110 \n 63DR 2010 1 \n 14DI 2111"
    match = study("combat cp", lines, dice=[1, 6])
    play(match, "attack 2111 by B", "resolve")
    while asked(match) == "retreat":
        play(match, "retreat 14DI 2112")
    play(match, "end", "attack 2010 by A", "resolve")
    assert asked(match) == "advance"
    refused(match, "advance B", "8.6.1", "did not attack the hex")


def test_nobody_returns_into_a_garrisoned_city() -> None:
    """11.2.2 and 12.1.1, ruling C20: the refusal names the garrison and no list of hexes."""
    lines = "terrain paris 1112 1212 \n region paris 1112 1212 \n 3ID cadre \n 5ID 2002 \n 14DI 3015"
    match = study("recovery cp", lines, dice=[1, 1, 1])
    play(match, "return 3ID")
    refused(match, "place 3ID 1112", "12.1.1", "garrison")


def test_a_lone_marker_that_has_shifted() -> None:
    """5.2.1: the Germans have one marker, and hear why it does not shift again."""
    match = study("boundary cp", "markers cp=32 \n 3ID 2005 \n 14DI 3015")
    play(match, "shift cp 3101")
    refused(match, "shift cp 3001", "5.2.1", "has already shifted")


def test_xi_corps_is_due_but_has_no_army_yet() -> None:
    """7.1.5 and 7.1.3, ruling C58."""
    lines = "markers cp=26 6/BEF=17 BEF/5=23 \n initiative entente \n turn 10 \n 3ID 2005"
    match = full("reinforcement entente", f"{lines} \n 21DI off-map 4 due=10 \n 61DR off-map 4 due=7", board="real")
    refused(match, "enter 21DI 3917", "7.1.3", "waits for the 5/9 marker")
