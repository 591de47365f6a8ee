"""Hannut 1940 for bots: how a side stands, and the drill that answers every question. Worths are in points."""

from __future__ import annotations

from collections.abc import Mapping

from grognard.engine import Action, Decision, Game
from grognard.games.hannut_1940.evaluation.answers import Answers
from grognard.games.hannut_1940.evaluation.combat import Combat
from grognard.games.hannut_1940.evaluation.ground import Lay
from grognard.games.hannut_1940.evaluation.moves import Moves
from grognard.games.hannut_1940.position import Hannut
from grognard.games.hannut_1940.rules.adjustment import AdjustmentOrders
from grognard.games.hannut_1940.rules.assault import AssaultOrders, TacticalOrders
from grognard.games.hannut_1940.rules.fire import FireOrders
from grognard.games.hannut_1940.rules.markers import MarkerOrders
from grognard.games.hannut_1940.rules.movement import MovementOrders
from grognard.games.hannut_1940.rules.victory import margin
from grognard.games.hannut_1940.setting import GERMAN, HannutSetting
from grognard.rules.drilling import Answer, DrillEvaluation
from grognard.rules.manners import Weights
from grognard.rules.orders import Placing

SUDDEN = 20.0
"""What a decisive victory counts at least (19.10)."""


class HannutDrill(Combat):
    """The answers of one side in one position."""

    def move(self, decision: MovementOrders) -> Answer:
        return self.part(Moves).plan(decision)

    def deploy(self, decision: Placing[Hannut]) -> Answer:
        places = {unit: decision.cells(unit)["deploy"] for unit in decision.units()}
        return Action("deploy", self.part(Moves).deploy(places)), "the first line"

    def usual_answer(self, decision: Decision) -> Answer:
        return self.part(Answers).usual_answer(decision)

    answers = {
        MovementOrders: move, Placing: deploy, MarkerOrders: Combat.mark, TacticalOrders: Combat.designate,
        FireOrders: Combat.fire, AdjustmentOrders: Combat.adjust, AssaultOrders: Combat.assault,
    }


class HannutEvaluation(DrillEvaluation[HannutSetting, Hannut]):
    planned_at = MovementOrders
    roles = {"move": "move", "end": "end", "hold": "end"}
    weights = Weights
    scorer = GERMAN
    drill = HannutDrill

    def __init__(self, game: Game, setting: HannutSetting) -> None:
        super().__init__(game, setting)
        self.lay = Lay(setting, self.manners.weights)

    def goals(self, position: Hannut, side: str) -> Mapping[int, float]:
        return {cell: float(value) for cell, value in self.setting.values.items()}

    def step_worth(self, position: Hannut, unit: int) -> float:
        return self.lay.step(position, unit)

    def counted(self, position: Hannut) -> float:
        """19.10: German points less French ones; a sudden death counts as a victory of its level."""
        total, outcome = float(margin(position)), position.outcome
        if outcome is not None and "sudden death" in outcome.level:
            return max(total, SUDDEN) if outcome.winner == "german" else min(total, 0.0)
        return total

    def score(self, position: Hannut, side: str) -> float:
        """The points, and the steps of both sides that are left."""
        total = self.points(position, side)
        for unit, here in enumerate(position.state.loc):
            if here >= 0:
                own = self.setting.units[unit].side == side
                total += (0.1 if own else -0.1) * position.state.steps[unit]
        return total

    def replies(self, position: Hannut, side: str) -> int:
        return self.setting.plan.last_turn - position.state.turn + (side == "german")

    def worths(self, side: int, careful: bool) -> Lay:
        return self.lay
