"""The Campaign Game (module 15): operations, and secret objectives that only their owner may see."""

from __future__ import annotations

from functools import partial
from random import Random

from grognard.engine import Action, Procedure
from grognard.games.somme_1916.charts.combat import Marker
from grognard.games.somme_1916.position import Somme
from grognard.games.somme_1916.rules.bombardment.losses import destroy
from grognard.games.somme_1916.rules.movement.stacking import room
from grognard.games.somme_1916.rules.scenarios import put
from grognard.games.somme_1916.rules.victory.control import claims, exclusive_zone, squares_behind
from grognard.games.somme_1916.terms import ALLIED, EAST, EXITED, GERMAN, SIDES, Heap, Nation, Operation
from grognard.rules.orders import PASS, Placing

# -- operations (15.5): decided in secret before the first turn --


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
    answers = yield from g.ask_together("operation-plan", "15.5", "choose operations, separated by commas", plans)
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
            g, GERMAN, "gun-setup", "15.5.3", "set up concealed guns again, or end", "place",
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


# -- objectives (15.6) --


def draw(g: Somme, names: list[str]) -> str:
    """A marker out of the cup: dice that nobody else sees."""
    return names[sum(g.dice.throw(1, len(names))) - 1]


def cup(g: Somme, nation: str, without: list[str]) -> list[str]:
    return [m.id for m in g.setting.combat.markers.values() if m.nation == nation and m.id not in without]


def draw_objectives(g: Somme) -> None:
    """15.6.1: five British and two French markers, known to the Allied player alone."""
    drawn: list[str] = []
    for nation, number in g.setting.plan.objectives.draw.items():
        for _ in range(number):
            drawn.append(draw(g, cup(g, nation, drawn)))
    g.state.objectives = drawn
    g.note("objectives", "15.6.1", seen_by="allied", markers=list(drawn))
    g.note("objectives-drawn", "15.6.1", number=len(drawn))


def change_objective(g: Somme) -> Procedure:
    """15.5.2, 15.6.1: one marker is set aside and another of its nation drawn; only the nation is announced."""
    state = g.state
    if not g.has_operation(Operation.CHANGE_OBJECTIVE) or Operation.CHANGE_OBJECTIVE in state.spent_operations:
        return
    action = yield from g.ask(
        ALLIED, "change-objective", "15.6.1", "choose an objective to swap for another",
        [*(Action("change", (name,)) for name in state.objectives), PASS], common=True, rest=True, secret=True,
    )
    state.spent_operations.append(Operation.CHANGE_OBJECTIVE)
    if action.verb == "pass":
        return
    old = action.word()
    nation = g.setting.combat.markers[old].nation
    new = draw(g, cup(g, nation, state.objectives))
    state.objectives = [new if name == old else name for name in state.objectives]
    g.note("objective-changed", "15.6.1", nation=nation)
    g.note("objectives", "15.6.1", seen_by="allied", markers=list(state.objectives))


def discover_objective(g: Somme) -> Procedure:
    """15.5.3, 15.6.1: the German names a nation and sees one of its drawn markers; which, only he knows."""
    if not g.has_operation(Operation.DISCOVER_OBJECTIVE) or g.state.discovered:
        return
    action = yield from g.ask(
        GERMAN, "discover-objective", "15.6.1", "choose the nation whose objective you look at",
        [Action("discover", (nation,)) for nation in g.setting.plan.objectives.draw], rest=True,
    )
    nation = action.word()
    markers = g.setting.combat.markers
    drawn = [name for name in g.state.objectives if markers[name].nation == nation]
    # A German who thinks ahead does not know what was drawn: it may be any marker of the nation.
    marker = draw(g, drawn or cup(g, nation, g.state.objectives))
    if not drawn:
        g.state.objectives.append(marker)
    g.state.discovered = marker
    g.note("discovering", "15.6.1", nation=nation)
    g.note("discovered", "15.6.1", seen_by="german", marker=g.state.discovered)


# -- at the end --


def good_exits(g: Somme, marker: Marker) -> int:
    """15.6.3: units of the nation that left, if all their squares lie in exclusive Allied zones."""
    left = [(u, cell) for u, cell in g.state.exits if g.setting.nation[u] == marker.nation]
    return len(left) if all(exclusive_zone(g, ALLIED, cell) for _, cell in left) else 0


def reserves_needed(g: Somme, marker: Marker) -> int:
    """15.6.6: half as many when the German chose Commit Reserves."""
    return marker.needed // 2 if g.has_operation(Operation.COMMIT_RESERVES) else marker.needed


def achieved(g: Somme, marker: Marker) -> bool:
    """Whether the Allies have reached what a marker asks."""
    state = g.state
    if marker.kind == "place":
        return claims(g, marker.nation, marker.objective)                       # 15.6.2
    if marker.kind == "exit":
        return good_exits(g, marker) >= marker.needed                           # 15.6.3
    if marker.kind == "breakthrough":
        return state.breakthroughs >= marker.needed                             # 15.6.4
    if marker.kind == "reserves":
        return state.regiments_back >= reserves_needed(g, marker)               # 15.6.6
    return state.strength_lost >= marker.needed and g.points(ALLIED) > g.points(GERMAN)  # 15.6.5


def award_objectives(g: Somme) -> None:
    """15.6.2-15.6.6: the German Strength Points last, for they look at all other points."""
    markers = [g.setting.combat.markers[name] for name in g.state.objectives]
    for marker in sorted(markers, key=lambda m: m.kind == "strength"):
        if achieved(g, marker):
            times = good_exits(g, marker) if marker.kind == "exit" else 1       # 15.6.3: for each unit
            g.award(ALLIED, Heap.OBJECTIVES, marker.vp * times, "15.6", marker.what)
        elif marker.kind == "place" and claims(g, Nation.GERMAN, marker.objective):
            g.award(GERMAN, Heap.OBJECTIVES, marker.vp, "13.1", marker.what)    # 15.6.2: whoever controls it
    g.note("revealed", "15.6.1", what=", ".join(g.state.objectives))


def forfeit_raids(g: Somme) -> None:
    """15.7.1: if even one German unit has not returned, all are eliminated and every exit point is lost."""
    missing = [u for u in g.setting.units_of[GERMAN] if g.state.loc[u] == EXITED]
    if missing:
        lost = g.points(GERMAN, [Heap.EXITS])
        g.award(GERMAN, Heap.EXITS, -lost, "15.7.1", "raiders have not come back")
        g.note("raids-forfeit", "15.7.1", units=tuple(missing))
        destroy(g, missing, "15.7.1", "exit")


def redacted(g: Somme, side: str) -> Somme:
    """A copy without the secrets of the other side.

    Unrevealed answers (operations, replacement numbers) are no part of the state, and the faces of mines
    are drawn only when they explode.
    """
    new = g.copy()
    if side != "allied":
        # The German knows how many markers there are, and the one that he has discovered.
        new.state.objectives = [new.state.discovered] if new.state.discovered else []
    else:
        new.state.discovered = ""
    return new


def another_world(g: Somme, side: str, chance: Random) -> Somme:
    """A position that the side could not tell from this one: as many markers of each nation, but others."""
    new, markers = g.copy(), g.setting.combat.markers
    state = new.state
    if side == "allied":
        if state.discovered:
            nation = markers[state.discovered].nation
            state.discovered = chance.choice([name for name in state.objectives if markers[name].nation == nation])
        return new
    for place, name in enumerate(state.objectives):
        if name != state.discovered:
            state.objectives[place] = chance.choice(cup(g, markers[name].nation, state.objectives) or [name])
    return new
