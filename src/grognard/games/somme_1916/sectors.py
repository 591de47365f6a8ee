"""Squares of the other Allied nation (14.1.3, 14.2.3, 14.3.6, 14.4.4)."""

from __future__ import annotations

from grognard.games.somme_1916.setting import ALLIED, GERMAN
from grognard.games.somme_1916.state import Somme

PAID, EXEMPT = 1, 2


def last_british_row(g: Somme) -> int | None:
    """The southernmost row of the British, None where no rule divides the map."""
    plan = g.setting.plan
    if "sectors" in plan:
        return int(plan["sectors"]["british"][1])
    if g.setting.options["campaign_sectors"] == "on":                           # D07
        rows = [s for s in plan.get("sectors_by_turn", []) if s["first_turn"] <= g.state.turn]
        return int(rows[-1]["british_last_row"]) if rows else None
    return None


def is_outside(g: Somme, unit: int) -> bool:
    """Whether an Allied combat unit stands in a row of the other nation; HQs are exempt."""
    last, cell = last_british_row(g), g.state.loc[unit]
    if last is None or cell < 0 or g.setting.hqs[unit]:
        return False
    return (g.setting.row[cell] <= last) != (g.setting.nation[unit] == "british")


def check_sectors(g: Somme) -> None:
    """Units outside their nation's rows pay once in the game; those set up there only after being inside (X20)."""
    if last_british_row(g) is None:
        return
    paid = g.state.sector
    points = int(g.setting.plan.get("sectors", {"vp": 3})["vp"])
    case = g.setting.plan.get("sectors", {"case": "14.1.3"})["case"]
    for unit in g.on_map(ALLIED):
        outside = is_outside(g, unit)
        if not outside and paid[unit] == EXEMPT:
            paid[unit] = 0
        elif outside and not paid[unit]:
            paid[unit] = PAID
            g.award(GERMAN, "sectors", points, case, f"{g.name(unit)} in squares of the other nation")
