"""Soissons 1918: its parts by name."""

from __future__ import annotations

from pathlib import Path

from grognard.engine.events import flag
from grognard.games.soissons_1918.checks import broken_invariants, check_scenario, check_tables
from grognard.games.soissons_1918.evaluation import SoissonsEvaluation
from grognard.games.soissons_1918.judge import SoissonsJudge
from grognard.games.soissons_1918.page import SoissonsPage
from grognard.games.soissons_1918.position import Soissons
from grognard.games.soissons_1918.rules.command import command_ruling
from grognard.games.soissons_1918.rules.deployment import prepare, set_up
from grognard.games.soissons_1918.rules.supply import supply_ruling
from grognard.games.soissons_1918.sequence import STEPS
from grognard.games.soissons_1918.setting import SoissonsSetting
from grognard.games.soissons_1918.state import SoissonsState
from grognard.rules.game import WORDINGS, WarGame


class SoissonsGame(WarGame[SoissonsSetting, Soissons]):
    slug = "soissons-1918"
    title = "Soissons 1918"
    rules_version = "1.0"
    sides = {"entente": "Entente", "german": "German"}
    called = {"german": "the Germans"}
    colours = {"german": "#8a9484", "french": "#86a7c4", "british": "#b7a67b", "american": "#8f9b6b"}
    """Feldgrau, horizon blue, khaki and olive drab."""
    turn_order_case = "4.2"
    folder = Path(__file__).parent
    scenario_names = ("campaign",)
    setting_kind = SoissonsSetting
    position_kind = Soissons
    state_kind = SoissonsState
    sequence = STEPS
    wordings = {**WORDINGS, "aggravated": flag(", with a natural 1")}
    page = SoissonsPage
    judge = SoissonsJudge
    evaluation = SoissonsEvaluation

    prepare = staticmethod(prepare)
    set_up = staticmethod(set_up)
    supply = staticmethod(supply_ruling)
    command = staticmethod(command_ruling)
    broken = staticmethod(broken_invariants)
    check_tables = staticmethod(check_tables)
    check_scenario = staticmethod(check_scenario)


GAME = SoissonsGame()
