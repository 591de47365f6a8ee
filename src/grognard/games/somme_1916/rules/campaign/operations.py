"""Operations (15.5): decided in secret before the first turn, and what they change in the set-up."""

from __future__ import annotations

from functools import partial

from grognard.engine import Action, Procedure
from grognard.games.somme_1916.position import Somme
from grognard.games.somme_1916.rules.movement.stacking import room
from grognard.games.somme_1916.rules.scenarios.set_up import put
from grognard.games.somme_1916.rules.victory.control import squares_behind
from grognard.games.somme_1916.terms import ALLIED, EAST, GERMAN, SIDES, Heap, Operation
from grognard.rules.orders import Placing


def decide_operations(g: Somme) -> Procedure:
    """15.5: each side writes yes or no; both papers are shown together."""
    options = [Action("operations", (word,)) for word in ("yes", "no")]
    answers = yield from g.ask_together(
        "operations", "15.5", "conduct Operations?", {ALLIED: options, GERMAN: options}
    )
    wanted = [SIDES[side] for side, answer in answers.items() if answer.word() == "yes"]
    g.note("revealed", "15.5", what="operations: " + (" and ".join(wanted) or "nobody"))
    g.state.stage = "+".join(wanted)


def choose_operations(g: Somme) -> Procedure:
    """15.5: one side chooses openly, both in secret; what they choose is conceded to the enemy."""
    wanted = [SIDES.index(name) for name in g.state.stage.split("+") if name]
    if not wanted:
        return
    plans = {side: [Action("plan", (word,)) for word in g.setting.combat.plans[SIDES[side]]] for side in wanted}
    answers = yield from g.ask_together("operation-plan", "15.5", "which operations, joined by commas?", plans)
    g.state.stage = ""
    for answer in answers.values():
        for name in answer.word().split(","):
            take_operation(g, name)
    g.note("revealed", "15.5", what=", ".join(g.state.operations))


def take_operation(g: Somme, name: str) -> None:
    """15.5.1: the enemy gets the points of an operation that is chosen."""
    operation = g.setting.combat.operations[name]
    g.state.operations.append(name)
    g.note("operation", "15.5.1", side=operation.side, name=operation.name)
    g.award(1 - SIDES.index(operation.side), Heap.OPERATIONS, operation.vp, "15.5.1", operation.name)
    if name == Operation.TRAIN_TROOPS:
        g.state.turn = g.state.first_turn = operation.number("first_turn")      # 15.5.2, ruling X60


def build_artillery(g: Somme) -> None:
    """15.5.2: one more British gun at the start."""
    if not g.has_operation(Operation.BUILD_ARTILLERY):
        return
    parameters = g.setting.combat.operations[Operation.BUILD_ARTILLERY].parameters
    unit, cell = g.setting.unit_named(parameters["unit"]), g.setting.cell_named(parameters["cell"])
    g.state.facing[unit] = EAST
    g.state.arrived[unit] = g.state.turn
    g.place(unit, cell)
    g.note("placed", "15.5.2", unit=unit, to=cell)


def conceal_guns(g: Somme) -> Procedure:
    """15.5.3, D25: concealed German guns are set up after the Allies, each moved once if its owner likes."""
    if not g.has_operation(Operation.CONCEALED_ARTILLERY):
        return
    while True:
        guns = [u for u in g.on_map(GERMAN) if g.setting.guns[u] and u not in g.state.turned]
        action: Action = yield Placing(
            g, GERMAN, "gun-setup", "15.5.3", "concealed guns may be set up anew", "place",
            partial(concealed_squares, g), guns, ends=True, seat=g.seat(GERMAN),
        )
        if action.verb == "end":
            g.state.turned = []
            return
        g.state.turned.append(action.number())
        put(g, action, "15.5.3")


def concealed_squares(g: Somme, gun: int) -> int:
    cells = squares_behind(g, GERMAN) & ~g.zone_cells[ALLIED] & ~g.setting.shaded & ~g.occupied(ALLIED)
    return room(g, gun, cells) & ~(1 << g.state.loc[gun])
