"""What shells do: modifiers, the table and its results (6.5.1)."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import Any

from grognard.engine import Procedure
from grognard.engine.game import Asked
from grognard.games.somme_1916.position import Somme
from grognard.games.somme_1916.rules.assault.supply import can_draw_supply
from grognard.games.somme_1916.rules.bombardment.guns import HEAVY, Salvo, factors, in_the_open, terrain_row
from grognard.games.somme_1916.rules.bombardment.losses import lose_steps
from grognard.games.somme_1916.terms import SIDES
from grognard.rules.arithmetic import Row, applying, total


def modifiers(g: Somme, guns: Sequence[int], side: int, target: int | None, off_map: bool) -> list[Row]:
    """6.5.1: the die-roll modifiers of fire; without a target those of Counter-battery Fire."""
    drm = {name: row.drm for name, row in g.setting.bombardment.modifiers.items()}
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
    drm = total(modifiers(g, salvo.guns, side, cell, salvo.off_map))
    outcome = g.roll(case, why, [table.result(column, die + drm) for die in range(1, 7)])
    g.note(
        "bombardment", case, result=True,
        target=cell, factors=number, row=row, column=column, drm=drm, outcome=outcome,
    )
    yield from apply_result(g, cell, side, outcome)
    return outcome


def apply_result(g: Somme, cell: int, side: int, outcome: str) -> Procedure:
    """6.5.1: what a result does to a square that a side has bombarded."""
    units = in_the_open(g, cell, side)
    if outcome == "-":
        return
    if outcome == "I" or not units:                                             # a vacant square is interdicted at most
        interdict(g, cell, side)
    elif outcome == "S":
        for unit in units:
            g.suppress(unit, "6.5.1")
    elif outcome == "D":
        for unit in units:
            g.disrupt(unit, "6.5.1")
    else:
        steps = int(outcome[0]) if outcome[0].isdigit() else 1
        yield from lose_steps(g, units, steps, "6.5.1", "bombardment")


def interdict(g: Somme, cell: int, side: int) -> None:
    """6.5.1: once in a phase."""
    if not g.is_interdicted(cell):
        g.interdict(cell, side)
        g.note("interdicted", "6.5.1", "6.3.3", cell=cell)
