"""Modes of German infantry and of Corps HQs (7.4.1, 7.4.2, 7.7.1)."""

from __future__ import annotations

from grognard.engine import ALLOW, Action, Ruling, refuse
from grognard.games.somme_1916.position import Somme
from grognard.games.somme_1916.rules.movement.facing import settle_facing
from grognard.games.somme_1916.rules.movement.reach import points_left
from grognard.games.somme_1916.rules.movement.stacking import may_stack_together
from grognard.games.somme_1916.terms import AHEAD, BACK, FINISHED, FRONT, NOT_BEGUN, SIDES


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
        return refuse("7.4", f"{name} has no modes: only German infantry and HQs have")
    if word != other_mode(g, unit):
        return refuse("7.4", f"{name} can only change to {other_mode(g, unit)} mode")
    if unit in g.state.flipped:
        return refuse("7.4.1", f"{name} has changed mode in this phase")
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
        return refuse("7.4.1", f"{name} has not the {g.setting.costs['entrench']} MP left that entrenching costs")
    return ALLOW


def may_change_hq_mode(g: Somme, unit: int) -> Ruling:
    """7.4.2: only at the beginning of its movement; a reinforcement at the end of its move (7.7.1)."""
    state, name = g.state, g.name(unit)
    if state.loc[unit] < 0:
        return refuse("7.7.1", f"{name} must enter in Command Mode")
    arriving = unit in state.entered and unit in state.moving and state.mode[unit] == FRONT
    if state.moved[unit] != NOT_BEGUN and not arriving:
        return refuse("7.4.2", f"{name} may change mode only at the beginning of its movement")
    others = [u for u in g.friends_in(state.loc[unit], g.setting.side[unit]) if u != unit]
    if state.mode[unit] == FRONT and others:
        return refuse("7.3.3", f"{name} shares its square: an HQ in Supply Mode may not stack")
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
