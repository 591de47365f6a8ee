"""What the referee can be asked of this game beyond moves and fights; it gets the position as the asker may see it."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.engine import Ruling, refuse
from grognard.engine.judge import Reaching, Standing
from grognard.games.hannut_1940.position import Hannut
from grognard.games.hannut_1940.rules.observation import air_range, sight
from grognard.games.hannut_1940.rules.stacking import may_share
from grognard.games.hannut_1940.rules.supply import near_hq, traces_to_hq
from grognard.games.hannut_1940.rules.victory import levels, margin
from grognard.games.hannut_1940.setting import GERMAN
from grognard.rules.judging import WarJudge, standing_by_points
from grognard.rules.masks import cells_of


class HannutJudge(WarJudge[Hannut]):
    enemies_apart = "6.0"

    def may_share(self, position: Hannut, units: Sequence[int]) -> Ruling:
        return may_share(position, tuple(units))

    def sees(self, position: Hannut, start: int, end: int) -> Ruling:
        """8.1, 8.1.2."""
        names = f"{position.cell_name(end)} is{{}} in line of sight of {position.cell_name(start)}"
        if sight(position, start) >> end & 1:
            return Ruling(True, "8.1", names.format(""))
        return refuse("8.1.2" if position.is_night else "8.1", names.format(" not"))

    def ranges(self, position: Hannut, unit: int) -> list[Reaching]:
        """9.1, 15.1b: how far an HQ's artillery and supply reach; 8.3: German aircraft."""
        g, setting = position, position.setting
        if not setting.is_hq[unit] or g.state.loc[unit] < 0:
            return []
        division = setting.units[unit].division
        mode, guns = "9.1.1" if g.is_static(division) else "9.1.2", g.artillery_range(division)
        found = [("artillery", guns, mode, g.within_range(division, guns))]
        if setting.side[unit] == GERMAN:
            air = air_range(g, division)
            found.append(("aircraft", air, "8.3", g.within_range(division, air) & ~setting.hidden_from_air))
        found.append(("supply", setting.limits["supply-range"], "15.1b", near_hq(g, division)))
        return [Reaching(what=what, distance=far, case=case, cells=cells_of(area)) for what, far, case, area in found]

    def standing(self, position: Hannut) -> Standing:
        """19.10: by the points that would be counted now; sudden death comes at the end of a turn."""
        points = margin(position)
        text = f"the German margin is {points:+d} VP"
        return standing_by_points(levels(position), points, "german", "french", "19.10", text)


def command_ruling(g: Hannut, unit: int) -> Ruling:
    """9.2, 9.3, 9.3.1: which HQ a unit is subordinate to, and whether it can trace a supply path from there."""
    name, division = g.name(unit), g.division(unit)
    known, case = g.setting.divisions.get(division), "9.3.1" if g.state.attached[unit] else "9.3"
    if g.state.loc[unit] < 0:
        return refuse("9.3", f"{name} is not on the map")
    if known is None:
        return refuse("9.3.1", f"{name} is independent and not attached to a division")
    belongs = f"{name} {'is attached to' if case == '9.3.1' else 'belongs to'} the {known.name}"
    if g.has_hidden_hq(division):
        return refuse("7.3", f"{belongs}, whose HQ is nowhere that you can see")
    if not g.has_hq(division):
        return refuse(case, f"{belongs}, whose HQ is not in play")
    mode = "static" if g.is_static(division) else "mobile"
    if g.setting.is_hq[unit]:
        return Ruling(True, "9.3", f"{name} commands the {known.name}, in {mode} mode")
    off_map = division in g.setting.off_map_hq
    hq = "off the map" if off_map else f"{g.name(g.hq(division))} in {g.cell_name(g.state.loc[g.hq(division)])}"
    belongs += f"; its HQ is {hq}, in {mode} mode"
    if not traces_to_hq(g, unit, division):
        return refuse("9.2", f"{belongs}, but no supply path leads from there to {name}")
    return Ruling(True, case, belongs)
