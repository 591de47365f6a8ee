"""Friedensturm 1918 for bots: how a side stands, and the drill that answers every question. Worths are in points."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from grognard.engine import Action, Decision, Game
from grognard.evaluation import Evaluation, Orders, Posture
from grognard.games.friedensturm_1918.evaluation.drill import Drill
from grognard.games.friedensturm_1918.evaluation.postures import HOLD, POSTURES, PUSH
from grognard.games.friedensturm_1918.evaluation.values import Values
from grognard.games.friedensturm_1918.position import Friedensturm
from grognard.games.friedensturm_1918.rules.movement import MoveOrders
from grognard.games.friedensturm_1918.setting import FriedensturmSetting

ROLES: Mapping[str, str] = {"move": "move", "march": "move", "force": "move", "end": "end"}


class FriedensturmEvaluation(Evaluation[FriedensturmSetting, Friedensturm]):
    horizon = "drill"

    def __init__(self, game: Game, setting: FriedensturmSetting) -> None:
        super().__init__(game, setting)
        self.values = Values(setting)

    def role(self, verb: str) -> str:
        return ROLES.get(verb, "")

    def goals(self, position: Friedensturm, side: str) -> Mapping[int, float]:
        """16.0: the victory hexes."""
        return self.values.prizes

    def step_worth(self, position: Friedensturm, unit: int) -> float:
        return self.values.unit(position, unit) / max(1, position.state.steps[unit])

    def score(self, position: Friedensturm, side: str) -> float:
        return self.values.score(position, self.setting.sides.index(side))

    def points(self, position: Friedensturm, side: str) -> float:
        """16.0: what the side that earns points has; the other counts them against itself."""
        found = self.values.points(position)
        return found if self.setting.sides.index(side) == self.values.scorer else -found

    def turning_point(self, position: Friedensturm, decision: Decision) -> bool:
        return isinstance(decision, MoveOrders)

    def replies(self, position: Friedensturm, side: str) -> int:
        return self.values.phases_left(position, 1 - self.setting.sides.index(side))

    def orders(
        self, position: Friedensturm, side: str, decision: Decision, posture: Posture, careful: bool,
    ) -> Orders | None:
        return Drill(position, self.values, self.setting.sides.index(side), posture, careful).orders(decision)

    def prefer(self, position: Friedensturm, side: str, action: Action) -> float | None:
        return None

    def posture(self, position: Friedensturm, side: str) -> Posture:
        """Whoever earns the points pushes as long as there is something to take; the other holds."""
        number = self.setting.sides.index(side)
        return PUSH if number == position.initiative or number == self.values.scorer else HOLD

    def postures(self, side: str) -> Sequence[Posture]:
        return POSTURES[side]
