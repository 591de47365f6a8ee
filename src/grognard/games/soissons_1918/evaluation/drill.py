"""What is answered to each question of the sequence of play; for bots, no rule depends on it."""

from __future__ import annotations

from grognard.engine import Choice, Decision
from grognard.games.soissons_1918.evaluation.answers import Answers
from grognard.games.soissons_1918.evaluation.back import Back
from grognard.games.soissons_1918.evaluation.guns import Guns
from grognard.games.soissons_1918.rules.advance import AdvanceOrders
from grognard.games.soissons_1918.rules.combat import CombatOrders
from grognard.games.soissons_1918.rules.maneuver import ManeuverOrders
from grognard.rules.drilling import Answer
from grognard.rules.going_back import WaysBack
from grognard.rules.orders import END, Placing


class SoissonsDrill(Guns, Back, Answers):
    """The answers of one side in one position."""

    def answer(self, decision: Decision) -> Answer:
        match decision:
            case ManeuverOrders():
                return self.maneuver(decision)
            case CombatOrders():
                return self.declare(decision)
            case AdvanceOrders():
                return self.advance(decision)
            case WaysBack():
                return self.go_back(decision)
            case Placing():
                return self.place(decision)
            case Choice(kind="bombard" | "barrage"):
                return self.fire(decision)
            case Choice(kind="conversion"):
                return self.conversion(decision)
        return self.usual_answer(decision)

    def maneuver(self, decision: ManeuverOrders) -> Answer:
        """Units with their attack orders first, then headquarters."""
        exit = self.leave(decision)
        if exit is not None:
            return exit, "ends the battle"
        found = self.plan(decision)
        if found:
            return found, f"{self.posture.name}: better places, attacks worth over {self.posture.nerve:+.2f}"
        move = self.headquarters(decision)
        return (move, "closer to its units") if move is not None else (END, "everyone is in place")
