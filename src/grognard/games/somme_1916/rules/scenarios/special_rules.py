"""Special rules of scenarios (14.1.3, 14.2.3, 14.3.6, 14.4.4): held cavalry, squares of the other Allied nation."""

from __future__ import annotations

from grognard.engine import ALLOW, Action, Ruling, refuse
from grognard.games.somme_1916.state import Somme
from grognard.games.somme_1916.terms import ALLIED, BRITISH, GERMAN, Heap, Sector


def may_release(g: Somme, unit: int) -> Ruling:
    """From July 15 on, once in a turn, until the last turn that the scenario grants."""
    if unit not in g.state.held:
        return refuse("14.1.3", f"{g.name(unit)} is not held")
    plan = g.setting.plan.get("cavalry_release")
    if plan is None or not plan["first_turn"] <= g.state.turn <= plan["last_turn"]:
        return refuse("14.1.3", f"{g.name(unit)} cannot be released in this turn")
    if unit in g.state.tried:
        return refuse("14.1.3", f"{g.name(unit)} has been tried in this turn")
    return ALLOW


def release_actions(g: Somme, unit: int) -> list[Action]:
    return [Action("release", (unit,))] if unit in g.state.held and may_release(g, unit) else []


def release(g: Somme, unit: int) -> None:
    """A die: 1-3 frees the unit to move normally."""
    low, high = g.setting.plan["cavalry_release"]["released_on"]
    die = g.throw("14.1.3", f"release of {g.name(unit)}", same=[low <= face <= high for face in range(1, 7)])
    g.state.tried.append(unit)
    freed = low <= die <= high
    if freed:
        g.state.held.remove(unit)
    g.note("released" if freed else "held", "14.1.3", result=True, unit=unit)


def last_british_row(g: Somme) -> int | None:
    """The southernmost row of the British, None where no rule divides the map."""
    plan = g.setting.plan
    if "sectors" in plan:
        return int(plan["sectors"][BRITISH][1])
    if g.setting.options["campaign_sectors"] == "on":                           # D07
        rows = [s for s in plan.get("sectors_by_turn", []) if s["first_turn"] <= g.state.turn]
        return int(rows[-1]["british_last_row"]) if rows else None
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
    paid = g.state.sector
    points = int(g.setting.plan.get("sectors", {"vp": 3})["vp"])
    case = g.setting.plan.get("sectors", {"case": "14.1.3"})["case"]
    for unit in g.on_map(ALLIED):
        outside = is_outside(g, unit)
        if not outside and paid[unit] == Sector.EXEMPT:
            paid[unit] = Sector.UNPAID
        elif outside and paid[unit] == Sector.UNPAID:
            paid[unit] = Sector.PAID
            g.award(GERMAN, Heap.SECTORS, points, case, f"{g.name(unit)} in squares of the other nation")
