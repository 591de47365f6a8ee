"""German pontoon bridges (11.2.4), bridges destroyed and repaired (11.2.5)."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.engine import ALLOW, Action, Procedure, Ruling, refuse
from grognard.games.friedensturm_1918.position import Friedensturm, frozen
from grognard.games.friedensturm_1918.rules.supply import commanded
from grognard.games.friedensturm_1918.setting import ALLIED, GERMAN
from grognard.rules.arithmetic import Row, total
from grognard.rules.asking import ask_legal
from grognard.rules.masks import mask
from grognard.rules.rivers import pairs

# -- pontoons (11.2.4) --


def builders(g: Friedensturm) -> list[int]:
    """11.2.4: the German combat units on a river, as long as attempts are left."""
    loc, banks = g.state.loc, g.setting.rivers.banks
    if not may_try_pontoon(g):
        return []
    return [u for u in g.setting.combat_of[GERMAN] if loc[u] >= 0 and banks >> loc[u] & 1]


def pontoon_sites(g: Friedensturm, unit: int) -> int:
    """The hexes to which a unit could build a pontoon now."""
    here, setting = g.state.loc[unit], g.setting
    if here < 0 or setting.side[unit] != GERMAN or not setting.combat[unit] or not setting.rivers.banks >> here & 1:
        return 0
    if not may_try_pontoon(g):
        return 0
    return mask([c for c in setting.grid.neighbours[here] if may_build_pontoon(g, unit, c)])


def may_try_pontoon(g: Friedensturm) -> Ruling:
    limits = g.setting.limits
    if g.state.attempts >= limits["pontoon-attempts"]:
        return refuse("11.2.4", f"{g.state.attempts} attempts have been made in this sequence, which is the limit")
    if len(g.state.pontoons) // 2 >= limits["pontoons"]:
        return refuse("11.2.4", f"all {limits['pontoons']} pontoon bridges are on the map: remove one first")
    return ALLOW


def may_build_pontoon(g: Friedensturm, unit: int, cell: int) -> Ruling:
    """11.2.4: a German combat unit beside a river without a bridge."""
    here, setting = g.state.loc[unit], g.setting
    if setting.side[unit] != GERMAN or not g.is_phasing(unit) or not setting.combat[unit] or here < 0:
        return refuse("11.2.4", f"{g.name(unit)} is not a German combat unit on the map that builds now")
    if not setting.around[here] >> cell & 1 or not setting.river(here, cell):
        return refuse("11.2.4", f"no river lies between {g.name(unit)} and {g.cell_name(cell)}")
    if setting.is_bridged(g.state, here, cell, GERMAN):
        return refuse("11.2.4", f"there is already a bridge between {g.cell_name(here)} and {g.cell_name(cell)}")
    if not setting.area >> cell & 1:
        return refuse("Playing Area", f"{g.cell_name(cell)} lies outside the playing area of this scenario")
    if frozen(g) & (1 << here | 1 << cell):
        return refuse("Scenario 3", "nothing happens to bridges there on this turn")
    return may_try_pontoon(g)


def pontoon_rows(g: Friedensturm, here: int, cell: int) -> list[Row]:
    setting, table = g.setting, g.setting.tables.pontoon_drm
    near = setting.within(here, setting.limits["pontoon-allied-distance"])
    rows = {
        "allied-near": g.occupied(ALLIED) & near,
        "marne": setting.rivers.name(here, cell) == "Marne",
        "far-bank": g.occupied(GERMAN) >> cell & 1,
        "minor-river": setting.river(here, cell) == "minor-river",
    }
    return table.holding(rows)


def build_pontoon(g: Friedensturm, unit: int, cell: int) -> None:
    """11.2.4: no movement points; the unit goes on whatever the die says."""
    here, rows = g.state.loc[unit], pontoon_rows(g, g.state.loc[unit], cell)
    g.state.attempts += 1
    built = g.succeeds("11.2.4", "pontoon bridge", 1, g.setting.limits["pontoon-success"] - total(rows))
    if built:
        g.state.pontoons = [*g.state.pontoons, here, cell]
        g.changed()
    g.note("pontoon", "11.2.4", result=True, unit=unit, to=cell, drm=total(rows), built=built)


def may_lift_pontoon(g: Friedensturm, action: Action) -> Ruling:
    """11.2.4: the German player may remove a pontoon at any moment of his own movement."""
    if g.phasing == GERMAN and action.numbers(0) in pairs(g.state.pontoons):
        return ALLOW
    return refuse("11.2.4", "you have no pontoon bridge there")


def lift_pontoon(g: Friedensturm, pair: Sequence[int]) -> None:
    kept = [cell for other in pairs(g.state.pontoons) if other != tuple(pair) for cell in other]
    g.state.pontoons = kept
    g.changed()
    g.note("pontoon-gone", "11.2.4", cell=pair[0], to=pair[1])


# -- destruction and repair (11.2.5) --


def may_blow(g: Friedensturm, pair: tuple[int, int]) -> Ruling:
    """11.2.5: over a major river, an enemy within 3 hexes of an end, an end within command range."""
    side, here = g.phasing, g.cell_names(pair)
    if pair in pairs(g.state.blown):
        return refuse("11.2.5", f"the bridge {here} is already destroyed")
    near = g.setting.limits["bridge-enemy"]
    if not any(g.occupied(1 - side) & g.setting.within(end, near) for end in pair):
        return refuse("11.2.5", f"no enemy unit is within {near} hexes of the bridge {here}")
    if not any(commanded(g, side) >> end & 1 for end in pair):
        return refuse("11.2.5", f"neither end of the bridge {here} is within command range")
    return ALLOW


def may_repair(g: Friedensturm, pair: tuple[int, int]) -> Ruling:
    """11.2.5: a friend at an end, the other end out of enemy zones or with a friend, both within command range."""
    side, here = g.phasing, g.cell_names(pair)
    if pair not in pairs(g.state.blown):
        return refuse("11.2.5", f"the bridge {here} is not destroyed")
    friends, zones = g.occupied(side), g.zone_cells[1 - side]
    if not any(friends >> end & 1 for end in pair):
        return refuse("11.2.5", f"no friendly unit is at either end of the bridge {here}")
    if any((zones >> end & 1 and not friends >> end & 1) or g.enemy_holds(side, end) for end in pair):
        return refuse("11.2.5", f"one end of the bridge {here} is in an enemy zone of control, with no friend there")
    if not all(commanded(g, side) >> end & 1 for end in pair):
        return refuse("11.2.5", f"both ends of the bridge {here} must be within command range")
    return ALLOW


def may_try_bridge(g: Friedensturm, pair: tuple[int, int]) -> Ruling:
    if pair not in g.setting.bridges or not all(g.setting.area >> end & 1 for end in pair):
        return refuse("11.2.5", "only bridges over major rivers can be destroyed or repaired")
    if any(frozen(g) >> end & 1 for end in pair):
        return refuse("Scenario 3", "nothing happens to bridges there on this turn")
    if pair in pairs(g.state.tried):
        return refuse("11.2.5", f"this bridge was already tried in this phase: {g.cell_names(pair)}")   # ruling Q87
    return ALLOW


def bridge_segment(g: Friedensturm) -> Procedure:
    """11.2.5: at the end of one's own movement phase."""
    while True:
        near, blown, tried = near_front(g), pairs(g.state.blown), pairs(g.state.tried)
        left = [pair for pair in g.setting.bridges if near >> pair[0] & 1 and pair not in tried]
        ways = [Action("repair" if pair in blown else "blow", (pair,)) for pair in left]
        action = yield from ask_legal(
            g, g.phasing, "bridges", "11.2.5", "which bridges do you blow or repair?", ways,
            lambda a: may_work(g, a), places=("blow", "repair"), also=("blow", "repair"),
        )
        if action is None:
            return
        work_on_bridge(g, action)


def near_front(g: Friedensturm) -> int:
    """The hexes of bridges that can matter: near enemies, or destroyed."""
    near = g.setting.beside.within(g.occupied(g.other), g.setting.limits["bridge-enemy"] + 1)
    return mask(g.state.blown) | near


def may_work(g: Friedensturm, action: Action) -> Ruling:
    pair = tuple(sorted(action.numbers(0)))
    if len(pair) != 2:
        return refuse("11.2.5", "name the two hexes at the ends of the bridge")
    return may_try_bridge(g, pair) and (may_blow if action.verb == "blow" else may_repair)(g, pair)


def work_on_bridge(g: Friedensturm, action: Action) -> None:
    """11.2.5: 1 to 4, with modifiers. A road and a rail bridge over one side are one."""
    first, second = sorted(action.numbers(0))
    setting, state, pair = g.setting, g.state, (first, second)
    river = setting.rivers.name(*pair)
    table = setting.tables.bridge_drm
    if action.verb == "blow":
        rows = table.holding({"aisne-turn-1": river == "Aisne" and state.turn == 1})
    else:
        zones = g.zone_cells[g.other]
        rows = table.holding({"enemy-zone": any(zones >> end & 1 for end in pair), "marne": river == "Marne"})
    state.tried = [*state.tried, *pair]
    done = g.succeeds("11.2.5", f"{action.verb} a bridge", 1, setting.limits["bridge-success"] - total(rows))
    if done and action.verb == "blow":
        state.blown = [*state.blown, *pair]
    elif done:
        state.blown = [cell for other in pairs(state.blown) if other != pair for cell in other]
    g.changed()
    g.note(action.verb, "11.2.5", result=True, cells=list(pair), drm=total(rows), done=done)

