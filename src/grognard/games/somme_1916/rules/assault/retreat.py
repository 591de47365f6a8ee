"""Retreats and displacement (10.2, 11.8.1)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from grognard.engine import Action, Procedure, Ruling, refuse
from grognard.games.somme_1916.position import Somme
from grognard.games.somme_1916.rules.bombardment.losses import destroy
from grognard.games.somme_1916.rules.commitment import stand_down
from grognard.games.somme_1916.rules.movement.facing import settle_facing, stack_facing
from grognard.games.somme_1916.rules.movement.stacking import may_stack_together
from grognard.games.somme_1916.rules.victory.exits import leave_map, may_be_forced_off
from grognard.games.somme_1916.terms import ALLIED, FACING_NAMES, FACINGS, NO_FACING, NOWHERE
from grognard.rules.masks import cells_of
from grognard.rules.ways import best_cells


def may_share(g: Somme, units: Iterable[int]) -> bool:
    """7.3 for retreats: a Supply HQ neither hinders nor helps the others (ruling X12)."""
    return bool(may_stack_together(g, [u for u in units if not g.in_supply_mode(u)]))


def retreat_squares(g: Somme, unit: int, moved: Sequence[int], lost: Collection[int] = ()) -> list[int]:
    """11.8.1, ruling X49: the best squares by edge, then zones of control, then emptiness.

    Units that have retreated or been displaced in this chain are not displaced again, and none of them
    goes to a square that the enemy has won (``lost``).
    """
    state, setting = g.state, g.setting
    start, side = state.loc[unit], setting.side[unit]
    around = setting.move_steps.anywhere.of(1 << start)
    home = -1 if side == ALLIED else 1
    zones, column = g.zone_cells[1 - side], setting.column
    squares = [
        c for c in cells_of(around & ~g.occupied(1 - side))
        if c not in state.engaged and c not in lost                             # X48, D36: nobody enters
        and may_share(g, (unit, *(u for u in g.stack[c] if u in moved)))
    ]
    return best_cells(squares, lambda c: ((column[start] - column[c]) * home, zones >> c & 1, bool(g.stack[c])))


def retreat_all(g: Somme, units: Sequence[int], case: str = "11.8.1") -> Procedure:
    """Units retreat one square each, and whoever is in their way is pushed back in turn."""
    moved = list(units)
    lost = squares_lost(g, units, case)
    for unit in g.living(units):
        yield from retreat(g, unit, moved, lost, case)


def squares_lost(g: Somme, units: Sequence[int], case: str) -> frozenset[int]:
    """Ruling D36: whoever loses an Assault gives up his square; after Defensive Fire (10.2) nobody takes it."""
    return frozenset() if case == "10.2" else frozenset(g.state.loc[u] for u in units)


def retreat(g: Somme, unit: int, moved: list[int], lost: Collection[int], case: str) -> Procedure:
    squares = retreat_squares(g, unit, moved, lost)
    side = g.setting.side[unit]
    if not squares:
        if may_be_forced_off(g, unit):
            leave_map(g, unit, "west" if side == ALLIED else "east", forced=True)  # 13.4, ruling D05
        else:
            g.note("no-retreat", case, unit=unit)
            destroy(g, [unit], case, "retreat")                                 # ruling D05
        return
    cell = yield from g.choose(
        side, "retreat", case, f"where does {g.name(unit)} retreat to?", "retreat", squares, of=unit,
        why_not=lambda a: refusal_of_retreat(g, unit, a),
    )
    vacant = not g.stack[cell]
    stand_down(g, unit)                                                         # 8.6: thrown back from the line
    g.place(unit, cell)
    g.pass_through(unit, cell)
    g.note("retreat", case, unit=unit, to=cell)
    yield from turn(g, unit, vacant, case)
    yield from make_room(g, cell, side, moved, lost, case)


def refusal_of_retreat(g: Somme, unit: int, action: Action) -> Ruling:
    if action.number() != unit:
        return refuse("11.8.1", f"it is {g.name(unit)} that retreats now")
    where = "towards its own map edge, then out of enemy zones of control, then to an empty square"
    return refuse("11.8.1", f"{g.name(unit)} goes one square: {where}")


def turn(g: Somme, unit: int, vacant: bool, case: str) -> Procedure:
    """11.8.1: in a vacant square the unit may face any side; otherwise it faces as those already there."""
    if g.in_supply_mode(unit):
        return
    if not vacant and stack_facing(g, unit) != NO_FACING:
        g.state.facing[unit] = stack_facing(g, unit)
        return
    action = yield from g.ask(
        g.setting.side[unit], "facing", case, f"which side does {g.name(unit)} face?",
        [Action("face", (unit, word)) for word in FACINGS],
    )
    g.state.facing[unit] = FACINGS[action.word(1)]
    g.note("face", case, unit=unit, facing=FACING_NAMES[g.state.facing[unit]])


def make_room(g: Somme, cell: int, side: int, moved: list[int], lost: Collection[int], case: str) -> Procedure:
    """10.2, 11.8.1: units that were there before give way until the stack is legal again."""
    while True:
        here = g.friends_in(cell, side)
        if may_share(g, here):
            return
        able = [u for u in here if u not in moved and not g.in_supply_mode(u)]
        if not able:
            return
        question = f"which unit makes room in {g.cell_name(cell)}?"
        unit = yield from g.choose(side, "displacement", case, question, "displace", able)
        moved.append(unit)
        g.note("displaced", case, unit=unit, by=cell)
        yield from retreat(g, unit, moved, lost, case)


def go_home(g: Somme, units: Sequence[int], case: str = "11.8.1") -> Procedure:
    """11.8.1: engaged attackers go back to the squares they came from; if these are lost, they retreat."""
    state = g.state
    moved = list(units)
    lost = squares_lost(g, units, case)
    for unit in units:
        if state.loc[unit] < 0:
            continue
        side, home = g.setting.side[unit], state.jump_off[unit]
        state.jump_off[unit] = NOWHERE
        if home < 0 or g.occupied(1 - side) >> home & 1 or home in state.engaged:
            yield from retreat(g, unit, moved, lost, case)
            continue
        g.place(unit, home)
        g.pass_through(unit, home)
        settle_facing(g, unit, state.facing[unit])
        g.note("retreat", case, unit=unit, to=home)
        yield from make_room(g, home, side, moved, lost, case)
