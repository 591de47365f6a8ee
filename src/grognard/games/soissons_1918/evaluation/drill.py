"""What is answered to each question of the sequence of play; for bots, no rule depends on it."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.engine import Action, Choice, Decision
from grognard.evaluation import Orders, Posture
from grognard.games.soissons_1918.evaluation.answers import Answers
from grognard.games.soissons_1918.evaluation.attacks import Attacks
from grognard.games.soissons_1918.evaluation.back import Back
from grognard.games.soissons_1918.evaluation.guns import Gunner
from grognard.games.soissons_1918.evaluation.moves import Moves
from grognard.games.soissons_1918.evaluation.values import Values
from grognard.games.soissons_1918.position import Soissons
from grognard.games.soissons_1918.rules.advance import AdvanceOrders
from grognard.games.soissons_1918.rules.combat import CombatOrders
from grognard.games.soissons_1918.rules.maneuver import ManeuverOrders
from grognard.rules.going_back import WaysBack
from grognard.rules.orders import END


class Drill:
    """The answers of one side in one position."""

    def __init__(self, g: Soissons, values: Values, side: int, posture: Posture, careful: bool) -> None:
        self.g = g
        self.values = values
        self.side = side
        self.posture = posture
        self.moves = Moves(g, values, side, posture, careful)

    def orders(self, decision: Decision) -> Orders:
        if isinstance(decision, ManeuverOrders):
            return self.maneuver(decision)
        actions, reason = self.answer(decision)
        return Orders(actions, reason)

    def answer(self, decision: Decision) -> tuple[Sequence[Action], str]:
        g, kind = self.g, decision.kind
        if isinstance(decision, CombatOrders):
            action, why = Attacks(g, self.values).declare(decision, self.posture.nerve)
        elif isinstance(decision, AdvanceOrders):
            action, why = self.moves.advance(decision)
        elif isinstance(decision, WaysBack):
            return Back(g, self.moves).decide(decision)
        elif kind == "conversion":
            action, why = Back(g, self.moves).conversion(decision)
        elif kind in ("bombard", "barrage") and isinstance(decision, Choice):
            assault = g.state.phase in ("bombard-1", "barrage-1")
            return Gunner(g, self.values, self.side, assault).fire(decision)
        else:
            action, why = Answers(g, self.values, self.moves).answer(decision)
        return [action], why

    def maneuver(self, decision: ManeuverOrders) -> Orders:
        """Units with their attack orders first, then headquarters."""
        exit = self.moves.leave(decision)
        if exit is not None:
            return Orders([exit], "ends the battle")
        found = self.moves.plan(decision, self.posture.nerve)
        if found:
            return Orders(found, f"{self.posture.name}: better places, attacks worth over {self.posture.nerve:+.2f}")
        move = self.moves.headquarters(decision)
        if move is not None:
            return Orders([move], "closer to its units")
        return Orders([END], "everyone is in place")
