"""How a match is started: the game by name, its scenario, its options and its setting."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from grognard.data import DataFolder, is_text, nearest
from grognard.engine.game import Game, Scenario, find_game
from grognard.engine.match import Match
from grognard.engine.position import Setting
from grognard.errors import NotUnderstood, UnknownGame

SETTINGS_KEPT = 32
"""A setting takes a few megabytes, and options have thousands of combinations: the oldest ones go."""
_settings: dict[tuple[Any, ...], Setting] = {}
_scenarios: dict[tuple[str, Path], Mapping[str, Scenario]] = {}
"""The scenarios in our own data."""


def start(
    game: str | Game,
    scenario: str | None = None,
    seed: int | str = 0,
    options: Mapping[str, str] | None = None,
    overlay: Path | None = None,
) -> Match:
    """Start a match. Without a scenario, the game's first one."""
    rules = find_game(game) if isinstance(game, str) else game
    if not is_text(str(seed)):
        raise NotUnderstood("the seed is not valid text (it holds half of a character)")
    data = rules.data(overlay)
    name = scenario_name(rules, data, scenario)
    setting = setting_for(rules, data, name, rules.chosen_options(data, options or {}))
    return Match(rules, setting, rules.start(setting, str(seed)), str(seed))


def setting_for(game: Game, data: DataFolder, scenario: str, options: Mapping[str, str]) -> Setting:
    """A game's setting; nothing in it changes, so matches over the same data share one."""
    key = (game.slug, data.root, str(data.overlay), data.digest(), scenario, *sorted(options.items()))
    if key not in _settings:
        while len(_settings) >= SETTINGS_KEPT:
            del _settings[next(iter(_settings))]
        _settings[key] = game.setting(data, scenario, options)
    return _settings[key]


def scenarios_of(game: Game, data: DataFolder) -> Mapping[str, Scenario]:
    """To know them, every scenario is read and proven: of our own data once is enough."""
    if data.overlay is not None:
        own: Mapping[str, Scenario] = game.scenarios(data)
        return own
    key = (game.slug, data.root)
    if key not in _scenarios:
        _scenarios[key] = game.scenarios(data)
    return _scenarios[key]


def scenario_name(game: Game, data: DataFolder, scenario: str | None) -> str:
    known = scenarios_of(game, data)
    if scenario is None:
        return next(iter(known))
    if scenario not in known:
        raise UnknownGame(
            f"{game.slug} has no scenario '{scenario}'{nearest(scenario, known) or '; it has ' + ', '.join(known)}"
        )
    return scenario
