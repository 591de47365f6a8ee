"""Step losses: the ladders of 6.5.2-6.5.4, the same in every kind of combat (ruling X34).

A real step is a victory point for the enemy (13.2). On its last step a unit can be Disrupted instead,
which costs nothing (ruling X33); a Disrupted unit on its last step is eliminated and goes to the pool
of its side (ruling X14).
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import Any

from grognard.engine import Action
from grognard.games.somme_1916.position import Somme
from grognard.games.somme_1916.terms import FRONT, GERMAN, POOL, Heap, Tally

Losing = Generator[Any, Any, list[int]]
"""Part of a procedure that ends with the units that are left."""


def successor(g: Somme, unit: int) -> int:
    """The counter that takes a reduced unit's place (6.5.2, 6.5.3); -1 if it has none or the pool has none.

    A division becomes the next largest brigade of its nation, a regiment a battalion.
    """
    size = g.setting.units[unit].reduces_to
    if not size:
        return -1
    here = g.in_pool(g.setting.nation[unit], g.setting.brigades if size == "brigade" else g.setting.battalions)
    fitting = [u for u in here if g.printed_attack(u) <= g.attack(unit)]
    if fitting:
        return max(fitting, key=lambda u: (g.printed_attack(u), -u))
    return min(here, key=lambda u: (g.printed_attack(u), u), default=-1)


def on_last_step(g: Somme, unit: int) -> bool:
    """Whether nothing smaller is left of a unit: no reverse side and no counter in the pool (ruling D14)."""
    return g.state.steps[unit] == 1 and successor(g, unit) < 0


def choices(g: Somme, unit: int, hard: bool) -> list[Action]:
    """How a unit can take one step: really, or on its last step by being Disrupted."""
    if hard or g.is_disrupted(unit) or not on_last_step(g, unit):
        return [Action("lose", (unit,))]                                        # 10.2: hard ones to the last man
    if g.setting.side[unit] == GERMAN and g.setting.infantry[unit]:
        return [Action("disrupt", (unit,)), Action("lose", (unit,))]            # 6.5.2: as the owner likes
    return [Action("disrupt", (unit,))]                                         # 6.5.3, 6.5.4


def lose_steps(
    g: Somme, units: Sequence[int], number: int, case: str, cause: str, hard: Sequence[int] = (),
) -> Losing:
    """Units of one side lose steps as their owner chooses; ``hard`` ones first and to the last man (10.2).

    ``cause`` is bombardment, mine, attack (losses of the side that attacks) or defence.
    """
    left, first_hit = list(units), list(hard)
    spread = number >= 3 and bool(left) and g.setting.side[left[0]] == GERMAN   # 6.5.2
    hit: list[int] = []
    while number > 0 and left:
        able = [u for u in left if u in first_hit] or left
        if spread and len(hit) == 1:
            able = [u for u in able if u != hit[0] and g.setting.infantry[u]] or able
        options = [a for u in able for a in choices(g, u, u in first_hit)]
        if spread and len(set(hit)) == 2 and all(u >= 0 and g.setting.infantry[u] for u in hit):
            # 6.5.2: two units are reduced, and the third step is a Disruption if anyone can still be Disrupted.
            options = [a for a in options if a.verb == "disrupt"] or options
        question = f"choose a unit to take a step loss ({number} to go)"
        action = yield from g.ask(g.setting.side[left[0]], "loss", case, question, options)
        unit = action.number()
        remains = unit
        if action.verb == "disrupt":
            g.disrupt(unit, case)
        else:
            remains = lose_step(g, unit, case, cause)
        if remains >= 0 and cause == "bombardment" and g.setting.tanks[remains] and remains not in g.state.broken:
            g.state.broken.append(remains)                                      # 6.5.1, ruling X11
            g.note("broken-down", "6.5.1", unit=remains)
        hit.append(remains)
        left = [remains if u == unit else u for u in left if u != unit or remains >= 0]
        first_hit = [remains if u == unit else u for u in first_hit if u != unit or remains >= 0]
        number -= 1
    return left


def lose_step(g: Somme, unit: int, case: str, cause: str) -> int:
    """One real step; what is left of the unit: itself, the counter in its place, or -1."""
    state, side = g.state, g.setting.side[unit]
    before = strength(g, unit)
    score_loss(g, unit, 1, "loses a step", cause)
    new = successor(g, unit)
    if state.steps[unit] > 1:
        state.steps[unit] -= 1
        g.note("reduced", case, "6.5.3", unit=unit)
        new = unit
    elif new >= 0:
        exchange(g, unit, new)
        g.note("exchanged", case, "6.5.2" if side == GERMAN else "6.5.3", unit=unit, new=new)
    else:
        eliminate(g, unit)
        g.note("eliminated", case, unit=unit)
    state.strength_lost += before - (strength(g, new) if new >= 0 else 0)       # 15.6.5
    return new


def score_loss(g: Somme, unit: int, steps: int, what: str, cause: str = "") -> None:
    """13.2: points for the enemy; what an attack costs counts for replacements, too (12.1.1, ruling X55)."""
    side = g.setting.side[unit]
    points = steps * g.setting.combat.points["step-lost"]
    g.award(1 - side, Heap.LOSSES, points, "13.2", f"{g.name(unit)} {what}")
    if cause == "attack":
        g.count(side, Tally.STEPS, steps)


def strength(g: Somme, unit: int) -> int:
    """15.6.5: the primary factor of the mobile side; only German infantry has one."""
    return g.printed_attack(unit) if g.setting.side[unit] == GERMAN and g.setting.infantry[unit] else 0


def exchange(g: Somme, unit: int, new: int) -> None:
    """A smaller counter takes a unit's place with all that is known of it; the old one goes to the pool."""
    state = g.state
    cell, status, mode = state.loc[unit], state.status[unit], state.mode[unit]
    state.hand_over(unit, new, "status", "mode", "due", "returns")
    for units in (state.fired, state.held, state.moving, state.near, state.flipped, state.turned, state.entered):
        if unit in units:
            units[units.index(unit)] = new
    if unit in state.aim:
        state.aim[new] = state.aim.pop(unit)
    eliminate(g, unit)
    state.steps[new] = g.setting.units[new].steps
    state.status[new] = status
    state.mode[new] = mode if g.setting.two_modes[new] else FRONT
    g.place(new, cell)


def eliminate(g: Somme, unit: int, box: int = POOL) -> None:
    """A unit leaves the map; what was marked on it is forgotten (ruling X14)."""
    state = g.state
    g.remove(unit, box, "due", "returns", "arrived", "sector", "spent", "moved")
    state.aim.pop(unit, None)
    for units in (state.broken, state.held, state.moving):
        if unit in units:
            units.remove(unit)


def destroy(g: Somme, units: Sequence[int], case: str, cause: str) -> None:
    """DE: all steps of all units at once (11.8)."""
    for unit in units:
        score_loss(g, unit, steps_left(g, unit), "is eliminated", cause)
        g.state.strength_lost += strength(g, unit)
        eliminate(g, unit)
        g.note("eliminated", case, unit=unit)


STEPS_BELOW = {"brigade": 2, "battalion": 1, "": 0}


def steps_left(g: Somme, unit: int) -> int:
    """12.1.3: how many steps a unit still has, those of the counters it could become included."""
    return g.state.steps[unit] + STEPS_BELOW[g.setting.units[unit].reduces_to]
