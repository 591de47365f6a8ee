"""The Big Push: the Battle of the Somme, 1916, as the engine sees it."""

from __future__ import annotations

from pathlib import Path
from random import Random

from grognard.engine import Ruling
from grognard.games.somme_1916.by_hand import complete
from grognard.games.somme_1916.checks import broken_invariants, check_map, check_scenario, check_tables
from grognard.games.somme_1916.evaluation import SommeEvaluation
from grognard.games.somme_1916.messages import WORDINGS
from grognard.games.somme_1916.page import SommePage
from grognard.games.somme_1916.position import Somme
from grognard.games.somme_1916.rules.assault.odds import can_draw_supply
from grognard.games.somme_1916.rules.campaign import another_world, redacted
from grognard.games.somme_1916.rules.scenarios import start
from grognard.games.somme_1916.sequence import STEPS
from grognard.games.somme_1916.setting import SommeSetting
from grognard.games.somme_1916.state import SommeState
from grognard.rules.game import WarGame


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

    scenario_names = ("over-the-top", "a-punishing-land", "devil-machines", "away-to-siegfried", "campaign")
    setting_kind = SommeSetting
    position_kind = Somme
    state_kind = SommeState
    sequence = STEPS

    def prepare(self, setting: SommeSetting, state: SommeState) -> None:
        """The scenario without a unit on the map, for study, begins with its first turn."""
        state.phase, state.phasing = "turn", setting.plan.first_player
        state.first_turn = setting.plan.first_turn

    def set_up(self, position: Somme) -> None:
        start(position)

    def complete(self, position: Somme) -> None:
        super().complete(position)
        complete(position, self.sequence)

    def supply(self, position: Somme, unit: int) -> Ruling:
        return can_draw_supply(position, unit)

    def redact(self, position: Somme, side: str) -> Somme:
        return redacted(position, side)

    def another_world(self, position: Somme, side: str, chance: Random) -> Somme:
        return another_world(position, side, chance)

    def broken(self, position: Somme) -> list[str]:
        return broken_invariants(position)

    def check_tables(self, setting: SommeSetting) -> list[str]:
        return [*check_map(setting), *check_tables(setting)]

    def check_scenario(self, position: Somme) -> list[str]:
        return check_scenario(position)


GAME = SommeGame()
