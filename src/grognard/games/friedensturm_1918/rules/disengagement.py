"""Disengagement (chapter 13)."""

from __future__ import annotations

from grognard.engine import ALLOW, Action, Procedure, Ruling, refuse
from grognard.games.friedensturm_1918.position import Friedensturm, bars_supply
from grognard.games.friedensturm_1918.rules.retreat import retreat
from grognard.games.friedensturm_1918.rules.stacking import lose_step
from grognard.games.friedensturm_1918.rules.support import settle
from grognard.games.friedensturm_1918.state import Marker
from grognard.rules.arithmetic import Row, spelled, total
from grognard.rules.reading import at


def stack_of(g: Friedensturm, unit: int) -> list[int]:
    """The marked units of a hex go together."""
    return [u for u in g.combat_at(g.state.loc[unit]) if g.state.marker[u] == Marker.DISENGAGEMENT]


def is_surrounded(g: Friedensturm, cell: int, side: int) -> bool:
    """13.0: enemy units or zones all around; a friendly unit cancels a zone. No way leads out of the playing area."""
    return not g.setting.around[cell] & g.setting.area & ~bars_supply(g, side)


def modifier_rows(g: Friedensturm, unit: int) -> list[Row]:
    cell, setting = g.state.loc[unit], g.setting
    holds = {f"morale-{number}": g.lead_morale(unit) == number for number in (2, 3, 5, 6)}
    holds["trench"] = bool(setting.trenches >> cell & 1)
    holds["town"] = bool(setting.towns >> cell & 1)
    holds["surrounded"] = is_surrounded(g, cell, setting.side[unit])
    holds["disorganised"] = any(g.is_disorganised(u) for u in stack_of(g, unit))
    return setting.tables.disengagement_drm.holding(holds)


def may_disengage(g: Friedensturm, unit: int) -> Ruling:
    """13.0: marked, and still in an enemy zone after the combats."""
    name = g.name(unit)
    if not g.is_phasing(unit) or g.state.marker[unit] != Marker.DISENGAGEMENT:
        return refuse("13.0", f"{name} has no Disengagement marker")
    if not g.in_enemy_zone(unit):
        return refuse("13.0", f"{name} is in no enemy zone of control any more")
    return ALLOW


def disengagement_segment(g: Friedensturm) -> Procedure:
    """13.0: stack after stack; for each a unit is chosen whose morale counts."""
    while True:
        marked = [u for u in g.with_marker(g.phasing, Marker.DISENGAGEMENT) if may_disengage(g, u)]
        if not marked:
            return
        unit = yield from g.choose_or_end(
            g.phasing, "disengagement", "13.0", "which unit tries to disengage with its stack?", "disengage", marked,
            rest=True, why_not=lambda a: may_disengage(g, a.number()) if a.args else ALLOW,
        )
        if unit is None:
            return
        yield from disengage(g, unit)


def disengage(g: Friedensturm, unit: int) -> Procedure:
    table, rows = g.setting.tables.disengagement, modifier_rows(g, unit)
    drm, units = total(rows), stack_of(g, unit)
    results = [at(table, die + drm) for die in range(1, 7)]                     # ruling Q05
    die = g.throw("13.0", "disengagement", same=[result.code for result in results])
    result = results[die - 1]
    g.note(
        "disengagement", "13.0", result=True, units=units, die=die, drm=drm, outcome=result.code,
        rows=spelled(rows),
    )
    for one in units:
        g.mark(one, Marker.NONE)
    if result.step:
        yield from lose_step(g, unit, "13.0")
    hexes = result.most
    if result.least < result.most:
        options = [Action("withdraw", (str(number),)) for number in range(result.least, result.most + 1)]
        answer = yield from g.ask(g.phasing, "withdraw", "13.0", "how many hexes do they retreat?", options)
        hexes = int(answer.word())
    units = g.living(units)
    if units:
        chooser = g.other if result.by_enemy else None
        yield from retreat(
            g, units, hexes, "13.0", must=True, avoids=False, chooser=chooser, least=result.least
        )
    if result.by_enemy:
        for one in g.living(units):
            g.disorganise(one, "13.0")
    settle(g)
