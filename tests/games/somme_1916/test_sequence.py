"""The length of the game, the sequence of play and the weather (modules 3 to 5)."""

from __future__ import annotations

import pytest

import grognard
from grognard.engine import RandomPlayer
from grognard.games.somme_1916.rules.movement.reach import allowance
from grognard.games.somme_1916.sequence import STEPS
from tests.games.somme_1916.position import asked, game, number, of_kind, study

FAR = "46Div A34 facing=2 \n 28R/110 V1 facing=6 \n"

# Turns ---------------------------------------------------------------------------------------------


def test_one_and_twenty_weeks() -> None:
    """3.1, 15.0: July 1 to November 17; the four scenarios divide the campaign without a gap."""
    weeks = game(study("committing allied", FAR)).setting.weeks
    assert sorted(weeks) == list(range(1, 22))
    assert (weeks[1].date, weeks[5].date, weeks[15].date, weeks[21].date) == (
        "July 1", "July 29", "October 6", "November 17",
    )
    scenarios = grognard.find_game("somme-1916").scenarios(grognard.find_game("somme-1916").data())
    assert [scenarios[name].turns for name in scenarios] == [(1, 4), (5, 11), (12, 15), (16, 21), (1, 21)]


def test_the_game_ends_after_the_last_week() -> None:
    """3.1, 13.0: the end of turn 4 of scenario 1 brings the outcome, the end of turn 3 the next turn."""
    last = study("end-of-turn", "turn 4 \n" + FAR)
    assert last.outcome is not None
    other = study("end-of-turn", "turn 3 \n" + FAR)
    assert other.outcome is None
    assert game(other).state.turn == 4


def test_the_steps_of_a_player_phase() -> None:
    """4.1: bombardment, movement, commitment, command, resources, fire, Assault; each leads to the next."""
    order, step = ["player-phase"], STEPS["player-phase"]
    while isinstance(step.next, str):
        order.append(step.next)
        step = STEPS[step.next]
    assert order == ["player-phase", "air", "bombardment"]
    steps = [*STEPS]
    book = [
        "weather", "player-phase", "air", "bombardment", "mines", "movement", "committing", "over-the-top",
        "command-center", "substitution", "defensive-fire", "assault", "secondary", "assault-end", "reorganization",
        "allied-replacements", "allied-rally", "reorganization-end", "end-of-turn",
    ]
    assert sorted(book, key=steps.index) == book


def test_a_turn_is_played_in_the_order_of_the_book() -> None:
    """4.0, 4.1: everything that the Allies decide in their phase comes before the German's own phase."""
    match = grognard.start("somme-1916", "over-the-top", "order", {})
    player = RandomPlayer("order")
    seen: list[tuple[str, str]] = []
    while match.decision is not None and game(match).state.turn == 1:
        state = game(match).state
        if not seen or seen[-1] != (state.phasing, state.phase):
            seen.append((state.phasing, state.phase))
        match.play(player.choose(match.decision))
    steps = [*STEPS]
    turn = [entry for entry in seen if steps.index(entry[1]) >= steps.index("air")]
    phases = {side: [steps.index(phase) for who, phase in turn if who == side] for side in ("allied", "german")}
    first_german = next(n for n, (who, _) in enumerate(turn) if who == "german")
    assert all(who == "allied" for who, _ in turn[:first_german])
    assert all(who == "german" for who, _ in turn[first_german:])
    loop = steps.index("secondary")  # Secondary Attacks repeat their steps (11.10)
    for side in ("allied", "german"):
        before = [n for n in phases[side] if n < loop]
        assert before == sorted(before)


def test_reorganization_by_choice_for_each_player() -> None:
    """4.1, 12.0 (ruling X01): with the option it follows the Allied phase at once."""
    joint = study("player-end allied", FAR)
    assert of_kind(joint.events(), "player-phase")
    assert game(joint).state.phasing == "german"
    own = study("player-end allied", "working allied-assaults=9 \n 48Div pool \n" + FAR, reorganization="per-player",
                dice=[6, 6])
    assert asked(own) == "replacements"
    assert game(own).state.phasing == "allied"


# Weather -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("turn", "die", "weather"), [
    (2, 3, "fair"), (2, 4, "drizzle"), (2, 6, "rain"),
    (16, 1, "fair"), (16, 2, "drizzle"), (16, 4, "rain"),  # in October the die is raised by 2
    (19, 4, "snow"),
])
def test_the_weather_die(turn: int, die: int, weather: str) -> None:
    """5.1, 5.5: one die, raised late in the year."""
    scenario = "over-the-top" if turn < 5 else "away-to-siegfried"
    match = study("weather", f"turn {turn} \n" + FAR, scenario=scenario, dice=[die, 6, 6])
    assert game(match).state.weather == weather


@pytest.mark.parametrize(("scenario", "turn", "rolls"), [
    ("over-the-top", 1, False), ("campaign", 1, False), ("over-the-top", 2, True), ("a-punishing-land", 5, True),
])
def test_the_first_turn_is_fair(scenario: str, turn: int, rolls: bool) -> None:
    """5.2: without a die in scenario 1 and the campaign; both sides roll for observation all the same."""
    match = study("weather", f"turn {turn} \n" + FAR, scenario=scenario, dice=[6, 6, 6])
    thrown = [event.data["why"] for event in match.events() if event.kind == "dice"]
    assert ("weather" in thrown) is rolls
    assert len([why for why in thrown if "observation" in why]) == 2
    assert (game(match).state.weather == "fair") is not rolls


@pytest.mark.parametrize(("weather", "points", "supply"), [
    ("fair", 6, 8), ("drizzle", 5, 6), ("rain", 4, 5), ("snow", 3, 4),
])
def test_what_the_weather_does(weather: str, points: int, supply: int) -> None:
    """5.0, 5.3, 5.4, 11.1: movement and supply range; R004 and EX19 have the same numbers."""
    match = study("committing allied", f"weather {weather} \n BB4.1 J15 facing=2 \n" + FAR)
    g = game(match)
    assert allowance(g, number(match, "BB4.1")) == 2 * points
    assert g.setting.weather_effects[weather].supply_range == supply


def test_observation_grows_worse_with_the_weather() -> None:
    """5.3, 5.4, 5.5, 5.6: for each side never better in worse weather, and the German never better than the Allies."""
    effects = game(study("committing allied", FAR)).setting.weather_effects
    rows = [effects[weather].observation for weather in ("fair", "drizzle", "rain", "snow")]
    for side in (0, 1):
        chances = [row[side] for row in rows]
        assert chances == sorted(chances, reverse=True)
    assert all(german <= allied for allied, german in rows)
    assert rows[-1] == (0, 0)


def test_good_order_is_lost_by_two_markers_only() -> None:
    """3.5 (ruling X30): Suppressed and Disrupted units are out of Good Order, interdicted ones are not."""
    lines = 'interdicted {"J18": ["german", 1]} \n BB4.1 J15 \n BB4.4 J18 \n'
    lines += "BB4.2 J16 status=1 \n BB4.3 J17 status=2 \n"
    match = study("committing allied", lines + FAR)
    g = game(match)
    found = [g.good_order(number(match, uid)) for uid in ("BB4.1", "BB4.2", "BB4.3", "BB4.4")]
    assert found == [True, False, False, True]
