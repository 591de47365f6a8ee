"""What people see of this game beyond what every game has: counters, markers, points, facts, arrivals, overlays.

Nothing here decides anything: it only asks the rules, of the position as the viewer may see it.
"""

from __future__ import annotations

from collections.abc import Iterable

from grognard.board.pieces import Marker
from grognard.engine.page import Arrival, Fact, Overlay, Page, Points
from grognard.games.hannut_1940.position import Hannut
from grognard.games.hannut_1940.rules.movement import Routes, may_move, prepared_ends
from grognard.games.hannut_1940.rules.observation import sight
from grognard.games.hannut_1940.rules.stacking import MARKS
from grognard.games.hannut_1940.rules.supply import barred, can_trace, sources
from grognard.games.hannut_1940.rules.victory import boxed_afv_steps, level_now, margin, score
from grognard.games.hannut_1940.setting import OFF_MAP
from grognard.games.hannut_1940.state import Chit, Mark, Supply
from grognard.rules.masks import cells_of, mask
from grognard.rules.search import cheapest_way

STATUSES = {
    "PA": "Prepared Assault marker", "TA": "Tactical Assault marker", "EX": "Exploitation marker",
    "CR": "Combat Reserve marker", "ip": "builds an improved position", "F1": "fatigue 1", "F2": "fatigue 2",
    "OoS": "Out of Supply", "OhS": "On-Hand Supply", "ST": "static HQ", "MO": "mobile HQ",
}
SUPPLIES = {Supply.OUT: "OoS", Supply.ON_HAND: "OhS"}


class HannutPage(Page[Hannut]):
    weighed = ("assault", "lead", "armor", "hold", "overrun", "sweep", "strafe", "fire", "bomb", "strike")
    aimed = ("assault", "follow", "advance")
    sets_up = ("deploy",)
    fired = ("fire", "bomb", "strike")
    lines = {"artillery": ("command",)}
    lost = ("eliminated",)
    factors_are = "attack, defence, movement; armor or anti-tank raised"
    statuses = STATUSES

    def factors(self, position: Hannut, unit: int) -> str:
        """Strengths on the side that faces up, with superscripts (5.4, 13.8.5), and the MA."""
        counter, left = position.setting.units[unit], position.state.steps[unit]
        if position.setting.is_hq[unit]:
            return f"{counter.defence[left]}-{counter.ma}"
        armor = f"^{counter.armor}" if counter.armor >= 0 else ""
        at = f"^{counter.at}" if counter.at >= 0 else ""
        return f"{counter.attack[left]}{armor}-{counter.defence[left]}{at}-{counter.ma}"

    def formation(self, position: Hannut, unit: int) -> tuple[str, ...]:
        """The division, whose headquarters commands it (9.1), and the regiment."""
        counter = position.setting.units[unit]
        division = position.setting.divisions.get(counter.division)
        return tuple(name for name in (division.name if division else "", counter.regiment) if name)

    def supply_line(self, position: Hannut, unit: int) -> list[int]:
        """15.1: to the HQ of its division, and on from there to a source."""
        g, setting, division = position, position.setting, position.division(unit)
        side, cell = setting.side[unit], position.state.loc[unit]
        away = setting.off_map_hq.get(division)
        if not can_trace(g, unit) or (not away and not g.has_hq(division)):     # a study may assume supply
            return []
        closed = barred(g, side)
        full = setting.divisions[division].kind == "infantry"
        hq = mask(away) if away else 1 << g.state.loc[g.hq(division)]
        way = cheapest_way(setting.supply_full if full else setting.supply_half, cell, hq, closed & ~hq)
        if away or not way:
            return way
        return way + cheapest_way(setting.supply_main, way[-1], sources(g, side), closed)[1:]

    def status(self, position: Hannut, unit: int) -> tuple[str, ...]:
        g, state = position, position.state
        if state.loc[unit] < 0:
            return ()
        hq = g.setting.is_hq[unit]
        words = (
            MARKS.get(state.mark[unit], ""), f"F{state.fatigue[unit]}" if state.fatigue[unit] else "",
            SUPPLIES.get(state.supply[unit], ""), ("ST" if g.is_static(g.division(unit)) else "MO") if hq else "",
        )
        return tuple(word for word in words if word)

    def standing(self, position: Hannut) -> str:
        return f"{position.turn.label}: German {margin(position):+d} VP ({level_now(position).level})"

    def markers(self, position: Hannut) -> list[Marker]:
        """Improved positions (16.1) and AS markers (10.3.12)."""
        state = position.state
        found = [
            Marker(cell=cell, label="IP" if level == 2 else "ip", shape="square", colour="#35597c",
                   title="improved position" if level == 2 else "improved position under construction")
            for cell, level in state.ip.items()
        ]
        return found + [
            Marker(cell=cell, label=f"AS{number}", shape="star", colour="#7a3b2e", title="artillery shift")
            for cell, number in state.shifts.items()
        ]

    def points(self, position: Hannut) -> list[Points]:
        """What each side would score now (19.10), as far as the viewer knows."""
        return [Points(side, points, case, what) for side, points, case, what in score(position)]

    def facts(self, position: Hannut) -> list[Fact]:
        g, state = position, position.state
        found = [
            Fact("Turns without a French line", str(state.line_points), "19.9"),
            Fact("German AFV steps in the box", str(boxed_afv_steps(g)), "19.10"),
            Fact("Wavre-Namur road", "crossed" if state.crossed else "not crossed by German units", "19.10"),
        ]
        for side, name in enumerate(g.setting.sides):
            divisions = [d for d in g.setting.divisions_of[side] if d in state.level]
            called = {d: g.setting.divisions[d].name.replace(" Division", "") for d in divisions}
            modes = [f"{called[d]} {'static' if g.is_static(d) else 'mobile'}" for d in divisions]
            points = [f"{called[d]} {state.bp.get(d, 0)} of {state.level[d]}" for d in divisions]
            steps = [f"{state.steps_in.get(f'{name}:{kind}', 0)} {kind}" for kind in ("afv", "infantry")]
            found += [
                Fact("HQ modes", ", ".join(modes) or "none", "9.1", name),
                Fact("Barrage points", ", ".join(points) or "none", "10.3.5", name),
                Fact("Air points", str(state.air.get(name, 0)), "17.0", name),
                Fact("Replacement steps", ", ".join(steps), "19.7", name),
            ]
            if chits := chits_of(g, name):
                found.append(Fact("Night chit", chits, "19.5", name))
        return found

    def arrival(self, position: Hannut, unit: int) -> Arrival | None:
        """Reinforcements by turn and entry hexes (19.6)."""
        if position.state.loc[unit] != OFF_MAP:
            return None
        setting = position.setting
        order = setting.arrivals.get(unit)
        if order is None and unit in setting.corps:
            now = position.state.turn
            order = next((o for o in setting.plan.reinforcement if o.corps_units and o.turn >= now), None)
        if order is None:
            return None
        cells = setting.board.regions.get(order.region, ())
        corps = " or another division's entry" if unit in setting.corps else ""
        return Arrival(order.turn, f"{position.cell_names(cells)}{corps}", order.case)

    def overlays(self, position: Hannut) -> list[Overlay]:
        """Ground that bars supply, supply sources, artillery ranges, what each side has in sight, victory hexes."""
        g, found = position, []
        for side, name in enumerate(g.setting.sides):
            title = g.setting.game.sides[name]
            guns = seen = 0
            for division in g.divisions_of(side):
                if g.state.bp.get(division, 0):
                    guns |= g.within_range(division, g.artillery_range(division))
            for cell in cells_of(g.occupied(side)):
                seen |= sight(g, cell)
            fed = [u for u in g.on_map(side) if can_trace(g, u)]
            found += [
                Overlay(name=f"guns-{name}", kind="command", title=f"Range of artillery: {title}", case="9.1",
                        side=name, cells=cells_of(guns)),
                Overlay(name=f"sight-{name}", kind="threat", title=f"In line of sight: {title}", case="8.1", side=name,
                        cells=cells_of(seen)),
                Overlay(name=f"cut-{name}", kind="supply", title=f"Supply is barred: {title}", case="15.1", side=name,
                        cells=cells_of(barred(g, side))),
                Overlay(name=f"sources-{name}", kind="supply", title=f"Supply sources: {title}", case="15.1",
                        side=name, cells=cells_of(sources(g, side))),
                Overlay(name=f"fed-{name}", kind="supply", title=f"Can trace supply: {title}", case="15.1", side=name,
                        units=fed),
            ]
        values = list(g.setting.values)
        return [*found, Overlay(name="victory", kind="control", title="Victory hexes", case="19.10", cells=values)]

    def reach(self, position: Hannut, unit: int) -> Iterable[int]:
        if not may_move(position, unit):
            return []
        if position.state.mark[unit] == Mark.PA:
            return list(prepared_ends(position, unit))
        return cells_of(Routes(position, [unit]).ends())


def chits_of(g: Hannut, side: str) -> str:
    """19.5: the chits of a side that the viewer knows: his own, or one that was turned over."""
    bins, state = g.state.bins, g.state
    known = {
        "drawn": Chit(bins.get(f"{side}:drawn", 0)), "set aside": Chit(bins.get(f"{side}:aside", 0)),
        "in the Night box": state.chit.get(side, Chit.NONE),
    }
    return ", ".join([f"{where} {chit.name.lower()}" for where, chit in known.items() if chit])
