"""Attacker adjustment (chapter 12): which attack markers must come off, and which may."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from grognard.engine import ALLOW, Action, Procedure, Ruling, refuse
from grognard.games.hannut_1940.position import ATTACK, Hannut, enemies_beside
from grognard.games.hannut_1940.rules.assault import allowance, targets
from grognard.games.hannut_1940.rules.markers import take_mark
from grognard.games.hannut_1940.rules.retreat import carry_shifts, pass_by, strip
from grognard.games.hannut_1940.rules.stacking import may_share
from grognard.games.hannut_1940.state import Mark
from grognard.rules.masks import fewest_cells
from grognard.rules.orders import UnitOrders


def take_off(g: Hannut, units: Iterable[int]) -> None:
    """Hex by hex, from the top of each stack: the order tells nothing of who lies under it."""
    for unit in sorted(units, key=lambda u: (g.state.loc[u], g.setting.rank[u])):
        take_mark(g, unit, "12.0")


def drop_useless(g: Hannut) -> None:
    """12.0: markers of units that have no enemy next to them; TA where PA units face the same and only hex."""
    take_off(g, [u for u in g.designated_units() if not enemies_beside(g, u)])
    alone = [u for u in g.designated_units() if enemies_beside(g, u).bit_count() == 1]
    prepared = {enemies_beside(g, u) for u in alone if g.state.mark[u] == Mark.PA}
    take_off(g, [u for u in alone if g.state.mark[u] == Mark.TA and enemies_beside(g, u) in prepared])


def required(g: Hannut, division: str) -> int:
    """12.0: the fewest half assaults in which all marked units of a division can attack."""
    units = [u for u in g.designated_units() if g.division(u) == division]
    tactical = {g.state.loc[u] for u in units if g.state.mark[u] == Mark.TA}
    prepared = [targets(g, u) for u in units if g.state.mark[u] == Mark.PA and targets(g, u)]
    limits = g.setting.limits
    return limits["ta-assaults"] * len(tactical) + limits["pa-assaults"] * fewest_cells(prepared)


def excess(g: Hannut) -> list[int]:
    """Marked units of divisions with more assaults than their HQs allow (9.1.1, 9.1.2)."""
    divisions = {g.division(u) for u in g.designated_units()}
    over = {d for d in divisions if required(g, d) > allowance(g, d)}
    return [u for u in g.designated_units() if g.division(u) in over]


class AdjustmentOrders(UnitOrders[Hannut]):
    """12.0: excess markers must come off; further ones only after a proficiency check of the stack."""

    offers = ("drop", "release", "end")

    def __init__(self, g: Hannut, tried: Sequence[int], failed: Sequence[int]) -> None:
        super().__init__(
            g, g.phasing, "adjustment", "12.0", "remove attack markers, or continue", rest=not tried and not failed
        )
        self.tried = tried
        self.excess = excess(g)
        self.droppable = [u for u in self.excess if g.state.loc[u] not in failed] or self.excess

    def units(self) -> Sequence[int]:
        """Whoever is too many; then the first marked unit of each stack speaks for it."""
        stacks: dict[int, int] = {}
        for unit in self.g.designated_units():
            stacks.setdefault(self.g.state.loc[unit], unit)
        return self.excess or [u for c, u in stacks.items() if c not in self.tried]

    def may_act(self, unit: int) -> Ruling:
        if unit in self.units():
            return ALLOW
        if self.g.state.loc[unit] in self.tried:
            return refuse("12.0", "this stack has already tried")
        return refuse("12.0", f"{self.g.name(unit)} does not represent a stack with attack markers")

    def others(self, unit: int) -> Sequence[Action]:
        if self.excess:
            return [Action("drop", (unit,))] if unit in self.droppable else []
        return [Action("release", (unit,))]

    def may_do(self, action: Action) -> Ruling:
        if action.verb == "release":
            return self.may_end()
        return refuse("12.0", "no more markers have to come off, or this stack has failed its check")

    def may_end(self) -> Ruling:
        found = bool(self.excess)
        return refuse("12.0", "there are more assaults than the HQs allow: remove markers") if found else ALLOW


def adjustment_step(g: Hannut) -> Procedure:
    """4.3.2 step 5."""
    tried: list[int] = []
    failed: list[int] = []
    while g.designated_units():
        orders = AdjustmentOrders(g, tried, failed)
        action = yield from g.order(orders)
        if action is None:
            return
        cell = g.state.loc[action.number()]
        if action.verb == "drop":
            yield from drop(g, action.number(), failed)
        else:
            tried.append(cell)
            yield from release(g, cell)


def drop(g: Hannut, unit: int, failed: list[int]) -> Procedure:
    """12.0a, ruling C23: without a check; with the option a stack needs one, as long as another is left to try."""
    cell = g.state.loc[unit]
    if g.has_option("forced_removal", "free") or cell in failed:
        take_off(g, [unit])
        return
    stack = [u for u in g.stack[cell] if g.state.mark[u] in ATTACK]
    if g.d10("12.0", f"the units in {g.cell_name(cell)}", min([g.setting.units[u].pr_attack for u in stack])):
        yield from let_go(g, cell, stack)
    else:
        failed.append(cell)


def release(g: Hannut, cell: int) -> Procedure:
    """12.0: the lowest attack proficiency of the stack."""
    units = [u for u in g.stack[cell] if g.state.mark[u] in ATTACK]
    lowest = min([g.setting.units[u].pr_attack for u in units])
    passed = g.d10("12.0", f"releasing the units in {g.cell_name(cell)}", lowest)
    g.note("release", "12.0", result=True, cell=cell, passed=passed)
    if passed:
        yield from let_go(g, cell, units)


def let_go(g: Hannut, cell: int, units: Sequence[int]) -> Procedure:
    """12.0: the markers come off, and the units may go to any adjacent hex (ruling D07)."""
    take_off(g, units)
    cells = [c for c in g.open_steps(units, cell) if may_share(g, (*units, *g.stack[c]))]
    if not cells:
        return
    question = f"where do the units in {g.cell_name(cell)} step back to?"
    to = yield from g.choose_or_end(g.phasing, "step-back", "12.0", question, "step-back", cells, about="cell")
    if to is not None:
        for unit in units:
            strip(g, unit)
            g.place(unit, to)
        carry_shifts(g, cell, units)                                            # 10.3.12
        g.note("retreat", "12.0", units=units, start=cell, to=to)
        yield from pass_by(g, units)
