"""Friedensturm 1918 for bots: how each side fights, and the drill that answers every question. Worths are in points."""

from __future__ import annotations

from grognard.engine import Decision, Game
from grognard.evaluation import Posture
from grognard.games.friedensturm_1918.evaluation.answers import Answers
from grognard.games.friedensturm_1918.evaluation.fights import Fights
from grognard.games.friedensturm_1918.evaluation.lifeline import Lifeline
from grognard.games.friedensturm_1918.evaluation.moves import Moves
from grognard.games.friedensturm_1918.evaluation.values import Values
from grognard.games.friedensturm_1918.position import Friedensturm
from grognard.games.friedensturm_1918.rules.air import AirOrders
from grognard.games.friedensturm_1918.rules.movement import MoveOrders
from grognard.games.friedensturm_1918.setting import FriedensturmSetting
from grognard.rules.drilling import DrillEvaluation
from grognard.rules.manners import Weights
from grognard.rules.orders import Placing

LEFT = 0.3
"""What counts of a victory hex as lost that is left empty beside the enemy: he has not advanced yet."""
LAST_RESORT = -3.0
"""For ways of retreat that leave a stack too full, or apart."""


class FriedensturmDrill(Answers):
    """The answers of one side in one position."""

    def try_out(self, decision: Decision) -> None:
        """How far to retreat is played through."""

    answers = {
        MoveOrders: Moves.march, AirOrders: Answers.fly, Placing: Moves.place,
        "combat": Fights.attack_next, "participants": Fights.name_attackers, "withdraw": try_out,
        "guns-attacker": Fights.name_guns, "guns-defender": Fights.name_guns, "counter-battery": Fights.name_guns,
    }
    likings = {
        "lose": Answers.lose, "lead": Answers.lead, "activate": Answers.activate, "retreat": Answers.way_back,
        "disorganise": Answers.afflict, "panic": Answers.afflict, "eliminate": Answers.afflict,
        "exploit": Answers.strongest, "strip": Answers.strongest, "engage": Answers.strongest,
        "reserve": Answers.strongest, "use": 1.0, "displace": Answers.displace,
        "station": Answers.station,
        "blow": Lifeline.bridge, "repair": Lifeline.bridge, "detach": LAST_RESORT, "stop": LAST_RESORT,
        "assign": Answers.assign, "mark": -0.5, "deploy": -0.5, "lift": -0.5, "misdirect": -0.5,
    }


class FriedensturmEvaluation(DrillEvaluation[FriedensturmSetting, Friedensturm]):
    planned_at = MoveOrders
    weights = Weights
    drill = FriedensturmDrill

    def __init__(self, game: Game, setting: FriedensturmSetting) -> None:
        super().__init__(game, setting)
        self.values = Values(setting, self.manners.weights)
        self.scorer = self.values.scorer

    def step_worth(self, position: Friedensturm, unit: int) -> float:
        return self.values.unit(position, unit) / max(1, position.state.steps[unit])

    def counted(self, position: Friedensturm) -> float:
        return self.values.points(position)

    def score(self, position: Friedensturm, side: str) -> float:
        number, held, prizes = self.number(side), position.state.held, self.values.prizes
        beside = self.setting.beside.of(position.fighting[1 - number]) & ~position.fighting[number]
        left = [worth for cell, worth in prizes.items() if held.get(cell) == number and beside >> cell & 1]
        return super().score(position, side) - LEFT * sum(left)

    def worths(self, side: int, careful: bool) -> Values:
        return self.values

    def posture(self, position: Friedensturm, side: str) -> Posture:
        """Whoever earns the points pushes as long as there is something to take; the other holds."""
        push, hold, _ = self.postures(side)
        return push if self.number(side) in (position.initiative, self.scorer) else hold
