"""What the referee can be asked of this game beyond moves and fights. Nothing here decides anything."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.engine import Ruling, refuse
from grognard.engine.judge import Fault, Front, Holder, Missing, Reaching, Standing, WayBack
from grognard.games.somme_1916.plan import Victory
from grognard.games.somme_1916.position import Somme
from grognard.games.somme_1916.rules.assault.odds import supply_area, supply_range
from grognard.games.somme_1916.rules.assault.results import can_hold, may_retreat_to, retreat_ranks
from grognard.games.somme_1916.rules.bombardment.guns import reach_of
from grognard.games.somme_1916.rules.commitment import command_range, has_command, is_small, squares_within
from grognard.games.somme_1916.rules.movement.stacking import may_stack_together
from grognard.games.somme_1916.rules.scenarios import is_outside
from grognard.games.somme_1916.rules.victory.conditions import victories, what_is_missing
from grognard.games.somme_1916.rules.victory.control import claims, holds, squares_behind, zone_nations
from grognard.games.somme_1916.sequence import STEPS
from grognard.games.somme_1916.terms import ALLIED, FACING_NAMES, GERMAN, NATIONS, NOWHERE, SIDES, Sector
from grognard.rules.judging import END_OF_MOVEMENT, WarJudge
from grognard.rules.masks import cells_of


class SommeJudge(WarJudge[Somme]):
    enemies_apart = "7.5"

    def may_share(self, position: Somme, units: Sequence[int]) -> Ruling:
        return may_stack_together(position, units)                              # 7.3

    def is_yet_to_move(self, position: Somme, side: int) -> bool:
        """7.3: as after a set-up that leaves a side over-stacked."""
        g, order = position, list(STEPS)
        if g.phasing == side:
            return order.index(g.state.phase) <= order.index("movement")
        return SIDES[side] != g.setting.plan.first_player and g.state.turn == g.state.first_turn

    def other_faults(self, position: Somme) -> list[Fault]:
        """Facing (7.2.2), modes (6.5.1), shaded banks (7.1.1), the other nation's rows (14.1.3)."""
        units = (*position.on_map(ALLIED), *position.on_map(GERMAN))
        return [fault for side in (ALLIED, GERMAN) for fault in mixed_facings(position, side)] + [
            fault for unit in units for fault in astray(position, unit)
        ]

    def holder(self, position: Somme, cell: int) -> Holder:
        """13.1.1, ruling X56."""
        g, where = position, position.cell_name(cell)
        who = str(next((nation for nation in NATIONS if holds(g, nation, cell)), ""))
        text = how_held(g, cell, who) if who else f"nobody holds {where}"
        return Holder(who, "13.1.1", text + goals_at(g, cell))

    def fronts(self, position: Somme) -> list[Front]:
        """Ruling D03: the foremost squares behind each side's line; a gap is one without a unit and a zone."""
        g, found = position, []
        for side, name in enumerate(SIDES):
            behind = squares_behind(g, side)
            line = [c for c in cells_of(behind) if g.setting.around[c] & ~behind]
            covered = g.occupied(side) | g.zone_cells[side]
            title = f"{g.setting.game.sides[name]} front line"
            gaps = [c for c in line if not covered >> c & 1]
            found.append(Front(name=title, side=name, case="6.6", cells=line, gaps=gaps))
        return found

    def standing(self, position: Somme) -> Standing:
        """13.0: who meets his conditions now; both sides or none is a draw."""
        g, plan = position, position.setting.plan
        if g.setting.campaign and len(g.state.objectives) < sum(plan.objectives.draw.values()):
            text = "it depends on objectives that only the Allied player knows"
            return Standing(level="not known", winner=None, case="15.6.1", text=text)
        met = victories(g)
        won = [entry for entry in plan.victory if met[entry.name]]
        sides = sorted({entry.side for entry in won})
        winner = sides[0] if len(sides) == 1 else None
        text = "; ".join(entry.text for entry in won) or "neither side meets its conditions"
        return Standing(
            level="draw" if winner is None else f"{winner} victory", winner=winner,
            case=won[0].case if winner else plan.draw.case, text=text.rstrip("."),
            missing=[lacking(g, entry) for entry in plan.victory if not met[entry.name]],
        )

    def ways_back(self, position: Somme, unit: int) -> list[WayBack]:
        """11.8.1, ruling X49: every square next to the unit; of its own stack nobody gives way."""
        g, here = position, position.state.loc[unit]
        moved = [u for u in g.stack[here] if g.setting.side[u] == g.setting.side[unit]]
        found = []
        for cell in g.setting.grid.neighbours[here]:
            ruling = may_retreat_to(g, unit, cell, moved, (here,))
            ranks = retreat_ranks(g, unit, cell) if can_hold(g, unit, cell, moved, (here,)) else {}
            found.append(WayBack(cell=cell, path=(cell,), ranks=ranks, open=ruling.allowed, ruling=ruling))
        return sorted(found, key=lambda way: (not way.open, not way.ranks, tuple(way.ranks.values())))

    def ranges(self, position: Somme, unit: int) -> list[Reaching]:
        """Guns (6.3.1), HQs by their mode (8.3, 8.4, 11.1, 11.2)."""
        g, cell = position, position.state.loc[unit]
        if cell < 0:
            return []
        if g.setting.guns[unit]:
            return [Reaching(what="fire", distance=g.face(unit).range, case="6.3.1", cells=cells_of(reach_of(g, unit)))]
        if g.in_supply_mode(unit):
            area = cells_of(supply_area(g, unit, 0))
            case = "11.1" if g.good_order(unit) else "11.2"
            return [Reaching(what="supply", distance=supply_range(g, unit), case=case, cells=area)]
        if not g.in_command_mode(unit):
            return []
        side, nation, found = g.setting.side[unit], g.setting.nation[unit], []
        for small, what in ((False, "command"), (True, "command of British brigades and tanks")):
            far = command_range(g, nation, g.good_order(unit), small)
            if not small or nation == "british":
                near = 1 << cell if g.is_engaged(unit) else squares_within(g, side, 1 << cell, far)
                found.append(Reaching(what=what, distance=far, case="8.3", cells=cells_of(near)))
        return found


def mixed_facings(g: Somme, side: int) -> list[Fault]:
    """7.2.2: all units of a stack face the same side."""
    found = []
    for cell in sorted({g.state.loc[u] for u in g.on_map(side)}):
        units = [u for u in g.friends_in(cell, side) if g.state.facing[u] >= 0]
        if len({g.state.facing[u] for u in units}) > 1:
            ways = ", ".join(f"{g.name(u)} {FACING_NAMES[g.state.facing[u]]}" for u in units)
            text = f"all units in {g.cell_name(cell)} must face the same way: {ways}"
            found.append(Fault(case="7.2.2", text=text, units=units, cells=(cell,)))
    return found


def astray(g: Somme, unit: int) -> list[Fault]:
    """What is wrong with one unit by itself."""
    cell, name, found = g.state.loc[unit], g.name(unit), []
    if g.is_entrenched(unit) and g.is_suppressed(unit):
        found.append(Fault(case="6.5.1", text=f"{name} is Suppressed, which turns it mobile", units=(unit,)))
    if g.setting.shaded >> cell & 1:
        text = f"nobody can stand on {g.cell_name(cell)}, a shaded bank"
        found.append(Fault(case="7.1.1", text=text, units=(unit,), cells=(cell,)))
    if g.setting.side[unit] == ALLIED and g.state.sector[unit] == Sector.UNPAID and is_outside(g, unit):
        text = f"{name} in {g.cell_name(cell)} is in squares of the other nation, which costs points once"
        found.append(Fault(case="14.1.3", text=text, units=(unit,), cells=(cell,), when=END_OF_MOVEMENT))
    return found


def how_held(g: Somme, cell: int, nation: str) -> str:
    name, where = nation.capitalize(), g.cell_name(cell)
    if g.stack[cell]:
        return f"{name} units stand in {where}"
    if nation in zone_nations(g, cell):
        return f"{where} lies in zones of control of one side only, and a {name} unit is among them"
    return f"{name} units were the last to hold or pass {where}"


def goals_at(g: Somme, cell: int) -> str:
    """The objectives that a square belongs to, and who claims them."""
    name, found = g.cell_name(cell), ""
    for objective, goal in g.setting.objectives.items():
        if name in goal.squares:
            claimed = next((nation.capitalize() for nation in NATIONS if claims(g, nation, objective)), "nobody")
            found += f"; objective {objective}: {claimed}"
    return found


def lacking(g: Somme, entry: Victory) -> Missing:
    joined = " and " if entry.need == "all" else " or "
    return Missing(entry.side, f"{entry.side} victory", entry.case, joined.join(what_is_missing(g, entry)))


def command_ruling(g: Somme, unit: int) -> Ruling:
    """8.2-8.4: whether a Command Mode HQ would support an Assault from where a unit stands."""
    name, cell, nation = g.name(unit), g.state.loc[unit], g.setting.nation[unit]
    if cell < 0:
        return refuse("8.2", f"{name} is not on the map")
    if g.setting.guns[unit] or g.setting.hqs[unit]:
        return Ruling(True, "8.1", f"{name} does not assault, so that it needs no command")
    small = is_small(g, unit)
    ranges = [command_range(g, nation, good, small) for good in (True, False)]
    far = f"{ranges[0]} squares of one in Good Order, {ranges[1]} of another"
    if has_command(g, nation, cell, cell if g.is_engaged(unit) else NOWHERE, small):
        return Ruling(True, "8.2", f"a {nation.capitalize()} HQ in Command Mode supports Assaults of {name} ({far})")
    return refuse("8.2", f"no {nation.capitalize()} HQ in Command Mode is in range of {name} ({far})")
