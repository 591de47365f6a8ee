"""The Big Push: the Battle of the Somme, 1916, as the engine sees it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from grognard.data import DataFolder
from grognard.engine import Procedure, Ruling, Scenario, refuse
from grognard.engine.ruling import ALLOW
from grognard.games.somme_1916.by_hand import complete
from grognard.games.somme_1916.checks import broken_invariants, check_data
from grognard.games.somme_1916.evaluation import SommeEvaluation
from grognard.games.somme_1916.messages import WORDINGS
from grognard.games.somme_1916.page import SommePage
from grognard.games.somme_1916.rules.assault.supply import supply_sources
from grognard.games.somme_1916.rules.campaign.objectives import redacted
from grognard.games.somme_1916.rules.scenarios.set_up import empty_position, starting_position
from grognard.games.somme_1916.sequence import STEPS, play
from grognard.games.somme_1916.setting import SommeSetting
from grognard.games.somme_1916.state import Somme
from grognard.rules.game import WarGame

SCENARIOS = ("over-the-top", "a-punishing-land", "devil-machines", "away-to-siegfried", "campaign")


class SommeGame(WarGame[SommeSetting, Somme]):
    slug = "somme-1916"
    title = "The Big Push: the Battle of the Somme, 1916"
    rules_version = "1.1"
    sides = {"allied": "Allied", "german": "German"}
    turn_order_case = "4.0"
    wordings = WORDINGS
    page = SommePage
    colours = {"british": "#b7a67b", "french": "#86a7c4", "german": "#8a9484"}
    """Khaki, horizon blue and feldgrau."""
    folder = Path(__file__).parent
    evaluation = SommeEvaluation

    setting_kind = SommeSetting

    def scenarios(self, data: DataFolder) -> Mapping[str, Scenario]:
        found = {}
        for name in SCENARIOS:
            plan = data.toml(f"scenarios/{name}.toml")
            found[name] = Scenario(name, plan["title"], (plan["first_turn"], plan["last_turn"]), plan["text"])
        return found

    def start(self, setting: SommeSetting, seed: str) -> Somme:
        return starting_position(setting, seed)

    def empty(self, setting: SommeSetting, seed: str) -> Somme:
        return empty_position(setting, seed)

    def complete(self, position: Somme) -> None:
        complete(position, STEPS)

    def supply(self, position: Somme, unit: int) -> Ruling:
        """11.1: whether an attacker or a gun in that square would be in supply."""
        name, cell = position.name(unit), position.state.loc[unit]
        assumed = position.setting.assumption("supply", unit)
        if assumed is not None:
            return ALLOW if assumed else refuse("11.1", f"{name} is out of supply by assumption")
        if cell < 0:
            return refuse("11.1", f"{name} is not on the map")
        if supply_sources(position, position.setting.nation[unit], cell):
            return ALLOW
        return refuse("11.1", f"no HQ of its nation in Supply Mode is in range of {name}")

    def procedure(self, position: Somme) -> Procedure:
        return play(position)

    def redact(self, position: Somme, side: str) -> Somme:
        return redacted(position, side)

    def invariants(self, position: Somme) -> list[str]:
        return broken_invariants(position)

    def check(self, data: DataFolder) -> list[str]:
        return check_data(self, data)


GAME = SommeGame()
