"""The campaign before its first turn (15.5): operations, decided in secret and revealed together."""

from __future__ import annotations

from grognard.engine import Action, Choice, Procedure, Together
from grognard.games.somme_1916.setting import SIDES
from grognard.games.somme_1916.state import Somme


def seat(g: Somme, side: str) -> str:
    """Ruling D11: operations belong to the Allies as a whole, and so to the British player."""
    return g.seat(SIDES.index(side), "british" if side == "allied" else "german")


def decide_operations(g: Somme) -> Procedure:
    """15.5: each side writes yes or no; both papers are shown together."""
    answers: dict[str, Action] = yield Together({
        side: Choice(
            side, "operations", "15.5", f"{g.setting.game.sides[side]}: conduct Operations?",
            [Action("operations", (word,)) for word in ("yes", "no")], seat=seat(g, side),
        )
        for side in SIDES
    }, rest=True)
    wanted = [side for side in SIDES if answers[side].word() == "yes"]
    g.note("revealed", "15.5", what="operations: " + (" and ".join(wanted) or "nobody"))
    g.state.stage = "+".join(wanted)


def plan_choice(g: Somme, side: str, other: bool) -> Choice:
    return Choice(
        side, "operation-plan", "15.5", f"{g.setting.game.sides[side]}: which operations, joined by commas?",
        [Action("plan", (word,)) for word in g.setting.combat.plans[side]], rest=not other, seat=seat(g, side),
    )


def choose_operations(g: Somme) -> Procedure:
    """15.5: one side chooses openly, both in secret; what they choose is conceded to the enemy."""
    wanted = [side for side in g.state.stage.split("+") if side]
    if not wanted:
        return
    answers: dict[str, Action]
    if len(wanted) == 1:
        action: Action = yield plan_choice(g, wanted[0], other=False)
        answers = {wanted[0]: action}
    else:
        answers = yield Together({side: plan_choice(g, side, other=True) for side in wanted}, rest=True)
    g.state.stage = ""
    for side in wanted:
        for name in answers[side].word().split(","):
            take_operation(g, name)
    g.note("revealed", "15.5", what=", ".join(g.state.operations))


def take_operation(g: Somme, name: str) -> None:
    """15.5.1: the enemy gets the points of an operation that is chosen."""
    operation = g.setting.combat.operations[name]
    g.state.operations.append(name)
    g.note("operation", "15.5.1", side=operation.side, name=operation.name)
    g.award(1 - SIDES.index(operation.side), "operations", operation.vp, "15.5.1", operation.name)
    if name == "train-troops":
        g.state.turn = g.state.first_turn = operation.number("first_turn")      # 15.5.2, ruling X60
