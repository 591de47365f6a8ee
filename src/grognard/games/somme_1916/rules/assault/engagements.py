"""Engaged squares (8.8, 11.8): both sides in one square until the fight is decided (ruling X48)."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.engine import Action, Procedure
from grognard.games.somme_1916.position import Somme
from grognard.games.somme_1916.rules.assault.retreat import go_home, retreat_all
from grognard.games.somme_1916.rules.movement.stacking import fits
from grognard.games.somme_1916.terms import NOWHERE
from grognard.rules.orders import END


def engage(g: Somme, attackers: Sequence[int], target: int) -> Procedure:
    """ENG: the attackers enter the square, as many as can stack there; the marker is theirs (ruling D16)."""
    state = g.state
    entered = [u for u in attackers if state.loc[u] == target]
    state.engaged[target] = state.phasing
    g.changed()
    while True:
        able = [u for u in attackers if state.loc[u] >= 0 and u not in entered and fits(g, u, target)]
        if not able:
            break
        options = [Action("engage", (u,)) for u in able]
        if len(able) > 1 and entered:
            options.append(END)
        question = f"which units are engaged in {g.cell_name(target)}?"
        action = yield from g.ask(g.phasing, "engage", "11.8", question, options)
        if action.verb == "end":
            break
        unit = action.number()
        state.jump_off[unit] = state.loc[unit]
        g.place(unit, target)
        entered.append(unit)
        g.note("engaged", "11.8", unit=unit, target=target)


def settle(g: Somme, cell: int) -> None:
    """An engagement is over when only one side is left in the square."""
    if cell in g.state.engaged and len({g.setting.side[u] for u in g.stack[cell]}) < 2:
        del g.state.engaged[cell]
        for unit in g.stack[cell]:
            g.state.jump_off[unit] = NOWHERE
            g.pass_through(unit, cell)                                          # 13.1.1: theirs is the last passage
        g.changed()
        g.note("engagement-over", "8.8", cell=cell)


def drive_back(g: Somme, units: Sequence[int], case: str = "11.8.1") -> Procedure:
    """11.8.1: engaged attackers go back to where they came from, everybody else retreats."""
    state = g.state
    home = [u for u in units if g.is_engaged(u) and state.jump_off[u] >= 0]
    yield from go_home(g, home, case)
    yield from retreat_all(g, [u for u in units if u not in home], case)
