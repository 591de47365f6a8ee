"""British mines (14.1.3, 15.1, and Plant Mines of 15.5.2).

No face of a marker is known to anybody until it comes up, so faces are drawn when a mine explodes: any
of those that have not come up in this phase, each as likely as another.
"""

from __future__ import annotations

from grognard.engine import Procedure, refuse
from grognard.games.somme_1916.plan import Span
from grognard.games.somme_1916.position import Somme
from grognard.games.somme_1916.rules.bombardment.losses import lose_steps
from grognard.games.somme_1916.terms import ALLIED, BRITISH, GERMAN, Operation
from grognard.rules.masks import cells_of, mask

NO_MINE = refuse("14.1.3", "a mine goes under infantry in the German start trench, rows 1 to 21, one a square")
NO_PLANTING = refuse("15.5.2", "a mine is planted under Germans next to a British unit, free of engagement")


def start_squares(g: Somme, rows: Span) -> list[int]:
    """14.1.3: squares of the German start trench with front-line infantry, rows 1 to 21, one marker each."""
    return [
        c for c in cells_of(g.setting.trench["german"] & g.occupied(GERMAN))
        if rows[0] <= g.setting.row[c] <= rows[1] and c not in g.state.mines
        and any(g.setting.infantry[u] for u in g.friends_in(c, GERMAN))
    ]


def planted_squares(g: Somme) -> list[int]:
    """15.5.2: German-occupied squares next to a British unit, not engaged."""
    units = g.living(g.setting.units_of_nation[BRITISH])
    near = g.setting.beside.of(mask([g.state.loc[u] for u in units])) & g.occupied(GERMAN)
    return [c for c in cells_of(near) if c not in g.state.engaged and c not in g.state.mines]


def set_up_mines(g: Somme) -> Procedure:
    """14.1.3: six markers before the first turn, each on a square of its own."""
    plan = g.setting.plan.mines
    while plan and (left := plan.markers - len(g.state.mines)) > 0 and (squares := start_squares(g, plan.rows)):
        cell = yield from g.choose(
            ALLIED, "mines", "14.1.3", f"deploy a mine marker ({left} left)", "mine", squares, common=True,
            about="cell", rest=True, why_not=lambda _: NO_MINE,
        )
        lay_mine(g, cell, "14.1.3")


def plant_mines(g: Somme) -> Procedure:
    """15.5.2: with Plant Mines two more in each turn after the first."""
    if g.phasing != ALLIED or not g.has_operation(Operation.PLANT_MINES) or g.state.turn <= g.state.first_turn:
        return
    markers = g.setting.combat.operations[Operation.PLANT_MINES].number("markers")
    while (left := markers - len(g.state.mines)) > 0 and (squares := planted_squares(g)):
        cell = yield from g.choose_or_end(
            ALLIED, "mines", "15.5.2", f"deploy a mine marker ({left} left)", "mine", squares, end="pass", common=True,
            about="cell", rest=True, why_not=lambda _: NO_PLANTING,
        )
        if cell is None:
            return
        lay_mine(g, cell, "15.5.2")


def lay_mine(g: Somme, cell: int, case: str) -> None:
    g.state.mines.append(cell)
    g.note("mine", case, cell=cell)


def mines_phase(g: Somme) -> Procedure:
    """14.1.3, X21: after the Allied Bombardment Phase each mine is tried; then all markers are off the map."""
    state, plan = g.state, g.setting.plan.mines
    while plan and state.mines and g.phasing == ALLIED:
        cell = yield from g.choose(
            ALLIED, "mines", "14.1.3", "which mine is fired next", "detonate", state.mines, common=True,
            about="cell", rest=len(state.mines) > 1,
        )
        state.mines.remove(cell)
        if g.succeeds("14.1.3", "mine", *plan.explodes_on):
            yield from explode(g, cell)
        else:
            g.note("mine-fails", "14.1.3", result=True, cell=cell)
    state.mines_seen = []


def explode(g: Somme, cell: int) -> Procedure:
    faces = list(g.setting.mine_faces)
    for face in g.state.mines_seen:
        if face in faces:
            faces.remove(face)
    face = g.roll("14.1.3", "face of the mine", faces)
    g.state.mines_seen.append(face)
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
