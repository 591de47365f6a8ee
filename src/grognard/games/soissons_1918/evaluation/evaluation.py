"""Soissons 1918 for bots: how a side stands, and who answers for it. Worths are in points."""

from __future__ import annotations

from grognard.engine import Game
from grognard.games.soissons_1918.evaluation.drill import SoissonsDrill
from grognard.games.soissons_1918.evaluation.postures import POSTURES, STAFF
from grognard.games.soissons_1918.evaluation.values import Values
from grognard.games.soissons_1918.position import Soissons
from grognard.games.soissons_1918.rules.maneuver import ManeuverOrders
from grognard.games.soissons_1918.rules.victory import count
from grognard.games.soissons_1918.setting import ENTENTE, SoissonsSetting
from grognard.rules.drilling import DrillEvaluation

PATIENT = 15.0
"""What a careful Entente expects of a whole game: it does not end it early for less (3.3.1)."""


class SoissonsEvaluation(DrillEvaluation[SoissonsSetting, Soissons]):
    planned_at = ManeuverOrders
    roles = {"move": "move", "end": "end", "hold": "end"}
    manners = POSTURES
    staff = STAFF
    drill = SoissonsDrill
    scorer = ENTENTE

    def __init__(self, game: Game, setting: SoissonsSetting) -> None:
        super().__init__(game, setting)
        self.values = Values(setting)
        self.staff_values = (Values(setting, expected=PATIENT), Values(setting, pins=True))
        """How the careful staff of either side sees the ground."""

    def step_worth(self, position: Soissons, unit: int) -> float:
        return self.values.point(position, unit)

    def counted(self, position: Soissons) -> float:
        """3.3.2: the Entente's points."""
        return float(sum([points for points, *_ in count(position)]))

    def worths(self, side: int, careful: bool) -> Values:
        return self.staff_values[side] if careful else self.values

    def replies(self, position: Soissons, side: str) -> int:
        last = self.setting.plan.last_german_turn if side == "entente" else self.setting.plan.last_turn
        return last - position.state.turn + (side == "entente")
