"""Support units on the map (11.3): alone beside the enemy they are lost; pontoons that the Allies reach (11.2.4)."""

from __future__ import annotations

from collections.abc import Iterable

from grognard.engine.facts import derived
from grognard.games.friedensturm_1918.position import Friedensturm
from grognard.games.friedensturm_1918.rules.stacking import eliminate
from grognard.games.friedensturm_1918.setting import ALLIED, GERMAN
from grognard.rules.masks import cells_of, mask
from grognard.rules.rivers import pairs


@derived
def tank_cells(g: Friedensturm, side: int) -> int:
    loc = g.state.loc
    return mask([loc[u] for u in g.setting.tanks_of[side] if loc[u] >= 0])


def combat_cells(g: Friedensturm, side: int) -> int:
    """The hexes with combat units of a side, tanks included."""
    return g.fighting[side] | tank_cells(g, side)


@derived
def lone_support(g: Friedensturm, side: int) -> int:
    """The hexes with artillery or a headquarters but no combat unit; nobody ever touches Reims (Scenario 2)."""
    loc = g.state.loc
    cells = mask([loc[u] for u in g.setting.support_of[side] if loc[u] >= 0]) & ~g.fighting[side]
    return cells & ~tank_cells(g, side) if cells else 0


def overrun(g: Friedensturm, side: int, cells: int) -> None:
    """11.3.1, 11.3.3: the lone support units of a side in some hexes are eliminated."""
    for cell in cells_of(lone_support(g, side) & cells):
        for unit in g.stack[cell]:
            eliminate(g, unit, "11.3.3" if g.setting.hq[unit] else "11.3.1")


def pass_by(g: Friedensturm, side: int, path: Iterable[int]) -> None:
    """A combat unit has come through some hexes: what stands alone beside them is lost at once (ruling Q74)."""
    lone = lone_support(g, 1 - side)
    if lone:
        overrun(g, 1 - side, g.setting.beside.of(mask(path)))


def settle(g: Friedensturm) -> None:
    """After anybody has moved, retreated, advanced or gone: lone support beside the enemy is lost."""
    for side in (ALLIED, GERMAN):
        if lone_support(g, side):
            overrun(g, side, g.zone_cells[1 - side] | g.setting.beside.of(tank_cells(g, 1 - side)))


def drop_pontoons(g: Friedensturm, ended: int) -> None:
    """11.2.4, ruling Q85: with no German in its hex, where Allied combat units have ended their movement beside it."""
    near = ended | g.setting.beside.of(ended)
    kept: list[int] = []
    for here, across in pairs(g.state.pontoons):
        if near >> here & 1 and not g.occupied(GERMAN) >> here & 1:
            g.note("pontoon-gone", "11.2.4", cell=here, to=across)
        else:
            kept += [here, across]
    if len(kept) < len(g.state.pontoons):
        g.state.pontoons = kept
        g.changed()
