"""Skirmish: its parts by name. The rules are in rules.py, the data in the files beside it."""

from __future__ import annotations

from pathlib import Path

from grognard.engine.page import Page
from grognard.rules.game import WarGame
from grognard.samples.skirmish.pieces import SkirmishState
from grognard.samples.skirmish.rules import STEPS, Skirmish, SkirmishSetting


class SkirmishPage(Page[Skirmish]):
    """What people see of a position beyond what every game shows."""

    weighed = ("attack",)
    lost = ("lost",)
    factors_are = "attack, defence, movement"

    def factors(self, position: Skirmish, unit: int) -> str:
        one = position.setting.units[unit]
        return f"{one.attack}-{one.defence}-{one.movement}"


class SkirmishGame(WarGame[SkirmishSetting, Skirmish]):
    slug = "skirmish"
    title = "Skirmish"
    rules_version = "1.0"
    sides = {"blue": "Blue", "red": "Red"}
    turn_order_case = "1.1"
    folder = Path(__file__).parent
    scenario_names = ("morning",)
    setting_kind = SkirmishSetting
    position_kind = Skirmish
    state_kind = SkirmishState
    sequence = STEPS
    page = SkirmishPage
    colours = {"blue": "#9db8d9", "red": "#d9a19d"}

    def set_up(self, position: Skirmish) -> None:
        for uid, cell in position.setting.plan.setup.items():
            position.take(position.setting.unit_named(uid), position.setting.cell_named(cell))

    def broken(self, position: Skirmish) -> list[str]:
        return [f"two units in {position.cell_name(c)} (2.3)" for c, s in enumerate(position.stack) if len(s) > 1]


GAME = SkirmishGame()
