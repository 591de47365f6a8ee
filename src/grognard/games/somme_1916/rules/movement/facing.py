"""Facing (case 7.2.2)."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.engine import ALLOW, Action, Procedure, Ruling, refuse
from grognard.games.somme_1916.position import Somme
from grognard.games.somme_1916.terms import AHEAD, EAST, FACING_NAMES, FACINGS, NO_FACING, NORTH, SOUTH, WEST, Facing


def possible_facings(g: Somme, unit: int) -> list[int]:
    """Where a unit may be turned to: anywhere, but in an enemy zone only beside a diagonal step (X65, D27)."""
    state = g.state
    now = state.facing[unit]
    if now < 0 or unit in state.turned or g.is_engaged(unit):
        return []
    if not g.in_enemy_zone(unit):
        return [d for d in FACING_NAMES if d != now]
    step = state.diagonal.get(unit)
    if step is None or len(g.friends_in(state.loc[unit], g.setting.side[unit])) > 1:
        return []
    return [d for d in ((step - 1) % 8, (step + 1) % 8) if d != now]


def facing_actions(g: Somme, unit: int) -> list[Action]:
    return [Action("face", (unit, FACING_NAMES[d])) for d in possible_facings(g, unit)]


def may_face(g: Somme, unit: int, word: str) -> Ruling:
    state, name = g.state, g.name(unit)
    if word not in FACINGS:
        return refuse("7.2.2", f"a unit faces north, east, south or west, not '{word}'")
    if FACINGS[word] in possible_facings(g, unit):
        return ALLOW
    if state.facing[unit] < 0:
        return refuse("7.4.2", f"{name} has no facing in Supply Mode")
    if state.facing[unit] == FACINGS[word]:
        return refuse("7.2.2", f"{name} already faces {word}")
    if unit in state.turned:
        return refuse("7.2.2", f"{name} has already turned")
    return refuse("7.2.2", f"{name} is in an enemy zone of control and can turn only to leave the square")


def turn(g: Somme, unit: int, direction: int) -> None:
    """All units of a stack face the same side."""
    for other in g.friends_in(g.state.loc[unit], g.setting.side[unit]):
        if g.state.facing[other] >= 0:
            g.state.facing[other] = Facing(direction)
    g.state.turned.append(unit)
    g.note("face", "7.2.2", unit=unit, facing=FACING_NAMES[direction])


def default_facing(g: Somme, unit: int, direction: int) -> int:
    """Where a unit faces that has just moved; of two sides beside a diagonal its own, else the enemy's."""
    if direction % 2 == 0:
        return direction
    sides = ((direction - 1) % 8, (direction + 1) % 8)
    ahead = AHEAD[g.setting.side[unit]]
    for wanted in (g.state.facing[unit], ahead):
        if wanted in sides:
            return wanted
    return sides[0]


def settle_facing(g: Somme, unit: int, direction: int) -> None:
    """The facing of a unit that has come into a square: that of the stack it joins, else its own."""
    found = stack_facing(g, unit)
    g.state.facing[unit] = Facing(direction) if found == NO_FACING else found


def stack_facing(g: Somme, unit: int) -> Facing:
    """Where the others of its side in a unit's square face; NO_FACING if nobody there faces anywhere."""
    facing = g.state.facing
    others = g.friends_in(g.state.loc[unit], g.setting.side[unit])
    return next((facing[u] for u in others if u != unit and facing[u] >= 0), NO_FACING)


def facing_from(g: Somme, a: int, b: int) -> int:
    """The side that a unit faces after going from one square to another: east or west before north and south."""
    dx = g.setting.column[b] - g.setting.column[a]
    if dx:
        return EAST if dx > 0 else WEST
    return SOUTH if g.setting.row[b] > g.setting.row[a] else NORTH


def face_after_retreat(g: Somme, unit: int, vacant: bool, case: str) -> Procedure:
    """11.8.1: in a vacant square the unit may face any side; otherwise it faces as those already there."""
    if g.in_supply_mode(unit):
        return
    if not vacant and stack_facing(g, unit) != NO_FACING:
        g.state.facing[unit] = stack_facing(g, unit)
        return
    yield from choose_facing(g, [unit], case)


def face_again(g: Somme, units: Sequence[int], case: str) -> Procedure:
    """11.8.1: attackers who are back in a square of their own face any side together; with others there, as they do."""
    for cell in sorted({g.state.loc[u] for u in g.living(units)}):
        here = g.friends_in(cell, g.setting.side[units[0]])
        if all(u in units or g.state.facing[u] < 0 for u in here):
            yield from choose_facing(g, [u for u in here if u in units], case)


def choose_facing(g: Somme, units: Sequence[int], case: str) -> Procedure:
    """Units in one square face the same side, as their owner likes."""
    action = yield from g.ask(
        g.setting.side[units[0]], "facing", case, f"choose a facing for {g.names(units)}",
        [Action("face", (units[0], word)) for word in FACINGS],
    )
    for unit in units:
        g.state.facing[unit] = FACINGS[action.word(1)]
    g.note("face", case, unit=units[0], facing=action.word(1))
