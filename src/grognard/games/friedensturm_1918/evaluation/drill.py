"""What is answered to each question of the sequence of play; for bots, no rule depends on it."""

from __future__ import annotations

from grognard.engine import Action, Decision
from grognard.evaluation import Orders, Posture
from grognard.games.friedensturm_1918.evaluation.answers import Answers
from grognard.games.friedensturm_1918.evaluation.fights import Fights
from grognard.games.friedensturm_1918.evaluation.moves import STAY, Moves
from grognard.games.friedensturm_1918.evaluation.values import Values
from grognard.games.friedensturm_1918.position import Friedensturm
from grognard.games.friedensturm_1918.rules.air import AirOrders
from grognard.games.friedensturm_1918.rules.movement import MoveOrders
from grognard.games.friedensturm_1918.rules.stacking import fits
from grognard.rules.drilling import best_of
from grognard.rules.masks import cells_of
from grognard.rules.orders import END, Placing

ADVANCES = -0.15
"""A Colonel goes into a hex that was won even where that looks a little worse: the front moves on."""
TRIED = ("withdraw",)
"""Questions whose answers are played through instead."""


class Drill:
    """The answers of one side in one position."""

    def __init__(self, g: Friedensturm, values: Values, side: int, posture: Posture, careful: bool) -> None:
        self.g = g
        self.values = values
        self.side = side
        self.posture = posture
        self.careful = careful

    def moves(self) -> Moves:
        return Moves(self.g, self.values, self.side, self.posture, self.careful)

    def orders(self, decision: Decision) -> Orders | None:
        kind = decision.kind
        if kind in TRIED:
            return None
        if isinstance(decision, MoveOrders):
            return self.march(decision)
        if kind in ("combat", "participants"):
            return self.combat(decision)
        if isinstance(decision, Placing):
            return self.place(decision)
        answers = Answers(self.g, self.values, self.side, self.moves)
        if kind in ("guns-attacker", "guns-defender", "counter-battery"):
            return Orders([answers.guns(decision)], "the guns that bring most")
        if isinstance(decision, AirOrders):
            return Orders([answers.fly(decision, decision.units())], "over the fight that matters most")
        return Orders([answers.answer(decision)], "the usual answer")

    def march(self, decision: MoveOrders) -> Orders:
        g, moves = self.g, self.moves()
        moving = [u for u in g.living(g.state.moving) if g.state.began[u] < 0 and not g.state.done[u]]
        action = moves.onward(decision, moving[0]) if moving else None
        if action is not None:
            return Orders([action], "reinforcements go on")
        for unit in [u for u in decision.units() if g.state.loc[u] < 0]:
            cells = [c for c in cells_of(decision.cells(unit)["enter"]) if fits(g, [unit], c)]
            if cells:
                action = Action("enter", (unit, moves.arrival(unit, cells)))
                return Orders([action], "reinforcements where they are needed")
        begun = [u for u in g.setting.walkers_of[self.side] if g.state.mp[u] >= 0 and g.state.began[u] >= 0]
        found = [] if begun and not self.careful else moves.plan(decision)
        if found:
            return Orders(found, f"{self.posture.name}: better places")
        return Orders([END], "every unit stands where it should")

    def combat(self, decision: Decision) -> Orders:
        """Which hex is attacked, and by whom: the attack that promises most, if it is worth it."""
        g, fights = self.g, Fights(self.g, self.values, self.careful)
        if decision.kind == "participants":
            wanted = [u for u in fights.best(g.state.target).units if u not in g.state.attackers]
            joining = [Action("join", (u,)) for u in wanted]
            return Orders([*joining, END] if joining else [self.enough(decision)], "as planned")
        found = {action.number(): fights.best(action.number()) for action in decision.all_actions() if action != END}
        chosen = best_of([(prospect.worth, cell) for cell, prospect in found.items()], self.posture.nerve)
        if chosen is None:
            return Orders([END], f"no attack promises more than {self.posture.nerve:+.2f}")
        best = found[chosen]
        why = f"{g.cell_name(chosen)} promises {best.worth:+.2f}: {best.loss:.1f} hit points for {best.own:.1f}"
        return Orders([Action("attack", (chosen,))], why)

    def enough(self, decision: Decision) -> Action:
        """No more attackers; where the book wants one more, the first that can join."""
        return END if decision.check(END) else next(iter(decision.all_actions()))

    def place(self, decision: Placing[Friedensturm]) -> Orders:
        """Advance, reaction, set-up, heavy guns: the step that gains most, or none."""
        g, verb = self.g, decision.verbs()[0]
        moves = self.moves()
        places = {u: decision.cells(u)[verb] for u in decision.units()}
        if decision.kind == "heavy-guns":
            return Orders([self.roll(moves, places)], "after the front")
        pushes = self.careful and self.posture.battle >= 1.0
        least = ADVANCES if pushes and decision.kind == "advance" else STAY
        action = moves.improve(places, verb, least) if decision.kind != "deploy" else None
        if action is None and not decision.check(END):
            unit = next(u for u, cells in places.items() if cells)
            action = Action(verb, (unit, cells_of(places[unit])[0]))
        return Orders([action or END], "a better place" if action else f"{g.side_name(self.side)} stays")

    def roll(self, moves: Moves, places: dict[int, int]) -> Action:
        """11.3.1.1: one gun after the other, forward or out of danger."""
        for unit, cells in places.items():
            action = moves.rear_move(unit, {"move": cells})
            if action is not None:
                return action
        return END
