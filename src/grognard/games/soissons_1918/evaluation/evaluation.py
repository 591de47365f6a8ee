"""Soissons 1918 for bots: how a side stands, and the drill that answers every question. Worths are in points."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from grognard.engine import Decision, Game
from grognard.evaluation import Orders, Posture
from grognard.games.soissons_1918.evaluation.drill import Drill
from grognard.games.soissons_1918.evaluation.postures import POSTURES, STAFF
from grognard.games.soissons_1918.evaluation.values import Values, counted
from grognard.games.soissons_1918.position import Soissons
from grognard.games.soissons_1918.rules.maneuver import ManeuverOrders
from grognard.games.soissons_1918.setting import ENTENTE, SoissonsSetting
from grognard.rules.drilling import DrillEvaluation

PATIENT = 15.0
"""What a careful Entente expects of a whole game: it does not end it early for less (3.3.1)."""


class SoissonsEvaluation(DrillEvaluation[SoissonsSetting, Soissons]):
    planned_at = ManeuverOrders
    roles = {"move": "move", "end": "end", "hold": "end"}
    manners = POSTURES
    staff = STAFF
    scorer = ENTENTE

    def __init__(self, game: Game, setting: SoissonsSetting) -> None:
        super().__init__(game, setting)
        self.values = Values(setting)
        self.staff_values = (Values(setting, expected=PATIENT), Values(setting, pins=True))
        """How the careful staff of either side sees the ground."""

    def forward(self, side: str) -> Sequence[float]:
        """How far each hex lies from the side's own map edge (2.2)."""
        return [float(far) for far in self.setting.rear.far[self.number(side)]]

    def goals(self, position: Soissons, side: str) -> Mapping[int, float]:
        """3.3.2: towns with a value, and those that cost the Entente points."""
        plain = dict.fromkeys(self.setting.plain_towns, float(self.values.penalty))
        return {**{cell: float(value) for cell, value in self.setting.values.items()}, **plain}

    def step_worth(self, position: Soissons, unit: int) -> float:
        return self.values.point(position, unit)

    def score(self, position: Soissons, side: str) -> float:
        total = self.values.score(position)
        return total if self.number(side) == ENTENTE else -total

    def counted(self, position: Soissons) -> float:
        """3.3.2: the Entente's points."""
        return float(counted(position))

    def replies(self, position: Soissons, side: str) -> int:
        last = self.setting.plan.last_german_turn if side == "entente" else self.setting.plan.last_turn
        return last - position.state.turn + (side == "entente")

    def orders(
        self, position: Soissons, side: str, decision: Decision, posture: Posture, careful: bool,
    ) -> Orders:
        number, posture = self.number(side), self.taken_up(position, side, posture, careful)
        values = self.staff_values[number] if careful else self.values
        return Drill(position, values, number, posture, careful).orders(decision)
