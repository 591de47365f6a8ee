"""British mines (14.1.3, 15.1, and Plant Mines of 15.5.2).

No face of a marker is known to anybody until it comes up, so faces are drawn when a mine explodes: any
of those that have not come up in this phase, each as likely as another.
"""

from __future__ import annotations

from grognard.engine import Action, Choice, Procedure, refuse
from grognard.games.somme_1916.position import Somme
from grognard.games.somme_1916.rules.bombardment.losses import lose_steps
from grognard.games.somme_1916.terms import ALLIED, BRITISH, GERMAN, Operation
from grognard.games.somme_1916.verbs import PASS
from grognard.rules.masks import cells_of

NO_MINE = refuse("14.1.3", "a mine goes under infantry in the German start trench, rows 1 to 21, one a square")
NO_PLANTING = refuse("15.5.2", "a mine is planted under Germans next to a British unit, free of engagement")


def start_squares(g: Somme) -> list[int]:
    """14.1.3: squares of the German start trench with front-line infantry, rows 1 to 21, one marker each."""
    plan = g.setting.plan.mines
    first, last = plan.rows if plan is not None else (0, -1)
    cells = cells_of(g.setting.trench["german"] & g.occupied(GERMAN))
    return [
        c for c in cells
        if first <= g.setting.row[c] <= last and c not in g.state.mines
        and any(g.setting.infantry[u] for u in g.friends_in(c, GERMAN))
    ]


def planted_squares(g: Somme) -> list[int]:
    """15.5.2: German-occupied squares next to a British unit, not engaged."""
    british = 0
    for unit in g.setting.units_of_nation[BRITISH]:
        if g.state.loc[unit] >= 0:
            british |= g.setting.around[g.state.loc[unit]]
    return [c for c in cells_of(british & g.occupied(GERMAN)) if c not in g.state.engaged and c not in g.state.mines]


def lay_mines(g: Somme, markers: int, planted: bool) -> Procedure:
    """Marker by marker, each on a square of its own."""
    case, not_there = ("15.5.2", NO_PLANTING) if planted else ("14.1.3", NO_MINE)
    while len(g.state.mines) < markers:
        squares = planted_squares(g) if planted else start_squares(g)
        if not squares:
            return
        options = [*(Action("mine", (c,)) for c in squares), *([PASS] if planted else [])]
        action: Action = yield Choice(
            "allied", "mines", case, f"Allied: deploy a mine marker ({markers - len(g.state.mines)} left)", options,
            about="cell", rest=True, seat=g.common_seat(ALLIED), why_not=lambda _: not_there,
        )
        if action.verb == "pass":
            return
        cell = action.number()
        g.state.mines.append(cell)
        g.note("mine", case, cell=cell)


def set_up_mines(g: Somme) -> Procedure:
    """14.1.3: six markers before the first turn."""
    if g.setting.plan.mines is not None:
        yield from lay_mines(g, g.setting.plan.mines.markers, planted=False)


def plant_mines(g: Somme) -> Procedure:
    """15.5.2: with Plant Mines two more in each turn after the first."""
    if g.phasing != ALLIED or not g.has_operation(Operation.PLANT_MINES) or g.state.turn <= g.state.first_turn:
        return
    yield from lay_mines(g, g.setting.combat.operations[Operation.PLANT_MINES].number("markers"), planted=True)


def mines_phase(g: Somme) -> Procedure:
    """14.1.3, X21: after the Allied Bombardment Phase each mine is tried; then all markers are off the map."""
    state = g.state
    while state.mines and g.phasing == ALLIED:
        cell = state.mines[0]
        if len(state.mines) > 1:
            action: Action = yield Choice(
                "allied", "mines", "14.1.3", "Allied: which mine is fired next",
                [Action("detonate", (c,)) for c in state.mines], about="cell", rest=True,
                seat=g.common_seat(ALLIED),
            )
            cell = action.number()
        yield from detonate(g, cell)
    state.mines_seen = []


def detonate(g: Somme, cell: int) -> Procedure:
    state, plan = g.state, g.setting.plan.mines
    state.mines.remove(cell)
    if plan is None or not g.succeeds("14.1.3", "mine", *plan.explodes_on):
        g.note("mine-fails", "14.1.3", result=True, cell=cell)
        return
    faces = list(g.setting.mine_faces)
    for face in state.mines_seen:
        if face in faces:
            faces.remove(face)
    face = faces[g.throw("14.1.3", "face of the mine", faces=len(faces), same=faces) - 1]
    state.mines_seen.append(face)
    g.note("mine-explodes", "14.1.3", result=True, cell=cell, face=face)
    yield from damage(g, cell, face)


def damage(g: Somme, cell: int, face: str) -> Procedure:
    """14.1.3: a step loss, Disruption or Suppression of the infantry on which the marker lies (D30)."""
    units = [u for u in g.friends_in(cell, GERMAN) if g.setting.infantry[u]] or g.friends_in(cell, GERMAN)
    if not units or face == "dud":
        return
    if face == "S":
        for unit in units:
            g.suppress(unit, "14.1.3")
    if "L" in face:
        units = yield from lose_steps(g, units, 1, "14.1.3", "mine")
    if "D" in face:
        for unit in units:
            g.disrupt(unit, "14.1.3")
