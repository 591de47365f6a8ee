"""Set-up (19.1, 19.2) and the German chit that is set aside (19.5)."""

from __future__ import annotations

from grognard.engine import Action, Procedure, Ruling, refuse
from grognard.games.hannut_1940.position import Hannut
from grognard.games.hannut_1940.rules.stacking import fits, may_stack
from grognard.games.hannut_1940.setting import FRENCH, GERMAN, OFF_MAP, HannutSetting
from grognard.games.hannut_1940.state import Chit, HannutState
from grognard.rules.masks import cells_of
from grognard.rules.orders import Placing


def prepare(setting: HannutSetting, state: HannutState) -> None:
    """19.1: barrage points of the divisions, the chits, air points."""
    state.base = {**dict.fromkeys(setting.sides, 0), **{d.id: d.bp for d in setting.plan.division}}
    for row in setting.plan.chits:
        state.bins[f"{row.side}:real"], state.bins[f"{row.side}:dummy"] = row.real, row.dummy
    state.air = {side: setting.tables.turns[setting.plan.first_turn].air(side) for side in setting.sides}


def set_up(g: Hannut) -> None:
    if g.has_option("setup", "printed"):
        for entry in g.setting.plan.setup:
            g.place(g.setting.unit_named(entry.id), g.setting.cell_named(entry.cell))
    g.rebuild()


def set_chit_aside(g: Hannut) -> Procedure:
    """19.5: one German chit, which he has looked at."""
    bins = g.state.bins
    row = next(row for row in g.setting.plan.chits if row.side == "german")
    if not row.set_aside or bins.get("german:lies", 0):
        return
    options = [Action("chit", (kind,)) for kind in ("real", "dummy") if bins.get(f"german:{kind}", 0)]
    action = yield from g.ask(
        GERMAN, "chit-aside", "19.5", "which night chit do you set aside?", options, rest=True, secret=True
    )
    kind = action.word()
    bins[f"german:{kind}"] -= 1
    bins["german:aside"], bins["german:lies"] = Chit.REAL if kind == "real" else Chit.DUMMY, 1
    g.note("chit-aside", "19.5")


def area_of(g: Hannut, unit: int) -> int:
    """19.2: where a unit may be set up."""
    return g.setting.area.get(g.setting.units[unit].division, 0)


def places_for(g: Hannut, unit: int) -> int:
    free = area_of(g, unit)
    for cell in cells_of(free & g.occupied(FRENCH)):
        if not fits(g, unit, cell):
            free &= ~(1 << cell)
    return free


def may_deploy(g: Hannut, unit: int, cell: int) -> Ruling:
    if not area_of(g, unit) >> cell & 1:
        return refuse("19.2", f"{g.cell_name(cell)} is outside the set-up area of {g.name(unit)}")
    return may_stack(g, unit, cell)


def deploy(g: Hannut) -> Procedure:
    """19.2: the French place both DLMs; the German side enters on the first turn."""
    while True:
        waiting = [u for u in g.setting.units_of[FRENCH] if g.state.loc[u] == OFF_MAP and area_of(g, u)]
        if not waiting:
            return
        action: Action = yield Placing(
            g, FRENCH, "deploy", "19.2", "set up the light mechanized divisions", "deploy",
            lambda unit: places_for(g, unit), waiting, why_not=lambda unit, cell: may_deploy(g, unit, cell),
        )
        g.place(action.number(), action.number(1))
        g.note("deploy", "19.2", unit=action.number(), to=action.number(1))
