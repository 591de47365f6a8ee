"""What shells do: modifiers, the table and its results (6.5.1), and British Air Bombardment (6.6)."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import Any

from grognard.engine import ALLOW, Procedure, Ruling, refuse
from grognard.engine.game import Asked
from grognard.games.somme_1916.position import Somme
from grognard.games.somme_1916.rules.assault.odds import can_draw_supply
from grognard.games.somme_1916.rules.bombardment.guns import HEAVY, Salvo, factors, in_the_open, terrain_row
from grognard.games.somme_1916.rules.bombardment.losses import lose_steps
from grognard.games.somme_1916.terms import ALLIED, GERMAN, NOWHERE, SIDES
from grognard.rules.arithmetic import Row, applying, told, total
from grognard.rules.masks import cells_of


def modifiers(g: Somme, guns: Sequence[int], side: int, target: int | None, off_map: bool) -> list[Row]:
    """6.5.1: the die-roll modifiers of fire; without a target those of Counter-battery Fire."""
    drm = g.setting.bombardment.modifiers
    heavy = sum(g.face(gun).range > HEAVY for gun in guns)
    unsupplied = sum(not can_draw_supply(g, gun) for gun in guns)
    cavalry = target is not None and any(g.setting.cavalry[u] for u in g.enemies_in(target, side))
    return applying(
        ("heavy guns", drm["heavy-gun"] * heavy, "6.5.1", heavy),
        ("guns out of supply", drm["out-of-supply"] * unsupplied, "6.3.2", unsupplied),
        ("Off-Map Artillery", drm["heavy-gun"], "15.5.3", off_map),             # ruling D24
        ("air observation", drm["air-observation"], "5.6", SIDES[side] in g.state.observation),
        ("cavalry", drm["british-cavalry"], "6.5.1", cavalry),
    )


def shell(
    g: Somme, side: int, salvo: Salvo, case: str = "6.5.1", why: str = "bombardment",
) -> Generator[Asked, Any, str]:
    """6.5.1: the guns that are left fire on the table; what comes of it, or nothing if they are too few."""
    table, cell, number = g.setting.bombardment, salvo.target, factors(g, salvo)
    row = terrain_row(g, cell, side)
    column = table.column(row, number)
    if not column:
        g.note("too-few", "6.2.1", target=cell, factors=number)                # X35
        return ""
    rows = modifiers(g, salvo.guns, side, cell, salvo.off_map)
    drm = total(rows)
    outcome = g.roll(case, why, [table.result(column, die + drm) for die in range(1, 7)])
    g.note(
        "bombardment", case, result=True,
        target=cell, factors=number, row=row, column=column, drm=drm, outcome=outcome, rows=told(rows),
    )
    yield from apply_result(g, cell, side, outcome)
    return outcome


def apply_result(g: Somme, cell: int, side: int, outcome: str) -> Procedure:
    """6.5.1: what a result does to a square that a side has bombarded."""
    units = in_the_open(g, cell, side)
    if outcome == "-":
        return
    if outcome == "I" or not units:                                             # a vacant square is interdicted at most
        interdict(g, cell, side, "6.5.1", "6.3.3")
    elif outcome == "S":
        for unit in units:
            g.suppress(unit, "6.5.1")
    elif outcome == "D":
        for unit in units:
            g.disrupt(unit, "6.5.1")
    else:
        steps = int(outcome[0]) if outcome[0].isdigit() else 1
        yield from lose_steps(g, units, steps, "6.5.1", "bombardment")


def interdict(g: Somme, cell: int, side: int, *cases: str) -> None:
    """Once in a phase (6.5.1): a marker of the enemy's, or one that is about to go, is laid again."""
    if g.state.interdicted.get(cell) != g.marker_of(side):
        g.interdict(cell, side)
        g.note("interdicted", *cases, cell=cell)


# -- Air Bombardment (6.6) --


AIR_REACH = 3
"""6.6: the air counter goes no more than three squares behind the German line."""
BESIDE = 1
"""Units of a line stand for the rows beside their own too: their zones of control reach so far (7.5)."""


def front_units(g: Somme) -> list[int]:
    """The squares of the German line: units in an Allied zone of control, and those with no German west of them.

    West of them means in their own row and in the rows beside it.
    """
    setting = g.setting
    first: dict[int, int] = {}
    held = cells_of(g.occupied(GERMAN))
    for cell in held:
        for row in range(setting.row[cell] - BESIDE, setting.row[cell] + BESIDE + 1):
            first[row] = min(first.get(row, setting.column[cell]), setting.column[cell])
    zones = g.zone_cells[ALLIED]
    return [c for c in held if zones >> c & 1 or setting.column[c] == first[setting.row[c]]]


def air_squares(g: Somme) -> list[int]:
    """6.6: the German line and up to three squares east of it, without Allied units and engagements (ruling D22)."""
    setting = g.setting
    found = set()
    for front in front_units(g):
        row, column = setting.row[front], setting.column[front]
        for cell in setting.grid.within(front, AIR_REACH):
            if abs(setting.row[cell] - row) <= BESIDE and column <= setting.column[cell]:
                found.add(cell)
    closed = g.occupied(ALLIED)
    return sorted(c for c in found if not closed >> c & 1 and c not in g.state.engaged)


def may_bomb(g: Somme, cell: int) -> Ruling:
    """Whether the air counter may lie on a square, and the one reason why not."""
    here = g.cell_name(cell)
    if g.occupied(ALLIED) >> cell & 1:
        return refuse("6.6", f"Allied units are in {here}")
    if cell in g.state.engaged:
        return refuse("6.6", f"units are engaged in {here}")
    if cell in air_squares(g):
        return ALLOW
    return refuse("6.6", f"{here} is not on the German line or up to {AIR_REACH} squares behind it")


def is_available(g: Somme) -> bool:
    """On the turns of the track (D09), in any weather."""
    option = g.setting.options["air_bombardment"]
    if g.phasing != ALLIED or option == "off":
        return False
    return option == "always" or g.setting.weeks[g.state.turn].air


def place_air(g: Somme) -> Procedure:
    """At the start of the Allied Bombardment Phase the air counter is laid on its target."""
    if not is_available(g) or g.state.air >= 0:
        return
    squares = air_squares(g)
    if not squares:
        return
    cell = yield from g.choose_or_end(
        ALLIED, "air", "6.6", "choose a target for the air counter", "air", squares, end="pass", about="cell",
        common=True, why_not=lambda a: may_bomb(g, a.number()), rest=True,
    )
    if cell is not None:
        g.state.air = cell
        g.note("air", "6.6", cell=cell)


def air_strike(g: Somme) -> Procedure:
    """After the ground bombardment: two dice for the column, a die for the damage, no modifiers (ruling D22)."""
    state = g.state
    if g.phasing != ALLIED or state.air < 0:
        return
    cell, table = state.air, g.setting.bombardment
    column = g.roll("6.6", "Air Bombardment", [table.air[n] for n in range(2, 13)], number=2)
    if not column:
        g.note("air-misses", "6.6", result=True, cell=cell)
        state.air = NOWHERE
        return
    outcome = g.roll("6.6", "air damage", [table.result(column, die) for die in range(1, 7)])
    g.note("air-strikes", "6.6", result=True, cell=cell, column=column, outcome=outcome)
    yield from apply_result(g, cell, ALLIED, outcome)
    interdict(g, cell, ALLIED, "6.6")
