"""Marne 1918: Friedensturm: its parts by name."""

from __future__ import annotations

from pathlib import Path

from grognard.engine.events import flag
from grognard.games.friedensturm_1918.checks import broken_invariants, check_scenario, check_tables
from grognard.games.friedensturm_1918.evaluation import FriedensturmEvaluation
from grognard.games.friedensturm_1918.page import FriedensturmPage
from grognard.games.friedensturm_1918.position import Friedensturm
from grognard.games.friedensturm_1918.rules.deployment import prepare, set_up
from grognard.games.friedensturm_1918.rules.supply import supply_ruling
from grognard.games.friedensturm_1918.sequence import STEPS
from grognard.games.friedensturm_1918.setting import FriedensturmSetting
from grognard.games.friedensturm_1918.state import FriedensturmState
from grognard.rules.game import WORDINGS, WarGame


class FriedensturmGame(WarGame[FriedensturmSetting, Friedensturm]):
    slug = "friedensturm-1918"
    title = "Marne 1918: Friedensturm"
    rules_version = "1.0"
    odds_paths = 400
    """A course played to the end of its combat takes about a millisecond."""
    sides = {"allied": "Allies", "german": "Germans"}
    colours = {
        "german": "#8a9484", "french": "#86a7c4", "british": "#b7a67b", "american": "#8f9b6b", "italian": "#d8c46a",
    }
    """2.2: field grey, sky blue, tan, olive green, yellow."""
    turn_order_case = "7.0"
    folder = Path(__file__).parent
    scenario_names = ("gneisenau", "blucher", "friedensturm", "foch-attacks")
    setting_kind = FriedensturmSetting
    position_kind = Friedensturm
    state_kind = FriedensturmState
    sequence = STEPS
    wordings = {
        **WORDINGS, "come": flag("arrive", "do not arrive yet"), "builds": flag("builds", "fails to build"),
        "blown": flag("is blown", "stands"), "repaired": flag("is repaired", "stays destroyed"),
    }
    page = FriedensturmPage
    evaluation = FriedensturmEvaluation

    prepare = staticmethod(prepare)
    set_up = staticmethod(set_up)
    supply = staticmethod(supply_ruling)
    broken = staticmethod(broken_invariants)
    check_tables = staticmethod(check_tables)
    check_scenario = staticmethod(check_scenario)


GAME = FriedensturmGame()
