"""Advance after combat, breakthrough and consolidation (11.8, 11.8.2, 11.9)."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.engine import Action, Procedure, Ruling, refuse
from grognard.games.somme_1916.position import Somme
from grognard.games.somme_1916.rules.assault.declaration import MOST_RESOURCES
from grognard.games.somme_1916.rules.assault.engagements import settle
from grognard.games.somme_1916.rules.assault.odds import seat_of
from grognard.games.somme_1916.rules.assault.strengths import can_fight, is_mobile_arm
from grognard.games.somme_1916.rules.bombardment.losses import eliminate, score_loss
from grognard.games.somme_1916.rules.movement.facing import settle_facing
from grognard.games.somme_1916.rules.movement.stacking import fits, may_stack
from grognard.games.somme_1916.terms import EAST, GONE, NATIONS, NORTH, NOWHERE, SOUTH, WEST, Resource
from grognard.rules.masks import cells_of, mask
from grognard.rules.orders import END

BEYOND = {"DE": (0, 1), "DEBT": (2, 3)}
"""11.8, 11.8.2: squares beyond the assaulted one, for infantry and for tanks and cavalry."""


def surrender(g: Somme, cell: int) -> None:
    """7.4.2, 11.3: Supply HQs left alone in an assaulted square are lost for good."""
    for unit in g.enemies_in(cell, g.phasing):
        if g.in_supply_mode(unit):
            score_loss(g, unit, 1, "surrenders")
            eliminate(g, unit, GONE)
            g.note("surrender", "11.3", unit=unit)


def squares_beyond(g: Somme, target: int, steps: int) -> list[int]:
    """Vacant or friendly squares a few steps past the target; enemy zones do not matter (11.8)."""
    closed = g.occupied(1 - g.phasing) | mask(g.state.engaged)
    found = 1 << target
    for _ in range(steps):
        found |= g.setting.move_steps.anywhere.of(found) & ~closed
    return cells_of(found & ~(1 << target))


def take_square(g: Somme, attackers: Sequence[int], target: int, result: str) -> Procedure:
    """11.8.2: at least one unit occupies the square; tanks and cavalry go farthest, neighbours consolidate.

    Unless the attackers break through, those who would over-stack the square stay where they came from.
    """
    state = g.state
    surrender(g, target)
    settle(g, target)
    near, far = BEYOND.get(result, (0, 0))
    alive = g.living(attackers)
    advanced = [u for u in alive if state.loc[u] == target]
    finished: list[int] = []
    while True:
        options = [
            Action("advance", (u, c)) for u in alive if u not in finished
            for c in advance_squares(g, u, target, far if is_mobile_arm(g, u) else near)
        ]
        if may_consolidate(g):
            options += [Action("consolidate", (u,)) for u in consolidators(g, attackers, target)]
        if not options:
            return
        action = yield from g.ask(
            g.phasing, "advance", "11.8.2", f"who advances to {g.cell_name(target)}?",
            [*options, *([END] if advanced else [])], seat=seat_of(g, attackers),
            why_not=lambda a: refusal_of_advance(g, a, attackers, target), also=("advance", "consolidate", "end"),
        )
        if action.verb == "end":
            return
        unit = action.number()
        if action.verb == "consolidate":
            if Resource.CONSOLIDATE not in state.used:
                state.resources[Resource.CONSOLIDATE] -= 1                      # 9.2.7, 11.9: one resource, at once
                state.used.append(Resource.CONSOLIDATE)
            enter(g, unit, target, target, "11.9")
        else:
            cell = action.number(1)
            if cell != target or not (near or (far and is_mobile_arm(g, unit))):
                finished.append(unit)
            enter(g, unit, target, cell, "11.8.2" if cell == target else "11.8")
        advanced.append(unit)


def advance_squares(g: Somme, unit: int, target: int, beyond: int) -> list[int]:
    """Where one attacker may go now."""
    here = g.state.loc[unit]
    found = [target] if here != target and fits(g, unit, target) else []
    if beyond:
        found += [c for c in squares_beyond(g, target, beyond) if c != here and fits(g, unit, c)]
    return found


def may_consolidate(g: Somme) -> bool:
    """11.9: declared already, or a resource is left and is not the fifth of this Assault (9.3)."""
    state = g.state
    if Resource.CONSOLIDATE in state.used:
        return True
    return state.resources.get(Resource.CONSOLIDATE, 0) > 0 and len(state.used) < MOST_RESOURCES


def consolidators(g: Somme, attackers: Sequence[int], target: int) -> list[int]:
    """11.9: neighbours in Good Order that took no part and are not committed (ruling X61).

    With three players only countrymen of the attackers: the others are not theirs to order (ruling D11).
    """
    state = g.state
    nations = {g.setting.nation[u] for u in attackers} if g.setting.three_seats else NATIONS
    found = []
    for cell in cells_of(g.setting.path_around[target] & g.occupied(g.phasing)):
        if cell in state.engaged:
            continue
        found += [
            u for u in g.stack[cell]
            if u not in attackers and g.setting.nation[u] in nations
            and state.commit[u] < 0 and can_fight(g, u) and u not in state.broken
            and u not in state.held and not g.in_supply_mode(u) and fits(g, u, target)
        ]
    return found


def refusal_of_advance(g: Somme, action: Action, attackers: Sequence[int], target: int) -> Ruling:
    if action.verb == "end":
        return refuse("11.8.2", "at least one unit must occupy the assaulted square")
    unit = action.number()
    name = g.name(unit)
    if action.verb == "consolidate":
        if not may_consolidate(g):
            if g.state.resources.get(Resource.CONSOLIDATE, 0):
                return refuse("9.3", "no more than four resources aid one Assault")
            return refuse("11.9", "no Consolidate resource is left")
        if unit in attackers:
            return refuse("11.9", f"{name} took part in the Assault and advances without consolidation")
        return refuse("11.9", f"{name} must be next to the square, in Good Order and uncommitted, and must fit there")
    if unit not in attackers:
        return refuse("11.8.2", f"{name} did not take part in the Assault")
    cell = action.number(1)
    ruling = may_stack(g, unit, cell)
    if not ruling:
        return ruling
    return refuse("11.8.2", f"{name} may not advance to {g.cell_name(cell)} with this result")


def enter(g: Somme, unit: int, target: int, cell: int, case: str) -> None:
    """A unit goes forward and faces the way it went, or as those who are there before it (7.2.2)."""
    state = g.state
    came = state.loc[unit]
    g.pass_through(unit, target)
    g.place(unit, cell)
    g.pass_through(unit, cell)
    settle_facing(g, unit, facing_from(g, came, cell) if came != cell else state.facing[unit])
    state.jump_off[unit] = NOWHERE
    g.note("advance", case, unit=unit, to=cell)


def facing_from(g: Somme, a: int, b: int) -> int:
    """The side that a unit faces after going from one square to another: east or west before north and south."""
    dx = g.setting.column[b] - g.setting.column[a]
    if dx:
        return EAST if dx > 0 else WEST
    return SOUTH if g.setting.row[b] > g.setting.row[a] else NORTH
