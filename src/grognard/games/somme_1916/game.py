"""The Big Push: the Battle of the Somme, 1916, as the engine sees it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from grognard.board import Board
from grognard.data import DataFolder
from grognard.engine import Game, Option, Position, Procedure, Ruling, Scenario, Setting, Unit, refuse
from grognard.engine.ruling import ALLOW
from grognard.games.somme_1916.by_hand import complete
from grognard.games.somme_1916.checks import broken_invariants, check_data
from grognard.games.somme_1916.combat_messages import COMBAT_SPECS
from grognard.games.somme_1916.deployment import empty_position, starting_position
from grognard.games.somme_1916.evaluation import SommeEvaluation
from grognard.games.somme_1916.hidden import redacted
from grognard.games.somme_1916.messages import MESSAGES
from grognard.games.somme_1916.page import SommePage
from grognard.games.somme_1916.ranges import supply_sources
from grognard.games.somme_1916.sequence import STEPS, play
from grognard.games.somme_1916.setting import SommeSetting
from grognard.games.somme_1916.state import Somme
from grognard.games.somme_1916.verbs import VERBS
from grognard.rules.options import load_options
from grognard.rules.settings import Settings

SCENARIOS = ("over-the-top", "a-punishing-land", "devil-machines", "away-to-siegfried", "campaign")


class SommeGame(SommePage, Game):
    slug = "somme-1916"
    title = "The Big Push: the Battle of the Somme, 1916"
    rules_version = "1.1"
    sides: Mapping[str, str] = {"allied": "Allied", "german": "German"}
    turn_order_case = "4.0"
    verbs = VERBS
    messages = MESSAGES
    folder = Path(__file__).parent
    evaluation = SommeEvaluation

    def __init__(self) -> None:
        self._settings = Settings(SommeSetting)

    def scenarios(self, data: DataFolder) -> Mapping[str, Scenario]:
        found = {}
        for name in SCENARIOS:
            plan = data.toml(f"scenarios/{name}.toml")
            found[name] = Scenario(name, plan["title"], (plan["first_turn"], plan["last_turn"]), plan["text"])
        return found

    def options(self, data: DataFolder) -> Sequence[Option]:
        return load_options(data)

    def setting(
        self, data: DataFolder, scenario: str, options: Mapping[str, str],
        board: Board | None = None, units: Sequence[Unit] | None = None,
    ) -> SommeSetting:
        return self._settings.get(self, data, scenario, options, board, units)

    def start(self, setting: Setting, seed: str) -> Position:
        assert isinstance(setting, SommeSetting)
        return starting_position(setting, seed)

    def empty(self, setting: Setting, seed: str) -> Position:
        assert isinstance(setting, SommeSetting)
        return empty_position(setting, seed)

    def complete(self, position: Position) -> None:
        assert isinstance(position, Somme)
        complete(position, STEPS)

    def supply(self, position: Position, unit: int) -> Ruling:
        """11.1: whether an attacker or a gun in that square would be in supply."""
        assert isinstance(position, Somme)
        name, cell = position.name(unit), position.state.loc[unit]
        assumed = position.setting.assumption("supply", unit)
        if assumed is not None:
            return ALLOW if assumed else refuse("11.1", f"{name} is out of supply by assumption")
        if cell < 0:
            return refuse("11.1", f"{name} is not on the map")
        if supply_sources(position, position.setting.nation[unit], cell):
            return ALLOW
        return refuse("11.1", f"no HQ of its nation in Supply Mode is in range of {name}")

    def procedure(self, position: Position) -> Procedure:
        assert isinstance(position, Somme)
        return play(position)

    def redact(self, position: Position, side: str) -> Position:
        assert isinstance(position, Somme)
        return redacted(position, side)

    def invariants(self, position: Position) -> list[str]:
        assert isinstance(position, Somme)
        return broken_invariants(position)

    def check(self, data: DataFolder) -> list[str]:
        return check_data(self, data)

    def specs(self, setting: Setting) -> dict[str, Callable[[Any], str]]:
        return {
            **super().specs(setting),
            "mp": lambda halves: f"{halves / 2:g}",
            "signed": lambda number: f"{number:+d}",
            "offmap": lambda off_map: " and the Off-Map Artillery" if off_map else "",
            **COMBAT_SPECS,
        }


GAME = SommeGame()
