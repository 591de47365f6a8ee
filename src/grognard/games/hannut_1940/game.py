"""Hannut 1940: its parts by name, and what a side may know."""

from __future__ import annotations

from pathlib import Path
from random import Random

from grognard.engine import Concealed
from grognard.engine.events import flag
from grognard.games.hannut_1940.checks import broken_invariants, check_scenario, check_tables
from grognard.games.hannut_1940.evaluation import HannutEvaluation
from grognard.games.hannut_1940.judge import HannutJudge, command_ruling
from grognard.games.hannut_1940.page import HannutPage
from grognard.games.hannut_1940.position import Hannut
from grognard.games.hannut_1940.rules.deployment import prepare, set_up
from grognard.games.hannut_1940.rules.stacking import concealed_from, hidden_units
from grognard.games.hannut_1940.rules.supply import supply_ruling
from grognard.games.hannut_1940.secrets import another_world, guess_the_rest, without_secrets
from grognard.games.hannut_1940.sequence import STEPS
from grognard.games.hannut_1940.setting import HannutSetting
from grognard.games.hannut_1940.state import HannutState
from grognard.rules.game import WORDINGS, WarGame


class HannutGame(WarGame[HannutSetting, Hannut]):
    slug = "hannut-1940"
    title = "Hannut 1940"
    rules_version = "1.0"
    unfinished = "too few games were played to prove its rules as they are now, and its study is still to come"
    sides = {"german": "German", "french": "French"}
    called = {"german": "the Germans"}
    colours = {"german": "#8a9484", "french": "#86a7c4"}
    """Feldgrau and horizon blue."""
    turn_order_case = "4.2"
    folder = Path(__file__).parent
    scenario_names = ("hannut",)
    setting_kind = HannutSetting
    position_kind = Hannut
    state_kind = HannutState
    sequence = STEPS
    wordings = {
        **WORDINGS, "released": flag("are released", "are not released"), "succeeds": flag("succeeds", "fails"),
    }
    page = HannutPage
    evaluation = HannutEvaluation
    judge = HannutJudge

    prepare = staticmethod(prepare)
    set_up = staticmethod(set_up)
    supply = staticmethod(supply_ruling)
    command = staticmethod(command_ruling)
    broken = staticmethod(broken_invariants)
    check_tables = staticmethod(check_tables)
    check_scenario = staticmethod(check_scenario)

    # -- what a side may know (7.3, 9.1, 19.5) --

    def concealed(self, position: Hannut, side: str) -> Concealed:
        return concealed_from(position, position.setting.sides.index(side))

    def hidden_units(self, position: Hannut, side: str) -> frozenset[int]:
        return hidden_units(position, position.setting.sides.index(side))

    def redact(self, position: Hannut, side: str) -> Hannut:
        return without_secrets(position, side)

    def guess(self, seen: Hannut, side: str, chance: Random) -> Hannut:
        return guess_the_rest(seen, side, chance)

    def another_world(self, position: Hannut, side: str, chance: Random) -> Hannut | None:
        seen = self.seen(position, side)
        for _ in range(5):
            world = another_world(position, self.guess(seen, side, chance), seen.concealed.units, chance)
            if world is not None:
                return world
        return None


GAME = HannutGame()
