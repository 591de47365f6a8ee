"""Special rules of scenarios (14.1.3, 14.2.3, 14.3.6, 14.4.4): held cavalry, squares of the other Allied nation."""

from __future__ import annotations

from grognard.engine import ALLOW, Action, Ruling, refuse
from grognard.games.somme_1916.position import Somme
from grognard.games.somme_1916.terms import ALLIED, BRITISH, GERMAN, Heap, Sector


def may_release(g: Somme, unit: int) -> Ruling:
    """From July 15 on, once in a turn, until the last turn that the scenario grants."""
    if unit not in g.state.held:
        return refuse("14.1.3", f"{g.name(unit)} is not held")
    plan = g.setting.plan.cavalry_release
    if plan is None or not plan.first_turn <= g.state.turn <= plan.last_turn:
        return refuse("14.1.3", f"{g.name(unit)} cannot be released in this turn")
    if unit in g.state.tried:
        return refuse("14.1.3", f"{g.name(unit)} has been tried in this turn")
    return ALLOW


def release_actions(g: Somme, unit: int) -> list[Action]:
    return [Action("release", (unit,))] if unit in g.state.held and may_release(g, unit) else []


def release(g: Somme, unit: int) -> None:
    """A die: 1-3 frees the unit to move normally."""
    plan = g.setting.plan.cavalry_release
    g.state.tried.append(unit)
    freed = plan is not None and g.succeeds("14.1.3", f"release of {g.name(unit)}", *plan.released_on)
    if freed:
        g.state.held.remove(unit)
    g.note("released" if freed else "held", "14.1.3", result=True, unit=unit)


def last_british_row(g: Somme) -> int | None:
    """The southernmost row of the British, None where no rule divides the map."""
    plan = g.setting.plan
    if plan.sectors is not None:
        return plan.sectors.british[1]
    if g.has_option("campaign_sectors"):                                        # D07
        rows = [s.british_last_row for s in plan.sectors_by_turn if s.first_turn <= g.state.turn]
        return rows[-1] if rows else None
    return None


def is_outside(g: Somme, unit: int) -> bool:
    """Whether an Allied combat unit stands in a row of the other nation; HQs are exempt."""
    last, cell = last_british_row(g), g.state.loc[unit]
    if last is None or cell < 0 or g.setting.hqs[unit]:
        return False
    return (g.setting.row[cell] <= last) != (g.setting.nation[unit] == BRITISH)


def check_sectors(g: Somme) -> None:
    """Units outside their nation's rows pay once in the game; those set up there only after being inside (X20)."""
    if last_british_row(g) is None:
        return
    paid, plan = g.state.sector, g.setting.plan.sectors
    points, case = (plan.vp, plan.case) if plan is not None else (3, "14.1.3")
    for unit in g.on_map(ALLIED):
        outside = is_outside(g, unit)
        if not outside and paid[unit] == Sector.EXEMPT:
            paid[unit] = Sector.UNPAID
        elif outside and paid[unit] == Sector.UNPAID:
            paid[unit] = Sector.PAID
            g.award(GERMAN, Heap.SECTORS, points, case, f"{g.name(unit)} in squares of the other nation")
