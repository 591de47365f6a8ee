"""Command Resources (module 9): the Command Center Table and the German substitution."""

from __future__ import annotations

from grognard.engine import ALLOW, Action, Procedure, refuse
from grognard.games.somme_1916.position import Somme
from grognard.games.somme_1916.rules.commitment import pending_squares
from grognard.games.somme_1916.terms import GERMAN, RESOURCES, Operation, Resource
from grognard.rules.orders import PASS

COMMAND_CENTER = (Operation.COMMAND_CENTER_ALLIED, Operation.COMMAND_CENTER_GERMAN)
SUBSTITUTES = tuple(r for r in RESOURCES if r != Resource.TANK_CAVALRY)
LUCKY = 2
"""9.4: the highest die with which the substitution succeeds."""
NO_SUBSTITUTE = refuse("9.4", "the tank/cavalry award is to be swapped for another resource, not for itself")


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
        action = yield from g.ask(
            g.phasing, "command-center", "15.5", "use the Command Center operation this turn, or pass",
            [Action("boost"), PASS], common=True, rest=True,
        )
        if action.verb == "boost":
            drm = g.setting.combat.command_center_modifiers[special]
            g.state.spent_operations.append(special)
            g.note("boost", "15.5", side=g.state.phasing)
    rolls = g.setting.combat.resource_rolls[drm]
    g.state.resources = dict(g.roll("9.1", "Command Resources", rolls, number=2))
    g.note("resources", "9.1", result=True, side=g.state.phasing, resources=dict(g.state.resources))


def substitution(g: Somme) -> Procedure:
    """9.4: the German may try to turn a tank/cavalry award into another resource."""
    awarded = g.state.resources.get(Resource.TANK_CAVALRY, 0)
    if g.phasing != GERMAN or not awarded:
        return
    action = yield from g.ask(
        GERMAN, "substitution", "9.4", f"choose a resource to get {awarded} more of",
        [*(Action("substitute", (resource,)) for resource in SUBSTITUTES), PASS],
        why_not=lambda a: NO_SUBSTITUTE if a.args and a.word() == Resource.TANK_CAVALRY else ALLOW,
        rest=True,
    )
    g.state.resources[Resource.TANK_CAVALRY] = 0                                # 9.2.4: never for the Germans
    if action.verb == "pass":
        return
    resource = action.word()
    lucky = g.succeeds("9.4", "substitution", 1, LUCKY)
    if lucky:
        g.state.resources[resource] += awarded
    g.note("substitution", "9.4", result=True, resource=resource, number=awarded if lucky else 0)
