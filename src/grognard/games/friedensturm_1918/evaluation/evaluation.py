"""Friedensturm 1918 for bots: how a side stands, and the drill that answers every question. Worths are in points."""

from __future__ import annotations

from collections.abc import Mapping

from grognard.engine import Decision, Game
from grognard.evaluation import Orders, Posture
from grognard.games.friedensturm_1918.evaluation.drill import Drill
from grognard.games.friedensturm_1918.evaluation.postures import HOLD, POSTURES, PUSH
from grognard.games.friedensturm_1918.evaluation.values import Values
from grognard.games.friedensturm_1918.position import Friedensturm
from grognard.games.friedensturm_1918.rules.movement import MoveOrders
from grognard.games.friedensturm_1918.setting import FriedensturmSetting
from grognard.rules.drilling import DrillEvaluation


class FriedensturmEvaluation(DrillEvaluation[FriedensturmSetting, Friedensturm]):
    planned_at = MoveOrders
    roles = {"move": "move", "march": "move", "force": "move", "end": "end"}
    manners = POSTURES

    def __init__(self, game: Game, setting: FriedensturmSetting) -> None:
        super().__init__(game, setting)
        self.values = Values(setting)
        self.scorer = self.values.scorer

    def goals(self, position: Friedensturm, side: str) -> Mapping[int, float]:
        """16.0: the victory hexes."""
        return self.values.prizes

    def step_worth(self, position: Friedensturm, unit: int) -> float:
        return self.values.unit(position, unit) / max(1, position.state.steps[unit])

    def score(self, position: Friedensturm, side: str) -> float:
        return self.values.score(position, self.number(side))

    def counted(self, position: Friedensturm) -> float:
        return self.values.points(position)

    def replies(self, position: Friedensturm, side: str) -> int:
        return self.values.phases_left(position, 1 - self.number(side))

    def orders(
        self, position: Friedensturm, side: str, decision: Decision, posture: Posture, careful: bool,
    ) -> Orders | None:
        return Drill(position, self.values, self.number(side), posture, careful).orders(decision)

    def posture(self, position: Friedensturm, side: str) -> Posture:
        """Whoever earns the points pushes as long as there is something to take; the other holds."""
        return PUSH if self.number(side) in (position.initiative, self.scorer) else HOLD
