"""Guns, what they reach and what they may fire at (6.2.1, 6.3)."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from typing import Any

from grognard.engine import ALLOW, Action, Asking, Ruling, refuse
from grognard.engine.facts import derived
from grognard.engine.game import Asked
from grognard.games.somme_1916.position import Somme
from grognard.games.somme_1916.terms import ALLIED, GERMAN, Operation
from grognard.rules.masks import mask
from grognard.rules.orders import PASS

FIRE = Action("fire")
HEAVY = 6
"""3.4.1: a gun of a longer range than this is heavy."""


# -- guns --


def may_fire(g: Somme, gun: int) -> Ruling:
    """6.3, 6.3.2: in Good Order, not interdicted, and once in a phase."""
    if not g.setting.guns[gun]:
        return refuse("6.2", f"{g.name(gun)} is not artillery")
    if g.state.loc[gun] < 0:
        return refuse("6.2", f"{g.name(gun)} is not on the map")
    if not g.good_order(gun):
        return refuse("6.3.2", f"{g.name(gun)} is not in Good Order and cannot fire until it rallies")
    if g.is_interdicted(g.state.loc[gun]):
        return refuse("6.3.2", f"{g.name(gun)} is in an interdicted square and cannot fire")
    if gun in g.state.fired:
        return refuse("6.3", f"{g.name(gun)} has already fired this phase")
    return ALLOW


def ready_guns(g: Somme, side: int) -> list[int]:
    return [u for u in g.living(g.setting.gun_units[side]) if may_fire(g, u)]


def reach_of(g: Somme, gun: int) -> int:
    """The squares in a gun's range (6.3.1)."""
    return g.setting.within(g.state.loc[gun], g.face(gun).range)


def bearing_guns(g: Somme, side: int, cell: int) -> list[int]:
    """6.3.1: the guns of a side that may fire and have a square in range."""
    guns = g.living(g.setting.gun_units[side])
    return [u for u in guns if reach_of(g, u) >> cell & 1 and may_fire(g, u)]


def off_map_ready(g: Somme, side: int) -> bool:
    """15.5.3, X50: the German Off-Map Artillery fires once in a Bombardment Phase."""
    return side == GERMAN and g.has_operation(Operation.OFF_MAP_ARTILLERY) and not g.state.off_map_fired


def off_map_factors(g: Somme) -> int:
    return g.setting.combat.operations[Operation.OFF_MAP_ARTILLERY].number("factors")


@derived
def off_map_reach(g: Somme) -> int:
    """15.5.3: a few squares inland from the north and the east edge, the edge square counted."""
    depth = g.setting.combat.operations[Operation.OFF_MAP_ARTILLERY].number("range")
    rows, columns = g.setting.row, g.setting.column
    north, east = min(rows), max(columns)
    return mask(c for c in range(len(rows)) if rows[c] < north + depth or columns[c] > east - depth)


def off_map_bears(g: Somme, side: int, cell: int) -> bool:
    """Whether a side's Off-Map Artillery could fire at that square now."""
    return off_map_ready(g, side) and bool(off_map_reach(g) >> cell & 1)


# -- guns that fire together --


class Salvo:
    """6.3.1: guns that combine their fire at a square, and whether the Off-Map Artillery does (15.5.3)."""

    def __init__(self, target: int, guns: list[int], off_map: bool = False) -> None:
        self.target = target
        self.guns = guns
        self.off_map = off_map


def factors(g: Somme, salvo: Salvo, factor: Callable[[Somme, int], int] = Somme.attack) -> int:
    return sum(factor(g, u) for u in salvo.guns) + (off_map_factors(g) if salvo.off_map else 0)


def gather(
    g: Somme, side: int, salvo: Salvo, able: Sequence[int], minimum: int, factor: Callable[[Somme, int], int],
    ask: Callable[[int, list[Action]], Asking],
) -> Generator[Asked, Any, bool]:
    """6.3.1: guns join until enough of them fire; a player who has named none may pass. Whether they fire."""
    while True:
        so_far = factors(g, salvo, factor)
        options = [Action("join", (u,)) for u in able if u not in salvo.guns]
        if not salvo.off_map and off_map_bears(g, side, salvo.target):
            options.append(Action("offmap", (salvo.target,)))
        if so_far >= minimum:
            options.append(FIRE)
        if not salvo.guns and not salvo.off_map:
            options.append(PASS)
        action = FIRE if options == [FIRE] else (yield from ask(so_far, options))
        if action.verb == "offmap":
            salvo.off_map = True
            if side == g.phasing:
                g.state.off_map_fired = 1                                       # an answer counts when it is fired
        elif action.verb == "join":
            salvo.guns.append(action.number())
        else:
            return action.verb == "fire"


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


@derived
def targets(g: Somme, side: int) -> dict[int, int]:
    """The squares that a side may bombard, by the fewest factors that can strike at them."""
    setting, loc, enemies = g.setting, g.state.loc, g.on_map(1 - side)
    vacant = setting.everywhere & ~g.occupied(ALLIED) & ~g.occupied(GERMAN)
    held = g.occupied(1 - side) & ~mask(g.state.engaged)
    if side != GERMAN and g.has_operation(Operation.CONCEALED_ARTILLERY):
        held &= mask([loc[u] for u in enemies if not setting.guns[u]])
    # As in `terrain_row`, for all squares at once.
    horse = [loc[u] for u in enemies if setting.cavalry[u]]
    in_open = held & mask(horse) & ~mask([loc[u] for u in enemies if not setting.cavalry[u]]) if horse else 0
    dug_in = held & ~setting.start_trench & mask([loc[u] for u in enemies if g.is_entrenched(u)])
    other = (vacant | held) & ~(in_open | dug_in)
    found: dict[int, int] = {}
    for minimum, cells in (
        (setting.open_minimum, in_open), (setting.dug_in_minimum, dug_in), (setting.shell_minimum, other)
    ):
        for least, there in minimum.items():
            found[least] = found.get(least, 0) | cells & there
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
    marker = g.marker_of(side)
    return found & ~mask([c for c, other in g.state.interdicted.items() if other == marker and not g.stack[c]])  # D23


def may_bombard(g: Somme, side: int, cell: int) -> Ruling:
    """6.3.2, 6.3.3: what may be bombarded."""
    here = g.cell_name(cell)
    if cell in g.state.engaged:
        return refuse("6.3.2", f"the units in {here} are engaged: your own men are too close")
    if g.friends_in(cell, side):
        return refuse("6.2", f"{here} holds your own units")
    if not g.stack[cell] and g.state.interdicted.get(cell) == g.marker_of(side):
        return refuse("6.5.1", f"{here} is already interdicted")                # D23
    if g.stack[cell] and not in_the_open(g, cell, side):
        return refuse("15.5.3", f"the guns in {here} are concealed and cannot be bombarded")
    return ALLOW
