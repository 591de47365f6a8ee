"""Counter-battery Fire (section 6.4, with the printed option 6.4.1)."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import Any

from grognard.engine import Action, Asking, Procedure
from grognard.engine.events import counted
from grognard.engine.game import Asked
from grognard.games.somme_1916.position import Somme
from grognard.games.somme_1916.rules.bombardment.guns import (
    Salvo,
    bearing_guns,
    factors,
    gather,
    off_map_bears,
    terrain_row,
)
from grognard.games.somme_1916.rules.bombardment.results import modifiers, shell
from grognard.games.somme_1916.terms import BRITISH, FRENCH, GERMAN, Operation
from grognard.rules.arithmetic import total

Answering = Generator[Asked, Any, bool]
"""A part of a procedure that ends with whether there was an answer."""


def answer_fire(g: Somme) -> Procedure:
    """The other side may answer each firing square once in a phase (6.3.2, X36)."""
    state = g.state
    side = 1 - g.phasing
    for cell in sorted({state.loc[u] for u in state.firing}):
        if cell in state.answered or cell in state.engaged or is_hidden(g, cell):
            continue
        for nation in nations(g, side):
            if (yield from answer_square(g, side, cell, nation)):
                break


def nations(g: Somme, side: int) -> Sequence[str]:
    """With three players each Allied nation is asked by itself."""
    return (BRITISH, FRENCH) if g.setting.three_seats and side != GERMAN else ("",)


def by_table(g: Somme) -> bool:
    """6.4.1."""
    return g.has_option("counter_battery", "table")


def is_hidden(g: Somme, cell: int) -> bool:
    """X51: on the table concealed guns cannot be answered, for that would be a bombardment."""
    return by_table(g) and g.phasing == GERMAN and g.has_operation(Operation.CONCEALED_ARTILLERY)


def answer_square(g: Somme, side: int, cell: int, nation: str) -> Answering:
    """One Counter-battery Fire: guns join, or the defender passes; whether it was fired."""
    state = g.state
    minimum = g.setting.row_minimum[terrain_row(g, cell, side)] if by_table(g) else 1
    guns = [u for u in bearing_guns(g, side, cell) if nation in ("", g.setting.nation[u])]
    if factors(g, Salvo(cell, guns, off_map_bears(g, side, cell)), factors_of) < minimum:
        return False

    def ask(so_far: int, options: list[Action]) -> Asking:
        fire = counted(so_far, "factor", "factors")
        return g.ask(
            side, "counter-battery", "6.4", f"Counter-battery Fire at {g.cell_name(cell)} with {fire}; guns may join",
            options, seat=g.seat(side, nation), places=("offmap",), even_if_one=True,
        )

    salvo = Salvo(cell, [])
    if not (yield from gather(g, side, salvo, guns, minimum, factors_of, ask)):
        return False
    state.answered.append(cell)
    state.fired += salvo.guns
    if salvo.off_map:
        state.off_map_fired = 1
    g.note("counter-battery", "6.4", units=list(salvo.guns), target=cell, off_map=salvo.off_map)
    if by_table(g):
        yield from table_fire(g, side, salvo)
    else:
        die_fire(g, side, salvo)
    return True


def factors_of(g: Somme, gun: int) -> int:
    """6.4: the Defensive CF; on the table (6.4.1) the Bombardment factor."""
    return g.attack(gun) if by_table(g) else g.defence(gun)


def die_fire(g: Somme, side: int, salvo: Salvo) -> None:
    """6.4: a die for each firing gun in the square; not above the factors, and it is Disrupted."""
    state = g.state
    number = factors(g, salvo, factors_of)
    drm = total(modifiers(g, salvo.guns, side, None, salvo.off_map))
    for gun in [u for u in state.firing if state.loc[u] == salvo.target]:
        hit = g.roll("6.4", f"Counter-battery Fire at {g.name(gun)}", [die + drm <= number for die in range(1, 7)])
        g.note("counter-hit" if hit else "counter-miss", "6.4", result=True, unit=gun, factors=number, drm=drm)
        if hit:
            state.firing.remove(gun)
            g.disrupt(gun, "6.4")


def table_fire(g: Somme, side: int, salvo: Salvo) -> Procedure:
    """6.4.1: as a bombardment of the firing square; guns that are hit in any way do not fire."""
    state, cell = g.state, salvo.target
    before = {u: state.steps[u] for u in state.firing}
    outcome = yield from shell(g, side, salvo, "6.4.1", "Counter-battery Fire")
    silenced = [
        u for u in state.firing
        if state.loc[u] < 0 or not g.good_order(u) or state.steps[u] < before[u]
        or (state.loc[u] == cell and outcome != "-" and g.is_interdicted(cell))
    ]
    state.firing = [u for u in state.firing if u not in silenced]
    if silenced:
        g.note("silenced", "6.4.1", units=silenced)
