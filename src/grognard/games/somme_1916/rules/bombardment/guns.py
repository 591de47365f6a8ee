"""Guns, what they reach and what they may fire at (6.2.1, 6.3)."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.engine import ALLOW, Ruling, refuse
from grognard.games.somme_1916.state import Somme
from grognard.games.somme_1916.terms import ALLIED, GERMAN, GOOD_ORDER, Operation
from grognard.rules.masks import cells_of, mask

HEAVY = 6
"""3.4.1: a gun of a longer range than this is heavy."""


# -- guns --


def may_fire(g: Somme, gun: int) -> Ruling:
    """6.3, 6.3.2: in Good Order, not interdicted, and once in a phase."""
    if not g.setting.guns[gun]:
        return refuse("6.2", f"{g.name(gun)} is no artillery")
    if g.state.loc[gun] < 0:
        return refuse("6.2", f"{g.name(gun)} is not on the map")
    if g.state.status[gun] != GOOD_ORDER:
        return refuse("6.3.2", f"{g.name(gun)} is not in Good Order and may not fire until it rallies")
    if g.is_interdicted(g.state.loc[gun]):
        return refuse("6.3.2", f"{g.name(gun)} is in an interdicted square and may not fire")
    if gun in g.state.fired:
        return refuse("6.3", f"{g.name(gun)} has fired in this phase")
    return ALLOW


def ready_guns(g: Somme, side: int) -> list[int]:
    return [u for u in g.setting.gun_units[side] if may_fire(g, u)]


def reach_of(g: Somme, gun: int) -> int:
    """The squares in a gun's range (6.3.1)."""
    return g.setting.in_range(g.state.loc[gun], g.face(gun).range)


def off_map_ready(g: Somme, side: int) -> bool:
    """15.5.3, X50: the German Off-Map Artillery fires once in a Bombardment Phase."""
    return side == GERMAN and g.has_operation(Operation.OFF_MAP_ARTILLERY) and not g.state.off_map_fired


def off_map_factors(g: Somme) -> int:
    return int(g.setting.combat.operations[Operation.OFF_MAP_ARTILLERY].parameters["factors"])


def off_map_reach(g: Somme) -> int:
    """15.5.3: a few squares inland from the north and the east edge, the edge square counted."""
    depth = int(g.setting.combat.operations[Operation.OFF_MAP_ARTILLERY].parameters["range"])
    found = g.map_cache.get(("off-map", depth))
    if not isinstance(found, int):
        setting = g.setting
        north, east = min(setting.row), max(setting.column)
        found = mask(
            c for c in range(len(setting.grid.ids))
            if setting.row[c] < north + depth or setting.column[c] > east - depth
        )
        g.map_cache["off-map", depth] = found
    return found


# -- targets --


def in_the_open(g: Somme, cell: int, side: int) -> list[int]:
    """The enemies of a side in a square that its shells can hurt: not concealed guns (15.5.3, D25)."""
    units = g.enemies_in(cell, side)
    if side != GERMAN and g.has_operation(Operation.CONCEALED_ARTILLERY):
        units = [u for u in units if not g.setting.guns[u]]
    return units


def terrain_row(g: Somme, cell: int, side: int) -> str:
    """6.2.1: the row of the table for a square that a side bombards; the hardest terrain counts."""
    setting = g.setting
    units = g.enemies_in(cell, side)
    if units and all(setting.cavalry[u] for u in units):
        return setting.open_row[cell]                                           # X25: cavalry has no trench
    if not setting.start_trench >> cell & 1 and any(g.is_entrenched(u) for u in units):
        return setting.dug_in_row[cell]
    return setting.shell_row[cell]


def targets(g: Somme, side: int) -> dict[int, int]:
    """The squares that a side may bombard, by the fewest factors that can strike at them."""
    key = ("targets", side)
    found = g.map_cache.get(key)
    if not isinstance(found, dict):
        vacant = g.setting.everywhere & ~g.occupied(ALLIED) & ~g.occupied(GERMAN) & ~mask(g.state.interdicted)
        found = {least: cells & vacant for least, cells in g.setting.minimum_cells.items()}
        concealed = side != GERMAN and g.has_operation(Operation.CONCEALED_ARTILLERY)
        for cell in cells_of(g.occupied(1 - side) & ~mask(g.state.engaged)):
            if not concealed or in_the_open(g, cell, side):
                least = g.setting.row_minimum[terrain_row(g, cell, side)]
                found[least] = found.get(least, 0) | 1 << cell
        g.map_cache[key] = found
    return found


def feasible(g: Somme, side: int, guns: Sequence[int], off_map: bool) -> int:
    """The targets that all these guns together could strike at (6.2.1)."""
    wanted = targets(g, side)
    most = max(wanted)
    at_least = [g.setting.everywhere] + [0] * most
    batteries = [(g.attack(u), reach_of(g, u)) for u in guns]
    if off_map:
        batteries.append((off_map_factors(g), off_map_reach(g)))
    for factors, cells in batteries:
        for k in range(most, 0, -1):
            at_least[k] |= at_least[max(0, k - factors)] & cells
    found = 0
    for least, cells in wanted.items():
        found |= cells & at_least[least]
    return found


def may_bombard(g: Somme, side: int, cell: int) -> Ruling:
    """6.3.2, 6.3.3: what may be bombarded."""
    here = g.setting.grid.ids[cell]
    if cell in g.state.engaged:
        return refuse("6.3.2", f"the units in {here} are engaged: friends are too near")
    if g.friends_in(cell, side):
        return refuse("6.2", f"{here} holds your own units")
    if not g.stack[cell] and g.is_interdicted(cell):
        return refuse("6.5.1", f"{here} is interdicted already")                # D23
    if g.stack[cell] and not in_the_open(g, cell, side):
        return refuse("15.5.3", f"the guns in {here} are concealed and cannot be bombarded")
    return ALLOW
