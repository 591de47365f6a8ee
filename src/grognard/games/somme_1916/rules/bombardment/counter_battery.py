"""Counter-battery Fire (section 6.4, with the printed option 6.4.1)."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import Any

from grognard.engine import Action, Choice, Decision, Procedure, Together
from grognard.engine.events import counted
from grognard.games.somme_1916.rules.bombardment.guns import (
    off_map_factors,
    off_map_reach,
    off_map_ready,
    reach_of,
    ready_guns,
    terrain_row,
)
from grognard.games.somme_1916.rules.bombardment.results import apply_result, modifiers
from grognard.games.somme_1916.state import Somme
from grognard.games.somme_1916.terms import BRITISH, FRENCH, GERMAN, GOOD_ORDER, SIDES, Operation
from grognard.games.somme_1916.verbs import FIRE, PASS

Answering = Generator[Decision | Together, Any, bool]
"""A part of a procedure that ends with whether there was an answer."""


def answer_fire(g: Somme) -> Procedure:
    """The other side may answer each firing square once in a phase (6.3.2, X36)."""
    state = g.state
    side = 1 - g.phasing
    for cell in sorted({state.loc[u] for u in state.firing}):
        if cell in state.answered or cell in state.engaged or is_hidden(g, cell):
            continue
        for nation in nations(g, side):
            answered = yield from answer_square(g, side, cell, nation)
            if answered:
                break


def nations(g: Somme, side: int) -> Sequence[str]:
    """With three players each Allied nation is asked by itself."""
    return (BRITISH, FRENCH) if g.setting.three_seats and side != GERMAN else ("",)


def by_table(g: Somme) -> bool:
    """6.4.1."""
    return g.setting.options["counter_battery"] == "table"


def is_hidden(g: Somme, cell: int) -> bool:
    """X51: on the table concealed guns cannot be answered, for that would be a bombardment."""
    return by_table(g) and g.phasing == GERMAN and g.has_operation(Operation.CONCEALED_ARTILLERY)


def answer_square(g: Somme, side: int, cell: int, nation: str) -> Answering:
    """One Counter-battery Fire: guns join, or the defender passes; whether it was fired."""
    state, setting = g.state, g.setting
    guns: list[int] = []
    off_map = False
    minimum = setting.row_minimum[terrain_row(g, cell, side)] if by_table(g) else 1
    ready = [
        u for u in ready_guns(g, side)
        if reach_of(g, u) >> cell & 1 and (not nation or setting.nation[u] == nation)
    ]
    reserve = off_map_factors(g) if off_map_ready(g, side) and off_map_reach(g) >> cell & 1 else 0
    if sum(factors_of(g, u) for u in ready) + reserve < minimum:
        return False
    while True:
        factors = sum(factors_of(g, u) for u in guns) + (reserve if off_map else 0)
        options = [Action("join", (u,)) for u in ready if u not in guns]
        if reserve and not off_map:
            options.append(Action("offmap", (cell,)))
        if factors >= minimum:
            options.append(FIRE)
        if not guns and not off_map:
            options.append(PASS)
        action = FIRE
        if options != [FIRE]:
            seat, fire = g.seat(side, nation), counted(factors, "factor", "factors")
            action = yield Choice(
                SIDES[side], "counter-battery", "6.4",
                f"{setting.seat_name(seat)}: Counter-battery Fire at {setting.grid.ids[cell]} "
                f"with {fire}; guns may join",
                options, seat=seat, places=("offmap",),
            )
        if action.verb == "pass":
            return False
        if action.verb == "fire":
            break
        if action.verb == "offmap":
            off_map = True
        else:
            guns.append(action.number())
    state.answered.append(cell)
    state.fired += guns
    if off_map:
        state.off_map_fired = 1
    g.note("counter-battery", "6.4", units=list(guns), target=cell, off_map=off_map)
    if by_table(g):
        yield from table_fire(g, side, cell, guns, off_map)
    else:
        die_fire(g, side, cell, guns, off_map)
    return True


def factors_of(g: Somme, gun: int) -> int:
    """6.4: the Defensive CF; on the table (6.4.1) the Bombardment factor."""
    return g.attack(gun) if by_table(g) else g.defence(gun)


def die_fire(g: Somme, side: int, cell: int, guns: Sequence[int], off_map: bool) -> None:
    """6.4: a die for each firing gun in the square; not above the factors, and it is Disrupted."""
    state = g.state
    factors = sum(factors_of(g, u) for u in guns) + (off_map_factors(g) if off_map else 0)
    drm = sum(n for _, n in modifiers(g, guns, side, None, off_map))
    for gun in [u for u in state.firing if state.loc[u] == cell]:
        hits = [die + drm <= factors for die in range(1, 7)]
        die = g.throw("6.4", f"Counter-battery Fire at {g.name(gun)}", same=hits)
        kind = "counter-hit" if hits[die - 1] else "counter-miss"
        g.note(kind, "6.4", result=True, unit=gun, factors=factors, drm=drm)
        if hits[die - 1]:
            state.firing.remove(gun)
            g.disrupt(gun, "6.4")


def table_fire(g: Somme, side: int, cell: int, guns: Sequence[int], off_map: bool) -> Procedure:
    """6.4.1: as a bombardment of the firing square; guns that are hit in any way do not fire."""
    state, table = g.state, g.setting.bombardment
    before = {u: state.steps[u] for u in state.firing}
    factors = sum(factors_of(g, u) for u in guns) + (off_map_factors(g) if off_map else 0)
    column = table.column(terrain_row(g, cell, side), factors)
    drm = sum(n for _, n in modifiers(g, guns, side, cell, off_map))
    results = [table.result(column, die + drm) for die in range(1, 7)]
    die = g.throw("6.4.1", "Counter-battery Fire", same=results)
    outcome = results[die - 1]
    g.note("bombardment", "6.4.1", result=True, target=cell, factors=factors, row=terrain_row(g, cell, side),
           column=column, drm=drm, outcome=outcome)
    yield from apply_result(g, cell, side, outcome)
    silenced = [
        u for u in state.firing
        if state.loc[u] < 0 or state.status[u] != GOOD_ORDER or state.steps[u] < before[u]
        or (state.loc[u] == cell and outcome != "-" and g.is_interdicted(cell))
    ]
    state.firing = [u for u in state.firing if u not in silenced]
    if silenced:
        g.note("silenced", "6.4.1", units=silenced)
