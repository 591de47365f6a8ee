"""Modes of German infantry and HQs, breakdown into smaller units, buildup into larger ones (7.4, 7.7.1)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations_with_replacement

from grognard.engine import ALLOW, Action, Ruling, refuse
from grognard.games.somme_1916.position import Somme
from grognard.games.somme_1916.rules.movement.facing import settle_facing
from grognard.games.somme_1916.rules.movement.reach import points_left
from grognard.games.somme_1916.rules.movement.stacking import may_stack_together
from grognard.games.somme_1916.terms import AHEAD, BACK, BEGUN, FINISHED, FRONT, GERMAN, NOT_BEGUN, POOL, SIDES, Nation

BRIGADES = 3
"""7.4.3: a division separates into three brigades."""
BATTALIONS = 2


def other_mode(g: Somme, unit: int) -> str:
    """The name of the mode that a unit could change to; '' if it has none."""
    if not g.setting.two_modes[unit]:
        return ""
    front, back = ("command", "supply") if g.setting.hqs[unit] else ("mobile", "entrenched")
    return back if g.state.mode[unit] == FRONT else front


def is_moving_on(g: Somme, unit: int) -> bool:
    """Whether a unit's move has not begun or may still go on."""
    return g.state.moved[unit] == NOT_BEGUN or unit in g.state.moving


def may_change_mode(g: Somme, unit: int, word: str) -> Ruling:
    """Whether a unit may change mode now, to the one that is named."""
    name = g.name(unit)
    if not g.setting.two_modes[unit]:
        return refuse("7.4", f"{name} has no modes: only German infantry and HQs do")
    if word != other_mode(g, unit):
        return refuse("7.4", f"{name} can only change to {other_mode(g, unit)} mode")
    if unit in g.state.flipped:
        return refuse("7.4.1", f"{name} has already changed mode this phase")
    return may_change_hq_mode(g, unit) if g.setting.hqs[unit] else may_change_infantry_mode(g, unit)


def may_change_infantry_mode(g: Somme, unit: int) -> Ruling:
    """7.4.1: once during movement, in Good Order and not interdicted; to entrench costs 2 MP."""
    state, name = g.state, g.name(unit)
    if state.loc[unit] < 0:
        return ALLOW                                                            # 7.7: they enter in either mode
    if not g.good_order(unit):
        return refuse("7.4.1", f"{name} is not in Good Order and stays in its mode")
    if state.engaged.get(state.loc[unit]) == SIDES[g.setting.side[unit]]:
        return refuse("8.8", f"{name} is engaged and must renew its Assault")   # D29
    if g.is_interdicted(state.loc[unit]):
        return refuse("7.4.1", f"{name} is in an interdicted square and stays in its mode")
    if not is_moving_on(g, unit):
        return refuse("7.4.1", f"{name} has finished its move")
    if state.mode[unit] == FRONT and points_left(g, unit) < 2 * g.setting.costs["entrench"]:
        return refuse("7.4.1", f"{name} lacks the {g.setting.costs['entrench']} MP that entrenching costs")
    return ALLOW


def may_change_hq_mode(g: Somme, unit: int) -> Ruling:
    """7.4.2: only at the beginning of its movement; a reinforcement at the end of its move (7.7.1)."""
    state, name = g.state, g.name(unit)
    if state.loc[unit] < 0:
        return refuse("7.7.1", f"{name} must enter in Command Mode")
    arriving = unit in state.entered and unit in state.moving and state.mode[unit] == FRONT
    if state.moved[unit] != NOT_BEGUN and not arriving:
        return refuse("7.4.2", f"{name} can change mode only at the start of its move")
    others = [u for u in g.friends_in(state.loc[unit], g.setting.side[unit]) if u != unit]
    if state.mode[unit] == FRONT and others:
        return refuse("7.3.3", f"{name} shares its square: an HQ in Supply Mode cannot stack")
    if state.mode[unit] == BACK and others:
        divisions = [u for u in others if g.setting.divisions[u]]
        if divisions or not may_stack_together(g, others):
            return refuse("7.3.3", f"{name} cannot stay in Command Mode with {g.names(others)}")
    return ALLOW


def mode_actions(g: Somme, unit: int) -> list[Action]:
    word = other_mode(g, unit)
    return [Action("mode", (unit, word))] if word and may_change_mode(g, unit, word) else []


def change_mode(g: Somme, unit: int) -> None:
    """Turn the counter over; MP already spent stay spent, the allowance is that of the new face (X53)."""
    state = g.state
    word = other_mode(g, unit)
    g.set_mode(unit, FRONT if state.mode[unit] == BACK else BACK)
    state.flipped.append(unit)
    if g.setting.hqs[unit]:
        if state.mode[unit] == BACK:
            state.moved[unit] = FINISHED                                        # 7.4.2: it may not move further
            state.moving = [u for u in state.moving if u != unit]
        else:
            settle_facing(g, unit, AHEAD[g.setting.side[unit]])
    g.note("mode", "7.4.2" if g.setting.hqs[unit] else "7.4.1", unit=unit, mode=word)


def may_regroup(g: Somme, unit: int) -> Ruling:
    """7.4.3, 7.4.4: Good Order, not interdicted."""
    if not g.good_order(unit):
        return refuse("7.4.3", f"{g.name(unit)} is not in Good Order")
    if g.is_interdicted(g.state.loc[unit]):
        return refuse("7.4.3", f"{g.name(unit)} is in an interdicted square")
    if g.is_engaged(unit):
        return refuse("8.8", f"{g.name(unit)} is engaged")
    return ALLOW


# -- breakdown --


def parts_of(g: Somme, unit: int) -> list[tuple[int, ...]]:
    """What a unit may separate into: of equal counters in the pool always the first ones (ruling D26)."""
    setting = g.setting
    nation = setting.nation[unit]
    if setting.regiments[unit]:
        pool = g.in_pool(nation, setting.battalions)
        return [tuple(pool[:BATTALIONS])] if len(pool) >= BATTALIONS else []
    if not setting.divisions[unit]:
        return []
    by_attack: dict[int, list[int]] = {}
    for brigade in g.in_pool(nation, setting.brigades):
        by_attack.setdefault(g.printed_attack(brigade), []).append(brigade)
    limit = g.attack(unit)
    for number in range(BRIGADES, 0, -1):
        # 7.4.3: fewer brigades only if the counters do not allow more.
        found = []
        for attacks in combinations_with_replacement(sorted(by_attack, reverse=True), number):
            if sum(attacks) <= limit and all(attacks.count(a) <= len(by_attack[a]) for a in set(attacks)):
                found.append(tuple(sorted(u for a in set(attacks) for u in by_attack[a][:attacks.count(a)])))
        if found:
            return found
    return []


def may_separate(g: Somme, unit: int) -> Ruling:
    """At any time during movement (7.4.3, 7.4.4), enemy zones of control or not (7.4.5)."""
    if not g.setting.divisions[unit] and not g.setting.regiments[unit]:
        return refuse("7.4.3", f"{g.name(unit)} cannot separate: only divisions and regiments can")
    if g.state.loc[unit] < 0:
        return refuse("7.4.3", f"{g.name(unit)} is not on the map")
    if not is_moving_on(g, unit):
        return refuse("7.4.3", f"{g.name(unit)} has finished its move")
    return may_regroup(g, unit)


def separation_actions(g: Somme, unit: int, can_leave: Callable[[int, int], bool]) -> list[Action]:
    """Three brigades do not fit in a square (7.3.1), so one of them must be able to leave it.

    ``can_leave`` tells of a division and a brigade of it; it is asked only if all depends on it.
    """
    if not may_separate(g, unit):
        return []
    ways = parts_of(g, unit)
    if ways and len(ways[0]) == BRIGADES and not can_leave(unit, ways[0][0]):
        return []
    return [Action("separate", (unit, parts)) for parts in ways]


def separate(g: Somme, unit: int, parts: Sequence[int]) -> None:
    """The smaller counters take the place of the larger one, which goes to the pool."""
    state = g.state
    cell = state.loc[unit]
    for part in parts:
        state.hand_over(unit, part)
        state.steps[part] = g.setting.units[part].steps
        state.moved[part] = max(BEGUN, state.moved[unit])                       # 7.5: who has stopped stays stopped
        for marks in (state.near, state.flipped, state.entered):
            if unit in marks:
                marks.append(part)
    g.remove(unit, POOL, "arrived")                                             # 7.8: when it first came
    for part in parts:
        g.place(part, cell)
    state.moving = [*(u for u in state.moving if u != unit), *parts]
    g.note("separated", "7.4.4" if g.setting.side[unit] == GERMAN else "7.4.3", unit=unit, parts=list(parts))


# -- buildup --


def may_combine(g: Somme, units: Sequence[int]) -> Ruling:
    """7.4.3, 7.4.4: stacked together at the start of the phase, none has moved."""
    for unit in units:
        if not g.setting.brigades[unit] and not g.setting.battalions[unit]:
            return refuse("7.4.3", f"{g.name(unit)} cannot combine: only brigades and battalions can")
        if g.state.loc[unit] < 0:
            return refuse("7.4.3", f"{g.name(unit)} is not on the map")
        if g.state.moved[unit] or unit in g.state.flipped:
            return refuse("7.4.3", f"{g.name(unit)} has moved: units can combine only at the start of the phase")
        ruling = may_regroup(g, unit)
        if not ruling:
            return ruling
    if len({g.state.loc[u] for u in units}) > 1:
        return refuse("7.4.3", "units must be stacked together to combine")
    return ALLOW


def combining_actions(g: Somme, unit: int) -> list[Action]:
    """What the unit and the others in its square may become; listed for the first of them."""
    setting = g.setting
    if not setting.brigades[unit] and not setting.battalions[unit]:
        return []
    stack = g.friends_in(g.state.loc[unit], setting.side[unit])
    if len(stack) < 2:
        return []
    if setting.brigades[unit]:
        group = tuple(u for u in stack if setting.brigades[u])
        # A division stands alone: nobody else may be in the square (7.3.1).
        if group[0] != unit or len(group) != len(stack) or not may_combine(g, group):
            return []
        total = sum(g.attack(u) for u in group)
        return [
            Action("combine", (group, d)) for d in g.in_pool(setting.nation[unit], setting.divisions)
            if strength_after(g, d, total)
        ]
    found = []
    regiment = smallest_regiment(g)
    for other in stack:
        pair = (unit, other)
        alike = other > unit and setting.battalions[other] and g.state.mode[other] == g.state.mode[unit]
        if regiment >= 0 and alike and may_combine(g, pair):
            found.append(Action("combine", (pair, regiment)))
    return found


def strength_after(g: Somme, division: int, total: int) -> int:
    """7.4.3: the steps of a division that is built by a total of attack factors; 0 if they are too few."""
    front, back = g.setting.faces[division]
    return 2 if total >= front.attack else 1 if total >= back.attack else 0


def smallest_regiment(g: Somme) -> int:
    """7.4.4: the smallest in the pool; of equal ones the first."""
    return min(g.in_pool(Nation.GERMAN, g.setting.regiments), key=lambda u: (g.printed_attack(u), u), default=-1)


def may_combine_into(g: Somme, units: Sequence[int], into: int) -> Ruling:
    """Whether these units make the one that is named."""
    ruling = may_combine(g, units)
    if not ruling:
        return ruling
    if g.state.loc[into] != POOL:
        return refuse("7.4.3", f"{g.name(into)} is not in the Replacement Pool")
    if Action("combine", (tuple(sorted(units)), into)) in combining_actions(g, min(units)):
        return ALLOW
    if g.setting.battalions[units[0]]:
        return refuse("7.4.4", "two battalions in the same mode combine into the smallest regiment in the pool")
    others = [u for u in g.stack[g.state.loc[units[0]]] if not g.setting.brigades[u]]
    if others:
        return refuse("7.3.1", f"a division must be alone in its square, and {g.names(others)} is there")
    return refuse(
        "7.4.3",
        f"these do not make {g.name(into)}: it takes all brigades of its nation in the square, with enough factors",
    )


def combine(g: Somme, units: Sequence[int], into: int) -> None:
    state = g.state
    cell, total = state.loc[units[0]], sum(g.attack(u) for u in units)
    state.hand_over(units[0], into)
    state.sector[into] = max(state.sector[u] for u in units)
    state.steps[into] = strength_after(g, into, total) if g.setting.divisions[into] else g.setting.units[into].steps
    for unit in units:
        g.remove(unit, POOL, "arrived")
    g.place(into, cell)
    g.note("combined", "7.4.4" if g.setting.side[into] == GERMAN else "7.4.3", units=list(units), new=into)
