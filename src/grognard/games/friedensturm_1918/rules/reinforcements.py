"""Reinforcements (11.1.5): when and where units come in."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.engine import Ruling, refuse
from grognard.games.friedensturm_1918.plan import Window
from grognard.games.friedensturm_1918.position import Friedensturm, frozen, in_play
from grognard.games.friedensturm_1918.rules.stacking import may_stop, room_for
from grognard.games.friedensturm_1918.setting import BARRED, OFF_MAP
from grognard.rules.masks import mask

EDGE_COST = "edge"
NOT_BEGUN = -1


def has_come(g: Friedensturm, unit: int) -> bool:
    """Whether a unit off the map may come in now: its time has come, and its condition, if it has one."""
    order = g.setting.arrivals.get(unit)
    if order is None or g.state.loc[unit] != OFF_MAP or g.state.back[unit]:
        return False
    if order.roll and g.name(unit) not in g.state.came:
        return False
    return bool(open_windows(g, unit))


def open_windows(g: Friedensturm, unit: int) -> list[Window]:
    """The last window of a unit that has opened; whoever missed his time comes by it later (ruling Q38)."""
    now = (g.state.turn, g.state.sequence)
    found = g.setting.windows.get((unit, now))
    if found is None:
        windows = [w for w in g.setting.arrivals[unit].windows if (w.turn, w.sequence) <= now]
        last = max([(w.turn, w.sequence) for w in windows], default=now)
        found = g.setting.windows[unit, now] = [w for w in windows if (w.turn, w.sequence) == last]
    return found


def arriving(g: Friedensturm) -> tuple[int, ...]:
    """The phasing player's units that can come in now; air units come by themselves (17.1)."""
    loc, air = g.state.loc, g.setting.air
    return tuple([u for u in due(g, g.phasing) if loc[u] == OFF_MAP and not air[u] and has_come(g, u)])


def due(g: Friedensturm, side: int) -> Sequence[int]:
    """The units of a side whose time has come, wherever they are."""
    key = (side, g.state.turn, g.state.sequence)
    found = g.setting.due.get(key)
    if found is None:
        units = [u for u in g.setting.arrivals if g.setting.side[u] == side]
        found = g.setting.due[key] = [u for u in units if open_windows(g, u)]
    return found


def entry_hexes(g: Friedensturm, unit: int) -> int:
    """11.1.5: where a unit comes in, with room for it (4.0)."""
    found = 0
    for window in open_windows(g, unit):
        listed = window_hexes(g, unit, window)
        cells = free_hexes(g, unit, window, listed)
        if not cells and window.otherwise:                                      # rulings Q37, Q38
            cells = free_hexes(g, unit, window, g.setting.region(window.otherwise))
        found |= cells or nearest_free(g, unit, window, listed)
    return room_for(g, (unit,), found)


def nearest_free(g: Friedensturm, unit: int, window: Window, listed: int) -> int:
    """Ruling Q38: where the enemy bars every entry, the nearest free hexes with no enemy next to them."""
    if window.entry in ("hq", "hq-adjacent"):
        return 0
    far, near = g.setting.beside, listed
    safe = ~far.of(g.occupied(1 - g.setting.side[unit]))
    while near & g.setting.area:
        cells = free_hexes(g, unit, window, near) & safe
        wider = near | far.of(near)
        if cells or wider == near:
            return cells
        near = wider
    return 0


def window_hexes(g: Friedensturm, unit: int, window: Window) -> int:
    if window.entry not in ("hq", "hq-adjacent"):
        cells = 0
        for name in window.regions:
            cells |= g.setting.region(name)
        return cells
    side, state = g.setting.side[unit], g.state
    hqs = [
        h for h in g.headquarters(side)
        if (not window.hqs or g.name(h) in window.hqs) and state.mp[h] == NOT_BEGUN
    ]                                                                           # before the headquarters moves
    cells = mask([state.loc[h] for h in hqs])
    return cells | g.setting.beside.of(cells) if window.entry == "hq-adjacent" else cells


def free_hexes(g: Friedensturm, unit: int, window: Window, cells: int) -> int:
    """In play, not taken by the enemy; support units out of his zones (11.3.1); in a region not beside him at all."""
    side = g.setting.side[unit]
    cells &= in_play(g) & ~g.closed_cells[side]                                 # ruling Q26
    if not g.setting.combat[unit]:
        cells &= ~g.zone_cells[1 - side]
    if window.entry == "region":
        cells &= ~g.setting.beside.of(g.occupied(1 - side))
    return cells


def may_enter(g: Friedensturm, unit: int, cell: int) -> Ruling:
    """Why a unit cannot come in there."""
    name, here = g.name(unit), g.cell_name(cell)
    if g.enemy_holds(g.setting.side[unit], cell):
        return refuse("11.1.5", f"{here} is occupied by the enemy")
    if frozen(g) >> cell & 1:
        return refuse("Scenario 3", f"nothing moves in {here} on this turn")
    if not g.setting.combat[unit] and g.zone_cells[1 - g.setting.side[unit]] >> cell & 1:
        return refuse(BARRED[g.setting.goes[unit]], f"{here} is in an enemy zone of control: {name} may not enter")
    if any(free_hexes(g, unit, w, window_hexes(g, unit, w)) >> cell & 1 for w in open_windows(g, unit)):
        return may_stop(g, (unit,), cell)
    return refuse("11.1.5", f"{name} does not enter at {here}")


def enter(g: Friedensturm, unit: int, cell: int) -> None:
    """11.1.5: over an edge at the cost of the first hex, elsewhere for nothing (ruling Q39)."""
    state = g.state
    window = next(iter(open_windows(g, unit)))
    price = g.setting.entry_price(cell) if window.entry == EDGE_COST else 0
    state.late[unit] = 1
    g.place(unit, cell)
    if price:
        state.mp[unit] = max(0, state.mp[unit] - price)
    else:
        state.mp[unit], state.moving = NOT_BEGUN, []                            # placed, with its whole move to come
    g.note("enter", "11.1.5", unit=unit, to=cell)
