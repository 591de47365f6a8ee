"""What shells do: modifiers, the table and its results (6.5.1)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from grognard.engine import Procedure
from grognard.games.somme_1916.rules.assault.supply import in_supply
from grognard.games.somme_1916.rules.bombardment.guns import HEAVY, in_the_open, off_map_factors, terrain_row
from grognard.games.somme_1916.rules.bombardment.losses import lose_steps
from grognard.games.somme_1916.state import Somme
from grognard.games.somme_1916.terms import SIDES


def modifiers(g: Somme, guns: Iterable[int], side: int, target: int | None, off_map: bool) -> list[tuple[str, int]]:
    """6.5.1: the die-roll modifiers of fire, each with its name; without a target those of Counter-battery Fire."""
    setting, found = g.setting, []
    table = setting.bombardment.modifiers
    for gun in guns:
        if g.face(gun).range > HEAVY:
            found.append(("heavy-gun", table["heavy-gun"].drm))
        if not in_supply(g, gun):
            found.append(("out-of-supply", table["out-of-supply"].drm))         # 6.3.2
    if off_map:
        found.append(("heavy-gun", table["heavy-gun"].drm))                     # 15.5.3: heavy artillery, D24
    if SIDES[side] in g.state.observation:
        found.append(("air-observation", table["air-observation"].drm))
    if target is not None and any(setting.cavalry[u] for u in g.enemies_in(target, side)):
        found.append(("british-cavalry", table["british-cavalry"].drm))
    return found


def shell(g: Somme, cell: int, guns: Sequence[int], side: int, off_map: bool) -> Procedure:
    """6.5.1: the guns that are left fire on the table."""
    table = g.setting.bombardment
    factors = sum(g.attack(u) for u in guns) + (off_map_factors(g) if off_map else 0)
    row = terrain_row(g, cell, side)
    column = table.column(row, factors)
    if not column:
        g.note("too-few", "6.2.1", target=cell, factors=factors)                # X35
        return
    rows = modifiers(g, guns, side, cell, off_map)
    drm = sum(n for _, n in rows)
    results = [table.result(column, die + drm) for die in range(1, 7)]
    die = g.throw("6.5.1", "bombardment", same=results)
    outcome = results[die - 1]
    g.note(
        "bombardment", "6.5.1", result=True,
        target=cell, factors=factors, row=row, column=column, drm=drm, outcome=outcome,
    )
    yield from apply_result(g, cell, side, outcome)


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
