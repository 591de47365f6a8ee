"""The end of the game and its points (3.3)."""

from __future__ import annotations

import pytest

from grognard.engine import Match
from grognard.games.soissons_1918.rules.victory import count, early_points, town_points
from grognard.rules.victory import level_of
from tests.games.soissons_1918.position import (
    allowed,
    asked,
    game,
    listed,
    place,
    play,
    refused,
    study,
)


def town(match: Match, name: str) -> int:
    return sum(points for points, _, what in town_points(game(match)) if name in what)


def test_3_3_2_example_next_to_berzy() -> None:
    """3.3.2, S18-206: 3 points less 1 hex for Berzy-le-Sec, nothing for Buzancy, 3 hexes away."""
    match = study("maneuver entente", "162DI 1111 \n 11DI 1411 \n 42/17 1112 \n 42/131 1414", board="map")
    assert town(match, "Berzy-le-Sec") == 2
    assert town(match, "Buzancy") == 0
    held = study("maneuver entente", "162DI 1112 \n 42/131 1414", board="map")
    assert town(held, "Berzy-le-Sec") == 3
    match = study("maneuver entente", "162DI 1107 \n 42/17 1112", board="map")
    assert town(match, "Berzy-le-Sec") == 0, "never below 0"


def test_3_3_2_german_towns_without_a_value_cost_two() -> None:
    """3.3.2, S18-212, rulings K16 and K59: each hex; those inside the perimeter and across the Aisne are ignored."""
    match = study("maneuver entente", "42/17 1410", board="map")
    rows = town_points(game(match))
    assert sum(points for points, _, what in rows if "Pernant" in what) == -4
    ignored = ("Belleu", "Septmonts", "Bucy", "Villeneuve", "Venizel", "Billy-sur-Aisne")
    assert not any(name in what for _, _, what in rows for name in ignored)
    assert sum(points for points, _, _ in rows) == -2 * len(game(match).setting.plain_towns)


def test_3_3_2_divisions() -> None:
    """3.3.2, rulings K58 and K63: a point off for each Spent or destroyed one, a point more for twelve others."""
    lines = "162DI 1405 4 \n 11DI 1406 \n 153DI destroyed"
    rows = count(game(study("maneuver entente", lines)))
    assert [points for points, _, what in rows if "Spent" in what or "destroyed" in what] == [-1, -1]
    assert not any("destroyed" in what for _, _, what in count(game(study(
        "maneuver entente", lines, destroyed_division="nothing"))))
    twelve = ["162DI", "11DI", "153DI", "72DI", "1US", "DM", "2US", "58DI", "69DI", "87DI", "12DI", "15BR"]
    text = "\n".join(f"{uid} {row:02d}05" for row, uid in enumerate(twelve, 5))
    rows = count(game(study("maneuver entente", text)))
    assert [points for points, _, what in rows if "12 divisions" in what] == [1]


@pytest.mark.parametrize(
    ("turn", "lines", "points"),
    [(14, "exit_turn 14", [3]), (17, "exit_turn 17 \n perimeter_turn 17", [1, 1]), (4, "perimeter_turn 4", [10])],
)
def test_3_3_2_examples_of_an_early_end(turn: int, lines: str, points: list[int]) -> None:
    """3.3.2, ruling K77: July 22 PM has two turns left, July 23 PM none; each reason counts once."""
    match = study("maneuver entente", f"{lines} \n 162DI 1405", turn=turn)
    assert [row[0] for row in early_points(game(match))] == points


def test_3_3_1_leaving_the_map_ends_the_game() -> None:
    """3.3.1, ruling K62: for 1 MP from the east edge; the game ends with the phase."""
    match = study("maneuver entente", "162DI 1416 tank=AS-I \n 11DI 1418 4 \n 42/17 0405", supply=None, turn=5)
    refused(match, "exit 162DI", "3.3.1", "not on the east edge")
    play(match, "move 162DI 1419", "exit 162DI")
    assert (place(match, "162DI"), place(match, "AS-I")) == ("exited", "exited")
    while match.decision is not None:
        play(match, "end")
    assert match.outcome is not None
    assert game(match).state.turn == 5
    assert any("left the map" in what for _, _, _, what in match.outcome.points)


def test_3_3_1_only_sound_divisions_count() -> None:
    """3.3.1, S18-209, ruling K57: a Spent division neither leaves nor ends the game on the perimeter."""
    lines = "region soissons-perimeter 1410 \n 162DI 1408 4 \n 11DI 1419 4 \n 42/17 0405"
    match = study("maneuver entente", lines, spent_maneuver="yes")
    refused(match, "exit 11DI", "3.3.1", "fit to leave")
    play(match, "move 162DI 1410")
    assert not game(match).state.perimeter_turn
    match = study("maneuver entente", lines.replace("1408 4", "1408 5"))
    play(match, "move 162DI 1411", "end")
    assert game(match).state.perimeter_turn == 4, "passing is enough"


@pytest.mark.parametrize(
    ("points", "level", "winner"),
    [(5, "German outstanding", "german"), (8, "German superior", "german"), (10, "Draw", "draw"),
     (12, "Entente superior", "entente"), (15, "Entente outstanding", "entente")],
)
def test_3_3_3_levels(points: int, level: str, winner: str) -> None:
    """3.3.3: history, 10 points, is a draw."""
    found = level_of(game(study("maneuver entente", "162DI 1405")).setting.tables.victory_levels, points)
    assert found.level.startswith(level)
    assert found.winner == winner


def test_3_2_the_last_turn_has_no_german_operations() -> None:
    """3.2, 3.3.1: the game ends with the Entente's July 23 PM."""
    match = study("advance entente", "162DI 1405 order=prepare \n 42/17 1410", turn=17)
    play(match, "end")
    assert match.outcome is not None
    assert match.outcome.case == "3.3.3"
    early = study("advance entente", "162DI 1405 order=prepare \n 42/17 1410", turn=16)
    play(early, "end")
    assert early.outcome is None
    assert game(early).state.phasing == "german"


def test_exit_is_offered_in_the_advance_too() -> None:
    """Ruling K62."""
    match = study("advance entente", "162DI 1419 order=prepare \n 42/17 0405")
    assert asked(match) == "advance"
    assert allowed(match, "exit 162DI")
    assert "exit 162DI" in listed(match)
