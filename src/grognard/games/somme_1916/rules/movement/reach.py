"""Where a unit can go: terrain, passage, interdiction, zones of control, off-front movement (7.2-7.6).

Costs are counted in halves of a movement point.
"""

from __future__ import annotations

from grognard.engine.facts import derived
from grognard.games.somme_1916.position import Somme
from grognard.games.somme_1916.terms import ALLIED, BACK, GERMAN, OFF_MAP
from grognard.rules.masks import layer_mask, mask
from grognard.rules.search import Reach, Tolls, first_steps, reach


def allowance(g: Somme, unit: int) -> int:
    """A unit's movement points in halves, before doubling: weather and Suppression first, then halving (7.0)."""
    state, setting = g.state, g.setting
    if unit in state.broken or unit in state.held or (setting.hqs[unit] and state.mode[unit] == BACK):
        return 0                                                                # 7.8, 14.1.3, 7.4.2
    points = g.face(unit).mp + setting.weather_effects[state.weather].mp        # 5.3, 5.4
    if g.is_suppressed(unit):
        points += setting.costs["suppressed"]                                   # 6.5.1
    points = max(0, points)
    if g.is_disrupted(unit):
        points = -(-points // setting.costs["disrupted"])                       # 6.5.1: halved, rounded up
    return 2 * points


@derived
def near_enemy(g: Somme, side: int) -> tuple[int, int]:
    """7.6: squares less than three from an enemy that is not totally surrounded, and with them those one farther."""
    unheld = g.setting.everywhere & ~(g.occupied(side) | g.zone_cells[side])
    return g.setting.nearness(g.occupied(1 - side) & g.setting.beside.of(unheld))


def points_left(g: Somme, unit: int) -> int:
    """What a unit on the map has left in halves; doubled while it has kept far from the enemy (7.6)."""
    points, cell = allowance(g, unit), g.state.loc[unit]
    if unit not in g.state.near and not near_enemy(g, g.setting.side[unit])[0] >> cell & 1:
        points *= g.setting.costs["off-front"]
    return points - g.state.spent[unit]


@derived
def interdicted_squares(g: Somme) -> int:
    return mask(g.state.interdicted)


@derived
def tolls(g: Somme, side: int) -> Tolls:
    """What is paid to pass friends (7.3), and to leave or enter an interdicted square (6.5.1)."""
    costs, interdicted = g.setting.costs, interdicted_squares(g)
    return Tolls(
        leaving=[(2 * costs["passage"], g.occupied(side)), (2 * costs["interdicted-exit"], interdicted)],
        entering=[(2 * costs["interdicted-entry"], interdicted)],
    )


@derived
def easy_squares(g: Somme) -> int:
    """Squares that nobody holds and that no step enters for more than EASY."""
    return g.setting.easy_going & ~(g.occupied(ALLIED) | g.occupied(GERMAN) | interdicted_squares(g))


@derived
def loose_squares(g: Somme, side: int) -> int:
    """Squares that units of a side can leave for EASY, whether an enemy zone holds them or not (7.5)."""
    open_squares = easy_squares(g) & ~g.zone_cells[1 - side]
    return g.setting.path_steps.anywhere.of(open_squares) & ~(mask(g.state.engaged) | interdicted_squares(g))


def zones_against(g: Somme, unit: int) -> int:
    """The enemy zones that hold a unit; of engaged defenders not those in their own square (X07)."""
    side, cell = g.setting.side[unit], g.state.loc[unit]
    if cell not in g.state.engaged or g.setting.options["engaged_withdrawal"] != "free":
        return g.zone_cells[1 - side]
    layer = g.zones[1 - side][:]
    for enemy in g.enemies_in(cell, side):
        for other in g.zone(enemy, cell):
            layer[other] -= 1
    return layer_mask(layer)


def search(g: Somme, unit: int, points: int, closed: int, zones: int, sources: int = 0) -> Reach:
    """All squares in reach. Off the map the unit comes in by one of the ``sources`` (7.7)."""
    start, paid = g.state.loc[unit], tolls(g, g.setting.side[unit])
    if start < 0:
        start, begin = OFF_MAP, tuple([(price, cells & sources) for price, cells in g.setting.entry_steps])
    else:
        begin = first_steps(g.setting.move_steps, start, zones, cost_to_leave(g, unit))  # 7.5: not from zone to zone
    return reach(g.setting.move_steps, start, points, closed, zones, begin=begin, tolls=paid)


def cost_to_leave(g: Somme, unit: int) -> int:
    """What a unit pays beside its next step: to leave interdiction (7.2.4) or friends with whom it has paused (7.3)."""
    state, costs, cell = g.state, g.setting.costs, g.state.loc[unit]
    toll = 2 * costs["interdicted-exit"] * g.is_interdicted(cell)
    if unit in state.moving and state.spent[unit]:
        toll += 2 * costs["passage"] * any(u not in state.moving for u in g.friends_in(cell, g.setting.side[unit]))
    return toll
