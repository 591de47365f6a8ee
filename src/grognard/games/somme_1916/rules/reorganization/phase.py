"""The Reorganization step (12.0): replacement levels (12.1.1-12.1.3), and the end of interdiction (12.4).

By default one joint step at the end of the turn, the Allies first; by option each side at the end of
its own phase (ruling X01).
"""

from __future__ import annotations

from collections.abc import Callable

from grognard.engine import Action, Choice, Procedure, Together
from grognard.engine.events import counted
from grognard.games.somme_1916.position import Somme
from grognard.games.somme_1916.terms import ALLIED, FRENCH, GERMAN, NOWHERE, SIDES, Tally


def is_joint(g: Somme) -> bool:
    return g.setting.options["reorganization"] == "joint"


def sides_now(g: Somme) -> list[int]:
    """The sides that reorganize in this step."""
    return [ALLIED, GERMAN] if is_joint(g) else [g.phasing]


def by_player(step: Callable[[Somme, int, str], Procedure], side: int, nation: str) -> Callable[[Somme], Procedure]:
    """A step of a side that with three players each Allied nation takes by itself; else no nation is named."""

    def phase(g: Somme) -> Procedure:
        if side in sides_now(g) and (g.setting.three_seats or nation != FRENCH):
            yield from step(g, side, nation if g.setting.three_seats else "")

    return phase


def working_total(g: Somme, side: int) -> int:
    """12.1.1: Assaults made, steps lost in them, units newly Disrupted."""
    return sum(g.state.working.get(f"{SIDES[side]}-{what}", 0) for what in Tally)


def begin_reorganization(g: Somme) -> None:
    """12.1.1, 12.1.2: two dice on the column of the working total; below the chart nothing."""
    state, combat = g.state, g.setting.combat
    state.levels, state.rallied, state.recovered = {}, [], []
    for side in sides_now(g):
        total = working_total(g, side)
        steps = 0
        if total >= combat.replacements.columns[0]:
            row = [combat.replacement_steps(total, dice) for dice in range(2, 13)]
            steps = g.roll("12.1.2", "replacements", row, number=2)
        state.levels[SIDES[side]] = steps
        g.note("replacement-level", "12.1.1", "12.1.2", side=SIDES[side], total=total, steps=steps)


def plan_replacements(g: Somme) -> Procedure:
    """12.1.3: both players write down how many steps they will take and show it together."""
    levels = g.state.levels
    if sum(steps > 0 for steps in levels.values()) < 2:
        return
    answers: dict[str, Action] = yield Together({
        side: Choice(
            side, "replacement-plan", "12.1.3",
            f"{g.setting.seat_name(g.common_seat(SIDES.index(side)))}: "
            f"how many of {counted(steps, 'replacement step', 'replacement steps')} will you take at most?",
            [Action("spend", (n,)) for n in range(steps + 1)], about="number",
            seat=g.common_seat(SIDES.index(side)),
        )
        for side, steps in levels.items()
    }, rest=True)
    for side, action in answers.items():
        number = action.number()
        levels[side] = number
        g.note("replacement-plan", "12.1.3", side=side, steps=number)


def end_reorganization(g: Somme) -> None:
    """12.4 and the end of 12.1.3: interdiction clears, the Replacements Marker goes back to zero."""
    state = g.state
    for cell, (laid_by, turn) in sorted(state.interdicted.items()):
        if is_joint(g):
            over = laid_by == SIDES[ALLIED] or turn < state.turn                # ruling X01
        else:
            over = laid_by != state.phasing
        if over:
            g.clear_interdiction(cell)
            g.note("interdiction-clears", "12.4", cell=cell)
    if is_joint(g) or g.phasing == GERMAN:
        state.air = NOWHERE                                                     # 6.6, 12.4, ruling X44
    for side in sides_now(g):
        for what in Tally:
            state.working[f"{SIDES[side]}-{what}"] = 0
    state.levels, state.rallied, state.recovered = {}, [], []


def after_reorganization(g: Somme) -> str:
    return "end-of-turn" if is_joint(g) else "next-player"
