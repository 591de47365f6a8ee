"""Fallback (chapter 13), and what it shares with retreats (16.5.1, 16.5.2)."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from functools import partial
from typing import Any

from grognard.engine import ALLOW, Action, Procedure, Ruling, refuse
from grognard.engine.facts import derived
from grognard.engine.game import Asked, Asking
from grognard.games.soissons_1918.position import Soissons
from grognard.games.soissons_1918.rules.stacking import may_hold_headquarters, trim
from grognard.games.soissons_1918.rules.supply import LINES, isolated_units
from grognard.games.soissons_1918.rules.units import add_levels, break_down, eliminate, lose_tank, wear_tank
from grognard.games.soissons_1918.rules.victory import reach_perimeter
from grognard.games.soissons_1918.setting import ENTENTE, SoissonsSetting
from grognard.rules.directions import Direction, along, best_ways, beyond
from grognard.rules.going_back import WaysBack
from grognard.rules.masks import cells_of, mask


def directions(g: Soissons, unit: int) -> list[Direction]:
    """13.4, 16.5.2: the retreat directions of a unit; no step comes closer to the enemy's edge (ruling K25).

    Best is the path through the fewest enemy zones of control, then the shortest (rulings K23, K24).
    """
    side = g.setting.side[unit]
    key = (side, g.state.loc[unit], g.closed_cells[side], g.zone_cells[1 - side])
    found = g.setting.directions.get(key)
    if found is None:
        found = g.setting.directions[key] = find_directions(g.setting, *key)
    return found


def find_directions(setting: SoissonsSetting, side: int, start: int, closed: int, zones: int) -> list[Direction]:
    steps = setting.rear.back[side]
    if side == ENTENTE:
        way = best_ways(steps, start, setting.edges[ENTENTE], closed, zones)
        return [way] if way is not None else []
    found = [along(steps, start, setting.east.lines[start], closed)]
    if setting.soissons.cells >> start & 1:                                     # within 4 hexes
        way = best_ways(steps, start, setting.perimeter, closed, zones)
        if way is not None:
            found += [way, *beyond(way, setting.grid.toward, closed)]
    return found


@derived
def ends_of(g: Soissons, unit: int, least: int, away: tuple[int, ...]) -> int:
    """13.3, 16.5.1: where a unit can end a fallback or retreat of at least that many hexes.

    The way is on a retreat direction but for its last hex (ruling K26), through zones (9.1.2). It ends neither next to
    an enemy combat unit (ruling K08) nor where the unit would be isolated; ``away`` are attackers' hexes (16.5). A full
    hex is no bar, but costs points (10.0, ruling L03).
    """
    side, setting = g.setting.side[unit], g.setting
    cells = 0
    for direction in directions(g, unit):
        cells |= direction.ends(path_length(g, least, away))
    cells &= ~g.closed_cells[side] & ~shunned(g, side)
    if away and not g.has_option("retreat_length", "path"):                     # ruling K07
        for attacker in away:
            cells &= ~setting.within(attacker, least - 1)
    if not cells:
        return 0
    cells &= ~LINES.isolated_in(g, (unit,), cells)
    taken = cells_of(cells & g.occupied(side))
    return cells & ~mask([c for c in taken if not keeps_corps_apart(g, unit, c)])           # ruling K107


def shunned(g: Soissons, side: int) -> int:
    """13.3, 16.5.1: the hexes next to an enemy combat unit, or by the option of ruling K08 to any enemy unit."""
    if g.has_option("fallback_end", "any-unit"):
        return g.setting.beside.of(g.occupied(1 - side))
    return g.zone_cells[1 - side]


def path_length(g: Soissons, least: int, away: tuple[int, ...]) -> int:
    """Ruling K07: whether the retreat number holds for the way, too, and not only for the distance."""
    return 1 if away and g.has_option("retreat_length", "distance") else least


def keeps_corps_apart(g: Soissons, unit: int, cell: int) -> Ruling:
    """7.0 for a unit that comes to a hex."""
    return may_hold_headquarters(g, [unit, *(u for u in g.counters_at(cell) if u != unit)])


def least_fallback(g: Soissons, unit: int) -> int:
    """7.0, 13.3: a headquarters without a combat unit goes at least 3 hexes."""
    return g.setting.limits["hq-fallback"] if g.setting.hq[unit] and g.is_alone(unit) else 1


def fallback_ends(g: Soissons, unit: int) -> int:
    """Ruling K112: three hexes of way, and none of them leads back next to the hex that was left."""
    least = least_fallback(g, unit)
    return ends_of(g, unit, least, ()) & ~(g.setting.around[g.state.loc[unit]] if least > 1 else 0)


def go_back(g: Soissons, unit: int, cell: int, least: int, kind: str, case: str) -> Procedure:
    """A unit moves back: Retreat marker, a level more if it had one, no order, no artillery, tanks worn."""
    state = g.state
    paths = [d.path(cell, least) for d in directions(g, unit)]
    path = min([path for path in paths if path], key=len)
    start = state.loc[unit]
    again = bool(state.retreated[unit])
    g.strip_order(unit)                                                         # 12.2.2
    state.retreated[unit] = 1
    state.fired[unit] |= int(g.setting.hq[unit])                                # 13.5, 16.5.4
    if state.tank[unit] >= 0:
        leave_tanks_behind(g, unit, start, path)
    g.place(unit, cell)
    g.note(kind, case, unit=unit, to=cell, path=path)
    for entered in path:
        reach_perimeter(g, (unit,), entered)                                    # 3.3.1, ruling K57
    if again and g.setting.infantry[unit]:
        add_levels(g, unit, 1, "13.5" if kind == "fallback" else "16.5.4")
    yield from trim(g, cell)
    if g.setting.infantry[unit] and g.has_option("lone_hq", "any-moment"):      # 7.0, ruling K50: in passing, too
        foe = 1 - g.setting.side[unit]
        for passed in cells_of(g.setting.beside.of(mask(path)) & g.occupied(foe) & ~g.fighting[foe]):
            yield from fall_back_at_once(g, met=g.counters_at(passed))


def leave_tanks_behind(g: Soissons, unit: int, start: int, path: Sequence[int]) -> None:
    """5.4, 13.5: a hex back reduces a tank group, more lose it, and so does a ravine off the road (5.4.1)."""
    if len(path) > 1:
        wear_tank(g, unit, "retreat-further", "13.5")
    elif not g.setting.tank_steps.sources[path[0]] >> start & 1:
        lose_tank(g, unit, "5.4.1")
    else:
        wear_tank(g, unit, "retreat-one-hex", "13.5")


def ways_back(
    g: Soissons, side: int, kind: str, case: str, question: str, units: Sequence[int], ends: Callable[[int], int],
    may_end: Callable[[], Ruling] | None = None,
) -> Asking:
    """Which unit goes back where; a German division may break in it, for it really moves (14.0, ruling K93)."""
    return WaysBack(
        g, side, kind, case, question, units, ends, may_go=lambda unit, cell: may_go_back(g, unit, cell, case),
        breaking=g.setting.breaking, may_end=may_end,
    ).ask()


def may_go_back(g: Soissons, unit: int, cell: int, case: str) -> Ruling:
    """Why a hex is no end for a fallback or a retreat."""
    side, name, here = g.setting.side[unit], g.name(unit), g.cell_name(cell)
    far = g.setting.rear.far[1 - side]
    needs, direction, far_enough = ("16.5.1", "16.5.2", "16.5") if case == "16.5" else ("13.3", "13.4", "13.3")
    if g.closed[side][cell]:
        return refuse(needs, f"{here} is occupied by the enemy")
    if shunned(g, side) >> cell & 1:
        return refuse(needs, f"{name} may not end in {here}, next to an enemy unit")
    if far[cell] < far[g.state.loc[unit]]:
        return refuse(needs, f"{name} may not move closer to the enemy's map edge")
    if not any(d.ends() >> cell & 1 for d in directions(g, unit)):
        return refuse(direction, f"{here} is neither on the retreat direction of {name} nor next to it")
    if LINES.isolated_in(g, (unit,), 1 << cell):
        return refuse(needs, f"{name} would be isolated in {here}")
    return keeps_corps_apart(g, unit, cell) and refuse(far_enough, f"{here} is not far enough for {name}")


def lone_headquarters(g: Soissons, beside: int | None = None) -> list[int]:
    """7.0, ruling K50: headquarters without a combat unit next to an enemy one; ``beside`` a hex just entered."""
    found = []
    for hq in g.setting.headquarters.values():
        cell = g.state.loc[hq]
        if cell < 0 or not g.zones[1 - g.setting.side[hq]][cell] or not g.is_alone(hq):
            continue
        if g.has_option("lone_hq", "any-moment") or (beside is not None and g.setting.around[beside] >> cell & 1):
            found.append(hq)
    return found


def fall_back_at_once(
    g: Soissons, side: int | None = None, beside: int | None = None, spared: Sequence[int] = (), met: Sequence[int] = ()
) -> Generator[Asked, Any, bool]:
    """13.2, 11.2.2: isolated units of a side and headquarters in contact, until none is left; one isolates the next.

    ``spared`` were isolated before; where some were ``met``, only they go. Ends with whether anybody had to.
    """
    happened, broken = False, list(met)
    while True:
        cut_off = isolated_units(g, side) if side is not None else ()
        bound = [u for u in broken if g.state.loc[u] >= 0]                      # ruling K93: they must really go
        alone = () if met else lone_headquarters(g, beside)
        waiting = [*[u for u in cut_off if u not in spared], *alone, *bound]
        if not waiting:
            return happened
        happened = True
        owner = g.setting.side[waiting[0]]
        units = list(dict.fromkeys(u for u in waiting if g.setting.side[u] == owner))
        able = [u for u in units if fallback_ends(g, u)]
        if not able:
            eliminate(g, units[0], "13.3")
            continue
        question = f"{g.names(units)} must fall back at once"
        action = yield from ways_back(g, owner, "fallback", "13.2", question, able, partial(fallback_ends, g))
        if action.verb == "breakdown":
            broken += break_down(g, action)
        else:
            broken = [u for u in broken if u != action.number()]
            yield from carry_out_fallback(g, action, "13.2")


def carry_out_fallback(g: Soissons, action: Action, case: str) -> Procedure:
    unit, cell = action.number(0), action.number(1)
    yield from go_back(g, unit, cell, least_fallback(g, unit), "fallback", case)


def must_fall_back(g: Soissons, side: int) -> list[int]:
    """13.1: isolated units, headquarters in contact, and the regiments of a division that broke to fall back."""
    hqs = [u for u in lone_headquarters(g) if g.setting.side[u] == side]
    return list(dict.fromkeys([*isolated_units(g, side), *hqs, *[u for u in g.state.moving if g.state.loc[u] >= 0]]))


def fallback_segment(g: Soissons) -> Procedure:
    """13.0, 13.1: the player who is not phasing falls back with any units; those who are isolated must.

    Twice in every phase: step B.5 and step B.7, at night step L.1 and step L.3.
    """
    side = g.other
    ends = partial(fallback_ends, g)
    while True:
        bound = must_fall_back(g, side)
        able = [u for u in bound if ends(u)]
        ruling = refuse("13.1", f"{g.names(able)} must fall back first") if able else ALLOW
        units = [u for u in g.on_map(side) if not g.setting.is_tank[u] and (u in bound or not g.state.done[u])]
        if not units:
            return
        action = yield from ways_back(g, side, "fallback", "13.1", "fall back?", units, ends, lambda: ruling)  # noqa: B023
        if action.verb == "end":
            if not bound:
                return
            eliminate(g, bound[0], "13.3")                                      # unable to go
            g.state.moving = [u for u in g.state.moving if u != bound[0]]
        elif action.verb == "breakdown":
            g.state.moving += break_down(g, action)                             # ruling K93: they must really move
        else:
            unit = action.number()
            g.state.moving = [u for u in g.state.moving if u != unit]
            g.state.done[unit] = 1                                              # ruling L02
            yield from carry_out_fallback(g, action, "13.1")
            yield from fall_back_at_once(g)                                     # ruling K50
