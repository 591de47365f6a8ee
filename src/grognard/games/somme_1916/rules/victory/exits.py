"""Leaving the map and coming back (13.4, 14.1.3, 14.2.3, 14.3.4, 14.3.5, 14.4.4, 15.6.3, 15.7.1)."""

from __future__ import annotations

from grognard.engine import ALLOW, Action, Ruling, refuse
from grognard.games.somme_1916.plan import AlliedExit, GermanExit
from grognard.games.somme_1916.position import Somme
from grognard.games.somme_1916.rules.commitment import stand_down
from grognard.games.somme_1916.rules.movement.reach import cost_to_leave, points_left
from grognard.games.somme_1916.rules.victory.control import squares_behind
from grognard.games.somme_1916.terms import ALLIED, EXITED, FINISHED, GERMAN, GONE, NO_FACING, Heap, Return
from grognard.rules.masks import mask


def north_west(g: Somme) -> int:
    """The north edge west of the German start trench (14.4.4, X19)."""
    return mask(g.setting.board.regions.get("north-edge-west-of-trench", ()))


def is_raid(g: Somme, plan: GermanExit, edge: str, cell: int) -> bool:
    """15.7.1, X19: whether leaving there wins points instead of costing them."""
    if not plan.raid_edges:
        return False
    if g.has_option("campaign_exit", "literal"):
        return edge in plan.voluntary_edges
    return edge in plan.raid_edges or (edge == "north" and bool(north_west(g) >> cell & 1))


def open_edges(g: Somme, unit: int) -> list[str]:
    """The edges by which a unit may leave from its square of its own will."""
    cell, plan = g.state.loc[unit], g.setting.plan
    here = [name for name, cells in g.setting.edges.items() if cells >> cell & 1]
    if not here:
        return []
    if g.setting.side[unit] == ALLIED:
        exit = plan.allied_exit
        return [e for e in here if exit and e in exit.edges and may_leave_for_victory(g, unit, exit)]
    if plan.german_exit is None:
        return []
    raids = plan.german_exit.raid_edges if g.has_option("campaign_exit", "raid") else []
    edges = [*plan.german_exit.voluntary_edges, *raids]
    found: list[str] = [e for e in here if e in edges]
    if "north" in found and plan.german_exit.north_only_west_of_trench and not north_west(g) >> cell & 1:
        found.remove("north")                                                   # 14.4.4
    return found


def may_leave_for_victory(g: Somme, unit: int, plan: AlliedExit) -> bool:
    """14.2.3, 15.6.3: infantry; in the campaign divisions and full brigades, if the nation drew that marker."""
    if not g.setting.infantry[unit]:
        return False
    if plan.units == "divisions-and-full-brigades" and not (g.setting.divisions[unit] or g.state.steps[unit] > 1):
        return False
    marker = plan.only_with_marker
    return not marker or f"{g.setting.nation[unit]}-{marker}" in g.state.objectives


def price_of_exit(g: Somme, unit: int) -> int:
    """One square of clear ground beyond the edge (ruling D28), and what leaving its own costs the unit (7.2.4, 7.3)."""
    return g.setting.terrain["clear"].straight + cost_to_leave(g, unit)


def exit_actions(g: Somme, unit: int) -> list[Action]:
    return [Action("exit", (unit, edge)) for edge in open_edges(g, unit) if may_leave(g, unit, edge)]


def may_leave(g: Somme, unit: int, edge: str) -> Ruling:
    """Whether a unit may leave by an edge now, and the one reason why not."""
    name, cell = g.name(unit), g.state.loc[unit]
    if edge not in g.setting.edges:
        return refuse("13.4", f"the map has no {edge} edge: {', '.join(g.setting.edges)}")
    if not g.setting.edges[edge] >> cell & 1:
        return refuse("13.4", f"{g.cell_name(cell)} is not on the {edge} edge")
    if g.setting.side[unit] == ALLIED and not g.setting.infantry[unit]:
        return refuse("13.4", f"{name} cannot leave the map: only Allied infantry may, for victory")
    if edge not in open_edges(g, unit):
        return refuse("13.4", f"{name} cannot leave the map by the {edge} edge in this scenario")
    if g.is_engaged(unit):
        return refuse("8.8", f"{name} is engaged")
    if g.state.moved[unit] == FINISHED:
        return refuse("7.5", f"{name} has stopped in an enemy zone of control")
    if points_left(g, unit) < price_of_exit(g, unit):
        return refuse("13.4", f"{name} lacks the {price_of_exit(g, unit) / 2:g} MP it takes to leave the map")
    return ALLOW


def leave_map(g: Somme, unit: int, edge: str, forced: bool) -> None:
    """A unit goes off the map: what it costs, and when it comes back."""
    cell = g.state.loc[unit]
    g.note("exit", "13.4", unit=unit, edge=edge, cell=cell)
    plan = g.setting.plan.german_exit
    if g.setting.side[unit] == ALLIED or plan is None:
        leave_for_good(g, unit, cell, forced)
        return
    if not forced and is_raid(g, plan, edge, cell):
        raid_points(g, plan.raid_vp, unit, plan.case)
    else:
        points = plan.forced_vp if forced else plan.voluntary_vp
        g.award(ALLIED, Heap.EXITS, points, plan.case, f"{g.name(unit)} left the map")
    after = plan.forced_returns_after or plan.returns_after if forced else plan.returns_after
    take_off(g, unit, EXITED)
    g.state.due[unit] = g.state.turn + after
    g.state.returns[unit] = Return(edge)


def leave_for_good(g: Somme, unit: int, cell: int, forced: bool) -> None:
    """Allied units that leave for victory, and units forced off the map where nobody returns (14.1.3)."""
    side = g.setting.side[unit]
    if forced:
        plan = g.setting.plan.exits
        if plan is not None:
            g.award(1 - side, Heap.EXITS, plan.forced_vp, plan.case, f"{g.name(unit)} left the map")
        take_off(g, unit, GONE)
    else:
        g.state.exits.append((unit, cell))
        take_off(g, unit, EXITED)


def raid_points(g: Somme, points: int, unit: int, case: str) -> None:
    """15.7.1: taken from the Allied points; what they have not goes to the German."""
    taken = max(0, min(points, g.points(ALLIED)))
    g.award(ALLIED, Heap.EXITS, -taken, case, f"{g.name(unit)} raids the Allied rear")
    g.award(GERMAN, Heap.EXITS, points - taken, case, f"{g.name(unit)} raids the Allied rear")


def take_off(g: Somme, unit: int, box: int) -> None:
    """Off the map a counter keeps its steps and its order, but no facing and no orders."""
    g.place(unit, box)
    g.state.facing[unit] = NO_FACING
    stand_down(g, unit)


def return_squares(g: Somme, unit: int) -> int:
    """Where a German unit that left may come back: along the same edge, as the scenario says."""
    plan = g.setting.plan.german_exit
    cells = g.setting.edges[g.state.returns[unit]] & ~g.occupied(ALLIED) & ~g.setting.shaded
    if plan and plan.returns_where == "behind-lines":
        cells &= squares_behind(g, GERMAN)                                      # 14.2.3
    elif plan and plan.returns_where == "free-of-allied-zoc":
        cells &= ~g.zone_cells[ALLIED]                                           # 14.4.4, 15.7.1
    return cells


def may_be_forced_off(g: Somme, unit: int) -> bool:
    """13.4, D05: whether combat may force a unit over its own edge: anybody in scenario 1, else Germans only."""
    side, plan = g.setting.side[unit], g.setting.plan
    if plan.exits is None and (side == ALLIED or plan.german_exit is None):
        return False
    edge = "west" if side == ALLIED else "east"
    return g.state.loc[unit] >= 0 and bool(g.setting.edges[edge] >> g.state.loc[unit] & 1)
