"""Command Resources (module 9): the Command Center Table and the German substitution."""

from __future__ import annotations

from grognard.engine import Action, Choice, Procedure, refuse
from grognard.games.somme_1916.rules.commitment.phase import pending_squares
from grognard.games.somme_1916.state import Somme
from grognard.games.somme_1916.terms import GERMAN, RESOURCES, Operation, Resource
from grognard.games.somme_1916.verbs import PASS

COMMAND_CENTER = (Operation.COMMAND_CENTER_ALLIED, Operation.COMMAND_CENTER_GERMAN)
SUBSTITUTES = tuple(r for r in RESOURCES if r != Resource.TANK_CAVALRY)
LUCKY = 2
"""9.4: the highest die with which the substitution succeeds."""
NO_SUBSTITUTE = refuse("9.4", "name one resource other than tank/cavalry; the award is not split")


def special_operation(g: Somme) -> str:
    """15.5.2, 15.5.3: the Command Center operation if it is there, unused, and the month is right."""
    name = COMMAND_CENTER[g.phasing]
    if not g.has_operation(name) or name in g.state.spent_operations:
        return ""
    operation = g.setting.combat.operations[name]
    in_time = operation.number("first_turn") <= g.state.turn <= operation.number("last_turn")
    return name if in_time else ""


def command_center(g: Somme) -> Procedure:
    """9.1: two dice after all Assaults have been declared; without an Assault no roll (ruling D21)."""
    if not pending_squares(g):
        return
    drm = 0
    special = special_operation(g)
    if special:
        action: Action = yield Choice(
            g.state.phasing, "command-center", "15.5",
            f"{g.setting.game.sides[g.state.phasing]}: use the operation Command Center in this turn?",
            [Action("boost"), PASS], rest=True, seat=g.common_seat(g.phasing),
        )
        if action.verb == "boost":
            drm = g.setting.combat.command_center_modifiers[special].drm
            g.state.spent_operations.append(special)
            g.note("boost", "15.5", side=g.state.phasing)
    rolls = [g.setting.combat.resources(total + drm) for total in range(2, 13)]
    dice = g.throw("9.1", "Command Resources", 2, same=[tuple(r.items()) for r in rolls])
    g.state.resources = rolls[dice - 2]
    g.note("resources", "9.1", result=True, side=g.state.phasing, resources=dict(g.state.resources))


def substitution(g: Somme) -> Procedure:
    """9.4: the German may try to turn a tank/cavalry award into another resource."""
    awarded = g.state.resources.get(Resource.TANK_CAVALRY, 0)
    if g.phasing != GERMAN or not awarded:
        return
    action: Action = yield Choice(
        "german", "substitution", "9.4", f"German: which resource shall grow by {awarded}?",
        [*(Action("substitute", (resource,)) for resource in SUBSTITUTES), PASS], rest=True,
        why_not=lambda _: NO_SUBSTITUTE,
    )
    g.state.resources[Resource.TANK_CAVALRY] = 0                                # 9.2.4: never for the Germans
    if action.verb == "pass":
        return
    resource = action.word()
    lucky = g.throw("9.4", "substitution", same=[die <= LUCKY for die in range(1, 7)]) <= LUCKY
    if lucky:
        g.state.resources[resource] += awarded
    g.note("substitution", "9.4", result=True, resource=resource, number=awarded if lucky else 0)
