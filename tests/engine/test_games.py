"""How games are found, and what every game can be asked."""

from __future__ import annotations

from importlib.metadata import EntryPoint

import pytest

import grognard
from grognard.engine import Game, find_game, game_slugs, register
from grognard.engine import game as games
from grognard.errors import UnknownGame
from grognard.samples.night_patrol import GAME


@pytest.fixture
def registry(monkeypatch: pytest.MonkeyPatch) -> dict[str, Game]:
    """A registry of the test's own."""
    own: dict[str, Game] = {}
    monkeypatch.setattr(games, "_registered", own)
    return own


def test_installed_games_are_found_through_entry_points(registry: dict[str, Game]) -> None:
    assert "marne-1914" in game_slugs()
    assert find_game("marne-1914").title == "The First Battle of the Marne, 1914"
    assert find_game("marne-1914") is find_game("marne-1914")
    assert set(registry) == {"marne-1914"}


def test_a_game_of_somebody_else_needs_only_an_entry_point(
    registry: dict[str, Game], monkeypatch: pytest.MonkeyPatch
) -> None:
    point = EntryPoint("night-patrol", "grognard.samples.night_patrol:GAME", "grognard.games")
    monkeypatch.setattr(games, "_entry_points", lambda: {"night-patrol": point})
    assert game_slugs() == ["night-patrol"]
    assert find_game("night-patrol") is GAME
    assert grognard.start("night-patrol").decision is not None


def test_or_to_be_registered(registry: dict[str, Game]) -> None:
    assert "night-patrol" not in game_slugs()
    register(GAME)
    assert "night-patrol" in game_slugs()
    assert find_game("night-patrol") is GAME


def test_an_unknown_game_is_told_what_is_there(registry: dict[str, Game]) -> None:
    with pytest.raises(UnknownGame, match="did you mean 'marne-1914'"):
        find_game("marne")
    with pytest.raises(UnknownGame, match="installed: "):
        find_game("qqqqqqqqqqqq")


def test_a_game_has_scenarios_options_and_sides() -> None:
    data = GAME.data()
    assert {name: s.turns for name, s in GAME.scenarios(data).items()} == {"night": (1, 12)}
    assert [(o.name, o.default, o.choices) for o in GAME.options(data)] == [("flares", "off", ("off", "on"))]
    assert GAME.chosen_options(data, {}) == {"flares": "off"}


def test_what_a_game_need_not_have() -> None:
    match = grognard.start(GAME)
    assert match.game.supply(match.position, 0) is None
    assert GAME.check(GAME.data()) == []
    page, position = match.game.page_for(match.setting), match.position
    assert page.factors(position, 0) == page.standing(position) == ""
    assert [*page.status(position, 0), *page.coming(position), *page.overlays(position)] == []
    assert page.reach(position, 0) is None
