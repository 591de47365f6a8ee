"""Replacements (19.7): at night, for a side without a real night chit."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.engine import ALLOW, Action, Procedure, Ruling, refuse
from grognard.games.hannut_1940.position import Hannut
from grognard.games.hannut_1940.rules.stacking import fits
from grognard.games.hannut_1940.rules.supply import sources
from grognard.games.hannut_1940.setting import ELIMINATED, FRENCH, UNATTACHED
from grognard.games.hannut_1940.state import Chit, Supply
from grognard.rules.masks import cells_of
from grognard.rules.orders import END
from grognard.rules.position import Choosing


def receive(g: Hannut) -> None:
    """19.7: steps that are not used are kept."""
    for row in g.setting.plan.replacements:
        for kind, steps in (("afv", row.afv), ("infantry", row.infantry)):
            key = f"{row.side}:{kind}"
            g.state.steps_in[key] = g.state.steps_in.get(key, 0) + steps
    g.state.replaced = []


def heap(g: Hannut, unit: int) -> str:
    """19.7: infantry steps for personnel, AFV steps for vehicles (ruling C62)."""
    return f"{g.side_name(g.setting.side[unit])}:{'infantry' if g.setting.personnel[unit] else 'afv'}"


def may_replace(g: Hannut, side: int, unit: int) -> Ruling:
    state, setting, name = g.state, g.setting, g.name(unit)
    if setting.side[unit] != side:
        return refuse("19.7", f"{name} is not yours")
    if state.chit.get(g.side_name(side), Chit.NONE) == Chit.REAL:
        return refuse("19.7", "there are no replacements on a night with a real chit")
    if unit in state.replaced:
        return refuse("19.7", f"{name} has already taken a step tonight")
    if not state.steps_in.get(heap(g, unit), 0):
        return refuse("19.7", f"no {heap(g, unit).partition(':')[2]} steps are left")
    if state.loc[unit] >= 0:
        full = state.steps[unit] >= setting.units[unit].steps
        return refuse("19.7", f"{name} has lost no steps") if full else ALLOW
    if state.loc[unit] != ELIMINATED:
        return refuse("19.7", f"{name} is not in play")
    if g.division(unit) in state.withdrawn:
        return refuse("19.6", f"the division of {name} has withdrawn")
    if not return_cells(g, unit):
        return refuse("19.7", f"there is no HQ with room for {name}")
    return ALLOW


def return_cells(g: Hannut, unit: int) -> list[int]:
    """19.7: on the unit's HQ, or in an entry hex if that is off the map; an independent unit that is not attached on
    any French HQ; an HQ at a source (rulings C53, C63)."""
    setting = g.setting
    division = g.division(unit)
    if setting.is_hq[unit]:
        side = setting.side[unit]
        free = sources(g, side) & ~g.occupied(1 - side) & setting.limit[division]
        cells = cells_of(free)
    elif division in setting.off_map_hq:
        cells = [c for c in setting.off_map_hq[division] if not g.enemy_holds(setting.side[unit], c)]
    else:
        hqs = [g.hq(d) for d in (g.divisions_of(FRENCH) if division == UNATTACHED else [division])]
        cells = [g.state.loc[hq] for hq in hqs if hq >= 0 and g.state.loc[hq] >= 0]
    return [c for c in cells if fits(g, unit, c)]


def choose_return(g: Hannut, side: int, unit: int) -> Choosing:
    """Ruling C63: its owner chooses where there is no HQ to go to; he is asked about a single hex, too, so that the
    question doesn't tell how full the others are (7.3)."""
    division = g.division(unit)
    asked = g.setting.is_hq[unit] or division == UNATTACHED or division in g.setting.off_map_hq
    question = f"where does {g.name(unit)} return?"
    cells = return_cells(g, unit)
    return (yield from g.choose(side, "return", "19.7", question, "return", cells, about="cell", even_if_one=asked))


def replace_steps(g: Hannut, side: int) -> Procedure:
    """Asked of a side with a real chit, too: that it takes none must not tell (ruling C38)."""
    name = g.side_name(side)
    while True:
        units: Sequence[int] = [u for u in g.setting.units_of[side] if may_replace(g, side, u)]
        options = [*[Action("replace", (u,)) for u in units], END]
        action = yield from g.ask(
            side, "replacements", "19.7", "which unit takes a replacement step?", options, rest=True,
            also=("replace",), why_not=lambda a: may_replace(g, side, a.number()) if a.args else ALLOW,
        )
        if action.verb == "end":
            return
        unit = action.number()
        g.state.steps_in[heap(g, unit)] -= 1
        g.state.replaced.append(unit)
        if g.state.loc[unit] >= 0:
            g.state.steps[unit] += 1
            g.changed()
            heap_name = "AFV" if heap(g, unit).endswith("afv") else "infantry"       # the record track shows which
            g.note("replaced", "19.7", unit=unit, side=name, heap=heap_name)
        else:
            cell = yield from choose_return(g, side, unit)
            g.note("returned", "19.7", unit=unit, to=cell)                      # out of the open box, in full view
            g.place(unit, cell)
            g.state.steps[unit] = 1
            g.state.supply[unit] = Supply.GENERAL
