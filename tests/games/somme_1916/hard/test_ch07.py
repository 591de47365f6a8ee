"""Where movement meets stacking, zones, weather, interdiction and the edge of the map (module 7)."""

from __future__ import annotations

import pytest

from grognard.engine import Match
from grognard.games.somme_1916.terms import BEGUN
from tests.games.somme_1916.position import (
    allowed,
    destinations,
    game,
    listed,
    number,
    only,
    place,
    play,
    refused,
    study,
)


def price(match: Match, action: str) -> str:
    assert match.decision is not None
    return match.decision.cost(match.read(action))


@pytest.mark.parametrize("stop", ["", "move BB4.1 K15"])
def test_a_pause_with_friends_does_not_save_the_passage(stop: str) -> None:
    """7.3: 1 + 1 and 1 for the friend passed, in one go or with a pause in his square."""
    match = study("movement allied", "BB4.1 J15 \n BB4.2 K15 \n 28R/110 V34")
    if stop:
        play(match, stop)
    assert price(match, "move BB4.1 L15") == ("2 MP" if stop else "3 MP")
    if stop:
        assert price(match, "move BB4.1 J16") == "3 MP"                         # even if it turns back


def test_who_starts_with_friends_pays_no_passage_however_often_he_turns() -> None:
    """7.3: starting in a friendly square imposes no cost, turning first changes nothing."""
    match = study("movement allied", "BB4.1 K15 facing=2 \n BB4.2 K15 facing=2 \n 28R/110 V34")
    play(match, "face BB4.1 north")
    assert price(match, "move BB4.1 L15") == "1 MP"


def test_brigades_of_one_division_do_not_pass_each_other() -> None:
    """7.3, 7.4.3: a division that separates on the way has no friends in its square but its own brigades."""
    match = study("movement allied", "46Div K15 \n BB3.1 pool \n BB2.1 pool \n BB2.2 pool \n 28R/110 V34")
    play(match, "move 46Div L15", "separate 46Div BB3.1,BB2.1,BB2.2")
    assert price(match, "move BB3.1 M15") == "1 MP"
    play(match, "move BB3.1 M15")
    assert price(match, "move BB2.1 L16") == "1 MP"


@pytest.mark.parametrize(("marker", "spent", "leaves"), [
    ("", 10, True), ('interdicted {"V10": ["allied", 5]}', 10, False), ('interdicted {"V10": ["allied", 5]}', 8, True),
])
def test_leaving_the_map_out_of_an_interdicted_square(marker: str, spent: int, leaves: bool) -> None:
    """7.2.4, 13.4 (D28): one MP more than the clear square beyond the edge."""
    match = study("movement german", f"turn 5 \n {marker} \n 28R/110 V10 \n BB4.1 A1", scenario="a-punishing-land")
    game(match).state.spent[number(match, "28R/110")] = spent
    game(match).state.moved[number(match, "28R/110")] = BEGUN
    game(match).state.moving = game(match).state.near = [number(match, "28R/110")]
    if leaves:
        assert allowed(match, "exit 28R/110 east")
    else:
        refused(match, "exit 28R/110 east", "13.4", "lacks the 2 MP")


def test_who_has_stopped_at_the_edge_does_not_leave() -> None:
    """7.5, 13.4: the brigade stops beside the enemy on V20; infantry leaves in another turn, cavalry never."""
    lines = "turn 11 \n BB4.1 U19 \n 1Cav V30 \n 28R/110 V21"
    match = study("movement allied", lines, scenario="a-punishing-land")
    refused(match, "exit 1Cav east", "13.4", "only Allied infantry")
    play(match, "move BB4.1 V20")
    refused(match, "exit BB4.1 east", "7.5", "has stopped")
    match = study("movement allied", lines.replace("U19", "V20"), scenario="a-punishing-land")
    assert allowed(match, "exit BB4.1 east")


def test_a_headquarters_in_the_square_is_what_bars_the_division() -> None:
    """7.3.1, 7.4.3: the refusal names who is in the way; once the HQ has left, the brigades may combine."""
    match = study("movement allied", "BB4.1 J15 \n BB4.2 J15 \n HQ-VII J15 \n 46Div pool \n 28R/110 V34")
    refused(match, "combine BB4.1,BB4.2 46Div", "7.3.1", "HQ-VII")
    play(match, "move HQ-VII I15", "combine BB4.1,BB4.2 46Div")
    assert place(match, "46Div") == "J15"


def test_a_division_that_was_combined_may_go_on_and_separate_again() -> None:
    """7.4.3: it is free to move normally, and a division separates at any time of its move."""
    match = study("movement allied", "BB4.1 J15 \n BB4.2 J15 \n 46Div pool \n BB2.1 pool \n 28R/110 V34")
    play(match, "combine BB4.1,BB4.2 46Div", "move 46Div K15")
    assert allowed(match, "separate 46Div into BB4.1,BB2.1")


def test_a_reduced_division_separates_into_what_it_has_left() -> None:
    """7.4.3: five factors; the pool has no three brigades for them, so two do."""
    match = study("movement allied", "46Div K15 steps=1 \n BB4.1 pool \n BB3.1 pool \n BB2.1 pool \n 28R/110 V34")
    ways = [text for text in listed(match, "46Div") if text.startswith("separate")]
    assert ways == ["separate 46Div into BB3.1,BB2.1"]


def test_the_engaged_disrupted_attacker_is_bound_and_does_not_fight() -> None:
    """8.8, 8.1: neither committed by itself nor free to leave; the marker stays."""
    lines = 'engaged {"M15": "allied"} \n BB4.1 M15 status=2 jump_off=L15 \n 28R/110 M15 \n 46Div L14 \n HQ-VII I15'
    match = study("movement allied", lines)
    refused(match, "move BB4.1 L15", "8.8")
    match = study("commitment allied", lines)
    assert game(match).state.commit[number(match, "BB4.1")] == -1
    assert game(match).state.engaged


def test_rain_slows_before_the_halving_and_the_doubling() -> None:
    """7.0, 7.6: a Disrupted brigade in Rain far from the enemy: (6 - 2) / 2 doubled is 4."""
    match = study("movement allied", "weather rain \n BB4.1 K15 status=2 \n 28R/110 V34")
    assert "O15" in destinations(match, "BB4.1")
    assert "P15" not in destinations(match, "BB4.1")


@pytest.mark.parametrize(("weather", "die", "runs"), [("fair", 3, True), ("rain", 3, False), ("snow", 3, False)])
def test_mud_breaks_tanks_down(weather: str, die: int, runs: bool) -> None:
    """7.8: +1 in Rain or Snow."""
    match = study("movement allied", f"turn 14 \n weather {weather} \n TankC J15 arrived=12 \n 28R/110 V34",
                  scenario="devil-machines", dice=[die])
    assert (game(match).state.broken == []) is runs


def test_a_tank_breaks_down_and_recovers_within_a_turn() -> None:
    """7.8, 12.3: each with its own die, and the rain adds one to both."""
    lines = "turn 14 \n weather rain \n broken TankC \n TankC J15 \n 28R/110 V34"
    match = study("allied-rally", lines, scenario="devil-machines", dice=[2])
    assert only(play(match, "recover TankC"), "recovery").data["recovered"]
