"""Leaving the map and coming back (13.4, 14.1.3, 14.2.3, 14.3.4, 14.3.5, 14.4.4, 15.6.3, 15.7.1)."""

from __future__ import annotations

from typing import Any

from grognard.engine import Action
from grognard.games.somme_1916.rules.commitment.phase import stand_down
from grognard.games.somme_1916.rules.movement.reach import points_left
from grognard.games.somme_1916.rules.victory.control import squares_behind
from grognard.games.somme_1916.state import Somme
from grognard.games.somme_1916.terms import ALLIED, EXITED, GERMAN, GONE, NO_FACING, Heap, Return
from grognard.rules.masks import mask

NORTH_WEST = ("west-of-german-start-trench", "north-west-of-german-start-trench")


def german_exit(g: Somme) -> dict[str, Any]:
    found: dict[str, Any] = g.setting.plan.get("german_exit", {})
    return found


def north_west(g: Somme) -> int:
    """The north edge west of the German start trench (14.4.4, X19)."""
    region = g.setting.board.regions.get("north-edge-west-of-trench")
    return mask(region) if region is not None else 0


def is_raid(g: Somme, edge: str, cell: int) -> bool:
    """15.7.1, X19: whether leaving there wins points instead of costing them."""
    plan = german_exit(g)
    if "raid_edges" not in plan:
        return False
    if g.setting.options["campaign_exit"] == "literal":
        return edge in plan["voluntary_edges"]
    return edge in plan["raid_edges"] or (edge == "north" and bool(north_west(g) >> cell & 1))


def open_edges(g: Somme, unit: int) -> list[str]:
    """The edges by which a unit may leave from its square of its own will."""
    cell = g.state.loc[unit]
    here = [name for name, cells in g.setting.edges.items() if cells >> cell & 1]
    if not here:
        return []
    if g.setting.side[unit] == ALLIED:
        plan = g.setting.plan.get("allied_exit")
        return [e for e in here if plan and e in plan["edges"] and may_leave_for_victory(g, unit, plan)]
    plan = german_exit(g)
    if not plan:
        return []
    edges = list(plan["voluntary_edges"])
    if g.setting.options["campaign_exit"] == "raid" or "raid_edges" not in plan:
        edges += plan.get("raid_edges", [])
    found = [e for e in here if e in edges]
    if "north" in found and plan.get("north_edge_limit") in NORTH_WEST and not north_west(g) >> cell & 1:
        found.remove("north")                                                   # 14.4.4
    return found


def may_leave_for_victory(g: Somme, unit: int, plan: dict[str, Any]) -> bool:
    """14.2.3, 15.6.3: infantry; in the campaign divisions and full brigades, if the nation drew that marker."""
    if not g.setting.infantry[unit]:
        return False
    if plan["units"] == "divisions-and-full-brigades" and not (g.setting.divisions[unit] or g.state.steps[unit] > 1):
        return False
    if "only_with_marker" in plan:
        return f"{g.setting.nation[unit]}-{plan['only_with_marker']}" in g.state.objectives
    return True


def cost_to_leave(g: Somme) -> int:
    """One square of clear ground beyond the edge (ruling D28)."""
    return g.setting.terrain["clear"].straight


def exit_actions(g: Somme, unit: int) -> list[Action]:
    edges = open_edges(g, unit)
    if not edges or g.is_engaged(unit) or points_left(g, unit) < cost_to_leave(g):
        return []
    return [Action("exit", (unit, edge)) for edge in edges]


def leave_map(g: Somme, unit: int, edge: str, forced: bool) -> None:
    """A unit goes off the map: what it costs, and when it comes back."""
    cell = g.state.loc[unit]
    g.note("exit", "13.4", unit=unit, edge=edge, cell=cell)
    if g.setting.side[unit] == ALLIED or not german_exit(g):
        leave_for_good(g, unit, cell, forced)
        return
    plan = german_exit(g)
    raid = not forced and is_raid(g, edge, cell)
    if raid:
        raid_points(g, int(plan["raid_vp"]), unit, plan["case"])
    else:
        points = int(plan["forced_vp"] if forced else plan["voluntary_vp"])
        g.award(ALLIED, Heap.EXITS, points, plan["case"], f"{g.name(unit)} left the map")
    after = plan.get("forced_returns_after", plan["returns_after"]) if forced else plan["returns_after"]
    g.place(unit, EXITED)
    strip(g, unit)
    g.state.due[unit] = g.state.turn + int(after)
    g.state.returns[unit] = Return(edge)


def leave_for_good(g: Somme, unit: int, cell: int, forced: bool) -> None:
    """Allied units that leave for victory, and units forced off the map where nobody returns (14.1.3)."""
    side = g.setting.side[unit]
    if forced:
        plan = g.setting.plan.get("exits", {})
        points, case = int(plan.get("forced_vp", 0)), plan.get("case", "13.4")
        g.award(1 - side, Heap.EXITS, points, case, f"{g.name(unit)} left the map")
        g.place(unit, GONE)
    else:
        g.state.exits.append((unit, cell))
        g.place(unit, EXITED)
    strip(g, unit)


def raid_points(g: Somme, points: int, unit: int, case: str) -> None:
    """15.7.1: taken from the Allied points; what they have not goes to the German."""
    taken = max(0, min(points, g.points(ALLIED)))
    g.award(ALLIED, Heap.EXITS, -taken, case, f"{g.name(unit)} raids the Allied rear")
    g.award(GERMAN, Heap.EXITS, points - taken, case, f"{g.name(unit)} raids the Allied rear")


def strip(g: Somme, unit: int) -> None:
    """Off the map a counter keeps its steps and its order, but no facing and no orders."""
    g.state.facing[unit] = NO_FACING
    stand_down(g, unit)


def return_squares(g: Somme, unit: int) -> int:
    """Where a German unit that left may come back: along the same edge, as the scenario says."""
    edge, where = g.state.returns[unit], german_exit(g).get("returns_where", "anywhere")
    cells = g.setting.edges[edge] & ~g.occupied(ALLIED) & ~g.setting.shaded
    if where == "behind-lines":
        cells &= squares_behind(g, GERMAN)                                      # 14.2.3
    elif where == "free-of-allied-zoc":
        cells &= ~g.zone_mask(ALLIED)                                           # 14.4.4, 15.7.1
    return cells


def may_be_forced_off(g: Somme, unit: int) -> bool:
    """13.4, D05: whether combat may force a unit over its own edge: anybody in scenario 1, else Germans only."""
    side = g.setting.side[unit]
    if "exits" not in g.setting.plan and (side == ALLIED or not german_exit(g)):
        return False
    edge = "west" if side == ALLIED else "east"
    return g.state.loc[unit] >= 0 and bool(g.setting.edges[edge] >> g.state.loc[unit] & 1)
