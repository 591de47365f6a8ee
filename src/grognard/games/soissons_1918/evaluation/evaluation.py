"""Soissons 1918 for bots: how a side stands, and who answers for it. Worths are in points."""

from __future__ import annotations

from collections.abc import Mapping

from grognard.engine import Game
from grognard.evaluation import Posture
from grognard.games.soissons_1918.evaluation.answers import Answers
from grognard.games.soissons_1918.evaluation.fights import Fights
from grognard.games.soissons_1918.evaluation.moves import Moves
from grognard.games.soissons_1918.evaluation.values import Values
from grognard.games.soissons_1918.position import Soissons
from grognard.games.soissons_1918.rules.advance import AdvanceOrders
from grognard.games.soissons_1918.rules.combat import CombatOrders
from grognard.games.soissons_1918.rules.maneuver import ManeuverOrders
from grognard.games.soissons_1918.rules.victory import count
from grognard.games.soissons_1918.setting import ENTENTE, SoissonsSetting
from grognard.rules.drilling import Answer, DrillEvaluation
from grognard.rules.going_back import WaysBack
from grognard.rules.orders import END, Placing

POSTURES: Mapping[str, tuple[Posture, ...]] = {
    "entente": (
        Posture(name="push", text="push forward, attack where it pays", nerve=-0.05, pressure=0.06, ground=0.03),
        Posture(name="assault", text="attack along the line", nerve=-0.25, pressure=0.1, ground=0.03),
        Posture(name="spare", text="attack only for big gains", nerve=0.15, pressure=0.06, ground=0.03),
    ),
    "german": (
        Posture(name="hold", text="keep the line in supply", battle=0.3, nerve=0.2, caution=0.5, pressure=0.03),
        Posture(name="stand", text="barely a step back", battle=0.3, nerve=0.2, caution=0.3, pressure=0.03),
        Posture(name="elastic", text="trade ground for men", battle=0.2, nerve=0.3, caution=0.8, pressure=0.02),
    ),
}
STAFF: Mapping[str, str] = {"entente": "push", "german": "stand"}
"""What a careful staff thinks best, by games of bots."""
PATIENT = 15.0
"""What a careful Entente expects of a whole game: it does not end it early for less (3.3.1)."""


class SoissonsDrill(Answers):
    """The answers of one side in one position."""

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

    answers = {
        ManeuverOrders: maneuver, CombatOrders: Fights.declare, AdvanceOrders: Moves.advance, WaysBack: Answers.go_back,
        Placing: Answers.place, "bombard": Fights.fire, "barrage": Fights.fire, "conversion": Answers.conversion,
    }
    likings = {
        "attach": Answers.tank, "shift": Answers.tank, "lead": Answers.lead, "lose": Answers.lose,
        "losses": Answers.bargain, "assign": Answers.assign, "reform": Answers.reform, "remove": Answers.incorporate,
        "withdraw-unit": Answers.withdraw, "hold": 0.1,
    }


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
