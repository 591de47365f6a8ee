"""What the referee can be asked of this game beyond moves and fights. Nothing here decides anything."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.engine import ALLOW, Ruling, refuse
from grognard.engine.judge import Fault, Formation, Front, Holder, Standing, WayBack
from grognard.games.marne_1914.checks import MOVING, YET_TO_MOVE
from grognard.games.marne_1914.position import Marne
from grognard.games.marne_1914.rules.boundaries import area, in_area
from grognard.games.marne_1914.rules.front_line import covered_hexes, front_line
from grognard.games.marne_1914.rules.integrity import base_units, corps_members, links_of
from grognard.games.marne_1914.rules.movement import may_end_so_far_north
from grognard.games.marne_1914.rules.retreat import may_retreat_to, ranks_of, way_to, ways_of_retreat
from grognard.games.marne_1914.rules.stacking import may_share
from grognard.games.marne_1914.rules.victory import final_awards
from grognard.games.marne_1914.setting import CP, ENTENTE
from grognard.games.marne_1914.tables import ARMY_NAMES
from grognard.rules.judging import END_OF_MOVEMENT, WarJudge, standing_by_points


class MarneJudge(WarJudge[Marne]):
    enemies_apart = "6.1.8"

    def may_share(self, position: Marne, units: Sequence[int]) -> Ruling:
        return may_share(position, units)                                       # 4.1

    def is_yet_to_move(self, position: Marne, side: int) -> bool:
        return position.phasing == side and position.state.phase in YET_TO_MOVE         # 4.1.4

    def other_faults(self, position: Marne) -> list[Fault]:
        """Areas (5.2.3), the Great Retreat (14.2.2), corps integrity (4.5.1)."""
        return [fault for side in (CP, ENTENTE) for fault in astray(position, side)] + [
            Fault(case=torn.ruling.case, text=torn.ruling.text, units=torn.units, when=END_OF_MOVEMENT)
            for torn in self.formations(position) if not torn.ruling
        ]

    def holder(self, position: Marne, cell: int) -> Holder:
        """13.0.3, 10.1.2."""
        g, where = position, position.cell_name(cell)
        if cell not in g.setting.held:
            return Holder("", "13.0.3", f"nobody controls {where}: only towns, Paris and the roads off the map count")
        side = g.controller(cell)
        if not side:
            return Holder("", "13.0.3", f"no side has entered {where} yet")
        name = g.setting.game.sides[side]
        garrison = ", and its garrison holds it" if cell in g.state.garrisons else ""
        return Holder(side, "13.0.3", f"the {name} were the last to enter {where}{garrison}")

    def fronts(self, position: Marne) -> list[Front]:
        line, covered = front_line(position), covered_hexes(position)
        gaps = [cell for cell in line if not covered >> cell & 1]
        name = "Front line of the Entente"
        return [Front(name=name, side="entente", case="4.6.1", cells=line, gaps=gaps)]

    def standing(self, position: Marne) -> Standing:
        """13.0.4: by the points that would be counted if the scenario ended now."""
        ending = position.copy()
        final_awards(ending)
        now, points = position.state.vp, ending.state.vp
        text = f"the Central Powers have {now} VP"
        if points != now:
            text += f", and {points} with what is counted at the end"
        levels = position.setting.tables.victory_levels
        return standing_by_points(levels, points, "cp", "entente", "13.0.4", text)

    def formations(self, position: Marne) -> list[Formation]:
        """4.5: each corps with its infantry, its base unit and its integrity."""
        return [
            Formation(
                name=corps, side=position.side_name(side), units=units, base=base_units(position, units),
                ruling=integrity_of(position, units),
            )
            for side in (CP, ENTENTE) for corps, units in corps_members(position, side).items()
        ]

    def ways_back(self, position: Marne, unit: int) -> list[WayBack]:
        """8.5, from those who attack its hex; where nobody has declared that, from every enemy next to it."""
        g, attackers = position, attackers_of(position, unit)
        best = ways_of_retreat(g, unit, attackers)
        far = max([len(way.path) for way in best], default=1)
        ends = dict.fromkeys([*[way.end for way in best], *g.setting.grid.within(g.state.loc[unit], far)])
        found = []
        for cell in ends:
            ruling = may_retreat_to(g, unit, attackers, cell)
            way = next((way for way in best if way.end == cell), None) or way_to(g, unit, cell)
            if way is not None and cell != g.state.loc[unit]:
                ranks = ranks_of(g, way, attackers)
                found.append(WayBack(cell=cell, path=way.path, ranks=ranks, open=ruling.allowed, ruling=ruling))
        return sorted(found, key=lambda way: (not way.open, tuple(way.ranks.values())))


def astray(g: Marne, side: int) -> list[Fault]:
    """5.2.3: units outside their area; 14.2.2: units further north than they began."""
    found, moving = [], side == g.phasing and g.state.phase in MOVING
    for unit in g.on_map(side):
        cell, name = g.state.loc[unit], g.name(unit)
        if not in_area(g, unit, cell):
            army = g.state.army[unit]
            west, east = area(g, army)
            text = f"{name} in {g.cell_name(cell)} is outside the area of {ARMY_NAMES[army]}, columns {west} to {east}"
            found.append(Fault(case="5.2.3", text=text, units=(unit,), cells=(cell,), when=END_OF_MOVEMENT))
        ruling = may_end_so_far_north(g, unit, cell) if moving else ALLOW
        if not ruling:
            found.append(Fault(case=ruling.case, text=ruling.text, units=(unit,), cells=(cell,), when=END_OF_MOVEMENT))
    return found


def integrity_of(g: Marne, members: Sequence[int]) -> Ruling:
    """4.5.1, 4.5.5: whether the infantry of a corps makes one chain, and who hangs loose."""
    corps, base = g.state.corps[members[0]], base_units(g, members)
    links = links_of(g, g.setting.side[members[0]], corps)
    chained = [base[0]]
    for unit in chained:                                                        # grows as units are found
        near = links.to(g.state.loc[unit])
        chained += [u for u in members if u not in chained and near >> g.state.loc[u] & 1]
    loose = [u for u in members if u not in chained]
    if loose:
        name = g.name(base[0])
        return refuse("4.5.1", f"{corps}: no chain of links of 3 hexes leads from {g.names(loose)} to its base {name}")
    return Ruling(True, "4.5.1", f"{corps} holds together; its base is {' or '.join(map(g.name, base))}")


def command_ruling(g: Marne, unit: int) -> Ruling:
    """4.5: what this game has of command is the integrity of corps."""
    if g.state.loc[unit] < 0:
        return refuse("4.5.1", f"{g.name(unit)} is not on the map")
    if not g.setting.infantry[unit]:
        return Ruling(True, "4.5.3", f"{g.name(unit)} is cavalry, which needs no corps integrity")
    return integrity_of(g, corps_members(g, g.setting.side[unit])[g.state.corps[unit]])


def attackers_of(g: Marne, unit: int) -> list[int]:
    """Who attacks a unit's hex: by declaration (8.1.3), else every enemy next to it."""
    here, enemy = g.state.loc[unit], 1 - g.setting.side[unit]
    declared = [u for group in g.state.declared for u in group] if g.state.target == here else []
    return declared or [u for u in g.on_map(enemy) if g.beside(u, here)]
